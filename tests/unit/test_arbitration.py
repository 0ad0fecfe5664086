"""Hypotheses are weighed by coherence and contrast over distinct evidence, and the best is chosen or the best ones are merged."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cckg.core.arbitration import Arbitration, Draft, Hypothesis, Operator, Profile, Variation
from cckg.core.arbitration_words import UNWEIGHED
from cckg.core.vectors import Matrix
from cckg.settings_retrieval import ArbitrationPolicy
from queries.arbitration.arbitration import (
    arbitrate,
    causal_contrast,
    coherence,
    completeness,
    counterfactual_ratio,
    majority,
    mentions,
    psi,
    specificity,
)
from tests.builders import unit_vectors
from tests.fakes import HashingEmbedder

WORDS = "frost pipe ship dam flood strike signal brake valve rudder".split()
FEW = settings(max_examples=30, deadline=None)
ONE_TEXT_EACH = ArbitrationPolicy(clusters=1, sampled_share=0.0, hypotheses=8, consensus=0.0, whole=False)
"""Every hypothesis is drawn from one text, and the best stands."""


@dataclass
class FirstWord:
    """Answers with the first word of the most relevant text; what it was given stays in `asked`."""

    name: str = "first word"
    width: int = 1
    confidence: float | None = None
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def write(self, question: str, evidence: Sequence[str]) -> Draft:
        self.asked.append(tuple(evidence))
        answer = evidence[0].split()[0]
        return Draft("" if answer == "silence" else answer, f"It begins with {answer} [1].", self.confidence)


def variation(question: str = "q′") -> Variation:
    return Variation(question, Operator.ENTITY, 0.8, 1.0, 0.5, 0.6)


def arbitrated(
    evidence: Mapping[str, str],
    scores: Sequence[Sequence[float]] | Matrix,
    *,
    policy: ArbitrationPolicy | None = None,
    seed: int = 0,
    profile: Profile = "paper",
    writer: FirstWord | None = None,
) -> Arbitration:
    return arbitrate(
        "why?",
        evidence=evidence,
        variations=[variation(f"q{number}") for number in range(len(scores) - 1)],
        scores=np.asarray(scores, dtype=np.float32).reshape(len(scores), len(evidence)),
        vectors=unit_vectors(list(evidence.values())),
        writer=writer or FirstWord(),
        embedder=HashingEmbedder(),
        policy=policy or ArbitrationPolicy(),
        seed=seed,
        profile=profile,
    )


def weighed(coherent: float, causal: float | None, answer: str = "a", *, value: float = 0.0) -> Hypothesis:
    return Hypothesis(answer, "", ("e",), coherent, causal, value, 0.0)


def bodies(variations: int = 2) -> st.SearchStrategy[tuple[dict[str, str], Matrix]]:
    """Return evidence of different words, by id, and its scores."""

    def scored(texts: list[str], seed: int) -> tuple[dict[str, str], Matrix]:
        scores = np.random.default_rng(seed).uniform(0.05, 0.95, (1 + variations, len(texts))).astype(np.float32)
        return {f"e{place}": text for place, text in enumerate(texts)}, scores

    return st.builds(scored, st.lists(st.sampled_from(WORDS), min_size=1, max_size=8, unique=True), st.integers(0, 9999))


def marks(found: Arbitration) -> list[tuple[float, float | None, float]]:
    return [(hypothesis.coherence, hypothesis.contrast, hypothesis.score) for hypothesis in found.hypotheses]


# The paper's worked example and theorem


def test_the_scores_of_the_worked_example_are_those_of_the_paper() -> None:
    bale, ledger = (psi(weighed(*criteria), policy=ArbitrationPolicy()) for criteria in ((0.85, 0.72), (0.91, -0.15)))
    assert (bale, ledger) == (pytest.approx(0.798), pytest.approx(0.486))


def test_merging_the_worked_example_gives_the_answer_of_the_paper() -> None:
    bale, again, ledger = (
        weighed(0, 0, answer, value=value)
        for answer, value in (("Christian Bale", 0.798), ("Christian Bale", 0.654), ("Heath Ledger", 0.486))
    )
    assert majority([bale, again, ledger], str.__eq__).answer == "Christian Bale"


@given(
    gaps=st.tuples(st.floats(0, 1), st.floats(0, 1)).filter(lambda pair: pair[0] > pair[1] + 1e-3),
    seeds=st.integers(0, 9999),
    copies=st.integers(1, 50),
    above=st.floats(0.01, 1),
)
def test_above_the_bound_of_theorem_1_the_true_answer_wins_at_any_volume(
    gaps: tuple[float, float], seeds: int, copies: int, above: float
) -> None:
    delta, epsilon = gaps
    rng = np.random.default_rng(seeds)
    least, most = sorted(rng.uniform(0, 1, 2))
    own = rng.uniform(delta, 1, 5)
    causal = np.stack([own, *(own - rng.uniform(delta, 1, 5) for _ in range(2))])
    shared = rng.uniform(0, 1, 4)
    spurious = np.repeat(np.stack([shared, shared - rng.uniform(-1, 1, 4) * epsilon * 0.99, rng.uniform(0, 1, 4)]), copies, axis=1)
    bound = (most - least) / (delta - epsilon + most - least)
    policy = ArbitrationPolicy(causal_weight=float(bound + above * (1 - bound)))
    true, false = (
        psi(weighed(coherent, causal_contrast(body)), policy=policy) for coherent, body in ((float(least), causal), (float(most), spurious))
    )
    assert true > false


@FEW
@given(copies=st.integers(1, 12), seed=st.integers(0, 99), gap=st.floats(0.2, 0.8), spurious=st.floats(0.3, 0.95))
def test_an_outnumbered_text_that_fits_no_variation_gives_the_answer(copies: int, seed: int, gap: float, spurious: float) -> None:
    evidence = {"e": "bale leads"} | {f"s{number}": "ledger shines" for number in range(copies)}
    scores = [[0.1 + gap, *[spurious] * copies], [0.1, *[spurious - 0.01] * copies]]
    bound = 1.5 / (gap - 0.01 + 1.5)  # φ_coh of ONE_TEXT_EACH is −0.5..1
    found = arbitrated(evidence, scores, policy=ONE_TEXT_EACH.model_copy(update={"causal_weight": (1 + bound) / 2}), seed=seed)
    assume({"bale", "ledger"} <= {hypothesis.answer for hypothesis in found.hypotheses})
    assert found.answer == "bale"


# What copies do


@given(seed=st.integers(0, 999), copies=st.integers(2, 6), profile=st.sampled_from(["paper", "repo"]))
def test_copying_all_evidence_leaves_coherence_and_contrast_unchanged(seed: int, copies: int, profile: Profile) -> None:
    rng = np.random.default_rng(seed)
    scores, similarity, mentioned = rng.random((3, 4)), rng.random(4).astype(np.float32), rng.random(4) > 0.5
    once = coherence(similarity, scores[0], mentioned, weights=(0.5, 0.5)), causal_contrast(scores, profile=profile)
    more = (np.tile(part, copies) for part in (similarity, scores[0], mentioned))
    assert coherence(*more, weights=(0.5, 0.5)) == pytest.approx(once[0])
    assert causal_contrast(np.tile(scores, copies), profile=profile) == pytest.approx(once[1])


def test_copying_a_part_of_the_evidence_moves_a_mean_and_only_distinct_evidence_withstands_it() -> None:
    scores = np.array([[0.9, 0.6], [0.1, 0.6]], dtype=np.float32)
    copied = scores[:, [0, 1, 1, 1]]
    assert causal_contrast(copied) == pytest.approx(0.2)
    assert causal_contrast(scores) == pytest.approx(0.4)
    once = arbitrated({"a": "frost", "b": "pipe"}, scores)
    more = arbitrated({"a": "frost", "b": "pipe", "c": "pipe", "0": "pipe"}, copied)
    assert marks(more) == marks(once)
    assert (more.crr, more.answer) == (once.crr, once.answer)
    assert "2 of 4 texts are near-duplicates of others and were left out." in more.notes


@FEW
@given(body=bodies(), seed=st.integers(0, 99), profile=st.sampled_from(["paper", "extended", "repo"]), copied=st.lists(st.integers(0, 7)))
def test_copies_of_any_evidence_change_no_score_and_no_answer(
    body: tuple[dict[str, str], Matrix], seed: int, profile: Profile, copied: list[int]
) -> None:
    evidence, scores = body
    ids = list(evidence)
    places = [place % len(ids) for place in copied]
    more = evidence | {f"{number % 2}copy{number}": evidence[ids[place]] for number, place in enumerate(places)}
    once = arbitrated(evidence, scores, seed=seed, profile=profile)
    twice = arbitrated(more, scores[:, [*range(len(ids)), *places]], seed=seed, profile=profile)
    assert marks(twice) == marks(once)
    assert (twice.answer, twice.merged, twice.crr) == (once.answer, once.merged, once.crr)


# What else must not matter, and what must


@FEW
@given(body=bodies(), seed=st.integers(0, 99), data=st.data())
def test_the_order_of_the_evidence_does_not_matter(body: tuple[dict[str, str], Matrix], seed: int, data: st.DataObject) -> None:
    evidence, scores = body
    order = data.draw(st.permutations(range(len(evidence))))
    ids = list(evidence)
    turned = arbitrated({ids[place]: evidence[ids[place]] for place in order}, scores[:, order], seed=seed)
    assert turned == arbitrated(evidence, scores, seed=seed)


def test_the_same_seed_gives_the_same_and_another_draws_otherwise() -> None:
    evidence = {word: f"{word} {word}s" for word in WORDS}
    scores = np.random.default_rng(0).uniform(0.2, 0.9, (3, len(evidence)))
    drawn = [[hypothesis.evidence for hypothesis in arbitrated(evidence, scores, seed=seed).hypotheses] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


@given(
    scores=st.lists(st.tuples(st.floats(0.2, 0.9), st.floats(0, 0.19)), min_size=1, max_size=5), profile=st.sampled_from(["paper", "repo"])
)
def test_the_score_falls_when_a_passage_fits_a_variation_as_well(scores: list[tuple[float, float]], profile: Profile) -> None:
    apart = np.array(scores).T
    equal = apart.copy()
    equal[1, 0] = equal[0, 0]
    before, after = (
        psi(weighed(0.5, causal_contrast(body, profile=profile)), policy=ArbitrationPolicy(), profile=profile) for body in (apart, equal)
    )
    assert after < before


def test_contrast_takes_the_variation_that_fits_each_text_best() -> None:
    assert causal_contrast(np.array([[0.9, 0.8], [0.1, 0.7], [0.6, 0.2]])) == pytest.approx((0.3 + 0.1) / 2)


def test_the_published_code_forgives_what_the_paper_does_not() -> None:
    fits_both = np.array([[0.9], [0.9]])
    assert causal_contrast(fits_both, profile="paper") == pytest.approx(0.0)
    assert causal_contrast(fits_both, profile="repo") == pytest.approx(0.7 * 0.9 - 0.3 * 0.9)


def test_coherence_counts_relevance_only_of_texts_that_have_the_answer() -> None:
    similarity, relevance = np.array([0.4, 0.2], dtype=np.float32), np.array([0.9, 0.8], dtype=np.float32)
    assert coherence(similarity, relevance, np.array([True, False]), weights=(0.5, 0.5)) == pytest.approx((0.2 + 0.45 + 0.1) / 2)


def test_the_extended_score_weighs_confidence_and_specificity_too() -> None:
    full = Hypothesis("a", "", (), 0.8, 0.3, 0, 0, confidence=-0.5, specificity=1.0)
    expected = 0.8 * (0.6 * 0.8 + 0.4 * 0.3) + 0.1 * -0.5 + 0.1 * 1.0
    assert psi(full, policy=ArbitrationPolicy(), profile="extended") == pytest.approx(expected)
    unsure = Hypothesis("a", "", (), 0.8, 0.3, 0, 0, specificity=1.0)
    assert psi(unsure, policy=ArbitrationPolicy(), profile="extended") == pytest.approx((expected + 0.05) / 0.9)


def test_without_confidence_the_extended_profile_says_that_it_is_left_out() -> None:
    told, untold = (
        arbitrated({"a": "frost"}, [[0.9], [0.1]], profile="extended", writer=FirstWord(confidence=sure)) for sure in (-0.2, None)
    )
    assert [hypothesis.confidence for hypothesis in told.hypotheses] == [-0.2] * 3
    assert any("confidence is left out" in note for note in untold.notes)
    assert not any("confidence" in note for note in told.notes)


def test_the_score_of_the_published_code_weighs_completeness() -> None:
    hypothesis = Hypothesis("a", "", (), 0.5, 0.2, 0, 0, completeness=1.0)
    assert psi(hypothesis, policy=ArbitrationPolicy(), profile="repo") == pytest.approx(0.4 * 0.5 + 0.4 * 0.2 + 0.2)


@given(answer=st.lists(st.sampled_from(["frost", "pipe", "dam"]), max_size=8))
def test_specificity_is_a_share_and_whole_for_one_keyword(answer: list[str]) -> None:
    found = specificity(" ".join(answer))
    assert 0 <= found <= 1
    assert len(set(answer)) != 1 or found == 1.0


def test_an_abstention_completes_nothing_and_takes_no_marks_off() -> None:
    assert completeness("Which river flooded Halden?", Draft("", "river Halden flooded")) == 0
    assert completeness("Who?", Draft("Ann", "")) == 1


def test_crr_is_the_best_variation_over_the_question() -> None:
    assert counterfactual_ratio(np.array([[0.8, 0.4], [0.2, 0.1], [0.6, 0.3]])) == (pytest.approx(0.45 / 0.6), 1)
    assert counterfactual_ratio(np.array([[0.5], [0.25], [0.25]])) == (pytest.approx(0.5), 0)


@pytest.mark.parametrize("scores", [np.zeros((1, 2)), np.zeros((2, 0)), np.array([[1e-9], [0.5]])])
def test_crr_is_not_known_without_variation_evidence_or_relevance(scores: Matrix) -> None:
    assert counterfactual_ratio(scores) is None


def test_an_answer_is_mentioned_only_by_whole_words_in_a_row() -> None:
    assert mentions("They blamed the ice-cold frost.", "the frost")
    assert not mentions("The frosty pipe", "frost")


# Choosing


def test_hypotheses_that_agree_give_the_best_of_them() -> None:
    found = arbitrated({"a": "frost"}, [[0.9], [0.1]])
    assert (found.answer, found.merged) == ("frost", False)
    assert [hypothesis.agreement for hypothesis in found.hypotheses] == [1.0] * 3


@FEW
@given(body=bodies(), seed=st.integers(0, 99))
def test_the_best_hypothesis_comes_first_and_agreement_counts_itself(body: tuple[dict[str, str], Matrix], seed: int) -> None:
    found = arbitrated(*body, seed=seed)
    values = [hypothesis.score for hypothesis in found.hypotheses]
    assert values == sorted(values, reverse=True)
    assert all(1 / 3 <= hypothesis.agreement + 1e-9 <= 1 + 1e-8 for hypothesis in found.hypotheses)


def test_hypotheses_that_disagree_are_merged_by_what_is_handed_in() -> None:
    evidence = {"a": "frost froze", "b": "pipe burst", "c": "silence fell"}
    asked: list[Sequence[Hypothesis]] = []

    def merge(question: str, hypotheses: Sequence[Hypothesis]) -> Draft:
        asked.append(hypotheses)
        return Draft("frost and pipe", "both")

    found = arbitrate(
        "why?",
        evidence=evidence,
        variations=[variation()],
        scores=np.array([[0.6, 0.6, 0.6], [0.1, 0.1, 0.1]], dtype=np.float32),
        vectors=unit_vectors(list(evidence.values())),
        writer=FirstWord(),
        embedder=HashingEmbedder(),
        policy=ArbitrationPolicy(clusters=1, sampled_share=0.0, hypotheses=12, whole=False),
        seed=0,
        merge=merge,
    )
    assert (found.answer, found.rationale, found.merged) == ("frost and pipe", "both", True)
    assert len(asked[0]) == 3
    assert all(hypothesis.answer for hypothesis in asked[0])


def test_a_majority_outweighs_a_single_better_hypothesis() -> None:
    hypotheses = [weighed(0, 0, answer, value=value) for answer, value in (("x", 0.5), ("y", 0.4), ("y", 0.3))]
    assert majority(hypotheses, str.__eq__).answer == "y"


def test_a_hypothesis_with_a_score_below_nought_takes_nothing_from_those_that_agree() -> None:
    hypotheses = [weighed(0, 0, answer, value=value) for answer, value in (("y", 0.3), ("x", 0.1), ("y", -0.5))]
    assert majority(hypotheses, str.__eq__).answer == "y"


def test_without_any_score_above_nought_the_first_hypothesis_is_taken() -> None:
    assert majority([weighed(0, 0, "x", value=-0.1), weighed(0, 0, "y", value=-0.2)], str.__eq__).answer == "x"


def test_an_abstention_is_chosen_only_where_there_is_no_answer() -> None:
    mixed = arbitrated(
        {"a": "silence fell", "b": "frost froze"}, [[0.9, 0.5], [0.1, 0.5]], policy=ONE_TEXT_EACH.model_copy(update={"causal_weight": 1.0})
    )
    assert mixed.answer == "frost"
    assert any("found no answer" in note for note in mixed.notes)
    silent = arbitrated({"a": "silence fell"}, [[0.9], [0.1]])
    assert (silent.answer, silent.merged, silent.hypotheses[0].agreement) == ("", False, 0.0)


# Little or nothing to go by


def test_without_evidence_nothing_is_written() -> None:
    writer = FirstWord()
    found = arbitrated({}, [[], []], writer=writer)
    assert (found.answer, found.hypotheses, found.crr, writer.asked) == ("", (), None, [])
    assert found.notes == (UNWEIGHED,)


@pytest.mark.parametrize("texts", [["frost"], ["frost"] * 5], ids=["one passage", "identical passages"])
def test_one_passage_is_answered_from_once(texts: list[str]) -> None:
    writer = FirstWord()
    found = arbitrated(
        {f"e{place}": text for place, text in reversed(list(enumerate(texts)))}, [[0.9] * len(texts), [0.1] * len(texts)], writer=writer
    )
    assert (found.answer, found.clusters, writer.asked) == ("frost", (("e0",),), [("frost",)])
    assert any("the same evidence" in note for note in found.notes)


def test_without_variation_the_score_is_coherence_and_contrast_is_not_known() -> None:
    found = arbitrated({"a": "frost", "b": "pipe"}, [[0.9, 0.2]])
    assert all(hypothesis.score == pytest.approx(hypothesis.coherence) for hypothesis in found.hypotheses)
    assert (found.hypotheses[0].contrast, found.crr) == (None, None)
    assert any("no variation" in note for note in found.notes)


def test_scores_that_do_not_fit_the_evidence_are_refused() -> None:
    with pytest.raises(ValueError, match="variations"):
        arbitrate(
            "why?",
            evidence={"a": "frost"},
            variations=[variation()],
            scores=np.zeros((1, 1), dtype=np.float32),
            vectors=unit_vectors(["frost"]),
            writer=FirstWord(),
            embedder=HashingEmbedder(),
            policy=ArbitrationPolicy(),
            seed=0,
        )


def test_a_writer_that_is_wide_writes_side_by_side() -> None:
    together = threading.Barrier(2, timeout=10)

    @dataclass
    class Waits(FirstWord):
        width: int = 2

        def write(self, question: str, evidence: Sequence[str]) -> Draft:
            together.wait()
            return FirstWord.write(self, question, evidence)

    evidence = {"a": "frost", "b": "pipe"}
    found = arbitrated(evidence, [[0.9, 0.9], [0.1, 0.1]], policy=ONE_TEXT_EACH, writer=Waits())
    assert {hypothesis.answer for hypothesis in found.hypotheses} == {"frost", "pipe"}
