"""English for made-up worlds: the forms of a clause, invented names, and the reader of the Markdown lists in `cckg/evaluation/data`.

What is told with them stands in those lists; who tells it is `benchmarks.worlds.narration`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Literal, TypeVar

import numpy as np

Form = Literal["past", "had", "did", "would", "undone", "inverted", "to", "bare", "ing"]
"""Forms of a clause, as of "the pump seized": had seized; did the pump seize; would the pump have seized; had not seized; had the pump not
seized; the pump to seize; the pump seize; the pump seizing."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Clause:
    """A happening told with a verb. `negated`: the verb is denied ("did not come"); `void`: the subject is ("no inspector")."""

    subject: str
    verb: str
    rest: str
    plural: bool = False
    negated: bool = False
    void: bool = False

    def form(self, form: Form) -> str | None:
        """Return the clause in a form, or None where English has no good one."""
        build = getattr(self, f"_{form}")
        built: str | None = build()
        return built

    # Private

    def _past(self) -> str:
        if self.verb == "be":
            return _joined(self.subject, self._was, self._not, self.rest)
        if self.negated:
            return _joined(self.subject, "did not", self.verb, self.rest)
        return _joined(self.subject, verb_form(self.verb, "past"), self.rest)

    def _had(self) -> str:
        return _joined(self.subject, "had", self._not, verb_form(self.verb, "participle"), self.rest)

    def _did(self) -> str:
        if self.verb == "be":
            return _joined(self._was, self.subject, self._not, self.rest)
        return _joined("did", self.subject, self._not, self.verb, self.rest)

    def _would(self) -> str | None:
        return None if self.void else _joined("would", self.subject, self._not, "have", verb_form(self.verb, "participle"), self.rest)

    def _undone(self) -> str | None:
        """Return the clause of a world in which it did not happen: "the pump had not seized", "the inspector had come"."""
        if self.void:
            return None
        return replace(self, negated=not self.negated)._had()

    def _inverted(self) -> str | None:
        participle = verb_form(self.verb, "participle")
        return None if self.void else _joined("had", self.subject, "" if self.negated else "not", participle, self.rest)

    def _to(self) -> str | None:
        return None if self.negated or self.void else _joined(self.subject, "to", self.verb, self.rest)

    def _bare(self) -> str | None:
        return None if self.negated or self.void else _joined(self.subject, self.verb, self.rest)

    def _ing(self) -> str | None:
        return None if self.void else _joined(self.subject, self._not, verb_form(self.verb, "ing"), self.rest)

    @property
    def _was(self) -> str:
        return "were" if self.plural else "was"

    @property
    def _not(self) -> str:
        return "not" if self.negated else ""


def verb_form(verb: str, form: Literal["past", "participle", "ing"]) -> str:
    """Return the past, participle or -ing form of a verb.

    >>> [verb_form("break", "past"), verb_form("carry", "participle"), verb_form("close", "ing")]
    ['broke', 'carried', 'closing']
    """
    listed = _irregular().get(verb)
    if listed:
        return listed[("past", "participle", "ing").index(form)]
    if form == "ing":
        return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) else f"{verb}ing"
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}ed"


def invented_name(seed: int, number: int) -> str:
    """Return the name of this number in the world of this seed; the first 64 names of 468 seeds in a row are all different.

    Raises:
        ValueError: if number is not in 0..63.
    """
    if not 0 <= number < NAMES_PER_WORLD:
        raise ValueError(f"a world has names 0 to {NAMES_PER_WORLD - 1}, got {number}")
    beginnings, middles, endings = _name_parts()
    place = (seed * NAMES_PER_WORLD + number) * _STRIDE % (len(beginnings) * len(middles) * len(endings))
    place, ending = divmod(place, len(endings))
    beginning, middle = divmod(place, len(middles))
    return beginnings[beginning] + middles[middle] + endings[ending]


NAMES_PER_WORLD = 64


def capitalised(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def without_article(text: str) -> str:
    """Return a noun phrase as a headline gives it, without the article before it."""
    return re.sub(r"^(the|a|an) ", "", text, flags=re.IGNORECASE)


def lines_of(name: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) for each heading and list item of a file in `cckg/evaluation/data`; kind is "#", "##", …, or "-"."""
    for line in resources.files("benchmarks.worlds").joinpath("data", name).read_text(encoding="utf-8").splitlines():
        found = _LINE.fullmatch(line)
        if found:
            yield found.group(1), found.group(2)


def pick(rng: np.random.Generator, items: Sequence[Item]) -> Item:
    """Return one of the items; the same seed gives the same one everywhere.

    Raises:
        ValueError: if there are none.
    """
    return items[int(rng.integers(len(items)))]


def shuffled(rng: np.random.Generator, items: Sequence[Item]) -> list[Item]:
    """Return the items in random order; the same seed gives the same order everywhere."""
    left = list(items)
    return [left.pop(int(rng.integers(len(left)))) for _ in range(len(left))]


def chance(rng: np.random.Generator, share: float) -> bool:
    """Return True with this probability, 0..1."""
    return bool(rng.random() < share)


# Private

_LINE = re.compile(r"(#{1,4}|-) (.*\S)\s*")
_STRIDE = 7919  # a prime that the number of names is no multiple of: neighbours in the count are no neighbours in sound


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


@cache
def _irregular() -> dict[str, tuple[str, ...]]:
    rows = [text.split() for kind, text in lines_of("verbs.md") if kind == "-"]
    return {row[0]: tuple(row[1:]) for row in rows}


@cache
def _name_parts() -> tuple[list[str], list[str], list[str]]:
    parts: list[list[str]] = []
    for kind, text in lines_of("names.md"):
        if kind == "##":
            parts.append([])
        elif kind == "-":
            parts[-1] += text.split()
    beginnings, middles, endings = parts
    return beginnings, middles, endings
