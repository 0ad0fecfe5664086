"""Named things that chunks mention, in every store: brought with a document, or found in it later; gone with the last chunk."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cckg.core.claims import GraphUpdate
from cckg.core.errors import StoreConflictError, StoreError
from cckg.core.graph import Entity
from cckg.stores import GraphStore, Mentioning
from tests.builders import graph_update

BRIDGE, OHIO, TITLE = Entity("silver bridge", "Silver Bridge"), Entity("ohio", "Ohio"), Entity("silver bridge", "The Silver Bridge", True)


def naming(*chunks: tuple[Entity, ...], document: str = "d1", uri: str | None = None) -> GraphUpdate:
    """Build a document whose chunks mention these things and state no claim."""
    update = graph_update(*(f"text {number}" for number in range(len(chunks))), document=document, uri=uri)
    return replace(update, entities=chunks, recogniser="names-1")


def mentions(store: GraphStore, *keys: str) -> dict[str, tuple[str, ...]]:
    return {key: found.titled + found.others for key, found in store.mentioning(keys, limit=9).items()}


def test_a_new_store_mentions_nothing(store: GraphStore) -> None:
    assert store.mentioned(["d1#0"]) == store.mentioning(["ohio"], limit=3) == {}
    assert store.unnamed("names-1") == []


def test_what_a_chunk_mentions_is_read_back_by_key(store: GraphStore) -> None:
    store.write_document(naming((BRIDGE, OHIO), (), (OHIO,)))
    assert store.mentioned(["d1#2", "none", "d1#1", "d1#0"]) == {"d1#0": [OHIO, BRIDGE], "d1#2": [OHIO]}
    assert (store.stats().entities, store.check()) == (2, [])


def test_each_chunk_keeps_its_own_wording_of_a_thing(store: GraphStore) -> None:
    other = Entity("ohio", "OHIO")
    store.write_document(naming((OHIO,)))
    store.write_document(naming((other,), document="d2"))
    assert store.mentioned(["d1#0", "d2#0"]) == {"d1#0": [OHIO], "d2#0": [other]}
    assert store.stats().entities == 1


def test_chunks_are_counted_and_those_whose_document_is_called_so_come_first(store: GraphStore) -> None:
    for number, found in enumerate([(BRIDGE,), (BRIDGE, OHIO), (TITLE,), (BRIDGE,)], start=1):
        store.write_document(naming(found, document=f"d{number}"))
    keys = ["silver bridge", "ohio", "none"]
    assert store.mentioning(keys, limit=2) == {
        "silver bridge": Mentioning(4, ("d3#0",), ("d1#0",)),
        "ohio": Mentioning(1, (), ("d2#0",)),
    }
    assert mentions(store, "silver bridge") == {"silver bridge": ("d3#0", "d1#0", "d2#0", "d4#0")}


def test_a_thing_that_a_chunk_names_twice_is_kept_as_it_came_first(store: GraphStore) -> None:
    store.write_document(naming((TITLE, BRIDGE)))
    assert store.mentioned(["d1#0"]) == {"d1#0": [TITLE]}


def test_a_thing_is_kept_as_long_as_a_chunk_mentions_it(store: GraphStore) -> None:
    store.write_document(naming((BRIDGE, OHIO)))
    store.write_document(naming((OHIO,), document="d2"))
    store.forget("d1")
    assert mentions(store, "ohio", "silver bridge") == {"ohio": ("d2#0",)}
    assert (store.stats().entities, store.check()) == (1, [])
    store.forget("d2")
    assert (mentions(store, "ohio"), store.stats().entities, store.check()) == ({}, 0, [])


def test_a_changed_document_mentions_what_its_new_text_does(store: GraphStore) -> None:
    store.write_document(naming((BRIDGE,), (OHIO,)))
    store.write_document(naming((OHIO,), document="changed", uri="d1.txt"))
    assert mentions(store, "ohio", "silver bridge") == {"ohio": ("changed#0",)}
    assert store.stats().entities == 1


def test_a_document_that_gives_way_at_its_uri_takes_its_mentions_along(store: GraphStore) -> None:
    store.write_document(naming((BRIDGE,)))
    store.write_document(naming((OHIO,), document="d2"))
    store.add_source("d2", "d1.txt")
    assert mentions(store, "ohio", "silver bridge") == {"ohio": ("d2#0",)}
    assert (store.stats().entities, store.check()) == (1, [])


def test_writing_the_same_mentions_again_changes_nothing(store: GraphStore) -> None:
    store.write_document(naming((BRIDGE, OHIO), (OHIO,)))
    before = store.mentioned(["d1#0", "d1#1"])
    store.write_document(naming((BRIDGE, OHIO), (OHIO,)))
    assert (store.mentioned(["d1#0", "d1#1"]), store.stats().entities, store.check()) == (before, 2, [])


def test_a_document_is_read_back_with_its_mentions(new_store: Callable[[], GraphStore]) -> None:
    update = naming((OHIO, TITLE), (), (BRIDGE,))
    store = new_store()
    store.write_document(update)
    store.write_document(replace(graph_update("a -> b", document="d2"), recogniser=None))
    found = store.read_document("d1")
    assert found is not None
    assert (found.entities, found.recogniser) == (update.entities, "names-1")
    without = store.read_document("d2")
    assert without is not None
    assert (without.entities, without.recogniser) == ((), None)
    copy = new_store()
    copy.write_document(found)
    assert copy.mentioned(["d1#0", "d1#2"]) == {"d1#0": [OHIO, TITLE], "d1#2": [BRIDGE]}


def test_documents_in_which_nobody_or_another_has_looked_are_told(store: GraphStore) -> None:
    store.write_document(naming((OHIO,), document="d2"))
    for name in ("d3", "d1"):
        store.write_document(graph_update("a -> b", document=name))
    assert store.unnamed("names-1") == ["d1", "d3"]
    assert store.unnamed("names-2") == ["d1", "d2", "d3"]


def test_what_is_found_later_takes_the_place_of_what_was_kept(store: GraphStore) -> None:
    store.write_document(naming((BRIDGE,), (OHIO,)))
    version = store.version()
    store.keep_entities("d1", {"d1#1": [BRIDGE]}, recogniser="names-2")
    assert store.mentioned(["d1#0", "d1#1"]) == {"d1#1": [BRIDGE]}
    assert (store.unnamed("names-2"), store.stats().entities, store.check()) == ([], 1, [])
    assert store.version() > version
    store.keep_entities("d1", {}, recogniser=None)
    assert (store.unnamed("names-2"), store.stats().entities) == (["d1"], 0)


def test_named_things_of_a_document_that_is_not_there_are_refused(store: GraphStore) -> None:
    with pytest.raises(StoreError):
        store.keep_entities("d1", {"d1#0": [OHIO]}, recogniser="names-1")
    assert store.stats().entities == 0


def test_a_document_that_was_read_before_others_were_named_is_consolidated_anew(store: GraphStore) -> None:
    store.write_document(graph_update("a -> b"))
    based_on = store.version()
    store.keep_entities("d1", {"d1#0": [OHIO]}, recogniser="names-1")
    with pytest.raises(StoreConflictError):
        store.write_document(replace(graph_update("b -> c", document="d2"), based_on=based_on))


@pytest.mark.parametrize(("recogniser", "entities"), [("names-1", ()), (None, ((OHIO,),)), ("names-1", ((OHIO,), (OHIO,)))])
def test_mentions_that_are_not_one_tuple_per_chunk_are_a_callers_bug(
    store: GraphStore, recogniser: str | None, entities: tuple[tuple[Entity, ...], ...]
) -> None:
    with pytest.raises(ValueError, match="entities"):
        store.write_document(replace(graph_update("a -> b"), recogniser=recogniser, entities=entities))


def test_names_and_keys_are_values_and_no_query(store: GraphStore) -> None:
    hostile = Entity("x'); drop table mention; --", '"it\'s" `back` \\u0041 $x {a: 1}\r\n–☃𝒳')
    store.write_document(naming((hostile,)))
    assert store.mentioned(["d1#0"]) == {"d1#0": [hostile]}
    assert mentions(store, hostile.key, "%", "*") == {hostile.key: ("d1#0",)}
