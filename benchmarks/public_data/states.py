"""Which of two states of which thing a phrase names: "small kidney stone" and "a large kidney stone" are the two of one thing.

A phrase is read by its words alone. A word that says the less of two ("low", "no", "refusal") turns it; what is left, such words, their
counterparts and small words put aside, names the thing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cckg.core.text import words


@dataclass(frozen=True, slots=True)
class State:
    """One of the two states of a thing: that it holds, or that it does not."""

    thing: str
    holds: bool = True

    @property
    def contrary(self) -> "State":
        """Return the other state of the same thing."""
        return State(self.thing, not self.holds)

    def __str__(self) -> str:
        """Return words for it."""
        return self.thing if self.holds else f"not {self.thing}"


def thing_of(phrase: str) -> str:
    """Return what a phrase is about, whichever state of it is named.

    >>> thing_of("absence of tar deposit"), thing_of("high tar deposit"), thing_of("non-competitive department")
    ('tar deposit', 'tar deposit', 'competitive department')
    """
    spoken = _spoken(phrase)
    return " ".join([_COUNTERPART.get(word, word) for word in spoken if word not in _PUT_ASIDE] or spoken)


def is_turned(phrase: str) -> bool:
    """Tell whether the words of a phrase that say the less of two are odd in number.

    >>> is_turned("the patient does not recover"), is_turned("the patient recovers"), is_turned("no shortage of water")
    (True, False, False)
    """
    return sum(word in _LESS for word in _spoken(phrase)) % 2 == 1


def state_of(phrase: str) -> State:
    """Return the state that a phrase names."""
    return State(thing_of(phrase), not is_turned(phrase))


def likeness(phrase: str, others: Iterable[str]) -> int:
    """Return how many words of a phrase have a word of the same beginning in other phrases: "the resident" and "residency"."""
    known = {word for other in others for word in thing_of(other).split()}
    return sum(any(_alike(word, other) for other in known) for word in dict.fromkeys(thing_of(phrase).split()))


def says_which(phrase: str) -> bool:
    """Tell whether a phrase has a word that tells two states apart: "the patient is young"."""
    return not _TELLING.isdisjoint(_spoken(phrase))


# Private


def _pairs(text: str) -> list[tuple[str, str]]:
    """Return pairs of a word that says the more of two and one that says the less."""
    return [(more, less) for pair in text.split() for more, _, less in [pair.partition("/")]]


_DEGREES = _pairs(
    "high/low large/small big/small long/short old/young good/poor good/bad dark/bright increased/reduced increased/decreased more/less "
    "active/inactive on/off clean/polluted clean/dirty tanned/pale close/far near/far wet/dry global/local rich/poor fast/slow hot/cold "
    "warm/cold open/closed full/empty strong/weak heavy/light normal/low sufficient/insufficient present/absent early/late working/broken "
    "healthy/sick happy/sad severe/mild ringing/silent able/unable"
)
"""Words of a state that do not name the thing: a high bill and a low bill are two states of the bill."""
_OUTCOMES = _pairs(
    "survival/death survives/dies alive/dead acceptance/rejection accepted/rejected admitted/rejected accepts/rejects acceptance/refusal "
    "accepts/refuses gets/avoids success/failure succeeds/fails recovery/relapse passes/fails wins/loses hired/fired employed/unemployed "
    "increase/decrease enough/shortage"
)
"""Words of a state that name the thing as well: a death and a survival are two states of the survival."""
_NEGATIONS = frozenset("not no non never without lack absence none neither".split())
_LESS = _NEGATIONS.union(less for _, less in _DEGREES + _OUTCOMES)
_TELLING = _LESS.union(more for more, _ in _DEGREES + _OUTCOMES)
_SMALL = frozenset(
    "a an the of to in with at by for from there is are was were be been being has have had having does do did get gets getting this that "
    "it its person patient".split()
)
_PUT_ASIDE = _NEGATIONS | _SMALL | {word for pair in _DEGREES for word in pair}
_COUNTERPART = {less: more for more, less in _OUTCOMES}
_SAME_BEGINNING = 4  # letters


def _spoken(phrase: str) -> list[str]:
    """Return the words of a phrase, lower-case, with negations as words of their own."""
    plain = re.sub(r"n['’]t\b", " not", phrase.lower()).replace("-", " ")
    plain = re.sub(r"\bout of\b", "not", re.sub(r"\bnon(?=[a-z]{4})", "non ", plain))
    return words(re.sub(r"['’]s?\b", "", plain))


def _alike(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) >= _SAME_BEGINNING and one[:_SAME_BEGINNING] == other[:_SAME_BEGINNING])
