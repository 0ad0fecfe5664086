"""Stretches of a question told as statements in the past, as the trained tagger marks them."""

from cckg.questions.past_tense import put_into_past
from tests.tables import examples


@examples("questions/past_tense")
def test_what_goes_on_is_told_as_past_and_what_is_past_or_a_thing_stays(stretch: str, told: str) -> None:
    assert put_into_past(stretch) == told
