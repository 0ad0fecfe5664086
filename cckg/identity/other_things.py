"""Tells whether a text speaks of another thing than a wording names: Mill Lane Bridge for Pier Street Bridge, line 9 for line 7.

Two things are of one kind where their names end in one word, where they are numbered of one noun, or where opposite words stand before one
noun. Things whose names share nothing are not told apart here: "the ferry" may be the Astrid Marie.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from cckg.core.text import STOP_WORDS, words
from cckg.language import contrasting, month, named_things, stem


def names_another(asked: str, told: str, before: Sequence[str] = ()) -> bool:
    """Tell whether what is told is about another thing of the kind that a wording names; False if the wording names none.

    Args:
        asked: the wording.
        told: what is said of the event. Where it names what the wording does, or nothing of the kind, it is no other thing.
        before: what stands before it wherever it is told, one text for each place: where `told` names neither, and everywhere the one named
            here last is another one, the event is that one's.

    >>> names_another("Pier Street Bridge was closed", "Mill Lane Bridge was closed"), names_another("line 7 was closed", "line 9 was shut")
    (True, True)
    >>> names_another("the Hilda sank", "the freighter sank"), names_another("the south mill was sold", "the north mill was sold")
    (False, True)
    """
    if _has_opposite(asked, told):
        return True
    unsaid = [name for name in _things(asked) if not _is_said(name, told)]
    return any(_others(name, told, besides=asked) or (before and all(_is_other(name, text, asked) for text in before)) for name in unsaid)


# Private

_NUMBERED = re.compile(r"\b([^\W\d_]{3,}) (\d{1,3}[a-z]?)\b", re.IGNORECASE)


def _things(text: str) -> list[tuple[str, ...]]:
    """Return the words of the names of more than one word, and of numbered things, stemmed."""
    named = [tuple(map(stem, thing.key.split())) for thing in named_things(text)]
    numbered = [
        (stem(noun), number.lower()) for noun, number in _NUMBERED.findall(text) if noun.lower() not in STOP_WORDS and not month(noun)
    ]
    return list(dict.fromkeys(name for name in (*named, *numbered) if len(name) > 1))


def _is_said(name: tuple[str, ...], text: str) -> bool:
    return set(name) <= set(map(stem, words(text)))


def _others(name: tuple[str, ...], text: str, *, besides: str) -> list[tuple[str, ...]]:
    return [other for other in _things(text) if _of_one_kind(name, other) and not _is_said(other, besides)]


def _is_other(name: tuple[str, ...], text: str, asked: str) -> bool:
    return not _is_said(name, text) and bool(_others(name, text, besides=asked))


def _of_one_kind(name: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether two names are of two things of one kind; "US Congress" and "United States Congress" are one."""
    if name[-1][0].isdigit() or other[-1][0].isdigit():
        return name[-1] != other[-1] and name[-1][0].isdigit() and other[-1][0].isdigit() and name[:-1] == other[:-1]
    mine, theirs = [word for word in name if word not in other], [word for word in other if word not in name]
    return name[-1] == other[-1] and bool(mine and theirs) and not (_abbreviates(mine, theirs) or _abbreviates(theirs, mine))


def _abbreviates(short: Sequence[str], long: Iterable[str]) -> bool:
    return "".join(short) == "".join(word[0] for word in long) or all(
        any(other.startswith(word) or word.startswith(other) for other in long) for word in short
    )


def _has_opposite(asked: str, told: str) -> bool:
    """Tell whether both texts have one noun, before which stand words that contradict each other: "old harbour", "new harbour"."""
    here, there = (set(pairwise(map(stem, words(text)))) for text in (asked, told))
    nouns_here = {noun: {modifier for modifier, other in here if other == noun} for _, noun in here}
    for modifier, noun in there:
        before = nouns_here.get(noun, set())
        if before and modifier not in before and any(contrasting(frozenset([one]), frozenset([modifier])) for one in before):
            return not any((one, noun) in there for one in before)
    return False
