"""Fit the logistic weights of the local verifier on hand-written pairs, and say what they reach on the part kept apart.

    python -m benchmarks.fit_verifier [--write]

Pairs are split by a hash of their text, 70 % to fit and 30 % to test, whatever their order in the file.
"""

import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cckg.core.graph import Event
from cckg.core.text import content_hash
from cckg.local.polarity import polarity_of
from cckg.local.verification import FEATURES, LocalVerifier
from cckg.models.encoders import open_embedder

Array = npt.NDArray[np.float64]

PAIRS = Path(__file__).with_name("event_pairs.jsonl")
WEIGHTS = Path(__file__).parents[1] / "cckg" / "local" / "data" / "verifier.json"
CORE_FEATURES = ("cosine", "left", "left_weakest", "right", "number_conflict", "name_conflict")
SIGNS = {"number_conflict": -1.0, "name_conflict": -1.0}
NEAR_MISSES = 4  # nearest wordings of other lines that each wording is paired with
RIDGE = 0.01  # strength of the penalty on standardised weights
BETA = {"interchangeable": 0.5, "same core": 1.0}  # F-beta that the threshold maximises: a wrong merge harms more than a missed one


def fit(rows: Array, labels: Array, signs: Array) -> tuple[Array, float]:
    """Fit a ridge-penalised logistic regression whose weights keep the given signs, by projected gradient descent.

    Args:
        rows: (n, f) features.
        labels: (n,) 0.0 or 1.0.
        signs: (f,) 1.0 where more of a feature may only speak for the same event, -1.0 where only against it.

    Returns:
        The weights (f,) and the bias, for features as they are.
    """
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    design = (rows - mean) / spread  # (n, f)
    weights, bias = np.zeros(design.shape[1]), 0.0
    for _ in range(4000):
        error = 1 / (1 + np.exp(-(design @ weights + bias))) - labels
        weights -= 0.3 * (design.T @ error / len(labels) + RIDGE * weights)
        weights = np.where(weights * signs > 0, weights, 0.0)
        bias -= 0.3 * float(error.mean())
    return weights / spread, bias - float((weights * mean / spread).sum())


def near_misses(pairs: list[dict[str, str | bool]], vectors: Array) -> list[dict[str, str | bool]]:
    """Pair every wording with the nearest wordings of other lines: different events, as consolidation meets them."""
    texts = [str(text) for pair in pairs for text in (pair["a"], pair["b"])]
    cosines = vectors @ vectors.T
    found = {}
    for row, text in enumerate(texts):
        for column in np.argsort(-cosines[row]):
            if column // 2 != row // 2:
                other = texts[column]
                found[min(text, other), max(text, other)] = {"a": text, "b": other, "same_event": False}
            if found and sum(1 for pair in found if text in pair) >= NEAR_MISSES:
                break
    return list(found.values())


def scores_at(threshold: float, scores: Array, labels: Array, *, beta: float) -> tuple[float, float, float]:
    """Return precision, recall and F-beta of accepting what reaches the threshold."""
    accepted = scores >= threshold
    hits = float((accepted & (labels == 1)).sum())
    precision, recall = hits / max(1.0, float(accepted.sum())), hits / max(1.0, float(labels.sum()))
    weight = beta * beta
    return precision, recall, (1 + weight) * precision * recall / max(1e-9, weight * precision + recall)


def main(*, write: bool) -> None:
    """Fit both criteria, print what they reach, and write the weights if asked to."""
    pairs = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    written = len(pairs)
    pairs += near_misses(pairs, embedder.encode([text for pair in pairs for text in (pair["a"], pair["b"])]).astype(np.float64))
    pairs += [{**pair, "a": pair["b"], "b": pair["a"]} for pair in pairs]
    verifier = LocalVerifier(embedder)
    events = [(Event("", pair["a"], polarity_of(pair["a"])), Event("", pair["b"], polarity_of(pair["b"]))) for pair in pairs]
    table = verifier.features(events)
    labels = np.array([float(pair["same_event"]) for pair in pairs])
    held_out = np.array([int(content_hash(*sorted((pair["a"], pair["b"]))), 16) % 10 < 3 for pair in pairs])
    stored = {}
    for criterion, features in (("interchangeable", FEATURES), ("same core", CORE_FEATURES)):
        rows = np.array([[row[name] for name in features] for row in table])
        weights, bias = fit(rows[~held_out], labels[~held_out], np.array([SIGNS.get(name, 1.0) for name in features]))
        scores = 1 / (1 + np.exp(-(rows @ weights + bias)))
        beta = BETA[criterion]
        grid = np.arange(0.2, 0.95, 0.01)
        threshold = float(max(grid, key=lambda cut: scores_at(cut, scores[~held_out], labels[~held_out], beta=beta)[2]))
        for part, rows_of_part in (("fitted", ~held_out), ("held out", held_out)):
            precision, recall, f_beta = scores_at(threshold, scores[rows_of_part], labels[rows_of_part], beta=beta)
            order = np.argsort(np.argsort(scores[rows_of_part])) + 1
            positive = labels[rows_of_part] == 1
            auc = (order[positive].sum() - positive.sum() * (positive.sum() + 1) / 2) / (positive.sum() * (~positive).sum())
            print(
                f"{criterion:16} {part:9} n={rows_of_part.sum():4} AUC {auc:.3f}  P {precision:.3f}  R {recall:.3f}  F{beta:g} {f_beta:.3f}"
            )
        stored[criterion] = {
            "bias": round(bias, 4),
            "weights": {name: round(float(weight), 4) for name, weight in zip(features, weights, strict=True)},
            "threshold": round(threshold, 2),
        }
    same = np.array([left.polarity is right.polarity for left, right in events[:written]])
    truth = np.array([pair["same_polarity"] for pair in pairs[:written]])
    print(f"polarity agreement, all pairs: {float((same == truth).mean()):.3f}")
    text = json.dumps(stored, indent=2) + "\n"
    print(text)
    if write:
        WEIGHTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(write="--write" in sys.argv)
