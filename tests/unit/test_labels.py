"""Causes that a report names under a label or a heading: what is read of them, and what is not."""

import pytest

from tests.reading import read

# text => cause -> effect | … with -> asserted, ?> hedged, ¶ a new paragraph; nothing behind => is no claim


def test_the_quote_of_a_labelled_cause_reaches_back_to_what_it_led_to() -> None:
    (claim,) = read("Users lost mail on 3 May 2020. It was a Sunday. Root cause: a disk failed. It was replaced.")
    assert claim.quote.text == "Users lost mail on 3 May 2020. It was a Sunday. Root cause: a disk failed."
    assert [part.text for part in (claim.cue, claim.cause.span) if part] == ["Root cause", "a disk failed"]
    assert claim.time == "3 May 2020"


@pytest.mark.parametrize(
    ("opening", "effect"),
    [
        ("Between 22:40 on 24 Oct 2018 and 00:03 on 25 Oct 2018, mail was lost.", "mail was lost on 24 Oct 2018"),
        ("Mail was lost on 3 May 2020.", "Mail was lost on 3 May 2020"),
        ("As announced on 10 June 2020, mail was lost.", "mail was lost"),
        ("After a change made on 1 May 2020, mail was lost on 3 May 2020.", "mail was lost on 3 May 2020"),
    ],
)
def test_a_mishap_with_a_labelled_cause_is_named_with_its_day(opening: str, effect: str) -> None:
    assert [claim.effect.text for claim in read(f"{opening} Root cause: a disk failed.")] == [effect]


def test_a_labelled_cause_far_from_what_the_report_opens_with_is_not_read() -> None:
    assert not read(f"Users lost mail. {'It was long. ' * 200}Root cause: a disk failed.")
