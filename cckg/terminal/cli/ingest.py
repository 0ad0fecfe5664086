"""Commands on documents: ingest, documents, forget."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cckg.core.errors import InputError
from cckg.terminal.cli.session import FAILED, JsonOption, opened, settings_of


def ingest(
    ctx: typer.Context,
    *,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Files and folders: txt, md, html, pdf, docx, csv, jsonl.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and write nothing.")] = False,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="AMOUNT", help="The most to spend: '2.50 usd', '200k tokens', '500 calls'."),
    ] = None,
    concurrency: Annotated[int | None, typer.Option("--concurrency", metavar="N", help="Calls to chat models under way at once.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Read documents into the graph.

    What stands there unchanged is left alone; a changed file replaces what it brought before. A run that was stopped goes on where it
    was when the same command is given again. The status is 3 if some documents, or parts of them, failed or are left.
    """
    if budget is not None:
        from cckg.models.chat import Budget

        Budget.parse(budget)  # refused before anything is opened
    from cckg.export import forecast_payload, ingest_payload
    from cckg.terminal.cli.checks import store_path
    from cckg.terminal.render import forecast_view, report_view

    if dry_run:
        path = store_path(settings_of(ctx).store)
        scratch = ":memory:" if path and not path.exists() else None
        with opened(ctx, create=True, store=scratch, budget=budget, concurrency=concurrency) as session:
            forecast = session.app.forecast(paths)
            session.write(forecast_payload(forecast) if as_json else forecast_view(forecast))
        failed = bool(forecast.failures)
    else:
        with opened(ctx, create=True, budget=budget, concurrency=concurrency) as session:
            report = session.app.ingest(paths)
            session.write(ingest_payload(report) if as_json else report_view(report))
        failed = bool(report.failures or report.left or report.stopped)
    if failed:
        raise typer.Exit(FAILED)


def documents(ctx: typer.Context, as_json: JsonOption = False) -> None:
    """List the documents of the graph, failed ones with their reason."""
    from cckg.export import documents_payload
    from cckg.terminal.render import documents_view

    with opened(ctx) as session:
        found = session.app.documents()
        session.write(documents_payload(found) if as_json else documents_view(found))


def forget(
    ctx: typer.Context,
    *,
    documents: Annotated[list[str] | None, typer.Argument(metavar="DOC", help="Their uris, ids, or beginnings of ids.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Take out all documents, which empties the graph.")] = False,
    sure: Annotated[bool, typer.Option("--yes", help="Do not ask whether --all is meant.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Take documents out of the graph; what other documents state as well is kept.

    `--all` empties the graph, document by document, and asks before. The store keeps its schema, and the encoder that it was built with.
    A run that was stopped goes on where it was when the same command is given again.
    """
    if bool(documents) == everything:
        raise typer.BadParameter("Name the documents, or give --all.")
    if everything and not sure and not sys.stdin.isatty():
        raise typer.BadParameter("--all asks before it empties the graph. Where nobody can answer, give --yes as well.")
    from cckg.export import forget_payload
    from cckg.terminal.render import emptied_view, forgotten_view

    with opened(ctx) as session:
        if documents:
            gone = [session.app.forget(reference) for reference in documents]
            session.write(forget_payload(gone) if as_json else forgotten_view(gone))
            return
        held, url = session.app.stats(), session.app.store.url
        if not sure and (held.documents or held.failed):
            _require_yes(f"{held.documents} documents with {held.claims} claims will be taken out of {url} for good. Go on? [y/N] ")
        gone = session.app.forget_all()
        session.write(forget_payload(gone) if as_json else emptied_view(held, url))


# Private


def _require_yes(question: str) -> None:
    """Ask on the terminal; raise InputError if the answer is anything but yes."""
    sys.stderr.write(question)
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise InputError("Nothing was taken out, for the answer was not yes.")
