"""English inflection, a thin layer over lemminflect: the past of a verb, a word put into another word's form. Loaded when first used.

Its dictionary is read a word at a time: to parse its two files whole takes half a second. Which word is wanted, and where it goes, is
decided by the callers.
"""

import gzip
from bisect import bisect_left
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Literal

Entry = dict[str, tuple[str, ...]]
"""Of a word: its spellings, by part of speech or form (Penn tag)."""

Form = Literal["VB", "VBD", "VBN", "VBG", "VBZ", "NN", "NNS"]


class Table:
    """A file of lemminflect, "word,category,spellings…" a line; stands where lemminflect has the dictionary that it reads from it."""

    def __init__(self, file: Path, parsed: Callable[[str], Entry], own: dict[str, Entry] | None = None) -> None:
        """Take a gzipped file, what reads a line of it, and what holds of some words, whatever the file says."""
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
        following = islice(self._lines, bisect_left(self._lines, opening), None)
        for line in takewhile(lambda line: line.startswith(opening), following):
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


def inflect(lemma: str, form: Form) -> str:
    """Return a verb or noun in a form (Penn tag); only the first word of a phrase is inflected: "remain standing" → "remained standing".

    >>> [inflect("break", "VBD"), inflect("keep open", "VBD"), inflect("bridge", "NNS")]
    ['broke', 'kept open', 'bridges']
    """
    head, _, rest = lemma.partition(" ")
    found = _inflected(head, form) if head else ""
    return f"{found} {rest}" if rest else found


def verb_lemma(word: str) -> str:
    """Return the base form of a verb in any form, lower-case; a word that is no verb comes back as lemminflect guesses.

    >>> [verb_lemma(word) for word in ("broke", "fell", "is", "mothballed")]
    ['break', 'fall', 'be', 'mothball']
    """
    return _lemma(word.lower(), "VERB") if word else ""


def noun_lemma(word: str) -> str:
    """Return the singular of a noun, lower-case."""
    return _lemma(word.lower(), "NOUN")


def verb_form(word: str) -> Form:
    """Return the form of a verb; a past form that may be a participle too counts as VBD, a form equal to its base as VB."""
    lemma = verb_lemma(word)
    if word.lower() == lemma:
        return "VB"
    forms: tuple[Form, ...] = ("VBD", "VBN", "VBG", "VBZ")
    return next((form for form in forms if _inflected(lemma, form) == word.lower()), "VBD" if word.lower().endswith("ed") else "VB")


@lru_cache(maxsize=50_000)
def in_dictionary(word: str) -> bool:
    """Tell whether the dictionary lists a lower-case word, in any form, as a common noun, verb, adjective or adverb.

    >>> [in_dictionary(word) for word in ("silver", "thousands", "ohio", "facebook")]
    [True, True, False, False]
    """
    return bool(dictionary().getAllLemmas(word))


@lru_cache(maxsize=50_000)
def parts_of_speech(word: str) -> frozenset[str]:
    """Return what a lower-case word may be by the dictionary, in any form: of NOUN, VERB, ADJ, ADV, AUX; empty where it is not listed.

    >>> sorted(parts_of_speech("collapse")), sorted(parts_of_speech("outages")), sorted(parts_of_speech("ohio"))
    (['NOUN', 'VERB'], ['NOUN'], [])
    """
    return frozenset(dictionary().getAllLemmas(word))


# Private

_PREFERRED = {
    ("be", "VBD"): "was",
    ("be", "VBZ"): "is",
    ("be", "VBN"): "been",
    ("lie", "VBD"): "lay",
    ("lie", "VBN"): "lain",
    ("fit", "VBD"): "fitted",
    ("hang", "VBD"): "hung",
    ("wind", "VBD"): "wound",
    ("bind", "VBD"): "bound",
    ("shut", "VBD"): "shut",
}
_PREFERRED_LEMMAS = {
    "found": "find",
    "fell": "fall",
    "felt": "feel",
    "left": "leave",
    "lay": "lie",
    "saw": "see",
    "bore": "bear",
    "wound": "wind",
}


def _lemmas(line: str) -> Entry:
    from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
    from lemminflect.core.LexicalUtils import categoryToUPos

    _, category, lemmas = LemmaLUCodec.fromString(line)
    return {categoryToUPos(category): lemmas}


@lru_cache(maxsize=8192)
def _inflected(lemma: str, form: Form) -> str:
    if form in ("VB", "NN"):
        return lemma
    found = _PREFERRED.get((lemma.lower(), form)) or (dictionary().getInflection(lemma.lower(), form) or (lemma,))[0]
    return found.capitalize() if lemma[:1].isupper() else found


@lru_cache(maxsize=8192)
def _lemma(word: str, part: Literal["VERB", "NOUN"]) -> str:
    if part == "VERB" and word in _PREFERRED_LEMMAS:
        return _PREFERRED_LEMMAS[word]
    return (dictionary().getLemma(word, upos=part) or (word,))[0]
