"""Stretches of text become events that can be read alone."""

from cckg.core.claims import Span
from cckg.core.graph import Polarity
from cckg.extraction.windows import as_mention


def test_the_place_is_kept_whatever_the_words_become() -> None:
    mention = as_mention(Span("split the pipe", 10, 24), prevented=False, text="the pipe was split")
    assert (mention.span.start, mention.span.end, mention.span.text, mention.text) == (10, 24, "split the pipe", "the pipe was split")


def test_what_was_prevented_did_not_happen() -> None:
    mention = as_mention(Span("a second fire", 0, 13), prevented=True)
    assert (mention.text, mention.polarity) == ("no second fire", Polarity.ABSENCE)
