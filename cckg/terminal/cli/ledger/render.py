"""The ledger as rich renderables: events with their mentions, decisions by hand, doubtful pairs, claims; as `cckg.terminal.render`."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from cckg.core.claims import quotes_of
from cckg.core.decisions import DecidedMention, Decision, DecisionKind, Doubt, LedgerClaim, LedgerEntry, LedgerEvent
from cckg.core.graph import EventMention
from cckg.terminal.render import BAD, DOUBTFUL, FAINT, HEADING, counted, plain, printable, section

MOST_SHOWN = 10
"""Mentions of an event or a decision, and readings, that are shown in a list, at most."""


def merges_view(events: Sequence[LedgerEvent], decisions: Sequence[Decision], *, limit: int) -> RenderableType:
    """List events of several mentions, and decisions by hand."""
    if not events and not decisions:
        return Text("No event has several mentions there, and nothing was decided by hand.")
    shown = [event_view(event) for event in events[:limit]]
    told = [decision_view(decision) for decision in decisions[:limit]]
    return Group(*shown, *_more(len(events) - limit), *([section("By hand", *told, *_more(len(decisions) - limit))] if told else []))


def event_view(event: LedgerEvent, *, most: int = MOST_SHOWN) -> RenderableType:
    """Show an event with its mentions, each with where it stands and what stands around it."""
    same = f", {event.probability:.2f} by {event.reader}" if event.probability is not None else ""
    by_hand = f", {counted(len(event.decisions), 'decision')} by hand" if event.decisions else ""
    told = f"{event.event.id}  {counted(len(event.mentions), 'mention')}{same}{by_hand}, {event.decided_at[:10]}"
    mentions = [_mention(mention) for mention in event.mentions[:most]]
    inside = Group(plain(told, FAINT), *mentions, *_more(len(event.mentions) - most))
    return Group(plain(event.event.text, HEADING), Padding(inside, (0, 0, 0, 2)))


def decision_view(decision: Decision) -> RenderableType:
    """Show a decision by hand: what it says, when it was made, and whether it applies."""
    if decision.withheld:
        said = f"read wrongly: {decision.withheld.claim.cause.text} → {decision.withheld.claim.effect.text}"
    else:
        between = "is one event with" if decision.kind is DecisionKind.JOIN else "is another event than"
        said = f"{_worded(decision.left)} {between} {_worded(decision.right)}"
    state = ("No longer applies: ", DOUBTFUL) if decision.undone else ""
    place = plain(f"{decision.id}  {decision.kind}, {decision.decided_at[:19]}", FAINT)
    return Group(Text.assemble(state, printable(said), overflow="fold"), Padding(place, (0, 0, 0, 2)))


def ledger_entry_view(entry: LedgerEntry) -> RenderableType:
    """Show all that is known of an event, a mention or a decision."""
    if entry.event is None:
        return decision_view(entry.decision) if entry.decision else Text()
    parts: list[RenderableType] = [event_view(entry.event, most=len(entry.event.mentions))]
    if entry.mention:
        parts.insert(0, Text.assemble("The mention ", (entry.mention.id, FAINT), " is of this event:"))
    parts += [section("By hand", *map(decision_view, entry.event.decisions))] if entry.event.decisions else []
    readings = [plain(f"{one.same:.2f}  {one.left} and {one.right}") for one in sorted(entry.readings, key=lambda one: -one.same)]
    parts += [section("Pairs that were read", *readings[:MOST_SHOWN], *_more(len(readings) - MOST_SHOWN))] if readings else []
    doubts = [plain(f"{one.probability:.2f}  {one.left} and {one.right}") for one in entry.perhaps]
    parts += [section("Perhaps the same", *doubts)] if doubts else []
    claims = [claim_view(LedgerClaim(claim)) for claim in entry.claims]
    return Group(*parts, section("Claims", *claims[:MOST_SHOWN], *_more(len(claims) - MOST_SHOWN)))


def doubt_view(doubt: Doubt) -> RenderableType:
    """Show two events that may be one."""
    told = f"Perhaps the same ({doubt.probability:.2f}); {counted(doubt.claims, 'claim')}"
    return section(told, event_view(doubt.left), event_view(doubt.right))


def claims_view(claims: Sequence[LedgerClaim], *, limit: int) -> RenderableType:
    """List claims, each with its quote and whether it was rejected."""
    if not claims:
        return Text("No claim of these words or this id is in the graph; without words those are listed that were rejected by hand.")
    return Group(*map(claim_view, claims[:limit]), *_more(len(claims) - limit))


def claim_view(one: LedgerClaim) -> RenderableType:
    """Show a claim with its quote."""
    claim = one.claim
    sides = Text.assemble(printable(claim.cause.text), (" → ", FAINT), printable(claim.effect.text), overflow="fold")
    rejected = (f"  rejected by hand, {one.decision.decided_at[:19]}", BAD) if one.decision else ""
    place = Text.assemble((f"{claim.id}  {claim.modality}, by {printable(claim.extractor)}", FAINT), rejected, overflow="fold")
    return Group(sides, Padding(Group(plain(" … ".join(f"“{quote.text}”" for quote in quotes_of(claim)), FAINT), place), (0, 0, 0, 2)))


# Private


def _mention(mention: EventMention) -> RenderableType:
    told = mention.context
    place = " › ".join(part for part in dict.fromkeys([mention.title, *told.headings]) if part) or mention.document
    known = ", ".join(part for part in (told.date, told.place) if part)
    around = Text.assemble(
        (f"{printable(told.left)} ", FAINT), (printable(told.words), HEADING), (f" {printable(told.right)}", FAINT), overflow="fold"
    )
    head = plain(f"{place}{f' ({known})' if known else ''}  {mention.id}")
    return Group(head, Padding(around, (0, 0, 0, 2)))


def _worded(mentions: Sequence[DecidedMention]) -> str:
    texts = list(dict.fromkeys(f"“{mention.text}” ({mention.title})" for mention in mentions))
    more = f" and {len(texts) - MOST_SHOWN} more" if len(texts) > MOST_SHOWN else ""
    return ", ".join(texts[:MOST_SHOWN]) + more


def _more(number: int) -> list[RenderableType]:
    return [Text(f"and {number} more", style=FAINT)] if number > 0 else []
