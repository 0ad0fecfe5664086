"""Tables of examples: a behaviour has one, `tests/examples/<room>/<behaviour>.jsonl`, an example a line, read by one test."""

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).with_name("examples")
NOTE = "note"
"""The key of what a line says to people alone."""


def lines(table: str) -> list[dict[str, Any]]:
    """Return the examples of a table, in order, without their notes; a line begins with what the example is called by."""
    written = (EXAMPLES / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()
    return [{name: value for name, value in json.loads(line).items() if name != NOTE} for line in written]


def examples(table: str) -> pytest.MarkDecorator:
    """Run a test for every example of a table; the keys of its lines are the test's parameters, None where a line has not got one."""
    found = lines(table)
    names = list(dict.fromkeys(name for line in found for name in line))
    return pytest.mark.parametrize(names, [[line.get(name) for name in names] for line in found], ids=[_called(line) for line in found])


def partial_examples(table: str) -> pytest.MarkDecorator:
    """Run a test for every example of a table whose lines say more or less: its parameters are the first key, and `expected`, the rest."""
    found = lines(table)
    first = next(iter(found[0]))
    rows = [[line[first], {name: value for name, value in line.items() if name != first}] for line in found]
    return pytest.mark.parametrize((first, "expected"), rows, ids=[_called({first: line[first]}) for line in found])


# Private

_LONGEST = 80


def _called(line: dict[str, Any]) -> str:
    return " / ".join(map(str, line.values()))[:_LONGEST] or "nothing"
