"""Names what "this machine" and "these tokens" take up, so that the event can be read alone: "the build machine", "the scoped tokens"."""

import re
from collections.abc import Sequence

from cckg.core.text import squeeze
from cckg.local.inflection import noun_lemma, parts_of_speech
from cckg.local.lexicon import is_past, word_class


def taken_up(words: str, before: Sequence[str]) -> str:
    """Return an event's words with the first "this", "these" or "that" thing called as a sentence before calls it.

    Only where that says more by a word or two in front of the same noun; else the words stay.

    >>> taken_up("the backup relied on these tokens", ["The service issued scoped tokens."])
    'the backup relied on the scoped tokens'
    """
    found = _THIS.search(words)
    if not found or _VAGUE.fullmatch(found["thing"]) or "NOUN" not in parts_of_speech(found["thing"].lower()):
        return words
    if found["next"] and not (found["next"] in _FOLLOW | word_class("preposition") or is_past(found["next"])):  # "this arc flash"
        return words
    if found["this"].lower() == "that" and not found["behind"]:  # "so hot that steel bent"
        return words
    fuller = next((phrase for sentence in reversed(before[-_NEAR:]) if (phrase := _phrase(squeeze(sentence), found["thing"]))), "")
    if not fuller:
        return words
    the = "The" if found["this"][0].isupper() else "the"
    return f"{words[: found.start('this')]}{the} {fuller}{words[found.end() :]}"


# Private

_LONGEST = 3  # words in front of the noun
_NEAR = 4  # sentences in which the fuller name is looked for
_THIS = re.compile(
    r"\b(?:(?P<behind>at|in|on|to|of|by|for|with|from) )?(?P<this>this|these|those|that) (?P<thing>[a-z][a-z-]+)"
    r"(?=\W*$|[,.;]| (?P<next>[a-z]+))",
    re.IGNORECASE,
)
_FOLLOW = frozenset("was were is are had has have did would could may might will and that which who".split())
_VAGUE = re.compile(
    r"(?:times?|ways?|points?|reasons?|cases?|days?|weeks?|months?|years?|things?|problems?|issues?|incidents?|causes?|results?|effects?|"
    r"situations?|events?|is|was|were|and|one|ones)",
    re.IGNORECASE,
)
_NO_MODIFIER = frozenset(
    "this that these those which such other same first second last next new more most any no each every some many".split()
)


def _phrase(sentence: str, thing: str) -> str | None:
    """Return the last phrase of a sentence that ends with the thing, in the number of the thing, with what says which one it is."""
    wanted = noun_lemma(thing.lower())
    words = re.findall(r"[\w'’-]+|[^\w\s]", sentence)
    for at in range(len(words) - 1, -1, -1):
        if noun_lemma(words[at].lower()) != wanted:
            continue
        first = at
        if first > 1 and words[first - 1].endswith("ed") and not _modifies(words[first - 2]):
            first -= 1  # "issued scoped tokens", and not "the firm issued tokens"
        while first and at - first < _LONGEST and _modifies(words[first - 1]):
            first -= 1
        if first < at:
            return " ".join([*words[first:at], thing])
    return None


def _modifies(word: str) -> bool:
    lower = word.lower()
    plain = lower not in _NO_MODIFIER | word_class("determiner") | word_class("preposition")
    return plain and lower[0].isalnum() and (not parts_of_speech(lower) or bool({"NOUN", "ADJ"} & parts_of_speech(lower)))
