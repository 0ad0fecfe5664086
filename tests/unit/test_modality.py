"""How sure a sentence is of its claim, and when it makes none."""

import pytest

from cckg.core.claims import Modality
from cckg.extraction.connectives import find_connectives
from cckg.extraction.modality import is_norm, modality_of


def judged(sentence: str, *, subject: str) -> Modality | None:
    """Judge the first cue of the sentence, whose left argument begins with the subject."""
    return modality_of(sentence, find_connectives(sentence)[0], begin=sentence.index(subject))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("A leak caused a fire.", Modality.ASSERTED),
        ("A leak not only caused a fire but a panic.", Modality.ASSERTED),
        ("On 3 May, A leak caused a fire.", Modality.ASSERTED),
        ("A leak caused a fire; arson was ruled out.", Modality.ASSERTED),
        ("It was not new, but A leak caused a fire.", Modality.ASSERTED),
        ("A leak is known to cause fever.", Modality.ASSERTED),
        ("A leak may cause a fire.", Modality.HEDGED),
        ("A leak probably caused a fire.", Modality.HEDGED),
        ("Experts suspect A leak caused a fire.", Modality.HEDGED),
        ("It seems that A leak caused a fire.", Modality.HEDGED),
        ("We are not sure A leak caused a fire.", Modality.HEDGED),
        ("A leak did not cause a fire.", Modality.DENIED),
        ("A leak didn’t cause a fire.", Modality.DENIED),
        ("A leak never led to a fire.", Modality.DENIED),
        ("There is no evidence that A leak caused a fire.", Modality.DENIED),
        ("It is a myth that A leak caused a fire.", Modality.DENIED),
        ("The idea that A leak caused a fire was later rejected.", Modality.DENIED),
        ("A leak would have caused a fire.", None),
        ("A leak should not cause a fire.", None),
        ("If A leak caused a fire, all fled.", None),
        ("They asked whether A leak caused a fire.", None),
        ("Guards ensure that A leak will not result in a fire.", None),
        ("A leak was made to cause a fire.", None),
        ("Was it A leak that caused a fire?", None),
    ],
)
def test_a_claim_with_a_verb_is_judged_by_its_own_clause(sentence: str, expected: Modality | None) -> None:
    assert judged(sentence, subject="A leak") is expected


@pytest.mark.parametrize(
    ("subject", "expected"), [("No leak", Modality.DENIED), ("None of them", Modality.DENIED), ("Nothing", Modality.DENIED)]
)
def test_a_subject_that_is_nothing_denies(subject: str, expected: Modality) -> None:
    assert judged(f"{subject} caused a fire.", subject=subject) is expected


def test_a_negative_clause_that_which_takes_up_does_not_deny() -> None:
    assert judged("No pump worked, which caused a flood.", subject="No pump") is Modality.ASSERTED


def test_a_subject_that_is_no_longer_there_does_not_deny() -> None:
    assert judged("No longer working pumps caused a flood.", subject="No longer") is Modality.ASSERTED


@pytest.mark.parametrize(
    ("copula", "expected"),
    [("was", Modality.ASSERTED), ("was not", Modality.DENIED), ("was probably", Modality.HEDGED), ("may be", Modality.HEDGED)],
)
def test_a_nominal_claim_is_judged_by_its_verb(copula: str, expected: Modality) -> None:
    sentence = f"The cause of the fire {copula} a leak."
    assert modality_of(sentence, find_connectives(sentence)[0], begin=0, copula=copula) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the valve must be inspected", True),
        ("it should be closed", True),
        ("it shouldn't be closed", True),
        ("a new design is recommended", True),
        ("(4) Inspections shall be made", True),
        ("the valve broke", False),
        ("the valve must have broken", False),
        ("a call asking if planes should stay", False),
    ],
)
def test_a_norm_says_what_ought_to_be(text: str, *, expected: bool) -> None:
    assert is_norm(text) is expected
