"""What tests of every folder share."""

import os

import pytest

from cckg.models.base import Embedder, Tagger
from cckg.models.encoders import open_embedder
from cckg.models.readers import open_reader
from cckg.settings import DEFAULT_EMBEDDING
from tests import real_chat, servers


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The encoder that users get by default; fetched once into the user's cache folder."""
    return open_embedder(DEFAULT_EMBEDDING, folder=None, offline=False, threads=0)


@pytest.fixture(scope="session")
def tagger() -> Tagger:
    """The reader of questions."""
    return open_reader("questions", folder=None, offline=False, threads=0)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the developer's own Neo4j, which only tests.servers knows from here on, and chat models from the tests."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        return  # this process only hands tests out; those that run them begin with its environment
    for name in (*servers.VARIABLES, "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        os.environ.pop(name, None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep in one process what shares a server, and else what shares a module's fixtures; see `--dist loadgroup` of pytest-xdist."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_group(item)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that tests against Neo4j or a real chat model were skipped."""
    reasons = [report.longrepr[2] for report in terminalreporter.getreports("skipped")]
    for line in servers.summary(reasons) + servers.summary(reasons, skipped=real_chat.SKIPPED, of="a real chat model"):
        terminalreporter.write_line(line, red=True, bold=True)


def pytest_unconfigure() -> None:
    """End the servers, also where the run was interrupted."""
    servers.end_all()
    real_chat.end_chat_server()


# Private


def _group(item: pytest.Item) -> str:
    module = item.getparent(pytest.Module)
    known = vars(module.obj) if module else {}
    if "neo4j" in item.nodeid or {"neo4j_server", "own_server"} & known.keys():
        return "neo4j"
    return "chat" if "chat_server" in known else str(item.path)
