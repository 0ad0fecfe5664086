"""Comparisons of things without names, and of things in sentences that set them beside others."""

import pytest

from cckg.core.questions import Route
from cckg.questions import LocalQuestionParser, compared_things
from tests.unit.test_compared import decided

REPORT = ("Works of the valley", "Works of the valley")
LINES = ("Filling line 1, installed in 1991, is 61 metres long.", "Filling line 3 is 48 metres long.")


@pytest.mark.parametrize(
    ("question", "left", "right", "answer"),
    [
        ("Is filling line 1 longer than filling line 3?", *LINES, "Yes"),
        ("Which is longer, filling line 1 or filling line 3?", *LINES, "filling line 1"),
        ("Which has more beds, the clinic or the hospice?", "The clinic has 120 beds; the hospice has 34 beds.", "", "The clinic"),
        ("Does the hospice have more beds than the clinic?", "The clinic has 120 beds, while the hospice has 34 beds.", "", "No"),
        ("Was the clinic founded before the hospice?", "The hospice was founded in 1996, the clinic in 1978.", "", "Yes"),
        ("Is the north mill older than the south mill?", "The north mill was built in 1901.", "The south mill was built in 1911.", "Yes"),
        ("Is track 1 longer than track 11?", "Track 1 is 300 metres long.", "Track 11 is 240 metres long.", "Yes"),
        (
            "Which opened first, the Iron Bridge or the Elm Bridge?",
            "The Iron Bridge in Tolm was opened in 1890.",
            "The Elm Bridge opened in 1774.",
            "The Elm Bridge",
        ),
        (
            "Which was built first, the Ada or the Karen Marie?",
            "The Ada was built in 1988.",
            "Her sister ship, the Karen Marie, was built in 1990.",
            "The Ada",
        ),
        ("Who was born first, Ana Bell or Ben Cole?", "Ana Bell was born in 1950.", "The mayor, Ben Cole, was born in 1940.", "Ben Cole"),
    ],
)
def test_plain_sentences_of_both_decide(question: str, left: str, right: str, answer: str) -> None:
    assert decided(question, left, right, titles=REPORT) == answer


@pytest.mark.parametrize(
    ("question", "left", "right", "why"),
    [
        (
            "Is the clinic older than the mill?",
            "A rival clinic stands near. The clinic was built in 1901.",
            "The mill was built in 1911.",
            "two clinics",
        ),
        ("Is the clinic older than the mill?", "The north clinic was built in 1901.", "The mill was built in 1911.", "another clinic"),
        (
            "Is the clinic older than the mill?",
            "The clinic in Sorn was built in 1901.",
            "The mill was built in 1911.",
            "a clinic elsewhere",
        ),
        (
            "Is the clinic older than the mill?",
            "The head of the clinic was born in 1901.",
            "The mill was built in 1911.",
            "another subject",
        ),
        ("Is line 1 longer than line 3?", *LINES, "other lines may have these numbers"),
        (
            "Is the Iron Bridge longer than the Elm Bridge?",
            "The Iron Bridge in Tolm is 90 metres long. The Iron Bridge in Sorn is red.",
            "The Elm Bridge is 10 metres long.",
            "two bridges of one name",
        ),
        (
            "Who was born first, Ana Bell or Ben Cole?",
            "The wife of the painter, Ana Bell, was born in 1950.",
            "Ben Cole was born in 1940.",
            "who is named",
        ),
        (
            "Which was built first, the Ada or the Karen?",
            "The tug, the Ada, and the ferry were built in 1988.",
            "The Karen was built in 1990.",
            "a list",
        ),
    ],
)
def test_where_another_thing_may_be_meant_nothing_is_decided(question: str, left: str, right: str, why: str) -> None:
    assert decided(question, left, right, titles=REPORT) is None, why


def test_things_without_names_do_not_compare_over_two_documents() -> None:
    told = ("The clinic has 120 beds.", "The hospice has 34 beds.")
    assert decided("Does the clinic have more beds than the hospice?", *told, titles=("Sorn", "Vell")) is None


@pytest.mark.parametrize(
    "question", ["Did more people die than in 1990?", "Were the losses larger than the forecast?", "Is coal cheaper than gas?", ""]
)
def test_what_names_no_two_things_is_no_comparison(question: str) -> None:
    assert compared_things(question).alternatives == ()


def test_a_comparison_of_numbered_things_supposes_nothing() -> None:
    assert LocalQuestionParser().parse("Is filling line 1 longer than filling line 3?").route is Route.RELATIONAL
