"""The oracle of gold answers: each line of the conventions worked out by hand, and its agreement with the engine's verdicts."""

import numpy as np
import pytest

from benchmarks.worlds import oracle
from benchmarks.worlds.structures import random_links
from queries.causal import judge
from tests.builders import links_of, subgraph_of


def events_of(*documents: str) -> list[str]:
    return list(dict.fromkeys(event for link in links_of(*documents) for event in (link.cause, link.effect)))


@pytest.mark.parametrize(
    ("documents", "absent", "hedged", "expected"),
    [
        # an event with no asserted cause is present
        (["a -> b"], "", False, "a b"),
        (["a ?> b"], "", False, "a b"),
        (["a !> b"], "", False, "a b"),
        # any other is present if all members of at least one of its cause groups are
        (["a & b -> c"], "", False, "a b c"),
        (["a & b -> c"], "a", False, "b"),
        (["a -> c; b -> c"], "a", False, "b c"),
        (["a & b -> c; d -> c"], "a", False, "b c d"),
        (["a & b -> c", "a & d -> c"], "b", False, "a c d"),
        # a cycle without a present cause from outside is not
        (["a -> b -> a"], "", False, ""),
        (["a -> a"], "", False, ""),
        (["a -> b -> a; r -> a"], "", False, "a b r"),
        (["a -> b -> a; r -> a"], "r", False, ""),
        # hedged claims count only where they are asked for, and then as causes like the others
        (["a -> c; b ?> c"], "a", False, "b"),
        (["a -> c; b ?> c"], "a", True, "b c"),
        (["a ?> b"], "a", False, "b"),
        (["a ?> b"], "a", True, ""),
    ],
)
def test_present_events_are_the_least_fixpoint(documents: list[str], absent: str, *, hedged: bool, expected: str) -> None:
    found = oracle.present(events_of(*documents), links_of(*documents), absent=absent.split(), hedged=hedged)
    assert found == set(expected.split())


@pytest.mark.parametrize(
    ("documents", "necessity", "rule", "left"),
    [
        (["c -> e", "c !> e"], "undetermined", "contradicted", []),
        (["c -> e", "c !> e; d -> e"], "undetermined", "contradicted", []),
        (["c ?> e; c !> e"], "undetermined", "contradicted", []),
        (["c !> e"], "not necessary", "denied only", []),
        (["c !> e; d -> e"], "not necessary", "denied only", ["d e"]),
        (["c !> e; d ?> e"], "not necessary", "denied only", []),
        (["c -> x; d -> e"], "undetermined", "no chain", []),
        (["e -> c"], "undetermined", "no chain", []),
        (["c -> e -> c"], "undetermined", "closed cycle", []),
        (["c -> m -> c; m -> e"], "undetermined", "closed cycle", []),
        (["c -> e"], "necessary", "lost", []),
        (["r -> c -> m -> e"], "necessary", "lost", []),
        (["c & d -> e"], "necessary", "lost", []),
        (["c -> a -> e; c -> b -> e"], "necessary", "lost", []),
        (["c -> e -> m -> e"], "necessary", "lost", []),
        (["c -> e; d !> e"], "necessary", "lost", []),
        (["r -> c -> e; r -> e"], "necessary", "lost", []),  # a shortcut
        (["r -> c -> m -> e; r -> e; e & x -> x; x -> m"], "necessary", "lost", []),  # a shortcut: what never was stands in no circle
        (["c & d -> e", "c -> e"], "necessary", "lost", []),  # a part
        (["c -> e; c => e"], "necessary", "lost", []),
        (["c ?> e"], "necessary", "lost if hedged", []),
        (["c -> m ?> e"], "necessary", "lost if hedged", []),
        (["c -> e; d ?> e"], "necessary", "lost if hedged", []),
        (["c -> m -> e; d ?> m"], "necessary", "lost if hedged", []),
        (["c -> e; d => e"], "not necessary", "survives", ["d e"]),
        (["c -> m -> e; d => m"], "not necessary", "survives", ["d m e"]),
        (["c & f -> e; r -> d => e"], "not necessary", "survives", ["r d e"]),
        (["c ?> e; d => e"], "not necessary", "survives if hedged", ["d e"]),
        (["c ?> e; d -> e"], "undetermined", "hedged only", ["d e"]),
        (["c ?> m -> e; d -> e"], "undetermined", "hedged only", ["d e"]),
        (["c -> e; d -> e"], "undetermined", "open", ["d e"]),
        (["c -> e; r -> d -> e; f -> e"], "undetermined", "open", ["f e", "r d e"]),
        (["c & d -> e; f -> e"], "undetermined", "open", ["f e"]),
        (["c => e; d -> e"], "undetermined", "open", ["d e"]),  # that d is enough nobody says
        (["c -> m -> e", "c !> e; d -> e"], "undetermined", "open", ["d e"]),
    ],
)
def test_the_first_convention_that_applies_decides(documents: list[str], necessity: str, rule: str, left: list[str]) -> None:
    found = oracle.verdict(events_of(*documents), links_of(*documents), cause="c", effect="e")
    assert (found.necessity, found.rule) == (necessity, rule)
    assert [" ".join(path) for path in found.alternatives] == left


def test_an_event_is_not_judged_as_its_own_cause() -> None:
    assert oracle.verdict(["a", "b"], links_of("a -> b"), cause="a", effect="a").rule == "same"


def test_causes_and_effects_are_followed_as_far_as_is_asked_the_nearest_first() -> None:
    links = links_of("a -> b -> c -> d; x ?> d; y !> d; d -> b")
    assert oracle.direct_causes(links, "d") == ("c", "x")
    assert oracle.all_causes(links, "d", depth=2) == ("c", "x", "b")
    assert oracle.all_causes(links, "d", hedged=False) == ("c", "b", "a")
    assert oracle.all_effects(links, "a") == ("b", "c", "d")
    assert oracle.all_effects(links, "c") == ("d", "b")


def test_paths_are_simple_and_the_shortest_first() -> None:
    links = links_of("a -> b -> d; a -> d; a ?> c -> d; d -> a")
    assert oracle.paths(links, "a", "d") == [("a", "d"), ("a", "b", "d"), ("a", "c", "d")]
    assert oracle.paths(links, "a", "d", hedged=False) == [("a", "d"), ("a", "b", "d")]
    assert oracle.paths(links, "b", "b") == []


def test_outcomes_say_of_everything_downstream_whether_it_is_lost() -> None:
    documents = ["c -> a -> b; c -> x; d => x; c ?> y; c -> z; d ?> z; c -> v; d -> v; e -> w"]
    found = oracle.outcomes(events_of(*documents), links_of(*documents), "c")
    assert (found.lost, found.kept, found.open) == (("a", "y", "z", "b"), ("x",), ("v",))


def test_common_causes_are_named_for_events_that_do_not_lead_to_one_another() -> None:
    links = links_of("r -> c -> a; c -> b; a -> x")
    assert oracle.common_causes(links, "a", "b") == ("c", "r")
    assert oracle.common_causes(links, "c", "x") == ()


def test_pairs_are_unlinked_if_neither_chain_nor_denial_joins_them() -> None:
    links = links_of("a -> b -> c; d !> b")
    assert list(oracle.unlinked_pairs(["a", "b", "c", "d"], links)) == [
        *[("b", "a"), ("c", "a"), ("a", "d"), ("d", "a"), ("c", "b"), ("b", "d"), ("c", "d"), ("d", "c")]
    ]


@pytest.mark.parametrize(("graphs", "seed"), [(500, 2), *(pytest.param(5_000, seed, marks=pytest.mark.slow) for seed in (3, 4))])
def test_the_engine_judges_random_graphs_as_the_oracle_does(graphs: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(graphs):
        events, links = random_links(rng)
        cause, effect = (events[int(rng.integers(len(events)))] for _ in range(2))
        graph = subgraph_of(events, links)
        gold = oracle.verdict(events, links, cause=cause, effect=effect)
        found = judge(graph, cause=[graph.events[cause]], effect=[graph.events[effect]])
        assert (found.leaning or "undetermined", found.rule, found.is_probable) == (gold.necessity, gold.rule, gold.probably), (
            links,
            cause,
            effect,
        )
        left = {tuple(event.id for event in chain.events) for chain in found.alternatives}
        assert left <= set(gold.alternatives)
        assert len(left) == min(10, len(gold.alternatives))
