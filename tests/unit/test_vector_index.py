"""Exact search over vectors in memory: the same hits as brute force, whatever the order and size in which the rows came."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.vectors import Matrix
from cckg.stores.sqlite.vectors import VectorIndex


def unit_rows(count: int, dimension: int, *, seed: int) -> Matrix:
    rows = np.random.default_rng(seed).standard_normal((count, dimension), dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def by_brute_force(ids: list[str], matrix: Matrix, query: Matrix, *, k: int) -> list[str]:
    cosines = (matrix.astype(np.float64) * query.astype(np.float64)).sum(axis=1)
    return [name for _, name in sorted(zip((-cosines).tolist(), ids, strict=True))[:k]]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    sizes=st.lists(st.integers(1, 60), min_size=1, max_size=5),
    distinct=st.integers(1, 80),
    k=st.integers(1, 90),
    seed=st.integers(0, 999),
)
def test_rows_that_came_in_any_portions_are_found_as_by_brute_force(sizes: list[int], distinct: int, k: int, seed: int) -> None:
    index, count = VectorIndex(8), sum(sizes)
    rng = np.random.default_rng(seed)
    matrix = unit_rows(distinct, 8, seed=seed)[rng.integers(0, distinct, count)]  # many rows are equal
    ids = [f"e{number:03}" for number in rng.permutation(count)]
    start = 0
    for size in sizes:
        index.add([(name, "") for name in ids[start : start + size]], matrix[start : start + size])
        start += size
    queries = unit_rows(3, 8, seed=seed + 1)
    expected = [by_brute_force(ids, matrix, query, k=k) for query in queries]
    assert [[hit.id for hit in hits] for hits in index.nearest(queries, k=k)] == expected


def test_more_rows_than_a_block_holds_are_all_searched() -> None:
    index, matrix = VectorIndex(4), unit_rows(15_000, 4, seed=1)
    ids = [f"e{number}" for number in range(15_000)]
    for start in range(0, 15_000, 2_500):
        index.add([(name, "") for name in ids[start : start + 2_500]], matrix[start : start + 2_500])
    wanted = list(range(0, 15_000, 500))
    assert [hits[0].id for hits in index.nearest(matrix[wanted], k=1)] == [ids[row] for row in wanted]


def test_more_queries_than_one_product_takes_are_answered_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cckg.stores.sqlite.vectors._SCORES", 500)
    index, queries = VectorIndex(16), unit_rows(9, 16, seed=3)
    index.add([(f"e{number}", "") for number in range(200)], unit_rows(200, 16, seed=2))
    assert index.nearest(queries, k=5) == [index.nearest(queries[row : row + 1], k=5)[0] for row in range(9)]


@pytest.mark.parametrize("k", [1, 30, 400])
def test_hundreds_of_equal_rows_come_in_the_order_of_their_ids_after_the_nearer_ones(k: int) -> None:
    index = VectorIndex(2)
    index.add([(f"e{number:04}", "") for number in range(1000, 0, -1)], np.tile(np.array([[0.6, 0.8]], dtype=np.float32), (1000, 1)))
    index.add([("z", "")], np.array([[1.0, 0.0]], dtype=np.float32))
    expected = ["z", *(f"e{number:04}" for number in range(1, 1001))]
    assert [hit.id for hit in index.nearest(np.array([[1.0, 0.0]], dtype=np.float32), k=k)[0]] == expected[:k]


def test_a_row_that_is_there_already_is_kept() -> None:
    index = VectorIndex(2)
    index.add([("a", ""), ("b", "")], np.eye(2, dtype=np.float32))
    index.add([("a", ""), ("c", "")], np.array([[0, 1], [0.6, 0.8]], dtype=np.float32))
    assert [hit.id for hit in index.nearest(np.array([[1.0, 0.0]], dtype=np.float32), k=9)[0]] == ["a", "c", "b"]


def test_a_group_is_searched_alone() -> None:
    index = VectorIndex(2)
    index.add([("a", "up"), ("b", "down"), ("c", "up")], np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32))
    query = np.array([[1.0, 0.0]], dtype=np.float32)
    assert [hit.id for hit in index.nearest(query, k=3, group="up")[0]] == ["a", "c"]
    assert index.nearest(query, k=3, group="none") == [[]]
    assert [hit.id for hit in index.nearest(query, k=3)[0]] == ["a", "b", "c"]
