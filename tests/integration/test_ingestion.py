"""Documents → graph, with the real application: what a second run, a changed file, another order or an interruption does to the graph."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.core.chat import Usage
from cckg.core.claims import Span
from cckg.core.errors import InputError
from cckg.core.roles import Reading
from cckg.extraction import LocalExtractor
from cckg.models import Embedder
from cckg.settings import load_settings
from ingest import IngestContext, IngestReport, ingest_paths

TEXTS = {
    "a_dam.txt": "The Kerrville dam\n\nThe cloudburst caused the flood. The flood led to the collapse of the dam.\n",
    "b_town.md": "# Kerrville\n\nThe collapse of the dam caused the evacuation of the town. The flood led to the collapse of the dam.\n",
    "c_mill.txt": "The Kerrville mill\n\nThe flood led to the ruin of the mill. A lightning strike may have caused the ruin of the mill.\n",
    "d_rows.jsonl": '{"id": "one", "text": "The frost led to the crop failure."}\n'
    '{"id": "two", "text": "The crop failure led to the famine."}\n',
}

Export = dict[str, list[dict[str, object]]]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the documents."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def app(here: Path) -> Iterator[CausalRAG]:
    with opened() as app:
        yield app


def opened(store: str = "graph.db") -> CausalRAG:
    return open_app(load_settings(store=store), create=True)


def exported(app: CausalRAG) -> Export:
    found: Export = json.loads(app.export("json"))
    return found


def claims_of(graph: Export, *uris: str) -> list[dict[str, object]]:
    ids = {document["id"] for document in graph["documents"] if document["uri"] in uris}
    return [claim for claim in graph["claims"] if claim["document"] in ids]


def counts(report: IngestReport) -> tuple[int, int, int, int]:
    return report.added, report.updated, report.unchanged, report.failed


def paths(*names: str) -> list[Path]:
    return [Path(name) for name in names]


# The same again


def test_a_second_run_reads_nothing_and_changes_nothing(app: CausalRAG) -> None:
    assert counts(app.ingest(paths("."))) == (5, 0, 0, 0)
    before = exported(app), app.merges(), app.documents()
    again = app.ingest(paths("."))
    assert counts(again) == (0, 0, 5, 0)
    assert (again.chunks, again.claims_kept, again.events_created, again.edges, again.trace.steps) == (0, 0, 0, 0, [])
    assert (exported(app), app.merges(), app.documents()) == before


@pytest.mark.parametrize("given", [["d_rows.jsonl", "c_mill.txt", "b_town.md", "a_dam.txt"], ["c_mill.txt", "."], [".", "a_dam.txt"]])
def test_the_order_in_which_paths_are_given_does_not_change_the_graph(app: CausalRAG, given: list[str]) -> None:
    app.ingest(paths("."))
    with opened("other.db") as other:
        assert other.ingest(paths(*given)).added == 5
        assert exported(other) == exported(app)


def test_one_document_at_a_time_gives_the_same_graph_as_all_at_once(app: CausalRAG) -> None:
    app.ingest(paths("."))
    for name in sorted(TEXTS):
        with opened("other.db") as other:
            other.ingest(paths(name))
    with opened("other.db") as other:
        assert exported(other) == exported(app)


@pytest.mark.parametrize("stop_at", [1, 2, 3])
def test_an_interrupted_run_goes_on_to_the_same_graph(app: CausalRAG, here: Path, stop_at: int) -> None:
    app.ingest(paths("."))

    def interrupt(message: str, done: int, total: int | None) -> None:
        if (done, total) == (stop_at, len(TEXTS)):
            raise KeyboardInterrupt

    with open_app(load_settings(store="other.db"), create=True, progress=interrupt) as other, pytest.raises(KeyboardInterrupt):
        other.ingest(paths("."))
    with opened("other.db") as other:
        assert counts(other.ingest(paths("."))) == (5 - stop_at, 0, stop_at, 0)
        assert exported(other) == exported(app)
        assert other.store.check() == []


# A document changes, goes, comes twice


def test_a_changed_file_replaces_its_own_claims_and_no_others(app: CausalRAG, here: Path) -> None:
    app.ingest(paths("."))
    before = exported(app)
    (here / "c_mill.txt").write_text("The Kerrville mill\n\nThe arson caused the ruin of the mill.\n", encoding="utf-8")
    assert counts(app.ingest(paths("."))) == (0, 1, 4, 0)
    after = exported(app)
    assert [claim["quote"] for claim in claims_of(after, "c_mill.txt")] == ["The arson caused the ruin of the mill."]
    kept = [uri for uri in {str(document["uri"]) for document in before["documents"]} if uri != "c_mill.txt"]
    assert claims_of(after, *kept) == claims_of(before, *kept)
    assert not {"A lightning strike"} & {event["text"] for event in after["events"]}
    assert app.store.check() == []


def test_a_changed_row_replaces_its_own_claims_and_no_others(app: CausalRAG, here: Path) -> None:
    app.ingest(paths("."))
    before = exported(app)
    changed = TEXTS["d_rows.jsonl"].replace("the famine", "the bread riots")
    (here / "d_rows.jsonl").write_text(changed, encoding="utf-8")
    assert counts(app.ingest(paths("."))) == (0, 1, 4, 0)
    after = exported(app)
    assert claims_of(after, "d_rows.jsonl#one") == claims_of(before, "d_rows.jsonl#one")
    assert [claim["quote"] for claim in claims_of(after, "d_rows.jsonl#two")] == ["The crop failure led to the bread riots."]


def test_a_changed_file_that_is_changed_back_gives_back_its_claims(app: CausalRAG, here: Path) -> None:
    app.ingest(paths("."))
    before = exported(app)
    for text in ("Nothing happened there.\n", TEXTS["d_rows.jsonl"]):
        (here / "d_rows.jsonl").write_text(json.dumps({"id": "two", "text": text}) if text[0] == "N" else text, encoding="utf-8")
        app.ingest(paths("."))
    assert exported(app)["claims"] == before["claims"]


def test_forgetting_a_document_keeps_what_others_state(app: CausalRAG) -> None:
    app.ingest(paths("."))
    before = exported(app)
    assert app.forget("a_dam.txt").uri == "a_dam.txt"
    after = exported(app)
    assert claims_of(after, "b_town.md", "c_mill.txt") == claims_of(before, "b_town.md", "c_mill.txt")
    texts = {str(event["text"]).lower() for event in after["events"]}
    assert {"the flood", "the collapse of the dam"} <= texts
    assert "the cloudburst" not in texts
    assert app.store.check() == []


def test_a_forgotten_document_that_is_read_again_gives_the_same_graph(app: CausalRAG) -> None:
    app.ingest(paths("."))
    before = exported(app)
    app.forget("d_rows.jsonl#two")
    assert exported(app) != before
    assert counts(app.ingest(paths("."))) == (1, 0, 4, 0)
    assert exported(app) == before


@pytest.mark.parametrize("reference", ["", "nothing.txt", "zzz"])
def test_what_is_no_document_cannot_be_forgotten(app: CausalRAG, reference: str) -> None:
    app.ingest(paths("a_dam.txt"))
    with pytest.raises(InputError, match=f"No document is called '{reference}'"):
        app.forget(reference)
    assert len(app.documents()) == 1


def test_two_files_with_the_same_text_are_one_document(app: CausalRAG, here: Path) -> None:
    (here / "z_copy.txt").write_text(TEXTS["a_dam.txt"], encoding="utf-8")
    assert counts(app.ingest(paths("a_dam.txt", "z_copy.txt"))) == (1, 0, 1, 0)
    assert app.stats().documents == 1
    assert app.stats().claims == 2


def test_a_copy_keeps_the_document_when_the_first_file_changes(app: CausalRAG, here: Path) -> None:
    (here / "z_copy.txt").write_text(TEXTS["a_dam.txt"], encoding="utf-8")
    app.ingest(paths("a_dam.txt", "z_copy.txt"))
    (here / "a_dam.txt").write_text("The quarry\n\nThe blast caused the rockfall.\n", encoding="utf-8")
    app.ingest(paths("."))
    graph = exported(app)
    assert len(claims_of(graph, "z_copy.txt")) == 2
    assert len(claims_of(graph, "a_dam.txt")) == 1


def test_a_document_is_forgotten_by_the_name_of_its_copy(app: CausalRAG, here: Path) -> None:
    (here / "z_copy.txt").write_text(TEXTS["a_dam.txt"], encoding="utf-8")
    app.ingest(paths("a_dam.txt", "z_copy.txt"))
    app.forget("z_copy.txt")
    assert (app.stats().documents, app.stats().claims, app.stats().events) == (0, 0, 0)


def test_files_that_swap_their_texts_keep_all_claims(app: CausalRAG, here: Path) -> None:
    app.ingest(paths("a_dam.txt", "c_mill.txt"))
    before = exported(app)
    (here / "a_dam.txt").write_text(TEXTS["c_mill.txt"], encoding="utf-8")
    (here / "c_mill.txt").write_text(TEXTS["a_dam.txt"], encoding="utf-8")
    app.ingest(paths("a_dam.txt", "c_mill.txt"))
    after = exported(app)
    assert {claim["id"] for claim in after["claims"]} == {claim["id"] for claim in before["claims"]}
    assert {document["uri"]: document["id"] for document in after["documents"]} == {
        "a_dam.txt": next(document["id"] for document in before["documents"] if document["uri"] == "c_mill.txt"),
        "c_mill.txt": next(document["id"] for document in before["documents"] if document["uri"] == "a_dam.txt"),
    }


def test_a_document_that_fails_is_tried_again_and_keeps_what_was_stored(app: CausalRAG, here: Path) -> None:
    app.ingest(paths("."))
    (here / "a_dam.txt").write_bytes(b"\0\1\2" * 100)
    report = app.ingest(paths("."))
    assert counts(report) == (0, 0, 4, 1)
    assert [(failure.document, failure.reason) for failure in report.failures] == [("a_dam.txt", "is not text")]
    assert len(claims_of(exported(app), "a_dam.txt")) == 2
    (here / "a_dam.txt").write_text(TEXTS["a_dam.txt"], encoding="utf-8")
    assert counts(app.ingest(paths("."))) == (0, 0, 5, 0)


def test_a_document_that_failed_after_it_was_stored_can_be_forgotten(app: CausalRAG, here: Path) -> None:
    app.ingest(paths("."))
    (here / "a_dam.txt").write_bytes(b"\0\1\2" * 100)
    app.ingest(paths("."))
    app.forget("a_dam.txt")
    assert "a_dam.txt" not in {item.uri for item in app.documents()}


# What enters the graph


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("crlf.txt", b"A report\r\n\r\nThe caf\xc3\xa9 fire \xf0\x9f\x94\xa5 caused the power cut.\r\n"),
        ("utf16.txt", "A report\n\nThe café fire 🔥 caused the power cut.\n".encode("utf-16")),
        ("bom.md", b"\xef\xbb\xbf# A report\n\nThe caf\xc3\xa9 fire caused the power cut.\n"),
        ("nul.txt", b"A report\n\nThe caf\xc3\xa9 fire\0 caused the power cut.\n"),
    ],
)
def test_quotes_are_verbatim_whatever_the_encoding(app: CausalRAG, here: Path, name: str, content: bytes) -> None:
    (here / name).write_bytes(content)
    encoding = "utf-16" if name == "utf16.txt" else "utf-8-sig"
    text = content.decode(encoding).replace("\0", "\ufffd")
    assert app.ingest(paths(name)).claims_kept == 1
    (claim,) = app.graph().claims
    assert claim.cue is not None
    for span in (claim.cause.span, claim.effect.span, claim.cue, claim.quote):
        assert text[span.start : span.end] == span.text


def test_the_same_few_words_in_two_documents_are_two_events(app: CausalRAG) -> None:
    app.ingest(paths("a_dam.txt", "c_mill.txt"))
    floods = [event for event in app.graph().events.values() if event.text.lower() == "the flood"]
    told_in = [{claim.document for claim in app.graph().claims if flood.id in (claim.cause_event, claim.effect_event)} for flood in floods]
    assert sorted(map(len, told_in)) == [1, 1]


def test_a_link_that_two_documents_state_has_the_support_of_both(app: CausalRAG) -> None:
    app.ingest(paths("a_dam.txt", "b_town.md"))
    assert max(edge.asserted for edge in app.graph().edges()) == 2


def test_what_a_document_says_to_be_cause_and_effect_is_never_one_event(app: CausalRAG, here: Path) -> None:
    (here / "rain.txt").write_text("The rain caused the flood.\n", encoding="utf-8")
    (here / "storm.txt").write_text("The storm caused the flood.\n", encoding="utf-8")
    app.ingest(paths("rain.txt", "storm.txt"))
    assert [claim.quote.text for claim in app.graph().claims if claim.cause_event == claim.effect_event] == []


def test_events_of_different_polarity_are_never_one(app: CausalRAG, here: Path) -> None:
    (here / "up.txt").write_text("Markets\n\nThe shortage caused the rise in oil prices.\n", encoding="utf-8")
    (here / "down.txt").write_text("Markets\n\nThe glut caused the fall in oil prices.\n", encoding="utf-8")
    app.ingest(paths("up.txt", "down.txt"))
    polarities = {merge.event: set[str]() for merge in app.merges()}
    for claim in app.graph().claims:
        polarities[claim.cause_event].add(claim.cause.polarity)
        polarities[claim.effect_event].add(claim.effect.polarity)
    assert {len(found) for found in polarities.values()} == {1}
    assert len({claim.effect_event for claim in app.graph().claims}) == 2


def test_a_claim_in_the_overlap_of_two_chunks_is_kept_once(app: CausalRAG, here: Path) -> None:
    sentences = [f"The failure of pump {number} caused the stop of mill {number}." for number in range(80)]
    (here / "long.txt").write_text("Pumps\n\n" + " ".join(sentences) + "\n", encoding="utf-8")
    report = app.ingest(paths("long.txt"))
    quotes = [claim.quote.text for claim in app.graph().claims]
    assert report.chunks > 3
    assert sorted(quotes) == sorted(sentences)


class _Fabricating:
    """An extractor that also claims what the text does not say."""

    name = "fabricating"
    width = 1
    most_tokens: int | None = None

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        found = [reading.claims for reading in LocalExtractor().extract(texts)]
        return [Reading((*claims, *(replace(claim, quote=Span("It was the cat.", 0, 15)) for claim in claims))) for claims in found]


def test_a_claim_that_is_not_verbatim_is_refused_and_counted(app: CausalRAG, embedder: Embedder) -> None:
    context = IngestContext(
        store=app.store,
        embedder=app.bound_embedder(),
        extractor=_Fabricating(),
        coreference=app.roles.coreference,
        settings=app.settings,
        meter=Usage,
        progress=lambda message, done, total: None,
    )
    report = ingest_paths(paths("a_dam.txt"), context)
    assert (report.claims_kept, report.claims_refused) == (2, 2)
    assert all(claim.quote.text in TEXTS["a_dam.txt"] for claim in app.graph().claims)


def test_claims_below_the_least_confidence_are_refused_and_counted(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_INGEST__MIN_CONFIDENCE", "1")
    with opened() as app:
        report = app.ingest(paths("."))
        assert (report.claims_kept, app.stats().claims, app.stats().documents) == (0, 0, 5)
        assert report.refused == {"below ingest.min_confidence": report.claims_refused}
        assert report.claims_refused > 0


def test_a_document_without_claims_is_stored_and_can_be_searched(app: CausalRAG, here: Path) -> None:
    (here / "menu.txt").write_text("Menu\n\nSoup is served at noon.\n", encoding="utf-8")
    assert counts(app.ingest(paths("menu.txt"))) == (1, 0, 0, 0)
    assert app.search("soup at noon", k=1)[0].uri == "menu.txt"


# What is said of it


def test_the_report_and_the_store_agree(app: CausalRAG) -> None:
    report, stats = app.ingest(paths(".")), app.stats()
    assert (report.added, report.chunks, report.claims_kept) == (stats.documents, stats.chunks, stats.claims)
    assert (report.events_created, report.edges) == (stats.events, stats.edges)
    assert report.events_created + report.events_reused == len(app.merges())
    assert {step.stage for step in report.trace.steps} == {"chunk", "extract", "embed", "store", "coreference"}


def test_a_forecast_foretells_the_run_and_writes_nothing(app: CausalRAG, here: Path) -> None:
    (here / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    app.ingest(paths("a_dam.txt"))
    before = exported(app), app.documents()
    forecast = app.forecast(paths("."))
    assert (exported(app), app.documents()) == before
    report = app.ingest(paths("."))
    assert (forecast.documents, forecast.unchanged, forecast.failed) == (report.added, report.unchanged, report.failed) == (4, 1, 1)
    assert forecast.chunks == report.chunks
    assert forecast.failures == tuple(report.failures)


def test_progress_is_told_for_every_file(here: Path) -> None:
    told: list[tuple[str, int, int | None]] = []
    with open_app(load_settings(store="graph.db"), create=True, progress=lambda *said: told.append(said)) as app:
        app.ingest(paths("."))
    told = [one for one in told if one[0] in {*TEXTS, ""}]
    assert told[-5:] == [*((name, place, 4) for place, name in enumerate(sorted(TEXTS))), ("", 4, 4)]


def test_a_folder_without_documents_is_an_error_that_names_it(app: CausalRAG, here: Path) -> None:
    (here / "empty").mkdir()
    with pytest.raises(InputError, match=r"No document was found in empty"):
        app.ingest(paths("empty"))


def test_a_table_that_is_mended_is_no_failure_any_more(app: CausalRAG, tmp_path: Path) -> None:
    table = tmp_path / "farm.csv"
    table.write_text("id,note\n1,The drought led to the loss of the harvest.\n", encoding="utf-8")
    assert app.ingest([table]).failed == 1
    table.write_text("id,text\n1,The drought led to the loss of the harvest.\n", encoding="utf-8")
    assert (app.ingest([table]).added, [item.status for item in app.documents()]) == (1, ["done"])
