"""The one matcher of wordings to events, used by entry and by interventions: nearest by vector, then verified.

CCRAG §4.1, §4.3, §4.4. What is done with a match is left to the stages.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np

from cckg.core.evidence import Direction
from cckg.core.graph import Event, EventMention, MentionContext, Polarity, RecordedMention
from cckg.core.roles import Criterion, MatchVerdict, Verifier
from cckg.core.text import content_words
from cckg.core.vectors import Matrix
from cckg.identity.event_reader import shifted
from cckg.identity.policy import POLICY
from cckg.language import polarity_of, stem
from cckg.models import Embedder
from cckg.settings import MatchSettings
from cckg.stores import GraphStore, Hit

WORDINGS_PER_EVENT = 3
"""Wordings of an event that the verifier is shown, at most; the best verdict counts."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An event of the graph that a wording may mean, with its cosine, what the verifier says, and what stands around the mention read."""

    event: Event
    cosine: float
    verdict: MatchVerdict
    around: str = ""


class PhraseReader(Protocol):
    """Tells what phrases of questions mean, a pair at a time; which are worth reading is told by how near they are."""

    is_final: Literal[False]

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each phrase and each mention whether the phrase means it; a phrase may say less."""

    def nearness(self, phrase: EventMention, mentions: Sequence[EventMention]) -> list[float]:
        """Return the cosine of a phrase with each mention, −1..1, which tells what is worth reading."""


class FinalPhraseReader(Protocol):
    """Tells what phrases of questions mean, of many at once; no rule overrules it, and it is asked about all that might be meant."""

    is_final: Literal[True]

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each phrase and each mention whether the phrase means it; a phrase may say less."""


class EventMatcher:
    """Finds the events that wordings mean; all wordings of a call share one verifier call."""

    def __init__(
        self,
        store: GraphStore,
        *,
        embedder: Embedder,
        verifier: Verifier,
        settings: MatchSettings,
        linker: PhraseReader | FinalPhraseReader | None = None,
    ) -> None:
        """Take the store, and who verifies; a linker, if there is one, tells what phrases of questions mean."""
        self.linker = linker
        self.embedder = embedder
        self._store = store
        self._verifier = verifier
        self._settings = settings

    def candidates(self, wordings: Sequence[Event], criterion: Criterion) -> list[list[Candidate]]:
        """Return for each wording its nearest events with the verifier's verdicts, best score first; ties by cosine, then id.

        Args:
            wordings: events with an empty id: text, polarity and, where known, the title of their document as context.
            criterion: what "the same" means here, see `cckg.core.roles.Verifier`.
        """
        if not wordings:
            return []
        looked_at = self._looked_at(self._nearest(self.embedder.encode([wording.text for wording in wordings])))
        verdicts = self._verifier.verify([(wordings[place], _as_worded(wording)) for place, wording, _ in looked_at], criterion)
        best: list[dict[str, Candidate]] = [{} for _ in wordings]
        for (place, wording, cosine), verdict in zip(looked_at, verdicts, strict=True):
            candidate = Candidate(wording.event, cosine, verdict)
            other = best[place].setdefault(wording.event.id, candidate)
            best[place][wording.event.id] = min(candidate, other, key=_worth)
        return [sorted(found.values(), key=_worth) for found in best]

    def linked(
        self,
        phrase: str,
        polarity: Polarity,
        question: str,
        *,
        told: Sequence[str] = (),
        is_all: bool = False,
        besides: Collection[str] = (),
    ) -> list[Candidate]:
        """Return events that a phrase may mean with what the linker says of that, best first; ties by cosine, then id.

        Looked at are the nearest few mentions of all, and of those told where the question leads the nearest, in all `linked_mentions`;
        read of these are the few that speak most for being meant. A linker that is final is asked about all `chat_linked_mentions`.

        Args:
            phrase: what of the question means an event.
            polarity: which way it goes.
            question: the whole question, which is the phrase's context; empty if there is none.
            told: ids of the mentions in the passages that fit the question best.
            is_all: whether the question says nothing else: mentions that have all words of the phrase are then equally near to it.
            besides: ids of events that it does not mean.

        Without a linker there are none.
        """
        if self.linker is None:
            return []
        asked = _asked(phrase, polarity, question)
        if self.linker.is_final:
            near = [(one, cosine) for one, cosine in self._nearest_in_place(phrase, told, question) if one.event.id not in besides]
            said = self.linker.meant([(asked, _mention(recorded)) for recorded, _ in near])
            return _best([Candidate(one.event, at, verdict) for (one, at), verdict in zip(near, said, strict=True)], besides="")
        found = self._found(phrase, told, besides)
        if not found:
            return []
        places = self.embedder.encode([question or phrase, *(_place_of(recorded) for recorded, _ in found)])
        nears = (places[1:] @ places[0]).tolist()
        whole = [_says_all(recorded, phrase) for recorded, _ in found]
        nearest = max((near for near, says_all in zip(nears, whole, strict=True) if says_all), default=0.0)
        nears = [nearest if is_all and says_all else near for near, says_all in zip(nears, whole, strict=True)]
        shifts = [_shift(near, says_all=says_all) for near, says_all in zip(nears, whole, strict=True)]
        mentions = [_mention(recorded) for recorded, _ in found]
        worth = [
            POLICY.read_for_place * near + POLICY.read_for_words * says_all + POLICY.read_for_nearness * alike
            for near, says_all, alike in zip(nears, whole, self.linker.nearness(asked, mentions), strict=True)
        ]
        ranked = sorted(range(len(found)), key=lambda place: -worth[place])
        read = [place for rank, place in enumerate(ranked) if rank < 2 or worth[place] >= worth[ranked[0]] - POLICY.worth_reading]
        verdicts = self.linker.meant([(asked, mentions[place]) for place in read])
        candidates = [
            Candidate(found[place][0].event, found[place][1], _in_place(verdict, shifts[place]), _around(found[place][0]))
            for place, verdict in zip(read, verdicts, strict=True)
        ]
        return _best(candidates, besides="")

    def foresee(self, phrases: Sequence[tuple[str, Polarity]], question: str, *, told: Sequence[str]) -> None:
        """Ask a linker that is final about all phrases of a question together, each with its polarity; it remembers what it says."""
        if self.linker and self.is_final:
            found = [
                (_asked(phrase, way, question), one) for phrase, way in phrases for one, _ in self._nearest_in_place(phrase, told, question)
            ]
            self.linker.meant([(asked, _mention(recorded)) for asked, recorded in found])

    def meant(self, phrase: str, polarity: Polarity, question: str, told: Sequence[tuple[str, str]]) -> list[MatchVerdict]:
        """Return what the linker says of a phrase meaning what sentences state, each with its document's title; none without a linker."""
        if self.linker is None:
            return []
        sentences = [EventMention("", "", "", title, text, polarity, MentionContext("", 0, 0)) for title, text in told]
        return self.linker.meant([(_asked(phrase, polarity, question), sentence) for sentence in sentences])

    def opposites(self, pairs: Sequence[tuple[Event, Event]], *, limit: int) -> list[list[Candidate]]:
        """Return for each event up to `limit` events that are its opposite, best first: what that was written as, else its contrary.

        An opposite in other words ("the dam held") may stand in the graph as an occurrence or as an absence. The contrary is the same
        event with the opposite polarity. All `pairs` of an event and what its opposite was written as share the verifier's calls. A linker
        reads what was written with the few mentions that are nearest to it.
        """
        if self.linker:
            return [row[:limit] for row in self._read_opposites(self.linker, pairs)]
        texts = [list(dict.fromkeys([written, replace(written, polarity=polarity_of(written.text))])) for _, written in pairs]
        rows = iter(self.candidates([text for of_pair in texts for text in of_pair], "interchangeable"))
        found = [[candidate for _ in of_pair for candidate in next(rows) if candidate.verdict.match] for of_pair in texts]
        unmet = [place for place, (event, _) in enumerate(pairs) if all(candidate.event.id == event.id for candidate in found[place])]
        for place, row in zip(unmet, self.candidates([pairs[place][0] for place in unmet], "interchangeable"), strict=True):
            akin = [candidate for candidate in row if candidate.verdict.same_event]
            found[place] = [candidate for candidate in akin if candidate.event.polarity is pairs[place][0].polarity.opposite]
        return [_best(candidates, besides=event.id)[:limit] for candidates, (event, _) in zip(found, pairs, strict=True)]

    def compare(self, pairs: Sequence[tuple[Event, Event]]) -> list[MatchVerdict]:
        """Return of each pair whether the wording has the core of the event, and its polarity."""
        return self._verifier.verify(pairs, "same core")

    def links_around(self, events: Sequence[str]) -> list[tuple[str, str]]:
        """Return the causal links, cause first, up- and downstream of these events."""
        found = [self._store.neighbourhood(events, direction, depth=_LINKS_DEPTH, limit=_LINKS_LIMIT) for direction in _DIRECTIONS]
        return [(edge.cause, edge.effect) for subgraph in found for edge in subgraph.edges() if edge.followed]

    @property
    def is_final(self) -> bool:
        """Tell whether no rule overrules who tells what phrases of questions mean: a chat model, which costs a call."""
        return self.linker is not None and self.linker.is_final

    # Private

    def _read_opposites(self, linker: PhraseReader | FinalPhraseReader, pairs: Sequence[tuple[Event, Event]]) -> list[list[Candidate]]:
        written = [one for _, one in pairs]
        hits = self._store.nearest_wordings(self.embedder.encode([one.text for one in written]), k=POLICY.opposite_mentions)
        known = {one.id: one for one in self._store.wordings(list(dict.fromkeys(hit.id for row in hits for hit in row)))}
        shown = [(place, known[hit.id], hit.score) for place, row in enumerate(hits) for hit in row if hit.id in known]
        phrases = [
            EventMention("", "", "", "" if linker.is_final else one.context, one.text, one.polarity, MentionContext("", 0, 0))
            for one in written
        ]
        verdicts = linker.meant([(phrases[place], _mention(recorded)) for place, recorded, _ in shown])
        found: list[list[Candidate]] = [[] for _ in pairs]
        for (place, recorded, cosine), verdict in zip(shown, verdicts, strict=True):
            if verdict.match:
                found[place].append(Candidate(recorded.event, cosine, verdict))
        return [_best(candidates, besides=event.id) for candidates, (event, _) in zip(found, pairs, strict=True)]

    def _found(self, phrase: str, told: Sequence[str], besides: Collection[str]) -> list[tuple[RecordedMention, float]]:
        """Return the mentions that are looked at for a phrase, with their cosines; arguments as of `linked`."""
        vectors = self.embedder.encode([phrase])
        hits = self._store.nearest_wordings(vectors, k=POLICY.linked_mentions)[0]
        known = {wording.id: wording for wording in self._store.wordings([*told, *(hit.id for hit in hits)])}
        known = {name: one for name, one in known.items() if one.event.id not in besides}
        near = [(known[hit.id], hit.score) for hit in hits if hit.id in known]
        first = POLICY.nearest_mentions
        there = self._by_cosine([known[name] for name in told if name in known], vectors)
        return list({one.id: (one, cosine) for one, cosine in (*near[:first], *there, *near[first:])}.values())[: POLICY.linked_mentions]

    def _nearest_in_place(self, phrase: str, told: Sequence[str], question: str) -> list[tuple[RecordedMention, float]]:
        """Return the mentions that a chat model is asked about, with their cosines: near to the phrase, where the question leads."""
        vectors = self.embedder.encode([phrase, question or phrase])
        hits = self._store.nearest_wordings(vectors[:1], k=2 * POLICY.chat_linked_mentions)[0]
        known = self._store.wordings(list(dict.fromkeys([*told, *(hit.id for hit in hits)])))
        if not known:
            return []
        cosines = self.embedder.encode([one.text for one in known]) @ vectors[0]
        nears = self.embedder.encode([_place_of(one) for one in known]) @ vectors[1]
        whole = np.array([_says_all(one, phrase) for one in known])
        worth = POLICY.read_for_nearness * cosines + POLICY.read_for_place * nears + POLICY.read_for_words * whole
        return [(known[place], float(cosines[place])) for place in np.argsort(-worth, kind="stable")[: POLICY.chat_linked_mentions]]

    def _by_cosine(self, mentions: Sequence[RecordedMention], vector: Matrix) -> list[tuple[RecordedMention, float]]:
        """Return mentions with their cosines with a (1, d) vector, the nearest first; ties in the order given."""
        if not mentions:
            return []
        cosines = self.embedder.encode([one.text for one in mentions]) @ vector[0]
        return sorted(zip(mentions, cosines.tolist(), strict=True), key=lambda found: -found[1])

    def _nearest(self, vectors: Matrix) -> list[list[Hit]]:
        """Return for each of (n, d) vectors the nearest wordings, as far as they are near enough."""
        k, floor = self._settings.candidates * WORDINGS_PER_EVENT, self._settings.min_cosine
        return [[hit for hit in hits if hit.score >= floor] for hits in self._store.nearest_wordings(vectors, k=k)]

    def _looked_at(self, nearest: Sequence[Sequence[Hit]]) -> list[tuple[int, RecordedMention, float]]:
        """Return what the verifier is shown: the place of the wording asked about, a wording of the graph, and their cosine.

        What another process took out since it was found is passed over.
        """
        known = {wording.id: wording for wording in self._store.wordings(list(dict.fromkeys(hit.id for hits in nearest for hit in hits)))}
        return [(place, known[hit.id], hit.score) for place, hits in enumerate(nearest) for hit in self._fewest(hits, known)]

    def _fewest(self, hits: Sequence[Hit], known: Mapping[str, RecordedMention]) -> list[Hit]:
        """Keep of each event its nearest wordings, and of events as many as the settings allow."""
        kept: dict[str, list[Hit]] = {}
        for hit in hits:
            if hit.id not in known:
                continue
            event = known[hit.id].event.id
            if event in kept or len(kept) < self._settings.candidates:
                kept.setdefault(event, []).append(hit)
        return [hit for of_event in kept.values() for hit in of_event[:WORDINGS_PER_EVENT]]


# Private

_DIRECTIONS: tuple[Direction, ...] = ("causes", "effects")
_LINKS_DEPTH = 8
_THAT_IT_IS = frozenset(["need", "happen", "occur", "take", "place"])
_LINKS_LIMIT = 2000


def _place_of(recorded: RecordedMention) -> str:
    """Return the text in which a mention stands, under its title."""
    told = recorded.told or MentionContext(recorded.text, 0, 0)
    return f"{recorded.context} {told.left} {told.words} {told.right}"


def _says_all(recorded: RecordedMention, phrase: str) -> bool:
    """Tell whether a mention has all content words of a phrase that has any, but those that say only that something comes to be."""
    asked = set(map(stem, content_words(phrase))) - _THAT_IT_IS
    return bool(asked) and asked <= set(map(stem, content_words(recorded.text)))


def _shift(near: float, *, says_all: bool) -> float:
    """Return what speaks, in log odds, for a phrase meaning a mention before it is read: how near the question is to where that stands."""
    return POLICY.place_weight * near + POLICY.words_weight * says_all + POLICY.linked_shift


def _in_place(verdict: MatchVerdict, shift: float) -> MatchVerdict:
    """Return what is said of a phrase and a mention once it counts what else speaks for it."""
    same = shifted(verdict.score, POLICY.read_weight, shift)
    is_same = same >= POLICY.linked if verdict.same_polarity else verdict.same_event
    return replace(verdict, same_event=is_same, score=round(same, 4))


def _around(recorded: RecordedMention) -> str:
    told = recorded.told
    return " ".join([recorded.text, *told.headings, told.date, told.place]) if told else recorded.text


def _asked(phrase: str, polarity: Polarity, question: str) -> EventMention:
    """Return a phrase as a mention whose title is its question."""
    return EventMention("", "", "", question if question != phrase else "", phrase, polarity, MentionContext("", 0, 0))


def _mention(recorded: RecordedMention) -> EventMention:
    told = recorded.told or MentionContext("", 0, 0)
    return EventMention(recorded.id, recorded.event.id, "", recorded.context, recorded.text, recorded.event.polarity, told)


def _as_worded(wording: RecordedMention) -> Event:
    return replace(wording.event, text=wording.text, context=wording.context)


def _best(candidates: Sequence[Candidate], *, besides: str) -> list[Candidate]:
    """Return each event's best candidate, the best first, besides those of one event."""
    best = {candidate.event.id: candidate for candidate in sorted(candidates, key=_worth, reverse=True)}
    return sorted((candidate for name, candidate in best.items() if name != besides), key=_worth)


def _worth(candidate: Candidate) -> tuple[bool, float, float, str]:
    """Order candidates: those of the same polarity first, then by score, cosine, id."""
    return not candidate.verdict.match, -candidate.verdict.score, -candidate.cosine, candidate.event.id
