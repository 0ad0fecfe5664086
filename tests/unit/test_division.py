"""Evidence is divided by theme, whatever its order and however often it is copied, and every theme is heard."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.vectors import Matrix
from queries.arbitration.division import divide, draw, shares


def unit(rows: Matrix) -> Matrix:
    found: Matrix = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return found


def scattered(count: int, *, seed: int) -> Matrix:
    return unit(np.random.default_rng(seed).normal(size=(count, 12)))


def around(centres: int, each: int, *, spread: float = 0.02) -> Matrix:
    """Return rows around centres, one centre after the other."""
    rng = np.random.default_rng(7)
    return unit(np.repeat(rng.normal(size=(centres, 12)), each, axis=0) + spread * rng.normal(size=(centres * each, 12)))


def test_texts_of_one_theme_come_together() -> None:
    ids = [f"{theme}{number}" for theme in "abcd" for number in range(5)]
    assert divide(ids, around(4, 5)) == [tuple(f"{theme}{number}" for number in range(5)) for theme in "abcd"]


@settings(max_examples=25, deadline=None)
@given(count=st.integers(0, 14), clusters=st.integers(1, 5), seed=st.integers(0, 99))
def test_every_item_comes_into_one_theme_whatever_the_order(count: int, clusters: int, seed: int) -> None:
    ids, vectors = [f"e{number:02}" for number in range(count)], scattered(count, seed=seed)
    themes = divide(ids, vectors, clusters=clusters, seed=seed)
    assert sorted(item for theme in themes for item in theme) == ids
    assert all(themes)
    assert len(themes) <= clusters
    order = np.random.default_rng(seed).permutation(count)
    assert divide([ids[place] for place in order], vectors[order], clusters=clusters, seed=seed) == themes


@settings(max_examples=15, deadline=None)
@given(count=st.integers(5, 10), seed=st.integers(0, 99), copied=st.integers(1, 4))
def test_copies_come_into_the_theme_of_what_they_copy_and_move_no_bound(count: int, seed: int, copied: int) -> None:
    ids, vectors = [f"e{number:02}" for number in range(count)], scattered(count, seed=seed)
    copies = [f"z{number:02}" for number in range(copied)]
    themes = divide([*ids, *copies], np.vstack([vectors, vectors[:copied]]), seed=seed)
    assert [tuple(item for item in theme if item in ids) for theme in themes] == divide(ids, vectors, seed=seed)
    assert all(("e" + copy[1:] in theme) for theme in themes for copy in theme if copy in copies)


def test_no_item_makes_no_theme() -> None:
    assert divide([], np.zeros((0, 3), dtype=np.float32)) == []


def test_one_item_is_a_theme() -> None:
    assert divide(["a"], scattered(1, seed=0)) == [("a",)]


def test_fewer_items_than_themes_stand_alone() -> None:
    assert divide(["b", "a", "c"], scattered(3, seed=0), clusters=4) == [("a",), ("b",), ("c",)]


def test_identical_items_are_one_theme() -> None:
    assert divide(["b", "a", "c", "e", "d"], np.repeat(scattered(1, seed=0), 5, axis=0)) == [("a", "b", "c", "d", "e")]


def test_a_narrow_width_divides_far_themes_without_a_warning() -> None:
    themes = divide([f"{place:02}" for place in range(12)], around(3, 4, spread=1e-3), clusters=3, width=0.01)
    assert sorted(map(len, themes)) == [4, 4, 4]


@pytest.mark.parametrize(("ids", "rows", "clusters"), [(["a", "a"], 2, 4), (["a"], 2, 4), (["a"], 1, 0)])
def test_items_that_do_not_fit_their_rows_are_refused(ids: list[str], rows: int, clusters: int) -> None:
    with pytest.raises(ValueError, match="rows"):
        divide(ids, scattered(rows, seed=0), clusters=clusters)


@given(sizes=st.lists(st.integers(1, 40), max_size=6), ratio=st.floats(0, 1), seed=st.integers(0, 99))
def test_a_theme_gives_one_item_at_least_and_its_sampled_share_at_most(sizes: list[int], ratio: float, seed: int) -> None:
    counts = shares(sizes, bias=[0.0] * len(sizes), ratio=ratio, temperature=1.0, rng=np.random.default_rng(seed))
    assert all(1 <= count <= max(1, int(size * ratio)) for count, size in zip(counts, sizes, strict=True))


def test_shares_follow_the_paper() -> None:
    uniform = np.random.default_rng(3).random(3)
    weights = np.exp((np.log(1 - uniform) + np.array([0.2, 0.5, 0.1])) / 0.5)
    expected = [max(1, int(size * 0.5 * weight)) for size, weight in zip((40, 30, 20), weights / weights.sum(), strict=True)]
    assert shares((40, 30, 20), bias=(0.2, 0.5, 0.1), ratio=0.5, temperature=0.5, rng=np.random.default_rng(3)) == expected


def test_a_single_theme_gives_its_whole_sampled_share() -> None:
    assert shares([9], bias=[0.3], ratio=0.5, temperature=1.0, rng=np.random.default_rng(0)) == [4]


@given(seed=st.integers(0, 999))
def test_every_theme_is_heard_and_nothing_is_drawn_twice(seed: int) -> None:
    themes = [("a", "b", "c", "d"), ("e",), ("f", "g")]
    relevance = dict.fromkeys("abcdefg", 0.0)
    drawn = draw(themes, relevance=relevance, ratio=1.0, temperature=1.0, rng=np.random.default_rng(seed))
    assert all(set(theme) & set(drawn) for theme in themes)
    assert len(set(drawn)) == len(drawn)


def test_what_is_relevant_is_drawn_more_often() -> None:
    rng = np.random.default_rng(0)
    drawn = [draw([("a", "b")], relevance={"a": 0.8, "b": 0.2}, ratio=0.5, temperature=1.0, rng=rng) for _ in range(400)]
    assert 0.7 < sum(items == ("a",) for items in drawn) / len(drawn) < 0.9


def test_the_same_generator_draws_the_same() -> None:
    themes, relevance = [tuple("abcdef"), tuple("ghij")], dict.fromkeys("abcdefghij", 0.5)
    first, second = (draw(themes, relevance=relevance, ratio=1.0, temperature=1.0, rng=np.random.default_rng(5)) for _ in range(2))
    assert first == second


def test_without_themes_nothing_is_drawn() -> None:
    assert draw([], relevance={}, ratio=0.5, temperature=1.0, rng=np.random.default_rng(0)) == ()
