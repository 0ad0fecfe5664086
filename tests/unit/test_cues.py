"""Cues: which wordings are found, where, in what frame, and which look-alikes are not."""

import re
from importlib import resources
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.extraction.connectives import find_connectives

FRAMES = {"active", "backward", "participle", "so", "because", "preposition", "sentence", "explanation", "causenoun", "effectnoun"}


def found(sentence: str) -> list[tuple[str, str]]:
    return [(cue.frame, sentence[cue.start : cue.end]) for cue in find_connectives(sentence)]


@pytest.mark.parametrize(
    ("sentence", "cues"),
    [
        ("A leak caused a fire.", [("active", "caused")]),
        ("A leak may have caused a fire.", [("active", "may have caused")]),
        ("A leak did not lead to a fire.", [("active", "did not lead to")]),
        ("Ice prevented a start.", [("active", "prevented")]),
        ("A fire was probably caused by a leak.", [("backward", "was probably caused by")]),
        ("A fire resulted from a leak.", [("backward", "resulted from")]),
        ("Fog was a main factor in the crash.", [("active", "was a main factor in")]),
        ("It burst, causing a leak.", [("participle", ", causing")]),
        ("It burst and quickly led to a leak.", [("active", "quickly led to")]),
        ("It froze, so it burst.", [("so", ", so")]),
        ("It froze; therefore, it burst.", [("so", "; therefore")]),
        ("It was so cold that it burst.", [("so", "that")]),
        ("It burst because it froze.", [("because", "because")]),
        ("It burst partly because of frost.", [("preposition", "partly because of")]),
        ("As a result, it burst.", [("sentence", "As a result")]),
        ("The root cause of the fire was a leak.", [("causenoun", "The root cause of")]),
        ("The effect of the strike was hunger.", [("effectnoun", "The effect of")]),
        ("A leak caused a fire because of fog.", [("active", "caused"), ("preposition", "because of")]),
    ],
)
def test_a_cue_is_found_with_its_auxiliaries(sentence: str, cues: list[tuple[str, str]]) -> None:
    assert found(sentence) == cues


@pytest.mark.parametrize(
    "sentence",
    [
        "The air force left.",
        "They found the root causes.",
        "The lead pipe is the result.",
        "A prompt answer came.",
        "He was forced to go to town.",
        "He is led by the hand.",
        "So many people came.",
        "So far it holds.",
        "It is led up the hill.",
        "two groups of causes",
        "the fuel tank",
        "What this caused: a fire",
        "alarms sent by triggers",
        "causes and effects",
    ],
)
def test_a_look_alike_is_no_cue(sentence: str) -> None:
    assert found(sentence) == []


def test_a_line_end_counts_as_a_blank_and_offsets_stay() -> None:
    sentence = "It burst because\nof  frost. A leak led\tto a fire."
    assert ("active", "led\tto") in found(sentence)
    assert ("because", "because") not in found(sentence)


def test_of_two_cues_at_one_place_the_longer_is_kept() -> None:
    assert found("It burst because of frost.") == [("preposition", "because of")]


@given(
    st.lists(st.sampled_from("caused led to because of due the so that , . was a cause of prevented by may not fire".split()), max_size=30)
)
def test_cues_come_in_order_and_never_overlap(words: list[str]) -> None:
    sentence = " ".join(words)
    cues = find_connectives(sentence)
    assert all(left.end <= right.start for left, right in pairwise(cues))
    assert all(sentence[cue.start : cue.end].strip() for cue in cues)


def test_every_line_of_the_table_is_a_valid_cue() -> None:
    lines = resources.files("cckg.extraction").joinpath("data/cues.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert {row[0] for row in rows} == FRAMES
    assert len({(row[0], row[1]) for row in rows}) == len(rows)
    for _, pattern, confidence, effect in rows:
        assert re.compile(pattern.replace("{be}", "is").replace("{adv}", "\\w+ly ").replace("{adj}", "\\w+ "))
        assert 0 < float(confidence) <= 1
        assert effect in "+-"
