"""Keeps what was decided by hand in force: rejected claims are out of the graph, and a text that was changed inherits what it still says.

What only a rejected claim speaks of goes with it: its sides are no mentions of events while it is rejected.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import numpy as np

from cckg.core.claims import Claim, GraphUpdate
from cckg.core.decisions import DecidedMention, Decision, DecisionKind, WithheldClaim
from cckg.core.errors import StoreConflictError
from cckg.core.graph import Event, Merge
from cckg.identity import key_of, mention_id
from cckg.models import Embedder
from cckg.stores import GraphStore


def withhold_rejected(store: GraphStore) -> None:
    """Take the rejected claims out of the documents that state them, also of those that were read again since."""
    rejected = rejected_claims(store)
    documents = {decision.withheld.claim.document for decision in rejected.values() if decision.withheld}
    for document in sorted(documents):
        _revise(store, document, lambda update: _without(update, rejected.keys()))


def rejected_claims(store: GraphStore) -> dict[str, Decision]:
    """Return the decisions that reject a claim and are not undone, by the claim's id."""
    kept = [one for one in store.decisions() if one.kind is DecisionKind.REJECT and not one.undone]
    return {decision.withheld.claim.id: decision for decision in kept if decision.withheld}


def withheld(store: GraphStore, claim: Claim) -> WithheldClaim:
    """Return a claim of the graph with the ledger lines of its sides."""
    sides = {claim.cause_mention, claim.effect_mention}
    update = store.read_document(claim.document)
    return WithheldClaim(claim, tuple(merge for merge in update.merges if merge.id in sides) if update else ())


def bring_back(store: GraphStore, kept: WithheldClaim, embedder: Embedder) -> None:
    """Let the document of a claim state it again; where the document has gone, nothing happens: read again, it brings the claim itself."""
    _revise(store, kept.claim.document, lambda update: _with(update, kept, embedder))


def carried_over(store: GraphStore, replaced: str, update: GraphUpdate) -> list[Decision]:
    """Return what was decided on a document as it holds for the text that takes its place, as far as that says the same.

    A mention is the same if its words and its polarity are, a claim if its sides and its quote are. There is nothing to carry over where
    another file has the old text still.
    """
    decisions = store.decisions()
    if not decisions or len(store.uris(replaced)) > 1:
        return []
    lines = {mention_id(replaced, key_of(one.wording, one.polarity)): one for one in update.merges if one.polarity}
    stated = {_said_by(claim): claim for claim in reversed(update.claims)}
    carried = [
        replace(
            decision,
            left=tuple(_carried(one, lines, update) for one in decision.left),
            right=tuple(_carried(one, lines, update) for one in decision.right),
            withheld=_withheld_anew(decision.withheld, replaced, stated, update),
        )
        for decision in decisions
    ]
    return [now for now, before in zip(carried, decisions, strict=True) if now != before]


# Private


def _carried(mention: DecidedMention, lines: Mapping[str, Merge], update: GraphUpdate) -> DecidedMention:
    line = lines.get(mention.id)
    return DecidedMention(line.id, line.wording, update.document.title) if line else mention


def _withheld_anew(
    kept: WithheldClaim | None, replaced: str, stated: Mapping[tuple[str, ...], Claim], update: GraphUpdate
) -> WithheldClaim | None:
    claim = stated.get(_said_by(kept.claim)) if kept and kept.claim.document == replaced else None
    return WithheldClaim(claim, tuple(one for one in update.merges if one.id in _sides([claim]))) if claim else kept


def _said_by(claim: Claim) -> tuple[str, ...]:
    sides = ((side.text, side.polarity.value) for side in (claim.cause, claim.effect))
    return (*(part for side in sides for part in side), claim.quote.text)


def _revise(store: GraphStore, document: str, change: Callable[[GraphUpdate], GraphUpdate]) -> None:
    """Let a document state what a change makes of it, unless it is not there, or states that already."""
    while True:  # ends: each further turn means that another process has written meanwhile
        based_on = store.version()
        update = store.read_document(document)
        if update is None or (changed := change(update)) is update:
            return
        try:
            store.revise(replace(changed, based_on=based_on))
        except StoreConflictError:
            continue
        return


def _without(update: GraphUpdate, rejected: Collection[str]) -> GraphUpdate:
    """Leave out claims, and the ledger lines of sides that no other claim has."""
    kept = tuple(claim for claim in update.claims if claim.id not in rejected)
    if len(kept) == len(update.claims):
        return update
    gone = _sides(update.claims) - _sides(kept)
    lines = [place for place, merge in enumerate(update.merges) if merge.id not in gone]
    return replace(update, claims=kept, merges=tuple(update.merges[place] for place in lines), merge_vectors=update.merge_vectors[lines])


def _with(update: GraphUpdate, kept: WithheldClaim, embedder: Embedder) -> GraphUpdate:
    """Add a claim, with the ledger lines of its sides and their events as they were; a store keeps those that are there still."""
    claim = kept.claim
    if claim.id in {other.id for other in update.claims}:
        return update
    chunk = next((chunk.id for chunk in update.chunks if chunk.start <= claim.quote.start < chunk.end), claim.chunk)
    known = {merge.id: merge.event for merge in update.merges}
    lines = [merge for merge in kept.merges if merge.id not in known]
    event_of = known | {merge.id: merge.event for merge in lines}
    cause, effect = event_of.get(claim.cause_mention, claim.cause_event), event_of.get(claim.effect_mention, claim.effect_event)
    title = update.document.title
    events = [Event(cause, claim.cause.text, claim.cause.polarity, title), Event(effect, claim.effect.text, claim.effect.polarity, title)]
    events = [event for event in events if event.id not in {one.id for one in update.events}]
    return replace(
        update,
        claims=(*update.claims, replace(claim, chunk=chunk, cause_event=cause, effect_event=effect)),
        merges=(*update.merges, *lines),
        merge_vectors=np.vstack([update.merge_vectors, embedder.encode([merge.wording for merge in lines])]),
        events=(*update.events, *events),
        event_vectors=np.vstack([update.event_vectors, embedder.encode([event.text for event in events])]),
    )


def _sides(claims: Collection[Claim]) -> set[str]:
    return {side for claim in claims for side in (claim.cause_mention, claim.effect_mention)}
