"""Which part a stretch of a sentence plays: subject or object of a verb, one half of a sentence, brother or sister."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.answering.roles import Role, is_of_another_half, is_of_other_sex, plays, role_asked
from cckg.core.claims import Span
from cckg.language import stem


def span(sentence: str, text: str) -> Span:
    start = sentence.index(text)
    return Span(text, start, start + len(text))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Who resigned after the fire?", ("resign", "does")),
        ("Who had first climbed the peak?", ("climb", "does")),
        ("Who was dismissed in May?", ("dismiss", "undergoes")),
        ("Who is the mayor of Lund?", None),
        ("Who was married to Ann Lee?", None),
        ("When was Ann Lee dismissed?", None),
        ("", None),
    ],
)
def test_a_question_of_who_asks_for_one_part_of_its_verb(question: str, asked: tuple[str, Role] | None) -> None:
    assert role_asked(question) == asked


@pytest.mark.parametrize(
    ("sentence", "name", "does"),
    [
        ("Lund Mills dismissed Ann Lee.", "Lund Mills", True),
        ("Lund Mills dismissed Ann Lee.", "Ann Lee", False),
        ("Ann Lee was dismissed by the new mayor Max Roe.", "Max Roe", True),
        ("Ann Lee was dismissed by the new mayor Max Roe.", "Ann Lee", False),
        ("Ann Lee was dismissed by the mayor of Lund.", "Lund", False),
        ("Lund Mills dismissed Ann Lee, and was dismissed by Max Roe.", "Ann Lee", False),
        ("Max Roe, formerly of Lund, dismissed Ann Lee.", "Max Roe", True),
        ("Max Roe, formerly of Lund, dismissed Ann Lee.", "Lund", False),
        ("Max Roe, who had dismissed Ann Lee, left Lund.", "Max Roe", True),
        ("Ann Lee, the cook, dismissed in 1990, died in Lund.", "Ann Lee", None),
        ("The first who dismissed a cook was Max Roe.", "Max Roe", None),
        ("Max Roe was glad that Ann Lee left.", "Max Roe", None),
    ],
)
def test_who_does_it_is_told_by_the_order_of_the_words(sentence: str, name: str, does: bool | None) -> None:  # noqa: FBT001
    assert plays(sentence, span(sentence, name), asked=("dismiss", "does")) is does


@pytest.mark.parametrize(("name", "undergoes"), [("Lund Mills", False), ("Ann Lee", True), ("Max Roe", True)])
def test_who_undergoes_it_stands_behind_the_verb(name: str, undergoes: bool) -> None:  # noqa: FBT001
    sentence = "Lund Mills dismissed its foremen, Ann Lee and Max Roe."
    assert plays(sentence, span(sentence, name), asked=("dismiss", "undergoes")) is undergoes


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Lorn is 300 metres long; Brack is 900 metres long.", True),
        ("Brack is 900 metres long; it is 300 metres wide.", False),
        ("Brack is 900 metres long; the harbour is 300 metres long.", False),
        ("Lorn is 300 metres long, and Brack is 900 metres long.", False),
    ],
)
def test_a_half_about_another_thing_does_not_answer(sentence: str, other: bool) -> None:  # noqa: FBT001
    assert is_of_another_half(sentence, span(sentence, "300"), anchors=frozenset([stem("brack")])) is other


@pytest.mark.parametrize(("name", "other"), [("Corve Tunnel", True), ("Marl Tunnel", False), ("tunnel", False)])
def test_a_half_about_another_thing_of_the_same_kind_does_not_answer(name: str, other: bool) -> None:  # noqa: FBT001
    sentence = f"The {name} is 300 metres long; the Marl Tunnel was dug in 1950."
    assert is_of_another_half(sentence, span(sentence, "300"), anchors=frozenset([stem("marl"), stem("tunnel")])) is other


@pytest.mark.parametrize(
    ("sentence", "question", "other"),
    [
        ("Ann, the younger sister of Max, left.", "Who is the brother of Max?", True),
        ("Max met his sister Ann.", "What is the name of Max's brother?", True),
        ("Ann, the sister of Max, left.", "Who is the sister of Max?", False),
        ("Ann left with the sister of Max.", "Who is the brother of Max?", False),
        ("Ann, the sister of Max, left.", "Who left?", False),
    ],
)
def test_a_sister_is_no_brother(sentence: str, question: str, other: bool) -> None:  # noqa: FBT001
    assert is_of_other_sex(sentence, span(sentence, "Ann"), question=question) is other


@given(st.text(max_size=80), st.integers(0, 80))
def test_any_sentence_has_some_answer(sentence: str, start: int) -> None:
    offered = Span(sentence[start : start + 5], start, start + len(sentence[start : start + 5]))
    assert plays(sentence, offered, asked=("dismiss", "does")) in {True, False, None}
