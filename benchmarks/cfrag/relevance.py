"""Fit s(q, e) to which passages answer a question, and tell which scorer serves better: the encoder's cosine or the student of CIS.

    python -m benchmarks.cfrag.relevance [--sets hotpotqa,…] [--questions 60]

Curves are fitted on questions that nothing is tested on, and measured on those that are. Nothing is written or changed: the constants of
`queries.arbitration.relevance` are chosen by whoever reads this.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from benchmarks.cis.collections import Collection, filled, multi_hop
from benchmarks.public_data.__main__ import DATA
from cckg.models import STUDENT, Embedder, KnowledgeScorer, RememberingEmbedder, open_embedder, open_reader
from cckg.scoring import Student
from cckg.stores import GraphStore
from queries.arbitration import CosineScorer, KnowledgePairs
from queries.retrieval import retrieve

Values: TypeAlias = npt.NDArray[np.float64]

SETS = ("hotpotqa", "2wikimultihopqa", "musique")
FOUND = 10
"""Candidates of hybrid retrieval for a question."""
OTHERS = 5
"""Further passages for each question, drawn at random; together they weigh as much as one candidate, and hold the curve's lower end."""
SEED = 20261123
TENTHS = np.linspace(0, 1, 11)[1:-1]


@dataclass(frozen=True, slots=True)
class Judged:
    """Pairs of question and passage, n of them.

    cosines, nats   (n,) by the encoder and by the student
    gold            (n,) 1 where the passage answers the question, else 0
    weights         (n,) 1 for candidates of hybrid retrieval, 1 / `OTHERS` for others
    """

    cosines: Values
    nats: Values
    gold: Values
    weights: Values

    def candidates(self) -> "Judged":
        """Return those that hybrid retrieval found."""
        own = self.weights == 1
        return Judged(self.cosines[own], self.nats[own], self.gold[own], self.weights[own])


def main(arguments: Sequence[str]) -> None:
    """Fit, measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cfrag.relevance", description=__doc__)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--questions", type=int, default=60, help="of each set and of each of its parts, at most")
    options = parser.parse_args(arguments)
    embedder = RememberingEmbedder(open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0), most=200_000)
    student = Student(open_reader(STUDENT, folder=None, offline=False, threads=0))
    parts: dict[bool, list[Judged]] = {False: [], True: []}
    for name in options.sets.split(","):
        if not (DATA / name).exists():
            print(f"{name}: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
            continue
        collection = multi_hop(DATA / name)
        store = filled(collection, embedder)
        for tested, judged in parts.items():
            judged.append(_judged(collection, options.questions, tested=tested, store=store, embedder=embedder, student=student))
            print(f"{name}: {'tested' if tested else 'other'} questions scored", file=sys.stderr)
    if parts[True]:
        print(json.dumps(compared(_joined(parts[False]), _joined(parts[True]).candidates()), indent=1))


def compared(fitted_on: Judged, tested: Judged) -> dict[str, object]:
    """Return for each scorer its curve as the product has it and as it is fitted, measured on pairs that nothing was fitted on."""
    guessed = {"cosine": _curve_of(CosineScorer), "student": _curve_of(KnowledgePairs)}
    values = {"cosine": (fitted_on.cosines, tested.cosines), "student": (fitted_on.nats, tested.nats)}
    found: dict[str, object] = {
        "pairs": {"fitted on": len(fitted_on.gold), "tested": len(tested.gold), "gold of these": round(float(tested.gold.mean()), 4)}
    }
    for name, (known, asked) in values.items():
        curves = {"as it is": guessed[name], "fitted": fitted(known, fitted_on.gold, fitted_on.weights)}
        found[name] = {
            way: {"slope": round(slope, 4), "middle": round(middle, 4), **quality(curve(asked, slope=slope, middle=middle), tested.gold)}
            for way, (slope, middle) in curves.items()
        }
    return found


def fitted(values: Values, gold: Values, weights: Values) -> tuple[float, float]:
    """Return slope and middle of the logistic curve that makes the labels likeliest, by scikit-learn, as good as without a penalty.

    Args:
        values: (n,) cosines or nats; not all the same.
        gold: (n,) labels, of both kinds.
        weights: (n,) above 0.
    """
    from sklearn.linear_model import LogisticRegression

    spread = float(np.std(values))
    model = LogisticRegression(C=1e6).fit((values / spread)[:, None], gold, sample_weight=weights)
    slope = float(model.coef_[0, 0]) / spread
    return slope, -float(model.intercept_[0]) / slope


def curve(values: Values, *, slope: float, middle: float) -> Values:
    """Return 1 / (1 + exp(−slope · (value − middle))), within 10⁻⁶ of its bounds at most."""
    return np.clip(1 / (1 + np.exp(-slope * (values - middle))), 1e-6, 1 - 1e-6)


def quality(probabilities: Values, gold: Values) -> dict[str, object]:
    """Return how well probabilities fit labels of both kinds.

    Log loss in nats; AUC; calibration error, the mean distance of mean probability and share of gold over tenths of the pairs, by
    probability; and these two for each tenth.
    """
    from sklearn.metrics import log_loss, roc_auc_score

    place = np.searchsorted(np.quantile(probabilities, TENTHS), probabilities, side="right")
    tenths = [
        (float(probabilities[place == one].mean()), float(gold[place == one].mean()), int((place == one).sum())) for one in set(place)
    ]
    error = sum(abs(told - right) * count for told, right, count in tenths) / len(gold)
    return {
        "log loss": round(float(log_loss(gold, probabilities)), 4),
        "AUC": round(float(roc_auc_score(gold, probabilities)), 4),
        "calibration error": round(error, 4),
        "told and share of gold, by tenth": " ".join(f"{told:.2f}/{right:.2f}" for told, right, _ in tenths),
    }


# Private


def _curve_of(scorer: type[CosineScorer] | type[KnowledgePairs]) -> tuple[float, float]:
    """Return the slope and middle that a scorer has where nothing else is said."""
    told = {field.name: field.default for field in fields(scorer)}
    return float(told["slope"]), float(told["middle"])  # type: ignore[arg-type]


def _judged(
    collection: Collection, questions: int, *, tested: bool, store: GraphStore, embedder: Embedder, student: KnowledgeScorer
) -> Judged:
    """Score hybrid's candidates, and others drawn at random, for some questions of a part."""
    rng = np.random.default_rng(SEED)
    names = list(collection.passages)
    found = []
    for asked in collection.part(tested=tested)[:questions]:
        hits = retrieve(asked.text, store=store, embedder=embedder, method="hybrid", over="chunks", k=FOUND)
        own = [hit.id for hit in hits]
        drawn = [names[place] for place in rng.choice(len(names), size=OTHERS + FOUND, replace=False)]
        others = [name for name in drawn if name not in own][:OTHERS]
        texts = [collection.passages[name] for name in (*own, *others)]
        found.append(
            Judged(
                (embedder.encode(texts) @ embedder.encode([asked.text])[0]).astype(np.float64),
                student.score(asked.text, texts).astype(np.float64),
                np.array([float(name in asked.gold) for name in (*own, *others)]),
                np.array([1.0] * len(own) + [1 / OTHERS] * len(others)),
            )
        )
    return _joined(found)


def _joined(parts: Sequence[Judged]) -> Judged:
    return Judged(
        np.concatenate([part.cosines for part in parts]),
        np.concatenate([part.nats for part in parts]),
        np.concatenate([part.gold for part in parts]),
        np.concatenate([part.weights for part in parts]),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
