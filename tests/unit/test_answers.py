"""The built-in answer writer: what it says of which package, and that every sentence bears its citations."""

from dataclasses import replace
from itertools import pairwise

import pytest

from cckg.core.claims import Chunk, Degree, Modality
from cckg.core.evidence import CausalChain, Citation, EvidencePackage, Passage, Simulation, Source, Subgraph, Verdict
from cckg.core.questions import Asks, ParsedQuestion, Route
from cckg.realisation import LocalAnswerWriter, denial
from tests.builders import subgraph


def chain(graph: Subgraph, events: str) -> CausalChain:
    """Build the chain through these events, with all claims on its links that are not denied."""
    ids = events.split()
    links = tuple(
        tuple(claim for claim in graph.claims if (claim.cause_event, claim.effect_event) == link and claim.modality != "denied")
        for link in pairwise(ids)
    )
    return CausalChain(tuple(graph.events[event] for event in ids), links)


def package(graph: Subgraph, *chains: str) -> EvidencePackage:
    """Build a package of these chains, of what is denied, and of one citation per claim, numbered in their order."""
    citations = tuple(
        Citation(n, claim.document, "d.txt", "D", claim.chunk, claim.quote.start, claim.quote.end, claim.quote.text, (claim.id,))
        for n, claim in enumerate(graph.claims, start=1)
    )
    denials = tuple(claim for claim in graph.claims if claim.modality == "denied")
    return EvidencePackage(tuple(chain(graph, events) for events in chains), denials=denials, citations=citations)


def asked(asks: Asks, **parts: object) -> ParsedQuestion:
    return replace(ParsedQuestion("?", Route.CAUSAL, asks), **parts)


def written(asks: Asks, found: EvidencePackage, **parts: object) -> str:
    return LocalAnswerWriter().write(asked(asks, **parts), found)


def passage() -> Passage:
    return Passage(Chunk("d#0", "d", 0, 0, 5, "Arden"), Source("d", "d.txt", "D"), 1.0, 1)


def test_direct_causes_are_listed_before_those_further_back() -> None:
    graph = subgraph("rain -> flood -> outage; frost ?> outage")
    assert written("causes", package(graph, "rain flood outage", "frost outage")) == (
        "What led to outage: flood [2]; possibly frost [3]. Further back: Rain led to flood [1]."
    )


def test_direct_effects_are_listed_before_those_further_on() -> None:
    graph = subgraph("rain -> flood -> outage")
    assert written("effects", package(graph, "rain flood outage")) == (
        "What followed from rain: flood [1]. Further on: Flood led to outage [2]."
    )


def test_jointly_required_causes_are_named_together() -> None:
    graph = subgraph("heat & wind -> fire")
    assert written("causes", package(graph, "heat fire", "wind fire")) == "What led to fire: heat and wind (together) [1][2]."


def test_jointly_required_causes_may_be_hedged() -> None:
    graph = subgraph("heat & wind ?> fire")
    assert written("causes", package(graph, "heat fire", "wind fire")) == "What led to fire: possibly heat and wind (together) [1][2]."


def test_jointly_required_causes_are_told_together_further_back_too() -> None:
    graph = subgraph("heat & wind -> fire -> ruin")
    assert written("causes", package(graph, "heat fire ruin", "wind fire ruin")) == (
        "What led to ruin: fire [3]. Further back: Heat and wind together led to fire [1][2]."
    )
    hedged = subgraph("heat & wind ?> fire; fire -> ruin")
    assert "Heat and wind together may have led to fire [1][2]." in written("causes", package(hedged, "heat fire ruin", "wind fire ruin"))
    assert "together" not in written("causes", package(graph, "heat fire ruin"))


def test_what_is_denied_is_said_after_what_is_stated() -> None:
    graph = subgraph("rain -> flood; spite !> flood")
    assert written("causes", package(graph, "rain flood")).endswith("But it is also denied that spite led to flood [2].")


def test_the_cause_without_which_it_would_not_have_been_is_named() -> None:
    graph = subgraph("rain -> flood")
    absent = Simulation("absent", graph.events["rain"], "absent", None, lost=(graph.events["flood"],))
    assert "rain was necessary for flood" in written("causes", replace(package(graph, "rain flood"), simulations=(absent,)))


def test_a_path_is_told_link_by_link() -> None:
    graph = subgraph("rain -> flood ?> outage")
    assert written("path", package(graph, "rain flood outage")) == "Rain led to flood [1]. Flood may have led to outage [2]."


def test_a_cause_that_only_contributes_is_told_as_that() -> None:
    graph = subgraph("rain +> flood; frost & wind +> flood")
    assert written("path", package(graph, "rain flood")) == "Rain contributed to flood [1]."
    assert written("causes", package(graph, "rain flood", "frost flood", "wind flood")) == (
        "What led to flood: in part rain [1]; in part frost and wind (together) [2][3]."
    )
    assert written("effects", package(graph, "rain flood")) == "What followed from rain: flood [1]."


def test_what_only_makes_possible_is_told_as_that() -> None:
    graph = subgraph("rain *> flood", "drought *> flood", "drought -> flood")
    assert written("path", package(graph, "rain flood")) == "Rain made flood possible [1]."
    assert written("path", package(graph, "drought flood")) == "Drought led to flood [2][3]."


def test_a_contribution_may_be_hedged_and_a_direct_claim_outweighs_it() -> None:
    graph = subgraph("rain ?> flood; frost +> flood", "frost -> flood")
    rain, *others = graph.claims
    graph = replace(graph, claims=(replace(rain, degree=Degree.CONTRIBUTING), *others))
    assert written("path", package(graph, "rain flood")) == "Rain may have contributed to flood [1]."
    assert written("causes", package(graph, "rain flood", "frost flood")) == "What led to flood: possibly, in part, rain [1]; frost [2][3]."


def test_denials_are_joined_in_one_sentence() -> None:
    graph = subgraph("rain -> flood; spite !> flood; frost !> flood", "spite !> flood")
    told = written("causes", package(graph, "rain flood"))
    assert told.endswith("But it is also denied that spite led to flood [2][4], and that frost led to flood [3].")


def test_a_denial_of_need_is_told_as_surely_as_it_is_worded() -> None:
    graph = subgraph("rain -> flood; frost !~> flood; spite ?!~> flood")
    told = written("causes", package(graph, "rain flood"))
    assert "that flood would not have been without frost [2]" in told
    assert "that flood would surely not have been without spite [3]" in told
    words = [denial(claim) for claim in graph.claims[1:]]
    assert words == ["“flood” would have been without “frost” as well", "“flood” might have been without “spite” as well"]


def test_a_verb_agrees_with_the_number_of_its_subject() -> None:
    graph = subgraph("a:the losses at the bank -> b:the panic")
    absent = Simulation("absent", graph.events["a"], "absent", None, lost=(graph.events["b"],))
    told = written("causes", replace(package(graph, "a b"), simulations=(absent,)))
    assert "the losses at the bank were necessary for the panic: without them, nothing" in told


def test_where_a_document_says_what_would_have_been_no_other_chain_is_denied() -> None:
    graph = subgraph("rain -> flood; frost -> flood", "rain -> flood")
    rain, frost, said = graph.claims
    graph = replace(graph, claims=(rain, frost, replace(said, counterfactual=True)))
    absent = Simulation("absent", graph.events["rain"], "absent", None, lost=(graph.events["flood"],))
    told = written("causes", replace(package(graph, "rain flood", "frost flood"), simulations=(absent,)))
    assert told.endswith("rain was necessary for flood: they say that it would not have been otherwise [3].")
    verdict = replace(judged("necessary").verdict, grounds=(graph.claims[2],))
    found = replace(package(graph, "rain flood"), verdict=verdict)
    assert "rain was necessary for flood: they say that it would not have been otherwise [3]." in written("verdict", found)
    on_the_way = replace(verdict, grounds=(replace(graph.claims[2], effect_event="elsewhere"),))
    told = written("verdict", replace(found, verdict=on_the_way))
    assert "without it, nothing that they state still leads there" in told
    assert "They differ." in told


def test_a_named_thing_keeps_its_article_small_within_a_sentence() -> None:
    found = replace(package(subgraph("rain -> flood")), passages=(passage(),), joined_by=("The Corve Tunnel", "Corve"))
    told = written("relation", found, pair=("Arden", "Brill"))
    assert told.startswith("Arden and Brill are joined by the Corve Tunnel and Corve: ")


def test_was_it_a_cause_is_answered_before_was_it_needed() -> None:
    told = written("verdict", judged("not necessary", rule="survives", alternatives="frost flood"), yes_no=True, yes_when="cause")
    assert told.startswith("Yes. Rain led to flood [1]. As far as the documents tell, rain was not necessary")


def test_a_path_that_is_only_denied_is_told_as_that() -> None:
    assert written("path", package(subgraph("rain !> flood"))) == "It is denied that rain led to flood [1]."


def test_an_abstention_says_why_and_what_is_denied() -> None:
    found = replace(package(subgraph("rain !> flood")), abstain_because="Nothing is said of it.")
    assert written("causes", found) == "The documents do not answer this. Nothing is said of it. It is denied that rain led to flood [1]."


def test_passages_are_quoted_with_their_numbers_and_on_one_line() -> None:
    text = "Two\n lines."
    citation = Citation(1, "d", "d.txt", "D", "c", 0, len(text), text)
    passage = Passage(Chunk("c", "d", 0, 0, len(text), text), Source("d", "d.txt", "D"), 1.0, 1)
    assert written("passage", EvidencePackage(passages=(passage,), citations=(citation,))) == "“Two lines.” [1]"


VERDICTS = subgraph("rain -> flood; frost -> flood")


def judged(
    necessity: str, *, rule: str = "lost", alternatives: str = "", graph: Subgraph = VERDICTS, chains: str = "rain flood"
) -> EvidencePackage:
    found = package(graph, *(events for events in [chains, alternatives] if events))
    left = tuple(chain(graph, events) for events in [alternatives] if events)
    verdict = Verdict(graph.events["rain"], graph.events["flood"], necessity, rule, left, ("They differ.",))  # type: ignore[arg-type]
    return replace(found, verdict=verdict)


@pytest.mark.parametrize(
    ("sufficient", "partners", "says"),
    [
        (True, "", "Yes. As far as the documents tell, rain alone was enough for flood [1]. "),
        (False, "frost", "No. As far as the documents tell, rain was enough for flood only together with frost [1]. "),
        (False, "", "No. As far as the documents tell, rain alone was not enough for flood [1]. "),
        (None, "", "The documents do not decide whether rain alone was enough for flood [1]. "),
    ],
)
def test_was_it_enough_is_answered_before_was_it_needed(*, sufficient: bool | None, partners: str, says: str) -> None:
    found = judged("not necessary", alternatives="frost flood")
    verdict = replace(found.verdict, sufficient=sufficient, partners=tuple(VERDICTS.events[name] for name in partners.split()))
    text = written("verdict", replace(found, verdict=verdict), yes_no=True, yes_when="sufficient")
    assert text.startswith(says)
    assert "rain was not necessary for flood" in text


@pytest.mark.parametrize(
    ("necessity", "says"),
    [
        ("necessary", "flood needed rain or frost: without these, nothing that is stated still leads there [1]."),
        ("not necessary", "rain, even together with frost, was not necessary for flood"),
        ("undetermined", "The documents do not decide whether rain or frost was needed for flood [1]."),
    ],
)
def test_of_several_causes_at_least_one_was_needed_or_none(necessity: str, says: str) -> None:
    found = judged(necessity)
    assert found.verdict is not None
    together = replace(found.verdict, together=(VERDICTS.events["frost"],))
    assert says in written("verdict", replace(found, verdict=together))


@pytest.mark.parametrize(
    ("chains", "begins"), [(["rain flood"], "As far as"), (["rain flood", "frost flood"], "Yes. Rain led to flood [1].")]
)
def test_each_of_several_causes_must_have_its_chain_for_a_yes(chains: list[str], begins: str) -> None:
    found = package(VERDICTS, *chains)
    verdict = Verdict(VERDICTS.events["rain"], VERDICTS.events["flood"], "necessary", "lost", together=(VERDICTS.events["frost"],))
    text = written("verdict", replace(found, verdict=verdict), yes_no=True, yes_when="cause")
    assert text.startswith(begins)


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (judged("necessary"), "rain was necessary for flood: without it, nothing that they state still leads there [1]."),
        (judged("not necessary", alternatives="frost flood"), "rain was not necessary for flood: it still follows from frost [2]."),
        (judged("not necessary", graph=subgraph("rain !> flood"), chains=""), "the documents only deny that it led there [1]."),
        (judged("undetermined"), "The documents do not decide whether rain was needed for flood [1]. They differ."),
        (judged("undetermined", alternatives="frost flood"), "They differ. Rain led to flood [1]. Frost led to flood [2]."),
    ],
)
def test_a_verdict_is_said_with_what_it_rests_on(found: EvidencePackage, says: str) -> None:
    assert says in written("verdict", found)


def test_reasons_are_told_only_where_nothing_is_decided() -> None:
    assert "They differ." not in written("verdict", judged("necessary"))


DENIED = judged("not necessary", rule="denied only", graph=subgraph("rain !> flood"), chains="")
HEDGED = judged("undetermined", rule="hedged only", graph=subgraph("rain ?> flood"))


@pytest.mark.parametrize(
    ("found", "yes_when", "begins"),
    [
        (judged("necessary"), "necessary", "Yes."),
        (judged("necessary"), "not necessary", "No."),
        (judged("not necessary", alternatives="frost flood"), "not necessary", "Yes."),
        (judged("not necessary", alternatives="frost flood"), "necessary", "No."),
        (judged("undetermined"), "necessary", "The"),
        (judged("not necessary", alternatives="frost flood"), "cause", "Yes."),
        (judged("undetermined", rule="survives if hedged"), "cause", "Yes."),
        (judged("undetermined", rule="contributing"), "cause", "Yes."),
        (judged("undetermined", rule="survives if enough"), "cause", "Yes."),
        (judged("undetermined", rule="contradicted"), "cause", "The"),
        (HEDGED, "cause", "The"),
        (DENIED, "cause", "No."),
        (judged("necessary"), None, "As"),
    ],
)
def test_a_yes_or_no_question_is_answered_where_the_evidence_decides(found: EvidencePackage, yes_when: str | None, begins: str) -> None:
    assert written("verdict", found, yes_no=True, yes_when=yes_when).startswith(begins + " ")
    assert not written("verdict", found, yes_when=yes_when).startswith(("Yes.", "No."))


WHATIF = subgraph("rain -> flood -> outage; frost -> flood")
RAIN, FLOOD, OUTAGE = (WHATIF.events[event] for event in ("rain", "flood", "outage"))


@pytest.mark.parametrize(
    ("chains", "simulations", "says"),
    [
        (
            ["rain flood outage"],
            [Simulation("absent", RAIN, "absent", None, lost=(FLOOD, OUTAGE))],
            "Without rain, as far as the documents tell, this would not have happened: flood [1]; outage [2].",
        ),
        (
            ["rain flood", "frost flood"],
            [Simulation("absent", RAIN, "absent", None, kept=(FLOOD,), alternatives=(chain(WHATIF, "frost flood"),))],
            "Without rain, this would still have come about: flood, by frost [3].",
        ),
        (
            ["rain flood"],
            [Simulation("absent", RAIN, "absent", None, unsettled=(FLOOD, OUTAGE))],
            "Whether this would have come about without rain, the documents do not decide: flood [1]; 1 more.",
        ),
        ([], [Simulation("absent", RAIN, "absent", None)], "The documents name nothing that followed from rain."),
        (
            ["flood outage"],
            [Simulation("absent", RAIN, "absent", None), Simulation("opposite", RAIN, "drought", FLOOD, gained=(OUTAGE, RAIN))],
            "The opposite is in the documents as well: flood; what followed from it: outage [2]; 1 more.",
        ),
    ],
)
def test_a_supposition_says_what_would_not_have_been_and_what_the_opposite_led_to(
    chains: list[str], simulations: list[Simulation], says: str
) -> None:
    assert says in written("whatif", replace(package(WHATIF, *chains), simulations=tuple(simulations)), main_event="rain")


def test_an_event_loses_the_capital_of_its_article_inside_a_sentence() -> None:
    graph = subgraph("a:The storm -> b:A flood of mud")
    assert written("causes", package(graph, "a b")) == "What led to a flood of mud: the storm [1]."


def test_a_clause_stands_in_quotation_marks() -> None:
    graph = subgraph("a:the dam broke -> b:loss")
    assert written("causes", package(graph, "a b")) == "What led to loss: “the dam broke” [1]."


def test_quotation_marks_inside_a_clause_are_single() -> None:
    graph = subgraph("a:“the gale” of May broke the dam -> b:loss")
    assert written("causes", package(graph, "a b")) == "What led to loss: “‘the gale’ of May broke the dam” [1]."


def test_events_of_one_name_share_a_sentence() -> None:
    graph = subgraph("a:the storm -> b:the flood; c:the frost -> d:the flood")
    assert written("causes", package(graph, "a b", "c d")) == "What led to the flood: the storm [1]; the frost [2]."


def test_a_documents_own_marks_do_not_pass_for_citations() -> None:
    graph = subgraph("a:the storm [7] -> b:the flood[8, 9] of June [10]")
    assert written("causes", package(graph, "a b")) == "What led to the flood of June: the storm [1]."


def test_a_link_is_told_in_the_words_of_a_claim_whose_quote_bears_them() -> None:
    graph = subgraph("a:the storm -> b:the flood -> c:the outage")
    first, second = graph.claims
    other = replace(first, cause=replace(first.cause, text="the gale"), effect=replace(first.effect, text="high water"))
    renamed = replace(graph, claims=(other, second))
    assert written("path", package(renamed, "a b c")) == "The gale led to high water [1]. The flood led to the outage [2]."
    hedged = replace(first, id="d0/0", modality=Modality.HEDGED)  # names both as they are named, but does not assert it
    assert written("path", package(replace(graph, claims=(hedged, other)), "a b")) == "The gale led to high water [1][2]."


def test_causes_of_two_happenings_are_told_apart_and_by_the_names_of_the_documents() -> None:
    graph = subgraph("a:the storm -> b:the flood; c:the frost -> d:the thaw")
    found = written("causes", package(graph, "a b", "c d"), main_event="the deluge")
    assert found == "What led to the flood: the storm [1]. What led to the thaw: the frost [2]."


def test_a_sentence_that_begins_with_a_quoted_clause_begins_with_a_capital() -> None:
    graph = subgraph("a:the dam broke -> b:the loss -> c:ruin")
    assert written("path", package(graph, "a b")) == "“The dam broke” led to the loss [1]."
