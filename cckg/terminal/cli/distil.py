"""The command `distil`: makes a student of the Causal Inference Score out of one's own graph."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cckg.core.errors import InputError
from cckg.core.text import worded
from cckg.terminal.cli.session import JsonOption, opened

if TYPE_CHECKING:
    from cckg.export import Payload
    from cckg.scoring import Distilled


def distil(
    ctx: typer.Context,
    *,
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where the student is written.")] = Path(".cckg/student"),
    questions: Annotated[int, typer.Option("--questions", min=0, max=100_000, help="How many are made of claims, at most.")] = 200,
    asked: Annotated[Path | None, typer.Option("--asked", metavar="FILE", help="Questions of your own, a line each.")] = None,
    size: Annotated[int, typer.Option("--size", min=3, max=100, help="Pieces of knowledge that are scored for a question.")] = 8,
    epochs: Annotated[int, typer.Option("--epochs", min=1, max=100, help="How often all is learnt, at most.")] = 4,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Which questions are made.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Distil a student of the Causal Inference Score from a language model, on your own documents.

    Needs the extra `torch`. The teacher, `cis.teacher`, takes one to three seconds for each passage on two processors; what it said is
    kept in the folder, so that a run that was stopped goes on there; a student of the same teacher there is replaced. Set `cis.student` to
    the folder to use the student.
    """
    from rich.text import Text

    from cckg.evaluation import tutor

    own = _lines(asked) if asked else []
    with opened(ctx) as session:
        made = tutor(session.app, into=into, asked=own, count=questions, size=size, epochs=epochs, seed=seed, progress=session.bar)
        told = (
            f"{made.folder} holds a student of {made.teacher}. On {made.kept_apart} triples that were kept apart its ranks agree with the "
            f"teacher's by {made.agreement['spearman']:.2f} (Spearman). To use it, set cis.student to {json.dumps(str(made.folder))}."
        )
        session.write(distil_payload(made) if as_json else Text(told))


def distil_payload(made: "Distilled") -> "Payload":
    """What `distil` made.

    `{"folder","teacher","learnt":n,"kept_apart":n,"agreement":{"spearman","kendall","spearman_within"}}`; `learnt` and `kept_apart` count
    triples, and the agreement with the teacher is that on those kept apart: over all of them, and the mean of that within each question.
    """
    return {**asdict(made), "folder": str(made.folder)}


# Private


def _lines(file: Path) -> list[str]:
    """Return the lines of a file that are not empty; each must have a word in it."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read as lines of questions: {error}") from error
    return [worded(line.strip(), name=f"question in line {number} of {file}") for number, line in enumerate(lines, start=1) if line.strip()]
