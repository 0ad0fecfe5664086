"""The command that decides identity anew, and its report as JSON and for a terminal; the work is done in `ingest.upgrading`."""

from typing import TYPE_CHECKING

import typer

from cckg.terminal.cli.session import FAILED, JsonOption, opened

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cckg.export import Payload
    from ingest import UpgradeReport


def upgrade(ctx: typer.Context, as_json: JsonOption = False) -> None:
    """Decide anew which mentions are one event, from what the graph holds; no document is read again.

    For a graph of an older cckg, or after models.identity was changed. What was compared before is not compared again, so a run that was
    stopped goes on where it was when the same command is given again. The status is 3 if a chat model could not compare all.
    """
    with opened(ctx) as session:
        report = session.app.upgrade()
        session.write(upgrade_payload(report) if as_json else upgrade_view(report))
    if report.failures:
        raise typer.Exit(FAILED)


def upgrade_payload(report: "UpgradeReport") -> "Payload":
    """What `upgrade` did.

    `{"decided_by":{"before":name|null,"now":name},"events":{"before","now"},"mentions":{"all","moved","restored","left"},"pairs_read",
    "perhaps_same","failures":[{"document","chunk"|null,"reason"}],"seconds"}`.
    `before` is null where mentions were assigned one by one. `moved` are the mentions that left the others of their event, `restored` those
    of an older cckg whose context was put together again, `left` those that no claim states, which stay where they are.
    """
    from cckg.export import failures_payload

    return {
        "decided_by": {"before": report.decided_before, "now": report.decided_by},
        "events": {"before": report.events_before, "now": report.events},
        "mentions": {"all": report.mentions, "moved": report.moved, "restored": report.restored, "left": report.left},
        "pairs_read": report.pairs_read,
        "perhaps_same": report.perhaps_same,
        "failures": failures_payload(report.failures),
        "seconds": round(report.seconds, 6),
    }


def upgrade_view(report: "UpgradeReport") -> "RenderableType":
    """Show what an upgrade did."""
    from rich.console import Group

    from cckg.terminal.render import failed_view, labelled, plain

    rows: list[tuple[str, str | int]] = [
        ("decided by", f"{report.decided_by}, before: {report.decided_before or 'rules or a chat model, one by one'}"),
        ("events", f"{report.events}, before: {report.events_before}"),
        ("mentions", f"{report.moved} of {report.mentions} moved to another event"),
        ("pairs read", report.pairs_read),
        ("perhaps the same", report.perhaps_same),
        ("seconds", f"{report.seconds:.1f}"),
    ]
    said = []
    if report.restored:
        said.append(f"The context of {report.restored} mentions was put together again from stored passages.")
    if report.left:
        said.append(f"{report.left} mentions that no claim states have no context, and stay where they are.")
    return Group(labelled(rows), *failed_view(report.failures), *map(plain, said))
