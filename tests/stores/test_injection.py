"""Text that would be a statement, a parameter, an escape or markup if anything read it so: every store keeps it, and finds it again."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from cckg.core.claims import GraphUpdate
from cckg.core.errors import StoreError
from cckg.export import FORMATS, export
from cckg.stores import GraphStore
from tests.builders import graph_update, unit_vectors
from tests.hostile import HOSTILE, hostile

SURROGATE = "before \ud800 after"
BEFORE = graph_update("p -> q; q ?> r", document="d0")


def filled(store: GraphStore) -> dict[str, GraphUpdate]:
    """Write BEFORE and one document per hostile text; return those by name."""
    store.write_document(BEFORE)
    updates = {name: hostile(text, number=number) for number, (name, text) in enumerate(HOSTILE.items(), start=1)}
    for update in updates.values():
        store.write_document(update)
    return updates


def snapshot(store: GraphStore) -> tuple[object, ...]:
    return store.graph(), store.documents(), store.merges(), store.stats(), store.check()


def assert_read_back(store: GraphStore, update: GraphUpdate) -> None:
    back = store.read_document(update.document.id)
    assert back is not None
    assert (back.document, back.claims, back.chunks) == (replace(update.document, text=""), update.claims, update.chunks)
    assert (set(back.events), set(back.merges)) == (set(update.events), set(update.merges))


def test_every_text_is_read_back_as_it_was(store: GraphStore) -> None:
    for update in filled(store).values():
        document = update.document
        found = store.find_document(document.uri)
        assert found is not None
        assert (found.id, found.uri, found.title) == (document.id, document.uri, document.title)
        assert store.uris(document.id) == [document.uri]
        assert store.events([event.id for event in update.events]) == list(update.events)
        assert [chunk for chunk, _ in store.chunks([chunk.id for chunk in update.chunks])] == list(update.chunks)
        assert store.merges(update.merges[0].event) == [update.merges[0]]
        assert_read_back(store, update)
    assert store.stats().documents == len(HOSTILE) + 1
    assert store.check() == []


def test_every_text_is_found_by_its_words_its_vector_and_its_links(store: GraphStore) -> None:
    for number, update in enumerate(filled(store).values(), start=1):
        (chunk,) = update.chunks
        cause, effect = update.events
        assert [hit.id for hit in store.search_text(f"marker{number}", k=9)] == [chunk.id]
        assert chunk.id in [hit.id for hit in store.search_text(chunk.text, k=99)]
        assert [hit.id for hit in store.nearest_chunks(unit_vectors([f"marker{number}"]), k=1)[0]] == [chunk.id]
        around = store.neighbourhood([cause.id], "effects", depth=3, limit=9)
        assert around.events == {cause.id: cause, effect.id: effect}
        assert around.claims == update.claims


def test_a_failure_is_remembered_whatever_its_text(store: GraphStore) -> None:
    store.write_document(BEFORE)
    before = snapshot(store)
    for text in HOSTILE.values():
        store.mark_failed(text, title=text, media_type=text, reason=text, failed_at="2026-01-01")
        found = store.find_document(text)
        assert found is not None
        assert (found.uri, found.title, found.media_type, found.reason, found.status) == (text, text, text, text, "failed")
        store.add_source("d0", text)  # it is found now
    assert store.uris("d0") == sorted([*HOSTILE.values(), "d0.txt"])
    store.forget("d0")
    store.write_document(BEFORE)
    assert snapshot(store) == before


def test_every_text_is_exported_as_text(store: GraphStore) -> None:
    updates = filled(store)
    graph, documents, merges = store.graph(), store.documents(), store.merges()
    written = json.loads(export(graph, documents, merges, format="json"))
    assert {event["text"] for event in written["events"]} == {*HOSTILE.values(), "p", "q", "r"}
    assert {document["title"] for document in written["documents"]} == {*HOSTILE.values(), "Title of d0"}
    rows = list(csv.DictReader(io.StringIO(export(graph, documents, merges, format="csv"), newline="")))
    quoted = {row["document"]: row["quote"] for row in rows}
    for update in updates.values():
        assert quoted[update.document.id].removeprefix("'") == update.claims[0].quote.text.removeprefix("'")
    assert all(export(graph, documents, merges, format=name) for name in FORMATS)


def test_what_is_taken_out_again_leaves_the_graph_as_it_was(store: GraphStore) -> None:
    store.write_document(BEFORE)
    before = snapshot(store)
    for update in filled(store).values():
        assert store.forget(update.document.id)
    assert snapshot(store) == before


ASKS: dict[str, Callable[[GraphStore, str], object]] = {
    "find_document": lambda store, text: store.find_document(text),
    "read_document": lambda store, text: store.read_document(text),
    "has_document": lambda store, text: store.has_document(text),
    "forget": lambda store, text: store.forget(text),
    "uris": lambda store, text: store.uris(text),
    "events": lambda store, text: store.events([text, text]),
    "chunks": lambda store, text: store.chunks([text]),
    "wordings": lambda store, text: store.wordings([text]),
    "merges": lambda store, text: store.merges(text),
    "neighbourhood": lambda store, text: store.neighbourhood([text], "causes", depth=2, limit=9).events,
    "text of events": lambda store, text: store.search_text(text, k=9, over="events"),
    "text of chunks": lambda store, text: store.search_text(text, k=9, over="chunks"),
}
"""Everything that is asked for by a name or by words."""


def test_what_is_asked_for_is_no_statement(store: GraphStore) -> None:
    store.write_document(BEFORE)
    before = snapshot(store)
    for asked, ask in ASKS.items():
        assert [(asked, name) for name, text in HOSTILE.items() if ask(store, text)] == []
    assert snapshot(store) == before


# Long


@pytest.mark.parametrize("text", ["The flood came. " * 62_500, "x" * 1_000_000, "'\\`\"" * 250_000], ids=["words", "one word", "marks"])
def test_a_megabyte_is_kept_and_found(store: GraphStore, text: str) -> None:
    store.write_document(BEFORE)
    before = snapshot(store)
    update = hostile(text)
    store.write_document(update)
    assert store.events([update.events[0].id]) == [update.events[0]]
    assert_read_back(store, update)
    assert [hit.id for hit in store.search_text("marker1", k=9)] == ["d1#0"]
    found = store.find_document(update.document.uri)
    assert found is not None
    assert (found.id, store.check()) == ("d1", [])
    store.forget("d1")
    assert snapshot(store) == before


def test_addresses_of_ten_thousand_characters_are_told_apart(store: GraphStore) -> None:
    first, second = "a" * 10_000 + "1", "a" * 10_000 + "2"
    store.write_document(graph_update("a -> b", document="d1", uri=first))
    store.write_document(graph_update("b -> c", document="d2", uri=second))
    store.mark_failed(second, title="", media_type="", reason="is gone", failed_at="2026-01-01")
    found = [store.find_document(uri) for uri in (first, second)]
    assert [document.id if document else None for document in found] == ["d1", "d2"]
    store.write_document(graph_update("b -> d", document="d3", uri=second))
    assert [document.uri for document in store.documents()] == [first, second]
    assert [store.has_document(name) for name in ("d1", "d2", "d3")] == [True, False, True]


# What is no text


WITH_SURROGATES: list[Callable[[GraphStore, GraphUpdate], object]] = [
    lambda store, update: store.write_document(replace(update, document=replace(update.document, title=SURROGATE))),
    lambda store, update: store.write_document(replace(update, document=replace(update.document, uri=SURROGATE))),
    lambda store, update: store.write_document(replace(update, chunks=(replace(update.chunks[0], text=SURROGATE),))),
    lambda store, update: store.write_document(replace(update, events=(replace(update.events[0], text=SURROGATE), update.events[1]))),
    lambda store, update: store.write_document(replace(update, claims=(replace(update.claims[0], time=SURROGATE),))),
    lambda store, update: store.write_document(replace(update, merges=(replace(update.merges[0], wording=SURROGATE), update.merges[1]))),
    lambda store, update: store.mark_failed("x.txt", title="", media_type="", reason=SURROGATE, failed_at=""),
    lambda store, update: store.mark_failed(SURROGATE, title="", media_type="", reason="", failed_at=""),
    lambda store, update: store.add_source("d0", SURROGATE),
]
"""Writes of every field that holds text."""


def test_a_lone_surrogate_is_said_and_nothing_is_kept(store: GraphStore) -> None:
    store.write_document(BEFORE)
    before = snapshot(store)
    for write in WITH_SURROGATES:
        with pytest.raises(StoreError, match=r"holds characters that are no Unicode text, so .* cannot keep it"):
            write(store, graph_update("x -> y", document="d1"))
        assert snapshot(store) == before
    store.write_document(graph_update("x -> y", document="d1"))
    assert store.stats().documents == 2
