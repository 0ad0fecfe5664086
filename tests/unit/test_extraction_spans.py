"""The built-in extractor: where it says that it read a claim, how sure it is of it, and that no text breaks it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import ExtractedClaim, Span
from cckg.core.graph import Polarity
from cckg.extraction import LocalExtractor
from tests.bounded import bounded
from tests.reading import read, said


@pytest.mark.parametrize(
    "text",
    [
        "Notes.\n\nThe dam broke because of the flood.",
        "Zürich – “naïve” 😀 Überschwemmung: a leak caused the fire.\r\n\r\nBecause of a leak, the mill burned.",
        "# Heading\n\n- The storm caused the flood.\n- The flood led to losses.\n\n| a | b |\n|---|---|\n| frost caused a leak | x |\n",
        "The leak\ncaused\n  the fire.",
    ],
)
def test_spans_are_verbatim_at_their_offsets_in_the_whole_text(text: str) -> None:
    claims = read(text)
    assert claims
    assert all(span.is_verbatim_in(text) for claim in claims for span in spans(claim))


def test_offsets_count_characters_behind_a_paragraph_with_non_ascii_text() -> None:
    text = "Überfluß 😀 – “ça va”.\n\nA leak caused the fire."
    (claim,) = read(text)
    assert claim.cause.span == Span("A leak", text.index("A leak"), text.index(" caused"))
    assert claim.effect.span == Span("the fire", text.index("the fire"), text.index("the fire") + 8)
    assert claim.cue == Span("caused", text.index("caused"), text.index("caused") + 6)


def test_the_quote_is_the_sentence_and_reaches_back_to_the_one_that_names_the_cause() -> None:
    assert [claim.quote.text for claim in read("All was well. The levee failed. This caused a flood. It rained.")] == [
        "The levee failed. This caused a flood."
    ]
    assert [claim.quote.text for claim in read("All was well. A leak caused a fire. It rained.")] == ["A leak caused a fire."]


def test_line_ends_inside_an_argument_are_squeezed_in_its_text_and_kept_in_its_span() -> None:
    (claim,) = read("The loss of\n   power caused a fire.")
    assert (claim.cause.text, claim.cause.span.text) == ("The loss of power", "The loss of\n   power")


def test_code_is_not_read() -> None:
    assert said("```\nthe leak caused the fire\n```\n\nThe frost caused the leak.") == ["The frost -> the leak"]


@pytest.mark.parametrize("text", ["", "   \n\n", "----", "😀", "Nothing happened."])
def test_a_text_without_claims_gives_none(text: str) -> None:
    assert read(text) == []


def test_claims_come_per_text_in_the_order_of_the_texts() -> None:
    readings = LocalExtractor().extract(["The leak caused the fire.", "", "The frost led to the leak. The leak caused the fire."])
    assert [[claim.effect.text for claim in reading.claims] for reading in readings] == [["the fire"], [], ["the leak", "the fire"]]


@pytest.mark.parametrize(
    ("text", "polarity", "effect"),
    [
        ("The barrier prevented flooding.", Polarity.ABSENCE, "no flooding"),
        ("The ban prevented a rise in prices.", Polarity.DECREASE, "no rise in prices"),
        ("The ban prevented a fall in prices.", Polarity.INCREASE, "no fall in prices"),
        ("Glare prevented the crew from seeing the fault.", Polarity.ABSENCE, "the crew not seeing the fault"),
        ("The ban caused a fall in prices.", Polarity.DECREASE, "a fall in prices"),
    ],
)
def test_what_is_prevented_turns_its_polarity(text: str, polarity: Polarity, effect: str) -> None:
    (claim,) = read(text)
    assert (claim.effect.polarity, claim.effect.text) == (polarity, effect)
    assert claim.cause.polarity is Polarity.OCCURRENCE


def test_jointly_required_causes_share_a_group_and_others_have_none() -> None:
    first, second, other = read("Both the alarm failure and the jammed door led to the fire. The fire caused losses.")
    assert first.group == second.group
    assert (first.group is not None, other.group) == (True, None)


def test_a_claim_is_less_certain_when_its_cause_is_in_the_sentence_before() -> None:
    within, across = read("The leak caused a fire. This caused losses.")
    assert 0 < across.confidence < within.confidence <= 1


def test_a_line_of_ten_thousand_characters_is_read_in_linear_time() -> None:
    text = "the leak caused a fire, which led to losses because of the strike and so the mill closed, " * 112
    with bounded(10):  # what backtracks takes minutes
        claims = read(text)
    assert len(text) > 10_000
    assert all(span.is_verbatim_in(text) for claim in claims for span in spans(claim))


WORDS = st.sampled_from(
    "the leak fire caused led to because of due , . ; : ( ) and which this that As a result so not may was \n\n \n ``` - | # If "
    "prevented from seeing The cause was both combination of Ü 😀 ’ n't ? being 12:30".split(" ")
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=40).map(" ".join)))
def test_any_text_is_read_without_an_error_and_every_span_is_verbatim(text: str) -> None:
    for claim in read(text):
        assert all(span.is_verbatim_in(text) for span in spans(claim))
        assert claim.cause.text.strip()
        assert claim.effect.text.strip()


def spans(claim: ExtractedClaim) -> list[Span]:
    return [claim.cause.span, claim.effect.span, claim.quote, *([claim.cue] if claim.cue else [])]
