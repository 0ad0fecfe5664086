"""One question with all that arbitration needs of it, made once; and the ways to answer it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.cfrag.questions import Answered, Asked, normal
from benchmarks.passage_store import store_of_passages
from cckg.core.arbitration import Arbitration, Variation
from cckg.core.roles import QuestionParser
from cckg.core.trace import Trace
from cckg.core.vectors import Matrix
from cckg.counterfactual_queries import LocalHypothesisWriter
from cckg.models import RememberingEmbedder
from cckg.roles import RoleRegistry
from cckg.settings import load_settings
from cckg.settings_retrieval import ArbitrationPolicy
from queries.arbitration import CosineScorer, Explorer
from queries.arbitration.arbitration import arbitrate
from queries.arbitration.relevance import PairScorer

FULL = ArbitrationPolicy()
FOUND = 8
"""Passages that are found for a question and for each variation."""
WAYS: dict[str, ArbitrationPolicy] = {
    "full": FULL,
    "without counterfactuals": FULL.model_copy(update={"variations": 0}),
    "without division": FULL.model_copy(update={"clusters": 1}),
    "without causal check": FULL.model_copy(update={"causal_weight": 0.0}),
    "without consensus": FULL.model_copy(update={"consensus": 0.0}),
    "without the whole": FULL.model_copy(update={"whole": False}),
}
PLAIN = "one answer from all passages"


@dataclass(frozen=True, slots=True)
class Case:
    """A question, its variations, the evidence for all of them, best first, and passages that only look like evidence."""

    asked: Asked
    variations: tuple[Variation, ...]
    found: tuple[str, ...]
    distractors: tuple[str, ...]


class Corpus:
    """The passages of a set, ready to be searched and weighed; and planted ones by id, which are evidence only where they are injected."""

    def __init__(
        self,
        answered: Answered,
        explorer: Explorer,
        *,
        pairs: PairScorer,
        embedder: RememberingEmbedder,
        planted: Mapping[str, str] | None = None,
    ) -> None:
        self.answered = answered
        self._planted = planted or {}
        self.explorer = explorer
        self.pairs = pairs
        self.embedder = embedder
        self.writer = explorer.hypotheses
        self._ids = list(answered.passages)
        self._vectors: Matrix = embedder.encode(list(answered.passages.values()))

    def case(self, asked: Asked, *, distractors: int) -> Case:
        """Explore a question: its variations, its evidence, and the passages nearest to q and all q′ that do not hold a right answer."""
        found, evidence = self.explorer.explore(asked.text, trace=Trace())
        texts = [variation.question for variation in found.variations]
        nearest = (self.embedder.encode([asked.text, *texts]) @ self._vectors.T).max(axis=0)
        right = [normal(answer) for answer in asked.answers]
        names = [
            name
            for place in np.argsort(-nearest, kind="stable")
            if (name := self._ids[place]) not in evidence
            and not any(answer and answer in normal(self.answered.passages[name]) for answer in right)
        ]
        return Case(asked, found.variations, tuple(evidence), tuple(names[:distractors]))

    def plain(self, case: Case, *, distractors: int) -> str:
        """Return the best answer from all passages at once, the distractors among them."""
        return self.writer.write(case.asked.text, list(self._texts(case, distractors).values())).answer

    def arbitrated(self, case: Case, *, distractors: int, policy: ArbitrationPolicy, seed: int = 0) -> Arbitration:
        """Return the arbitration by some policy."""
        texts = self._texts(case, distractors)
        variations = case.variations[: policy.variations]
        told = list(texts.values())
        return arbitrate(
            case.asked.text,
            evidence=texts,
            variations=variations,
            scores=self.pairs.scores([case.asked.text, *(variation.question for variation in variations)], told),
            vectors=self.embedder.encode(told),
            writer=self.writer,
            embedder=self.embedder,
            policy=policy,
            seed=seed,
        )

    # Private

    def _texts(self, case: Case, distractors: int) -> Mapping[str, str]:
        names: Sequence[str] = (*case.found, *case.distractors[:distractors])
        return {name: self._planted[name] if name in self._planted else self.answered.passages[name] for name in names}


def open_corpus(answered: Answered, embedder: RememberingEmbedder, *, variations: int, planted: Mapping[str, str] | None = None) -> Corpus:
    """Return the passages of a set with the built-in roles as the settings have them; so many variations of a question are kept."""
    pairs = CosineScorer(embedder)
    roles = RoleRegistry(load_settings(), lambda: embedder)
    explorer = Explorer(
        store=store_of_passages(answered.passages, embedder.encode(list(answered.passages.values()))),
        embedder=embedder,
        pairs=pairs,
        varying=roles.variation_writer,
        hypotheses=local_writer(embedder, roles.built_in_parser),
        policy=FULL.model_copy(update={"variations": variations}),
        profile="paper",
        seed=0,
        found=FOUND,
    )
    return Corpus(answered, explorer, pairs=pairs, embedder=embedder, planted=planted)


def local_writer(embedder: RememberingEmbedder, parser: QuestionParser) -> LocalHypothesisWriter:
    """Return the built-in writer for questions of fact; claims are read by its rules alone."""
    from cckg.extraction import LocalExtractor

    return LocalHypothesisWriter(embedder, LocalExtractor(), parser)
