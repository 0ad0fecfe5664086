"""ECB+ (Cybulska and Vossen 2014): cross-document event coreference with gold mentions, with gold topics and without.

MUC (Vilain et al. 1995), B³ (Bagga and Baldwin 1998), CEAF-e (Luo 2005) and their mean, the CoNLL F1 (Pradhan et al. 2012); singletons
count. What cckg tells of a pair is taken as it is; the threshold alone is chosen on the development topics.
"""

import json
import lzma
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cckg.core.graph import CONTEXT, EventMention, MentionContext, Polarity
from cckg.identity import EventReader, PairToRead
from cckg.identity.clusters import Pair, cluster
from cckg.models import Embedder

THRESHOLDS = tuple(step / 20 for step in range(4, 17))
NEAREST = 6
"""Nearest mentions of its topic that each mention is read with."""

Clusters = Sequence[Sequence[int]]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NearPair:
    """Two mentions of a topic that are near one another, and whether they are one event."""

    left: EventMention
    right: EventMention
    topic: int
    one: bool


def ecb_figures(data: Path, reader: EventReader, embedder: Embedder) -> dict[str, Any]:
    """Measure a reader on the test topics, as is best on the development topics, and where no topics are told."""
    dev, test = _rows(data, "dev"), _rows(data, "test")
    near_dev, near_test = _near_pairs(dev, embedder), _near_pairs(test, embedder)
    near_anywhere = _near_pairs([{**row, "topic": 0} for row in test], embedder)
    of_dev = _read(dev, near_dev, reader, embedder)
    of_test = _read(test, sorted({*near_test, *near_anywhere}), reader, embedder)
    on_dev = {one: conll(_clusters(len(dev), of_dev, one), _gold(dev)) for one in THRESHOLDS}
    threshold = max(on_dev, key=lambda one: on_dev[one])
    found, anywhere = (_clusters(len(test), {pair: of_test[pair] for pair in near}, threshold) for near in (near_test, near_anywhere))
    at = {"threshold": threshold, "CoNLL on dev": on_dev[threshold]}
    return {**at, **scores(found, _gold(test)), "without topics": scores(anywhere, _gold(test))}


def dev_pairs(data: Path, embedder: Embedder) -> list[NearPair]:
    """Return each mention of the development topics with the nearest of its topic."""
    rows = _rows(data, "dev")
    mentions = [_mention(number, row) for number, row in enumerate(rows)]
    return [
        NearPair(mentions[left], mentions[right], rows[left]["topic"], rows[left]["chain"] == rows[right]["chain"])
        for left, right in _near_pairs(rows, embedder)
    ]


def scores(found: Clusters, gold: Clusters) -> dict[str, float]:
    """Return MUC, B³, CEAF-e and CoNLL, 0..100."""
    muc = _f1(_muc(found, gold), _muc(gold, found))
    b_cubed = _f1(_b_cubed(found, gold), _b_cubed(gold, found))
    ceaf = _f1(*_ceaf(found, gold))
    return {
        name: round(100 * value, 1)
        for name, value in (("MUC", muc), ("B3", b_cubed), ("CEAFe", ceaf), ("CoNLL", (muc + b_cubed + ceaf) / 3))
    }


def conll(found: Clusters, gold: Clusters) -> float:
    """Return the CoNLL F1, 0..100."""
    return scores(found, gold)["CoNLL"]


# Private


def _mention(number: int, row: Row) -> EventMention:
    context = MentionContext(row["span"], 0, len(row["span"]), row["left"][-CONTEXT:].strip(), row["right"][:CONTEXT].strip())
    return EventMention(f"{number:05}", "", row["document"], "", row["span"], Polarity.OCCURRENCE, context)


def _rows(data: Path, part: str) -> list[Row]:
    with lzma.open(data / "ecbplus" / "mentions.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if row["part"] == part]


def _read(rows: Sequence[Row], pairs: Sequence[Pair], reader: EventReader, embedder: Embedder) -> dict[Pair, float]:
    """Return the probability of each pair of mentions that the two are one event, as cckg tells it."""
    mentions = [_mention(number, row) for number, row in enumerate(rows)]
    plain = embedder.encode([row["span"] for row in rows])
    shown = [PairToRead(mentions[left], mentions[right], float(plain[left] @ plain[right])) for left, right in pairs]
    return dict(zip(pairs, reader.same(shown), strict=True))


def _near_pairs(rows: Sequence[Row], embedder: Embedder) -> list[Pair]:
    """Return each mention with the nearest of its topic."""
    plain = embedder.encode([row["span"] for row in rows])
    around = embedder.encode([" ".join([row["left"][-60:], row["span"], row["right"][:60]]) for row in rows])
    topics: defaultdict[int, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        topics[row["topic"]].append(number)
    pairs: set[Pair] = set()
    for places in topics.values():
        for vectors in (plain[places], plain[places] + around[places]):
            near = np.argsort(-(vectors @ vectors.T), axis=1, kind="stable")[:, : NEAREST + 1]
            pairs |= {
                (min(places[row], places[column]), max(places[row], places[column]))
                for row, of_row in enumerate(near.tolist())
                for column in of_row
                if column != row
            }
    return sorted(pairs)


def _clusters(count: int, told: Mapping[Pair, float], threshold: float) -> Clusters:
    return cluster(count, told, surely=threshold, perhaps=1.0, unread=threshold).clusters


def _gold(rows: Sequence[Row]) -> Clusters:
    chains: defaultdict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        chains[row["chain"]].append(number)
    return list(chains.values())


def _places(clusters: Clusters) -> dict[int, int]:
    return {member: number for number, members in enumerate(clusters) for member in members}


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _muc(ours: Clusters, theirs: Clusters) -> float:
    place = _places(theirs)
    kept = sum(len(members) - len({place[member] for member in members}) for members in ours)
    return kept / max(1, sum(len(members) - 1 for members in ours))


def _b_cubed(ours: Clusters, theirs: Clusters) -> float:
    place = _places(theirs)
    shares = [len({*members} & {*theirs[place[member]]}) / len(members) for members in ours for member in members]
    return float(np.mean(shares))


def _ceaf(ours: Clusters, theirs: Clusters) -> tuple[float, float]:
    from scipy.optimize import linear_sum_assignment

    place = _places(theirs)
    table = np.zeros((len(ours), len(theirs)))
    for row, members in enumerate(ours):
        for column in {place[member] for member in members}:
            table[row, column] = 2 * len({*members} & {*theirs[column]}) / (len(members) + len(theirs[column]))
    total = table[linear_sum_assignment(-table)].sum()
    return total / len(ours), total / len(theirs)
