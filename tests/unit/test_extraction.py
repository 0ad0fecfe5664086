"""The built-in extractor: what it reads as a claim, and what it does not."""

import pytest

from cckg.core.graph import Polarity
from tests.bounded import bounded
from tests.reading import read, said
from tests.tables import examples


@examples("extraction/claims")
def test_a_text_states_these_claims_and_no_others_and_each_is_verbatim_in_it(text: str, claims: list[str]) -> None:
    assert said(text) == claims
    for claim in read(text):
        assert all(part.is_verbatim_in(text) for part in (claim.cause.span, claim.effect.span, claim.quote, claim.cue) if part)


@examples("extraction/cues")
def test_a_claim_tells_the_words_that_say_so_with_their_auxiliaries(text: str, cues: list[str]) -> None:
    assert list(dict.fromkeys(claim.cue.text for claim in read(text) if claim.cue)) == cues


@examples("extraction/claim_degrees")
def test_a_claim_is_as_strong_as_its_words(text: str, degrees: list[str]) -> None:
    assert [claim.degree.value for claim in read(text)] == degrees


@pytest.mark.parametrize(
    "piece",
    [
        *("not by frost but by ", "frost, not rust, ", "rather than because of rain ", "was due to rust rather than "),
        *("either a or b ", "critics say that ", "neither a nor b ", "is a cause ", "whether or not "),
        *("it was not arson, nor ", "neither a storm nor ", "but not frost, ", "no one but Max "),
    ],
)
def test_a_line_of_negations_contrasts_and_reservations_is_read_in_linear_time(piece: str) -> None:
    with bounded(10):  # what backtracks takes minutes
        read("The leak was caused " + piece * 100)


def test_polarity_is_that_of_what_was_so() -> None:
    """A valve that would have worked did not; a tank that would not have burst did."""
    (claim,) = read("Had the valve worked, the tank would not have burst.")
    assert (claim.cause.polarity, claim.effect.polarity) == (Polarity.ABSENCE, Polarity.OCCURRENCE)
