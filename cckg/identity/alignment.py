"""Aligns the words of two wordings by stem, synonym and contextual vector: how much of one finds a partner in the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from cckg.core.graph import Event, Polarity
from cckg.core.text import STOP_WORDS, WORD, content_words, squeeze, words
from cckg.core.vectors import Matrix, Vector
from cckg.identity.policy import POLICY
from cckg.language import contrasting, dates, neutral, polarity_of, related, stem
from cckg.models import Embedder

FEATURES = ("cosine", "mean", "lower", "higher", "weakest", "number_conflict", "name_conflict", "contrast")
CORE_FEATURES = (
    "cosine",
    "bare",
    "bare_left",
    "bare_right",
    "left",
    "left_weakest",
    "right",
    "number_conflict",
    "name_conflict",
    "contrast",
)
"""What the scores of "interchangeable" and of "same core" are computed from; see `Aligner.features`."""

_CACHE = 4096


@dataclass(frozen=True, slots=True)
class AlignedWords:
    """A wording taken apart: the words that count, their stems, their vectors (words, d), what they weigh, its names and numbers."""

    vector: Vector
    words: tuple[str, ...]
    word_stems: tuple[str, ...]
    matrix: Matrix
    weights: Vector
    stems: frozenset[str]
    kept: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    context_stems: frozenset[str]
    days: frozenset[str]
    context_days: frozenset[str]

    def besides(self, names: frozenset[str]) -> list[int]:
        """Return the places of the words that are none of these names, stemmed; all places if there are no others."""
        return [place for place, word in enumerate(self.word_stems) if word not in names] or list(range(len(self.words)))

    def part(self, places: Sequence[int]) -> "AlignedWords":
        """Return the wording with these words alone."""
        if len(places) == len(self.words):
            return self
        return replace(
            self,
            words=tuple(self.words[place] for place in places),
            word_stems=tuple(self.word_stems[place] for place in places),
            matrix=self.matrix[places],
            weights=self.weights[places],
        )

    def mean_vector(self) -> Vector:
        """Return the mean of the vectors of the words, of unit length."""
        mean: Vector = self.matrix.mean(axis=0) if self.words else self.vector
        return mean / np.linalg.norm(mean)


class Aligner:
    """Aligns wordings; a few thousand pairs a second once the texts are encoded."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._wordings: dict[tuple[str, str], AlignedWords] = {}

    def features(self, pairs: Sequence[tuple[Event, Event]], *, bare: bool = True) -> list[dict[str, float]]:
        """Return what the score is computed from, by name, for each pair; without those that leave names out where nobody needs them.

        cosine    of the two texts, −1..1
        mean, lower, higher   of the two coverages, 0..1: how much of one side's words find a partner on the other
        weakest   the worst partner of any word, the better of both directions
        contrast  1.0 if one side says a word that the other contradicts: "upper" and "lower"
        number_conflict, name_conflict   1.0 if both sides give numbers (names) and share none
        left, right   the coverage of the left side by the right, and of the right by the left
        bare      cosine of what both sides say besides names, -1..1: "the fire at the Orton mill", "the strike at the Orton mill"
        bare_left, bare_right   the coverages without names
        """
        self.read([event for pair in pairs for event in pair])
        return [self._features(left, right, bare=bare) for left, right in pairs]

    def wording(self, event: Event) -> AlignedWords:
        """Return the wording of an event that was read."""
        return self._wordings[event.text, event.context]

    def read(self, events: Sequence[Event]) -> None:
        """Take wordings apart that are not known yet; what was read before may be forgotten."""
        new = list(dict.fromkeys((event.text, event.context) for event in events if (event.text, event.context) not in self._wordings))
        if len(self._wordings) + len(new) > _CACHE:
            self._wordings.clear()
            new = list(dict.fromkeys((event.text, event.context) for event in events))
        if not new:
            return
        plain = self._embedder.encode([text for text, _ in new])
        tokens = self._embedder.encode_tokens([text for text, _ in new])
        for (text, context), vector, (found, matrix) in zip(new, plain, tokens, strict=True):
            self._wordings[text, context] = _taken_apart(text, context=context, vector=vector, tokens=found, matrix=matrix)

    # Private

    def _features(self, left: Event, right: Event, *, bare: bool) -> dict[str, float]:
        first, second = self._wordings[left.text, left.context], self._wordings[right.text, right.context]
        alikeness = _alikeness(first, second)
        forward, backward = _coverage(first, second, alikeness), _coverage(second, first, alikeness.T)
        cosine = float(first.vector @ second.vector)
        return {
            "cosine": cosine,
            "mean": (forward.mean + backward.mean) / 2,
            "lower": min(forward.mean, backward.mean),
            "higher": max(forward.mean, backward.mean),
            "weakest": max(forward.weakest, backward.weakest),
            "contrast": float(contrasting(first.stems, second.stems)),
            "number_conflict": float(_disjoint(first.numbers, second.numbers)),
            "name_conflict": float(_disjoint(first.names, second.names)),
            "left": forward.mean,
            "left_weakest": forward.weakest,
            "right": backward.mean,
            **(_bare(first, second, alikeness) if bare else {}),
        }


def conflicting(left: str, right: str) -> bool:
    """Tell whether both wordings give names, or both give numbers, and share none: then they name two happenings.

    >>> conflicting("the failure of pump A17", "pump A18 failed"), conflicting("the failure of pump A17", "the pump failed")
    (True, False)
    """
    return _disjoint(_names(left), _names(right)) or _disjoint(_numbers(left), _numbers(right)) or on_other_days(_days(left), _days(right))


def on_other_days(left: frozenset[str], right: frozenset[str]) -> bool:
    """Tell whether both sides are dated and no date of one may be one of the other's: a month may be a day within it."""
    return bool(left and right) and not any(one.startswith(other) or other.startswith(one) for one in left for other in right)


# Private


@dataclass(frozen=True, slots=True)
class _Coverage:
    mean: float
    weakest: float


def _taken_apart(text: str, *, context: str, vector: Vector, tokens: Sequence[str], matrix: Matrix) -> AlignedWords:
    """Keep the words that say what happens: where the polarity is marked by words of its own ("fell", "no"), those are left out."""
    core = neutral(text) if polarity_of(text) is not Polarity.OCCURRENCE else text
    kept = set(content_words(core)) or set(content_words(text))
    places = [place for place, word in enumerate(tokens) if word in kept] or list(range(len(tokens)))
    found = tuple(tokens[place] for place in places)
    named = _names(text)
    weights = np.array([_weight(word, named) for word in found], dtype=np.float32)
    return AlignedWords(
        vector=vector,
        words=found,
        word_stems=tuple(stem(word) for word in found),
        matrix=matrix[places],
        weights=weights,
        stems=frozenset(stem(word) for word in words(text)),
        kept=frozenset(stem(word) for word in found),
        names=frozenset(stem(name) for name in named),
        numbers=_numbers(text),
        context_stems=frozenset(stem(word) for word in content_words(context)),
        days=_days(text),
        context_days=_days(context),
    )


def _days(text: str) -> frozenset[str]:
    """Return the days and months of a text that have a year."""
    return frozenset(day for day in dates(text) if "-" in day) if any(map(str.isdecimal, text)) else frozenset()


def _weight(word: str, named: frozenset[str]) -> float:
    if word in named or word[0].isdigit():
        return POLICY.name_weight
    return POLICY.light_weight if word in _LIGHT else 1.0


def _alikeness(first: AlignedWords, second: AlignedWords) -> Matrix:
    """Return how alike each word of one side is to each of the other, (first words, second words), 0..1."""
    scores: Matrix = np.clip(first.matrix @ second.matrix.T, 0.0, 1.0)
    for row, left in enumerate(first.words):
        for column, right in enumerate(second.words):
            if related(left, right):
                scores[row, column] = 1.0 if stem(left) == stem(right) else max(POLICY.synonym_similarity, scores[row, column])
    return scores


def _coverage(source: AlignedWords, target: AlignedWords, alikeness: Matrix) -> _Coverage:
    """Return how well the words of the source find partners in the target, by weighted mean and at worst, 0..1.

    A word that the title of the target's document says has found one there, if another has found one in the target's words. `alikeness` is
    (source words, target words).
    """
    if not source.words or not target.words:
        return _Coverage(0.0, 0.0)
    best = alikeness.max(axis=1)
    if best.max() >= POLICY.same_matter_similarity:  # a title says what it belongs to, not that "joy" in a report of frost is the frost
        best = np.maximum(best, np.where([word in target.context_stems for word in source.word_stems], POLICY.titled_similarity, 0.0))
    telling = best[source.weights >= 1.0] if (source.weights >= 1.0).any() else best
    return _Coverage(float((best * source.weights).sum() / source.weights.sum()), float(telling.min()))


def _bare(first: AlignedWords, second: AlignedWords, alikeness: Matrix) -> dict[str, float]:
    """Return the features of what both sides say besides the names of either; `alikeness` is (first words, second words)."""
    names = first.names | second.names
    rows, columns = first.besides(names), second.besides(names)
    left, right, table = first.part(rows), second.part(columns), alikeness[np.ix_(rows, columns)]
    return {
        "bare": float(left.mean_vector() @ right.mean_vector()),
        "bare_left": _coverage(left, second, table).mean,
        "bare_right": _coverage(right, first, table.T).mean,
    }


_LIGHT = frozenset(
    "need needed needs happened happen occurred occur took place made make makes came come first new still large many several "
    "decades years months weeks days hours series number amount period away out up off over down together along".split()
)
_NO_NAMES = frozenset(["employee", "employees"])  # each report numbers its own
_NUMERALS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve first second third fourth last both half twice".split()
)


@lru_cache(maxsize=_CACHE)
def _names(text: str) -> frozenset[str]:
    """Return the capitalised words of a wording, lower-case; its first only if the second has a capital as well: "Orton Mill burnt"."""
    capital = [(found.group().lower(), found.group()[0].isupper()) for found in WORD.finditer(squeeze(text))]
    if any(is_capital and word in STOP_WORDS and word != "i" for word, is_capital in capital[1:]):
        return frozenset()  # a title: every word of it has a capital
    capital = [(word, is_capital and word not in _NO_NAMES) for word, is_capital in capital]
    named = {word for word, is_capital in capital[1:] if is_capital}
    if len(capital) > 1 and capital[0][1] and capital[1][1] and capital[0][0] not in STOP_WORDS:
        named.add(capital[0][0])
    return frozenset(named)


@lru_cache(maxsize=_CACHE)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(word for word in words(text) if word[0].isdigit() or word in _NUMERALS)


def _disjoint(left: frozenset[str], right: frozenset[str]) -> bool:
    return bool(left) and bool(right) and left.isdisjoint(right)
