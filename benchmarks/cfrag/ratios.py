"""Whether the counterfactual relevance ratio tells which questions are answered wrongly: accuracy by its bins and by its quartiles."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.cfrag.cases import FULL, Case, Corpus
from benchmarks.cfrag.questions import contained, exact
from benchmarks.cfrag.ways import mean

BINS = (0.5, 0.7, 0.9)
"""Bounds that the paper gives; the built-in scorer's ratios lie nearly all above the last."""


def ratios(corpus: Corpus, cases: Sequence[Case]) -> dict[str, Any]:
    """Return how right the plain answer is by the ratio, by each of two measures; questions without a ratio are left out."""
    told = [
        (case, arbitration.crr) for case in cases if (arbitration := corpus.arbitrated(case, distractors=0, policy=FULL)).crr is not None
    ]
    answers = [(corpus.plain(case, distractors=0), case.asked.answers) for case, _ in told]
    values = [crr for _, crr in told if crr is not None]
    measures = {"EM": exact, "contained": contained}
    return {name: binned(values, [measure(*answer) for answer in answers]) for name, measure in measures.items()}


def binned(values: Sequence[float], right: Sequence[float]) -> dict[str, Any]:
    """Return accuracy by bins and by quartiles of the ratio, whether it falls from each to the next, and Pearson's r.

    Args:
        values: ratios, 0 or more, one per question.
        right: how right the answer is, 0..1, one per question.

    Returns:
        Bins hold their upper bound; an empty one is passed over where it is told whether accuracy falls, which is None with fewer than two
        bins. r is None where either does not vary.
    """
    quartiles = [float(bound) for bound in np.quantile(values, [0.25, 0.5, 0.75])] if values else []
    varies = len(values) > 1 and np.std(values) > 0 and np.std(right) > 0
    return {
        "questions": len(values),
        "bins": _by(values, right, BINS),
        "quartiles": _by(values, right, quartiles),
        "Pearson r": round(float(np.corrcoef(values, right)[0, 1]), 4) if varies else None,
    }


# Private


def _by(values: Sequence[float], right: Sequence[float], bounds: Sequence[float]) -> dict[str, Any]:
    groups = {
        f"{low:.3g} to {high:.3g}": [value for ratio, value in zip(values, right, strict=True) if low < ratio <= high]
        for low, high in pairwise((-np.inf, *bounds, np.inf))
        if low < high
    }
    accuracies = [mean(group) for group in groups.values() if group]
    falls = all(before >= after for before, after in pairwise(accuracies)) and accuracies[0] > accuracies[-1] if accuracies[1:] else None
    return {
        "accuracy": {name: [len(group), mean(group) if group else None] for name, group in groups.items()},
        "falls": falls,
    }
