"""The JSON that other programs rely on: keys, kinds and values of every command's payload."""

import json
from dataclasses import replace

import pytest

from cckg.core.chat import Usage
from cckg.core.claims import DocumentSummary, ExtractedClaim, Mention, Modality, Span
from cckg.core.evidence import Answer, CausalChain, Citation, EntryEvent, EvidencePackage, Simulation, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import InterventionRequest, ParsedQuestion, Route
from cckg.core.results import MatchResult, SearchResult, Walk, WhatIf
from cckg.core.roles import Refused
from cckg.core.trace import Step, Trace
from cckg.export import (
    ask_payload,
    documents_payload,
    error_payload,
    extract_payload,
    forecast_payload,
    forget_payload,
    ingest_payload,
    match_payload,
    parse_payload,
    search_payload,
    stats_payload,
    walk_payload,
    whatif_payload,
)
from cckg.stores import Stats
from ingest import Failure, Forecast, IngestReport
from queries.causal import chains
from tests.builders import subgraph

CHAIN_KEYS = {"events", "claims"}
ENTRY_KEYS = {"id", "text", "polarity", "cosine", "cis", "contrast", "rank", "role"}


def test_every_payload_is_plain_json() -> None:
    for payload in (
        ask_payload(answer()),
        whatif_payload(whatif()),
        walk_payload(walk()),
        extract_payload([extracted()]),
        parse_payload(parsed()),
        ingest_payload(IngestReport()),
    ):
        assert json.loads(json.dumps(payload, allow_nan=False)) == payload


def test_an_extracted_side_is_the_verbatim_stretch_and_beside_it_the_resolved_text() -> None:
    claim = extract_payload([extracted()], identifier="t1")["claims"][0]
    assert claim["cause"] == {"text": "it failed", "start": 22, "end": 31, "polarity": "occurrence", "event": "the pump failed"}
    assert claim["quote"] == {"text": "The dam broke because it failed.", "start": 0, "end": 32}


def test_extract_has_the_documented_keys() -> None:
    payload = extract_payload([extracted()], identifier="t1")
    assert set(payload) == {"id", "claims"}
    assert set(payload["claims"][0]) == {
        "cause",
        "effect",
        "cue",
        "quote",
        "cause_quote",
        "modality",
        "degree",
        "enough",
        "counterfactual",
        "tentative",
    } | {
        "group",
        "time",
        "confidence",
    }


def test_a_claim_without_a_cue_has_null() -> None:
    assert extract_payload([replace(extracted(), cue=None)])["claims"][0]["cue"] is None


@pytest.mark.parametrize(("event", "polarity", "both"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_match_needs_the_same_event_and_the_same_polarity(*, event: bool, polarity: bool, both: bool) -> None:
    payload = match_payload(MatchResult(event, polarity, 0.5), identifier=7)
    assert payload == {"id": 7, "same_event": event, "same_polarity": polarity, "match": both, "cosine": 0.5}


def test_parse_has_the_documented_keys() -> None:
    assert parse_payload(parsed(), identifier="q") == {
        "id": "q",
        "route": "counterfactual",
        "evidence": ["rain"],
        "interventions": [{"event": "the pump ran", "to": "absent"}],
        "query_variable": "the flood",
        "main_event": "the flood",
    }


@pytest.mark.parametrize("kind", ["chunk", "event"])
def test_a_search_result_is_named_after_what_was_searched(kind: str) -> None:
    result = SearchResult(kind, "x1", None, None, "title", "text", 0.25, 1)
    assert search_payload([result])["results"] == [
        {kind: "x1", "document": None, "uri": None, "title": "title", "text": "text", "score": 0.25, "rank": 1}
    ]


def test_ask_has_the_documented_keys() -> None:
    payload = ask_payload(answer(), identifier="q1")
    assert set(payload) == set(
        "schema_version id question route answer abstained verdict entry_events chains simulations short_answer".split()
        + "citations notes hypotheses crr closest variations trace".split()
    )
    assert set(payload["verdict"]) == {
        "cause",
        "effect",
        "necessity",
        "rule",
        "alternatives",
        "reasons",
        "sufficient",
        "partners",
        "together",
        "ground",
        "grounds",
        "sources",
        "bridge",
        "unless",
    }
    assert set(payload["entry_events"][0]) == ENTRY_KEYS
    assert set(payload["citations"][0]) == {"n", "document", "uri", "chunk", "start", "end", "quote"}
    assert set(payload["trace"]) == {"stages", "seconds", "model"}


def test_an_answer_without_an_id_has_no_such_key() -> None:
    assert "id" not in ask_payload(answer())


def test_a_chain_is_written_cause_first_and_its_claims_carry_citation_numbers() -> None:
    chain = ask_payload(answer())["chains"][0]
    assert [event["id"] for event in chain["events"]] == ["rain", "flood"]
    assert chain["claims"] == [
        {
            "id": "d1/0",
            "cause": "rain",
            "effect": "flood",
            "cause_event": "rain",
            "effect_event": "flood",
            "modality": "asserted",
            "degree": "direct",
            "enough": False,
            "counterfactual": False,
            "tentative": False,
            "group": None,
            "n": 1,
        }
    ]


def test_a_claim_without_a_citation_has_no_number() -> None:
    bare = replace(answer(), package=replace(answer().package, citations=()))
    assert ask_payload(bare)["chains"][0]["claims"][0]["n"] is None


def test_a_simulation_without_a_matching_event_has_null() -> None:
    simulation = Simulation("opposite", event("rain"), "drought", None, gained=(event("fire"),))
    package = replace(answer().package, simulations=(simulation,))
    assert ask_payload(replace(answer(), package=package))["simulations"] == [
        {
            "kind": "opposite",
            "intervention": {"event": "rain", "to": "drought", "together": []},
            "matched_event": None,
            "effects_gained": [{"id": "fire", "text": "fire"}],
            "effects_lost": [],
            "effects_kept": [],
            "effects_unsettled": [],
            "effects_probably_lost": [],
            "effects_probably_kept": [],
            "alternatives": [],
            "effects_perhaps_lost": [],
        }
    ]


def test_the_trace_tells_every_stage_with_its_counts_and_notes() -> None:
    assert ask_payload(answer())["trace"] == {
        "stages": [{"stage": "parse", "seconds": 0.5, "counts": {"kept": 1}, "notes": ["why"]}],
        "seconds": 0.5,
        "model": {"calls": 0, "cached": 0, "input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0},
    }


def test_a_walk_tells_its_event_and_where_each_claim_is_quoted() -> None:
    payload = walk_payload(walk())
    assert payload["event"] == {"id": "flood", "text": "flood", "polarity": "occurrence"}
    claim = payload["chains"][0]["claims"][0]
    assert (claim["document"], claim["quote"]["text"]) == ("d1", "rain causes flood.")


def test_a_walk_from_no_event_has_null() -> None:
    assert walk_payload(replace(walk(), entry_events=(), chains=()))["event"] is None


def test_whatif_without_an_effect_has_no_verdict() -> None:
    payload = whatif_payload(replace(whatif(), verdict=None))
    assert payload["verdict"] is None
    assert set(payload) == {"schema_version", "event", "entry_events", "chains", "simulations", "verdict", "notes"}


def test_whatif_quotes_each_link_of_its_chains() -> None:
    payload = whatif_payload(replace(whatif(), chains=found_chains()))
    claim = payload["chains"][0]["claims"][0]
    assert (claim["document"], claim["quote"]["text"]) == ("d1", "rain causes flood.")


def test_search_tells_the_logical_query_that_was_read() -> None:
    assert search_payload([], logical_query='"a" AND "b"')["logical_query"] == '"a" AND "b"'
    assert search_payload([])["logical_query"] is None


def test_ingest_has_the_documented_keys() -> None:
    refused = [Refused("a", "b", reason) for reason in ("not there", "not there", "below ingest.min_confidence")]
    report = IngestReport(
        added=2,
        claims_kept=5,
        refusals=[("a.pdf", one) for one in refused],
        events_created=4,
        failures=[Failure("a.pdf", 3, "no text")],
        skipped=("b.xyz",),
    )
    payload = ingest_payload(report)
    assert payload["documents"] == {"added": 2, "updated": 0, "unchanged": 0, "failed": 0}
    assert payload["claims"] == {"kept": 5, "refused": 3, "reasons": {"not there": 2, "below ingest.min_confidence": 1}}
    assert payload["refusals"][0] == {"document": "a.pdf", "cause": "a", "effect": "b", "reason": "not there"}
    assert payload["events"] == {"created": 4, "reused": 0}
    assert payload["failures"] == [{"document": "a.pdf", "chunk": 3, "reason": "no text"}]
    assert payload["skipped"] == ["b.xyz"]
    assert set(payload["model"]) == {"calls", "cached", "input_tokens", "output_tokens", "cost_usd"}


def test_a_forecast_tells_what_would_be_read() -> None:
    payload = forecast_payload(Forecast(3, 1, 0, 9, 900, Usage(4, 0, 10, 20, 0.5), 1.234, ()))
    assert payload == {
        "documents": 3,
        "unchanged": 1,
        "failed": 0,
        "chunks": 9,
        "tokens": 900,
        "model_calls": 4,
        "failures": [],
        "model": {"calls": 4, "input_tokens": 10, "output_tokens": 20, "cost_usd": 0.5},
        "minutes": 1.23,
    }


def test_a_cost_of_which_a_part_is_not_known_is_null() -> None:
    mixed = Usage(4, 0, 10, 20, 0.5) + Usage(1, 0, 10, 20, unpriced=1)
    assert ingest_payload(IngestReport(usage=mixed))["model"]["cost_usd"] is None
    assert forecast_payload(Forecast(3, 1, 0, 9, 900, mixed, 1.234, ()))["model"]["cost_usd"] is None
    assert forecast_payload(Forecast(3, 1, 0, 9, 900, mixed - Usage(1, 0, 10, 20, unpriced=1), 1.234, ()))["model"]["cost_usd"] == 0.5


def test_minutes_that_are_not_measured_are_null() -> None:
    assert forecast_payload(Forecast(3, 1, 0, 9, 900, Usage(4), 1.234, (), is_measured=False))["minutes"] is None


def test_notes_stand_beside_the_answer() -> None:
    assert ask_payload(replace(answer(), notes=("somebody stepped in",)))["notes"] == ["somebody stepped in"]


def test_documents_and_forget_list_the_same_fields() -> None:
    summary = DocumentSummary("d1", "a.txt", "A", "text/plain", "failed", "empty", "2026-01-01", 0, 0)
    row = {"id": "d1", "uri": "a.txt", "title": "A", "status": "failed", "reason": "empty", "chunks": 0, "claims": 0}
    assert documents_payload([summary]) == {"documents": [row]}
    assert forget_payload([summary]) == {"forgotten": [row]}


def test_stats_tell_every_count() -> None:
    stats = Stats(1, 0, 2, 3, 4, 5, {"asserted": 3}, {"occurrence": 4}, 1, 6)
    assert stats_payload(stats)["modalities"] == {"asserted": 3}
    assert stats_payload(stats)["entities"] == 6
    assert stats_payload(stats)["edges"] == 5


def test_an_error_names_the_line_only_where_it_has_an_id() -> None:
    assert error_payload("bad") == {"error": "bad"}
    assert error_payload("bad", identifier="x") == {"id": "x", "error": "bad"}


# The values


def event(name: str) -> Event:
    return Event(name, name, Polarity.OCCURRENCE)


def extracted() -> ExtractedClaim:
    """The claim of "The dam broke because it failed.", where "it" was resolved to the pump."""
    cause = Mention(Span("it failed", 22, 31), "the pump failed", Polarity.OCCURRENCE)
    effect = Mention(Span("The dam broke", 0, 13), "The dam broke", Polarity.OCCURRENCE)
    quote = Span("The dam broke because it failed.", 0, 32)
    return ExtractedClaim(cause, effect, Span("because", 14, 21), quote, Modality.ASSERTED, 0.9)


def parsed() -> ParsedQuestion:
    request = InterventionRequest("the pump ran")
    return ParsedQuestion("q", Route.COUNTERFACTUAL, "verdict", ("rain",), (request,), "the flood", "the flood", True)


def found_chains() -> tuple[CausalChain, ...]:
    return tuple(chains(subgraph("rain -> flood"), starts=["flood"], direction="causes", depth=4, limit=9))


def answer() -> Answer:
    package = EvidencePackage(
        chains=found_chains(),
        verdict=Verdict(event("rain"), event("flood"), "necessary", "lost", (), ("no other cause is stated",)),
        citations=(Citation(1, "d1", "d1.txt", "Title", "d1#0", 0, 18, "rain causes flood.", ("d1/0",)),),
    )
    entry = EntryEvent(event("flood"), 0.9, 1)
    return Answer("Why?", "causal", "Rain [1].", False, package, (entry,), Trace([Step("parse", 0.5, {"kept": 1}, ["why"])]))


def walk() -> Walk:
    return Walk("flood", (EntryEvent(event("flood"), 0.9, 1),), found_chains(), False, Trace())


def whatif() -> WhatIf:
    verdict = Verdict(event("rain"), event("flood"), "not necessary", "survives", found_chains(), ())
    simulation = Simulation("absent", event("rain"), "absent", None, lost=(event("flood"),))
    return WhatIf("rain", (EntryEvent(event("rain"), 0.9, 1),), (simulation,), verdict, Trace())
