"""Stretches of sentences that may be answers, and the words that say one relation.

What kind of answer a question wants is told by `cckg.local.answer_types`.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from cckg.core.claims import Span
from cckg.local.answer_types import AnswerKind
from cckg.local.lexicon import rows
from cckg.local.synonyms import stem

Shape = Literal["name", "place pair", "names", "title", "day", "year", "range", "number", "quantity", "listed", "phrase"]


@dataclass(frozen=True, slots=True)
class AnswerSpan:
    """A stretch of a sentence that may be an answer.

    span     its place, in characters of the sentence
    shape    what it looks like
    kinds    what its neighbours or its own words surely say it is; empty where they do not tell
    hints    what they make likely
    """

    span: Span
    shape: Shape
    kinds: frozenset[AnswerKind] = frozenset()
    hints: frozenset[AnswerKind] = frozenset()


@lru_cache(maxsize=8192)
def relations_of(word: str) -> frozenset[int]:
    """Return the numbers of the relations that a word says, by `data/answer_relations.tsv`; inflection is left out of account."""
    return _relations().get(stem(word), frozenset())


def say_the_same(left: str, right: str) -> bool:
    """Tell whether two words say one relation ("author", "written"), or are one word but for inflection."""
    return root(left) == root(right) or not relations_of(left).isdisjoint(relations_of(right))


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Return the stem of a word without the ending of who does it or that it is done.

    >>> [root(word) for word in ("conductor", "conducted", "editor", "edits", "river")]
    ['conduct', 'conduct', 'edit', 'edit', 'river']
    """
    return _DOER.sub("", stem(word))


# Private

_DOER = re.compile(r"(?<=[a-z]{3}[dtsl])(?:or|er|ion|ment)$|(?<=[a-z]{5})at(?:or|ion)$")


@cache
def _relations() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, row in enumerate(rows("answer_relations")):
        for word in row:
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}
