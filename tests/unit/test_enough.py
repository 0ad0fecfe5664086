"""Which causes a text says to be enough without others."""

import pytest

from cckg.core.claims import Span
from cckg.extraction.alternatives import is_enough


def told(text: str, cause: str, cue: str, *, until: str | None = None) -> bool:
    """Ask of a cause and the words that join it to its effect; the quote ends behind `until`, or with the text."""
    sides = [Span(words, text.index(words), text.index(words) + len(words)) for words in (cause, cue)]
    end = text.index(until) + len(until) if until else len(text)
    return is_enough(text, *sides, within=Span(text[:end], 0, end))


@pytest.mark.parametrize(
    ("text", "cause", "cue"),
    [
        ("The frost alone caused the burst.", "The frost", "caused"),
        ("The frost alone caused the burst.", "The frost alone", "caused"),
        ("The burst was caused by the frost alone.", "the frost alone", "was caused by"),
        ("The strike by itself led to the closure.", "The strike", "led to"),
        ("The flood independently caused the outage.", "The flood", "independently caused"),
        ("The fall was due to the flood and the quake, either of which would have been sufficient.", "the flood", "was due to"),
        ("The fall was due to the flood and the quake, each of which would alone have sufficed.", "the quake", "was due to"),
    ],
)
def test_a_cause_is_enough_where_the_text_says_so(text: str, cause: str, cue: str) -> None:
    assert told(text, cause, cue)


@pytest.mark.parametrize(
    ("text", "cause", "cue"),
    [
        ("The frost caused the burst.", "The frost", "caused"),
        ("The man living alone caused the fire.", "The man living alone", "caused"),
        ("The frost and the digger caused the burst.", "The frost", "caused"),
        ("The flood would have been enough to stop the trains, but the strike caused the closure.", "the strike", "caused"),
    ],
)
def test_else_it_is_not(text: str, cause: str, cue: str) -> None:
    assert not told(text, cause, cue)


def test_the_sentence_behind_may_say_so() -> None:
    text = "The flood caused the fall, and the quake caused the fall. Either would have been enough. The mast fell."
    assert told(text, "The flood", "caused", until="caused the fall, and the quake caused the fall.")
    assert not told(text.replace("Either would have been enough. ", ""), "The flood", "caused", until="the quake caused the fall.")
