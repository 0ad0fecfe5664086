"""How much goes into an answer, and from when a short answer is told: every threshold of the plans."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerPolicy:
    """The thresholds of this room, each with its unit, and what it was chosen on."""

    told_chains: int = 3
    """Chains between a cause and its effect, or common causes, that are told."""
    quoted_sentences: int = 3
    """Sentences quoted for a factual or relational question."""
    sure_answer: float = 0.5
    """Score of a short answer, 0..1, from which it is told."""
    near_fit: float = 0.15
    """Further sentences may fit the question this much less than the best, 0..1."""
    simulated_causes: int = 5
    """Causes of a question that are simulated."""
    beside_passages: int = 3
    """Passages that a chat model is given beside what the graph says."""
    stating_passages: int = 3
    """Passages in which a sentence is looked for that states what the graph does not know."""
    claims_per_link: int = 2
    """Claims that are cited for one link of a chain."""


POLICY = AnswerPolicy()
