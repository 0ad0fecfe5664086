"""Two questions in one are parted, one question is not."""

import pytest

from cckg.questions import parted_question


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("Why did the recall happen, and what did it cost?", "Why did the recall happen?", "What did it cost?"),
        ("Who designed the library and when was it opened?", "Who designed the library?", "When was it opened?"),
        ("Why did the plant close, and how many people lost their jobs?", "Why did the plant close?", "How many people lost their jobs?"),
        ("Why did the dam fail? What did it cost?", "Why did the dam fail?", "What did it cost?"),
    ],
)
def test_two_questions_are_parted(question: str, first: str, second: str) -> None:
    assert parted_question(question) == (first, second)


@pytest.mark.parametrize(
    "question",
    [
        "When and where was Ada born?",
        "What happened and why?",
        "What failed, and why did it fail?",
        "Why did the dam and the mill fail?",
        "Who said why the dam failed and what was lost?",
        "Why did sales rise and fall?",
        "The pump failed. Why did it fail?",
        "Which reports mention soap and what they cost?",
        "",
    ],
)
def test_one_question_is_left_whole(question: str) -> None:
    assert parted_question(question) is None
