"""The strength of links, chains and causes: more documents strengthen it, hedges and denials weaken it."""

import math

import pytest

from cckg.core.graph import CausalEdge
from queries.causal import chains, paths_between
from queries.causal.strength import chain_strength, link_strength, strengths
from tests.builders import stored


def strength(asserted: int = 0, hedged: int = 0, denied: int = 0) -> float:
    return link_strength(CausalEdge("a", "b", asserted, hedged, denied))


def test_support_strengthens_and_doubt_weakens() -> None:
    rising = [
        strength(),
        strength(hedged=1),
        strength(asserted=1, denied=1),
        strength(asserted=1),
        strength(asserted=2),
        strength(asserted=8),
    ]
    assert rising == sorted(set(rising))
    assert rising[0] == 0.0
    assert rising[-1] < 1.0


def test_a_link_that_is_only_denied_has_none() -> None:
    assert strength(denied=3) == 0.0


def test_a_link_that_one_document_asserts_has_the_strength_that_was_measured() -> None:
    assert strength(asserted=1) == pytest.approx(0.804, abs=0.001)


def test_a_chain_is_as_strong_as_its_links_together() -> None:
    graph = stored("a -> b", "a -> b; b ?> c", "x !> c").graph()
    known = strengths(graph)
    assert known.keys() == {("a", "b"), ("b", "c")}
    expected = strength(asserted=2) * strength(hedged=1)
    assert chain_strength(["a", "b", "c"], known) == pytest.approx(expected)
    (up,) = chains(graph, starts=["c"], direction="causes", depth=4, limit=9)
    (down,) = chains(graph, starts=["a"], direction="effects", depth=4, limit=9)
    (path,) = paths_between(graph, cause=["a"], effect=["c"], depth=4, limit=9)
    assert [chain.strength for chain in (up, down, path)] == [pytest.approx(expected)] * 3


def test_a_chain_without_links_is_certain() -> None:
    assert math.isclose(chain_strength(["a"], {}), 1.0)
