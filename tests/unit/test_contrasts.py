"""Causes set against each other: which is denied and which asserted, and of what."""

import pytest

from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.extraction.contrast import put_right

# text => cause -> effect | … with -> asserted, ?> hedged, !> denied; nothing behind => is no claim


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
