"""Exact nearest-neighbour search over vectors held in memory. Where they are kept for good is left to the store."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from cckg.core.vectors import Matrix, top_k
from cckg.stores.base import Hit


class VectorIndex:
    """Unit rows under ids, in groups that can be searched alone: the polarities of events; chunks are one group, ""."""

    def __init__(self, dimension: int) -> None:
        """Begin an empty index of vectors of this many numbers."""
        self._dimension = dimension
        self._groups: dict[str, _Rows] = {}

    def add(self, members: Sequence[tuple[str, str]], matrix: Matrix) -> None:
        """Take further rows.

        Args:
            members: id and group of each row, in any order; an id that its group has already keeps its row.
            matrix: (len(members), dimension) float32, unit rows.
        """
        for group in dict.fromkeys(group for _, group in members):
            rows = {name: row for row, (name, of_group) in enumerate(members) if of_group == group}
            self._groups.setdefault(group, _Rows(self._dimension)).add(rows, matrix)

    def nearest(self, queries: Matrix, *, k: int, group: str | None = None) -> list[list[Hit]]:
        """Find the rows nearest to each query.

        Args:
            queries: (m, dimension), unit rows; m may be 0.
            k: how many hits to return per query, at least 1; fewer where there are fewer rows.
            group: the group to search, or None for all.

        Returns:
            For each query its hits by cosine, best first; equal vectors come in the order of their ids.

        Raises:
            ValueError: if k < 1.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, got {k}")
        queries = np.asarray(queries, dtype=np.float32)  # float64 would make the scan many times slower
        searched = [rows for name, rows in self._groups.items() if group in (None, name)]
        blocks = [queries[start : start + _BLOCK] for start in range(0, len(queries), _BLOCK)]
        found = (candidates for block in blocks for candidates in zip(*(rows.candidates(block, k=k) for rows in searched), strict=True))
        return [sorted(chain(*candidates), key=lambda hit: (-hit.score, hit.id))[:k] for candidates in found] or [[] for _ in queries]


# Private

_BLOCK = 64  # queries per matrix product, so that the scores of 100,000 rows take 26 MB
_SPARE = 16  # candidates beyond k, among which equal vectors are put in order


class _Rows:
    """The rows of one group, in the order of their ids."""

    def __init__(self, dimension: int) -> None:
        self._ids: list[str] = []
        self._matrix: Matrix = np.zeros((0, dimension), dtype=np.float32)

    def add(self, rows: dict[str, int], matrix: Matrix) -> None:
        """Take the rows of a matrix at these places, by id."""
        added = sorted(name for name in rows if not self._holds(name))
        places = [bisect_left(self._ids, name) for name in added]
        self._matrix = np.insert(self._matrix, places, matrix[[rows[name] for name in added]], axis=0)
        self._ids = sorted(self._ids + added)

    def candidates(self, queries: Matrix, *, k: int) -> Iterable[list[Hit]]:
        """Yield for each query its k nearest rows and some more: a matrix product finds them, but its last bits vary with a row's place."""
        rows, _ = top_k(queries, self._matrix, k=k + _SPARE)  # (m, k')
        cosines = (self._matrix[rows].astype(np.float64) * queries[:, np.newaxis, :]).sum(axis=2)  # (m, k'), the same for equal rows
        for of_query, scores in zip(rows.tolist(), cosines.tolist(), strict=True):
            yield [Hit(self._ids[row], score) for row, score in zip(of_query, scores, strict=True)]

    def _holds(self, name: str) -> bool:
        place = bisect_left(self._ids, name)
        return place < len(self._ids) and self._ids[place] == name
