"""What a text says of a statement as a whole, whoever read the statement: open, claimed by somebody, one of two, taken back."""

import pytest

from cckg.core.claims import ExtractedClaim, Modality, Span
from cckg.extraction.denial import Takeback, is_lone_exclusion, reserved, takeback
from cckg.extraction.windows import as_mention
from cckg.language import read_sentences
from tests.bounded import bounded
from tests.reading import said

# text => cause -> effect | … with -> asserted, ?> hedged, !> denied; nothing behind => is no claim
SENTENCES = """
It is not known whether the frost caused the losses. => the frost ?> the losses
Nobody knows whether the power cut led to the deaths. => the power cut ?> the deaths
Doctors disagree on whether the salt caused the stroke. => the salt ?> the stroke
Engineers do not know if a crack led to the leak. => a crack ?> the leak
The panel could not establish whether the leak was caused by rust. => rust ?> the leak
Uncertainty about whether the bank would survive led to withdrawals. => Uncertainty about whether the bank would survive -> withdrawals
The court rejected the claim that the driver caused the crash. => the driver !> the crash
The theory that a comet caused the plague has been refuted. => a comet !> the plague
The claim that the king was dead caused a panic. => The claim that the king was dead -> a panic
The union insists that overtime led to the accident. => overtime ?> the accident
Critics say that a worn valve caused the leak. => a worn valve ?> the leak
Either a faulty sensor or a human error triggered the alarm. => a faulty sensor ?> the alarm | a human error ?> the alarm
The loss was caused by either drought or blight. => drought ?> The loss | blight ?> The loss
Trees on either side of the road caused the accident. => Trees on either side of the road -> the accident
Some believe that the dam caused the slide, but the inquiry ruled this out. => the dam !> the slide
It was assumed that bats had caused the fever, but tests disproved it. => bats !> the fever
The police said that arson had caused the fire. This was later disproved. => arson !> the fire
The paper reported that a bomb caused the blast, which turned out to be false. => a bomb !> the blast
The fog caused the collision, although the harbour master denies this. => The fog ?> the collision
The dam led to an offer of compensation, but the farmers rejected it. => The dam -> an offer of compensation
The strike led to a charge of theft, but the clerk denied it. => The strike -> a charge of theft
The merger resulted in higher prices, which proved unpopular. => The merger -> higher prices
"""
ROWS = [line.split("=>", 1) for line in SENTENCES.strip().splitlines()]


@pytest.mark.parametrize(("text", "claims"), ROWS, ids=[text for text, _ in ROWS])
def test_a_statement_is_as_sure_as_what_is_said_of_it(text: str, claims: str) -> None:
    assert said(text.strip()) == [claim.strip() for claim in claims.split("|") if claim.strip()]


def claim_of(text: str, cause: str, effect: str, *, modality: Modality = Modality.ASSERTED) -> ExtractedClaim:
    """Return a claim between two stretches of a text, as a trained reader gives it: without a cue."""
    spans = [Span(words, text.index(words), text.index(words) + len(words)) for words in (cause, effect)]
    sides = [as_mention(span, prevented=False) for span in spans]
    touched = [one.span for one in read_sentences(text) if any(one.span.start < span.end and span.start < one.span.end for span in spans)]
    start, end = touched[0].start, touched[-1].end
    return ExtractedClaim(sides[0], sides[1], None, Span(text[start:end], start, end), modality, 0.8)


def judged(text: str, *claims: ExtractedClaim) -> list[tuple[str, str, str]]:
    """Return cause, modality and effect of each claim that is left."""
    kept = reserved(text, claims, sentences=read_sentences(text))
    return [(claim.cause.text, claim.modality.value, claim.effect.text) for claim in kept]


def test_what_a_reader_marks_without_a_cue_is_judged_alike() -> None:
    text = "Either the drought or the beetles killed the pines."
    claims = [claim_of(text, side, "the pines") for side in ("the drought", "the beetles")]
    assert [modality for _, modality, _ in judged(text, *claims)] == ["hedged", "hedged"]
    text = "It is unclear whether pollution weakened the seals."
    assert judged(text, claim_of(text, "pollution", "the seals")) == [("pollution", "hedged", "the seals")]


def test_an_exclusion_is_no_cause_of_what_another_sentence_tells_beside_other_things() -> None:
    text = "The driver had drunk, which might have slowed his reactions. Ice was excluded as a cause."
    assert not judged(text, claim_of(text, "Ice", "his reactions", modality=Modality.HEDGED))


def test_an_exclusion_denies_what_the_sentence_before_tells_alone() -> None:
    text = "The bridge collapsed in June. Rust was ruled out as a cause."
    assert judged(text, claim_of(text, "Rust", "The bridge collapsed in June")) == [("Rust", "denied", "The bridge collapsed in June")]


def test_a_denial_without_a_word_that_denies_is_none() -> None:
    text = "The crash injured five people. Fog was excluded as a cause."
    claim = claim_of(text, "The crash", "five people", modality=Modality.DENIED)
    assert judged(text, claim) == [("The crash", "asserted", "five people")]


def test_of_neither_nor_both_are_denied_where_one_was_read() -> None:
    text = "It was neither the storm of that week nor the river that flooded the library."
    claim = claim_of(text, "the river", "the library", modality=Modality.DENIED)
    assert [(cause, how) for cause, how, _ in judged(text, claim)] == [("the storm of that week", "denied"), ("the river", "denied")]


def test_no_claims_give_none() -> None:
    assert reserved("The pump failed.", [], sentences=[]) == []


def test_only_words_that_speak_of_statements_take_one_back() -> None:
    assert takeback(", but tests disproved it.") is Takeback.DISPROVED
    assert takeback(", but the inquiry ruled this out.") is Takeback.RULED_OUT
    assert takeback(", but the mayor ruled out an evacuation.") is None
    assert takeback(".", "The maker denies this.") is Takeback.CONTESTED


def test_an_exclusion_with_its_effect_is_not_a_lone_one() -> None:
    assert is_lone_exclusion("Fog was ruled out as a cause.")
    assert not is_lone_exclusion("Fog was ruled out as a cause of the crash.")


@pytest.mark.parametrize("part", ["either a or b ", "critics say that ", "neither a nor b ", "is a cause ", "whether or not "])
def test_a_line_of_reservations_is_read_in_linear_time(part: str) -> None:
    with bounded(10):  # what backtracks takes minutes
        said(f"The fire caused {part * 200}")
