"""Causal structures: stories made of events, statements and motifs, to be told as documents, and plain claims to check verdicts with.

Stories are made in `benchmarks.worlds.motifs`; what is true in a structure is computed by `benchmarks.worlds.oracle`.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchmarks.worlds.language import chance, pick, shuffled
from cckg.core.claims import Modality

Tone = Literal["bad", "good"]
MotifKind = Literal[
    "chain",
    "fork",
    "over-determination",
    "conjunction",
    "hedge",
    "doubt",
    "denial",
    "contradiction",
    "fed cycle",
    "closed cycle",
    "opposites",
    "bystander",
]


@dataclass(frozen=True, slots=True)
class Link:
    """One claim: `cause` and `effect` are ids of events. Links that share document, group and effect are one cause group.

    `enough` says that the document tells the cause, or its group, to suffice without others.
    """

    cause: str
    effect: str
    modality: Modality = Modality.ASSERTED
    document: str = ""
    group: str | None = None
    enough: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """What is told in one breath: the cause of an effect, or the causes that it takes together."""

    causes: tuple[str, ...]
    effect: str
    modality: Modality = Modality.ASSERTED

    def links(self, *, document: str, group: str) -> list[Link]:
        """Return the claims of this statement in a document; `group` names the cause group if it takes more than one cause."""
        name = group if len(self.causes) > 1 else None
        return [Link(cause, self.effect, self.modality, document, name) for cause in self.causes]


@dataclass(frozen=True, slots=True)
class Node:
    """An event before it has words. What has a lower level comes earlier; `opposite` is the node that it is the opposite of."""

    id: str
    level: float
    tone: Tone = "bad"
    opposite: str | None = None


@dataclass(frozen=True, slots=True)
class Motif:
    """A textbook structure within a story, with its events; in the order in which `benchmarks.worlds.motifs` adds them."""

    kind: MotifKind
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Events, what is stated of them, and the motifs that they form. No statement leads from one story to another."""

    nodes: tuple[Node, ...]
    statements: tuple[Statement, ...]
    motifs: tuple[Motif, ...]
    distractor: bool = False


def random_links(rng: np.random.Generator, *, most_events: int = 12) -> tuple[tuple[str, ...], tuple[Link, ...]]:
    """Return events and claims of any shape: cycles, events that cause themselves, joint, hedged, denied and contradicting claims.

    Most claims lead onward in the order of the events. All claims of one cause group have the same modality.
    """
    events = tuple(f"e{number}" for number in range(int(rng.integers(2, most_events + 1))))
    links: list[Link] = []
    for number in range(int(rng.integers(1, 2 * len(events) + 1))):
        effect = int(rng.integers(1, len(events)))
        before = events[:effect] if chance(rng, _ONWARD) else events
        causes = shuffled(rng, before)[: pick(rng, (1, 1, 1, 2, 2, 3))]
        statement = Statement(tuple(causes), events[effect], pick(rng, _MODALITIES))
        links += statement.links(document=f"d{int(rng.integers(3))}", group=f"g{number}")
    return events, tuple(links)


# Private

_MODALITIES = (Modality.ASSERTED,) * 6 + (Modality.HEDGED,) * 2 + (Modality.DENIED,)
_ONWARD = 0.9  # share of random claims that do not lead back
