"""The words of events within a sentence."""

import pytest

from cckg.realisation.phrasing import in_sentence, number_words


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Heavy rain in June", "heavy rain in June"),
        ("Overfishing of cod", "overfishing of cod"),
        ("Corrosion", "corrosion"),
        ("Severe drought", "severe drought"),
        ("Fourteen passengers drowned", "“fourteen passengers drowned”"),
        ("Reading flooded the market", "“Reading flooded the market”"),
        ("Boeing shares", "Boeing shares"),
        ("Polish workers", "Polish workers"),
        ("Cold War tensions", "Cold War tensions"),
        ("Silver Bridge", "Silver Bridge"),
        ("NASA funding", "NASA funding"),
    ],
)
def test_only_a_name_keeps_its_capital_within_a_sentence(text: str, told: str) -> None:
    assert in_sentence(text) == told


@pytest.mark.parametrize(
    ("words", "was"),
    [
        ("the larvae of the herring", "were"),
        ("the losses at the bank", "were"),
        ("the loss of ships", "was"),
        ("“the ships sank”", "was"),
        ("Texas", "was"),
        ("the gas", "was"),
        ("most of the blossom", "was"),
        ("most of the bolts", "were"),
        ("all the furniture in the hall", "was"),
        ("some of the fish", "were"),
        ("many of the trees", "were"),
        ("40 percent of the voters", "were"),
        ("the number of deaths", "was"),
    ],
)
def test_the_head_of_a_subject_decides_its_number(words: str, was: str) -> None:
    assert number_words(words)["was"] == was
