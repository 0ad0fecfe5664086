"""How high the event that a question means stands among the candidates: by cosine, verifier, score, contrast, and all of them."""

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.world_eval import store_gold
from benchmarks.worlds.worlds import make_world
from cckg.app import CausalRAG, open_app
from cckg.core.graph import Event
from cckg.core.questions import ParsedQuestion
from cckg.core.trace import Step
from cckg.core.vectors import Vector
from cckg.evaluation.gold import load_gold
from cckg.evaluation.scoring import is_same_event
from cckg.identity import Candidate, EventMatcher
from cckg.language import polarity_of
from cckg.settings import load_settings
from queries.linking import EntryRanker, Weights, link_events
from queries.linking.ranking import deviations

ALONE = ("cosine", "verifier", "cis", "contrast")


@dataclass(frozen=True, slots=True)
class Entered:
    """The candidates of one wording in the order of the verifier: which are meant, which are kept, and the measures of all of them."""

    meant: Vector
    kept: Vector
    measures: dict[str, Vector]

    def reciprocal_rank(self, worth: Vector) -> float:
        """Return 1 / rank of the first candidate that is meant."""
        order = np.argsort(-np.nan_to_num(worth, nan=-np.inf), kind="stable")
        return 1.0 / (1 + int(np.argmax(self.meant[order])))


@dataclass(frozen=True, slots=True)
class Noting(EntryRanker):
    """Ranks as the product does, and notes what it ranked."""

    noted: list[tuple[Sequence[Candidate], Vector, Vector]] = field(default_factory=list)

    def numbers(self, wording: str, kept: Sequence[Candidate], others: Sequence[Candidate]) -> tuple[Vector, Vector]:
        """Return CIS and contrast of the candidates that are kept."""
        cis, contrast = EntryRanker.numbers(self, wording, kept, others)
        self.noted.append((kept, cis, contrast))
        return cis, contrast


def of_corpus(folder: Path) -> list[Entered]:
    """Read a corpus with gold questions, and enter by each."""
    gold = load_gold(folder)
    targets = {row["id"]: row.get("target", []) for row in map(json.loads, (folder / "questions.jsonl").read_text().splitlines())}
    with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        app.ingest([folder / "corpus"])
        return [
            entered
            for question in gold.questions
            if question.answerable
            for entered in _entered(app, question.question, [_worded(gold.wordings[slug]) for slug in targets[question.id]])
        ]


def of_worlds(seeds: Sequence[int]) -> list[Entered]:
    """Store the gold of made-up worlds, and enter by each question."""
    found = []
    for seed in seeds:
        world = make_world(seed)
        with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
            store_gold(world, app)
            for question in world.questions:
                found += _entered(app, question.question, [_called(slug) for slug in question.target])
    return found


def table(found: Sequence[Entered], weights: Weights) -> dict[str, float]:
    """Return the mean reciprocal rank by each measure, of what is kept without the score, and with it at these weights.

    Score and contrast are known of the events alone that were kept: the others stand behind these.
    """
    shares = {name: float(np.mean([one.reciprocal_rank(one.measures[name]) for one in found])) for name in ALONE}
    shares["kept, without the score"] = float(np.mean([one.reciprocal_rank(together(one, Weights(0, 0))) for one in found]))
    return {"wordings": len(found), **shares, "together": float(np.mean([one.reciprocal_rank(together(one, weights)) for one in found]))}


def together(one: Entered, weights: Weights) -> Vector:
    """Return what candidates are ranked by: those that are kept as `queries.linking.ranking` does, and the others behind them."""
    kept = one.kept > 0
    worth = one.measures["verifier"].astype(np.float64) - np.where(kept, 0.0, _BEHIND)
    for name, weight in (("cis", weights.cis), ("contrast", weights.contrast)):
        worth[kept] += weight * deviations(one.measures[name][kept])
    return worth.astype(np.float32)


# Private

_BEHIND = 10.0
Meant = Callable[[Event], bool]


def _worded(wordings: Sequence[str]) -> Meant:
    return lambda event: is_same_event(event.text, wordings)


def _called(name: str) -> Meant:
    return lambda event: event.id == name


def _entered(app: CausalRAG, question: str, targets: Sequence[Meant]) -> Iterator[Entered]:
    """Enter by each wording of a question whose target is known; candidates without the event that is meant tell nothing."""
    engine = app.engine()
    if engine.scorer is None:
        return
    matcher = EventMatcher(app.store, embedder=engine.embedder, verifier=engine.roles.verifier, settings=engine.matching)
    as_one = len(targets) > 1
    for wording, meant in zip(_wordings(app.parse(question), len(targets)), targets, strict=False):
        polarity = polarity_of(wording)
        candidates = matcher.candidates([Event("", wording, polarity)], "same core")[0]
        hits = np.array([meant(candidate.event) for candidate in candidates], dtype=np.float32)
        if not hits.any() or hits.all():
            continue
        ranker = Noting(question, engine.scorer, app.store, Weights(1, 1))
        link_events(matcher, wording, polarity, store=app.store, limit=len(candidates), step=Step("enter"), as_one=as_one, ranker=ranker)
        told = {one.event.id: (cis, contrast) for some, *numbers in ranker.noted for one, cis, contrast in zip(some, *numbers, strict=True)}
        numbers = np.array([told.get(one.event.id, (np.nan, np.nan)) for one in candidates], dtype=np.float32)
        cosines = np.array([one.cosine for one in candidates], dtype=np.float32)
        scores = np.array([one.verdict.score for one in candidates], dtype=np.float32)
        measures = {"cosine": cosines, "verifier": scores, "cis": numbers[:, 0], "contrast": numbers[:, 1]}
        yield Entered(hits, np.array([one.event.id in told for one in candidates], dtype=np.float32), measures)


def _wordings(parsed: ParsedQuestion, targets: int) -> list[str]:
    """Return the wordings of a question in the order of its targets: what is asked about, or cause and effect."""
    if targets == 1:
        one = parsed.main_event or (parsed.interventions[0].event if parsed.interventions else None)
        return [one] if one else []
    cause = parsed.interventions[0].event if parsed.interventions else next(iter(parsed.presupposed), None)
    effect = parsed.query_variable or parsed.effect or parsed.main_event
    return [cause, effect] if cause and effect else []
