"""Tells in the plain past what a question words as going on or as a mere thing: "three pilots having resigned", "the tap is dripping".

Where the words leave more than one reading they stay as they are.
"""

import re
from collections.abc import Sequence

from cckg.language import (
    TOKEN,
    be_for,
    deciding_part,
    has_finite_verb,
    inflect,
    is_adverb,
    is_past,
    main_verb,
    noun_lemma,
    parts_of_speech,
    tidy,
    verb_form,
    verb_lemma,
    with_infinitive,
    word_class,
)


def put_into_past(text: str) -> str:
    """Return a stretch of a question as a statement in the past; a phrase without a verb as it is.

    >>> [put_into_past(text) for text in ("the spring running dry that year", "the tap is dripping", "the treaty came to be torn up")]
    ['the spring ran dry that year', 'the tap was dripping', 'the treaty was torn up']
    >>> put_into_past("the rising water in the tank"), past_tense("the ship to sink")
    ('the rising water in the tank', 'the ship sank')
    """
    text = tidy(text)
    came, had = _CAME_TO.match(text), _HAVING.match(text)
    if came and _is_verb(came["verb"]):
        return with_infinitive(f"{came['subject']} to {came['verb']}{came['rest']}")
    if had and (had["verb"] == "been" or is_past(had["verb"]) or verb_form(had["verb"]) in ("VBN", "VBD")):
        return _with_verb(had, had["subject"], had["rest"])
    if not has_finite_verb(text):
        for doing in _DOING.finditer(text):
            subject, rest = text[: doing.start()], text[doing.end() :]
            if subject and _does(doing, subject, rest):
                return _with_verb(doing, subject, rest)
    before = _TO.split(text, maxsplit=1)[0]
    is_decided = word_class("takes_infinitive").intersection(before.lower().split())
    if before != text and not is_decided and not has_finite_verb(before) and main_verb(deciding_part(before)) is None:
        return with_infinitive(text)
    return _from_present(text)


# Private

_TO = re.compile(r"\sto\s(?=[a-z])")
_CAME_TO = re.compile(
    r"(?P<subject>.+?) (?:came|come|comes|(?:was|were|is|are)(?: always| ever)? going|(?:was|were) destined) to "
    r"(?P<verb>[a-z]+)(?P<rest>\b.*)$",
    re.DOTALL | re.IGNORECASE,
)
_NO_VERB = frozenset(
    "an end a the power light terms rest nothing mind grief blows court town work school bed war hand life harm this that it".split()
)
"""What things come, lead or are brought to that is no act: "came to power"."""
_HAVING = re.compile(
    r"(?P<subject>.+?)(?P<own>['’]s?)? (?P<no>(?:never|not) )?having (?P<not>(?:never|not) )?(?P<how>[a-z]+ly )?"
    r"(?P<verb>[a-z]+)(?P<rest>\b.*)$",
    re.DOTALL,
)
_DOING = re.compile(r"(?P<own>['’]s?)? (?P<no>never |not )?(?P<how>[a-z]+ly )?(?P<verb>[a-z]+ing)\b")
_OPENS_OBJECT = frozenset(
    "her him them it us me his its their no nobody nothing more less hot cold dry wild empty open shut on off".split()
)
_AUXILIARY_PAST = {
    "is": "was", "are": "were", "has": "had", "have": "had", "do": "did", "does": "did", "can": "could", "isn't": "was not",
    "aren't": "were not", "doesn't": "did not", "don't": "did not", "can't": "could not", "cannot": "could not",
}  # fmt: skip
_MANY = frozenset("we they you i people all".split())


def _with_verb(found: re.Match[str], subject: str, rest: str) -> str:
    """Return what somebody did, of "somebody's never having done"."""
    verb, no = found["verb"], found["no"] or found.groupdict().get("not") or ""
    if verb in ("being", "been"):
        return tidy(f"{subject} {be_for(subject)} {no}{found['how'] or ''}{rest.strip()}")
    lemma = verb_lemma(verb)
    told = f"did not {lemma}" if no == "not " else f"{no}{found['how'] or ''}{inflect(lemma, 'VBD')}"
    return tidy(f"{subject} {told}{rest}")


def _is_verb(word: str) -> bool:
    return word.lower() not in _NO_VERB and (word == "be" or ("VERB" in parts_of_speech(word) and verb_form(word) == "VB"))


def _does(found: re.Match[str], subject: str, rest: str) -> bool:
    """Tell whether a form in -ing is what the words before it do: "the spring running dry", and not "the rising water"."""
    last = re.split(r"[\s-]", subject)[-1]
    behind = rest.strip(" ,").split(" ", 1)[0].strip(",.;").lower()
    is_subject = last[0].isupper() or last[0].isdigit() or "NOUN" in parts_of_speech(last.lower()) or last.lower() in _OPENS_OBJECT
    if not is_subject or last.lower() in word_class("preposition") | word_class("determiner") | {"no"} or verb_form(found["verb"]) != "VBG":
        return False
    if found["verb"] == "being":
        return True
    if not behind:
        return not {"NOUN", "ADJ"} & parts_of_speech(found["verb"]) or bool(found["own"])
    follows = behind in word_class("preposition") | word_class("determiner") | _OPENS_OBJECT or is_adverb(behind) or behind[0].isdigit()
    return behind != "of" and (follows or rest.strip()[0].isupper())


def _from_present(text: str) -> str:
    """Put the main verb of a clause in the present into the past; what is told in the past already stays."""
    wording = deciding_part(text)
    at = main_verb(wording) or _present_verb(wording.words)
    if not at:
        return text
    tokens = list(TOKEN.finditer(text))
    place = tokens[wording.places[at]]
    verb = place.group().lower().replace("’", "'")
    behind = next((token.group().lower() for token in tokens[wording.places[at] + 1 :] if not is_adverb(token.group().lower())), "")
    if verb in ("has", "have") and verb_form(behind) in ("VBN", "VBD"):
        start = text.index(behind, place.end())
        between = text[place.end() : start].lstrip()
        return f"{text[: place.start()]}{between}{inflect(verb_lemma(behind), 'VBD')}{text[start + len(behind) :]}"
    if verb in _AUXILIARY_PAST:
        return f"{text[: place.start()]}{_AUXILIARY_PAST[verb]}{text[place.end() :]}"
    if verb_form(verb) == "VBZ" or (verb_form(verb) == "VB" and wording.words[at - 1] in _MANY and not is_past(verb)):
        return f"{text[: place.start()]}{inflect(verb_lemma(verb), 'VBD')}{text[place.end() :]}"
    return text


def _present_verb(words: Sequence[str]) -> int | None:
    """Return the place of a verb in the present that might be a noun as well: "the scanner rejects passports", "people sleep there"."""
    for at in range(1, len(words)):
        before, verb, behind = words[at - 1], words[at], words[at + 1] if at + 1 < len(words) else ""
        if "VERB" not in parts_of_speech(verb) or not ("NOUN" in parts_of_speech(before) or not parts_of_speech(before) or before in _MANY):
            continue
        if before in word_class("determiner") | word_class("preposition"):
            continue
        is_form = before in _MANY if verb_form(verb) == "VB" else verb_form(verb) == "VBZ" and noun_lemma(before) == before
        has_object = behind in word_class("determiner") | _OPENS_OBJECT or is_adverb(behind)
        if is_form and (has_object or "NOUN" not in parts_of_speech(verb) or before in _MANY):
            return at
    return None
