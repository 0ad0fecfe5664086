"""Decides which mentions are one event, for the graph as a whole, once documents have been written.

What was begun and not finished is marked in the store, and finished by the next run; what the reader said until then is kept.
"""

from collections.abc import Sequence

from cckg.core.errors import StoreConflictError
from cckg.core.graph import EventMention, PairReading
from cckg.core.trace import Progress, Trace
from cckg.identity import PairReader, settled, unread_pairs
from cckg.stores import GraphStore

_BATCH = 64  # pairs that are read between two words of progress, and kept


def settle_events(store: GraphStore, reader: PairReader, *, trace: Trace, progress: Progress) -> None:
    """Decide which mentions are one event, unless that is decided already."""
    while not store.is_settled() or store.decided_by() not in (reader.name, None):
        based_on = store.version()
        mentions, vectors = store.event_mentions()
        stated = [(claim.cause_mention, claim.effect_mention) for claim in store.graph().claims]
        known = store.pair_readings(reader.name)
        unread = unread_pairs(mentions, vectors, stated, known)
        with trace.step("coreference") as step:
            known |= _read(unread, reader, store, progress)
            step.count("mentions", len(mentions))
            step.count("pairs read", len(unread))
            decided = settled(mentions, vectors, stated, known, decided_by=reader.name, based_on=based_on)
            try:
                store.settle(decided)
            except StoreConflictError:  # another process wrote meanwhile: ends, as each further turn means that it has finished a document
                continue
            step.count("perhaps the same", len(decided.perhaps))


# Private


def _read(
    pairs: Sequence[tuple[EventMention, EventMention]], reader: PairReader, store: GraphStore, progress: Progress
) -> dict[tuple[str, str], float]:
    """Let the reader read pairs, like lengths together, and keep what it says as it goes."""
    found: dict[tuple[str, str], float] = {}
    ordered = sorted(
        pairs, key=lambda pair: (sum(len(side.text) + len(side.context.left) + len(side.context.right) for side in pair), pair[0].id)
    )
    for start in range(0, len(ordered), _BATCH):
        progress("Comparing events", start, len(ordered))
        batch = ordered[start : start + _BATCH]
        readings = [
            PairReading(left.id, right.id, same, reader.name) for (left, right), same in zip(batch, reader.same(batch), strict=True)
        ]
        store.keep_readings(readings)
        found |= {(one.left, one.right): one.same for one in readings}
    return found
