"""The benchmark of the stores counts right: its graph is what it says, exact search is exact, what was added is forgotten."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.stores.__main__ import main
from benchmarks.stores.made_graph import CLAIMS_OF_AN_ADDITION, NEW_IN_AN_ADDITION, MadeGraph
from benchmarks.stores.measures import MiscountError, measure
from benchmarks.stores.places import Memory, Place, placed
from benchmarks.stores.table import table
from cckg.core.claims import GraphUpdate
from cckg.stores.sqlite.store import SqliteStore

EVENTS = 400  # two documents
NOTHING = Memory("", "")


def made(events: int = EVENTS) -> MadeGraph:
    return MadeGraph(events, dimension=32)


def silent(text: str) -> None:
    """Say nothing."""


def check_document(update: GraphUpdate, *, known: set[str]) -> None:
    text = update.document.text
    for claim in update.claims:
        assert claim.cue
        assert all(span.is_verbatim_in(text) for span in (claim.cause.span, claim.effect.span, claim.cue, claim.quote))
        chunk = next(chunk for chunk in update.chunks if chunk.id == claim.chunk)
        assert chunk.start <= claim.quote.start < claim.quote.end <= chunk.end
        assert {claim.cause_event, claim.effect_event} <= known | {event.id for event in update.events}
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in update.chunks)
    for matrix, items in (
        (update.chunk_vectors, update.chunks),
        (update.event_vectors, update.events),
        (update.merge_vectors, update.merges),
    ):
        assert matrix.shape == (len(items), 32)
        assert np.linalg.norm(matrix, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_every_claim_of_the_made_up_graph_is_verbatim_and_leads_to_events_that_are_there() -> None:
    graph, known = made(), set[str]()
    for number in range(graph.documents):
        update = graph.document(number)
        check_document(update, known=known)
        known |= {event.id for event in update.events}
    assert (graph.documents, len(known), graph.claims) == (2, EVENTS, 3 * EVENTS)
    addition = graph.addition(0)
    check_document(addition, known=known)
    assert (len(addition.claims), len(addition.events)) == (CLAIMS_OF_AN_ADDITION, NEW_IN_AN_ADDITION)
    assert {event.id for event in addition.events} <= {claim.cause_event for claim in addition.claims} - known


def test_the_same_graph_is_made_again() -> None:
    first, second = made().document(1), made().document(1)
    assert (first.claims, first.events, first.chunks) == (second.claims, second.events, second.chunks)
    assert np.array_equal(first.event_vectors, second.event_vectors)
    assert made().document(0).claims != MadeGraph(EVENTS, dimension=32, seed=1).document(0).claims


def test_what_is_truly_nearest_is_found_by_brute_force() -> None:
    graph = made(5000)
    updates = [graph.document(number) for number in range(graph.documents)]
    events = [event for update in updates for event in update.events]
    questions = graph.questions(8, k=10)
    cosines = questions.vectors @ np.concatenate([update.event_vectors for update in updates]).T
    for row, polarity in enumerate(questions.polarities):
        order = [events[place] for place in np.argsort(-cosines[row])]
        assert questions.nearest[row] == {event.id for event in order[:10]}
        assert questions.nearest_of_polarity[row] == {event.id for event in [event for event in order if event.polarity is polarity][:10]}


def test_a_store_is_measured_and_holds_afterwards_what_was_loaded(tmp_path: Path) -> None:
    graph = made()
    with placed("sqlite", tmp_path, NOTHING) as place:
        figures = measure(place, graph, say=silent, warm_after=4)
        store = place.open()
        stats = store.stats()
        store.close()
    assert (stats.documents, stats.events, stats.claims) == (2, EVENTS, 3 * EVENTS)
    for name in ("nearest", "nearest_of_polarity"):
        found = figures[name]
        assert isinstance(found, dict)
        assert found["recall_at_10"] == 1.0
    text = table("tiny", {"sqlite": {**figures, "machine": "a machine", "made_of": place.made_of, "commit": "abc", "date": "2026-01-01"}})
    assert "a machine" in text
    assert "SQLite" in text
    assert [line.split()[-1] for line in text.splitlines() if "recall@10" in line] == ["1.0", "1.0"]


class Forgetful(SqliteStore):
    """A store that does not forget."""

    def forget(self, document: str) -> bool:
        return True


class Lossy(SqliteStore):
    """A store that writes one document of two."""

    def write_document(self, update: GraphUpdate) -> None:
        if self.stats().documents == 0:
            super().write_document(update)


@pytest.mark.parametrize(("kind", "told"), [(Forgetful, "after forgetting"), (Lossy, "after loading")])
def test_a_store_that_holds_something_else_than_was_written_is_found_out(tmp_path: Path, kind: type[SqliteStore], told: str) -> None:
    place = Place("a store", lambda: kind(str(tmp_path / "graph.db")), dict)
    with pytest.raises(MiscountError, match=told):
        measure(place, made(), say=silent, warm_after=0)


def test_what_was_measured_is_not_measured_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = {"machine": "a machine", "made_of": "SQLite", "commit": "abc", "date": "2026-01-01", "load": {"events_per_second": 123_456}}
    (tmp_path / "stores-10k.json").write_text(json.dumps({"stores": {"sqlite": kept}}), encoding="utf-8")
    assert main(["--stores", "sqlite", "--results", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert "123,456" in told.out
    assert "--again" in told.err
