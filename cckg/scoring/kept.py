"""A teacher whose scores are kept in a file, so that a table can be made again without it, and a run that was broken off goes on."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from cckg.core.text import content_hash
from cckg.core.vectors import Vector
from cckg.models import LanguageModel

AT_ONCE = 16
"""Texts that are scored before the file is written again."""


class NotKeptError(LookupError):
    """The score of a text is not in the file."""


class KeptLanguageModel:
    """Tells how likely texts are, from a file where it can; implements `cckg.models.base.LanguageModel`.

    Of a text the sum and the number of its tokens are kept: each of its tokens is then told to have the mean. A line of the file is a hash
    of prefix and text, the sum in nats, and the number; no text is written. What a line that is torn or damaged told is scored anew.
    """

    def __init__(self, name: str, file: Path, opened: Callable[[], LanguageModel] | None) -> None:
        """Take the model's name, the file, which need not exist, and a function that opens the model once it is needed; None: never."""
        self.name = name
        self.scored = 0
        """Texts that the model had to be asked about."""
        self._file = file
        self._opened = opened
        content = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
        self._torn = bool(content) and not content.endswith("\n")  # by a run that was killed
        lines = (_LINE.fullmatch(line) for line in content.splitlines(keepends=True))
        self._known = {line["key"]: (float(line["nats"]), int(line["tokens"])) for line in lines if line}

    def log_probabilities(self, texts: Sequence[str], *, prefix: str = "") -> list[Vector]:
        """Return for each text the mean of its tokens, as often as it has tokens.

        Raises:
            NotKeptError: if a text is not in the file, and the model cannot be opened.
        """
        keys = [content_hash(self.name, prefix, text) for text in texts]
        new = list(dict.fromkeys(text for key, text in zip(keys, texts, strict=True) if key not in self._known))
        for at in range(0, len(new), AT_ONCE):
            self._score(new[at : at + AT_ONCE], prefix)
        return [np.full(tokens, nats / max(1, tokens), dtype=np.float32) for nats, tokens in (self._known[key] for key in keys)]

    # Private

    @cached_property
    def _model(self) -> LanguageModel:
        if self._opened is None:
            raise NotKeptError
        return self._opened()

    def _score(self, texts: Sequence[str], prefix: str) -> None:
        told = self._model.log_probabilities(texts, prefix=prefix)
        sums = [(round(float(each.sum()), _DIGITS), len(each)) for each in told]
        found = {content_hash(self.name, prefix, text): known for text, known in zip(texts, sums, strict=True)}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as lines:
            lines.write("\n" if self._torn else "")
            self._torn = False
            lines.writelines(f"{key} {nats:.{_DIGITS}f} {tokens}\n" for key, (nats, tokens) in found.items())
        self._known |= found
        self.scored += len(found)


# Private

_LINE = re.compile(r"(?P<key>\w+) (?P<nats>-?\d+\.\d+) (?P<tokens>\d+)\n")
_DIGITS = 2
