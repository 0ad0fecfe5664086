"""How much of one text's words find a partner in another's, by stem, synonym and contextual vector: what the built-in judge goes by."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cckg.core.graph import Polarity
from cckg.core.text import content_words
from cckg.core.vectors import Matrix, Vector
from cckg.identity import names_in
from cckg.language import neutral, polarity_of, related, stem
from cckg.models import Embedder

SYNONYMS = 0.85  # how alike two words are that share a set of synonyms, 0..1
NAME, LIGHT = 1.5, 0.3  # what names and numbers weigh, and words that say little, where others weigh 1


def covered(pairs: Sequence[tuple[str, str]], *, embedder: Embedder) -> list[float]:
    """Return for each pair of texts how much of the first's words finds a partner in the second, by weighted mean, 0..1."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    told = {text: _counted(text, tokens, matrix) for text, (tokens, matrix) in zip(texts, embedder.encode_tokens(texts), strict=True)}
    return [_coverage(told[left], told[right]) for left, right in pairs]


# Private


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text that count, their vectors (words, d), and what they weigh."""

    words: tuple[str, ...]
    matrix: Matrix
    weights: Vector


def _counted(text: str, tokens: Sequence[str], matrix: Matrix) -> _Words:
    """Keep the words that say what happens: where the polarity is marked by words of its own ("fell", "no"), those are left out."""
    core = neutral(text) if polarity_of(text) is not Polarity.OCCURRENCE else text
    kept = set(content_words(core)) or set(content_words(text))
    places = [place for place, word in enumerate(tokens) if word in kept] or list(range(len(tokens)))
    found, named = tuple(tokens[place] for place in places), names_in(text)
    return _Words(found, matrix[places], np.array([_weight(word, named) for word in found], dtype=np.float32))


def _weight(word: str, named: frozenset[str]) -> float:
    if word in named or word[0].isdigit():
        return NAME
    return LIGHT if word in _LIGHT else 1.0


def _coverage(source: _Words, target: _Words) -> float:
    if not source.words or not target.words:
        return 0.0
    alike: Matrix = np.clip(source.matrix @ target.matrix.T, 0.0, 1.0)
    for row, left in enumerate(source.words):
        for column, right in enumerate(target.words):
            if related(left, right):
                alike[row, column] = 1.0 if stem(left) == stem(right) else max(SYNONYMS, alike[row, column])
    return min(1.0, float((alike.max(axis=1) * source.weights).sum() / source.weights.sum()))


_LIGHT = frozenset(
    "need needed needs happened happen occurred occur took place made make makes came come first new still large many several "
    "decades years months weeks days hours series number amount period away out up off over down together along".split()
)
