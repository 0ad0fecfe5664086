"""Runs systems over data sets and compares them: shares with confidence intervals, significance by paired bootstrap, seconds and cost.

Every answered question is a row in `rows.jsonl` of the results' folder; a run that was stopped goes on there. Tables are made of the rows
alone. What a system is stands in `cckg.evaluation.systems`, how answers are marked in `cckg.evaluation.datasets`.
"""

import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cckg.app import CausalRAG, open_app
from cckg.core.errors import ReplyError
from cckg.core.evidence import Answer, EvidencePackage
from cckg.core.trace import Progress, Trace
from cckg.evaluation.datasets import Dataset, Item, Marks
from cckg.evaluation.systems import Ask, System
from cckg.roles import RoleRegistry
from cckg.settings import Settings

RESAMPLES = 2000
"""Bootstrap samples of the questions, with a fixed seed: the same rows give the same table."""


@dataclass(frozen=True, slots=True)
class Row:
    """One answered question: its marks by metric, and what it took. `cost_usd` is None where the price of a call is not known."""

    dataset: str
    seed: int
    system: str
    question: str
    marks: Marks
    seconds: float
    calls: int
    tokens: int
    cost_usd: float | None


@dataclass(frozen=True, slots=True)
class Share:
    """A metric of a system on a data set: points over what could be had, 0..1, with its 95 % interval over resampled questions.

    `p` is how surely it differs from the first system on the same questions: two-sided, None for the first system itself.
    """

    value: float
    low: float
    high: float
    out_of: int
    p: float | None


@dataclass(frozen=True, slots=True)
class Line:
    """A system on a data set. `seconds` is the median of a question, `calls` and `tokens` are means; `cost_usd` is of all questions.

    `em_efficiency` is the share of exact matches over the mean seconds of the questions that ask for one (CF-RAG).
    """

    dataset: str
    system: str
    questions: int
    shares: dict[str, Share]
    seconds: float
    calls: float
    tokens: float
    cost_usd: float | None
    em_efficiency: float | None = None


NO_ANSWER = Answer("", "", "", False, EvidencePackage(), (), Trace())
"""What is marked where a chat model gave no usable reply."""


def run(systems: Sequence[System], datasets: Sequence[Dataset], settings: Settings, *, folder: Path, progress: Progress) -> list[Row]:
    """Answer every question of the data sets by every system; return all rows, those of earlier runs in this folder included."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "rows.jsonl"
    done = _rows(file)
    registries: dict[type[RoleRegistry], list[System]] = defaultdict(list)
    for system in systems:
        registries[system.roles].append(system)
    for dataset in datasets:
        for seed in dataset.seeds:
            for sharing in registries.values():
                done += _run_seed(sharing, dataset, seed, settings, done=done, file=file, progress=progress)
    wanted = {(dataset.name, seed) for dataset in datasets for seed in dataset.seeds}
    names = {system.name for system in systems}
    return [row for row in done if (row.dataset, row.seed) in wanted and row.system in names]


def compare(rows: Sequence[Row], systems: Sequence[str]) -> list[Line]:
    """Sum rows up, a line for each data set and system, in the order of the systems; they are compared with the first."""
    lines = []
    for dataset in dict.fromkeys(row.dataset for row in rows):
        of_dataset = [row for row in rows if row.dataset == dataset]
        first = {(row.seed, row.question): row for row in of_dataset if row.system == systems[0]}
        for system in systems:
            own = [row for row in of_dataset if row.system == system]
            if own:
                lines.append(_line(dataset, system, own, first if system != systems[0] else None))
    return lines


def markdown(lines: Sequence[Line]) -> str:
    """Return a Markdown table for each data set; an asterisk marks what differs from the first system, p below .05."""
    datasets = dict.fromkeys(line.dataset for line in lines)
    return "\n\n".join(_table(dataset, [line for line in lines if line.dataset == dataset]) for dataset in datasets) + "\n"


# Private

_Key = tuple[int, str]
_Array = npt.NDArray[np.float64]


def _rows(file: Path) -> list[Row]:
    if not file.exists():
        return []
    return [Row(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _run_seed(
    systems: Sequence[System],
    dataset: Dataset,
    seed: int,
    settings: Settings,
    *,
    done: Sequence[Row],
    file: Path,
    progress: Progress,
) -> list[Row]:
    """Fill a store for systems of the same roles, and ask those that have not answered yet; rows are kept once a system has ended."""
    answered = {row.system for row in done if (row.dataset, row.seed) == (dataset.name, seed)}
    left = [system for system in systems if system.name not in answered]
    if not left:
        return []
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        alone = settings.model_copy(update={"store": f"{place}/graph.db"})
        with open_app(alone, create=True, progress=progress, roles=systems[0].roles) as app:
            items = dataset.fill(app, Path(place), seed)
            for system in left:
                ask, rows = system.asked(app), []
                for number, item in enumerate(items, start=1):
                    progress(f"{dataset.name}, seed {seed}, {system.name}", number, len(items))
                    rows.append(_asked(app, ask, item, dataset=dataset.name, seed=seed, system=system.name))
                with file.open("a", encoding="utf-8") as out:
                    out.write("".join(json.dumps(asdict(row)) + "\n" for row in rows))
                found += rows
    return found


def _asked(app: CausalRAG, ask: Ask, item: Item, *, dataset: str, seed: int, system: str) -> Row:
    before, begun = app.roles.chats.spent(), time.perf_counter()
    try:
        answer: Answer | None = ask(item.question)
    except ReplyError:  # a model without a usable reply has answered wrongly
        answer = None
    seconds, spent = time.perf_counter() - begun, app.roles.chats.spent() - before  # the judge's calls are none of the system's
    marks = item.mark(answer) if answer else {name: (0, out_of) for name, (_, out_of) in item.mark(NO_ANSWER).items()}
    return Row(
        dataset,
        seed,
        system,
        item.id,
        marks,
        seconds=round(seconds, 4),
        calls=spent.calls,
        tokens=spent.input_tokens + spent.output_tokens,
        cost_usd=spent.money,
    )


def _line(dataset: str, system: str, rows: Sequence[Row], first: Mapping[_Key, Row] | None) -> Line:
    costs = [row.cost_usd for row in rows]
    return Line(
        dataset,
        system,
        questions=len(rows),
        shares={name: _share(name, rows, first) for name in dict.fromkeys(name for row in rows for name in row.marks)},
        seconds=round(float(np.median([row.seconds for row in rows])), 4),
        calls=round(float(np.mean([row.calls for row in rows])), 3),
        tokens=round(float(np.mean([row.tokens for row in rows])), 1),
        cost_usd=None if None in costs else round(sum(cost for cost in costs if cost is not None), 6),
        em_efficiency=_em_efficiency(rows),
    )


def _em_efficiency(rows: Sequence[Row]) -> float | None:
    matches = [row for row in rows if "EM" in row.marks]
    seconds = sum(row.seconds for row in matches)
    return round(sum(row.marks["EM"][0] for row in matches) / seconds, 4) if seconds else None


def _share(name: str, rows: Sequence[Row], first: Mapping[_Key, Row] | None) -> Share:
    """Resample the questions, the same for both systems; a sample in which one of them could have no points says nothing."""
    own = _points(rows, name)  # (questions, 2)
    samples = np.random.default_rng(0).integers(len(rows), size=(RESAMPLES, len(rows)))
    shares = _ratio(own[samples].sum(axis=1))  # (RESAMPLES,)
    low, high = np.nanquantile(shares, [0.025, 0.975]).tolist()
    p = None
    if first is not None:
        others = _points([first[row.seed, row.question] for row in rows], name)
        difference = shares - _ratio(others[samples].sum(axis=1))
        decided = difference[~np.isnan(difference)]
        p = min(1.0, 2 * float(min((decided <= 0).mean(), (decided >= 0).mean()))) if len(decided) else None
    points, out_of = own.sum(axis=0).tolist()
    return Share(points / out_of, low, high, int(out_of), p)


def _points(rows: Sequence[Row], name: str) -> _Array:
    return np.array([row.marks.get(name, (0, 0)) for row in rows], dtype=float)


def _ratio(sums: _Array) -> _Array:
    """Return points over what could be had, NaN where there was nothing to be had."""
    shares = np.full(len(sums), np.nan)
    np.divide(sums[:, 0], sums[:, 1], out=shares, where=sums[:, 1] > 0)
    return shares


def _table(dataset: str, lines: Sequence[Line]) -> str:
    """Return a row for each metric and a column for each system."""
    metrics = list(dict.fromkeys(name for line in lines for name in line.shares))
    head = ["", *(line.system for line in lines)]
    body = [[name, *(_cell(line.shares.get(name)) for line in lines)] for name in metrics]
    body += [[name, *(write(line) for line in lines)] for name, write in _TAKEN.items()]
    rows = [head, ["---"] * len(head), *body]
    return f"### {dataset}, {lines[0].questions} questions\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(share: Share | None) -> str:
    if share is None:
        return "–"
    mark = " *" if share.p is not None and share.p < _SIGNIFICANT else ""
    return f"{share.value:.1%} ({share.low:.0%}–{share.high:.0%}){mark}".replace("%–", "–")


_SIGNIFICANT = 0.05
_TAKEN: dict[str, Callable[[Line], str]] = {
    "EM efficiency": lambda line: "–" if line.em_efficiency is None else f"{line.em_efficiency:.2f}",
    "seconds a question": lambda line: f"{line.seconds:.3f}",
    "calls a question": lambda line: f"{line.calls:.1f}",
    "tokens a question": lambda line: f"{line.tokens:,.0f}",
    "cost": lambda line: "unknown" if line.cost_usd is None else f"{line.cost_usd:.2f} USD",
}
