"""Finds where the main clause begins after a phrase that opens a sentence without a comma: "As a result of the strike | the mill closed".

Only where the words leave one choice: a determiner or "we" that begins the clause, or of two bare words the second, before a plain verb.
What opens a sentence, and where a comma parts it, is left to `cckg.local.arguments`.
"""

import re
from collections.abc import Sequence

from cckg.local.grammar import begins_clause, has_finite_verb
from cckg.local.inflection import noun_lemma
from cckg.local.lexicon import word_class


def main_clause(text: str) -> int | None:
    """Return where the main clause begins in what follows "because of"; None where the words do not tell, and for an empty text.

    >>> [text[main_clause(text) or 0 :] for text in ("the strike the mill closed", "the fog flights were delayed")]
    ['the mill closed', 'flights were delayed']
    >>> main_clause("the gas leak repairs were made"), main_clause("the decision the board made the mill closed")
    (None, None)
    """
    if _MARKS.search(text):
        return None
    found = list(_WORD.finditer(text))
    words = [match.group() for match in found]
    lower = [word.lower() for word in words]
    openers = [at for at in range(1, len(lower)) if lower[at] in _opening_words() and begins_clause(text[found[at].start() :])]
    if openers:
        free = [at for at in openers if _may_follow(lower, at)]
        if len(free) != 1 or _RELATIVES.intersection(lower[: free[0]]):
            return None
        begin = found[free[0]].start()
        return None if has_finite_verb(text[:begin]) else begin
    head = 1 if lower and lower[0] in word_class("determiner") else 0
    return found[head + 1].start() if _is_pair(words[head : head + 3]) else None


# Private

_MARKS = re.compile(r"[,;:()\[\]\"“”–—]")
_WORD = re.compile(r"[\w'’-]+")
_RELATIVES = frozenset("who which that what how where when whose whether why than as if because while".split())
_SUBJECTS = frozenset("he she we they some many most several few no".split())
_JOINING = frozenset("and or but nor plus half such quite rather not only even to".split())
_OF_MANY = frozenset("were are have had did do could would may might must can will".split())
_OF_ONE = frozenset("was is has had did could would may might must can will".split())


def _opening_words() -> frozenset[str]:
    return word_class("determiner") | _SUBJECTS


def _may_follow(lower: Sequence[str], at: int) -> bool:
    """Tell whether a subject may begin at a word: what stands before it does not govern it, as in "at the mill", "closing the mill"."""
    before = lower[at - 1]
    governs = before in _opening_words() | _JOINING | word_class("preposition") or before.endswith("ing")
    return not governs and (at < 2 or lower[at - 2] != "to")


def _is_pair(words: Sequence[str]) -> bool:
    """Tell whether two bare words before "were" are a cause and the subject of the next clause: "fog flights were", "fog Heathrow was"."""
    if len(words) < 3 or not words[0].islower() or words[0] in word_class("preposition") | _JOINING | _RELATIVES:
        return False
    subject, verb = words[1], words[2].lower()
    if subject[0].isupper():
        return verb in _OF_ONE
    return verb in _OF_MANY and subject.endswith("s") and noun_lemma(subject) != subject
