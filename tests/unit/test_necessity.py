"""The verdict: which rule decides, what survives, and what else is found."""

import networkx as nx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cckg.core.evidence import Subgraph, Verdict
from cckg.core.graph import Event, Polarity
from queries.causal import Given, judge, paths_between
from queries.causal.worlds import cause_groups, possible_events, reduced
from tests.builders import subgraph

ELSEWHERE = Event("elsewhere", "elsewhere", Polarity.OCCURRENCE)


def verdict(graph: Subgraph, *, cause: str = "c", effect: str = "e") -> Verdict:
    def find(ids: str) -> list[Event]:
        return [graph.events.get(event, ELSEWHERE) for event in ids.split()]

    return judge(graph, cause=find(cause), effect=find(effect))


def alternatives(found: Verdict) -> list[str]:
    return [" ".join(event.id for event in chain.events) for chain in found.alternatives]


@pytest.mark.parametrize(
    ("documents", "expected", "left", "because"),
    [
        # contradiction
        (["c -> e", "c !> e"], "undetermined", [], "contradict"),
        (["c -> e; d -> e", "c !> e"], "undetermined", [], "contradict"),
        (["c ?> e; c !> e"], "undetermined", [], "contradict"),
        (["c +> e", "c !> e"], "undetermined", [], "contradict"),
        # denial alone
        (["c !> e"], "not necessary", [], "deny"),
        (["c !> e; d -> e"], "not necessary", ["d e"], "deny"),
        # nothing between the two
        (["d -> e; c -> x"], "undetermined", [], "No document links"),
        (["e -> c"], "undetermined", [], "No document links"),
        # the effect is never present
        (["c -> e -> c"], "undetermined", [], 'no cause from outside reaches: "c", "e"'),
        (["c -> e; e -> c; d & x -> e; x -> d; d -> x"], "undetermined", [], 'reaches: "c", "e"'),
        (["a -> b -> a; r -> a; b & c -> e; e -> c"], "undetermined", [], 'reaches: "c", "e"'),  # r reaches the circle of a and b
        (["a -> b -> a; c -> e -> c"], "undetermined", [], 'reaches: "c", "e"'),  # e does not hang on the circle of a and b
        # nothing is left
        (["c -> e"], "necessary", [], "nothing in the documents leads"),
        (["r -> c -> m -> e"], "necessary", [], "nothing"),
        (["c & d -> e"], "necessary", [], "nothing"),
        (["c -> e; d !> e"], "necessary", [], "nothing"),
        (["c -> a -> e; c -> b -> e"], "necessary", [], "nothing"),
        (["c -> e; m -> e; e -> m"], "necessary", [], "nothing"),  # what m hangs on is the effect itself
        (["c => e"], "necessary", [], "nothing"),
        (["c -> e +> x"], "necessary", [], "nothing"),  # what the effect contributes to does not matter
        # one cause told twice
        (["c -> e; c -> m -> e"], "necessary", [], "nothing"),
        (["r -> c -> e; r -> e"], "necessary", [], "nothing"),
        (["r -> c; c & d -> e; r -> e"], "necessary", [], "nothing"),
        (["r -> q -> c -> e; r -> e; q -> e"], "necessary", [], "nothing"),
        (["c & d -> e", "d -> e"], "necessary", [], "nothing"),
        (["r -> c -> e; r => e"], "not necessary", ["r e"], '"r" is said to be enough for "e"'),
        (["c & d -> e", "d => e"], "not necessary", ["d e"], '"d" is said to be enough for "e"'),
        (["r -> c -> e; r & x -> e"], "undetermined", ["r e", "x e"], 'whether "r" and "x" would have been enough for "e"'),
        # several causes, and no word on what they are to each other
        (["c -> e; d -> e"], "undetermined", ["d e"], 'whether "d" would have been enough for "e"'),
        (["c -> e", "d -> e"], "undetermined", ["d e"], 'whether "d" would have been enough for "e"'),
        (["c , d -> e"], "undetermined", ["d e"], 'whether "d" would have been enough for "e"'),
        (["c -> m -> e; d -> m"], "undetermined", ["d m e"], 'whether "d" would have been enough for "m"'),
        (["c -> e; r -> d -> e; f -> e"], "undetermined", ["f e", "r d e"], 'whether "d"; "f" would have been'),
        (["c & d -> e; f -> e"], "undetermined", ["f e"], 'whether "f" would have been'),
        (["c -> e; f & g -> e"], "undetermined", ["f e", "g e"], 'whether "f" and "g" would have been'),
        (["c -> e -> c; r -> e"], "not necessary", ["r e"], "all the same"),  # c followed from e
        (["c => e; d -> e"], "undetermined", ["d e"], 'whether "d" would have been'),
        (["c -> m -> e; c !> e; d -> e"], "undetermined", ["d e"], 'whether "d" would have been'),
        (["r -> c; r -> n; c -> e; n -> e"], "undetermined", ["r n e"], 'whether "n" would have been'),
        # a ground
        (["c -> e; d => e"], "not necessary", ["d e"], '"d" is said to be enough for "e"'),
        (["c -> e", "d -> e", "d => e"], "not necessary", ["d e"], '"d" is said to be enough'),
        (["c -> m -> e; d => m"], "not necessary", ["d m e"], '"d" is said to be enough for "m"'),
        (["c -> e; c -> d => e"], "necessary", [], "nothing"),  # the ground hangs on the cause
        (["c , f -> e; r -> d => e"], "not necessary", ["f e", "r d e"], '"d" is said to be enough'),
        (["c -> e; r -> d => e; c -> d"], "undetermined", ["r d e"], 'whether "r" would have been enough for "d"'),
        # hedged claims
        (["c ?> e"], "probably necessary", [], "only hedge"),
        (["c ?> m -> e"], "probably necessary", [], "only hedge"),
        (["c -> e; d ?> e"], "probably necessary", [], "only hedge"),
        (["c -> m -> e; d ?> m"], "probably necessary", [], "only hedge"),
        (["c -> e; d -> e; c ?> d"], "probably necessary", [], "only hedge"),
        (["c ?> e; d => e"], "probably not necessary", ["d e"], "only hedge"),
        (["c -> e; d => e; c ?> d"], "undetermined", ["d e"], "do not say"),
        (["c ?> e; d -> e"], "undetermined", ["d e"], "Only hedged claims"),
        (["c ?> e; d ?> e"], "undetermined", ["d e"], "Only hedged claims"),
        (["c -> e; c ?> d; d ?> e"], "necessary", [], "nothing"),
        # the cause only contributes
        (["c +> e"], "probably necessary", [], "no more than a contribution"),
        (["c *> e"], "probably necessary", [], "no more than a contribution"),
        (["c & d +> e"], "probably necessary", [], "no more than a contribution"),
        (["r -> c -> m +> e"], "probably necessary", [], "no more than a contribution"),
        (["c +> m -> e; c -> n +> e"], "probably necessary", [], "no more than a contribution"),
        (["c +> e", "c ?> e"], "probably necessary", [], "no more than a contribution"),  # what may be makes nothing surer
        (["r +> c -> e"], "necessary", [], "nothing in the documents leads to"),
        (["c +> e", "c -> e"], "necessary", [], "nothing in the documents leads to"),  # a direct claim outweighs
        (["c +> e; c -> m -> e"], "necessary", [], "nothing in the documents leads to"),
        (["c +> e; d -> e"], "undetermined", ["d e"], 'whether "d" would have been'),
        (["c +> e; d +> e"], "undetermined", ["d e"], 'whether "d" would have been'),
        (["c -> e; d +> e"], "necessary", [], "nothing"),  # what contributes makes up for nothing
        (["c -> e; d *> e"], "necessary", [], "nothing"),
        (["c -> e; r +> m -> e"], "undetermined", ["r m e"], 'whether "m" would have been'),
        (["c -> e", "d +> e", "d -> e"], "undetermined", ["d e"], 'whether "d" would have been'),
        # a sentence on what would have been outranks what the links say
        (["c -> e; d -> e", "c ~> e"], "necessary", [], '"e" is said to be what would not have been without "c"'),
        (["c -> e; d => e", "c ~> e"], "necessary", [], 'would not have been without "c"'),
        (["c ~> e; d -> e"], "necessary", [], 'would not have been without "c"'),
        (["c -> m -> e; d -> m", "m ~> e"], "undetermined", ["d m e"], 'whether "d" would have been enough for "m"'),
        (["c -> m -> e; d -> e", "m ~> e"], "necessary", [], 'would not have been without "m"'),
        (["c -> e; d -> e", "d ~> e"], "undetermined", ["d e"], 'whether "d" would have been enough'),
        (["c +> e", "c ~> e"], "necessary", [], 'would not have been without "c"'),
        (["c -> e; d -> e", "c ?~> e"], "probably necessary", [], "only hedge"),
        (["c -> e", "c !~> e"], "not necessary", [], '"e" is said to be what would have been all the same without "c"'),
        (["c -> e; d -> e", "c !~> e"], "not necessary", ["d e"], "all the same"),
        (["c !~> e"], "not necessary", [], "all the same"),
        (["c -> e", "c ?!~> e"], "probably not necessary", [], '"e" is said to be what might have been all the same without "c"'),
        (["c -> e; d -> e", "c ?!~> e"], "probably not necessary", ["d e"], "might have been all the same"),
        (["c ?!~> e"], "probably not necessary", [], "might have been all the same"),
        (["c ~> e", "c ?!~> e"], "undetermined", [], "contradict"),
        (["c -> m -> e; m ~> e", "m !~> e; d -> e"], "undetermined", ["d e"], "whether"),  # what is both said and denied decides nothing
        (["c -> m -> e; m ~> e", "m ?!~> e; d -> e"], "probably necessary", [], "hedge"),
        (["r -> c -> e", "c !~> e"], "not necessary", [], 'all the same without "c"'),  # what came before it is lost with it alone
        (["c -> m -> e; c -> e", "m !~> e"], "necessary", [], "nothing"),
        (["c -> m -> e", "c !~> m"], "not necessary", ["m e"], '"m" is said to be what would have been all the same'),
        (["c -> e", "c ~> e", "c !~> e"], "undetermined", [], "contradict"),
        (["c -> e; c ~> e; e -> c"], "undetermined", [], "circle"),  # nobody says how either came about
    ],
)
def test_the_first_rule_that_applies_decides(documents: list[str], expected: str, left: list[str], because: str) -> None:
    found = verdict(subgraph(*documents))
    assert (found.necessity, alternatives(found)) == (expected, left)
    assert because in found.reasons[0]


TOGETHER = "which may be why they go together"
APART = "nothing that the documents state joins the two"


@pytest.mark.parametrize(
    ("documents", "sentence"),
    [
        (["c => e; d => e"], '"e" is over-determined; each of these is enough: "c"; "d".'),
        (["c & x -> m", "c & x => m; d => m -> e"], '"m" is over-determined; each of these is enough: "c" and "x"; "d".'),
        (["c & a -> e; c & b -> e"], '"c" is stated to cause "e" jointly with "b".'),
        (["c & b -> e"], '"c" together with "b" is enough for "e", were every other root cause absent.'),
        (["c => e; d -> e"], '"c" alone is enough for "e", were every other root cause absent.'),
        (["r -> c; r -> m; c & m -> e"], '"c" together with "m" is enough for "e", were every other root cause absent.'),
        (["d ?> c; d -> e"], f'"c" and "e" share the cause "d", {TOGETHER}; with "d" held fixed, {APART}.'),
        (["d -> c; d -> e; r -> d"], f'"c" and "e" share the cause "d", {TOGETHER}; with "d" held fixed, {APART}.'),
        (["d -> c; d -> e; d -> f -> d"], f'"c" and "e" share the cause "d", {TOGETHER}.'),  # no separation in a circle
        (["d -> c -> e; d -> e"], '"c" and "e" also share the cause "d": whoever compares cases has to hold "d" fixed.'),
        (["d -> c -> m -> e; d -> b -> e"], '"c" and "e" also share the cause "d": whoever compares cases has to hold "d" fixed.'),
        (["d -> c -> m -> c; c -> e; d -> e"], '"c" and "e" also share the cause "d": whoever compares cases has to hold "d" fixed.'),
        (["c -> m -> e; c -> n -> m"], 'Every chain to "e" runs through "c", "m".'),
        (["c -> m -> e; c !> m"], 'A document denies that "c" caused "m".'),
        (["c -> e; a -> b -> a; b -> e; r -> a"], 'These events are said to cause one another in a circle: "a", "b".'),
    ],
)
def test_further_findings_are_sentences_that_name_the_events(documents: list[str], sentence: str) -> None:
    assert sentence in verdict(subgraph(*documents)).reasons


@pytest.mark.parametrize(
    ("documents", "word"),
    [
        (["c & d -> e; f -> e"], "alone is enough"),
        (["c -> e; r -> e"], "share the cause"),
        (["c & d -> e"], "runs through"),
        (["c -> e; d -> e"], "runs through"),
        (["c -> e; d & x -> e; m -> e"], "jointly"),
        (["c & d -> x; c -> e"], "jointly"),  # what does not lead to e
        (["c -> e; c ?> d; e ?> d"], "share the cause"),
        (["c -> m -> c; m -> e"], "also share"),  # m follows from c, and leads back to it
        (["c ?> m; m -> c; m -> e; c -> e"], "also share"),
        (["d -> c -> m -> c; m -> e; d -> e"], "also share"),  # d held fixed leaves m
        (["d -> c -> e"], "also share"),
        (["c => e; e -> m => e"], "over-determined"),  # m hangs on e itself
        (["c -> a => e; c -> b => e"], "over-determined"),  # both hang on c
        (["c & e -> m; m => e; r => e"], "over-determined"),  # only r is enough: m hangs on e itself
        (["c -> e; d -> e"], "over-determined"),  # nobody says that either is enough
        (["c -> e; d -> e"], "alone is enough"),
        (["c -> e", "c !> e"], "alone is enough"),
        (["c +> e"], "is enough"),
        (["c -> e", "x !> e"], "denies"),
    ],
)
def test_a_finding_is_not_made_where_it_does_not_hold(documents: list[str], word: str) -> None:
    assert not any(word in reason for reason in verdict(subgraph(*documents)).reasons)


@pytest.mark.parametrize(
    ("notation", "reason"),
    [
        ("c -> e", 'on what was read it would be "necessary"'),
        ("c -> e; d => e", 'on what was read it would be "not necessary"'),
        ("c -> e; d -> e", "so no verdict is given."),
    ],
)
def test_a_truncated_subgraph_decides_nothing(notation: str, reason: str) -> None:
    found = verdict(subgraph(notation, truncated=True))
    assert found.necessity == "undetermined"
    assert reason in found.reasons[0]


def test_all_events_of_the_cause_are_fixed_absent_together() -> None:
    graph = subgraph("c -> e; c2 => e")
    assert verdict(graph).necessity == "not necessary"
    found = verdict(graph, cause="c c2")
    assert (found.necessity, found.cause.id) == ("necessary", "c")
    assert 'Every chain to "e" runs through "c".' in found.reasons


def test_the_effect_is_present_if_any_of_its_events_is() -> None:
    graph = subgraph("c -> e; d -> e2")
    assert verdict(graph).necessity == "necessary"
    found = verdict(graph, effect="e e2")
    assert (found.necessity, found.effect.id, alternatives(found)) == ("not necessary", "e", ["d e2"])


@pytest.mark.parametrize(
    ("documents", "rule"),
    [("c ?> e2; d -> e", "survives if hedged"), ("c ?> m -> e2; d -> e", "survives if hedged"), ("c ?> e2; c ?> e", "lost if hedged")],
)
def test_a_hedged_link_to_another_event_of_the_effect_is_a_hedged_link(documents: str, rule: str) -> None:
    assert verdict(subgraph(documents), effect="e e2").rule == rule


@settings(deadline=None)
@given(
    links=st.lists(
        st.tuples(st.sampled_from("abefg"), st.sampled_from(["->", "?>", "+>", "!>"]), st.sampled_from("abefg")), min_size=1, max_size=10
    )
)
def test_no_chain_stands_beside_a_verdict_for_want_of_one(links: list[tuple[str, str, str]]) -> None:
    graph = subgraph("; ".join(f"{cause} {arrow} {effect}" for cause, arrow, effect in links))
    found = verdict(graph, cause="a b", effect="e f")
    if found.rule == "no chain":
        assert paths_between(graph, cause=["a", "b"], effect=["e", "f"], depth=10, limit=5) == []


def test_an_effect_that_is_its_own_cause_is_undetermined() -> None:
    found = verdict(subgraph("c -> e"), cause="c e")
    assert (found.necessity, found.reasons) == ("undetermined", ('"c" and "e" are one and the same event.',))


def test_a_cause_that_is_not_in_the_graph_is_linked_to_nothing() -> None:
    found = verdict(subgraph("d -> e"), cause="elsewhere")
    assert (found.necessity, found.reasons[0]) == ("undetermined", 'No document links "elsewhere" to "e" as cause and effect.')


def test_sentences_of_one_kind_are_three_at_most_and_begin_with_the_effect() -> None:
    found = verdict(subgraph("; ".join(f"c => a{number}; d => a{number}; a{number} => e" for number in range(5)) + "; c => e"))
    named = [reason.split(" is ")[0] for reason in found.reasons if "over-determined" in reason]
    assert named == ['"e"', '"a0"', '"a1"']


def test_a_verdict_needs_no_knowledge_of_what_lies_downstream_of_the_effect() -> None:
    near, far = verdict(subgraph("c -> m -> e; d ?> m")), verdict(subgraph("c -> m -> e; d ?> m; e -> x -> y; c -> y"))
    assert near == far


def test_no_cause_or_no_effect_is_a_callers_bug() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        judge(subgraph("c -> e"), cause=[], effect=[ELSEWHERE])


def test_braces_in_an_event_are_text() -> None:
    assert 'Without "{effect}", nothing' in verdict(subgraph("c:{effect} -> e")).reasons[0]


def test_at_most_ten_surviving_chains_are_named_and_long_rows_are_counted() -> None:
    found = verdict(subgraph("c -> e; " + "; ".join(f"d{number:02} -> e" for number in range(15))))
    assert alternatives(found) == [f"d{number:02} e" for number in range(10)]
    ring = "; ".join(f"n{number} -> n{(number + 1) % 9}" for number in range(9))
    assert any('"n5", 3 more.' in reason for reason in verdict(subgraph(f"c -> e; r -> n0; {ring}; n3 -> e")).reasons)


EVENTS = list("abcdefg")  # the effect is g; in an acyclic graph links go down the alphabet
LINKS = st.lists(st.tuples(st.sampled_from(EVENTS), st.sampled_from(EVENTS)), min_size=1, max_size=14)


@settings(deadline=None)
@given(links=LINKS, cause=st.sampled_from(EVENTS[:-1]), enough=st.booleans())
def test_in_an_acyclic_graph_of_lone_causes_necessary_means_that_no_path_from_a_root_survives(
    *, links: list[tuple[str, str]], cause: str, enough: bool
) -> None:
    downward = [(one, other) for one, other in links if one < other] + [(cause, "g")]
    arrow = "=>" if enough else "->"
    found = verdict(subgraph("; ".join(f"{one} {arrow} {other}" for one, other in downward)), cause=cause, effect="g")
    graph = nx.transitive_reduction(nx.DiGraph(downward)) if not enough else nx.DiGraph(downward)
    roots = [event for event in graph if graph.in_degree(event) == 0 and event != cause]
    graph.remove_node(cause)
    survives = any(nx.has_path(graph, root, "g") for root in roots)
    assert found.necessity == ("not necessary" if enough else "undetermined") if survives else found.necessity == "necessary"


@settings(deadline=None)
@example(links=[("a", "!>", "g"), ("b", "?>", "g"), ("g", "->", "g")])
@given(
    links=st.lists(
        st.tuples(st.sampled_from(EVENTS), st.sampled_from(["->", "?>", "!>", "=>"]), st.sampled_from(EVENTS)), min_size=1, max_size=14
    )
)
def test_no_alternative_runs_through_the_absent_cause_and_every_one_begins_at_a_present_root(links: list[tuple[str, str, str]]) -> None:
    graph = subgraph("; ".join(f"{cause} {arrow} {effect}" for cause, arrow, effect in links))
    found = verdict(graph, cause="a", effect="g")
    worlds = (possible_events(cause_groups(graph, hedged=hedged), graph.events, absent=frozenset("a")) for hedged in (False, True))
    left = frozenset[str]().union(*worlds)
    for chain in found.alternatives:
        assert {event.id for event in chain.events} <= left
        assert chain.events[-1].id == "g"
    if found.rule in ("survives", "survives if hedged", "open"):
        assert found.alternatives
    if found.necessity == "necessary":
        assert "g" not in possible_events(reduced(cause_groups(graph, hedged=True), graph.events), graph.events, absent=frozenset("a"))


@settings(deadline=None)
@example(links=[("a", "+>", "b"), ("b", "->", "g"), ("g", "->", "b")])
@given(links=st.lists(st.tuples(st.sampled_from(EVENTS), st.sampled_from(["->", "+>", "*>", "?>"]), st.sampled_from(EVENTS)), max_size=14))
def test_a_surely_necessary_cause_leads_to_its_effect_by_links_that_some_claim_words_as_more_than_a_contribution(
    links: list[tuple[str, str, str]],
) -> None:
    graph = subgraph("; ".join(f"{cause} {arrow} {effect}" for cause, arrow, effect in [*links, ("a", "+>", "g")]))
    weighty = nx.DiGraph([("a", "a"), ("g", "g"), *((one, other) for one, arrow, other in links if arrow == "->")])
    found = verdict(graph, cause="a", effect="g")
    if found.necessity == "necessary":
        assert nx.has_path(weighty, "a", "g")


# What is given


@pytest.mark.parametrize(
    ("document", "necessity", "alternatives"),
    [
        ("b -> d; d -> b; b -> c; c -> e", "necessary", []),  # what is given may stand in a circle that nothing else reaches
        ("b -> d; d -> b; b => e; c -> e", "not necessary", ["b e"]),
        ("x -> b; b => e; c -> e", "not necessary", ["b e"]),  # given, whatever led there
        ("x -> b; b -> e; c -> e", "undetermined", ["b e"]),
    ],
)
def test_chains_begin_at_what_is_given(document: str, necessity: str, alternatives: list[str]) -> None:
    graph = subgraph(document)
    verdict = judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]], given=Given(present=frozenset("b")))
    assert verdict.necessity == necessity
    assert [" ".join(event.id for event in chain.events) for chain in verdict.alternatives] == alternatives


@pytest.mark.parametrize(
    ("documents", "sufficient", "partners"),
    [
        (["c -> e"], True, []),
        (["c => e; d -> e"], True, []),
        (["c -> e; d -> e"], None, []),
        (["c & d -> e"], False, ["d"]),
        (["c -> m; m & d -> e"], False, ["d"]),  # what follows from it needs the other
        (["c & d -> e; f -> e"], False, ["d"]),
        (["c -> e", "c !> e"], None, []),
        (["c ?> e"], None, []),
        (["c +> e"], None, []),
        (["c , d -> e"], None, []),
        (["c , d -> e", "c => e"], True, []),
        (["c -> a; c -> d; a , d -> e"], True, []),
        (["c & d -> e", "c => e"], None, []),  # one says that the other was needed too, one that it was not
    ],
)
def test_a_cause_is_enough_alone_or_with_what_it_is_stated_to_need(
    documents: list[str], *, sufficient: bool | None, partners: list[str]
) -> None:
    graph = subgraph(*documents)
    verdict = judge(graph, cause=[graph.events["c"]], effect=[graph.events["e"]])
    assert verdict.sufficient is sufficient
    assert [event.id for event in verdict.partners] == partners


# Several causes taken out together


@pytest.mark.parametrize(
    ("documents", "expected", "left"),
    [
        (["c -> e; d -> e"], "necessary", []),  # neither alone
        (["c -> e; d -> e; f -> e"], "undetermined", ["f e"]),
        (["c -> e; d -> e; f => e"], "not necessary", ["f e"]),
        (["c & d -> e"], "necessary", []),
        (["r -> c -> e; r -> d -> e"], "necessary", []),
        (["c -> e; d !> e"], "necessary", []),  # what is denied of the one does not contradict what is said of the other
        (["c -> e; d -> e; d !> e"], "undetermined", []),
        (["c ?> e; d ?> e"], "probably necessary", []),
        (["c -> e; d -> e; f -> e", "c ~> e"], "necessary", []),
        (["c -> e; d -> e", "c !~> e"], "necessary", []),  # it would have been without the one alone
    ],
)
def test_several_causes_are_taken_out_together(documents: list[str], expected: str, left: list[str]) -> None:
    graph = subgraph(*documents)
    causes, others = [graph.events["c"], graph.events["d"]], [graph.events["d"]]
    found = judge(graph, cause=causes, effect=[graph.events["e"]], together=others)
    assert (found.necessity, alternatives(found)) == (expected, left)
    assert [event.id for event in found.together] == ["d"]
    assert '"c" and "d"' in found.reasons[0]
