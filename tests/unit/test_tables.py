"""The tables of examples are well formed, and each is read by a test."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.tables import EXAMPLES, lines

TABLES = sorted(file.relative_to(EXAMPLES).with_suffix("").as_posix() for file in EXAMPLES.rglob("*.jsonl"))


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_no_example_twice(table: str) -> None:
    found = [str(line) for line in lines(table)]
    assert found
    assert [line for line, count in Counter(found).items() if count > 1] == []


def test_every_table_is_read_by_one_test() -> None:
    sources = [file.read_text(encoding="utf-8") for file in Path(__file__).parents[1].rglob("test_*.py")]
    read = Counter(name for source in sources for name in re.findall(r'^@(?:partial_)?examples\("([\w/]+)"\)', source, re.MULTILINE))
    assert read == Counter(TABLES)
