"""How well questions are put as logical queries: as a librarian did, to the word or in sense."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from benchmarks.cis.metrics import interval
from cckg.core.text import content_words
from cckg.language import stem
from cckg.questions import And, Formula, Not, Term, parse_logical_query
from cckg.questions.formulas import Or

QUESTIONS = Path(__file__).parent / "questions.jsonl"
_ALIKE = 0.5  # share of the content words of two terms that they have in common, from which they mean the same

_Shape: TypeAlias = tuple[str, tuple["_Shape", ...]] | frozenset[str]


def shares(written: Callable[[str], str | None], *, half: str, most: int | None = None) -> dict[str, list[float]]:
    """Return mean and interval over the questions of a half, or over so many of them, evenly spaced.

    exact      of those with an operator: the same query, but for the order of operands, articles and inflection
    in sense   the same operators over terms that share half of their content words
    left alone of those without one: no query was written
    """
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    asked = [row for row in rows if row["half"] == half]
    count = min(most or len(asked), len(asked))
    values: dict[str, list[float]] = {"exact": [], "in sense": [], "left alone": []}
    for row in (asked[place * len(asked) // count] for place in range(count)):
        query = written(row["question"])
        if row["query"] is None:
            values["left alone"].append(float(query is None))
            continue
        wanted = _shape(parse_logical_query(row["query"]))
        given = _shape(parse_logical_query(query)) if query else None
        values["exact"].append(float(given == wanted))
        values["in sense"].append(float(given is not None and _alike(given, wanted)))
    return {name: [round(number, 4) for number in interval(found)] for name, found in values.items() if found}


# Private


def _shape(formula: Formula) -> _Shape:
    """Return a formula with its operands in order, negations pushed to the terms, and stems for words."""
    if isinstance(formula, Term):
        return frozenset(stem(word) for word in content_words(formula.text))
    if isinstance(formula, Not):
        inner = formula.operand
        if isinstance(inner, Not):
            return _shape(inner.operand)
        if isinstance(inner, Or):
            return _shape(And(tuple(Not(operand) for operand in inner.operands)))
        return ("not", (_shape(inner),))
    kind = "and" if isinstance(formula, And) else "or"
    parts: list[_Shape] = []
    for shape in (_shape(operand) for operand in formula.operands):
        parts += shape[1] if isinstance(shape, tuple) and shape[0] == kind else (shape,)
    return (kind, tuple(sorted(parts, key=_order)))


def _order(shape: _Shape) -> str:
    return " ".join(sorted(shape)) if isinstance(shape, frozenset) else f"{shape[0]} {' '.join(map(_order, shape[1]))}"


def _alike(one: _Shape, other: _Shape) -> bool:
    if isinstance(one, frozenset) or isinstance(other, frozenset):
        if not (isinstance(one, frozenset) and isinstance(other, frozenset)):
            return False
        return len(one & other) >= _ALIKE * max(1, len(one | other))
    if one[0] != other[0] or len(one[1]) != len(other[1]):
        return False
    left = list(other[1])
    for part in one[1]:
        match = next((place for place, candidate in enumerate(left) if _alike(part, candidate)), None)
        if match is None:
            return False
        left.pop(match)
    return True
