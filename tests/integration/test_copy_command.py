"""`cckg copy` over a real graph: its report, its JSON, and the sentence for whatever stands in its way."""

import io
import json
import re
import signal
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from cckg.stores import CopyReport, Stats, open_store
from cckg.terminal.cli.copy import copy_view
from tests.builders import FINGERPRINT, graph_update
from tests.commandline import Cckg
from tests.processes import stopped

QUESTIONS = ["What caused the loss of the vaccines?", "Would the power cut have happened without the storm?", "What does the storm mean?"]


@pytest.fixture
def target(tmp_path: Path) -> str:
    return str(tmp_path / "folder" / "copy.db")


def test_the_report_says_what_was_copied_and_that_it_was_verified(cckg: Cckg, target: str) -> None:
    ended = cckg("copy", "--to", target)
    assert (ended.status, ended.err) == (0, "")
    said = " ".join(ended.out.split())
    assert "documents 4 copied, 0 unchanged" in said
    assert re.search(r"verified both stores hold the same: sha256 [0-9a-f]{64}", said)
    assert "0 copied, 4 unchanged" in cckg("copy", "--to", target).out


def test_the_json_has_the_counts_of_both_stores(cckg: Cckg, target: str) -> None:
    told = json.loads(cckg("copy", "--json", "--to", target).out)
    counted = json.loads(cckg("stats", "--store", target, "--json").out)
    assert told.pop("documents") == {"copied": 4, "unchanged": 0, "failed": 0}
    assert len(told.pop("hash")) == 64
    assert told.pop("seconds") > 0
    assert told == {name: counted[name] for name in ("chunks", "claims", "events", "edges", "merged_wordings")}
    assert counted == json.loads(cckg("stats", "--json").out)


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_the_report_fits_the_terminal(width: int) -> None:
    stats = Stats(1000, 3, 2000, 30000, 10000, 29999, {"asserted": 30000}, {"occurrence": 10000}, 12, 5000)
    console = Console(file=io.StringIO(), width=width)
    console.print(copy_view(CopyReport(900, 100, stats, "0123456789abcdef" * 4, 12.34)))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= width
    assert "0123456789abcdef" * 4 in "".join("".join(line[11:].split()) for line in lines)


def test_a_copy_gives_the_same_answers_and_exports(cckg: Cckg, target: str) -> None:
    cckg("copy", "--to", target)
    for question in QUESTIONS:
        answers = [json.loads(cckg("ask", question, "--json", *store).out) for store in ([], ["--store", target])]
        for answer in answers:
            answer.pop("trace")
        assert answers[0] == answers[1]
    assert cckg("export", "--format", "json").out == cckg("export", "--format", "json", "--store", target).out


def test_a_copy_is_read_on_as_if_it_were_the_first_store(cckg: Cckg, target: str) -> None:
    cckg("copy", "--to", target)
    told = json.loads(cckg("ingest", ".", "--store", target, "--json").out)
    assert told["documents"] == {"added": 0, "updated": 0, "unchanged": 4, "failed": 0}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--to", ".cckg/graph.db"], "is the store that is copied. Name another one"),
        (["--to", "./.cckg/../.cckg/graph.db"], "is the store that is copied. Name another one"),
        (["--to", "sqlite:.cckg/graph.db"], "is the store that is copied. Name another one"),
        (["--to", ":memory:"], "would end with this command. Name a file"),
        (["--to", "sqlite::memory:"], "would end with this command. Name a file"),
        (["--to", "postgres://host"], "unknown kind, 'postgres'"),
        (["--to", ""], "no usable path"),
        (["--to", "storm.txt"], "storm.txt is not a SQLite database"),
        (["--to", "."], ". is a folder"),
        (["--to", "none.db", "--store", "missing.db"], "There is no graph at missing.db yet"),
    ],
)
def test_what_stands_in_the_way_is_one_line(cckg: Cckg, corpus: Path, arguments: list[str], said: str) -> None:
    before = sorted(path.name for path in corpus.iterdir())
    ended = cckg("copy", *arguments)
    assert (ended.status, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert said in ended.err
    assert sorted(path.name for path in corpus.iterdir()) == before


def test_a_target_must_be_named(cckg: Cckg) -> None:
    ended = cckg("copy")
    assert (ended.status, ended.out) == (2, "")
    assert "--to" in ended.err


def test_a_copy_that_is_stopped_says_how_to_go_on(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "graph.db"))
    store.bind(FINGERPRINT)
    for number in range(300):
        store.write_document(graph_update("a -> b", document=f"d{number}"))
    store.close()
    command = ["copy", "--store", "graph.db", "--to", "copy.db"]
    ended = stopped(command, cwd=tmp_path, store=tmp_path / "copy.db", at=1, after_s=0, how=signal.SIGINT)
    assert (ended.status, ended.out) == (130, "")
    assert ended.err == "Stopped. Finished documents are kept; the same command goes on from there.\n"
