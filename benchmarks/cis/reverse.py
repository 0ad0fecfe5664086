"""The other direction, to compare with: how likely a passage makes the question (UPR; Sachan et al. 2022)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cckg.core.text import worded
from cckg.core.vectors import Vector
from cckg.models import LanguageModel


@dataclass(frozen=True, slots=True)
class ReverseScore:
    """Scores knowledge K by log p(Q | K and the wish for a question); implements `cckg.models.base.KnowledgeScorer`.

    UPR divides by the number of Q's tokens, which is the same for all K and changes no order. Where the model's numbers are kept
    (`cckg.scoring.kept`), they are so by passage and question.
    """

    model: LanguageModel

    @property
    def name(self) -> str:
        """Return the model's name with the direction."""
        return f"{self.model.name}, reverse"

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        """Return log p(Q|K) for each piece of knowledge, (len(knowledge),) float32, in nats.

        Raises:
            InputError: if the question has no word in it, or a piece of knowledge is too long for the model.
        """
        asked = [" " + " ".join(worded(question, name="question").split())]
        told = [self.model.log_probabilities(asked, prefix=_prefix(text))[0] for text in knowledge]
        return np.array([each.sum(dtype=np.float64) for each in told], dtype=np.float32)


# Private


def _prefix(text: str) -> str:
    passage = " ".join(text.split()).rstrip(".")
    return f"Passage: {passage}. Please write a question based on this passage."
