"""The shallow grammar: what holds a finite verb, what begins a clause."""

from cckg.language import begins_clause, has_finite_verb, reports_the_past
from tests.tables import examples


@examples("language/clauses")
def test_a_clause_holds_a_finite_verb_and_begins_as_one(text: str, *, is_clause: bool) -> None:
    assert has_finite_verb(text) is is_clause
    assert begins_clause(text) or not is_clause


def test_a_clause_has_its_verb_among_its_first_nine_words() -> None:
    assert not begins_clause("the loss of the power of the pumps of the mill stopped")


@examples("language/reports")
def test_a_report_is_told_from_a_description_by_its_first_finite_verb(text: str, *, past: bool) -> None:
    assert reports_the_past(text) == past
