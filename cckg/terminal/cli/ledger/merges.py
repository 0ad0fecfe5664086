"""Commands on the ledger of events: merges list, show, undo, redo, join, split, review."""

import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from cckg.core.errors import InputError
from cckg.terminal.cli.session import JsonOption, Session, opened

if TYPE_CHECKING:
    from cckg.core.decisions import Decision
    from ingest import Ledger

LimitOption = Annotated[int, typer.Option("--limit", min=1, metavar="N", help="How many to show, at most.")]
MentionArgument = Annotated[str, typer.Argument(metavar="MENTION", help="The id of a mention, or its beginning.")]
UndoneArgument = Annotated[str, typer.Argument(metavar="ID", help="The id of a decision, or of a mention, or its beginning.")]


def list_(
    ctx: typer.Context,
    *,
    text: Annotated[list[str] | None, typer.Argument(metavar="WORD", help="Only events whose wordings hold these words.")] = None,
    document: Annotated[str, typer.Option("--document", metavar="DOCUMENT", help="Only events of this document: a uri or an id.")] = "",
    limit: LimitOption = 20,
    as_json: JsonOption = False,
) -> None:
    """List the events of several mentions, with why these are one, and the decisions by hand."""
    from cckg.export import merges_payload
    from cckg.terminal.cli.ledger.render import merges_view

    words = " ".join(text or [])
    with opened(ctx) as session:
        ledger = session.app.ledger()
        shown = merges_payload if as_json else merges_view
        session.write(shown(ledger.events(words, document=document), ledger.decisions(words, document=document), limit=limit))


def show(
    ctx: typer.Context,
    *,
    reference: Annotated[str, typer.Argument(metavar="ID", help="The id of an event, mention or decision, or its beginning.")],
    as_json: JsonOption = False,
) -> None:
    """Show all that is known of an event, a mention or a decision.

    An event is found by every id that it ever had.
    """
    from cckg.export import ledger_entry_payload
    from cckg.terminal.cli.ledger.render import ledger_entry_view

    with opened(ctx) as session:
        entry = session.app.ledger().show(reference)
        session.write(ledger_entry_payload(entry) if as_json else ledger_entry_view(entry))


def undo(ctx: typer.Context, reference: UndoneArgument, *, as_json: JsonOption = False) -> None:
    """Undo a decision by hand; or, given a mention, that it was merged: it is split off, and stays so."""
    _decide(ctx, lambda ledger: ledger.undo(reference), as_json=as_json)


def redo(ctx: typer.Context, reference: UndoneArgument, *, as_json: JsonOption = False) -> None:
    """Take an undo back."""
    _decide(ctx, lambda ledger: ledger.redo(reference), as_json=as_json)


def join(
    ctx: typer.Context,
    *,
    left: Annotated[str, typer.Argument(metavar="A", help="The id of an event, or of one of its mentions, or its beginning.")],
    right: Annotated[str, typer.Argument(metavar="B", help="The other event.")],
    as_json: JsonOption = False,
) -> None:
    """Decide that two events are one."""
    _decide(ctx, lambda ledger: ledger.join(left, right), as_json=as_json)


def split(ctx: typer.Context, mention: MentionArgument, *, as_json: JsonOption = False) -> None:
    """Decide that a mention is another event than all with which it is one now."""
    _decide(ctx, lambda ledger: ledger.split(mention), as_json=as_json)


def review(ctx: typer.Context, *, limit: LimitOption = 20, as_json: JsonOption = False) -> None:
    """Ask about the pairs of events that may be one, those on which most hangs first; --json lists them instead.

    Each answer is a decision, as by join and split.
    """
    from cckg.export import doubts_payload

    if not as_json and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("`cckg merges review` asks questions, and this is no terminal. Give --json to list the pairs.")
    with opened(ctx) as session:
        ledger = session.app.ledger()
        if as_json:
            session.write(doubts_payload(ledger.doubts(), limit=limit))
        else:
            _ask(session, ledger, limit=limit)


COMMANDS: dict[str, Callable[..., None]] = {
    "list": list_,
    "show": show,
    "undo": undo,
    "redo": redo,
    "join": join,
    "split": split,
    "review": review,
}


# Private


def _decide(ctx: typer.Context, made: "Callable[[Ledger], Decision]", *, as_json: bool) -> None:
    from cckg.export import decision_payload
    from cckg.terminal.cli.ledger.render import decision_view

    with opened(ctx) as session:
        decision = made(session.app.ledger())
        session.write(decision_payload(decision) if as_json else decision_view(decision))


def _ask(session: Session, ledger: "Ledger", *, limit: int) -> None:
    """Ask about doubtful pairs until there are no more, or it is enough; identity is settled at the end."""
    from cckg.terminal.cli.ledger.render import doubt_view
    from cckg.terminal.render import counted, plain

    answers: Counter[str] = Counter()
    for doubt in ledger.doubts()[:limit]:
        session.write(doubt_view(doubt))
        key = _answer()
        if key == "q":
            break
        if key != "s":
            ledger.answer(doubt, same=key == "y")
        answers[key] += 1
    ledger.settle()
    session.write(plain(f"{counted(answers['y'], 'pair')} joined, {answers['n']} kept apart, {answers['s']} skipped."))


def _answer() -> str:
    """Return y, n, s or q; the end of what is typed means q."""
    from cckg.terminal.render import plain, terminal

    while True:
        terminal().print(plain("Are they one event? y, n, s to skip, q to quit:"), end=" ")
        sys.stdout.flush()
        typed = sys.stdin.readline()
        if (key := typed.strip().lower()[:1] if typed else "q") in tuple("ynsq"):
            return key
