"""Decides identity anew from what a graph holds: which mentions are one event, without reading documents again.

Mentions of an older cckg have no context. It is put together again from the chunks, which hold all of a text but white space between them.
What was stopped is gone on with: contexts are kept document by document, and what the reader said pair by pair.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from cckg.core.claims import Claim, GraphUpdate, Mention
from cckg.core.graph import Merge
from cckg.core.text import words
from cckg.core.trace import Progress, Trace
from cckg.identity import PairReader, mention_id, wording_key
from cckg.stores import GraphStore
from ingest.coreference import settle_events, uncompared
from ingest.mentions import MentionContexts
from ingest.report import UpgradeReport


def upgrade_identity(store: GraphStore, reader: PairReader, *, progress: Progress) -> UpgradeReport:
    """Let a reader decide for all mentions of a graph which are one event, whoever decided before.

    Raises:
        StoreError: if the store cannot be written; what was finished before stays.
    """
    begun, trace = time.perf_counter(), Trace()
    decided_before, events = store.decided_by(), store.stats().events
    restored = _restore_contexts(store, progress)
    lines = store.merges()
    before = {line.id: line.event for line in lines}
    store.mark_unsettled()
    unread = settle_events(store, reader, trace=trace, progress=progress)
    return UpgradeReport(
        decided_before=decided_before,
        decided_by=reader.name,
        events_before=events,
        events=store.stats().events,
        mentions=len(lines),
        moved=_moved(before, {line.id: line.event for line in store.merges()}),
        restored=restored,
        left=sum(line.context is None for line in lines),
        pairs_read=sum(step.counts["pairs read"] for step in trace.steps),
        perhaps_same=trace.steps[-1].counts["perhaps the same"],
        seconds=time.perf_counter() - begun,
        failures=tuple(uncompared(store, unread)),
    )


# Private


def _restore_contexts(store: GraphStore, progress: Progress) -> int:
    """Give mentions of an older cckg their contexts, one document at a time. Return how many there were."""
    documents = sorted({line.document for line in store.merges() if line.context is None})
    restored = 0
    for place, name in enumerate(documents):
        progress("Putting contexts together", place, len(documents))
        update = store.read_document(name)
        if update:
            lines = dict(_lines(update))
            store.restore_mentions(lines, _sides(update, lines))
            restored += len(lines)
    return restored


def _lines(update: GraphUpdate) -> Iterator[tuple[str, Merge]]:
    """Yield the ledger lines that have no context yet and that a claim states, as they are told today, with the ids they had."""
    contexts = MentionContexts.of(replace(update.document, text=_text(update)))
    told: dict[tuple[str, str], tuple[Claim, Mention]] = {}
    index = {chunk.id: chunk.index for chunk in update.chunks}
    for claim in sorted(update.claims, key=lambda claim: (index[claim.chunk], claim.quote.start, claim.cause.span.start)):
        for event, mention in ((claim.cause_event, claim.cause), (claim.effect_event, claim.effect)):
            told.setdefault((event, wording_key(mention)[0]), (claim, mention))
    for line in update.merges:
        stated = told.get(_key(line))
        if line.context is None and stated:
            claim, mention = stated
            name = mention_id(line.document, wording_key(mention))
            yield line.id, replace(line, id=name, polarity=mention.polarity, context=contexts.around(claim, mention))


def _sides(update: GraphUpdate, lines: Mapping[str, Merge]) -> dict[str, tuple[str, str]]:
    """Return by claim the ids of the mentions that it joins, cause first; "" for one that the ledger does not know."""
    of_line = {_key(line): lines[line.id].id if line.id in lines else line.id for line in update.merges}

    def mention_of(event: str, mention: Mention) -> str:
        return of_line.get((event, wording_key(mention)[0]), "")

    return {claim.id: (mention_of(claim.cause_event, claim.cause), mention_of(claim.effect_event, claim.effect)) for claim in update.claims}


def _key(line: Merge) -> tuple[str, str]:
    """Return what leads from a side of a claim to its ledger line: of one document, the event and the words."""
    return line.event, " ".join(words(line.wording)) or line.wording


def _text(update: GraphUpdate) -> str:
    """Return a document's text, with line ends for the white space between chunks, which is not kept."""
    text = ["\n"] * max((chunk.end for chunk in update.chunks), default=0)
    for chunk in update.chunks:
        text[chunk.start : chunk.end] = chunk.text
    return "".join(text)


def _moved(before: Mapping[str, str], after: Mapping[str, str]) -> int:
    """Return how many mentions left the others of their event, where each event goes on as the one that has most of its mentions."""
    shared = Counter((before[name], after[name]) for name in before.keys() & after.keys())
    stayed, old, new = 0, set[str](), set[str]()
    for (left, right), many in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if left not in old and right not in new:
            stayed += many
            old.add(left)
            new.add(right)
    return shared.total() - stayed
