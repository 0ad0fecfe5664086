"""How far a probability of the event reader is to be believed: of pairs read at .7, are seven in ten one event?

    python -m benchmarks.identity.reliability [--most N]

Read are pairs that trained nothing: the incidents told twice that are kept apart, and ECB+ dev, each mention with the nearest of its topic,
where $CCKG_DATA has it. On one half of the incidents and topics a map from what is told to what is right is fitted; the tables are of the
other half, of pairs of one document and of two, as is told and as the fitted map has them.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.identity.ecbplus import dev_pairs
from benchmarks.public_data.__main__ import DATA
from cckg.app import open_app
from cckg.core.graph import EventMention
from cckg.core.vectors import Vector
from cckg.identity import PairToRead, log_odds
from cckg.models import Embedder
from cckg.settings import load_settings

BINS = 10
MOST = 600
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
    """Fit slope and shift of a logistic map on the logit of probabilities by maximum likelihood (Platt 1999).

    Few pairs hold it near to what leaves everything as it is, slope 1 and shift 0: half the squared distance from there is added.
    """
    from scipy.optimize import minimize

    inputs = np.array([[log_odds(pair.probability), 1.0] for pair in pairs])
    sign = np.array([1.0 if pair.one else -1.0 for pair in pairs])
    unchanged = np.array([1.0, 0.0])

    def loss(weights: Vector) -> float:
        return float(np.logaddexp(0, -sign * (inputs @ weights)).sum() + ((weights - unchanged) ** 2).sum() / 2)

    slope, shift = minimize(loss, unchanged).x
    return float(slope), float(shift)


def held_out(embedder: Embedder, *, most: int) -> Iterator[HeldOut]:
    """Yield the pairs that trained nothing."""
    from training.identity.strong import tellings  # which needs torch

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


def tables(pairs: Sequence[HeldOut], told: Sequence[float]) -> dict[str, Any]:
    """Return the fitted maps, and the reliability tables of the half that they were not fitted on.

    Args:
        pairs: what was read.
        told: the probability of each.
    """
    found: dict[str, Any] = {}
    for name, inside in (("one document", True), ("two documents", False)):
        of_kind = [
            (pair.fitted, Told(same, pair.one))
            for pair, same in zip(pairs, told, strict=True)
            if (pair.left.document == pair.right.document) == inside
        ]
        slope, shift = fitted([one for is_fitted, one in of_kind if is_fitted])
        checked = [one for is_fitted, one in of_kind if not is_fitted]
        mapped = [Told(float(1 / (1 + np.exp(-slope * log_odds(one.probability) - shift))), one.one) for one in checked]
        found[name] = {"slope": round(slope, 3), "shift": round(shift, 3), "told": reliability(checked), "mapped": reliability(mapped)}
    return found


def main(arguments: Sequence[str]) -> None:
    """Read the pairs, fit, and print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.identity.reliability", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--most", type=int, default=MOST, help="pairs of ECB+ that are read")
    options = parser.parse_args(arguments)
    with open_app(load_settings(store=":memory:", models={"identity": "strong"}), create=True) as app:
        reader = app.roles.coreference
        if reader is None:
            raise SystemExit("There is no event reader.")
        pairs = sorted(held_out(app.embedder(), most=options.most), key=_length)  # like lengths together
        sides = [
            app.embedder().encode([mention.text for mention in side]) for side in zip(*((p.left, p.right) for p in pairs), strict=True)
        ]
        alike = (sides[0] * sides[1]).sum(axis=1).tolist()
        compared = [PairToRead(pair.left, pair.right, near) for pair, near in zip(pairs, alike, strict=True)]
        print(json.dumps(tables(pairs, reader.same(compared)), indent=1))


# Private


def _length(pair: HeldOut) -> int:
    return sum(len(side.text) + len(side.context.left) + len(side.context.right) for side in (pair.left, pair.right))


if __name__ == "__main__":
    main(sys.argv[1:])
