"""Proves that a graph is what its ledger says: decided anew from stored mentions, readings and decisions alone, it comes out the same.

No reader is asked and nothing is written. Whether a store's edges are what its claims say is left to `GraphStore.check`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cckg.core.evidence import Subgraph
from cckg.core.graph import EventMention, PerhapsSame, Settlement
from cckg.identity import PairToRead
from cckg.stores import GraphStore
from ingest.coreference import decide, is_shown_as
from ingest.decisions import rejected_claims


@dataclass(frozen=True, slots=True)
class Replay:
    """How many mentions and events the ledger tells of, and wherein the graph differs, a sentence each; none means that it is the same."""

    mentions: int
    events: int
    differences: tuple[str, ...]


def replay(store: GraphStore) -> Replay:
    """Decide identity anew from what is stored, and compare; the store is settled, and a reader has decided there."""
    reader = store.decided_by() or ""
    mentions, vectors = store.event_mentions()
    graph = store.graph()
    asked = _Kept(store.pair_readings(reader), at_once=":" in reader)  # a chat model is named by its provider, too
    decided = decide(store, graph, mentions, vectors, asked, decided_by=reader, based_on=store.version())
    found = [f"Mentions {left} and {right} were not read." for left, right in sorted(asked.unread)]
    found += () if asked.unread else _differences(store, graph, mentions, decided)
    return Replay(len(mentions), len(decided.named_by), tuple(found))


# Private


@dataclass(slots=True)
class _Kept:
    """What a reader told before; `unread` are the pairs of which it told nothing, though it was to be asked about each."""

    known: dict[tuple[str, str], float]
    at_once: bool
    unread: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        if self.at_once:
            return self.known
        keys = [(left.id, right.id) for left, right, _ in pairs]
        self.unread.extend(key for key in keys if key not in self.known)
        return {key: self.known.get(key, 0.0) for key in keys}


def _differences(store: GraphStore, graph: Subgraph, mentions: Sequence[EventMention], decided: Settlement) -> Iterator[str]:
    by_id = {mention.id: mention for mention in mentions}
    event_of = {mention.id: decided.event_of.get(mention.id, mention.event) for mention in mentions}
    for mention in mentions:
        if mention.event != event_of[mention.id]:
            yield f"Mention {mention.id} leads to event {mention.event} instead of {event_of[mention.id]}."
    for event, name in decided.named_by.items():
        if not is_shown_as(graph, event, by_id[name]):
            yield f"Event {event} is not shown as mention {name} words it."
    for claim in graph.claims:
        sides = ("cause", claim.cause_event, claim.cause_mention), ("effect", claim.effect_event, claim.effect_mention)
        for side, event, told in sides:
            if event_of.get(told, event) != event:
                yield f"The {side} of claim {claim.id} is event {event} instead of {event_of[told]}."
    rejected = rejected_claims(store)
    yield from (f"Claim {claim.id} was rejected and is in the graph." for claim in graph.claims if claim.id in rejected)
    yield from _unlike_doubts(store.perhaps_same(list(graph.events)), decided.perhaps)


def _unlike_doubts(found: Sequence[PerhapsSame], expected: Sequence[PerhapsSame]) -> Iterator[str]:
    for one in sorted(set(found) ^ set(expected), key=lambda one: (one.left, one.right, one.probability)):
        what = "is not what was read" if one in found else "is missing"
        yield f"That {one.left} and {one.right} may be one event ({one.probability}) {what}."
