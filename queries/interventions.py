"""Both worlds of an intervention: what follows from an event's opposite, and what is lost without the event (CCRAG, seed 002, §4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.evidence import Simulation, Subgraph
from cckg.core.graph import Event
from cckg.core.roles import OppositeWriter
from cckg.matching import EventMatcher
from cckg.stores.base import GraphStore
from queries.worlds import present_events

UNBOUNDED = 1_000
"""Links in a world: a verdict and a simulation see everything reachable; only the number of events bounds them."""


@dataclass(frozen=True, slots=True)
class World:
    """Everything downstream of some events, with all the causes of it."""

    subgraph: Subgraph
    downstream: tuple[Event, ...]


def world_after(store: GraphStore, events: Sequence[str], *, limit: int) -> World:
    """Read what may depend on these events, and everything that it depends on."""
    below = store.neighbourhood(events, "effects", depth=UNBOUNDED, limit=limit)
    downstream = tuple(event for event in below.events.values() if event.id not in set(events))
    subgraph = store.neighbourhood([*below.events], "causes", depth=UNBOUNDED, limit=limit)
    return World(subgraph, downstream)


def simulate_absence(world: World, event: Event, *, same: Sequence[str] = ()) -> Simulation:
    """Take an event (and the events that are the same happening) out of the world: which effects lose every asserted cause?"""
    absent = frozenset([event.id, *same])
    factual = present_events(world.subgraph, hedged=True)
    counterfactual = present_events(world.subgraph, absent=absent, hedged=True)
    lost = tuple(item for item in world.downstream if item.id in factual and item.id not in counterfactual)
    return Simulation("absent", event, "absent", None, lost=lost)


def simulate_opposite(
    event: Event, *, store: GraphStore, matcher: EventMatcher, opposites: OppositeWriter, depth: int, limit: int
) -> Simulation:
    """Put the event's logical opposite into the world, if the documents know it, and trace what followed from it there."""
    text, polarity = opposites.opposite(event.text, event.polarity)
    wording = Event("", text, polarity, event.context)
    found = [item for item in matcher.matches(wording, "interchangeable", limit=3) if item.event.id != event.id]
    if not found:
        return Simulation("opposite", event, text, None)
    matched = found[0].event
    below = store.neighbourhood([matched.id], "effects", depth=depth, limit=limit)
    gained = tuple(item for item in below.events.values() if item.id not in {matched.id, event.id})
    return Simulation("opposite", event, text, matched, gained=gained)
