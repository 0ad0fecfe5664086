"""Exact nearest-neighbour search over vectors held in memory. Where they are kept for good is left to the store."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import chain

import numpy as np
import numpy.typing as npt

from cckg.core.vectors import Matrix, Vector
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
        searched = [rows.candidates(queries, k=k) for name, rows in self._groups.items() if group in (None, name)]
        found = [sorted(chain(*candidates), key=lambda hit: (-hit.score, hit.id))[:k] for candidates in zip(*searched, strict=True)]
        return found or [[] for _ in queries]

    def cosines(self, queries: Matrix) -> tuple[list[str], Matrix]:
        """Return all ids, in order, and the cosine of each query with each row, (m, n) float32; arguments as of `nearest`."""
        queries = np.asarray(queries, dtype=np.float32)
        groups = list(self._groups.values())
        ids = [name for rows in groups for name in rows.ids]
        scores = np.concatenate([rows.scores(queries) for rows in groups], axis=1) if ids else np.empty((len(queries), 0), np.float32)
        order = sorted(range(len(ids)), key=ids.__getitem__)
        return [ids[place] for place in order], scores[:, order]


# Private

_BLOCK = 4096  # rows that are allocated at once, at least
_SCORES = 1 << 23  # cosines that are held at once for one group: 34 MB
_ROUNDING = 1e-5  # more than a product of unit vectors in float32 is off; how much it is varies with a row's place
_TIED = 256  # where more rows than that are as near as the last hit, they are taken for equal


class _Rows:
    """The rows of one group, as they came, in blocks that grow with them: a further row moves none, and a search meets few blocks."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self.ids: list[str] = []
        self._known: set[str] = set()
        self._blocks: list[Matrix] = []  # the last one may have room
        self._starts: list[int] = []  # row at which each block starts

    def add(self, rows: dict[str, int], matrix: Matrix) -> None:
        """Take the rows of a matrix at these places, by id."""
        added = [name for name in rows if name not in self._known]
        self._known.update(added)
        done = 0
        while done < len(added):
            start = len(self.ids) - self._starts[-1] if self._blocks else 0
            if not self._blocks or start == len(self._blocks[-1]):
                size = max(_BLOCK, len(added) - done, len(self.ids) // 2)
                self._blocks.append(np.empty((size, self._dimension), dtype=np.float32))
                self._starts.append(len(self.ids))
                start = 0
            room = self._blocks[-1][start : start + len(added) - done]
            part = added[done : done + len(room)]
            np.take(matrix, [rows[name] for name in part], axis=0, out=room, mode="clip")  # "raise" would copy
            self.ids += part
            done += len(part)

    def candidates(self, queries: Matrix, *, k: int) -> Iterator[list[Hit]]:
        """Yield for each query its k nearest rows, and those that a matrix product cannot tell from the last of them."""
        count = len(self.ids)
        last = max(count - k, 0)  # place of the last hit among the cosines in ascending order
        together = max(_SCORES // count, 1)
        for start in range(0, len(queries), together):
            scores = self.scores(queries[start : start + together])  # (m, n)
            bounds = np.partition(scores, last, axis=1)[:, last]
            for query, of_query, bound in zip(queries[start : start + together], scores, bounds, strict=True):
                rows = self._rows_from(of_query, float(bound), k=k)
                cosines = (self._vectors(rows) * query).sum(axis=1)  # the same for equal rows, whatever their place
                yield [Hit(self.ids[row], score) for row, score in zip(rows, cosines.tolist(), strict=True)]

    def scores(self, queries: Matrix) -> Matrix:
        """Return the cosines of each query with all rows, (m, n), in the order of `ids`."""
        scores = np.empty((len(self.ids), len(queries)), dtype=np.float32)  # this way round the product is the quicker
        for start, block in zip(self._starts, self._blocks, strict=True):
            part = scores[start : start + len(block)]
            np.matmul(block[: len(part)], queries.T, out=part)
        return np.ascontiguousarray(scores.T)

    def _rows_from(self, scores: Vector, bound: float, *, k: int) -> list[int]:
        """Return the rows that may score as much as the k-th best, whose cosine is the bound."""
        rows: list[int] = np.flatnonzero(scores >= bound - _ROUNDING).tolist()
        if len(rows) <= k + _TIED:
            return rows
        above = [row for row in rows if scores[row] > bound + _ROUNDING]
        return above + nsmallest(k, set(rows).difference(above), key=self.ids.__getitem__)

    def _vectors(self, rows: Sequence[int]) -> npt.NDArray[np.float64]:
        places = [(row, bisect_right(self._starts, row) - 1) for row in rows]
        return np.array([self._blocks[place][row - self._starts[place]] for row, place in places], dtype=np.float64)
