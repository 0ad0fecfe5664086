"""Scores of an answer's text: three kinds of match, rankings, CCIS and CRS and their judges."""

import math
from dataclasses import dataclass

import pytest

from cckg.core.errors import SettingsError
from cckg.core.evidence import Answer, Citation, EvidencePackage
from cckg.core.questions import Route
from cckg.core.trace import Trace
from cckg.evaluation.answer_scores import AnswerGrader, answer_f1, contains, exact_match, name_of, ranked, smart_match
from cckg.evaluation.gold import ideal_answer
from cckg.evaluation.judging import CoverageJudge, Grades
from cckg.settings import EvaluationSettings, load_settings
from tests.fakes import HashingEmbedder


def answered(text: str, *quotes: str) -> Answer:
    citations = tuple(Citation(number, "d", "d.md", "D", "c", 0, len(quote), quote) for number, quote in enumerate(quotes, start=1))
    return Answer("question", "causal", text, False, EvidencePackage(citations=citations), (), Trace())


@pytest.mark.parametrize(
    ("text", "gold", "ways"),
    [
        ("1 July 1940", "1 July 1940", "exact contained smart"),
        ("The bridge was opened on 1 July 1940 [1].", "1 July 1940", "contained smart"),
        ("It was opened on July 1, 1940.", "1 July 1940", "smart"),
        ("It was opened on July 2, 1940.", "1 July 1940", ""),
        ("Lions led it.", "Jacques-Louis Lions", "smart"),
        ("Jacques led it.", "Jacques-Louis Lions", ""),
        ("Correct: it was.", "yes", "smart"),
        ("No, it was not.", "yes", ""),
        ("11 July 1940", "1 July 1940", ""),  # a part of a word is no match
        ("the great dam", "great dam", "exact contained smart"),
    ],
)
def test_a_short_answer_is_matched_in_three_ways(text: str, gold: str, ways: str) -> None:
    matches = {"exact": exact_match, "contained": contains, "smart": smart_match}
    assert " ".join(name for name, matched in matches.items() if matched(text, gold)) == ways


def test_token_f1_leaves_marks_and_articles_out() -> None:
    assert answer_f1("the dam broke [1]", "a dam broke") == 1.0
    assert answer_f1("the dam held", "a dam broke") == 0.5


def test_rankings_are_scored_as_the_definitions_say() -> None:
    found = ranked(["a", "x", "b"], ["a", "b", "c"])
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert found["recall@5"] == pytest.approx(2 / 3)
    assert found["nDCG@10"] == pytest.approx((1 + 1 / math.log2(4)) / ideal)
    assert ranked([], ["a"]) == {"recall@5": 0.0, "nDCG@10": 0.0}


# Whole answers


@dataclass(frozen=True, slots=True)
class Given:
    """Judges as it is told."""

    grades: Grades | None
    name: str = "given"

    def judge(self, answer: Answer, ideal: str) -> Grades | None:
        del answer, ideal
        return self.grades


def grader(grades: Grades | None, **weights: float) -> AnswerGrader:
    return AnswerGrader(HashingEmbedder(), Given(grades), EvaluationSettings(**weights))


def test_a_grade_is_the_weighted_sum_of_similarity_and_judgement() -> None:
    same = answered("the dam broke [1]", "the dam broke")
    assert grader(Grades(5, 5)).grade(same, "the dam broke") == pytest.approx(1.0)
    assert grader(Grades(1, 3)).grade(same, "the dam broke") == pytest.approx(0.5 + 0.5 * 0.4)
    assert grader(Grades(1, 3), similarity_weight=0.25).grade(same, "the dam broke") == pytest.approx(0.25 + 0.75 * 0.4)


def test_a_judgement_that_is_missing_gives_no_grade() -> None:
    assert grader(None).grade(answered("the dam broke"), "the dam broke") is None


def test_the_weights_sum_to_one() -> None:
    assert EvaluationSettings(similarity_weight=0.3).judge_weight == pytest.approx(0.7)
    with pytest.raises(SettingsError, match="similarity_weight"):
        load_settings(evaluation={"similarity_weight": 1.1})


def test_only_counterfactual_questions_count_for_robustness() -> None:
    assert [name_of(route) for route in Route] == ["CCIS", "CCIS", "CCIS", "CRS"]


def test_the_built_in_judge_counts_what_is_covered() -> None:
    judge = CoverageJudge(HashingEmbedder())
    right = judge.judge(answered("Frost burst the pipe [1].", "Frost burst the pipe"), "Frost burst the pipe")
    made_up = judge.judge(answered("Frost burst the pipe [1].", "Nobody knows"), "Frost burst the pipe")
    beside = judge.judge(answered("Nobody knows [1].", "Nobody knows"), "Frost burst the pipe")
    assert right is not None
    assert made_up is not None
    assert beside is not None
    assert (right.correctness, right.faithfulness) == pytest.approx((5, 5))
    assert made_up.correctness == pytest.approx(5)
    assert made_up.faithfulness < 3
    assert beside.faithfulness == pytest.approx(5)
    assert beside.correctness < 3


def test_an_empty_answer_is_worth_least() -> None:
    assert CoverageJudge(HashingEmbedder()).judge(answered(""), "Frost burst the pipe") == Grades(1, 1)


def test_ideals_say_verdicts_and_lists() -> None:
    told = ideal_answer("verdict", target=["frost", "the burst pipe"], events=[], necessity="necessary")
    assert told == "Without frost, the burst pipe would not have happened: nothing else that is told leads to it."
    assert ideal_answer("effects", target=["frost"], events=[], necessity=None) is None
    assert ideal_answer("relation", target=["frost"], events=["ice"], necessity=None) is None
