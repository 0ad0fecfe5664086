"""Reads pairs that no event reader was trained on, by the strong one and by others, and tells how well each tells them apart.

    python -m training.identity.kept [FILE ...]

FILE are adapters beside the strong reader, by default those of the small one that is shipped. Of each set: the area under the curve of
same against not, precision and recall from .5 and from .7 on. For the others also what each would do as a gate before the strong one: what
share of the pairs it takes for two events below a bar, and what share of those that the strong one joins, from .7 on, is among them.
"""

import argparse
import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cckg.core.vectors import Vector
from cckg.identity import EventReader, PairToRead
from cckg.identity.policy import POLICY
from cckg.models import BASE, COREFERENCE_SMALL, DATA, KEPT_WHOLE, Embedder, Reader, find_weights, open_embedder, open_mention_encoder
from training.identity.small import UNTOLD, near_happenings
from training.identity.strong import BASE as STRONG_BASE
from training.identity.strong import SHIPPED, MentionPair, of_ecb, of_worlds, tellings

MOST = 600  # pairs of a set
SEEDS = range(9001, 9003)  # of worlds that nothing is trained on
GATES = (0.01, 0.02, 0.05, 0.1)


def kept_apart(embedder: Embedder, chance: random.Random) -> dict[str, list[MentionPair]]:
    """Return the sets by name; of the last, near happenings of paragraphs, it is not known which are one."""
    told = [pair for _, pair in tellings(kept=True)]
    sets = {
        "tellings, across": [pair for pair in told if pair.left.document != pair.right.document],
        "tellings, inside": [pair for pair in told if pair.left.document == pair.right.document],
        "worlds": list(of_worlds(SEEDS, embedder, chance)),
        "ECB+ dev": list(of_ecb("dev", embedder, chance)),
        "paragraphs": near_happenings(embedder, chance, kept=True),
    }
    return {name: chance.sample(pairs, min(MOST, len(pairs))) for name, pairs in sets.items()}


def measured(told: Vector, pairs: Sequence[MentionPair]) -> dict[str, float]:
    """Return the area under the curve, precision and recall of what a reader says of pairs that are marked; empty of others."""
    same = np.array([pair.label == "same" for pair in pairs])
    if not pairs or pairs[0].label == UNTOLD:
        return {}
    wins = (told[same][:, np.newaxis] > told[~same]).mean() + (told[same][:, np.newaxis] == told[~same]).mean() / 2
    found = {"AUC": wins}
    for bar in (0.5, POLICY.one_across):
        found[f"precision {bar}"] = same[told >= bar].mean() if (told >= bar).any() else 1.0
        found[f"recall {bar}"] = (told[same] >= bar).mean()
    return {name: round(float(value), 3) for name, value in found.items()}


def gate(told: Vector, strong: Vector) -> dict[str, float]:
    """Return the share of pairs below each bar, and the share of those that the strong reader joins among them."""
    joined = strong >= POLICY.one_across
    found = {}
    for bar in GATES:
        found[f"below {bar}"] = (told < bar).mean()
        found[f"joins below {bar}"] = (told[joined] < bar).mean() if joined.any() else 0.0
    return {name: round(float(value), 4) for name, value in found.items()}


def main() -> None:
    """Read, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=[DATA / f"{COREFERENCE_SMALL}.safetensors"])
    given = parser.parse_args()
    sets = kept_apart(open_embedder(f"local:{BASE}", folder=None, offline=False, threads=0), random.Random(9))
    strong = _told(sets, STRONG_BASE, SHIPPED)
    figures: dict[str, Any] = {SHIPPED.stem: {name: measured(strong[name], pairs) for name, pairs in sets.items()}}
    for file in given.files:
        told = _told(sets, BASE, file)
        every, all_strong = (np.concatenate(list(one.values())) for one in (told, strong))
        of_file = {name: {**measured(told[name], pairs), **gate(told[name], strong[name])} for name, pairs in sets.items()}
        figures[file.stem] = {**of_file, "all": gate(every, all_strong)}
    print(json.dumps(figures, indent=1))


# Private


def _told(sets: dict[str, list[MentionPair]], base: str, adapters: Path) -> dict[str, Vector]:
    comparer = Reader(find_weights(KEPT_WHOLE.get(base, base)), adapters, threads=0, eight_bit=True)
    reader = EventReader(comparer, partial(open_mention_encoder, folder=None, offline=False, threads=0), name=adapters.stem)
    return {name: np.array(reader.same([PairToRead(pair.left, pair.right) for pair in pairs])) for name, pairs in sets.items()}


if __name__ == "__main__":
    main()
