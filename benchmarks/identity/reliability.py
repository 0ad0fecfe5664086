"""How far a probability of the event reader is to be believed: of pairs read at .7, are seven in ten one event?

    python -m benchmarks.identity.reliability [--most N]

Read are pairs that trained nothing: the incidents told twice that are kept apart, and ECB+ dev, each mention with the nearest of its topic,
where $CCKG_DATA has it. Half of the incidents and topics are what the reader's `Calibration` was fitted on (`fitted`); tables are of the
other half, of all pairs and of those of one and of two documents, as the network tells it and as it is calibrated.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.identity.ecbplus import dev_pairs
from benchmarks.public_data.__main__ import DATA
from cckg.app import open_app
from cckg.core.graph import EventMention
from cckg.models import Embedder
from cckg.settings import load_settings
from training.coreference import tellings

BINS = 10
MOST = 3000
"""Pairs of ECB+ that are read, evenly taken from all."""


@dataclass(frozen=True, slots=True)
class Told:
    """A pair as it was read: the probability that it is one event, 0..1, and whether it is."""

    probability: float
    one: bool


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A pair that trained nothing, and which half of the incidents or topics it belongs to: `fitted` on, or checked."""

    left: EventMention
    right: EventMention
    one: bool
    fitted: bool


def reliability(pairs: Sequence[Told]) -> dict[str, Any]:
    """Return a reliability table of ten bins of equal width, and the expected calibration error (Naeini et al. 2015).

    Returns:
        `bins`, those that hold a pair, each `{"from", "count", "mean", "one"}`: its lower bound, its pairs, their mean probability and the
        share that are one; and `ECE`, the mean over all pairs of how far mean and share of a pair's bin lie apart, 0..1; 0 for no pairs.
    """
    found: dict[int, list[Told]] = {}
    for pair in pairs:
        found.setdefault(min(int(pair.probability * BINS), BINS - 1), []).append(pair)
    rows = [
        {
            "from": number / BINS,
            "count": len(told),
            "mean": round(float(np.mean([pair.probability for pair in told])), 3),
            "one": round(float(np.mean([pair.one for pair in told])), 3),
        }
        for number, told in sorted(found.items())
    ]
    apart = sum(abs(sum(pair.probability - pair.one for pair in told)) for told in found.values())
    return {"bins": rows, "ECE": round(apart / max(1, len(pairs)), 4)}


def fitted(pairs: Sequence[Told]) -> tuple[float, float]:
    """Fit slope and shift of a logistic map on the logit of probabilities by maximum likelihood (Platt 1999); needs pairs of both kinds."""
    inputs = np.array([[logit(pair.probability), 1.0] for pair in pairs])
    wanted = np.array([float(pair.one) for pair in pairs])
    weights = np.array([1.0, 0.0])
    for _ in range(50):
        told = 1 / (1 + np.exp(-inputs @ weights))
        curved = inputs.T @ (inputs * (told * (1 - told))[:, None]) + 1e-9 * np.eye(2)
        weights = weights + np.linalg.solve(curved, inputs.T @ (wanted - told))
    return float(weights[0]), float(weights[1])


def logit(probability: float) -> float:
    """Return the log odds of a probability; 0 and 1 count as 5e-5 and 1 − 5e-5, half of what a reading is rounded to."""
    kept = min(max(probability, 5e-5), 1 - 5e-5)
    return math.log(kept / (1 - kept))


def held_out(embedder: Embedder, *, most: int) -> Iterator[HeldOut]:
    """Yield the pairs that trained nothing."""
    told = list(tellings(kept=True))
    incidents = {name: number for number, name in enumerate(dict.fromkeys(incident for incident, _ in told))}
    for incident, pair in told:
        yield HeldOut(pair.left, pair.right, pair.label == "same", incidents[incident] % 2 == 0)
    if not (DATA / "ecbplus").is_dir():
        print(f"{DATA}/ecbplus is not there: left out", file=sys.stderr)
        return
    pairs = dev_pairs(DATA, embedder)
    topics = {topic: number for number, topic in enumerate(sorted({pair.topic for pair in pairs}))}
    for pair in pairs[:: max(1, len(pairs) // most)]:
        yield HeldOut(pair.left, pair.right, pair.one, topics[pair.topic] % 2 == 0)
