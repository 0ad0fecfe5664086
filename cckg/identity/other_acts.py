"""Tells whether two clauses say different things of what may be one subject: "the council resigned", "the council rejected the plan".

Goes by which words of the predicates have partners; how near these are to each other without sharing a word is left to the callers.
"""

import re

from cckg.core.graph import Polarity
from cckg.core.text import content_words
from cckg.language import MONTH_NAME, TOKEN, deciding_part, is_negation, main_verb, polarity_of, reading_of, related, stem, word_class


def unshared_predicates(asked: str, told: str) -> tuple[str, str] | None:
    """Return what two clauses say of their subjects if no word of either's predicate has a partner anywhere in the other clause.

    None where a word has a partner (the same stem, or a shared set of synonyms), and where the question does not arise: for a phrase
    without a verb, a verb that says little ("occurred", "failed"), and what is marked as more, less or absent, which polarity decides.

    >>> unshared_predicates("the council resigned", "the council rejected the plan")
    ('resigned', 'rejected plan')
    >>> unshared_predicates("the council resigned", "the council was forced to resign")
    """
    if {polarity_of(asked), polarity_of(told)} != {Polarity.OCCURRENCE}:
        return None
    first, second = _predicate(asked), _predicate(told)
    shared = any(_has_partner(word, other) for predicate, other in ((first, told), (second, asked)) for word in predicate)
    if shared or not first or not second:
        return None
    return " ".join(first), " ".join(second)


def leaves_subject_out(asked: str, told: str) -> bool:
    """Tell whether a clause's subject ends in a noun that has no partner in another wording, and no other of its words stands there.

    >>> leaves_subject_out("the brewery burned down", "the fire broke out"), leaves_subject_out("the blaze began", "the fire broke out")
    (True, False)
    """
    wording = deciding_part(asked)
    verb = main_verb(wording)
    subject = content_words(" ".join(wording.words[:verb])) if verb else []
    said = content_words(told)
    shared = any(stem(word)[:_BEGINNING] == stem(other)[:_BEGINNING] for word in content_words(asked) for other in said)
    return bool(subject) and not shared and not _has_partner(subject[-1], told)


def says_the_same_refusal(asked: str, told: str) -> bool:
    """Tell whether the word by which one of two wordings is an absence is a word of the other, too: "refused", "failed", "lack".

    "The council refused to pay" is an absence of paying, "the council refused" an occurrence; both are one refusal. A "not" or "no" is
    no such word.

    >>> says_the_same_refusal("the council refused to pay", "The council refused"), says_the_same_refusal("he did not pay", "he did pay")
    (True, False)
    """
    return any(
        _has_partner(word, other) for text, other in ((asked, told), (told, asked)) for word in _deciders(text) if not is_negation(word)
    )


def unshared_words(asked: str, told: str) -> tuple[str, str] | None:
    """Return the content words of two wordings that have no partner in the other.

    None where one has none of its own, where what the first says or is called by its head has one, and for what is marked as more, less or
    absent, which polarity decides.

    >>> unshared_words("the fire at the old mill", "the closure of the mill")
    ('fire old', 'closure')
    """
    if {polarity_of(asked), polarity_of(told)} != {Polarity.OCCURRENCE}:
        return None
    first, second = (
        [word for word in content_words(one) if not _has_partner(word, other)] for one, other in ((asked, told), (told, asked))
    )
    heads = _heads(_MONTH.sub("", asked))
    return (" ".join(first), " ".join(second)) if first and second and heads and set(heads) <= set(first) else None


# Private


def _deciders(text: str) -> list[str]:
    reading = reading_of(text)
    tokens = [match.group().lower() for match in TOKEN.finditer(text)]
    found = [tokens[place] for place in reading.deciders if place < len(tokens)]
    return [word for word in found if word in word_class("failing")] if reading.polarity is Polarity.ABSENCE else []


def _predicate(text: str) -> list[str]:
    """Return the content words of a clause from its verb on; none if its verb is a name's word, or says little."""
    wording = deciding_part(text)
    verb = main_verb(wording)
    if verb is None or [match.group() for match in TOKEN.finditer(text)][wording.places[verb]][0].isupper():
        return []
    found = content_words(" ".join(wording.words[verb:]))
    return [] if not found or found[0] in word_class("light") | word_class("failing") | _SAY_LITTLE else found


def _heads(text: str) -> list[str]:
    """Return the content words of a clause from its verb on, or the last one of a phrase before its first preposition."""
    wording = deciding_part(text)
    verb = main_verb(wording)
    if verb is not None:
        return content_words(" ".join(wording.words[verb:]))[:1]
    places = [at for at, word in enumerate(wording.words) if at and word in word_class("preposition")]
    return content_words(" ".join(wording.words[: places[0] if places else None]))[-1:]


def _has_partner(word: str, text: str) -> bool:
    return any(related(word, other) for other in content_words(text))


_MONTH = re.compile(rf"\b(?:in|since|of|by|until) (?:{MONTH_NAME})")  # "in May" is no verb
_BEGINNING = 5  # letters that "infected" and "infections" have in common
_SAY_LITTLE = frozenset(
    "came come began begun started became become got made did done went gone broke broken burst collapsed gave given needed need "
    "wanted decided able could lost".split()
)
