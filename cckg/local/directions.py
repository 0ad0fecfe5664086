"""Words that say a quantity goes up or down: what one word, or a listed group of words, says at its place in a wording.

Which word of a wording decides is settled in `cckg.local.polarity`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from cckg.core.graph import Polarity
from cckg.local.lexicon import is_listed, rows, word_class
from cckg.local.wording import Wording, is_adverb


@dataclass(frozen=True, slots=True)
class Reading:
    """A polarity, and the places of the tokens that decided it, among all tokens of the text; no places where no word decided."""

    polarity: Polarity = Polarity.OCCURRENCE
    deciders: tuple[int, ...] = ()


NOTHING = Reading()


@cache
def direction_words() -> Mapping[str, Polarity]:
    """Return every listed form of a word of change, lower-case, with its direction: increase or decrease."""
    return MappingProxyType({form: entry.direction for form, entry in _lexicon().items()})


def reading(wording: Wording, polarity: Polarity, *at: int) -> Reading:
    """Return a reading that the words at these positions of the wording decided."""
    return Reading(polarity, tuple(wording.places[position] for position in at))


def direction_at(wording: Wording, at: int) -> Reading | None:
    """Return the direction of the group of words or the word at a position, or None where it means none."""
    group = group_at(wording, at)
    if group is not None:
        return group if group.deciders else None
    entry = _entry_at(wording, at)
    if entry is None or (entry.kind == "weak" and not speaks_of_quantity(wording)) or (entry.kind == "motion" and _moves(wording, at)):
        return None
    return reading(wording, entry.direction, at)


def opens_change(wording: Wording, at: int) -> bool:
    """Tell whether a verb of change stands behind the "to" at a position: "to fall", "to go up", "to warm"."""
    entry, group = _entry_at(wording, at + 1), group_at(wording, at + 1)
    return bool(group.deciders) if group else entry is not None and "verb" in entry.parts


def group_at(wording: Wording, at: int) -> Reading | None:
    """Return the reading of the listed group of words around a position, without deciders where the group misleads; else None."""
    for length in range(_PHRASE_WORDS, 1, -1):
        for start in range(max(at - length + 1, 0), at + 1):
            group = wording.words[start : start + length]
            if len(group) == length and group in _groups():
                direction = _groups()[group]
                return NOTHING if direction is None else reading(wording, direction, *range(start, start + length))
    return None


def speaks_of_quantity(wording: Wording) -> bool:
    """Tell whether the wording names a number, a degree or something which can be more or less."""
    return any(word[0].isdigit() or word == "%" or word in word_class("degree") or is_listed(word, "quantities") for word in wording.words)


def parts_of(word: str) -> frozenset[str]:
    """Return the parts of speech as which a lower-case word is a word of change; none for other words."""
    entry = _lexicon().get(word)
    return entry.parts if entry else frozenset()


def kind_of(word: str) -> str:
    """Return "plain", "motion" or "weak" for a word of change (see data/directions.tsv), "" for other words."""
    entry = _lexicon().get(word)
    return entry.kind if entry else ""


# Private

_PHRASE_WORDS = 4  # words of the longest group in data/phrases.tsv


@dataclass(frozen=True, slots=True)
class _Entry:
    direction: Polarity
    parts: frozenset[str]
    kind: str  # plain, motion or weak: see data/directions.tsv


@cache
def _lexicon() -> dict[str, _Entry]:
    found: dict[str, _Entry] = {}
    for direction, part, kind, forms in rows("directions"):
        for form in forms.split():
            known = found.get(form)
            parts = frozenset({part}) | (known.parts if known else frozenset())
            found[form] = _Entry(Polarity(direction), parts, known.kind if known else kind)
    return found


@cache
def _groups() -> dict[tuple[str, ...], Polarity | None]:
    return {
        tuple(group.split()): None if direction == "none" else Polarity(direction)
        for direction, *groups in rows("phrases")
        for group in groups
    }


def _entry_at(wording: Wording, at: int) -> _Entry | None:
    """Return what is listed of the word at a position; of a verb that is listed without its bare form, that form as well, behind "to"."""
    entry = _lexicon().get(wording.word(at))
    if entry or wording.word(at - 1) != "to":
        return entry
    behind = wording.word(at + 1)
    is_verb = not behind.isalpha() or is_adverb(behind) or behind in word_class("preposition") | word_class("determiner")
    return _lexicon().get(wording.word(at) + "s") if is_verb else None


def _moves(wording: Wording, at: int) -> bool:
    """Tell whether a body moves here: "the man fell", "slates fell off the roof"; not "prices fell"."""
    if any(is_listed(word, "quantities") for word in wording.words[:at]):
        return False
    behind, next_but_one = wording.word(at + 1), wording.word(at + 2)
    bodies = wording.words if behind == "of" else wording.words[:at]
    if behind in word_class("motion") or any(is_listed(word, "bodies") for word in bodies):
        return True
    is_noun = wording.word(at - 1) in word_class("determiner") | word_class("degree")
    return not is_noun and behind in word_class("maybe_motion") and next_but_one in word_class("determiner")
