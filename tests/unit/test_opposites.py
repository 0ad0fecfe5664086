"""The single best opposite of an event, in good English."""

import pytest

from cckg.core.graph import Polarity
from cckg.language import polarity_of, rows
from cckg.roles.opposites import LocalOppositeWriter
from tests.tables import examples

WRITER = LocalOppositeWriter()


@examples("language/opposites")
def test_the_opposite_is_worded_as_a_reader_would(text: str, opposite: str) -> None:
    assert WRITER.opposite(text, polarity_of(text))[0] == opposite


@pytest.mark.parametrize("polarity", list(Polarity))
@pytest.mark.parametrize("text", ["", "the", "x", "prices", "the pump failed", "no", "not", "42", "…", "rising", "為什麼", "a " * 400])
def test_any_text_has_an_opposite_that_differs_from_it(text: str, polarity: Polarity) -> None:
    written, opposite = WRITER.opposite(text, polarity)
    assert opposite is polarity.opposite
    assert written.casefold() != text.strip().casefold()


@pytest.mark.parametrize(
    "text", ["prices rose", "a fall in demand", "the alarm failed to sound", "higher wages", "more storms", "no rain fell"]
)
def test_the_opposite_has_the_opposite_polarity_when_read_again(text: str) -> None:
    written, opposite = WRITER.opposite(text, polarity_of(text))
    assert polarity_of(written) is opposite


@pytest.mark.parametrize(
    "text", ["prices rose", "rising costs", "the valve was open", "the door was opened", "a surge in demand", "the rate is higher"]
)
def test_the_opposite_of_the_opposite_is_the_event_again_where_antonyms_are_even(text: str) -> None:
    written, opposite = WRITER.opposite(text, polarity_of(text))
    assert WRITER.opposite(written, opposite)[0] in (text, text.replace("opened", "open"), "a rise in demand")


def test_the_polarity_given_wins_over_the_one_that_is_read() -> None:
    assert WRITER.opposite("the pump failed", Polarity.ABSENCE) == ("the pump worked", Polarity.OCCURRENCE)


def test_every_line_of_the_antonyms_is_well_formed() -> None:
    parts = {"verb", "intransitive", "noun", "adjective", "verb of change", "noun of change", "adjective of change"}
    lines = rows("antonyms")
    assert len(lines) > 250
    assert all(line[0] in parts and len(line) in (3, 4, 5) and line[1] != line[2] and line[3:4] in ((), ("one",)) for line in lines)
