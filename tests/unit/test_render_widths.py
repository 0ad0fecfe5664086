"""Every view at every width of a terminal: nothing overflows, nothing is lost, and width changes the layout alone."""

import io
import re
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from cckg.core.chat import Usage
from cckg.core.claims import DocumentSummary, ExtractedClaim, Mention, Modality, Span
from cckg.core.evidence import Answer, CausalChain, Citation, EntryEvent, EvidencePackage, Simulation, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import InterventionRequest, ParsedQuestion, Route
from cckg.core.results import MatchResult, SearchResult, Walk, WhatIf
from cckg.core.trace import Step, Trace
from cckg.stores import Stats
from cckg.terminal.render import (
    checks_view,
    claims_view,
    documents_view,
    error_line,
    forecast_view,
    forgotten_view,
    match_view,
    parsed_view,
    report_view,
    search_view,
    stats_view,
)
from cckg.terminal.render_answer import answer_view, evidence_view, trace_view, walk_view, whatif_view
from ingest import Failure, Forecast, IngestReport
from queries.causal import chains
from tests.builders import subgraph

WIDTHS = pytest.mark.parametrize("width", [20, 33, 40, 79, 80, 132, 200])
TITLE = "Report of the board of inquiry into the loss of the ferry at the harbour mouth"
EVENTS = "rain:heavy rain in the upper valley -> flood:the flood of the lower town; flood:the flood of the lower town ?> cut:a power cut"
WIDE = "日本語の長い題名がここにあります"  # two cells to a character
GRAPH = subgraph(EVENTS, f"rain:heavy rain in the upper valley -> cut:a power cut; x:{WIDE} !> cut:a power cut")
FOUND: tuple[CausalChain, ...] = tuple(chains(GRAPH, starts=["cut"], direction="causes", depth=5, limit=9))
RAIN, CUT = GRAPH.events["rain"], GRAPH.events["cut"]
CITATIONS = tuple(
    Citation(number, claim.document, f"folder/{claim.document}.txt", TITLE, claim.chunk, 0, 9, claim.quote.text, (claim.id,))
    for number, claim in enumerate(GRAPH.claims, start=1)
)
VERDICT = Verdict(RAIN, CUT, "not necessary", "survives", FOUND[:1], ("Other causes are still left in the documents that were read.",))
SIMULATIONS = (
    Simulation("absent", RAIN, "absent", None, lost=(CUT,)),
    Simulation("opposite", RAIN, "light rain", Event("d", WIDE, Polarity.DECREASE), gained=(CUT,)),
)
PACKAGE = EvidencePackage(FOUND, SIMULATIONS, VERDICT, (GRAPH.claims[-1],), (), CITATIONS)
ENTRIES = (EntryEvent(CUT, 0.91, 1), EntryEvent(RAIN, 0.5, 2))
TRACE = Trace([Step("enter", 0.02, {"candidates": 12, "kept": 2}, ["“a power cut” was kept: the same event and polarity"]), Step("walk")])
ANSWER = Answer("q", "causal", f"Because of heavy rain in the upper valley [1, 3].\n{WIDE} [2].", False, PACKAGE, ENTRIES, TRACE)
SUMMARY = DocumentSummary("d1", f"folder/{WIDE}.txt", TITLE, "text/plain", "done", None, "2026-01-01", 12, 34)
CLAIM = ExtractedClaim(
    Mention(Span("heavy rain", 0, 10), "heavy rain in the upper valley", Polarity.OCCURRENCE),
    Mention(Span("the flood", 18, 27), f"the flood of {WIDE}", Polarity.OCCURRENCE),
    None,
    Span("heavy rain caused the flood", 0, 27),
    Modality.HEDGED,
    0.9,
)
PARSED = ParsedQuestion(
    "q", Route.COUNTERFACTUAL, "verdict", (TITLE,), (InterventionRequest("the rain"),), "the flood", WIDE, True, None, ("x",)
)
VIEWS: dict[str, RenderableType] = {
    "answer": answer_view(ANSWER, trace=True),
    "abstention": answer_view(replace(ANSWER, abstained=True, package=EvidencePackage(), text="The documents say nothing of it.")),
    "evidence": evidence_view(PACKAGE),
    "whatif": whatif_view(
        WhatIf("heavy rain", ENTRIES, SIMULATIONS, VERDICT, TRACE, chains=tuple(FOUND)),
        {name: replace(SUMMARY, id=name) for name in ("d1", "d2")},
    ),
    "whatif of nothing": whatif_view(WhatIf(TITLE, (), (), None, TRACE), {}),
    "walk": walk_view(Walk("a power cut", ENTRIES, FOUND, True, TRACE), {name: replace(SUMMARY, id=name) for name in ("d1", "d2")}),
    "trace": trace_view(TRACE),
    "documents": documents_view([SUMMARY, replace(SUMMARY, status="failed", reason=f"{TITLE}: {WIDE}")]),
    "forgotten": forgotten_view([SUMMARY]),
    "claims": claims_view([CLAIM, CLAIM], name=TITLE),
    "match": match_view(MatchResult(True, False, 0.5)),
    "parsed": parsed_view(PARSED),
    "search": search_view([SearchResult("chunk", "c", "d", "folder/a.txt", TITLE, f"{TITLE} {WIDE}", 0.5, 1)] * 11),
    "report": report_view(IngestReport(added=3, failures=[Failure("folder/b.pdf", 2, TITLE)], skipped=("c.xyz",) * 12)),
    "forecast": forecast_view(Forecast(3, 1, 1, 9, 900, Usage(), 0.0, (Failure("folder/b.pdf", None, TITLE),))),
    "stats": stats_view(Stats(1, 1, 2, 3, 4, 5, {"asserted": 3, "hedged": 2}, {"occurrence": 4, "absence": 1}, 1, 6)),
    "checks": checks_view([("store", "ok", TITLE, ""), ("weights", "broken", WIDE, "Run `cckg doctor` with a connection.")]),
    "error": error_line(f"folder/{WIDE}.txt: {TITLE}"),
}
EACH = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)


def printed(view: RenderableType, *, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False, emoji=False)
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def letters(output: str) -> str:
    return re.sub(r"\s+", "", output)


@WIDTHS
@EACH
def test_no_line_is_wider_than_the_terminal(view: RenderableType, width: int) -> None:
    assert max(cell_len(line) for line in printed(view, width=width).splitlines()) <= width


@pytest.mark.parametrize("name", [name for name in VIEWS if name not in ("answer", "abstention", "evidence", "whatif", "walk")])
@pytest.mark.parametrize("width", [33, 40, 79])
def test_a_narrow_terminal_shows_as_many_letters_as_a_wide_one(name: str, width: int) -> None:
    narrow, wide = letters(printed(VIEWS[name], width=width)), letters(printed(VIEWS[name], width=1000))
    assert sorted(narrow) == sorted(wide)


@pytest.mark.parametrize("name", ["answer", "evidence", "walk"])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_every_quote_is_whole_at_every_width(name: str, width: int) -> None:
    shown = letters(printed(VIEWS[name], width=width))
    quoted = {claim.quote.text for chain in FOUND for link in chain.claims for claim in link}
    assert [quote for quote in quoted if letters(quote)[:12] not in shown] == []


@pytest.mark.parametrize("width", [80, 200])
def test_every_number_that_an_answer_cites_stands_before_a_quote(width: int) -> None:
    output = printed(VIEWS["answer"], width=width)
    for number in (1, 2, 3):
        assert re.search(rf"\[{number}\]\s+“", output)
