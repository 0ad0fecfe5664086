"""The lists of opposites, and of which subjects each is true. Inflection and word order are left to `cckg.local.opposites`."""

import re
from functools import cache

from cckg.local.inflection import noun_lemma
from cckg.local.lexicon import rows, word_class


@cache
def antonyms() -> dict[tuple[str, str], str]:
    """Return the opposites by (part of speech, lemma); what a line says outright wins over what is read backwards."""
    found: dict[tuple[str, str], str] = {}
    backwards: dict[tuple[str, str], str] = {}
    for part, word, opposite, *more in rows("antonyms"):
        found.setdefault((part, word), opposite)
        if not more:
            backwards.setdefault((part, opposite), word)
    return backwards | found


@cache
def states() -> dict[str, str]:
    """Return by noun what its subject did where the noun did not come about: failure → "work"."""
    return {row[0]: row[1] for row in rows("states")}


def fits(opposite: str, subject: str) -> bool:
    """Tell whether an opposite may be said of a subject: only what stands can remain standing."""
    head = re.split(r" (?:of|in|on|at|over|near|that|which|who) ", subject.lower(), maxsplit=1)[0].rsplit(" ", 1)[-1]
    return opposite not in _limits() or noun_lemma(head) in word_class(_limits()[opposite])


# Private


@cache
def _limits() -> dict[str, str]:
    """Return by opposite the class of subjects of which alone it is true."""
    limited = [row[2:] for row in rows("antonyms") if len(row) > 4] + [(row[1], "", row[2]) for row in rows("states") if len(row) > 2]
    return {row[0]: row[2] for row in limited}
