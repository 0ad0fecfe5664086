"""How well a text fits a question, s(q, e), calibrated into (0, 1): what exploration and arbitration compare by (CF-RAG §4.2).

The paper takes a cross-encoder. Here it is the cosine of the encoder, or the Causal Inference Score, each on a curve that was fitted to
which passages answer a question; docs/research/retrieval.md tells which serves better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from cckg.core.vectors import Matrix
from cckg.models import Embedder, KnowledgeScorer


class PairScorer(Protocol):
    """Tells how well texts fit questions."""

    def scores(self, questions: Sequence[str], texts: Sequence[str]) -> Matrix:
        """Return s of each question and text, (questions, texts) float32, above 0 and below 1."""


@dataclass(frozen=True, slots=True)
class CosineScorer:
    """Scores by the cosine of question and text: 1 / (1 + exp(−slope · (cosine − middle)))."""

    embedder: Embedder
    slope: float = 10.1
    middle: float = 0.656

    def scores(self, questions: Sequence[str], texts: Sequence[str]) -> Matrix:
        """Return s of each pair; see `PairScorer`."""
        cosines = self.embedder.encode(list(questions)) @ self.embedder.encode(list(texts)).T
        return _curve(cosines, slope=self.slope, middle=self.middle)


@dataclass(frozen=True, slots=True)
class KnowledgePairs:
    """Scores by the Causal Inference Score, in nats: 1 / (1 + exp(−slope · (score − middle)))."""

    scorer: KnowledgeScorer
    slope: float = 0.069
    middle: float = 53.0

    def scores(self, questions: Sequence[str], texts: Sequence[str]) -> Matrix:
        """Return s of each pair; see `PairScorer`."""
        nats: Matrix = np.zeros((len(questions), len(texts)), dtype=np.float32)
        for row, question in enumerate(questions):
            nats[row] = self.scorer.score(question, texts) if texts else ()
        return _curve(nats, slope=self.slope, middle=self.middle)


# Private

_STEEPEST = 15.0  # exponent that leaves a score above 0 and below 1 in single precision


def _curve(values: Matrix, *, slope: float, middle: float) -> Matrix:
    found: Matrix = (1.0 / (1.0 + np.exp(-np.clip(slope * (values - middle), -_STEEPEST, _STEEPEST)))).astype(np.float32)
    return found
