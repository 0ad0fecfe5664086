"""Writes the single best logical opposite of an event: an antonym of its head where English has one, else a plain negation.

The direction of the opposite follows from the polarity. The antonyms are in `data/antonyms.tsv` and `data/states.tsv`.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from cckg.core.graph import Polarity
from cckg.core.roles import Rejected
from cckg.core.text import content_words, squeeze
from cckg.local.affirmation import affirm
from cckg.local.antonyms import antonyms, fits, states
from cckg.local.directions import parts_of
from cckg.local.inflection import Form, inflect, noun_lemma, verb_form, verb_lemma
from cckg.local.lexicon import is_past, word_class
from cckg.local.polarity import reading_of
from cckg.local.synonyms import stem
from cckg.local.wording import TOKEN, Wording, deciding_part, is_adverb, is_negation, looks_plural, lower_tokens, main_verb


class LocalOppositeWriter:
    """The built-in `OppositeWriter`: rules and a list of antonyms; the same wording always gives the same opposite."""

    name = "local"

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        """Return the opposite's text and the opposite polarity.

        Args:
            text: the wording of an event, a noun phrase or a clause.
            polarity: the event's polarity as the graph has it; it decides which opposite is looked for first.
            rejected: opposites that will not do; the next best is taken.

        Returns:
            A text that differs from the given one, white space squeezed, and `polarity.opposite`.

        >>> LocalOppositeWriter().opposite("the dam collapsed", Polarity.OCCURRENCE)
        ('the dam remained standing', <Polarity.ABSENCE: 'absence'>)
        """
        given = squeeze(text)
        refused = {written for written, _ in rejected}
        written = next((found for found in _opposites(given, polarity) if found not in refused), None)
        return written or f"it is not the case that {given}".rstrip(), polarity.opposite


def natural_opposite(text: str, polarity: Polarity) -> str | None:
    """Return the opposite for which English has a word; None where it takes a negation.

    >>> natural_opposite("the dam collapsed", Polarity.OCCURRENCE), natural_opposite("the talks collapsed", Polarity.OCCURRENCE)
    ('the dam remained standing', None)
    """
    given = squeeze(text)
    return next((found for found in _opposites(given, polarity) if not _adds_negation(found, given)), None)


def is_mere_negation(written: str, given: str) -> bool:
    """Tell whether a wording only adds "not", "no" and auxiliaries to the words of another.

    >>> is_mere_negation("the dam did not collapse", "the dam collapsed"), is_mere_negation("the dam held", "the dam collapsed")
    (True, False)
    """
    kept = {stem(word) for word in content_words(written)} - {"not", "no", "never"}
    return _adds_negation(written, given) and kept <= {stem(word) for word in content_words(given)}


# Private


def _opposites(given: str, polarity: Polarity) -> Iterator[str]:
    """Yield the opposites that the rules know, the best first."""
    for write in _WRITERS[polarity]:
        found = write(given)
        if found and squeeze(found).casefold() != given.casefold():
            yield _polished(squeeze(found), given)


def _adds_negation(written: str, given: str) -> bool:
    return _negations(written) > _negations(given)


def _negations(text: str) -> int:
    return sum(is_negation(word) or word in ("no", "none", "nothing", "nobody", "without") for word in lower_tokens(text))


_BE = frozenset(["is", "are", "was", "were", "be", "been", "being"])
_HAVE = frozenset(["has", "have", "had"])
_GROUPS = {"too few": "enough", "too little": "enough", "too many": "fewer", "too much": "less", "no fewer": "fewer", "no less": "less"}
_TURNED = {"up": "down", "down": "up", "back": "up"}
_TURNED_VERBS = {"warm up": "cool down", "heat up": "cool down", "cool down": "warm up", "slow down": "speed up", "speed up": "slow down"}
_EXTREMES = {"lowest": "highest", "highest": "lowest", "smallest": "largest", "largest": "smallest"}
_GENERIC = {
    Polarity.INCREASE: {"verb": "decrease", "noun": "decrease", "adjective": "lower"},
    Polarity.DECREASE: {"verb": "increase", "noun": "increase", "adjective": "higher"},
}


def _rewrite(text: str, edits: dict[int, str]) -> str:
    """Replace tokens of the text by place; "" leaves a token out."""
    parts, end = [], 0
    for place, match in enumerate(TOKEN.finditer(text)):
        if place in edits:
            parts += [text[end : match.start()], edits[place]]
            end = match.end()
    return "".join([*parts, text[end:]])


def _polished(text: str, given: str) -> str:
    """Mend "a" and "an", and keep a capital at the start."""
    text = re.sub(r"\b([Aa])n? (?=([a-z])[a-z])", lambda m: m[1] + ("n " if m[2] in "aeiou" else " "), text)
    return text[:1].upper() + text[1:] if given[:1].isupper() and given[1:2].islower() else text


# Changes of quantity


def _turn_direction(text: str) -> str | None:
    """Swap the word that says up or down: "rising costs" → "falling costs"."""
    reading = reading_of(text)
    if not reading.deciders or reading.polarity not in _GENERIC:
        return None
    words = lower_tokens(text)
    first, last = reading.deciders[0], reading.deciders[-1]
    if first != last:
        group = " ".join(words[first : last + 1])
        if group in _GROUPS:
            return _rewrite(text, {first: _GROUPS[group], last: ""})
        if other := _TURNED_VERBS.get(f"{verb_lemma(words[first])} {words[last]}"):
            verb, particle = other.split()
            return _rewrite(text, {first: inflect(verb, _form_in(words, first)), last: particle})
        return _rewrite(text, {last: _TURNED[words[last]]}) if words[last] in _TURNED else None
    extremes = {at: _EXTREMES[word] for at, word in enumerate(words) if word in _EXTREMES and at > first}
    turned = _turned(words, first, reading.polarity, deciding_part(text))
    again = {first + 2: turned} if words[first + 1 : first + 3] == ["and", words[first]] else {}  # "fewer and fewer"
    return _rewrite(text, {first: turned, **again, **extremes})


def _turned(words: list[str], at: int, polarity: Polarity, wording: Wording) -> str:
    """Return the opposite of the word of change at a place, in the same part of speech and form."""
    word = words[at]
    next_word = at + 3 if words[at + 1 : at + 3] == ["and", word] else at + 1  # "more and more people"
    after = "".join(words[next_word : next_word + 1])
    if word == "more" and after:
        return "fewer" if after in word_class("plural") or re.search(r"[^suia]s$", after) else "less"
    verb = main_verb(wording)
    in_clause = verb is not None and at >= wording.places[verb]
    return antonyms().get(("adjective of change", word)) or _turned_noun_or_verb(words, at, polarity, in_clause=in_clause)


def _turned_noun_or_verb(words: list[str], at: int, polarity: Polarity, *, in_clause: bool) -> str:
    word, ends_phrase = words[at], words[at + 1 : at + 2] in ([], ["of"], ["in"])
    if _is_noun_of_change(word) and not in_clause and (at > 0 or ends_phrase):
        return inflect(antonyms()[("noun of change", noun_lemma(word))], "NNS" if word != noun_lemma(word) else "NN")
    if _is_verb_of_change(word) or (in_clause and "verb" in parts_of(word)):
        return inflect(antonyms().get(("verb of change", verb_lemma(word)), _GENERIC[polarity]["verb"]), _form_in(words, at))
    return _GENERIC[polarity]["noun" if ends_phrase and not in_clause else "adjective"]


def _is_noun_of_change(word: str) -> bool:
    return ("noun of change", noun_lemma(word)) in antonyms() and not is_past(word)


def _is_verb_of_change(word: str) -> bool:
    return word.endswith("ing") or is_past(word) or ("verb of change", verb_lemma(word)) in antonyms()


def _form_in(words: list[str], at: int) -> Form:
    """Return the form that a verb has at its place: a participle after "be" or "have", a past where base and past look alike."""
    form, lemma = verb_form(words[at]), verb_lemma(words[at])
    helper = next((word for word in reversed(words[:at]) if word != "not" and not is_adverb(word)), "")
    if form == "VB" and at and inflect(lemma, "VBD") == lemma and helper not in word_class("auxiliary") - _BE - _HAVE | {"to"}:
        form = "VBD"
    return "VBN" if form == "VBD" and helper in _BE | _HAVE | word_class("determiner") | {""} else form


# Happenings


def _undo_negation(text: str) -> str | None:
    """Take back what a happening denies twice: "did not fail to sound" → "failed to sound"."""
    wording = deciding_part(text)
    verb = main_verb(wording)
    denied = verb is not None and any(is_negation(word) for word in wording.words[verb : verb + 3])
    return affirm(text) if denied else None


def _there_was_none(text: str) -> str | None:
    found = re.match(r"(there (?:was|were|is|are|had been|has been|have been)) (?:an?|some|the)?\b(.+)", text, re.IGNORECASE)
    return f"{found[1]} no {found[2]}" if found else None


def _other_predicate(text: str) -> str | None:
    """Swap the verb or adjective of a clause for its antonym: "the valve was open" → "the valve was closed"."""
    wording = deciding_part(text)
    verb = main_verb(wording)
    if verb is None:
        return None
    words, head = wording.words, _end_of_predicate(wording.words, verb)
    if head > verb and ("adjective", words[head]) in antonyms() and wording.word(head + 1) != "by":
        return _rewrite(text, {wording.places[head]: antonyms()[("adjective", words[head])]})
    passive = head > verb and words[head - 1] in _BE
    found = _verb_antonym(wording, head, passive=passive)
    if found is None:
        return None
    opposite, used = found
    edits = {wording.places[head + more]: "" for more in range(1, used)}
    return _rewrite(text, {wording.places[head]: inflect(opposite, _form_in(list(words), head)), **edits})


def _end_of_predicate(words: tuple[str, ...], verb: int) -> int:
    """Return the place of the full verb or adjective behind auxiliaries and adverbs."""
    while verb < len(words) - 1 and (words[verb] in word_class("auxiliary") or is_adverb(words[verb]) or _links(words, verb)):
        verb += 1
    return verb


def _links(words: tuple[str, ...], at: int) -> bool:
    return words[at] in word_class("linking") and ("adjective", words[at + 1]) in antonyms()


def _verb_antonym(wording: Wording, head: int, *, passive: bool) -> tuple[str, int] | None:
    """Return the verb's antonym and how many words of the text it takes the place of."""
    name, takes = _listed_verb(wording, head)
    state = antonyms().get(("intransitive", name))
    subject = " ".join(word for word in wording.words[:head] if word not in word_class("auxiliary") and not is_adverb(word))
    if state and not passive and _has_no_object(wording, head + takes) and fits(state, subject):
        return state, takes
    opposite = antonyms().get(("verb", name))
    if opposite is None or (passive and " " in opposite):
        return None
    return opposite, takes


def _listed_verb(wording: Wording, head: int) -> tuple[str, int]:
    """Return the verb's entry in the list, with its particle ("break out") where it is listed so, and how many words that is."""
    lemma = verb_lemma(wording.words[head])
    with_particle = f"{lemma} {wording.word(head + 1)}"
    return (with_particle, 2) if any((part, with_particle) in antonyms() for part in ("verb", "intransitive")) else (lemma, 1)


def _has_no_object(wording: Wording, at: int) -> bool:
    word = wording.word(at)
    return (
        not word
        or word in word_class("preposition") | word_class("subordinator")
        or is_adverb(word)
        or not word[0].isalpha()
        or word == "again"
    )


def negated(text: str) -> str | None:
    """Negate the main verb: "the crew noticed the leak" → "the crew did not notice the leak"."""
    wording = deciding_part(text)
    verb = main_verb(wording)
    if verb is None:
        return None
    word, after = wording.words[verb], wording.word(verb + 1)
    original = [match.group() for match in TOKEN.finditer(text)][wording.places[verb]]
    full_have = word in _HAVE and not (is_past(after) or after == "been" or is_adverb(after))
    if word in word_class("auxiliary") and not full_have:
        return _rewrite(text, {wording.places[verb]: f"{original} not"})
    return _rewrite(text, {wording.places[verb]: f"{_do_for(wording, verb)} not {verb_lemma(word)}"})


def _do_for(wording: Wording, verb: int) -> str:
    """Return the form of "do" in the tense of a verb."""
    word = wording.words[verb]
    if word != verb_lemma(word) and _form_in(list(wording.words), verb) == "VBZ":
        return "does"
    return "do" if word == "have" else "did"


# Phrases


def _state_of_subject(text: str) -> str | None:
    """Say what the subject did instead: "the failure of the pump" and "pump failure" → "the pump worked"."""
    pattern = r"(?:the |an? )?(?:\w+ )?(?P<noun>[\w-]+) of (?P<subject>[^,]+)(?P<rest>.*)$"
    compound = r"(?:the |an? )?(?P<subject>[\w'’ -]+?)(?:['’]s)? (?P<noun>[\w-]+)(?P<rest>)$"
    for form, article in ((pattern, ""), (compound, "the ")):
        found = re.match(form, text, re.IGNORECASE)
        state = states().get(found["noun"].lower()) if found else None
        if found and state and fits(state, found["subject"]) and not (article and " of " in found["subject"]):
            return f"{article}{found['subject']} {inflect(state, 'VBD')}{found['rest']}"
    return None


def _other_noun(text: str) -> str | None:
    """Swap the head noun, or an adjective before it, for its antonym."""
    words = lower_tokens(text)
    ends = (at for at in range(1, len(words)) if words[at] in word_class("preposition") or not words[at][0].isalpha())
    head = next(ends, len(words)) - 1
    if head < 0:
        return None
    lemma = noun_lemma(words[head])
    if ("noun", lemma) in antonyms():
        return _rewrite(text, {head: inflect(antonyms()[("noun", lemma)], "NNS" if words[head] != lemma else "NN")})
    for at in range(head):
        opposite = antonyms().get(("adjective", words[at]))
        if opposite and " " not in opposite:
            return _rewrite(text, {at: opposite})
    return None


def _there_was_no(text: str) -> str | None:
    bare = re.sub(r"^(?:the|an?|this|that|these|those|some)\s+", "", text, flags=re.IGNORECASE)
    words = lower_tokens(bare)
    if not words:
        return None
    if len(words) > 1 and words[0].endswith("ing") and words[1] in word_class("determiner"):
        return f"not {bare[0].lower()}{bare[1:]}"
    return f"there {'were' if len(words) == 1 and looks_plural(words[0]) else 'was'} no {bare}"


_Writer = Callable[[str], str | None]
_HAPPENING: tuple[_Writer, ...] = (
    _there_was_none,
    _undo_negation,
    _other_predicate,
    negated,
    _state_of_subject,
    _other_noun,
    _there_was_no,
)
_WRITERS: dict[Polarity, tuple[_Writer, ...]] = {
    Polarity.INCREASE: (_turn_direction, *_HAPPENING),
    Polarity.DECREASE: (_turn_direction, *_HAPPENING),
    Polarity.OCCURRENCE: _HAPPENING,
    Polarity.ABSENCE: (affirm, *_HAPPENING),
}
