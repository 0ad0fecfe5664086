"""Comparisons of costs, counts, places and makers."""

import pytest

from tests.unit.test_compared import decided

COSTS = "Which cost more, the Alder Bridge or the Birch Bridge?"
COUNTRY = "Are the Alder Bridge and the Birch Bridge in the same country?"
CARRIED = "Which carried more trains, the Alder Bridge or the Birch Bridge?"
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
        (DESIGNED, "It was designed by Vick Brothers.", "It was designed by Vick Brothers.", None),
        (CARRIED, "The Alder Bridge carried 900 trains.", "The Birch Bridge carried 800 trains in 1911.", "The Alder Bridge"),
        (CARRIED, "The Alder Bridge carried 900 trains.", "The Birch Bridge carried 800 trains in a week.", None),
    ],
)
def test_costs_places_and_makers_compare_only_where_they_are_said_alike(question: str, left: str, right: str, answer: str | None) -> None:
    assert decided(question, left, right) == answer


def test_a_town_is_the_subject_by_its_kind_as_well() -> None:
    left, right = "The town of Vell has 58,000 inhabitants.", "Orl has 2,100 inhabitants."
    assert decided(PEOPLE, left, right, titles=("Vell", "Orl")) == "Yes"
