"""Fits the words of events and of named things into sentences: small articles, clauses in quotation marks, "to" of "caused … to" as done.

Which sentence is written, and of what, is decided in `cckg.realisation.answers`; how a stretch becomes an event, in `cckg.extraction`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from cckg.core.claims import Claim, Modality
from cckg.core.graph import Event
from cckg.language import be_for, has_finite_verb, head_of, in_dictionary, parts_of_speech, rows, tidy, with_infinitive, word_class


def in_sentence(text: str, *, done: Mapping[str, str] | None = None) -> str:
    """Fit an event's words into a sentence, without the marks of a document's own sources.

    >>> [in_sentence(text) for text in ("The collapse of a dam [3]", "The dam broke", "Heavy rain", "Silver Bridge")]
    ['the collapse of a dam', '“the dam broke”', 'heavy rain', 'Silver Bridge']

    Args:
        text: the words of an event.
        done: of `made_to_do`; what it holds stands as it says there, in quotation marks.
    """
    told = (done or {}).get(text)
    words = _with_small_opening(_MARKS.sub("", told or text).strip() or text)
    return f"“{words.replace('“', '‘').replace('”', '’')}”" if told or has_finite_verb(words) else words


def made_to_do(claims: Iterable[Claim], *, events: Iterable[Event]) -> dict[str, str]:
    """Return the wordings with an infinitive, which stand only behind the verb that they were read with, and how they are told elsewhere.

    "the ferry to capsize", of "caused the ferry to capsize", is told as "the ferry capsized"; where the text is not plain that it
    happened ("may have caused", "allowed"), or where no claim shows it, the words stay. Wordings that are none, such as
    "damage to the hull" and "the decision to sail", are left out.

    Args:
        claims: in whose quotes the verb is looked for.
        events: whose wordings are judged alone where no claim has them.
    """
    told = {event.text: event.text for event in events if _has_infinitive(event.text)}
    for claim in claims:
        text = claim.effect.text
        before = claim.quote.text[: max(0, claim.effect.span.start - claim.quote.start)]
        if not _has_infinitive(text):
            continue
        made = _MADE.search(before) if claim.modality is Modality.ASSERTED else None
        if made:
            told[text] = _as_done(text)
        elif _MAY_MAKE.search(before):
            told.setdefault(text, text)
    return told


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
_MADE = re.compile(
    r"\b(?:caus(?:ed|ing)|forc(?:ed|ing)|prompt(?:ed|ing)|compell(?:ed|ing)|oblig(?:ed|ing)|induc(?:ed|ing)|push(?:ed|ing)|led|drove)\s+\Z",
    re.IGNORECASE,
)
_MAY_MAKE = re.compile(
    r"\b(?:caus|forc|prompt|compel|oblig|induc|push|allow|enabl|permit|lead|led|driv|drove)(?:led|ling|ted|ting|es|ed|ing|en|e|s)?\s+\Z",
    re.IGNORECASE,
)
_INFINITIVE = re.compile(r"(?P<subject>.+?) to (?:not )?(?P<verb>[a-z][\w'-]*)")
_BOUND_NOUNS = frozenset(  # before "to" and what they concern: "resistance to change"
    "damage harm injury injuries risk risks threat threats danger hazard resistance exposure access response reaction reactions return "
    "relation objection opposition disruption delay delays change changes obstacle loss losses alternative path road route addition "
    "link links connection connections adaptation contribution reference switch shift transition".split()
)
_NAMES = {row[0]: frozenset(row[1].split()) for row in rows("names")}
_COMMON_NOUN = re.compile(r"[a-z]{2,}(?:tion|sion|ment|ness|ance|ure)")
_ADJECTIVES = frozenset(  # that the dictionary lists as nouns too
    "heavy poor bad long short high low strong weak deep cold warm hot dry wet broken lax rapid slow fast thick thin loose open".split()
)
_OBJECTIVE = frozenset("him her them me us".split())
_FURTHER_INFINITIVE = re.compile(r" to (?!(?:the|an?|its|their|his|her)\b)[a-z]")
_GERUND = re.compile(r"(?:over|under|re|mis)?(?P<verb>[a-z]{3,}ing)")


def _has_infinitive(text: str) -> bool:
    """Tell whether the words are what somebody was made to do: "the lamp to burst", and neither "harm to fish" nor "the plan to sail"."""
    found = _INFINITIVE.match(text)
    if not found or with_infinitive(text) == tidy(text) or has_finite_verb(found["subject"]):
        return False
    words = found["subject"].lower().split()
    is_plain = found["verb"] in word_class("mostly_verb") or "NOUN" not in parts_of_speech(found["verb"])
    return words[-1] not in _BOUND_NOUNS and (is_plain or words[0] in word_class("determiner"))


def _as_done(text: str) -> str:
    """Put what somebody was made to do into the past; of two infinitives, and of a pronoun in the objective case, the words stay."""
    found = _INFINITIVE.match(text)
    is_plain = found and not _FURTHER_INFINITIVE.search(text, found.end()) and found["subject"].lower() not in _OBJECTIVE
    return with_infinitive(text) if is_plain else text


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
    if rest[:1].isupper() or word in _NAMES["people"] | _NAMES["calendar"] or has_finite_verb(f"{word} {rest}"):
        return False
    is_adjective = word in _ADJECTIVES or (parts_of_speech(word) and parts_of_speech(word) <= {"ADJ", "ADV"})
    if is_adjective and "NOUN" in parts_of_speech(rest.partition(" ")[0]):
        return True
    gerund = _GERUND.fullmatch(word)
    return bool((gerund and "VERB" in parts_of_speech(gerund["verb"])) or (_COMMON_NOUN.fullmatch(word) and in_dictionary(word)))
