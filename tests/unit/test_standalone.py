"""Events are told in words that can be read alone: as statements, with a subject, what pronouns stand for, and what "this" takes up."""

from collections.abc import Sequence

from cckg.language import make_standalone, without_pointing
from tests.tables import examples


@examples("language/standalone")
def test_a_stretch_of_text_is_told_in_words_that_can_be_read_alone(
    event: str, before: Sequence[str], cue: str | None, alone: str, *, is_predicate: bool | None
) -> None:
    assert make_standalone(event, before, cue=cue or "", is_predicate=bool(is_predicate)) == alone


@examples("language/pointing")
def test_what_no_sentence_names_more_fully_is_pointed_at_no_more(event: str, alone: str) -> None:
    assert without_pointing(event) == alone
