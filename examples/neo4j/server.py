"""Starts and ends Neo4j Community servers on this machine: `start` for programs, `python -m examples.neo4j.server` for people.

A server has a home folder with its settings, its logs and its data; killed and started again on the same home, it recovers. Bolt listens
on 127.0.0.1 alone. Jars and JDKs are left to `examples.neo4j.artifacts`, what people type to `examples.neo4j.command`.
"""

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from examples.neo4j.artifacts import HERE, full_version, jars_of, java_for
from examples.processes import POLL_S, ServerError, ServerProcess, listens

USERNAME = "neo4j"
LEAST_PASSWORD = 8
"""Characters of a password, at least; Neo4j refuses shorter ones."""
READY_S = 180.0
"""How long a server may take until it answers; recovery after a kill on a busy machine takes most."""


@dataclass(eq=False)
class Server(ServerProcess):
    """A server that was started, running or not; once it ended, `restart` brings it back with its data."""

    program: ClassVar[Path] = HERE / "Neo4jServer.java"

    version: str
    home: Path
    port: int
    password: str = field(repr=False)
    settings: Mapping[str, str] = field(default_factory=dict)
    heap: str = "512m"
    java_options: tuple[str, ...] = ()
    tied: bool = True
    username: str = USERNAME
    pid: int = 0
    process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Return where to connect to."""
        return f"neo4j://127.0.0.1:{self.port}"

    def restart(self, settings: Mapping[str, str] | None = None) -> None:
        """Start a server that ended on its home and port again; with these settings from now on, if any are given."""
        if settings is not None:
            self.settings = settings
        _launch(self)


def start(
    version: str,
    home: Path,
    port: int,
    password: str,
    *,
    settings: Mapping[str, str] | None = None,
    heap: str = "512m",
    java_options: tuple[str, ...] = (),
    tied: bool = True,
) -> Server:
    """Start a server, wait until it answers, and see to it that the password is set.

    Args:
        version: "5.26", "2026", or a full version.
        home: the server's folder; made if it is missing.
        port: of Bolt, on 127.0.0.1; `free_port()` finds one.
        password: of the user neo4j; for a home that was used before, the one that it has.
        settings: lines of neo4j.conf on top of ours, such as {"server.databases.default_to_read_only": "true"}.
        heap: what Java's heap may grow to.
        java_options: further options of `java`.
        tied: whether the server ends with this process, however this process ends.

    Raises:
        ServerError: where it cannot be started; the message says why.
    """
    if len(password) < LEAST_PASSWORD:
        raise ServerError(f"Neo4j wants a password of at least {LEAST_PASSWORD} characters.")
    server = Server(full_version(version), home.resolve(), port, password, settings or {}, heap, java_options, tied)
    _launch(server)
    return server


def last_started(home: Path) -> Server | None:
    """Return the server that was last started on this home, running or not, without its password; None where none ever was."""
    try:
        known = json.loads((home / _LAST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return Server(known["version"], home.resolve(), known["port"], "", tied=False, pid=known["pid"])


# Private

_LOG = "server.log"
_LAST = "server.json"
_FIRST_PASSWORD = "neo4j"  # noqa: S105 - every new server has this one, and demands another
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent", "java.lang")


def _launch(server: Server) -> None:
    if listens(server.port):
        raise ServerError(f"Something else listens on port {server.port} already. End it, or choose another port.")
    _refuse_other_data(server)
    java, jars = java_for(server.version), jars_of(server.version)
    server.home.mkdir(parents=True, exist_ok=True)
    (server.home / "neo4j.conf").write_text("".join(f"{key}={value}\n" for key, value in _settings(server).items()), encoding="utf-8")
    command = [str(java), f"-Xmx{server.heap}", "-XX:+ExitOnOutOfMemoryError", *server.java_options]
    command += [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED]
    command += ["--add-modules=jdk.incubator.vector", "-cp", f"{jars}/*", str(server.program), str(server.home)]
    command += ["tied"] if server.tied else []
    with (server.home / _LOG).open("wb") as log:
        server.process = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE if server.tied else subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server.pid = server.process.pid
    known = {"version": server.version, "port": server.port, "pid": server.pid}
    (server.home / _LAST).write_text(json.dumps(known) + "\n", encoding="utf-8")
    try:
        _make_ready(server)
    except BaseException:
        server.kill()
        raise


def _refuse_other_data(server: Server) -> None:
    """Refuse a home of another generation: an older server cannot read it, and a newer one would change it for good."""
    before = last_started(server.home)
    if before and before.version.split(".")[0] != server.version.split(".")[0]:
        raise ServerError(f"The folder {server.home} holds the data of Neo4j {before.version}. Start that version, or give another home.")


def _settings(server: Server) -> dict[str, str]:
    address = f"127.0.0.1:{server.port}"
    return {
        "server.bolt.enabled": "true",
        "server.bolt.listen_address": address,
        "server.bolt.advertised_address": address,
        "dbms.security.auth_enabled": "true",
        "server.memory.pagecache.size": "256m",
        "db.tx_log.rotation.retention_policy": "2 days 500M",
        "dbms.usage_report.enabled": "false",
        **server.settings,
    }


def _make_ready(server: Server) -> None:
    """Wait until the server answers to its password; a new one is given it."""
    try:
        from neo4j.exceptions import AuthError, DriverError, Neo4jError
    except ModuleNotFoundError as error:
        raise ServerError("The Python package neo4j is needed to set the password. Install it (make install).") from error
    deadline, problem = time.monotonic() + READY_S, "it does not listen"
    while time.monotonic() < deadline:
        if not server.is_running():
            raise ServerError(f"Neo4j {server.version} ended while it started. {_last_words(server.home / _LOG)}")
        if listens(server.port):
            try:
                _query(server, server.password, "RETURN 1")
            except AuthError:
                _set_password(server)
            except (DriverError, Neo4jError) as error:  # it is not yet so far
                problem = str(error)
            else:
                return
        time.sleep(POLL_S)
    raise ServerError(f"Neo4j {server.version} did not answer within {READY_S:g} seconds ({problem}); its log is {server.home / _LOG}.")


def _set_password(server: Server) -> None:
    from neo4j.exceptions import AuthError

    try:
        statement = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
        _query(server, _FIRST_PASSWORD, statement, database="system", old=_FIRST_PASSWORD, new=server.password)
    except AuthError as error:
        raise ServerError(
            f"The server in {server.home} has another password than the one given. Give that one, or another home."
        ) from error


def _query(server: Server, password: str, statement: str, *, database: str | None = None, **parameters: str) -> None:
    from neo4j import GraphDatabase

    address = server.url.replace("neo4j://", "bolt://")  # a server that starts cannot give routes yet
    with GraphDatabase.driver(address, auth=(USERNAME, password)) as driver, driver.session(database=database) as session:
        session.run(statement, parameters).consume()


def _last_words(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines()]
    reasons = [line for line in lines if line.startswith(("Caused by:", "Exception in", "Error"))]
    return f"{reasons[-1] if reasons else 'It gave no reason.'} Its log is {log}."


if __name__ == "__main__":
    from examples.neo4j.command import main

    sys.exit(main(sys.argv[1:]))
