"""Stretches out of made-up tags: what the decoding promises whatever the reader says."""

import numpy as np

from cckg.models import TaggedText
from cckg.questions.tags import stretches

TAGS = ("O", "B-target", "I-target", "B-absent", "I-absent")


def tagged(text: str, *likely: int, sure: float = 0.9) -> TaggedText:
    offsets, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        offsets.append((at, at + len(word)))
        at += len(word)
    shares = np.full((len(likely), len(TAGS)), (1 - sure) / (len(TAGS) - 1), dtype=np.float32)
    shares[np.arange(len(likely)), list(likely)] = sure
    return TaggedText(np.ones(1, dtype=np.float32), shares, tuple(offsets))


def read(text: str, *likely: int) -> list[tuple[str, str]]:
    return [(one.role, text[one.start : one.end]) for one in stretches(text, tagged(text, *likely), TAGS)[0]]


def test_a_stretch_begins_and_goes_on() -> None:
    assert read("why did the pump fail ?", 0, 0, 1, 2, 2, 0) == [("target", "the pump fail")]


def test_two_stretches_of_one_role_are_two() -> None:
    assert read("without fog without ice", 0, 3, 0, 3) == [("absent", "fog"), ("absent", "ice")]


def test_a_stretch_never_begins_in_its_middle() -> None:
    found, sureness = stretches("the pump failed", tagged("the pump failed", 2, 2, 2), TAGS)
    assert [one.role for one in found] in ([], ["target"])
    assert sureness < 0.5


def test_a_mark_alone_is_no_stretch() -> None:
    assert read("why ?", 0, 1) == []


def test_marks_at_the_edges_are_left_out() -> None:
    assert read("why (the dam) ?", 0, 1, 2, 0) == [("target", "the dam")]


def test_no_tokens_give_no_stretches() -> None:
    nothing = TaggedText(np.ones(1, dtype=np.float32), np.zeros((0, len(TAGS)), dtype=np.float32), ())
    assert stretches("", nothing, TAGS) == ([], 1.0)
