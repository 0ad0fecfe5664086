"""The ledger: which mentions are one event and why, which claims were rejected, and decisions by hand that correct both.

A decision is kept first, then identity is settled anew; what was kept and not settled is finished by the next command. Ids of events,
mentions, claims and decisions may be given by their beginnings. An event is also found by the id of any of its mentions, and so by every
id that it ever had: an event's id is that of its smallest mention.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from statistics import fmean
from typing import TypeVar

from cckg.core.decisions import DecidedMention, Decision, DecisionKind, Doubt, LedgerClaim, LedgerEntry, LedgerEvent
from cckg.core.errors import InputError
from cckg.core.evidence import Subgraph
from cckg.core.graph import EventMention, PairReading
from cckg.core.text import content_hash
from cckg.models import Embedder
from cckg.stores import GraphStore
from ingest.decisions import bring_back, rejected_claims, withheld, withhold_rejected

_One = TypeVar("_One")


class Ledger:
    """The ledger of a graph, to be read and corrected. Every method raises StoreError where the store cannot be read or written."""

    def __init__(
        self, store: GraphStore, *, settle: Callable[[], None], may_decide: Callable[[], None], embedder: Callable[[], Embedder]
    ) -> None:
        """Take the store, what settles identity there, what raises where that could not be done, and the encoder.

        Only where a rejection is undone the encoder is needed.
        """
        self._store = store
        self._settle = settle
        self._may_decide = may_decide
        self._embedder = embedder

    def events(self, text: str = "", *, document: str = "") -> list[LedgerEvent]:
        """Return the events of several mentions, those of most mentions first.

        Args:
            text: words of which each is in the event's text or in one of its mentions; none means all events.
            document: an id, the beginning of one, or a uri; one of the mentions is there. None means any.
        """
        seen = self._seen()
        documents = self._documents(document)
        found = [
            seen.event(name)
            for name, members in seen.members.items()
            if len(members) > 1 and (documents is None or not documents.isdisjoint(member.document for member in members))
        ]
        kept = [one for one in found if _says(text, [one.event.text, *(mention.text for mention in one.mentions)])]
        return sorted(kept, key=lambda one: (-len(one.mentions), one.event.id))

    def decisions(self, text: str = "", *, document: str = "") -> list[Decision]:
        """Return the decisions by hand on mentions, oldest first; each word of the text is in one of these, and one is of the document.

        Raises:
            InputError: if no such document is stored.
        """
        kept = [one for one in self._store.decisions() if one.kind is not DecisionKind.REJECT]
        if (documents := self._documents(document)) is not None:
            told = {mention.id for mention in self._store.event_mentions()[0] if mention.document in documents}
            kept = [one for one in kept if not told.isdisjoint(one.mentions)]
        return [one for one in kept if _says(text, [part for mention in (*one.left, *one.right) for part in (mention.text, mention.title)])]

    def show(self, reference: str) -> LedgerEntry:
        """Return all that is known of an event, a mention or a decision.

        Raises:
            InputError: if no such id, or more than one, is meant.
        """
        seen = self._seen()
        decisions = {one.id: one for one in seen.decisions}
        name = _meant(reference, [*seen.names, *decisions], "event, mention or decision", "cckg merges list")
        if name in decisions:
            return LedgerEntry(None, decision=decisions[name])
        event = seen.event(seen.event_of(name))
        mention = next((one for one in event.mentions if one.id == name and name != event.event.id), None)
        about = {one.id for one in ([mention] if mention else event.mentions)}
        return LedgerEntry(
            event,
            mention,
            readings=tuple(one for one in seen.readings if not about.isdisjoint((one.left, one.right))),
            perhaps=tuple(self._store.perhaps_same([event.event.id])),
            claims=tuple(claim for claim in seen.graph.claims if event.event.id in (claim.cause_event, claim.effect_event)),
        )

    def join(self, left: str, right: str) -> Decision:
        """Decide that two events, each named by its id or by that of one of its mentions, are one; return the decision.

        Raises:
            InputError: if no such event, or more than one, is meant, both are one already, or a claim says that one led to the other.
        """
        seen = self._seen()
        events = [seen.event_of(_meant(name, seen.names, "event or mention", "cckg merges list")) for name in (left, right)]
        if events[0] == events[1]:
            raise InputError(f"{left} and {right} are one event already.")
        for claim in seen.graph.claims:
            if {claim.cause_event, claim.effect_event} == set(events):
                raise InputError(
                    f"{left} and {right} are cause and effect by the claim {claim.id}, so they are no one event. "
                    f"If it was read wrongly, reject it first: `cckg claims reject {claim.id}`."
                )
        return self._decide(DecisionKind.JOIN, *(seen.members[event] for event in events))

    def split(self, mention: str) -> Decision:
        """Decide that a mention is none of the event it is taken for: apart from all others there; return the decision.

        Raises:
            InputError: if no such mention, or more than one, is meant, or it has an event of its own already.
        """
        seen = self._seen()
        name = _meant(mention, seen.mentions, "mention", "cckg merges list")
        others = [one for one in seen.members[seen.event_of(name)] if one.id != name]
        if not others:
            raise InputError(f"The mention {name} has an event of its own already.")
        return self._decide(DecisionKind.SPLIT, [seen.mentions[name]], others)

    def doubts(self) -> list[Doubt]:
        """Return the pairs of events that may be one and on which nobody has decided, those on which most hangs first."""
        seen = self._seen()
        claims: defaultdict[str, set[str]] = defaultdict(set)
        for claim in seen.graph.claims:
            claims[claim.cause_event].add(claim.id)
            claims[claim.effect_event].add(claim.id)
        doubts = [
            Doubt(seen.event(one.left), seen.event(one.right), one.probability, len(claims[one.left] | claims[one.right]))
            for one in self._store.perhaps_same(list(seen.graph.events))
        ]
        return sorted(doubts, key=lambda one: (-one.weight, one.left.event.id, one.right.event.id))

    def answer(self, doubt: Doubt, *, same: bool) -> Decision:
        """Decide whether two events are one, and return the decision; identity is settled by `settle`, after several answers."""
        kind = DecisionKind.JOIN if same else DecisionKind.SPLIT
        return self._keep(kind, doubt.left.mentions, doubt.right.mentions)

    def settle(self) -> None:
        """Settle identity anew, where that is not done yet."""
        self._settle()

    def undo(self, reference: str) -> Decision:
        """Let a decision by hand apply no more, or, given a mention, undo that it was merged: it is split off. Return the decision.

        Raises:
            InputError: if no such id, or more than one, is meant, it is undone already, or the mention has an event of its own.
        """
        decisions = {one.id: one for one in self._store.decisions()}
        mentions = {mention.id for mention in self._store.event_mentions()[0]}
        name = _meant(reference, [*decisions, *mentions], "decision or mention", "cckg merges list")
        return self._switch(decisions[name], undone=True) if name in decisions else self.split(name)

    def redo(self, reference: str) -> Decision:
        """Take an undo back: of a decision by hand, or, given a mention, that it was split off. Return the decision.

        Raises:
            InputError: if no such id, or more than one, is meant, or nothing was undone.
        """
        decisions = {one.id: one for one in self._store.decisions()}
        splits = {
            one.left[0].id: one for one in decisions.values() if one.kind is DecisionKind.SPLIT and len(one.left) == 1 and not one.undone
        }
        name = _meant(reference, [*decisions, *splits], "decision, or mention that was split off,", "cckg merges list")
        return self._switch(decisions[name], undone=False) if name in decisions else self._switch(splits[name], undone=True)

    def claims(self, text: str = "") -> list[LedgerClaim]:
        """Return the claim whose id is, or begins with, a text, else those in whose sides or quote each word of it stands.

        Rejected claims come first, then by id. Without a text, only these are returned.
        """
        rejected = [LedgerClaim(one.withheld.claim, one) for one in rejected_claims(self._store).values() if one.withheld]
        listed = [*rejected, *(LedgerClaim(claim) for claim in self._store.graph().claims)] if text.strip() else rejected
        named = [one for one in listed if text and one.claim.id.startswith(text.strip())]
        return named or [one for one in listed if _says(text, [one.claim.cause.text, one.claim.effect.text, one.claim.quote.text])]

    def reject(self, claim: str) -> Decision:
        """Decide that a claim was read wrongly: it is out of the graph until that is undone. Return the decision.

        Raises:
            InputError: if no such claim, or more than one, is meant, or it is rejected already.
        """
        stated = {one.id: one for one in self._store.graph().claims}
        rejected = rejected_claims(self._store)
        name = _meant(claim, [*stated, *rejected], "claim", "cckg claims show WORDS")
        if name not in stated:
            raise InputError(f"The claim {name} is rejected already.")
        decision = self._kept(Decision("", DecisionKind.REJECT, "", withheld=withheld(self._store, stated[name])), name)
        withhold_rejected(self._store)
        self._settle()
        return decision

    def restore(self, claim: str) -> Decision:
        """Undo that a claim was rejected, named by its id or that of the decision. Return the decision.

        Raises:
            InputError: if no such claim, or more than one, is meant.
        """
        rejected = rejected_claims(self._store)
        named = rejected | {one.id: one for one in rejected.values()}
        return self._switch(named[_meant(claim, named, "rejected claim", "cckg claims show")], undone=True)

    # Private

    def _seen(self) -> "_Seen":
        """Return the graph as it is, settled.

        Raises:
            InputError: if its mentions were assigned one by one, where nothing can be decided anew.
        """
        self._settle()
        reader = self._store.decided_by()
        if reader is None:
            raise InputError(
                f"No event reader has decided which mentions of {self._store.url} are one event, so there is nothing to correct. "
                'Set models.identity = "strong", and run `cckg upgrade`.'
            )
        return _Seen(self._store, reader)

    def _documents(self, reference: str) -> set[str] | None:
        """Return the ids of the documents that are meant; None where all are."""
        if not reference:
            return None
        found = {one.id for one in self._store.documents() if one.uri == reference or one.id.startswith(reference)}
        found |= {one.id for one in [self._store.find_document(reference)] if one}
        if not found:
            raise InputError(f"No document is called {reference!r}. `cckg documents` shows their ids and uris.")
        return found

    def _decide(self, kind: DecisionKind, left: Iterable[EventMention], right: Iterable[EventMention]) -> Decision:
        decision = self._keep(kind, left, right)
        self._settle()
        return decision

    def _keep(self, kind: DecisionKind, left: Iterable[EventMention], right: Iterable[EventMention]) -> Decision:
        sides = [tuple(DecidedMention(one.id, one.text, one.title) for one in mentions) for mentions in (left, right)]
        about = [mention.id for side in sides for mention in side]
        return self._kept(Decision("", kind, "", left=sides[0], right=sides[1]), *about)

    def _kept(self, decision: Decision, *about: str) -> Decision:
        """Keep a new decision, dated later than all before it."""
        self._may_decide()
        before = [datetime.fromisoformat(one.decided_at) for one in self._store.decisions()[-1:]]
        at = max([datetime.now(UTC), *(one + timedelta(microseconds=1) for one in before)]).isoformat(timespec="microseconds")
        decision = replace(decision, id=content_hash("decision", decision.kind, at, *about), decided_at=at)
        self._store.keep_decision(decision)
        return decision

    def _switch(self, decision: Decision, *, undone: bool) -> Decision:
        """Let a decision apply no more, or again."""
        if decision.undone is undone:
            raise InputError(f"The decision {decision.id} {'is undone already' if undone else 'was not undone'}.")
        self._may_decide()
        if decision.withheld and undone:
            bring_back(self._store, decision.withheld, self._embedder())  # first: if we are stopped here, it is withheld again
        decision = replace(decision, undone=undone)
        self._store.keep_decision(decision)
        if decision.withheld:
            withhold_rejected(self._store)
        self._settle()
        return decision


# Private


@dataclass
class _Seen:
    """The graph as it was read for one command."""

    store: GraphStore
    reader: str

    @cached_property
    def graph(self) -> Subgraph:
        return self.store.graph()

    @cached_property
    def mentions(self) -> dict[str, EventMention]:
        return {mention.id: mention for mention in self.store.event_mentions()[0]}

    @cached_property
    def members(self) -> dict[str, list[EventMention]]:
        found: defaultdict[str, list[EventMention]] = defaultdict(list)
        for mention in self.mentions.values():
            found[mention.event].append(mention)
        return dict(found)

    @cached_property
    def readings(self) -> list[PairReading]:
        return [one for one in self.store.readings() if one.reader == self.reader]

    @cached_property
    def decisions(self) -> list[Decision]:
        return [one for one in self.store.decisions() if one.kind is not DecisionKind.REJECT]

    @cached_property
    def names(self) -> Collection[str]:
        """Return all ids by which an event is found."""
        return self.mentions.keys() | self.members.keys()

    @cached_property
    def _inside(self) -> Mapping[str, Sequence[float]]:
        """Return by event what the reader said of pairs of its mentions."""
        found: defaultdict[str, list[float]] = defaultdict(list)
        for one in self.readings:
            if (event := self.mentions[one.left].event) == self.mentions[one.right].event:
                found[event].append(one.same)
        return found

    @cached_property
    def _read_at(self) -> Mapping[str, str]:
        return {line.id: line.created_at for line in self.store.merges()}

    def event_of(self, name: str) -> str:
        return self.mentions[name].event if name in self.mentions else name

    def event(self, name: str) -> LedgerEvent:
        members = self.members.get(name, [])
        told = self._inside.get(name)
        ids = {mention.id for mention in members}
        return LedgerEvent(
            self.graph.events[name],
            tuple(members),
            round(fmean(told), 4) if told else None,
            self.reader,
            max((self._read_at[mention.id] for mention in members), default=""),
            tuple(one for one in self.decisions if not one.mentions.isdisjoint(ids)),
        )


def _meant(reference: str, names: Iterable[str], what: str, where: str) -> str:
    """Return the id that is given, or the only one that begins so."""
    given = reference.strip()
    found = sorted({name for name in names if given and name.startswith(given)})
    if given in found or len(found) == 1:
        return given if given in found else found[0]
    many = f"{len(found)} ids of such begin with {given!r}; give more of it" if found else f"There is no {what} {reference!r}"
    raise InputError(f"{many}. `{where}` shows their ids.")


def _says(text: str, told: Iterable[str]) -> bool:
    """Tell whether each word of a text stands in what is told, case apart."""
    whole = " ".join(told).casefold()
    return all(word in whole for word in text.casefold().split())
