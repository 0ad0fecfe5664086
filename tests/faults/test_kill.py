"""An ingestion is killed at random moments; the same command again leads to the graph that an undisturbed run makes."""

import signal
from pathlib import Path

import numpy as np
import pytest

from tests.commandline import called
from tests.processes import STORE, assert_store_is_whole, exported, stopped, write_corpus

DOCUMENTS = 12
KILLS = 5


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, object]]]:
    """The graph of a run that nothing stops."""
    folder = tmp_path_factory.mktemp("undisturbed")
    write_corpus(folder, documents=DOCUMENTS)
    assert called(["ingest", "."], cwd=folder).status == 0
    return exported(folder)


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_killed_ingestion_goes_on_to_the_same_graph(tmp_path: Path, undisturbed: dict[str, list[dict[str, object]]], seed: int) -> None:
    write_corpus(tmp_path, documents=DOCUMENTS)
    rng = np.random.default_rng(seed)
    at, after_s = int(rng.integers(DOCUMENTS - 2)), float(rng.uniform(0, 0.05))
    killed = stopped(["ingest", "."], cwd=tmp_path, store=tmp_path / STORE, at=at, after_s=after_s, how=signal.SIGKILL)
    assert killed.status == -signal.SIGKILL
    assert called(["ingest", "."], cwd=tmp_path).status == 0
    assert exported(tmp_path) == undisturbed
    assert_store_is_whole(tmp_path, documents=DOCUMENTS)
