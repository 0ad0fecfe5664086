"""Reads the word lists in `cckg/local/data`: tab-separated lines under a comment head. Their use is decided elsewhere."""

from functools import cache
from importlib.resources import files


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the lines of `data/<name>.tsv` as tuples of cells, comments and blank lines left out."""
    text = (files("cckg.local") / "data" / f"{name}.tsv").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return tuple(tuple(cell.strip() for cell in line.split("\t")) for line in lines)


@cache
def word_set(name: str) -> frozenset[str]:
    """Return every word of `data/<name>.tsv`, lower-case, whatever separates them."""
    return frozenset(word for row in rows(name) for cell in row for word in cell.lower().split())


@cache
def word_class(name: str) -> frozenset[str]:
    """Return the words of one class of `data/word_classes.tsv`; KeyError for a name that is not there."""
    return {row[0]: frozenset(row[1].split()) for row in rows("word_classes")}[name]


def is_listed(word: str, name: str) -> bool:
    """Tell whether a lower-case noun, singular or plural, stands in `data/<name>.tsv`."""
    listed = word_set(name)
    if word in listed:
        return True
    if word.endswith("ies"):
        return word[:-3] + "y" in listed
    return word.endswith("s") and (word[:-1] in listed or word.removesuffix("es") in listed)


@cache
def is_past(word: str) -> bool:
    """Tell whether a lower-case word looks like a past form or a past participle ("fell", "collapsed")."""
    if word in word_set("irregular_pasts"):
        return True
    return len(word) > 3 and word.endswith("ed") and not word.endswith("eed") and word not in _NOT_PAST


# Private

_NOT_PAST = frozenset(
    ["hundred", "sacred", "naked", "kindred", "hatred", "wicked", "rugged", "ragged", "watershed", "bloodshed", "shed", "sled", "infrared"]
)
