"""The scorers that are compared: the teacher with its ablations, the other direction, the student; and how they are opened."""

from collections.abc import Sequence

import numpy as np

from benchmarks.circumstances import RESULTS
from benchmarks.cis.reverse import ReverseScore
from cckg.core.vectors import Vector
from cckg.models import NEEDED, STUDENT, Embedder, KnowledgeScorer, LanguageModel, open_embedder, open_reader
from cckg.models.weights import QWEN, SMOLLM2
from cckg.scoring import CausalInferenceScore, KeptLanguageModel, Needed, Student, open_language_model

KEPT = RESULTS / "cis_teacher.txt"
TEACHER = "teacher"
STUDENTS = (STUDENT, NEEDED)


class CosineScore:
    """Scores knowledge by its cosine with the question; implements `cckg.models.base.KnowledgeScorer`."""

    def __init__(self, embedder: Embedder) -> None:
        """Take what encodes both."""
        self.name = embedder.name
        self._embedder = embedder

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        """Return one cosine per piece of knowledge, (len(knowledge),) float32."""
        vectors = self._embedder.encode([question, *knowledge])
        cosines: Vector = vectors[1:] @ vectors[0]
        return cosines.astype(np.float32)


def embedder() -> Embedder:
    """Return the encoder that comes with cckg."""
    return open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)


def student() -> Student:
    """Return the student that comes with cckg."""
    return Student(open_reader(STUDENT, folder=None, offline=False, threads=0))


def students() -> dict[str, KnowledgeScorer]:
    """Return the student, and the reader that tells whether a passage is needed, by which cckg ranks passages anew."""
    return {STUDENT: student(), NEEDED: Needed(open_reader(NEEDED, folder=None, offline=False, threads=0))}


def language_model(teacher: str | None) -> KeptLanguageModel:
    """Return the teacher's language model with the scores that are kept; without a name or folder it is never opened."""
    return KeptLanguageModel(QWEN.name, KEPT, (lambda: open_language_model(teacher, precision="bfloat16")) if teacher else None)


def small_language_model(*, opened: bool) -> KeptLanguageModel:
    """Return the smallest teacher, which can score a hundred texts a question on two cores, likewise; it is opened if told so."""
    return KeptLanguageModel(SMOLLM2.name, KEPT, (lambda: open_language_model(SMOLLM2.name)) if opened else None)


def of_teacher(model: LanguageModel) -> dict[str, KnowledgeScorer]:
    """Return the score of a teacher and what it is compared with: without the prior, per token, without the prompt, the other direction."""
    return {
        TEACHER: CausalInferenceScore(model),
        "teacher, no prior": CausalInferenceScore(model, subtract_prior=False),
        "teacher, per token": CausalInferenceScore(model, per_token=True),
        "teacher, no prompt": CausalInferenceScore(model, form="bare"),
        "reverse": ReverseScore(model),
    }
