"""The Causal Inference Score, by a model of words that can be reckoned by hand, and by a small network."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cckg.core.errors import InputError
from cckg.core.vectors import Vector
from cckg.scoring import CausalInferenceScore
from cckg.scoring.cis import Priors, cis
from tests.tiny_language_model import tiny
from tests.unit.test_causal_lm import reference, some_texts


class Echo:
    """A language model that thinks a word likely, one half, if it stood in the prefix, and else one eighth."""

    name = "echo"

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def log_probabilities(self, texts: Sequence[str], *, prefix: str = "") -> list[Vector]:
        self.read += [(prefix, text) for text in texts]
        return [np.array([math.log(0.5 if word in prefix.split() else 0.125) for word in text.split()], dtype=np.float32) for text in texts]


def test_the_score_is_what_the_question_adds_to_the_likelihood_of_the_knowledge() -> None:
    scorer = CausalInferenceScore(Echo())
    assert scorer.score("why rain", ["rain fell", "rain rain", "dogs bark"]) == pytest.approx([math.log(4), 2 * math.log(4), 0.0])
    assert cis("why rain", "rain fell", model=Echo()) == pytest.approx(math.log(4))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, math.log(4)),
        ({"per_token": True}, math.log(4) / 2),
        ({"subtract_prior": False}, math.log(0.5) + math.log(0.125)),
        ({"form": "bare"}, math.log(4)),
    ],
)
def test_the_ablations_of_the_paper(options: dict[str, object], expected: float) -> None:
    scorer = CausalInferenceScore(Echo(), **options)  # type: ignore[arg-type]
    assert scorer.score("why rain", ["rain fell"]) == pytest.approx([expected])


def test_the_prompt_is_that_of_the_paper_or_the_question_alone() -> None:
    model = Echo()
    CausalInferenceScore(model, subtract_prior=False).score(" Why\nrain? ", ["It  rained."])
    CausalInferenceScore(model, form="bare", subtract_prior=False).score("Why rain?", ["It rained."])
    assert model.read == [("Q: Why rain? A:", " It rained."), ("Why rain?", " It rained.")]


def test_a_prior_is_computed_once() -> None:
    model, priors = Echo(), Priors()
    scorer = CausalInferenceScore(model, priors=priors)
    scorer.prior(["rain fell", "rain fell", "dogs bark"])
    scorer.score("why", ["dogs bark", "rain fell"])
    assert [text for prefix, text in model.read if not prefix] == [" rain fell", " dogs bark"]


@pytest.mark.parametrize(("question", "knowledge"), [("", "rain"), ("why", ""), ("why", " \n")])
def test_what_is_empty_is_refused(question: str, knowledge: str) -> None:
    with pytest.raises(InputError, match="empty"):
        CausalInferenceScore(Echo()).score(question, [knowledge])


@pytest.mark.parametrize("knowledge", ["rain", [None], [b"rain"]])
def test_knowledge_must_be_texts(knowledge: Any) -> None:
    with pytest.raises(TypeError, match="sequence of str"):
        CausalInferenceScore(Echo()).score("why", knowledge)


def test_there_are_two_forms() -> None:
    with pytest.raises(ValueError, match="no form 'prose'; it is qa or bare"):
        CausalInferenceScore(Echo(), form="prose")  # type: ignore[arg-type]


def test_no_knowledge_has_no_scores() -> None:
    assert CausalInferenceScore(Echo()).score("why", []).shape == (0,)


def test_by_a_network_the_scores_are_those_of_one_pair_at_a_time() -> None:
    model, texts = tiny(), some_texts(25)
    found = CausalInferenceScore(model).score("why did the dam", texts)
    slow = [reference(model, text, "Q: why did the dam A:").sum() - reference(model, text).sum() for text in texts]
    assert found == pytest.approx(slow, abs=1e-3)


def test_the_score_is_asymmetric() -> None:
    model = tiny()
    assert abs(cis("the storm", "the dam broke", model=model) - cis("the dam broke", "the storm", model=model)) > 1e-3
