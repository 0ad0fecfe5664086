"""`cckg forget --all`: empties a graph of any kind and leaves what it can be filled anew with; asks before, where somebody can answer."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from cckg.core.errors import StoreError
from cckg.stores import GraphStore, open_store
from tests.builders import FINGERPRINT
from tests.commandline import Cckg, called, terminal
from tests.servers import neo4j_server
from tests.stores.conftest import KINDS, begun
from tests.stores.copying.graphs import copied, fill, snapshot, write

LASTING = [kind for kind in KINDS if kind != "sqlite-memory"]


@pytest.fixture(params=LASTING)
def filled(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GraphStore]:
    """A graph with everything in it, which other processes can open by its URL."""
    if request.param.startswith("neo4j"):
        for name, value in neo4j_server(request.param.removeprefix("neo4j-")).variables.items():
            monkeypatch.setenv(name, value)
    store = begun(request.param, tmp_path / "graph.db")
    store.bind(FINGERPRINT)
    fill(store)
    yield store
    store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A SQLite file with two documents."""
    path = tmp_path / "graph.db"
    store = open_store(str(path))
    store.bind(FINGERPRINT)
    write(store, d1="a -> b", d2="b -> c")
    store.close()
    return path


def documents(file: Path) -> int:
    store = open_store(str(file))
    try:
        return store.stats().documents
    finally:
        store.close()


def test_nothing_is_left_but_what_the_graph_is_filled_anew_with(filled: GraphStore, tmp_path: Path) -> None:
    held, listed = filled.stats(), {document.id for document in filled.documents()}
    ended = called(["forget", "--all", "--yes", "--json", "--store", filled.url], cwd=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    assert {document["id"] for document in json.loads(ended.out)["forgotten"]} == listed
    assert (held.documents, held.failed) == (5, 2)
    graph, found, _, merges, stats, wrong = snapshot(filled)
    assert (found, merges, wrong) == ([], [], [])
    assert (stats.chunks, stats.claims, stats.events, stats.edges, stats.failed) == (0, 0, 0, 0, 0)  # type: ignore[attr-defined]
    assert (graph.events, graph.claims) == ({}, ())  # type: ignore[attr-defined]
    assert filled.fingerprint() == FINGERPRINT
    doctor = {
        check["name"]: check["state"]
        for check in json.loads(called(["doctor", "--json", "--store", filled.url], cwd=tmp_path).out)["checks"]
    }
    assert doctor["store"] == "ok"
    fill(filled)
    assert filled.stats() == held


def test_what_a_copy_is_refused_for_is_emptied_by_the_command_that_it_names(filled: GraphStore, tmp_path: Path) -> None:
    source = open_store(str(tmp_path / "source.db"))
    source.bind(FINGERPRINT)
    write(source, d1="a -> b")
    with pytest.raises(StoreError) as refused:
        copied((source, filled))
    command = str(refused.value).split("`cckg ")[1].split("`")[0]
    assert called([*shlex.split(command), "--yes"], cwd=tmp_path).status == 0
    assert copied((source, filled)).copied == 1
    source.close()


def test_the_text_says_what_was_taken_out(file: Path) -> None:
    ended = called(["forget", "--all", "--yes", "--store", str(file)], cwd=file.parent)
    said = "".join(ended.out.split())  # a long path is wrapped anywhere
    assert said.startswith("".join(f"Taken out of sqlite:{file}: documents 2 chunks 2 claims 2: 2 asserted events 3".split()))


def test_where_nobody_can_answer_yes_must_be_given(file: Path) -> None:
    ended = called(["forget", "--all", "--store", str(file)], cwd=file.parent)
    assert (ended.status, ended.out) == (2, "")
    assert "give --yes as well" in ended.err
    assert documents(file) == 2


@pytest.mark.parametrize(
    ("answer", "status", "left"), [("y\r", 0, 0), ("YES\r", 0, 0), ("n\r", 1, 2), ("\r", 1, 2), ("\x04", 1, 2), ("\x03", 130, 2)]
)
def test_on_a_terminal_it_asks_and_only_yes_is_yes(file: Path, answer: str, status: int, left: int) -> None:
    with terminal(["forget", "--all", "--store", str(file)], cwd=file.parent, columns=200) as screen:
        asked = screen.read_until("[y/N] ")
        screen.type(answer)
        ended, said = screen.rest()
    assert f"2 documents with 2 claims will be taken out of sqlite:{file} for good." in asked
    assert (ended, documents(file)) == (status, left)
    assert status != 1 or "Nothing was taken out" in said


def test_an_empty_graph_is_not_asked_about(file: Path) -> None:
    called(["forget", "--all", "--yes", "--store", str(file)], cwd=file.parent)
    with terminal(["forget", "--all", "--store", str(file)], cwd=file.parent, columns=200) as screen:
        status, said = screen.rest()
    assert (status, "[y/N]" in said) == (0, False)


@pytest.mark.parametrize("arguments", [["storm.txt", "--all", "--yes"], ["--yes"], []])
def test_either_documents_are_named_or_all_is_given(cckg: Cckg, arguments: list[str]) -> None:
    ended = cckg("forget", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert "Name the documents, or give --all." in ended.err


def test_what_was_stopped_goes_on(tmp_path: Path) -> None:
    from cckg.app import CausalRAG
    from cckg.settings import Settings

    def stop(message: str, done: int, total: int | None) -> None:
        if (message, done, total) == ("Forgetting d3.txt", 2, 5):
            raise KeyboardInterrupt

    store = open_store(str(tmp_path / "graph.db"))
    store.bind(FINGERPRINT)
    write(store, **{f"d{number}": "hub -> b; a -> hub" for number in range(1, 6)})
    with CausalRAG(Settings(), store, progress=stop) as app:
        with pytest.raises(KeyboardInterrupt):
            app.forget_all()
        assert [document.id for document in app.documents()] == ["d3", "d4", "d5"]
        assert store.check() == []
        assert [document.id for document in app.forget_all()] == ["d3", "d4", "d5"]
        assert app.stats().events == 0
