"""Comparisons in reports of many things, and by costs, places and makers."""

import pytest

from tests.unit.test_compared import OPENED, decided

REPORT = ("Works of 1970", "Survey of the valley")


@pytest.mark.parametrize(
    ("left", "answer", "why"),
    [
        ("The Alder Bridge stands near Vell. It opened in 1911.", "The Alder Bridge", "nothing else can be meant"),
        ("The Alder Bridge crosses the Orl. It opened in 1911.", None, "it may be the river"),
        ("The Alder Bridge stands near Vell. The mill is old. It opened in 1911.", None, "it may be the mill"),
        ("The Alder Bridge stands near Vell.\n\nIt opened in 1911.", None, "another paragraph"),
        ("The Alder Bridge is red; it opened in 1911.", "The Alder Bridge", "taken up behind a semicolon"),
        ("The Alder Bridge is red; the mill opened in 1911.", None, "another subject behind the semicolon"),
    ],
)
def test_in_a_report_of_many_things_a_pronoun_is_read_where_it_can_mean_one_alone(left: str, answer: str | None, why: str) -> None:
    assert decided(OPENED, left, "The Birch Bridge opened in 1934.", titles=REPORT) == answer, why


COSTS = "Which cost more, the Alder Bridge or the Birch Bridge?"
COUNTRY = "Are the Alder Bridge and the Birch Bridge in the same country?"
DESIGNED = "Were the Alder Bridge and the Birch Bridge designed by the same person?"
PEOPLE = "Does Vell have more inhabitants than Orl?"


@pytest.mark.parametrize(
    ("question", "left", "right", "answer"),
    [
        (COSTS, "It cost 12 million crowns.", "It cost 9 million crowns.", "The Alder Bridge"),
        (COSTS, "It cost 12 million crowns.", "It cost 9 million marks.", None),
        (COSTS, "It cost 12 lives.", "It cost 9 lives.", None),
        (COUNTRY, "It lies in Vesland.", "It stands in Vesland.", "Yes"),
        (COUNTRY, "It lies in Vesland.", "It stands in Norland.", None),
        (COUNTRY, "It lies in Scandinavia.", "It stands in Scandinavia.", None),
        (DESIGNED, "It was designed by Nora Vick.", "It was designed by the engineer Nora Vick.", "Yes"),
        (DESIGNED, "It was designed by Nora Vick.", "It was designed by Nora Orr.", None),
        (DESIGNED, "It was designed by Nora Vick.", "It was built by Nora Vick.", None),
    ],
)
def test_costs_places_and_makers_compare_only_where_they_are_said_alike(question: str, left: str, right: str, answer: str | None) -> None:
    assert decided(question, left, right) == answer


def test_a_town_is_the_subject_by_its_kind_as_well() -> None:
    left, right = "The town of Vell has 58,000 inhabitants.", "Orl has 2,100 inhabitants."
    assert decided(PEOPLE, left, right, titles=("Vell", "Orl")) == "Yes"
