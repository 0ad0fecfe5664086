"""A small corpus that is ingested once, and the command line run over it."""

import io
import sys
from pathlib import Path

import pytest

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
