"""Chains up and down from entry events, the paths between two events, and denials."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import Modality
from cckg.core.evidence import CausalChain, Direction, Subgraph
from queries.causal import chains, denials, paths_between
from tests.bounded import bounded
from tests.builders import subgraph

EVENTS = list("abcdef")
LINKS = st.tuples(st.sampled_from(EVENTS), st.sampled_from(["->", "->", "?>", "!>"]), st.sampled_from(EVENTS))
GRAPHS = st.lists(
    st.lists(LINKS, min_size=1, max_size=7).map(lambda links: "; ".join(" ".join(link) for link in links)), min_size=1, max_size=3
).map(lambda documents: subgraph(*documents))
STARTS = st.lists(st.sampled_from(EVENTS), min_size=1, max_size=3)
DIRECTIONS = st.sampled_from(["causes", "effects"])


def written(found: list[CausalChain]) -> list[str]:
    return [" ".join(event.id for event in chain.events) for chain in found]


def walk(graph: Subgraph, starts: str = "a", *, direction: Direction = "effects", depth: int = 9, limit: int = 99) -> list[str]:
    return written(chains(graph, starts=starts.split(), direction=direction, depth=depth, limit=limit))


def followed(graph: Subgraph) -> nx.DiGraph:
    links = nx.DiGraph()
    links.add_nodes_from(graph.events)
    links.add_edges_from((claim.cause_event, claim.effect_event) for claim in graph.claims if claim.modality is not Modality.DENIED)
    return links


@pytest.mark.parametrize(
    ("notation", "starts", "direction", "expected"),
    [
        ("a -> b -> c", "a", "effects", ["a b c"]),
        ("a -> b -> c", "c", "causes", ["a b c"]),
        ("a -> b -> c", "b", "effects", ["b c"]),
        ("a -> b -> c", "c", "effects", []),
        ("a -> b; a -> c", "a", "effects", ["a b", "a c"]),
        ("a -> b -> a", "a", "effects", ["a b"]),
        ("a -> a; a -> b", "a", "effects", ["a b"]),
        ("a -> b; a ?> c; a !> d", "a", "effects", ["a b", "a c"]),
        ("a ?> c; c ?> d; b ?> e; a ?> b; a -> f", "a", "effects", ["a f", "a b e", "a c d"]),
        ("a -> b -> c -> d", "a b", "effects", ["a b c d"]),  # what starts at b is a part
        ("a -> b -> a", "a b", "effects", ["a b", "b a"]),
        ("a -> b", "a unknown a", "effects", ["a b"]),
        ("a -> b", "unknown", "effects", []),
    ],
)
def test_chains_are_maximal_and_written_cause_first(notation: str, starts: str, direction: Direction, expected: list[str]) -> None:
    assert walk(subgraph(notation), starts, direction=direction) == expected


def test_a_chain_ends_at_the_depth() -> None:
    graph = subgraph("a -> b -> c -> d; x -> a")
    assert walk(graph, depth=2) == ["a b c"]
    assert walk(graph, "c", depth=2, direction="causes") == ["a b c"]


def test_chains_are_ordered_by_their_weakest_link_then_hedges_then_length() -> None:
    graph = subgraph(
        "a -> b -> c", "a -> b; a -> d; a -> e -> f", "a -> b -> c", "a ?> g -> h -> i", "a ?> j ?> k", "a ?> l ?> m", "a -> b"
    )
    assert walk(graph) == ["a b c", "a d", "a e f", "a g h i", "a j k", "a l m"]


def test_among_more_paths_than_are_compared_the_best_supported_is_found() -> None:
    graph = subgraph("; ".join(f"a -> m{one:02} -> n{one:02}x{other:02}" for one in range(40) for other in range(40)), "a -> m39 -> n39x39")
    assert walk(graph, limit=1) == ["a m39 n39x39"]


def test_the_claims_of_a_link_stand_asserted_first_then_by_document_and_none_is_denied() -> None:
    (chain,) = chains(subgraph("a ?> b", "a -> b", "a !> b", "a -> b; a -> b"), starts=["a"], direction="effects", depth=1, limit=1)
    assert [claim.id for claim in chain.claims[0]] == ["d2/0", "d4/0", "d4/1", "d1/0"]
    assert not chain.hedged


def test_a_limit_keeps_every_event_on_a_chain_before_it_keeps_better_support() -> None:
    strong = "; ".join(f"a -> b -> c{number}" for number in range(3))
    graph = subgraph(strong, strong, "a -> b -> d", "a ?> e ?> f")
    assert walk(graph, limit=5) == ["a b c0", "a b c1", "a b c2", "a b d", "a e f"]
    assert walk(graph, limit=2) == ["a b c0", "a e f"]
    assert walk(graph, limit=1) == ["a b c0"]


@pytest.mark.parametrize(("depth", "limit"), [(0, 1), (1, 0)])
def test_a_depth_or_limit_below_one_is_a_callers_bug(depth: int, limit: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        walk(subgraph("a -> b"), depth=depth, limit=limit)


@pytest.mark.parametrize(
    ("documents", "cause", "effect", "depth", "expected"),
    [
        (["a -> b -> e; a -> e; a -> c -> d -> e"], "a", "e", 9, ["a e", "a b e", "a c d e"]),
        (["a -> b -> e; a -> e; a -> c -> d -> e"], "a", "e", 2, ["a e", "a b e"]),
        (["a -> b -> e; a ?> c -> e; a -> d -> e", "a -> d -> e"], "a", "e", 9, ["a d e", "a b e", "a c e"]),
        (["a -> b !> e"], "a", "e", 9, []),
        (["a -> b -> a; b -> e -> b"], "a", "e", 9, ["a b e"]),
        (["e -> a"], "a", "e", 9, []),
        (["a -> b -> e -> f; a -> f"], "a b", "e f", 9, ["a f", "b e"]),  # neither back to a cause nor past an effect
        (["a -> b"], "a b", "b", 9, ["a b"]),
        (["a -> b"], "b", "b", 9, []),
        (["a -> b"], "a", "unknown", 9, []),
    ],
)
def test_paths_between_come_shortest_first_then_best_supported(
    documents: list[str], cause: str, effect: str, depth: int, expected: list[str]
) -> None:
    found = paths_between(subgraph(*documents), cause=cause.split(), effect=effect.split(), depth=depth, limit=99)
    assert written(found) == expected


def test_paths_between_keeps_the_shortest_within_its_limit() -> None:
    graph = subgraph("a -> c -> e; a -> b -> e; a -> e; a -> x -> y -> e", "a -> c -> e")
    assert written(paths_between(graph, cause=["a"], effect=["e"], depth=9, limit=2)) == ["a e", "a c e"]


def test_a_better_supported_path_of_the_same_length_is_not_missed_for_a_small_limit() -> None:
    graph = subgraph("a -> b -> e; a -> d -> e", "a -> b; a -> d -> e")
    assert written(paths_between(graph, cause=["a"], effect=["e"], depth=9, limit=1)) == ["a d e"]


def test_denials_are_the_denied_claims_that_touch_the_events() -> None:
    graph = subgraph("a -> b; a !> c", "x !> b; x !> y")
    assert [claim.id for claim in denials(graph, ["a", "b"])] == ["d1/1", "d2/0"]
    assert denials(graph, []) == []


def clique(size: int) -> Subgraph:
    return subgraph("; ".join(f"n{one} -> n{other}" for one in range(size) for other in range(size) if one != other))


def layers(count: int, width: int) -> Subgraph:
    floors = range(count - 1)
    return subgraph(
        *("; ".join(f"{floor}x{one} -> {floor + 1}x{other}" for one in range(width) for other in range(width)) for floor in floors)
    )


@pytest.mark.parametrize(
    ("made", "start", "end", "depth", "reached"),
    [
        (partial(clique, 60), "n0", "n1", 4, 60),
        (partial(clique, 60), "n0", "n1", 59, 60),
        (partial(layers, 12, 10), "0x0", "11x3", 12, 111),
    ],
    ids=["clique, short", "clique, long", "layers"],
)
def test_a_dense_graph_is_walked_in_bounded_time_and_every_event_is_reached(
    made: Callable[[], Subgraph], start: str, end: str, depth: int, reached: int
) -> None:
    graph = made()
    with bounded(10):  # each path of such a graph would take years
        found = chains(graph, starts=[start], direction="effects", depth=depth, limit=40)
        between = paths_between(graph, cause=[start], effect=[end], depth=depth, limit=40)
    assert len({event.id for chain in found for event in chain.events}) == reached
    assert len(found) == len(between) == 40


def test_strong_circles_with_weak_ways_out_do_not_hide_the_ways_out() -> None:
    core = "; ".join(f"n{one} -> n{other}" for one in range(15) for other in range(15) if one != other)
    graph = subgraph(core, core + "; " + "; ".join(f"n{number} -> out{number}" for number in range(15)))
    found = chains(graph, starts=["n0"], direction="effects", depth=20, limit=40)
    assert {event.id for chain in found for event in chain.events} == set(graph.events)


@settings(deadline=None)
@given(graph=GRAPHS, starts=STARTS, direction=DIRECTIONS, depth=st.integers(1, 5))
def test_chains_are_simple_directed_and_cannot_be_made_longer(graph: Subgraph, starts: list[str], direction: Direction, depth: int) -> None:
    links = followed(graph)
    onward = links.succ if direction == "effects" else links.pred
    for chain in chains(graph, starts=starts, direction=direction, depth=depth, limit=999):
        path = [event.id for event in chain.events]
        assert len(set(path)) == len(path) <= depth + 1
        assert all(links.has_edge(*link) for link in pairwise(path))
        assert [{(claim.cause_event, claim.effect_event) for claim in joined} for joined in chain.claims] == [
            {link} for link in pairwise(path)
        ]
        begin, end = (path[0], path[-1]) if direction == "effects" else (path[-1], path[0])
        assert begin in starts
        assert len(path) == depth + 1 or set(onward[end]) <= set(path)


@settings(deadline=None)
@given(graph=GRAPHS, starts=STARTS, direction=DIRECTIONS, depth=st.integers(1, 5))
def test_unlimited_chains_are_all_maximal_simple_paths_less_those_within_another(
    graph: Subgraph, starts: list[str], direction: Direction, depth: int
) -> None:
    links = followed(graph) if direction == "effects" else followed(graph).reverse()
    every = {
        tuple(path)
        for start in set(starts) & set(links)
        for end in links
        for path in nx.all_simple_paths(links, start, end, cutoff=depth)
        if len(path) > 1 and (len(path) == depth + 1 or set(links.succ[end]) <= set(path))
    }
    whole = {path for path in every if not any(f" {' '.join(path)} " in f" {' '.join(other)} " for other in every - {path})}
    expected = {" ".join(path if direction == "effects" else path[::-1]) for path in whole}
    found = walk(graph, " ".join(starts), direction=direction, depth=depth, limit=999)
    assert set(found) == expected
    assert len(found) == len(expected)


@settings(deadline=None)
@given(graph=GRAPHS, starts=STARTS, limit=st.integers(1, 6))
def test_a_limit_that_is_no_less_than_the_events_reached_covers_them_all(graph: Subgraph, starts: list[str], limit: int) -> None:
    everything = {event for path in walk(graph, " ".join(starts)) for event in path.split()}
    kept = walk(graph, " ".join(starts), limit=limit)
    assert len(kept) <= limit
    if len(everything) <= limit:
        assert {event for path in kept for event in path.split()} == everything


@settings(deadline=None)
@given(graph=GRAPHS, depth=st.integers(1, 5))
def test_paths_between_finds_every_simple_path(graph: Subgraph, depth: int) -> None:
    links = followed(graph)
    expected = [list(path) for path in nx.all_simple_paths(links, "a", "b", cutoff=depth)] if {"a", "b"} <= set(links) else []
    found = [path.split() for path in written(paths_between(graph, cause=["a"], effect=["b"], depth=depth, limit=999))]
    assert sorted(found) == sorted(expected)
    assert [len(path) for path in found] == sorted(len(path) for path in found)
