"""Are two wordings one event, of one polarity? Pairs written by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cckg.core.graph import Event
from cckg.identity import LocalVerifier
from cckg.language import polarity_of
from cckg.models import Embedder

Array = npt.NDArray[np.float64]
Chosen = npt.NDArray[np.bool_]
Row = Mapping[str, Any]
WANTED = 0.97
"""The precision at which recall is told."""


def pair_figures(rows: Sequence[Row], *, embedder: Embedder, verifiers: Mapping[str, LocalVerifier]) -> dict[str, dict[str, float]]:
    """Measure cosine alone, and verifiers, on pairs with `a`, `b`, `same_event`, `same_polarity`."""
    match = np.array([row["same_event"] and row["same_polarity"] for row in rows])
    opposite = np.array([row["same_event"] and not row["same_polarity"] for row in rows])
    left, right = (embedder.encode([row[side] for row in rows]) for side in ("a", "b"))
    cosine = (left * right).sum(axis=1).astype(np.float64)
    figures = {"cosine": curve(cosine, match)}
    for name, verifier in verifiers.items():
        found = verifier.verify([(_event(row["a"]), _event(row["b"])) for row in rows], "interchangeable")
        scores = np.array([verdict.score if verdict.same_polarity else 0.0 for verdict in found])
        figures[name] = _merged(np.array([verdict.match for verdict in found]), match, opposite) | curve(scores, match)
    return figures


def curve(scores: Array, match: Chosen) -> dict[str, float]:
    """Return the area under the ROC curve, and the best recall at the wanted precision, of scores (n,) against what is so (n,)."""
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(match[order])
    precise = hits / np.arange(1, len(order) + 1) >= WANTED
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores, kind="stable")] = np.arange(1, len(scores) + 1)
    positives = match.sum()
    area = (ranks[match].sum() - positives * (positives + 1) / 2) / (positives * (~match).sum())
    return {"AUC": float(area), f"recall at {WANTED:.0%}": float(hits[precise].max(initial=0) / positives)}


# Private


def _merged(told: Chosen, match: Chosen, opposite: Chosen) -> dict[str, float]:
    return {
        "precision": float((told & match).sum() / max(1, told.sum())),
        "recall": float((told & match).sum() / match.sum()),
        "opposites merged": float((told & opposite).sum() / max(1, opposite.sum())),
    }


def _event(text: str) -> Event:
    return Event("", text, polarity_of(text))
