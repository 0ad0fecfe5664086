"""Tells whether a sentence calls a thing by the noun that a question asks for: "the supermarket chain Nordkurv" for "which supermarket".

By the words that touch the name. What a passage says elsewhere of its topic is left to `cckg.local.passage_sentences`.
"""

import re
from collections.abc import Sequence

from cckg.core.claims import Span
from cckg.core.text import STOP_WORDS, content_words
from cckg.local.answer_names import names
from cckg.local.siblings import is_of_it, subject_of
from cckg.local.synonyms import stem


def called_so(sentence: str, name: Span, *, noun: str) -> bool:
    """Tell whether the words that touch a name call it by a noun, singular or plural; False for no noun.

    >>> [called_so(f"{said} Nord", Span("Nord", len(said) + 1, len(said) + 5), noun="chain") for said in ("The old chain", "The man")]
    [True, False]
    """
    if not noun:
        return False
    before = _BEFORE.search(sentence[: name.start])
    behind = _BEHIND.match(sentence, name.end)
    near = f"{before[0] if before else ''} {behind['what'] if behind else ''}"
    return stem(noun) in map(stem, content_words(near))


def it_called_so(sentence: str, before: Sequence[str], *, noun: str) -> tuple[str, int] | None:
    """Return the name that the "it" at the head of a sentence stands for, if what it takes up is called by a noun.

    Args:
        sentence: the sentence.
        before: those before it in its paragraph, in order.
        noun: lower-case; none gives None.

    Returns:
        The name and how many sentences back it stands, from 1; of the first one back whose subject is no pronoun itself. None where that
        names nothing by the noun.
    """
    if not noun or not is_of_it(sentence):
        return None
    for back, told in enumerate(reversed(before), start=1):
        if is_of_it(told):
            continue
        subject = subject_of(told)
        named = [found.span for found in names(told) if found.shape == "name" and found.span.start < len(subject)]
        return next(((span.text, back) for span in named if called_so(told, span, noun=noun)), None)
    return None


# Private

_STOPS = "|".join(sorted(STOP_WORDS))
_BEFORE = re.compile(rf"(?:\b(?!(?:{_STOPS})\b)[a-z-]+ ){{0,2}}\b(?!(?:{_STOPS})\b)[a-z-]+(?:, the|,)? \Z", re.IGNORECASE)
_BEHIND = re.compile(r"(?:,| is| was)(?: also)? (?:an?|the|its|their|his|her) (?P<what>(?:[a-z-]+ ){0,2}[a-z-]+)")
