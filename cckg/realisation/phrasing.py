"""Fits the words of events and of named things into sentences: small articles, clauses in quotation marks.

Which sentence is written, and of what, is decided in `cckg.realisation.answers`; how a stretch becomes an event, in `cckg.extraction`.
"""

import re
from collections.abc import Sequence

from cckg.language import be_for, has_finite_verb, head_of, in_dictionary, parts_of_speech


def in_sentence(text: str) -> str:
    """Fit an event's words into a sentence, without the marks of a document's own sources.

    >>> [in_sentence(text) for text in ("The collapse of a dam [3]", "The dam broke", "Heavy rain", "Silver Bridge")]
    ['the collapse of a dam', '“the dam broke”', 'heavy rain', 'Silver Bridge']
    """
    words = _with_small_opening(_MARKS.sub("", text).strip() or text)
    return f"“{words.replace('“', '‘').replace('”', '’')}”" if has_finite_verb(words) else words


def number_words(words: str) -> dict[str, str]:
    """Return the words that agree with a subject in number, by their names in the prompts; a quoted clause, or a name, is singular.

    >>> number_words("the losses at the bank")
    {'was': 'were', 'it': 'them', 'is': 'are', 'they': 'they', 'follow': 'follow'}
    """
    head = head_of(words).rsplit(" ", 1)[-1]
    is_plural = not words.startswith("“") and not head[:1].isupper() and be_for(words) == "were"
    return dict(zip(_AGREEING, _SEVERAL if is_plural else _ONE, strict=True))


def thing_in_sentence(thing: str) -> str:
    """Return a thing's name as it stands within a sentence: "The Corve Tunnel" → "the Corve Tunnel"."""
    return f"the {thing[4:]}" if thing.startswith("The ") else thing


def listed(texts: Sequence[str]) -> str:
    """Join texts, at least one: "a", "a and b", "a, b and c"."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def capitalised(text: str) -> str:
    """Begin a sentence with a capital letter, inside a quotation mark too."""
    place = 1 if text.startswith("“") else 0
    return text[:place] + text[place : place + 1].upper() + text[place + 1 :]


# Private

_AGREEING = ("was", "it", "is", "they", "follow")  # as variables of prompts/answer.md
_ONE = ("was", "it", "is", "it", "follows")
_SEVERAL = ("were", "them", "are", "they", "follow")
_MARKS = re.compile(r"(?:\s*\[\d+(?:,\s*\d+)*\])+")  # of a document's own sources: in an answer they would pass for ours
_LOWERED = frozenset(
    "a an the this these its their his her some many no more most several two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty about in on at after before during because when while".split()
)
_COMMON_NOUN = re.compile(r"[a-z]{2,}(?:tion|sion|ment|ness|ance|ure)")
_ADJECTIVES = frozenset(  # that the dictionary lists as nouns too
    "heavy poor bad long short high low strong weak deep cold warm hot dry wet broken lax rapid slow fast thick thin loose open".split()
)
_GERUND = re.compile(r"(?:over|under|re|mis)?(?P<verb>[a-z]{3,}ing)")


def _with_small_opening(text: str) -> str:
    first, _, rest = text.partition(" ")
    lower = first.lower()
    if first != lower.capitalize() or not ((rest and lower in _LOWERED) or _is_common(lower, rest)):
        return text
    return f"{lower} {rest}" if rest else lower


def _is_common(word: str, rest: str) -> bool:
    """Tell whether a word that opens a wording is surely no name: an adjective before a noun, or a noun of a doing ("corrosion").

    In a clause it is left open: "Reading flooded" may be said of a town.
    """
    if rest[:1].isupper() or has_finite_verb(f"{word} {rest}"):
        return False
    is_adjective = word in _ADJECTIVES or (parts_of_speech(word) and parts_of_speech(word) <= {"ADJ", "ADV"})
    if is_adjective and "NOUN" in parts_of_speech(rest.partition(" ")[0]):
        return True
    gerund = _GERUND.fullmatch(word)
    return bool((gerund and "VERB" in parts_of_speech(gerund["verb"])) or (_COMMON_NOUN.fullmatch(word) and in_dictionary(word)))
