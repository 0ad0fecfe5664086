"""`cckg` as processes that are watched, killed, short of rights or short of disk; and what their store holds afterwards."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tests.commandline import PATIENCE_S, Ended, called

STORE = Path(".cckg") / "graph.db"

_POLL_S = 0.002
_LIMITED = """
import ctypes, os, resource, sys
bytes_at_most = int(sys.argv[1])
if bytes_at_most:
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_at_most, bytes_at_most))
elif os.geteuid() == 0:
    for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: without them root is bound by file modes as others are
        if ctypes.CDLL(None).prctl(24, right, 0, 0, 0):
            sys.exit("these rights cannot be given up here")
os.execv(sys.executable, [sys.executable, "-m", "cckg", *sys.argv[2:]])
"""


def write_corpus(folder: Path, *, documents: int) -> None:
    """Write small documents that share an event, worded with a capital first in every other one: its wordings have an order to keep."""
    for number in range(documents):
        sentences = [
            f"The gale at pier {number} caused the loss of crane {number}.",
            f"The loss of crane {number} led to the closure of the port.",
            f"The closure of the port caused the strike of week {number}.",
        ]
        text = " ".join(sentences if number % 2 else reversed(sentences))
        (folder / f"{number:02}.txt").write_text(f"Report {number}\n\n{text}\n", encoding="utf-8")


def exported(folder: Path, *options: str) -> dict[str, list[dict[str, object]]]:
    """Return the graph as `cckg export --format json` writes it."""
    ended = called(["export", "--format", "json", *options], cwd=folder)
    assert ended.status == 0, ended.err
    graph: dict[str, list[dict[str, object]]] = json.loads(ended.out)
    return graph


def assert_store_is_whole(folder: Path, *, documents: int) -> None:
    """Assert that the store holds so many documents and that neither `stats` nor `doctor` finds fault with it."""
    stats = called(["stats", "--json"], cwd=folder)
    assert stats.status == 0, stats.err
    assert json.loads(stats.out)["documents"] == documents
    checks = {check["name"]: check["state"] for check in json.loads(called(["doctor", "--json"], cwd=folder).out)["checks"]}
    assert (checks["store"], checks["fingerprint"]) == ("ok", "ok")


def assert_one_line(ended: Ended, *, said: str, status: int = 1) -> None:
    """Assert that a command failed with one sentence on stderr, nothing on stdout, and this status."""
    assert (ended.status, ended.out) == (status, ""), ended
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err


def stored_documents(store: Path) -> int:
    """Return how many documents a store holds, 0 where it is not there yet; it may be written meanwhile."""
    if not store.exists():
        return 0
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
        try:
            return int(database.execute("SELECT count(*) FROM document").fetchone()[0])
        except sqlite3.OperationalError:  # its tables are just being made
            return 0


@contextmanager
def running(arguments: Sequence[str], *, cwd: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a command in the background; it is gone when the context is left."""
    command = [sys.executable, "-m", "cckg", *arguments]
    with subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def stopped(arguments: Sequence[str], *, cwd: Path, store: Path, at: int, after_s: float, how: signal.Signals) -> Ended:
    """Run a command, and send it a signal so many seconds after its store holds `at` documents."""
    with running(arguments, cwd=cwd) as process:
        while stored_documents(store) < at and not _ended(process, within_s=_POLL_S):
            pass
        if not _ended(process, within_s=after_s):
            process.send_signal(how)
        out, err = process.communicate(timeout=PATIENCE_S)
    return Ended(process.returncode, out.decode(), err.decode())


def spawned_with_less(arguments: Sequence[str], *, cwd: Path, bytes_at_most: int = 0) -> Ended:
    """Run a command that can write no file larger than so many bytes, or, without a number, that has no rights beyond the files' modes."""
    command = [sys.executable, "-c", _LIMITED, str(bytes_at_most), *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=os.environ)
    return Ended(done.returncode, done.stdout, done.stderr)


# Private


def _ended(process: "subprocess.Popen[bytes]", *, within_s: float) -> bool:
    try:
        process.wait(timeout=within_s)
    except subprocess.TimeoutExpired:
        return False
    return True
