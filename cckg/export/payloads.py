"""Results as JSON-ready dictionaries, in the shapes that other programs rely on; a change here needs a changelog line.

Pure functions from value to dictionary, one per command. The shape stands in each docstring, from which `docs/reference/json.md` is made:
`|null` where a value may be missing, `[…]` where there may be many. Who asked, and where the text goes, is left to `cckg.terminal.cli`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeAlias

from cckg.core.arbitration import Arbitration
from cckg.core.chat import Usage
from cckg.core.claims import Claim, DocumentSummary, ExtractedClaim, Mention, Span
from cckg.core.evidence import Answer, Bridge, CausalChain, EntryEvent, EvidencePackage, Simulation, Verdict
from cckg.core.graph import Event
from cckg.core.questions import ParsedQuestion
from cckg.core.results import MatchResult, SearchResult, Walk, WhatIf
from cckg.core.trace import Trace
from cckg.language import dated

if TYPE_CHECKING:
    from cckg.stores import Stats
    from ingest import Failure, Forecast, IngestReport

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
Payload: TypeAlias = dict[str, Json]
SCHEMA_VERSION = 2
"""Of the shapes of what is asked of the graph: `ask`, `whatif`, `causes`, `effects` and `path`. 2: verdicts of five values."""


def extract_payload(claims: Sequence[ExtractedClaim], *, identifier: Json = None) -> Payload:
    """What `extract` says of one text.

    `{"id"|null,"claims":[claim]}`.

    claim: `{"cause":{"text","start","end","polarity","event"},"effect":{…},"cue":{"text","start","end"}|null,
    "quote":{"text","start","end"},"cause_quote":{…}|null,"modality":"asserted"|"hedged"|"denied"|"implied",
    "degree":"direct"|"contributing"|"enabling","enough":bool,"counterfactual":bool,"tentative":bool,"group"|null,
    "time":{"text","normalised"|null}|null,"confidence"}`. Offsets are characters of the given text, and every `text` is that stretch
    of it, verbatim; `event` is what happened in words that can be read alone, with its `polarity`; `degree`:
    how strong a cause it is worded; `enough`: whether the text says that it did without others; `counterfactual`: whether it says what
    would have been without the cause: the effect all the same where that is denied; `tentative`: whether such a denial is hedged.
    Claims with the same `group` state what it took together; `time` a date that the quote gives, `normalised`: YYYY, YYYY-MM, YYYY-MM-DD.
    """
    return {"id": identifier, "claims": [_extracted(claim) for claim in claims]}


def match_payload(result: MatchResult, *, identifier: Json = None) -> Payload:
    """What `match` says of one pair.

    `{"id"|null,"same_event":bool,"same_polarity":bool,"match":bool,"cosine":float}`.
    """
    return {"id": identifier, **_fields(result, "same_event", "same_polarity", "match"), "cosine": _rounded(result.cosine)}


def parse_payload(parsed: ParsedQuestion, *, identifier: Json = None) -> Payload:
    """What `parse` says of one question.

    `{"id"|null,"route","evidence":[text],"interventions":[{"event","to"}],"query_variable"|null,"main_event"|null}`.

    route: `factual`, `relational`, `causal` or `counterfactual`. `to` is `absent`, or the words of another state.
    """
    return {
        "id": identifier,
        "route": str(parsed.route),
        "evidence": list(parsed.presupposed),
        "interventions": [{"event": request.event, "to": request.to} for request in parsed.interventions],
        "query_variable": parsed.query_variable or parsed.effect,
        "main_event": parsed.main_event,
    }


def search_payload(results: Sequence[SearchResult], *, logical_query: str | None = None, identifier: Json = None) -> Payload:
    """What `search` finds for one query.

    `{"id"|null,"logical_query"|null,"results":[{"chunk"|"event","document"|null,"uri"|null,"title","text","score","rank"}]}`.

    The first key of a result names what was searched and holds its id. An event has no document; its title is that of the one that named
    it first. `logical_query`: how --method logic read the query, every term quoted; null if it read none, where hybrid retrieval serves,
    and with other methods. `score`: the cosine (dense), BM25, reciprocal ranks (hybrid), truth (logic), a blend that may be < 0 (cis).
    """
    return {"id": identifier, "logical_query": logical_query, "results": [_found(result) for result in results]}


def ask_payload(answer: Answer, *, identifier: Json = None) -> Payload:
    """The answer to one question.

    `{"schema_version":2,"id"?,"question","route","answer","abstained","verdict"|null,"entry_events":[…],"chains":[chain],"simulations":[…],
    "short_answer"|null,"citations":[…],"notes":[text],"hypotheses":[…]|null,"crr":number|null,"closest":text|null,
    "variations":[…]|null,"trace"}`; hypotheses, crr, closest and variations are null without --arbitrate.

    verdict: `{"cause","effect","necessity":"necessary"|"probably necessary"|"undetermined"|"probably not necessary"|"not necessary",
    "rule","ground","grounds":[claim],"alternatives":[chain],"reasons":[text],"sufficient":bool|null,"partners":[text],"together":[text],
    "bridge":bridge|null,"unless":bridge|null,"sources":[{"document","uri","title"}]}`; `sources` are the fewest documents, near copies
    counted once, that would have to be wrong for it to fall; `ground` says in a sentence what decided, `grounds` are the claims whose
    sentences do, of what would have been or of what is enough; none where the structure of the graph does. `rule` is the convention that
    decided: "same", "contradicted", "denied only", "earlier", "implied only", "no chain", "closed cycle", "contributing", "lost",
    "lost if hedged", "survives", "survives if hedged", "hedged only" or "open". `sufficient` tells whether the cause alone is enough for
    the effect, null where that is not settled, and `partners` are the events that it needs for it; `together` are further causes that
    were taken out with it, so that "necessary" says that at least one of them was. It is no more than probable where it rests on what is
    hedged or only contributes, or needs the two events of `bridge` to be one, and would be another if those of `unless` were.
    entry event: `{"id","text","polarity","cosine","cis"|null,"contrast"|null,"rank","role"}`; the role is the part of the question that
    means it: "main event", "evidence", "intervention" or "query variable"; `cis` and `contrast` are null with `cis.scorer = "off"`.
    chain: `{"events":[{"id","text","polarity"}],"claims":[{"id","cause","effect","cause_event","effect_event","modality","degree",
    "enough","counterfactual","tentative","group"|null,"n"|null}],"strength"|null,"told_whole":bool,"bridges":[bridge]}`, cause first;
    `cause` and `effect` are the claim's wordings, `n` is the number of its citation, `strength` how well documents support the chain, 0..1,
    `told_whole` whether one document tells all of it. From the left event of a bridge to the right one no claim leads.
    bridge: `{"left":{"event","wording","document","uri"},"right":{…},"probability"}`: two events, by id, that may be one, each as that
    document words it, with the probability of it, 0..1.
    simulation: `{"kind":"opposite"|"absent","intervention":{"event","to","together":[text]},"matched_event":{"id","text"}|null,
    "effects_gained":[{"id","text"}],"effects_lost":[{"id","text"}],"effects_kept":[{"id","text"}],"effects_unsettled":[{"id","text"}],
    "effects_probably_lost":[…],"effects_probably_kept":[…],"alternatives":[chain],
    "effects_perhaps_lost":[{"id","text","bridge":bridge}]}`: what followed from the event would not have been
    without it, would have been all the same, is not decided, or is so only probably; the alternatives lead to what is kept; perhaps lost is
    what followed, and would not have been, if the two events of the bridge are one.
    citation: `{"n","document","uri","chunk","start","end","quote"}`, offsets in characters of the document's text.
    trace: `{"stages":[{"stage","seconds","counts","notes"}],"seconds",
    "model":{"calls","cached","input_tokens","output_tokens","cost_usd"|null}}`; the cost is null where the price of a call is not known.
    hypothesis: `{"answer","rationale","evidence":[chunk],"coherence","contrast"|null,"score","agreement","chosen":bool}`, best first; an
    answer is "" where its evidence does not say it, and one that was merged of several is none of theirs.
    variation: `{"question","operator":"role"|"temporal"|"entity"|"categorical"|"scope","similarity","answer_distance","relevance",
    "information"}`; crr: how well the evidence fits the variation `closest`, which it fits best, in parts of how well it fits the question.
    short_answer: the words of a cited sentence that answer a question of fact, by the built-in reader; "Yes" or "No" where sentences that
    are cited decide a comparison; of a connection that sentences show, the named things over which it goes; null where it is not plain,
    and where documents do not agree: `answer` then tells their values, and each is cited.
    notes: where a chat model gave no usable reply, who stepped in for it; what the question takes as given, and how it was held; which
    claims were left out because their dates put the effect before the cause; which of two questions that were asked at once is answered.
    `answer` begins with Yes or No only where the question asks for that and the evidence decides it, and with Probably or Perhaps
    where that takes two events to be one.
    """
    package = answer.package
    return {
        "schema_version": SCHEMA_VERSION,
        **({} if identifier is None else {"id": identifier}),
        **_fields(answer, "question", "route"),
        "answer": answer.text,
        "abstained": answer.abstained,
        "verdict": _verdict(package.verdict, package),
        "entry_events": [_entry_event(entry) for entry in answer.entry_events],
        "chains": [_chain(chain, package) for chain in package.chains],
        "simulations": [_simulation(simulation, package) for simulation in package.simulations],
        "short_answer": package.short_answer,
        "citations": [_fields(citation, "n", "document", "uri", "chunk", "start", "end", "quote") for citation in package.citations],
        "notes": list(answer.notes),
        **_arbitration(answer.arbitration),
        "trace": _trace(answer.trace),
    }


def documents_payload(documents: Iterable[DocumentSummary]) -> Payload:
    """What `documents` lists.

    `{"documents":[{"id","uri","title","status":"done"|"failed","reason"|null,"chunks","claims"}]}`.
    """
    return {"documents": _documents(documents)}


def forget_payload(documents: Iterable[DocumentSummary]) -> Payload:
    """What `forget` took out.

    `{"forgotten":[…]}`, as in `documents`.
    """
    return {"forgotten": _documents(documents)}


def whatif_payload(result: WhatIf) -> Payload:
    """What `whatif` says of one event.

    `{"schema_version":2,"event","entry_events":[…],"chains":[chain],"simulations":[…],"verdict"|null,"notes":[text]}`, as in `ask`;
    `event` is the wording
    that was asked about, and the chains lead from it, with --effect to that. A claim has `document` and `quote`:
    `{"text","start","end"}` in place of `n`.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "event": result.event,
        "entry_events": [_entry_event(entry) for entry in result.entry_events],
        "chains": [_chain(chain, None) for chain in result.chains],
        "simulations": [_simulation(simulation, None) for simulation in result.simulations],
        "verdict": _verdict(result.verdict, None),
        "notes": list(result.notes),
    }


def walk_payload(result: Walk) -> Payload:
    """What `causes`, `effects` and `path` find.

    `{"schema_version":2,"event":{"id","text","polarity"}|null,"entry_events":[…],"chains":[chain],"truncated":bool,"notes":[text]}`,
    as in `ask`.
    A claim has `document` and `quote`: `{"text","start","end"}` in place of `n`. `event` is the best match in the
    graph; null where there is none.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "event": _event(result.entry_events[0].event) if result.entry_events else None,
        "entry_events": [_entry_event(entry) for entry in result.entry_events],
        "chains": [_chain(chain, None) for chain in result.chains],
        "truncated": result.truncated,
        "notes": list(result.notes),
    }


def ingest_payload(report: "IngestReport") -> Payload:
    """What `ingest` did.

    `{"documents":{"added","updated","unchanged","failed"},"chunks","claims":{"kept","refused","reasons":{reason:n}},"events":{"created","reused"},
    "refusals":[…],"edges","failures":[{"document","chunk"|null,"reason"}],"skipped":[name],"silent":[uri],"stopped":reason|null,"left":[uri],
    "model":{"calls","cached","input_tokens","output_tokens","cost_usd"|null},"reading":[{"document",…as in model}],"seconds"}`.
    `refusals`: each claim that was not kept, `{"document","cause","effect","reason"}`. `document` is the path or uri at which a document
    stands, as `uri` is elsewhere. `reasons` say why claims were refused, and how many for each. `skipped` are files of kinds that are not
    read, `silent` documents in which no claim of cause and effect was read. `stopped` says why the run ended before it came to what is
    `left`: a budget was spent, or a provider is down. `reading` is the part of `model` that the reading of each document cost; the verifier
    is asked for many at once. The built-in roles cost nothing; the cost is null where the price of a call is not known.
    """
    return {
        "documents": _fields(report, "added", "updated", "unchanged", "failed"),
        "chunks": report.chunks,
        "claims": {"kept": report.claims_kept, "refused": report.claims_refused, "reasons": dict(report.refused)},
        "refusals": [{"document": uri, **_fields(refused, "cause", "effect", "reason")} for uri, refused in report.refusals],
        "events": {"created": report.events_created, "reused": report.events_reused},
        "edges": report.edges,
        "failures": failures_payload(report.failures),
        **_fields(report, "skipped", "silent", "stopped", "left"),
        "model": _usage(report.usage),
        "reading": [{"document": uri, **_usage(usage)} for uri, usage in report.reading.items()],
        "seconds": _rounded(report.seconds),
    }


def forecast_payload(forecast: "Forecast") -> Payload:
    """What `ingest --dry-run` expects.

    `{"documents","unchanged","failed","chunks","tokens","model_calls","failures":[{"document","chunk"|null,"reason"}],
    "model":{"calls","input_tokens","output_tokens","cost_usd"|null},"minutes"|null}`. `tokens` are those of the documents. The built-in
    roles make no calls. The cost is null where a price is not known, the minutes where a model has not been asked before.
    """
    usage = forecast.usage
    return {
        **_fields(forecast, "documents", "unchanged", "failed", "chunks", "tokens"),
        "model_calls": usage.calls,
        "failures": failures_payload(forecast.failures),
        "model": {**_fields(usage, "calls", "input_tokens", "output_tokens"), "cost_usd": _rounded(usage.money)},
        "minutes": round(forecast.minutes, 2) if forecast.is_measured else None,
    }


def stats_payload(stats: "Stats") -> Payload:
    """What `stats` counts.

    `{"documents","failed","chunks","claims","events","edges","modalities":{name:n},"polarities":{name:n},"merged_wordings","entities",
    "perhaps_same"}`, at the end the pairs of events that may be one.
    """
    return asdict(stats)


def error_payload(message: str, *, identifier: Json = None) -> Payload:
    """What stands for one line of a batch that could not be answered.

    `{"id"?,"error"}`.
    """
    return {"error": message} if identifier is None else {"id": identifier, "error": message}


def failures_payload(failures: "Iterable[Failure]") -> list[Json]:
    """Return what could not be read, as `ingest` tells it."""
    return [_fields(failure, "document", "chunk", "reason") for failure in failures]


# Private


def _arbitration(found: Arbitration | None) -> Payload:
    if found is None:
        return {"hypotheses": None, "crr": None, "closest": None, "variations": None}
    return {
        "hypotheses": [
            {
                **_fields(hypothesis, "answer", "rationale", "evidence"),
                **{name: _rounded(getattr(hypothesis, name)) for name in ("coherence", "score", "agreement", "contrast")},
                "chosen": bool(found.answer) and hypothesis.answer == found.answer,
            }
            for hypothesis in found.hypotheses
        ],
        "crr": _rounded(found.crr),
        "closest": None if found.closest is None else found.closest.question,
        "variations": [
            {
                **_fields(variation, "question", "operator"),
                **{name: _rounded(getattr(variation, name)) for name in ("similarity", "answer_distance", "relevance", "information")},
            }
            for variation in found.variations
        ],
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(float(number), 6)


def _fields(value: object, *names: str) -> Payload:
    """Return fields by their names, tuples as the lists that JSON makes of them."""
    found = {name: getattr(value, name) for name in names}
    return {name: list(field) if isinstance(field, tuple | list) else field for name, field in found.items()}


def _span(span: Span) -> Payload:
    return _fields(span, "text", "start", "end")


def _mention(mention: Mention) -> Payload:
    return {**_span(mention.span), "polarity": str(mention.polarity), "event": mention.text}


def _extracted(claim: ExtractedClaim) -> Payload:
    return {
        "cause": _mention(claim.cause),
        "effect": _mention(claim.effect),
        "cue": _span(claim.cue) if claim.cue else None,
        "quote": _span(claim.quote),
        "cause_quote": _span(claim.cause_quote) if claim.cause_quote else None,
        **_fields(claim, "modality", "degree", "group", "enough", "counterfactual", "tentative"),
        "time": _time(claim.time),
        "confidence": _rounded(claim.confidence),
    }


def _found(result: SearchResult) -> Payload:
    fields = _fields(result, "document", "uri", "title", "text")
    return {result.kind: result.id, **fields, "score": _rounded(result.score), "rank": result.rank}


def _event(event: Event) -> Payload:
    return _fields(event, "id", "text", "polarity")


def _named(events: Iterable[Event]) -> list[Json]:
    return [_fields(event, "id", "text") for event in events]


def _entry_event(entry: EntryEvent) -> Payload:
    return {**_event(entry.event), "cosine": _rounded(entry.cosine), **_fields(entry, "cis", "contrast", "rank", "role")}


def _chain(chain: CausalChain, package: EvidencePackage | None) -> Payload:
    return {
        "events": [_event(event) for event in chain.events],
        "claims": [_claim(claim, package) for link in chain.claims for claim in link],
        "strength": _rounded(chain.strength),
        "told_whole": chain.told_whole,
        "bridges": [_bridge(bridge) for bridge in chain.bridges],
    }


def _bridge(bridge: Bridge) -> Payload:
    sides = {"left": (bridge.left, bridge.left_source), "right": (bridge.right, bridge.right_source)}
    told = {
        name: {"event": event.id, "wording": event.text, **_fields(source, "document", "uri")} for name, (event, source) in sides.items()
    }
    return {**told, "probability": _rounded(bridge.probability)}


def _claim(claim: Claim, package: EvidencePackage | None) -> Payload:
    sides: Payload = {"id": claim.id, "cause": claim.cause.text, "effect": claim.effect.text}
    said = _fields(claim, "cause_event", "effect_event", "modality", "degree", "enough", "counterfactual", "tentative", "group")
    payload = {**sides, **said}
    if package is None:
        own = _span(claim.cause_quote) if claim.cause_quote else None
        return {**payload, "document": claim.document, "quote": _span(claim.quote), "cause_quote": own}
    return {**payload, "n": next(iter(package.numbers([claim])), None)}


def _time(wording: str | None) -> Payload | None:
    found = dated(wording)
    return {**found} if found else None


def _verdict(verdict: Verdict | None, package: EvidencePackage | None) -> Payload | None:
    if verdict is None:
        return None
    return {
        "cause": verdict.cause.text,
        "effect": verdict.effect.text,
        **_fields(verdict, "necessity", "rule"),
        "ground": verdict.reasons[0] if verdict.reasons else None,
        "grounds": [_claim(claim, package) for claim in verdict.grounds],
        "alternatives": [_chain(chain, package) for chain in verdict.alternatives],
        **_fields(verdict, "reasons", "sufficient"),
        "partners": [event.text for event in verdict.partners],
        "together": [event.text for event in verdict.together],
        "bridge": _bridge(verdict.bridge) if verdict.bridge else None,
        "unless": _bridge(verdict.unless) if verdict.unless else None,
        "sources": [_fields(source, "document", "uri", "title") for source in verdict.sources],
    }


def _simulation(simulation: Simulation, package: EvidencePackage | None) -> Payload:
    return {
        "kind": simulation.kind,
        "intervention": {
            "event": simulation.event.text,
            "to": simulation.to,
            "together": [event.text for event in simulation.together],
        },
        "matched_event": _fields(simulation.matched, "id", "text") if simulation.matched else None,
        "effects_gained": _named(simulation.gained),
        "effects_lost": _named(simulation.lost),
        "effects_kept": _named(simulation.kept),
        "effects_unsettled": _named(simulation.unsettled),
        "effects_probably_lost": _named(simulation.probably_lost),
        "effects_probably_kept": _named(simulation.probably_kept),
        "alternatives": [_chain(chain, package) for chain in simulation.alternatives],
        "effects_perhaps_lost": [{**_fields(event, "id", "text"), "bridge": _bridge(bridge)} for event, bridge in simulation.perhaps_lost],
    }


def _trace(trace: Trace) -> Payload:
    return {
        "stages": [
            {"stage": step.stage, "seconds": _rounded(step.seconds), "counts": dict(step.counts), "notes": list(step.notes)}
            for step in trace.steps
        ],
        "seconds": _rounded(trace.seconds),
        "model": _usage(trace.usage),
    }


def _usage(usage: Usage) -> Payload:
    return {**_fields(usage, "calls", "cached", "input_tokens", "output_tokens"), "cost_usd": _rounded(usage.money)}


def _documents(documents: Iterable[DocumentSummary]) -> list[Json]:
    return [_fields(document, "id", "uri", "title", "status", "reason", "chunks", "claims") for document in documents]
