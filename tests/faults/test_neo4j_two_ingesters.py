"""Two ingestions at once, of overlapping documents, into one graph: both end well, and it holds what one of them alone would have read."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commandline import spawned
from tests.processes import running
from tests.servers import VERSIONS, emptied, neo4j_server
from tests.watching import Graph, bared, ended, use, whole_graph

THINGS = "anchor bridge cellar dyke engine ferry gate harbour".split()
FOLDERS = {"one": THINGS[:3], "shared": THINGS[1:6], "two": THINGS[4:]}  # so some texts are at two places as well
FIRST, SECOND = ["one", "shared"], ["shared", "two"]

Begin = Callable[[Path], None]


def on_sqlite(folder: Path) -> None:
    """Begin with no graph."""
    for file in (folder / ".cckg").glob("*"):
        file.unlink()


def on_neo4j(version: str) -> Begin:
    """Begin with an empty database, without any constraint or index: the two ingestions create them at once."""

    def begin(folder: Path) -> None:
        del folder
        emptied(neo4j_server(version), 384)
        bared(neo4j_server(version))

    return begin


KINDS: dict[str, Begin] = {"sqlite": on_sqlite, **{f"neo4j-{version}": on_neo4j(version) for version in VERSIONS}}


@pytest.fixture(params=KINDS)
def begin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Begin:
    """What begins a graph of one kind, which every command uses from then on."""
    monkeypatch.chdir(tmp_path)
    if request.param != "sqlite":
        use(monkeypatch, neo4j_server(request.param.removeprefix("neo4j-")))
    return KINDS[request.param]


def write_documents(folder: Path, *, effect: str) -> None:
    """Write the folders; all documents share an event, and each says of its thing something that no other does."""
    for name, things in FOLDERS.items():
        (folder / name).mkdir(exist_ok=True)
        for thing in things:
            text = f"Of the {thing}\n\nThe storm caused the breaking of the {thing}. The breaking of the {thing} led to {effect}.\n"
            (folder / name / f"{thing}.txt").write_text(text, encoding="utf-8")


def ingest_twice_at_once(folder: Path) -> None:
    with running(["ingest", *FIRST, "--json"], cwd=folder) as first, running(["ingest", *SECOND, "--json"], cwd=folder) as second:
        both = [ended(first), ended(second)]
    assert [(done.status, done.err) for done in both] == [(0, ""), (0, "")]
    reports = [json.loads(done.out)["documents"] for done in both]
    assert [sum(report.values()) for report in reports] == [sum(len(FOLDERS[name]) for name in half) for half in (FIRST, SECOND)]


def read_alone(tmp_path: Path, *, effect: str) -> Graph:
    """Return the graph of one ingestion that reads all."""
    folder = tmp_path / "alone"
    folder.mkdir()
    write_documents(folder, effect=effect)
    assert spawned(["ingest", ".", "--store", "graph.db"], cwd=folder).status == 0
    return json.loads(spawned(["export", "--format", "json", "--store", "graph.db"], cwd=folder).out)  # type: ignore[no-any-return]


def claims(graph: Graph) -> list[tuple[object, ...]]:
    """Return the claims, whichever of their wordings an event is shown by."""
    return sorted((claim["id"], claim["document"], claim["quote"], claim["modality"]) for claim in graph["claims"])


def events(graph: Graph) -> list[tuple[str, object]]:
    return sorted((str(event["text"]).lower(), event["polarity"]) for event in graph["events"])


def test_two_ingestions_at_once_make_the_graph_of_one(begin: Begin, tmp_path: Path) -> None:
    folder = tmp_path / "both"
    folder.mkdir()
    begin(folder)
    for effect in ("the closure of the port", "the rise in prices"):  # the second time every document has changed
        write_documents(folder, effect=effect)
        ingest_twice_at_once(folder)
    graph, alone = whole_graph(), read_alone(tmp_path, effect=effect)
    assert (claims(graph), events(graph)) == (claims(alone), events(alone))
    assert graph["documents"] == [{**document, "uri": str(document["uri"])} for document in alone["documents"]]
