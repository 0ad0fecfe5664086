"""Commands on claims that were read wrongly: claims show, reject, undo."""

from collections.abc import Callable
from typing import Annotated

import typer

from cckg.terminal.cli.ledger.merges import LimitOption
from cckg.terminal.cli.session import JsonOption, opened

ClaimArgument = Annotated[str, typer.Argument(metavar="CLAIM", help="The id of a claim, or its beginning.")]


def show(
    ctx: typer.Context,
    *,
    text: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAIM", help="The id of a claim, its beginning, or words of it; without, those that were rejected."),
    ] = None,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
) -> None:
    """Show claims with their quotes, also those that were rejected."""
    from cckg.export import claims_payload
    from cckg.terminal.cli.ledger.render import claims_view

    with opened(ctx) as session:
        found = session.app.ledger().claims(" ".join(text or []))
        session.write((claims_payload if as_json else claims_view)(found, limit=limit))


def reject(ctx: typer.Context, claim: ClaimArgument, *, as_json: JsonOption = False) -> None:
    """Decide that a claim was read wrongly: it is in no edge, chain, answer or count any more, also when its document is read again."""
    _decide(ctx, claim, as_json=as_json, undone=False)


def undo(ctx: typer.Context, claim: ClaimArgument, *, as_json: JsonOption = False) -> None:
    """Undo that a claim was rejected."""
    _decide(ctx, claim, as_json=as_json, undone=True)


COMMANDS: dict[str, Callable[..., None]] = {"show": show, "reject": reject, "undo": undo}


# Private


def _decide(ctx: typer.Context, claim: str, *, as_json: bool, undone: bool) -> None:
    from cckg.export import decision_payload
    from cckg.terminal.cli.ledger.render import decision_view

    with opened(ctx) as session:
        ledger = session.app.ledger()
        decision = ledger.restore(claim) if undone else ledger.reject(claim)
        session.write(decision_payload(decision) if as_json else decision_view(decision))
