"""What is said of an arbitration."""

from dataclasses import replace

import pytest

from cckg.core.arbitration import Arbitration, Hypothesis, Operator, Variation
from cckg.core.arbitration_words import agreement, told_apart, varied

VARIATION = Variation("Which lake?", Operator.CATEGORICAL, 0.8, 1.0, 0.5, 0.6)
ONE = Hypothesis("the Orne", "It says so.", ("d1#0",), 0.5, 0.1, 0.3, 1.0)
FOUND = Arbitration("Which river?", (VARIATION,), (("d1#0",),), (ONE, ONE, ONE), "the Orne", "", False, 0.5, closest=VARIATION)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "All 3 answers agree."),
        ({"hypotheses": (replace(ONE, agreement=2 / 3),) * 3}, "2 of 3 answers agree."),
        ({"merged": True}, "The 3 answers do not agree; chosen of all: the Orne."),
        ({"hypotheses": (replace(ONE, agreement=2 / 3), ONE, replace(ONE, answer="", agreement=0.0))}, "All 2 answers agree."),
        ({"hypotheses": (ONE,)}, "One answer was written; there is none to compare it with."),
        ({"hypotheses": ()}, ""),
    ],
)
def test_agreement_is_counted(changes: dict[str, object], expected: str) -> None:
    assert agreement(replace(FOUND, **changes)) == expected  # type: ignore[arg-type]


def test_where_no_share_has_an_answer_that_is_no_objection() -> None:
    assert "no objection" in agreement(replace(FOUND, hypotheses=(replace(ONE, answer="", agreement=0.0),)))


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        (0.5, "fits it clearly less"),
        (0.8, "nearly as well as your question"),
        (0.95, "“Which lake?” as well as your question"),
        (1.2, "“Which lake?” better than your question"),
    ],
)
def test_the_closest_variation_is_named_with_how_well_the_evidence_fits_it(ratio: float, expected: str) -> None:
    told = told_apart(replace(FOUND, crr=ratio))
    assert expected in told
    assert "Which lake?" in told


def test_without_a_ratio_nothing_is_said_of_it() -> None:
    assert told_apart(replace(FOUND, crr=None, closest=None)) == ""


def test_a_variation_is_told_with_what_was_changed() -> None:
    assert varied(FOUND) == ["another kind, or the opposite: Which lake?"]
