"""Array types and the few vector operations that stores and stages share. Vectors are float32 and of unit length."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Vector: TypeAlias = npt.NDArray[np.float32]
Matrix: TypeAlias = npt.NDArray[np.float32]
Indices: TypeAlias = npt.NDArray[np.int64]


def top_k(queries: Matrix, matrix: Matrix, *, k: int) -> tuple[Indices, Matrix]:
    """Find the k rows nearest to each query by cosine.

    Args:
        queries: (m, d) float32, unit rows; m may be 0.
        matrix: (n, d) float32, unit rows; n may be 0.
        k: how many rows to return per query, at least 1.

    Returns:
        Row numbers and cosines, both (m, min(k, n)), best first; ties keep row order.

    Raises:
        ValueError: if k < 1.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    if len(matrix) == 0 or len(queries) == 0:
        empty = (len(queries), 0)
        return np.zeros(empty, dtype=np.int64), np.zeros(empty, dtype=np.float32)
    scores = queries.astype(np.float32) @ matrix.T  # (m, n)
    best = np.argsort(-scores, axis=1, kind="stable")[:, :k]  # (m, min(k, n))
    return best, np.take_along_axis(scores, best, axis=1)


def stack(vectors: list[Vector], *, dimension: int) -> Matrix:
    """Stack vectors into (n, dimension) float32; an empty list gives (0, dimension)."""
    if not vectors:
        return np.zeros((0, dimension), dtype=np.float32)
    return np.stack(vectors).astype(np.float32)
