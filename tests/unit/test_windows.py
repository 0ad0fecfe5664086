"""The windows that the trained reader of claims sees."""

import itertools

from cckg.core.claims import Span
from cckg.extraction.windows import windows

LONG = "The old pump in the northern cellar of the mill had been repaired by the fitter on many days of that wet and windy spring. " * 12


def test_a_paragraph_is_one_window_and_never_shares_it() -> None:
    found = windows("# A title\n\nThe pipe froze. It burst.\n\nThe cellar was flooded.")
    assert [one.span.text for one in found] == ["A title", "The pipe froze. It burst.", "The cellar was flooded."]
    assert [len(one.sentences) for one in found] == [1, 2, 1]


def test_a_long_paragraph_is_read_in_windows_that_share_a_sentence() -> None:
    found = windows(LONG)
    assert len(found) > 1
    assert all(len(one.span.text) <= 350 for one in found)
    assert all(before.sentences[-1] == after.sentences[0] for before, after in itertools.pairwise(found))
    assert [len(one.earlier) for one in found[:2]] == [0, len(found[0].sentences) - 1]
    assert found[0].span.start == 0
    assert found[-1].span.end == len(LONG.rstrip())


def test_every_window_is_verbatim() -> None:
    text = "Ein Wort.\r\n\r\n- Erster Punkt\n- The frost split the pipe.\n\n" + LONG
    assert all(one.span.is_verbatim_in(text) for one in windows(text))


def test_a_quote_is_the_sentences_from_the_first_stretch_to_the_last() -> None:
    text = "It froze. The pipe burst. The cellar was flooded. Nobody came."
    (window,) = windows(text)
    pipe, cellar = text.index("pipe"), text.index("cellar")
    assert (
        window.quote(text, Span("pipe", pipe, pipe + 4), Span("cellar", cellar, cellar + 6)).text
        == "The pipe burst. The cellar was flooded."
    )


def test_code_is_not_read_and_no_text_gives_none() -> None:
    assert windows("```\nx = 1 because\n```\n") == []
    assert windows("") == []
