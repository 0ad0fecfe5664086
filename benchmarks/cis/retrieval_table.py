"""The table of which passages are found, over several sets: each method and scorer, and what it gains over hybrid retrieval."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.cis.collections import filled, multi_hop
from benchmarks.cis.metrics import Measured, interval, rounded, told
from benchmarks.cis.retrieval import Candidates, plain, reranked, scored
from cckg.models import Embedder, KnowledgeScorer

WEIGHTS = tuple(step / 10 for step in range(11))
GAIN = "recall@3"
"""What weights are chosen by, and gains told of."""

Parts = Mapping[bool, list[Candidates]]
"""Scored candidates of the questions that are tested, and of the others."""


def retrieval_table(folders: Sequence[Path], *, embedder: Embedder, scorers: Mapping[str, KnowledgeScorer]) -> dict[str, Any]:
    """Measure each method and scorer on the tested questions of each set; weights are chosen on the others.

    Of a scorer whose scores are kept in part only the questions that have them are counted: `questions` tells how many.
    """
    figures: dict[str, Any] = {"questions": {}}
    parts: dict[str, Parts] = {}
    gains: dict[str, list[float]] = {}
    for folder in folders:
        collection = multi_hop(folder)
        store = filled(collection, embedder)
        of_set: Parts = {
            tested: scored(collection, collection.part(tested=tested), store=store, embedder=embedder, scorers=scorers)
            for tested in (True, False)
        }
        asked = [one.asked for one in of_set[True]]
        found = plain(collection, asked, store=store, embedder=embedder)
        figures[collection.name] = {method: told(values) for method, values in found.items()}
        figures["questions"][collection.name] = {"tested": len(asked), "others": len(of_set[False])}
        for method, values in found.items():
            _add(gains, method, values, found["hybrid"])
        parts[collection.name] = of_set
    chosen = {scorer: best_weight([some[False] for some in parts.values()], scorer) for scorer in scorers}
    for scorer, weight in chosen.items():
        for kind, share in ((scorer, 1.0), (f"hybrid + {scorer}", weight)):
            for name, some in parts.items():
                values = reranked(some[True], scorer, weight=share)
                if values[GAIN]:
                    figures[name][kind] = told(values)
                    _add(gains, kind, values, reranked(some[True], scorer, weight=0.0))
    figures[f"gain over hybrid, {GAIN}, all questions"] = {kind: rounded(values) for kind, values in gains.items()}
    figures["weights chosen on the other questions"] = chosen
    return figures


def best_weight(candidates: Sequence[Sequence[Candidates]], scorer: str) -> float:
    """Return the weight with the best recall@3 on questions that are not tested, each set counting alike; half where none is scored."""
    known = [of_set for some in candidates if (of_set := [one for one in some if scorer in one.scores])]
    if not known:
        return 0.5

    def recall(weight: float) -> float:
        return sum(interval(reranked(some, scorer, weight=weight)[GAIN])[0] for some in known)

    return max(WEIGHTS, key=recall)


# Private


def _add(gains: dict[str, list[float]], kind: str, values: Measured, others: Measured) -> None:
    gains.setdefault(kind, []).extend(one - other for one, other in zip(values[GAIN], others[GAIN], strict=True))
