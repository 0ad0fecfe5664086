"""Neo4j servers for tests: the one that NEO4J_URI names, else one per version, started when the first test asks and ended with the run.

Without either the tests are skipped, and the end of the run says so; with CCKG_TEST_NEO4J=required they fail instead.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest
from neo4j import Driver, GraphDatabase
from neo4j.exceptions import DriverError, Neo4jError

from examples.neo4j.server import Server, start
from examples.processes import ServerError, free_port

VERSIONS = ("5.26", "2026")
NEWER = VERSIONS[1]
"""What the client alone does is tested against this one; what a server does, against each."""
PASSWORD = "for-the-tests"  # noqa: S105
SKIPPED = "No Neo4j: "
"""How the reason begins where a test was skipped for want of a server."""
VARIABLES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")
GIVEN = {name: os.environ[name] for name in VARIABLES if os.environ.get(name)}
"""What the environment said before tests/conftest.py took it away, so that no test meets it by chance."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A server that answers. `pid` is 0 where it is not ours."""

    version: str
    url: str
    username: str
    password: str
    database: str | None = None
    pid: int = 0

    @property
    def variables(self) -> dict[str, str]:
        """Return what to set in the environment of a command that is to use this server."""
        named = {"NEO4J_URI": self.url, "NEO4J_USERNAME": self.username, "NEO4J_PASSWORD": self.password}
        return {**named, "NEO4J_DATABASE": self.database} if self.database else named


def neo4j_server(version: str) -> Reached:
    """Return the server of a version ("5.26" or "2026") that all tests of this run share; skip or fail the test if there is none."""
    if version not in _outcomes:
        try:
            _outcomes[version] = _given(version) if GIVEN.get("NEO4J_URI") else _started(version)
        except ServerError as error:
            _outcomes[version] = error
    outcome = _outcomes[version]
    if isinstance(outcome, ServerError):
        do_without(f"{SKIPPED}{outcome}", unless="CCKG_TEST_NEO4J")
    return outcome


@contextmanager
def own_server(version: str, *, settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run a server for one test that kills it or wants settings of its own; a shared one is faster (10 s or more are needed to start)."""
    try:
        server = _start(version, settings or {})
    except ServerError as error:
        do_without(f"{SKIPPED}{error}", unless="CCKG_TEST_NEO4J")
    try:
        yield server
    finally:
        _end(server)


@cache
def driver(server: Reached) -> Driver:
    """Return the driver of a shared server, opened once and closed at the end of the run."""
    opened = GraphDatabase.driver(
        server.url, auth=(server.username, server.password), notifications_min_severity="OFF", warn_notification_severity="OFF"
    )
    _drivers.append(opened)
    return opened


def emptied(server: Reached, dimension: int) -> None:
    """Delete every node, and every vector index that is not of this dimension."""
    if not server.pid:
        _refuse_to_wipe_what_is_not_ours(server)
    with driver(server).session(database=server.database) as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()
        for name, options in session.run("SHOW VECTOR INDEXES YIELD name, options").values():
            if options["indexConfig"].get("vector.dimensions") != dimension:
                session.run("DROP INDEX $name", name=name).consume()


def end_all() -> None:
    """Close the drivers and end the servers that were started."""
    for opened in _drivers:
        opened.close()
    for server in _servers:
        _end(server)
    _drivers.clear()
    _servers.clear()
    _outcomes.clear()
    driver.cache_clear()


def do_without(reason: str, *, unless: str) -> NoReturn:
    """Skip the test for want of a server, or fail it where this variable says that servers are required."""
    end = pytest.fail if os.environ.get(unless) == "required" else pytest.skip
    end(reason)


def summary(reasons: list[str], *, skipped: str = SKIPPED, of: str = "Neo4j") -> list[str]:
    """Return lines that tell how many tests were skipped for want of a server, and why, given the reasons of all that were skipped."""
    ours = [reason.partition(skipped)[2] for reason in reasons if skipped in reason]
    return [f"{ours.count(reason)} tests against {of} were SKIPPED: {reason}" for reason in sorted(set(ours))]


# Private

_QUICK = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms128m")  # small graphs: less compiling starts twice as fast
_SMALL = {"server.memory.pagecache.size": "64m", "db.tx_log.preallocate": "false"}
_MARK = "cckg_tests_may_wipe_this"

_outcomes: dict[str, Reached | ServerError] = {}
_servers: list[Server] = []
_drivers: list[Driver] = []


def _started(version: str) -> Reached:
    server = _start(version, {})
    _servers.append(server)
    return Reached(version, server.url, server.username, server.password, pid=server.pid)


def _start(version: str, settings: Mapping[str, str]) -> Server:
    home = Path(tempfile.mkdtemp(prefix="cckg-neo4j-"))
    try:
        return start(version, home, free_port(), PASSWORD, settings={**_SMALL, **settings}, java_options=_QUICK)
    except BaseException:
        shutil.rmtree(home)
        raise


def _end(server: Server) -> None:
    server.kill()
    shutil.rmtree(server.home)


def _given(version: str) -> Reached:
    username, password = GIVEN.get("NEO4J_USERNAME", "neo4j"), GIVEN.get("NEO4J_PASSWORD", "")
    server = Reached(version, GIVEN["NEO4J_URI"], username, password, GIVEN.get("NEO4J_DATABASE"))
    try:
        agent = driver(server).get_server_info().agent.removeprefix("Neo4j/")
    except (DriverError, Neo4jError) as error:
        pytest.exit(f"The server of NEO4J_URI, {server.url}, cannot be used: {error}. Start it, or unset NEO4J_URI.", returncode=1)
    is_5 = agent.startswith("5.")
    if is_5 != (version == "5.26"):
        raise ServerError(f"the server of NEO4J_URI is {agent}, not {version}. Unset NEO4J_URI to test both.")
    return server


@cache
def _refuse_to_wipe_what_is_not_ours(server: Reached) -> None:
    """Mark a database that is empty, or that may be wiped, as ours; the mark is a constraint, which is there after nodes are deleted."""
    with driver(server).session(database=server.database) as session:
        marked = session.run("SHOW CONSTRAINTS YIELD name WHERE name = $name RETURN name", name=_MARK).values()
        filled = session.run("MATCH (n) RETURN n LIMIT 1").values()
        if filled and not marked and os.environ.get("CCKG_TEST_NEO4J_WIPE") != "yes":
            pytest.exit(
                f"The database at {server.url} holds data, and the tests would delete it. Unset NEO4J_URI, or name an empty database, "
                "or set CCKG_TEST_NEO4J_WIPE=yes if the data may go.",
                returncode=1,
            )
        session.run("CREATE CONSTRAINT $name IF NOT EXISTS FOR (n:CckgTests) REQUIRE n.id IS UNIQUE", name=_MARK).consume()
