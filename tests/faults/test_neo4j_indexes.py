"""Indexes of Neo4j that are missing, made for other vectors, or at odds with the server: said with what to do, or mended by itself."""

from collections.abc import Callable, Iterator
from pathlib import Path

import neo4j
import numpy as np
import pytest

from cckg.core.errors import StoreError
from cckg.core.graph import Entity, Polarity
from cckg.stores import GraphStore, open_store
from cckg.stores.copying import graph_hash
from cckg.stores.neo4j.schema import INDEXES, VERSION
from tests.builders import DIMENSION, FINGERPRINT, graph_update, unit_vectors
from tests.commandline import called
from tests.processes import assert_one_line, running, write_corpus
from tests.servers import NEWER, VERSIONS, Reached, emptied, neo4j_server
from tests.watching import ended, login, stored, use, wait_until, watching, whole_graph

EACH = pytest.mark.parametrize("server", VERSIONS, indirect=True)
BOOKKEEPING = ("Failure", "Graph", "Merge", "Prior", "Source")
OTHER = """
CREATE VECTOR INDEX event_embedding FOR (n:Event) ON n.embedding
OPTIONS {indexConfig: {`vector.dimensions`: 7, `vector.similarity_function`: 'cosine'}}
"""


@pytest.fixture(params=[NEWER])
def server(request: pytest.FixtureRequest) -> Reached:
    server = neo4j_server(request.param)
    emptied(server, DIMENSION)
    return server


@pytest.fixture
def driver(server: Reached) -> Iterator[neo4j.Driver]:
    with watching(server) as driver:
        yield driver


@pytest.fixture
def store(server: Reached) -> Iterator[GraphStore]:
    """A graph of one document."""
    store = open_store(server.url, neo4j=login(server))
    store.bind(FINGERPRINT)
    store.write_document(graph_update("the pump -> the flood; the flood -> +damage"))
    yield store
    store.close()


def drop(driver: neo4j.Driver, name: str) -> None:
    is_constraint = name.endswith("_id")
    driver.execute_query(f"DROP {'CONSTRAINT' if is_constraint else 'INDEX'} {name}")


def names(driver: neo4j.Driver) -> set[str]:
    return {record[0] for record in driver.execute_query("SHOW INDEXES YIELD name RETURN name").records}


def everything_is_found(store: GraphStore) -> bool:
    query = unit_vectors(["the flood"])
    events = [hits[0].id for hits in (store.nearest_events(query, k=1), store.nearest_wordings(query, k=1))[0]]
    return events == ["the flood"] and bool(store.nearest_chunks(query, k=1)[0]) and bool(store.search_text("pump", k=1))


# Missing


@EACH
def test_every_index_that_was_dropped_is_named_and_created_anew_by_the_next_command(
    server: Reached, driver: neo4j.Driver, store: GraphStore
) -> None:
    for name in INDEXES:
        drop(driver, name)
    assert [sentence.split()[2] for sentence in store.check()] == list(INDEXES)
    assert all(sentence.endswith("is missing. `cckg ingest` creates indexes that are absent.") for sentence in store.check())
    later = open_store(server.url, neo4j=login(server))
    later.bind(FINGERPRINT)
    assert set(INDEXES) <= names(driver)
    assert (later.check(), everything_is_found(later)) == ([], True)
    later.close()


def laid_out_as_before(driver: neo4j.Driver, *, schema: int) -> None:
    """Give the graph the labels, constraints and vector index that version 1 or 2 of the schema had."""
    for label in BOOKKEEPING:
        driver.execute_query(f"MATCH (n:_{label}) REMOVE n:_{label} SET n:{label}")
        drop(driver, f"_{label.lower()}_id")
        driver.execute_query(f"CREATE CONSTRAINT {label.lower()}_id FOR (n:{label}) REQUIRE n.id IS UNIQUE")
    drop(driver, "_merge_embedding")
    drop(driver, "_prior_text")
    driver.execute_query(OTHER.replace("event_embedding", "merge_embedding").replace(":Event", ":Merge"))
    driver.execute_query("CREATE INDEX prior_text FOR (n:Prior) ON (n.text)")
    driver.execute_query("MATCH (g:Graph) SET g.schema = $schema", schema=schema)


@EACH
@pytest.mark.parametrize("stopped", [False, True])
def test_the_bookkeeping_of_an_older_graph_goes_out_of_sight_and_nothing_else_changes(
    server: Reached, driver: neo4j.Driver, store: GraphStore, *, stopped: bool
) -> None:
    store.mark_failed("bad.pdf", title="bad", media_type="text/plain", reason="torn", failed_at="2026-01-01T00:00:00+00:00")
    store.keep_priors("teacher", "d1", {"the pump": -4.0})
    before, version = graph_hash(store), store.version()
    laid_out_as_before(driver, schema=2)
    if stopped:
        driver.execute_query("MATCH (n:Merge) WITH n LIMIT 1 REMOVE n:Merge SET n:_Merge")
        drop(driver, "merge_embedding")
    later = open_store(server.url, neo4j=login(server), create=False)
    assert (later.fingerprint(), later.version(), graph_hash(later)) == (FINGERPRINT, version, before)
    later.bind(FINGERPRINT)
    assert (later.check(), everything_is_found(later), later.priors("teacher", ["the pump"])) == ([], True, {"the pump": -4.0})
    labels = {name for (name,) in driver.execute_query("MATCH (n) UNWIND labels(n) AS name RETURN DISTINCT name").records}
    assert {f"_{label}" for label in BOOKKEEPING} <= labels
    assert not labels & set(BOOKKEEPING)
    assert not names(driver) & {"merge_embedding", "prior_text", *(f"{label.lower()}_id" for label in BOOKKEEPING)}
    later.forget("d1")
    assert later.stats().claims == 0
    later.close()


def test_a_graph_of_version_1_becomes_one_in_which_nobody_has_looked_for_named_things(
    server: Reached, driver: neo4j.Driver, store: GraphStore
) -> None:
    store.keep_priors("teacher", "d1", {"the pump": -4.0})
    drop(driver, "entity_id")
    laid_out_as_before(driver, schema=1)
    later = open_store(server.url, neo4j=login(server))
    later.bind(FINGERPRINT)
    assert driver.execute_query("MATCH (g:_Graph) RETURN g.schema").records[0][0] == VERSION
    assert (later.unnamed("names-1"), later.check()) == (["d1"], [])
    later.keep_entities("d1", {"d1#0": [Entity("pump", "the Pump")]}, recogniser="names-1")
    assert later.mentioning(["pump"], limit=1)["pump"].total == 1
    later.close()


def test_a_named_thing_is_shown_by_a_wording_that_some_passage_has(driver: neo4j.Driver, store: GraphStore) -> None:
    store.write_document(graph_update("a -> b", document="d2"))
    for document, wording in (("d1", "the Pump"), ("d2", "Pump")):
        store.keep_entities(document, {f"{document}#0": [Entity("pump", wording)]}, recogniser="names-1")
    shown = "MATCH (e:Entity {id: 'pump'}) RETURN e.name"
    assert driver.execute_query(shown).records[0][0] == "the Pump"
    store.forget("d1")
    assert driver.execute_query(shown).records[0][0] == "Pump"


@pytest.mark.parametrize(
    ("name", "search"),
    [
        ("event_embedding", lambda store: store.nearest_events(unit_vectors(["the flood"]), k=1)),
        ("_merge_embedding", lambda store: store.nearest_wordings(unit_vectors(["the flood"]), k=1)),
        ("chunk_embedding", lambda store: store.nearest_chunks(unit_vectors(["the flood"]), k=1)),
        ("event_text", lambda store: store.search_text("pump", k=1, over="events")),
        ("chunk_text", lambda store: store.search_text("pump", k=1)),
    ],
)
def test_an_index_that_is_dropped_behind_our_back_is_said_and_the_store_goes_on_once_it_is_back(
    driver: neo4j.Driver, store: GraphStore, name: str, search: Callable[[GraphStore], object]
) -> None:
    drop(driver, name)
    with pytest.raises(StoreError, match=r"could not search \(.*\)\. Give the command again: it creates indexes that are absent\."):
        search(store)
    assert store.stats().claims == 2
    store.bind(FINGERPRINT)
    assert everything_is_found(store)


def test_an_ingestion_whose_index_is_dropped_ends_well_and_the_next_one_creates_it_anew(
    server: Reached, driver: neo4j.Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    emptied(server, 384)
    use(monkeypatch, server)
    write_corpus(tmp_path, documents=9)
    with running(["ingest", ".", "--json"], cwd=tmp_path) as process:
        wait_until(lambda: stored(driver) >= 2)
        drop(driver, "event_embedding")
        done = ended(process)  # which mentions are one event is decided without it
    assert (done.status, '"added": 9, "updated": 0, "unchanged": 0' in done.out) == (0, True), done
    again = called(["ingest", ".", "--json"], cwd=tmp_path)
    assert (again.status, '"added": 0, "updated": 0, "unchanged": 9' in again.out) == (0, True), again
    assert "event_embedding" in names(driver)
    assert len(whole_graph()["documents"]) == 9


def test_entries_that_are_there_twice_for_want_of_a_constraint_are_said(driver: neo4j.Driver, store: GraphStore) -> None:
    drop(driver, "event_id")
    driver.execute_query("MATCH (e:Event {id: 'the flood'}) CREATE (:Event:Occurrence {id: e.id, text: e.text, embedding: e.embedding})")
    with pytest.raises(StoreError, match="Event"):
        store.bind(FINGERPRINT)


# Of other vectors


@EACH
def test_an_index_of_another_dimension_is_said_with_what_to_do_and_that_helps(driver: neo4j.Driver, store: GraphStore) -> None:
    drop(driver, "event_embedding")
    driver.execute_query(OTHER)
    sentence = (
        rf"The index event_embedding of .* was made for other vectors \(dimension 7, .*\)\. "
        rf"Drop it in Neo4j Browser \(DROP INDEX event_embedding\), and cckg creates it anew with dimension {DIMENSION}\."
    )
    with pytest.raises(StoreError, match=sentence):
        store.bind(FINGERPRINT)
    drop(driver, "event_embedding")
    store.bind(FINGERPRINT)
    assert (store.check(), everything_is_found(store)) == ([], True)


def test_the_command_line_says_an_index_of_another_dimension_in_one_line(
    server: Reached, driver: neo4j.Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, server)
    drop(driver, "event_embedding") if "event_embedding" in names(driver) else None
    driver.execute_query(OTHER)
    write_corpus(tmp_path, documents=1)
    assert_one_line(called(["ingest", "."], cwd=tmp_path), said="(DROP INDEX event_embedding)")
    assert stored(driver) == 0


def test_another_index_in_the_place_of_ours_is_said(driver: neo4j.Driver, store: GraphStore) -> None:
    drop(driver, "chunk_text")
    driver.execute_query("CREATE FULLTEXT INDEX theirs FOR (n:Chunk) ON EACH [n.text]")
    try:
        with pytest.raises(StoreError, match=r"chunk_text of .* is missing\. Another index may be in its place"):
            store.bind(FINGERPRINT)
    finally:
        drop(driver, "theirs")
    store.bind(FINGERPRINT)
    assert store.check() == []


# At odds with the server


@EACH
@pytest.mark.parametrize("seed", [3, 4])
def test_a_search_for_one_polarity_finds_it_whatever_was_taken_out_before(store: GraphStore, seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = ["a", "+b", "-c", "~d", "e", "+f", "g", "-h", "i", "+j"]
    store.forget("d1")
    for number in range(15):  # of the events of each document, some stay and some go
        links = [" -> ".join(rng.choice(names, 2)) for _ in range(int(rng.integers(1, 4)))]
        store.write_document(graph_update("; ".join(links), document=f"d{number}", uri=f"{number % 3}.txt"))
        if number % 3 == 2:
            store.forget(f"d{number - 1}")
            assert_each_polarity_is_found(store)


def assert_each_polarity_is_found(store: GraphStore) -> None:
    query = unit_vectors(["a"])
    events = store.graph().events.values()
    for polarity in Polarity:
        expected = {event.id for event in events if event.polarity is polarity}
        worded = store.wordings([hit.id for hit in store.nearest_wordings(query, k=50, polarity=polarity)[0]])
        assert {hit.id for hit in store.nearest_events(query, k=20, polarity=polarity)[0]} == expected
        assert {wording.event.id for wording in worded} == expected
