"""Answers for people: the text, the verdict, chains with their numbered sources, what contradicts, the two worlds of a simulation.

Decides nothing; what is left out for shortness is counted. Other results are left to `cckg.terminal.render`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from cckg.core.arbitration import Arbitration, Hypothesis
from cckg.core.arbitration_words import agreement, alike, apart, held_back, told_apart, varied
from cckg.core.claims import Claim, DocumentSummary, Span, quotes_of
from cckg.core.evidence import Answer, CausalChain, Citation, EvidencePackage, Simulation, Verdict
from cckg.core.graph import Event
from cckg.core.results import Walk, WhatIf
from cckg.core.trace import Trace
from cckg.realisation import denial, if_same, link_marks, outcomes
from cckg.terminal.render import (
    DOUBTFUL,
    FAINT,
    HEADING,
    counted,
    grid,
    labelled,
    notes_view,
    numbered,
    plain,
    printable,
    section,
    usage_text,
)

MOST_CHAINS = 5
"""Chains shown of an answer, at most; a walk shows all that it was asked for."""
MOST_EVENTS = 8
"""Events shown of what a simulation gains or loses, at most."""


def answer_view(answer: Answer, *, trace: bool = False) -> RenderableType:
    """Show an answer: text, verdict, chains, contradictions, and the sources of what is shown."""
    package = answer.package
    parts: list[RenderableType] = [plain(line, DOUBTFUL if answer.abstained else "") for line in answer.text.splitlines()]
    parts += notes_view(answer.notes)
    if answer.abstained and not package.chains:
        parts += _advice(answer)
    if package.verdict:
        parts.append(verdict_view(package.verdict, package))
    if package.chains:
        parts.append(chains_view(package, most=MOST_CHAINS))
    if package.denials:
        parts.append(denials_view(package))
    left = package.verdict.alternatives if package.verdict else ()
    shown = [*_claims(package.chains[:MOST_CHAINS]), *_claims(left[:MOST_CHAINS]), *package.denials]
    parts += sources_view(package, numbers=_cited(answer.text) | set(package.numbers(shown)))
    if answer.arbitration:
        parts.append(arbitration_view(answer.arbitration, held=held_back(answer)))
    if trace:
        parts.append(trace_view(answer.trace))
    return Group(*parts)


def arbitration_view(found: Arbitration, *, held: str = "") -> RenderableType:
    """Show how far the hypotheses of an arbitration agree, each of them, what was asked beside the question, and what else would fit.

    Those with the same evidence and answer are one row. `held` tells why the answer is another one; "" tells nothing.
    """
    answered = any(hypothesis.answer for hypothesis in found.hypotheses)
    rows = [_hypothesis(hypothesis, alike(hypothesis, of=found)) for hypothesis in apart(found)]
    hypotheses: list[RenderableType] = [numbered(rows)] if answered else []
    agreed = [plain(told, "" if answered else FAINT)] if (told := agreement(found)) else []
    notes = [plain(note, FAINT) for note in (held, *found.notes) if note]
    asked = [plain(f"  {line}", FAINT) for line in varied(found)]
    heading = [Text("Beside it was asked, with one thing changed:", style=FAINT)] if asked else []
    ratio = [plain(told_apart(found))] if found.crr is not None else []
    return section("Hypotheses", *agreed, *hypotheses, *notes, *heading, *asked, *ratio)


def evidence_view(package: EvidencePackage) -> RenderableType:
    """Show all that an answer may be written from."""
    parts = [verdict_view(package.verdict, package)] if package.verdict else []
    parts += [all_chains_view(package)] if package.chains else []
    parts += [_simulation(simulation) for simulation in package.simulations]
    parts += [denials_view(package)] if package.denials else []
    return Group(*parts, all_sources_view(package))


def all_chains_view(package: EvidencePackage) -> RenderableType:
    """Show every chain, with the numbers of its sources."""
    return chains_view(package, most=len(package.chains)) if package.chains else Text("There is no chain.")


def all_sources_view(package: EvidencePackage) -> RenderableType:
    """Show every source."""
    return Group(*sources_view(package)) if package.citations else Text("There is no source.")


def verdict_view(verdict: Verdict, package: EvidencePackage) -> RenderableType:
    """Show whether the cause was necessary, why, and which chains are left without it."""
    heading = Text.assemble(
        (verdict.necessity, HEADING if verdict.leaning else DOUBTFUL),
        f": {_named((verdict.cause, *verdict.together), joint=' or ')} for {_named([verdict.effect])}",
    )
    chains = [_chain(chain, package) for chain in verdict.alternatives[:MOST_CHAINS]]
    left = [Text("Left without it:", style=FAINT), *chains] if chains else []
    conditions = [plain(f"only {if_same(verdict.bridge)}", DOUBTFUL)] if verdict.bridge else []
    conditions += [plain(f"but otherwise {if_same(verdict.unless)}", DOUBTFUL)] if verdict.unless else []
    return section("Verdict", heading, *conditions, *(plain(reason, FAINT) for reason in verdict.reasons), *left)


def chains_view(package: EvidencePackage, *, most: int) -> RenderableType:
    """Show chains, cause first, each link with the numbers of its sources, hedged links marked."""
    chains = package.chains
    rest = [Text(f"and {len(chains) - most} more; --json has all", style=FAINT)] if len(chains) > most else []
    return section("Chains", numbered(_chain(chain, package) for chain in chains[:most]), *rest)


def denials_view(package: EvidencePackage) -> RenderableType:
    """Show the claims that deny a cause."""
    lines = [
        Text.assemble(
            printable(denial(claim)),
            (_marks(package.numbers([claim])), FAINT),
            overflow="fold",
        )
        for claim in package.denials
    ]
    return section("Contradicted", *lines)


def sources_view(package: EvidencePackage, *, numbers: set[int] | None = None) -> list[RenderableType]:
    """Show numbered sources with their verbatim quotes: those of these numbers, or all; nothing where there are none."""
    shown = [citation for citation in package.citations if numbers is None or citation.n in numbers]
    if not shown:
        return []
    by_document: dict[str, list[Citation]] = {}
    for citation in shown:
        by_document.setdefault(citation.document, []).append(citation)
    left = len(package.citations) - len(shown)
    rest = [Text(f"and {left} more; --json has all", style=FAINT)] if left else []
    return [section("Sources", *map(_source, by_document.values()), *rest)]


def whatif_view(result: WhatIf, documents: Mapping[str, DocumentSummary], *, effect: str | None = None) -> RenderableType:
    """Show both worlds around an event, the verdict where an effect was asked about, and chains with their quotes, as `walk_view` does."""
    if not result.entry_events:
        return Group(*notes_view(result.notes), _no_event(result.event))
    parts = [_simulation(simulation) for simulation in result.simulations] or [Text("Nothing follows from it in the graph.")]
    left = result.verdict.alternatives if result.verdict else ()
    shown = [*result.chains[:MOST_CHAINS], *left[:MOST_CHAINS]]
    package = EvidencePackage(chains=result.chains, citations=tuple(_citations(shown, documents)))
    if result.verdict:
        parts.append(verdict_view(result.verdict, package))
    elif effect is not None:
        parts += [Text(), _no_event(effect)]
    if result.chains:
        parts.append(chains_view(package, most=MOST_CHAINS))
    return Group(*notes_view(result.notes), *parts, *sources_view(package))


def walk_view(result: Walk, documents: Mapping[str, DocumentSummary]) -> RenderableType:
    """Show chains with their quotes; `documents` tells by id where the quotes are found."""
    if not result.entry_events:
        return Group(*notes_view(result.notes), _no_event(result.query))
    head = [*notes_view(result.notes), *(plain(entry.event.text, HEADING) for entry in result.entry_events)]
    if not result.chains:
        return Group(*head, Text("The graph has no chain there. Only the events above were matched; other words may match others."))
    package = EvidencePackage(chains=result.chains, citations=tuple(_citations(result.chains, documents)))
    bound = [Text("There is more: a bound was met. Raise questions.max_events or questions.max_chains.", style=FAINT)]
    return Group(*head, all_chains_view(package), *sources_view(package), *(bound if result.truncated else []))


def trace_view(trace: Trace) -> RenderableType:
    """Show the stages of a trace with their times, counts and notes."""
    rows: list[tuple[str, str]] = []
    for step in trace.steps:
        counts = ", ".join(f"{count} {name}" for name, count in step.counts.items())
        rows.append((step.stage, f"{step.seconds * 1000:.0f} ms" + (f", {counts}" if counts else "")))
        rows += [("", note) for note in step.notes]
    rows.append(("all", f"{trace.seconds * 1000:.0f} ms, {usage_text(trace.usage)}"))
    return section("Trace", labelled(rows))


# Private

_CITED = re.compile(r"\[([\d, ]+)\]")


def _hypothesis(hypothesis: Hypothesis, agreed: str) -> RenderableType:
    told = (f"score {hypothesis.score:.2f}", agreed, f"from {counted(len(hypothesis.evidence), 'passage')}")
    return Group(plain(hypothesis.answer or "no answer"), Text(", ".join(filter(None, told)), style=FAINT))


def _cited(text: str) -> set[int]:
    return {int(number) for group in _CITED.findall(text) for number in re.findall(r"\d+", group)}


def _claims(chains: Iterable[CausalChain]) -> list[Claim]:
    return [claim for chain in chains for link in chain.claims for claim in link]


def _marks(numbers: Sequence[int]) -> str:
    return f" [{', '.join(map(str, numbers))}]" if numbers else ""


def _chain(chain: CausalChain, package: EvidencePackage) -> Text:
    line = Text(printable(chain.events[0].text), overflow="fold")
    for event, claims in zip(chain.events[1:], chain.claims, strict=True):
        marks = link_marks(claims)
        arrow = " ~ " if not claims else " ⇢ perhaps " if "perhaps" in marks else " → "
        arrow += f"({', '.join(more)}) " if (more := [mark for mark in marks if mark != "perhaps"]) else ""
        line.append(arrow, style=DOUBTFUL if "perhaps" in marks else FAINT)
        line.append(printable(event.text))
        line.append(_marks(package.numbers(claims)), style=FAINT)
    if not chain.told_whole:
        line.append(", told whole by no one document", style=FAINT)
    for bridge in chain.bridges:
        line.append(f", {printable(if_same(bridge))}", style=DOUBTFUL)
    return line


def _source(citations: Sequence[Citation]) -> RenderableType:
    uri, title = citations[0].uri, citations[0].title
    head = [plain(title, HEADING), plain(uri, FAINT)] if title else [plain(uri, HEADING)]
    return Group(*head, grid((Text(f"[{citation.n}]", style=FAINT), plain(f"“{citation.quote}”")) for citation in citations))


def _advice(answer: Answer) -> list[RenderableType]:
    near = [plain(entry.event.text, FAINT) for entry in answer.entry_events[:MOST_CHAINS]]
    return [
        *([section("Near it in the graph", *near), Text()] if near else []),
        Text('Try the words of the documents, look with `cckg search "…" --over events`, or ingest more documents.', style=FAINT),
    ]


def _no_event(wording: str) -> RenderableType:
    return Group(
        plain(f"The graph has no event like “{wording}”.", DOUBTFUL),
        Text('Look for its words with `cckg search "…" --over events`.', style=FAINT),
    )


def _simulation(simulation: Simulation) -> RenderableType:
    event = _named((simulation.event, *simulation.together), joint=" and ")
    title = f"Without {event}" if simulation.kind == "absent" else f"With the opposite of {event}"
    matched = simulation.matched.text if simulation.matched else "no such event"
    rows = [("opposite", simulation.to), ("in the graph", matched)] if simulation.kind == "opposite" else []
    told = outcomes(simulation)
    rows += [(name, _listed(events)) for name, events in told]
    if not told and (simulation.matched or simulation.kind == "absent"):
        rows.append(("follows", "nothing that the documents tell"))
    return section(title, labelled(rows))


def _named(events: Sequence[Event], *, joint: str = "") -> str:
    return joint.join(f"“{printable(event.text)}”" for event in events)


def _listed(events: Sequence[str]) -> str:
    shown = "; ".join(events[:MOST_EVENTS])
    return shown + (f"; and {len(events) - MOST_EVENTS} more" if len(events) > MOST_EVENTS else "")


def _citations(chains: Iterable[CausalChain], documents: Mapping[str, DocumentSummary]) -> Iterable[Citation]:
    """Number the quotes in the order of the chains; a quote that states several claims is one source."""
    by_quote: dict[tuple[str, Span], dict[str, Claim]] = {}
    for claim in _claims(chains):
        for quote in quotes_of(claim):
            by_quote.setdefault((claim.document, quote), {})[claim.id] = claim
    for number, ((document, quote), claims) in enumerate(by_quote.items(), start=1):
        summary, chunk = documents[document], next(iter(claims.values())).chunk
        yield Citation(number, document, summary.uri, summary.title, chunk, quote.start, quote.end, quote.text, tuple(claims))
