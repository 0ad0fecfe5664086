"""What each kind of question puts into its package; the events of the graph are worded as the questions word them."""

from typing import get_args

import pytest

from cckg.core.evidence import CausalChain
from cckg.core.questions import Asks, InterventionRequest, ParsedQuestion, Route
from cckg.core.trace import Trace
from cckg.identity import EventMatcher
from cckg.settings import MatchSettings, QuestionSettings
from cckg.stores import GraphStore
from queries.context import QueryContext
from queries.plans import PLANS, Findings
from tests.builders import stored
from tests.fakes import HashingEmbedder
from tests.roles import ListedOpposites, WordingVerifier, question_roles


def found(
    store: GraphStore,
    asks: Asks,
    *,
    main: str | None = None,
    evidence: tuple[str, ...] = (),
    removed: str | None = None,
    to: str = "absent",
    asked: str | None = None,
    limits: QuestionSettings | None = None,
    question: str = "question",
    trace: Trace | None = None,
) -> Findings:
    """Run a plan; only wordings that are an event's very words are matched, and "x" has the opposite "not x"."""
    embedder = HashingEmbedder()
    bench = QueryContext(
        store=store,
        embedder=embedder,
        matcher=EventMatcher(store, embedder=embedder, verifier=WordingVerifier(), settings=MatchSettings(min_cosine=-1)),
        roles=question_roles(verifier=WordingVerifier(), opposites=ListedOpposites({})),
        limits=limits or QuestionSettings(),
        trace=trace or Trace(),
    )
    interventions = tuple(InterventionRequest(event, to) for event in removed.split(", ")) if removed else ()
    names_cause = asks == "path" or not (removed or asks == "relation")
    parsed = ParsedQuestion(
        question,
        Route.CAUSAL,
        asks,
        main_event=main,
        cause=next(iter(evidence), None) if names_cause else None,
        effect=asked if asks == "path" else None,
        pair=evidence if asks == "relation" else (),
        given=() if names_cause or asks == "relation" else evidence,
        interventions=interventions,
        query_variable=None if asks == "path" else asked,
    )
    return PLANS[asks](bench, parsed)


def told(chains: tuple[CausalChain, ...]) -> list[str]:
    return [" ".join(event.id for event in chain.events) for chain in chains]


def test_every_kind_of_question_has_a_plan() -> None:
    assert set(PLANS) == set(get_args(Asks))


# Causes and effects


def test_causes_are_walked_upwards_and_what_is_denied_is_added() -> None:
    package = found(stored("a -> b -> c -> d", "x !> c; y !> a"), "causes", main="c").package
    assert told(package.chains) == ["a b c"]
    assert [(claim.cause_event, claim.effect_event) for claim in package.denials] == [("x", "c")]
    assert package.abstain_because is None


def test_effects_are_walked_downwards_and_what_is_denied_is_added() -> None:
    package = found(stored("a -> b -> c", "b !> x"), "effects", main="b").package
    assert told(package.chains) == ["b c"]
    assert [(claim.cause_event, claim.effect_event) for claim in package.denials] == [("b", "x")]


def test_each_direct_cause_is_simulated_absent_and_as_its_opposite() -> None:
    package = found(stored("a -> b -> d; c -> d"), "causes", main="d").package
    assert sorted((simulation.event.id, simulation.kind) for simulation in package.simulations) == [
        ("b", "absent"),
        ("b", "opposite"),
        ("c", "absent"),
        ("c", "opposite"),
    ]
    assert [simulation.lost for simulation in package.simulations] == [()] * 4


def test_a_cause_that_is_necessary_loses_the_effect() -> None:
    package = found(stored("a -> b"), "causes", main="b").package
    assert [[event.id for event in simulation.lost] for simulation in package.simulations] == [["b"], []]


def test_chains_go_no_further_than_the_depth_and_are_no_more_than_the_limit() -> None:
    store = stored("a -> b -> c -> z; d -> z; e -> z; f -> z")
    assert "a b c z" not in told(found(store, "causes", main="z", limits=QuestionSettings(depth=2)).package.chains)
    assert len(found(store, "causes", main="z", limits=QuestionSettings(max_chains=2)).package.chains) == 2


@pytest.mark.parametrize(
    ("asks", "because"),
    [("causes", "They speak of “a”, but no cause of it was read."), ("effects", "They speak of “z”, but nothing that followed")],
)
def test_a_known_event_without_chains_is_told_with_its_denials(asks: Asks, because: str) -> None:
    package = found(stored("a -> z; x !> a; z !> y"), asks, main="a" if asks == "causes" else "z").package
    assert (package.abstain_because or "").startswith(because)
    assert len(package.denials) == len(package.citations) == 1


@pytest.mark.parametrize("asks", ["causes", "effects", "whatif"])
@pytest.mark.parametrize("main", ["moon", None])
def test_an_unknown_event_is_named(asks: Asks, main: str | None) -> None:
    findings = found(stored("a -> b"), asks, main=main)
    assert findings.package.abstain_because == f"They do not speak of {f'“{main}”' if main else 'what is asked about'}."
    assert findings.entries == ()


@pytest.mark.parametrize(("asks", "what"), [("causes", "no cause of it"), ("whatif", "nothing that followed from it")])
def test_an_event_that_only_a_sentence_tells_is_spoken_of_and_quoted(asks: Asks, what: str) -> None:
    findings = found(stored("a -> b", "The mill burned at night."), asks, main="the mill burned")
    because = f"They speak of “the mill burned”, but {what} was found: “The mill burned at night.” [1]"
    assert findings.package.abstain_because == because
    assert [citation.quote for citation in findings.package.citations] == ["The mill burned at night."]
    assert findings.entries == ()


# Paths


def test_a_path_runs_from_the_evidence_to_what_is_asked() -> None:
    findings = found(stored("a -> b -> c -> d; x -> c"), "path", evidence=("a",), asked="d")
    assert told(findings.package.chains) == ["a b c d"]
    assert [entry.event.id for entry in findings.entries] == ["a", "d"]


@pytest.mark.parametrize(
    ("document", "because", "denials"),
    [
        ("a -> b; c -> d", "No chain was read that leads from “a” to “d”.", 0),
        ("d -> a", "No chain was read that leads from “a” to “d”.", 0),
        ("a -> b", "They do not speak of “d”.", 0),
        ("c -> b", "They do not speak of “a” or of “d”.", 0),
        ("a !> d; x -> d", None, 1),
    ],
)
def test_a_path_that_is_missing_is_said_and_a_denied_one_is_shown(document: str, because: str | None, denials: int) -> None:
    package = found(stored(document), "path", evidence=("a",), asked="d").package
    assert (told(package.chains), package.abstain_because, len(package.denials)) == ([], because, denials)


# Verdicts


@pytest.mark.parametrize(
    ("document", "necessity", "chains", "alternatives"),
    [
        ("a -> b", "necessary", ["a b"], []),
        ("a -> b; c -> b", "undetermined", ["a b", "c b"], ["c b"]),
        ("a -> b; c => b", "not necessary", ["a b", "c b"], ["c b"]),
        ("a ?> b", "probably necessary", ["a b"], []),
        ("a ?> b; c -> b", "undetermined", ["a b", "c b"], ["c b"]),
        ("a ?> b; c => b", "probably not necessary", ["a b", "c b"], ["c b"]),
        ("a +> b", "probably necessary", ["a b"], []),
        ("a !> b; c -> b", "not necessary", ["c b"], ["c b"]),
    ],
)
def test_a_verdict_comes_with_the_chains_between_and_those_that_are_left(
    document: str, necessity: str, chains: list[str], alternatives: list[str]
) -> None:
    package = found(stored(document), "verdict", removed="a", asked="b").package
    assert package.verdict is not None
    assert package.verdict.necessity == necessity
    assert (told(package.chains), told(package.verdict.alternatives)) == (chains, alternatives)
    assert {simulation.kind for simulation in package.simulations} == {"absent", "opposite"}
    assert package.abstain_because is None


def test_a_verdict_without_a_link_is_an_abstention() -> None:
    package = found(stored("a -> x; y -> b"), "verdict", removed="a", asked="b").package
    assert package.verdict is not None
    assert package.verdict.necessity == "undetermined"
    assert package.abstain_because == "No chain was read that leads from “a” to “b”."


def test_a_verdict_sees_everything_upstream_whatever_the_depth_of_chains() -> None:
    store = stored("a -> b -> c -> d -> e; r -> s -> t -> u -> e")
    package = found(store, "verdict", removed="a", asked="e", limits=QuestionSettings(depth=1)).package
    assert package.verdict is not None
    assert told(package.verdict.alternatives) == ["r s t u e"]


def test_what_is_set_present_takes_its_opposite_out() -> None:
    package = found(stored("~held:no held -> b"), "verdict", removed="held", to="present", asked="b").package
    assert package.verdict is not None
    assert (package.verdict.cause.id, package.verdict.necessity) == ("~held", "necessary")


def test_without_an_intervention_the_first_piece_of_evidence_is_taken_out() -> None:
    package = found(stored("a -> b"), "verdict", evidence=("a",), asked="b").package
    assert package.verdict is not None
    assert (package.verdict.cause.id, package.verdict.effect.id) == ("a", "b")


# Suppositions


def test_a_supposition_tells_what_is_lost() -> None:
    package = found(stored("a -> b -> c; x -> c"), "whatif", removed="a").package
    absent, opposite = package.simulations
    assert ([event.id for event in absent.lost], opposite.matched) == (["b"], None)
    assert told(package.chains) == ["a b c"]
    assert package.verdict is None


def test_a_supposition_with_an_effect_is_a_verdict() -> None:
    assert found(stored("a -> b"), "whatif", removed="a", asked="b").package.verdict is not None


def test_a_supposition_from_which_nothing_follows_is_an_abstention() -> None:
    assert (found(stored("a -> b"), "whatif", removed="b").package.abstain_because or "").endswith(
        "but nothing that followed from it was read."
    )


# Relations and facts

MILL = "The old mill burned down in May"


@pytest.mark.parametrize("pair", [("a", "c"), ("c", "a")])
def test_a_relation_is_a_chain_one_way_or_the_other(pair: tuple[str, str]) -> None:
    assert told(found(stored("a -> b -> c"), "relation", evidence=pair).package.chains) == ["a b c"]


def test_a_relation_without_a_chain_is_told_by_a_passage() -> None:
    package = found(stored("a -> b", MILL), "relation", evidence=("old mill", "May"), question=MILL).package
    assert [citation.quote for citation in package.citations] == [MILL]
    assert package.abstain_because is None


def test_two_wordings_of_one_event_are_not_joined_by_its_cause() -> None:
    package = found(stored("a -> b"), "relation", evidence=("b", "B")).package
    assert (package.chains, package.abstain_because) == ((), "No connection between the two was read.")


def test_a_relation_of_more_than_two_things_is_declined() -> None:
    package = found(stored("a -> b"), "relation", evidence=("Orlo, Halden", "b")).package
    assert package.abstain_because == "More than two things are asked about at once; ask how two of them are connected."


def test_a_relation_that_nothing_tells_is_an_abstention() -> None:
    assert (
        found(stored("a -> b; c -> d"), "relation", evidence=("a", "d")).package.abstain_because
        == "No connection between the two was read."
    )


def test_a_fact_is_quoted_from_the_passages() -> None:
    package = found(stored(MILL, "Apples grow on trees"), "passage", question=MILL).package
    assert [(citation.quote, citation.document) for citation in package.citations] == [(MILL, "d1")]
    assert [passage.chunk.document for passage in package.passages] == ["d1"]


@pytest.mark.parametrize("documents", [[], ["Apples grow on trees"]])
def test_a_fact_that_no_passage_fits_is_an_abstention(documents: list[str]) -> None:
    package = found(stored(*documents), "passage", question=MILL).package
    assert package.abstain_because == "No passage fits the question well enough."


# The trace


def test_the_trace_says_where_the_graph_was_cut_off() -> None:
    trace = Trace()
    found(
        stored("; ".join(f"a{number} -> z" for number in range(20))),
        "causes",
        main="z",
        limits=QuestionSettings(max_events=10),
        trace=trace,
    )
    assert "cut off at 10 events" in [note for step in trace.steps for note in step.notes]


def test_several_events_are_taken_out_of_the_world_together() -> None:
    package = found(stored("a -> b; c -> b; b -> d"), "verdict", removed="a, c", asked="b").package
    assert package.verdict is not None
    assert package.verdict.necessity == "necessary"
    assert [event.id for event in package.verdict.together] == ["c"]
    absent, *opposites = found(stored("a -> b; c -> b; b -> d"), "whatif", removed="a, c").package.simulations
    assert [event.id for event in absent.lost] == ["b", "d"]
    assert [opposite.event.id for opposite in opposites] == ["a", "c"]


@pytest.mark.parametrize(("document", "necessity"), [("a -> b; c -> b", "undetermined"), ("a -> b; c => b", "not necessary")])
def test_of_several_events_those_that_are_known_are_taken_out(document: str, necessity: str) -> None:
    package = found(stored(document), "verdict", removed="a, nowhere", asked="b").package
    assert package.verdict is not None
    assert (package.verdict.necessity, package.verdict.together) == (necessity, ())
    nothing = found(stored("a -> b"), "verdict", removed="nowhere, neverwas", asked="b").package
    assert nothing.abstain_because == "They do not speak of “nowhere”."


@pytest.mark.parametrize(
    ("document", "rule"),
    [
        ("a ?> e1:the fire; x !> e2:the fire", "lost if hedged"),
        ("a ?> e1:the fire; c -> e2:the fire", "survives if hedged"),  # the fire is there if any of its events is
        ("a ?> e1:the fire; c -> e1; a ?> e2:the fire; c -> e2", "hedged only"),
    ],
)
def test_a_hedged_link_that_is_told_is_what_the_verdict_rests_on(document: str, rule: str) -> None:
    package = found(stored(document), "verdict", removed="a", asked="the fire").package
    assert package.verdict is not None
    assert (package.verdict.rule, told(package.chains)[0]) == (rule, "a e1")
    assert package.verdict.is_probable == (rule != "hedged only")


def test_the_trace_says_why_a_verdict_was_given() -> None:
    trace = Trace()
    found(stored("a -> b"), "verdict", removed="a", asked="b", trace=trace)
    (note,) = next(step for step in trace.steps if step.stage == "verdict").notes
    assert note.startswith("necessary: ")


def test_two_events_that_follow_from_one_cause_are_told_with_it_and_not_linked() -> None:
    package = found(stored("r -> a; r -> m -> b"), "verdict", removed="a", asked="b").package
    assert told(package.chains) == ["r a", "r m b"]
    assert package.abstain_because is not None
    assert "Both follow from a common cause" in package.abstain_because
    assert package.verdict is not None
    assert package.verdict.rule == "no chain"
    assert 'with "r" held fixed' in package.verdict.reasons[1]


def test_the_opposite_leads_to_an_answer_where_the_event_itself_led_to_nothing() -> None:
    package = found(stored("z -> a", "~none:no a -> b"), "whatif", removed="a").package
    assert package.abstain_because is None
    assert told(package.chains) == ["~none b"]


def test_what_is_kept_stands_with_the_claims_that_keep_it() -> None:
    package = found(stored("a -> b; c => b"), "whatif", removed="a").package
    assert [told(simulation.alternatives) for simulation in package.simulations] == [["c b"], []]
    assert len(package.citations) == 2


def test_what_is_left_open_is_kept_by_no_claim() -> None:
    package = found(stored("a -> b; c -> b"), "whatif", removed="a").package
    absent, _ = package.simulations
    assert ([event.id for event in absent.unsettled], absent.lost, absent.kept, absent.alternatives) == (["b"], (), (), ())


def test_to_suppose_an_event_takes_out_its_contrary_where_the_written_opposite_is_not_there() -> None:
    package = found(stored("~visit:the visit -> b"), "whatif", removed="the visit", to="present").package
    assert package.simulations[0].event.id == "~visit"


def test_what_is_supposed_and_told_of_takes_the_place_of_its_opposite() -> None:
    package = found(stored("visit -> saved", "~visit:no visit -> flood"), "whatif", removed="visit", to="present").package
    absent, opposite = package.simulations
    assert (absent.event.id, [event.id for event in absent.lost]) == ("~visit", ["flood"])
    assert opposite.matched is not None
    assert (opposite.matched.id, opposite.to, [event.id for event in opposite.gained]) == ("visit", "visit", ["saved"])


@pytest.mark.parametrize(("arrow", "necessity"), [("->", "undetermined"), ("=>", "not necessary")])
def test_a_verdict_tells_what_the_opposite_of_the_cause_led_to(arrow: str, necessity: str) -> None:
    package = found(stored("a -> e", f"~none:no a {arrow} e"), "verdict", removed="a", asked="e").package
    assert package.verdict is not None
    assert package.verdict.necessity == necessity
    assert package.verdict.reasons[-1] == 'The opposite, "no a", is said to have led to "e" as well.'


# What a question takes as given


def test_what_is_given_stays_present_in_both_worlds() -> None:
    store = stored("c -> e; c -> b; b -> e")
    assert verdict_of(found(store, "verdict", removed="c", asked="e")) == "necessary"
    held = found(store, "verdict", removed="c", asked="e", evidence=("b",))
    assert verdict_of(held) == "not necessary"
    assert {entry.event.id: entry.role for entry in held.entries} == {"c": "intervention", "e": "query variable", "b": "evidence"}


def test_in_the_papers_profile_no_verdict_is_computed() -> None:
    limits = QuestionSettings(profile="paper")
    package = found(stored("c -> e; c -> b; b -> e"), "verdict", removed="c", asked="e", limits=limits).package
    assert package.verdict is None
    assert told(package.chains) == ["c e", "c b e"]
    assert [simulation.kind for simulation in package.simulations] == ["opposite"]


def test_what_the_documents_do_not_know_holds_nothing() -> None:
    store = stored("c -> e; c -> b; b -> e")
    assert verdict_of(found(store, "verdict", removed="c", asked="e", evidence=("unheard of",))) == "necessary"


def test_the_notes_tell_what_only_a_sentence_speaks_of_from_what_none_does() -> None:
    store, trace = stored("a -> b", "The mill burned at night."), Trace()
    found(
        store, "verdict", removed="a, the mill burned, the moon rose", asked="b", evidence=("the mill burned", "the moon rose"), trace=trace
    )
    assert [note.text for note in trace.notes] == [
        "No cause or effect was found of “the mill burned”: its absence changes nothing here.",
        "The documents do not speak of “the moon rose”: its absence changes nothing here.",
        'Taken as given, "the mill burned": no cause or effect of it was found.',
        'Taken as given, "the moon rose": the documents do not speak of it.',
    ]


def test_what_is_asked_about_is_not_held() -> None:
    store = stored("c -> b -> e")
    assert verdict_of(found(store, "verdict", removed="c", asked="e", evidence=("e", "c"))) == "necessary"
    (absent, _) = found(store, "whatif", removed="c", evidence=("b",)).package.simulations  # "b happened. What if c had not?"
    assert [event.id for event in absent.lost] == ["b", "e"]


@pytest.mark.parametrize(("arrow", "outcome"), [("->", "unsettled"), ("=>", "kept")])
def test_what_is_contrary_to_the_given_is_absent_in_both_worlds(arrow: str, outcome: str) -> None:
    store = stored(f"c -> e; ~d:d {arrow} e")
    (absent, _) = found(store, "whatif", removed="c").package.simulations
    assert [event.id for event in getattr(absent, outcome)] == ["e"]
    (absent, _) = found(store, "whatif", removed="c", evidence=("d",)).package.simulations
    assert [event.id for event in absent.lost] == ["e"]


def verdict_of(findings: Findings) -> str:
    assert findings.package.verdict is not None
    return findings.package.verdict.necessity
