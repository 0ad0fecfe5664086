"""`python -m examples.chat.server start|stop|status`: a chat model on this machine, which runs on after the command ends.

What to export goes to stdout, all else to stderr, so that `eval "$(python -m examples.chat.server start)"` does it at once.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from cckg.models import CHAT_MODELS
from examples.chat.server import CONTEXT, SLOTS, Server, last_started, start
from examples.processes import ServerError

HOMES = Path(".cckg/chat")
PORT = 8090


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; return the exit status."""
    given = _parser().parse_args(arguments)
    given.home = given.home or HOMES / Path(given.model).name
    try:
        return {"start": _start, "stop": _stop, "status": _status}[given.verb](given)
    except ServerError as error:
        _say(str(error))
        return 1


# Private


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m examples.chat.server", description="A chat model on this machine, without Ollama.")
    parser.add_argument("verb", choices=["start", "stop", "status"])
    parser.add_argument("--model", default=CHAT_MODELS[0], help=f"{', '.join(CHAT_MODELS)}, or a GGUF file ({CHAT_MODELS[0]})")
    parser.add_argument("--port", type=int, default=PORT, help=f"on this machine only ({PORT})")
    parser.add_argument("--home", type=Path, help=f"the folder of its log ({HOMES}/MODEL)")
    parser.add_argument("--slots", type=int, default=SLOTS, help=f"calls that are answered at once ({SLOTS})")
    parser.add_argument("--context", type=int, default=CONTEXT, help=f"tokens of prompt and reply together in one call ({CONTEXT})")
    return parser


def _start(given: argparse.Namespace) -> int:
    server = last_started(given.home)
    if server is None or not server.is_running():
        _say(f"{given.model} starts in {given.home}. The first time, its weights are fetched before.")
        server = start(given.model, given.home, given.port, slots=given.slots, context=given.context, tied=False)
    return _show(server)


def _stop(given: argparse.Namespace) -> int:
    server = last_started(given.home)
    if server is None or not server.is_running():
        _say(f"No server runs in {given.home}.")
        return 0
    server.stop()
    _say(f"The server in {given.home} has ended.")
    return 0


def _status(given: argparse.Namespace) -> int:
    server = last_started(given.home)
    if server is None or not server.is_running():
        _say(f"No server runs in {given.home}.")
        return 1
    return _show(server)


def _show(server: Server) -> int:
    _say(f"{server.model} runs as process {server.pid}. To let it play all roles of cckg, export these:")
    for name, value in server.variables.items():
        sys.stdout.write(f"export {name}={shlex.quote(value)}\n")
    return 0


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
