"""English inflection, a thin layer over lemminflect: the past of a verb, a word put into another word's form. Loaded when first used.

Which word is wanted, and where it goes, is decided by the callers.
"""

from functools import lru_cache
from typing import Literal

from cckg.local.dictionary import dictionary

Form = Literal["VB", "VBD", "VBN", "VBG", "VBZ", "NN", "NNS"]


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
def is_listed(word: str) -> bool:
    """Tell whether the dictionary lists a lower-case word, in any form, as a common noun, verb, adjective or adverb.

    >>> [is_listed(word) for word in ("silver", "thousands", "ohio", "facebook")]
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
