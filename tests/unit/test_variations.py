"""Counterfactual questions by rule, which of them are asked, and which evidence of all of them is kept."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.arbitration import Exploration, Operator, Variation
from cckg.local.lexicon import rows
from queries.variations import (
    MOST_OF_A_KIND,
    LocalVariationWriter,
    answer_distance,
    distinct,
    kept_evidence,
    text_quality,
    worth_asking,
)
from tests.builders import unit_vectors
from tests.fakes import HashingEmbedder

WRITER = LocalVariationWriter(
    names=("Tacoma Narrows Bridge", "Silver Bridge", "Milan"),
    events=("the pump failed", "the strike at the port"),
    dates=("3 May 1998", "the winter of 2004"),
    roles=("inspector", "welder"),
)
WORDS = "Who What did the an first dam bridge wrote cause Milan 1999 all in ? of causes".split()
NEAR = Exploration(least_similarity=-1.0)


def varied(question: str, operator: Operator) -> list[str]:
    return [text for kind, text in WRITER.vary(question) if kind is operator]


@pytest.mark.parametrize(
    ("operator", "question", "expected"),
    [
        (Operator.ROLE, "Who wrote the report?", "Who translated the report?"),
        (Operator.ROLE, "Which company acquired Instagram?", "Which company was acquired by Instagram?"),
        (Operator.ROLE, "Which company was bought by Google?", "Which company bought Google?"),
        (Operator.ROLE, "Did Rome conquer Milan?", "Did Milan conquer Rome?"),
        (Operator.ROLE, "Did the tsunami cause the meltdown?", "Did the meltdown cause the tsunami?"),
        (Operator.ROLE, "Which welder signed the form?", "Which inspector signed the form?"),
        (Operator.ROLE, "What is the primary cause of rust?", "What is the contributing factor of rust?"),
        (Operator.TEMPORAL, "Who left before the vote?", "Who left after the vote?"),
        (Operator.TEMPORAL, "Who was the first president?", "Who was the last president?"),
        (Operator.TEMPORAL, "Who won the election in 2000?", "Who won the election in 1998?"),
        (Operator.ENTITY, "Who inspected the Silver Bridge?", "Who inspected the Tacoma Narrows Bridge?"),
        (Operator.ENTITY, "Where is Harvard?", "Where is Silver Bridge?"),
        (Operator.ENTITY, "Why did the dam collapse?", "Why is it that the pump failed?"),
        (Operator.CATEGORICAL, "What are the benefits of the law?", "What are the disadvantages of the law?"),
        (Operator.CATEGORICAL, "Why did the dam collapse?", "Why is it that the dam remained standing?"),
        (Operator.CATEGORICAL, "Who owns an island there?", "Who owns a peninsula there?"),
        (Operator.SCOPE, "Did all trains stop?", "Did some trains stop?"),
        (Operator.SCOPE, "How many ships are there worldwide?", "How many ships are there in one country?"),
        (Operator.SCOPE, "Who invented the telephone?", "Who contributed to the telephone?"),
    ],
)
def test_each_operator_changes_one_thing_of_a_question(operator: Operator, question: str, expected: str) -> None:
    assert expected in varied(question, operator)


def test_a_question_for_causes_becomes_one_for_effects() -> None:
    assert varied("Why did the dam collapse?", Operator.ROLE)[0] == "What followed from this: the dam collapsed?"


def test_a_clause_comes_into_the_place_of_a_noun_as_a_fact() -> None:
    assert "What caused the fact that the pump failed?" in varied("What caused the flood?", Operator.ENTITY)
    assert "What caused the strike at the port?" in varied("What caused the flood?", Operator.ENTITY)


def test_words_of_a_name_are_left_as_they_are() -> None:
    assert varied("Who directed The Last Emperor?", Operator.TEMPORAL) == []
    assert varied("Who inspected the Silver Bridge?", Operator.CATEGORICAL) == []


def test_a_name_within_a_longer_name_is_not_taken_for_itself() -> None:
    writer = LocalVariationWriter(names=("Silver Bridge", "Silver", "Milan"))
    assert [text for kind, text in writer.vary("Is the Silver Bridge open?") if kind is Operator.ENTITY] == ["Is the Milan open?"]


def test_years_go_to_the_nearest_of_the_documents_and_without_these_to_those_around() -> None:
    assert varied("Who won in 2001?", Operator.TEMPORAL) == ["Who won in 1998?", "Who won in 2004?"]
    alone = [text for kind, text in LocalVariationWriter().vary("Who won in 2001?") if kind is Operator.TEMPORAL]
    assert alone == ["Who won in 2000?", "Who won in 2002?"]


def test_a_question_without_words_has_no_variation() -> None:
    assert WRITER.vary(" ?! ") == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9))
def test_variations_differ_from_the_question_and_from_each_other(parts: list[str]) -> None:
    question = " ".join(parts)
    found = WRITER.vary(question)
    texts = [text.lower() for _, text in found]
    assert len({*texts, question.lower()}) == len(texts) + 1
    assert all([kind for kind, _ in found].count(operator) <= MOST_OF_A_KIND for operator in Operator)
    assert WRITER.vary(question) == found


def test_the_list_of_exchanges_is_well_formed() -> None:
    lines = rows("exchanges")
    assert {row[0] for row in lines} == {operator.value for operator in Operator} - {"entity"}
    assert all(len(row) == 3 or row[3:] == ("one",) for row in lines)
    assert all(row[1] and row[2] and row[1] != row[2] and row[1:3] == tuple(map(str.lower, row[1:3])) for row in lines)
    assert len({row[:3] for row in lines}) == len(lines)


def asked(
    question: str, candidates: Sequence[tuple[Operator, str]], answers: dict[str, str], dials: Exploration, relevance: float = 0.5
) -> tuple[Variation, ...]:
    return worth_asking(
        question,
        candidates,
        embedder=HashingEmbedder(),
        answers_of=lambda questions: [answers[text] for text in questions],
        relevance_of=lambda questions: [relevance] * len(questions),
        dials=dials,
    )


def test_a_variation_that_is_too_far_is_not_asked_for_its_answer() -> None:
    candidates = [(Operator.ENTITY, "purple elephants sing"), (Operator.ROLE, "who translated the long report")]
    answers = {"who wrote the long report": "Ann", "who translated the long report": "Bob"}
    assert [variation.question for variation in asked("who wrote the long report", candidates, answers, Exploration())] == [
        "who translated the long report"
    ]


def test_a_variation_with_the_same_baseline_answer_is_no_variation() -> None:
    answers = {"q one": "The Orne.", "q two": "the orne", "q three": "the Vire"}
    found = asked("q one", [(Operator.ROLE, "q two"), (Operator.SCOPE, "q three")], answers, NEAR)
    assert [variation.question for variation in found] == ["q three"]


def test_information_is_the_weighted_sum_of_divergence_answer_distance_and_relevance() -> None:
    dials = Exploration(least_similarity=-1.0, divergence_weight=0.2, answer_weight=0.5, relevance_weight=0.3)
    (found,) = asked("red dam", [(Operator.ENTITY, "red levee")], {"red dam": "a b", "red levee": "b c"}, dials, relevance=0.4)
    cosine = float(np.prod(unit_vectors(["red dam", "red levee"]), axis=0).sum())
    assert found.similarity == pytest.approx(cosine)
    assert found.information == pytest.approx(0.2 * (1 - cosine) + 0.5 * found.answer_distance + 0.3 * 0.4)


def test_the_most_informative_are_kept_and_ties_go_by_text() -> None:
    dials = Exploration(least_similarity=-1.0, divergence_weight=0.0, variations=2)
    answers = {"q": "x", "d": "y", "c": "y", "b": "x y", "a": "x y"}
    candidates = [(Operator.ROLE, text) for text in "abdc"]
    assert [variation.question for variation in asked("q", candidates, answers, dials)] == ["c", "d"]


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
    assert kept_evidence(texts, vectors=vectors, scores=scores, quality=[1, 1, 1, 0.1, 1], dials=Exploration()) == [0, 1]


def test_without_evidence_nothing_is_kept() -> None:
    nothing = np.zeros((1, 0), dtype=np.float32)
    assert kept_evidence([], vectors=np.zeros((0, 4), dtype=np.float32), scores=nothing, quality=[], dials=Exploration()) == []


def test_a_heading_has_less_quality_than_a_sentence() -> None:
    assert text_quality("4.2 Findings") < Exploration().least_quality < text_quality("The frost split the pipe and flooded the yard.")


@pytest.mark.parametrize(
    "dials",
    [
        {"clusters": 0},
        {"temperature": 0},
        {"causal_weight": 1.2},
        {"duplicate_cosine": 95},
        {"confidence_weight": 0.6, "specificity_weight": 0.6},
    ],
)
def test_impossible_dials_are_refused(dials: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        Exploration(**dials)
