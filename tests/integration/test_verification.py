"""The built-in verifier with the real encoder: the rules that hold whatever its weights are."""

import numpy as np
import pytest

from cckg.core.graph import Event, Polarity
from cckg.core.roles import Criterion
from cckg.identity import Aligner, LocalVerifier
from cckg.identity.alignment import FEATURES
from cckg.language import polarity_of
from cckg.models import Embedder

CRITERIA: tuple[Criterion, ...] = ("interchangeable", "same core")


@pytest.fixture(scope="module")
def aligner(embedder: Embedder) -> Aligner:
    return Aligner(embedder)


@pytest.fixture(scope="module")
def verifier(embedder: Embedder) -> LocalVerifier:
    return LocalVerifier(embedder)


def event(text: str, *, polarity: Polarity | None = None, context: str = "") -> Event:
    return Event("", text, polarity or polarity_of(text), context)


SAME = [
    ("The dam broke", "the dam broke"),
    ("the failure of the pump", "the pump failed"),
    ("heavy rainfall", "heavy rain"),
    ("the collapse of the bridge", "the bridge collapsed"),
]
OTHER = [
    ("the dam broke", "the bank lent money"),
    ("the strike of the miners", "the flooding of the town"),
    ("a shortage of grain", "the election of a new mayor"),
]


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(("left", "right"), SAME)
def test_two_wordings_of_one_event_match(verifier: LocalVerifier, left: str, right: str, criterion: Criterion) -> None:
    (verdict,) = verifier.verify([(event(left), event(right))], criterion)
    assert verdict.match


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(("left", "right"), OTHER)
def test_wordings_of_two_events_do_not(verifier: LocalVerifier, left: str, right: str, criterion: Criterion) -> None:
    (verdict,) = verifier.verify([(event(left), event(right))], criterion)
    assert not verdict.same_event


def test_events_with_different_numbers_are_not_interchangeable(verifier: LocalVerifier) -> None:
    (verdict,) = verifier.verify([(event("the fire in Hall 3"), event("the fire in Hall 7"))], "interchangeable")
    assert not verdict.same_event


def test_the_same_words_are_the_same_event_with_certainty(verifier: LocalVerifier) -> None:
    (verdict,) = verifier.verify([(event("The DAM broke."), event("the dam broke"))], "interchangeable")
    assert (verdict.same_event, verdict.score) == (True, 1.0)


@pytest.mark.parametrize(
    ("left", "right", "interchangeable", "same_core"),
    [
        (Polarity.INCREASE, Polarity.INCREASE, True, True),
        (Polarity.INCREASE, Polarity.DECREASE, False, False),
        (Polarity.OCCURRENCE, Polarity.ABSENCE, False, False),
        (Polarity.INCREASE, Polarity.ABSENCE, False, False),
        (Polarity.OCCURRENCE, Polarity.DECREASE, False, True),
        (Polarity.DECREASE, Polarity.ABSENCE, False, True),
    ],
)
def test_a_question_may_say_less_of_the_polarity_than_the_report_but_must_not_contradict_it(
    verifier: LocalVerifier, left: Polarity, right: Polarity, *, interchangeable: bool, same_core: bool
) -> None:
    for first, second in ((left, right), (right, left)):
        pair = (event("gas supply", polarity=first), event("gas supply", polarity=second))
        assert [verifier.verify([pair], criterion)[0].same_polarity for criterion in CRITERIA] == [interchangeable, same_core]


def test_opposite_events_are_not_matched(verifier: LocalVerifier) -> None:
    pairs = [(event("prices rose"), event("prices fell")), (event("the dam broke"), event("the dam did not break"))]
    for criterion in CRITERIA:
        assert not any(verdict.match for verdict in verifier.verify(pairs, criterion))


def test_features_are_named_and_finite_and_those_of_equal_texts_are_whole(aligner: Aligner) -> None:
    equal, different = aligner.features(
        [(event("the dam broke"), event("the dam broke")), (event("the dam broke"), event("prices in 2019"))]
    )
    assert set(FEATURES) <= set(equal)
    assert all(np.isfinite(value) for value in [*equal.values(), *different.values()])
    assert (equal["cosine"], equal["mean"], equal["lower"]) == pytest.approx((1.0, 1.0, 1.0), abs=1e-3)
    assert different["mean"] < equal["mean"]


def test_numbers_and_names_that_differ_are_a_conflict(aligner: Aligner) -> None:
    rows = aligner.features([(event("fire in Hall 3"), event("fire in Hall 7")), (event("the fire in Leeds"), event("the fire in Hull"))])
    assert [row["number_conflict"] for row in rows] == [1.0, 0.0]
    assert rows[1]["name_conflict"] == 1.0


def test_interchangeable_is_symmetric_and_the_order_of_pairs_does_not_matter(verifier: LocalVerifier) -> None:
    pairs = [(event(left), event(right)) for left, right in [*SAME, *OTHER]]
    scores = [verdict.score for verdict in verifier.verify(pairs, "interchangeable")]
    turned = [verdict.score for verdict in verifier.verify([(right, left) for left, right in pairs], "interchangeable")]
    assert scores == pytest.approx(turned, abs=1e-4)
    assert scores[::-1] == pytest.approx([verdict.score for verdict in verifier.verify(pairs[::-1], "interchangeable")], abs=1e-4)


@pytest.mark.parametrize("text", ["", " ", "?!", "😀", "the", "of the and", "x" * 3000])
def test_any_wording_can_be_judged(verifier: LocalVerifier, text: str) -> None:
    (verdict,) = verifier.verify([(event(text), event("the dam broke", context="The dam"))], "same core")
    assert 0 <= verdict.score <= 1
    assert not verdict.same_event


def test_no_pairs_give_no_verdicts(verifier: LocalVerifier) -> None:
    assert verifier.verify([], "same core") == []


def test_who_was_hurt_without_a_name_belongs_to_one_report(verifier: LocalVerifier) -> None:
    catwalk, crane = "Employee Killed In Fall When Catwalk Collapses", "Demolition Worker Is Struck By Crane, Killed In Fall"
    pairs = [
        (event("Employee #1 was killed", context=catwalk), event("Killed In Fall", context=crane)),
        (event("Employee #1 was killed", context=catwalk), event("the employee was killed", context=catwalk)),
        (event("Maria Orton was killed", context=catwalk), event("the death of Maria Orton", context=crane)),
    ]
    apart, here, named = verifier.verify(pairs, "interchangeable")
    assert not apart.same_event
    assert here.same_event
    assert named.same_event
