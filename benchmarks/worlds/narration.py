"""Tells a story as documents in varied English, and keeps for every claim what was said where.

What stands in which document is decided in `benchmarks.worlds.plots`; the words come from the lists in `cckg/evaluation/data`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.worlds.constructions import Construction, Said, constructions, say
from benchmarks.worlds.happenings import Half, Happening, Shape, Wording, fill, openings
from benchmarks.worlds.language import capitalised, chance, pick, shuffled
from benchmarks.worlds.pages import GoldDocument, Page
from benchmarks.worlds.plots import Unit, headline, spread, units
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.structures import Story

_SHORT = 0.35  # share of mentions that are short forms, where they may be
_TAKEN_UP = 0.6  # share of statements that take up the last event by a pronoun, where they can
_STILL_NAMED = 0.5  # share of sentences that count what the sentence before named as named
_TITLED = 0.3  # share of documents with a claim in the title
_OPENED = 0.6  # share of documents that say at the beginning who is who
_DATED_CLAIM = 0.5  # share of days that are told together with a claim, where they can be
_SENTENCES = (3, 6)  # of a paragraph, the second excluded
_NOISE = ("filler", "filler", "filler", "mention", "together", "together")


def halves(settings: WorldSettings) -> list[Half]:
    """Return the halves of the lists that a world is told with."""
    return ["A", "B"] if settings.half == "both" else [settings.half]


def sections(settings: WorldSettings) -> dict[str, list[Construction]]:
    """Return the constructions that a world may use, by section."""
    found: dict[str, list[Construction]] = defaultdict(list)
    for half in halves(settings):
        for section, items in constructions(half).items():
            found[section] += [item for item in items if item.depth <= settings.paraphrase]
    return {section: items for section, items in found.items() if items}


@dataclass(slots=True)
class Wordsmith:
    """Chooses wordings: the least used first, so that a document seldom says the same twice. `told` counts how each event was worded."""

    rng: np.random.Generator
    depth: int
    told: dict[str, Counter[Wording]] = field(default_factory=lambda: defaultdict(Counter))
    introduced: set[str] = field(default_factory=set)

    def __call__(self, event: Happening, shape: Shape) -> Wording | None:
        """Return a wording of the shape; None if the event has none."""
        used = self.told[event.id]
        if shape == "np" and self.depth == 3 and event.id in self.introduced and chance(self.rng, _SHORT):
            return pick(self.rng, event.wordings(shape, depth=3, short=True))
        offered = event.wordings(shape, depth=self.depth)
        if not offered:
            return None
        fewest = min(used[wording] for wording in offered)
        wording = pick(self.rng, [item for item in offered if used[item] == fewest])
        used[wording] += 1
        self.introduced.add(event.id)
        return wording


def narrate(
    rng: np.random.Generator, story: Story, happenings: Mapping[str, Happening], *, half: Half, domain: str, settings: WorldSettings
) -> tuple[list[GoldDocument], dict[str, Counter[Wording]]]:
    """Tell a story.

    Args:
        rng: the same state gives the same documents on every machine.
        story: its statements are all told, each at least once.
        happenings: of the story's nodes.
        half: from which the happenings are.
        domain: of the story.
        settings: of the world.

    Returns:
        The documents, and how often each event was told in which wording, short forms not counted.
    """
    wordsmith = Wordsmith(rng, settings.paraphrase)
    narrator = _Narrator(rng, settings, happenings, sections(settings), wordsmith, openings(half, domain))
    bystanders = [event for motif in story.motifs if motif.kind == "bystander" for event in motif.events]
    documents = []
    told = spread(rng, story, settings)
    stem = next(iter(happenings.values())).id.split("-")[0]
    dated = [node.id for node in story.nodes if chance(rng, settings.dated)]
    for number, statements in enumerate(told, start=1):
        own = [event for place, event in enumerate(bystanders) if place % len(told) == number - 1]
        days = [event for event in dated if event in {event for item in statements for event in (*item.causes, item.effect)} | set(own)]
        dated = [event for event in dated if event not in days]
        wordsmith.introduced.clear()
        bound = units(rng, statements, offered=narrator.sections)
        title = headline(rng, statements) if narrator.sections.get("headline") and chance(rng, _TITLED) else None
        documents.append(narrator.document(f"{stem}_{number}.md", bound, title=title, bystanders=own, days=days))
    return documents, wordsmith.told


# Private


@dataclass(slots=True)
class _Narrator:
    rng: np.random.Generator
    settings: WorldSettings
    happenings: Mapping[str, Happening]
    sections: Mapping[str, Sequence[Construction]]
    wordsmith: Wordsmith
    openings: Sequence[str]
    recent: list[str] = field(default_factory=list)  # templates used, the last ones last

    def document(
        self, name: str, bound: Sequence[Unit], *, title: Unit | None, bystanders: Sequence[str], days: Sequence[str]
    ) -> GoldDocument:
        """Write one document: a title, an opening, and the units with noise between them."""
        page = Page(name)
        self._head(page, title)
        waiting = [event for event in days if event not in bystanders and chance(self.rng, _DATED_CLAIM)]
        asides = self._noise(len(bound), [*bystanders, *(event for event in days if event not in (*bystanders, *waiting))], days)
        order = self._interspersed(bound, asides)
        last, named, room = "", set[str](), 0
        for place, item in enumerate(order):
            follows = isinstance(item, Unit) and item.section == "asserted" and self.happenings[item.events["C"]].id == last
            taken_up = follows and self.settings.paraphrase == 3 and chance(self.rng, _TAKEN_UP)
            if room == 0 and not taken_up:
                page.paragraph()
                named, room = set(), int(self.rng.integers(*_SENTENCES))
            if place == 0 and chance(self.rng, _OPENED):
                page.sentence(self._plain(pick(self.rng, self.openings)))
            kept = named if self.settings.paraphrase >= 2 and chance(self.rng, _STILL_NAMED) else set()
            said = (
                self._unit(page, item, taken_up=taken_up, named=kept, waiting=waiting)
                if isinstance(item, Unit)
                else self._aside(page, item)
            )
            last, named, room = self._what_this_means(item, said), said.named, max(0, room - 1)
        for event in waiting:
            self._aside(page, ("dated", {"X": event}))
        return page.document()

    # Private

    def _head(self, page: Page, title: Unit | None) -> None:
        if title:
            said = self._said(title.section, title.events)
            page.headline(said, title.links(group=""))
        else:
            page.headline(self._said("title", {}))

    def _noise(self, claims: int, events: Sequence[str], days: Sequence[str]) -> list[tuple[str, dict[str, str]]]:
        """Return what is told besides claims, (section, events); these events are told by all means, and their day if it is to be told."""
        asides = [("dated" if event in days else "mention", {"X": event}) for event in events]
        wanted = round(self.settings.noise / (1 - self.settings.noise) * claims)
        while len(asides) < wanted:
            section = pick(self.rng, _NOISE)
            asides.append((section, self._unrelated() if section == "together" else {"X": pick(self.rng, [*self.happenings])}))
        return asides

    def _unrelated(self) -> dict[str, str]:
        """Return two events, the earlier one first."""
        first, second = shuffled(self.rng, [*self.happenings])[:2]
        return dict(zip("XY", sorted((first, second), key=lambda event: self.happenings[event].day), strict=True))

    def _interspersed(self, bound: Sequence[Unit], asides: Sequence[tuple[str, dict[str, str]]]) -> list[Unit | tuple[str, dict[str, str]]]:
        order: list[Unit | tuple[str, dict[str, str]]] = list(bound)
        for aside in asides:
            order.insert(int(self.rng.integers(len(order) + 1)), aside)
        return order

    def _unit(self, page: Page, unit: Unit, *, taken_up: bool, named: set[str], waiting: list[str]) -> Said:
        """Write a unit; where it begins with an event whose day is to be told, perhaps with the day."""
        section = "taken up" if taken_up else unit.section
        day = next((event for event in waiting if event in unit.events.values()), None)
        if day and not taken_up:
            begun = [item for item in self.sections[section] if unit.events.get(item.begins_with_clause or "") == day]
            if begun:
                waiting.remove(day)
                said = self._said(section, unit.events, among=begun, day=day, named=named)
                page.sentence(said, unit.links(group=self._group(page)), dated=self.happenings[day])
                return said
        said = self._said(section, unit.events, named=named)
        page.sentence(said, unit.links(group=self._group(page)))
        return said

    def _what_this_means(self, item: Unit | tuple[str, dict[str, str]], said: Said) -> str:
        """Return the event that "this" would mean after a sentence: the effect, if it is stated and told last, or an event told alone."""
        if isinstance(item, Unit):
            stated = item.section in ("asserted", "taken up", "chain", "joint", "either")
            return said.last if stated and said.last == self.happenings[item.effect].id else ""
        return said.last if item[0] == "dated" else ""

    def _group(self, page: Page) -> str:
        return f"{page.name}/group-{len(page.claims) + 1}"

    def _aside(self, page: Page, aside: tuple[str, dict[str, str]]) -> Said:
        section, events = aside
        if section == "filler":
            said = self._said("filler", {})
            page.sentence(said)
            return said
        day = events["X"] if section == "dated" else None
        said = self._said(section, events, day=day)
        page.sentence(said, dated=self.happenings[day] if day else None)
        return said

    def _said(
        self,
        section: str,
        events: Mapping[str, str],
        *,
        among: Sequence[Construction] | None = None,
        day: str | None = None,
        named: set[str] | None = None,
    ) -> Said:
        """Put a unit into the words of one of the constructions that suit it, one not used lately."""
        happened = {letter: self.happenings[event] for letter, event in events.items()}
        offered = [item for item in among or self.sections[section] if item.suits(happened)]
        for construction in sorted(shuffled(self.rng, offered), key=lambda item: self._staleness(item.template)):
            said = say(
                construction,
                happened,
                choose=self.wordsmith,
                entities=next(iter(self.happenings.values())).entities,
                when=_in_words(self.rng, self.happenings[day]) if day else "",
                dated_opening=day is not None and section != "dated",
                named=named or (),
                brief=self.settings.paraphrase >= 2,
            )
            if said:
                self.recent.append(construction.template)
                return said
        raise ValueError(f"no construction of section {section!r} suits {[event.family for event in happened.values()]}")

    def _staleness(self, template: str) -> int:
        """Return 0 for a template not used before, more for one that was used more lately."""
        return next((place + 1 for place in range(len(self.recent) - 1, -1, -1) if self.recent[place] == template), 0)

    def _plain(self, template: str) -> Said:
        """Put names into a sentence without events."""
        return Said(text=capitalised(fill(template, next(iter(self.happenings.values())).entities)))


def _in_words(rng: np.random.Generator, event: Happening) -> str:
    """Return when an event was: its day in one of three ways of writing it, or its month."""
    day, month, year = event.day.day, _MONTHS[event.day.month - 1], event.day.year
    if not event.has_day:
        return f"in {month} {year}"
    return "on " + pick(rng, (f"{day} {month} {year}", f"{month} {day}, {year}", f"the {_ordinal(day)} of {month} {year}"))


_MONTHS = "January February March April May June July August September October November December".split()


def _ordinal(number: int) -> str:
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
