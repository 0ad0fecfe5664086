"""Fit the strength of a link to what is right in graphs that were read from made-up worlds, and say how well it is calibrated.

    python -m benchmarks.fit_strength

A link is right if the world asserts it between the events that its two sides are, and half right if the world leaves it open: only hedges
it, or denies it as well. Worlds of half A; half of the seeds to fit, the others to test. The figures go into `queries/strength.py` by hand.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.world_scores import aligned
from benchmarks.worlds.worlds import make_world, write_world
from cckg.app import open_app
from cckg.core.claims import Modality
from cckg.settings import load_settings
from queries.causal.strength import FEATURES, features
from training.logistic import Array, fit

SEEDS = range(9100, 9164)
SIGNS = {"hedged only": -1.0, "denied": -1.0}
BINS = 5


def links(seed: int) -> tuple[list[tuple[float, ...]], list[float]]:
    """Return the features of the followed links read from a world, and for each how right it is: 0.0, 0.5 or 1.0."""
    world = make_world(seed, WorldSettings(half="A"))
    by_modality = {modality: {(link.cause, link.effect) for link in world.links if link.modality is modality} for modality in Modality}
    asserted, hedged, denied = (by_modality[modality] for modality in (Modality.ASSERTED, Modality.HEDGED, Modality.DENIED))
    with tempfile.TemporaryDirectory() as place:
        write_world(world, Path(place))
        with open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
            app.ingest([Path(place) / "corpus"])
            graph = app.graph()
    event_of = aligned(world, graph)
    edges = [edge for edge in graph.edges() if edge.followed]
    meant = [(event_of.get(edge.cause, ""), event_of.get(edge.effect, "")) for edge in edges]
    right = [1.0 if pair in asserted - denied else 0.5 if pair in asserted | hedged else 0.0 for pair in meant]
    return [features(edge) for edge in edges], right


def report(name: str, scores: Array, labels: Array) -> None:
    """Print how often links of like strength are right, and the expected calibration error."""
    order = np.argsort(scores, kind="stable")
    error = 0.0
    for part in np.array_split(order, BINS):
        error += abs(scores[part].mean() - labels[part].mean()) * len(part) / len(order)
        print(f"{name:8} n={len(part):4}  strength {scores[part].mean():.3f}  right {labels[part].mean():.3f}")
    print(f"{name:8} n={len(order):4}  expected calibration error {error:.3f}")


def main(seeds: Sequence[int]) -> None:
    """Fit on half of the seeds, and report on both halves."""
    read = [links(seed) for seed in seeds]
    rows, labels = ([np.array([item for part in half for item in part[kind]]) for half in (read[::2], read[1::2])] for kind in (0, 1))
    weights, bias = fit(rows[0], labels[0], np.array([SIGNS.get(name, 1.0) for name in FEATURES]))
    for name, table, right in zip(("fitted", "held out"), rows, labels, strict=True):
        report(name, 1 / (1 + np.exp(-(table @ weights + bias))), right)
    sys.stdout.write(f"bias {bias:.3f}, weights {dict(zip(FEATURES, weights.round(3).tolist(), strict=True))}\n")


if __name__ == "__main__":
    main(SEEDS)
