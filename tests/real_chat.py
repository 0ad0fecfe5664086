"""A real chat model for tests: a server on the smallest one, started when the first test asks and ended with the run.

Where it cannot be had the tests are skipped, and the end of the run says so; with CCKG_TEST_CHAT=required they fail instead.
"""

import shutil
import tempfile
from pathlib import Path

from cckg.models.weights import SMOLLM2
from examples.chat.server import Server, start
from examples.processes import ServerError, free_port
from tests.servers import do_without

MODEL = SMOLLM2.name
SKIPPED = "No chat model: "
"""How the reason begins where a test was skipped for want of a model."""


def chat_server() -> Server:
    """Return the server that all tests of this run share; skip or fail the test if there is none."""
    if not _outcomes:
        home = Path(tempfile.mkdtemp(prefix="cckg-chat-"))
        try:
            _outcomes.append(start(MODEL, home, free_port()))
        except ServerError as error:
            shutil.rmtree(home)
            _outcomes.append(error)
    outcome = _outcomes[0]
    if isinstance(outcome, ServerError):
        do_without(f"{SKIPPED}{outcome}", unless="CCKG_TEST_CHAT")
    return outcome


def end_chat_server() -> None:
    """End the server, if one was started."""
    for outcome in _outcomes:
        if isinstance(outcome, Server):
            outcome.kill()
            shutil.rmtree(outcome.home)
    _outcomes.clear()


# Private

_outcomes: list[Server | ServerError] = []
