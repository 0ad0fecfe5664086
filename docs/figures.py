"""Writes docs/reference/figures.md: every figure that was measured and kept in benchmarks/results, each with date, commit and machine.

The files are read as they are: whatever a benchmark keeps there is shown, so that no figure is copied by hand. `python -m docs.generate`
writes the page; a benchmark that was run again changes it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

RESULTS = Path(__file__).parents[1] / "benchmarks" / "results"

_HEAD = """# Figures

What was measured, as the benchmarks keep it in `benchmarks/results`; no figure of it stands on another page outside
[research](../research/index.md), which says how the data were made and what was tried. `make docs` writes this page from those files, the
command above each table measures anew. Shares are from 0 to 1; `.80 (.75 to .85)` is a mean with the interval in which 95 % of the means
of resampled questions lie; a commit with `+` had changes that were not committed.
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of results: what it is called here, the command that writes it, and a sentence that says how to read it."""

    file: str
    title: str
    command: str
    meaning: str
    leave_out: tuple[str, ...] = ()


KEPT = (
    Kept(
        "reading.json",
        "Reading claims, questions and wordings",
        "make bench-reading",
        "Rules, small trained readers and both together, on sets that others marked. *Exact* and *overlap* are F1 of the stretches that "
        "are cause and effect; *sentences* is F1 of telling which sentences state causality. *Unused* items were never looked at.",
    ),
    Kept(
        "public_data.json",
        "Public data, whole",
        "make bench-public-data",
        "Reports of incidents whose root cause a study names, and short texts with a question each; *declined* questions are not answered. "
        "`make bench-cladder` measures `det_counterfactuals` and `causal_judgement` alone.",
    ),
    Kept("routes.json", "Routes of questions", "make bench-routes", "Macro-F1 of the four routes, and where questions of each set went."),
    Kept(
        "passages.json",
        "Passages and short answers",
        "make bench-passages",
        "How far each way of finding passages finds those that answer; *walk* goes over named things. Short answers: the built-in reader.",
    ),
    Kept(
        "logic.json",
        "Logical queries",
        "make bench-logic",
        "nDCG@10 of queries with AND, OR and NOT; *operators* names how AND, OR and NOT are computed and a term's truth is read off.",
    ),
    Kept(
        "cfrag.json",
        "Counterfactual exploration and arbitration",
        "make bench-cfrag",
        "Exact match and containment with and without parts of arbitration, with distractors and with planted wrong passages.",
    ),
    Kept("cis.json", "The Causal Inference Score", "make bench-cis", "Passages, linked events, answers and speed, by who scores."),
    Kept(
        "chat_models.json",
        "The demo corpus through chat models",
        "make bench-chat-models",
        "All five roles by a chat model that runs on the machine itself, beside the built-in roles on the same questions.",
    ),
    Kept(
        "chat.json", "What an ingestion through a chat model costs", "make bench-chat", "Against a scripted server that makes no mistake."
    ),
    Kept(
        "peers.json",
        "What peers ask of a chat model",
        "make bench-peers",
        "Six reports read, and ten questions asked, each system as it ships, against a scripted server that makes no mistake. *A question* "
        "has means, but medians of the seconds. Nothing here says how good a graph or an answer is.",
    ),
    Kept(
        "injection.json",
        "Documents that give orders",
        "make bench-injection",
        "How many attacks of each role are obeyed.",
        leave_out=("kinds",),
    ),
    Kept(
        "commands.json",
        "How long commands take",
        "make bench",
        "Medians over the demo corpus, with the start of the process.",
        ("seconds",),
    ),
    Kept("verdicts.json", "Verdicts in a graph of a million events", "make bench-verdicts", "SQLite; words in, verdict out."),
    Kept("stores-10k.json", "Stores at 10,000 events", "make bench-stores", "The same calls as cckg makes, one store after the other."),
    Kept("stores-100k.json", "Stores at 100,000 events", "make bench-stores SCALE=100k", "As above."),
    Kept("stores-1m.json", "Stores at 1,000,000 events", "make bench-stores SCALE=1m", "As above."),
)

SHORT = (
    (
        "claims: sides of cause and effect found word for word in `cnc`, rules and reader, F1",
        "reading.json",
        "claims > cnc > rules and reader > exact",
    ),
    ("claims: with half of the words", "reading.json", "claims > cnc > rules and reader > overlap"),
    ("claims: of the sentences told to state causality, those that do", "reading.json", "claims > cnc > rules and reader > precision"),
    ("the same, with the strong reader", "reading.json", "claims > cnc > rules and strong reader > precision"),
    ("questions understood: kind, of questions nobody had looked at", "reading.json", "questions, unused > rules and reader > kind"),
    (
        "questions understood: main event and interventions",
        "reading.json",
        "questions, unused > rules and reader > event and interventions",
    ),
    ("wordings joined that are one event, hard pairs: precision of the reader", "reading.json", "pairs, unused > reader > precision"),
    ("wordings joined that are one event, hard pairs: recall of the reader", "reading.json", "pairs, unused > reader > recall"),
    ("routes of public questions, macro-F1", "routes.json", "public sets > macro-F1"),
    ("root causes named, reports of incidents, second half", "public_data.json", "cloud_incidents > cckg > second half"),
    (
        "what would have been in stated worlds without chance, claims given: right of 60",
        "public_data.json",
        "det_counterfactuals > claims given > right",
    ),
    ("passages: recall@5 on `hotpotqa`, hybrid", "passages.json", "hotpotqa > hybrid > recall@5"),
    ("passages: recall@5 on `hotpotqa`, over named things", "passages.json", "hotpotqa > walk, one hop > recall@5"),
    ("verdict in a graph of a million events, median in ms", "verdicts.json", "questions > p50_ms"),
    ("ten nearest of a million events in SQLite, 95 of 100 within, in ms", "stores-1m.json", "stores > sqlite > nearest > p95_ms"),
    ("seconds to read the demo corpus", "commands.json", "median_seconds > cckg ingest examples/corpus"),
    ("seconds of `cckg ask`, with the start of the process", "commands.json", "median_seconds > cckg ask"),
)
"""The figures that are looked for first: what they mean, and where they are kept."""


def figures_page(results: Path = RESULTS) -> str:
    """Return the Markdown page of all figures."""
    parts = [_HEAD.strip()]
    held_in = {kept.file: json.loads((results / kept.file).read_text(encoding="utf-8")) for kept in KEPT}
    rows = []
    for meaning, file, path in SHORT:
        title = next(kept.title for kept in KEPT if kept.file == file)
        rows.append(f"| {meaning} | {_shown(_at(held_in[file], path))} | [{title}](#{_anchor(title)}) |")
    parts += ["## In short", "\n".join(["| what | figure | more in |", "|---|---|---|", *rows])]
    for kept in KEPT:
        held = held_in[kept.file]
        shown = {name: _brief(value) for name, value in held.items() if name not in kept.leave_out}
        parts += [f"## {kept.title}", f"`{kept.command}` → `benchmarks/results/{kept.file}`. {kept.meaning}", *_told(shown, level=3)]
    return "\n\n".join(parts) + "\n"


# Private


def _at(held: Json, path: str) -> Json:
    for name in path.split(" > "):
        if not isinstance(held, dict):
            raise KeyError(path)
        held = held[name]
    return held


def _brief(held: Json) -> Json:
    """Return results with texts counted where there is one for each case: what a model said is told by the file itself."""
    if isinstance(held, dict):
        told = [value for value in held.values() if isinstance(value, str) and len(value) > _LONG]
        return len(held) if told and len(told) == len(held) else {name: _brief(value) for name, value in held.items()}
    if isinstance(held, list) and all(isinstance(value, str) for value in held):
        return len(held)
    return held


def _anchor(title: str) -> str:
    """Return the anchor that MkDocs gives a heading."""
    return re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())


_CIRCUMSTANCES = ("command", "date", "commit", "machine", "python", "cores", "runs", "seed")
_DEEPEST = 5  # level of a heading
_MOST_COLUMNS = 7
_LONG = 60  # characters of a text that is no figure
_INTERVAL = 3  # mean, low, high


def _told(held: Mapping[str, Json], *, level: int, name: str = "") -> Iterator[str]:
    """Yield paragraphs and tables for what a file or a part of it holds; a table takes all parts that hold no further parts."""
    known = [f"{key} {held[key]}" for key in _CIRCUMSTANCES if key in held]
    if known:
        yield f"*{', '.join(known)}.*"
    rest = {key: value for key, value in held.items() if key not in _CIRCUMSTANCES}
    rows = {key: value for key, value in rest.items() if isinstance(value, dict) and _is_row(value)}
    if plain := _plain(held):
        yield f"{plain}."
    if rows:
        yield _table(rows, name)
    groups = {key: value for key, value in rest.items() if isinstance(value, dict) and key not in rows}
    together = groups if len(groups) > 1 and _is_one_table(groups) else {}
    if together:
        told = [f"{key}: {_plain(group)}" for key, group in together.items() if _plain(group)]
        if told:
            yield "; ".join(told) + "."
        yield _table({f"{key}: {row}": cells for key, group in together.items() for row, cells in _parts(group).items()}, name)
    for key, value in groups.items():
        if key not in together:
            yield f"{'#' * min(level, _DEEPEST)} {key}"
            yield from _told(value, level=level + 1, name=key)


def _is_one_table(groups: Mapping[str, Mapping[str, Json]]) -> bool:
    """Tell whether groups of rows can stand in one table: nothing further inside, no circumstances of their own, few columns."""
    rows = [row for group in groups.values() for row in _parts(group).values()]
    columns = {column for row in rows for column in row}
    measured_apart = any(key in group for group in groups.values() for key in _CIRCUMSTANCES)
    return all(rows) and all(map(_is_row, rows)) and not measured_apart and len(columns) <= _MOST_COLUMNS


def _parts(held: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
    return {key: value for key, value in held.items() if isinstance(value, dict)}


def _plain(held: Mapping[str, Json]) -> str:
    told = (f"{key} {_shown(value)}" for key, value in held.items() if not isinstance(value, dict) and key not in _CIRCUMSTANCES)
    return "; ".join(told)


def _is_row(value: Mapping[str, Json]) -> bool:
    return not _parts(value) and not any(key in value for key in _CIRCUMSTANCES)


def _table(rows: Mapping[str, Mapping[str, Json]], name: str) -> str:
    """Return a table, with a row for each part; the other way round where that would be too wide."""
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    if len(columns) > _MOST_COLUMNS and len(rows) < len(columns):
        rows = {column: {row: rows[row].get(column) for row in rows} for column in columns}
        columns = list(next(iter(rows.values())))
    lines = [[name, *columns], ["---"] * (len(columns) + 1)]
    lines += [[row, *(_shown(cells[column]) if column in cells else "" for column in columns)] for row, cells in rows.items()]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _shown(value: Json) -> str:
    if isinstance(value, list):
        return _listed(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _listed(values: Sequence[Json]) -> str:
    numbers = [value for value in values if isinstance(value, int | float)]
    if len(values) == _INTERVAL == len(numbers) and numbers[1] <= numbers[0] <= numbers[2]:
        return f"{_shown(values[0])} ({_shown(values[1])} to {_shown(values[2])})"
    return ", ".join(map(_shown, values))
