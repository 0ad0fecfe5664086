"""Servers as processes of this machine: known by their ids, ended in good order or by force. Which servers is left to others.

Only the standard library is used.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

STOP_S = 60.0
"""How long a server may take to end in good order."""
POLL_S = 0.1
"""The time between two looks at a server that starts or ends."""


class ServerError(Exception):
    """No server can be had here; the message says why and what to do next."""


class ServerProcess:
    """What all servers share. `program` and `home` are words of the process's command line, by which it is known again."""

    program: Path
    home: Path
    pid: int
    process: "subprocess.Popen[bytes] | None"

    def is_running(self) -> bool:
        """Tell whether the process is alive; one that is no child of ours might be another program that was given the same number."""
        if self.process:
            return self.process.poll() is None
        words = _command_line(self.pid)
        return str(self.program) in words and str(self.home) in words

    def kill(self) -> None:
        """End the server as a power cut would (-9)."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the server in good order, or by force where that takes longer than a minute."""
        self._end(signal.SIGTERM)

    def _end(self, first: signal.Signals) -> None:
        for number in (first, signal.SIGKILL):
            if self.is_running():
                os.kill(self.pid, number)
            if _until(lambda: not self.is_running(), seconds=STOP_S):
                return


def free_port() -> int:
    """Return a port of 127.0.0.1 that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def listens(port: int) -> bool:
    """Tell whether something listens on a port of 127.0.0.1."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


# Private


def _command_line(pid: int) -> list[str]:
    """Return the words of a process; none if there is no such process, or if it ended and only its parent does not know yet."""
    if not pid:
        return []
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
        except (FileNotFoundError, ProcessLookupError):
            return []
    command = ["ps", "-o", "command=", "-p", str(pid)]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return listed.stdout.split()


def _until(reached: Callable[[], bool], *, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True
