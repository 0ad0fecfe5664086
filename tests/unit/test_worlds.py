"""Cause groups and what is a way of its own, the two worlds that bracket all models of do(absent) and do(present), and cycles."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cckg.core.claims import Modality
from cckg.core.evidence import Subgraph
from queries.causal import Given, reachable
from queries.causal.cases import NOTHING, Worlds
from queries.causal.worlds import CauseGroup, CauseGroups, at_work, cause_groups, cycles, links_of, possible_events, reduced, sure_events
from tests.builders import subgraph

EVENTS = list("abcdefg")
ARROWS = ["->", "->", "->", "=>", "+>", "?>", "!>"]


def link(arrows: Sequence[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda causes, arrow, effect: f"{' & '.join(sorted(causes))} {arrow} {effect}",
        st.sets(st.sampled_from(EVENTS), min_size=1, max_size=3),
        st.sampled_from(arrows),
        st.sampled_from(EVENTS),
    )


def downward(arrows: Sequence[str]) -> st.SearchStrategy[str]:
    """Links that go down the alphabet, so that none of them closes a circle."""
    return st.builds(
        lambda events, arrow: f"{' & '.join(sorted(events)[:-1])} {arrow} {max(events)}",
        st.sets(st.sampled_from(EVENTS), min_size=2, max_size=4),
        st.sampled_from(arrows),
    )


GRAPHS = st.lists(link(ARROWS), min_size=1, max_size=14).map(lambda links: subgraph("; ".join(links)))
ACYCLIC = st.lists(downward(ARROWS), min_size=1, max_size=14).map(lambda links: subgraph("; ".join(links)))
SOME = st.frozensets(st.sampled_from(EVENTS), max_size=3)


def possible(graph: Subgraph, *, absent: str = "", present: str = "", hedged: bool = False) -> frozenset[str]:
    fixed = {"absent": frozenset(absent.split()), "present": frozenset(present.split())}
    return possible_events(cause_groups(graph, hedged=hedged), graph.events, **fixed)


def own_ways(graph: Subgraph, *, hedged: bool = False) -> CauseGroups:
    return reduced(cause_groups(graph, hedged=hedged), graph.events)


def ways(groups: CauseGroups, event: str) -> list[str]:
    return sorted(" & ".join(sorted(group.members)) for group in groups[event])


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


def in_a_model(groups: CauseGroups, events: frozenset[str], absent: frozenset[str], *, needing_all: frozenset[str]) -> frozenset[str]:
    """Return what is present in a model: some events need all of their groups or one that is enough, the others any."""
    present: frozenset[str] = frozenset()
    while True:
        new = set()
        for event in events - absent:
            complete = [group for group in groups.get(event, ()) if group.members <= present]
            missing = len(groups.get(event, ())) - len(complete)
            if not missing or any(group.enough for group in complete) or (complete and event not in needing_all):
                new.add(event)
        if new == present:
            return present
        present = frozenset(new)


# The groups that are stated


def test_groups_of_different_documents_are_different_groups() -> None:
    graph = subgraph("a & b -> e", "a & c -> e")
    assert cause_groups(graph) == {"e": (CauseGroup(frozenset("ab")), CauseGroup(frozenset("ac")))}
    assert "e" in possible(graph, absent="c")


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        (["a -> e", "a -> e"], [CauseGroup(frozenset("a"))]),
        (["a & b -> e", "b & a -> e"], [CauseGroup(frozenset("ab"))]),
        (["a , b -> e"], [CauseGroup(frozenset("a")), CauseGroup(frozenset("b"))]),
        (["a => e"], [CauseGroup(frozenset("a"), enough=True)]),
        (["a -> e", "a => e"], [CauseGroup(frozenset("a"), enough=True)]),  # one document that says so is a ground
        (["a & b -> e", "a & b => e"], [CauseGroup(frozenset("ab"), enough=True)]),
        (["a & b => e; a -> e"], [CauseGroup(frozenset("ab"), enough=True), CauseGroup(frozenset("a"))]),  # not of its parts
        (["a +> e"], [CauseGroup(frozenset("a"), contributes=True)]),
        (["a +> e; a *> e"], [CauseGroup(frozenset("a"), contributes=True)]),
        (["a +> e", "a -> e"], [CauseGroup(frozenset("a"))]),  # a direct claim outweighs
        (["a +> e", "a ?> e"], [CauseGroup(frozenset("a"), contributes=True)]),  # what may be makes nothing surer
        (["a ?> e"], [CauseGroup(frozenset("a"))]),
        (["a !> e; b -> e"], [CauseGroup(frozenset("b"))]),
    ],
)
def test_groups_of_the_same_members_are_one_and_know_what_is_said_of_them(documents: list[str], expected: list[CauseGroup]) -> None:
    assert list(cause_groups(subgraph(*documents), hedged=True)["e"]) == expected


def test_hedged_claims_make_groups_only_where_they_are_counted() -> None:
    graph = subgraph("a -> e; b ?> e; b ?> f")
    assert cause_groups(graph) == {"e": (CauseGroup(frozenset("a")),)}
    assert [ways(cause_groups(graph, hedged=True), event) for event in "ef"] == [["a", "b"], ["b"]]


def test_claims_about_events_that_were_not_read_are_left_out() -> None:
    whole = subgraph("a -> b; x -> b")
    graph = Subgraph({key: event for key, event in whole.events.items() if key != "x"}, whole.claims, whole.sources, truncated=True)
    assert cause_groups(graph) == {"b": (CauseGroup(frozenset("a")),)}
    assert possible(graph) == {"a", "b"}


def test_the_links_of_groups_are_pairs_of_a_member_and_the_effect_each_once() -> None:
    assert sorted(links_of(cause_groups(subgraph("a & b -> e; a -> e; e ?> f; c !> e")))) == [("a", "e"), ("b", "e")]


# What is a way of its own


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        # several ways
        (["a -> e; b -> e"], ["a", "b"]),
        (["a & b -> e; b & c -> e"], ["a & b", "b & c"]),
        (["r -> a -> e; r -> b -> e"], ["a", "b"]),
        (["a & x -> e; a -> b -> e"], ["a & x", "b"]),  # x does not lead to b
        # a part of a larger group
        (["a & b -> e", "b -> e"], ["a & b"]),
        (["a & b & c -> e; a & c -> e; b -> e"], ["a & b & c"]),
        (["a & b => e; a -> e"], ["a & b"]),
        (["a & b -> e; b -> e; a -> b"], ["a & b"]),
        (["a & b -> e -> b; a -> e; s -> b"], ["a & b"]),
        (["a & b -> e; a => e"], ["a", "a & b"]),
        (["a & b ?> e; a -> e"], ["a"]),  # what is only hedged is no larger group here
        # a shortcut
        (["a -> b -> e; a -> e"], ["b"]),
        (["a -> b -> e", "a -> e"], ["b"]),
        (["a -> b -> c -> e; a -> e; b -> e"], ["c"]),
        (["r -> a; r -> b; a & b -> e; r -> e"], ["a & b"]),
        (["r -> a; a & x -> e; r -> e"], ["a & x"]),
        (["r -> a; a & x -> e; r & x -> e"], ["a & x"]),
        (["a & x -> b -> e; a & x -> e"], ["b"]),
        (["a -> b -> e; a => e"], ["a", "b"]),
        (["a -> b => e; a -> e"], ["b"]),
        (["a ?> b -> e; a -> e"], ["a", "b"]),
        (["a +> b -> e; a -> e"], ["b"]),
        # what leads back is no stage of one chain
        (["a -> b -> a; r -> a; s -> b; a -> e; b -> e"], ["a", "b"]),
        (["r -> a -> e -> a; r -> e"], ["a", "r"]),  # a stands in a circle with e, so each may have begun without the other
        # a circle
        (["r -> e -> a -> e"], ["r"]),
        (["r -> e; e -> e"], ["r"]),
        (["r => e; e -> a => e"], ["r"]),  # a ground as well, if it hangs on what it is to bring about
        (["r -> e; e & x -> a -> e"], ["r"]),
        (["r -> e; e -> a; a & x -> e"], ["r"]),
        (["r -> e -> a -> e; s -> a"], ["a", "r"]),  # complete without e as well
        (["e -> a -> e"], []),
    ],
)
def test_only_groups_that_are_a_way_of_their_own_are_left(documents: list[str], expected: list[str]) -> None:
    assert ways(own_ways(subgraph(*documents)), "e") == expected


def test_hedged_claims_leave_groups_out_only_where_they_are_counted() -> None:
    shortcut, part = subgraph("a ?> b -> e; a -> e"), subgraph("a & b ?> e; a -> e")
    assert [ways(own_ways(graph, hedged=True), "e") for graph in (shortcut, part)] == [["b"], ["a & b"]]


def test_an_event_that_all_groups_were_left_out_of_is_no_root() -> None:
    graph = subgraph("e -> a -> e; e -> f")
    groups = own_ways(graph)
    assert (groups["e"], groups["a"]) == ((), ())
    assert possible_events(groups, graph.events) == frozenset()


@settings(deadline=None)
@given(graph=GRAPHS, hedged=st.booleans())
def test_a_group_is_left_out_for_a_larger_one_for_what_it_leads_to_or_for_a_circle(*, graph: Subgraph, hedged: bool) -> None:
    stated, left = cause_groups(graph, hedged=hedged), own_ways(graph, hedged=hedged)
    assert left.keys() == stated.keys()
    links = links_of(stated)
    for event, of_event in stated.items():
        assert [group for group in of_event if group in left[event]] == list(left[event])
        without = possible_events(stated, graph.events, absent=frozenset([event]))
        for group in set(of_event) - set(left[event]):
            in_circle = not group.members <= without
            part = any(group.members < other.members for other in of_event)
            led = [group.members <= other.members | reachable([(b, a) for a, b in links], other.members) for other in left[event]]
            assert in_circle or (not group.enough and (part or any(led)))


@settings(deadline=None)
@given(graph=ACYCLIC)
def test_where_there_is_no_circle_each_event_keeps_a_way_and_every_ground(graph: Subgraph) -> None:
    stated, left = cause_groups(graph), own_ways(graph)
    assert all(left.values())
    for event, of_event in stated.items():
        assert {group for group in of_event if group.enough} <= set(left[event])
        assert not any(one.members < other.members and not one.enough for one in left[event] for other in left[event])
    assert possible_events(left, graph.events) == graph.events.keys()


# What may be there


@pytest.mark.parametrize(
    ("notation", "absent", "hedged", "expected"),
    [
        ("a -> b -> c", "", False, "a b c"),
        ("a -> b -> c", "a", False, ""),
        ("a -> b -> c", "b", False, "a"),
        ("a -> c; b -> c", "a", False, "b c"),
        ("a -> c; b => c", "a", False, "b c"),
        ("a -> c; b +> c", "a", False, "b c"),
        ("a & b -> c", "a", False, "b"),
        ("a & b => c", "a", False, "b"),
        ("a & b -> c; d -> c", "a", False, "b c d"),
        ("a -> b -> a", "", False, ""),
        ("a => b => a", "", False, ""),
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
def test_possible_events_follow_the_definition(*, notation: str, absent: str, hedged: bool, expected: str) -> None:
    assert possible(subgraph(notation), absent=absent, hedged=hedged) == frozenset(expected.split())


def test_an_event_fixed_present_needs_no_cause_but_an_absence_prevails() -> None:
    graph = subgraph("r -> c -> e")
    assert possible(graph, present="c", absent="r") == {"c", "e"}
    assert possible(graph, present="c", absent="r c") == frozenset()


@pytest.mark.parametrize(
    ("notation", "absent", "expected"),
    [
        ("a -> e; b +> e", "a", "b"),
        ("a -> e; b *> e", "a", "b"),
        ("a -> e; b +> e", "b", "a e"),
        ("a +> e; b +> e", "a", "b e"),  # nothing else brought it about
        ("a & x -> e; b +> e; x -> y -> x", "a", "b e"),  # what was never complete brought nothing about
        ("a -> e; b +> e; b -> e", "a", "b e"),
        ("a -> m -> e; b +> m; d -> e", "a", "b d e"),
    ],
)
def test_what_contributes_does_not_make_up_for_what_did_more_in_the_world_before(notation: str, absent: str, expected: str) -> None:
    groups, events = cause_groups(subgraph(notation)), subgraph(notation).events
    world = possible_events(groups, events)
    assert possible_events(groups, events, absent=frozenset(absent), world=world) == frozenset(expected.split())
    assert possible_events(groups, events, world=world) == world


def test_a_contribution_that_is_said_to_be_enough_makes_up_for_the_others() -> None:
    lone, contribution = CauseGroup(frozenset("a")), CauseGroup(frozenset("b"), contributes=True)
    for enough, left in ((False, {"b"}), (True, {"b", "e"})):
        groups = {"e": (lone, replace(contribution, enough=enough))}
        assert possible_events(groups, "abe", absent=frozenset("a"), world=frozenset("abe")) == left


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME, hedged=st.booleans())
def test_the_worklist_finds_the_least_fixpoint(*, graph: Subgraph, absent: frozenset[str], hedged: bool) -> None:
    assert possible(graph, absent=" ".join(absent), hedged=hedged) == naive_fixpoint(graph, absent, hedged=hedged)


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME, more=SOME)
def test_fixing_more_events_absent_never_makes_one_present(graph: Subgraph, absent: frozenset[str], more: frozenset[str]) -> None:
    groups = own_ways(graph)
    world = possible_events(groups, graph.events)
    for before in (None, world):
        left = possible_events(groups, graph.events, absent=absent | more, world=before)
        assert left <= possible_events(groups, graph.events, absent=absent, world=before)
    assert sure_events(groups, world, absent=absent | more) <= sure_events(groups, world, absent=absent)


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME, causes=SOME)
def test_the_fixpoint_is_monotone_in_its_causes(graph: Subgraph, absent: frozenset[str], causes: frozenset[str]) -> None:
    assert possible(graph, absent=" ".join(absent)) <= possible(graph, absent=" ".join(absent), present=" ".join(causes))


# What is surely there


@pytest.mark.parametrize(
    ("notation", "absent", "expected"),
    [
        ("a -> b -> c", "", "a b c"),
        ("a -> b -> c", "b", "a"),
        # nobody says that the other is enough
        ("a -> e; b -> e", "a", "b"),
        ("a => e; b -> e", "a", "b"),
        ("a => e; b -> e", "b", "a e"),
        ("a +> e; b -> e", "a", "b"),
        ("a -> m -> e; b -> e", "a", "b"),
        # a ground keeps
        ("a -> e; b => e", "a", "b e"),
        ("a -> m -> e; b => m", "a", "b e m"),
        ("a -> m -> e; b => e", "a", "b e"),
        ("a -> e; b & d => e", "a", "b d e"),
        ("a & b => e; d -> e", "a", "b d"),  # the ground is not complete
        ("a -> b => e; a -> e", "a", ""),  # the ground hangs on what is absent
        ("a -> b => e; r -> b; a -> e", "a", "r"),  # and so it may
        ("a -> b => e; r => b; a -> e", "a", "b e r"),
        ("r -> a -> e; r => e", "a", "e r"),
        # a row goes over groups that were complete
        ("a & x -> e; b -> e; x -> y -> x", "a", "b e"),
        # a circle of grounds keeps nothing that nothing else keeps
        ("a -> b => d => b; d -> e", "a", ""),
        ("a -> b => d => b; r => d; d -> e", "a", "b d e r"),
        ("a -> b -> d -> b; r => d; d -> e", "a", "d e r"),
        ("a -> b -> d -> b; r -> d; d -> e", "a", "r"),
        # what followed from an event did not bring it about
        ("a -> e -> a; r -> e", "a", "e r"),
        ("a -> e -> b -> a; r -> e", "a", "b e r"),
        ("a -> e -> a; r -> e; s -> a", "a", "r s"),  # a may have come first
        ("a -> d -> e -> a; a -> b -> e; r -> d; r -> b", "a", "e r"),  # d or b alone brought e about, and nobody says which
    ],
)
def test_sure_events_are_left_whatever_the_groups_are_to_each_other(notation: str, absent: str, expected: str) -> None:
    graph = subgraph(notation)
    groups = own_ways(graph)
    world = possible_events(groups, graph.events)
    assert sure_events(groups, world, absent=frozenset(absent.split())) == frozenset(expected.split())


def test_what_is_given_is_surely_there_but_an_absence_prevails() -> None:
    graph = subgraph("a -> m -> e; m & x -> f; a -> x; a -> g")
    groups = own_ways(graph)
    world = possible_events(groups, graph.events)
    assert sure_events(groups, world, absent=frozenset("a"), present=frozenset("m")) == {"m", "e"}
    assert sure_events(groups, world, absent=frozenset("am"), present=frozenset("m")) == frozenset()


def test_what_was_not_there_before_is_not_sure_to_be_left() -> None:
    graph = subgraph("a -> e; x -> y -> x; y => e")
    groups = own_ways(graph)
    assert sure_events(groups, possible_events(groups, graph.events), absent=frozenset("a")) == frozenset()


@settings(deadline=None)
@given(graph=ACYCLIC, absent=SOME, needing_all=st.frozensets(st.sampled_from(EVENTS)), hedged=st.booleans())
def test_every_model_lies_between_what_is_sure_and_what_is_possible(
    *, graph: Subgraph, absent: frozenset[str], needing_all: frozenset[str], hedged: bool
) -> None:
    groups, events = own_ways(graph, hedged=hedged), frozenset(graph.events)
    sure, may_be = sure_events(groups, events, absent=absent), possible_events(groups, events, absent=absent)
    assert sure <= in_a_model(groups, events, absent, needing_all=needing_all) <= may_be
    assert sure == in_a_model(groups, events, absent, needing_all=events)
    assert may_be == in_a_model(groups, events, absent, needing_all=frozenset())


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME)
def test_what_is_sure_is_possible_and_nothing_is_lost_without_an_absence(graph: Subgraph, absent: frozenset[str]) -> None:
    groups = own_ways(graph)
    world = possible_events(groups, graph.events)
    assert sure_events(groups, world, absent=absent) <= possible_events(groups, graph.events, absent=absent, world=world)
    assert sure_events(groups, world, absent=frozenset()) == world


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME)
@example(graph=subgraph("a -> b -> a; r -> b"), absent=frozenset("r"))
def test_where_every_group_is_said_to_be_enough_nothing_is_left_open(graph: Subgraph, absent: frozenset[str]) -> None:
    stated = cause_groups(graph)
    groups = reduced({event: tuple(replace(group, enough=True) for group in of_event) for event, of_event in stated.items()}, graph.events)
    world = possible_events(groups, graph.events)
    assert sure_events(groups, world, absent=absent) == possible_events(groups, graph.events, absent=absent, world=world)


# Both worlds of a cause


@pytest.mark.parametrize(
    ("notation", "hedged", "factual", "may_be", "sure"),
    [
        ("c -> e; d -> e", False, "c d e", "d e", "d"),
        ("c -> e; d => e", False, "c d e", "d e", "d e"),
        ("c -> e; d +> e", False, "c d e", "d", "d"),
        ("r -> c -> e; r -> e", False, "c e r", "r", "r"),
        ("c ?> e; d -> e", False, "c d e", "d e", "d e"),
        ("c ?> e; d -> e", True, "c d e", "d e", "d"),
        ("c -> e; r -> c; r ?> e", True, "c e r", "r", "r"),
    ],
)
def test_the_worlds_of_a_cause_are_those_of_the_groups_that_are_ways_of_their_own(
    *, notation: str, hedged: bool, factual: str, may_be: str, sure: str
) -> None:
    worlds = Worlds(subgraph(notation), frozenset("c"), NOTHING, hedged=hedged)
    assert [" ".join(sorted(found)) for found in (worlds.factual, worlds.possible, worlds.sure)] == [factual, may_be, sure]


def test_links_and_what_is_downstream_are_those_that_claims_state() -> None:
    worlds = Worlds(subgraph("r -> c -> e; r -> e; c ?> f; c -> g -> c"), frozenset("r"), NOTHING, hedged=False)
    assert ("r", "e") in worlds.links
    assert (ways(worlds.stated, "e"), ways(worlds.groups, "e")) == (["c", "r"], ["c"])
    assert worlds.downstream == {"c", "e", "g"}


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("c +> e", "e"),
        ("c +> e -> f", "e f"),
        ("c -> e", ""),
        ("c +> e; d -> e", "d e"),
        ("c +> m -> e; c -> n -> e", "e m"),
        ("c -> m +> e", "e"),
        ("c +> e; x -> y -> x; y +> f", "e"),  # what was never there was brought about by nothing
    ],
)
def test_what_only_contributions_brought_about_may_have_needed_none_of_them(notation: str, expected: str) -> None:
    worlds = Worlds(subgraph(notation), frozenset("c"), NOTHING, hedged=False)
    assert worlds.possible_if_contributed == frozenset(expected.split())


def test_what_is_given_holds_in_every_world() -> None:
    graph = subgraph("c -> m -> e; x -> e")
    held = Worlds(graph, frozenset("c"), Given(present=frozenset("m"), absent=frozenset("x")), hedged=False)
    assert held.factual == {"c", "m", "e"}
    assert held.possible == held.sure == {"m", "e"}


# What is at work in a world


def test_only_claims_of_wholly_present_groups_are_at_work() -> None:
    graph = subgraph("a & b -> e; d -> e; h ?> e; n !> e")
    world = possible(graph, absent="a")
    working = at_work(graph, world=world)
    assert [(claim.cause_event, claim.effect_event) for claim in working.claims] == [("d", "e")]
    assert "a" not in working.events
    assert {claim.cause_event for claim in at_work(graph, world=world, hedged=True).claims} == {"d", "h"}


def test_a_group_at_work_may_make_up_the_whole_world_of_causes() -> None:
    graph = subgraph("a & b -> b; a -> b")
    assert len(at_work(graph, world=frozenset("ab")).claims) == 3


@settings(deadline=None)
@given(graph=GRAPHS, absent=SOME)
def test_every_present_event_is_a_root_or_reached_from_one_by_claims_at_work(graph: Subgraph, absent: frozenset[str]) -> None:
    for groups in (cause_groups(graph), own_ways(graph)):
        world = possible_events(groups, graph.events, absent=absent)
        links = [(claim.cause_event, claim.effect_event) for claim in at_work(graph, world=world).claims]
        roots = world - {effect for _, effect in links}
        assert roots | reachable(links, roots) == world
        assert roots.isdisjoint(cause_groups(graph))


# Links and cycles


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
