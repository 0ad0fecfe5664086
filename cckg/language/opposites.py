"""Writes the single best logical opposite of an event: an antonym of its head where English has one, else a plain negation.

The direction of the opposite follows from the polarity. The antonyms, and of which subjects each is true, are in `data/antonyms.tsv` and
`data/states.tsv`. Of an absence the opposite is what would have been there: "the alarm failed to sound" → "the alarm sounded", by a table
of patterns, the first that fits.
"""

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import count

from cckg.core.graph import Polarity
from cckg.core.text import content_words, squeeze
from cckg.language.inflection import Form, inflect, noun_lemma, verb_form, verb_lemma
from cckg.language.lexicon import is_past, rows, word_class
from cckg.language.polarity import direction_parts, reading_of
from cckg.language.synonyms import stem
from cckg.language.wording import (
    FORM_WITHOUT_DO,
    TOKEN,
    Tokens,
    deciding_part,
    is_adverb,
    is_negation,
    looks_plural,
    lower_tokens,
    main_verb,
)


@cache
def antonyms() -> dict[tuple[str, str], str]:
    """Return the opposites by (part of speech, lemma); what a line says outright wins over what is read backwards."""
    found: dict[tuple[str, str], str] = {}
    backwards: dict[tuple[str, str], str] = {}
    for part, word, opposite, *more in rows("antonyms"):
        found.setdefault((part, word), opposite)
        if not more:
            backwards.setdefault((part, opposite), word)
    return backwards | found


@cache
def states() -> dict[str, str]:
    """Return by noun what its subject did where the noun did not come about: failure → "work"."""
    return {row[0]: row[1] for row in rows("states")}


def suits_subject(opposite: str, subject: str) -> bool:
    """Tell whether an opposite may be said of a subject: only what stands can remain standing."""
    head = re.split(r" (?:of|in|on|at|over|near|that|which|who) ", subject.lower(), maxsplit=1)[0].rsplit(" ", 1)[-1]
    return opposite not in _limits() or noun_lemma(head) in word_class(_limits()[opposite])


def affirm(text: str) -> str | None:
    """Return the affirmative of an absence's wording, white space squeezed, or None where no pattern fits."""
    for pattern, rewrite in _PATTERNS:
        found = pattern.search(text)
        if found:
            return " ".join(f"{text[: found.start()]}{rewrite(found)}{text[found.end() :]}".split())
    return None


def with_article(noun_phrase: str) -> str:
    """Put "a" or "an" before a phrase whose first words name one countable thing; else return it as it is.

    >>> [with_article(phrase) for phrase in ("warning was given", "alarm", "oxygen", "inspections were made")]
    ['a warning was given', 'an alarm', 'oxygen', 'inspections were made']
    """
    words = noun_phrase.split()
    if not _is_one_thing(_head_noun(words)) or words[0].lower() in ("the", "a", "an", "other", "such"):
        return noun_phrase
    return f"{'an' if words[0][0].lower() in 'aeiou' else 'a'} {noun_phrase}"


def opposite_of(text: str, polarity: Polarity, *, rejected: Collection[str] = ()) -> str:
    """Return the best opposite of a noun phrase or a clause, which is another text, white space squeezed; the same text gives the same.

    The polarity of the event, as the graph has it, decides which opposite is looked for first. Of those `rejected` the next best is taken.

    >>> opposite_of("the dam collapsed", Polarity.OCCURRENCE)
    'the dam remained standing'
    """
    given = squeeze(text)
    written = next((found for found in _opposites(given, polarity) if found not in rejected), None)
    return written or f"it is not the case that {given}".rstrip()


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

_FAILING = "failed|fails|fail|failing|refused|refuses|refuse|neglected|neglects|neglect|forgot|forgets|omitted|omits|declined|declines"
_FAILURE = "failure|inability|refusal|neglect|omission|unwillingness"
_MASS_ENDINGS = ("ness", "ance", "ence", "ity", "age", "ism", "ication", "ware", "power", "light", "fuel", "water")
_UN_WORDS = "detected|noticed|reported|inspected|treated|repaired|maintained|checked|delivered|paid|attended|answered|manned|guarded"
_Rewrite = Callable[[re.Match[str]], str]
_ADVERB = r"(?P<adverb>(?:\w+ly\s+)?)"
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


@cache
def _limits() -> dict[str, str]:
    """Return by opposite the class of subjects of which alone it is true."""
    limited = [row[2:] for row in rows("antonyms") if len(row) > 4] + [(row[1], "", row[2]) for row in rows("states") if len(row) > 2]
    return {row[0]: row[2] for row in limited}


def _head_noun(words: list[str]) -> str:
    """Return the noun before the first preposition or participle, lower-case, or ""."""
    ends = (at for at, word in enumerate(words) if word.lower() in word_class("ends_noun") or (at and is_past(word.lower())))
    end = next(ends, len(words))
    return words[end - 1].lower().strip(",.;") if end else ""


def _is_one_thing(noun: str) -> bool:
    """Tell whether a noun, lower-case, is a singular that can be counted."""
    mass = noun in word_class("mass") or noun.endswith(_MASS_ENDINGS)
    return bool(noun) and not mass and not looks_plural(noun) and noun not in word_class("plural")


def _in_form(verb: str, form: Form) -> str:
    return inflect(verb_lemma(verb), form)


def _with_verb(found: re.Match[str], form: Form) -> str:
    """Return the pattern's verb in a form, after the adverb that stood before it."""
    return f"{found['adverb']}{_in_form(found['verb'], form)}"


def _after_failing(found: re.Match[str]) -> str:
    form = verb_form(found["fail"])
    return _with_verb(found, "VBD" if form in ("VBD", "VBN") or found["fail"].lower() == "forgot" else form)


def _after_do(found: re.Match[str]) -> str:
    return _with_verb(found, FORM_WITHOUT_DO[found["do"].lower()])


def _allowed(found: re.Match[str]) -> str:
    return f"{inflect('allow', verb_form(found['stop']))} {found['what']} to {verb_lemma(found['verb'])}"


def _adequate(found: re.Match[str]) -> str:
    what = found["what"]
    return f"the presence of {what}" if re.match(r"(?:an?|any|the)\s", what, re.IGNORECASE) else f"adequate {what}"


def _owner_did(found: re.Match[str]) -> str:
    if "inability" in found.group().lower():
        return f"{found['owner']} could {found['verb']}"
    return f"{found['owner']} {_in_form(found['verb'], 'VBD')}"


def _not_left(found: re.Match[str]) -> str:
    number = found["be"].lower()
    return f"{number if number in ('was', 'were', 'is', 'are', 'been', 'be') else 'was'} {found['done']}"


def _no_longer(found: re.Match[str]) -> str:
    return "still " if found["how"].lower().endswith("longer") else ""


def _template(form: str) -> _Rewrite:
    return lambda found: found.expand(form)


_PATTERNS: tuple[tuple[re.Pattern[str], _Rewrite], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rewrite)
    for pattern, rewrite in (
        (rf"^(?P<owner>.+?)(?:['’]s|(?<=s)['’]) (?:{_FAILURE}) to (?P<verb>\w+)", _owner_did),
        (rf"^(?:an?|the)? ?(?:{_FAILURE}) (?:of|by) (?P<owner>.+?) to (?P<verb>\w+)", _owner_did),
        (r"^(?:an?|the)? ?inability to ", _template("the ability to ")),
        (rf"^(?:an?|the)? ?(?:{_FAILURE}) to {_ADVERB}(?P<verb>\w+)", lambda found: _with_verb(found, "VBG")),
        (r"^(?:an?|the)? ?(?:\w+ )?lack of (?P<what>.+)$", _adequate),
        (r"\black of (?P<what>.+)$", _adequate),
        (r"\babsence of ", _template("presence of ")),
        (rf"\b(?:did not|didn['’]t) (?P<fail>fail) to {_ADVERB}(?P<verb>\w+)", lambda found: f"failed to {found['verb']}"),
        (rf"\b(?P<fail>{_FAILING}) to {_ADVERB}(?P<verb>\w+)", _after_failing),
        (r"\bun(able|willing) to\b", _template(r"\1 to")),
        (rf"\b(?P<do>did|does|do)(?: not|n['’]t) (?:ever )?{_ADVERB}(?P<verb>\w+)", _after_do),
        (r"\bcan(?:not|['’]t| not)\b", _template("can")),
        (r"\bwon['’]t\b", _template("will")),
        (r"\b(\w+)n['’]t\b", _template(r"\1")),
        (r"\b(?P<how>no longer) ", _no_longer),
        (r"\b(?P<how>never|not) (?:ever )?", _no_longer),
        (r"^(?:nobody|no[ -]one)\b", _template("someone")),
        (r"^nothing\b", _template("something")),
        (r"^none of ", _template("all of ")),
        (r"^neither of ", _template("both of ")),
        (r"\b(?:no|zero) (?P<what>.+)$", lambda found: with_article(found["what"])),
        (r"\bnothing\b", _template("something")),
        (r"\b(?:nobody|no[ -]one)\b", _template("someone")),
        (r"\b(?:was|were) without\b", _template("had")),
        (r"\bis without\b", _template("has")),
        (r"\bwithout\b", _template("with")),
        (rf"\b(?P<be>was|were|is|are|been|be|went|goes|go|remained|stayed)(?: left)? un(?P<done>{_UN_WORDS})\b", _not_left),
        (r"^(?:the )?missing (?P<what>.+)$", _template(r"the \g<what> in place")),
        (r"^(?P<article>an?|the)? ?absent (?P<what>.+)$", _template(r"the \g<what> present")),
        (r"\bmissing\b", _template("in place")),
        (r"\babsent\b", _template("present")),
        (r"\bunavailab(le|ility)\b", _template(r"availab\1")),
        (r"\blacked\b", _template("had")),
        (r"\blacks\b", _template("has")),
        (r"\black\b", _template("have")),
        (r"\blacking\b", _template("with")),
        (r"\b(?P<stop>prevented|prevents|stopped|stops|kept|keeps|blocked|blocks|barred) (?P<what>.+?) from (?P<verb>\w+ing)\b", _allowed),
        (r"\b(?:was|were) (?:prevented|averted|avoided)\b", _template("happened")),
        (r"\b(?:prevented|averted|avoided)\b", _template("allowed")),
        (r"\b(?:prevents|averts|avoids)\b", _template("allows")),
        (r"^(?:the )?(?:prevention|avoidance|omission|non-?existence|want) of ", _template("")),
        (r"^non-", _template("")),
    )
)


def _opposites(given: str, polarity: Polarity) -> Iterator[str]:
    """Yield the opposites that the rules know, the best first."""
    for write in _WRITERS[polarity]:
        found = write(given)
        if found and squeeze(found).casefold() != given.casefold():
            yield _polished(squeeze(found), given)


def _adds_negation(written: str, given: str) -> bool:
    denying = ("no", "none", "nothing", "nobody", "without")
    after, before = (sum(is_negation(word) or word in denying for word in lower_tokens(text)) for text in (written, given))
    return after > before


def _rewrite(text: str, edits: dict[int, str]) -> str:
    """Replace tokens of the text by place; "" leaves a token out."""
    places = count()
    return TOKEN.sub(lambda match: edits.get(next(places), match.group()), text)


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


def _turned(words: list[str], at: int, polarity: Polarity, wording: Tokens) -> str:
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
    if _is_verb_of_change(word) or (in_clause and "verb" in direction_parts(word)):
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


def _verb_antonym(wording: Tokens, head: int, *, passive: bool) -> tuple[str, int] | None:
    """Return the verb's antonym and how many words of the text it takes the place of."""
    name, takes = _listed_verb(wording, head)
    state = antonyms().get(("intransitive", name))
    subject = " ".join(word for word in wording.words[:head] if word not in word_class("auxiliary") and not is_adverb(word))
    if state and not passive and _has_no_object(wording, head + takes) and suits_subject(state, subject):
        return state, takes
    opposite = antonyms().get(("verb", name))
    if opposite is None or (passive and " " in opposite):
        return None
    return opposite, takes


def _listed_verb(wording: Tokens, head: int) -> tuple[str, int]:
    """Return the verb's entry in the list, with its particle ("break out") where it is listed so, and how many words that is."""
    lemma = verb_lemma(wording.words[head])
    with_particle = f"{lemma} {wording.word(head + 1)}"
    return (with_particle, 2) if any((part, with_particle) in antonyms() for part in ("verb", "intransitive")) else (lemma, 1)


def _has_no_object(wording: Tokens, at: int) -> bool:
    word, opens_other = wording.word(at), word_class("preposition") | word_class("subordinator") | {"", "again"}
    return word in opens_other or is_adverb(word) or not word[0].isalpha()


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


def _do_for(wording: Tokens, verb: int) -> str:
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
        if found and state and suits_subject(state, found["subject"]) and not (article and " of " in found["subject"]):
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
