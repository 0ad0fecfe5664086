"""A Neo4j server, or an ingestion into it, is killed in mid-write: nothing is lost, nothing doubled, and the same command goes on."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from examples.neo4j.server import Server
from tests.commandline import called
from tests.processes import assert_one_line, exported, running, write_corpus
from tests.servers import NEWER, emptied, neo4j_server, own_server
from tests.watching import MOST_S, Graph, ended, stored, use, wait_until, watching, whole_graph

DOCUMENTS = 9
SEEN = 3  # documents that are there when the server is killed
READ_ONLY = {"server.databases.default_to_read_only": "true"}
STOPS_AT_ONCE = {"db.shutdown_transaction_end_timeout": "0s"}
IMPATIENT = """
from cckg.stores.neo4j import database as neo4j_database
neo4j_database.RETRY_SECONDS = 2.0
from cckg.terminal import main
main()
"""


@pytest.fixture(autouse=True, scope="module")
def _small_event_reader() -> None:
    """Leave it to the strong one, which knows that all documents tell of one closure, and what a question means by it."""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """The graph of a run that nothing stops."""
    folder = tmp_path_factory.mktemp("undisturbed")
    write_corpus(folder, documents=DOCUMENTS)
    assert called(["ingest", "."], cwd=folder).status == 0
    return exported(folder)


@contextmanager
def impatient(*arguments: str, cwd: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a command that waits two seconds, not a minute, for a server that is gone."""
    command = [sys.executable, "-c", IMPATIENT, *arguments]
    with subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def assert_a_killed_server_is_waited_for(server: Server, folder: Path, undisturbed: Graph) -> None:
    with watching(server) as driver, running(["ingest", "."], cwd=folder) as process:
        wait_until(lambda: stored(driver) >= SEEN)
        server.kill()
        server.restart()
        done = ended(process, within_s=MOST_S)
    assert (done.status, done.err) == (0, "")
    assert whole_graph() == undisturbed


def assert_a_dead_server_is_said(server: Server, folder: Path) -> int:
    """Kill the server in mid-ingestion for good. Return how many documents were there before."""
    with watching(server) as driver, impatient("ingest", ".", cwd=folder) as process:
        wait_until(lambda: stored(driver) >= SEEN)
        seen = stored(driver)
        server.kill()
        assert_one_line(ended(process), said="cannot be reached (Connection refused)")
    return seen


def assert_the_same_command_goes_on(server: Server, folder: Path, undisturbed: Graph, *, seen: int) -> None:
    with watching(server) as driver:
        kept = stored(driver)
    assert seen <= kept < DOCUMENTS
    report = called(["ingest", ".", "--json"], cwd=folder)
    assert report.status == 0, report.err
    assert f'"added": {DOCUMENTS - kept}, "updated": 0, "unchanged": {kept}, "failed": 0' in report.out
    assert whole_graph() == undisturbed


def assert_a_read_only_database_answers_and_takes_nothing(folder: Path) -> None:
    before = whole_graph()
    (folder / "new.txt").write_text("New\n\nThe gale caused the shipwreck.\n", encoding="utf-8")
    assert_one_line(called(["ingest", "."], cwd=folder), said="cannot be written: the database is read-only")
    assert_one_line(called(["forget", "00.txt"], cwd=folder), said="cannot be written: the database is read-only")
    answer = called(["ask", "Why did the port close?"], cwd=folder)
    assert (answer.status, answer.err, "the loss of crane 1" in answer.out) == (0, "", True)
    assert whole_graph() == before


def test_an_ingestion_outlasts_a_server_that_is_killed_and_comes_back(
    tmp_path: Path, undisturbed: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_corpus(tmp_path, documents=DOCUMENTS)
    with own_server("2026", settings=STOPS_AT_ONCE) as server:
        use(monkeypatch, server)
        assert_a_killed_server_is_waited_for(server, tmp_path, undisturbed)
        server.stop()
        server.restart(READ_ONLY)
        assert_a_read_only_database_answers_and_takes_nothing(tmp_path)


def test_a_server_that_stays_away_is_said_and_later_the_same_command_goes_on(
    tmp_path: Path, undisturbed: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_corpus(tmp_path, documents=DOCUMENTS)
    with own_server("5.26") as server:
        use(monkeypatch, server)
        seen = assert_a_dead_server_is_said(server, tmp_path)
        server.restart()
        assert_the_same_command_goes_on(server, tmp_path, undisturbed, seen=seen)


@pytest.mark.parametrize("version", [NEWER])
def test_a_killed_ingestion_goes_on_to_the_same_graph(
    tmp_path: Path, undisturbed: Graph, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    write_corpus(tmp_path, documents=DOCUMENTS)
    server = neo4j_server(version)
    emptied(server, 384)
    use(monkeypatch, server)
    rng = np.random.default_rng(1)
    at = int(rng.integers(1, DOCUMENTS - 2))
    with watching(server) as driver:
        with running(["ingest", "."], cwd=tmp_path) as process:
            wait_until(lambda: stored(driver) >= at)
            process.send_signal(signal.SIGKILL)
            assert ended(process).status == -signal.SIGKILL
        assert at <= stored(driver) < DOCUMENTS
    assert called(["ingest", "."], cwd=tmp_path).status == 0
    assert whole_graph() == undisturbed
