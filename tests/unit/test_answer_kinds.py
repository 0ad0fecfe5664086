"""What kind of answer a question wants, and the word lists behind that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.answering.spans import say_the_same
from cckg.questions import AnswerKind, compares_openly, kind_of_noun, listed_pattern, wanted_answer


@pytest.mark.parametrize(
    ("question", "kind", "head"),
    [
        ("Who designed the bridge?", "person", ""),
        ("By whom was the hall painted?", "person", ""),
        ("Where was Ada Lovelace born?", "place", ""),
        ("In which city was the director of Saltmarsh born?", "place", "city"),
        ("What is the capital of Portugal?", "place", "capital"),
        ("What is Ottawa the capital of?", "place", ""),
        ("When did the mill burn down?", "time", ""),
        ("In what year was the label founded?", "time", "year"),
        ("How many people lived in Lund?", "number", "many"),
        ("How tall is the tower?", "number", "tall"),
        ("Which record label released Low Tide?", "organisation", "label"),
        ("What is the name of the band that Ann Lee founded?", "organisation", "band"),
        ("Which science fiction novel did Salma Farid write?", "work", "novel"),
        ("What genre is Senja Blue?", "genre", "genre"),
        ("What kind of music do Senja Blue play?", "genre", "genre"),
        ("What is Ann Lee's occupation?", "profession", "occupation"),
        ("What was the profession of Ann Lee's father?", "profession", "profession"),
        ("What nationality is the composer of Lantern Fox?", "nationality", "nationality"),
        ("What did Ann Lee work as before the war?", "profession", ""),
        ("Which prize did Ann Lee win?", "thing", "prize"),
        ("What does the firm make?", "thing", ""),
    ],
)
def test_the_question_word_and_its_noun_tell_the_kind(question: str, kind: AnswerKind, head: str) -> None:
    wanted = wanted_answer(question)
    assert (wanted.kind, wanted.head) == (kind, head)


def test_a_question_word_at_the_end_is_found_behind_a_relative_clause() -> None:
    assert wanted_answer("The author who wrote Saltmarsh was born in which city?").kind == "place"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which river is longer, the Arno or the Tiber?", "choice"),
        ("Is the Arno or the Tiber longer?", "choice"),
        ("Are the Arno and the Tiber both rivers?", "decision"),
        ("Is the Arno longer than the Tiber?", "decision"),
    ],
)
def test_what_is_compared_is_named_without_articles(question: str, kind: AnswerKind) -> None:
    wanted = wanted_answer(question)
    assert (wanted.kind, wanted.alternatives) == (kind, ("Arno", "Tiber"))


def test_a_question_that_opens_with_a_verb_wants_yes_or_no() -> None:
    assert wanted_answer("Was Ann Lee born in Lyon?").kind == "decision"


@given(st.text(max_size=60))
def test_any_text_has_some_kind(text: str) -> None:
    wanted = wanted_answer(text)
    assert wanted.kind in {"choice", "decision"} or not wanted.alternatives


def test_a_noun_is_known_in_the_plural_too() -> None:
    assert [kind_of_noun(noun) for noun in ("city", "cities", "actresses", "spoon")] == ["place", "place", "person", None]


def test_the_longest_phrase_of_a_list_is_found() -> None:
    found = listed_pattern("genre").search("a Norwegian indie rock band")
    assert found is not None
    assert found.group() == "indie rock"


def test_a_demonym_needs_its_capital() -> None:
    assert listed_pattern("nationality").search("to polish the floor") is None


def test_words_of_one_relation_say_the_same() -> None:
    assert say_the_same("author", "written")
    assert say_the_same("designed", "design")
    assert not say_the_same("author", "river")


@pytest.mark.parametrize(
    "question",
    [
        "Which tunnel is longer?",
        "Which of the two tunnels is more expensive?",
        "What is the longer tunnel?",
        "Which tunnel opened first?",
        "How much longer is the Marl Tunnel than the Corve Tunnel?",
        "Which river is longer than the Arno?",
    ],
)
def test_a_comparison_without_two_things_named_is_open(question: str) -> None:
    assert compares_openly(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which is longer, the Marl Tunnel or the Corve Tunnel?",
        "Who no longer works there?",
        "Who wrote more than 30 novels?",
        "Which novel sold more than a million copies?",
        "Who later became king?",
        "What made the bridge stronger?",
        "Where was the opera first performed?",
        "",
    ],
)
def test_words_that_compare_nothing_leave_no_comparison_open(question: str) -> None:
    assert not compares_openly(question)
