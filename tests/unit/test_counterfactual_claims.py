"""What would have been, read as what was: conditions and consequences of another world, and what is left alone."""

import pytest

from cckg.core.claims import ExtractedClaim, Modality
from cckg.extraction import LocalExtractor


def read(text: str) -> tuple[ExtractedClaim, ...]:
    """Return the claims that the rules read."""
    return LocalExtractor().extract([text])[0].claims


def test_this_accident_is_the_accident_of_the_report() -> None:
    """What is said to have been avoidable is the case that the text is about."""
    (claim,) = read("In any case, had the manual been consulted before the change, this problem could have been avoided.")
    assert (claim.cause.text, claim.effect.text) == ("the manual was not consulted before the change", "the problem")


def test_a_pronoun_takes_up_what_the_sentence_before_named() -> None:
    """An event is told so that it can be understood alone."""
    claims = read("The pump failed in May. If it had stopped in time, the mine would not have flooded.")
    assert [(claim.cause.text, claim.effect.text) for claim in claims] == [("the pump did not stop in time", "the mine flooded")]


@pytest.mark.parametrize("modal", ["might have", "would probably have", "would have"])
def test_that_it_might_have_been_all_the_same_is_a_hedged_denial_of_need(modal: str) -> None:
    (claim,) = read(f"Even without the storm, the dam {modal} failed.")
    assert (claim.modality, claim.counterfactual, claim.tentative) == (Modality.DENIED, True, modal != "would have")


def test_a_hedged_need_is_no_hedged_denial() -> None:
    (claim,) = read("Without the storm, the dam might not have failed.")
    assert (claim.modality, claim.counterfactual, claim.tentative) == (Modality.HEDGED, True, False)
