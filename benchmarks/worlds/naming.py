"""Casts the nodes of a story as happenings, and invents the places, firms and people that they happen to.

Causes are cast with a lower rank than their effects, so that what leads to what makes sense.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from itertools import takewhile
from typing import get_args

import numpy as np

from benchmarks.worlds.happenings import ANYWHERE, ENTITIES, Entities, Entity, Family, Half, Happening, Side, families, patterns
from benchmarks.worlds.language import chance, invented_name, pick, shuffled
from benchmarks.worlds.structures import Node, Story, Tone

NAMES_PER_STORY = len(ENTITIES) + 1


def cast(
    rng: np.random.Generator, story: Story, *, number: int, domain: str, half: Half, seed: int, like: Collection[str] = ()
) -> dict[str, Happening]:
    """Give every node of a story a happening.

    Args:
        rng: the same state gives the same cast on every machine.
        story: with at most one pair of opposites.
        number: of the story in its world, from 0; it decides which names are taken.
        domain: from which happenings are drawn, besides those that fit anywhere.
        half: of the lists.
        seed: of the world.
        like: families that are taken first, for a story that shall resemble another.

    Returns:
        {node id: happening}; its `opposite` is the id of another happening of the story.

    Raises:
        ValueError: if the story has more events than the lists have happenings.
    """
    chosen = _chosen_families(rng, story, [family for family in families(half) if family.domain in (domain, ANYWHERE)], like)
    entities = _entities(rng, half, domain, seed=seed, number=number)
    stem = invented_name(seed, number * NAMES_PER_STORY).lower()
    begun = date(1961, 1, 1) + timedelta(days=int(rng.integers(22_000)))
    step = int(rng.integers(4, 30))
    names = {node.id: _identity(stem, chosen[node.id], node.tone) for node in story.nodes}
    return {
        node.id: Happening(
            id=names[node.id],
            family=chosen[node.id].name,
            side=_side(chosen[node.id], node.tone),
            entities=entities,
            story=number,
            day=begun + timedelta(days=round((node.level + 1) * step) + int(rng.integers(max(1, step // 3)))),
            opposite=names[node.opposite] if node.opposite else None,
        )
        for node in story.nodes
    }


# Private

_TONES: tuple[Tone, ...] = get_args(Tone)


def _identity(stem: str, family: Family, tone: Tone) -> str:
    name = f"{stem}-{family.name}"
    return f"{name}-{_side(family, tone).polarity}" if len(family.sides) > 1 else name


def _side(family: Family, tone: Tone) -> Side:
    side = family.side(tone)
    if side is None:
        raise ValueError(f"{family.name} has no {tone} side")
    return side


def _chosen_families(rng: np.random.Generator, story: Story, on_offer: Sequence[Family], like: Collection[str]) -> dict[str, Family]:
    """Choose a family for every node, so that rank follows level within each tone; opposites share one, what is natural has no cause."""
    chosen: dict[str, Family] = {}
    caused = {item.effect for item in story.statements}
    for pair in [node for node in story.nodes if node.opposite and node.tone == "good"][:1]:
        others = {tone: [node for node in story.nodes if node.tone == tone and not node.opposite] for tone in _TONES}
        fits = [family for family in shuffled(rng, on_offer) if len(family.sides) > 1 and not family.natural]
        family = min(fits, key=lambda item: _shortfall(item, pair, others, on_offer))
        chosen |= {pair.id: family, pair.opposite or "": family}
    for tone in _TONES:
        nodes = shuffled(rng, [node for node in story.nodes if node.tone == tone])
        ordered = sorted(nodes, key=lambda node: (node.level, node.id in caused))
        first = len(list(takewhile(lambda node: node.id not in caused, ordered)))
        offered = [family for family in shuffled(rng, on_offer) if family.side(tone) and family not in chosen.values()]
        natural = [family for family in offered if family.natural][:first]  # of the lowest ranks, so that they go to the first nodes
        free = natural + [family for family in offered if not family.natural]
        taken = _drawn(rng, ordered, free, chosen, like)
        waiting = [node for node in ordered if node.id not in chosen]
        chosen |= {node.id: family for node, family in zip(waiting, sorted(taken, key=lambda item: item.rank), strict=True)}
    return chosen


def _shortfall(family: Family, pair: Node, others: Mapping[Tone, Sequence[Node]], on_offer: Sequence[Family]) -> int:
    """Return how many happenings are wanting below and above a family's rank if opposites are cast as it."""
    wanting = 0
    for tone, nodes in others.items():
        ranks = [item.rank for item in on_offer if item.side(tone) and item is not family]
        before = sum(node.level < pair.level for node in nodes)
        wanting += max(0, before - sum(rank < family.rank for rank in ranks))
        wanting += max(0, len(nodes) - before - sum(rank >= family.rank for rank in ranks))
    return wanting


def _drawn(
    rng: np.random.Generator, ordered: Sequence[Node], free: Sequence[Family], chosen: Mapping[str, Family], like: Collection[str]
) -> list[Family]:
    """Draw families for the nodes that have none, those of the domain rather than those that fit anywhere."""
    fixed = next((place for place, node in enumerate(ordered) if node.id in chosen), None)
    wanted = [len(ordered)] if fixed is None else [fixed, len(ordered) - fixed - 1]
    rank = chosen[ordered[fixed].id].rank if fixed is not None else 0
    parts = [list(free)] if fixed is None else [[item for item in free if item.rank < rank], [item for item in free if item.rank >= rank]]
    drawn: list[Family] = []
    for part, count in zip(parts, wanted, strict=True):
        order = sorted(shuffled(rng, part), key=lambda item: (item.name not in like, item.domain == ANYWHERE and chance(rng, 0.7)))
        drawn += order[:count]
    spare = [item for item in shuffled(rng, free) if item not in drawn]
    drawn += spare[: sum(wanted) - len(drawn)]
    if len(drawn) < sum(wanted):
        raise ValueError(f"a story has more events than there are happenings for them: {sum(wanted)} wanted, {len(drawn)} found")
    return drawn


def _entities(rng: np.random.Generator, half: Half, domain: str, *, seed: int, number: int) -> Entities:
    pattern_of = patterns(half)[domain]
    made: dict[str, Entity] = {}
    for place, slot in enumerate(ENTITIES):
        name = invented_name(seed, number * NAMES_PER_STORY + place)
        made[slot] = Entity(pattern_of[slot].name.replace("{n}", name), pattern_of[slot].alias)
    given = pick(rng, _GIVEN_NAMES)
    surname = invented_name(seed, number * NAMES_PER_STORY + len(ENTITIES))
    made["person"] = Entity(f"{given} {surname}", f"{given} {surname}")
    return made


_GIVEN_NAMES = (
    "Ada",
    "Boris",
    "Clara",
    "Dirk",
    "Edda",
    "Felix",
    "Gerda",
    "Hugo",
    "Irma",
    "Jonas",
    "Klara",
    "Lars",
    "Mira",
    "Nils",
    "Olga",
    "Pauline",
)
