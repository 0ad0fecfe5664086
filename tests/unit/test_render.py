"""What people see: at 80 and 40 columns, with texts that try to steer the terminal."""

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from cckg.core.arbitration import Arbitration, Hypothesis
from cckg.core.chat import Usage
from cckg.core.claims import DocumentSummary
from cckg.core.evidence import Answer, Citation, EntryEvent, EvidencePackage, Simulation, Source, Subgraph, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import InterventionRequest, ParsedQuestion, Route
from cckg.core.results import MatchResult, SearchResult, Walk, WhatIf
from cckg.core.trace import Step, Trace
from cckg.stores import Stats
from cckg.terminal.render import (
    MOST_SKIPPED,
    checks_view,
    documents_view,
    forecast_view,
    forgotten_view,
    match_view,
    parsed_view,
    plain,
    printable,
    report_view,
    search_view,
    stats_view,
)
from cckg.terminal.render_answer import MOST_CHAINS, MOST_EVENTS, answer_view, evidence_view, trace_view, walk_view, whatif_view
from ingest import Failure, Forecast, IngestReport
from queries.causal import chains, denials
from tests.builders import subgraph

HOSTILE = "[bold red]x[/] \x1b[31mred\x1b]0;title\x07 \u202egnol\u2066 " + "w" * 90
WIDTHS = pytest.mark.parametrize("width", [40, 80])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain — ünïcödé 漢字", "plain — ünïcödé 漢字"),
        ("two\n lines\tand  spaces", "two lines and spaces"),
        ("\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m"),
        ("right\u202eto left", "right\ufffdto left"),
        ("soft\u00adhyphen\ufeff", "softhyphen"),
        ("no\u00a0break", "no break"),
        ("\ud800 lone", "\ufffd lone"),
        ("नि\u200dष", "नि\u200dष"),
        ("\x9b31m", "\ufffd31m"),
    ],
)
def test_what_could_steer_a_terminal_is_shown_and_not_obeyed(text: str, shown: str) -> None:
    assert printable(text) == shown


@WIDTHS
def test_no_line_is_longer_than_the_terminal(width: int) -> None:
    for view in hostile_views():
        assert max(cell_len(line) for line in printed(view, width=width).splitlines()) <= width


def test_foreign_text_is_never_markup_and_never_steers() -> None:
    for view in hostile_views():
        output = printed(view, width=200, color=True)
        assert "[bold red]x[/]" in output
        assert not {"\x1b[31mred", "\x1b]", "\u202e", "\x07"} & {
            part for part in ("\x1b[31mred", "\x1b]", "\u202e", "\x07") if part in output
        }


@WIDTHS
def test_an_answer_shows_text_chains_contradiction_and_cited_quotes(width: int) -> None:
    output = words(printed(answer_view(answer("a -> b ?> c; x !> c")), width=width))
    assert "Because of a [1]." in output
    assert "a → b [1] ⇢ perhaps c [2]" in output
    assert "“x” did not cause “c” [3]" in output
    assert "Title of d1 d1.txt [1] “a causes b.”" in output


def test_the_verdict_names_both_events_its_reasons_and_what_is_left() -> None:
    found = answer("a -> b")
    verdict = Verdict(event("x"), event("b"), "not necessary", "survives", found.package.chains, ("another cause is left",))
    output = words(printed(answer_view(replace(found, package=replace(found.package, verdict=verdict)))))
    assert "not necessary: “x” for “b”" in output
    assert "another cause is left Left without it: a → b [1]" in output


def test_the_sources_of_a_chain_that_is_left_are_shown() -> None:
    found = answer("a -> b")
    verdict = Verdict(event("x"), event("b"), "not necessary", "survives", found.package.chains)
    package = replace(found.package, chains=(), verdict=verdict)
    assert "“a causes b.”" in printed(answer_view(replace(found, text="Not needed.", package=package)))


def test_an_abstention_says_what_to_try_and_what_is_near() -> None:
    abstained = Answer(
        "q", "causal", "The documents do not say.", True, EvidencePackage(), (EntryEvent(event("the dam"), 0.5, 1),), Trace()
    )
    output = words(printed(answer_view(abstained)))
    assert "The documents do not say." in output
    assert "Near it in the graph the dam" in output
    assert "cckg search" in output


def test_only_the_best_chains_are_shown_and_the_rest_is_counted() -> None:
    found = answer("; ".join(f"a{number} -> c" for number in range(MOST_CHAINS + 3)))
    output = words(printed(answer_view(found)))
    assert "and 3 more; --json has all" in output
    assert f"{MOST_CHAINS}." in output
    assert f"{MOST_CHAINS + 1}." not in output


def test_the_evidence_shows_every_chain_and_simulation() -> None:
    found = answer("; ".join(f"a{number} -> c" for number in range(MOST_CHAINS + 3)))
    package = replace(found.package, simulations=(Simulation("absent", event("a0"), "absent", None, lost=(event("c"),)),))
    output = words(printed(evidence_view(package)))
    assert f"{MOST_CHAINS + 3}." in output
    assert "lost c" in output


def test_the_trace_is_shown_when_asked_for() -> None:
    traced = replace(answer("a -> b"), trace=Trace([Step("entry", 0.012, {"kept": 2}, ["dropped “z”: another polarity"])]))
    assert "entry 12 ms, 2 kept dropped “z”: another polarity" in words(printed(answer_view(traced, trace=True)))
    assert "12 ms" not in printed(answer_view(traced))


@WIDTHS
def test_hypotheses_of_the_same_evidence_are_one_row_that_tells_no_agreement(width: int) -> None:
    one = Hypothesis("Bale", "It says so.", ("d1#0",), 0.5, None, 0.31, 1.0)
    found = Arbitration("Who?", (), (("d1#0",),), (one, one, one), "Bale", "", False, None)
    output = words(printed(answer_view(replace(answer("a -> b"), arbitration=found)), width=width))
    assert "One answer was written; there is none to compare it with. 1. Bale score 0.31, from 1 passage" in output
    assert "agree" not in output
    assert output.count("Bale") == 1
    assert "not given as the answer" not in output


def test_a_trace_without_stages_is_shown() -> None:
    assert "no model calls" in printed(trace_view(Trace()))


def test_lines_of_an_answer_stay_lines() -> None:
    assert "one\ntwo\n" in printed(answer_view(replace(answer("a -> b"), text="one\ntwo")))


def test_a_walk_shows_its_event_chains_and_quotes() -> None:
    output = words(printed(walk_view(walk("a -> b"), documents())))
    assert output.startswith("b Chains 1. a → b [1] Sources Title of d1 d1.txt [1] “a causes b.”")


@pytest.mark.parametrize(("truncated", "said"), [(True, True), (False, False)])
def test_a_walk_that_met_a_bound_says_so(*, truncated: bool, said: bool) -> None:
    assert ("a bound was met" in printed(walk_view(replace(walk("a -> b"), truncated=truncated), documents()))) is said


def test_a_walk_without_event_or_chain_says_which() -> None:
    assert "no event like “b”" in printed(walk_view(replace(walk("a -> b"), entry_events=()), documents()))
    assert "no chain there" in printed(walk_view(replace(walk("a -> b"), chains=()), documents()))


def test_whatif_shows_both_worlds() -> None:
    gained = tuple(event(f"g{number}") for number in range(MOST_EVENTS + 2))
    simulations = (
        Simulation("absent", event("rain"), "absent", None, lost=(event("flood"),)),
        Simulation("opposite", event("rain"), "drought", event("a drought"), gained=gained),
        Simulation("opposite", event("rain"), "no such thing", None),
    )
    output = words(printed(whatif_view(WhatIf("rain", (EntryEvent(event("rain"), 0.9, 1),), simulations, None, Trace()), {})))
    assert "Without “rain” lost flood" in output
    assert "in the graph a drought" in output
    assert "; and 2 more" in output
    assert "no such event" in output


def test_whatif_shows_the_quotes_of_its_chains_and_of_those_that_are_left() -> None:
    graph = subgraph("a -> b; x -> b")
    leads, left = (tuple(chains(graph, starts=[start], direction="effects", depth=2, limit=1)) for start in "ax")
    verdict = Verdict(event("a"), event("b"), "not necessary", "survives", left, ())
    result = WhatIf("a", (EntryEvent(event("a"), 0.9, 1),), (), verdict, Trace(), chains=leads)
    output = words(printed(whatif_view(result, documents())))
    assert "Left without it: x → b [2]" in output
    assert "Chains 1. a → b [1] Sources Title of d1 d1.txt [1] “a causes b.” [2] “x causes b.”" in output


def test_search_shows_how_the_query_was_read_before_what_it_found() -> None:
    found = [SearchResult("chunk", "c", "d", "u", "Title", "text", 0.5, 1)]
    assert words(printed(search_view(found, read_as='As a logical query: "a"'))).startswith('As a logical query: "a" 1. Title')


def test_whatif_of_an_unknown_effect_says_so() -> None:
    view = whatif_view(WhatIf("rain", (EntryEvent(event("rain"), 0.9, 1),), (), None, Trace()), {}, effect="snow")
    assert "no event like “snow”" in printed(view)


def test_whatif_of_an_unknown_event_says_so() -> None:
    assert "no event like “snow”" in printed(whatif_view(WhatIf("snow", (), (), None, Trace()), {}))


def test_a_report_names_every_failure_and_the_first_skipped_files() -> None:
    skipped = tuple(f"f{number}.xyz" for number in range(MOST_SKIPPED + 4))
    silent = ["a bare note.md"]
    output = words(printed(report_view(IngestReport(failures=[Failure("a.pdf", 2, "no text")], skipped=skipped, silent=silent))))
    assert "No claim of cause and effect was read in a bare note.md" in output
    assert "a.pdf, chunk 2: no text" in output
    assert f"f{MOST_SKIPPED - 1}.xyz and 4 more" in output


def test_a_report_without_failures_has_no_such_section() -> None:
    assert "Failed" not in printed(report_view(IngestReport()))


def test_a_forecast_says_that_nothing_was_written() -> None:
    assert "Nothing was written." in printed(forecast_view(Forecast(1, 0, 0, 2, 300, Usage(), 0.0, ())))


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (documents_view([]), "holds no documents yet"),
        (search_view([]), "Nothing was found"),
        (match_view(MatchResult(True, False, 0.5)), "They do not match: the same event, different polarity, cosine 0.50."),
        (match_view(MatchResult(True, True, 0.9)), "They match: the same event, the same polarity, cosine 0.90."),
        (
            stats_view(Stats(2, 1, 3, 4, 5, 6, {"asserted": 4, "denied": 0}, {}, 1, 7)),
            "documents 2, and 1 failed chunks 3 claims 4: 4 asserted",
        ),
        (checks_view([("disk", "warning", "5 MB free", "Free some space.")]), "warning disk: 5 MB free Free some space."),
    ],
)
def test_small_results_are_sentences(view: RenderableType, said: str) -> None:
    assert said in words(printed(view))


def test_a_failed_document_shows_its_reason() -> None:
    assert "failed: no text in it" in printed(documents_view([replace(documents()["d1"], status="failed", reason="no text in it")]))


# Views and values


def printed(view: RenderableType, *, width: int = 80, color: bool = False) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=color, markup=False, highlight=False, emoji=False)
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def words(output: str) -> str:
    return " ".join(output.split())


def event(name: str) -> Event:
    return Event(name, name, Polarity.OCCURRENCE)


def hostile_views() -> list[RenderableType]:
    """Every view, each with a hostile text in every place that takes one."""
    bad = Event("e", HOSTILE, Polarity.OCCURRENCE)
    graph = subgraph(f"a:{HOSTILE.replace(';', ' ')} -> b; x !> b")
    hostile = answer_of(Subgraph(graph.events, graph.claims, {"d1": Source("d1", HOSTILE, HOSTILE)}))
    summary = DocumentSummary("d1", HOSTILE, HOSTILE, "text/plain", "failed", HOSTILE, "", 0, 0)
    verdict = Verdict(bad, bad, "undetermined", "same", hostile.package.chains, (HOSTILE,))
    parsed = ParsedQuestion(HOSTILE, Route.CAUSAL, "causes", (HOSTILE,), (InterventionRequest(HOSTILE, HOSTILE),), HOSTILE, HOSTILE)
    return [
        plain(HOSTILE),
        answer_view(replace(hostile, text=HOSTILE, package=replace(hostile.package, verdict=verdict))),
        answer_view(Answer(HOSTILE, "causal", HOSTILE, True, EvidencePackage(), (EntryEvent(bad, 0.5, 1),), Trace())),
        whatif_view(
            WhatIf(HOSTILE, (EntryEvent(bad, 0.5, 1),), (Simulation("opposite", bad, HOSTILE, bad, (bad,), (bad,)),), verdict, Trace()),
            {"d1": summary},
        ),
        walk_view(Walk(HOSTILE, (), (), False, Trace()), {}),
        trace_view(Trace([Step("s", 0.0, {}, [HOSTILE])])),
        documents_view([summary, replace(summary, status="done")]),
        forgotten_view([summary]),
        search_view([SearchResult("chunk", "c", "d", HOSTILE, HOSTILE, HOSTILE, 0.5, 1)]),
        report_view(IngestReport(failures=[Failure(HOSTILE, None, HOSTILE)], skipped=(HOSTILE,))),
        parsed_view(parsed),
        checks_view([("store", "broken", HOSTILE, HOSTILE)]),
    ]


def answer(*graph: str) -> Answer:
    return answer_of(subgraph(*graph))


def answer_of(graph: Subgraph) -> Answer:
    """Everything that leads to the last event of a graph, each claim cited once."""
    last = graph.claims[-1].effect_event
    found = tuple(chains(graph, starts=[last], direction="causes", depth=4, limit=50))
    citations = []
    for number, claim in enumerate(graph.claims, start=1):
        source = graph.sources[claim.document]
        place = (claim.chunk, claim.quote.start, claim.quote.end, claim.quote.text)
        citations.append(Citation(number, claim.document, source.uri, source.title, *place, (claim.id,)))
    package = EvidencePackage(chains=found, denials=tuple(denials(graph, [last])), citations=tuple(citations))
    return Answer("q", "causal", "Because of a [1].", False, package, (), Trace())


def walk(graph: str) -> Walk:
    found = answer(graph).package.chains
    return Walk("b", (EntryEvent(event("b"), 0.9, 1),), found, False, Trace())


def documents() -> dict[str, DocumentSummary]:
    return {"d1": DocumentSummary("d1", "d1.txt", "Title of d1", "text/plain", "done", None, "2026-01-01", 1, 1)}
