"""Starts and ends chat models on this machine: `start` for programs, `python -m examples.chat.server` for people.

A server speaks OpenAI's protocol, holds replies to a JSON schema, and listens on 127.0.0.1 alone; it runs in a process of its own
(`examples.chat.serving`). Weights come from where `cckg.models.weights` finds them. What people type is left to `examples.chat.command`.
"""

import importlib.util
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from cckg.core.errors import WeightsError
from cckg.core.trace import Progress
from cckg.models import CHAT_MODELS, find_weights
from cckg.models.weights import PINS
from examples.processes import POLL_S, ServerError, ServerProcess, listens

SLOTS = 4
"""Calls that are answered at once; more of them wait."""
CONTEXT = 8192
"""Tokens of prompt and reply together in one call: more than cckg's longest prompts and replies, and all that the smaller model can."""
READY_S = 180.0
"""How long a server may take until it answers."""


@dataclass(eq=False)
class Server(ServerProcess):
    """A server that was started, running or not."""

    program: ClassVar[Path] = Path(__file__).with_name("serving.py")

    model: str
    home: Path
    port: int
    pid: int = 0
    process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Return the address under which OpenAI's protocol is spoken: cckg's setting `chat.openai_url`."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def variables(self) -> dict[str, str]:
        """Return what to set in the environment so that the model plays all of cckg's roles."""
        return {"CCKG_ROLES__ALL": f"openai:{self.model}", "CCKG_CHAT__OPENAI_URL": self.url}

    def metrics(self) -> dict[str, float]:
        """Return the server's own counts by name, such as `llamacpp:tokens_predicted_total`."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=60) as reply:
            lines = [line.rsplit(" ", 1) for line in reply.read().decode().splitlines() if line and not line.startswith("#")]
        return {name: float(value) for name, value in lines}


def start(
    model: str,
    home: Path,
    port: int,
    *,
    slots: int = SLOTS,
    context: int = CONTEXT,
    tied: bool = True,
    progress: Progress | None = None,
) -> Server:
    """Start a server and wait until it answers.

    Args:
        model: one of `CHAT_MODELS`, or the path of a GGUF file, whose name without ".gguf" is the model's name then.
        home: the server's folder, for its log; made if it is missing.
        port: on 127.0.0.1; `free_port()` finds one.
        slots: calls that are answered at once.
        context: tokens of prompt and reply together in one call.
        tied: whether the server ends with this process, however this process ends.
        progress: is told of a download of weights.

    Raises:
        ServerError: where it cannot be started; the message says why.
    """
    if importlib.util.find_spec("xllamacpp") is None:
        raise ServerError("A chat server needs the package xllamacpp. Install it where cckg is: `pip install 'cckg[local-chat]'`.")
    if listens(port):
        raise ServerError(f"Something else listens on port {port} already. End it, or choose another port.")
    weights = _weights(model, progress)
    server = Server(weights.stem if weights == Path(model) else model, home.resolve(), port)
    _launch(server, weights, slots=slots, context=context, tied=tied)
    try:
        _wait_until_ready(server)
    except BaseException:
        server.kill()
        raise
    return server


def last_started(home: Path) -> Server | None:
    """Return the server that was last started on this home, running or not; None where none ever was."""
    try:
        known = json.loads((home / _LAST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return Server(known["model"], home.resolve(), known["port"], pid=known["pid"])


# Private

_LOG = "server.log"
_LAST = "server.json"


def _launch(server: Server, weights: Path, *, slots: int, context: int, tied: bool) -> None:
    server.home.mkdir(parents=True, exist_ok=True)
    numbers = {"--port": server.port, "--slots": slots, "--context": context, "--threads": _processors()}
    command = [sys.executable, "-P", str(server.program), str(server.home), "--weights", str(weights), "--name", server.model]
    command += [word for name, number in numbers.items() for word in (name, str(number))]
    command += ["--tied"] if tied else []
    with (server.home / _LOG).open("wb") as log:
        server.process = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE if tied else subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, "OMP_WAIT_POLICY": "passive"},  # waiting threads leave the processor to others
        )
    server.pid = server.process.pid
    (server.home / _LAST).write_text(json.dumps({"model": server.model, "port": server.port, "pid": server.pid}) + "\n", encoding="utf-8")


def _weights(model: str, progress: Progress | None) -> Path:
    """Return the GGUF file of a model."""
    if model.endswith(".gguf"):
        if not Path(model).is_file():
            raise ServerError(f"There is no file {model}. Name a GGUF file, or one of: {', '.join(CHAT_MODELS)}.")
        return Path(model)
    if model not in CHAT_MODELS:
        raise ServerError(f"The chat model {model!r} is not known. Name a GGUF file, or one of: {', '.join(CHAT_MODELS)}.")
    try:
        return find_weights(model, progress=progress) / PINS[model].files[0].name
    except WeightsError as error:
        raise ServerError(str(error)) from error


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _wait_until_ready(server: Server) -> None:
    deadline = time.monotonic() + READY_S
    while time.monotonic() < deadline:
        if not server.is_running():
            raise ServerError(f"The server of {server.model} ended while it started. {_last_words(server.home / _LOG)}")
        if _is_healthy(server):
            return
        time.sleep(POLL_S)
    raise ServerError(f"{server.model} did not answer within {READY_S:g} seconds; its log is {server.home / _LOG}.")


def _is_healthy(server: Server) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health", timeout=10) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):  # it does not listen yet, or loads the model
        return False


def _last_words(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return f"{lines[-1] if lines else 'It gave no reason.'} Its log is {log}."


if __name__ == "__main__":
    from examples.chat.command import main

    sys.exit(main(sys.argv[1:]))
