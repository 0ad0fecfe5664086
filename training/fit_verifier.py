"""Fit the logistic weights of the local verifier, and say what they reach on the part kept apart.

    python -m training.fit_verifier [--write]

Data: hand-written pairs with their near misses; the mentions of the development corpus, paired with their nearest neighbours as
consolidation meets them; for "same core" also the wordings of a few made-up worlds, half A, in which many events share their names. Split
by a hash of the text, 70 % to fit and 30 % to test. The demo corpus has no part in it. "Across polarity" is the score where the words of
one side alone mark a polarity: it counts what the trained reader of wordings tells (`training.verifier`) as well, and is fitted also on
those groups of wordings that were kept apart from its training.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.worlds import make_world
from cckg.core.graph import Event
from cckg.core.text import content_hash, token_f1, words
from cckg.evaluation.gold import load_gold
from cckg.extraction import LocalExtractor
from cckg.identity import Aligner
from cckg.identity.alignment import CORE_FEATURES, FEATURES
from cckg.language import polarity_of
from cckg.models import Embedder, open_embedder, open_reader
from training.pairs import HELD_OUT, PairMaker, detailed_groups, report_groups


@dataclass(frozen=True, slots=True)
class Pair:
    """Two wordings, the titles of their documents ("" if there is none), and whether they are the same event."""

    left: str
    left_title: str
    right: str
    right_title: str
    same: bool

    def events(self) -> tuple[Event, Event]:
        """Return both as events outside the graph."""
        return (
            Event("", self.left, polarity_of(self.left), self.left_title),
            Event("", self.right, polarity_of(self.right), self.right_title),
        )


Array = npt.NDArray[np.float64]

PAIRS = Path(__file__).with_name("data") / "pairs.jsonl"
CORPUS = Path(__file__).parents[1] / "benchmarks" / "dev_corpus"
WEIGHTS = Path(__file__).parents[1] / "cckg" / "identity" / "data" / "verifier.json"
WORLDS = range(9000, 9006)  # seeds of made-up worlds, half A, that nothing else is measured on
SIGNS = {"number_conflict": -1.0, "name_conflict": -1.0, "contrast": -1.0, "told different": -1.0}
NEAR_MISSES = 4  # nearest wordings of other lines that each wording is paired with
MENTION_NEIGHBOURS = 12  # nearest mentions that each mention is paired with, as in consolidation
SURE_F1 = 0.8  # token F1 with a gold wording above which a mention is taken to be that event
RIDGE = 0.01  # strength of the penalty on standardised weights
THRESHOLDS = {"interchangeable": 0.33, "same core": 0.03, "across polarity": 0.6}  # set by the answers to the development corpus' questions
TOLD = ("told same", "told different")  # logarithms of what the reader of wordings tells


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


def written_pairs(embedder: Embedder) -> list[Pair]:
    """Return the hand-written pairs, and each wording paired with the nearest wordings of other lines: different events."""
    lines = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    texts = [text for line in lines for text in (line["a"], line["b"])]
    vectors = embedder.encode(texts)
    nearest = np.argsort(-(vectors @ vectors.T), axis=1)
    near = {
        (min(row, column), max(row, column))
        for row, columns in enumerate(nearest.tolist())
        for column in [column for column in columns if column // 2 != row // 2][:NEAR_MISSES]
    }
    misses = [Pair(texts[row], "", texts[column], "", same=False) for row, column in sorted(near)]
    return [Pair(line["a"], "", line["b"], "", same=line["same_event"]) for line in lines] + misses


def mention_pairs(folder: Path, embedder: Embedder) -> list[Pair]:
    """Pair the extracted mentions of a gold corpus with their nearest neighbours; the gold graph says which are the same event."""
    gold = load_gold(folder)
    mentions: dict[tuple[str, str], str] = {}
    for path in sorted((folder / "corpus").iterdir()):
        text = path.read_text(encoding="utf-8")
        title = text.splitlines()[0].strip("# ")
        for claim in LocalExtractor().extract([text])[0].claims:
            for mention in (claim.cause, claim.effect):
                slug = _slug(mention.text, gold.wordings)
                if slug:
                    mentions.setdefault((mention.text, title), slug)
    items = list(mentions.items())
    vectors = embedder.encode([text for (text, _), _ in items])
    nearest = np.argsort(-(vectors @ vectors.T), axis=1)[:, 1 : MENTION_NEIGHBOURS + 1]
    found = {(min(row, column), max(row, column)) for row, columns in enumerate(nearest.tolist()) for column in columns}
    return [
        Pair(*items[row][0], *items[column][0], same=items[row][1] == items[column][1])
        for row, column in sorted(found)
        if words(items[row][0][0]) != words(items[column][0][0])
    ]


def world_pairs(embedder: Embedder, seeds: Sequence[int]) -> list[Pair]:
    """Pair each wording of made-up worlds with another of its event, and with its nearest ones of other events.

    Events that polarity tells apart are left out.
    """
    found: list[Pair] = []
    for seed in seeds:
        world = make_world(seed, WorldSettings(half="A"))
        items = [(wording, event) for event in world.events for wording in event.wordings]
        vectors = embedder.encode([wording for wording, _ in items])
        for row, columns in enumerate(np.argsort(-(vectors @ vectors.T), axis=1).tolist()):
            text, event = items[row]
            own = [items[column][0] for column in columns if column != row and items[column][1] is event]
            others = [
                items[column][0]
                for column in columns
                if items[column][1].id not in (event.id, event.opposite) and items[column][1].polarity is not event.polarity.opposite
            ]
            found += [Pair(text, "", other, "", same=True) for other in own[row % len(own) :][:1]] if own else []
            found += [Pair(text, "", other, "", same=False) for other in others[:NEAR_MISSES]]
    return found


def kept_apart_pairs() -> list[Pair]:
    """Return pairs of the groups and reports that the reader of wordings was not trained on."""
    groups = [*detailed_groups()[::HELD_OUT], *(group for report in report_groups()[::HELD_OUT] for group in report)]
    made = [pair for pair in PairMaker(groups, seed=1).pairs(0) if pair.label != "less"]
    return [Pair(pair.left, "", pair.right, "", same=pair.label == "same") for pair in made]


def scores_at(threshold: float, scores: Array, labels: Array) -> tuple[float, float]:
    """Return precision and recall of accepting what reaches the threshold."""
    accepted = scores >= threshold
    hits = float((accepted & (labels == 1)).sum())
    return hits / max(1.0, float(accepted.sum())), hits / max(1.0, float(labels.sum()))


def fitted(criterion: str, features: Sequence[str], pairs: Sequence[Pair], embedder: Embedder) -> dict[str, object]:
    """Fit one criterion on pairs and their mirror images, and print what it reaches."""
    both = [*pairs, *(Pair(pair.right, pair.right_title, pair.left, pair.left_title, same=pair.same) for pair in pairs)]
    table = Aligner(embedder).features([pair.events() for pair in both])
    if criterion == "across polarity":
        reader = open_reader("wordings", folder=None, offline=False, threads=0)
        logs = np.log(np.maximum(reader.compare([(pair.left, pair.right) for pair in both]), 1e-9))
        told = [reader.classes.index(name.removeprefix("told ")) for name in TOLD]
        table = [{**row, **dict(zip(TOLD, log[told].tolist(), strict=True))} for row, log in zip(table, logs, strict=True)]
    labels = np.array([float(pair.same) for pair in both])
    held_out = np.array([int(content_hash(*sorted((pair.left, pair.right))), 16) % 10 < 3 for pair in both])
    rows = np.array([[row[name] for name in features] for row in table])
    weights, bias = fit(rows[~held_out], labels[~held_out], np.array([SIGNS.get(name, 1.0) for name in features]))
    scores = 1 / (1 + np.exp(-(rows @ weights + bias)))
    threshold = THRESHOLDS[criterion]
    for part, chosen in (("fitted", ~held_out), ("held out", held_out)):
        precision, recall = scores_at(threshold, scores[chosen], labels[chosen])
        area = _area(scores[chosen], labels[chosen])
        print(f"{criterion:16} {part:9} n={chosen.sum():5} AUC {area:.3f}  P {precision:.3f}  R {recall:.3f}")
    return {
        "bias": round(bias, 4),
        "weights": {name: round(float(weight), 4) for name, weight in zip(features, weights, strict=True)},
        "threshold": threshold,
    }


def main(*, write: bool) -> None:
    """Fit both criteria, print what they reach, and write the weights if asked to."""
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    reports = written_pairs(embedder) + (mention_pairs(CORPUS, embedder) if CORPUS.exists() else [])
    stored = {
        "interchangeable": fitted("interchangeable", FEATURES, reports, embedder),
        "same core": fitted("same core", CORE_FEATURES, reports + world_pairs(embedder, WORLDS), embedder),
        "across polarity": fitted("across polarity", (*FEATURES, *TOLD), reports + kept_apart_pairs(), embedder),
    }
    print(json.dumps(stored, indent=2))
    if write:
        WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


# Private


def _area(scores: Array, labels: Array) -> float:
    """Return the area under the ROC curve."""
    ranks = np.argsort(np.argsort(scores)) + 1
    positive = labels == 1
    return float((ranks[positive].sum() - positive.sum() * (positive.sum() + 1) / 2) / (positive.sum() * (~positive).sum()))


def _slug(text: str, wordings: Mapping[str, Sequence[str]]) -> str | None:
    tokens = words(text)
    best = max(wordings, key=lambda slug: max(token_f1(tokens, words(wording)) for wording in wordings[slug]))
    return best if max(token_f1(tokens, words(wording)) for wording in wordings[best]) >= SURE_F1 else None


if __name__ == "__main__":
    main(write="--write" in sys.argv)
