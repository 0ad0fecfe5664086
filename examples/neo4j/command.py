"""`python -m examples.neo4j.server start|stop|status`: a local Neo4j for people without Docker, which runs on after the command ends.

What to export goes to stdout, all else to stderr, so that `eval "$(python -m examples.neo4j.server start)"` does it at once.
"""

import argparse
import secrets
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from examples.neo4j.artifacts import VERSIONS, cache_folder, full_version, jars_of, java_for
from examples.neo4j.server import Server, last_started, start
from examples.processes import ServerError

HOMES = Path(".cckg/neo4j")
PORTS = {"5.26": 7687, "2026": 7688}
"""The same as those of docker-compose.yml, so that both versions may run at once."""


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; return the exit status."""
    given = _parser().parse_args(arguments)
    given.home = given.home or HOMES / given.version
    given.port = given.port or PORTS.get(given.version, 7687)
    try:
        return {"start": _start, "stop": _stop, "status": _status}[given.verb](given)
    except ServerError as error:
        _say(str(error))
        return 1


# Private


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m examples.neo4j.server", description="A local Neo4j Community server, without Docker.")
    parser.add_argument("verb", choices=["start", "stop", "status"])
    parser.add_argument("--version", default="5.26", help=f"{' or '.join(VERSIONS)}, or a full version (5.26)")
    parser.add_argument("--port", type=int, help="of Bolt, on this machine only (7687; 7688 for 2026)")
    parser.add_argument("--home", type=Path, help=f"the folder of its data and settings ({HOMES}/VERSION)")
    return parser


def _start(given: argparse.Namespace) -> int:
    home: Path = given.home
    server = last_started(home)
    if server is None or not server.is_running():
        version = full_version(given.version)
        java_for(version)  # says what is missing before a password is made
        fetching = "" if (cache_folder() / version).exists() else " Maven fetches 150 MB before, this once."
        _say(f"Neo4j {version} starts in {home}. This takes about 15 seconds.{fetching}")
        jars_of(version)
        server = start(version, home, given.port, _password(home), tied=False)
    return _show(server, home)


def _stop(given: argparse.Namespace) -> int:
    server = last_started(given.home)
    if server is None or not server.is_running():
        _say(f"No server runs in {given.home}.")
        return 0
    server.stop()
    _say(f"The server in {given.home} has ended. Its data is kept there.")
    return 0


def _status(given: argparse.Namespace) -> int:
    server = last_started(given.home)
    if server is None or not server.is_running():
        _say(f"No server runs in {given.home}.")
        return 1
    return _show(server, given.home)


def _show(server: Server, home: Path) -> int:
    _say(f"Neo4j {server.version} runs in {home} as process {server.pid}.")
    _say("To use it, export these, or write them into .env without the word export:")
    variables = {"NEO4J_URI": server.url, "NEO4J_USERNAME": server.username}
    if _given_password():
        _say("NEO4J_PASSWORD is set already.")
    elif _stored(home).exists():
        variables["NEO4J_PASSWORD"] = _stored(home).read_text(encoding="utf-8").strip()
    for name, value in variables.items():
        sys.stdout.write(f"export {name}={shlex.quote(value)}\n")
    return 0


def _password(home: Path) -> str:
    """Return the password of NEO4J_PASSWORD, else the stored one, else for a new home one that is made and stored."""
    if password := _given_password():
        return password
    stored = _stored(home)
    if not stored.exists():
        if (home / "data").exists():
            raise ServerError(f"The server in {home} was given its password by NEO4J_PASSWORD. Set it again.")
        home.mkdir(parents=True, exist_ok=True)
        stored.touch(mode=0o600)
        stored.write_text(secrets.token_urlsafe(12) + "\n", encoding="utf-8")
    return stored.read_text(encoding="utf-8").strip()


def _given_password() -> str | None:
    """Return NEO4J_PASSWORD as cckg finds it: in the environment, else in .env."""
    from cckg.core.errors import SettingsError
    from cckg.settings import variables

    try:
        return variables().get("NEO4J_PASSWORD")
    except SettingsError as error:
        raise ServerError(str(error)) from error


def _stored(home: Path) -> Path:
    return home / "password"


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
