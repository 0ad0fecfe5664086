"""The ingestion of the demo corpus is killed twenty times over; what is stored is whole each time, and the end is the same."""

import shutil
import signal
from pathlib import Path

import numpy as np
import pytest

from cckg.core.claims import Claim
from cckg.stores import open_store
from tests.commandline import spawned
from tests.processes import STORE, assert_store_is_whole, exported, stopped

pytestmark = pytest.mark.slow

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
KILLS = 20


def claims_by_document(folder: Path) -> dict[str, list[Claim]]:
    """Read the claims of each document out of the store, which must be whole."""
    store = open_store(str(folder / STORE), create=False)
    found: dict[str, list[Claim]] = {document.id: [] for document in store.documents()}
    for claim in store.graph().claims:
        found[claim.document].append(claim)
    assert store.check() == []
    store.close()
    return found


def test_twenty_kills_lead_to_the_graph_of_an_undisturbed_run(tmp_path: Path) -> None:
    calm, troubled = tmp_path / "calm", tmp_path / "troubled"
    for folder in (calm, troubled):
        shutil.copytree(CORPUS, folder / "corpus")
    assert spawned(["ingest", "corpus"], cwd=calm).status == 0
    expected = claims_by_document(calm)
    assert len(expected) > KILLS
    rng = np.random.default_rng(20)
    kills = 0
    for documents in range(KILLS):
        after_s = float(rng.uniform(0, 0.3))
        ended = stopped(["ingest", "corpus"], cwd=troubled, store=troubled / STORE, at=documents, after_s=after_s, how=signal.SIGKILL)
        kills += ended.status == -signal.SIGKILL
        if (troubled / STORE).exists():
            held = claims_by_document(troubled)
            assert held == {document: expected[document] for document in held}
    assert spawned(["ingest", "corpus"], cwd=troubled).status == 0
    assert kills == KILLS
    assert exported(troubled) == exported(calm)
    assert_store_is_whole(troubled, documents=len(expected))
