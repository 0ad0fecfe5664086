"""Corpora that are ingested once, a small one and those of the demo, and the command line run over the small one."""

import io
import os
import sys
from collections.abc import Callable, Sequence
from fcntl import LOCK_EX, flock
from functools import partial
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings
from cckg.terminal.cli.main import run
from tests.commandline import CORPUS, Cckg, Ended, called


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the corpus and its graph under .cckg/graph.db."""
    folder = tmp_path_factory.mktemp("corpus")
    for name, text in CORPUS.items():
        (folder / name).write_text(text, encoding="utf-8")
    ended = called(["ingest", "."], cwd=folder)
    assert ended.status == 0, ended.err
    return folder


DEMO = Path(__file__).parents[2] / "examples" / "corpus"
FORGOTTEN = "silver_bridge.md"
PART = (
    "columbia_foam.md",
    "lehman_aig.md",
    "money_market_run.txt",
    "shuttle_grounding.txt",
    "shuttle_retirement.md",
    FORGOTTEN,
    "subprime_mortgages.txt",
    "tacoma_narrows.txt",
)
"""Four stories of the demo corpus, two of them told by several documents; the whole takes several times as long to read."""


def read_and_changed(app: CausalRAG, *, names: Sequence[str] = PART) -> None:
    """Read documents of the demo corpus, one of them twice: the graph is what a life of changes leaves."""
    paths = [DEMO / name for name in names]
    assert app.ingest(paths).failed == 0
    app.forget(next(document.id for document in app.documents() if document.uri.endswith(FORGOTTEN)))
    app.ingest(paths)


SMALL_READER = {"identity": "small"}
"""Models for what is alike whoever decides which mentions are one event: the small reader does, in a fifth of the time."""


def read_once(factory: pytest.TempPathFactory, name: str, read: Callable[[CausalRAG], object], **chosen: object) -> Path:
    """Return a SQLite file with a graph, for tests to copy: it is read once a run, whatever the number of processes."""
    base = factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    graph = folder / f"{name}.db"
    with (folder / f"{name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not graph.exists():
            with open_app(load_settings(store=str(folder / f"reading_{name}.db"), **chosen), create=True) as app:
                read(app)
            (folder / f"reading_{name}.db").rename(graph)
    return graph


@pytest.fixture(scope="session")
def demo_graph(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the graph of a part of the demo corpus, or, where the parameter says so, of the whole."""
    if getattr(request, "param", "part") == "part":
        return read_once(tmp_path_factory, "part", read_and_changed, models=SMALL_READER)
    whole = sorted(file.name for file in DEMO.iterdir())
    return read_once(tmp_path_factory, "whole", partial(read_and_changed, names=whole), models=SMALL_READER)


@pytest.fixture
def cckg(corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cckg:
    """Run a command in this process, in the folder of the corpus; `stdin` is what is piped in."""
    monkeypatch.chdir(corpus)

    def command(*arguments: str, stdin: str | bytes = b"") -> Ended:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = run(arguments)
        return Ended(status, *capsys.readouterr())

    return command
