"""Logical queries written from natural questions: by the built-in rules."""

import pytest

from cckg.questions import LocalLogicalQueryWriter, parse_logical_query
from tests.hostile import HOSTILE

write = LocalLogicalQueryWriter().write


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("Which reports speak of strikes but not of storms?", '"strikes" AND NOT "storms"'),
        ("Find papers on asthma without smoking", '"asthma" AND NOT "smoking"'),
        ("Documents about either tea or coffee", '("tea" OR "coffee")'),
        ("Fires other than forest fires", '"Fires" AND NOT "forest fires"'),
        ("Apart from strikes, which delays were reported?", '"delays" AND NOT "strikes"'),
        ("Show me articles on both trams and buses but not on trains", '"trams" AND "buses" AND NOT "trains"'),
        ("Memos that mention neither rent nor rates", 'NOT "rent" AND NOT "rates"'),
        ("Which disasters other than the Acre leak killed people?", '"disasters killed people" AND NOT "Acre leak"'),
        ("Which buildings burned but did not collapse?", '"buildings burned" AND NOT "collapse"'),
        ("Losses as well as gains", '"Losses" AND "gains"'),
        ("Recalls of cars because of either brakes or airbags", '"Recalls of cars" AND ("brakes" OR "airbags")'),
    ],
)
def test_the_words_of_exclusion_choice_and_addition_become_operators(question: str, query: str) -> None:
    assert write(question) == query


@pytest.mark.parametrize(
    "question",
    [
        "Who won the race in 1994?",
        "Why did the pump not start?",
        "What happened after the bank did not open?",
        "What is the capital of Antigua and Barbuda?",
        "What is the difference between salt and sugar?",
        "What are the symptoms of foot and mouth disease?",
        "Which tickets mention a timeout or a lost connection?",
        "Is a tomato a fruit but not a vegetable?",
        "Which film was released first, Heat or Alien?",
        "What do Ada Byron and Mary Shelley have in common?",
        "If the valve did not close, is it likely that the tank ran over?",
        "Given a pump without a guard, would you expect the inspector to stop it?",
    ],
)
def test_a_question_without_an_operator_gets_no_query(question: str) -> None:
    assert write(question) is None


@pytest.mark.parametrize("question", [*HOSTILE.values(), "without", "not", "either or", "neither nor", 'a "b" but not "c"', "AND NOT OR"])
def test_whatever_is_asked_what_is_written_can_be_read(question: str) -> None:
    written = write(question)
    assert written is None or parse_logical_query(written)
