"""The Python API: what `open_app` wires and refuses, what is loaded when, and that each call does what its command does."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cckg.app import CausalRAG, Paths, open_app
from cckg.core.errors import InputError, ModelError, StoreError, StoreMismatchError
from cckg.core.graph import Polarity
from cckg.settings import load_settings
from cckg.stores import Fingerprint

TEXT = "The Kerrville dam\n\nThe cloudburst caused the flood. The flood led to the collapse of the dam.\n"


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report.txt").write_text(TEXT, encoding="utf-8")
    return Path("report.txt")


@pytest.fixture
def app(report: Path) -> Iterator[CausalRAG]:
    with open_app(load_settings(), create=True) as app:
        yield app


@pytest.fixture
def filled(app: CausalRAG, report: Path) -> CausalRAG:
    app.ingest([report])
    return app


# Opening


def test_a_missing_store_is_made_only_when_asked_for(report: Path) -> None:
    with pytest.raises(StoreError, match="There is no graph"):
        open_app(load_settings())
    open_app(load_settings(), create=True).close()
    assert Path(".cckg/graph.db").exists()


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("nonsense", "'nonsense' names no chat model"),
        ("nobody:model", "no provider of chat models called 'nobody'"),
        ("xai:grok", "pip install langchain-xai"),
    ],
)
def test_a_model_that_cannot_be_used_is_named_before_anything_is_read(
    report: Path, monkeypatch: pytest.MonkeyPatch, model: str, said: str
) -> None:
    monkeypatch.setenv("CCKG_ROLES__ALL", model)
    with open_app(load_settings(), create=True) as app, pytest.raises(ModelError, match=said):
        app.ingest([report])


def test_a_store_built_with_another_encoder_is_refused_by_what_reads_vectors_only(app: CausalRAG, report: Path) -> None:
    app.store.bind(Fingerprint("other-model", 384))
    for call in (lambda: app.ingest([report]), lambda: app.ask("Why?"), lambda: app.search("dam"), lambda: app.walk("dam", "causes")):
        with pytest.raises(StoreMismatchError, match="built with embeddings from 'other-model'"):
            call()
    assert app.stats().documents == 0
    assert app.documents() == []


def test_a_closed_application_releases_its_store(report: Path) -> None:
    with open_app(load_settings(), create=True) as app:
        app.ingest([report])
    Path(".cckg/graph.db").rename("moved.db")
    with open_app(load_settings(store="moved.db")) as again:
        assert again.stats().documents == 1
    assert sorted(path.name for path in Path().glob("moved.db*")) == ["moved.db"]


def test_two_applications_may_read_one_store(filled: CausalRAG) -> None:
    with open_app(load_settings()) as other:
        assert other.ask("What caused the flood?").text == filled.ask("What caused the flood?").text


def test_a_store_in_memory_leaves_no_file(report: Path) -> None:
    with open_app(load_settings(store=":memory:"), create=True) as app:
        assert app.ingest([report]).added == 1
    assert sorted(path.name for path in Path().iterdir()) == ["report.txt"]


@pytest.mark.parametrize(
    ("call", "loads"),
    [("app.stats(); app.documents(); app.export('json')", False), ("app.parse('Why did it rain?')", True), ("app.engine()", True)],
)
def test_models_are_loaded_when_they_are_first_needed(filled: CausalRAG, call: str, *, loads: bool) -> None:
    script = f"""
import sys
from cckg.app import open_app
from cckg.settings import load_settings
with open_app(load_settings()) as app:
    {call}
sys.exit("onnxruntime" in sys.modules)
"""
    assert bool(subprocess.run([sys.executable, "-c", script], check=False).returncode) is loads


# Calls


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"over": "passages"}, r"over must be one of chunks, events, got 'passages'"),
        ({"k": 0}, "k must be at least 1, got 0"),
        ({"method": "magic"}, "method must be one of .*, got 'magic'"),
    ],
)
def test_a_search_that_cannot_be_is_refused(filled: CausalRAG, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        filled.search("the dam", **asked)


def test_what_is_no_text_is_refused_as_such(filled: CausalRAG) -> None:
    nothing: Any = None
    for call, name in ((filled.ask, "question"), (filled.parse, "question"), (filled.search, "query"), (filled.whatif, "event")):
        with pytest.raises(TypeError, match=f"The {name} must be a str, got NoneType"):
            call(nothing)


def test_ingested_documents_are_listed_and_can_be_asked_about(filled: CausalRAG) -> None:
    assert [(item.uri, item.title, item.status, item.claims) for item in filled.documents()] == [
        ("report.txt", "The Kerrville dam", "done", 2)
    ]
    assert "the cloudburst" in filled.ask("What caused the flood?").text.lower()


@pytest.mark.parametrize("paths", ["report.txt", Path("report.txt"), ["report.txt"], [Path("report.txt")]])
def test_paths_may_be_one_or_several_and_be_text(app: CausalRAG, paths: Paths) -> None:
    assert app.forecast(paths).documents == 1
    assert app.ingest(paths).added == 1


def test_an_application_that_was_closed_says_so(report: Path) -> None:
    with open_app(load_settings(), create=True) as closed:
        pass
    with pytest.raises(StoreError, match="was closed already"):
        closed.ask("What caused the flood?")
    with pytest.raises(StoreError, match="was closed already"):
        closed.ingest(report)


@pytest.mark.parametrize("depth", [0, -1, 21])
def test_a_walk_of_no_or_too_many_links_is_refused(app: CausalRAG, depth: int) -> None:
    with pytest.raises(ValueError, match=f"depth must be 1 to 20, got {depth}"):
        app.walk("the flood", "causes", depth=depth)
    with pytest.raises(ValueError, match="depth"):
        app.path("the cloudburst", "the flood", depth=depth)


def test_extract_refuses_one_text_and_search_half_a_result(app: CausalRAG) -> None:
    with pytest.raises(TypeError, match=r"extract\(\[text\]\)"):
        app.extract("A led to B.")
    with pytest.raises(TypeError, match="k must be a whole number"):
        app.search("the flood", k=2.5)  # type: ignore[arg-type]


def test_search_by_logic_tells_whether_anything_fits(filled: CausalRAG) -> None:
    fits = {query: filled.any_fits(query, filled.search(query, method="logic")) for query in ('"flood"', '"chess" AND NOT "poker"')}
    assert fits == {'"flood"': True, '"chess" AND NOT "poker"': False}
    events = filled.search('"chess"', method="logic", over="events")
    assert not filled.any_fits('"chess"', events)
    assert filled.any_fits('NOT "flood"', events)


def test_a_document_without_a_claim_is_named(app: CausalRAG, tmp_path: Path) -> None:
    note = tmp_path / "notes" / "hours.md"
    note.parent.mkdir()
    note.write_text("The town hall opens at nine.", encoding="utf-8")
    assert app.ingest([note]).silent == ["notes/hours.md"]


@pytest.mark.parametrize("length", [6, 16])
def test_a_document_is_forgotten_by_its_id_or_its_beginning(filled: CausalRAG, length: int) -> None:
    (document,) = filled.documents()
    assert filled.forget(document.id[:length]) == document
    assert filled.documents() == []


def test_a_document_is_forgotten_by_the_path_by_which_it_was_ingested(app: CausalRAG, tmp_path: Path) -> None:
    folder = tmp_path.parent / f"{tmp_path.name} reports"
    folder.mkdir()
    (folder / "flood.md").write_text("The storm caused the flood.", encoding="utf-8")
    path = f"../{folder.name}/flood.md"
    app.ingest([path])
    assert app.forget(path).title == "The storm caused the flood."
    with pytest.raises(TypeError, match="must be a str, got list"):
        app.forget([path])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="No document is called ''"):
        app.forget("")


def test_a_beginning_that_fits_several_documents_is_refused(filled: CausalRAG) -> None:
    for number in range(40):  # two of which begin alike
        Path(f"{number}.txt").write_text(f"Note {number}\n\nNothing of note.\n", encoding="utf-8")
    filled.ingest([Path()])
    ids = [item.id for item in filled.documents()]
    shared = next(found[0] for found in ids if sum(other[0] == found[0] for other in ids) > 1)
    with pytest.raises(InputError, match=rf"\d+ documents are called '{shared}'"):
        filled.forget(shared)
    assert len(filled.documents()) == 41


def test_answers_after_a_change_are_of_the_changed_graph(filled: CausalRAG, report: Path) -> None:
    assert not filled.ask("What caused the flood?").abstained
    report.write_text(TEXT.replace("The cloudburst caused the flood.", "It was a day in May."), encoding="utf-8")
    filled.ingest([report])
    assert filled.ask("What caused the flood?").abstained


def test_extract_reads_texts_in_their_order(app: CausalRAG) -> None:
    first, none, second = app.extract([TEXT, "", "The fuse blew because the pump jammed."])
    assert ([claim.cause.text for claim in first], none) == (["The cloudburst", "The flood"], [])
    assert [claim.effect.text for claim in second] == ["The fuse blew"]
    assert app.stats().documents == 0


@pytest.mark.parametrize(
    ("left", "right", "match"), [("the flood", "The flood", True), ("prices rise", "prices fall", False), ("the flood", "a wedding", False)]
)
def test_match_compares_two_wordings(app: CausalRAG, left: str, right: str, *, match: bool) -> None:
    (found,) = app.match([(left, right)])
    assert found.match is match
    assert -1 <= found.cosine <= 1.000001


def test_match_of_nothing_is_nothing(app: CausalRAG) -> None:
    assert app.match([]) == []


def test_the_graph_its_ledger_and_its_exports_agree(filled: CausalRAG) -> None:
    graph = filled.graph()
    assert {merge.event for merge in filled.merges()} == set(graph.events)
    assert {event.polarity for event in graph.events.values()} == {Polarity.OCCURRENCE}
    assert len(graph.claims) == filled.stats().claims == filled.export("csv").count("\n") - 1


@pytest.mark.parametrize("format_", ["html", "graphml", "json", "csv", "dot", "mermaid", "cypher"])
def test_every_format_holds_every_event(filled: CausalRAG, format_: str) -> None:
    text = filled.export(format_).lower()
    assert all(event.text.lower() in text for event in filled.graph().events.values())


def test_an_unknown_format_is_refused(filled: CausalRAG) -> None:
    with pytest.raises(InputError, match="Valid ones are"):
        filled.export("docx")


def test_an_encoder_of_the_torch_extra_is_named_where_it_is_missing(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("sentence_transformers"):
        pytest.skip("the extra is installed")
    monkeypatch.setenv("CCKG_MODELS__EMBEDDING", "sentence-transformers:all-mpnet-base-v2")
    with open_app(load_settings(), create=True) as app, pytest.raises(InputError, match=r"cckg\[torch\]"):
        app.embedder()
