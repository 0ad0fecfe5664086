"""Tells an event in words that can be read alone: with a subject, as a statement, and with its pronoun named."""

import re
from collections.abc import Sequence

from cckg.core.text import squeeze
from cckg.local.grammar import has_finite_verb
from cckg.local.inflection import inflect, verb_lemma
from cckg.local.lexicon import is_past, word_class
from cckg.local.references import resolved, subject_of
from cckg.local.statements import NO_PASSIVE, statement_of
from cckg.local.wording import is_adverb


def standalone(words: str, before: Sequence[str], *, cue: str = "", is_predicate: bool = False) -> str:
    """Return a stretch of text in words that can be read alone; where the grammar is not plain, they stay as they are.

    Args:
        words: the stretch.
        before: what is told before it in its paragraph, in order: whole sentences, and what stands in front of it in its own.
        cue: what joins it to its cause, where it is an effect.
        is_predicate: the text surely begins with a verb; see `statement_of`.
    """
    stretch = squeeze(words)
    told = _with_subject(stretch, squeeze(before[-1]) if before else "", is_predicate=is_predicate)
    if _THING.match(told) and resolved(told, before) == told:
        told = stretch  # "the windows were shattered" says more than "it shattered the windows"
    stated = statement_of(told, cue=cue, is_predicate=is_predicate and told == stretch)
    if stated == told or not _PRONOUN.match(stated):
        return resolved(stated, before)
    is_person = _PERSON.match(stated) is not None  # "causing him to fall": who is the subject; "caused him to fall": who was it before
    return resolved(stated, before if _DOING.search(cue) else before[:-1]) if is_person else stated


# Private

_THING = re.compile(r"(?:it|they)\s")
_PERSON = re.compile(r"(?:he|she)\s")
_DOING = re.compile(r"ing\W*\Z")
_OPENS_REST = frozenset("one two three four five six seven eight nine ten several backward backwards forward forwards".split())
_AND = re.compile(r",?\s(?:and|but)(?:\s(?:then|also|later|subsequently|eventually))?\s*\Z", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:he|she|they|it)\s", re.IGNORECASE)
_PRONOUN_DID = re.compile(
    r"(?P<subject>he|she|they|it)\s(?:[a-z]+ly\s|then\s|also\s|was\s|were\s|had\s)*(?P<verb>[a-z]+)\b(?P<rest>[^.;:]*)\Z", re.IGNORECASE
)
_HAPPENS_TO = re.compile(r"(?P<verb>[a-z]+ing)(?= )")
_PASSIVE = re.compile(r"\b(?P<be>was|were)\s(?:[a-z]+ly\s)?(?P<verb>[a-z]+)\b(?P<rest>[^.;:]*)\Z", re.IGNORECASE)


def _with_subject(words: str, lead: str, *, is_predicate: bool) -> str:
    """Put in front of "fell two metres" the subject that it shares with the clause before: "he slipped and"."""
    falling = _HAPPENS_TO.match(words) if is_predicate else None
    if falling and verb_lemma(falling["verb"]) in NO_PASSIVE:
        subject = _subject(lead.rstrip(" ,"))
        return f"{subject} {inflect(verb_lemma(falling['verb']), 'VBD')}{words[falling.end() :]}" if subject else words
    joined = _AND.search(lead)
    verb, _, rest = words.partition(" ")
    if not joined or not is_past(verb.lower()) or not _goes_on(rest):
        return words
    clause = lead[: joined.start()]
    subject = _subject(clause)
    if subject is None:
        return words
    passive = _PASSIVE.search(clause)
    is_passive = passive is not None and is_past(passive["verb"].lower()) and not has_finite_verb(passive["rest"])
    shares_be = is_passive and not _has_object(rest) and verb_lemma(verb) not in NO_PASSIVE
    return f"{subject} {passive['be'].lower()} {words}" if passive and shares_be else f"{subject} {words}"


def _subject(clause: str) -> str | None:
    """Return the subject of a clause whose verb may share it: a pronoun in front of its last verb, or a plain one of the whole."""
    places = [place.start() for place in _PRONOUN.finditer(clause)]
    last = next((found for place in reversed(places) if (found := _PRONOUN_DID.match(clause, place))), None)
    if last:
        return last["subject"].lower() if not has_finite_verb(last["rest"]) else None
    return subject_of(clause)


def _goes_on(rest: str) -> bool:
    """Tell whether what stands behind a past form makes a verb of it: "fell from", "dropped the", and not "increased pressure"."""
    word = rest.split(" ", 1)[0].lower().strip(",.;")
    opens = word_class("determiner") | word_class("preposition") | word_class("motion") | _OPENS_REST
    return not word or word in opens or is_adverb(word) or word[0].isdigit()


def _has_object(rest: str) -> bool:
    return rest.split(" ", 1)[0].lower() in word_class("determiner")
