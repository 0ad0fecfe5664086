"""Stretches of a question told as statements in the past."""

import pytest

from cckg.questions.told_past import told_past


@pytest.mark.parametrize(
    ("stretch", "told"),
    [
        ("three pilots having resigned within a fortnight", "three pilots resigned within a fortnight"),
        ("the archbishop's never having set foot in Marle", "the archbishop never set foot in Marle"),
        ("colonies being found empty", "colonies were found empty"),
        ("the regulator's refusing to renew the licence", "the regulator refused to renew the licence"),
        ("the lights in Ward C flickering", "the lights in Ward C flickered"),
        ("the road over the pass has been impassable", "the road over the pass was impassable"),
        ("nobody has bought a single copy", "nobody bought a single copy"),
        ("half of the loaves are coming out grey", "half of the loaves were coming out grey"),
        ("people sleep in the office", "people slept in the office"),
        ("Mayor Brandis came to lose by a landslide", "Mayor Brandis lost by a landslide"),
        ("the fraud was going to come to light", "the fraud came to light"),
        ("the ship to sink", "the ship sank"),
        ("the house having no alarm", "the house had no alarm"),
        ("the firm having not paid", "the firm did not pay"),
        ("the treaty having never been signed", "the treaty was never signed"),
    ],
)
def test_what_goes_on_is_told_as_past(stretch: str, told: str) -> None:
    assert told_past(stretch) == told


@pytest.mark.parametrize(
    "stretch",
    [
        "the rising water in the tank",
        "the war came to an end",
        "the refusal of the crew to sail",
        "a failure of the pumps to start",
        "the firm had to pay",
        "the closing of the mill",
        "the mill building",
        "no heating in block C last night",
        "winning the cup",  # nobody is said to have won it
        "Ragna Moen refused to lower the flag",
        "the decision to retire the ship",
        "the closure of two schools",
        "the work permits of the crew",
        "half the lambs were born underweight",
        "",
    ],
)
def test_what_is_past_or_a_thing_stays(stretch: str) -> None:
    assert told_past(stretch) == stretch
