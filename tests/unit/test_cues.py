"""Cues: which wordings are found, where, in what frame, and which look-alikes are not."""

import re
from importlib import resources
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cckg.extraction.connectives import find_connectives

FRAMES = {"active", "backward", "participle", "so", "because", "preposition", "sentence", "explanation", "causenoun", "effectnoun"}


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
