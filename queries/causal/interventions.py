"""Both worlds of an intervention: what follows from an event's opposite, and what is lost without the event (CCRAG §4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cckg.core.claims import Claim
from cckg.core.evidence import CausalChain, Necessity, Simulation, Subgraph, leaning
from cckg.core.graph import Event
from queries.causal.bridges import perhaps_lost
from queries.causal.cases import NOTHING, Given, Removal
from queries.causal.necessity import necessities
from queries.causal.strength import strengths
from queries.causal.worlds import at_work, reachable

UNBOUNDED = 1_000
"""Links in a world: a verdict and a simulation see everything reachable; only the number of events bounds them."""


@dataclass(frozen=True, slots=True)
class World:
    """All that a chain leads to from some events, hedged links counted, nearest first, in a sub-graph with all the causes of it.

    The sub-graph's `across` holds what a chain over a bridge may lead to, with all the causes of that.
    """

    subgraph: Subgraph
    downstream: tuple[Event, ...]


def simulate_absence(
    world: World, event: Event, *, same: Sequence[Event] = (), given: Given = NOTHING, together: Sequence[Event] = ()
) -> Simulation:
    """Take an event, and those that are the same happening, out of the world: what becomes of all that followed from it?

    Where several happenings are taken out at once, `same` holds their events as well, and `together` those that name them after the first.

    Each effect is judged as `necessity` does: what the cause was necessary for is lost, what it was not necessary for is kept, and what it
    was only probably so for is probably lost or kept. The alternatives are the links that each kept effect, of the nearest, is left with.
    """
    removal = Removal(world.subgraph, (event, *same), given, tuple(together))
    becomes = necessities(removal, world.downstream)
    kept = [effect for effect in world.downstream if leaning(becomes[effect.id]) == "not necessary"]
    alternatives = _links_left(removal, kept[:_MOST_ALTERNATIVES])
    absent = absence_of(event, [(effect, becomes[effect.id]) for effect in world.downstream], alternatives=alternatives)
    perhaps = perhaps_lost(world.subgraph, removal.cause, world.downstream, given=given, together=together)
    return replace(absent, together=tuple(together), perhaps_lost=perhaps)


def absence_of(event: Event, judged: Sequence[tuple[Event, Necessity]], *, alternatives: Sequence[CausalChain]) -> Simulation:
    """Return the simulation of an event's absence from what it was judged to be for each effect, and the chains that are left."""

    def those(wanted: Necessity) -> tuple[Event, ...]:
        return tuple(effect for effect, necessity in judged if necessity == wanted)

    return Simulation(
        *("absent", event, "absent", None),
        lost=those("necessary"),
        kept=those("not necessary"),
        unsettled=those("undetermined"),
        probably_lost=those("probably necessary"),
        probably_kept=those("probably not necessary"),
        alternatives=tuple(alternatives),
    )


def opposite_contrast(opposite: Simulation, *, effect: Sequence[Event], contrary: Sequence[Event]) -> str | None:
    """Say what the cause's opposite led to, as far as it bears on the effect; None where it led to neither of the two.

    The verdict stays what the absence makes of it: an opposite that leads to the effect keeps it present there as well.

    Args:
        opposite: the simulation of the cause's opposite.
        effect: the events of the effect.
        contrary: events that are the effect's opposite.
    """
    if opposite.matched is None:
        return None
    gained = {event.id for event in opposite.gained}
    if not gained.isdisjoint(event.id for event in effect):
        return f'The opposite, "{opposite.matched.text}", is said to have led to "{effect[0].text}" as well.'
    instead = next((event for event in contrary if event.id in gained), None)
    if instead is None:
        return None
    return f'Where the opposite held, "{opposite.matched.text}", the opposite of the effect is said to have followed: "{instead.text}".'


def following(below: Subgraph, starts: Sequence[str]) -> tuple[Event, ...]:
    """Return what chains lead to from the events that a sub-graph was read from; not the other side of a denial."""
    reached = reachable(((edge.cause, edge.effect) for edge in below.edges() if edge.followed), starts)
    return tuple(event for event in below.events.values() if event.id in reached and event.id not in set(starts))


# Private

_MOST_ALTERNATIVES = 20  # kept effects whose remaining causes are told


def _links_left(removal: Removal, kept: Sequence[Event]) -> list[CausalChain]:
    """Return the links that lead to these events in the world without the cause, event by event."""
    leading: dict[str, dict[str, list[Claim]]] = {event.id: {} for event in kept}
    for worlds in (removal.asserted, removal.followed):
        without = {event for event, links in leading.items() if not links}
        for claim in at_work(removal.subgraph, world=worlds.sure, hedged=worlds.hedged).claims:
            if claim.effect_event in without:
                leading[claim.effect_event].setdefault(claim.cause_event, []).append(claim)
    events, known = removal.subgraph.events, strengths(removal.subgraph)
    return [
        CausalChain((events[cause], event), (tuple(claims),), strength=known[cause, event.id])
        for event in kept
        for cause, claims in leading[event.id].items()
    ]
