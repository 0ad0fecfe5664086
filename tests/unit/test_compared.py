"""Comparisons that sentences about either side decide, and those that none does."""

import pytest

from cckg.local.compared import compared, compares

OPENED = "Which opened first, the Alder Bridge or the Birch Bridge?"


def decided(question: str, left: str, right: str, *, titles: tuple[str, str] = ("Alder Bridge", "Birch Bridge")) -> str | None:
    found = compared(question, [left, right], titles=titles)
    return found.answer if found else None


@pytest.mark.parametrize(
    ("question", "is_one"),
    [
        (OPENED, True),
        ("Is the Alder Bridge older than the Birch Bridge?", True),
        ("Are Ana Bell and Ben Cole both painters?", True),
        ("Do Ana Bell and Ben Cole have the same nationality?", True),
        ("Are Ana Bell and Ben Cole connected?", False),
        ("Is there a link between Ana Bell and Ben Cole?", False),
        ("How old is the Alder Bridge?", False),
        ("", False),
    ],
)
def test_a_comparison_is_told_from_other_questions(question: str, *, is_one: bool) -> None:
    assert compares(question) is is_one


@pytest.mark.parametrize(
    ("question", "left", "right", "answer"),
    [
        (OPENED, "The Alder Bridge opened in 1911.", "The Birch Bridge was inaugurated on 3 May 1934.", "The Alder Bridge"),
        (OPENED, "The Alder Bridge opened in May 1911.", "In March 1911, the Birch Bridge was opened.", "The Birch Bridge"),
        (OPENED, "Opened in 1950, the Alder Bridge is long.", "The Birch Bridge opened in 1934.", "The Birch Bridge"),
        ("Was the Alder Bridge built before the Birch Bridge?", "The bridge was built in 1911.", "It was built in 1905.", "No"),
        ("Did the Alder Bridge open after the Birch Bridge?", "It opened in 1911.", "It opened in 1905.", "Yes"),
        ("Is the Alder Bridge older than the Birch Bridge?", "It was built in 1911.", "It was built in 1920.", "Yes"),
        ("Is the Alder Bridge longer than the Birch Bridge?", "It is 2 kilometres long.", "It has a length of 900 metres.", "Yes"),
        ("Which is shorter, the Alder Bridge or the Birch Bridge?", "It is 200 metres long.", "It is 90 metres long.", "The Birch Bridge"),
        (
            "Which has more arches, the Alder Bridge or the Birch Bridge?",
            "It has nine arches.",
            "It has 14 stone arches.",
            "The Birch Bridge",
        ),
        ("Are the Alder Bridge and the Birch Bridge in the same country?", "It lies in Belgium.", "It is a bridge in France.", "No"),
        ("Did the Alder Bridge and the Birch Bridge open in the same year?", "It opened in May 1911.", "It opened in 1911.", "Yes"),
        ("Are the Alder Bridge and the Birch Bridge both rail bridges?", "It is a rail bridge.", "It was a long rail bridge.", "Yes"),
    ],
)
def test_sentences_of_both_sides_decide(question: str, left: str, right: str, answer: str) -> None:
    assert decided(question, left, right) == answer


@pytest.mark.parametrize(
    ("left", "why"),
    [
        ("The Alder Bridge is red.", "it does not say when"),
        ("The Alder Bridge did not open in 1911.", "it is denied"),
        ("The Alder Bridge was planned to open in 1911.", "it is planned"),
        ("The Alder Bridge may have opened in 1911.", "it is hedged"),
        ("The Alder Bridge was painted in 1911.", "another act"),
        ("The mill near the Alder Bridge opened in 1911.", "another subject"),
        ("In 1911 the mill opened.", "another subject in its document"),
        ("The Alder Bridge opened before 1911.", "only a bound"),
        ("The Alder Bridge opened in 1911. It opened in 1920.", "two values"),
        ("The Alder Bridge opened in 1934.", "the same value"),
        ("", "an empty passage"),
    ],
)
def test_where_one_side_is_not_plain_nothing_is_decided(left: str, why: str) -> None:
    assert decided(OPENED, left, "The Birch Bridge opened in 1934.") is None, why


def test_the_sentences_are_of_the_sides_in_the_order_of_the_question() -> None:
    found = compared(OPENED, ["It opened in 1934.", "It opened in 1911."], titles=["Birch Bridge", "Alder Bridge"])
    assert found is not None
    assert [(passage, span.text) for passage, span in found.sentences] == [(1, "It opened in 1911."), (0, "It opened in 1934.")]


def test_a_person_is_older_who_was_born_earlier() -> None:
    question = "Who is older, Ana Bell or Ben Cole?"
    left, right = "Ana Bell (1890–1961) was a painter.", "Ben Cole was born in 1902."
    assert decided(question, left, right, titles=("Ana Bell", "Ben Cole")) == "Ana Bell"


def test_as_many_titles_as_texts_are_needed() -> None:
    with pytest.raises(ValueError, match="argument"):
        compared(OPENED, ["one"], titles=[])
