"""What tests of every folder share."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from cckg import models
from cckg.core.trace import Progress
from cckg.models import Embedder, Tagger
from cckg.models.encoders import RememberingEmbedder
from cckg.settings import DEFAULT_EMBEDDING
from tests import real_chat, servers

QUICK = (
    "tests/unit/",
    "tests/stores/",
    "tests/integration/test_app.py",
    "tests/integration/test_encoders.py",
    "tests/integration/test_main_job.py",
)
"""Where the tests stand that `make test` runs, those apart that ask a server."""

SERVED = (servers.NEWER, "chat", servers.VERSIONS[0])
"""Groups of tests that share a server, the longest first; where a file uses servers, those tests that name none are in the first."""

settings.register_profile("untimed", deadline=None)  # how long an example takes is measured in benchmarks, not here
settings.load_profile("untimed")


@pytest.fixture(scope="session", autouse=True)
def _models_are_opened_once() -> Iterator[None]:
    """Open each encoder and each reader once a process, and let it read each text once, however many apps of the tests ask for it."""
    opened: dict[tuple[object, ...], Any] = {}

    def once(opening: Callable[..., Any], remembering: Callable[[Any], Any]) -> Callable[..., Any]:
        def found(*names: str, folder: Path | None, offline: bool, threads: int, **told: Progress | None) -> Any:
            place = folder.resolve() if folder else None
            key = (opening, names, place, offline, threads, os.environ.get("XDG_CACHE_HOME"), os.environ.get("HOME"))
            if key not in opened:
                opened[key] = remembering(opening(*names, folder=folder, offline=offline, threads=threads, **told))
            return opened[key]

        return found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(models, "open_embedder", once(models.open_embedder, RememberingEmbedder))
        patched.setattr(models, "open_mention_encoder", once(models.open_mention_encoder, lambda encoder: encoder))
        patched.setattr(models, "open_reader", once(models.open_reader, _remembering))
        yield


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The encoder that users get by default; fetched once into the user's cache folder."""
    return models.open_embedder(DEFAULT_EMBEDDING, folder=None, offline=False, threads=0)


@pytest.fixture(scope="session")
def tagger() -> Tagger:
    """The reader of questions."""
    return models.open_reader("questions", folder=None, offline=False, threads=0)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the developer's own Neo4j, which only tests.servers knows from here on, and chat models from the tests."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        return  # this process only hands tests out; those that run them begin with its environment
    for name in (*servers.VARIABLES, "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        os.environ.pop(name, None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark what checks the tree, which `make check` runs, and what `make test` leaves to `make test-all`."""
    for item in items:
        file = item.nodeid.partition("::")[0]
        if file.count("/") == 1:
            item.add_marker(pytest.mark.check)
        elif _group(item.nodeid) != file or not file.startswith(QUICK):
            item.add_marker(pytest.mark.full)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Keep in one process what shares a server, and else what shares a module's fixtures, where tests run two at a time.

    The groups with servers begin, for they take longest: what is short is left to whoever is done first.
    """
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    class Groups(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return _group(nodeid)

        def _assign_work_unit(self, node: object) -> None:
            for group in reversed([group for group in SERVED if group in self.workqueue]):
                self.workqueue.move_to_end(group, last=False)
            super()._assign_work_unit(node)

    return Groups(config, log)


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


def _remembering(reader: models.Reader) -> models.Reader:
    """Let a reader read each text, or pair, once."""
    for name in ("tag", "read", "rate"):
        setattr(reader, name, _once_a_text(getattr(reader, name)))
    return reader


def _once_a_text(reading: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[object, Any] = {}

    def read(texts: Sequence[Any], **told: Any) -> Any:
        keys = [(text if isinstance(text, str) else tuple(text), *told.values()) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        given = reading(list(new.values()), **told)
        known.update(zip(new, given, strict=True))
        found = [known[key] for key in keys]
        return np.stack(found) if found and isinstance(given, np.ndarray) else found or given

    return read


_SERVERS = re.compile(r"\b(?:neo4j_server|chat_server)\b")


def _group(nodeid: str) -> str:
    file = nodeid.partition("::")[0]
    version = next((version for version in servers.VERSIONS if version in nodeid), servers.NEWER)
    needed = set(_SERVERS.findall(_text(file)))
    return "chat" if "chat_server" in needed else version if needed or f"neo4j-{version}" in nodeid else file


@cache
def _text(file: str) -> str:
    return (Path(__file__).parents[1] / file).read_text(encoding="utf-8")
