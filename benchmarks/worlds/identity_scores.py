"""Scores which mentions of a graph share an event against the happenings of a made-up world; no question is asked.

A mention is a side of a claim. Its happening is that of the world's mention with which it shares most characters.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.worlds.world_scores import told
from benchmarks.worlds.worlds import World
from cckg.core.claims import Claim, Modality
from cckg.core.evidence import Subgraph


@dataclass(frozen=True, slots=True)
class Share:
    """Of so many things, those of which something is true."""

    true: int = 0
    of: int = 0

    def __add__(self, other: "Share") -> "Share":
        """Add up two shares."""
        return Share(self.true + other.true, self.of + other.of)

    @property
    def value(self) -> float | None:
        """Return true / of, 0..1; None of nothing."""
        return self.true / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class IdentityScore:
    """How the happenings of worlds lie in the events of graphs.

    split        of the happenings that two or more mentions tell, those whose mentions lie in more than one event
    joined       of the events that hold two or more mentions, those that hold mentions of different happenings
    chain_links  of the places where one gold link ends and another begins, both read and not denied, those where both meet in one event
    """

    split: Share = Share()
    joined: Share = Share()
    chain_links: Share = Share()

    def __add__(self, other: "IdentityScore") -> "IdentityScore":
        """Add up two scores."""
        return IdentityScore(self.split + other.split, self.joined + other.joined, self.chain_links + other.chain_links)


def identity_score(world: World, graph: Subgraph) -> IdentityScore:
    """Score a graph that was read from a world's documents. Mentions that overlap none of the world's count nowhere."""
    read = list(told(world, graph))
    sides = [
        (happening, event)
        for claim, cause, effect in read
        for happening, event in ((cause, claim.cause_event), (effect, claim.effect_event))
        if happening
    ]
    return IdentityScore(_mixed(sides), _mixed([(event, happening) for happening, event in sides]), _chain_links(world, read))


# Private


def _mixed(pairs: Iterable[tuple[str, str]]) -> Share:
    """Of those first that come two or more times, count those that come with different second ones."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for first, second in pairs:
        found[first].append(second)
    mixed = [len(set(seconds)) > 1 for seconds in found.values() if len(seconds) > 1]
    return Share(sum(mixed), len(mixed))


def _chain_links(world: World, read: Iterable[tuple[Claim, str | None, str | None]]) -> Share:
    gold = {(link.cause, link.effect) for link in world.links if link.modality is not Modality.DENIED}
    causes: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    effects: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for claim, cause, effect in read:
        if cause and effect and claim.modality is not Modality.DENIED and (cause, effect) in gold:
            causes[cause, effect].add(claim.cause_event)
            effects[cause, effect].add(claim.effect_event)
    pairs = [(one, other) for one in effects for other in causes if one[1] == other[0] and one[0] != other[1]]
    return Share(sum(not effects[one].isdisjoint(causes[other]) for one, other in pairs), len(pairs))
