"""The command `eval`: compares cckg with parts of it taken out and with plain retrieval, on data with gold answers."""

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cckg.core.errors import InputError
from cckg.terminal.cli import batch
from cckg.terminal.cli.session import JsonOption, ProgressBar, opened, settings_of, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cckg.evaluation import Dataset, Line, Made, System
    from cckg.export import Payload

WORLDS = "worlds"
"""In place of a folder: made-up worlds."""
OUT = Path("evaluation")


def evaluate(
    ctx: typer.Context,
    data: Annotated[
        list[str] | None,
        typer.Argument(metavar="DATA", help='Folders in the form of examples/, or "worlds" for made-up ones.'),
    ] = None,
    *,
    systems: Annotated[str, typer.Option("--systems", metavar="NAMES", help="Which, with commas between them; else all.")] = "",
    seeds: Annotated[str, typer.Option("--seeds", metavar="FIRST-LAST", help="Of the worlds.")] = "0-4",
    half: Annotated[str, typer.Option("--half", help="Whose language the worlds have: A, B or both.")] = "A",
    gold: Annotated[bool, typer.Option("--gold", help="Store the worlds' gold claims and events, and read nothing.")] = False,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="For rows and tables; a run that was stopped goes on there.")] = OUT,
    listed: Annotated[bool, typer.Option("--list", help="Show the systems, and do nothing else.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Compare systems on data with gold answers.

    Prints a table for each data set: shares with 95 % intervals over the questions, and an asterisk where a system differs from the first
    one. The folder gets `rows.jsonl`, a line for each answered question, `results.json` and `table.md`.
    """
    from cckg.evaluation import SYSTEMS, compare, markdown, require_rankings, run
    from cckg.roles import LOCAL, model_of

    if listed:
        _show_systems(SYSTEMS, as_json=as_json)
        return
    if not data:
        raise typer.BadParameter('Name a folder in the form of examples/, or "worlds".')
    settings = settings_of(ctx)
    chosen = _chosen(systems, SYSTEMS, local=model_of(settings, "writer") == LOCAL)
    require_rankings()
    sets = [_dataset(name, seeds=seeds, half=half, gold=gold) for name in data]
    with ProgressBar() as bar:
        rows = run(chosen, sets, settings, folder=out, progress=bar)
    lines = compare(rows, [system.name for system in chosen])
    results = eval_payload(lines)
    (out / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (out / "table.md").write_text(markdown(lines), encoding="utf-8")
    if as_json:
        write(results)
    else:
        typer.echo(markdown(lines), nl=False)


def make(
    ctx: typer.Context,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="A new folder; it gets the form of examples/.")],
    questions: Annotated[int, typer.Option("--questions", min=1, max=10_000, help="How many, at most.")] = 60,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed and graph give the same questions.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Make a data set out of your graph: questions with ideal answers and the documents that support them.

    Asks for causes, effects, chains, verdicts, what would have been, and causes that no document tells. What is right is what the graph
    holds: `cckg eval FOLDER` then says how well questions find it; correct the lines by hand to measure the reading too. With --model
    PROVIDER:MODEL a chat model words the questions.
    """
    from rich.text import Text

    from cckg.evaluation import ChatQuestionWriter, make_questions, reworded, write_dataset
    from cckg.roles import LOCAL, model_of

    with opened(ctx) as session:
        writer = model_of(session.app.settings, "writer")
        reword = None if writer == LOCAL else reworded(ChatQuestionWriter(session.app.roles.chats.connected(writer)))
        made = make_questions(session.app.graph(), count=questions, seed=seed, reword=reword, progress=session.bar)
        if not made:
            raise InputError("The graph has no claims that a question could be made of. Read documents with `cckg ingest` first.")
        write_dataset(session.app, made, out)
        told = f"{len(made)} questions in {out}. Compare systems on them: cckg eval {out}"
        session.write(made_payload(made, out) if as_json else Text(told))


def made_payload(made: "Sequence[Made]", folder: Path) -> "Payload":
    """What `eval make` made.

    `{"folder","questions":n,"kinds":{kind:n}}`; a kind is what the question asks for: "causes", "effects", "path", "verdict" or "whatif".
    """
    return {"folder": str(folder), "questions": len(made), "kinds": dict(Counter(question.asks for question in made))}


def eval_payload(lines: "Sequence[Line]") -> "Payload":
    """What `eval` found, a line for each data set and system; `results.json` in the folder holds the same.

    `{"lines":[{"dataset","system","questions","shares":{metric:share},"seconds","calls","tokens","cost_usd"|null}]}`.

    share: `{"value","low","high","out_of","p"|null}`: points over what could be had, its 95 % interval over resampled questions, and how
    surely it differs from the first system on the same questions (two-sided; null for the first one). `seconds` is the median,
    `calls` and `tokens` are means, `cost_usd` is of all questions and null where the price of a call is not known.
    """
    return {"lines": [asdict(line) for line in lines]}


# Private

_HALVES: tuple[Literal["A", "B", "both"], ...] = ("A", "B", "both")


def _show_systems(systems: "dict[str, System]", *, as_json: bool) -> None:
    if as_json:
        write({"systems": [{"name": system.name, "about": system.about} for system in systems.values()]})
    else:
        typer.echo("\n".join(f"{system.name:16} {system.about}" for system in systems.values()))


def _chosen(names: str, systems: "dict[str, System]", *, local: bool) -> "list[System]":
    """Return the systems of these names; if there are none, all that can do something with who writes."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    wanted = wanted or [name for name, system in systems.items() if not (local and system.writes)]
    unknown = [name for name in wanted if name not in systems]
    if unknown:
        raise typer.BadParameter(f"There is no system {unknown[0]!r}. There are: {', '.join(systems)}.", param_hint="--systems")
    return [systems[name] for name in wanted]


def _dataset(name: str, *, seeds: str, half: str, gold: bool) -> "Dataset":
    from cckg.evaluation import folder_dataset

    if name != WORLDS:
        return folder_dataset(Path(name))
    whose = batch.chosen(half, _HALVES, option="--half")
    try:
        from benchmarks.worlds.dataset import worlds_dataset
        from benchmarks.worlds.settings import WorldSettings
    except ImportError as error:
        raise InputError(
            "Made-up worlds come with a checkout of cckg, not with the installed package. Clone it, and run the command there."
        ) from error
    return worlds_dataset(_numbers(seeds), WorldSettings(half=whose), gold=gold)


def _numbers(seeds: str) -> list[int]:
    first, _, last = seeds.partition("-")
    if not first.isdecimal() or (last and not last.isdecimal()) or int(last or first) < int(first):
        raise typer.BadParameter(f"{seeds!r} is not a number, or two with a hyphen, such as 0-4.", param_hint="--seeds")
    return list(range(int(first), int(last or first) + 1))
