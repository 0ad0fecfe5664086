"""Two corpora that are ingested once, a small one and that of the demo, and the command line run over the small one."""

import io
import os
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings
from cckg.terminal.cli.main import run
from tests.commandline import CORPUS, Cckg, Ended, spawned


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the corpus and its graph under .cckg/graph.db."""
    folder = tmp_path_factory.mktemp("corpus")
    for name, text in CORPUS.items():
        (folder / name).write_text(text, encoding="utf-8")
    ended = spawned(["ingest", "."], cwd=folder)
    assert ended.status == 0, ended.err
    return folder


DEMO = Path(__file__).parents[2] / "examples" / "corpus"
FORGOTTEN = "silver_bridge.md"


def read_and_changed(app: CausalRAG) -> None:
    """Read the demo corpus, one document of it twice: the graph is what a life of changes leaves."""
    assert app.ingest([DEMO]).failed == 0
    app.forget(next(document.id for document in app.documents() if document.uri.endswith(FORGOTTEN)))
    app.ingest([DEMO])


@pytest.fixture(scope="session")
def demo_graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the graph of the demo corpus, for tests to copy: it is read once a run, whatever the number of processes."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    graph = folder / "demo.db"
    with (folder / "demo.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not graph.exists():
            with open_app(load_settings(store=str(folder / "reading.db")), create=True) as app:
                read_and_changed(app)
            (folder / "reading.db").rename(graph)
    return graph


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
