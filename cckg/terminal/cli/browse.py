"""The command that leads to Neo4j Browser; the address and the files come from `cckg.export.browser`."""

import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cckg.terminal.cli.session import JsonOption, settings_of, write

if TYPE_CHECKING:
    from cckg.export import Payload


def browse(
    ctx: typer.Context,
    *,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where queries and style are written.")] = Path(".cckg/browser"),
    no_open: Annotated[bool, typer.Option("--no-open", help="Only say the address.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Look at a graph in Neo4j with Neo4j Browser: say its address, and write ready-made queries and a style for it.

    On a terminal the address is opened in your web browser, if a server answers there. The graph is not read.
    """
    from cckg.export import AURA, browser_address, browser_answers, write_browser_files

    settings = settings_of(ctx)
    address = browser_address(settings)
    names = write_browser_files(to)
    if as_json:
        write(browse_payload(address, to, names))
        return
    reached = browser_answers(address)
    _say(address, to, reached=reached, anonymous=not settings.neo4j.password and address != AURA)
    if reached and not no_open and sys.stdin.isatty() and sys.stdout.isatty():
        _open(address)


def browse_payload(address: str, folder: Path, names: Sequence[str]) -> "Payload":
    """Where Neo4j Browser usually is, and what was written for it.

    `{"address","folder","files":[…]}`. `files` are names in `folder`.
    """
    return {"address": address, "folder": str(folder), "files": list(names)}


# Private

_SILENT = (
    "Nothing answers there. A server that `make neo4j` starts without Docker has no Browser; `docker compose up` starts one that has, "
    "and Neo4j Desktop has one that connects to any server."
)

_ANONYMOUS = (
    "No password is set, so this address connects without one (NO_AUTH). If the server asks for one, set NEO4J_USERNAME and "
    "NEO4J_PASSWORD, in the environment or in .env, and give the command again."
)


def _say(address: str, folder: Path, *, reached: bool, anonymous: bool) -> None:
    from cckg.terminal.render import plain, terminal

    lines = ["Neo4j Browser is usually at", address, *([] if reached else [_SILENT]), *([_ANONYMOUS] if anonymous else [])]
    lines.append(f"Queries and a style are in {folder}: drop them onto the Browser's window, then run what stands in its editor.")
    for line in lines:
        terminal().print(plain(line), soft_wrap=True)  # an address is never broken
    sys.stdout.flush()


def _open(address: str) -> None:
    """Open the address in a browser with a window; one that would take over the terminal is left alone."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)
