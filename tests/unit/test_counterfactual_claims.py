"""What would have been, read as what was: conditions and consequences of another world, and what is left alone."""

from cckg.core.claims import ExtractedClaim
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
