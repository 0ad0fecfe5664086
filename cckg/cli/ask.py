"""Commands that answer: ask, shell."""

import sys
from typing import Annotated

import typer

from cckg.cli.batch import Stage, answer
from cckg.cli.session import JsonOption, opened
from cckg.core.questions import Route


def ask(
    ctx: typer.Context,
    *,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION", help="The question; without it, JSON lines {id, question} are read from stdin.", show_default=False
        ),
    ] = None,
    route: Annotated[Route | None, typer.Option("--route", help="Take the question as one of this kind.", show_default=False)] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show the stages, and what they kept and dropped.")] = False,
    arbitrate: Annotated[
        bool, typer.Option("--arbitrate", help="Weigh answers from divided evidence against counterfactual questions.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Answer a question from the graph, with quotes; say so where the graph has no evidence.

    A batch is answered in one process, one line of JSON for each; the status is 3 if one of its lines could not be answered.
    """
    from cckg.payloads import ask_payload
    from cckg.render_answer import answer_view

    stage = Stage(
        fields=("question",),
        compute=lambda app, texts: app.ask(texts[0], route=route, arbitrated=arbitrate),
        payload=lambda result, identifier: ask_payload(result, identifier=identifier),
        view=lambda result: answer_view(result, trace=trace),
    )
    answer(opened(ctx), [question], stage, as_json=as_json)


def shell(ctx: typer.Context) -> None:
    """Ask questions one after another, with history and follow-ups; /help says what else can be done."""
    from cckg.shell import Shell, piped_lines, prompted_lines

    with opened(ctx) as session:
        interactive = sys.stdin.isatty()
        Shell(session.app, show=session.write).run(prompted_lines() if interactive else piped_lines(), interactive=interactive)
