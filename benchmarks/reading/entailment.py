"""Do quotes bear out a sentence? Sentences written by hand beside invented quotes; and edited sentences with a negation (CondaQA)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.reading.wordings import curve
from cckg.core.graph import Event
from cckg.evaluation.coverage import covered
from cckg.identity import LocalVerifier
from cckg.language import polarity_of
from cckg.models import Comparer, Embedder

HALF = 0.5


def entailment_figures(rows: Sequence[Mapping[str, Any]], *, embedder: Embedder, comparer: Comparer) -> dict[str, dict[str, float]]:
    """Measure the trained reader, the share of covered words, and cosine, on rows of `quotes` and `sentences` with `text` and `label`."""
    pairs = [(" ".join(row["quotes"]), one["text"]) for row in rows for one in row["sentences"]]
    entailed = np.array([one["label"] == "entailed" for row in rows for one in row["sentences"]])
    shares = comparer.compare(pairs)
    told = shares.argmax(axis=1) == comparer.classes.index("entailed")
    shared = covered([(said, quoted) for quoted, said in pairs], embedder=embedder)
    left, right = (embedder.encode([pair[side] for pair in pairs]) for side in (0, 1))
    return {
        "reader": {
            "accuracy": float((told == entailed).mean()),
            "precision": float((told & entailed).sum() / max(1, told.sum())),
            "recall": float((told & entailed).sum() / entailed.sum()),
            **curve(shares[:, comparer.classes.index("entailed")].astype(np.float64), entailed),
        },
        "covered words": curve(np.array(shared), entailed),
        "cosine": curve((left * right).sum(axis=1).astype(np.float64), entailed),
    }


def meaning_figures(rows: Sequence[Mapping[str, Any]], *, verifiers: Mapping[str, LocalVerifier], entailment: Comparer) -> dict[str, float]:
    """Return how often it is rightly told whether `a` and `b` have the same meaning, beside always saying that they have not.

    By verifiers, and by each entailing the other.
    """
    same = np.array([row["same_meaning"] for row in rows])
    pairs = [(row["a"], row["b"]) for row in rows]
    events = [(Event("", left, polarity_of(left)), Event("", right, polarity_of(right))) for left, right in pairs]
    one_way, other_way = (entailment.compare([pair[::step] for pair in pairs])[:, entailment.classes.index("entailed")] for step in (1, -1))
    told = {
        name: np.array([verdict.match for verdict in verifier.verify(events, "interchangeable")]) for name, verifier in verifiers.items()
    }
    told["entailed both ways"] = np.minimum(one_way, other_way) >= HALF
    return {"always no": float((~same).mean()), **{name: float((found == same).mean()) for name, found in told.items()}}
