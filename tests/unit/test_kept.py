"""A teacher whose scores are kept in a file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cckg.core.vectors import Vector
from cckg.scoring import CausalInferenceScore, KeptLanguageModel


class Words:
    """A language model: each token costs a nat for each of its letters, half of that after a prefix."""

    name = "words"

    def log_probabilities(self, texts: Sequence[str], *, prefix: str = "") -> list[Vector]:
        return [np.array([-len(word) / (2 if prefix else 1) for word in text.split()], dtype=np.float32) for text in texts]


def never() -> Words:
    raise AssertionError("the model was opened")


def test_what_was_scored_is_not_scored_again(tmp_path: Path) -> None:
    texts = [" the dam broke", " rain"]
    first = KeptLanguageModel("words", tmp_path / "kept" / "scores.txt", Words)
    wanted = CausalInferenceScore(first).score("why", texts)
    again = KeptLanguageModel("words", tmp_path / "kept" / "scores.txt", never)
    assert CausalInferenceScore(again).score("why", texts) == pytest.approx(wanted)
    assert CausalInferenceScore(again, per_token=True).score("why", texts) == pytest.approx([11 / 2 / 3, 2.0])
    assert (first.scored, again.scored) == (4, 0)


def test_a_run_that_was_broken_off_goes_on_and_no_text_is_written(tmp_path: Path) -> None:
    file = tmp_path / "scores.txt"
    KeptLanguageModel("words", file, Words).log_probabilities([" secret"])
    later = KeptLanguageModel("words", file, Words)
    assert [list(each) for each in later.log_probabilities([" secret", " new", " new"])] == [[-6.0], [-3.0], [-3.0]]
    assert later.scored == 1
    assert "secret" not in file.read_text(encoding="utf-8")


def test_another_model_does_not_take_its_scores(tmp_path: Path) -> None:
    KeptLanguageModel("words", tmp_path / "scores.txt", Words).log_probabilities([" rain"])
    with pytest.raises(AssertionError, match="was opened"):
        KeptLanguageModel("other", tmp_path / "scores.txt", never).log_probabilities([" rain"])


@pytest.mark.parametrize("torn", ["0123456789abcdef -3.", "0123456789abcdef", "0123456789abcdef -3.00 1"])
def test_a_line_that_was_not_finished_is_forgotten(tmp_path: Path, torn: str) -> None:
    file = tmp_path / "scores.txt"
    KeptLanguageModel("words", file, Words).log_probabilities([" rain"])
    file.write_text(file.read_text(encoding="utf-8") + torn, encoding="utf-8")
    KeptLanguageModel("words", file, Words).log_probabilities([" storm"])
    again = KeptLanguageModel("words", file, never)
    assert [list(each) for each in again.log_probabilities([" rain", " storm"])] == [[-4.0], [-5.0]]


@pytest.mark.parametrize("damaged", [b"abc def ghi\n", b"abc -3.0 many\n", b"abc nan 2\n", b"\xff\xfe\n", b"abc\x85 -1.00 1\n"])
def test_a_damaged_line_is_passed_over(tmp_path: Path, damaged: bytes) -> None:
    file = tmp_path / "scores.txt"
    KeptLanguageModel("words", file, Words).log_probabilities([" rain"])
    file.write_bytes(damaged + file.read_bytes())
    assert [list(each) for each in KeptLanguageModel("words", file, never).log_probabilities([" rain"])] == [[-4.0]]
