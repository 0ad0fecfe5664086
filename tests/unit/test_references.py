"""What a pronoun at the head of an event stands for."""

import pytest

from cckg.local.references import resolved

ROOF = ("On March 3, 2014, Employee #1, a roofer, was working alone.", "Employee #1 stepped back.")


@pytest.mark.parametrize(
    ("event", "before", "alone"),
    [
        ("he fell 14 feet", ROOF, "Employee #1 fell 14 feet"),
        ("he fell 14 feet", ROOF[:1], "Employee #1 fell 14 feet"),
        ("His hand was crushed", ROOF, "Employee #1's hand was crushed"),
        ("it overflowed", ("The second tank had no alarm.",), "the second tank overflowed"),
        ("it was soaked", ("Nobody came.", "The hay lay in the open because"), "the hay was soaked"),
        ("they were evacuated", ("The residents of Oak Street heard a bang.",), "the residents of Oak Street were evacuated"),
        ("its cover came off", ("The main valve had been closed.",), "the main valve's cover came off"),
    ],
)
def test_a_subject_that_fits_takes_the_place_of_the_pronoun(event: str, before: tuple[str, ...], alone: str) -> None:
    assert resolved(event, before) == alone


@pytest.mark.parametrize(
    ("event", "before"),
    [
        ("he fell 14 feet", ("The ladder slipped.",)),  # a ladder is no he
        ("it failed", ("The seals were old.",)),  # several are no it
        ("they failed", ("The seal was old.",)),
        ("it rained for a week", ("The pump was started.",)),  # stands for nothing
        ("it failed", ()),
        ("it failed", ("Nothing was done.",)),
        ("the pump failed", ("The seal was old.",)),
        ("he fell", ("The drivers were late.",)),
        ("he fell", ("The driver's seat was broken.",)),
        ("he fell", ("The queen was late.",)),
        ("she fell", ("The man was late.",)),
        ("it stopped", ("No pump was running.",)),
        ("it stopped", ("Yesterday the belt was moving.",)),
        ("it failed", ("After the storm the old pump was replaced.",)),
        ("it failed", ("The company said that the pump was old.",)),
        ("it was raining hard", ("The road was icy.",)),
        ("it had rained for days", ("The dam was old.",)),
        ("it was not known that the valve was open", ("The tank was full.",)),
        ("it would cost too much", ("The hall was old.",)),
        ("he was struck in the face", ("The foreman gave a sign.", "A worker lifted the beam.")),  # either may be meant
        ("item 4 failed", ("The seal was old.",)),
    ],
)
def test_else_the_words_stay(event: str, before: tuple[str, ...]) -> None:
    assert resolved(event, before) == event


def test_the_nearest_that_fits_is_taken() -> None:
    assert resolved("it burst", ("The tank was full.", "The pump was started.", "The workers left.")) == "the pump burst"
