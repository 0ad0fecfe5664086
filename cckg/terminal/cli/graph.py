"""Commands that walk the graph or take it elsewhere: causes, effects, path, stats, export."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cckg.core.graph import MOST_LINKS
from cckg.terminal.cli.batch import checked, chosen
from cckg.terminal.cli.session import JsonOption, Session, opened

if TYPE_CHECKING:
    from cckg.core.results import Walk

EventArgument = Annotated[str, typer.Argument(metavar="EVENT", help="The event, in any wording.")]
DepthOption = Annotated[int | None, typer.Option("--depth", min=1, max=MOST_LINKS, help="Links of a chain, at most; else questions.depth.")]


def causes(ctx: typer.Context, event: EventArgument, *, depth: DepthOption = None, as_json: JsonOption = False) -> None:
    """Show the chains that lead to an event."""
    text = checked(event, name="event")
    with opened(ctx) as session:
        _write(session, session.app.walk(text, "causes", depth=depth), as_json=as_json)


def effects(ctx: typer.Context, event: EventArgument, *, depth: DepthOption = None, as_json: JsonOption = False) -> None:
    """Show the chains that lead from an event."""
    text = checked(event, name="event")
    with opened(ctx) as session:
        _write(session, session.app.walk(text, "effects", depth=depth), as_json=as_json)


def path(
    ctx: typer.Context,
    *,
    cause: Annotated[str, typer.Argument(metavar="A", help="The cause, in any wording.")],
    effect: Annotated[str, typer.Argument(metavar="B", help="The effect, in any wording.")],
    depth: DepthOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the chains from one event to another."""
    ends = (checked(cause, name="cause"), checked(effect, name="effect"))
    with opened(ctx) as session:
        _write(session, session.app.path(*ends, depth=depth), as_json=as_json)


def stats(ctx: typer.Context, as_json: JsonOption = False) -> None:
    """Count what the graph holds."""
    from cckg.export import stats_payload
    from cckg.terminal.render import stats_view

    with opened(ctx) as session:
        counted = session.app.stats()
        session.write(stats_payload(counted) if as_json else stats_view(counted))


def export(
    ctx: typer.Context,
    *,
    format: Annotated[str, typer.Option("--format", help="json, graphml, csv, dot, mermaid, cypher or html.")],  # noqa: A002
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it; else stdout.")] = None,
) -> None:
    """Write the whole graph in a format of other programs."""
    from cckg.export import FORMATS

    chosen(format, FORMATS, option="--format")
    with opened(ctx) as session:
        text = session.app.export(format)
    if output is not None:
        output.write_text(text, encoding="utf-8")
        return
    sys.stdout.buffer.write((text if text.endswith("\n") else f"{text}\n").encode())  # UTF-8, whatever the terminal's is
    sys.stdout.flush()


# Private


def _write(session: Session, walk: "Walk", *, as_json: bool) -> None:
    from cckg.export import walk_payload
    from cckg.terminal.render_answer import walk_view

    if as_json:
        session.write(walk_payload(walk))
    else:
        session.write(walk_view(walk, {document.id: document for document in session.app.documents()}))
