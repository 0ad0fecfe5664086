"""Which passages are found: BM25, dense and hybrid retrieval, and hybrid's first ones ranked anew by the Causal Inference Score."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from benchmarks.cis.collections import Asked, Collection
from benchmarks.cis.metrics import Measured, measured
from benchmarks.cis.scorers import STUDENTS
from cckg.core.results import SearchMethod
from cckg.core.vectors import Vector
from cckg.models import Embedder, KnowledgeScorer
from cckg.scoring.kept import NotKeptError
from cckg.stores import GraphStore, Hit
from queries.retrieval import retrieve
from queries.retrieval.passages import blended

CANDIDATES = 10
"""Of hybrid retrieval's, that are looked at."""
RANKED = 6
"""Of these, the first, that a language model ranks anew: so many it can score in an hour and a half on two cores."""
PLAIN: tuple[SearchMethod, ...] = ("bm25", "dense", "hybrid")
NAMES = ("recall@3", "recall@5", "precision@3", "ndcg@10")


@dataclass(frozen=True, slots=True)
class Candidates:
    """What hybrid retrieval found for a question, and each scorer's scores of the first of it, where they are known."""

    asked: Asked
    hits: Sequence[Hit]
    scores: dict[str, Vector]


def plain(collection: Collection, asked: Sequence[Asked], *, store: GraphStore, embedder: Embedder) -> dict[str, Measured]:
    """Measure each method that needs no scorer."""
    found: dict[str, Measured] = {}
    for method in PLAIN:
        ranked = [
            [hit.id for hit in retrieve(one.text, store=store, embedder=embedder, method=method, over="chunks", k=CANDIDATES)]
            for one in asked
        ]
        found[method] = measured(asked, ranked, NAMES)
    return found


def scored(
    collection: Collection, asked: Sequence[Asked], *, store: GraphStore, embedder: Embedder, scorers: Mapping[str, KnowledgeScorer]
) -> list[Candidates]:
    """Score hybrid's candidates of each question by each scorer in turn; what is not kept is left out of a question's scores.

    Students score all of them, the others the first `RANKED`.
    """
    found = [
        Candidates(one, retrieve(one.text, store=store, embedder=embedder, method="hybrid", over="chunks", k=CANDIDATES), {})
        for one in asked
    ]
    for name, scorer in scorers.items():
        for number, one in enumerate(found, start=1):
            texts = [collection.passages[hit.id] for hit in (one.hits if name in STUDENTS else one.hits[:RANKED])]
            with suppress(NotKeptError):
                one.scores[name] = scorer.score(one.asked.text, texts)
            print(f"{collection.name}, {name}: {number} of {len(found)} questions", end="\r", file=sys.stderr, flush=True)
    return found


def reranked(candidates: Sequence[Candidates], scorer: str, *, weight: float) -> Measured:
    """Measure hybrid's candidates in the order of a scorer's scores, and of hybrid's own with what is left of the weight.

    Only the questions that it scored are measured; at weight 0 the order is hybrid's own.
    """
    known = [one for one in candidates if scorer in one.scores]
    ranked = []
    for one in known:
        scores = one.scores[scorer]
        found = np.array([hit.score for hit in one.hits[: len(scores)]], dtype=np.float32)
        order = np.argsort(-blended(scores, found, weight=weight), kind="stable")
        ranked.append([one.hits[place].id for place in (*order, *range(len(order), len(one.hits)))])
    return measured([one.asked for one in known], ranked, NAMES)
