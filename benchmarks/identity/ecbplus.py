"""ECB+ (Cybulska and Vossen 2014): cross-document event coreference with gold mentions, with gold topics and without.

MUC (Vilain et al. 1995), B³ (Bagga and Baldwin 1998), CEAF-e (Luo 2005) and their mean, the CoNLL F1 (Pradhan et al. 2012); singletons
count. On the development topics are chosen the threshold, and how much count what cckg tells of a pair, how alike its wordings are, and how
near its contexts; what cckg tells by itself stands beside it.
"""

import json
import lzma
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cckg.core.graph import CONTEXT, EventMention, MentionContext, Polarity
from cckg.core.vectors import Vector
from cckg.identity import EventReader, PairToRead, log_odds
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
    told = _told(dev, near_dev, reader, embedder)
    read = _told(test, sorted({*near_test, *near_anywhere}), reader, embedder)
    fitted = _fitted(told, [dev[left]["chain"] == dev[right]["chain"] for left, right in told])

    def figures(weights: Sequence[float]) -> dict[str, Any]:
        of_dev, of_test = _weighed(told, weights), _weighed(read, weights)
        on_dev = {one: conll(_clusters(len(dev), of_dev, one), _gold(dev)) for one in THRESHOLDS}
        threshold = max(on_dev, key=lambda one: on_dev[one])
        found, anywhere = (_clusters(len(test), {pair: of_test[pair] for pair in near}, threshold) for near in (near_test, near_anywhere))
        at = {"weights": [round(weight, 2) for weight in weights], "threshold": threshold, "CoNLL on dev": on_dev[threshold]}
        return {**at, **scores(found, _gold(test)), "without topics": scores(anywhere, _gold(test))}

    return {**figures(fitted), "as cckg tells": figures(_AS_READ)}


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


_AS_READ = (1.0, 0.0, 0.0, 0.0)
"""Weights of what is told of a pair: of the log odds that cckg tells, of the cosines of wordings and of contexts, and a shift."""

Told = Mapping[Pair, tuple[float, float, float]]


def _told(rows: Sequence[Row], pairs: Sequence[Pair], reader: EventReader, embedder: Embedder) -> Told:
    """Return of each pair of mentions the log odds of its being one event, as cckg tells, and the cosines of wordings and of contexts."""
    mentions = [_mention(number, row) for number, row in enumerate(rows)]
    plain = embedder.encode([row["span"] for row in rows])
    shown = [PairToRead(mentions[left], mentions[right], float(plain[left] @ plain[right])) for left, right in pairs]
    others: defaultdict[int, list[int]] = defaultdict(list)
    for left, right in pairs:
        others[left].append(right)
    near = {
        (left, right): cosine
        for left, rights in others.items()
        for right, cosine in zip(rights, reader.nearness(mentions[left], [mentions[right] for right in rights]), strict=True)
    }
    return {pair: (log_odds(one), read.alike, near[pair]) for pair, one, read in zip(pairs, reader.same(shown), shown, strict=True)}


def _fitted(told: Told, one: Sequence[bool]) -> tuple[float, ...]:
    """Return the weights of a logistic regression on pairs that are one event, or are not."""
    from scipy.optimize import minimize

    table = np.column_stack([np.array(list(told.values())), np.ones(len(told))])
    signs = np.where(np.array(one), 1.0, -1.0)

    def loss(weights: Vector) -> float:
        return float(np.logaddexp(0, -signs * (table @ weights)).mean())

    return tuple(map(float, minimize(loss, np.array(_AS_READ)).x))


def _weighed(told: Told, weights: Sequence[float]) -> dict[Pair, float]:
    """Return the probability of each pair."""
    odds = {pair: sum(weight * value for weight, value in zip(weights, (*of_pair, 1.0), strict=True)) for pair, of_pair in told.items()}
    return {pair: 1 / (1 + math.exp(-one)) for pair, one in odds.items()}


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
