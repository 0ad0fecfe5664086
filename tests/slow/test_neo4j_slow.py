"""Faults of Neo4j many times over: a server killed ten times in one ingestion, many rounds of two ingestions at once; and an old server.

Servers are downloaded, started and killed: this takes many minutes.
"""

import time
from pathlib import Path

import numpy as np
import pytest

from tests.commandline import spawned
from tests.processes import assert_one_line, exported, running, write_corpus
from tests.rivals import EFFECTS, assert_same_but_for_order, ingest_twice_at_once, read_alone, write_documents
from tests.servers import VERSIONS, emptied, neo4j_server, own_server
from tests.watching import MOST_S, bared, ended, stored, use, wait_until, watching, whole_graph

pytestmark = pytest.mark.slow

ROUNDS = 12
KILLS = 10
OLD = "5.20.0"


@pytest.mark.parametrize("version", VERSIONS)
def test_ten_kills_of_the_server_lead_to_the_graph_of_an_undisturbed_run(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_corpus(tmp_path, documents=2 * KILLS + 2)
    assert spawned(["ingest", ".", "--store", "undisturbed.db"], cwd=tmp_path).status == 0
    undisturbed = exported(tmp_path, "--store", "undisturbed.db")
    rng = np.random.default_rng(VERSIONS.index(version))
    with own_server(version) as server, watching(server) as driver:
        use(monkeypatch, server)
        with running(["ingest", "."], cwd=tmp_path) as process:
            for kill in range(KILLS):
                wait_until(lambda kill=kill: stored(driver) > 2 * kill)  # type: ignore[misc]
                time.sleep(float(rng.uniform(0, 0.2)))  # so that any part of a write is met
                seen = stored(driver)
                server.kill()
                server.restart()
                assert stored(driver) >= seen
            done = ended(process, within_s=MOST_S)
        assert (done.status, done.err) == (0, "")
        assert whole_graph() == undisturbed


def test_a_server_older_than_supported_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "storm.txt").write_text("The storm caused the flood.\n", encoding="utf-8")
    use(monkeypatch, neo4j_server(OLD))
    for command in (["ingest", "."], ["stats"], ["ask", "Why did it flood?"]):
        assert_one_line(spawned(command, cwd=tmp_path), said="is Neo4j 5.20, which is too old: cckg needs 5.26 or newer. Upgrade")


@pytest.mark.parametrize("kind", ["sqlite", *VERSIONS])
def test_two_ingestions_at_once_make_the_graph_of_one_whoever_comes_first(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if kind in VERSIONS:
        emptied(neo4j_server(kind), 384)
        bared(neo4j_server(kind))
        use(monkeypatch, neo4j_server(kind))
    for number in range(ROUNDS):
        write_documents(tmp_path, effect=EFFECTS[number % len(EFFECTS)])
        ingest_twice_at_once(tmp_path)
        (tmp_path / "alone.db").unlink(missing_ok=True)
        assert_same_but_for_order(whole_graph(), read_alone(tmp_path))
