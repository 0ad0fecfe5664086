"""Documents come with the named things that their chunks mention; older graphs get them by the next run, and lose nothing by it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.language import RECOGNISER
from cckg.settings import load_settings
from ingest.entities import complete_entities

TEXTS = {
    "dam.txt": "The Kerrville dam\n\nThe cloudburst in Kerrville caused the flood. The flood led to the collapse of the dam.\n",
    "town.md": "# Kerrville\n\nThe collapse of the dam caused the evacuation of Kerrville, Ohio.\n",
}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CausalRAG]:
    """An application in a folder with the documents."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with open_app(load_settings(store="graph.db"), create=True) as app:
        yield app


def test_documents_come_with_the_named_things_that_their_chunks_mention(app: CausalRAG) -> None:
    app.ingest([Path()])
    town = app.store.mentioning(["kerrville"], limit=9)["kerrville"]
    assert (town.total, len(town.titled)) == (2, 1)
    assert app.store.unnamed(RECOGNISER) == []
    (dam,) = app.store.mentioning(["kerrville dam"], limit=9)["kerrville dam"].titled
    assert [source.uri for _, source in app.store.chunks([dam])] == ["dam.txt"]
    before = app.store.version(), app.stats()
    app.ingest([Path()])
    assert (app.store.version(), app.stats()) == before


def test_a_run_looks_for_named_things_in_documents_of_which_nobody_has_and_leaves_the_rest_alone(app: CausalRAG) -> None:
    app.ingest([Path()])
    before, stats, graph = app.documents(), app.stats(), app.export("json")
    for document in before:
        app.store.keep_entities(document.id, {}, recogniser=None)
    assert app.stats().entities == 0
    told: list[str] = []
    assert complete_entities(app.store, progress=lambda message, done, total: told.append(message)) == 2
    assert "Names in The Kerrville dam" in told
    assert (app.documents(), app.stats(), app.export("json"), app.store.check()) == (before, stats, graph, [])
    assert complete_entities(app.store, progress=lambda message, done, total: None) == 0


def test_the_next_run_completes_an_older_graph_whatever_it_reads(app: CausalRAG) -> None:
    app.ingest([Path("dam.txt")])
    (document,) = app.documents()
    app.store.keep_entities(document.id, {}, recogniser="names of before")
    app.ingest([Path("town.md")])
    assert app.store.unnamed(RECOGNISER) == []
    assert "kerrville" in app.store.mentioning(["kerrville"], limit=9)
