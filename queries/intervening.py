"""Reads both worlds of an intervention from the store: what may depend on an event, and what the documents say followed from its opposite.

What becomes of the effects is computed in `queries.causal`, which knows no store (CCRAG §4.4).
"""

from collections.abc import Sequence
from dataclasses import replace

from cckg.core.evidence import Simulation
from cckg.core.graph import Event
from cckg.identity import EventMatcher
from cckg.stores import GraphStore
from queries.causal import UNBOUNDED, World, following
from queries.chronology import timely


def world_after(store: GraphStore, events: Sequence[str], *, limit: int) -> World:
    """Read what may depend on these events, and everything that it depends on."""
    below = timely(store.neighbourhood(events, "effects", depth=UNBOUNDED, limit=limit))
    subgraph = timely(store.neighbourhood([*below.events], "causes", depth=UNBOUNDED, limit=limit))
    return World(replace(subgraph, truncated=subgraph.truncated or below.truncated), following(below, events))


def simulate_opposites(
    pairs: Sequence[tuple[Event, Event]], *, store: GraphStore, matcher: EventMatcher, depth: int, limit: int
) -> list[Simulation]:
    """Put each event's opposite, as it was written, into the world if the documents know it, and trace what followed from it there."""
    simulations = []
    for (event, written), found in zip(pairs, matcher.opposites(pairs, limit=1), strict=True):
        if not found:
            simulations.append(Simulation("opposite", event, written.text, None))
            continue
        matched = found[0].event
        below = timely(store.neighbourhood([matched.id], "effects", depth=depth, limit=limit))
        gained = tuple(item for item in following(below, [matched.id]) if item.id != event.id)
        simulations.append(Simulation("opposite", event, written.text, matched, gained=gained))
    return simulations
