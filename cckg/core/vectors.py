"""Array types and the vector operation that stores and stages share. Vectors are float32 and of unit length."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Vector: TypeAlias = npt.NDArray[np.float32]
Matrix: TypeAlias = npt.NDArray[np.float32]


def stack(vectors: list[Vector], *, dimension: int) -> Matrix:
    """Stack vectors into (n, dimension) float32; an empty list gives (0, dimension)."""
    if not vectors:
        return np.zeros((0, dimension), dtype=np.float32)
    return np.stack(vectors).astype(np.float32)
