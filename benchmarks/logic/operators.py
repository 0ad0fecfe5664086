"""How well each way of composing truths ranks the made-up documents, beside plain retrieval and chance."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import get_args

import bm25s
import numpy as np

from benchmarks.cis.collections import Asked as Judged
from benchmarks.cis.metrics import interval, measured
from benchmarks.logic.synthetic import Asked, Benchmark
from cckg.core.vectors import Matrix
from cckg.models import Embedder
from cckg.questions import terms_of
from cckg.settings_retrieval import Calibration, Conjunction, Disjunction, LogicSettings, Negation
from queries.logic import Logic

Ranker = Callable[[Asked], Sequence[float]]
"""Scores the documents a query is asked of, in order."""
MEASURE = "ndcg@10"
_CUT = 10


class Encoded:
    """A benchmark with the vectors of its documents, terms and wordings."""

    def __init__(self, benchmark: Benchmark, embedder: Embedder) -> None:
        """Encode everything once."""
        self.benchmark = benchmark
        self.documents = embedder.encode(benchmark.documents)
        self._wordings = embedder.encode([asked.wording for asked in benchmark.queries])
        self._row = {asked.wording: row for row, asked in enumerate(benchmark.queries)}
        together = Logic()
        self.terms = sorted({term for asked in benchmark.queries for term in together.terms(asked.formula)})
        self.cosines: Matrix = embedder.encode(self.terms) @ self.documents.T
        """Of each term with each document, (terms, documents)."""
        self._index = bm25s.BM25()
        self._index.index(_words(benchmark.documents), show_progress=False)
        self._lexical = [best / max(float(best.max()), _LEAST) for best in map(self._matched, self.terms)]

    def logic(self, logic: Logic) -> Ranker:
        """Return the ranking by a logic; truths are those in the corpus of all documents."""
        truths = dict(zip(self.terms, logic.truths(self.cosines, np.stack(self._lexical)), strict=True))

        def scores(asked: Asked) -> Sequence[float]:
            places = list(asked.corpus)
            of_corpus = {term: truths[term][places] for term in logic.terms(asked.formula)}
            return list(logic.scores(asked.formula, of_corpus))

        return scores

    def dense(self, asked: Asked) -> Sequence[float]:
        """Rank by the cosine of the query in plain words."""
        return list(self.documents[list(asked.corpus)] @ self._wordings[self._row[asked.wording]])

    def bm25(self, asked: Asked) -> Sequence[float]:
        """Rank by the words of the query."""
        return list(self._matched(asked.wording)[list(asked.corpus)])

    def plain(self, *, seed: int) -> dict[str, Ranker]:
        """Return the rankings without logic, by name."""
        rng = np.random.default_rng(seed)
        return {"dense": self.dense, "bm25": self.bm25, "chance": lambda asked: list(rng.random(len(asked.corpus)))}

    def _matched(self, text: str) -> Matrix:
        """Return BM25 of a text with each document, (documents,)."""
        (words,) = _words([text])
        found: Matrix = self._index.get_scores(words)
        return found


def family() -> Iterator[tuple[str, Logic]]:
    """Yield the whole family of operators under each calibration, with a name."""
    kinds = (get_args(kind) for kind in (Calibration, Conjunction, Disjunction, Negation))
    for calibration, conjunction, disjunction, negation in product(*kinds):
        settings = LogicSettings(
            conjunction=conjunction, disjunction=disjunction, negation=negation, calibration=calibration, lexical_weight=0, joint=False
        )
        yield f"{calibration}: AND {conjunction}, OR {disjunction}, NOT {negation}", Logic(settings)


def fitted(encoded: Encoded) -> dict[Calibration, tuple[float, float]]:
    """Fit slope and middle of each curve to whether a document is about a term, both kinds of pairs counting alike."""
    from sklearn.linear_model import LogisticRegression

    topics = {term for asked in encoded.benchmark.queries for term in terms_of(asked.formula)}
    rows = [row for row, term in enumerate(encoded.terms) if term in topics]
    true = np.array([[encoded.terms[row] in about for about in encoded.benchmark.about] for row in rows]).reshape(-1)
    cosines = encoded.cosines[rows]
    apart = cosines - cosines.mean(axis=1, keepdims=True)
    given: dict[Calibration, Matrix] = {"logistic": cosines, "contrast": apart / cosines.std(axis=1, keepdims=True)}
    found: dict[Calibration, tuple[float, float]] = {}
    for calibration, values in given.items():
        curve = LogisticRegression(C=1e6, class_weight="balanced").fit(values.reshape(-1, 1), true)
        slope = float(curve.coef_[0, 0])
        found[calibration] = (slope, -float(curve.intercept_[0]) / slope)
    return found


def by_negations(queries: Sequence[Asked], ranker: Ranker) -> dict[str, list[float]]:
    """Return mean and interval of the measure over all queries, and over those with so many negations, "0" to "3"."""
    judged = [Judged(str(number), "", {str(place): 1 for place in sorted(asked.matches)}) for number, asked in enumerate(queries)]
    values = measured(judged, [_ranked(asked, ranker) for asked in queries], (MEASURE,))[MEASURE]
    groups: dict[str, list[float]] = {"all": values}
    for asked, value in zip(queries, values, strict=True):
        groups.setdefault(str(asked.negations), []).append(value)
    return {name: [round(number, 4) for number in interval(given)] for name, given in sorted(groups.items())}


# Private

_LEAST = 1e-9  # of what is divided by


def _words(texts: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = bm25s.tokenize(list(texts), return_ids=False, show_progress=False)
    return found


def _ranked(asked: Asked, ranker: Ranker) -> list[str]:
    scores = np.asarray(ranker(asked))
    return [str(asked.corpus[place]) for place in np.argsort(-scores, kind="stable")[:_CUT]]
