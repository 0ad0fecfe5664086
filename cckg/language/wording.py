"""Finds the part of an event's wording that decides what it says: its tokens, the main clause, the main verb.

Works without a tagger, by word classes and word order; what the words mean is left to `polarity` and `opposites` beside it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cckg.language.inflection import Form
from cckg.language.lexicon import is_past, rows, word_class

TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d[\d.,]*\d|\d|%|[,;:()—–]")
FORM_WITHOUT_DO: Mapping[str, Form] = {"did": "VBD", "does": "VBZ", "do": "VB"}  # of the verb, once the form of "do" is left out
SINGULAR_ENDINGS = ("ss", "us", "is")  # in -s, yet no plural: "loss", "virus", "crisis"
_BEHIND_MAY = frozenset("be have not also well".split())  # of the verb
_BEHIND_DAY = frozenset(["", ",", "and", "when", "in", "at"])


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens that decide, lower-case, and the place of each among all tokens of the text."""

    words: tuple[str, ...]
    places: tuple[int, ...]

    def word(self, at: int) -> str:
        """Return the word at a position, or "" outside."""
        return self.words[at] if 0 <= at < len(self.words) else ""

    def after(self, at: int) -> tuple[str, ...]:
        """Return the words behind a position."""
        return self.words[at + 1 :]


def lower_tokens(text: str) -> list[str]:
    """Return the words, numbers and commas of a text, lower-case, with straight apostrophes."""
    return [match.group().lower().replace("’", "'") for match in TOKEN.finditer(text)]


def deciding_part(text: str) -> Tokens:
    """Return the wording without what cannot decide: a clause or phrase in front of it, relative clauses, "the fact that", "there was"."""
    words = lower_tokens(text)
    places = list(range(len(words)))
    for cut in (_front, _front, _fact_that, _relative_clause, _there_is):
        start, end = cut(words)
        del words[start:end], places[start:end]
    return Tokens(tuple(words), tuple(places))


def main_verb(wording: Tokens) -> int | None:
    """Return the position of the first word of the main verb group (an auxiliary counts), or None for a phrase without a verb."""
    return _first_finite(list(wording.words), 0, skip_reduced=True)


def is_negation(word: str) -> bool:
    """Tell whether a lower-case word negates a verb."""
    return word in word_class("negation") or word.endswith("n't")


def is_adverb(word: str) -> bool:
    """Tell whether a lower-case word may stand between an auxiliary and its verb."""
    return word in word_class("adverb") or (word.endswith("ly") and len(word) > 4 and word not in word_class("not_adverb"))


def looks_plural(noun: str) -> bool:
    """Tell whether a lower-case noun ends as plurals do; "people" does not."""
    return noun.endswith("s") and not noun.endswith(SINGULAR_ENDINGS)


# Private

_NEVER_FINITE = frozenset(["being", "having", "been", "be"])
_PRESENT_VERBS = frozenset(["fails", "lacks", "prevents", "remains", "becomes"])  # that no noun looks like
_FRONT_LIMIT = 14  # words; a longer stretch before a comma is not taken for an introduction


def _front(words: list[str]) -> tuple[int, int]:
    """Find "In 2008," or "As prices rose," at the start."""
    opens = words[:1] and (words[0] in word_class("subordinator") or words[0] in word_class("preposition") - {"without"})
    behind = words.index(",") + 1 if opens and "," in words[:_FRONT_LIMIT] else 0
    return 0, behind if behind < len(words) else 0


def _fact_that(words: list[str]) -> tuple[int, int]:
    if words[:3] == ["the", "fact", "that"] and words[3:]:
        return 0, 3
    return (0, 1) if words[:1] == ["that"] and words[1:] and words[1] in word_class("determiner") else (0, 0)


def _relative_clause(words: list[str]) -> tuple[int, int]:
    """Find the first relative clause that stands before the main verb: from its pronoun to the verb that follows its own verb."""
    for at, word in enumerate(words):
        if at == 0 or word not in word_class("relative"):
            continue
        if _first_finite(words[:at], 0, skip_reduced=False) is not None:
            return 0, 0  # the main verb came first: an object clause
        start = at - 1 if words[at - 1] in word_class("preposition") or words[at - 1] == "," else at
        own = _first_finite(words, at + 1, skip_reduced=False)
        if own is None:
            return start, len(words)
        behind = _behind_verb_group(words, own)
        main = _first_finite(words, behind, skip_reduced=False)
        if main is None:
            return (0, 0) if behind >= len(words) else (start, len(words))
        return start, main
    return 0, 0


def _there_is(words: list[str]) -> tuple[int, int]:
    if words[:1] != ["there"]:
        return 0, 0
    end = 1
    while end < len(words) and (words[end] in word_class("auxiliary") or is_adverb(words[end])):
        end += 1
    return (0, end) if end > 1 else (0, 0)


def _first_finite(words: list[str], start: int, *, skip_reduced: bool) -> int | None:
    """Return the first finite verb from `start`; with `skip_reduced`, not the participle of "gas released by the plant exploded"."""
    finite = (at for at in range(start, len(words)) if _is_finite(words, at))
    return next((at for at in finite if not (skip_reduced and _is_reduced_relative(words, at))), None)


def _is_finite(words: list[str], at: int) -> bool:
    word = words[at]
    if word in _NEVER_FINITE or (at == 0 and word not in word_class("auxiliary")) or (word == "may" and _is_month(words, at)):
        return False
    if word in word_class("auxiliary") or word.endswith("n't") or word in _PRESENT_VERBS:
        return True
    return _is_past_verb(words, at) if is_past(word) else _is_present_verb(words, at)


def _is_month(words: list[str], at: int) -> bool:
    """Tell whether "may" is the month: "in May", "3 May", "May 1990"."""
    before, behind = words[at - 1] if at else "", _following(words, at)
    if behind in _BEHIND_MAY:
        return False
    return before in word_class("preposition") or behind[:1].isdigit() or (before[:1].isdigit() and behind in _BEHIND_DAY)


def _is_past_verb(words: list[str], at: int) -> bool:
    """Tell a past form that is a verb from one that is a noun ("the cut in pay") or describes one ("the reduced speed")."""
    follows = _following(words, at)
    is_noun = words[at] in word_class("invariant") and (not follows or follows in word_class("preposition"))
    return not is_noun and not _is_modifier(words, at)


def _is_present_verb(words: list[str], at: int) -> bool:
    """Tell whether a form in -s is a verb for what stands beside it: "demand raises the price", "pressure drops engine speed"."""
    word, follows, before = words[at], _following(words, at), words[at - 1]
    if len(word) < 4 or not word.endswith("s") or not before.isalpha() or _opens_phrase(before):
        return False
    return follows in word_class("determiner") or (word in _verbs_of_change() and follows.isalpha() and not _opens_phrase(follows))


def _following(words: list[str], at: int) -> str:
    return words[at + 1] if at + 1 < len(words) else ""


@cache
def _verbs_of_change() -> frozenset[str]:
    return frozenset(form for _, part, _, forms in rows("directions") if part == "verb" for form in forms.split() if form.endswith("s"))


def _is_modifier(words: list[str], at: int) -> bool:
    """Tell whether a past form stands before its noun ("the sharply reduced speed")."""
    before = at - 1
    while before >= 0 and is_adverb(words[before]):
        before -= 1
    return before < 0 or _opens_phrase(words[before])


def _opens_phrase(word: str) -> bool:
    return word in word_class("determiner") or word in word_class("preposition") or word in ("no", "more", "less", "fewer", ",")


def _is_reduced_relative(words: list[str], at: int) -> bool:
    if not is_past(words[at]) or _following(words, at) not in word_class("preposition") - word_class("subordinator"):
        return False
    for later in range(at + 2, len(words)):
        if words[later] in word_class("subordinator") or words[later] in (",", ";") or words[later] in word_class("relative"):
            return False
        if _is_finite(words, later):
            return True
    return False


def _behind_verb_group(words: list[str], at: int) -> int:
    """Return the position behind a verb group: auxiliaries, adverbs, negations and one full verb."""
    while at < len(words) and (words[at] in word_class("auxiliary") or is_adverb(words[at]) or is_negation(words[at])):
        at += 1
    return at + 1
