"""Which words may name the same happening (the same stem, or a shared set of synonyms), and which cannot both be said of one."""

import re
from functools import cache, lru_cache

from cckg.language.lexicon import rows


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a word without its inflection, roughly: "flooded", "floods", "flooding" → "flood", "fell" → "fall"."""
    word = word.lower().removesuffix("'s").removesuffix("’s")
    word = _bases().get(word, word)
    for ending, least in (("ations", 4), ("ation", 4), ("ings", 4), ("ing", 3), ("ies", 3), ("ied", 3), ("ed", 3), ("es", 3), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + ("y" if ending in {"ies", "ied"} else "")
            break
    word = re.sub(r"([^aeiouls])\1$", r"\1", word)
    return word.removesuffix("e") if len(word) > 3 else word


@lru_cache(maxsize=262144)
def related(left: str, right: str) -> bool:
    """Tell whether two words share a stem or a set of synonyms."""
    first, second = stem(left), stem(right)
    return first == second or not _sets_of(first).isdisjoint(_sets_of(second))


def contrasting(left: frozenset[str], right: frozenset[str]) -> bool:
    """Tell whether a stem that only one side says contrasts with one that only the other says: "upper" and "lower"."""
    only_left, only_right = left - right, right - left
    return any(not _contrasts().get(word, set()).isdisjoint(only_right) for word in only_left)


# Private


@cache
def _bases() -> dict[str, str]:
    return {form: base for base, *forms in rows("irregular_verbs") for form in forms}


@cache
def _contrasts() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for left, right in rows("contrasts"):
        found.setdefault(stem(left), set()).add(stem(right))
        found.setdefault(stem(right), set()).add(stem(left))
    return found


@cache
def _sets() -> dict[str, set[int]]:
    sets: dict[str, set[int]] = {}
    for number, row in enumerate(rows("synonyms")):
        for word in row:
            sets.setdefault(stem(word), set()).add(number)
    return sets


def _sets_of(word: str) -> set[int]:
    return _sets().get(word, set())
