"""How every graph store searches and walks (`cckg/stores/base.py`), whatever it is made of."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cckg.core.evidence import Direction
from cckg.core.graph import Polarity
from cckg.stores import GraphStore
from tests.builders import graph_update, unit_vectors


def write(store: GraphStore, *documents: str) -> None:
    """Write one document per argument: d1, d2, …"""
    for number, text in enumerate(documents, start=1):
        store.write_document(graph_update(text, document=f"d{number}"))


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


def test_function_words_alone_find_nothing(store: GraphStore) -> None:
    store.write_document(graph_update("It was not."))
    assert store.search_text("was it not", k=1) == []


def test_no_query_is_syntax(store: GraphStore) -> None:
    store.write_document(graph_update("a pump"))
    queries = ["", " ?! ", '"', "pump AND", "NOT pump", "text:pump", "pump*", "(pump", "NEAR(pump)", "^pump", "a\0pump", "\ud800"]
    found = {query: [hit.id for hit in store.search_text(query, k=3)] for query in queries}
    assert found == {query: ["d1#0"] if "pump" in query else [] for query in queries}


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


NEAREST_FIRST: list[tuple[list[str], Direction, int, list[str]]] = [
    (["a"], "effects", 0, ["a"]),
    (["a"], "effects", 1, ["a", "b", "x"]),
    (["a"], "effects", 2, ["a", "b", "x", "c"]),
    (["a"], "effects", 99, ["a", "b", "x", "c", "d"]),
    (["d"], "causes", 2, ["d", "c", "b"]),
    (["d"], "causes", 1_000_000, ["d", "c", "b", "a"]),
    (["x", "none", "c", "x"], "effects", 1, ["c", "x", "d"]),
    (["none"], "effects", 3, []),
    ([], "causes", 3, []),
]
"""Where to start, which way, how deep, and the events found."""


def test_the_neighbourhood_is_read_nearest_first(store: GraphStore) -> None:
    write(store, "a -> b ?> c; a -> x", "c -> d")
    for starts, direction, depth, events in NEAREST_FIRST:
        found = store.neighbourhood(starts, direction, depth=depth, limit=99)
        assert (list(found.events), found.truncated) == (events, False), (starts, direction, depth)


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


def test_the_cosines_of_all_chunks_and_events_are_told_in_the_order_of_their_ids(store: GraphStore) -> None:
    assert store.cosines(unit_vectors(["rain"]), over="events")[0] == []
    write(store, "rain -> flood; rain -> hail")
    store.write_document(graph_update("sun", "sun -> dew", document="d2"))
    queries = unit_vectors(["rain", "sun"])
    for over in ("chunks", "events"):
        ids, cosines = store.cosines(queries, over=over)
        assert ids == sorted(ids)
        assert cosines.shape == (2, len(ids))
        nearest = store.nearest_chunks(queries, k=9) if over == "chunks" else store.nearest_events(queries, k=9)
        for row, hits in zip(cosines, nearest, strict=True):
            assert dict(zip(ids, row, strict=True)) == pytest.approx({hit.id: hit.score for hit in hits}, abs=1e-5)
