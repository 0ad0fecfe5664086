"""What every graph store keeps (`cckg/stores/base.py`), whatever it is made of."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cckg.core.claims import GraphUpdate
from cckg.core.errors import StoreError, StoreMismatchError
from cckg.core.evidence import Direction, Source
from cckg.core.graph import Event, Polarity
from cckg.stores.base import Fingerprint, GraphStore, Stats
from tests.builders import DIMENSION, FINGERPRINT, graph_update, unit_vectors


def write(store: GraphStore, *documents: str) -> None:
    """Write one document per argument: d1, d2, …"""
    for number, text in enumerate(documents, start=1):
        store.write_document(graph_update(text, document=f"d{number}"))


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
    update = graph_update("a & b -> +c:the price; +c ?> ~d", "~d !> a:the axle")
    timed = replace(update, claims=tuple(replace(claim, time="in 1912", cue=None) for claim in update.claims))
    store.write_document(timed)
    graph = store.graph()
    assert graph.claims == timed.claims
    assert graph.events == {event.id: event for event in timed.events}
    assert list(graph.events) == sorted(graph.events)
    assert graph.sources == {"d1": Source("d1", "d1.txt", "Title of d1")}
    assert sorted(store.merges(), key=lambda merge: merge.id) == sorted(timed.merges, key=lambda merge: merge.id)
    assert store.chunks(["d1#1", "none", "d1#0"]) == [(chunk, graph.sources["d1"]) for chunk in reversed(timed.chunks)]


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
        store.mark_failed("d1.txt", title="t", media_type="text/plain", reason=reason)
        store.mark_failed("new.pdf", title="t", media_type="application/pdf", reason=reason)
    found = [(document.uri, document.status, document.reason, document.claims) for document in store.documents()]
    assert found == [("d1.txt", "done", None, 1), ("d1.txt", "failed", "broken", 0), ("new.pdf", "failed", "broken", 0)]
    assert [document.status for uri in ("d1.txt", "new.pdf") if (document := store.find_document(uri))] == ["done", "failed"]
    assert (store.stats().documents, store.stats().failed) == (1, 2)
    store.add_source("d1", "d1.txt")
    store.write_document(graph_update("c -> d", document="d2", uri="new.pdf"))
    assert [document.status for document in store.documents()] == ["done", "done"]


def test_a_failed_document_can_be_forgotten_by_its_id(store: GraphStore) -> None:
    store.mark_failed("new.pdf", title="t", media_type="application/pdf", reason="broken")
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
        modalities={"asserted": 2, "hedged": 1, "denied": 2},
        polarities={"increase": 1, "decrease": 1, "occurrence": 3, "absence": 0},
        merged_wordings=1,
    )


# Searching


def test_nearest_events_come_by_cosine_for_each_query(store: GraphStore) -> None:
    write(store, "p:dam broke -> q:valley flooded; p:dam broke -> r:dam closed")
    first, second = store.nearest_events(unit_vectors(["dam broke", "valley"]), k=2)
    assert [hit.id for hit in first] == ["p", "r"]
    assert first[0].score == pytest.approx(1.0, abs=1e-6)
    assert second[0].id == "q"
    expected = float(unit_vectors(["valley"])[0] @ unit_vectors(["valley flooded"])[0])
    assert second[0].score == pytest.approx(expected, abs=1e-6)


def test_nearest_events_of_one_polarity_leave_out_the_others(store: GraphStore) -> None:
    write(store, "+price -> -price; price -> ~price")
    query = unit_vectors(["price"]).astype(np.float64)
    assert [hit.id for hit in store.nearest_events(query, k=9, polarity=Polarity.DECREASE)[0]] == ["-price"]
    assert [hit.id for hit in store.nearest_events(query, k=9)[0]] == ["+price", "-price", "price", "~price"]


@pytest.mark.parametrize("count", [3, 7, 8, 59])  # a matrix product rounds the last odd rows otherwise than the rest
def test_equal_vectors_come_in_the_order_of_their_ids(store: GraphStore, count: int) -> None:
    ids = [f"e{number:02}" for number in range(count)]
    write(store, "; ".join(f"{event}:the fire -> {ids[0]}:the fire" for event in ids[::-2]))
    query = unit_vectors(["the fire"])
    assert [hit.id for hit in store.nearest_events(query, k=count)[0]] == sorted({ids[0], *ids[::-2]})
    store.write_document(graph_update("; ".join(f"{event}:the fire -> +z" for event in ids), document="later"))
    for k in range(1, count + 1):
        assert [hit.id for hit in store.nearest_events(query, k=k)[0]] == ids[:k]


def test_vector_search_follows_every_write(store: GraphStore) -> None:
    def nearest() -> tuple[str, str]:
        query = unit_vectors(["rain"])
        return store.nearest_events(query, k=1)[0][0].id, store.nearest_chunks(query, k=1)[0][0].id

    write(store, "sun -> wind")
    assert nearest()[1] == "d1#0"
    store.write_document(graph_update("rain", "rain -> flood", document="d2"))
    assert nearest() == ("rain", "d2#0")
    store.write_document(graph_update("plain words", document="d3", uri="d2.txt"))
    assert nearest()[0] in {"sun", "wind"}
    store.write_document(graph_update("other words", document="d4", uri="d2.txt"))
    assert [hit.id for hit in store.nearest_chunks(unit_vectors(["rain"]), k=9)[0]] == ["d1#0", "d4#0"]
    store.forget("d1")
    assert store.nearest_events(unit_vectors(["rain"]), k=1) == [[]]
    assert [hit.id for hit in store.nearest_chunks(unit_vectors(["rain"]), k=9)[0]] == ["d4#0"]


def test_many_queries_are_answered_as_each_alone(store: GraphStore) -> None:
    write(store, "; ".join(f"word{number} -> word{number + 1}" for number in range(150)))
    queries = unit_vectors([f"word{number}" for number in range(150)])
    together = store.nearest_events(queries, k=3)
    assert [hits[0].id for hits in together] == [f"word{number}" for number in range(150)]
    assert together == [store.nearest_events(queries[row : row + 1], k=3)[0] for row in range(150)]
    assert store.nearest_events(queries[:0], k=3) == []


def test_text_is_found_by_any_of_its_words_whatever_their_ending(store: GraphStore) -> None:
    store.write_document(graph_update("The pumps failed.", "The valve failed twice; it failed.", "Nothing here."))
    assert [hit.id for hit in store.search_text("pump failing", k=9)] == ["d1#0", "d1#1"]
    assert [hit.id for hit in store.search_text("failure of the pump", k=1)] == ["d1#0"]
    best, second = store.search_text("the pump failed", k=9)
    assert best.score > second.score > 0


def test_equal_texts_come_in_the_order_of_their_ids(store: GraphStore) -> None:
    write(store, "p -> rain", "q -> wind", "z -> dust")
    store.write_document(graph_update("c:storm -> d; b:storm -> e", document="d9"))
    assert [hit.id for hit in store.search_text("storms", k=2, over="events")] == ["b", "c"]


def test_function_words_are_searched_where_a_query_has_no_others(store: GraphStore) -> None:
    store.write_document(graph_update("It was not."))
    assert [hit.id for hit in store.search_text("was it", k=1)] == ["d1#0"]


@pytest.mark.parametrize(
    "query", ["", " ?! ", '"', "pump AND", "NOT pump", "text:pump", "pump*", "(pump", "NEAR(pump)", "^pump", "a\0pump", "\ud800"]
)
def test_no_query_is_syntax(store: GraphStore, query: str) -> None:
    store.write_document(graph_update("a pump"))
    assert [hit.id for hit in store.search_text(query, k=3)] == (["d1#0"] if "pump" in query else [])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(query=st.text())
def test_no_query_fails(store: GraphStore, query: str) -> None:
    assert isinstance(store.search_text(query, k=3), list)
    assert isinstance(store.search_text(query, k=3, over="events"), list)


def test_a_query_may_have_thousands_of_words(store: GraphStore) -> None:
    write(store, "word77 -> b")
    assert store.search_text(" ".join(f"word{number}" for number in range(3000)), k=1)[0].id == "d1#0"


@pytest.mark.parametrize(
    "search",
    [
        lambda store: store.nearest_events(unit_vectors(["a"]), k=0),
        lambda store: store.nearest_chunks(unit_vectors(["a"]), k=0),
        lambda store: store.search_text("a", k=0),
    ],
)
def test_searching_for_nothing_is_a_callers_bug(store: GraphStore, search: Callable[[GraphStore], object]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        search(store)


# The neighbourhood


@pytest.mark.parametrize(
    ("starts", "direction", "depth", "events"),
    [
        (["a"], "effects", 0, ["a"]),
        (["a"], "effects", 1, ["a", "b", "x"]),
        (["a"], "effects", 2, ["a", "b", "x", "c"]),
        (["a"], "effects", 99, ["a", "b", "x", "c", "d"]),
        (["d"], "causes", 2, ["d", "c", "b"]),
        (["d"], "causes", 1_000_000, ["d", "c", "b", "a"]),
        (["x", "none", "c", "x"], "effects", 1, ["c", "x", "d"]),
        (["none"], "effects", 3, []),
        ([], "causes", 3, []),
    ],
)
def test_the_neighbourhood_is_read_nearest_first(
    store: GraphStore, starts: list[str], direction: Direction, depth: int, events: list[str]
) -> None:
    write(store, "a -> b ?> c; a -> x", "c -> d")
    found = store.neighbourhood(starts, direction, depth=depth, limit=99)
    assert list(found.events) == events
    assert not found.truncated


def test_a_denied_claim_is_not_followed_but_shown_at_the_start(store: GraphStore) -> None:
    write(store, "a -> b; a !> n -> m", "k !> a; b !> o; a !> b")
    found = store.neighbourhood(["a"], "effects", depth=5, limit=99)
    assert list(found.events) == ["a", "b", "k", "n"]
    assert [(claim.cause_event, claim.effect_event) for claim in found.claims] == [("a", "b"), ("a", "n"), ("k", "a"), ("a", "b")]
    assert set(found.sources) == {"d1", "d2"}


def test_every_claim_between_two_events_found_is_there(store: GraphStore) -> None:
    write(store, "a -> b -> c", "c -> a; b !> a; z -> b")
    found = store.neighbourhood(["b"], "effects", depth=1, limit=99)
    assert {(claim.cause_event, claim.effect_event) for claim in found.claims} == {("b", "c"), ("b", "a")}


def test_cycles_end(store: GraphStore) -> None:
    write(store, "a -> b -> c -> a; c -> c; b -> a")
    found = store.neighbourhood(["a"], "effects", depth=1_000_000, limit=99)
    assert (list(found.events), len(found.claims), found.truncated) == (["a", "b", "c"], 5, False)


@pytest.mark.parametrize(
    ("limit", "events", "truncated"),
    [(1, ["a"], True), (2, ["a", "b"], True), (3, ["a", "b", "c"], True), (5, ["a", "b", "c", "d", "e"], False)],
)
def test_a_limit_keeps_the_nearest_and_says_so(store: GraphStore, limit: int, events: list[str], truncated: bool) -> None:  # noqa: FBT001
    write(store, "c -> e; b -> e; a -> c; a -> b; b -> d")
    found = store.neighbourhood(["a"], "effects", depth=9, limit=limit)
    assert (list(found.events), found.truncated) == (events, truncated)
    assert all({claim.cause_event, claim.effect_event} <= set(events) for claim in found.claims)


def test_edges_count_distinct_documents(store: GraphStore) -> None:
    write(store, "a -> b; a -> b; a ?> b", "a -> b", "a !> b")
    (edge,) = store.graph().edges()
    assert (edge.asserted, edge.hedged, edge.denied) == (2, 1, 1)


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
    return graph_update(CONTENTS[number], document=f"text {number}", uri=uri)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(changes=st.lists(CHANGES, max_size=12))
def test_any_changes_leave_the_graph_of_what_remains(new_store: Callable[[], GraphStore], changes: list[tuple[str | None, int]]) -> None:
    changed, fresh = new_store(), new_store()
    remaining: dict[str, int] = {}
    for uri, number in changes:
        if uri is None:
            assert changed.forget(f"text {number}") == (number in remaining.values())
            remaining = {other: held for other, held in remaining.items() if held != number}
        else:
            changed.write_document(content(number, uri))
            remaining[uri] = number
            changed.nearest_events(unit_vectors(["the axle"]), k=3)  # so that the vectors in memory live through every change
    for uri, number in remaining.items():
        fresh.write_document(content(number, uri))
    graph, expected = changed.graph(), fresh.graph()
    assert (graph.claims, graph.sources, list(graph.events)) == (expected.claims, expected.sources, list(expected.events))
    assert (changed.merges(), changed.stats(), changed.check()) == (fresh.merges(), fresh.stats(), [])
    wordings = {(merge.event, merge.wording) for merge in changed.merges()}
    assert {(event.id, event.text) for event in graph.events.values()} <= wordings
    texts = [event.text for event in graph.events.values()]
    for event, hits in zip(graph.events, changed.nearest_events(unit_vectors(texts), k=9), strict=True):
        assert event in {hit.id for hit in hits if hit.score > 1 - 1e-6}
