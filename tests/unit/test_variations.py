"""Which counterfactual questions are asked, and which evidence of all of them is kept."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.core.arbitration import Operator, Variation
from cckg.settings_retrieval import ArbitrationPolicy
from queries.arbitration.variations import answer_distance, distinct, kept_evidence, text_quality, worth_asking
from tests.builders import unit_vectors
from tests.fakes import HashingEmbedder

NEAR = ArbitrationPolicy(least_similarity=-1.0)


def asked(
    question: str, candidates: Sequence[tuple[Operator, str]], answers: dict[str, str], policy: ArbitrationPolicy, relevance: float = 0.5
) -> tuple[Variation, ...]:
    return worth_asking(
        question,
        candidates,
        embedder=HashingEmbedder(),
        answers_of=lambda questions: [answers[text] for text in questions],
        relevance_of=lambda questions: [relevance] * len(questions),
        policy=policy,
    )


def test_a_variation_that_is_too_far_is_not_asked_for_its_answer() -> None:
    candidates = [(Operator.ENTITY, "purple elephants sing"), (Operator.ROLE, "who translated the long report")]
    answers = {"who wrote the long report": "Ann", "who translated the long report": "Bob"}
    assert [variation.question for variation in asked("who wrote the long report", candidates, answers, ArbitrationPolicy())] == [
        "who translated the long report"
    ]


def test_a_variation_with_the_same_baseline_answer_is_no_variation() -> None:
    answers = {"q one": "The Orne.", "q two": "the orne", "q three": "the Vire"}
    found = asked("q one", [(Operator.ROLE, "q two"), (Operator.SCOPE, "q three")], answers, NEAR)
    assert [variation.question for variation in found] == ["q three"]


def test_information_is_the_weighted_sum_of_divergence_answer_distance_and_relevance() -> None:
    policy = ArbitrationPolicy(least_similarity=-1.0, divergence_weight=0.2, answer_weight=0.5, relevance_weight=0.3)
    (found,) = asked("red dam", [(Operator.ENTITY, "red levee")], {"red dam": "a b", "red levee": "b c"}, policy, relevance=0.4)
    cosine = float(np.prod(unit_vectors(["red dam", "red levee"]), axis=0).sum())
    assert found.similarity == pytest.approx(cosine)
    assert found.information == pytest.approx(0.2 * (1 - cosine) + 0.5 * found.answer_distance + 0.3 * 0.4)


def test_the_most_informative_are_kept_and_ties_go_by_text() -> None:
    policy = ArbitrationPolicy(least_similarity=-1.0, divergence_weight=0.0, variations=2)
    answers = {"q": "x", "d": "y", "c": "y", "b": "x y", "a": "x y"}
    candidates = [(Operator.ROLE, text) for text in "abdc"]
    assert [variation.question for variation in asked("q", candidates, answers, policy)] == ["c", "d"]


def test_without_candidates_nothing_is_asked() -> None:
    assert asked("q", [], {}, NEAR) == ()
    assert asked("q", [(Operator.ROLE, "Q?")], {}, NEAR) == ()


@given(left=st.text("abn ot", max_size=12), right=st.text("abn ot", max_size=12))
def test_answer_distance_is_symmetric_and_nought_for_equal_answers(left: str, right: str) -> None:
    assert answer_distance(left, right) == answer_distance(right, left)
    assert 0 <= answer_distance(left, right) <= 1
    assert answer_distance(left, left) == 0


def test_a_denial_is_another_answer() -> None:
    assert answer_distance("necessary", "not necessary") > 0


def test_of_near_duplicates_the_most_relevant_is_kept() -> None:
    texts = ["the pipe burst", "the pipe burst", "a ship sank"]
    found = distinct(unit_vectors(texts), relevance=np.array([0.2, 0.9, 0.5], dtype=np.float32), texts=texts, threshold=0.95)
    assert found == [1, 2]


@given(seed=st.integers(0, 999), count=st.integers(0, 10), threshold=st.floats(-0.5, 0.99))
def test_what_is_kept_is_unlike_and_what_is_dropped_is_like_something_more_relevant(seed: int, count: int, threshold: float) -> None:
    rng = np.random.default_rng(seed)
    texts = [f"t{number}" for number in range(count)]
    vectors, relevance = unit_vectors([str(rng.integers(5)) for _ in texts]), rng.random(count).astype(np.float32)
    kept = distinct(vectors, relevance=relevance, texts=texts, threshold=threshold)
    cosines = vectors @ vectors.T
    assert all(cosines[a, b] <= threshold + 1e-6 for place, a in enumerate(kept) for b in kept[:place])
    for dropped in set(range(count)) - set(kept):
        assert any(cosines[dropped, row] > threshold - 1e-6 and relevance[row] >= relevance[dropped] for row in kept)


def test_evidence_is_kept_if_it_is_sound_and_relevant_to_the_question_or_a_variation() -> None:
    texts = ["for the question", "for a variation", "for neither", "a scrap", "for the question"]
    scores = np.array([[0.9, 0.01, 0.05, 0.8, 0.7], [0.1, 0.6, 0.02, 0.3, 0.2]], dtype=np.float32)
    vectors = unit_vectors(["frost", "pipe", "ship", "dam", "frost"])
    assert kept_evidence(
        texts, vectors=vectors, scores=scores, quality=[1, 1, 1, 0.1, 1], policy=ArbitrationPolicy(least_relevance=0.1)
    ) == [0, 1]


def test_without_evidence_nothing_is_kept() -> None:
    nothing = np.zeros((1, 0), dtype=np.float32)
    assert kept_evidence([], vectors=np.zeros((0, 4), dtype=np.float32), scores=nothing, quality=[], policy=ArbitrationPolicy()) == []


def test_a_heading_has_less_quality_than_a_sentence() -> None:
    assert text_quality("4.2 Findings") < ArbitrationPolicy().least_quality < text_quality("The frost split the pipe and flooded the yard.")


@pytest.mark.parametrize(
    "policy",
    [
        {"clusters": 0},
        {"temperature": 0},
        {"causal_weight": 1.2},
        {"duplicate_cosine": 95},
        {"confidence_weight": 0.6, "specificity_weight": 0.6},
    ],
)
def test_impossible_values_are_refused(policy: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        ArbitrationPolicy(**policy)
