"""The words of events within a sentence."""

from dataclasses import replace

import pytest

from cckg.core.claims import Claim, Mention, Modality, Span
from cckg.core.graph import Event, Polarity
from cckg.realisation.told_wordings import in_sentence, made_to_do, number_words


def claim(before: str, effect: str, *, modality: Modality = Modality.ASSERTED) -> Claim:
    """Build the claim of "the fire <before> <effect>."."""
    start = len(f"The fire {before} ")
    text = f"The fire {before} {effect}."
    cause = Mention(Span("The fire", 0, 8), "The fire", Polarity.OCCURRENCE)
    stated = Mention(Span(effect, start, start + len(effect)), effect, Polarity.OCCURRENCE)
    return Claim("c", "d", "d#0", "a", "b", cause, stated, None, Span(text, 0, len(text)), modality, 0.9, "test")


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
    ("before", "effect", "told"),
    [
        ("caused", "the lamp to burst", "the lamp burst"),
        ("forced", "the price to fall to 97 cents", "the price fell to 97 cents"),
        ("caused", "the doors to be closed", "the doors were closed"),
        ("causes", "the lamp to burst", "the lamp to burst"),
        ("allowed", "the crew to enter", "the crew to enter"),
        ("prompted", "the crew to try to leave", "the crew to try to leave"),
    ],
)
def test_what_somebody_was_made_to_do_is_told_as_done_where_that_is_plain(before: str, effect: str, told: str) -> None:
    assert made_to_do([claim(before, effect)], events=[]) == {effect: told}


def test_what_is_not_asserted_to_have_been_caused_keeps_its_words() -> None:
    hedged = claim("may have caused", "the lamp to burst", modality=Modality.HEDGED)
    assert made_to_do([hedged], events=[]) == {"the lamp to burst": "the lamp to burst"}
    assert made_to_do([hedged, replace(claim("caused", "the lamp to burst"), id="e")], events=[])["the lamp to burst"] == "the lamp burst"


@pytest.mark.parametrize(
    "effect", ["damage to the hull", "damage to crops", "harm to fish", "resistance to change", "the decision to sail", "exposure to heat"]
)
def test_a_noun_with_to_behind_it_is_no_doing(effect: str) -> None:
    assert made_to_do([claim("caused", effect)], events=[Event("b", effect, Polarity.OCCURRENCE)]) == {}


def test_an_event_that_no_claim_explains_keeps_its_words() -> None:
    event = Event("b", "the ferry to capsize", Polarity.OCCURRENCE)
    assert made_to_do([], events=[event]) == {event.text: event.text}


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
