"""The built-in hypothesis writer."""

import pytest

from cckg.counterfactual_queries import LocalHypothesisWriter
from cckg.extraction import LocalExtractor
from tests.asking import parser
from tests.fakes import HashingEmbedder

TEXTS = ["Ice in the spillway led to the collapse of the dam.", "Frost split the pipe. The split pipe caused a flood in the yard."]


@pytest.fixture
def writer() -> LocalHypothesisWriter:
    return LocalHypothesisWriter(HashingEmbedder(), LocalExtractor(), parser())


def test_a_cause_is_answered_by_the_claim_whose_effect_is_nearest(writer: LocalHypothesisWriter) -> None:
    draft = writer.write("Why did the dam collapse?", ["Ice in the spillway led to the collapse of the dam."])
    assert draft.answer in ("Ice in the spillway", "")  # bags of words know no inflection
    draft = writer.write("What caused the flood in the yard?", TEXTS)
    assert (draft.answer, draft.rationale) == ("The split pipe", "The split pipe caused a flood in the yard.")


def test_an_effect_is_answered_by_the_claim_whose_cause_is_nearest(writer: LocalHypothesisWriter) -> None:
    assert writer.write("What did the split pipe cause?", TEXTS).answer == "a flood in the yard"


def test_what_the_evidence_does_not_say_is_not_answered(writer: LocalHypothesisWriter) -> None:
    assert writer.write("What caused the strike?", ["Apples grow on trees."]).answer == ""
    assert writer.write("", TEXTS).answer == ""


def test_what_is_denied_is_no_answer(writer: LocalHypothesisWriter) -> None:
    assert writer.write("What caused the flood in the yard?", ["The thieves did not cause the flood in the yard."]).answer == ""
