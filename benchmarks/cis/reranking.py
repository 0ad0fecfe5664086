"""Search by words, ranked anew: BM25's first hundred of nfcorpus and cacm in the order of each scorer, alone and joined with BM25."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cis.collections import Asked, Collection, filled, searched
from benchmarks.cis.metrics import Measured, interval, measured, rounded, told
from benchmarks.cis.retrieval import Candidates
from cckg.models import Embedder, KnowledgeScorer
from cckg.scoring.kept import NotKeptError
from cckg.stores import GraphStore
from queries.retrieval.passages import blended

SEARCHED = ("nfcorpus", "cacm")
FIRST = 100
"""Of BM25's results, that are ranked anew, as in the paper."""
WEIGHTS = (0.1, 0.2, 0.3, 0.4, 0.5)
"""Of a scorer where it is joined with BM25; the best on the questions that are not tested is taken."""
NAMES = ("ndcg@1", "ndcg@5", "ndcg@10", "precision@3", "recall@3")
CHOSEN_BY = "ndcg@10"

Parts = Mapping[bool, Sequence[Candidates]]


def reranking_table(folders: Sequence[Path], *, embedder: Embedder, scorers: Mapping[str, KnowledgeScorer], queries: int) -> dict[str, Any]:
    """Measure BM25 and each scorer on the tested queries, at most so many of each set, and choose weights on as many others.

    A set of a hundred queries or fewer has no others, so that its weights are those of the other sets; where there are none at all, the
    middle one. Of a scorer whose scores are kept in part only the queries that have them all are counted: `questions` tells how many.
    """
    figures: dict[str, Any] = {"questions": {}}
    parts: dict[str, Parts] = {}
    for folder in folders:
        collection = searched(folder)
        store = filled(collection, embedder)
        parts[collection.name] = {
            tested: _scored(collection, collection.part(tested=tested)[:queries], store=store, scorers=scorers) for tested in (True, False)
        }
        figures["questions"][collection.name] = {"tested": len(parts[collection.name][True]), "others": len(parts[collection.name][False])}
    chosen = {scorer: _best_weight([some[False] for some in parts.values()], scorer) for scorer in scorers}
    for name, some in parts.items():
        figures[name] = {"bm25": told(_measured(some[True], [range(len(one.hits)) for one in some[True]]))}
        for scorer, weight in chosen.items():
            known = [one for one in some[True] if scorer in one.scores]
            before = _reranked(known, scorer, weight=0.0)
            for kind, share in ((scorer, 1.0), (f"bm25 + {scorer}", weight)):
                if known:
                    after = _reranked(known, scorer, weight=share)
                    gain = [one - other for one, other in zip(after[CHOSEN_BY], before[CHOSEN_BY], strict=True)]
                    figures[name][kind] = {**told(after), f"gain over bm25, {CHOSEN_BY}": rounded(gain)}
    figures["weights chosen on the other questions"] = chosen
    return figures


# Private


def _scored(
    collection: Collection, asked: Sequence[Asked], *, store: GraphStore, scorers: Mapping[str, KnowledgeScorer]
) -> list[Candidates]:
    """Score BM25's first passages of each question, those of one question in one call; questions without any are left out."""
    found = [Candidates(one, hits, {}) for one in asked if (hits := store.search_text(one.text, k=FIRST, over="chunks"))]
    for name, scorer in scorers.items():
        for number, one in enumerate(found, start=1):
            with suppress(NotKeptError):
                one.scores[name] = scorer.score(one.asked.text, [collection.passages[hit.id] for hit in one.hits])
            print(f"{collection.name}, {name}: {number} of {len(found)} queries", end="\r", file=sys.stderr, flush=True)
    return found


def _reranked(known: Sequence[Candidates], scorer: str, *, weight: float) -> Measured:
    orders = []
    for one in known:
        found = np.array([hit.score for hit in one.hits], dtype=np.float32)
        orders.append(np.argsort(-blended(one.scores[scorer], found, weight=weight), kind="stable").tolist())
    return _measured(known, orders)


def _measured(known: Sequence[Candidates], orders: Sequence[Sequence[int]]) -> Measured:
    ranked = [[one.hits[place].id for place in order] for one, order in zip(known, orders, strict=True)]
    return measured([one.asked for one in known], ranked, NAMES)


def _best_weight(candidates: Sequence[Sequence[Candidates]], scorer: str) -> float:
    known = [of_set for some in candidates if (of_set := [one for one in some if scorer in one.scores])]
    if not known:
        return WEIGHTS[len(WEIGHTS) // 2]
    return max(WEIGHTS, key=lambda weight: sum(interval(_reranked(some, scorer, weight=weight)[CHOSEN_BY])[0] for some in known))
