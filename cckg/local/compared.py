"""Decides a comparison of two named things where a sentence about either says its value: a date, a number, a country, what it is.

Never by how well words fit: a sentence counts only if the thing, or what stands for it, is its subject, nothing in it is denied or hedged,
and no other sentence about the thing says another value. How the values are found is `cckg.local.compared_values`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cckg.core.claims import Span
from cckg.core.text import content_words
from cckg.local.answer_kinds import WantedAnswer, wanted_answer
from cckg.local.compared_values import Said, counts, descriptions, listed, measures, said_of, times
from cckg.local.comparison_sides import ASKING, COUNTED, LATER, LESS, LISTS, MEASURES, MORE, SAME, SOONER, THAN, without_names
from cckg.local.lexicon import is_past
from cckg.local.synonyms import stem


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison came to: one of the two names as the question has it, "Yes" or "No", and a sentence about either side.

    `sentences` are the number of a passage and a place in its characters, in the order in which the question names the two.
    """

    answer: str
    sentences: tuple[tuple[int, Span], tuple[int, Span]]


def compares(question: str) -> bool:
    """Tell whether a question compares two things that it names: which of them, whether one is more, or both the same.

    >>> [compares(question) for question in ("Is the Orne longer than the Vire?", "Are the Orne and the Vire connected?")]
    [True, False]
    """
    wanted = wanted_answer(question)
    if len(wanted.alternatives) != _TWO:
        return False
    if wanted.kind == "choice":
        return True
    return wanted.kind == "decision" and any(form.search(without_names(question, wanted.alternatives)) for form in (THAN, SAME, _BOTH))


def compared(question: str, texts: Sequence[str], *, titles: Sequence[str]) -> Compared | None:
    """Decide a comparison; None for another question, and where a sentence about either side does not say what is compared.

    Args:
        question: in English.
        texts: the passages, in order of preference.
        titles: of their documents, one for each; "" where there is none.

    Raises:
        ValueError: if there are not as many titles as texts.
    """
    if not compares(question):
        return None
    wanted = wanted_answer(question)
    left, right = wanted.alternatives
    sides = (said_of(left, texts, titles=titles, beside=right), said_of(right, texts, titles=titles, beside=left))
    rest = without_names(question, wanted.alternatives)
    shared = SAME.search(rest) if wanted.kind == "decision" else None
    if shared:
        return _first(sides, _shared_readers(shared["what"].lower(), rest, wanted), lambda one, other: _yes(holds=one == other))
    if wanted.kind == "decision" and _BOTH.search(rest):
        asked = frozenset(map(stem, content_words(_BOTH.sub(" ", rest))))
        return _first(sides, [lambda side: descriptions(side, asked)], lambda *_: "Yes") if asked else None
    readers, most = _ordering(rest, wanted)

    def ordered(one: float, other: float) -> str | None:
        if one == other:
            return None
        is_left = (one > other) == most
        return _yes(holds=is_left) if wanted.kind == "decision" else _as_asked(left if is_left else right, question)

    return _first(sides, readers, ordered)


# Private

_TWO = 2
_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
_AGE = re.compile(r"\b(?:old|young|new)(?:er|est)?\b", re.IGNORECASE)
_BEGINNINGS = ("born", "opened", "built", "founded", "launched", "published", "written")
"""What makes something older than another, where both did the same."""

_Reader = Callable[[Sequence[Said]], tuple[float | str, Said] | None]


def _first(sides: tuple[Sequence[Said], Sequence[Said]], readers: Sequence[_Reader], judge: Callable[..., str | None]) -> Compared | None:
    """Return what the first reader that finds a value of either side comes to."""
    for reader in readers:
        left, right = (reader(side) for side in sides)
        if left and right:
            answer = judge(left[0], right[0])
            return Compared(answer, (left[1].place, right[1].place)) if answer else None
    return None


def _ordering(rest: str, wanted: WantedAnswer) -> tuple[list[_Reader], bool]:
    """Return how the values are read of which one is to be more, or less, than the other."""
    sooner, later = SOONER.search(rest), LATER.search(rest)
    if sooner or later:
        return [_time_reader(act) for act in _acts(rest, wanted)], not sooner
    more = MORE.search(rest)
    how = more or LESS.search(rest)
    if not how:
        return [], False
    word = how["how"].lower()
    if word in COUNTED:
        noun = next(iter(content_words(rest[how.end() :])), "")
        return [lambda side: counts(side, noun)] if noun else [], bool(more)
    words = [one for one in MEASURES.get(word, "").split() if one not in _UNITS]
    return [_measure_reader(words)] if words else [], bool(more)


_UNITS = frozenset("above metres kilometres minutes covers".split())


def _time_reader(act: str) -> _Reader:
    return lambda side: times(side, act)


def _measure_reader(words: Sequence[str]) -> _Reader:
    return lambda side: measures(side, words)


def _shared_readers(what: str, rest: str, wanted: WantedAnswer) -> list[_Reader]:
    """Return how a value is read that may be the same of both."""
    if what == "year":
        return [_year_reader(act) for act in _acts(rest, wanted) if act not in {"same", "year"}]
    names = ["country", "nationality"] if what in {"country", "nation"} else [LISTS.get(what, what)]
    return [_listed_reader(name) for name in names if name in {"country", "nationality"}]


def _year_reader(act: str) -> _Reader:
    def read(side: Sequence[Said]) -> tuple[float, Said] | None:
        found = times(side, act)
        return (float(int(found[0])), found[1]) if found else None

    return read


def _listed_reader(name: str) -> _Reader:
    return lambda side: listed(side, name)


def _acts(rest: str, wanted: WantedAnswer) -> list[str]:
    """Return the words for what happened first; of what is older, all that may be the beginning of a thing."""
    nouns = {stem(name.split()[-1]) for name in wanted.alternatives}
    said = [word for word in content_words(rest) if not SOONER.fullmatch(word) and not LATER.fullmatch(word) and stem(word) not in nouns]
    acts = [word for word in said if word not in ASKING or word in _BEGINS]
    if _AGE.search(rest) or not acts:
        return list(_BEGINNINGS)
    return [word for word in acts if is_past(word)] or acts


_BEGINS = frozenset("started began begin start".split())


def _yes(*, holds: bool) -> str:
    return "Yes" if holds else "No"


def _as_asked(name: str, question: str) -> str:
    """Return a name with the article that the question gives it."""
    return f"The {name}" if re.search(rf"\bthe {re.escape(name)}", question, re.IGNORECASE) else name
