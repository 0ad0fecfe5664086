"""Hostile names, contents and questions through the command line, into a file and into Neo4j; and an exported script, run by a server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cckg.export import export
from tests.builders import stored
from tests.commandline import called
from tests.hostile import HOSTILE, hostile
from tests.servers import NEWER, VERSIONS, emptied, neo4j_server
from tests.watching import use, watching, whole_graph

TEXTS = {name: text[:200] for name, text in HOSTILE.items()}
MOST_BYTES = 180  # of a file's name
ROWS = "rows.jsonl"


@pytest.fixture(params=["sqlite", NEWER])
def folder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder whose graph is a file in it, or an empty database; it must be whole in the end."""
    monkeypatch.chdir(tmp_path)
    if request.param == NEWER:
        emptied(neo4j_server(request.param), 384)
        use(monkeypatch, neo4j_server(request.param))
    yield tmp_path
    whole_graph()


def names() -> dict[str, str]:
    """Return a file name for each text that can be in one."""
    cut = {name: text.encode()[:MOST_BYTES].decode(errors="ignore").replace("/", "∕").strip() for name, text in TEXTS.items()}
    return {f"{number} {text}.txt": TEXTS[name] for number, (name, text) in enumerate(cut.items()) if "\0" not in text}


def write_files(folder: Path) -> list[str]:
    """Write a file, and a row of a table, for each hostile text. Return the uris."""
    for number, (name, text) in enumerate(names().items()):
        (folder / name).write_bytes(f"{text}\n\nThe storm of day {number} caused the flood. {text}\n".encode())
    with (folder / ROWS).open("w", encoding="utf-8") as rows:
        for name, text in TEXTS.items():
            row = {
                "id": text,
                "title": text,
                "text": f"The drought led to the failure of the {name} crop. {text}",
                "k": text,
                text: "\ud800",
            }
            rows.write(json.dumps(row) + "\n")
    return [*names(), *(f"{ROWS}#{text}" for text in TEXTS.values())]


def test_hostile_files_rows_and_questions_are_text_to_the_command_line(folder: Path) -> None:
    uris = write_files(folder)
    ended = called(["ingest", ".", "--json"], cwd=folder)
    report = json.loads(ended.out)
    assert (ended.status, ended.err, report["failures"]) == (0, "", [])
    graph = whole_graph()
    assert len(graph["documents"]) == report["documents"]["added"] == len(uris)
    assert {"The storm of day 4", "The drought"} <= {str(event["text"]) for event in graph["events"]}
    questions = [f"Why did {text} cause the flood?" for text in TEXTS.values()]
    lines = "\n".join(json.dumps({"question": question}) for question in questions)
    answers = called(["ask"], cwd=folder, stdin=lines.encode())
    assert (answers.status, answers.err) == (0, ""), answers
    assert len(answers.out.splitlines()) == len(questions)
    for name in list(names())[:2]:
        assert called(["forget", name], cwd=folder).status == 0
    assert called(["forget", "' OR 1=1 --"], cwd=folder).status == 1
    assert len(whole_graph()["documents"]) == len(uris) - 2


@pytest.mark.parametrize("version", VERSIONS)
def test_an_exported_script_brings_every_text_as_text_into_neo4j(version: str) -> None:
    store = stored("p -> q")
    for number, text in enumerate(HOSTILE.values(), start=2):
        store.write_document(hostile(text, number=number))
    script = export(store.graph(), store.documents(), store.merges(), format="cypher")
    server = neo4j_server(version)
    emptied(server, 384)
    with watching(server) as driver:
        for statement in script.rstrip("\n").split("\n"):
            driver.execute_query(statement.removesuffix(";"))
        found = driver.execute_query("MATCH (e:Event) RETURN e.id, e.text").records
        assert dict(map(tuple, found)) == {event.id: event.text for event in store.graph().events.values()}
        titles = driver.execute_query("MATCH (d:Document) RETURN d.id, d.title, d.uri").records
        assert sorted(map(tuple, titles)) == sorted((document.id, document.title, document.uri) for document in store.documents())
    store.close()
