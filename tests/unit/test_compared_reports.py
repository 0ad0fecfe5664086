"""Comparisons in reports of many things."""

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
