"""What every graph store keeps (`cckg/stores/base.py`), whatever it is made of."""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import GraphUpdate
from cckg.core.errors import StoreConflictError, StoreError, StoreMismatchError
from cckg.core.evidence import Source
from cckg.core.graph import Entity, Event, Polarity
from cckg.stores import Fingerprint, GraphStore, Stats
from tests.builders import DIMENSION, FINGERPRINT, graph_update, unit_vectors


def write(store: GraphStore, *documents: str) -> None:
    """Write one document per argument: d1, d2, …"""
    for number, text in enumerate(documents, start=1):
        store.write_document(graph_update(text, document=f"d{number}"))


LATER = "2026-01-02T00:00:00+00:00"


def claims(store: GraphStore) -> list[str]:
    return [claim.id for claim in store.graph().claims]


def snapshot(store: GraphStore) -> tuple[object, ...]:
    documents = [replace(document, ingested_at="") for document in store.documents()]
    return store.graph(), documents, store.merges(), store.stats(), store.check()


# A new store


def test_a_new_store_is_empty_and_answers_everything(store: GraphStore) -> None:
    query = unit_vectors(["a", "b"])
    assert store.documents() == store.merges() == store.check() == store.search_text("a", k=3) == []
    assert store.chunks(["x"]) == store.events(["x"]) == []
    assert store.nearest_events(query, k=3) == store.nearest_chunks(query, k=3) == [[], []]
    assert store.neighbourhood(["a"], "causes", depth=3, limit=9) == store.graph()
    assert store.graph().events == {}
    assert store.stats().documents == store.stats().events == store.stats().edges == 0
    assert not store.forget("d1")
    assert store.find_document("d1.txt") is None


def test_a_store_remembers_what_it_was_bound_to_and_refuses_another(store: GraphStore) -> None:
    store.bind(FINGERPRINT)
    with pytest.raises(StoreMismatchError, match=r"test:hashed-words.*other"):
        store.bind(Fingerprint("other", DIMENSION))
    assert store.fingerprint() == FINGERPRINT


# Writing


def test_what_is_written_is_read_back_exactly(store: GraphStore) -> None:
    update = graph_update("a & b -> +c:the price; +c ?> ~d", "~d !> a:the axle; ~d +> e; e *> a:the axle")
    timed = replace(update, claims=tuple(replace(claim, time="in 1912", cue=None) for claim in update.claims))
    store.write_document(timed)
    graph = store.graph()
    assert graph.claims == timed.claims
    assert graph.events == {event.id: event for event in timed.events}
    assert list(graph.events) == sorted(graph.events)
    assert graph.sources == {"d1": Source("d1", "d1.txt", "Title of d1")}
    assert sorted(store.merges(), key=lambda merge: merge.id) == sorted(timed.merges, key=lambda merge: merge.id)
    assert store.chunks(["d1#1", "none", "d1#0"]) == [(chunk, graph.sources["d1"]) for chunk in reversed(timed.chunks)]


def test_claims_keep_what_they_say_of_what_would_have_been(store: GraphStore) -> None:
    write(store, "a ~> b; c !~> b; d ?!~> b")
    told = [(claim.modality.value, claim.counterfactual, claim.tentative) for claim in store.graph().claims]
    assert told == [("asserted", True, False), ("denied", True, False), ("denied", True, True)]


def test_claims_keep_their_cue(store: GraphStore) -> None:
    update = graph_update("a -> b")
    store.write_document(update)
    assert store.graph().claims == update.claims


def test_events_come_in_the_order_asked_for(store: GraphStore) -> None:
    write(store, "a -> b -> c")
    assert [event.id for event in store.events(["c", "none", "a"])] == ["c", "a"]


def test_an_event_that_is_known_stays_as_it_is(store: GraphStore) -> None:
    write(store, "a:the axle -> b", "a:the shaft -> c")
    assert store.events(["a"]) == [Event("a", "the axle", Polarity.OCCURRENCE, "Title of d1")]


def test_a_document_may_lead_to_events_that_only_the_graph_holds(store: GraphStore) -> None:
    write(store, "a -> b")
    store.write_document(graph_update("b -> c", document="d2", known={"b"}))
    assert claims(store) == ["d1/0", "d2/0"]


def test_writing_the_same_again_changes_nothing(store: GraphStore) -> None:
    write(store, "a -> b; b ?> c", "b -> c")
    before = snapshot(store)
    write(store, "a -> b; b ?> c")
    assert snapshot(store) == before


def test_a_changed_document_replaces_only_its_own_claims(store: GraphStore) -> None:
    write(store, "a -> b; b -> c", "b -> c")
    store.write_document(graph_update("a -> d", document="d1 changed", uri="d1.txt"))
    assert claims(store) == ["d1 changed/0", "d2/0"]
    assert set(store.graph().events) == {"a", "b", "c", "d"}
    assert not store.has_document("d1")
    assert store.check() == []


def test_a_document_that_is_read_anew_may_reuse_events_that_only_it_had_stated(store: GraphStore) -> None:
    write(store, "a -> b; b -> c")
    store.write_document(graph_update("a -> c", document="d1", known={"a", "c"}))
    assert (claims(store), set(store.graph().events)) == (["d1/0"], {"a", "c"})


def test_an_event_without_a_claim_is_not_kept(store: GraphStore) -> None:
    update = graph_update("a -> b")
    store.write_document(replace(update, claims=(), merges=(), merge_vectors=update.merge_vectors[:0]))
    assert store.graph().events == {}
    assert store.nearest_events(update.event_vectors, k=3) == [[], []]


def test_a_claim_that_leads_nowhere_is_refused_with_all_its_document(store: GraphStore) -> None:
    write(store, "a -> b")
    before = snapshot(store)
    with pytest.raises(StoreError):
        store.write_document(graph_update("x -> y; y -> z", document="d1 changed", uri="d1.txt", known={"z"}))
    assert snapshot(store) == before
    assert store.nearest_events(unit_vectors(["x"]), k=1)[0][0].id in {"a", "b"}


@pytest.mark.parametrize("field", ["chunk_vectors", "event_vectors", "merge_vectors"])
def test_vectors_of_the_wrong_shape_are_a_callers_bug(store: GraphStore, field: str) -> None:
    with pytest.raises(ValueError, match=field):
        store.write_document(replace(graph_update("a -> b"), **{field: np.zeros((1, 3), dtype=np.float32)}))


# Sources, failures, forgetting


def test_forgetting_keeps_what_others_also_state(store: GraphStore) -> None:
    write(store, "a -> b; b -> c", "b -> c")
    assert store.forget("d1")
    assert (claims(store), set(store.graph().events)) == (["d2/0"], {"b", "c"})
    assert [merge.document for merge in store.merges()] == ["d2", "d2"]
    assert store.search_text("a", k=3) == []
    assert not store.forget("d1")


def test_a_document_stays_as_long_as_one_uri_leads_to_it(store: GraphStore) -> None:
    same = graph_update("a -> b", uri="z.txt")
    store.write_document(same)
    store.write_document(replace(same, document=replace(same.document, uri="m.txt")))
    store.add_source("d1", "q.txt")
    assert {store.find_document(uri) for uri in ("z.txt", "m.txt", "q.txt")} == set(store.documents())
    assert [document.uri for document in store.documents()] == ["m.txt"]
    store.write_document(graph_update("c -> d", document="d2", uri="m.txt"))
    assert [(document.id, document.uri) for document in store.documents()] == [("d2", "m.txt"), ("d1", "q.txt")]
    store.add_source("d2", "q.txt")
    store.add_source("d2", "z.txt")
    assert [document.id for document in store.documents()] == ["d2"]
    assert store.nearest_chunks(same.chunk_vectors, k=5)[0][0].id == "d2#0"
    assert set(store.graph().events) == {"c", "d"}


def test_a_source_of_an_unknown_document_is_refused(store: GraphStore) -> None:
    with pytest.raises(StoreError):
        store.add_source("d1", "d1.txt")
    assert store.find_document("d1.txt") is None


def test_a_failure_is_kept_beside_what_was_read_before_and_cleared_by_success(store: GraphStore) -> None:
    write(store, "a -> b")
    for reason in ("locked", "broken"):
        store.mark_failed("d1.txt", title="t", media_type="text/plain", reason=reason, failed_at=LATER)
        store.mark_failed("new.pdf", title="t", media_type="application/pdf", reason=reason, failed_at=LATER)
    found = [(document.uri, document.status, document.reason, document.claims) for document in store.documents()]
    assert found == [("d1.txt", "done", None, 1), ("d1.txt", "failed", "broken", 0), ("new.pdf", "failed", "broken", 0)]
    assert [document.status for uri in ("d1.txt", "new.pdf") if (document := store.find_document(uri))] == ["done", "failed"]
    assert (store.stats().documents, store.stats().failed) == (1, 2)
    store.add_source("d1", "d1.txt")
    store.write_document(graph_update("c -> d", document="d2", uri="new.pdf"))
    assert [document.status for document in store.documents()] == ["done", "done"]


def test_a_failed_document_can_be_forgotten_by_its_id(store: GraphStore) -> None:
    store.mark_failed("new.pdf", title="t", media_type="application/pdf", reason="broken", failed_at=LATER)
    (failed,) = store.documents()
    assert not store.has_document(failed.id)
    assert store.forget(failed.id)
    assert store.documents() == []


# Events and their wordings


def test_an_event_keeps_no_title_of_a_forgotten_document(store: GraphStore) -> None:
    for document, day in (("d1", "2026-01-01"), ("d2", "2026-01-02")):
        store.write_document(graph_update("a:the axle -> b", document=document, at=day))
    store.forget("d1")
    assert store.events(["a"]) == [Event("a", "the axle", Polarity.OCCURRENCE, "Title of d2")]


def test_nearest_wordings_find_every_wording_of_an_event(store: GraphStore) -> None:
    for document, wording in (("d1", "the axle"), ("d2", "the rod")):
        store.write_document(graph_update(f"a:{wording} -> b", document=document))
    [hits] = store.nearest_wordings(unit_vectors(["the rod"]), k=1)
    [wording] = store.wordings([hits[0].id, "no such line"])
    assert (wording.text, wording.event.id, wording.context) == ("the rod", "a", "Title of d2")
    assert store.nearest_wordings(unit_vectors(["the rod"]), k=1, polarity=Polarity.DECREASE) == [[]]


def test_wordings_of_a_forgotten_document_are_found_no_more(store: GraphStore) -> None:
    for document, wording in (("d1", "the axle"), ("d2", "the rod")):
        store.write_document(graph_update(f"a:{wording} -> b", document=document))
    assert len(store.nearest_wordings(unit_vectors(["the rod"]), k=9)[0]) == 4
    store.forget("d2")
    [hits] = store.nearest_wordings(unit_vectors(["the rod"]), k=9)
    assert sorted(wording.text for wording in store.wordings([hit.id for hit in hits])) == ["b", "the axle"]


def test_an_event_takes_another_stated_wording_when_its_own_is_gone(store: GraphStore) -> None:
    for document, wording, day in (("d1", "the axle", "2026-01-01"), ("d2", "the rod", "2026-01-03"), ("d3", "the shaft", "2026-01-02")):
        store.write_document(graph_update(f"a:{wording} -> b", document=document, at=day))
    store.forget("d1")
    assert store.events(["a"]) == [Event("a", "the shaft", Polarity.OCCURRENCE, "Title of d3")]
    assert store.nearest_events(unit_vectors(["the shaft"]), k=1)[0][0].score == pytest.approx(1.0, abs=1e-6)
    assert [hit.id for hit in store.search_text("shaft", k=3, over="events")] == ["a"]
    assert store.search_text("axle", k=3, over="events") == []


def test_an_event_keeps_its_wording_while_another_document_states_it(store: GraphStore) -> None:
    write(store, "a:the axle -> b", "a:the shaft -> b", "a:the axle -> b")
    store.forget("d1")
    assert store.events(["a"])[0].text == "the axle"


def test_the_ledger_is_read_oldest_first_and_by_event(store: GraphStore) -> None:
    store.write_document(graph_update("a -> b", document="d1", at="2026-01-02"))
    store.write_document(graph_update("a -> c", document="d2", at="2026-01-01"))
    assert [merge.id for merge in store.merges()] == ["d2/0/cause", "d2/0/effect", "d1/0/cause", "d1/0/effect"]
    assert [merge.id for merge in store.merges("a")] == ["d2/0/cause", "d1/0/cause"]


def test_stats_count_what_is_stored(store: GraphStore) -> None:
    write(store, "a:the axle -> +b; a:the shaft ?> -c; a:the axle !> b", "a:the axle -> +b; x !> a:the axle")
    assert store.stats() == Stats(
        documents=2,
        failed=0,
        chunks=2,
        claims=5,
        events=5,
        edges=2,
        modalities={"asserted": 2, "hedged": 1, "denied": 2, "implied": 0},
        polarities={"increase": 1, "decrease": 1, "occurrence": 3, "absence": 0},
        merged_wordings=1,
        entities=0,
    )


# Reading a document as it was written


def test_a_document_is_read_back_as_it_would_be_written(store: GraphStore) -> None:
    update = graph_update("a & b -> +c:the price; +c ?> ~d", "~d !> a:the axle")
    metadata = (("author", "N. N."), ("year", "1912"))
    store.write_document(replace(update, document=replace(update.document, metadata=metadata)))
    found = store.read_document("d1")
    assert found is not None
    assert found.document == replace(update.document, metadata=metadata, text="")
    assert (found.chunks, found.ingested_at) == (update.chunks, update.ingested_at)
    for field, key in (("claims", "id"), ("events", "id"), ("merges", "id")):
        assert sorted(getattr(found, field), key=attrgetter(key)) == sorted(getattr(update, field), key=attrgetter(key))
    np.testing.assert_array_equal(found.chunk_vectors, update.chunk_vectors)
    np.testing.assert_array_equal(found.event_vectors, unit_vectors([event.text for event in found.events]))
    np.testing.assert_array_equal(found.merge_vectors, unit_vectors([merge.wording for merge in found.merges]))


def test_what_is_read_brings_the_same_graph_to_a_new_store(new_store: Callable[[], GraphStore]) -> None:
    store = new_store()
    write(store, "a:the axle -> b; b ?> +c", "a:the shaft -> b", "no claim")
    store.add_source("d1", "copy of d1.txt")
    store.forget("d3")
    store.forget("d1")
    write(store, "x -> a:the shaft", "a:the shaft -> b; a:the axle -> b")
    before, updates = snapshot(store), [store.read_document(document.id) for document in store.documents()]
    copy = new_store()
    for update in reversed(updates):
        assert update is not None
        copy.write_document(update)
    assert snapshot(copy) == before


def test_a_document_that_was_read_in_part_says_so_until_it_is_read_whole(store: GraphStore) -> None:
    part = replace(graph_update("a -> b"), incomplete="1 of 2 chunks could not be read (number 1): no reply")
    store.write_document(part)
    for summary in (store.find_document("d1.txt"), *store.documents()):
        assert summary is not None
        assert (summary.status, summary.reason, summary.claims) == ("incomplete", part.incomplete, 1)
    assert (store.has_document("d1"), store.has_document("d1", whole=True)) == (True, False)
    found = store.read_document("d1")
    assert found is not None
    assert found.incomplete == part.incomplete
    store.write_document(graph_update("a -> b; b -> c"))
    assert [(summary.status, summary.reason, summary.claims) for summary in store.documents()] == [("done", None, 2)]
    assert store.has_document("d1", whole=True)
    assert not store.has_document("d2", whole=True)


def test_a_document_that_is_not_stored_is_not_read(store: GraphStore) -> None:
    store.mark_failed("new.pdf", title="t", media_type="application/pdf", reason="broken", failed_at=LATER)
    assert [store.read_document(name) for name in ("d1", store.documents()[0].id)] == [None, None]


def test_a_document_is_found_at_all_its_uris(store: GraphStore) -> None:
    write(store, "a -> b")
    store.add_source("d1", "a copy.txt")
    assert (store.uris("d1"), store.uris("none")) == (["a copy.txt", "d1.txt"], [])


# The version


def test_every_write_raises_the_version(store: GraphStore) -> None:
    versions = [store.version()]
    for change in (
        lambda: store.write_document(graph_update("a -> b")),
        lambda: store.write_document(graph_update("a -> b")),
        lambda: store.add_source("d1", "copy.txt"),
        lambda: store.mark_failed("bad.txt", title="bad.txt", media_type="", reason="it is empty", failed_at="2026-01-01T00:00:00+00:00"),
        lambda: store.forget("d1"),
    ):
        change()
        versions.append(store.version())
    assert versions == sorted(set(versions))


def test_what_was_consolidated_against_an_older_graph_is_refused(store: GraphStore) -> None:
    based_on = store.version()
    store.write_document(replace(graph_update("a -> b"), based_on=based_on))
    before = snapshot(store)
    with pytest.raises(StoreConflictError):
        store.write_document(replace(graph_update("b -> c", document="d2"), based_on=based_on))
    assert snapshot(store) == before
    store.write_document(replace(graph_update("b -> c", document="d2"), based_on=store.version()))
    assert claims(store) == ["d1/0", "d2/0"]


# Any sequence of changes

CONTENTS = (
    "a:the axle -> b; b -> +c",
    "a:the shaft -> b; a:the axle !> d",
    "b:the leak ?> a:the shaft -> b",
    "+c & d -> e:the fire; e:the fire -> a",
    "nothing is claimed here",
)
URIS = ("u", "v", "w")
CHANGES = st.one_of(
    st.tuples(st.sampled_from(URIS), st.integers(0, len(CONTENTS) - 1)),  # this uri now holds this text
    st.tuples(st.none(), st.integers(0, len(CONTENTS) - 1)),  # this text is forgotten
)


def content(number: int, uri: str) -> GraphUpdate:
    named = (Entity("shared", f"Shared {number}"), Entity(f"own {number}", "Own"))
    return replace(graph_update(CONTENTS[number], document=f"text {number}", uri=uri), entities=(named,), recogniser="names")


def test_any_changes_leave_the_graph_of_what_remains(request: pytest.FixtureRequest, new_store: Callable[[], GraphStore]) -> None:
    @settings(max_examples=5 if "neo4j" in request.node.name else 50, deadline=None)  # a server takes two seconds for one
    @given(changes=st.lists(CHANGES, max_size=12))
    def holds(changes: list[tuple[str | None, int]]) -> None:
        assert_what_remains(new_store, changes)

    holds()


def assert_what_remains(new_store: Callable[[], GraphStore], changes: list[tuple[str | None, int]]) -> None:
    changed = new_store()
    remaining: dict[str, int] = {}
    for uri, number in changes:
        if uri is None:
            assert changed.forget(f"text {number}") == (number in remaining.values())
            remaining = {other: held for other, held in remaining.items() if held != number}
        else:
            changed.write_document(content(number, uri))
            remaining[uri] = number
            changed.nearest_events(unit_vectors(["the axle"]), k=3)  # so that the vectors in memory live through every change
    graph, merges, stats = changed.graph(), changed.merges(), changed.stats()
    assert changed.check() == []
    wordings = {(merge.event, merge.wording) for merge in merges}
    assert {(event.id, event.text) for event in graph.events.values()} <= wordings
    texts = [event.text for event in graph.events.values()]
    for event, hits in zip(graph.events, changed.nearest_events(unit_vectors(texts), k=9), strict=True):
        assert event in {hit.id for hit in hits if hit.score > 1 - 1e-6}
    fresh = new_store()
    for uri, number in remaining.items():
        fresh.write_document(content(number, uri))
    expected = fresh.graph()
    assert (graph.claims, graph.sources, list(graph.events)) == (expected.claims, expected.sources, list(expected.events))
    assert (merges, stats) == (fresh.merges(), fresh.stats())
