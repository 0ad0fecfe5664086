"""Results as rich renderables, for people. Decides nothing, and treats every text it is given as text, never as markup.

Answers, chains and their sources are left to `cckg.terminal.render_answer`; where a renderable is printed, to the commands and the shell.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from cckg.core.claims import Degree, DocumentSummary, ExtractedClaim, Modality, quotes_of
from cckg.core.questions import ParsedQuestion
from cckg.core.results import MatchResult, SearchResult
from cckg.core.text import squeeze

if TYPE_CHECKING:
    from cckg.core.chat import Usage
    from cckg.stores import Stats
    from ingest import Failure, Forecast, IngestReport

MOST_SKIPPED = 10
"""Skipped files that a report names, at most."""

HEADING = "bold"
FAINT = "dim"
GOOD, DOUBTFUL, BAD = "green", "yellow", "bold red"


def terminal(*, stderr: bool = False) -> Console:
    """Return a console that prints what it is given and nothing cleverer; it keeps NO_COLOR, TERM=dumb and the terminal's width."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def printable(text: str) -> str:
    r"""Return the text on one line, with what could steer a terminal or reorder a line shown as U+FFFD.

    >>> printable("red\x1b[31m\n alert")
    'red�[31m alert'
    """
    return "".join(map(_shown, squeeze(text)))


def plain(text: str, style: str = "") -> Text:
    """Return a foreign text made printable, folded where a word is longer than the line."""
    return Text(printable(text), style=style, overflow="fold")


class Trimmed:
    """Another renderable, without the blanks that fill its lines up to their end."""

    def __init__(self, whole: RenderableType) -> None:
        self._whole = whole

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines as short as they are."""
        for line in console.render_lines(self._whole, options, pad=False):
            while line and not line[-1].text.strip(" "):
                line.pop()
            if line:
                line[-1] = Segment(line[-1].text.rstrip(" "), line[-1].style)
            yield from line
            yield Segment.line()


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it is not one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def error_line(message: str) -> Text:
    """Show what went wrong, in one red line."""
    return plain(message, "red")


def grid(rows: Iterable[tuple[RenderableType, RenderableType]]) -> RenderableType:
    """Set pairs in two columns, the second one folded to the width that is left."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def numbered(rows: Iterable[RenderableType]) -> RenderableType:
    """Set rows in a list with numbers, their lines indented alike."""
    return grid((Text(f"{number}.", style=FAINT), row) for number, row in enumerate(rows, start=1))


def labelled(rows: Iterable[tuple[str, str | int | Text]]) -> RenderableType:
    """Set values beside their names."""
    return grid((Text(name, style=FAINT), value if isinstance(value, Text) else plain(str(value))) for name, value in rows)


def notes_view(notes: Iterable[str]) -> list[RenderableType]:
    """Show what is to be told beside an answer, one line each."""
    return [plain(note, DOUBTFUL) for note in notes]


def section(title: str, *parts: RenderableType) -> RenderableType:
    """Put parts under a heading, an empty line before it."""
    return Group(Text(), Text(title, style=HEADING), *(Padding(part, (0, 0, 0, 2)) for part in parts))


def claims_view(claims: Sequence[ExtractedClaim], *, name: str | None = None) -> RenderableType:
    """Show the claims of one text, each with its quote."""
    heading = [plain(name, HEADING)] if name else []
    if not claims:
        return Group(*heading, Text("No claim of cause and effect was found."))
    return Group(
        *heading,
        numbered(Group(_claim(claim), plain(" … ".join(f"“{quote.text}”" for quote in quotes_of(claim)), FAINT)) for claim in claims),
    )


def match_view(result: MatchResult) -> RenderableType:
    """Show whether two wordings name one event with one polarity."""
    verdict = Text("They match", style=GOOD) if result.match else Text("They do not match", style=DOUBTFUL)
    event = "the same event" if result.same_event else "different events"
    polarity = "the same polarity" if result.same_polarity else "different polarity"
    return Text.assemble(verdict, f": {event}, {polarity}, cosine {result.cosine:.2f}.")


def parsed_view(parsed: ParsedQuestion) -> RenderableType:
    """Show how a question is understood."""
    rows: list[tuple[str, str]] = [("route", str(parsed.route)), ("asks for", parsed.asks)]
    rows += [("main event", parsed.main_event)] if parsed.main_event else []
    rows += [("evidence", event) for event in parsed.presupposed]
    rows += [("intervention", f"{request.event} := {request.to}") for request in parsed.interventions]
    rows += [("query variable", wanted)] if (wanted := parsed.query_variable or parsed.effect) else []
    rows += [("because", reason) for reason in parsed.reasons]
    return labelled(rows)


def search_view(results: Sequence[SearchResult], *, read_as: str | None = None, fits: bool = True) -> RenderableType:
    """Show how the query was read, if that is to be told, and what a search found, best first; and where none of it `fits`, that first."""
    told: list[RenderableType] = [plain(read_as, FAINT)] if read_as else []
    told += [] if fits else notes_view(["Nothing was found that fits the query; what follows is only nearest to it."])
    if not results:
        return Group(*told, Text("Nothing was found. Try other words, or another --method."))
    return Group(*told, numbered(Group(_found(result), plain(result.text)) for result in results))


def documents_view(documents: Sequence[DocumentSummary]) -> RenderableType:
    """List documents with their ids."""
    if not documents:
        return Text("The graph holds no documents yet. Run `cckg ingest PATH…`.")
    return Group(*map(document_line, documents))


def document_line(document: DocumentSummary) -> RenderableType:
    """Show one document: title, where it is, and what the graph has of it."""
    title = plain(document.title or document.uri, HEADING)
    if document.status == "failed":
        state = plain(f"failed: {document.reason}", BAD)
    elif document.status == "incomplete":
        state = plain(f"{document.id}  in part: {document.reason}", DOUBTFUL)
    else:
        state = Text(f"{document.id}  {counted(document.chunks, 'chunk')}, {counted(document.claims, 'claim')}", style=FAINT)
    return Group(title, Padding(Group(plain(document.uri), state), (0, 0, 0, 2)))


def forgotten_view(documents: Sequence[DocumentSummary]) -> RenderableType:
    """Say which documents were taken out."""
    return Group(*(plain(f"Forgotten: {document.title or document.uri} ({document.uri})") for document in documents))


def emptied_view(held: "Stats", url: str) -> RenderableType:
    """Say what was taken out of a graph that is empty now."""
    return Group(plain(f"Taken out of {url}:"), stats_view(held))


def report_view(report: "IngestReport") -> RenderableType:
    """Show what an ingestion did, every failure with its reason."""
    rows: list[tuple[str, str | int | Text]] = [
        ("documents", f"{report.added} added, {report.updated} updated, {report.unchanged} unchanged"),
        ("failed", Text(str(report.failed), style=BAD if report.failed else "")),
        ("chunks", report.chunks),
        ("claims", f"{report.claims_kept} kept, {report.claims_refused} refused{_reasons(report)}"),
        ("events", f"{report.events_created} created, {report.events_reused} reused"),
        ("edges", report.edges),
        ("seconds", f"{report.seconds:.1f}"),
    ]
    if report.usage.calls or report.usage.cached:
        rows.insert(-1, ("chat models", usage_text(report.usage)))
    paid = {uri: usage for uri, usage in report.reading.items() if usage.tokens}
    if len(paid) > 1:
        uri, usage = max(paid.items(), key=lambda item: item[1].tokens)
        rows.insert(-1, ("dearest", f"{uri}: {usage_text(usage)}"))
    silent = _listed("No claim of cause and effect was read in", report.silent)
    skipped = _listed("Skipped, not of a kind that is read", report.skipped)
    return Group(labelled(rows), *failed_view(report.failures), *silent, *skipped, *_stopped(report))


def usage_text(usage: "Usage") -> str:
    """Say what chat models cost."""
    if not usage.calls and not usage.cached:
        return "no model calls"
    cached = f", {usage.cached} answered before" if usage.cached else ""
    money = ", cost unknown" if usage.money is None else f", ${usage.money:.4f}" if usage.money else ""
    return f"{counted(usage.calls, 'model call')}{cached}, {usage.input_tokens} + {usage.output_tokens} tokens{money}"


def forecast_view(forecast: "Forecast") -> RenderableType:
    """Show what an ingestion would do."""
    rows: list[tuple[str, str | int | Text]] = [
        ("documents", f"{forecast.documents} to read, {forecast.unchanged} unchanged"),
        ("failed", Text(str(forecast.failed), style=BAD if forecast.failed else "")),
        ("chunks", forecast.chunks),
        ("tokens", forecast.tokens),
        ("model calls", forecast.usage.calls or "0 (the built-in roles cost nothing)"),
    ]
    if forecast.usage.calls:
        rows += [
            ("model tokens", f"{forecast.usage.input_tokens} + {forecast.usage.output_tokens}"),
            ("cost", "unknown" if forecast.usage.money is None else f"${forecast.usage.money:.2f}"),
            ("minutes", f"about {max(forecast.minutes, 0.1):.1f}, {_AS_BEFORE if forecast.is_measured else _AS_LIMITED}"),
        ]
    return Group(labelled(rows), *failed_view(forecast.failures), Text("Nothing was written.", style=FAINT))


def stats_view(stats: "Stats") -> RenderableType:
    """Show how much the graph holds."""
    by = [f"{count} {name}" for name, count in stats.modalities.items() if count]
    events = [f"{count} {name}" for name, count in stats.polarities.items() if count]
    return labelled(
        [
            ("documents", f"{stats.documents}" + (f", and {stats.failed} failed" if stats.failed else "")),
            ("chunks", stats.chunks),
            ("claims", f"{stats.claims}" + (f": {', '.join(by)}" if by else "")),
            ("events", f"{stats.events}" + (f": {', '.join(events)}" if events else "")),
            ("edges", stats.edges),
            ("merged wordings", stats.merged_wordings),
            ("named things", stats.entities),
            ("perhaps the same", stats.perhaps_same),
        ]
    )


def checks_view(checks: Iterable[tuple[str, str, str, str]]) -> RenderableType:
    """Show checks: name, state ("ok", "warning", "broken"), what was found, and what to do next."""
    styles = {"ok": GOOD, "warning": DOUBTFUL, "broken": BAD}
    return grid(
        (
            Text(state, style=styles[state]),
            Group(Text.assemble((name, HEADING), f": {printable(found)}", overflow="fold"), *([plain(advice, FAINT)] if advice else [])),
        )
        for name, state, found, advice in checks
    )


def failed_view(failures: "Iterable[Failure]") -> list[RenderableType]:
    """Show what could not be read, if there is anything."""
    lines = [
        plain(f"{failure.document}{'' if failure.chunk is None else f', chunk {failure.chunk}'}: {failure.reason}") for failure in failures
    ]
    return [section("Failed", *lines)] if lines else []


# Private

_AS_BEFORE = "as fast as replies came before"
_AS_LIMITED = "which is what the limits and a fast, hosted model allow; a slow server takes longer"
_JOINERS = "\u200c\u200d"  # some scripts and emoji are misspelt without them
_UNSEEN = "\u00ad\u200b\u2060\ufeff"


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if character in _UNSEEN:
        return ""
    if category.startswith("Z"):
        return " "
    return "\ufffd" if category in ("Cc", "Cf", "Cs") and character not in _JOINERS else character


def _claim(claim: ExtractedClaim) -> Text:
    marks = [str(mark) for mark in (claim.modality, claim.degree) if mark not in (Modality.ASSERTED, Degree.DIRECT)]
    marks += ["enough alone"] if claim.enough else []
    marks += ["would have been"] if claim.counterfactual else []
    mark = f"  ({', '.join(marks)})" if marks else ""
    sides = [f"{printable(side.text)} ({side.polarity})" for side in (claim.cause, claim.effect)]
    return Text.assemble(sides[0], (" → ", FAINT), sides[1], (mark, DOUBTFUL), overflow="fold")


def _found(result: SearchResult) -> Text:
    place = f"  {printable(result.uri)}" if result.uri else ""
    return Text.assemble((printable(result.title), HEADING), (f"{place}  {result.score:.3f}", FAINT), overflow="fold")


def _reasons(report: "IngestReport") -> str:
    """Tell why claims were refused, the most frequent reason first."""
    told = "; ".join(f"{many} {reason}" for reason, many in report.refused.most_common())
    return f" ({told})" if told else ""


def _stopped(report: "IngestReport") -> list[RenderableType]:
    if report.stopped is None:
        return []
    return [section("Stopped", plain(report.stopped, BAD), plain(f"{counted(len(report.left), 'document')} left."))]


def _listed(title: str, names: Sequence[str]) -> list[RenderableType]:
    lines: list[RenderableType] = [plain(name, FAINT) for name in names[:MOST_SKIPPED]]
    if len(names) > MOST_SKIPPED:
        lines.append(Text(f"and {len(names) - MOST_SKIPPED} more", style=FAINT))
    return [section(title, *lines)] if lines else []
