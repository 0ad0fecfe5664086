"""Makes random stories: a chain of events to which textbook motifs are added, each growing on what is there.

What the events are called is left to `benchmarks.worlds.naming`, how they are told to `benchmarks.worlds.narration`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from benchmarks.worlds.language import chance, pick, shuffled
from benchmarks.worlds.structures import Motif, MotifKind, Node, Statement, Story, Tone
from cckg.core.claims import Modality


def random_stories(rng: np.random.Generator, *, stories: int, events: int, distractors: int) -> tuple[Story, ...]:
    """Return the stories of a world, the distractors last.

    Args:
        rng: the same state gives the same stories on every machine.
        stories: how many; every kind of motif occurs in one of them, opposites in each.
        events: about how many events a story has; motifs that must occur may add some.
        distractors: how many short stories of their own there are besides, which no question is about.
    """
    wanted: list[list[MotifKind]] = [["opposites"] for _ in range(stories)]
    for number, kind in enumerate(shuffled(rng, _EACH_WORLD)):
        wanted[number % stories].append(kind)
    told = [_story(rng, f"s{number}", kinds, events=events) for number, kinds in enumerate(wanted, start=1)]
    return (*told, *(_distractor(rng, f"d{number}") for number in range(1, distractors + 1)))


# Private

_EACH_WORLD: tuple[MotifKind, ...] = (
    "fork",
    "over-determination",
    "conjunction",
    "hedge",
    "doubt",
    "denial",
    "contradiction",
    "fed cycle",
    "closed cycle",
    "bystander",
)
_MORE: tuple[MotifKind, ...] = (
    "chain",
    "chain",
    "chain",
    "fork",
    "over-determination",
    "over-determination",
    "conjunction",
    "hedge",
    "doubt",
)
_BACKBONE = 4  # events of the chain that a story begins with


def _story(rng: np.random.Generator, prefix: str, kinds: Sequence[MotifKind], *, events: int) -> Story:
    growing = _Growing(rng, prefix)
    growing.backbone(_BACKBONE)
    for kind in shuffled(rng, kinds):
        growing.add(kind)
    while len(growing.nodes) < events:
        growing.add(pick(rng, _MORE))
    return growing.story()


def _distractor(rng: np.random.Generator, prefix: str) -> Story:
    growing = _Growing(rng, prefix)
    growing.backbone(3)
    growing.add(pick(rng, _MORE))
    return replace(growing.story(), distractor=True)


@dataclass(slots=True)
class _Growing:
    """A story to which motifs are added, one after the other; each grows on events that are there."""

    rng: np.random.Generator
    prefix: str
    nodes: dict[str, Node] = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)
    motifs: list[Motif] = field(default_factory=list)

    def story(self) -> Story:
        return Story(tuple(self.nodes.values()), tuple(self.statements), tuple(self.motifs))

    def backbone(self, length: int) -> None:
        chain = [self._node(level) for level in range(length)]
        for cause, effect in pairwise(chain):
            self._state([cause], effect)
        self._record("chain", *chain)

    def add(self, kind: MotifKind) -> None:
        """Add a motif of this kind."""
        getattr(self, f"_{kind.replace('-', '_').replace(' ', '_')}")()

    # Private

    def _chain(self) -> None:
        """An event and what follows from it."""
        cause = self._told()
        effect = self._after(cause)
        self._state([cause], effect)
        self._record("chain", cause, effect)

    def _fork(self) -> None:
        """A common cause, and two of its effects that nothing else links."""
        statement = pick(self.rng, [item for item in self._asserted() if len(item.causes) == 1])
        cause = statement.causes[0]
        effect = self._after(cause)
        self._state([cause], effect)
        self._record("fork", cause, statement.effect, effect)

    def _over_determination(self) -> None:
        """An effect with two causes, each enough; the second is new."""
        statement = pick(self.rng, self._open())
        other = self._before(statement.effect)
        self._state([other], statement.effect)
        self._record("over-determination", statement.effect, statement.causes[0], other)

    def _conjunction(self) -> None:
        """Two causes that take one another, and their effect."""
        first = self._told()
        effect = self._after(first)
        second = self._before(effect)
        self._state([first, second], effect)
        self._record("conjunction", first, second, effect)

    def _hedge(self) -> None:
        """A cause and an effect that are linked by a hedged claim only."""
        cause = self._told()
        effect = self._after(cause)
        self._state([cause], effect, Modality.HEDGED)
        self._record("hedge", cause, effect)

    def _doubt(self) -> None:
        """An effect with an asserted cause, and a new one that may have been at work as well."""
        statement = pick(self.rng, self._open())
        other = self._before(statement.effect)
        self._state([other], statement.effect, Modality.HEDGED)
        self._record("doubt", statement.effect, statement.causes[0], other)

    def _denial(self) -> None:
        """A suspect that is said not to have been the cause, and that nothing else links to the effect."""
        effect = pick(self.rng, self._asserted()).effect
        suspect = self._before(effect)
        self._state([suspect], effect, Modality.DENIED)
        self._record("denial", suspect, effect)

    def _contradiction(self) -> None:
        """A cause that is both stated and denied."""
        denied = {(item.causes[0], item.effect) for item in self.statements if item.modality is Modality.DENIED}
        free = [item for item in self._asserted() if len(item.causes) == 1 and (item.causes[0], item.effect) not in denied]
        statement = pick(self.rng, free)
        self._state([statement.causes[0]], statement.effect, Modality.DENIED)
        self._record("contradiction", statement.causes[0], statement.effect)

    def _fed_cycle(self) -> None:
        """A feedback loop of two or three events that a cause from outside has set going."""
        backbone = self.motifs[0].events
        first = pick(self.rng, range(1, len(backbone) - 1))
        loop = backbone[first : first + int(self.rng.integers(2, 4))]
        self._state([loop[-1]], loop[0])
        self._record("fed cycle", *loop)

    def _closed_cycle(self) -> None:
        """Two events that are said to cause one another, with no cause from outside, and what follows from them."""
        first = self._node(1.0 + float(self.rng.integers(2)))
        second = self._node(self.nodes[first].level + 0.5)
        effect = self._after(second)
        for cause, caused in ((first, second), (second, first), (second, effect)):
            self._state([cause], caused)
        self._record("closed cycle", first, second, effect)

    def _opposites(self) -> None:
        """An event of the backbone and its opposite, which has a cause and an effect of its own."""
        taken = {event for motif in self.motifs if motif.kind in ("opposites", "fed cycle") for event in motif.events}
        event = pick(self.rng, [item for item in self.motifs[0].events[1:] if item not in taken] or [self._chained()])
        level = self.nodes[event].level
        opposite = self._node(level, tone="good", opposite=event)
        self.nodes[event] = replace(self.nodes[event], opposite=opposite)
        cause, effect = self._node(level - 1, tone="good"), self._node(level + 1, tone="good")
        self._state([cause], opposite)
        self._state([opposite], effect)
        self._record("opposites", event, opposite, cause, effect)

    def _bystander(self) -> None:
        """An event that documents tell of without saying what it came from or led to."""
        self._record("bystander", self._node(float(self.rng.integers(0, 5))))

    # What motifs are made of

    def _node(self, level: float, *, tone: Tone = "bad", opposite: str | None = None) -> str:
        name = f"{self.prefix}e{len(self.nodes) + 1}"
        self.nodes[name] = Node(name, level, tone, opposite)
        return name

    def _state(self, causes: Sequence[str], effect: str, modality: Modality = Modality.ASSERTED) -> None:
        self.statements.append(Statement(tuple(causes), effect, modality))

    def _record(self, kind: MotifKind, *events: str) -> None:
        self.motifs.append(Motif(kind, events))

    def _asserted(self) -> list[Statement]:
        return [item for item in self.statements if item.modality is Modality.ASSERTED and self.nodes[item.effect].tone == "bad"]

    def _open(self) -> list[Statement]:
        """Return the asserted statements to whose effect a cause may be added; a closed cycle stays closed."""
        closed = {event for motif in self.motifs if motif.kind == "closed cycle" for event in motif.events[:2]}
        return [item for item in self._asserted() if item.effect not in closed]

    def _told(self) -> str:
        """Return an event of the main thread that something may follow from; mostly one that nothing follows from yet."""
        asserted = self._asserted()
        events = list(dict.fromkeys(event for item in asserted for event in (*item.causes, item.effect)))
        ends = [event for event in events if all(event not in item.causes for item in asserted)]
        return pick(self.rng, ends if ends and chance(self.rng, 0.6) else events)

    def _chained(self) -> str:
        """Return a new event that follows from the main thread."""
        self._chain()
        return self.motifs[-1].events[-1]

    def _after(self, cause: str) -> str:
        return self._node(self.nodes[cause].level + 1)

    def _before(self, effect: str) -> str:
        return self._node(self.nodes[effect].level - 1)
