"""Looks into a Neo4j database past cckg: how far an ingestion has come, what lies there, and waits until something is so."""

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import LiteralString

import neo4j
import pytest
from pydantic import SecretStr

from cckg.app import open_app
from cckg.settings import Neo4jSettings, load_settings
from cckg.stores.neo4j.schema import INDEXES
from examples.neo4j.server import Server
from tests.commandline import PATIENCE_S, Ended
from tests.servers import Reached

Graph = dict[str, list[dict[str, object]]]
"""As `cckg export --format json` writes it."""

MOST_S = 180.0
"""How long something may take before a test gives up; servers that recover on a busy machine take most."""

_POLL_S = 0.01
_DOCUMENTS: LiteralString = "MATCH (d:Document) RETURN count(d)"


@contextmanager
def watching(server: Reached | Server) -> Iterator[neo4j.Driver]:
    """Open a driver of the test's own, which cckg knows nothing of."""
    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth, notifications_min_severity="OFF", warn_notification_severity="OFF") as driver:
        yield driver


def stored(driver: neo4j.Driver) -> int:
    """Return how many documents a graph holds."""
    return int(driver.execute_query(_DOCUMENTS).records[0][0])


def whole_graph() -> Graph:
    """Return the graph of the store that commands use, after making sure that nothing is wrong with it."""
    with open_app(load_settings()) as app:
        assert app.store.check() == []
        graph: Graph = json.loads(app.export("json"))
        assert len(app.store.documents()) == len(graph["documents"])
    for kind in ("documents", "events", "claims"):
        assert len({str(item["id"]) for item in graph[kind]}) == len(graph[kind])
    return graph


def wait_until(reached: Callable[[], bool], *, seconds: float = MOST_S) -> None:
    """Wait until something is so; fail if that takes too long."""
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline, "this took too long"
        time.sleep(_POLL_S)


def login(server: Reached | Server) -> Neo4jSettings:
    """Return the settings that log in to a server."""
    return Neo4jSettings(username=server.username, password=SecretStr(server.password))


def use(monkeypatch: pytest.MonkeyPatch, server: Reached | Server, *, url: str | None = None) -> None:
    """Let every command that is run from now on use a server, reached by another URL if one is given."""
    monkeypatch.setenv("NEO4J_URI", url or server.url)
    monkeypatch.setenv("NEO4J_USERNAME", server.username)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)


def ended(process: "subprocess.Popen[bytes]", *, within_s: float = PATIENCE_S) -> Ended:
    """Wait for a process, and return how it ended."""
    out, err = process.communicate(timeout=within_s)
    return Ended(process.returncode, out.decode(), err.decode())


def bared(server: Reached) -> None:
    """Drop the constraints and indexes of cckg, as if it had never used the database."""
    with watching(server) as driver:
        constraints = driver.execute_query("SHOW CONSTRAINTS YIELD name WHERE name IN $names RETURN name", names=INDEXES).records
        for (name,) in constraints:
            driver.execute_query("DROP CONSTRAINT $name", name=name)
        for (name,) in driver.execute_query("SHOW INDEXES YIELD name WHERE name IN $names RETURN name", names=INDEXES).records:
            driver.execute_query("DROP INDEX $name", name=name)
