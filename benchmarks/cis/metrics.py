"""How good rankings are, and how sure that is: measures by ir_measures, intervals by resampling questions."""

from collections.abc import Mapping, Sequence

import ir_measures
import numpy as np
from ir_measures import RR, P, R, nDCG

from benchmarks.cis.collections import Asked

MEASURES = {
    "recall@3": R @ 3,
    "recall@5": R @ 5,
    "precision@3": P @ 3,
    "ndcg@1": nDCG @ 1,
    "ndcg@5": nDCG @ 5,
    "ndcg@10": nDCG @ 10,
    "mrr": RR @ 10,
}
RESAMPLED = 10_000
SEED = 20261123

Measured = Mapping[str, list[float]]
"""By measure the value of each question, in order."""


def measured(asked: Sequence[Asked], rankings: Sequence[Sequence[str]], names: Sequence[str]) -> Measured:
    """Return the named measures of the rankings that a system gave for questions."""
    qrels = [ir_measures.Qrel(one.id, name, grade) for one in asked for name, grade in one.gold.items()]
    run = [
        ir_measures.ScoredDoc(one.id, name, -rank)
        for one, ranked in zip(asked, rankings, strict=True)
        for rank, name in enumerate(ranked, start=1)
    ]
    found = {(str(one.measure), one.query_id): one.value for one in ir_measures.iter_calc([MEASURES[name] for name in names], qrels, run)}
    return {name: [found[str(MEASURES[name]), one.id] for one in asked] for name in names}


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of values, one per question, and the bounds within which 95 % of the means of resampled questions lie.

    For differences of two systems on the same questions this is the paired bootstrap.
    """
    given = np.asarray(values)
    drawn = np.random.default_rng(SEED).integers(len(given), size=(RESAMPLED, len(given)))
    low, high = np.quantile(given[drawn].mean(axis=1), [0.025, 0.975])
    return float(given.mean()), float(low), float(high)


def rounded(values: Sequence[float]) -> list[float]:
    """Return the mean and its bounds as a table tells them."""
    return [round(number, 4) for number in interval(values)]


def told(values: Measured) -> dict[str, object]:
    """Return each measure as a table tells it, and of how many questions; there must be one."""
    return {"questions": len(next(iter(values.values()))), **{name: rounded(given) for name, given in values.items()}}
