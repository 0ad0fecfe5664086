"""Constructions: sentences with places for happenings. Reads the lists of language and puts happenings into a construction, with offsets.

Which construction is used where is left to `benchmarks.worlds.narration` and `benchmarks.worlds.world_questions`.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, get_args

from benchmarks.worlds.happenings import Entities, Half, Happening, Shape, Wording, fill, names_in
from benchmarks.worlds.language import capitalised, lines_of
from cckg.core.claims import Span
from cckg.core.graph import Polarity

PieceKind = Literal["text", "event", "cue", "reference", "agreement"]
MentionKind = Literal["full", "short", "reference"]
Choose = Callable[[Happening, Shape], Wording | None]
"""Chooses a wording that has the shape; None if there is none."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a construction: `text` is literal, `event` the letter it is about, `number` which link a cue is of."""

    kind: PieceKind
    text: str
    event: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class Construction:
    """One item of a list of language: from which paraphrase depth it is used, what its cause or effect must be, and its pieces.

    `enough` are the letters of the causes that it says to suffice without others.
    """

    section: str
    depth: int
    needs: frozenset[str]
    pieces: tuple[Piece, ...]
    enough: frozenset[str] = frozenset()

    @property
    def template(self) -> str:
        """Return the words of the construction without marks for cues, to tell constructions apart."""
        return "".join(f"[{piece.event}.{piece.text}]" if piece.event else piece.text for piece in self.pieces)

    @property
    def begins_with_clause(self) -> str | None:
        """Return the event that the construction begins with as a clause, before which a date may stand."""
        first = self.pieces[0]
        return first.event if first.kind == "event" and first.text == "past" else None

    def suits(self, events: Mapping[str, Happening]) -> bool:
        """Tell whether it fits the events: "thanks to" a good effect, "in response to" an act, "without" a cause that is no absence."""
        given: set[str] = set()
        if effect := events.get("E"):
            given.add(effect.side.tone)
            given |= {"act"} if effect.side.act else set()
            given |= {"occurs"} if effect.polarity is not Polarity.ABSENCE else set()
        if (cause := events.get("C")) and cause.polarity is not Polarity.ABSENCE:
            given.add("present")
        if (told := events.get("X")) and told.has_day:
            given.add("day")
        return self.needs <= given


@dataclass(frozen=True, slots=True)
class Mentioned:
    """An event named in a sentence: where, how, and in words that can be read alone."""

    event: Happening
    span: Span
    text: str
    kind: MentionKind


@dataclass(slots=True)
class Said:
    """A construction put into words: offsets count from its own start; `enough` as of the construction."""

    text: str = ""
    template: str = ""
    mentions: dict[str, list[Mentioned]] = field(default_factory=dict)
    cues: dict[int, Span] = field(default_factory=dict)
    date: Span | None = None
    named: set[str] = field(default_factory=set)
    last: str = ""
    enough: frozenset[str] = frozenset()

    def mention(self, letter: str) -> Mentioned:
        """Return where an event is named, in words of its own rather than by a pronoun."""
        found = self.mentions[letter]
        return next((item for item in found if item.kind != "reference"), found[0])


@cache
def constructions(half: Half) -> dict[str, tuple[Construction, ...]]:
    """Return all constructions of a half by section, in the order of its list."""
    found: dict[str, list[Construction]] = {}
    section = ""
    for kind, text in lines_of(f"language_{half.lower()}.md"):
        if kind == "##":
            section = text
        elif kind == "-":
            found.setdefault(section, []).append(_construction(section, text))
    return {section: tuple(items) for section, items in found.items()}


def say(
    construction: Construction,
    events: Mapping[str, Happening],
    *,
    choose: Choose,
    entities: Entities,
    when: str = "",
    dated_opening: bool = False,
    named: Collection[str] = (),
    brief: bool = False,
) -> Said | None:
    """Put happenings into a construction.

    Args:
        construction: with letters that `events` has happenings for.
        events: by letter.
        choose: how an event is worded; asked once for each place.
        entities: what the slots of the construction's own words stand for.
        when: "on 3 May 2001" or "in May 2001", for the construction's "{when}", "{date}" (without the preposition), or its opening.
        dated_opening: begin with it.
        named: names that have just been told.
        brief: take up names by an alias, or leave them out, once they have been told.

    Returns:
        None if some event has no wording of the shape that the construction asks for.
    """
    chosen = {place: choose(events[piece.event], _shape(piece)) for place, piece in _event_pieces(construction)}
    if None in chosen.values():
        return None
    said = Said(template=construction.template, named=set(named), enough=construction.enough)
    plural = {piece.event: _wording(chosen[place]).words.plural for place, piece in _event_pieces(construction)}
    if dated_opening:
        said.text = f"{when}, "
        said.date = Span(when[3:], 3, len(when))
    for place, piece in enumerate(construction.pieces):
        start = len(said.text)
        if piece.kind == "event":
            _add_event(said, piece, events[piece.event], _wording(chosen[place]), brief=brief)
        elif piece.kind == "agreement":
            said.text += _agreeing(piece.text, plural=plural[piece.event])
        else:
            said.text += _literal(piece.text, entities, when)
            said.named |= names_in(piece.text, entities)
            _mark(said, piece, events, start)
            if when and _TIME.search(piece.text):
                at = said.text.lower().index(when[3:].lower(), start)
                said.date = Span(said.text[at : at + len(when) - 3], at, at + len(when) - 3)
    return _with_capital(said)


# Private

_PIECE = re.compile(r"\[(\w)\.(\w+)\]|<(?:(\d):)?([^>]+)>|\((\w):([^)]+)\)|\{(\w)\.(\w+)\}")
_TIME = re.compile(r"\{(?:when|date)\}", re.IGNORECASE)
_ENOUGH = "enough:"
_SHAPES = frozenset(shape for part in get_args(Shape) for shape in (get_args(part) or (part,)))
_AGREEMENT = {"was": "were", "is": "are", "has": "have", "Was": "Were"}


def _construction(section: str, item: str) -> Construction:
    head, template = item.split(" | ", 1)
    depth, *marks = head.split()
    enough = frozenset(letter for mark in marks if mark.startswith(_ENOUGH) for letter in mark.removeprefix(_ENOUGH))
    needs = frozenset(mark for mark in marks if not mark.startswith(_ENOUGH))
    return Construction(section, int(depth), needs, tuple(_pieces(template)), enough)


def _pieces(template: str) -> list[Piece]:
    """Take a template apart.

    Raises:
        ValueError: if it asks for a shape that there is not.
    """
    pieces: list[Piece] = []
    at = 0
    for found in _PIECE.finditer(template):
        if found.start() > at:
            pieces.append(Piece("text", template[at : found.start()]))
        event, shape, number, cue, referred, reference, agreeing, word = found.groups()
        if event:
            if shape not in _SHAPES:
                raise ValueError(f"{template!r} asks for the shape {shape!r}")
            pieces.append(Piece("event", shape, event))
        elif cue:
            pieces.append(Piece("cue", cue, number=int(number or 1)))
        elif referred:
            pieces.append(Piece("reference", reference, referred))
        else:
            pieces.append(Piece("agreement", word, agreeing))
        at = found.end()
    return [*pieces, Piece("text", template[at:])] if at < len(template) else pieces


def _event_pieces(construction: Construction) -> list[tuple[int, Piece]]:
    return [(place, piece) for place, piece in enumerate(construction.pieces) if piece.kind == "event"]


def _shape(piece: Piece) -> Shape:
    return piece.text  # type: ignore[return-value] # checked when it was read


def _wording(wording: Wording | None) -> Wording:
    assert wording is not None  # noqa: S101 - say has returned otherwise
    return wording


def _add_event(said: Said, piece: Piece, event: Happening, wording: Wording, *, brief: bool) -> None:
    start = len(said.text)
    words = event.worded(wording, _shape(piece), named=said.named if brief else ())
    said.text += words
    said.named |= names_in(wording.shaped(_shape(piece)), event.entities)
    kind: MentionKind = "short" if wording.kind == "short" else "full"
    span = Span(words, start, start + len(words))
    said.mentions.setdefault(piece.event, []).append(Mentioned(event, span, _alone(event, wording), kind))
    said.last = event.id


def _alone(event: Happening, wording: Wording) -> str:
    """Return words for an event that can be read alone: the wording with its names, a clause in the past."""
    if wording.kind == "short":
        wording = event.wordings("np", depth=0)[0]
    return event.worded(wording, "past" if wording.kind == "clause" else "np")


def _mark(said: Said, piece: Piece, events: Mapping[str, Happening], start: int) -> None:
    """Note a cue or a reference that has just been added."""
    span = Span(said.text[start:], start, len(said.text))
    if piece.kind == "cue":
        said.cues.setdefault(piece.number, span)
    elif piece.kind == "reference":
        event = events[piece.event]
        said.mentions.setdefault(piece.event, []).append(Mentioned(event, span, event.text(), "reference"))


def _agreeing(word: str, *, plural: bool) -> str:
    return _AGREEMENT[word] if plural else word


def _literal(text: str, entities: Entities, when: str) -> str:
    words = {"{when}": when, "{When}": capitalised(when), "{date}": when[3:], "{Date}": capitalised(when[3:])}
    return fill(_TIME.sub(lambda found: words[found.group()], text), entities)


def _with_capital(said: Said) -> Said:
    """Give the text a capital first letter, and the span that begins there."""
    said.text = capitalised(said.text)

    def again(span: Span) -> Span:
        return Span(said.text[span.start : span.end], span.start, span.end)

    said.mentions = {
        letter: [Mentioned(item.event, again(item.span), item.text, item.kind) for item in found] for letter, found in said.mentions.items()
    }
    said.cues = {number: again(span) for number, span in said.cues.items()}
    said.date = again(said.date) if said.date else None
    return said
