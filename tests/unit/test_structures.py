"""Textbook causal structures, each as a small graph: its chains, what is present, and what is left without the cause.

In each graph `c` is the cause, `e` the effect; the other letters are what the structure is made of.
"""

from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from cckg.core.evidence import CausalChain, Subgraph
from cckg.core.graph import Event, Polarity
from queries.causal import chains, judge, paths_between, reachable, simulate_absence
from queries.causal.worlds import cause_groups, cycles, present_events
from queries.intervening import world_after
from tests.builders import stored, subgraph


@dataclass(frozen=True)
class Structure:
    """What a textbook says of a graph. Sets of events are written as words; `lost` is everything that goes when the cause does."""

    name: str
    notation: str
    down: list[str]  # chains from c
    up: list[str]  # chains to e
    between: list[str]
    present: str
    without: str  # present under do(c := absent)
    necessity: str
    alternatives: list[str] = field(default_factory=list)
    circles: list[str] = field(default_factory=list)

    @property
    def graph(self) -> Subgraph:
        return subgraph(self.notation)


STRUCTURES = [
    Structure("link", "c -> e", ["c e"], ["c e"], ["c e"], "c e", "", "necessary"),
    Structure("chain", "r -> c -> m -> e", ["c m e"], ["r c m e"], ["c m e"], "r c m e", "r", "necessary"),
    Structure("fork", "r -> c; r -> e", [], ["r e"], [], "r c e", "r e", "undetermined"),
    Structure("common effect of one cause", "c -> e; c -> m", ["c e", "c m"], ["c e"], ["c e"], "c e m", "", "necessary"),
    Structure("collider of alternatives", "c -> e; d -> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d e", "not necessary", ["d e"]),
    Structure("conjunction", "c & d -> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d", "necessary"),
    Structure("conjunction of three", "c & d & f -> e", ["c e"], ["c e", "d e", "f e"], ["c e"], "c d f e", "d f", "necessary"),
    Structure(
        "conjunction beside an alternative",
        "c & d -> e; f -> e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "not necessary",
        ["f e"],
    ),
    Structure(
        "diamond",
        "c -> a -> e; c -> b -> e",
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        "c a b e",
        "",
        "necessary",
    ),
    Structure(
        "diamond whose arms are needed together",
        "c -> a; c -> b; a & b -> e",
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        "c a b e",
        "",
        "necessary",
    ),
    Structure(
        "over-determination by three",
        "c -> e; d -> e; f -> e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "not necessary",
        ["d e", "f e"],
    ),
    Structure(
        "pre-emption by a mediator",  # the backup d would have done by way of the same mediator
        "c -> m -> e; d -> m",
        ["c m e"],
        ["c m e", "d m e"],
        ["c m e"],
        "c d m e",
        "d m e",
        "not necessary",
        ["d m e"],
    ),
    Structure(
        "switch",  # whichever way the switch is set, the train arrives
        "r -> c; r -> n; c -> m -> e; n -> e",
        ["c m e"],
        ["r c m e", "r n e"],
        ["c m e"],
        "r c n m e",
        "r n e",
        "not necessary",
        ["r n e"],
    ),
    Structure(
        "mediation with a direct path",
        "c -> m -> e; c -> e",
        ["c m e", "c e"],
        ["c m e", "c e"],
        ["c e", "c m e"],
        "c m e",
        "",
        "necessary",
    ),
    Structure(
        "confounding",
        "r -> c -> e; r -> e",
        ["c e"],
        ["r c e", "r e"],
        ["c e"],
        "r c e",
        "r e",
        "not necessary",
        ["r e"],
    ),
    Structure(
        "feedback loop that the cause starts",
        "c -> a -> b -> a; b -> e",
        ["c a b e"],
        ["c a b e"],
        ["c a b e"],
        "c a b e",
        "",
        "necessary",
        circles=["a b"],
    ),
    Structure(
        "feedback loop with another start",
        "c -> a -> b -> a; r -> b; b -> e",
        ["c a b e"],
        ["c a b e", "r b e"],
        ["c a b e"],
        "c r a b e",
        "r a b e",
        "not necessary",
        ["r b e"],
        circles=["a b"],
    ),
    Structure("loop without a start", "c -> a -> c; a -> e", ["c a e"], ["c a e"], ["c a e"], "", "", "undetermined", circles=["a c"]),
    Structure("self-cause", "c -> c; r -> c; c -> e", ["c e"], ["r c e"], ["c e"], "r c e", "r", "necessary", circles=["c"]),
    Structure("no link", "c -> a; d -> e", ["c a"], ["d e"], [], "c a d e", "d e", "undetermined"),
    Structure("link the other way", "e -> c", [], [], [], "e c", "e", "undetermined"),
    Structure("denied link", "c !> e", [], [], [], "c e", "e", "not necessary"),
    Structure("hedged link", "c ?> e", ["c e"], ["c e"], ["c e"], "c e", "e", "undetermined"),
]
EACH = pytest.mark.parametrize("structure", STRUCTURES, ids=lambda structure: structure.name)


def written(found: list[CausalChain] | tuple[CausalChain, ...]) -> list[str]:
    return sorted(" ".join(event.id for event in chain.events) for chain in found)


@EACH
def test_the_chains_of_a_structure(structure: Structure) -> None:
    graph = structure.graph
    assert written(chains(graph, starts=["c"], direction="effects", depth=9, limit=99)) == sorted(structure.down)
    assert written(chains(graph, starts=["e"], direction="causes", depth=9, limit=99)) == sorted(structure.up)
    assert written(paths_between(graph, cause=["c"], effect=["e"], depth=9, limit=99)) == sorted(structure.between)


@EACH
def test_the_worlds_of_a_structure(structure: Structure) -> None:
    assert present_events(structure.graph) == set(structure.present.split())
    assert present_events(structure.graph, absent=frozenset("c")) == set(structure.without.split())


@EACH
def test_the_verdict_of_a_structure(structure: Structure) -> None:
    graph = structure.graph
    found = judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]])
    assert (found.cause.id, found.effect.id, found.necessity) == ("c", "e", structure.necessity)
    assert written(found.alternatives) == structure.alternatives
    assert found.reasons


@EACH
def test_the_circles_of_a_structure(structure: Structure) -> None:
    assert sorted(" ".join(sorted(circle)) for circle in cycles(structure.graph)) == structure.circles


@EACH
def test_a_graph_from_the_store_is_walked_and_judged_like_the_one_in_memory(structure: Structure) -> None:
    store = stored(structure.notation)
    read = store.neighbourhood(["e", "c"], "causes", depth=99, limit=99)
    assert written(chains(read, starts=["e"], direction="causes", depth=9, limit=99)) == sorted(structure.up)
    found = judge(read, cause=[read.events["c"]], effect=[read.events["e"]])
    assert (found.necessity, written(found.alternatives)) == (structure.necessity, structure.alternatives)
    store.close()


@EACH
def test_a_simulation_says_of_all_that_follows_what_the_verdict_says(structure: Structure) -> None:
    store = stored(structure.notation)
    (cause,) = store.events(["c"])
    simulation = simulate_absence(world_after(store, ["c"], limit=99), cause)
    whole = store.graph()
    told = {"necessary": simulation.lost, "not necessary": simulation.kept, "undetermined": simulation.unsettled}
    becomes = {event: necessity for necessity, events in told.items() for event in events}
    assert becomes == {event: judge(whole, cause=[cause], effect=[event]).necessity for event in becomes}
    followed = [(edge.cause, edge.effect) for edge in whole.edges() if edge.followed]
    assert {event.id for event in becomes} == reachable(followed, ["c"]) - {"c"}
    store.close()


@EACH
def test_an_alternative_runs_through_no_cause_and_over_stated_links_only(structure: Structure) -> None:
    graph = structure.graph
    links = {(edge.cause, edge.effect) for edge in graph.edges() if edge.followed}
    for chain in judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]]).alternatives:
        path = [event.id for event in chain.events]
        assert "c" not in path
        assert path[-1] == "e"
        assert set(pairwise(path)) <= links


@EACH
def test_the_order_of_claims_does_not_matter(structure: Structure) -> None:
    turned = subgraph("; ".join(reversed(structure.notation.split("; "))))
    found = judge(turned, cause=[turned.events["c"]], effect=[turned.events["e"]])
    assert (found.necessity, written(found.alternatives)) == (structure.necessity, structure.alternatives)
    assert present_events(turned) == present_events(structure.graph)


@EACH
def test_stating_everything_in_a_second_document_changes_no_verdict(structure: Structure) -> None:
    twice = subgraph(structure.notation, structure.notation)
    found = judge(twice, cause=[twice.events["c"]], effect=[twice.events["e"]])
    assert (found.necessity, written(found.alternatives)) == (structure.necessity, structure.alternatives)
    assert present_events(twice) == present_events(structure.graph)


# What one structure says to another


@pytest.mark.parametrize("necessary", [structure for structure in STRUCTURES if structure.necessity == "necessary"], ids=lambda s: s.name)
def test_a_further_asserted_cause_makes_a_necessary_cause_unnecessary(necessary: Structure) -> None:
    graph = subgraph(necessary.notation, "z -> e")
    found = judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]])
    assert (found.necessity, "z e" in written(found.alternatives)) == ("not necessary", True)


@pytest.mark.parametrize("necessary", [structure for structure in STRUCTURES if structure.necessity == "necessary"], ids=lambda s: s.name)
def test_a_further_hedged_cause_leaves_a_necessary_cause_in_doubt(necessary: Structure) -> None:
    graph = subgraph(necessary.notation, "z ?> e")
    assert judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]]).necessity == "undetermined"


@EACH
def test_a_denied_claim_about_others_changes_no_verdict(structure: Structure) -> None:
    graph = subgraph(structure.notation, "z !> e; z !> c")
    found = judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]])
    assert (found.necessity, written(found.alternatives)) == (structure.necessity, structure.alternatives)


@pytest.mark.parametrize("linked", [structure for structure in STRUCTURES if "c -> e" in structure.notation], ids=lambda s: s.name)
def test_a_stated_and_denied_link_is_undetermined_whatever_else_is_there(linked: Structure) -> None:
    graph = subgraph(linked.notation, "c !> e")
    assert judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]]).necessity == "undetermined"


def test_a_conjunction_and_a_disjunction_of_the_same_causes_are_told_apart() -> None:
    assert cause_groups(subgraph("c & d -> e"))["e"].values() != cause_groups(subgraph("c -> e; d -> e"))["e"].values()
    assert sorted(map(sorted, cause_groups(subgraph("c & d -> e"))["e"].values())) == [["c", "d"]]
    assert sorted(map(sorted, cause_groups(subgraph("c -> e; d -> e"))["e"].values())) == [["c"], ["d"]]


def test_each_of_two_redundant_causes_is_unnecessary_but_both_together_are_needed() -> None:
    graph = subgraph("c -> e; d -> e")
    by_id = graph.events
    assert judge(graph, cause=[by_id["c"]], effect=[by_id["e"]]).necessity == "not necessary"
    assert judge(graph, cause=[by_id["d"]], effect=[by_id["e"]]).necessity == "not necessary"
    assert judge(graph, cause=[by_id["c"], by_id["d"]], effect=[by_id["e"]]).necessity == "necessary"


def test_an_event_that_the_graph_does_not_hold_is_undetermined() -> None:
    graph = subgraph("c -> e")
    stranger = Event("s", "a stranger", Polarity.OCCURRENCE)
    assert judge(graph, cause=[stranger], effect=[graph.events["e"]]).necessity == "undetermined"


@pytest.mark.parametrize(
    ("notation", "present"),
    [("c & d -> e", "c d e"), ("a -> b -> a; b -> e", "a b e"), ("r -> c -> e", "r c e"), ("r ?> c -> e", "c e r")],
)
def test_fixing_an_event_present_brings_what_follows_from_it(notation: str, present: str) -> None:
    graph = subgraph(notation)
    first = present.split(maxsplit=1)[0]
    assert present_events(graph, present=frozenset([first])) == set(present.split())


@pytest.mark.parametrize(
    ("links", "reached"),
    [("ca ae de", "a e"), ("ca ac", "a c"), ("ac", ""), ("cc", "c"), ("", ""), ("ca ab bd dd", "a b d")],
)
def test_what_can_be_reached_from_a_cause_leaves_the_cause_out_unless_a_circle_returns(links: str, reached: str) -> None:
    assert sorted(reachable([(link[0], link[1]) for link in links.split()], ["c"])) == reached.split()
