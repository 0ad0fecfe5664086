"""Neighbourhoods and text search of every graph store, against readers of our own that know only the claims."""

from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cckg.core.claims import Modality
from cckg.core.evidence import Direction, Subgraph
from cckg.stores import GraphStore
from tests.builders import graph_update

NewStore = Callable[[], GraphStore]
ARROWS = ["->", "->", "?>", "!>"]
LINKS = st.builds(lambda a, arrow, b: f"{a} {arrow} {b}", st.sampled_from("abcdefgh"), st.sampled_from(ARROWS), st.sampled_from("abcdefgh"))
DOCUMENTS = st.lists(st.lists(LINKS, min_size=1, max_size=6).map("; ".join), min_size=1, max_size=3)
OFTEN = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
SOMETIMES = settings(OFTEN, max_examples=6)


def of_any(**drawn: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try what holds of every store with many examples; where each of them asks a server for a new graph, with a few."""

    def tried(holds: Callable[..., None]) -> Callable[..., None]:
        def test(request: pytest.FixtureRequest, new_store: NewStore) -> None:
            @(SOMETIMES if "neo4j" in request.node.name else OFTEN)
            @given(**drawn)
            def example(**values: object) -> None:
                holds(new_store, **values)

            example()

        return test

    return tried


def filled(store: GraphStore, documents: list[str]) -> GraphStore:
    for number, text in enumerate(documents, start=1):
        store.write_document(graph_update(text, document=f"d{number}"))
    return store


def followed(graph: Subgraph, direction: Direction) -> nx.DiGraph:
    links = nx.DiGraph()
    links.add_nodes_from(graph.events)
    for claim in graph.claims:
        if claim.modality is not Modality.DENIED:
            links.add_edge(claim.cause_event, claim.effect_event)
    return links if direction == "effects" else links.reverse()


def beside(graph: Subgraph, starts: set[str]) -> set[str]:
    """Return the events at the other end of a denied claim that touches a start."""
    denied = [claim for claim in graph.claims if claim.modality is Modality.DENIED]
    sides = {(claim.cause_event, claim.effect_event) for claim in denied}
    return {other for cause, effect in sides for one, other in ((cause, effect), (effect, cause)) if one in starts}


@of_any(
    documents=DOCUMENTS,
    starts=st.sets(st.sampled_from("abcdefgh"), max_size=3),
    direction=st.sampled_from(["causes", "effects"]),
    depth=st.integers(0, 5),
)
def test_the_neighbourhood_is_what_so_many_links_lead_to(
    new_store: NewStore, documents: list[str], starts: set[str], direction: Direction, depth: int
) -> None:
    store = filled(new_store(), documents)
    whole = store.graph()
    links, held = followed(whole, direction), starts & set(whole.events)
    near = {event for start in held for event in nx.single_source_shortest_path_length(links, start, cutoff=depth)}
    found = store.neighbourhood(sorted(starts), direction, depth=depth, limit=999)
    assert not found.truncated
    assert set(found.events) == near | beside(whole, held)
    assert {claim.id for claim in found.claims} >= {claim.id for claim in whole.claims if {claim.cause_event, claim.effect_event} <= near}
    assert all({claim.cause_event, claim.effect_event} <= set(found.events) for claim in found.claims)
    assert set(found.sources) >= {claim.document for claim in found.claims}


@of_any(documents=DOCUMENTS, start=st.sampled_from("abcd"), limit=st.integers(1, 8))
def test_a_limited_neighbourhood_is_the_nearer_part_of_the_whole_and_says_so(
    new_store: NewStore, documents: list[str], start: str, limit: int
) -> None:
    store = filled(new_store(), documents)
    whole = store.neighbourhood([start], "effects", depth=9, limit=999)
    part = store.neighbourhood([start], "effects", depth=9, limit=limit)
    added = beside(whole, {start})  # the other ends of what is denied of the start come on top of the limit
    distance = nx.single_source_shortest_path_length(followed(whole, "effects"), start) if start in whole.events else {}
    assert len(set(part.events) - added) <= limit
    assert set(part.events) <= set(whole.events)
    assert part.truncated == (len(distance) > limit)
    kept = [distance[event] for event in part.events if event in distance and event not in added]
    left = [distance[event] for event in whole.events if event in distance and event not in part.events]
    assert not kept or not left or max(kept) <= min(left)


@of_any(documents=DOCUMENTS)
def test_causes_and_effects_are_one_relation_seen_from_two_sides(new_store: NewStore, documents: list[str]) -> None:
    store = filled(new_store(), documents)
    events = list(store.graph().events)
    forward = {event: set(store.neighbourhood([event], "effects", depth=9, limit=999).events) for event in events}
    backward = {event: set(store.neighbourhood([event], "causes", depth=9, limit=999).events) for event in events}
    for one in events:
        for other in forward[one]:
            assert one in backward[other]


@of_any(documents=DOCUMENTS)
def test_forgetting_every_document_in_any_order_leaves_nothing(new_store: NewStore, documents: list[str]) -> None:
    store = filled(new_store(), documents)
    for number in sorted(range(1, len(documents) + 1), key=lambda number: documents[number - 1]):
        assert store.forget(f"d{number}")
        assert store.check() == []
        assert all(claim.document != f"d{number}" for claim in store.graph().claims)
    assert (store.graph().events, store.merges(), store.documents()) == ({}, [], [])
    assert store.stats().events == store.stats().claims == store.stats().chunks == 0


@of_any(documents=DOCUMENTS)
def test_the_edges_of_the_graph_are_those_that_stats_count(new_store: NewStore, documents: list[str]) -> None:
    store = filled(new_store(), documents)
    graph, stats = store.graph(), store.stats()
    assert stats.edges == sum(edge.followed for edge in graph.edges())
    assert stats.claims == len(graph.claims) == sum(stats.modalities.values())
    assert stats.events == len(graph.events) == sum(stats.polarities.values())


# Text search

PASSAGES = {
    "d1": "The pump-station failed at 3.5 bar.",
    "d2": "L’eau coulait; the café's naïve façade cracked.",
    "d3": "NOT a pump AND NOT a valve: text:valve* (sic)",
    "d4": "日本 の 地震 caused a tsunami in Fukushima.",
    "d5": "Don't panic. It doesn't matter. The O'Brien dam held.",
}


@pytest.fixture
def library(store: GraphStore) -> GraphStore:
    for document, text in PASSAGES.items():
        store.write_document(graph_update(text.replace(";", ","), document=document))
    return store


FIRST = {
    "pump-station": "d1",
    "station of pumps": "d1",
    "FAILED": "d1",
    "failing?!": "d1",
    "cracking": "d2",
    "façade": "d2",
    "CAFÉ": "d2",
    "valves": "d3",
    "text:valve": "d3",
    "(sic)": "d3",
    "tsunami OR nothing": "d4",
    "地震": "d4",
    "O'Brien": "d5",
    "o’brien": "d5",
    "panic; DROP TABLE chunk": "d5",
    '"don\'t panic"': "d5",
}
"""Odd queries, and the passage that says their words."""


def test_odd_queries_find_the_passage_that_says_their_words(library: GraphStore) -> None:
    found = {query: [hit.id for hit in library.search_text(query, k=1)] for query in FIRST}
    assert found == {query: [f"{first}#0"] for query, first in FIRST.items()}


def test_scores_fall_hits_are_unique_and_a_smaller_k_gives_the_first_of_them(library: GraphStore) -> None:
    for query in ("pump", "dam", "the", "valve pump dam tsunami", "xylophone", "'", "%", "日本"):
        hits = library.search_text(query, k=9)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True), query
        assert len({hit.id for hit in hits}) == len(hits), query
        for k in range(1, 6):
            assert library.search_text(query, k=k) == hits[:k], query


def test_case_marks_and_repetition_change_no_ranking(library: GraphStore) -> None:
    ranked = [hit.id for hit in library.search_text("pump", k=9)]
    queries = ("Pump", "PUMP", " pump ", "pump?", "“pump”", "pump pump")
    assert {query: [hit.id for hit in library.search_text(query, k=9)] for query in queries} == dict.fromkeys(queries, ranked)


def test_a_forgotten_passage_is_found_no_more_and_the_others_still_are(library: GraphStore) -> None:
    library.forget("d1")
    assert [hit.id for hit in library.search_text("pump station tsunami", k=9)] == ["d4#0", "d3#0"]
