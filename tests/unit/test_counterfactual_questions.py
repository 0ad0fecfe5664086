"""Questions that set an event by hand: what is set, to what, and what a yes would mean."""

from cckg.core.graph import Polarity
from tests.asking import parse


def test_was_it_enough_is_answered_by_yes_where_it_was() -> None:
    assert parse("Is fog enough to cause a crash?").yes_when == "sufficient"


def test_interventions_carry_the_polarity_of_their_event() -> None:
    (intervention,) = parse("Would demand have fallen without higher prices?").interventions
    assert intervention.polarity is Polarity.INCREASE
