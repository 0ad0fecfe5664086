"""The command line for tests: a small corpus, a process of its own, and a real terminal of a chosen width."""

import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

import pytest
from rich.cells import cell_len

from cckg.terminal.cli.main import run

CORPUS = {
    "storm.txt": "The storm at the harbour\n\nThe storm caused the flood. The flood led to the power cut. "
    "The power cut caused the loss of the vaccines. The thieves did not cause the loss of the vaccines.\n",
    "night.md": "# Night shift\n\nThe flood led to the power cut. A broken generator may have caused the power cut.\n",
    "rows.jsonl": '{"id": "r1", "title": "Row one", "text": "The drought led to the crop failure."}\n',
    "hostile.txt": "Hostile [bold red]markup[/]\n\nThe [link=x]\x1b[31mred\x1b[0m alarm caused the panic.\n",
    "skipped.xyz": "not of a kind that is read",
}


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str


def spawned(arguments: Sequence[str], *, cwd: Path, stdin: bytes = b"", **environ: str) -> Ended:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "cckg", *arguments], cwd=cwd, input=stdin, capture_output=True, env={**os.environ, **environ}, check=False
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def called(arguments: Sequence[str], *, cwd: Path, stdin: bytes = b"", **environ: str) -> Ended:
    """Run a command in this process, where models and packages are loaded already; its streams and its environment are its own."""
    written = {"stdin": io.BytesIO(stdin), "stdout": io.BytesIO(), "stderr": io.BytesIO()}
    streams = {name: io.TextIOWrapper(buffer, encoding="utf-8", errors="replace") for name, buffer in written.items()}
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(cwd)
        for name, value in environ.items():
            patched.setenv(name, value)
        for name, stream in streams.items():
            patched.setattr(sys, name, stream)
        status = run(arguments)
    for name in ("stdout", "stderr"):
        streams[name].flush()
    return Ended(status, written["stdout"].getvalue().decode(), written["stderr"].getvalue().decode())


_STEERING = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>78()][B0]?)")


Cckg = Callable[..., Ended]
"""Runs a command in this process: `cckg(*arguments, stdin=…)`."""


PATIENCE_S = 60.0
"""How long a program on a terminal may be silent."""


HAND_S = 0.2
"""How long a hand takes."""


class Terminal:
    """The other side of a pty: types, and reads what the program writes."""

    def __init__(self, fd: int, process: "subprocess.Popen[bytes]") -> None:
        self._fd = fd
        self._process = process
        self._read = ""

    def type(self, keys: str) -> None:
        """Press keys, no sooner than a hand could: an interrupt between a prompt and the wait for its answer is not seen until the next."""
        time.sleep(HAND_S)
        os.write(self._fd, keys.encode())

    def read_until(self, text: str) -> str:
        """Return what was written since the last call, up to this text; fail if the program ends without it."""
        while text not in self._read:
            piece = self._piece()
            assert piece, f"{text!r} was not written, but {self._read!r}"
            self._read += piece
        seen, self._read = self._read.split(text, 1)
        return seen + text

    def rest(self) -> tuple[int, str]:
        """Return the exit status and what was written since the last call."""
        while piece := self._piece():
            self._read += piece
        return self._process.wait(timeout=PATIENCE_S), self._read

    def _piece(self) -> str:
        ready, _, _ = select.select([self._fd], [], [], PATIENCE_S)
        assert ready, f"nothing more was written than {self._read!r}"
        try:
            return os.read(self._fd, 65536).decode(errors="replace")
        except OSError:  # Linux says EIO when the program has ended
            return ""


@contextmanager
def terminal(arguments: Sequence[str], *, cwd: Path, columns: int, **environ: str) -> Iterator[Terminal]:
    """Run `cckg` on a terminal so many columns wide."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR", "TERM")}
    process = subprocess.Popen(
        [sys.executable, "-c", _ON_TERMINAL, *arguments],
        cwd=cwd,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**inherited, "TERM": "xterm-256color", **environ},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def widest(output: str) -> int:
    """Return the cells of the longest line, steering left out; what a carriage return overwrites counts as a line of its own."""
    return max(cell_len(line) for line in re.split(r"[\r\n]+", _STEERING.sub("", output)))


_ON_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C reaches who owns the terminal
sys.argv[0] = "cckg"
from cckg.terminal import main
main()
"""
