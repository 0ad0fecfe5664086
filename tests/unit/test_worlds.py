"""Present events, worlds under do(absent) and do(present), and cycles."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import Modality
from cckg.core.evidence import Subgraph
from queries.causal import reachable
from queries.causal.worlds import at_work, cause_groups, cycles, present_events
from tests.builders import subgraph

EVENTS = list("abcdefg")
LINK = st.builds(
    lambda causes, arrow, effect: f"{' & '.join(sorted(causes))} {arrow} {effect}",
    st.sets(st.sampled_from(EVENTS), min_size=1, max_size=3),
    st.sampled_from(["->", "->", "->", "?>", "!>"]),
    st.sampled_from(EVENTS),
)
GRAPHS = st.lists(LINK, min_size=1, max_size=14).map(lambda links: subgraph("; ".join(links)))
SOME = st.frozensets(st.sampled_from(EVENTS), max_size=3)


def naive_fixpoint(graph: Subgraph, absent: frozenset[str], *, hedged: bool) -> frozenset[str]:
    """Apply the definition again and again until nothing changes."""
    counted = {Modality.ASSERTED, Modality.HEDGED} if hedged else {Modality.ASSERTED}
    claims = [claim for claim in graph.claims if claim.modality in counted]
    present: frozenset[str] = frozenset()
    while True:
        new = set()
        for event in graph.events.keys() - absent:
            causes = [claim for claim in claims if claim.effect_event == event]
            groups = [{c.cause_event for c in causes if c is one or (c.group is not None and c.group == one.group)} for one in causes]
            if not groups or any(group <= present for group in groups):
                new.add(event)
        if new == present:
            return present
        present = frozenset(new)


@pytest.mark.parametrize(
    ("notation", "absent", "hedged", "expected"),
    [
        ("a -> b -> c", "", False, "a b c"),
        ("a -> b -> c", "a", False, ""),
        ("a -> b -> c", "b", False, "a"),
        ("a -> c; b -> c", "a", False, "b c"),
        ("a & b -> c", "a", False, "b"),
        ("a & b -> c; d -> c", "a", False, "b c d"),
        ("a -> b -> a", "", False, ""),
        ("a -> b -> a; r -> a", "", False, "a b r"),
        ("a -> a", "", False, ""),
        ("a -> c; b ?> c", "a", False, "b"),
        ("a -> c; b ?> c", "a", True, "b c"),
        ("a ?> b", "a", False, "b"),
        ("a ?> b", "a", True, ""),
        ("a -> c; b !> c", "a", True, "b"),
        ("a !> b", "a", False, "b"),
        ("a -> b", "z", False, "a b"),
    ],
)
def test_present_events_follow_the_definition(*, notation: str, absent: str, hedged: bool, expected: str) -> None:
    assert present_events(subgraph(notation), absent=frozenset(absent.split()), hedged=hedged) == frozenset(expected.split())


def test_groups_of_different_documents_are_different_groups() -> None:
    graph = subgraph("a & b -> e", "a & c -> e")
    assert set(cause_groups(graph)["e"].values()) == {frozenset("ab"), frozenset("ac")}
    assert "e" in present_events(graph, absent=frozenset("c"))


def test_an_event_fixed_present_needs_no_cause_but_an_absence_prevails() -> None:
    graph = subgraph("r -> c -> e")
    assert present_events(graph, present=frozenset("c"), absent=frozenset("r")) == {"c", "e"}
    assert present_events(graph, present=frozenset("c"), absent=frozenset("rc")) == frozenset()


def test_claims_about_events_that_were_not_read_are_left_out() -> None:
    whole = subgraph("a -> b; x -> b")
    graph = Subgraph({key: event for key, event in whole.events.items() if key != "x"}, whole.claims, whole.sources, truncated=True)
    assert cause_groups(graph) == {"b": {("a",): frozenset("a")}}
    assert present_events(graph) == {"a", "b"}


def test_only_claims_of_wholly_present_groups_are_at_work() -> None:
    graph = subgraph("a & b -> e; d -> e; h ?> e; n !> e")
    world = present_events(graph, absent=frozenset("a"))
    working = at_work(graph, world=world)
    assert [(claim.cause_event, claim.effect_event) for claim in working.claims] == [("d", "e")]
    assert "a" not in working.events
    assert {claim.cause_event for claim in at_work(graph, world=world, hedged=True).claims} == {"d", "h"}


def test_a_group_at_work_may_make_up_the_whole_world_of_causes() -> None:
    graph = subgraph("a & b -> b; a -> b")
    assert len(at_work(graph, world=frozenset("ab")).claims) == 3


def test_reachable_leaves_the_start_out_unless_a_cycle_returns_to_it() -> None:
    links = [("a", "b"), ("b", "c"), ("c", "b"), ("x", "a")]
    assert reachable(links, ["a"]) == {"b", "c"}
    assert reachable(links, ["b"]) == {"b", "c"}
    assert reachable(links, ["unknown"]) == frozenset()


@pytest.mark.parametrize(
    ("notation", "hedged", "expected"),
    [
        ("a -> b -> c", True, []),
        ("b -> c -> b; x -> a -> x; a -> b", True, [("a", "x"), ("b", "c")]),
        ("a -> a; a -> b", True, [("a",)]),
        ("a -> b ?> a", True, [("a", "b")]),
        ("a -> b ?> a", False, []),
        ("a -> b !> a", True, []),
    ],
)
def test_cycles_are_named_in_order(*, notation: str, hedged: bool, expected: list[tuple[str, ...]]) -> None:
    assert cycles(subgraph(notation), hedged=hedged) == expected


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME, hedged=st.booleans())
def test_the_worklist_finds_the_least_fixpoint(*, graph: Subgraph, absent: frozenset[str], hedged: bool) -> None:
    assert present_events(graph, absent=absent, hedged=hedged) == naive_fixpoint(graph, absent, hedged=hedged)


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME, more=SOME)
def test_fixing_more_events_absent_never_makes_one_present(graph: Subgraph, absent: frozenset[str], more: frozenset[str]) -> None:
    assert present_events(graph, absent=absent | more) <= present_events(graph, absent=absent)


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME, causes=SOME)
def test_the_fixpoint_is_monotone_in_its_causes(graph: Subgraph, absent: frozenset[str], causes: frozenset[str]) -> None:
    assert present_events(graph, absent=absent) <= present_events(graph, absent=absent, present=causes)


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME)
def test_every_present_event_is_a_root_or_reached_from_one_by_claims_at_work(graph: Subgraph, absent: frozenset[str]) -> None:
    world = present_events(graph, absent=absent)
    links = [(claim.cause_event, claim.effect_event) for claim in at_work(graph, world=world).claims]
    roots = world - {effect for _, effect in links}
    assert roots | reachable(links, roots) == world
    assert roots.isdisjoint(cause_groups(graph))
