"""What no document may do, whatever it makes a model say: change what the graph holds of other documents, or quote what it does not say.

Which mentions are one event may be decided for all documents together: then a further one may change that of others, and nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cckg.core.claims import Chunk, Claim, Document, GraphUpdate
from cckg.core.graph import Event, Merge
from cckg.stores import GraphStore


@dataclass(frozen=True, slots=True)
class Held:
    """What a graph holds of a document: its chunks, its claims, the events that these lead to, and its lines of the ledger.

    Where the events are decided for all documents together they are left out.
    """

    uri: str
    chunks: tuple[Chunk, ...]
    claims: tuple[Claim, ...]
    events: frozenset[Event]
    merges: tuple[Merge, ...]


def held(store: GraphStore) -> dict[str, Held]:
    """Return what a graph holds of each document that was read, by id."""
    found = {}
    for summary in store.documents():
        update = None if summary.status == "failed" else store.read_document(summary.id)
        if update:
            found[summary.id] = Held(summary.uri, update.chunks, update.claims, frozenset(update.events), update.merges)
    return {identity: _without_events(one) for identity, one in found.items()} if store.decided_by() else found


def breaches(store: GraphStore, before: dict[str, Held], document: Document) -> list[str]:
    """Return what a document has done that it may not, one sentence each.

    Args:
        store: after the document was ingested.
        before: what the graph held before.
        document: that was ingested.
    """
    after, update = held(store), store.read_document(document.id)
    found = [*store.check(), *_changed(before, after)]
    if strangers := after.keys() - before.keys() - {document.id}:
        found.append(f"{document.uri} brought other documents with it: {sorted(strangers)}")
    graph = store.graph()
    if owners := {claim.document for claim in graph.claims} - after.keys():
        found.append(f"there are claims of documents that do not exist: {sorted(owners)}")
    return found + (list(_untrue(document, update, graph.events)) if update else [])


# Private


def _without_events(held: Held) -> Held:
    claims = tuple(replace(claim, cause_event="", effect_event="") for claim in held.claims)
    return replace(held, claims=claims, events=frozenset(), merges=tuple(replace(merge, event="") for merge in held.merges))


def _changed(before: dict[str, Held], after: dict[str, Held]) -> Iterator[str]:
    for identity, held_before in before.items():
        held_now = after.get(identity)
        if held_now is None:
            yield f"{held_before.uri} is gone"
            continue
        for part in ("uri", "chunks", "claims", "events", "merges"):
            if getattr(held_before, part) != getattr(held_now, part):
                yield f"the {part} of {held_before.uri} have changed"


def _untrue(document: Document, update: GraphUpdate, events: dict[str, Event]) -> Iterator[str]:
    """Yield what a document's own claims and ledger lines say that is not so."""
    chunks = {chunk.id: chunk for chunk in update.chunks}
    for claim in update.claims:
        spans = [claim.cause.span, claim.effect.span, claim.quote, *([claim.cue] if claim.cue else [])]
        if not all(span.is_verbatim_in(document.text) for span in spans):
            yield f"claim {claim.id} of {document.uri} is not verbatim"
        chunk = chunks.get(claim.chunk)
        if claim.document != document.id or chunk is None or not chunk.start <= claim.quote.start < claim.quote.end <= chunk.end:
            yield f"claim {claim.id} of {document.uri} does not stand in a chunk of it"
        if not {claim.cause_event, claim.effect_event} <= events.keys():
            yield f"claim {claim.id} of {document.uri} leads to an event that does not exist"
    own = {mention.text for claim in update.claims for mention in (claim.cause, claim.effect)}
    for merge in update.merges:
        if merge.document != document.id or merge.wording not in own or merge.event not in events:
            yield f"ledger line {merge.id} of {document.uri} is not of its own wordings"
