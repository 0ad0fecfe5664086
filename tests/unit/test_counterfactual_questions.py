"""Questions that set an event by hand: what is set, to what, and what a yes would mean."""

import pytest

from cckg.core.graph import Polarity
from tests.asking import parse


def test_was_it_enough_is_answered_by_yes_where_it_was() -> None:
    assert parse("Is fog enough to cause a crash?").yes_when == "sufficient"


def test_because_of_it_alone_asks_whether_it_was_enough() -> None:
    parsed = parse("Did the outage happen because of the retry loop alone?")
    assert (parsed.interventions[0].event, parsed.yes_when) == ("the retry loop", "sufficient")
    assert parse("Did the outage happen because of the retry loop?").yes_when == "cause"


@pytest.mark.parametrize(
    ("question", "effect", "yes_when"),
    [
        ("Would the outage have been prevented if the alert had been active?", "the outage", "necessary"),
        ("Could the flood have been avoided if the culvert had been cleared?", "the flood", "necessary"),
        ("If the alert had been active, would the outage have been averted?", "the outage", "necessary"),
        ("Would an open valve have prevented the explosion?", "the explosion", "necessary"),
        ("Would the outage have happened if the alert had been active?", "the outage", "not necessary"),
    ],
)
def test_a_yes_to_what_would_have_been_prevented_means_that_it_would_not_have_been(question: str, effect: str, yes_when: str) -> None:
    parsed = parse(question)
    assert (parsed.query_variable, parsed.yes_when) == (effect, yes_when)


def test_interventions_carry_the_polarity_of_their_event() -> None:
    (intervention,) = parse("Would demand have fallen without higher prices?").interventions
    assert intervention.polarity is Polarity.INCREASE
