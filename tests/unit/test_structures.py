"""Textbook causal structures, each as a small graph: its chains, what is present, and what is left without the cause.

In each graph `c` is the cause, `e` the effect; the other letters are what the structure is made of. Most textbooks say that several causes
of one event are each enough; the structures do so where they say it with `=>`, and leave it open where they do not.
"""

from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from cckg.core.claims import Modality
from cckg.core.evidence import CausalChain, Subgraph, Verdict
from cckg.core.graph import Event, Polarity
from queries.causal import chains, judge, paths_between, reachable, simulate_absence
from queries.causal.cases import NOTHING, Worlds
from queries.causal.worlds import cause_groups, cycles, possible_events
from queries.intervening import world_after
from tests.builders import stored, subgraph


@dataclass(frozen=True)
class Structure:
    """What a textbook says of a graph. Sets of events are written as words.

    `without` is what any complete group brings about without the cause, whatever else is told of it; `sure` is what is left in every model.
    """

    name: str
    notation: str
    down: list[str]  # chains from c
    up: list[str]  # chains to e
    between: list[str]
    present: str
    without: str
    sure: str
    necessity: str
    alternatives: list[str] = field(default_factory=list)
    circles: list[str] = field(default_factory=list)
    probable: bool = False

    @property
    def graph(self) -> Subgraph:
        return subgraph(self.notation)

    @property
    def told(self) -> tuple[str, bool, list[str]]:
        return self.necessity, self.probable, self.alternatives


STRUCTURES = [
    # one cause, or several that are told as needed together
    Structure("link", "c -> e", ["c e"], ["c e"], ["c e"], "c e", "", "", "necessary"),
    Structure("link that is enough", "c => e", ["c e"], ["c e"], ["c e"], "c e", "", "", "necessary"),
    Structure("chain", "r -> c -> m -> e", ["c m e"], ["r c m e"], ["c m e"], "r c m e", "r", "r", "necessary"),
    Structure("fork", "r -> c; r -> e", [], ["r e"], [], "r c e", "r e", "r e", "undetermined"),
    Structure("common effect of one cause", "c -> e; c -> m", ["c e", "c m"], ["c e"], ["c e"], "c e m", "", "", "necessary"),
    Structure("conjunction", "c & d -> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d", "d", "necessary"),
    Structure("conjunction that is enough", "c & d => e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d", "d", "necessary"),
    Structure("conjunction of three", "c & d & f -> e", ["c e"], ["c e", "d e", "f e"], ["c e"], "c d f e", "d f", "d f", "necessary"),
    Structure(
        "diamond",
        "c -> a -> e; c -> b -> e",
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        "c a b e",
        "",
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
        "",
        "necessary",
    ),
    Structure(
        "diamond whose arms are each enough",
        "c -> a => e; c -> b => e",
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        ["c a e", "c b e"],
        "c a b e",
        "",
        "",
        "necessary",
    ),
    # several causes, and no word that one is enough
    Structure("collider", "c -> e; d -> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d e", "d", "undetermined", ["d e"]),
    Structure(
        "collider of which the cause is enough",
        "c => e; d -> e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d e",
        "d",
        "undetermined",
        ["d e"],
    ),
    Structure(
        "collider of three",
        "c -> e; d -> e; f -> e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "d f",
        "undetermined",
        ["d e", "f e"],
    ),
    Structure(
        "conjunction beside another cause",
        "c & d -> e; f -> e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "d f",
        "undetermined",
        ["f e"],
    ),
    Structure(
        "conjunction that is enough beside another cause",
        "c & d => e; f -> e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "d f",
        "undetermined",
        ["f e"],
    ),
    Structure(
        "two conjunctions",
        "c & d -> e; d & f -> e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "d f",
        "undetermined",
        ["d e", "f e"],
    ),
    Structure(
        "two causes of a mediator",
        "c -> m -> e; d -> m",
        ["c m e"],
        ["c m e", "d m e"],
        ["c m e"],
        "c d m e",
        "d m e",
        "d",
        "undetermined",
        ["d m e"],
    ),
    Structure(
        "two ways from one root",
        "r -> c; r -> n; c -> m -> e; n -> e",
        ["c m e"],
        ["r c m e", "r n e"],
        ["c m e"],
        "r c n m e",
        "r n e",
        "r n",
        "undetermined",
        ["r n e"],
    ),
    # alternatives: others are said to be enough
    Structure(
        "collider of alternatives",
        "c -> e; d => e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d e",
        "d e",
        "not necessary",
        ["d e"],
    ),
    Structure("over-determination", "c => e; d => e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d e", "d e", "not necessary", ["d e"]),
    Structure(
        "over-determination by three",
        "c => e; d => e; f => e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "d f e",
        "not necessary",
        ["d e", "f e"],
    ),
    Structure(
        "conjunction beside an alternative",
        "c & d -> e; f => e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "d f e",
        "not necessary",
        ["f e"],
    ),
    Structure(
        "alternative that is a conjunction",
        "c -> e; d & f => e",
        ["c e"],
        ["c e", "d e", "f e"],
        ["c e"],
        "c d f e",
        "d f e",
        "d f e",
        "not necessary",
        ["d e", "f e"],
    ),
    Structure(
        "pre-emption by a mediator",  # the backup d would have done by way of the same mediator
        "c -> m -> e; d => m",
        ["c m e"],
        ["c m e", "d m e"],
        ["c m e"],
        "c d m e",
        "d m e",
        "d m e",
        "not necessary",
        ["d m e"],
    ),
    Structure(
        "switch",  # whichever way the switch is set, the train arrives
        "r -> c; r -> n; c -> m => e; n => e",
        ["c m e"],
        ["r c m e", "r n e"],
        ["c m e"],
        "r c n m e",
        "r n e",
        "r n e",
        "not necessary",
        ["r n e"],
    ),
    Structure(
        "alternative beside a way that is open",
        "c -> m -> e; f -> m; d => e",
        ["c m e"],
        ["c m e", "f m e", "d e"],
        ["c m e"],
        "c f d m e",
        "f d m e",
        "f d e",
        "not necessary",
        ["d e"],
    ),
    Structure(
        "alternative that hangs on the cause",
        "c -> e; c -> d => e",
        ["c e", "c d e"],
        ["c e", "c d e"],
        ["c e", "c d e"],
        "c d e",
        "",
        "",
        "necessary",
    ),
    Structure(
        "alternative that perhaps hangs on the cause",
        "c -> e; c -> d => e; r -> d",
        ["c e", "c d e"],
        ["c e", "c d e", "r d e"],
        ["c e", "c d e"],
        "c d r e",
        "d r e",
        "r",
        "undetermined",
        ["r d e"],
    ),
    # one cause told twice
    Structure(
        "mediation with a direct path",
        "c -> m -> e; c -> e",
        ["c m e", "c e"],
        ["c m e", "c e"],
        ["c e", "c m e"],
        "c m e",
        "",
        "",
        "necessary",
    ),
    Structure(
        "mediation with a direct path that is enough",
        "c -> m -> e; c => e",
        ["c m e", "c e"],
        ["c m e", "c e"],
        ["c e", "c m e"],
        "c m e",
        "",
        "",
        "necessary",
    ),
    Structure(
        "mediator of a chain told short",
        "r -> c -> e; r -> e",
        ["c e"],
        ["r c e", "r e"],
        ["c e"],
        "r c e",
        "r e",
        "r",
        "necessary",
    ),
    Structure(
        "long chain told short at every link",
        "r -> c -> m -> e; r -> m; r -> e; c -> e",
        ["c m e", "c e"],
        ["r c m e", "r m e", "r e", "r c e"],
        ["c e", "c m e"],
        "r c m e",
        "r m e",
        "r",
        "necessary",
    ),
    Structure("confounding", "r -> c -> e; r => e", ["c e"], ["r c e", "r e"], ["c e"], "r c e", "r e", "r e", "not necessary", ["r e"]),
    Structure(
        "root with another cause beside it",
        "r -> c -> e; r & x -> e",
        ["c e"],
        ["r c e", "r e", "x e"],
        ["c e"],
        "r c x e",
        "r x e",
        "r x",
        "undetermined",
        ["r e", "x e"],
    ),
    Structure("part of a conjunction told alone", "c & d -> e; d -> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d e", "d", "necessary"),
    Structure(
        "part of a conjunction that is enough",
        "c & d -> e; d => e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d e",
        "d e",
        "not necessary",
        ["d e"],
    ),
    # circles
    Structure(
        "feedback loop that the cause starts",
        "c -> a -> b -> a; b -> e",
        ["c a b e"],
        ["c a b e"],
        ["c a b e"],
        "c a b e",
        "",
        "",
        "necessary",
        circles=["a b"],
    ),
    Structure(
        "feedback loop of grounds that the cause starts",
        "c -> a => b => a; b => e",
        ["c a b e"],
        ["c a b e"],
        ["c a b e"],
        "c a b e",
        "",
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
        "r",
        "undetermined",
        ["r b e"],
        ["a b"],
    ),
    Structure(
        "feedback loop with another start that is enough",
        "c -> a -> b -> a; r => b; b -> e",
        ["c a b e"],
        ["c a b e", "r b e"],
        ["c a b e"],
        "c r a b e",
        "r a b e",
        "r b e",
        "not necessary",
        ["r b e"],
        ["a b"],
    ),
    Structure(
        "feedback of the effect on the cause",
        "r -> e; e -> c -> e",
        ["c e"],
        ["r e", "c e"],
        ["c e"],
        "r e c",
        "r e",
        "r e",
        "not necessary",
        ["r e"],
        ["c e"],
    ),
    Structure("loop without a start", "c -> a -> c; a -> e", ["c a e"], ["c a e"], ["c a e"], "", "", "", "undetermined", circles=["a c"]),
    Structure("self-cause", "c -> c; r -> c; c -> e", ["c e"], ["r c e"], ["c e"], "r c e", "r", "r", "necessary", circles=["c"]),
    # contributions
    Structure("contribution", "c +> e", ["c e"], ["c e"], ["c e"], "c e", "", "", "necessary", probable=True),
    Structure("condition", "c *> e", ["c e"], ["c e"], ["c e"], "c e", "", "", "necessary", probable=True),
    Structure(
        "contribution beside a cause",
        "c +> e; d -> e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d e",
        "d",
        "undetermined",
        ["d e"],
    ),
    Structure("cause beside a contribution", "c -> e; d +> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d e", "d", "necessary"),
    Structure("cause beside a condition", "c -> e; d *> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d e", "d", "necessary"),
    Structure("two contributions", "c +> e; d +> e", ["c e"], ["c e", "d e"], ["c e"], "c d e", "d e", "d", "undetermined", ["d e"]),
    Structure(
        "contribution beside an alternative",
        "c +> e; d => e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d e",
        "d e",
        "not necessary",
        ["d e"],
    ),
    # no link, or none that is asserted
    Structure("no link", "c -> a; d -> e", ["c a"], ["d e"], [], "c a d e", "d e", "d e", "undetermined"),
    Structure("link the other way", "e -> c", [], [], [], "e c", "e", "e", "undetermined"),
    Structure("denied link", "c !> e", [], [], [], "c e", "e", "e", "not necessary"),
    Structure("denied link beside a cause", "c !> e; d -> e", [], ["d e"], [], "c d e", "d e", "d e", "not necessary", ["d e"]),
    Structure("hedged link", "c ?> e", ["c e"], ["c e"], ["c e"], "c e", "e", "e", "necessary", probable=True),
    Structure(
        "hedged link beside a cause",
        "c ?> e; d -> e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d e",
        "d e",
        "undetermined",
        ["d e"],
    ),
    Structure(
        "hedged link beside an alternative",
        "c ?> e; d => e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d e",
        "d e",
        "not necessary",
        ["d e"],
        probable=True,
    ),
    Structure(
        "link beside a hedged one",
        "c -> e; d ?> e",
        ["c e"],
        ["c e", "d e"],
        ["c e"],
        "c d e",
        "d",
        "d",
        "necessary",
        probable=True,
    ),
]
EACH = pytest.mark.parametrize("structure", STRUCTURES, ids=lambda structure: structure.name)
EACH_NECESSARY = pytest.mark.parametrize("necessary", [one for one in STRUCTURES if one.necessity == "necessary"], ids=lambda one: one.name)


def written(found: list[CausalChain] | tuple[CausalChain, ...]) -> list[str]:
    return sorted(" ".join(event.id for event in chain.events) for chain in found)


def verdict(graph: Subgraph) -> Verdict:
    return judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]])


def told(found: Verdict) -> tuple[str, bool, list[str]]:
    return found.leaning or "undetermined", found.is_probable, written(found.alternatives)


def possible(graph: Subgraph, *, absent: str = "", present: str = "") -> frozenset[str]:
    return possible_events(cause_groups(graph), graph.events, absent=frozenset(absent), present=frozenset(present))


def sure(graph: Subgraph) -> frozenset[str]:
    return Worlds(graph, frozenset("c"), NOTHING, hedged=False).sure


def directly_linked(structure: Structure) -> bool:
    stated = [claim for claim in structure.graph.claims if claim.modality is not Modality.DENIED]
    return any((claim.cause_event, claim.effect_event) == ("c", "e") for claim in stated)


@EACH
def test_the_chains_of_a_structure(structure: Structure) -> None:
    graph = structure.graph
    assert written(chains(graph, starts=["c"], direction="effects", depth=9, limit=99)) == sorted(structure.down)
    assert written(chains(graph, starts=["e"], direction="causes", depth=9, limit=99)) == sorted(structure.up)
    assert written(paths_between(graph, cause=["c"], effect=["e"], depth=9, limit=99)) == sorted(structure.between)


@EACH
def test_the_worlds_of_a_structure(structure: Structure) -> None:
    assert possible(structure.graph) == set(structure.present.split())
    assert possible(structure.graph, absent="c") == set(structure.without.split())
    assert sure(structure.graph) == set(structure.sure.split())


@EACH
def test_the_verdict_of_a_structure(structure: Structure) -> None:
    found = verdict(structure.graph)
    assert (found.cause.id, found.effect.id) == ("c", "e")
    assert told(found) == structure.told
    assert found.reasons


@EACH
def test_the_circles_of_a_structure(structure: Structure) -> None:
    assert sorted(" ".join(sorted(circle)) for circle in cycles(structure.graph)) == structure.circles


@EACH
def test_a_graph_from_the_store_is_walked_and_judged_like_the_one_in_memory(structure: Structure) -> None:
    store = stored(structure.notation)
    read = store.neighbourhood(["e", "c"], "causes", depth=99, limit=99)
    assert written(chains(read, starts=["e"], direction="causes", depth=9, limit=99)) == sorted(structure.up)
    assert told(verdict(read)) == structure.told
    store.close()


@EACH
def test_a_simulation_says_of_all_that_follows_what_the_verdict_says(structure: Structure) -> None:
    store = stored(structure.notation)
    (cause,) = store.events(["c"])
    simulation = simulate_absence(world_after(store, ["c"], limit=99), cause)
    whole = store.graph()
    outcomes = {
        "necessary": simulation.lost,
        "probably necessary": simulation.probably_lost,
        "undetermined": simulation.unsettled,
        "probably not necessary": simulation.probably_kept,
        "not necessary": simulation.kept,
    }
    becomes = {event: necessity for necessity, events in outcomes.items() for event in events}
    assert becomes == {event: judge(whole, cause=[cause], effect=[event]).necessity for event in becomes}
    followed = [(edge.cause, edge.effect) for edge in whole.edges() if edge.followed]
    assert {event.id for event in becomes} == reachable(followed, ["c"]) - {"c"}
    store.close()


@EACH
def test_an_alternative_runs_through_no_cause_and_over_stated_links_only(structure: Structure) -> None:
    graph = structure.graph
    links = {(edge.cause, edge.effect) for edge in graph.edges() if edge.followed}
    for chain in verdict(graph).alternatives:
        path = [event.id for event in chain.events]
        assert "c" not in path
        assert path[-1] == "e"
        assert set(pairwise(path)) <= links


@EACH
def test_what_is_not_necessary_has_its_alternatives_in_what_is_sure(structure: Structure) -> None:
    found = verdict(structure.graph)
    passed = {event.id for chain in found.alternatives for event in chain.events}
    assert passed <= (sure(structure.graph) if found.necessity == "not necessary" else possible(structure.graph, absent="c"))


@EACH
def test_the_order_of_claims_does_not_matter(structure: Structure) -> None:
    turned = subgraph("; ".join(reversed(structure.notation.split("; "))))
    assert told(verdict(turned)) == structure.told
    assert possible(turned) == possible(structure.graph)
    assert sure(turned) == sure(structure.graph)


@EACH
def test_stating_everything_in_a_second_document_changes_no_verdict(structure: Structure) -> None:
    twice = subgraph(structure.notation, structure.notation)
    assert told(verdict(twice)) == structure.told
    assert possible(twice) == possible(structure.graph)
    assert sure(twice) == sure(structure.graph)


# What one structure says to another


@EACH_NECESSARY
def test_a_further_asserted_cause_leaves_open_whether_a_necessary_cause_was(necessary: Structure) -> None:
    found = verdict(subgraph(necessary.notation, "z -> e"))
    assert (found.necessity, "z e" in written(found.alternatives)) == ("undetermined", True)


@EACH_NECESSARY
def test_a_further_cause_that_is_enough_makes_a_necessary_cause_unnecessary(necessary: Structure) -> None:
    found = verdict(subgraph(necessary.notation, "z => e"))
    assert (found.leaning, "z e" in written(found.alternatives)) == ("not necessary", True)
    assert found.is_probable == ("c ?> e" in necessary.notation)


@EACH_NECESSARY
def test_a_further_hedged_cause_leaves_a_necessary_cause_in_doubt(necessary: Structure) -> None:
    found = verdict(subgraph(necessary.notation, "z ?> e"))
    hedged_only = "c ?> e" in necessary.notation
    assert (found.necessity, found.is_probable) == (("undetermined", False) if hedged_only else ("probably necessary", True))


@EACH_NECESSARY
def test_a_further_contribution_makes_up_only_for_what_contributes_itself(necessary: Structure) -> None:
    found = verdict(subgraph(necessary.notation, "z +> e"))
    no_more = any(link in necessary.notation for link in ("c +> e", "c *> e"))
    assert found.leaning == (None if no_more else "necessary")
    assert found.is_probable == (not no_more and necessary.probable)


@pytest.mark.parametrize(
    "structure",
    [one for one in STRUCTURES if not any(arrow in one.notation for arrow in ("+>", "*>", "?>", "!>"))],
    ids=lambda one: one.name,
)
def test_where_every_cause_is_said_to_be_enough_what_is_left_is_kept(structure: Structure) -> None:
    graph = subgraph(structure.notation.replace("->", "=>"))
    linked, present = bool(structure.between), "e" in structure.present.split()
    left = "not necessary" if "e" in structure.without.split() else "necessary"
    assert verdict(graph).necessity == (left if linked and present else "undetermined")
    assert sure(graph) == possible(graph, absent="c")


@EACH
def test_a_denied_claim_about_others_changes_no_verdict(structure: Structure) -> None:
    assert told(verdict(subgraph(structure.notation, "z !> e; z !> c"))) == structure.told


@pytest.mark.parametrize("linked", [one for one in STRUCTURES if directly_linked(one)], ids=lambda one: one.name)
def test_a_stated_and_denied_link_is_undetermined_whatever_else_is_there(linked: Structure) -> None:
    found = verdict(subgraph(linked.notation, "c !> e"))
    assert (found.necessity, found.rule) == ("undetermined", "contradicted")


def test_a_conjunction_and_a_disjunction_of_the_same_causes_are_told_apart() -> None:
    joint, lone = cause_groups(subgraph("c & d -> e"))["e"], cause_groups(subgraph("c -> e; d -> e"))["e"]
    assert sorted(sorted(group.members) for group in joint) == [["c", "d"]]
    assert sorted(sorted(group.members) for group in lone) == [["c"], ["d"]]


@pytest.mark.parametrize(("notation", "alone"), [("c -> e; d -> e", "undetermined"), ("c => e; d => e", "not necessary")])
def test_neither_of_two_causes_is_said_to_be_needed_but_both_together_are(notation: str, alone: str) -> None:
    graph = subgraph(notation)
    by_id = graph.events
    assert judge(graph, cause=[by_id["c"]], effect=[by_id["e"]]).necessity == alone
    assert judge(graph, cause=[by_id["d"]], effect=[by_id["e"]]).necessity == alone
    both = judge(graph, cause=[by_id["c"], by_id["d"]], effect=[by_id["e"]])
    assert (both.necessity, both.is_probable) == ("necessary", False)


def test_where_one_of_two_causes_is_enough_the_other_is_unnecessary_and_the_one_is_left_open() -> None:
    graph = subgraph("c -> e; d => e")
    by_id = graph.events
    assert judge(graph, cause=[by_id["c"]], effect=[by_id["e"]]).necessity == "not necessary"
    assert judge(graph, cause=[by_id["d"]], effect=[by_id["e"]]).necessity == "undetermined"


def test_an_event_that_the_graph_does_not_hold_is_undetermined() -> None:
    graph = subgraph("c -> e")
    stranger = Event("s", "a stranger", Polarity.OCCURRENCE)
    assert judge(graph, cause=[stranger], effect=[graph.events["e"]]).necessity == "undetermined"


@pytest.mark.parametrize(
    ("notation", "present"),
    [
        ("c & d -> e", "c d e"),
        ("a -> b -> a; b -> e", "a b e"),
        ("a => b => a; b => e", "a b e"),
        ("r -> c -> e", "r c e"),
        ("r ?> c -> e", "c e r"),
    ],
)
def test_fixing_an_event_present_brings_what_follows_from_it(notation: str, present: str) -> None:
    first = present.split(maxsplit=1)[0]
    assert possible(subgraph(notation), present=first) == set(present.split())


@pytest.mark.parametrize(
    ("links", "reached"),
    [("ca ae de", "a e"), ("ca ac", "a c"), ("ac", ""), ("cc", "c"), ("", ""), ("ca ab bd dd", "a b d")],
)
def test_what_can_be_reached_from_a_cause_leaves_the_cause_out_unless_a_circle_returns(links: str, reached: str) -> None:
    assert sorted(reachable([(link[0], link[1]) for link in links.split()], ["c"])) == reached.split()
