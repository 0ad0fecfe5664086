"""What one question or one ingestion did: stages, seconds, model calls, tokens, candidates kept and dropped, and why."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from cckg.core.chat import Usage

Progress: TypeAlias = Callable[[str, int, int | None], None]
"""Told what is being done, how much of it is done, and out of how much, if known."""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that is told beside the answer, and what it is about: of one thing one note is told."""

    about: str
    text: str


@dataclass(slots=True)
class Step:
    """One stage: wall seconds, what chat models cost in it, counts by name, and notes on what was kept or dropped and why."""

    stage: str
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)

    def count(self, name: str, by: int = 1) -> None:
        """Add to a count."""
        self.counts[name] = self.counts.get(name, 0) + by

    def note(self, text: str) -> None:
        """Keep a sentence about what was decided here."""
        self.notes.append(text)


@dataclass(slots=True)
class Trace:
    """The steps in the order in which they were begun, and what is told beside the answer. `meter` tells what chat models have cost by now.

    A step costs what was spent since the one before it ended: what is asked beside other stages is counted once.
    """

    steps: list[Step] = field(default_factory=list)
    meter: Callable[[], Usage] = Usage
    notes: list[Note] = field(default_factory=list)
    _counted: Usage = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Count from now."""
        self._counted = self.meter()

    def note(self, *notes: Note) -> None:
        """Keep what is to be told beside the answer: of what several notes are about the first."""
        self.notes += [note for note in notes if note.about not in {one.about for one in self.notes}]

    @contextmanager
    def step(self, stage: str) -> Iterator[Step]:
        """Time a stage and see what it costs; the step is kept also when the stage raises."""
        step = Step(stage)
        self.steps.append(step)
        begun = time.perf_counter()
        try:
            yield step
        finally:
            step.seconds = time.perf_counter() - begun
            spent = self.meter()
            step.usage, self._counted = spent - self._counted, spent

    @property
    def seconds(self) -> float:
        """Return the wall seconds of all steps together."""
        return sum(step.seconds for step in self.steps)

    @property
    def usage(self) -> Usage:
        """Return what all steps together cost."""
        return sum((step.usage for step in self.steps), Usage())
