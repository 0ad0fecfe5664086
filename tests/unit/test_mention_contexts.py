"""Which day a mention is told of."""

import pytest

from cckg.core.claims import Document, ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import MentionContext, Polarity
from ingest.mentions import MentionContexts


def around(text: str, cause: str, effect: str, time: str) -> dict[str, MentionContext]:
    def side(words: str) -> Mention:
        return Mention(Span(words, text.index(words), text.index(words) + len(words)), words, Polarity.OCCURRENCE)

    claim = ExtractedClaim(side(cause), side(effect), None, Span(text, 0, len(text)), Modality.ASSERTED, 1.0, time=time)
    found = MentionContexts.of(Document("d", "d.txt", "Report", "text/plain", text))
    return {"cause": found.around(claim, claim.cause), "effect": found.around(claim, claim.effect)}


@pytest.mark.parametrize(
    ("text", "nearer"),
    [
        ("On 3 May 2021 the bank lost money because its bets failed.", "effect"),
        ("The bank lost money because its bets failed on 3 May 2021.", "cause"),
        ("The bank lost money on 3 May 2021 because its bets failed.", "effect"),
    ],
)
def test_the_day_of_a_claim_is_that_of_the_side_it_stands_by(text: str, nearer: str) -> None:
    found = around(text, "its bets failed", "bank lost money", "3 May 2021")
    assert {side: told.date_source for side, told in found.items()} == {"cause": "claim", "effect": "claim", nearer: "sentence"}
    assert {told.date for told in found.values()} == {"2021-05-03"}


def test_a_day_that_both_sides_hold_or_that_is_told_elsewhere_is_that_of_both() -> None:
    text = "The bank lost money because its bets failed."
    found = around(text, "its bets failed", "bank lost money", "3 May 2021")
    assert [told.date_source for told in found.values()] == ["sentence", "sentence"]


def test_front_matter_is_no_heading_and_stands_around_no_mention() -> None:
    text = "---\ntitle: Pump failure\ndate: 2021-03-04\nplace: Thornby\n---\n\nThe bank lost money because its bets failed.\n"
    found = around(text, "its bets failed", "bank lost money", "")
    assert [(told.headings, told.left, told.place) for told in (found["effect"], found["cause"])] == [
        ((), "The", "Thornby"),
        ((), "The bank lost money because", "Thornby"),
    ]
