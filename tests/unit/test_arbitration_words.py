"""What is said of an arbitration."""

from dataclasses import replace

import pytest

from cckg.core.arbitration import Arbitration, Hypothesis, Operator, Variation
from cckg.core.arbitration_words import agreement, alike, apart, held_back, told_apart, varied
from cckg.core.evidence import Answer, EvidencePackage
from cckg.core.trace import Trace

VARIATION = Variation("Which lake?", Operator.CATEGORICAL, 0.8, 1.0, 0.5, 0.6)
ONE = Hypothesis("the Orne", "It says so.", ("d1#0",), 0.5, 0.1, 0.3, 1.0)
TWO, THREE = replace(ONE, evidence=("d2#0",)), replace(ONE, evidence=("d1#0", "d2#0"))
SILENT = replace(TWO, answer="", agreement=0.0)
FOUND = Arbitration("Which river?", (VARIATION,), (("d1#0",),), (ONE, TWO, THREE), "the Orne", "", False, 0.5, closest=VARIATION)
ANSWER = Answer("Which river?", "factual", "No passage fits.", True, EvidencePackage(), (), Trace(), arbitration=FOUND)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "All 3 answers agree."),
        ({"hypotheses": tuple(replace(one, agreement=2 / 3) for one in (ONE, TWO, THREE))}, "2 of 3 answers agree."),
        ({"merged": True}, "The 3 answers do not agree; chosen of all: the Orne."),
        ({"hypotheses": (replace(ONE, agreement=2 / 3), THREE, SILENT)}, "All 2 answers agree."),
        ({"hypotheses": (ONE,)}, "One answer was written; there is none to compare it with."),
        ({"hypotheses": (ONE,) * 3}, "One answer was written; there is none to compare it with."),
        ({"hypotheses": (ONE, ONE, TWO)}, "All 2 answers agree."),
        (
            {"hypotheses": (*(replace(ONE, agreement=2 / 3),) * 2, replace(TWO, answer="the Vire", agreement=1 / 3))},
            "Not all 2 answers agree.",
        ),
        ({"hypotheses": ()}, ""),
    ],
)
def test_agreement_is_counted(changes: dict[str, object], expected: str) -> None:
    assert agreement(replace(FOUND, **changes)) == expected  # type: ignore[arg-type]


def test_hypotheses_of_the_same_evidence_are_one_and_the_best_stands_first() -> None:
    assert apart(replace(FOUND, hypotheses=(TWO, ONE, TWO, SILENT))) == [TWO, ONE, SILENT]
    assert apart(replace(FOUND, hypotheses=())) == []


def test_a_share_of_agreement_is_told_only_where_each_hypothesis_is_another_one() -> None:
    assert alike(ONE, of=FOUND) == "100% agree"
    assert [alike(ONE, of=replace(FOUND, hypotheses=given)) for given in ((ONE,), (ONE, ONE), (ONE, ONE, TWO), (ONE, SILENT))] == [""] * 4


def test_what_was_chosen_beside_an_answer_that_abstains_is_said_not_to_be_the_answer() -> None:
    assert "not given as the answer" in held_back(ANSWER)
    assert [
        held_back(replace(ANSWER, **changes))  # type: ignore[arg-type]
        for changes in ({"abstained": False}, {"arbitration": None}, {"arbitration": replace(FOUND, answer="")})
    ] == [""] * 3


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


def test_of_one_answer_no_agreement_is_spoken_of_beside_the_ratio() -> None:
    assert "Answers that agree" in told_apart(replace(FOUND, crr=1.2))
    assert "agree" not in told_apart(replace(FOUND, crr=1.2, hypotheses=(ONE,) * 3))


def test_without_a_ratio_nothing_is_said_of_it() -> None:
    assert told_apart(replace(FOUND, crr=None, closest=None)) == ""


def test_a_variation_is_told_with_what_was_changed() -> None:
    assert varied(FOUND) == ["another kind, or the opposite: Which lake?"]
