"""What is found in replies of chat models, and what is said of those that cannot be used."""

import contextlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.models.chat import Reply
from cckg.models.chat.replies import UnusableReplyError, json_schema, read_reply


class Named(Reply):
    name: str
    numbers: list[int]


GOOD = '{"name": "dam", "numbers": [1, 2]}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Of course! {GOOD} Shall I go on?",
        f'<think>{{"name": 3}} is wrong, {{ is open</think>{GOOD}',
        f'{{"name": "dyke", "numbers": []}}\nNo, better:\n{GOOD}',
        f"{{{{ {GOOD}",
        f"{GOOD} {{not json}}",
    ],
)
def test_the_last_object_that_fits_is_read(text: str) -> None:
    assert read_reply(text, Named) == Named(name="dam", numbers=[1, 2])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The reply is empty."),
        (" \n", "The reply is empty."),
        ("It was the dam.", "There is no JSON object in the reply."),
        ('{"name": "dam", "numbers": [1,', "There is no JSON object in the reply."),
        ('{"name": "dam"}', "numbers: Field required."),
        ('{"name": "dam", "numbers": ["one"]}', "numbers.0: Input should be a valid integer"),
        ('{"name": "dam", "numbers": [], "mood": "good"}', "mood: Extra inputs are not permitted."),
        ("[" * 100_000, "There is no JSON object in the reply."),
        ('{"a":' * 20_000, "There is no JSON object in the reply."),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(UnusableReplyError, match=said.replace(".", r"\.")):
        read_reply(text, Named)


def test_a_reply_of_the_right_form_is_checked_for_sense() -> None:
    def check(reply: Named) -> Sequence[str]:
        return [f"There is no {number}." for number in reply.numbers if number > 1]

    assert read_reply('{"name": "", "numbers": [1]}', Named, check).numbers == [1]
    with pytest.raises(UnusableReplyError, match=r"There is no 2\."):
        read_reply(GOOD, Named, check)


def test_the_schema_says_what_is_needed_and_no_more() -> None:
    assert json_schema(Named) == {
        "type": "object",
        "properties": {"name": {"type": "string"}, "numbers": {"type": "array", "items": {"type": "integer"}}},
        "required": ["name", "numbers"],
        "additionalProperties": False,
    }


def test_a_field_with_a_default_is_asked_for_and_may_be_missing() -> None:
    class Ranked(Named):
        rank: str = "low"

    assert read_reply(GOOD, Ranked).rank == "low"
    asked = json_schema(Ranked)
    assert asked["required"] == ["name", "numbers", "rank"]
    assert asked["properties"]["rank"] == {"type": "string"}


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(UnusableReplyError):
        assert isinstance(read_reply(text, Named), Named)
