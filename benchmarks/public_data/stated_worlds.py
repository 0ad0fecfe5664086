"""Reads the worlds of `cladder` in which causes bring about their effects without chance: claims, observations, intervention, question.

The sentences are of one form each: "We know that A and B causes C. We observed D. Would E if F instead of G?" Nothing else of a row is
read. What does not have this form, or speaks of what no claim names, is refused with the reason.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.public_data.states import State, is_turned, likeness, says_which, state_of, thing_of


class UnreadError(ValueError):
    """A world or its question does not have the form that is read here."""


@dataclass(frozen=True, slots=True)
class Mechanism:
    """What brings an effect about: all of these causes together, or any one of them."""

    causes: tuple[State, ...]
    effect: State
    together: bool


@dataclass(frozen=True, slots=True)
class StatedWorld:
    """A world and what is asked about it: would `asked` be, had `instead` been in place of `was`, given what was observed?

    `closed` says that there are no causes but those that are stated.
    """

    mechanisms: tuple[Mechanism, ...]
    observed: tuple[State, ...]
    was: State
    instead: State
    asked: State
    closed: bool

    @property
    def things(self) -> tuple[str, ...]:
        """Return the names of all things, in the order of first mention."""
        stated = (state for mechanism in self.mechanisms for state in (*mechanism.causes, mechanism.effect))
        return tuple(dict.fromkeys(state.thing for state in (*stated, *self.observed, self.was, self.asked)))

    @property
    def open_things(self) -> tuple[str, ...]:
        """Return the things of which neither a cause is stated nor the state told."""
        told = {mechanism.effect.thing for mechanism in self.mechanisms} | {state.thing for state in self.observed} | {self.was.thing}
        return tuple(thing for thing in self.things if thing not in told)


def read_world(background: str, given: str, question: str) -> StatedWorld:
    """Read a world and its question.

    Raises:
        UnreadError: if a sentence has another form, or names what no claim names.
    """
    told = [_told(sentence) for sentence in _sentences(given) if not sentence.startswith(_OBSERVED)]
    asked = _QUESTION.fullmatch(question.strip())
    if not told or asked is None:
        raise UnreadError("no claim is stated, or the question is not of the form “Would … if … instead of …?”")
    words = _Wordings(told, (asked["instead"], asked["was"]))
    mechanisms = tuple(
        Mechanism(tuple(map(words.state, claim.causes)), words.state(effect), claim.together) for claim in told for effect in claim.effects
    )
    effects = [mechanism.effect.thing for mechanism in mechanisms]
    if len(set(effects)) < len(effects):
        raise UnreadError("two sentences state how one thing comes about")
    causes = {cause.thing for mechanism in mechanisms for cause in mechanism.causes}
    if len(ends := sorted(set(effects) - causes)) != 1:
        raise UnreadError(f"it is not plain which thing is asked about: {ends}")
    beginnings = [thing for thing in causes if thing not in effects and thing != words.set_by_hand]
    return StatedWorld(
        mechanisms,
        tuple(words.among(phrase, beginnings) for sentence in _sentences(given) for phrase in _observations(sentence)),
        *(words.state(asked["was"]), words.state(asked["instead"]), words.among(asked["asked"], ends)),
        closed="without any unmentioned factors" in background,
    )


# Private

_OBSERVED = "We observed "
_QUESTION = re.compile(r"Would (?P<asked>.+?) if (?P<instead>.+?) instead of (?P<was>.+?)\?")
_OR = re.compile(r" or (?!(?:higher|lower|more|less|fewer|better|worse|above|below|older|younger)\b)")


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence on causes in its own phrases."""

    causes: tuple[str, ...]
    effects: tuple[str, ...]
    together: bool

    @property
    def phrases(self) -> tuple[str, ...]:
        return (*self.causes, *self.effects)


class _Wordings:
    """The phrases of a world, and which state each of them names."""

    def __init__(self, told: Sequence[_Told], pair: tuple[str, str]) -> None:
        phrases = [phrase for claim in told for phrase in claim.phrases]
        self._pair = pair
        self._named = next((phrase for phrase in phrases if phrase in pair), "")
        if not self._named or pair[0] == pair[1]:
            raise UnreadError("no claim names what is set by hand")
        self.set_by_hand = thing_of(self._named)
        self._phrases: dict[str, list[str]] = {}
        for phrase in phrases:
            self._phrases.setdefault(self.state(phrase).thing, []).append(phrase)

    def state(self, phrase: str) -> State:
        """Return the state that a phrase of a claim or of the intervention names; the two of the intervention are contraries."""
        named = State(self.set_by_hand, not is_turned(self._named))
        if phrase in self._pair:
            return named if phrase == self._named else named.contrary
        return state_of(phrase)

    def among(self, phrase: str, things: Sequence[str]) -> State:
        """Return the state of the one of some things that a clause speaks of."""
        fits = sorted(((likeness(phrase, self._phrases[thing]), thing) for thing in things), reverse=True)
        if not fits or (len(fits) > 1 and fits[0][0] == fits[1][0]) or not (fits[0][0] or says_which(phrase)):
            raise UnreadError(f"it is not plain what is meant by “{phrase}”")
        return State(fits[0][1], not is_turned(phrase))


def _sentences(given: str) -> list[str]:
    whole = re.sub(r",? and we know that ", ". ", given.strip())
    return [sentence.strip() for sentence in re.split(r"\.(?:\s+|$)", whole) if sentence.strip()]


def _told(sentence: str) -> _Told:
    left, cue, right = sentence.removeprefix("We know that ").partition(" causes ")
    any_of, all_of = _OR.split(left), left.split(" and ")
    if not cue or (len(any_of) > 1 and len(all_of) > 1) or _OR.search(right):
        raise UnreadError(f"not a claim of causes that are all needed or each enough: “{sentence}”")
    return _Told(tuple(any_of if len(any_of) > 1 else all_of), tuple(right.split(" and ")), together=len(any_of) == 1)


def _observations(sentence: str) -> list[str]:
    return sentence.removeprefix(_OBSERVED).split(" and ") if sentence.startswith(_OBSERVED) else []
