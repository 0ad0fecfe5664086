"""What each document of a story tells, and in which order: statements are spread over documents and bound together into units.

How a unit is put into words is left to `benchmarks.worlds.narration`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.worlds.language import chance, pick
from benchmarks.worlds.pages import LinkTold
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.structures import Statement, Story
from cckg.core.claims import Modality

_LINKS: Mapping[str, tuple[tuple[str, str, int], ...]] = {  # cause, effect, number of the cue
    "asserted": (("C", "E", 1),),
    "taken up": (("C", "E", 1),),
    "headline": (("C", "E", 1),),
    "hedged": (("C", "E", 1),),
    "denied": (("C", "E", 1),),
    "joint": (("C", "E", 1), ("D", "E", 1)),
    "either": (("C", "E", 1), ("D", "E", 1)),
    "fork": (("C", "E", 1), ("C", "F", 1)),
    "chain": (("C", "D", 1), ("D", "E", 2)),
}
_BOUND = 0.4  # share of statements that are told together with another one, where they can be
_SECTION_OF = {Modality.HEDGED: "hedged", Modality.DENIED: "denied"}


@dataclass(frozen=True, slots=True)
class Unit:
    """What one construction tells: the section that the construction is of, and the node for each of its letters."""

    section: str
    events: Mapping[str, str]

    def links(self, *, group: str) -> list[LinkTold]:
        """Return the claims that the unit makes; `group` names the cause group if its causes are jointly required."""
        modality = {"hedged": Modality.HEDGED, "denied": Modality.DENIED}.get(self.section, Modality.ASSERTED)
        name = group if self.section == "joint" else None
        return [LinkTold(cause, effect, modality, cue, name) for cause, effect, cue in _LINKS[self.section]]

    @property
    def effect(self) -> str:
        """Return the node that the unit ends with."""
        return self.events["E"]


def spread(rng: np.random.Generator, story: Story, settings: WorldSettings) -> list[list[Statement]]:
    """Return for each document the statements that it makes, in the order of the happenings.

    A chain runs across documents. A denial stands in another document than what it contradicts, if there is one.
    """
    level = {node.id: node.level for node in story.nodes}
    order = sorted(story.statements, key=lambda item: (level[item.effect], max(level[cause] for cause in item.causes)))
    count = 1 if story.distractor else min(settings.documents, max(1, len(order) // 2))
    documents: list[list[Statement]] = [[] for _ in range(count)]
    for place, statement in enumerate(order):
        documents[place * count // len(order)].append(statement)
    for place, told in enumerate(documents):
        for statement in [item for item in told if _contradicts(item, told)]:
            told.remove(statement)
            documents[(place + 1) % count].append(statement)
    for statement in story.statements:
        denied = Statement(statement.causes, statement.effect, Modality.DENIED)
        others = [told for told in documents if statement not in told and denied not in told]
        if others and statement.modality is not Modality.DENIED and chance(rng, settings.retold):
            pick(rng, others).append(statement)
    return documents


def units(rng: np.random.Generator, statements: Sequence[Statement], *, offered: Collection[str]) -> list[Unit]:
    """Bind the statements of a document into units of the offered sections, what follows from an event next to it."""
    left = list(statements)
    bound: list[Unit] = []
    while left:
        statement = left.pop(0)
        partners = [(other, unit) for other in left if (unit := _together(statement, other)) and unit.section in offered]
        if partners and chance(rng, _BOUND):
            other, unit = pick(rng, partners)
            left.remove(other)
            bound.append(unit)
        else:
            bound.append(_alone(statement))
    return _ordered(bound)


def headline(rng: np.random.Generator, statements: Sequence[Statement]) -> Unit | None:
    """Return a statement that a document may bear in its title; None if it makes none that is simple enough."""
    simple = [item for item in statements if item.modality is Modality.ASSERTED and len(item.causes) == 1]
    return Unit("headline", _alone(pick(rng, simple)).events) if simple else None


# Private


def _contradicts(statement: Statement, told: Sequence[Statement]) -> bool:
    if statement.modality is not Modality.DENIED:
        return False
    return any(
        other.modality is not Modality.DENIED and other.effect == statement.effect and statement.causes[0] in other.causes for other in told
    )


def _alone(statement: Statement) -> Unit:
    section = "joint" if len(statement.causes) > 1 else _SECTION_OF.get(statement.modality, "asserted")
    return Unit(section, {**dict(zip("CD", statement.causes, strict=False)), "E": statement.effect})


def _together(first: Statement, second: Statement) -> Unit | None:
    """Return the unit that tells both statements, if there is one."""
    if any(len(item.causes) > 1 or item.modality is not Modality.ASSERTED for item in (first, second)):
        return None
    (cause,), (other,) = first.causes, second.causes
    if first.effect == other and cause != second.effect:
        return Unit("chain", {"C": cause, "D": other, "E": second.effect})
    if cause == other and first.effect != second.effect:
        return Unit("fork", {"C": cause, "E": first.effect, "F": second.effect})
    if first.effect == second.effect and cause != other:
        return Unit("either", {"C": cause, "D": other, "E": first.effect})
    return None


def _ordered(bound: Sequence[Unit]) -> list[Unit]:
    left = list(bound)
    order: list[Unit] = []
    while left:
        last = order[-1].effect if order else None
        following = next((unit for unit in left if unit.events["C"] == last), left[0])
        left.remove(following)
        order.append(following)
    return order
