"""The built-in extractor: what it reads as a claim, and what it does not."""

from tests.reading import said
from tests.tables import examples


@examples("extraction/claims")
def test_a_sentence_states_these_claims_and_no_others(text: str, claims: list[str]) -> None:
    assert said(text) == claims
