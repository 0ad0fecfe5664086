"""What "this machine" takes up."""

import pytest

from cckg.local.demonstratives import taken_up


@pytest.mark.parametrize(
    ("event", "before", "alone"),
    [
        ("This machine held the keys", "The intruder used a former build machine.", "The former build machine held the keys"),
        ("the backup relied on these tokens", "The service issued scoped tokens.", "the backup relied on the scoped tokens"),
        ("the name server failed for that site", "A power cut hit the Oslo site.", "the name server failed for the Oslo site"),
        ("no release of these locks", "It held the table locks.", "no release of the table locks"),
    ],
)
def test_a_thing_is_called_as_it_was_before(event: str, before: str, alone: str) -> None:
    assert taken_up(event, [before]) == alone


@pytest.mark.parametrize(
    ("event", "before"),
    [
        ("this machine held the keys", "The machine was old."),  # that says no more
        ("this machine held the keys", "A kettle was bought."),
        ("this machine held the keys", "The firm issued machines."),  # a verb, and no more of a name
        ("this time it failed", "It was the second lunch time."),
        ("so hot that steel bent", "The bridge steel was new."),
        ("the pump failed", "The feed pump was new."),
        ("The runoff of this fertilizer", "Farmers use cheap fertilizer."),
        ("The loss of these packets", "The router drops data packets."),
        ("these errors were caused", "Users saw errors."),
        ("The flood this morning", "It was a Sunday morning."),
        ("this system failed", "IBM's payment system was new."),
    ],
)
def test_else_the_words_stay(event: str, before: str) -> None:
    assert taken_up(event, [before]) == event
