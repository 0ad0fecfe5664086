"""What commands share: the global options, the opened application, where results and progress go."""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress

    from cckg.app import CausalRAG
    from cckg.export import Payload
    from cckg.settings import Settings

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

BROKEN = 1
"""Exit status: an error that the user can mend, or one that is ours; of `doctor`, that something is broken."""
FAILED = 3
"""Exit status: done, but some documents, chunks or lines failed."""


@dataclass(frozen=True, slots=True)
class GlobalOptions:
    """What may be said before or after any command."""

    store: str | None = None
    model: str | None = None


def settings_of(ctx: typer.Context, *, store: str | None = None, **chat: "str | int | None") -> "Settings":
    """Read the settings; a store given here wins over `--store`, which wins over the settings, as do the keys of `chat` that are set.

    `--model` plays all roles, also those that the settings give to another.
    """
    from cckg.settings import RoleSettings, load_settings

    options = ctx.ensure_object(GlobalOptions)
    roles = dict.fromkeys(RoleSettings.model_fields, options.model) if options.model else None
    given = {name: value for name, value in chat.items() if value is not None}
    return load_settings(store=store or options.store, roles=roles, chat=given or None)


@contextmanager
def opened(ctx: typer.Context, *, create: bool = False, store: str | None = None, **chat: "str | int | None") -> "Iterator[Session]":
    """Open the application for one command; its progress is shown on stderr where that is a terminal."""
    from cckg.app import open_app

    with ProgressBar() as bar, open_app(settings_of(ctx, store=store, **chat), create=create, progress=bar) as app:
        yield Session(app, bar)


def opened_without_store(ctx: typer.Context) -> "AbstractContextManager[Session]":
    """Open the application for a stage that touches no store."""
    return opened(ctx, create=True, store=":memory:")


@dataclass(frozen=True, slots=True)
class Session:
    """The application of one command, and where its results go."""

    app: "CausalRAG"
    bar: "ProgressBar"

    def write(self, result: "Payload | RenderableType") -> None:
        """Take the bar away, and write a result."""
        self.bar.stop()
        write(result)


def write(result: "Payload | RenderableType") -> None:
    """Print a payload as one line of JSON, and anything else as text, on stdout; it is flushed."""
    if isinstance(result, dict):
        sys.stdout.write(json.dumps(result) + "\n")  # ASCII only: safe in every terminal and pipe
    else:
        from cckg.terminal.render import Trimmed, terminal

        terminal().print(Trimmed(result))
    sys.stdout.flush()


class Notices(logging.Handler):
    """Shows on stderr, a line each, what is to be known while something is still done, such as that a server does not answer."""

    def emit(self, record: logging.LogRecord) -> None:
        """Show what was logged."""
        from cckg.terminal.render import DOUBTFUL, plain, terminal

        terminal(stderr=True).print(plain(record.getMessage(), DOUBTFUL), soft_wrap=True)


class ProgressBar(AbstractContextManager["ProgressBar"]):
    """Shows what an application tells of its progress; begins when there is something to show, and is gone when its block is left."""

    def __init__(self) -> None:
        self._progress: Progress | None = None

    def __call__(self, message: str, done: int, total: int | None) -> None:
        """Show a message, how much is done, and of how much."""
        from cckg.terminal.render import printable, terminal

        console = terminal(stderr=True)
        if not console.is_terminal or console.is_dumb_terminal:
            return
        if self._progress is None:
            self._progress = _bar(console)
            self._progress.add_task("", total=None, amount="")
            self._progress.start()
        amount = _amount(done, total)
        self._progress.update(self._progress.task_ids[0], description=printable(message), completed=done, total=total, amount=amount)

    def __exit__(self, *raised: object) -> None:
        """Take the bar away."""
        self.stop()

    def stop(self) -> None:
        """Take the bar away; the next call begins another."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None


# Private

_MEGABYTE = 1_000_000


def _bar(console: "Console") -> "Progress":
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    message = TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1))
    amount = TextColumn("{task.fields[amount]}", markup=False, table_column=Column(no_wrap=True))
    return Progress(BarColumn(bar_width=10), amount, message, console=console, transient=True, redirect_stdout=False, expand=True)


def _amount(done: int, total: int | None) -> str:
    """Say how much is done; a total of a million or more is a download's bytes."""
    if total is None:
        return ""
    return f"{done}/{total}" if total < _MEGABYTE else f"{done / _MEGABYTE:.0f}/{total / _MEGABYTE:.0f} MB"
