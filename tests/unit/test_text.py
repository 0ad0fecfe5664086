"""The core's pure functions: words, overlap, hashes, vectors, and the trace."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.core.text import content_hash, content_words, squeeze, token_f1, words
from cckg.core.trace import Step, Trace
from cckg.core.vectors import stack


def test_words_are_lower_case_with_numbers_and_without_punctuation() -> None:
    assert words("The dam’s 3rd gate — “Überlauf”, open_ended: it didn't!") == [
        "the",
        "dam's",
        "3rd",
        "gate",
        "überlauf",
        "open",
        "ended",
        "it",
        "didn't",
    ]


@pytest.mark.parametrize(("text", "expected"), [("The loss of the pump", ["loss", "pump"]), ("of the", []), ("", [])])
def test_content_words_are_those_that_are_not_function_words(text: str, expected: list[str]) -> None:
    assert content_words(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("  a \n\t b ", "a b"), ("", ""), (" \n", "")])
def test_squeezing_leaves_single_spaces(text: str, expected: str) -> None:
    assert squeeze(text) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [("a b", "a b", 1.0), ("a b", "b a", 1.0), ("a a", "a", 2 / 3), ("a", "b", 0.0), ("", "", 0.0), ("a", "", 0.0)],
)
def test_f1_compares_bags_of_words(left: str, right: str, expected: float) -> None:
    assert token_f1(left.split(), right.split()) == pytest.approx(expected)


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_f1_is_symmetric_and_between_0_and_1(left: list[str], right: list[str]) -> None:
    assert token_f1(left, right) == token_f1(right, left)
    assert 0 <= token_f1(left, right) <= 1


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_a_hash_tells_lists_of_parts_apart_by_their_bounds_too(left: list[str], right: list[str]) -> None:
    assert (content_hash(*left) == content_hash(*right)) is (left == right)


def test_a_hash_is_16_hexadecimal_digits_even_for_a_lone_surrogate() -> None:
    assert len(content_hash("\ud800")) == 16
    assert int(content_hash("a", "b"), 16) >= 0


def test_stacking_keeps_the_dimension_of_nothing() -> None:
    assert stack([], dimension=7).shape == (0, 7)
    assert stack(list(np.eye(3, dtype=np.float32)), dimension=3).dtype == np.float32


def test_a_step_counts_and_notes() -> None:
    step = Step("read")
    step.count("claims")
    step.count("claims", 4)
    step.note("one was refused")
    assert (step.counts, step.notes) == ({"claims": 5}, ["one was refused"])


def test_a_trace_keeps_its_steps_in_order_even_where_one_raises() -> None:
    trace = Trace()
    with trace.step("first"):
        pass
    with pytest.raises(KeyError), trace.step("second"):
        raise KeyError("x")
    assert [step.stage for step in trace.steps] == ["first", "second"]
    assert trace.seconds == sum(step.seconds for step in trace.steps) > 0
