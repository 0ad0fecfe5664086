"""Puts both worlds of an intervention together: what may depend on an event, its opposite as written, and what followed from that.

An opposite that is none is asked for again. What becomes of the effects is computed in `queries.causal`, which knows no store (CCRAG §4.4).
"""

from collections.abc import Sequence
from dataclasses import replace

from cckg.core.evidence import Simulation, Subgraph
from cckg.core.graph import Event
from cckg.core.roles import MatchVerdict, OppositeWriter, Rejected
from cckg.core.trace import Step
from cckg.identity import EventMatcher
from cckg.language import is_mere_negation, natural_opposite
from cckg.stores import GraphStore
from queries.causal import UNBOUNDED, World, following
from queries.chronology import timely

TRIES = 3
"""How often an opposite is asked for, at most."""


def written_opposites(events: Sequence[Event], *, opposites: OppositeWriter, matcher: EventMatcher, step: Step) -> list[Event]:
    """Return each event's opposite as a wording that is not in the graph, with an empty id; all are compared in one verifier call.

    Rejected is what the verifier takes for the event itself or for another one, and a mere "not …" where English has a word for it. It
    is asked for again with what was rejected; the step notes each. If none will do, the first that was written is returned.
    """
    rejected: list[list[Rejected]] = [[] for _ in events]
    found: dict[int, Event] = {}
    for _ in range(TRIES):
        left = [place for place in range(len(events)) if place not in found]
        if not left:
            break
        written = [_written(events[place], opposites, rejected[place]) for place in left]
        complaints = _complaints([(events[place], opposite) for place, opposite in zip(left, written, strict=True)], matcher)
        for place, opposite, complaint in zip(left, written, complaints, strict=True):
            if complaint is None:
                found[place] = opposite
                continue
            rejected[place].append((opposite.text, complaint))
            step.note(f"opposite rejected: {opposite.text!r} for {events[place].text!r}, {complaint}")
            step.count("opposites rejected")
    return [
        found.get(place) or Event("", rejected[place][0][0], event.polarity.opposite, event.context) for place, event in enumerate(events)
    ]


def world_after(store: GraphStore, events: Sequence[str], *, limit: int) -> World:
    """Read what may depend on these events, and everything that it depends on."""
    below = timely(store.neighbourhood(events, "effects", depth=UNBOUNDED, limit=limit))
    subgraph = timely(store.neighbourhood([*below.events], "causes", depth=UNBOUNDED, limit=limit))
    across = _across(store, below, limit=limit)
    return World(replace(subgraph, truncated=subgraph.truncated or below.truncated, across=across), following(below, events))


def simulate_opposites(
    pairs: Sequence[tuple[Event, Event]], *, store: GraphStore, matcher: EventMatcher, depth: int, limit: int
) -> list[Simulation]:
    """Put each event's opposite, as it was written, into the world if the documents know it, and trace what followed from it there."""
    simulations = []
    for (event, written), found in zip(pairs, matcher.opposites(pairs, limit=1), strict=True):
        if not found:
            simulations.append(Simulation("opposite", event, written.text, None))
            continue
        simulations.append(simulate_opposite(event, written.text, found[0].event, store=store, depth=depth, limit=limit))
    return simulations


def simulate_opposite(event: Event, wording: str, matched: Event, *, store: GraphStore, depth: int, limit: int) -> Simulation:
    """Put the event that an opposite is in the graph into the place of an event, and trace what followed from it; `wording` tells it."""
    below = timely(store.neighbourhood([matched.id], "effects", depth=depth, limit=limit))
    gained = tuple(item for item in following(below, [matched.id]) if item.id != event.id)
    return Simulation("opposite", event, wording, matched, gained=gained)


# Private


def _across(store: GraphStore, below: Subgraph, *, limit: int) -> Subgraph | None:
    """Read everything that hangs on what may follow over a bridge."""
    if below.across is None:
        return None
    found = timely(store.neighbourhood([*below.across.events], "causes", depth=UNBOUNDED, limit=limit))
    bridges = tuple(bridge for bridge in below.across.bridges if bridge.ends <= found.events.keys())
    return replace(found, truncated=found.truncated or below.across.truncated, bridges=bridges, across=None)


def _written(event: Event, opposites: OppositeWriter, rejected: Sequence[Rejected]) -> Event:
    text, polarity = opposites.opposite(event.text, event.polarity, rejected=rejected)
    return Event("", text, polarity, event.context)


def _complaints(pairs: Sequence[tuple[Event, Event]], matcher: EventMatcher) -> list[str | None]:
    """Return what is wrong with each written opposite of an event, or None."""
    known = {place: complaint for place, pair in enumerate(pairs) if (complaint := _too_plain(*pair))}
    left = [place for place in range(len(pairs)) if place not in known and not matcher.is_final]  # who writes by a model knows as much
    verdicts = matcher.compare([(pairs[place][1], pairs[place][0]) for place in left])
    judged = {place: _judged(verdict) for place, verdict in zip(left, verdicts, strict=True)}
    return [known.get(place, judged.get(place)) for place in range(len(pairs))]


def _too_plain(event: Event, written: Event) -> str | None:
    natural = natural_opposite(event.text, event.polarity) if is_mere_negation(written.text, event.text) else None
    return f'there is a natural word for it, as in "{natural}"' if natural else None


def _judged(verdict: MatchVerdict) -> str | None:
    if verdict.match:
        return "it says the same"
    return None if verdict.same_event else "it speaks of something else"
