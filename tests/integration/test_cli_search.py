"""What the command line says of an option's value that is none, and of how it read a query."""

import json

import pytest

from tests.commandline import Cckg


def test_a_route_that_is_none_is_refused_with_those_that_are(cckg: Cckg) -> None:
    ended = cckg("ask", "Why?", "--route", "bogus")
    assert ended.status == 2
    assert "Invalid value for --route: 'bogus' is not one of factual, relational, causal, counterfactual." in ended.err


@pytest.mark.parametrize(
    ("query", "read_as"),
    [
        ("Which reports mention the flood but not the vaccines?", '"flood" AND NOT "vaccines"'),
        ("storm AND (flood OR drought)", '"storm" AND ("flood" OR "drought")'),
        ("the storm", None),
    ],
)
def test_search_by_logic_says_how_it_read_the_query(cckg: Cckg, query: str, read_as: str | None) -> None:
    assert json.loads(cckg("search", query, "--method", "logic", "--json").out)["logical_query"] == read_as
    told = f"As a logical query: {read_as}\n" if read_as else "No logical query is meant; searched as by hybrid.\n"
    assert cckg("search", query, "--method", "logic").out.startswith(told)


@pytest.mark.parametrize(("query", "told"), [('"chess" AND "poker"', True), ('"flood" AND NOT "vaccines"', False), ("the storm", False)])
def test_search_by_logic_says_where_nothing_fits(cckg: Cckg, query: str, *, told: bool) -> None:
    assert ("Nothing was found that fits the query" in cckg("search", query, "--method", "logic").out) is told


def test_a_query_that_is_read_is_searched_by_however_it_is_written_out(cckg: Cckg) -> None:
    deep = "storm OR flood AND (" * 39 + "drought" + ")" * 39
    assert json.loads(cckg("search", deep, "--method", "logic", "--json").out)["results"]


def test_a_term_without_a_word_is_refused(cckg: Cckg) -> None:
    ended = cckg("search", '"strike" AND -', "--method", "logic")
    assert ended.status == 1
    assert "A term of the logical query is empty: '-'." in ended.err


def test_an_answer_says_which_logical_query_was_read_and_what_is_left_out(cckg: Cckg) -> None:
    read_as = 'As a logical query: "flood" AND NOT "vaccines".'
    asked = "Which reports mention the flood but not the vaccines?"
    answer = json.loads(cckg("ask", asked, "--json").out)
    assert answer["route"] == "factual"
    assert answer["notes"][:2] == [read_as, "What is found in a document that speaks of “vaccines” is left out."]
    assert read_as in cckg("ask", asked).out


def test_an_answer_says_where_a_logical_query_cannot_be_read(cckg: Cckg) -> None:
    [note, *_] = json.loads(cckg("ask", '"flood" XOR "storm"', "--json").out)["notes"]
    assert note.startswith("No logical query: The logical query cannot be read at character 9, before 'XOR \"storm\"'")
