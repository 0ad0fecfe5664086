"""When the trained tagger is believed rather than a form: every threshold of the built-in parser.

Chosen on the half of `benchmarks/reading` that may be looked at.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuestionPolicy:
    """The thresholds of this room, each with its unit, and what it was chosen on."""

    sure: float = 0.1
    """Probability, 0..1, that the tagger must give a question that no form fits."""
    sure_without_mark: float = 0.7
    """The same, for what has no question mark."""
    surer: float = 0.7
    """The same, where a form fits and says something else."""


POLICY = QuestionPolicy()
