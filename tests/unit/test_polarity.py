"""Which way a wording goes, and what is left of it without the words that say so."""

import pytest

from cckg.core.graph import Polarity
from cckg.language import neutral, polarity_of, reading_of
from tests.bounded import bounded
from tests.tables import examples, lines


@examples("language/polarity")
def test_a_wording_goes_up_or_down_or_says_that_nothing_was_or_just_that_something_was(text: str, polarity: str) -> None:
    assert polarity_of(text).value == polarity


@pytest.mark.parametrize("text", ["", "  ", "?!", "42", "…", "為什麼", "of the", "the", "not", "that which", "more than", "rise" * 500])
def test_any_text_has_a_polarity(text: str) -> None:
    assert polarity_of(text) in Polarity
    assert isinstance(neutral(text), str)


@examples("language/neutral")
def test_neutral_leaves_out_only_the_words_that_decided(text: str, left: str) -> None:
    assert neutral(text) == left


@pytest.mark.parametrize(("up", "down"), [("rising sea levels", "falling sea levels"), ("oil prices soared", "oil prices plummeted")])
def test_wordings_that_differ_in_direction_only_are_the_same_when_neutral(up: str, down: str) -> None:
    assert neutral(up) == neutral(down)
    assert polarity_of(up) is polarity_of(down).opposite


def test_the_places_of_the_deciding_words_are_places_in_the_whole_text() -> None:
    assert reading_of("In 2008, as feared, there was no growth").deciders == (8,)


def test_a_thousand_texts_take_less_than_half_a_second() -> None:
    polarity_of("warm up")
    wordings = [line["text"] for line in lines("language/polarity")][:50]
    texts = [f"{text} in case {number}" for number in range(20) for text in wordings]
    with bounded(5):
        for text in texts:
            polarity_of(text)
