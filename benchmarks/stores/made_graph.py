"""A made-up causal graph of any size, document by document, the same for the same seed; no more than one document is held at a time.

An event is five words of one topic. Its vector is the weighted sum of the words' vectors with something common to all and some noise of
its own, of unit length: among a thousand such events the nearest neighbours lie at the cosines (0.56 the first, 0.32 the tenth) and have
the local dimension (12 to 17) that they have among the events of cckg's own corpora with the default encoder.
Three claims lead from or to each event: to an event of its own document, or, three times in ten, of any document up to then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cckg.core.claims import Chunk, Claim, Document, GraphUpdate, Mention, Modality, Span
from cckg.core.graph import Event, Merge, Polarity
from cckg.core.text import content_hash
from cckg.core.vectors import Matrix

EVENTS_OF_A_DOCUMENT = 333
CLAIMS_OF_AN_EVENT = 3
CLAIMS_OF_AN_ADDITION = 1000
NEW_IN_AN_ADDITION = 100

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Questions:
    """Vectors near those of events, (m, d); for each a polarity, and the ids of the events truly nearest, of all and of that polarity."""

    vectors: Matrix
    polarities: list[Polarity]
    nearest: list[set[str]]
    nearest_of_polarity: list[set[str]]


class MadeGraph:
    """A graph of so many events in documents of 333, and any number of documents of 1,000 claims that may be added to it."""

    def __init__(self, events: int, *, seed: int = 0, dimension: int = 384) -> None:
        """Draw the words and the topics; documents are made when they are asked for."""
        self.events = events
        self.claims = events * CLAIMS_OF_AN_EVENT
        self.documents = -(-events // EVENTS_OF_A_DOCUMENT)
        self.dimension = dimension
        self._seed = seed
        rng = self._rng("words")
        self._words = _unit(rng.standard_normal((len(_WORDS), dimension), dtype=np.float32))
        self._common = _COMMON * _unit(rng.standard_normal((1, dimension), dtype=np.float32))
        self._topics = rng.integers(0, len(_WORDS), (max(events // _EVENTS_OF_A_TOPIC, 1), _WORDS_OF_A_TOPIC))

    def document(self, number: int) -> GraphUpdate:
        """Make document `number`, counted from 0, of the graph."""
        rng = self._rng("document", number)
        first = number * EVENTS_OF_A_DOCUMENT
        new = np.arange(first, min(first + EVENTS_OF_A_DOCUMENT, self.events))
        one = np.repeat(new, CLAIMS_OF_AN_EVENT)
        other = np.where(rng.random(len(one)) < _FAR, rng.integers(0, new[-1] + 1, len(one)), rng.choice(new, len(one)))
        turned = rng.random(len(one)) < 0.5
        return self._update(f"report {number}", rng, new=new, causes=np.where(turned, other, one), effects=np.where(turned, one, other))

    def addition(self, number: int) -> GraphUpdate:
        """Make a further document: 1,000 claims among 100 new events and 200 of the graph."""
        rng = self._rng("addition", number)
        first = self.events + number * NEW_IN_AN_ADDITION
        new = np.arange(first, first + NEW_IN_AN_ADDITION)
        known = rng.integers(0, self.events, 2 * NEW_IN_AN_ADDITION)
        causes = rng.choice(np.concatenate([new, known]), CLAIMS_OF_AN_ADDITION)
        causes[:NEW_IN_AN_ADDITION] = new  # so that a claim leads from every new event
        return self._update(f"addition {number}", rng, new=new, causes=causes, effects=rng.choice(known, CLAIMS_OF_AN_ADDITION))

    def questions(self, count: int, *, k: int) -> Questions:
        """Perturb the vectors of random events, and find by brute force the k events of the graph that are nearest to each."""
        rng = self._rng("questions")
        vectors = self._vectors(rng.integers(0, self.events, count))
        vectors = _unit(vectors + _PERTURBATION * _unit(rng.standard_normal(vectors.shape, dtype=np.float32)))
        asked = np.arange(count) % len(_POLARITIES)
        of_all, of_polarity = _Best(k), _Best(k)
        for first in range(0, self.events, _BLOCK):
            numbers = np.arange(first, min(first + _BLOCK, self.events))
            cosines = vectors @ self._vectors(numbers).T  # (count, n)
            of_all.take(cosines, numbers)
            of_polarity.take(np.where(_polarities(numbers) == asked[:, np.newaxis], cosines, -np.inf), numbers)
        return Questions(vectors, [_POLARITIES[place] for place in asked.tolist()], of_all.ids(), of_polarity.ids())

    def some_events(self, count: int) -> list[str]:
        """Return the ids of random events of the graph."""
        return [_event_id(number) for number in self._rng("events").integers(0, self.events, count).tolist()]

    # Private

    def _rng(self, purpose: str, number: int = 0) -> np.random.Generator:
        return np.random.default_rng([self._seed, *purpose.encode(), number])

    def _update(self, title: str, rng: np.random.Generator, *, new: Numbers, causes: Numbers, effects: Numbers) -> GraphUpdate:
        """Make a document that founds the new events and claims that each cause leads to its effect."""
        name = content_hash("document", title)
        mentioned, places = np.unique(np.stack([causes, effects]), return_inverse=True)
        named = self._events(mentioned, title)
        sides = [(named[cause], named[effect]) for cause, effect in zip(*places.reshape(2, -1).tolist(), strict=True)]
        modalities = [_MODALITIES[place] for place in rng.choice(len(_MODALITIES), len(sides), p=_MODALITY_SHARES)]
        quotes = [f"{cause.text} {_CUES[modality]} {effect.text}." for (cause, effect), modality in zip(sides, modalities, strict=True)]
        chunks = tuple(_chunks(name, quotes))
        events, vectors = tuple(self._events(new, title)), self._vectors(new)
        return GraphUpdate(
            document=Document(name, f"{title.replace(' ', '-')}.txt", title, "text/plain", " ".join(quotes)),
            chunks=chunks,
            chunk_vectors=_unit(np.stack([vectors[place :: len(chunks)].mean(axis=0) for place in range(len(chunks))])),
            events=events,
            event_vectors=vectors,
            claims=tuple(_claims(chunks, sides, modalities)),
            merges=tuple(
                Merge(content_hash("merge", name, event.id), event.id, name, event.text, 1.0, "founder", _NOW) for event in events
            ),
            merge_vectors=vectors,
            ingested_at=_NOW,
        )

    def _events(self, numbers: Numbers, title: str) -> list[Event]:
        texts = (" ".join(_WORDS[word] for word in row) for row in self._spelling(numbers).tolist())
        of_each = zip(numbers.tolist(), texts, _polarities(numbers).tolist(), strict=True)
        return [Event(_event_id(number), text, _POLARITIES[polarity], title) for number, text, polarity in of_each]

    def _spelling(self, numbers: Numbers) -> Numbers:
        """Return the words of these events, (n, 5)."""
        topics = _drawn(numbers, "topic") % len(self._topics)
        slots = np.stack([_drawn(numbers, f"word {place}") % _WORDS_OF_A_TOPIC for place in range(_WORDS_OF_AN_EVENT)], axis=1)
        found: Numbers = self._topics[topics[:, np.newaxis], slots]
        return found

    def _vectors(self, numbers: Numbers) -> Matrix:
        size = _WORDS_OF_AN_EVENT + self.dimension
        drawn = np.stack(
            [np.random.default_rng((self._seed << 40) + number).standard_normal(size, dtype=np.float32) for number in numbers.tolist()]
        )
        weights = np.exp(drawn[:, :_WORDS_OF_AN_EVENT] / 2) / _WORDS_OF_AN_EVENT**0.5
        meaning = np.einsum("nw,nwd->nd", weights, self._words[self._spelling(numbers)])
        return _unit(self._common + meaning + _NOISE / self.dimension**0.5 * drawn[:, _WORDS_OF_AN_EVENT:])


# Private

_NOW = "2026-01-01T00:00:00.000000+00:00"
_SYLLABLES = ("ba", "dor", "fi", "gul", "ka", "lem", "no", "per", "ri", "sto", "tan", "ul", "ve", "wis", "xo", "zen")
_WORDS = [f"{a}{b}{c}" for a in _SYLLABLES for b in _SYLLABLES for c in _SYLLABLES]
_EVENTS_OF_A_TOPIC = 100
_WORDS_OF_A_TOPIC = 40
_WORDS_OF_AN_EVENT = 5
_COMMON = 0.4  # the common part of all vectors
_NOISE = 0.5  # length of what is an event's own
_PERTURBATION = 0.5  # length of what is added to an event's vector to ask for it
_FAR = 0.3  # of the claims, these lead to any document up to then
_BLOCK = 4096  # events whose vectors are compared at once
_SENTENCES_OF_A_CHUNK = 25
_POLARITIES = (Polarity.OCCURRENCE, Polarity.INCREASE, Polarity.DECREASE, Polarity.ABSENCE)
_POLARITY_BOUNDS = (70, 82, 94)  # per cent
_MODALITIES = (Modality.ASSERTED, Modality.HEDGED, Modality.DENIED)
_MODALITY_SHARES = (0.85, 0.1, 0.05)
_CUES = {Modality.ASSERTED: "causes", Modality.HEDGED: "may cause", Modality.DENIED: "does not cause"}


class _Best:
    """The k events of the highest cosines met so far, for each of some queries."""

    def __init__(self, k: int) -> None:
        self._k = k
        self._cosines: list[Matrix] = []
        self._numbers: list[Numbers] = []

    def take(self, cosines: Matrix, numbers: Numbers) -> None:
        """Look at further events, whose cosines are (m, n)."""
        cosines = np.concatenate([*self._cosines, cosines], axis=1)
        everyone = np.concatenate([*self._numbers, np.broadcast_to(numbers, (len(cosines), len(numbers)))], axis=1)
        best = np.argpartition(-cosines, min(self._k, cosines.shape[1] - 1), axis=1)[:, : self._k]
        self._cosines = [np.take_along_axis(cosines, best, axis=1)]
        self._numbers = [np.take_along_axis(everyone, best, axis=1)]

    def ids(self) -> list[set[str]]:
        """Return their ids, a set for each query; those of minus infinite cosine are none."""
        of_each = zip(self._numbers[0].tolist(), self._cosines[0].tolist(), strict=True)
        return [{_event_id(number) for number, cosine in zip(*row, strict=True) if cosine > -1.5} for row in of_each]


def _unit(rows: npt.NDArray[np.float32]) -> Matrix:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def _event_id(number: int) -> str:
    return content_hash("event", str(number))


def _polarities(numbers: Numbers) -> Numbers:
    """Return for each event the place of its polarity in _POLARITIES."""
    return np.searchsorted(_POLARITY_BOUNDS, _drawn(numbers, "polarity") % 100, side="right")


def _drawn(numbers: Numbers, purpose: str) -> Numbers:
    """Return a random whole number of 62 bits for each event, by SplitMix64."""
    start = np.uint64(int(content_hash(purpose), 16))
    mixed = start + numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(2)).astype(np.int64)


def _chunks(document: str, quotes: Sequence[str]) -> Iterator[Chunk]:
    start = 0
    for index, first in enumerate(range(0, len(quotes), _SENTENCES_OF_A_CHUNK)):
        text = " ".join(quotes[first : first + _SENTENCES_OF_A_CHUNK])
        yield Chunk(content_hash("chunk", document, str(index)), document, index, start, start + len(text), text)
        start += len(text) + 1


def _claims(chunks: Sequence[Chunk], sides: Sequence[tuple[Event, Event]], modalities: Sequence[Modality]) -> Iterator[Claim]:
    """Yield one claim per sentence: "<cause> causes <effect>.", a space between any two."""
    start = 0
    for place, ((cause, effect), modality) in enumerate(zip(sides, modalities, strict=True)):
        chunk = chunks[place // _SENTENCES_OF_A_CHUNK]
        cue_start = start + len(cause.text) + 1
        effect_start = cue_start + len(_CUES[modality]) + 1
        quote = f"{cause.text} {_CUES[modality]} {effect.text}."
        yield Claim(
            id=content_hash("claim", chunk.document, str(place)),
            document=chunk.document,
            chunk=chunk.id,
            cause_event=cause.id,
            effect_event=effect.id,
            cause=Mention(Span(cause.text, start, start + len(cause.text)), cause.text, cause.polarity),
            effect=Mention(Span(effect.text, effect_start, effect_start + len(effect.text)), effect.text, effect.polarity),
            cue=Span(_CUES[modality], cue_start, cue_start + len(_CUES[modality])),
            quote=Span(quote, start, start + len(quote)),
            modality=modality,
            confidence=0.9,
            extractor="made-up",
        )
        start += len(quote) + 1
