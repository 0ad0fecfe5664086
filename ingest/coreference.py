"""Decides which mentions are one event, for the graph as a whole, once documents have been written.

What was begun and not finished is marked in the store, and finished by the next run; what the reader said until then is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cckg.core.errors import StoreConflictError
from cckg.core.evidence import Subgraph
from cckg.core.graph import Event, EventMention, PairReading, Settlement
from cckg.core.trace import Progress, Trace
from cckg.core.vectors import Matrix
from cckg.identity import Asked, PairReader, PairToRead, Unread, resolve, standing
from cckg.stores import GraphStore
from ingest.decisions import withhold_rejected
from ingest.report import Failure

_UNCOMPARED = "which of its events are one could not be decided"
_BATCH = 64  # pairs that are read between two words of progress, and kept


def settle_events(store: GraphStore, reader: PairReader, *, trace: Trace, progress: Progress) -> Sequence[Unread]:
    """Decide which mentions are one event, unless that is decided already; claims that were rejected by hand go first.

    Return the documents whose mentions could not be compared. Where no call might be made any more, the next run compares them.
    """
    unread: Sequence[Unread] = ()
    while not store.is_settled() or store.decided_by() not in (reader.name, None):
        withhold_rejected(store)
        based_on = store.version()
        mentions, vectors = store.event_mentions()
        graph = store.graph()
        readings = _Readings(store, reader, progress, store.pair_readings(reader.name))
        with trace.step("coreference") as step:
            decided = decide(store, graph, mentions, vectors, readings, decided_by=reader.name, based_on=based_on)
            step.count("mentions", len(mentions))
            step.count("pairs read", readings.read)
            step.count("perhaps the same", len(decided.perhaps))
            try:
                store.settle(_what_changes(decided, mentions, graph))
            except StoreConflictError:  # another process wrote meanwhile: ends, as each further turn means that it has finished a document
                continue
            unread = reader.unread
        if any(one.stopped for one in unread):
            store.mark_unsettled()
            break
    return unread


def uncompared(store: GraphStore, unread: Sequence[Unread]) -> list[Failure]:
    """Return what is told of documents whose mentions could not be compared, one failure for each."""
    reasons = {one.document: one.reason for one in unread}
    uris = {document.id: document.uri for document in store.documents() if document.id in reasons}
    return [Failure(uris.get(name, name), None, f"{_UNCOMPARED}: {reason}") for name, reason in reasons.items()]


def decide(
    store: GraphStore,
    graph: Subgraph,
    mentions: Sequence[EventMention],
    vectors: Matrix,
    asked: Asked,
    *,
    decided_by: str,
    based_on: int,
) -> Settlement:
    """Decide from what a store holds, without writing anything: its graph, mentions with (mentions, d) vectors, and decisions by hand."""
    stated = [(claim.cause_mention, claim.effect_mention) for claim in graph.claims]
    return resolve(mentions, vectors, stated, asked, decided_by=decided_by, based_on=based_on, by_hand=standing(store.decisions()))


def is_shown_as(graph: Subgraph, event: str, mention: EventMention) -> bool:
    """Tell whether an event of a graph is shown as a mention words it."""
    return graph.events.get(event) == Event(event, mention.text, mention.polarity, mention.title)


# Private


@dataclass(slots=True)
class _Readings:
    """What the reader said of pairs: what the store knows, and what it is asked now, which is kept as it goes."""

    store: GraphStore
    reader: PairReader
    progress: Progress
    known: dict[tuple[str, str], float]
    read: int = 0

    @property
    def at_once(self) -> bool:
        """Tell whether the reader is given all pairs together."""
        return self.reader.at_once

    def __call__(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        """Return what is known of pairs, after asking about those of which nothing is."""
        unread = sorted((pair for pair in pairs if _key(pair) not in self.known), key=_length)  # like lengths together
        size = len(unread) if self.at_once else _BATCH
        for start in range(0, len(unread), size or 1):
            self.progress("Comparing events", self.read, None)
            told = self.reader.read(batch := unread[start : start + size])
            self.store.keep_readings([PairReading(*key, same, self.reader.name) for key, same in told.items()])
            self.known |= told
            self.read += len(batch)
        if self.at_once:
            return self.known
        return {_key(pair): self.known[_key(pair)] for pair in pairs}


def _what_changes(decided: Settlement, mentions: Sequence[EventMention], graph: Subgraph) -> Settlement:
    """Leave out the events that are shown as they are to be shown."""
    by_id = {one.id: one for one in mentions}
    named_by = {event: name for event, name in decided.named_by.items() if not is_shown_as(graph, event, by_id[name])}
    return replace(decided, named_by=named_by)


def _key(pair: PairToRead) -> tuple[str, str]:
    return pair.left.id, pair.right.id


def _length(pair: PairToRead) -> tuple[int, tuple[str, str]]:
    return sum(len(side.text) + len(side.context.left) + len(side.context.right) for side in pair[:2]), _key(pair)
