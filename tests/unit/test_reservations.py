"""What a text says of a statement as a whole, whoever read the statement: open, claimed by somebody, one of two, taken back."""

from cckg.core.claims import ExtractedClaim, Modality, Span
from cckg.extraction.denial import Takeback, is_lone_exclusion, reserved, takeback
from cckg.extraction.windows import as_mention
from cckg.language import read_sentences

# text => cause -> effect | … with -> asserted, ?> hedged, !> denied; nothing behind => is no claim


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
