"""A teacher whose scores are kept in a file, so that a table can be made again without it, and a run that was broken off goes on."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from cckg.core.text import content_hash
from cckg.core.vectors import Vector
from cckg.models.base import LanguageModel

AT_ONCE = 16
"""Texts that are scored before the file is written again."""


class KeptLanguageModel:
    """Tells how likely texts are, from a file where it can; implements `cckg.models.base.LanguageModel`.

    Of a text the sum and the number of its tokens are kept: each of its tokens is then told to have the mean. A line of the file is a hash
    of prefix and text, the sum in nats, and the number; no text is written.
    """

    def __init__(self, name: str, file: Path, opened: Callable[[], LanguageModel]) -> None:
        """Take the model's name, the file, which need not exist, and a function that opens the model once it is needed."""
        self.name = name
        self.scored = 0
        """Texts that the model had to be asked about."""
        self._file = file
        self._opened = opened
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self._known = {key: (float(nats), int(tokens)) for key, nats, tokens in (line.split() for line in lines)}

    def log_probabilities(self, texts: Sequence[str], *, prefix: str = "") -> list[Vector]:
        """Return for each text the mean of its tokens, as often as it has tokens."""
        keys = [content_hash(self.name, prefix, text) for text in texts]
        new = list(dict.fromkeys(text for key, text in zip(keys, texts, strict=True) if key not in self._known))
        for at in range(0, len(new), AT_ONCE):
            self._score(new[at : at + AT_ONCE], prefix)
        return [np.full(tokens, nats / tokens, dtype=np.float32) for nats, tokens in (self._known[key] for key in keys)]

    # Private

    @cached_property
    def _model(self) -> LanguageModel:
        return self._opened()

    def _score(self, texts: Sequence[str], prefix: str) -> None:
        told = self._model.log_probabilities(texts, prefix=prefix)
        found = {content_hash(self.name, prefix, text): (float(each.sum()), len(each)) for text, each in zip(texts, told, strict=True)}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as lines:
            lines.writelines(f"{key} {nats:.2f} {tokens}\n" for key, (nats, tokens) in found.items())
        self._known |= found
        self.scored += len(found)
