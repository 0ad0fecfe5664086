"""Exploration and arbitration over a store: what is asked beside a question, what evidence is weighed, and what becomes of the answer."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from cckg.core.arbitration import Draft, Hypothesis, Neighbours, Operator
from cckg.core.claims import Span
from cckg.core.evidence import Answer, EvidencePackage
from cckg.core.trace import Trace
from cckg.models import RememberingEmbedder
from cckg.settings_retrieval import ArbitrationPolicy
from cckg.stores import GraphStore
from queries.arbitration import CosineScorer, Explorer, KnowledgePairs, arbitrated_answer
from queries.evidence import PackageBuilder
from tests.builders import stored
from tests.fakes import HashingEmbedder

QUESTION = "Which river flooded Halden?"
DOCUMENTS = (
    "Orne river flooded Halden. The bakery stood under water for a week.",
    "Vire river flooded Marlow. The school stood under water for a week.",
    "Apples grow on trees in the valley of the mill.",
)


class Varying:
    """Varies the one question by script, and keeps what it was shown."""

    name = "scripted"

    def __init__(self, *questions: str) -> None:
        self.questions = questions
        self.near: list[Neighbours] = []

    def __call__(self, near: Neighbours) -> "Varying":
        self.near.append(near)
        return self

    def vary(self, question: str) -> list[tuple[Operator, str]]:
        return [(Operator.ENTITY, other) for other in self.questions]


class FirstName:
    """Answers with the river of the first text that names the place that is asked about."""

    name = "scripted"
    width = 1

    def write(self, question: str, evidence: Sequence[str]) -> Draft:
        place = question.rstrip("?").split()[-1]
        river = next((text.split()[0] for text in evidence if place in text), "")
        return Draft(river, f"The {river} flooded {place}." if river else "")


def explorer(store: GraphStore, *questions: str, **policy: float) -> Explorer:
    embedder = RememberingEmbedder(HashingEmbedder())
    return Explorer(
        store=store,
        embedder=embedder,
        pairs=CosineScorer(embedder, slope=10.0, middle=0.3),
        varying=Varying(*questions),
        hypotheses=FirstName(),
        policy=ArbitrationPolicy(least_similarity=0.3, least_relevance=0.05, **policy),  # type: ignore[arg-type]
        profile="paper",
        seed=0,
        found=3,
    )


def test_the_evidence_of_the_question_and_of_its_variations_is_weighed_together() -> None:
    trace = Trace()
    found, evidence = explorer(stored(*DOCUMENTS), "Which river flooded Marlow?").explore(QUESTION, trace=trace)
    assert [variation.question for variation in found.variations] == ["Which river flooded Marlow?"]
    assert {"d1#0", "d2#0"} <= set(evidence)
    assert found.answer == "Orne"
    assert found.crr is not None
    assert found.closest == found.variations[0]
    assert [step.stage for step in trace.steps] == ["retrieve", "vary", "retrieve", "arbitrate"]


def test_a_variation_with_the_same_answer_is_not_asked() -> None:
    found, _ = explorer(stored(*DOCUMENTS), "Which river drowned Halden?").explore(QUESTION, trace=Trace())
    assert found.variations == ()
    assert (found.crr, found.closest) == (None, None)


def test_who_varies_is_shown_the_passages_and_the_events_nearby() -> None:
    asked = explorer(stored("a:the flood -> b:the famine in Halden"))
    asked.explore(QUESTION, trace=Trace())
    (near,) = asked.varying.near  # type: ignore[attr-defined]
    assert near.texts
    assert set(near.events) == {"the flood", "the famine in Halden"}


def test_an_empty_store_has_nothing_to_arbitrate() -> None:
    found, evidence = explorer(stored(), "Which river flooded Marlow?").explore(QUESTION, trace=Trace())
    assert (found.answer, found.hypotheses, evidence) == ("", (), {})


def answer() -> Answer:
    return Answer(QUESTION, "factual", "No passage fits it.", True, EvidencePackage(abstain_because="none"), (), Trace())


def builder() -> PackageBuilder:
    with Trace().step("evidence") as step:
        return PackageBuilder({}, 1000, step)


def test_what_was_chosen_becomes_the_answer_with_the_sentence_it_stands_in() -> None:
    found, evidence = explorer(stored(*DOCUMENTS)).explore(QUESTION, trace=Trace())
    given = arbitrated_answer(answer(), found, evidence, decides=True, builder=builder(), embedder=HashingEmbedder())
    assert given.text == "Orne. “Orne river flooded Halden.” [1]"
    assert not given.abstained
    assert [citation.quote for citation in given.package.citations] == ["Orne river flooded Halden."]
    assert given.arbitration is found


def test_a_short_answer_that_was_left_for_another_is_told_behind_it_with_its_sentence() -> None:
    found, evidence = explorer(stored(*DOCUMENTS)).explore(QUESTION, trace=Trace())
    made = builder()
    passage = evidence["d2#0"]
    quote = made.quote(passage, Span(passage.chunk.text, passage.chunk.start, passage.chunk.end))
    assert quote is not None
    other = quote.quote.split()[0]
    before = Answer(QUESTION, "factual", other, False, made.package(passages=(passage,), short_answer=other), (), Trace())
    given = arbitrated_answer(before, found, evidence, decides=True, builder=builder(), embedder=HashingEmbedder())
    assert given.text.startswith("Orne. “Orne river flooded Halden.” [1] Without arbitration")
    assert quote.quote in [citation.quote for citation in given.package.citations]


def test_beside_what_the_graph_says_it_changes_nothing_but_stands_there() -> None:
    found, evidence = explorer(stored(*DOCUMENTS)).explore(QUESTION, trace=Trace())
    given = arbitrated_answer(answer(), found, evidence, decides=False, builder=builder(), embedder=HashingEmbedder())
    assert (given.text, given.arbitration) == (answer().text, found)


def test_an_answer_that_no_sentence_bears_out_is_not_given() -> None:
    asked = explorer(stored(*DOCUMENTS))
    asked.hypotheses.write = lambda question, evidence: Draft("Loire", "It is known.")  # type: ignore[method-assign]
    found, evidence = asked.explore(QUESTION, trace=Trace())
    given = arbitrated_answer(answer(), found, evidence, decides=True, builder=builder(), embedder=HashingEmbedder())
    assert found.answer == "Loire"
    assert given.abstained


def test_an_answer_whose_sentence_does_not_tell_of_what_is_asked_is_not_given() -> None:
    found, evidence = explorer(stored(*DOCUMENTS)).explore(QUESTION, trace=Trace())
    asked = replace(answer(), question=QUESTION.replace("?", " in 1911?"))
    given = arbitrated_answer(asked, found, evidence, decides=True, builder=builder(), embedder=HashingEmbedder())
    assert found.answer == "Orne"
    assert given.abstained


class Nats:
    """Gives as many nats as a text has words in common with the question."""

    name = "scripted"

    def score(self, question: str, knowledge: Sequence[str]) -> np.ndarray:
        return np.array([len(set(question.split()) & set(text.split())) for text in knowledge], dtype=np.float32)


@pytest.mark.parametrize("pairs", [CosineScorer(HashingEmbedder()), KnowledgePairs(Nats(), slope=1.0, middle=1.0)])
def test_relevance_is_between_0_and_1_and_rises_with_what_fits(pairs: CosineScorer | KnowledgePairs) -> None:
    scores = pairs.scores(["the river", "the mill"], ["the river", "the mill", "apples"])
    assert scores.shape == (2, 3)
    assert ((scores > 0) & (scores < 1)).all()
    assert scores[0].argmax() == 0
    assert scores[1].argmax() == 1
    assert pairs.scores(["the river"], []).shape == (1, 0)


def test_an_encoder_that_remembers_gives_the_same_vectors_and_encodes_each_text_once() -> None:
    class Counting(HashingEmbedder):
        asked: list[str] = []  # noqa: RUF012

        def encode(self, texts: Sequence[str]) -> np.ndarray:
            self.asked += texts
            return super().encode(texts)

    embedder = RememberingEmbedder(Counting(), most=2)
    first = embedder.encode(["a", "b", "a"])
    assert (first == HashingEmbedder().encode(["a", "b", "a"])).all()
    embedder.encode(["b", "c"])
    assert Counting.asked == ["a", "b", "c"]
    embedder.encode(["a"])  # more were remembered than may be
    assert Counting.asked == ["a", "b", "c", "a"]
    assert embedder.encode([]).shape == (0, embedder.dimension)


def test_hypotheses_are_what_the_json_and_the_terminal_show() -> None:
    from rich.console import Console

    from cckg.export import ask_payload
    from cckg.terminal.render_answer import answer_view

    found, evidence = explorer(stored(*DOCUMENTS), "Which river flooded Marlow?").explore(QUESTION, trace=Trace())
    given = arbitrated_answer(answer(), found, evidence, decides=True, builder=builder(), embedder=HashingEmbedder())
    payload = ask_payload(given)
    assert payload["crr"] == pytest.approx(found.crr, abs=1e-6)
    assert [(one["answer"], one["chosen"]) for one in payload["hypotheses"]] == [("Orne", True)] * len(found.hypotheses)
    assert [one["operator"] for one in payload["variations"]] == ["entity"]
    console = Console(width=100, record=True)
    console.print(answer_view(given))
    shown = console.export_text()
    assert "Orne" in shown
    assert "another name or event: Which river flooded Marlow?" in shown
    assert "Counterfactual relevance ratio" in shown
    assert isinstance(found.hypotheses[0], Hypothesis)
