"""What kind of answer a question wants, and the word lists behind that."""

from hypothesis import given
from hypothesis import strategies as st

from cckg.questions import compares_openly, kind_of_noun, listed_pattern, wanted_answer
from tests.tables import examples, partial_examples


@partial_examples("questions/wanted_answers")
def test_the_question_word_and_its_noun_tell_the_kind(question: str, expected: dict[str, object]) -> None:
    wanted = wanted_answer(question)
    told: dict[str, object] = {"kind": wanted.kind, "head": wanted.head, "alternatives": list(wanted.alternatives)}
    assert {name: told[name] for name in expected} == expected


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


@examples("questions/open_comparisons")
def test_a_comparison_without_two_things_named_is_open(question: str, *, is_open: bool) -> None:
    assert compares_openly(question) is is_open
