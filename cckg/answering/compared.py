"""Decides a comparison of two named things where a sentence about either says its value: a date, a number, a country, what it is.

Never by how well words fit: a sentence counts only if the thing, or what stands for it, is its subject, nothing in it is denied or hedged,
and no other sentence about the thing says another value. What sentences are about a thing is left to `cckg.answering.compared_subjects`,
what they say to `compared_times`, `compared_values` and `compared_countries`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from cckg.answering.compared_subjects import Stated, stated_of
from cckg.answering.compared_times import times
from cckg.answering.compared_values import agent_of, costs, country_of, counts, descriptions, exclude, measures, people_of, place_of
from cckg.answering.comparison_sides import ASKING, COUNTED, Extent
from cckg.core.claims import Span
from cckg.core.text import content_words, words
from cckg.language import is_past, stem
from cckg.questions import (
    BOTH,
    LATER,
    LESS,
    MORE,
    SAME,
    SOONER,
    WantedAnswer,
    compared_things,
    compares,
    is_named,
    listed_phrases,
    without_names,
)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison came to: one of the two names as the question has it, "Yes" or "No", and a sentence about either side.

    `sentences` are the number of a passage and a place in its characters, in the order in which the question names the two.
    """

    answer: str
    sentences: tuple[tuple[int, Span], tuple[int, Span]]


def decide_comparison(question: str, texts: Sequence[str], *, titles: Sequence[str]) -> Compared | None:
    """Decide a comparison; None for another question, and where a sentence about either side does not say what is compared.

    Of things without names, "line 1" or "the clinic", both sentences have to be of one document: in another it is another one.

    Args:
        question: in English.
        texts: the passages, in order of preference.
        titles: of their documents, one for each; "" where there is none.

    Raises:
        ValueError: if there are not as many titles as texts.
    """
    if not compares(question):
        return None
    wanted = compared_things(question)
    left, right = wanted.alternatives
    sides = (stated_of(left, texts, titles=titles, beside=right), stated_of(right, texts, titles=titles, beside=left))
    rest = without_names(question, wanted.alternatives)
    shared = SAME.search(rest) if wanted.kind == "decision" else None
    if shared:
        return _shared(sides, rest, wanted, what=shared["what"].lower())
    if wanted.kind == "decision" and BOTH.search(rest):
        return _described(sides, content_words(BOTH.sub(" ", rest)))
    readers, most = _ordering(rest, wanted)

    def ordered(one: Extent, other: Extent) -> str | None:
        if not (one.below(other) or other.below(one)):
            return None
        is_left = other.below(one) == most
        return _yes(holds=is_left) if wanted.kind == "decision" else _as_asked(left if is_left else right, question)

    found = _first(sides, readers, ordered)
    return found if found and (all(map(is_named, wanted.alternatives)) or _of_one_document(found, titles)) else None


# Private


_WITHIN = re.compile(r"\b(?:in|within|inside) (?:one and )?the same\b", re.IGNORECASE)
_COST = re.compile(r"\bcosts?\s*$", re.IGNORECASE)
_NO_VERBS = frozenset("which who what of the a an and do does did".split())
_COMPARING = frozenset("same year one other".split())
_AGE = re.compile(r"\b(?:old|young|new)(?:er|est)?\b", re.IGNORECASE)
_BEGINNINGS = ("born", "opened", "built", "founded", "launched", "published", "written")
"""What makes something older than another, where both did the same."""
_OWN_MEASURES = {
    **dict.fromkeys(["taller", "tallest", "higher", "highest", "lower", "lowest"], ("tall high height",)),
    **dict.fromkeys(["longer", "longest", "shorter", "shortest"], ("long length",)),
    **dict.fromkeys(["deeper", "deepest", "shallower"], ("deep depth",)),
    **dict.fromkeys(["wider", "narrower"], ("wide width",)),
    **dict.fromkeys(["heavier", "lighter"], ("heavy weight",)),
    **dict.fromkeys(["larger", "bigger", "smaller", "largest", "biggest", "smallest"], ("area", "population")),
}
"""Of a comparative, what it may compare: the words beside which a thing's own number stands."""

_Sides = tuple[Sequence[Stated], Sequence[Stated]]
_Reader = Callable[[Sequence[Stated]], tuple[Extent, Stated] | None]


def _of_one_document(found: Compared, titles: Sequence[str]) -> bool:
    left, right = (number for number, _ in found.sentences)
    return left == right or (bool(titles[left]) and titles[left] == titles[right])


def _first(sides: _Sides, readers: Sequence[_Reader], judge: Callable[[Extent, Extent], str | None]) -> Compared | None:
    """Return what the first reader that finds a value of either side comes to."""
    for reader in readers:
        left, right = (reader(side) for side in sides)
        if left and right:
            answer = judge(left[0], right[0])
            return Compared(answer, (left[1].place, right[1].place)) if answer else None
    return None


def _shared(sides: _Sides, rest: str, wanted: WantedAnswer, *, what: str) -> Compared | None:
    """Decide whether something is the same of both: a year, the country in which they lie, the people of which they are."""
    if what == "person":
        return _same_person(sides, rest)
    if what == "year":
        return _first(sides, _time_readers(rest, wanted), lambda one, other: _yes(holds=int(one.least) == int(other.least)))
    if what in {"country", "nation"}:
        reader = country_of if _WITHIN.search(rest) else people_of
    elif what in {"nationality", "nationalities"}:
        reader = people_of
    else:
        return None
    left, right = (reader(side) for side in sides)
    if reader is country_of and not left and not right:
        left, right = (place_of(side) for side in sides)
        return Compared("Yes", (left[1].place, right[1].place)) if left and right and left[0] == right[0] else None
    if not left or not right or (left[0] != right[0] and not exclude(left[0], right[0])):
        return None
    return Compared(_yes(holds=left[0] == right[0]), (left[1].place, right[1].place))


def _same_person(sides: _Sides, rest: str) -> Compared | None:
    """Decide whether one person did both; "Yes", or nothing: two names may be one person's."""
    acts = [word for word in content_words(rest) if is_past(word)]
    left, right = (agent_of(side, acts[0]) if len(acts) == 1 else None for side in sides)
    return Compared("Yes", (left[1].place, right[1].place)) if left and right and left[0] == right[0] else None


def _described(sides: _Sides, asked: Sequence[str]) -> Compared | None:
    """Decide whether both are what the words say; "Yes", or nothing."""
    people = " ".join(asked).lower()
    is_people = people in listed_phrases("nationality")
    left, right = (people_of(side) if is_people else descriptions(side, asked) for side in sides)
    if not left or not right or (is_people and {left[0], right[0]} != {people}):
        return None
    return Compared("Yes", (left[1].place, right[1].place))


def _ordering(rest: str, wanted: WantedAnswer) -> tuple[list[_Reader], bool]:
    """Return how the values are read of which one is to be more, or less, than the other."""
    sooner, later = SOONER.search(rest), LATER.search(rest)
    if sooner or later:
        return _time_readers(rest, wanted), not sooner
    more = MORE.search(rest)
    how = more or LESS.search(rest)
    if not how:
        return [], False
    word = how["how"].lower()
    if word in {"more", "most", "less", "least"} and _COST.search(rest[: how.start()]):
        return [costs], bool(more)
    if word in COUNTED:
        return _count_readers(rest[: how.start()], rest[how.end() :]), bool(more)
    return [partial(measures, names=names.split()) for names in _OWN_MEASURES.get(word, ())], bool(more)


def _time_readers(rest: str, wanted: WantedAnswer) -> list[_Reader]:
    """Return how the time is read of what happened first; of what is older, of all that may be the beginning of a thing."""
    nouns = {stem(name.split()[-1]) for name in wanted.alternatives}
    said = [word for word in content_words(rest) if not (SOONER.fullmatch(word) or LATER.fullmatch(word) or word in _COMPARING)]
    acts = [word for word in said if word not in ASKING and stem(word) not in nouns]
    if _AGE.search(rest) or not acts:
        return [partial(times, act=act) for act in _BEGINNINGS]
    act = next((word for word in acts if is_past(word) or word == "born"), acts[0])
    return [partial(times, act=act, beside=frozenset(map(stem, said[said.index(act) + 1 :])))]


def _count_readers(before: str, behind: str) -> list[_Reader]:
    """Return how the number is read of what stands behind a "more", with the verb before it."""
    asked = content_words(re.split(r"\bthan\b|,", behind)[0])
    verbs = [word for word in words(before) if word not in _NO_VERBS]
    act = verbs[-1] if verbs else "has"
    return [partial(counts, asked=asked, act=act)] if asked else []


def _yes(*, holds: bool) -> str:
    return "Yes" if holds else "No"


def _as_asked(name: str, question: str) -> str:
    """Return a name with the article that the question gives it."""
    return f"The {name}" if re.search(rf"\bthe {re.escape(name)}", question, re.IGNORECASE) else name
