"""Explores what stands near a question, and arbitrates: q′, evidence for all, divided, answered and weighed (CF-RAG §4).

What is varied, divided and weighed how stands in the modules beside it; this brings to them what the graph holds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cckg.core.arbitration import Arbitration, HypothesisWriter, Merge, Neighbours, Profile, Variation, VariationWriter
from cckg.core.claims import Span
from cckg.core.evidence import Answer, Citation, Passage
from cckg.core.text import squeeze
from cckg.core.trace import Trace
from cckg.language import tells_of
from cckg.models import Embedder
from cckg.settings_retrieval import ArbitrationPolicy
from cckg.stores import GraphStore
from prompts import render
from queries.arbitration.arbitration import arbitrate, mentions, written
from queries.arbitration.relevance import PairScorer
from queries.arbitration.variations import kept_evidence, text_quality, worth_asking
from queries.evidence import PackageBuilder
from queries.retrieval import ENOUGH, answer_sentences, find_passages


@dataclass(frozen=True, slots=True)
class Explored:
    """A question, its variations that are worth asking, and the evidence for all of them by id, the most relevant to the question first."""

    question: str
    variations: tuple[Variation, ...]
    evidence: dict[str, Passage]


@dataclass(frozen=True, slots=True)
class Explorer:
    """Explores and arbitrates questions over one store.

    Args:
        store: holds the passages.
        embedder: compares questions, passages and answers.
        pairs: s(q, e).
        varying: makes who varies a question, given what stands near it.
        hypotheses: answers from passages.
        policy: of exploration and arbitration.
        profile: how Ψ is made.
        seed: of division and draws.
        found: passages that are found for q and for each q′.
        merge: makes one answer of hypotheses that disagree; None: the majority.
    """

    store: GraphStore
    embedder: Embedder
    pairs: PairScorer
    varying: Callable[[Neighbours], VariationWriter]
    hypotheses: HypothesisWriter
    policy: ArbitrationPolicy
    profile: Profile
    seed: int
    found: int
    merge: Merge | None = None
    _searched: dict[str, list[Passage]] = field(default_factory=dict, init=False, repr=False)

    def explore(self, question: str, *, trace: Trace) -> tuple[Arbitration, dict[str, Passage]]:
        """Return the arbitration of a question, and the passages that it rests on, by id."""
        explored = self.around(question, trace=trace)
        return self.arbitrated(explored, trace=trace), explored.evidence

    def around(self, question: str, *, trace: Trace) -> Explored:
        """Return what stands near a question (CF-RAG, algorithm 1, phase 1); without passages there is nothing."""
        self._searched.clear()
        with trace.step("retrieve") as step:
            own = self._passages(question)
            step.count("passages", len(own))
        if not own:
            return Explored(question, (), {})
        with trace.step("vary") as step:
            writer = self.varying(self._neighbours(question, own))
            candidates = writer.vary(question)
            variations = worth_asking(
                question,
                candidates,
                embedder=self.embedder,
                answers_of=self._answers,
                relevance_of=self._relevances,
                policy=self.policy,
            )
            step.count("variations", len(candidates))
            step.count("valid variations", len(variations))
            for variation in variations:
                step.note(f"{variation.operator}: {variation.question} (information {variation.information:.2f})")
        with trace.step("retrieve") as step:
            evidence = {passage.chunk.id: passage for each in (own, *self._of(variations)) for passage in each}
            kept = self._kept(question, variations, evidence)
            step.count("passages", len(evidence))
            step.count("passages left out", len(evidence) - len(kept))
        return Explored(question, variations, kept)

    def arbitrated(self, explored: Explored, *, trace: Trace) -> Arbitration:
        """Return the arbitration of what was explored (CF-RAG, algorithm 1, phase 2)."""
        texts = {name: passage.chunk.text for name, passage in explored.evidence.items()}
        with trace.step("arbitrate") as step:
            found = self.weighed(explored.question, explored.variations, texts)
            step.count("themes", len(found.clusters))
            step.count("hypotheses", len(found.hypotheses))
            for note in found.notes:
                step.note(note)
        return found

    def weighed(self, question: str, variations: Sequence[Variation], texts: Mapping[str, str]) -> Arbitration:
        """Return the arbitration over given evidence, texts by id."""
        told = list(texts.values())
        return arbitrate(
            question,
            evidence=texts,
            variations=variations,
            scores=self.pairs.scores([question, *(variation.question for variation in variations)], told),
            vectors=self.embedder.encode(told),
            writer=self.hypotheses,
            embedder=self.embedder,
            policy=self.policy,
            seed=self.seed,
            profile=self.profile,
            merge=self.merge,
        )

    # Private

    def _passages(self, question: str) -> list[Passage]:
        if question not in self._searched:
            found = find_passages(question, store=self.store, embedder=self.embedder, k=self.found)
            self._searched[question] = found
        return self._searched[question]

    def _of(self, variations: Sequence[Variation]) -> list[list[Passage]]:
        return [self._passages(variation.question) for variation in variations]

    def _neighbours(self, question: str, found: Sequence[Passage]) -> Neighbours:
        hits = self.store.nearest_events(self.embedder.encode([question]), k=_EVENTS)[0]
        events = tuple(event.text for event in self.store.events([hit.id for hit in hits]))
        return Neighbours(tuple(passage.chunk.text for passage in found), events)

    def _answers(self, questions: Sequence[str]) -> list[str]:
        """Return what would be answered to each question without arbitration, "" for nothing."""
        texts = [[passage.chunk.text for passage in self._passages(question)] for question in questions]
        return [draft.answer for draft in written(list(zip(questions, texts, strict=True)), writer=self.hypotheses)]

    def _relevances(self, questions: Sequence[str]) -> list[float]:
        """Return how well the passage that fits a question best fits it."""
        found = [[passage.chunk.text for passage in self._passages(question)[:1]] for question in questions]
        return [float(self.pairs.scores([question], told)[0, 0]) if told else 0.0 for question, told in zip(questions, found, strict=True)]

    def _kept(self, question: str, variations: Sequence[Variation], evidence: Mapping[str, Passage]) -> dict[str, Passage]:
        """Return the distinct, relevant evidence, the most relevant first (CF-RAG eq. 4 and 5)."""
        names = list(evidence)
        texts = [evidence[name].chunk.text for name in names]
        if not texts:
            return {}
        rows = kept_evidence(
            texts,
            vectors=self.embedder.encode(texts),
            scores=self.pairs.scores([question, *(variation.question for variation in variations)], texts),
            quality=[text_quality(text) for text in texts],
            policy=self.policy,
        )
        return {names[row]: evidence[names[row]] for row in rows}


def arbitrated_answer(
    answer: Answer, found: Arbitration, evidence: Mapping[str, Passage], *, decides: bool, builder: PackageBuilder, embedder: Embedder
) -> Answer:
    """Return an answer with its arbitration; where that decides, what was chosen becomes the answer, with the sentences it stands in.

    They have to fit the question, and tell of what it asks, as those of an answer without arbitration do. The short answer that was
    left for it is told behind it, with its sentence. An answer that none of the evidence bears out is not given, nor a yes or no, which
    rests on more than the words of a sentence: the answer before stays.
    """
    arbitrated = replace(answer, arbitration=found)
    if not decides or not found.answer or found.answer.strip(" .").lower() in _DECISIONS:
        return arbitrated
    used = dict.fromkeys(name for hypothesis in found.hypotheses if hypothesis.answer == found.answer for name in hypothesis.evidence)
    read = [evidence[name] for name in used or evidence if mentions(evidence[name].chunk.text, found.answer)]
    ranked = [item for item in answer_sentences(answer.question, read, embedder=embedder) if mentions(item.span.text, found.answer)]
    cited: dict[Citation, Passage] = {}
    telling = [item for item in ranked if tells_of(answer.question, item.span.text, title=item.passage.source.title)]
    for item in telling[:_QUOTED]:
        if item.score >= ENOUGH and (citation := builder.quote(item.passage, item.span)):
            cited.setdefault(citation, item.passage)
    if not cited:
        return arbitrated
    text = render("answer", "short_answer", answer=found.answer[:1].upper() + found.answer[1:], quotes=_quoted(cited))
    kept = _left(answer, found.answer, builder)
    if kept:
        text += " " + render("answer", "left", answer=answer.package.short_answer or "", quotes=_quoted(kept))
    package = builder.package(passages=tuple(dict.fromkeys([*cited.values(), *kept.values()])), short_answer=found.answer)
    return replace(arbitrated, text=text, abstained=False, package=package)


# Private

_EVENTS = 12  # wordings that may stand in an event's place
_QUOTED = 3  # sentences that bear an answer out
_DECISIONS = frozenset({"yes", "no"})


def _quoted(cited: Iterable[Citation]) -> str:
    return " ".join(render("answer", "quote", quote=squeeze(citation.quote), cited=f"[{citation.n}]") for citation in cited)


def _left(answer: Answer, chosen: str, builder: PackageBuilder) -> dict[Citation, Passage]:
    """Cite what says the short answer that arbitration left for another one, at most one sentence; nothing where both say the same."""
    short = answer.package.short_answer
    if not short or mentions(chosen, short) or mentions(short, chosen):
        return {}
    told = {passage.chunk.id: passage for passage in answer.package.passages}
    for citation in answer.package.citations:
        if citation.chunk in told and mentions(citation.quote, short):
            passage = told[citation.chunk]
            again = builder.quote(passage, Span(citation.quote, citation.start, citation.end))
            return {again: passage} if again else {}
    return {}
