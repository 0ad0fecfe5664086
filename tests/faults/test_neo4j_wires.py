"""The connection to Neo4j breaks: in mid-write, before or after a commit, once or for good. What was acknowledged stays, and only that."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cckg.core.claims import GraphUpdate
from cckg.core.errors import StoreConflictError, StoreError
from cckg.stores import GraphStore, open_store
from cckg.stores.neo4j import database as neo4j_database
from tests.builders import DIMENSION, FINGERPRINT, graph_update
from tests.commandline import called
from tests.processes import exported, running, write_corpus
from tests.servers import NEWER, Reached, emptied, neo4j_server
from tests.watching import ended, login, stored, use, wait_until, watching, whole_graph
from tests.wires import Wire, wire_to

BEFORE = graph_update("a -> b; b ?> c", document="d1")
CHANGED = graph_update("a -> c; c -> d; e !> a", "x -> y", document="d2", uri="d1.txt")
PARTS = 3  # of a write, after each of which the wire is cut


@pytest.fixture(params=[NEWER])
def server(request: pytest.FixtureRequest) -> Reached:
    server = neo4j_server(request.param)
    emptied(server, DIMENSION)
    return server


@pytest.fixture
def wire(server: Reached) -> Iterator[Wire]:
    with wire_to(int(server.url.rpartition(":")[2])) as wire:
        yield wire


@pytest.fixture
def store(server: Reached, wire: Wire) -> Iterator[GraphStore]:
    """A graph that holds BEFORE, reached over the wire."""
    store = open_store(f"bolt://127.0.0.1:{wire.port}", neo4j=login(server))
    store.bind(FINGERPRINT)
    store.write_document(BEFORE)
    yield store
    store.close()


def snapshot(store: GraphStore) -> tuple[object, ...]:
    return store.graph(), store.documents(), store.merges(), store.stats(), store.check()


def written_undisturbed(store: GraphStore, wire: Wire) -> tuple[tuple[object, ...], int]:
    """Return what the graph holds once CHANGED is written, and how many bytes that took; then put BEFORE back."""
    sent = wire.sent
    store.write_document(CHANGED)
    took = wire.sent - sent
    after = snapshot(store)
    store.write_document(BEFORE)
    return after, took


def test_a_write_that_is_cut_off_is_done_again_by_itself(store: GraphStore, wire: Wire) -> None:
    before = snapshot(store)
    after, took = written_undisturbed(store, wire)
    for part in range(PARTS):
        assert snapshot(store) == before
        cuts = wire.cuts
        wire.cut_after(took * part // PARTS)
        store.write_document(CHANGED)
        assert (wire.cuts, snapshot(store)) == (cuts + 1, after)
        store.write_document(BEFORE)


@pytest.mark.parametrize("lose", [Wire.lose_commit, Wire.lose_answer], ids=["the commit is lost", "its answer is lost"])
def test_a_commit_of_which_nobody_knows_how_it_ended_is_made_sure_of(store: GraphStore, wire: Wire, lose: Callable[[Wire], None]) -> None:
    after, _ = written_undisturbed(store, wire)
    lose(wire)
    store.write_document(CHANGED)
    assert (wire.cuts, snapshot(store)) == (1, after)


def test_a_write_that_was_kept_though_its_answer_was_lost_is_not_done_twice(store: GraphStore, wire: Wire) -> None:
    after, _ = written_undisturbed(store, wire)
    version = store.version()
    wire.lose_answer()
    with pytest.raises(StoreConflictError):  # the pipeline then finds that the document is there
        store.write_document(replace(CHANGED, based_on=version))
    assert (store.version(), snapshot(store)) == (version + 1, after)


def test_every_other_change_may_be_cut_off_as_well(store: GraphStore, wire: Wire) -> None:
    for part in (1, 300):
        wire.cut_after(part)
        store.add_source("d1", f"copy {part}.txt")
        wire.lose_answer()
        store.mark_failed(f"bad {part}.txt", title="", media_type="", reason="is bad", failed_at="2026-01-01")
    assert store.uris("d1") == ["copy 1.txt", "copy 300.txt", "d1.txt"]
    assert [document.uri for document in store.documents() if document.status == "failed"] == ["bad 1.txt", "bad 300.txt"]
    wire.cut_after(400)
    assert store.forget("d1")
    assert (store.stats().documents, store.stats().events, store.check()) == (0, 0, [])


def test_a_reading_that_is_cut_off_is_done_again(store: GraphStore, wire: Wire) -> None:
    before = snapshot(store)
    for part in (1, 500):
        wire.cut_after(part)
        assert snapshot(store) == before
    wire.lose_answer(of_reading=True)
    assert snapshot(store) == before


def test_a_wire_that_stays_cut_is_said_and_nothing_of_the_write_is_kept(
    server: Reached, wire: Wire, store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neo4j_database, "RETRY_SECONDS", 0.0)
    hasty = open_store(f"bolt://127.0.0.1:{wire.port}", neo4j=login(server))
    before = snapshot(store)

    def fails(update: GraphUpdate) -> bool:
        with pytest.raises(StoreError, match=r"cannot be reached .*\. What was not finished was not kept\. Start the server"):
            hasty.write_document(update)
        return True

    _, took = written_undisturbed(store, wire)
    wire.refuse_after(took // 2)
    assert fails(CHANGED)
    assert fails(CHANGED)
    wire.mend()
    assert snapshot(store) == before
    hasty.write_document(CHANGED)
    assert hasty.stats().documents == 1
    hasty.close()


def test_an_ingestion_over_a_wire_that_breaks_again_and_again_makes_the_same_graph(
    server: Reached, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    emptied(server, 384)
    write_corpus(tmp_path, documents=6)
    assert called(["ingest", "."], cwd=tmp_path).status == 0
    undisturbed = exported(tmp_path)
    with wire_to(int(server.url.rpartition(":")[2])) as wire, watching(server) as driver:
        use(monkeypatch, server, url=f"bolt://127.0.0.1:{wire.port}")
        with running(["ingest", "."], cwd=tmp_path) as process:
            for number in range(1, 6):
                wait_until(lambda number=number: stored(driver) >= number)  # type: ignore[misc]
                wire.cut() if number % 2 else wire.lose_answer()
            done = ended(process)
        assert (done.status, done.err, wire.cuts > 4) == (0, "", True)
        assert whole_graph() == undisturbed
