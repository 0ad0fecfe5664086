"""The strong reader of claims, on a tiny model: which setting takes it, and what it is called by what it reads."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from cckg.core.errors import WeightsError
from cckg.extraction.reader import HALF, MATRICES
from cckg.models import readers
from cckg.roles import RoleRegistry
from cckg.settings import Settings
from cckg.terminal.cli import checks
from cckg.terminal.cli.session import ProgressBar
from tests import tiny_mpnet
from tests.fakes import HashingEmbedder

STRONG = Settings(models={"reader": "strong", "offline": True})  # type: ignore[arg-type]


@pytest.fixture
def wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models whose weights are looked for, where one has been trained on the tiny model."""
    names: list[str] = []
    notes = {"base": "all-mpnet-base-v2", "classes": '["none", "some"]', "tags": json.dumps(MATRICES), "calibration": "[1.0, 0.0]"}
    save_file(tiny_mpnet.adapters(tags=len(MATRICES) * 2 * HALF), tmp_path / "claims-strong.safetensors", metadata=notes)

    def find(name: str, **_: object) -> Path:
        names.append(name)
        return tiny_mpnet.write(tmp_path)

    monkeypatch.setattr(readers, "DATA", tmp_path)
    monkeypatch.setattr(readers, "find_weights", find)
    return names


def test_the_strong_extractor_reads_on_its_own_base_and_has_a_name_of_its_own(wanted: list[str]) -> None:
    extractor = RoleRegistry(STRONG, lambda: pytest.fail("nothing is encoded")).extractor
    assert wanted == ["all-mpnet-base-v2-eight-bit"]
    assert extractor.name == "local-9-strong"
    assert len(extractor.extract(["The frost split the pipe.", ""])) == 2


def test_only_claims_have_a_strong_reader() -> None:
    small, strong = ({role: readers.reader_of(role, size) for role in readers.READERS} for size in ("small", "strong"))
    assert small == readers.READERS
    assert strong == {"extractor": "claims-strong", "parser": "questions"}


def test_weights_that_are_missing_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: list[str]) -> None:
    def find(name: str, **_: object) -> Path:
        raise WeightsError(f"No weights of {name}.")

    monkeypatch.setattr(readers, "find_weights", find)
    with pytest.raises(WeightsError, match=r"The built-in reader of claims-strong needs the model all-mpnet-base-v2"):
        readers.open_reader("claims-strong", folder=tmp_path, offline=True, threads=1)
    assert wanted == []


class _Comparing:
    """Stands for a reader, and keeps the names of those that read something."""

    def __init__(self, name: str, read: list[str]) -> None:
        self._name, self._read = name, read

    def compare(self, pairs: list[tuple[str, str]]) -> np.ndarray:
        self._read.append(self._name)
        return np.zeros((len(pairs), 1), dtype=np.float32)


def test_the_doctor_lets_the_reader_that_is_set_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr("cckg.models.open_embedder", lambda *_, **__: HashingEmbedder())
    monkeypatch.setattr("cckg.models.open_reader", lambda name, **_: _Comparing(name, read))
    check, _ = checks.check_weights(STRONG, download=False, progress=ProgressBar())
    assert check.state == "ok"
    assert read == ["claims-strong", "questions", "coreference", "needed", "student"]


def test_a_reader_loads_its_network_when_it_first_reads(tmp_path: Path, wanted: list[str]) -> None:
    reader = readers.open_reader("claims-strong", folder=tmp_path, offline=True, threads=1)
    (tmp_path / "config.json").unlink()
    with pytest.raises(FileNotFoundError):
        reader.compare([("a", "b")])
    assert wanted == ["all-mpnet-base-v2-eight-bit"]
