"""Writes docs/reference from the code and from what was measured; `--check` only tells whether its pages are fresh.

Run it as `python -m docs.generate [--check]`. All words come from the code: help texts, docstrings of payloads, of settings and of the
Python API; figures come from benchmarks/results (`docs.figures`).
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from cckg.export import ledger, payloads
from cckg.terminal.cli.browse import browse_payload
from cckg.terminal.cli.checks import checks_payload
from cckg.terminal.cli.copy import copy_payload
from cckg.terminal.cli.distil import distil_payload
from cckg.terminal.cli.evaluate import eval_payload, made_payload
from cckg.terminal.cli.ledger.upgrade import upgrade_payload
from cckg.terminal.cli.main import app
from cckg.terminal.cli.template import all_settings
from docs.api import python_page
from docs.figures import figures_page

FOLDER = Path(__file__).parent / "reference"

_HEAD = "<!-- Written by `make docs`; change the code instead. -->\n"

_PAYLOADS: dict[str, tuple[Callable[..., payloads.Payload], ...]] = {
    "doctor": (checks_payload,),
    "ingest": (payloads.ingest_payload, payloads.forecast_payload),
    "documents": (payloads.documents_payload,),
    "forget": (payloads.forget_payload,),
    "ask": (payloads.ask_payload,),
    "extract": (payloads.extract_payload,),
    "match": (payloads.match_payload,),
    "parse": (payloads.parse_payload,),
    "search": (payloads.search_payload,),
    "whatif": (payloads.whatif_payload,),
    "causes": (payloads.walk_payload,),
    "effects": (payloads.walk_payload,),
    "path": (payloads.walk_payload,),
    "stats": (payloads.stats_payload,),
    "copy": (copy_payload,),
    "upgrade": (upgrade_payload,),
    "merges list": (ledger.merges_payload,),
    "merges show": (ledger.ledger_entry_payload,),
    "merges undo": (ledger.decision_payload,),
    "merges redo": (ledger.decision_payload,),
    "merges join": (ledger.decision_payload,),
    "merges split": (ledger.decision_payload,),
    "merges review": (ledger.doubts_payload,),
    "claims show": (ledger.claims_payload,),
    "claims reject": (ledger.decision_payload,),
    "claims undo": (ledger.decision_payload,),
    "eval": (eval_payload,),
    "eval-make": (made_payload,),
    "browse": (browse_payload,),
    "distil": (distil_payload,),
}

_TYPERS_OWN = ("install_completion", "show_completion")  # worded by typer, which may reword them

_COMMON = """# Command line

Results go to stdout, progress and log to stderr. `--json` prints one JSON value on one line, ASCII only, and nothing else on stdout; its
shapes stand in [JSON](json.md).

| exit status | meaning |
|---|---|
| 0 | done |
| 1 | an error that you can mend: one line on stderr says what and how; `--debug` adds the traceback |
| 2 | wrong usage |
| 3 | done, but some documents, chunks or lines failed; they are named with their reasons |
| 130 | stopped by Ctrl-C; finished documents are kept, and the same command goes on from there |

**Batches.** `ask`, `extract`, `match`, `parse` and `search` read JSON lines from stdin where no argument is given and stdin is no terminal.
All lines are answered in one process, each with one line of JSON as soon as it is known. A line that cannot be answered gives
`{"id"?,"error"}`, and the status is 3 at the end. A batch without lines is wrong usage.
"""

_JSON = """# JSON

What the [commands](cli.md) print with `--json`. Keys are written as `"name"` with their kind after a colon; `|null` where the value may be
missing, `"id"?` where the key may be, `[…]` where there may be many. A change of these shapes is announced in the changelog.
"""


def cli_page() -> str:
    """Return the Markdown page of all commands."""
    sections = [_COMMON, "## Global options\n\nBefore or after the command.\n\n" + "\n".join(_options(_group().params))]
    for name, command in _commands():
        spoken = name.replace("-", " ")  # a command of two words
        parts = [f"## cckg {spoken}", inspect.cleandoc(command.help or ""), f"```\n{_usage(spoken, command.params)}\n```"]
        shape = f"[The shape of its JSON](json.md#cckg-{name.replace(' ', '-')})." if name in _PAYLOADS else ""
        parts += ["\n".join(_options(command.params)), shape]
        sections.append("\n\n".join(part for part in parts if part))
    return _HEAD + "\n" + "\n\n".join(section.strip() for section in sections) + "\n"


def json_page() -> str:
    """Return the Markdown page of the shapes of JSON, a section for each command that prints some."""
    sections = [_JSON]
    for name, _ in _commands():
        if shapes := [_shape(payload) for payload in _PAYLOADS.get(name, ())]:
            sections.append("\n\n".join([f"## cckg {name.replace('-', ' ')}", *shapes]))
    return _HEAD + "\n" + "\n\n".join(section.strip() for section in sections) + "\n"


def settings_page() -> str:
    """Return the Markdown page of all settings."""
    lines = [
        _HEAD,
        "# Settings",
        "",
        "A flag wins over a `CCKG_…` variable, which wins over `cckg.toml` in the current folder, which wins over the default.",
        "An unknown key is an error that names the nearest valid one. `cckg init` writes a `cckg.toml` with all of them, commented out.",
    ]
    for section, meaning, settings in all_settings():
        lines += ["", f"## [{section}]", "", meaning] if section else []
        lines += ["", "| key | default | limits | variable | meaning |", "|---|---|---|---|---|"]
        for setting in settings:
            default = f"`{setting.default}`" if setting.is_set else "none"
            limits = re.sub(r'("[^"]*")', r"`\1`", setting.limits)
            lines.append(f"| `{setting.name}` | {default} | {limits} | `{setting.variable}` | {setting.meaning} |")
    return "\n".join(lines) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "cli.md": cli_page,
    "json.md": json_page,
    "settings.md": settings_page,
    "python.md": lambda: f"{_HEAD}\n{python_page()}",
    "figures.md": lambda: f"{_HEAD}\n{figures_page()}",
}
"""The generated pages, each with what writes it."""


def stale(folder: Path = FOLDER) -> list[Path]:
    """Return the generated pages that are missing or not what the code says."""
    paths = [(folder / name, write()) for name, write in PAGES.items()]
    return [path for path, text in paths if not path.exists() or path.read_text(encoding="utf-8") != text]


def main(arguments: Sequence[str]) -> int:
    """Write the pages, or check them; return the exit status."""
    if "--check" in arguments:
        found = stale()
        for path in found:
            sys.stderr.write(f"{path.name} does not say what the code says. Run `make docs`.\n")
        return 1 if found else 0
    for name, write in PAGES.items():
        (FOLDER / name).write_text(write(), encoding="utf-8")
    return 0


# Private


def _group() -> TyperGroup:
    group = typer.main.get_command(app)
    if not isinstance(group, TyperGroup):
        raise TypeError("the app has no commands")
    return group


def _commands() -> Iterator[tuple[str, Any]]:
    """Yield every command by its name, those of a group after it with both words."""
    for name, command in _group().commands.items():
        if isinstance(command, TyperGroup):
            yield from ((f"{name} {inner}", one) for inner, one in command.commands.items())
        else:
            yield name, command


def _usage(name: str, parameters: Sequence[object]) -> str:
    words = ["cckg", name, "[OPTIONS]"]
    for argument in parameters:
        if isinstance(argument, TyperArgument):
            word = f"{argument.metavar or argument.name}{'...' if argument.nargs == -1 else ''}"
            words.append(word if argument.required else f"[{word}]")
    return " ".join(words)


def _options(parameters: Sequence[object]) -> Iterator[str]:
    """Yield a table of arguments and options, those for people only."""
    rows = []
    for parameter in parameters:
        if isinstance(parameter, TyperArgument):
            rows.append((f"`{parameter.metavar or parameter.name}`", parameter.help or ""))
        elif isinstance(parameter, TyperOption) and not parameter.hidden and parameter.name not in _TYPERS_OWN:
            value = "" if parameter.is_flag else f" {parameter.metavar or '…'}"
            names = ", ".join(f"`{name}{value}`" for name in parameter.opts)
            default = f" Default: `{parameter.default}`." if parameter.default and not parameter.is_flag else ""
            rows.append((names, f"{parameter.help}{default}"))
    if rows:
        yield "| argument or option | meaning |\n|---|---|"
    for name, meaning in rows:
        escaped = (cell.replace("|", "\\|") for cell in (name, meaning))
        yield f"| {' | '.join(escaped)} |"


def _shape(payload: Callable[..., payloads.Payload]) -> str:
    """Return what a payload's docstring says of its shape."""
    first, _, rest = inspect.cleandoc(payload.__doc__ or "").partition("\n")
    return f"**{first}**\n\n{rest.strip()}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
