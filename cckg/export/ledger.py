"""The ledger as JSON-ready dictionaries: events with their mentions and decisions, doubtful pairs, claims; as `cckg.export.payloads`."""

from collections.abc import Sequence
from dataclasses import asdict

from cckg.core.claims import Claim
from cckg.core.decisions import Decision, Doubt, LedgerClaim, LedgerEntry, LedgerEvent
from cckg.core.graph import EventMention
from cckg.export.payloads import Json, Payload


def merges_payload(events: Sequence[LedgerEvent], decisions: Sequence[Decision], *, limit: int) -> Payload:
    """What `merges list` lists: the events of several mentions, those of most first, and the decisions by hand, oldest first.

    `{"events":[event],"more":n,"decisions":[decision],"more_decisions":n}`; `more` are those beyond --limit.

    event: `{"id","text","polarity","probability"|null,"reader","decided_at","mentions":[mention],"decisions":[id]}`; `probability`: the
    mean of what the reader said of pairs of its mentions, 0..1; `decided_at`: when the last of its mentions was read.
    mention: `{"id","document","title","headings":[text],"text","polarity","left","words","right","start","end","date","date_source",
    "place"}`; `words` stand in the document at these offsets, `left` before and `right` behind them; what is not known is empty.
    decision: `{"id","kind":"join"|"split"|"reject","decided_at","undone":bool,"left":[{"id","text","title"}],"right":[…],"claim"|null}`:
    each mention of `left` is one event with each of `right`, or never is; or the claim was read wrongly.
    """
    return {
        "events": [_event(event) for event in events[:limit]],
        "more": max(0, len(events) - limit),
        "decisions": [_decision(decision) for decision in decisions[:limit]],
        "more_decisions": max(0, len(decisions) - limit),
    }


def ledger_entry_payload(entry: LedgerEntry) -> Payload:
    """What `merges show` knows of an event, a mention or a decision.

    `{"event"|null,"mention":id|null,"decision"|null,"readings":[{"left","right","same","reader"}],
    "perhaps":[{"left","right","probability"}],"claims":[claim]}`, as in `merges list` and `claims show`. `readings`: what the reader said
    of pairs in which a mention of the event is, or this mention, 0..1; `perhaps`: the events that it may be. A decision has no event.
    """
    return {
        "event": _event(entry.event) if entry.event else None,
        "mention": entry.mention.id if entry.mention else None,
        "decision": _decision(entry.decision) if entry.decision else None,
        "readings": [asdict(one) for one in entry.readings],
        "perhaps": [asdict(one) for one in entry.perhaps],
        "claims": [_claim(claim) for claim in entry.claims],
    }


def decision_payload(decision: Decision) -> Payload:
    """What was decided, or undone.

    `{"decision"}`, as in `merges list`.
    """
    return {"decision": _decision(decision)}


def doubts_payload(doubts: Sequence[Doubt], *, limit: int) -> Payload:
    """What `merges review` would ask: pairs of events that may be one, those on which most hangs first.

    `{"pairs":[{"left":event,"right":event,"probability","claims","weight"}],"more":n}`, events as in `merges list`. `claims`: how many
    claims lead to or from the two; `weight`: these, the less the surer the reader is, claims · (1 − |2 · probability − 1|).
    """
    pairs: list[Json] = [
        {
            "left": _event(doubt.left),
            "right": _event(doubt.right),
            "probability": doubt.probability,
            "claims": doubt.claims,
            "weight": round(doubt.weight, 6),
        }
        for doubt in doubts[:limit]
    ]
    return {"pairs": pairs, "more": max(0, len(doubts) - limit)}


def claims_payload(claims: Sequence[LedgerClaim], *, limit: int) -> Payload:
    """What `claims show` finds.

    `{"claims":[{…claim,"rejected":bool,"decision":id|null}],"more":n}`.

    claim: `{"id","cause","effect","cause_event","effect_event","cause_mention","effect_mention","modality","degree","enough",
    "counterfactual","tentative","confidence","extractor","document","quote","start","end","cause_quote"|null}`; offsets are characters of
    the document.
    A claim that is rejected is in no edge, chain, answer or count; its events are those that it led to before.
    """
    found: list[Json] = [
        {**_claim(one.claim), "rejected": one.decision is not None, "decision": one.decision.id if one.decision else None}
        for one in claims[:limit]
    ]
    return {"claims": found, "more": max(0, len(claims) - limit)}


# Private


def _event(event: LedgerEvent) -> Payload:
    return {
        "id": event.event.id,
        "text": event.event.text,
        "polarity": str(event.event.polarity),
        "probability": event.probability,
        "reader": event.reader,
        "decided_at": event.decided_at,
        "mentions": [_mention(mention) for mention in event.mentions],
        "decisions": [decision.id for decision in event.decisions],
    }


def _mention(mention: EventMention) -> Payload:
    told = mention.context
    return {
        "id": mention.id,
        "document": mention.document,
        "title": mention.title,
        "headings": list(told.headings),
        "text": mention.text,
        "polarity": str(mention.polarity),
        "left": told.left,
        "words": told.words,
        "right": told.right,
        "start": told.start,
        "end": told.end,
        "date": told.date,
        "date_source": told.date_source,
        "place": told.place,
    }


def _decision(decision: Decision) -> Payload:
    return {
        "id": decision.id,
        "kind": str(decision.kind),
        "decided_at": decision.decided_at,
        "undone": decision.undone,
        "left": [asdict(mention) for mention in decision.left],
        "right": [asdict(mention) for mention in decision.right],
        "claim": _claim(decision.withheld.claim) if decision.withheld else None,
    }


def _claim(claim: Claim) -> Payload:
    return {
        "id": claim.id,
        "cause": claim.cause.text,
        "effect": claim.effect.text,
        "cause_event": claim.cause_event,
        "effect_event": claim.effect_event,
        "cause_mention": claim.cause_mention,
        "effect_mention": claim.effect_mention,
        "modality": str(claim.modality),
        "degree": str(claim.degree),
        "enough": claim.enough,
        "counterfactual": claim.counterfactual,
        "tentative": claim.tentative,
        "confidence": round(float(claim.confidence), 6),
        "extractor": claim.extractor,
        "document": claim.document,
        "quote": claim.quote.text,
        "start": claim.quote.start,
        "end": claim.quote.end,
        "cause_quote": claim.cause_quote.text if claim.cause_quote else None,
    }
