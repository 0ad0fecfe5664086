"""How questions are taken apart: route, what is asked, events in the question's own words, interventions."""

import pytest

from cckg.core.errors import InputError
from cckg.questions import LocalQuestionParser
from cckg.questions.forms import forms
from tests.asking import parse
from tests.bounded import bounded
from tests.tables import partial_examples


@partial_examples("questions/asked")
def test_a_question_is_taken_apart(question: str, expected: dict[str, object]) -> None:
    parsed = parse(question)
    told: dict[str, object] = {
        "route": parsed.route.value,
        "asks": parsed.asks,
        "main": parsed.main_event,
        "about": parsed.query_variable or parsed.effect,
        "evidence": list(parsed.presupposed),
        "set": [[intervention.event, intervention.to] for intervention in parsed.interventions],
        "yes_no": parsed.yes_no,
        "yes": parsed.reasons[1] if len(parsed.reasons) > 1 else None,
    }
    assert {name: told[name] for name in expected} == expected


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "?", "\x00\x07", "…?!"])
def test_a_question_without_a_word_is_refused(question: str) -> None:
    with pytest.raises(InputError, match="empty"):
        parse(question)


def test_a_question_that_is_too_long_is_refused_with_its_length_and_the_setting() -> None:
    with pytest.raises(InputError, match=r"2006 characters.*2000.*questions\.max_characters"):
        parse("why " * 501 + "so")


def test_the_bound_on_length_can_be_set() -> None:
    parser = LocalQuestionParser(max_characters=20)
    assert parser.parse("Why did the dam go?").main_event == "the dam went"
    with pytest.raises(InputError):
        parser.parse("Why did the dam break?")


def test_the_first_reason_names_the_form() -> None:
    assert parse("What caused the crash?").reasons[0].startswith("form: ")


def test_the_question_is_kept_as_it_was_asked() -> None:
    assert parse("Please, why did  the dam fail?").question == "Please, why did the dam fail?"


def test_every_form_has_a_name_of_its_own() -> None:
    names = [form.name for form in forms()]
    assert names
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "piece", ["if a had and ", "would ", "is the cause of ", "the cause ", "and related to ", ", why ", "cause b and lead to ", "?! a"]
)
def test_no_question_takes_long(piece: str) -> None:
    question = f"what {piece * 1000}"[:2000]
    parse("why did it fail")
    with bounded(5):  # what backtracks takes minutes
        parse(question)
