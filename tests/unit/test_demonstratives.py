"""What "this machine" takes up."""

import pytest

from cckg.language import without_pointing
from cckg.language.references import taken_up


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


@pytest.mark.parametrize(
    ("event", "alone"),
    [
        ("This arc flash", "The arc flash"),
        ("this original design", "the original design"),
        ("This panic in the resolver", "The panic in the resolver"),
        ("These switches failed to learn addresses", "The switches failed to learn addresses"),
        ("this duty to report", "the duty to report"),
        ("This widespread use", "The widespread use"),
        ("This cascading effect", "The cascading effect"),
        ("The high security of these halls", "The high security of the halls"),
        ("files with this new field came in", "files with the new field came in"),
        ("few losses from this outage", "few losses from the outage"),
    ],
)
def test_what_no_sentence_names_more_fully_is_pointed_at_no_more(event: str, alone: str) -> None:
    assert without_pointing(event) == alone


@pytest.mark.parametrize(
    "event",
    [
        "this event",
        "This produced pressure",
        "this affects trade",
        "this was deemed unlikely",
        "those only target readers",
        "This alone should have sufficed",
        "These problems grew",
        "this morning's frost",
        "the flood this morning",
        "the gauge failed in this case",
        "timers, especially those used in loops",
        "cases like this where nobody looked",
        "the mill in which this happened",
        "the pump failed",
    ],
)
def test_what_is_no_thing_or_says_nothing_stays_so(event: str) -> None:
    assert without_pointing(event) == event
