"""Comparisons that sentences about either side decide, and those that none does."""

import pytest

from cckg.answering import decide_comparison
from cckg.core.questions import Route
from cckg.questions import LocalQuestionParser, compared_things, compares
from tests.tables import examples

OPENED = "Which opened first, the Alder Bridge or the Birch Bridge?"


@examples("questions/comparisons")
def test_a_comparison_is_told_from_other_questions(question: str, *, is_one: bool) -> None:
    assert compares(question) is is_one


@examples("answering/comparisons")
def test_sentences_about_both_sides_decide_or_nothing_does(
    question: str, left: str, right: str, answer: str | None, titles: list[str] | None
) -> None:
    found = decide_comparison(question, [left, right], titles=titles or ["Alder Bridge", "Birch Bridge"])
    assert (found.answer if found else None) == answer


def test_the_sentences_are_of_the_sides_in_the_order_of_the_question() -> None:
    found = decide_comparison(OPENED, ["It opened in 1934.", "It opened in 1911."], titles=["Birch Bridge", "Alder Bridge"])
    assert found is not None
    assert [(passage, span.text) for passage, span in found.sentences] == [(1, "It opened in 1911."), (0, "It opened in 1934.")]


def test_as_many_titles_as_texts_are_needed() -> None:
    with pytest.raises(ValueError, match="argument"):
        decide_comparison(OPENED, ["one"], titles=[])


@pytest.mark.parametrize(
    "question", ["Did more people die than in 1990?", "Were the losses larger than the forecast?", "Is coal cheaper than gas?", ""]
)
def test_what_names_no_two_things_is_no_comparison(question: str) -> None:
    assert compared_things(question).alternatives == ()


def test_a_comparison_of_numbered_things_supposes_nothing() -> None:
    assert LocalQuestionParser().parse("Is filling line 1 longer than filling line 3?").route is Route.RELATIONAL
