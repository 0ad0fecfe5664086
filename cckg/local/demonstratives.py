"""Names what "this machine" and "these tokens" take up, so that the event can be read alone: "the build machine", "the scoped tokens".

Where nothing before says it in full, a thing that is itself told is pointed at no more: "this loss of contact" → "the loss of contact".
"""

import re
from collections.abc import Sequence

from cckg.core.text import squeeze
from cckg.local.inflection import noun_lemma, parts_of_speech, verb_form
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


def definite(words: str) -> str:
    """Return an event's words with "the" for "this", where a thing stands behind it that says what it is.

    >>> definite("This loss of contact"), definite("This caused alarm"), definite("this problem")
    ('The loss of contact', 'This caused alarm', 'this problem')
    """
    return _HEAD.sub(_pointed_at, words)


# Private

_LONGEST = 3  # words in front of the noun
_NEAR = 4  # sentences in which the fuller name is looked for
_THIS = re.compile(
    r"\b(?:(?P<behind>at|in|on|to|of|by|for|with|from) )?(?P<this>this|these|those|that) (?P<thing>[a-z][a-z-]+)"
    r"(?=\W*$|[,.;]| (?P<next>[a-z]+))",
    re.IGNORECASE,
)
_HEAD = re.compile(r"\b(?P<this>this|these|those) (?P<thing>[a-z][a-z-]+)\b(?!['’])(?: (?P<next>[a-z]+))?", re.IGNORECASE)
_ALWAYS_VAGUE = re.compile(
    r"(?:mornings?|afternoons?|evenings?|nights?|spring|summer|autumn|fall|winter|times?|days?|weeks?|months?|years?|cases?|ways?|points?|"
    r"regards?|respects?|kinds?|types?|sorts?|things?|ones?)"
)
_FOLLOW = frozenset("was were is are had has have did would could may might will and that which who".split())
_VAGUE = re.compile(
    r"(?:mornings?|afternoons?|evenings?|nights?|spring|summer|autumn|fall|winter|kinds?|types?|sorts?|levels?|stages?|times?|ways?|"
    r"points?|reasons?|cases?|days?|weeks?|months?|years?|things?|problems?|issues?|incidents?|causes?|results?|effects?|"
    r"situations?|events?|is|was|were|and|one|ones)",
    re.IGNORECASE,
)
_OPENS = frozenset(["", ",", *"the a an its his her their our of in on at for from to with by into onto over under near".split()])
_NO_THING = frozenset(
    "where when how why that because since as if while until only alone then also all even still just both it he she we they which who more"
    " most any no each every some".split()
)
_NO_MODIFIER = frozenset(
    "this that these those which such other same first second last next new more most any no each every some many"
    " several thousand i he she it we they who".split()
)


def _pointed_at(found: re.Match[str]) -> str:
    """Return what stands for "this loss": at the head of an event "the loss", within it also "the incident" of "this incident"."""
    thing, is_one = found["thing"].lower(), found["this"].lower() == "this"
    is_vague = (_VAGUE if not found.start() else _ALWAYS_VAGUE).fullmatch(thing)
    is_doing = thing.endswith("ing") and found["next"] and "NOUN" in parts_of_speech(found["next"])  # "this cascading effect"
    is_one_of_them = found["this"].lower() == "those" and "NOUN" not in parts_of_speech(thing)  # "those used in loops"
    if is_vague or is_one_of_them or not (is_doing or _is_thing(thing, one=is_one)):
        return found[0]
    return f"{'The' if found['this'][0].isupper() else 'the'}{found[0][len(found['this']) :]}"


def _is_thing(word: str, *, one: bool) -> bool:
    """Tell whether a word behind "this" may be a thing or say which: no verb, as in "this affects", and no adverb."""
    kinds = parts_of_speech(word)
    is_verb = word in _FOLLOW or (one and verb_form(word) == "VBZ")
    return not is_verb and word not in _NO_THING and (not kinds or bool({"NOUN", "ADJ"} & kinds))


def _phrase(sentence: str, thing: str) -> str | None:
    """Return the last phrase of a sentence that ends with the thing, in the number of the thing, with what says which one it is.

    It begins behind a determiner, preposition or past verb, or with the sentence: else the words in front may be a subject and its verb.
    """
    wanted = noun_lemma(thing.lower())
    words = re.findall(r"[\w'’.-]*\w|[^\w\s]", sentence)
    for at in range(len(words) - 1, -1, -1):
        if noun_lemma(words[at].lower()) != wanted:
            continue
        first = at
        while first and at - first < _LONGEST and _modifies(words[max(0, first - 2) : first], is_nearest=first == at):
            first -= 1
        before = words[first - 1].lower() if first else ""
        if first < at and (before in _OPENS or is_past(before)) and not words[first].endswith(("'s", "’s")):
            return " ".join([*words[first:at], thing])
    return None


def _modifies(words: Sequence[str], *, is_nearest: bool) -> bool:
    """Tell whether the last of one or two words may say which thing is meant: adjective, noun in the singular, name, participle."""
    lower, before = words[-1].lower(), words[0].lower() if len(words) > 1 else ""
    if lower in _NO_MODIFIER | _OPENS or not lower[0].isalnum() or (lower.endswith("s") and noun_lemma(lower) != lower):
        return False
    if is_past(lower) or verb_form(lower) == "VBZ":  # "the scoped tokens", and not "the firm issued tokens"
        return is_nearest and lower.endswith("ed") and (before in _OPENS or is_past(before))
    return not parts_of_speech(lower) or bool({"NOUN", "ADJ"} & parts_of_speech(lower))
