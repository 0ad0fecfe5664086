"""Stems and synonyms: which words may name the same happening, and which contrast."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.language import contrasting, related, rows, stem


@pytest.mark.parametrize(
    "forms",
    [
        "flood floods flooded flooding Flooding",
        "stop stops stopped stopping",
        "city cities",
        "fall falls fell falling",
        "dam dam's dams dam’s",
        "close closed closing closes",
    ],
)
def test_the_forms_of_a_word_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(("left", "right"), [("loss", "los"), ("virus", "viru"), ("dam", "damage"), ("bed", "be"), ("king", "k")])
def test_other_words_do_not(left: str, right: str) -> None:
    assert stem(left) != stem(right)


@given(st.text(max_size=12))
def test_any_word_has_a_stem_that_its_case_does_not_change(word: str) -> None:
    assert stem(word) == stem(word.lower())


@pytest.mark.parametrize(("left", "right"), [("broke", "broken"), ("flooded", "flood"), ("collapse", "collapsed")])
def test_words_of_one_stem_are_related(left: str, right: str) -> None:
    assert related(left, right)


def test_the_words_of_a_set_of_synonyms_are_related_in_both_directions() -> None:
    for words in rows("synonyms"):
        assert all(related(words[0], word) and related(word, words[0]) for word in words)


@pytest.mark.parametrize(("left", "right"), [("flood", "strike"), ("pump", "bank"), ("", "flood")])
def test_words_of_no_common_set_are_not_related(left: str, right: str) -> None:
    assert not related(left, right)


def stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, text.split()))


def test_contrasts_hold_in_both_directions() -> None:
    for left, right in rows("contrasts"):
        assert contrasting(stems(left), stems(right))
        assert contrasting(stems(right), stems(left))


def test_sides_that_both_say_both_words_do_not_contrast() -> None:
    left, right = next(iter(rows("contrasts")))
    assert not contrasting(stems(f"{left} {right}"), stems(f"{left} {right}"))
    assert not contrasting(stems("pump"), stems("valve"))
