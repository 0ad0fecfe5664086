"""The JSON of every command against the shapes of the product's description: which keys there are and what kinds of values."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import NoneType
from typing import Any

import pytest

from cckg.core.chat import Usage
from cckg.core.claims import DocumentSummary, ExtractedClaim, Mention, Modality, Span
from cckg.core.evidence import Answer, Bridge, Citation, EntryEvent, EvidencePackage, Simulation, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import InterventionRequest, ParsedQuestion, Route
from cckg.core.results import MatchResult, SearchResult, Walk, WhatIf
from cckg.core.trace import Step, Trace
from cckg.export import (
    Payload,
    ask_payload,
    documents_payload,
    export,
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
from ingest import Failure, Forecast, IngestReport
from queries.causal import chains
from tests.builders import stored, subgraph

# A shape is a type, a tuple of shapes, {"one of these words"}, [shape of every item], or {key: shape}; "key?" may be missing.
Shape = Any
TEXT, INT, BOOL = str, int, bool
NUMBER, NULLABLE_TEXT = (int, float), (str, NoneType)
POLARITY = {"increase", "decrease", "occurrence", "absence"}
MODALITY = {"asserted", "hedged", "denied", "implied"}
DEGREE = {"direct", "contributing", "enabling"}
SPAN = {"text": TEXT, "start": INT, "end": INT}
MENTION = {**SPAN, "polarity": POLARITY, "event": TEXT}
NAMED = {"id": TEXT, "text": TEXT}
EVENT = {**NAMED, "polarity": POLARITY}
ENTRY = {**EVENT, "cosine": NUMBER, "cis": (float, NoneType), "contrast": (float, NoneType), "rank": INT, "role": str}
STATED = {"modality": MODALITY, "degree": DEGREE, "enough": BOOL, "counterfactual": BOOL, "tentative": BOOL}
SIDES = {"id": TEXT, "cause": TEXT, "effect": TEXT, "cause_event": TEXT, "effect_event": TEXT, "group": NULLABLE_TEXT, **STATED}
BRIDGED = {"event": TEXT, "wording": TEXT, "document": TEXT, "uri": TEXT}
BRIDGE = {"left": BRIDGED, "right": BRIDGED, "probability": NUMBER}
CHAIN = {"events": [EVENT], "strength": (float, NoneType), "told_whole": BOOL, "bridges": [BRIDGE]}
CITED_CLAIM, QUOTED_CLAIM = {**SIDES, "n": (int, NoneType)}, {**SIDES, "document": TEXT, "quote": SPAN, "cause_quote": (SPAN, NoneType)}
CITED_CHAIN = {**CHAIN, "claims": [CITED_CLAIM]}
QUOTED_CHAIN = {**CHAIN, "claims": [QUOTED_CLAIM]}
HYPOTHESIS = {
    **dict.fromkeys(("answer", "rationale"), str),
    "evidence": [str],
    **dict.fromkeys(("coherence", "score", "agreement"), (int, float)),
    "contrast": (float, NoneType),
    "chosen": bool,
}
VARIATION = {
    "question": str,
    "operator": {"role", "temporal", "entity", "categorical", "scope"},
    **dict.fromkeys(("similarity", "answer_distance", "relevance", "information"), (int, float)),
}
SIMULATION = {
    "kind": {"opposite", "absent"},
    "intervention": {"event": TEXT, "to": TEXT, "together": [TEXT]},
    "matched_event": (NAMED, NoneType),
    "effects_gained": [NAMED],
    "effects_lost": [NAMED],
    "effects_kept": [NAMED],
    "effects_unsettled": [NAMED],
    "effects_probably_lost": [NAMED],
    "effects_probably_kept": [NAMED],
    "alternatives": [CITED_CHAIN],
    "effects_perhaps_lost": [{**NAMED, "bridge": BRIDGE}],
}
QUOTED_SIMULATION = {**SIMULATION, "alternatives": [QUOTED_CHAIN]}
RULING = {"same", "contradicted", "denied only", "earlier", "no chain", "closed cycle", "contributing"}
RULING |= {"lost", "lost if hedged", "survives"}
RULING |= {"survives if hedged", "hedged only", "open"}
NECESSITY = {"necessary", "probably necessary", "undetermined", "probably not necessary", "not necessary"}
CITED_VERDICT = {
    "cause": TEXT,
    "effect": TEXT,
    "necessity": NECESSITY,
    "rule": RULING,
    "alternatives": [CITED_CHAIN],
    "reasons": [TEXT],
    "sufficient": (bool, NoneType),
    "partners": [TEXT],
    "together": [TEXT],
    "ground": NULLABLE_TEXT,
    "grounds": [CITED_CLAIM],
    "sources": [{"document": TEXT, "uri": TEXT, "title": TEXT}],
    "bridge": (BRIDGE, NoneType),
    "unless": (BRIDGE, NoneType),
}
QUOTED_VERDICT = {**CITED_VERDICT, "alternatives": [QUOTED_CHAIN], "grounds": [QUOTED_CLAIM]}
CITATION = {"n": INT, "document": TEXT, "uri": TEXT, "chunk": TEXT, "start": INT, "end": INT, "quote": TEXT}
COST = {"calls": INT, "cached": INT, "input_tokens": INT, "output_tokens": INT, "cost_usd": (int, float, NoneType)}
TRACE = {"stages": [{"stage": TEXT, "seconds": NUMBER, "counts": dict, "notes": [TEXT]}], "seconds": NUMBER, "model": COST}
DOCUMENT = {
    "id": TEXT,
    "uri": TEXT,
    "title": TEXT,
    "status": {"done", "failed"},
    "reason": NULLABLE_TEXT,
    "chunks": INT,
    "claims": INT,
}
TIME = {"text": TEXT, "normalised": NULLABLE_TEXT}
FAILURE = {"document": TEXT, "chunk": (int, NoneType), "reason": TEXT}
SHAPES: dict[str, Shape] = {
    "extract": {
        "id": object,
        "claims": [
            {
                "cause": MENTION,
                "effect": MENTION,
                "cue": (SPAN, NoneType),
                "quote": SPAN,
                "modality": MODALITY,
                "degree": DEGREE,
                "enough": BOOL,
                "counterfactual": BOOL,
                "tentative": BOOL,
                "cause_quote": (SPAN, NoneType),
                "group": NULLABLE_TEXT,
                "time": (TIME, NoneType),
                "confidence": NUMBER,
            }
        ],
    },
    "match": {"id": object, "same_event": BOOL, "same_polarity": BOOL, "match": BOOL, "cosine": NUMBER},
    "parse": {
        "id": object,
        "route": {"factual", "relational", "causal", "counterfactual"},
        "evidence": [TEXT],
        "interventions": [{"event": TEXT, "to": TEXT}],
        "query_variable": NULLABLE_TEXT,
        "main_event": NULLABLE_TEXT,
    },
    "search": {
        "id": object,
        "logical_query": NULLABLE_TEXT,
        "results": [
            {
                "chunk?": TEXT,
                "event?": TEXT,
                "document": NULLABLE_TEXT,
                "uri": NULLABLE_TEXT,
                "title": TEXT,
                "text": TEXT,
                "score": NUMBER,
                "rank": INT,
            }
        ],
    },
    "ask": {
        "schema_version": INT,
        "id?": object,
        "question": TEXT,
        "route": TEXT,
        "answer": TEXT,
        "abstained": BOOL,
        "verdict": (CITED_VERDICT, NoneType),
        "entry_events": [ENTRY],
        "chains": [CITED_CHAIN],
        "simulations": [SIMULATION],
        "citations": [CITATION],
        "notes": [TEXT],
        "short_answer": NULLABLE_TEXT,
        "hypotheses": (NoneType, [HYPOTHESIS]),
        "crr": (float, NoneType),
        "closest": NULLABLE_TEXT,
        "variations": (NoneType, [VARIATION]),
        "trace": TRACE,
    },
    "documents": {"documents": [DOCUMENT]},
    "forget": {"forgotten": [DOCUMENT]},
    "whatif": {
        "schema_version": INT,
        "event": TEXT,
        "entry_events": [ENTRY],
        "chains": [QUOTED_CHAIN],
        "simulations": [QUOTED_SIMULATION],
        "verdict": (QUOTED_VERDICT, NoneType),
        "notes": [TEXT],
    },
    "walk": {
        "schema_version": INT,
        "event": (EVENT, NoneType),
        "entry_events": [ENTRY],
        "chains": [QUOTED_CHAIN],
        "truncated": BOOL,
        "notes": [TEXT],
    },
    "ingest": {
        "documents": {"added": INT, "updated": INT, "unchanged": INT, "failed": INT},
        "chunks": INT,
        "claims": {"kept": INT, "refused": INT, "reasons": dict},
        "events": {"created": INT, "reused": INT},
        "refusals": [{"document": TEXT, "cause": TEXT, "effect": TEXT, "reason": TEXT}],
        "edges": INT,
        "failures": [FAILURE],
        "skipped": [TEXT],
        "silent": [TEXT],
        "stopped": NULLABLE_TEXT,
        "left": [TEXT],
        "model": COST,
        "reading": [{"document": TEXT, **COST}],
        "seconds": NUMBER,
    },
    "forecast": {
        **dict.fromkeys(["documents", "unchanged", "failed", "chunks", "tokens", "model_calls"], INT),
        "failures": [FAILURE],
        "model": {"calls": INT, "input_tokens": INT, "output_tokens": INT, "cost_usd": (int, float, NoneType)},
        "minutes": (int, float, NoneType),
    },
    "stats": {
        **dict.fromkeys(["documents", "failed", "chunks", "claims", "events", "edges", "merged_wordings", "entities", "perhaps_same"], INT),
        "modalities": dict.fromkeys(sorted(MODALITY), INT),
        "polarities": dict.fromkeys(sorted(POLARITY), INT),
    },
    "export": {
        "documents": [{"id": TEXT, "uri": TEXT, "title": TEXT}],
        "events": [{**EVENT, "wordings": [TEXT]}],
        "edges": [{"cause": TEXT, "effect": TEXT, "asserted": INT, "hedged": INT, "denied": INT}],
        "perhaps_same": [{"left": TEXT, "right": TEXT, "probability": NUMBER}],
        "claims": [
            {
                "id": TEXT,
                "cause_event": TEXT,
                "effect_event": TEXT,
                "document": TEXT,
                "quote": TEXT,
                "start": INT,
                "end": INT,
                "modality": MODALITY,
                "degree": DEGREE,
                "enough": BOOL,
                "counterfactual": BOOL,
                "tentative": BOOL,
                "cause_quote": NULLABLE_TEXT,
                "confidence": NUMBER,
                "group": NULLABLE_TEXT,
                "time": (TIME, NoneType),
            }
        ],
    },
}


def misfits(value: object, shape: Shape, at: str = "$") -> list[str]:
    """Return where a value of JSON does not have a shape; a key that the shape does not name is a misfit as well."""
    if isinstance(shape, tuple):
        found = [misfits(value, option, at) for option in shape]
        return [] if [] in found else [part for option in found for part in option]
    if isinstance(shape, set):
        return [] if value in shape else [f"{at}: {value!r} is none of {sorted(shape)}"]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{at}: no list"]
        return [part for number, item in enumerate(value) for part in misfits(item, shape[0], f"{at}[{number}]")]
    if isinstance(shape, Mapping):
        return _misfits_of_object(value, shape, at)
    fits = isinstance(value, shape) and (shape is not int or not isinstance(value, bool))
    return [] if fits else [f"{at}: {value!r} is no {shape.__name__}"]


def _misfits_of_object(value: object, shape: Mapping[str, Shape], at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at}: no object"]
    by_key = {key.removesuffix("?"): part for key, part in shape.items()}
    required = {key for key in shape if not key.endswith("?")}
    found = [f"{at}.{key}: missing" for key in sorted(required - value.keys())]
    found += [f"{at}.{key}: not described" for key in sorted(value.keys() - by_key.keys())]
    return found + [part for key, item in value.items() if key in by_key for part in misfits(item, by_key[key], f"{at}.{key}")]


# The values


RAIN, FLOOD = (Event(name, name, Polarity.OCCURRENCE) for name in ("rain", "flood"))
GRAPH = subgraph("rain -> flood; storm ?> flood", "wind !> flood")
CHAINS = tuple(chains(GRAPH, starts=["flood"], direction="causes", depth=4, limit=9))
BRIDGED_BY = Bridge(RAIN, FLOOD, 0.6, GRAPH.sources["d1"], GRAPH.sources["d2"])
ENTRIES = (EntryEvent(FLOOD, 0.9, 1), EntryEvent(RAIN, 0.5, 2, 0.25, -0.125))
SIMULATIONS = (
    Simulation("absent", RAIN, "absent", None, (), (FLOOD,), (FLOOD,), (FLOOD,), CHAINS, perhaps_lost=((FLOOD, BRIDGED_BY),)),
    Simulation("opposite", RAIN, "a drought", Event("d", "the drought", Polarity.OCCURRENCE), gained=(FLOOD,)),
)
VERDICT = Verdict(
    RAIN,
    FLOOD,
    "not necessary",
    "survives",
    CHAINS,
    ("another cause is left",),
    sufficient=False,
    partners=(RAIN,),
    together=(RAIN,),
    bridge=BRIDGED_BY,
)
CITATIONS = (Citation(1, "d1", "d1.txt", "Title of d1", "d1#0", 0, 18, "rain causes flood.", ("d1/0",)),)
PACKAGE = EvidencePackage(CHAINS, SIMULATIONS, VERDICT, (GRAPH.claims[-1],), (), CITATIONS)
TRACE_VALUE = Trace([Step("parse", 0.5, {"kept": 1}, ["why"]), Step("walk")])
SUMMARIES = [
    DocumentSummary("d1", "a.txt", "A", "text/plain", "done", None, "2026-01-01", 3, 9),
    DocumentSummary("d2", "b.pdf", "", "application/pdf", "failed", "holds no text", "2026-01-01", 0, 0),
]
EXTRACTED = [
    ExtractedClaim(
        Mention(Span("rain", 0, 4), "rain", Polarity.OCCURRENCE),
        Mention(Span("flood", 12, 17), "flood", Polarity.INCREASE),
        cue,
        Span("rain causes flood", 0, 17),
        modality,
        0.9,
        group,
        time,
    )
    for cue, modality, group, time in (
        (Span("causes", 5, 11), Modality.ASSERTED, None, None),
        (None, Modality.HEDGED, "g", "in 1986"),
        (None, Modality.DENIED, None, None),
    )
]
QUESTION = ParsedQuestion(
    "q", Route.COUNTERFACTUAL, "verdict", ("rain",), (InterventionRequest("the pump ran", "present"),), "the flood", "the flood", True
)
VALUES: dict[str, tuple[str, Payload]] = {
    "extract": ("extract", extract_payload(EXTRACTED, identifier="t")),
    "extract without claims": ("extract", extract_payload([])),
    "match": ("match", match_payload(MatchResult(True, False, 1), identifier=7)),
    "parse": ("parse", parse_payload(QUESTION, identifier="q")),
    "parse of a factual question": ("parse", parse_payload(ParsedQuestion("q", Route.FACTUAL, "passage"))),
    "search of chunks": ("search", search_payload([SearchResult("chunk", "c", "d", "u", "t", "x", 0.5, 1)])),
    "search of events": ("search", search_payload([SearchResult("event", "e", None, None, "t", "x", 1, 1)])),
    "ask": ("ask", ask_payload(Answer("q", "causal", "Rain [1].", False, PACKAGE, ENTRIES, TRACE_VALUE), identifier="1")),
    "ask that abstains": ("ask", ask_payload(Answer("q", "causal", "Nothing.", True, EvidencePackage(), (), Trace()))),
    "documents": ("documents", documents_payload(SUMMARIES)),
    "forget": ("forget", forget_payload(SUMMARIES)),
    "whatif": ("whatif", whatif_payload(WhatIf("rain", ENTRIES, SIMULATIONS, VERDICT, TRACE_VALUE, chains=VERDICT.alternatives))),
    "whatif without effect": ("whatif", whatif_payload(WhatIf("rain", (), (), None, Trace()))),
    "walk": ("walk", walk_payload(Walk("flood", ENTRIES, CHAINS, True, TRACE_VALUE))),
    "walk over a bridge": ("walk", walk_payload(Walk("flood", ENTRIES, (replace(CHAINS[0], bridges=(BRIDGED_BY,)),), False, Trace()))),
    "walk from nowhere": ("walk", walk_payload(Walk("flood", (), (), False, Trace()))),
    "ingest": (
        "ingest",
        ingest_payload(
            IngestReport(
                failures=[Failure("a", 3, "r"), Failure("b", None, "r")], skipped=("c.xyz",), silent=["b.md"], reading={"a": Usage(1)}
            )
        ),
    ),
    "forecast": ("forecast", forecast_payload(Forecast(3, 1, 1, 9, 900, Usage(), 0.0, (Failure("a", None, "r"),)))),
    "forecast of unknown cost": ("forecast", forecast_payload(Forecast(3, 1, 1, 9, 900, Usage(1, unpriced=1), 0.0, (), is_measured=False))),
    "stats": ("stats", stats_payload(stored("+a -> -b ?> ~c; a !> c").stats())),
    "export": ("export", json.loads(export(GRAPH, SUMMARIES, [], format="json"))),
}


@pytest.mark.parametrize(("command", "payload"), VALUES.values(), ids=VALUES)
def test_a_payload_has_the_described_shape_and_nothing_more(command: str, payload: Payload) -> None:
    assert misfits(payload, SHAPES[command]) == []


@pytest.mark.parametrize(("command", "payload"), VALUES.values(), ids=VALUES)
def test_a_payload_survives_strict_json(command: str, payload: Payload) -> None:
    again = json.loads(json.dumps(payload, allow_nan=False))
    assert misfits(again, SHAPES[command]) == []
    assert again == payload


def test_a_search_result_has_one_of_chunk_and_event() -> None:
    for name in ("search of chunks", "search of events"):
        (result,) = VALUES[name][1]["results"]
        assert ("chunk" in result) != ("event" in result)


def test_chains_have_one_event_more_than_links_and_claims_between_neighbours() -> None:
    for chain in VALUES["ask"][1]["chains"]:
        ids = [event["id"] for event in chain["events"]]
        links = list(pairwise(ids))
        assert {(claim["cause_event"], claim["effect_event"]) for claim in chain["claims"]} == set(links)


def test_the_stats_of_an_empty_graph_count_every_modality_and_polarity_as_none() -> None:
    store = stored()
    payload = stats_payload(store.stats())
    assert misfits(payload, SHAPES["stats"]) == []
    assert {*payload["modalities"].values(), *payload["polarities"].values()} == {0}
    assert {value for value in payload.values() if not isinstance(value, dict)} == {0}
    store.close()


@pytest.mark.parametrize(
    ("value", "shape", "said"),
    [
        ({"a": 1}, {"a": TEXT}, ["$.a: 1 is no str"]),
        ({"a": True}, {"a": INT}, ["$.a: True is no int"]),
        ({}, {"a": TEXT, "b?": TEXT}, ["$.a: missing"]),
        ({"z": 1}, {}, ["$.z: not described"]),
        ([{"a": "x"}, {}], [{"a": TEXT}], ["$[1].a: missing"]),
        ("odd", {"even"}, ["$: 'odd' is none of ['even']"]),
    ],
)
def test_the_reader_of_shapes_finds_what_is_wrong(value: object, shape: Shape, said: list[str]) -> None:
    assert misfits(value, shape) == said
