"""Counterfactual questions by rule: one thing changed, in English, or nothing."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.arbitration import Operator
from cckg.counterfactual_queries import LocalVariationWriter
from cckg.counterfactual_queries.events import is_event
from cckg.counterfactual_queries.names import OtherNames, kind_of_name
from cckg.counterfactual_queries.words import replaced
from cckg.counterfactual_queries.writer import MOST_OF_A_KIND
from cckg.language import rows
from tests.asking import parser
from tests.tables import examples

TEXTS = (
    "On 3 May 1998 the Silver Bridge fell, and the Tacoma Narrows Bridge was closed in the winter of 2004.",
    "The Golden Gate Bridge stood. She lived in Milan. Lehman Brothers filed for bankruptcy, and AIG filed a suit.",
    "Ariane 4 flew before Ariane 5. They came from Kansas and met in Lyon.",
)
WRITER = LocalVariationWriter(
    parser=parser(),
    names=("Tacoma Narrows Bridge", "Silver Bridge", "Milan", "Lyon", "AIG", "Lehman Brothers", "Kansas", "Ariane 5", "Ariane 4"),
    events=("The pump failed", "the strike at the port", "the German parliament"),
    texts=TEXTS,
)
WORDS = "Who What did the an first dam bridge wrote cause Milan 1999 all in ? of causes".split()


class CountedReads(list[str]):
    """Texts that count how often they are read through."""

    reads = 0

    def __iter__(self) -> Iterator[str]:
        self.reads += 1
        return super().__iter__()


def varied(question: str, operator: Operator) -> list[str]:
    return [text for kind, text in WRITER.vary(question) if kind is operator]


@examples("counterfactual_queries/variations")
def test_each_operator_changes_one_thing_of_a_question(question: str, operator: str, varied: str) -> None:
    assert (Operator(operator), varied) in WRITER.vary(question)


@pytest.mark.parametrize(
    ("operator", "question"),
    [
        (Operator.TEMPORAL, "Who directed The Last Emperor?"),
        (Operator.CATEGORICAL, "Who inspected the Silver Bridge?"),
        (Operator.ROLE, 'Who read "My father was a pilot"?'),
        (Operator.TEMPORAL, "Who directed 2001: A Space Odyssey?"),
        (Operator.TEMPORAL, "Who won the 1966 World Cup?"),
    ],
)
def test_words_and_years_of_a_name_a_title_or_a_quotation_are_left_as_they_are(operator: Operator, question: str) -> None:
    assert varied(question, operator) == []


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote off its loans?",
        "Who wrote its loans off?",
        "Who wrote off its loans in the first month?",
        "Which bank sold the plant off in March?",
        "Who won over the voters?",
        "Who will buy up the shares?",
        "Why was the plant closed down?",
    ],
)
def test_a_verb_with_a_particle_is_not_exchanged(question: str) -> None:
    verbs = "translated reviewed bought lost sell opened".split()
    assert [text for _, text in WRITER.vary(question) if any(verb in text.split() for verb in verbs)] == []


def test_a_verb_is_not_exchanged_for_a_name_that_a_heading_has_in_capitals() -> None:
    writer = LocalVariationWriter(names=("Collapse", "Tacoma", "Silver Bridge"), texts=TEXTS)
    assert "Collapse" not in " ".join(text for _, text in writer.vary("Why did the Silver Bridge collapse?"))
    assert all("Tacoma" not in text for _, text in writer.vary("Why did the Silver Bridge collapse?"))


def test_a_name_is_exchanged_only_for_one_of_the_same_kind() -> None:
    assert varied("Who lives in Milan?", Operator.ENTITY) == ["Who lives in Lyon?"]
    assert varied("Who teaches at Xanadu?", Operator.ENTITY) == []


def test_a_name_that_says_more_of_a_noun_is_left_alone() -> None:
    assert not any("Lyon" in text for text in varied("Who studied the Milan blackout?", Operator.ENTITY))
    assert varied("Who studied in Milan?", Operator.ENTITY) == ["Who studied in Lyon?"]


def test_a_name_within_a_longer_name_is_not_taken_for_itself() -> None:
    writer = LocalVariationWriter(names=("Silver Bridge", "Silver", "Golden Gate Bridge"), texts=TEXTS)
    found = [text for kind, text in writer.vary("Is the Silver Bridge open?") if kind is Operator.ENTITY]
    assert found == ["Is the Golden Gate Bridge open?"]


def test_names_that_a_question_joins_are_not_swapped() -> None:
    assert varied("Which actor starred in both Heat and Ronin?", Operator.ROLE) == []
    assert varied("Is Istanbul the capital of Turkey?", Operator.ROLE) == []


@pytest.mark.parametrize(
    ("question", "absurd"),
    [
        ("What froze the gas wells in Ohio?", "coal wells"),
        ("Who was next on the list?", "previous"),
        ("Why did the driver refuse to brake?", "to engine"),
        ("What is the difference between a bridge and a tunnel?", "tunnel and a tunnel"),
        ("Did the Silver Bridge fall?", "rise"),
        ("Was it done at first?", "at last"),
        ("Who was named after the king?", "before"),
        ("Whose is the theory of four causes?", "prevents"),
        ("What was the strike caused by?", "prevented by"),
        ("What caused the bubble to burst?", "prevented the bubble to"),
        ("Which rocket exploded in 1996?", "was exploded by"),
        ("Which cities lost water in 2001?", "lost by"),
        ("How much is it if it had been for two?", "had not been for"),
        ("What caused the collapse of the Tacoma Narrows Bridge?", "does not narrow"),
        ("Why did the seals disappear from the bay?", " appeared from"),
        ("Why won't my phone charge?", "that w"),
        ("If it was so, why do the crashes go on?", "the fact that"),
        ("What were the effects of the strike on Milan?", "followed from"),
    ],
)
def test_what_would_be_no_english_is_left_out(question: str, absurd: str) -> None:
    assert [text for _, text in WRITER.vary(question) if absurd in text.replace(question, "")] == []


def test_a_noun_that_names_nothing_that_happens_does_not_take_an_event_s_place() -> None:
    assert not any("parliament" in text for _, text in WRITER.vary("What caused the flood?"))
    assert not is_event("polar clouds form over Antarctica")
    assert is_event("the fall in prices")


def test_another_wording_of_the_event_that_is_asked_about_is_no_other_event() -> None:
    writer = LocalVariationWriter(parser=parser(), events=("a run on prime money market funds",))
    assert [text for kind, text in writer.vary("What caused the run on money market funds?") if kind is Operator.ENTITY] == []


def test_an_event_loses_the_capital_and_the_stop_of_its_sentence() -> None:
    writer = LocalVariationWriter(parser=parser(), events=("The closure of the port.",))
    assert "What led to the closure of the port?" in [text for _, text in writer.vary("Why did the dam collapse?")]


def test_an_article_is_fitted_by_sound() -> None:
    assert replaced("Was it an engineer?", "user", at=(10, 18)) == "Was it a user?"
    assert replaced("Was it a user?", "engineer", at=(9, 13)) == "Was it an engineer?"


def test_an_event_without_words_is_left_out() -> None:
    silent, told = (
        LocalVariationWriter(parser=parser(), events=[".", " ;", "The pump failed"]),
        LocalVariationWriter(parser=parser(), events=["The pump failed"]),
    )
    assert silent.vary("Why did the dam collapse?") == told.vary("Why did the dam collapse?")


def test_of_which_kind_a_name_is_is_found_out_once() -> None:
    texts = CountedReads(TEXTS)
    names = OtherNames(["Milan", *(f"Xanadu {letter}" for letter in "ABCDE")], texts)
    list(names.exchanged("Who went from Milan to Paris?", most=9))
    once = texts.reads
    list(names.exchanged("Who went from Milan to Milan and back to Milan?", most=9))
    assert texts.reads == once


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Peru", "country"),
        ("Ohio", "state"),
        ("Silver Bridge", "head bridge"),
        ("Lake Erie", "head lake"),
        ("AIG", "organisation"),
        ("X", ""),
    ],
)
def test_a_kind_is_told_by_form_or_by_what_texts_say(name: str, kind: str) -> None:
    assert kind_of_name(name, TEXTS) == kind


def test_years_go_to_the_nearest_of_the_documents_and_without_these_to_those_around() -> None:
    assert varied("Who won in 2001?", Operator.TEMPORAL) == ["Who won in 1998?", "Who won in 2004?"]
    assert varied("Who won in 1936?", Operator.TEMPORAL) == ["Who won in 1935?", "Who won in 1937?"]


def test_a_question_without_words_has_no_variation() -> None:
    assert WRITER.vary(" ?! ") == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9))
def test_variations_differ_from_the_question_and_from_each_other(parts: list[str]) -> None:
    question = " ".join(parts)
    found = WRITER.vary(question)
    texts = [text.lower() for _, text in found]
    assert len({*texts, question.lower()}) == len(texts) + 1
    assert all([kind for kind, _ in found].count(operator) <= MOST_OF_A_KIND for operator in Operator)
    assert WRITER.vary(question) == found


def test_the_list_of_exchanges_is_well_formed() -> None:
    lines = rows("exchanges", room="cckg.counterfactual_queries")
    assert {row[0] for row in lines} == {operator.value for operator in Operator} - {"entity"}
    assert all(len(row) == 3 or row[3:] == ("one",) for row in lines)
    assert all(row[1] and row[2] and row[1] != row[2] and row[1:3] == tuple(map(str.lower, row[1:3])) for row in lines)
    assert len({row[:3] for row in lines}) == len(lines)
