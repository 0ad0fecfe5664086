"""`cckg distil`: what it refuses before the teacher's time is spent, and what doctor says of scorers.

What is made is tested with the extra `torch`: tests/unit/test_cross_encoder.py.
"""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from cckg.models import HEAD, MANIFEST
from tests.commandline import Cckg

WITHOUT_TORCH = pytest.mark.skipif(find_spec("torch") is not None, reason="the extra torch is installed")


@WITHOUT_TORCH
def test_without_torch_it_says_what_to_install_and_writes_nothing(cckg: Cckg, tmp_path: Path) -> None:
    ended = cckg("distil", "--into", str(tmp_path / "student"))
    assert (ended.status, ended.out) == (1, "")
    assert "Distilling needs torch: pip install 'cckg[torch]'." in " ".join(ended.err.split())
    assert not (tmp_path / "student").exists()


def test_a_folder_with_other_files_is_left_alone(cckg: Cckg, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    ended = cckg("distil", "--into", str(tmp_path))
    assert ended.status == 1
    assert "holds other files" in ended.err
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"


def test_questions_that_cannot_be_read_are_named(cckg: Cckg, tmp_path: Path) -> None:
    ended = cckg("distil", "--into", str(tmp_path / "student"), "--asked", str(tmp_path / "none.txt"))
    assert ended.status == 1
    assert "none.txt cannot be read" in " ".join(ended.err.split())


def test_a_line_without_a_word_is_named(cckg: Cckg, tmp_path: Path) -> None:
    (tmp_path / "asked.txt").write_text("Why did the dam fail?\n\n???\n", encoding="utf-8")
    ended = cckg("distil", "--into", str(tmp_path / "student"), "--asked", str(tmp_path / "asked.txt"))
    assert ended.status == 1
    assert "question in line 3 of" in " ".join(ended.err.split())
    assert not (tmp_path / "student").exists()


def test_the_student_of_another_teacher_is_left_alone(cckg: Cckg, tmp_path: Path) -> None:
    save_file({"w": np.zeros(1, dtype=np.float32)}, tmp_path / HEAD, metadata={"teacher": "another"})
    (tmp_path / MANIFEST).write_text("{}", encoding="utf-8")
    before = (tmp_path / HEAD).read_bytes()
    ended = cckg("distil", "--into", str(tmp_path))
    assert ended.status == 1
    assert "holds a student of another, not of Qwen2.5-Coder-1.5B-Instruct" in " ".join(ended.err.split())
    assert (tmp_path / HEAD).read_bytes() == before


def test_a_teacher_that_is_no_language_model_is_named(cckg: Cckg, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CCKG_CIS__TEACHER", "gpt2")
    ended = cckg("distil", "--into", str(tmp_path / "student"))
    assert ended.status == 1
    assert "'gpt2' is no language model that cckg knows" in " ".join(ended.err.split())
    monkeypatch.setenv("CCKG_CIS__SCORER", "teacher")
    assert "'gpt2' is no language model that cckg knows" in " ".join(cckg("doctor").out.split())


@WITHOUT_TORCH
def test_a_teacher_that_cannot_be_opened_stops_an_ingestion_before_it_begins(
    cckg: Cckg, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CCKG_CIS__SCORER", "teacher")
    ended = cckg("ingest", "storm.txt", "--store", str(tmp_path / "new.db"))
    assert ended.status == 1
    assert "needs torch" in ended.err
    assert cckg("search", "storm", "--method", "bm25").status == 0  # which asks no scorer
    assert "scorer" in cckg("doctor").out
    assert cckg("search", "storm", "--method", "cis").status == 1
