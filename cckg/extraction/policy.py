"""How sure a claim is, and from when it is told: every threshold of the built-in extractor, and what a chat model's claims count.

A confidence is the share of such claims that were right where it was calibrated, 0..1.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExtractionPolicy:
    """The thresholds of this room, each with its unit, and what it was chosen on."""

    by_rules: float = 0.47
    """Confidence of a claim that the rules read and the trained reader did not see."""
    pointing_back: float = 0.3
    """The same, where a side only points back ("this led to …")."""
    by_both: float = 0.6
    """Confidence of a claim that both read, where the reader is not sure at all."""
    by_both_surely: float = 0.3
    """What is added to that as the reader grows surer, times its confidence."""
    labelled: float = 0.7
    """Confidence of a claim that a label states ("Root cause: …")."""
    counterfactual: float = 0.8
    """Confidence of a claim read off "would not have … if"."""
    by_chat: float = 0.8
    """Confidence of a chat model's claim whose words were found in the text: a model's own figure says nothing."""
    told_probability: float = 0.15
    """Lowest probability of a relation that is told."""
    looked_at_score: float = -4.0
    """Score (log-odds) of a stretch that is looked at."""
    seen_probability: float = 0.03
    """Probability from which a relation is seen at all."""
    sure_alone: float = 0.7
    """Confidence from which what is read of a sentence by itself is told."""


POLICY = ExtractionPolicy()
