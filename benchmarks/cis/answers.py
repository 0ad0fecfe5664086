"""How one question is answered in each way: one retrieval and one reading by each ranking, adaptively, and in several steps.

A reader gets the passages in the order of their ids, so that what is compared is which were found, and a reading of the same ones is done
once. What it costs is told in steps, that is retrievals and calls of the reader, and in seconds.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from benchmarks.cis.readers import Reader, Shown
from benchmarks.cis.retrieval import CANDIDATES, RANKED
from benchmarks.stores.measures import timed
from cckg.core.results import SearchMethod
from cckg.models import Embedder, KnowledgeScorer
from cckg.scoring.kept import NotKeptError
from cckg.stores import GraphStore, Hit
from queries.retrieval import retrieve
from queries.retrieval.passages import blended

PLAIN: tuple[SearchMethod, ...] = ("bm25", "dense", "hybrid")
ADAPTIVE = "adaptive"
MULTI_STEP = "multi-step"
MOST_STEPS = 4
MOST_PASSAGES = 12
"""That several steps gather."""


@dataclass(frozen=True, slots=True)
class Library:
    """Passages that can be searched; `texts` are what is scored, `shown` what readers see, both by id."""

    store: GraphStore
    embedder: Embedder
    texts: Mapping[str, str]
    shown: Mapping[str, Shown]

    def found(self, query: str, method: SearchMethod, k: int) -> list[Hit]:
        """Return the k best passages."""
        return retrieve(query, store=self.store, embedder=self.embedder, method=method, over="chunks", k=k)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Passages, best first, and the seconds that they took to find; nan where scores were kept and no time was taken."""

    names: Sequence[str]
    seconds: float


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, and what it cost; `seconds` is nan where it is not known."""

    answer: str
    steps: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Scorers:
    """What ranks anew: scorers by name; those that are named in `kept` take their scores from a file, so that their time is not known.

    Those rank the first `RANKED` candidates, the others all of them. `weights` are those of the scorers where they are joined with hybrid
    retrieval.
    """

    by_name: Mapping[str, KnowledgeScorer]
    kept: frozenset[str]
    weights: Mapping[str, float]


def rankings(question: str, library: Library, scorers: Scorers) -> dict[str, Ranking]:
    """Return the passages by each method, and hybrid's first ones by each scorer alone and joined; what is not kept is left out."""
    hits: dict[str, list[Hit]] = {}
    seconds: dict[str, float] = {}
    for method in PLAIN:
        seconds[method], hits[method] = timed(partial(library.found, question, method, CANDIDATES))
    found = {method: Ranking([hit.id for hit in hits[method]], seconds[method]) for method in PLAIN}
    candidates = hits["hybrid"]
    before = np.array([hit.score for hit in candidates], dtype=np.float32)
    for name, scorer in scorers.by_name.items():
        with suppress(NotKeptError):
            first = candidates[:RANKED] if name in scorers.kept else candidates
            took, scores = timed(partial(scorer.score, question, [library.texts[hit.id] for hit in first]))
            for kind, weight in ((name, 1.0), (f"hybrid + {name}", scorers.weights[name])):
                order = np.argsort(-blended(scores, before[: len(first)], weight=weight), kind="stable")
                whole = float("nan") if name in scorers.kept else seconds["hybrid"] + took
                found[kind] = Ranking([candidates[place].id for place in (*order, *range(len(first), len(candidates)))], whole)
    return found


@dataclass(slots=True)
class Desk:
    """One question before one reader, who reads the same passages once; the time of that reading counts each time."""

    question: str
    library: Library
    reader: Reader
    readings: dict[tuple[object, ...], tuple[float, str]] = field(default_factory=dict)

    def answered(self, ranking: Ranking, *, k: int) -> Told:
        """Answer from the first k passages."""
        seconds, answer = self._answer(ranking.names[:k], may_abstain=False)
        return Told(answer, 2, ranking.seconds + seconds)

    def adaptively(self, ranking: Ranking, *, k: int) -> Told:
        """Answer from the first passage, else from k, else in several steps: the reader goes on where it is unsure.

        This is Adaptive-RAG (Jeong et al. 2024) in small: what it learned to tell beforehand is here what the reader says.
        """
        seconds = ranking.seconds
        for calls, size in enumerate((1, k), start=1):
            took, answer = self._answer(ranking.names[:size], may_abstain=True)
            seconds += took
            if answer:
                return Told(answer, 1 + calls, seconds)
        last = self.in_steps(ranking, k=k)
        return Told(last.answer, 2 + last.steps, seconds + last.seconds - ranking.seconds)

    def in_steps(self, ranking: Ranking, *, k: int) -> Told:
        """Search by the question and then by each sentence of reasoning, at most `MOST_STEPS` times, and answer from all that was found.

        This is IRCoT (Trivedi et al. 2023). It ends sooner where the reader reasons no further, or nothing new is found.
        """
        gathered = list(ranking.names[:k])
        thoughts: list[str] = []
        seconds, steps = ranking.seconds, 1
        while len(thoughts) < MOST_STEPS - 1:
            took, thought = self._thought(gathered, thoughts)
            seconds, steps = seconds + took, steps + 1
            if not thought:
                break
            thoughts.append(thought)
            took, hits = timed(partial(self.library.found, thought, "hybrid", k))
            seconds, steps = seconds + took, steps + 1
            new = [hit.id for hit in hits if hit.id not in gathered]
            gathered = [*gathered, *new][:MOST_PASSAGES]
            if not new:
                break
        took, answer = self._answer(gathered, may_abstain=False)
        return Told(answer, steps + 1, seconds + took)

    # Private

    def _answer(self, names: Sequence[str], *, may_abstain: bool) -> tuple[float, str]:
        key = (*sorted(names), may_abstain)
        return self._read(key, partial(self.reader.answer, self.question, self._shown(names), may_abstain=may_abstain))

    def _thought(self, names: Sequence[str], thoughts: Sequence[str]) -> tuple[float, str]:
        key = (*sorted(names), *thoughts, "thought")
        return self._read(key, partial(self.reader.thought, self.question, self._shown(names), tuple(thoughts)))

    def _read(self, key: tuple[object, ...], reading: Callable[[], str]) -> tuple[float, str]:
        if key not in self.readings:
            self.readings[key] = timed(reading)
        return self.readings[key]

    def _shown(self, names: Sequence[str]) -> list[Shown]:
        return [self.library.shown[name] for name in sorted(names)]


def answers(
    question: str, library: Library, reader: Reader, *, ranked: Mapping[str, Ranking], ks: Sequence[int]
) -> dict[int, dict[str, Told]]:
    """Return by k, and then by method, what is told; an answer that needs a reply that is not kept is left out."""
    desk = Desk(question, library, reader)
    ways: dict[str, Callable[..., Told]] = {name: partial(desk.answered, ranking) for name, ranking in ranked.items()}
    ways |= {ADAPTIVE: partial(desk.adaptively, ranked["hybrid"]), MULTI_STEP: partial(desk.in_steps, ranked["hybrid"])}
    found: dict[int, dict[str, Told]] = {k: {} for k in ks}
    for k in ks:
        for name, way in ways.items():
            with suppress(NotKeptError):
                found[k][name] = way(k=k)
    return found
