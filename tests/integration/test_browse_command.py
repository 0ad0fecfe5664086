"""`cckg browse` on a real terminal: when it opens a web browser, and when it does not."""

import shlex
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commandline import PATIENCE_S, spawned, terminal

HOST = "127.0.0.74"  # of this machine only, and nobody else's: the Browser's port is free there


@pytest.fixture
def browser() -> Iterator[None]:
    """Something that answers where Neo4j Browser usually is."""
    with socket.create_server((HOST, 7474)):
        yield


def opened(folder: Path, *options: str, within_s: float) -> tuple[str, str]:
    """Return what the command prints on a terminal, and the address that the web browser is given within so many seconds."""
    file, script = folder / "opened", folder / "web-browser"
    script.write_text(
        f'#!/bin/sh\nprintf %s "$1" > {shlex.quote(str(file))}.part && mv {shlex.quote(str(file))}.part {shlex.quote(str(file))}\n'
    )
    script.chmod(0o755)
    arguments = ["browse", "--store", f"neo4j://{HOST}", *options]
    with terminal(arguments, cwd=folder, columns=60, BROWSER=f"{script} %s &") as shell:
        status, printed = shell.rest()
    assert status == 0, printed
    until = time.monotonic() + within_s
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.02)
    return printed, file.read_text() if file.exists() else ""


@pytest.mark.usefixtures("browser")
def test_the_address_is_opened_on_a_terminal(tmp_path: Path) -> None:
    printed, address = opened(tmp_path, within_s=PATIENCE_S)
    assert address.startswith(f"http://{HOST}:7474/browser/?dbms=neo4j://{HOST}:7687&")
    assert address in printed  # in one piece, however narrow the terminal is
    assert (tmp_path / ".cckg" / "browser" / "why.cypher").exists()


@pytest.mark.usefixtures("browser")
def test_no_open_only_says_the_address(tmp_path: Path) -> None:
    printed, address = opened(tmp_path, "--no-open", within_s=1)
    assert f"http://{HOST}:7474/browser/" in printed
    assert address == ""


def test_an_address_where_nothing_answers_is_said_and_not_opened(tmp_path: Path) -> None:
    printed, address = opened(tmp_path, within_s=1)
    assert "Nothing answers there." in printed
    assert address == ""


@pytest.mark.usefixtures("browser")
def test_nothing_is_opened_where_nobody_sits_at_a_terminal(tmp_path: Path) -> None:
    ended = spawned(["browse", "--store", f"neo4j://{HOST}"], cwd=tmp_path, BROWSER="sh -c 'echo %s > opened' &")
    assert (ended.status, ended.err) == (0, "")
    assert f"\nhttp://{HOST}:7474/browser/" in ended.out
    assert not (tmp_path / "opened").exists()
