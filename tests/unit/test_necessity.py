"""The verdict: which rule decides, what survives, and what else is found."""

import networkx as nx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cckg.core.evidence import Subgraph, Verdict
from cckg.core.graph import Event, Polarity
from queries.causal import Given, judge, paths_between
from queries.causal.worlds import present_events
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
        # contradiction and mere possibility
        (["c -> e", "c !> e"], "undetermined", [], "contradict"),
        (["c -> e; d -> e", "c !> e"], "undetermined", [], "contradict"),
        (["c ?> e"], "undetermined", [], "Only hedged"),
        (["c ?> e; d -> e"], "undetermined", [], "Only hedged"),
        (["c ?> m -> e"], "undetermined", [], "Only hedged"),
        (["c ?> e; c !> e"], "undetermined", [], "Only hedged"),
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
        # the effect survives
        (["c -> e; d -> e"], "not necessary", ["d e"], "still lead to"),
        (["c -> e; r -> d -> e; f -> e"], "not necessary", ["f e", "r d e"], "still lead to"),
        (["r -> c -> e; r -> e"], "not necessary", ["r e"], "still lead to"),
        (["c & d -> e; f -> e"], "not necessary", ["f e"], "still lead to"),
        (["c -> e; f & g -> e"], "not necessary", ["f e", "g e"], "still lead to"),
        (["c -> e -> c; r -> e"], "not necessary", ["r e"], "still lead to"),
        (["c -> m -> e; c !> e; d -> e"], "not necessary", ["d e"], "still lead to"),
        # of causes that are told to be joint, one that is told elsewhere without the other is no way by itself
        (["c & d -> e", "d -> e"], "undetermined", ["d e"], "only if"),
        (["c & d -> e", "d -> e; f -> e"], "not necessary", ["d e", "f e"], "still lead to"),
        # of causes told in one breath nobody says whether one would have done alone
        (["c , d -> e"], "undetermined", ["d e"], "only if"),
        (["c , d -> m -> e"], "undetermined", ["d m e"], "only if"),
        (["c , d -> e", "c , d -> e"], "undetermined", ["d e"], "only if"),
        (["c , d -> e", "d -> e"], "not necessary", ["d e"], "still lead to"),
        (["c , d -> e; f -> e"], "not necessary", ["d e", "f e"], "still lead to"),
        (["c , d -> e", "f , g -> e"], "not necessary", ["d e", "f e", "g e"], "still lead to"),
        (["f , d -> e; c -> e"], "not necessary", ["d e", "f e"], "still lead to"),
        # the effect survives if hedged claims count
        (["c -> e; d ?> e"], "undetermined", ["d e"], "only if hedged"),
        (["c -> m -> e; d ?> m"], "undetermined", ["d m e"], "only if hedged"),
        (["c & d -> e; c & f -> e; g ?> e"], "undetermined", ["g e"], "only if hedged"),
        # the cause only contributes
        (["c +> e"], "undetermined", [], "one contribution among others"),
        (["c +> e", "c +> e"], "undetermined", [], "contribution"),
        (["c & d +> e"], "undetermined", [], "contribution"),
        (["r -> c -> m +> e"], "undetermined", [], "contribution"),
        (["c +> m -> e; c -> n +> e"], "undetermined", [], "contribution"),
        (["c +> e", "c ?> e"], "undetermined", [], "contribution"),  # what may be makes nothing surer
        (["c +> m -> e; c ?> e"], "undetermined", [], "contribution"),
        (["c -> e +> x"], "necessary", [], "nothing"),  # what the effect contributes to does not matter
        (["r +> c -> e"], "necessary", [], "nothing"),
        (["c +> e", "c -> e"], "necessary", [], "nothing"),  # a direct claim outweighs
        (["c +> e; c -> m -> e"], "necessary", [], "nothing"),
        (["c *> e"], "necessary", [], "nothing"),
        (["c +> e", "c *> e"], "necessary", [], "nothing"),
        (["c +> e; d -> e"], "not necessary", ["d e"], "still lead to"),
        # others only contribute
        (["c -> e; d +> e"], "undetermined", ["d e"], "word as contributions"),
        (["c -> e; d +> e; f -> e"], "not necessary", ["d e", "f e"], "still lead to"),
        (["c -> e; r +> m -> e"], "not necessary", ["r m e"], "still lead to"),  # nothing that m hangs on is taken away
        (["c -> e; c +> m -> e; r +> m"], "undetermined", ["r m e"], "word as contributions"),
        (["c +> e; d +> e"], "undetermined", ["d e"], "word as contributions"),
        (["c -> e", "d +> e", "d -> e"], "not necessary", ["d e"], "still lead to"),
        (["c -> e; r +> m -> e; m -> n -> m"], "not necessary", ["r m e"], "still lead to"),  # a circle adds nothing
        (["c -> e; r +> d -> e; e -> d"], "undetermined", ["r d e"], "word as contributions"),  # d had c behind it as well
        (["c -> e; d +> e; f ?> e"], "undetermined", ["d e"], "word as contributions"),
        (["c +> e; d ?> e"], "undetermined", ["d e"], "only if hedged"),
        (["c +> e", "c !> e"], "undetermined", [], "contradict"),
        # nothing survives
        (["c -> e"], "necessary", [], "nothing in the documents leads"),
        (["r -> c -> m -> e"], "necessary", [], "nothing"),
        (["c -> e; c -> m -> e"], "necessary", [], "nothing"),
        (["c & d -> e"], "necessary", [], "nothing"),
        (["c -> e; d !> e"], "necessary", [], "nothing"),
        (["c -> e; c ?> d; d ?> e"], "necessary", [], "nothing"),
        (["c -> e; m -> e; e -> m"], "necessary", [], "nothing"),
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
        (["c -> e; d -> e"], '"e" is over-determined; each of these is enough: "c"; "d".'),
        (["c & x -> m; d -> m -> e"], '"m" is over-determined; each of these is enough: "c" and "x"; "d".'),
        (["c & a -> e; c & b -> e"], '"c" is stated to cause "e" jointly with "b".'),
        (["c & b -> e"], '"c" together with "b" is enough for "e", were every other root cause absent.'),
        (["c -> e; d -> e"], '"c" alone is enough for "e", were every other root cause absent.'),
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
        (["c -> e; e -> m -> e"], "over-determined"),  # m hangs on e itself
        (["c -> a -> e; c -> b -> e"], "over-determined"),  # both hang on c
        (["c & e -> m; m -> e; r -> e"], "over-determined"),  # only r is enough: m hangs on e itself
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
        ("c -> e; d -> e", 'on what was read it would be "not necessary"'),
        ("c ?> e", "so no verdict is given."),
    ],
)
def test_a_truncated_subgraph_decides_nothing(notation: str, reason: str) -> None:
    found = verdict(subgraph(notation, truncated=True))
    assert found.necessity == "undetermined"
    assert reason in found.reasons[0]


def test_all_events_of_the_cause_are_fixed_absent_together() -> None:
    graph = subgraph("c -> e; c2 -> e")
    assert verdict(graph).necessity == "not necessary"
    found = verdict(graph, cause="c c2")
    assert (found.necessity, found.cause.id) == ("necessary", "c")
    assert 'Every chain to "e" runs through "c".' in found.reasons


def test_the_effect_is_present_if_any_of_its_events_is() -> None:
    graph = subgraph("c -> e; d -> e2")
    assert verdict(graph).necessity == "necessary"
    found = verdict(graph, effect="e e2")
    assert (found.necessity, found.effect.id, alternatives(found)) == ("not necessary", "e", ["d e2"])


@pytest.mark.parametrize("documents", ["c ?> e2; d -> e", "c ?> m -> e2; d -> e", "c ?> e2; d -> e; c !> e"])
def test_a_hedged_link_to_another_event_of_the_effect_is_a_hedged_link(documents: str) -> None:
    found = verdict(subgraph(documents), effect="e e2")
    assert (found.necessity, found.rule) == ("undetermined", "hedged only")


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
    found = verdict(subgraph("; ".join(f"c -> a{number}; d -> a{number}; a{number} -> e" for number in range(5)) + "; c -> e"))
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
@given(links=LINKS, cause=st.sampled_from(EVENTS[:-1]))
def test_in_an_acyclic_graph_of_lone_causes_necessary_means_that_no_path_from_a_root_survives(
    links: list[tuple[str, str]], cause: str
) -> None:
    downward = [(one, other) for one, other in links if one < other] + [(cause, "g")]
    found = verdict(subgraph("; ".join(f"{one} -> {other}" for one, other in downward)), cause=cause, effect="g")
    graph = nx.DiGraph(downward)
    roots = [event for event, degree in graph.in_degree if degree == 0 and event != cause]
    graph.remove_node(cause)
    survives = any(nx.has_path(graph, root, "g") for root in roots)
    assert found.necessity == ("not necessary" if survives else "necessary")


@settings(deadline=None)
@example(links=[("a", "!>", "g"), ("b", "?>", "g"), ("g", "->", "g")])
@given(
    links=st.lists(
        st.tuples(st.sampled_from(EVENTS), st.sampled_from(["->", "?>", "!>"]), st.sampled_from(EVENTS)), min_size=1, max_size=14
    )
)
def test_no_alternative_runs_through_the_absent_cause_and_every_one_begins_at_a_present_root(links: list[tuple[str, str, str]]) -> None:
    graph = subgraph("; ".join(f"{cause} {arrow} {effect}" for cause, arrow, effect in links))
    found = verdict(graph, cause="a", effect="g")
    left = present_events(graph, absent=frozenset("a"), hedged=found.necessity == "undetermined")
    for chain in found.alternatives:
        assert {event.id for event in chain.events} <= left
        assert chain.events[-1].id == "g"
    if found.necessity == "not necessary" and "still lead" in found.reasons[0]:
        assert found.alternatives
    if found.necessity == "necessary":
        assert "g" not in present_events(graph, absent=frozenset("a"), hedged=True)


@settings(deadline=None)
@given(links=st.lists(st.tuples(st.sampled_from(EVENTS), st.sampled_from(["->", "+>", "*>", "?>"]), st.sampled_from(EVENTS)), max_size=14))
def test_a_necessary_cause_leads_to_its_effect_by_links_that_some_claim_words_as_more_than_a_contribution(
    links: list[tuple[str, str, str]],
) -> None:
    graph = subgraph("; ".join(f"{cause} {arrow} {effect}" for cause, arrow, effect in [*links, ("a", "+>", "g")]))
    weighty = nx.DiGraph([("a", "a"), ("g", "g"), *((one, other) for one, arrow, other in links if arrow in ("->", "*>"))])
    if verdict(graph, cause="a", effect="g").necessity == "necessary":
        assert nx.has_path(weighty, "a", "g")


# What is given


@pytest.mark.parametrize(
    ("document", "necessity", "alternatives"),
    [
        ("b -> d; d -> b; b -> c; c -> e", "necessary", []),  # what is given may stand in a circle that nothing else reaches
        ("b -> d; d -> b; b -> e; c -> e", "not necessary", ["b e"]),
        ("x -> b; b -> e; c -> e", "not necessary", ["b e"]),  # given, whatever led there
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
        (["c -> e; d -> e"], True, []),
        (["c & d -> e"], False, ["d"]),
        (["c -> m; m & d -> e"], False, ["d"]),  # what follows from it needs the other
        (["c & d -> e; f -> e"], False, ["d"]),
        (["c -> e", "c !> e"], None, []),
        (["c ?> e"], None, []),
        (["c +> e"], None, []),
        (["c , d -> e"], None, []),
        (["c , d -> e", "c -> e"], True, []),
        (["c -> a; c -> d; a , d -> e"], True, []),
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
        (["c -> e; d -> e; f -> e"], "not necessary", ["f e"]),
        (["c & d -> e"], "necessary", []),
        (["r -> c -> e; r -> d -> e"], "necessary", []),
        (["c -> e; d !> e"], "necessary", []),  # what is denied of the one does not contradict what is said of the other
        (["c -> e; d -> e; d !> e"], "undetermined", []),
        (["c ?> e; d ?> e"], "undetermined", []),
    ],
)
def test_several_causes_are_taken_out_together(documents: list[str], expected: str, left: list[str]) -> None:
    graph = subgraph(*documents)
    causes, others = [graph.events["c"], graph.events["d"]], [graph.events["d"]]
    found = judge(graph, cause=causes, effect=[graph.events["e"]], together=others)
    assert (found.necessity, alternatives(found)) == (expected, left)
    assert [event.id for event in found.together] == ["d"]
    assert '"c" and "d"' in found.reasons[0]
