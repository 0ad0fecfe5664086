"""The command `cckg`: its commands, its global options, and the one boundary where an error becomes a line and an exit status."""

import errno
import functools
import logging
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from types import FrameType
from typing import Annotated

import typer

from cckg import __version__
from cckg.core.errors import CckgError
from cckg.terminal.cli import ask, browse, copy, distil, doctor, evaluate, graph, ingest, stages
from cckg.terminal.cli.ledger import claims, merges, upgrade
from cckg.terminal.cli.session import BROKEN, GlobalOptions, Notices

INTERRUPTED = 130
"""Exit status: Ctrl-C."""


def main() -> None:
    """Run the command line and exit with its status."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends us quietly, as it does other programs
    signal.signal(signal.SIGINT, _on_interrupt)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that knows no arrows still shows the rest
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command, say what went wrong in one line on stderr, and return the exit status."""
    ordered = with_joined_words(hoisted(arguments))
    debug = "--debug" in ordered
    try:
        typer.main.get_command(app).main(args=ordered, prog_name="cckg")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except _InterruptedError as error:
        return _fail(str(error), INTERRUPTED, debug=debug)
    except CckgError as error:
        return _fail(str(error), BROKEN, debug=debug)
    except MemoryError:
        return _fail("There is not enough memory for this. Read fewer or smaller documents at a time.", BROKEN, debug=debug)
    except OSError as error:
        return _fail(_sentence(error), BROKEN, debug=debug)
    except KeyboardInterrupt:
        return _fail("Stopped.", INTERRUPTED, debug=debug)
    except Exception as error:  # noqa: BLE001 - the one boundary: whatever else comes is a fault of ours
        if _interrupts:
            return _fail("Stopped.", INTERRUPTED, debug=debug)
        return _fail(f"cckg failed: {type(error).__name__}: {error}. Please report it with what --debug prints.", BROKEN, debug=debug)
    return 0


def hoisted(arguments: Iterable[str]) -> list[str]:
    """Move the global options to the front, so that they may stand before or after the command.

    >>> hoisted(["stats", "--store", "a.db", "--json"])
    ['--store', 'a.db', 'stats', '--json']
    """
    front: list[str] = []
    rest: list[str] = []
    remaining = iter(arguments)
    for argument in remaining:
        if argument == "--":
            rest += [argument, *remaining]
        elif argument in _VALUED:
            front += [argument, *islice(remaining, 1)]
        elif argument == "--debug" or argument.startswith(tuple(f"{option}=" for option in _VALUED)):
            front.append(argument)
        else:
            rest.append(argument)
    return front + rest


def with_joined_words(given: list[str]) -> list[str]:
    """Write a command of two words as one, which is how it is known here; global options have been moved to the front.

    >>> with_joined_words(["--store", "a.db", "eval", "make", "--out", "b"]), with_joined_words(["path", "eval", "make"])
    (['--store', 'a.db', 'eval-make', '--out', 'b'], ['path', 'eval', 'make'])
    """
    place = 0
    while place < len(given) and given[place].startswith("-"):
        place += 2 if given[place] in _VALUED else 1
    return [*given[:place], "eval-make", *given[place + 2 :]] if given[place : place + 2] == ["eval", "make"] else given


# Private


_VALUED = ("--store", "--model")


_interrupts: list[int] = []  # a library that is being imported may turn the interrupt into an error of its own


def _on_interrupt(number: int, _frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, and remember that it was asked for."""
    _interrupts.append(number)
    raise KeyboardInterrupt


class _InterruptedError(Exception):
    """Ctrl-C, with what to say about it."""


def _interruptible(command: Callable[..., None]) -> Callable[..., None]:
    """Take Ctrl-C out of typer's hands."""

    @functools.wraps(command)
    def guarded(**options: object) -> None:
        try:
            command(**options)
        except KeyboardInterrupt:
            kept = f" {_KEPT[command]} kept; the same command goes on from there." if command in _KEPT else ""
            raise _InterruptedError(f"Stopped.{kept}") from None

    return guarded


_KEPT: dict[Callable[..., None], str] = {
    ingest.ingest: "Finished documents are",
    copy.copy: "Finished documents are",
    upgrade.upgrade: "What was compared is",
}

app = typer.Typer(name="cckg", no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)

_COMMANDS: dict[str, Callable[..., None]] = {
    "init": doctor.init,
    "doctor": doctor.doctor,
    "ingest": ingest.ingest,
    "documents": ingest.documents,
    "forget": ingest.forget,
    "upgrade": upgrade.upgrade,
    "ask": ask.ask,
    "shell": ask.shell,
    "extract": stages.extract,
    "match": stages.match,
    "parse": stages.parse,
    "search": stages.search,
    "whatif": stages.whatif,
    "causes": graph.causes,
    "effects": graph.effects,
    "path": graph.path,
    "stats": graph.stats,
    "export": graph.export,
    "copy": copy.copy,
    "browse": browse.browse,
    "distil": distil.distil,
    "eval": evaluate.evaluate,
    "eval-make": evaluate.make,
}
_GROUPS: dict[str, tuple[str, dict[str, Callable[..., None]]]] = {
    "merges": ("Which mentions are one event, and why; corrected by hand.", merges.COMMANDS),
    "claims": ("What was read, and what of it was read wrongly.", claims.COMMANDS),
}


def _add(group: typer.Typer, commands: dict[str, Callable[..., None]]) -> None:
    for name, command in commands.items():
        group.command(name, epilog="--store URL, --model NAME and --debug may be given with every command.")(_interruptible(command))


_add(app, _COMMANDS)
for _name, (_purpose, _commands) in _GROUPS.items():
    _group = typer.Typer(name=_name, help=_purpose, no_args_is_help=True, rich_markup_mode=None)
    _add(_group, _commands)
    app.add_typer(_group)


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"cckg {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    ctx: typer.Context,
    store: Annotated[
        str | None,
        typer.Option("--store", metavar="URL", help="The graph: the path of a SQLite file, or neo4j://HOST."),
    ] = None,
    model: Annotated[str | None, typer.Option("--model", metavar="NAME", help="Who plays all the roles: local, or PROVIDER:MODEL.")] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Log what is done, and show the traceback of an error.")] = False,
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Show the version.")] = False,
) -> None:
    """Read documents, keep what they say about cause and effect, and answer causal questions with quotes.

    --store, --model and --debug may stand before or after the command.
    """
    del version
    ctx.obj = GlobalOptions(store=store, model=model)
    if debug:
        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("cckg").handlers = [] if debug else [Notices(logging.WARNING)]


def _fail(message: str, status: int, *, debug: bool) -> int:
    from cckg.terminal.render import error_line, terminal

    if debug:
        traceback.print_exc()
    terminal(stderr=True).print(error_line(message), soft_wrap=True)
    return status


def _sentence(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full. What was finished is kept; free some space and give the same command again."
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}. Check the path and its permissions."
