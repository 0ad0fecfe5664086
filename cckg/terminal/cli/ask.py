"""Commands that answer: ask, shell."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cckg.core.errors import InputError
from cckg.core.questions import Route
from cckg.terminal.cli.batch import Stage, answer, chosen
from cckg.terminal.cli.session import JsonOption, opened

if TYPE_CHECKING:
    from cckg.core.evidence import Answer


def ask(
    ctx: typer.Context,
    *,
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="The question; without it, JSON lines {id, question} are read from stdin."),
    ] = None,
    route: Annotated[str | None, typer.Option("--route", metavar="|".join(Route), help="Take the question as one of this kind.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show the stages, and what they kept and dropped.")] = False,
    arbitrate: Annotated[
        bool, typer.Option("--arbitrate", help="Weigh answers from divided evidence against counterfactual questions.")
    ] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the answer as a page to look at as well.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question from the graph, with quotes; say so where the graph has no evidence.

    A batch is answered in one process, one line of JSON for each; the status is 3 if one of its lines could not be answered.
    """
    wanted = None if route is None else chosen(route, Route, option="--route")
    if html and question is None:
        raise InputError("--html takes one answer, and a batch has several. Give the question as an argument.")
    if html and (html.is_dir() or not html.parent.is_dir()):
        raise InputError(f"{html} cannot be written: there is no such folder, or it is one. Name another file.")
    from cckg.export import ask_payload
    from cckg.terminal.render_answer import answer_view

    stage = Stage(
        fields=("question",),
        compute=lambda app, texts: _written(app.ask(texts[0], route=wanted, arbitrated=arbitrate), html),
        payload=ask_payload,
        view=lambda result: answer_view(result, trace=trace),
    )
    answer(opened(ctx), [question], stage, as_json=as_json)


def shell(ctx: typer.Context) -> None:
    """Ask questions one after another, with history and follow-ups; /help says what else can be done."""
    from cckg.terminal.shell import Shell, prompted_lines

    with opened(ctx) as session:
        interactive = sys.stdin.isatty()
        lines = prompted_lines() if interactive else (line.decode(errors="replace") for line in sys.stdin.buffer)
        Shell(session.app, show=session.write).run(lines, interactive=interactive)


# Private


def _written(answer: "Answer", page: Path | None) -> "Answer":
    """Write an answer to the page that is wanted, and return it."""
    if page:
        from cckg.export import answer_page

        try:
            page.write_text(answer_page(answer), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{page} cannot be written: {error.strerror}. Name another file.") from error
    return answer
