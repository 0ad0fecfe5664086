"""Tells whether a question compares two things that it names, and which, whether they have names or not.

"The Orne" and "the Vire", "filling line 1", "the clinic" and "the hospice". What is said of the things is left to `cckg.answering`.
"""

import re
from collections.abc import Sequence

from cckg.language import denies, is_past
from cckg.questions.answer_types import AnswerKind, WantedAnswer, wanted_answer

SAME = re.compile(r"\b(?:same|a common|share (?:a|an|the)|the same)(?: (?:type|kind) of)? (?P<what>[a-z]+)", re.I)
"""Asks whether something is the same of both."""

THAN = re.compile(r"\b(?:than|before|after)\b", re.I)
"""Sets one against the other."""

SOONER = re.compile(r"\b(?:first|earlier|earliest|older|oldest|before|longer ago)\b", re.I)
"""Asks for the earlier."""

LATER = re.compile(r"\b(?:later|latest|last|younger|youngest|newer|newest|more recent(?:ly)?|most recent(?:ly)?|after)\b", re.I)
"""Asks for the later."""

MORE = re.compile(
    r"\b(?P<how>taller|higher|longer|larger|bigger|deeper|wider|heavier|greater|faster|farther|more|most|tallest|highest|longest|largest"
    r"|biggest|deepest)\b",
    re.I,
)
"""Asks for the greater number."""

LESS = re.compile(r"\b(?P<how>shorter|lower|smaller|fewer|less|shallower|narrower|lighter|fewest|least|smallest|shortest|lowest)\b", re.I)
"""Asks for the lesser number."""

BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
"""Asks whether something holds of each of them."""


def compares(question: str) -> bool:
    """Tell whether a question compares two things that it names: which of them, whether one is more, or both the same.

    A question with a "not" does not: what it asks for is not what the things say of themselves.

    >>> [compares(question) for question in ("Is the Orne longer than the Vire?", "Are the Orne and the Vire connected?")]
    [True, False]
    """
    wanted = compared_things(question)
    rest = without_names(question, wanted.alternatives)
    if len(wanted.alternatives) != _TWO or denies(rest) or _WITHOUT.search(rest):
        return False
    return wanted.kind == "choice" or (wanted.kind == "decision" and any(form.search(rest) for form in (THAN, SAME, BOTH)))


def compared_things(question: str) -> WantedAnswer:
    """Return what a question wants, with the two things that it compares, as it words them without their articles; none gives none.

    A thing without a name is a noun behind "the", with one word before it at most, or up to two words before a number.

    >>> compared_things("Is filling line 1 longer than filling line 3?").alternatives
    ('filling line 1', 'filling line 3')
    >>> compared_things("Which has more beds, the clinic or the hospice?").kind
    'choice'
    """
    wanted = wanted_answer(question)
    if len(wanted.alternatives) == _TWO:
        return wanted
    asked = " ".join(question.split()).rstrip(" ?.!")
    for form, kind in _FORMS:
        found = form.fullmatch(asked)
        sides = tuple(re.sub(r"^the ", "", found[side], flags=re.IGNORECASE) for side in ("left", "right")) if found else ()
        if found and sides[0].lower() != sides[1].lower() and _compares(found["how"]) and not any(map(_is_no_thing, sides)):
            return WantedAnswer(kind, alternatives=sides)
    return wanted


def is_named(name: str) -> bool:
    """Tell whether a thing is called by a name, which has a capital, and not by a noun or a number alone.

    >>> is_named("Iron Bridge"), is_named("filling line 1")
    (True, False)
    """
    return any(letter.isupper() for letter in name)


def without_names(question: str, alternatives: Sequence[str]) -> str:
    """Return a question without the names of both sides."""
    for name in sorted(alternatives, key=len, reverse=True):
        question = question.replace(name, " ")
    return " ".join(question.split())


# Private

_TWO = 2
_BEGUN = frozenset("open close start built founded".split())
_NO_THINGS = frozenset(
    "first second third last other others rest one ones same average limit plan forecast report reports year years day days risk cause "
    "effect number time size price cost".split()
)
_WITHOUT = re.compile(r"\b(?:without|except|neither)\b", re.IGNORECASE)
_NO_NOUN = r"(?!(?:the|an?|of|in|on|at|for|from|by|to|with|and|or|than|is|are|was|were|has|have|had|does|do|did|more|less|it|any|no)\b)"
_THING = rf"(?:the (?:{_NO_NOUN}[a-z-]+ ){{0,2}}{_NO_NOUN}[a-z-]+(?: (?:no\. ?)?\d+)?|(?:{_NO_NOUN}[a-z-]+ ){{1,2}}\d+)"
_CHOICE = re.compile(rf"(?i:which|what) (?P<how>[^,]+), (?P<left>{_THING}) or (?P<right>{_THING})")
_DECISION = re.compile(
    rf"(?i:is|was|did|does|has) (?P<left>{_THING}) (?P<how>(?:(?!than\b)[a-z]+ ){{1,4}}?(?:than|before|after))"
    rf" (?:that of )?(?P<right>{_THING})"
)
_FORMS: tuple[tuple[re.Pattern[str], AnswerKind], ...] = ((_CHOICE, "choice"), (_DECISION, "decision"))


def _compares(how: str) -> bool:
    """Tell whether words set two things against each other: a comparative, or an act that both did, before and after."""
    if how.endswith((" before", " after")):
        act = how.split(maxsplit=1)[0]
        return len(how.split()) == _TWO and (is_past(act) or act in _BEGUN)
    return any(form.search(how) for form in (SOONER, LATER, MORE, LESS))


def _is_no_thing(name: str) -> bool:
    """Tell whether a wording is of what happens or of a measure, and not of a thing that has one."""
    words = name.split()
    return words[-1].endswith("ing") or (not words[-1].isdigit() and words[-1] in _NO_THINGS)
