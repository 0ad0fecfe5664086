"""lemminflect's dictionary, read a word at a time: to parse its two files whole takes half a second."""

import gzip
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

Entry = dict[str, tuple[str, ...]]
"""Of a word: its spellings, by part of speech or form (Penn tag)."""


class Table:
    """A file of lemminflect, "word,category,spellings…" a line; stands where lemminflect has the dictionary that it reads from it."""

    def __init__(self, file: Path, parsed: Callable[[str], Entry], own: dict[str, Entry] | None = None) -> None:
        """Read a file.

        Args:
            file: gzipped.
            parsed: reads a line.
            own: what holds of some words, whatever the file says.
        """
        self._lines = sorted(gzip.decompress(file.read_bytes()).decode("utf-8").split("\n"))
        self._parsed = parsed
        self._entries = dict(own or {})  # and those that were looked up

    def get(self, word: str, default: Entry) -> Entry:
        """Return the entry of a word, those of all its categories together; the default where there is none."""
        if word not in self._entries:
            self._entries[word] = self._read(word)
        return self._entries[word] or default

    # Private

    def _read(self, word: str) -> Entry:
        opening, found = f"{word},", Entry()
        if "," in word:  # the opening of a line may hold more than its word
            return found
        for line in islice(self._lines, bisect_left(self._lines, opening), None):
            if not line.startswith(opening):
                break
            found.update(self._parsed(line))
        return found


@cache
def dictionary() -> Any:
    """Return the module lemminflect, which looks words up in tables of ours."""
    import lemminflect
    from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec

    lemmatizer, inflections = lemminflect.Lemmatizer(), lemminflect.Inflections()
    lemmatizer.lemma_dict = Table(Path(lemmatizer.lemma_lu_fn), _lemmas)
    forms = InflectionLUCodec.fromString
    inflections.infl_dict = Table(Path(inflections.infl_lu_fn), lambda line: forms(line)[2], InflectionLUCodec.updateForAuxMod({}))
    return lemminflect


# Private


def _lemmas(line: str) -> Entry:
    from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
    from lemminflect.core.LexicalUtils import categoryToUPos

    _, category, lemmas = LemmaLUCodec.fromString(line)
    return {categoryToUPos(category): lemmas}
