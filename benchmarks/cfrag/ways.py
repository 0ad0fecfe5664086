"""The parts that weigh answers: with and without each stage, with distractors, over seeds, with each setting at several values."""

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from benchmarks.cfrag.cases import FULL, PLAIN, WAYS, Case, Corpus
from benchmarks.cfrag.questions import contained, exact, overlap
from benchmarks.cis.metrics import interval

DISTRACTORS = (0, 2, 4, 8, 16)
SEEDS = 5
SWEPT_WITH = 4
"""Distractors among the evidence where policy are swept."""
SWEEPS: dict[str, tuple[float, ...]] = {
    "variations": (1, 2, 3, 4, 5),
    "clusters": (2, 3, 4, 5, 6),
    "hypotheses": (1, 2, 3, 4, 5),
    "causal_weight": (0.0, 0.2, 0.4, 0.6, 0.8, 1.0),
}
Measure: TypeAlias = Callable[[str, Sequence[str]], float]
"""Compares an answer with the right ones, 0..1."""
MEASURES: dict[str, Measure] = {"EM": exact, "F1": overlap, "contained": contained}


def ways(corpus: Corpus, cases: Sequence[Case]) -> dict[str, Any]:
    """Return how good each way is with each number of distractors, and with the policy as they are over some seeds."""
    found: dict[str, Any] = {"variations of a question": round(float(np.mean([len(case.variations) for case in cases])), 2)}
    for distractors in DISTRACTORS:
        table = {PLAIN: _scores(cases, [corpus.plain(case, distractors=distractors) for case in cases])}
        for way, policy in WAYS.items():
            answers = [corpus.arbitrated(case, distractors=distractors, policy=policy).answer for case in cases]
            table[way] = _scores(cases, answers)
        found[f"{distractors} distractors"] = table
    seeds = [
        mean([exact(corpus.arbitrated(case, distractors=0, policy=FULL, seed=seed).answer, case.asked.answers) for case in cases])
        for seed in range(SEEDS)
    ]
    found[f"exact match over {SEEDS} seeds"] = {"values": seeds, "CV": round(float(np.std(seeds) / max(np.mean(seeds), 1e-9)), 4)}
    return found


def sweeps(corpus: Corpus, cases: Sequence[Case]) -> dict[str, dict[str, dict[str, float]]]:
    """Return by setting and value exact match, seconds, and exact match per second (EM efficiency, on texts whose vectors are known)."""
    return {setting: {str(value): _swept(corpus, cases, setting, value) for value in values} for setting, values in SWEEPS.items()}


def mean(values: Sequence[float]) -> float:
    """Return the mean of some values, at least one, to four places."""
    return round(float(np.mean(values)), 4)


def rounded(values: Sequence[float]) -> list[float]:
    """Return the mean of values, one per question, and the bounds of `benchmarks.cis.metrics.interval`, to four places."""
    return [round(number, 4) for number in interval(values)]


# Private


def _swept(corpus: Corpus, cases: Sequence[Case], setting: str, value: float) -> dict[str, float]:
    policy = FULL.model_copy(update={setting: value if setting == "causal_weight" else int(value)})
    start = time.perf_counter()
    right = mean([exact(corpus.arbitrated(case, distractors=SWEPT_WITH, policy=policy).answer, case.asked.answers) for case in cases])
    seconds = (time.perf_counter() - start) / len(cases)
    return {"EM": right, "seconds": round(seconds, 4), "EM per second": round(right / seconds, 2)}


def _scores(cases: Sequence[Case], answers: Sequence[str]) -> dict[str, list[float]]:
    pairs = [(answer, case.asked.answers) for case, answer in zip(cases, answers, strict=True)]
    return {name: rounded([measure(answer, right) for answer, right in pairs]) for name, measure in MEASURES.items()}
