"""How fast the score is: by the teacher with stored priors, shared prefix and batches; by it one pair at a time; and by the student.

Everything is timed in one run, in turns, and told as medians and ratios. Texts are made of common words, for what they say costs nothing.
"""

import random
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from benchmarks.stores.measures import timed
from cckg.models import KnowledgeScorer
from cckg.scoring import CausalInferenceScore
from cckg.scoring.teacher import CausalLanguageModel

PASSAGES = 50
TOKENS = 100  # of a passage
PREFIXES = {"question": 20, "long": 300}  # tokens
LENGTHS = (100, 250, 500, 1000, 2000)
FEW = 10
"""Passages that a large teacher is timed on."""
TURNS = 3
_WORDS = "the river rose after days of rain and people in low streets left their homes while old walls gave way near new bridges".split()


def ratios(model: CausalLanguageModel, student: KnowledgeScorer, *, passages: int = PASSAGES, pairwise: bool = True) -> dict[str, Any]:
    """Time the teacher both ways, or not pair after pair, and the student, at some passages of 100 tokens."""
    texts = [_text(TOKENS, seed) for seed in range(passages)]
    figures: dict[str, Any] = {}
    for name, size in PREFIXES.items():
        question = _text(size, 999)
        scorer = CausalInferenceScore(model)
        scorer.prior(texts)
        alone: dict[str, Callable[[], object]] = {"pairwise": partial(_pairwise, model, question, texts)} if pairwise else {}
        seconds = _in_turns(
            {**alone, "teacher": partial(scorer.score, question, texts), "student": partial(student.score, question, texts)}
        )
        figures[name] = {f"{way}_s": round(took, 3) for way, took in seconds.items()}
        if pairwise:
            figures[name]["teacher_times_pairwise"] = round(seconds["pairwise"] / seconds["teacher"], 2)
        figures[name]["student_times_teacher"] = round(seconds["teacher"] / seconds["student"], 1)
    return figures


def by_length(model: CausalLanguageModel, student: KnowledgeScorer) -> dict[str, Any]:
    """Time one passage of each length, with a stored prior."""
    question = _text(PREFIXES["question"], 999)
    found: dict[str, Any] = {}
    for length in LENGTHS:
        text = [_text(length, 1)]
        scorer = CausalInferenceScore(model)
        scorer.prior(text)
        seconds = _in_turns({"teacher": partial(scorer.score, question, text), "student": partial(student.score, question, text)})
        found[str(length)] = {f"{way}_s": round(took, 4) for way, took in seconds.items()}
    return found


# Private


def _pairwise(model: CausalLanguageModel, question: str, texts: Sequence[str]) -> None:
    """Score one pair at a time, the prior anew and the prefix read with each: what a plain implementation does."""
    for text in texts:
        CausalInferenceScore(model).score(question, [text])


def _in_turns(ways: dict[str, Callable[[], object]]) -> dict[str, float]:
    took: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(TURNS):
        for name, way in ways.items():
            took[name].append(timed(way)[0])
    return {name: statistics.median(seconds) for name, seconds in took.items()}


def _text(words: int, seed: int) -> str:
    return " ".join(random.Random(seed).choices(_WORDS, k=words))  # noqa: S311 - no secret
