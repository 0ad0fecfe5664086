"""How strong the words of a cause are, also those that only the trained reader knows for a cue."""

from cckg.extraction.connectives import degree_of
from tests.tables import examples


@examples("extraction/degrees")
def test_words_say_how_strong_a_cause_is(words: str, degree: str) -> None:
    assert degree_of(words).value == degree_of(words.upper()).value == degree
