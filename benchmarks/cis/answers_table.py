"""The table of answers over several sets: exact match, F1, Acc, steps and relative time of each method at each number of passages."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cfrag.questions import contained, exact, overlap
from benchmarks.cis.answers import Library, Scorers, Told, answers, rankings
from benchmarks.cis.collections import WORDS, filled, multi_hop
from benchmarks.cis.metrics import rounded
from benchmarks.cis.readers import Reader, Shown
from benchmarks.passages.sets import loaded
from cckg.models import Embedder

MEASURES: Mapping[str, Callable[[str, Sequence[str]], float]] = {"EM": exact, "F1": overlap, "Acc": contained}
TIMED_BY = "bm25"
"""The method whose time at the same k is 1."""

Row = tuple[int, str]
"""A number of passages and a method."""
Answered = Mapping[Row, Mapping[str, tuple[Told, Sequence[str]]]]
"""By row, what was told to each question, by the question's id, and the right answers."""


def answers_table(
    folders: Sequence[Path], reader: Reader, *, embedder: Embedder, scorers: Scorers, questions: int, ks: Sequence[int], timed: bool
) -> dict[str, Any]:
    """Measure each method on the first tested questions of each set, at most so many, with the first k passages for each k.

    Readers see of a passage what scorers see, its first `WORDS` words. Of a method whose scores or replies are kept in part only the
    questions that have them are counted; `questions` tells how many. Gains over hybrid retrieval are of questions that both have. Without
    `timed` no time is told, for replies that are kept take none.
    """
    figures: dict[str, Any] = {}
    gains: dict[str, dict[str, dict[str, list[float]]]] = {}
    for folder in folders:
        answered = _answered(folder, reader, embedder=embedder, scorers=scorers, questions=questions, ks=ks)
        figures[folder.name] = {f"k={k}": {name: _told(answered, k, name, timed=timed) for size, name in answered if size == k} for k in ks}
        for (k, name), told in answered.items():
            for measure, values in _gains(told, answered.get((k, "hybrid"), {})):
                gains.setdefault(f"k={k}", {}).setdefault(name, {}).setdefault(measure, []).extend(values)
    figures["gain over hybrid, all questions"] = {
        k: {name: {measure: rounded(values) for measure, values in found.items() if values} for name, found in of_k.items()}
        for k, of_k in gains.items()
    }
    return figures


def counted(figures: Mapping[str, Any]) -> bool:
    """Tell whether any question was counted in a table."""
    return any(rows for name, by_k in figures.items() if "gain" not in name for rows in by_k.values())


# Private


def _answered(folder: Path, reader: Reader, *, embedder: Embedder, scorers: Scorers, questions: int, ks: Sequence[int]) -> Answered:
    collection, given = multi_hop(folder), loaded(folder, tested=True)
    shown = {name: Shown(given.titles[name], " ".join(text.split()[:WORDS])) for name, text in given.texts.items()}
    library = Library(filled(collection, embedder), embedder, collection.passages, shown)
    asked = [one for one in collection.part(tested=True) if given.answers.get(one.id)][:questions]
    found: dict[Row, dict[str, tuple[Told, Sequence[str]]]] = {}
    for number, one in enumerate(asked, start=1):
        ranked = rankings(one.text, library, scorers)
        for k, by_method in answers(one.text, library, reader, ranked=ranked, ks=ks).items():
            for name, told in by_method.items():
                found.setdefault((k, name), {})[one.id] = (told, given.answers[one.id])
        print(f"{folder.name}: {number} of {len(asked)} questions answered", end="\r", file=sys.stderr, flush=True)
    return found


def _told(answered: Answered, k: int, name: str, *, timed: bool) -> dict[str, Any]:
    told = answered[k, name]
    values = {measure: rounded([of_one(one.answer, right) for one, right in told.values()]) for measure, of_one in MEASURES.items()}
    row = {"questions": len(told), **values, "steps": round(float(np.mean([one.steps for one, _ in told.values()])), 2)}
    if timed:
        row["relative time"] = _ratio([one.seconds for one, _ in told.values()], [one.seconds for one, _ in answered[k, TIMED_BY].values()])
    return row


def _ratio(seconds: Sequence[float], others: Sequence[float]) -> float | str:
    ratio = float(np.mean(seconds) / np.mean(others))
    return round(ratio, 2) if np.isfinite(ratio) else "not measured: scores are kept"


def _gains(
    told: Mapping[str, tuple[Told, Sequence[str]]], others: Mapping[str, tuple[Told, Sequence[str]]]
) -> Iterator[tuple[str, list[float]]]:
    both = [(told[name][0].answer, others[name][0].answer, told[name][1]) for name in told if name in others]
    for measure, of_one in MEASURES.items():
        yield measure, [of_one(answer, right) - of_one(other, right) for answer, other, right in both]
