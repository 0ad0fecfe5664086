"""Logical queries written from natural questions: by the built-in rules."""

import pytest

from cckg.questions import LocalLogicalQueryWriter, parse_logical_query
from tests.hostile import HOSTILE
from tests.tables import examples

write = LocalLogicalQueryWriter().write


@examples("questions/logical_queries")
def test_the_words_of_exclusion_choice_and_addition_become_operators(question: str, query: str | None) -> None:
    assert write(question) == query


@pytest.mark.parametrize("question", [*HOSTILE.values(), "without", "not", "either or", "neither nor", 'a "b" but not "c"', "AND NOT OR"])
def test_whatever_is_asked_what_is_written_can_be_read(question: str) -> None:
    written = write(question)
    assert written is None or parse_logical_query(written)
