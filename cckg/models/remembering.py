"""An encoder that remembers what it encoded, for work that meets the same texts again and again."""

from collections.abc import Sequence

import numpy as np

from cckg.core.vectors import Matrix, Vector
from cckg.models.base import Embedder


class RememberingEmbedder:
    """Encodes each text once; implements `cckg.models.base.Embedder`. When more texts than `most` are remembered, all are forgotten."""

    def __init__(self, embedder: Embedder, *, most: int = 20_000) -> None:
        """Take the encoder, and how many vectors may be kept."""
        self.name = embedder.name
        self.dimension = embedder.dimension
        self._embedder = embedder
        self._most = most
        self._known: dict[str, Vector] = {}

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text; see `Embedder.encode`."""
        if len(self._known) > self._most:
            self._known.clear()
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= dict(zip(new, self._embedder.encode(new), strict=True))
        rows = [self._known[text] for text in texts]
        found: Matrix = np.stack(rows) if rows else np.zeros((0, self.dimension), dtype=np.float32)
        return found

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        """Return words and their vectors; see `Embedder.encode_tokens`. Nothing is remembered of them."""
        return self._embedder.encode_tokens(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens each text takes."""
        return self._embedder.count_tokens(texts)
