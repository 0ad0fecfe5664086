"""Which words may name the same happening: the same stem, or a shared set of synonyms."""

import re
from functools import cache, lru_cache
from importlib import resources


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a word without its inflection, roughly: "flooded", "floods", "flooding" → "flood". Two forms of a word share a stem."""
    word = word.lower().removesuffix("'s").removesuffix("’s")
    for ending, least in (("ations", 4), ("ation", 4), ("ings", 4), ("ing", 4), ("ies", 3), ("ied", 3), ("ed", 3), ("es", 3), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + ("y" if ending in {"ies", "ied"} else "")
            break
    word = re.sub(r"([^aeiouls])\1$", r"\1", word)
    return word.removesuffix("e") if len(word) > 4 else word


@lru_cache(maxsize=262144)
def related(left: str, right: str) -> bool:
    """Tell whether two words share a stem or a set of synonyms."""
    first, second = stem(left), stem(right)
    return first == second or not _sets_of(first).isdisjoint(_sets_of(second))


# Private


@cache
def _sets() -> dict[str, frozenset[int]]:
    lines = resources.files("cckg.local").joinpath("data/synonyms.tsv").read_text(encoding="utf-8").splitlines()
    sets: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            for word in line.split("\t"):
                sets.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in sets.items()}


def _sets_of(word: str) -> frozenset[int]:
    return _sets().get(word, frozenset())
