"""Commands on the installation: init writes a settings file, doctor checks what everything else needs."""

from pathlib import Path
from typing import Annotated

import typer

from cckg.core.errors import InputError
from cckg.terminal.cli.session import BROKEN, JsonOption, ProgressBar, settings_of, write


def init(
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
) -> None:
    """Write cckg.toml into this folder: every setting with its default and meaning, commented out."""
    from cckg.settings import SETTINGS_FILE
    from cckg.terminal.cli.template import settings_template

    try:
        with Path(SETTINGS_FILE).open("w" if force else "x", encoding="utf-8") as file:
            file.write(settings_template())
    except FileExistsError as error:
        raise InputError(f"{SETTINGS_FILE} is there already. Give --force to overwrite it.") from error
    from cckg.terminal.render import plain

    write(plain(f"Wrote {SETTINGS_FILE}. Uncomment what you want to change."))


def doctor(
    ctx: typer.Context,
    download: Annotated[bool, typer.Option("--download", help="Fetch the encoder's weights if they are missing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Check Python, packages, settings, store, weights, disk and chat models, and say what to do next.

    The status is 1 if something is broken.
    """
    from cckg.terminal.cli.checks import all_checks, checks_payload
    from cckg.terminal.render import checks_view

    with ProgressBar() as bar:
        checks = all_checks(lambda: settings_of(ctx), download=download, progress=bar)
    write(checks_payload(checks) if as_json else checks_view([(check.name, check.state, check.found, check.next) for check in checks]))
    if any(check.state == "broken" for check in checks):
        raise typer.Exit(BROKEN)
