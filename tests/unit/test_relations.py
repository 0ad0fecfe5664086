"""What the trained reader of claims says of pairs of tokens becomes relations."""

import numpy as np
import pytest

from cckg.core.vectors import Matrix
from cckg.extraction.reader import HALF, MATRICES, lone_cause, pair_scores, relations

TOKENS = 12
SURE = 6.0


def table(**pairs: list[tuple[int, int]]) -> Matrix:
    """Return scores that are high where said and low elsewhere; "_" in a name stands for a space."""
    scores = np.full((len(MATRICES), TOKENS, TOKENS), -8.0, dtype=np.float32)
    for name, places in pairs.items():
        for place in places:
            scores[MATRICES.index(name.replace("_", " "))][place] = SURE
    return scores


def test_a_cause_and_an_effect_that_are_paired_at_both_ends_are_a_relation() -> None:
    found = relations(table(cause=[(0, 2)], effect=[(5, 8)], heads=[(0, 5)], tails=[(2, 8)], cue=[(3, 4)], cue_of_cause=[(3, 0)]))
    assert [(one.cause, one.effect, one.cue) for one in found] == [((0, 2), (5, 8), (3, 4))]
    assert found[0].probability > 0.9


@pytest.mark.parametrize("missing", ["cause", "effect", "heads", "tails"])
def test_what_one_of_four_denies_is_less_likely(missing: str) -> None:
    whole = {"cause": [(0, 2)], "effect": [(5, 8)], "heads": [(0, 5)], "tails": [(2, 8)]}
    (sure,) = relations(table(**whole))
    left = relations(table(**{name: places for name, places in whole.items() if name != missing}))
    assert all(one.probability < sure.probability / 3 for one in left)


def test_one_stretch_may_be_the_effect_of_one_and_the_cause_of_another() -> None:
    chain = table(cause=[(0, 1), (4, 6)], effect=[(4, 6), (9, 11)], heads=[(0, 4), (4, 9)], tails=[(1, 6), (6, 11)])
    assert {(one.cause, one.effect) for one in relations(chain)} == {((0, 1), (4, 6)), ((4, 6), (9, 11))}


def test_of_stretches_that_cross_the_likelier_is_taken() -> None:
    scores = table(cause=[(0, 2)], effect=[(5, 8), (7, 10)], heads=[(0, 5), (0, 7)], tails=[(2, 8), (2, 10)])
    scores[MATRICES.index("effect"), 7, 10] = 1.0
    assert [one.effect for one in relations(scores)] == [(5, 8)]


def test_two_places_are_joined_in_one_direction_only() -> None:
    both = table(cause=[(0, 2), (5, 8)], effect=[(0, 2), (5, 8)], heads=[(0, 5), (5, 0)], tails=[(2, 8), (8, 2)])
    assert len(relations(both)) == 1


def test_a_stretch_does_not_end_before_it_begins_and_never_causes_itself() -> None:
    assert relations(table(cause=[(4, 2)], effect=[(8, 7)], heads=[(4, 8)], tails=[(2, 7)])) == []
    assert relations(table(cause=[(1, 5)], effect=[(3, 8)], heads=[(1, 3)], tails=[(5, 8)])) == []


def test_hedges_and_denials_are_told_where_the_two_sides_begin() -> None:
    (one,) = relations(table(cause=[(0, 2)], effect=[(5, 8)], heads=[(0, 5)], tails=[(2, 8)], hedged=[(0, 5)], denied=[(2, 8)]))
    assert one.hedged > 0 > one.denied


def test_a_cause_may_stand_alone_and_need_not() -> None:
    assert lone_cause(table(cause=[(3, 7)])) == (3, 7)
    assert lone_cause(table(effect=[(3, 7)])) is None


def test_scores_depend_on_how_far_tokens_stand_apart_and_not_on_where() -> None:
    chance = np.random.default_rng(7)
    given = chance.normal(size=(5, len(MATRICES) * 2 * HALF)).astype(np.float32)
    shifted = np.concatenate([chance.normal(size=(4, given.shape[1])).astype(np.float32), given])
    assert np.allclose(pair_scores(given), pair_scores(shifted)[:, 4:, 4:], atol=1e-4)


def test_the_trainer_scores_as_the_reader_does() -> None:
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from training.claims import scores_of

    given = np.random.default_rng(3).normal(size=(6, len(MATRICES) * 2 * HALF)).astype(np.float32)
    assert np.allclose(scores_of(torch.from_numpy(given)[None])[0].numpy(), pair_scores(given), atol=1e-4)
