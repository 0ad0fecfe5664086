"""What holds only if two events are one, on sub-graphs in memory."""

from dataclasses import replace

import pytest

from cckg.core.evidence import Bridge, Subgraph
from queries.causal import chains_and_bridged, judge_and_bridged, paths_and_bridged
from queries.causal.bridges import joined, perhaps_lost
from queries.causal.strength import strengths
from tests.builders import subgraph


def crossed(*documents: str, near: set[str], bridges: list[tuple[str, str, float]]) -> Subgraph:
    """Build a neighbourhood: what is near, and across it everything, with bridges."""
    whole = subgraph(*documents)
    source = next(iter(whole.sources.values()))
    found = tuple(Bridge(whole.events[left], whole.events[right], likely, source, source) for left, right, likely in bridges)
    claims = tuple(claim for claim in whole.claims if {claim.cause_event, claim.effect_event} <= near)
    return Subgraph({name: whole.events[name] for name in near}, claims, whole.sources, across=replace(whole, bridges=found))


def test_the_strength_of_a_chain_holds_the_probability_of_its_bridge() -> None:
    graph = crossed("a -> b; c -> d", near={"c", "d"}, bridges=[("b", "c", 0.5)])
    [chain] = paths_and_bridged(graph, cause=["a"], effect=["d"], depth=9, limit=9)
    links = strengths(subgraph("a -> b; c -> d"))
    assert chain.strength == pytest.approx(0.5 * links["a", "b"] * links["c", "d"])
    assert not chain.hedged


def test_the_likeliest_bridge_comes_first_and_no_more_chains_than_the_limit() -> None:
    graph = crossed("a -> b; c -> d; x -> y", near={"c", "d"}, bridges=[("b", "c", 0.5), ("c", "y", 0.6)])
    told = chains_and_bridged(graph, starts=["d"], direction="causes", depth=3, limit=9)
    assert ["".join(event.id for event in chain.events) for chain in told] == ["cd", "xycd", "abcd"]
    assert chains_and_bridged(graph, starts=["d"], direction="causes", depth=3, limit=2) == told[:2]


def test_what_is_asked_about_may_be_another_event_though_documents_tell_more_of_it() -> None:
    graph = crossed("a -> b; c -> d; d -> e", near={"a", "b"}, bridges=[("a", "c", 0.7), ("b", "d", 0.7)])
    told = chains_and_bridged(graph, starts=["a"], direction="effects", depth=3, limit=9)
    assert ["".join(event.id for event in chain.events) for chain in told] == ["ab", "acde", "abde"]


def test_a_bridge_is_no_link_of_the_depth() -> None:
    graph = crossed("a -> b; c -> d", near={"c", "d"}, bridges=[("b", "c", 0.5)])
    assert len(chains_and_bridged(graph, starts=["d"], direction="causes", depth=2, limit=9)) == 2
    assert len(chains_and_bridged(graph, starts=["d"], direction="causes", depth=1, limit=9)) == 1


def test_two_events_that_a_question_means_both_are_no_bridge() -> None:
    graph = crossed("a -> b", near={"a", "b"}, bridges=[("a", "b", 0.5)])
    assert len(paths_and_bridged(graph, cause=["a"], effect=["b"], depth=9, limit=9)) == 1


def test_in_the_world_of_a_bridge_both_events_are_one() -> None:
    whole = crossed("a -> b; c -> d; b -> c; c ?> b", near={"a"}, bridges=[("b", "c", 0.5)]).across
    assert whole is not None
    one = joined(whole, whole.bridges[0])
    assert one.events.keys() == {"a", "b", "d"}
    assert [(claim.cause_event, claim.effect_event) for claim in one.claims] == [("a", "b"), ("b", "d")]


def test_what_was_not_read_whole_across_decides_nothing() -> None:
    graph = crossed("a -> b; c -> d", near={"c", "d"}, bridges=[("b", "c", 0.5)])
    assert graph.across is not None
    cut = replace(graph, across=replace(graph.across, truncated=True))
    a, b, d = (graph.across.events[name] for name in "abd")
    assert judge_and_bridged(graph, cause=[a], effect=[d]).necessity == "probably necessary"
    assert judge_and_bridged(cut, cause=[a], effect=[d]).necessity == "undetermined"
    assert [event.id for event, _ in perhaps_lost(graph, [a], [b])] == ["d"]
    assert perhaps_lost(cut, [a], [b]) == ()
