"""Which clauses say another thing of what may be one subject, and which say one refusal."""

import pytest

from cckg.identity import leaves_subject_out, says_the_same_refusal, unshared_predicates, unshared_words


@pytest.mark.parametrize(
    ("asked", "told", "acts"),
    [
        ("the council resigned", "the council rejected the plan", ("resigned", "rejected plan")),
        ("the school was renamed", "the school was evacuated", ("renamed", "evacuated")),
        ("the mussel beds recovered", "the mussel beds were killed", ("recovered", "killed")),
    ],
)
def test_predicates_without_a_word_in_common_are_returned(asked: str, told: str, acts: tuple[str, str]) -> None:
    assert unshared_predicates(asked, told) == acts


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("the gulls gave up fish", "the gulls turned from fish to shellfish"),  # "fish" is said of both
        ("the town flooded", "the town was inundated"),  # a synonym
        ("the town was evacuated", "the evacuation of the town was ordered"),  # said by the subject
        ("the closure of the mill", "the mill was sold"),  # a phrase has no predicate
        ("the dam failed", "the dam gave way"),  # "failed" may be anything
        ("the bank did not pay", "the bank was sold"),  # polarity decides
        ("the Tacoma Narrows Bridge", "the bridge was painted"),  # "Narrows" is a name
        ("", "the bridge was painted"),
    ],
)
def test_nothing_is_returned_where_a_word_has_a_partner_or_the_question_does_not_arise(asked: str, told: str) -> None:
    assert unshared_predicates(asked, told) is None


def test_a_subject_without_a_partner_is_left_out_unless_another_word_stands_there() -> None:
    assert leaves_subject_out("the brewery burned down", "the fire broke out")
    assert not leaves_subject_out("the blaze began", "the fire broke out")
    assert not leaves_subject_out("patients were infected", "infections rose on ward 3")
    assert not leaves_subject_out("the fire", "a strike")


@pytest.mark.parametrize(
    ("asked", "told", "same"),
    [
        ("the council refused to replace the pipe", "The council refused", True),
        ("the ministry refused", "the ministry refused to license the drug", True),
        ("the council refused to replace the pipe", "the council replaced the pipe", False),
        ("the town did not pay", "the town did pay", False),
    ],
)
def test_one_verb_of_refusing_is_one_refusal(asked: str, told: str, *, same: bool) -> None:
    assert says_the_same_refusal(asked, told) is same


@pytest.mark.parametrize(
    ("asked", "told", "apart"),
    [
        ("the fire at the school", "the closure of the school", ("fire", "closure")),
        ("the bridge was painted green", "the bridge collapsed", ("painted green", "collapsed")),
        ("the fire at the school", "the school", None),  # nothing else is said there
        ("the decline of infections", "the decline in cases at the clinic", None),  # the head is shared
        ("prices increased", "prices decreased", None),  # polarity decides
    ],
)
def test_what_two_wordings_do_not_share_is_returned_where_their_heads_differ(asked: str, told: str, apart: tuple[str, str] | None) -> None:
    assert unshared_words(asked, told) == apart
