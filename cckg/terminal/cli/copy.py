"""The command that moves a graph to another store, and its report as JSON and for a terminal; the work is done in `cckg.stores.copying`."""

from typing import TYPE_CHECKING, Annotated

import typer

from cckg.core.errors import InputError
from cckg.terminal.cli.session import JsonOption, opened, settings_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cckg.export import Payload
    from cckg.stores import CopyReport


def copy(
    ctx: typer.Context,
    *,
    to: Annotated[str, typer.Option("--to", metavar="URL", help="The other store; it is begun if it is not there.")],
    as_json: JsonOption = False,
) -> None:
    """Copy the graph into another store, and verify the copy.

    The other store is empty, or an earlier copy: documents that it holds already are left alone, so a copy that was stopped goes on where
    it was when the same command is given again. In the end both stores are compared, by counts and by a hash of all that they hold.
    """
    _require_another(settings_of(ctx).store, to)
    with opened(ctx) as session:
        report = session.app.copy(to)
        session.write(copy_payload(report) if as_json else copy_view(report))


def copy_payload(report: "CopyReport") -> "Payload":
    """What `copy` did.

    `{"documents":{"copied","unchanged","failed"},"chunks","claims","events","edges","merged_wordings","hash","seconds"}`.
    `failed` counts documents that could not be read, whose reasons are copied. The counts from `chunks` on and the hash are those of both
    stores; the hash is a sha256 of the whole content, vectors included, that does not depend on the kind of store.
    """
    stats = report.stats
    return {
        "documents": {"copied": report.copied, "unchanged": report.unchanged, "failed": stats.failed},
        "chunks": stats.chunks,
        "claims": stats.claims,
        "events": stats.events,
        "edges": stats.edges,
        "merged_wordings": stats.merged_wordings,
        "hash": report.hash,
        "seconds": round(report.seconds, 6),
    }


def copy_view(report: "CopyReport") -> "RenderableType":
    """Show what a copy did."""
    from cckg.terminal.render import labelled

    stats = report.stats
    return labelled(
        [
            ("documents", f"{report.copied} copied, {report.unchanged} unchanged" + (f", {stats.failed} failed" if stats.failed else "")),
            ("chunks", stats.chunks),
            ("claims", stats.claims),
            ("events", stats.events),
            ("edges", stats.edges),
            ("verified", f"both stores hold the same: sha256 {report.hash}"),
            ("seconds", f"{report.seconds:.1f}"),
        ]
    )


# Private


def _require_another(store: str, to: str) -> None:
    """Refuse a copy of a store into itself, and one that would end with the command."""
    from cckg.terminal.cli.checks import store_path

    path, other = store_path(store), store_path(to)
    if path and other and path.exists() and other.exists() and path.samefile(other):
        raise InputError(f"{to} is the store that is copied. Name another one.")
    if to.removeprefix("sqlite:") == ":memory:":
        raise InputError("A copy in :memory: would end with this command. Name a file or a server.")
