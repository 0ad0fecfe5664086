"""What a scripted model finds in a text without understanding it: names, and pairs of them that share a sentence."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil
from typing import NamedTuple


class Told(NamedTuple):
    """How many entities and relations are told of a chunk, if it has that many; a quarter as many more when asked what was missed."""

    entities: int = 10
    relations: int = 8


@dataclass(frozen=True, slots=True)
class Found:
    """What is told of a chunk: entities with a sentence that names each, and pairs of entities with a sentence that names both."""

    entities: Sequence[tuple[str, str]]
    relations: Sequence[tuple[str, str, str]]

    @property
    def names(self) -> frozenset[str]:
        """Return the entities' names."""
        return frozenset(name for name, _ in self.entities)


def found_in(text: str, told: Told, *, missed: bool = False) -> Found:
    """Return what is told of a text, or what is told of it when asked for what was missed; names are as they stand in the text."""
    sentences = _sentences(text)
    names = _names(sentences)[: told.entities + ceil(told.entities / 4)]
    of = {name: [number for number, sentence in enumerate(sentences) if name in sentence] for name in names}
    pairs = [(one, other, sorted(set(of[one]) & set(of[other]))) for one, other in combinations(names, 2)]
    pairs = [pair for pair in pairs if pair[2]] + [(one, other, of[one]) for one, other in pairwise(names)]
    chosen = names[told.entities :] if missed else names[: told.entities]
    ours = [pair for pair in pairs if (set(chosen) & set(pair[:2]) if missed else set(chosen) >= set(pair[:2]))]
    distinct = list({pair[:2]: (pair[0], pair[1], sentences[pair[2][0]]) for pair in reversed(ours)}.values())[::-1]
    most = ceil(told.relations / 4) if missed else told.relations
    return Found([(name, sentences[of[name][0]]) for name in chosen], distinct[:most])


def first_words(text: str, count: int) -> str:
    """Return the first words of a text, on one line."""
    return " ".join(text.split()[:count])


# Private

_MONTHS = set("January February March April May June July August September October November December".split())
_LEAST_LETTERS = 7  # of a word that is taken for a name where too few are capitalised


def _sentences(text: str) -> list[str]:
    found = (" ".join(part.split()).strip("#*- ") for part in re.split(r"(?<=[.!?])\s+|\n\n+", text))
    return [sentence for sentence in found if len(sentence.split()) > 2]


def _names(sentences: Sequence[str]) -> list[str]:
    """Return names, the frequent ones first: runs of capitalised words, but for the first of a sentence, then long words."""
    capitalised = Counter(
        name
        for sentence in sentences
        for name in re.findall(r"(?<=\s)[A-Z][\w-]+(?: [A-Z][\w-]+)*", sentence)
        if len(name) > 2 and name not in _MONTHS
    )
    long = Counter(word for sentence in sentences for word in re.findall(rf"\b[a-z]{{{_LEAST_LETTERS},}}\b", sentence))
    return list(dict.fromkeys(name for counted in (capitalised, long) for name, _ in counted.most_common()))
