"""Decides for every mention of a document which event it names: one that the graph holds, one named earlier in the document, or a new one.

CCRAG §4.1: nearest events of the same polarity, then the verifier: interchangeable and of the same polarity. Added to it:
what the documents say to be cause and effect of one another, directly or through a chain, is never one event unless it is said in the
same words. Mentions are decided in their order, against the graph as it stood before the document, so that concurrency cannot change
the result.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from cckg.core.claims import Document, ExtractedClaim
from cckg.core.graph import Event, Merge
from cckg.core.roles import Verifier
from cckg.core.text import STOP_WORDS, content_hash
from cckg.core.vectors import Matrix, stack
from cckg.identity.matching import Candidate, EventMatcher
from cckg.identity.policy import POLICY
from cckg.identity.wordings import WordingKey, Wordings, mention_id, nearest_before, wording_key
from cckg.language import stem

FOUNDER = "founder"


@dataclass(frozen=True, slots=True)
class Consolidation:
    """Where each wording went. `events` are new, with (len(events), d) vectors; `merges` has one line per wording, with vectors."""

    event_of: dict[WordingKey, str]
    events: tuple[Event, ...]
    event_vectors: Matrix
    merges: tuple[Merge, ...]
    merge_vectors: Matrix
    reused: int


def consolidate(
    claims: Sequence[ExtractedClaim],
    document: Document,
    named: Wordings,
    *,
    matcher: EventMatcher,
    verifier: Verifier,
    min_cosine: float,
) -> Consolidation:
    """Consolidate the mentions of a document's claims, in their order; `named` are the wordings of these, each once.

    The matcher is over the graph as it stood before this document. The verifier decides between two wordings of the document; pairs below
    `min_cosine` are not worth its look.
    """
    wordings, vectors = list(named.events.values()), named.vectors
    place = {key: number for number, key in enumerate(named.events)}
    known = matcher.candidates(wordings, "interchangeable", vectors=vectors, same_polarity_only=True)
    earlier = _earlier(wordings, vectors, verifier=verifier, min_cosine=min_cosine)
    options = [_known(row) + before for row, before in zip(known, earlier, strict=True)]
    candidates = dict.fromkeys(offer.target for offers in options for offer in offers if isinstance(offer.target, str))
    told = [(place[wording_key(claim.cause)], place[wording_key(claim.effect)]) for claim in claims]
    stated = _Stated([*told, *matcher.links_around(list(candidates))])
    assigned, reasons = _assign(options, stated)
    return _consolidation(named, document, assigned=assigned, reasons=reasons, verifier=verifier.name)


def each_apart(document: Document, named: Wordings) -> Consolidation:
    """Let every wording of a document found an event of its own, which has its id: which of them are one is decided later, for all."""
    wordings = list(named.events)
    event_of = {key: mention_id(document.id, key) for key in wordings}
    found = _consolidation(named, document, assigned=range(len(wordings)), reasons=[None] * len(wordings), verifier=FOUNDER)
    events = tuple(replace(event, id=event_of[key]) for key, event in zip(wordings, found.events, strict=True))
    merges = tuple(replace(merge, event=merge.id) for merge in found.merges)
    return replace(found, event_of=event_of, events=events, merges=merges)


# Private


_Node = str | int
"""The id of an event; or, as long as a wording has none, its place in the document, which also stands for the event that it will found."""


@dataclass(frozen=True, slots=True)
class _Option:
    """An event that a wording may go to: one of the graph, or that of an earlier wording of this document."""

    score: float
    cosine: float
    target: _Node


class _Stated:
    """The causal links that the document states between its wordings, and those that the graph holds between the events they may become.

    A node is an event, or a wording that is none yet; as wordings become events, their links go over to the events.
    """

    def __init__(self, links: Sequence[tuple[_Node, _Node]]) -> None:
        self._after: dict[_Node, set[_Node]] = defaultdict(set)
        self._before: dict[_Node, set[_Node]] = defaultdict(set)
        for cause, effect in links:
            self._after[cause].add(effect)
            self._before[effect].add(cause)

    def allows(self, wording: int, event: _Node) -> bool:
        """Tell whether the wording may become the event: neither leads to the other."""
        return event not in _reached(self._after, wording) and event not in _reached(self._before, wording)

    def assign(self, wording: int, event: _Node) -> None:
        """Let the wording be the event from now on."""
        for there, back in ((self._after, self._before), (self._before, self._after)):
            for other in there.pop(wording, set()):
                back[other].discard(wording)
                back[other].add(event)
                there[event].add(other)


def _reached(links: Mapping[_Node, set[_Node]], start: _Node) -> set[_Node]:
    reached: set[_Node] = set()
    waiting = [start]
    while waiting:
        new = links.get(waiting.pop(), set()) - reached
        reached |= new
        waiting.extend(new)
    return reached


def _known(candidates: Sequence[Candidate]) -> list[_Option]:
    """Keep the candidates of the graph that the verifier accepts."""
    return [_Option(found.verdict.score, found.cosine, found.event.id) for found in candidates if found.verdict.match]


def _earlier(wordings: Sequence[Event], vectors: Matrix, *, verifier: Verifier, min_cosine: float) -> list[list[_Option]]:
    """Verify every wording against the nearest of those before it in the document, of its polarity if the verifier goes by labels."""
    pairs = nearest_before(wordings, vectors, most=POLICY.earlier_wordings, min_cosine=min_cosine, any_polarity=verifier.judges_polarity)
    verdicts = verifier.verify([(wordings[later], wordings[before]) for later, before, _ in pairs], "interchangeable")
    options: list[list[_Option]] = [[] for _ in wordings]
    for (later, before, cosine), verdict in zip(pairs, verdicts, strict=True):
        recent = verdict.same_polarity and verdict.score >= POLICY.taken_up_score and later - before <= POLICY.recent_wordings
        taken_up = recent and _takes_up(wordings[later].text, wordings[before].text)
        if verdict.match or taken_up:
            options[later].append(_Option(verdict.score, cosine, before))
    return options


def _takes_up(later: str, earlier: str) -> bool:
    """Tell whether a wording points at something that was told before, by a word that is no name: "a small crack …", "the crack"."""
    pointing = later.split(maxsplit=1)[0].lower() in {"the", "this", "that", "these", "those"}
    return pointing and not _plain_stems(later).isdisjoint(_plain_stems(earlier))


def _plain_stems(text: str) -> set[str]:
    return {stem(word) for word in text.split() if word.islower()} - {stem(word) for word in STOP_WORDS}


def _assign(options: Sequence[Sequence[_Option]], stated: _Stated) -> tuple[list[_Node], list[_Option | None]]:
    """Give each wording the best event that is allowed, or else its own place: it founds an event."""
    assigned: list[_Node] = []
    reasons: list[_Option | None] = []
    for wording, offers in enumerate(options):
        named = [(offer, assigned[offer.target] if isinstance(offer.target, int) else offer.target) for offer in offers]
        named.sort(key=lambda item: (-item[0].score, -item[0].cosine, isinstance(item[1], int), str(item[1])))
        best = next((item for item in named if item[0].cosine >= POLICY.identical_cosine or stated.allows(wording, item[1])), None)
        if best:
            stated.assign(wording, best[1])
        assigned.append(best[1] if best else wording)
        reasons.append(best[0] if best else None)
    return assigned, reasons


def _consolidation(
    named: Wordings, document: Document, *, assigned: Sequence[_Node], reasons: Sequence[_Option | None], verifier: str
) -> Consolidation:
    wordings, vectors = list(named.events.values()), named.vectors
    founders = [place for place, event in enumerate(assigned) if event == place]
    new = {place: content_hash("event", document.id, wordings[place].text, wordings[place].polarity) for place in founders}
    ids = [new[event] if isinstance(event, int) else event for event in assigned]
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    merges = tuple(
        Merge(
            id=mention_id(document.id, key),
            event=event,
            document=document.id,
            wording=wording.text,
            cosine=round(reason.cosine, 6) if reason else 1.0,
            verifier=verifier if reason else FOUNDER,
            created_at=now,
            polarity=wording.polarity,
            context=named.contexts.get(key),
        )
        for (key, wording), event, reason in zip(named.events.items(), ids, reasons, strict=True)
    )
    return Consolidation(
        event_of=dict(zip(named.events, ids, strict=True)),
        events=tuple(Event(ids[place], wordings[place].text, wordings[place].polarity, document.title) for place in founders),
        event_vectors=stack([vectors[place] for place in founders], dimension=vectors.shape[1]),
        merges=merges,
        merge_vectors=vectors,
        reused=len(wordings) - len(founders),
    )
