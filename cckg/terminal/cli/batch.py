"""Commands that answer texts: the ones given as arguments, or a batch of JSON lines on standard input, answered in one process.

A line that cannot be answered is told of and does not stop the others.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import typer

from cckg.core.errors import InputError, ReplyError
from cckg.terminal.cli.session import FAILED, Session

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cckg.app import CausalRAG
    from cckg.export import Json, Payload

Result = TypeVar("Result")
Choice = TypeVar("Choice", bound=str)


@dataclass(frozen=True, slots=True)
class Stage(Generic[Result]):
    """How a command answers one set of texts, in the order of `fields`, and how it shows the result, as JSON with an `identifier`."""

    fields: tuple[str, ...]
    compute: "Callable[[CausalRAG, list[str]], Result]"
    payload: "Callable[..., Payload]"
    view: "Callable[[Result], RenderableType]"


def answer(opening: AbstractContextManager[Session], given: Sequence[str | None], stage: Stage[Result], *, as_json: bool) -> None:
    """Answer the arguments, one for each field of the stage, or where there are none the lines of standard input, these in JSON.

    Raises:
        InputError: if an argument cannot be used.
        typer.BadParameter: if arguments are missing and standard input is a terminal.
        typer.Exit: with status 3 if a line of a batch could not be answered.
    """
    texts = [checked(text, name=name) for text, name in zip(given, stage.fields, strict=True) if text is not None]
    if 0 < len(texts) < len(given):
        raise typer.BadParameter(f"Give all of: {', '.join(stage.fields)}.")
    lines = iter([]) if texts else input_lines(stage.fields)
    with opening as session:
        if not texts:
            answer_lines(session, lines, stage)
            return
        result = stage.compute(session.app, texts)
        session.write(stage.payload(result) if as_json else stage.view(result))


def input_lines(fields: Sequence[str]) -> Iterator[bytes]:
    """Return the lines of standard input as they come.

    Raises:
        typer.BadParameter: if standard input is a terminal: then arguments are missing.
    """
    if sys.stdin.isatty():
        raise typer.BadParameter(f"{_wanted(fields)}.")
    return iter(sys.stdin.buffer)


def answer_lines(session: Session, lines: Iterable[bytes], stage: Stage[Result]) -> None:
    """Write one line of JSON for every line that is not blank, in order; each is a JSON object with the stage's fields.

    Raises:
        typer.BadParameter: if there was none.
        typer.Exit: with status 3, after the last line, if there was a bad one.
    """
    from cckg.export import error_payload

    empty, failed = True, False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        empty = False
        identifier: Json = None
        try:
            row = _object(line, number)
            identifier = row.get("id")
            result = stage.compute(session.app, [_text(row, field, number) for field in stage.fields])
            session.write(stage.payload(result, identifier=identifier))
        except (InputError, ReplyError) as error:
            failed = True
            session.write(error_payload(str(error), identifier=identifier))
    if empty:
        raise typer.BadParameter(f"{_wanted(stage.fields)}; nothing came from there.")
    if failed:
        raise typer.Exit(FAILED)


def checked(text: str, *, name: str) -> str:
    """Return a text that a user gave.

    Raises:
        InputError: if it holds bytes that are no UTF-8, or characters that are no Unicode text.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"The {name} holds something that is no Unicode text at character {error.start}. Write it in UTF-8.") from error
    return text


def chosen(name: str, choices: Iterable[Choice], *, option: str) -> Choice:
    """Return what a user chose by its name.

    Raises:
        typer.BadParameter: if there is no such choice; it names those that there are.
    """
    for choice in choices:
        if choice == name:
            return choice
    raise typer.BadParameter(f"{name!r} is not one of {', '.join(choices)}.", param_hint=option)


# Private


def _wanted(fields: Sequence[str]) -> str:
    return f"Give {' and '.join(fields)}, or JSON lines on standard input"


def _object(line: bytes, number: int) -> "dict[str, Json]":
    try:
        row = json.loads(line.removeprefix(b"\xef\xbb\xbf").decode())
    except (ValueError, RecursionError) as error:
        raise InputError(f"Line {number} is no JSON: {error}.") from error
    if not isinstance(row, dict):
        raise InputError(f"Line {number} is no JSON object. Write one like {{…}} per line.")
    return row


def _text(row: "dict[str, Json]", field: str, number: int) -> str:
    text = row.get(field)
    if not isinstance(text, str):
        raise InputError(f"Line {number} has no text under {field!r}.")
    return checked(text, name=f"field {field!r}")
