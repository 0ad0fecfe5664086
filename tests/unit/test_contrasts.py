"""Causes set against each other: which is denied and which asserted, and of what."""

import pytest

from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.extraction.contrast import put_right
from tests.bounded import bounded
from tests.reading import read, said

# text => cause -> effect | … with -> asserted, ?> hedged, !> denied; nothing behind => is no claim
SENTENCES = """
The outage was not caused by frost but by a bad update. => frost !> The outage | a bad update -> The outage
The outage was not caused by frost, but by a bad update. => frost !> The outage | a bad update -> The outage
The fire was not due to arson but due to a short circuit. => arson !> The fire | a short circuit -> The fire
The fire was due not to arson but to a short circuit. => arson !> The fire | a short circuit -> The fire
The fever was not caused by a germ but rather by a drug. => a germ !> The fever | a drug -> The fever
The famine did not result from drought but from war. => drought !> The famine | war -> The famine
The cause of the fire was not arson but a short circuit. => arson !> the fire | a short circuit -> the fire
The crash may have been caused not by ice but by fatigue. => ice !> The crash | fatigue ?> The crash
The dam broke not because of rain but because of rust. => rain !> The dam broke | rust -> The dam broke
The deaths were not due to heat but due to bad water, which had caused cholera. => heat !> The deaths | bad water -> The deaths
Wages fell because demand was weak, not because of the law. => demand was weak -> Wages fell | the law !> Wages fell
Wages fell because of the slump, not because of the law. => the slump -> Wages fell | the law !> Wages fell
The dam broke because of rust rather than because of rain. => rust -> The dam broke | rain !> The dam broke
The leak was caused by frost rather than rust. => frost -> The leak | rust !> The leak
The leak was caused by frost instead of rust. => frost -> The leak | rust !> The leak
The leak was caused by frost and not by rust. => frost -> The leak | rust !> The leak
Frost, not rust, caused the leak. => Frost -> the leak | rust !> the leak
Frost rather than rust caused the leak. => Frost -> the leak | rust !> the leak
Not rust but frost caused the leak. => rust !> the leak | frost -> the leak
It was the pilot and not the wind that caused the crash. => the pilot -> the crash | the wind !> the crash
Frost rather than rust may have caused the leak. => Frost ?> the leak
There is no evidence that the fire was caused by arson rather than by a spark. => arson !> the fire
The fire was caused by the use of steel rather than copper. => the use of steel rather than copper -> The fire
The tower fell because the firm used sand rather than lime. => the firm used sand rather than lime -> The tower fell
The loss was not caused by frost, but by noon most trees had died. => frost !> The loss
The flood was not caused by rain but no one was hurt. => rain !> The flood
The fire was not caused by arson but spread quickly. => arson !> The fire
"""
ROWS = [line.split("=>", 1) for line in SENTENCES.strip().splitlines()]


@pytest.mark.parametrize(("text", "claims"), ROWS, ids=[text for text, _ in ROWS])
def test_of_causes_set_against_each_other_one_is_denied_and_the_other_asserted(text: str, claims: str) -> None:
    assert sorted(said(text.strip())) == sorted(claim.strip() for claim in claims.split("|") if claim.strip())


def _claim(text: str, cause: str, effect: str, *, modality: Modality = Modality.ASSERTED) -> ExtractedClaim:
    sides = []
    for words in (cause, effect):
        start = text.index(words)
        sides.append(Mention(Span(words, start, start + len(words)), words, Polarity.OCCURRENCE))
    return ExtractedClaim(sides[0], sides[1], None, Span(text, 0, len(text)), modality, 0.8)


@pytest.mark.parametrize(
    ("text", "cause", "modality", "expected"),
    [
        ("A leak rather than a bomb wrecked the inn", "A leak rather than a bomb", Modality.ASSERTED, ["A leak asserted", "a bomb denied"]),
        ("A leak, not a bomb, wrecked the inn", "A leak", Modality.DENIED, ["A leak asserted"]),
        ("A leak rather than a bomb wrecked the inn", "a bomb", Modality.ASSERTED, ["a bomb denied"]),
        ("A leak wrecked the inn", "A leak", Modality.DENIED, ["A leak denied"]),
    ],
)
def test_what_the_reader_takes_of_a_contrast_is_put_right(text: str, cause: str, modality: Modality, expected: list[str]) -> None:
    claims = put_right(text, _claim(text, cause, "wrecked the inn", modality=modality))
    assert [f"{claim.cause.text} {claim.modality.value}" for claim in claims] == expected


def test_nothing_is_kept_of_a_clause_that_is_denied_only_of_another_cause() -> None:
    text = "The inn was not wrecked by a bomb but by a leak"
    assert put_right(text, _claim(text, "a leak", "The inn was not wrecked")) == []


def test_both_sides_of_a_contrast_are_verbatim_in_the_text() -> None:
    text = "The outage was not caused by frost but by a bad update."
    spans = [side.span for claim in read(text) for side in (claim.cause, claim.effect)]
    assert [text[span.start : span.end] for span in spans] == [span.text for span in spans]


@pytest.mark.parametrize(
    "part", ["not by frost but by ", "frost, not rust, ", "rather than because of rain ", "was due to rust rather than "]
)
def test_a_line_of_contrasts_is_read_in_linear_time(part: str) -> None:
    with bounded(10):  # what backtracks takes minutes
        read("The leak was caused " + part * 40)
