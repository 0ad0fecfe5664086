"""Two ingestions at once, of folders that overlap, into one graph; and the graph of one ingestion that reads all of it alone."""

import json
from pathlib import Path

from tests.commandline import called
from tests.processes import exported, running
from tests.watching import Graph, ended

EFFECTS = ("the closure of the port", "the rise in prices", "the strike of the dockers")
"""What the documents say in the end; with another one, every document has changed."""

_THINGS = "anchor bridge cellar dyke engine ferry gate harbour".split()
_FOLDERS = {"one": _THINGS[:3], "shared": _THINGS[1:6], "two": _THINGS[4:]}  # so some texts are at two places as well
_HALVES = (("one", "shared"), ("shared", "two"))


def write_documents(folder: Path, *, effect: str) -> None:
    """Write the folders; all documents share an event, and each says of its thing something that no other does."""
    for name, things in _FOLDERS.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for thing in things:
            text = f"Of the {thing}\n\nThe storm caused the breaking of the {thing}. The breaking of the {thing} led to {effect}.\n"
            (folder / name / f"{thing}.txt").write_text(text, encoding="utf-8")


def ingest_twice_at_once(folder: Path) -> None:
    """Let two processes read overlapping halves of the folder; both must end well, and say of each of their files what became of it."""
    first, second = (["ingest", *half, "--json"] for half in _HALVES)
    with running(first, cwd=folder) as one, running(second, cwd=folder) as other:
        both = [ended(one), ended(other)]
    assert [(done.status, done.err) for done in both] == [(0, ""), (0, "")], both
    reported = [sum(json.loads(done.out)["documents"].values()) for done in both]
    assert reported == [sum(len(_FOLDERS[name]) for name in half) for half in _HALVES]


def read_alone(folder: Path) -> Graph:
    """Return the graph of one ingestion of the folder into a store of its own."""
    store = str(folder / "alone.db")
    assert called(["ingest", ".", "--store", store], cwd=folder).status == 0
    return exported(folder, "--store", store)


def assert_same_but_for_order(graph: Graph, alone: Graph) -> None:
    """Assert that two graphs hold the same documents, claims and events; which wording an event is shown by depends on who came first."""
    assert graph["documents"] == alone["documents"]
    assert _claims(graph) == _claims(alone)
    assert _events(graph) == _events(alone)


# Private


def _claims(graph: Graph) -> list[tuple[object, ...]]:
    return sorted((str(claim["id"]), claim["document"], claim["quote"], claim["modality"]) for claim in graph["claims"])


def _events(graph: Graph) -> list[tuple[str, object]]:
    return sorted((str(event["text"]).lower(), event["polarity"]) for event in graph["events"])
