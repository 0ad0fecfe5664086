"""Happenings: what the events of a world are called, each in several wordings, and the reader of the lists of happenings.

Which event is which happening is decided in `benchmarks.worlds.naming`, how it is put into sentences in `benchmarks.worlds.constructions`.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Literal

from benchmarks.worlds.language import Clause, Form, lines_of, without_article
from benchmarks.worlds.structures import Tone
from cckg.core.graph import Polarity

Half = Literal["A", "B"]
Kind = Literal["clause", "noun", "short"]
Shape = Form | Literal["np", "title"]
ANYWHERE = "anywhere"
ENTITIES = ("site", "org", "place")


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to word a happening, its places and firms still open. `depth` is the least paraphrase depth at which it is used."""

    kind: Kind
    words: Clause
    depth: int

    def has(self, shape: Shape) -> bool:
        """Tell whether the wording can be put into a shape."""
        if shape == "np" or shape == "title":
            return self.kind != "clause"
        return self.kind == "clause" and self.words.form(shape) is not None

    def shaped(self, shape: Shape) -> str:
        """Return the wording in a shape that it has."""
        if shape == "np" or shape == "title":
            return self.words.subject if shape == "np" else without_article(self.words.subject)
        return self.words.form(shape) or ""


@dataclass(frozen=True, slots=True)
class Side:
    """One way that a family of happenings can go. `act`: people decide it."""

    polarity: Polarity
    tone: Tone
    act: bool
    wordings: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of happening with its rank, and both sides where its opposite is a happening too. What is natural has no cause."""

    name: str
    domain: str
    rank: int
    natural: bool
    sides: tuple[Side, ...]

    def side(self, tone: Tone) -> Side | None:
        """Return the side of this tone, if there is one."""
        return next((side for side in self.sides if side.tone == tone), None)


@dataclass(frozen=True, slots=True)
class Entity:
    """A named thing, and what it is called where its name has just been told."""

    name: str
    alias: str


Entities = Mapping[str, Entity]


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of a world: an entry of the lists with names of its own. `day` is when it happened, which not every document tells."""

    id: str
    family: str
    side: Side
    entities: Entities
    story: int
    day: date
    opposite: str | None = None

    @property
    def polarity(self) -> Polarity:
        """Return which way it goes."""
        return self.side.polarity

    @property
    def has_day(self) -> bool:
        """Tell whether it was on a day, as no change of an amount is; of that only the month is told."""
        return self.polarity not in (Polarity.INCREASE, Polarity.DECREASE)

    @property
    def time(self) -> str:
        """Return when it was, as an ISO date or month."""
        return self.day.isoformat() if self.has_day else self.day.isoformat()[:7]

    def wordings(self, shape: Shape, *, depth: int, short: bool = False) -> list[Wording]:
        """Return the wordings that are used at a paraphrase depth and have a shape, the plainest first."""
        return [
            wording
            for wording in self.side.wordings
            if wording.depth <= depth and wording.has(shape) and (wording.kind == "short") == short
        ]

    def worded(self, wording: Wording, shape: Shape, *, named: Collection[str] = ()) -> str:
        """Return a wording with names in it; what is `named` already is taken up by its alias or left out."""
        return fill(wording.shaped(shape), self.entities, named=named)

    def text(self) -> str:
        """Return the plainest wording, which the event goes by."""
        return self.worded(self.wordings("past", depth=0)[0], "past")


def fill(text: str, entities: Entities, *, named: Collection[str] = ()) -> str:
    """Put names into a text: "the pump[ at {site}]" → "the pump at the Aldermark works", or "the pump" if its name is in `named`.

    "{site}" is taken up by its alias if its name is in `named`, "{site!}" never is.
    """

    def bracket(found: re.Match[str]) -> str:
        return "" if all(entities[slot].name in named for slot in _SLOT.findall(found.group(1))) else found.group(1)

    def slot(found: re.Match[str]) -> str:
        entity = entities[found.group(1)]
        return entity.alias if entity.name in named and not found.group(2) else entity.name

    return _NAMED_SLOT.sub(slot, _BRACKET.sub(bracket, text))


def names_in(text: str, entities: Entities) -> set[str]:
    """Return the names of the things that a text with slots speaks of."""
    return {entities[slot].name for slot in _SLOT.findall(text) if slot in entities}


@cache
def families(half: Half) -> tuple[Family, ...]:
    """Return all families of a half, in the order of its list."""
    return _read(half)[0]


def openings(half: Half, domain: str) -> list[str]:
    """Return sentences with slots that say who is who in a domain."""
    return list(_read(half)[2][domain])


def patterns(half: Half) -> dict[str, dict[str, Entity]]:
    """Return for each domain how its named things are called, "{n}" for the name."""
    return _read(half)[1]


def domains(half: Half) -> list[str]:
    """Return the domains of a half, `ANYWHERE` left out."""
    return list(patterns(half))


# Private

_BRACKET = re.compile(r"\[([^\]]*)\]")
_SLOT = re.compile(r"\{(\w+)!?\}")
_NAMED_SLOT = re.compile(r"\{(\w+)(!?)\}")


@cache
def _read(half: Half) -> tuple[tuple[Family, ...], dict[str, dict[str, Entity]], dict[str, list[str]]]:
    """Read a list of happenings: its families, and the named things and opening sentences of its domains."""
    found: list[Family] = []
    things: dict[str, dict[str, Entity]] = {}
    opening: dict[str, list[str]] = {}
    domain = ""
    for kind, text in lines_of(f"happenings_{half.lower()}.md"):
        if kind == "##":
            domain = text
        elif kind == "###":
            family, rank, *natural = text.split()
            found.append(Family(family, domain, int(rank), bool(natural), ()))
        elif kind == "####":
            polarity, tone, *act = text.split()
            side = Side(Polarity(polarity), "good" if tone == "good" else "bad", bool(act), ())
            found[-1] = replace(found[-1], sides=(*found[-1].sides, side))
        elif kind == "-" and text.startswith("opening: "):
            opening.setdefault(domain, []).append(text.removeprefix("opening: "))
        elif kind == "-" and text.split(":")[0] in ENTITIES:
            slot, pattern = text.split(": ", 1)
            things.setdefault(domain, {})[slot] = Entity(*pattern.split(" = "))
        elif kind == "-":
            *before, side = found[-1].sides
            found[-1] = replace(found[-1], sides=(*before, replace(side, wordings=(*side.wordings, _wording(text, side)))))
    return tuple(found), things, opening


def _wording(text: str, side: Side) -> Wording:
    """Read one line of a list. The first clause and the first noun phrase are for depth 0, the second for 1, the others for 2."""
    mark, words = text.split(" ", 1)
    kind: Kind = {"c": "clause", "n": "noun", "s": "short"}[mark[0]]  # type: ignore[assignment]
    before = sum(other.kind == kind for other in side.wordings)
    plural, void = "*" in mark, "0" in mark
    if kind != "clause":
        return Wording(kind, Clause(words, "", "", plural), 3 if kind == "short" else min(before, 2))
    subject, verb, rest = (part.strip() for part in f"{words} ".split(" | " if words.count(" | ") == 2 else "|"))
    negated = verb.startswith("!")
    hard = (negated or void) and side.polarity is not Polarity.ABSENCE
    return Wording(kind, Clause(subject, verb.lstrip("!"), rest, plural, negated, void), 3 if hard else min(before, 2))
