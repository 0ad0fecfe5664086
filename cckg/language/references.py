"""Says what pronouns and demonstratives take up, so that an event can be read alone: "he fell" → "the roofer fell".

A pronoun at the head of an event is resolved only where a plain subject before it fits in number and kind. "This machine" and "these
tokens" are named by what stands before in full; where nothing does, a thing that is itself told is pointed at no more: "this loss of
contact" → "the loss of contact". What "this" and "which" take up as clauses is read with the connective (`cckg.extraction`).
"""

import re
from collections.abc import Sequence

from cckg.core.text import content_words, squeeze
from cckg.language.inflection import noun_lemma, parts_of_speech, verb_form
from cckg.language.lexicon import is_past, word_class
from cckg.language.wording import TOKEN, deciding_part, looks_plural, main_verb


def resolved(words: str, before: Sequence[str]) -> str:
    """Return an event's words, white space squeezed, with the pronoun at their head replaced.

    `before` is what is told before it in its paragraph, in order: whole sentences, and what stands in front of it in its own.
    """
    found = _PRONOUN.match(words)
    if not found or _EMPTY.match(words):
        return words
    pronoun = found["pronoun"].lower()
    near = before if pronoun in _PERSONS else before[-_NEAR:]
    subjects = (subject_of(squeeze(sentence)) for sentence in reversed(near))
    fitting = [subject for subject in subjects if subject and agrees_with(subject, pronoun)]
    if near_by := _nearest_person(before, pronoun):
        fitting = [near_by]
    elif pronoun in _PERSONS and not _is_one(fitting):  # of two persons either may be meant
        return words
    if not fitting or _VAGUE.match(fitting[0]):
        return words
    named = fitting[0]
    return f"{_possessive(named) if pronoun in _OWNING else named}{found['rest']}"


def owned(words: str, before: Sequence[str]) -> str:
    """Return an event's words with "his" in them named, where only a thing stands before it: "hot asphalt hit his arm".

    "him" and "he" are named where one person alone is numbered: "the wall fell on him".
    """
    found = _HIS.search(words)
    front = words[: found.start()] if found else ""
    if not found or _ANOTHER.search(front) or re.search(r" [A-Z]", front):
        return words
    if found[0].lower() != "his":
        named = _nearest_person(before, "he")
        return f"{front}{named}{words[found.end() :]}" if named and front else words
    if not _THING.fullmatch(front):
        return words
    named = resolved(f"{found[0]} own", before)
    return words if named == f"{found[0]} own" else f"{front}{named.removesuffix(' own')}{words[found.end() :]}"


def agrees_with(subject: str, pronoun: str) -> bool:
    """Tell whether a subject is of the kind and number that a pronoun wants: "the roofer" fits "his", "the ladder" fits "its"."""
    head = _HEAD_ENDS.split(subject)[0]
    is_person = _PERSON.search(head) is not None
    last = head.lower().split()[-1]
    is_several = " and " in subject or looks_plural(last) or last in word_class("plural") | _MANY
    if pronoun in _PERSONS:
        other = _OF_HIM if pronoun in ("she", "her") else _OF_HER
        return is_person and not is_several and not other.search(head)
    return is_several if pronoun in _SEVERAL else not (is_several or is_person or _EMPLOYER.match(head))


def subject_of(sentence: str) -> str | None:
    """Return the subject of a sentence, with its determiner, if it is plain: a determiner, or a name such as "Employee #1"."""
    sentence = _DAY.sub("", _OPENING.sub("", _ASIDE.sub("", sentence)))
    wording = deciding_part(sentence)
    verb = main_verb(wording)
    if not verb:
        return None
    tokens = list(TOKEN.finditer(sentence))
    start, end = tokens[wording.places[0]].start(), tokens[wording.places[verb]].start()
    if _SAYS.match(sentence, end):
        return None
    parts = [part.strip() for part in sentence[start:end].split(",")]  # a date in front of it, an apposition behind it
    subject = next((part for part in parts if content_words(part) and not part[0].isdigit()), "")
    if numbered := _NUMBERED.match(subject):
        return numbered[0]
    opening, *rest = subject.split() or [""]
    if len(rest) >= _LONGEST:
        return None
    if _NAME.fullmatch(opening) and not any(word in _ARTICLES or word.endswith(("'s", "’s")) for word in (opening, *rest)):
        return subject
    has_second_article = not _ARTICLES.isdisjoint(_HEAD_ENDS.split(subject)[0].lower().split()[1:])
    return None if opening.lower() not in _DETERMINERS or has_second_article else " ".join([opening.lower(), *rest])


def taken_up(words: str, before: Sequence[str]) -> str:
    """Return an event's words with the first "this", "these" or "that" thing called as a sentence before calls it.

    Only where that says more by a word or two in front of the same noun; else the words stay.

    >>> taken_up("the backup relied on these tokens", ["The service issued scoped tokens."])
    'the backup relied on the scoped tokens'
    """
    found = _THIS.search(words)
    if not found or _VAGUE_NOUNS.fullmatch(found["thing"]) or "NOUN" not in parts_of_speech(found["thing"].lower()):
        return words
    if found["next"] and not (found["next"] in _FOLLOW | word_class("preposition") or is_past(found["next"])):  # "this arc flash"
        return words
    if found["this"].lower() == "that" and not found["behind"]:  # "so hot that steel bent"
        return words
    fuller = next((phrase for sentence in reversed(before[-_NEAR_NAME:]) if (phrase := _phrase(squeeze(sentence), found["thing"]))), "")
    if not fuller:
        return words
    the = "The" if found["this"][0].isupper() else "the"
    return f"{words[: found.start('this')]}{the} {fuller}{words[found.end() :]}"


def without_pointing(words: str) -> str:
    """Return an event's words with "the" for "this", where a thing stands behind it that says what it is.

    >>> without_pointing("This loss of contact"), without_pointing("This caused alarm"), without_pointing("this problem")
    ('The loss of contact', 'This caused alarm', 'this problem')
    """
    return _HEAD.sub(_pointed_at, words)


# Private

_PERSONS = frozenset(["he", "his", "him", "she", "her"])
_SEVERAL = frozenset(["they", "their", "them"])
_OWNING = frozenset(["his", "her", "its", "their"])
_PRONOUN = re.compile(r"(?P<pronoun>he|his|him|she|her|its?|they|their|them)(?P<rest>\s.+)$", re.IGNORECASE | re.DOTALL)
_EMPTY = re.compile(  # "it" that stands for nothing told
    r"it (?:\w+ ){0,3}(?:rain|snow|hail|thaw|fr[eo]+z)\w*|it (?:took|takes|cost|seem|appear|turned out|happened)"
    r"|it (?:soon |then |later )?(?:becomes?|became|is|was) (?:clear|apparent|evident|obvious|known|possible|necessary)\b"
    r"|it (?:is|was|had been|has been|would|will|may|might|could)\b(?! \w+(?:ed|en)\b)|its? (?:is|own)\b",
    re.IGNORECASE,
)
_WHO = (
    r"(?:employee|worker|operator|driver|pilot|man|woman|boy|girl|technician|engineer|mechanic|roofer|carpenter|electrician|welder|"
    r"foreman|supervisor|labou?rer|firefighter|victim|captain|officer|nurse|doctor|patient|farmer|painter|diver|guard|clerk|manager|"
    r"helper|rider|climber|lineman|signalman|apprentice|inspector|crewman|(?:crew|team|shift) lead(?:er)?|"
    r"passenger|student|teacher|minister|president|king|queen|miner|logger|sawyer|plumber|fitter)"
)
_PERSON = re.compile(rf"{_WHO}(?: #\d+)?$", re.IGNORECASE)
_NUMBERED = re.compile(r"[A-Z][\w-]+ #\s?\d+\b(?!,? and\b)")
_EMPLOYER = re.compile(r"(?:the |an )?employer\b", re.IGNORECASE)  # neither a person nor a thing
_HIS = re.compile(r"\bhis\b(?= \w)|\bhim\b|\bhe\b", re.IGNORECASE)
_THING = re.compile(  # what can have nothing of its own
    r"(?:(?:the|an?|this|that|hot|cold|molten) )?(?:[a-z]+ ){0,3}?(?:asphalt|tar|water|oil|acid|steam|gas|flames?|fire|beams?|"
    r"boxe?s?|blades?|equipment|machine|tools?|saw|drill|truck|forklift|load|ladder|scaffold|pipes?|rods?|boards?|chain|cable|hook|line|debris|rocks?|dirt|"
    r"soil|metal|wood|glass|wheel|door|gate|trench|wall|ceiling|roof|ball|hammer|knife|plate|bricks?|slab|concrete|tree|branch|limb|log|"
    r"piece|pieces|part|parts|fragments?|bolt|drum|tank|vapou?rs?|liquid|chemicals?|sparks?|explosion|blast)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_NUMBERED_ONE = re.compile(rf"[A-Z][\w-]+ #\s?\d+\b(?:,? an? (?:[\w-]+ ){{0,2}}?{_WHO}\b)?")  # "Employee #1 a roofer"
_ANOTHER = re.compile(rf"\b(?:co-?)?{_WHO}s?\b|\b(?:another|owner|both|they|them|somebody|someone|people|crew)\b", re.IGNORECASE)
_OF_HER = re.compile(r"\b(?:woman|girl|queen|mrs|ms)$", re.IGNORECASE)
_OF_HIM = re.compile(r"\b(?:man|boy|king|mr|foreman)$", re.IGNORECASE)
_OPENING = re.compile(
    r"^(?:according to (?:the |an? )?(?:\w+ ){1,3}?(?=[A-Z][\w-]+ #)|"
    r"as a result|and|but|so|then|also|however|meanwhile|later|eventually|when|while|as|because)\b,?\s*",
    re.IGNORECASE,
)
_DAY = re.compile(r"^(?:at|on|in|by|about|around)\b[^,;]{1,60}?\b(?:19|20)\d\d,?\s+", re.IGNORECASE)  # "On January 26 2010 Employee #1"
_ASIDE = re.compile(r"\s\([^()]*(?:\)|\Z)")
_SAYS = re.compile(
    r"(?:said|says|told|stated|reported|found|concluded|believed?|thought|claimed|explained|announced|knew)\b", re.IGNORECASE
)
_VAGUE = re.compile(  # what says no more than the pronoun does
    r"(?:this|these|that|those)\b|(?:the|its|their|his|her|an?|one|two|three|another) (?:\w+ )?"
    r"(?:issues?|problems?|incidents?|accidents?|outages?|causes?|reasons?|results?|impacts?|effects?|events?|situations?|investigations?)$",
    re.IGNORECASE,
)
_HEAD_ENDS = re.compile(r"\s(?:of|in|on|at|for|from|to|with|by|that|which|who|under|over|near)\s")
_ARTICLES = frozenset(["the", "a", "an"])
_DETERMINERS = _ARTICLES | frozenset("this its their his her one two three four five all another most many several both".split())
_MANY = frozenset("crew staff police most many several both".split())  # that "they" may stand for
_NAME = re.compile(r"(?!Ma?c[A-Z])[A-Za-z0-9-]*[A-Z][A-Za-z0-9-]*[A-Z0-9][A-Za-z0-9-]*")  # "RESTBase", "VMs": of a thing, never of a person
_LONGEST = 8  # words of a subject
_NEAR = 3  # sentences in which a thing is looked for that "it" stands for; a person may have been named long before
_LONGEST_BEFORE_NOUN = 3  # words in front of the noun
_NEAR_NAME = 4  # sentences in which the fuller name is looked for
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
_VAGUE_NOUNS = re.compile(
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


def _nearest_person(before: Sequence[str], pronoun: str) -> str | None:
    """Return who is numbered, "Employee #1", if nobody else is and the last sentence that tells of a person tells of no other."""
    numbered = [[name for name in _NUMBERED.findall(sentence) if _PERSON.search(name)] for sentence in before]
    if pronoun not in ("he", "his") or len({name for names in numbered for name in names}) != 1:
        return None
    for names, sentence in reversed(list(zip(numbered, before, strict=True))[-_NEAR:]):
        others = _ANOTHER.search(_NUMBERED_ONE.sub("", sentence))
        if names or others:
            return None if others else str(names[0])
    return None


def _is_one(persons: Sequence[str]) -> bool:
    """Tell whether all subjects are one person: "an employee", "the employee" and "Employee #1" are, "Employee #2" is another."""
    names = {_HEAD_ENDS.split(person)[0].lower().split(" ", person.split(" ")[0].lower() in _DETERMINERS)[-1] for person in persons}
    return len(names - {re.sub(r" #.*", "", name) for name in names if "#" in name}) == 1


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _pointed_at(found: re.Match[str]) -> str:
    """Return what stands for "this loss": at the head of an event "the loss", within it also "the incident" of "this incident"."""
    thing, is_one = found["thing"].lower(), found["this"].lower() == "this"
    is_vague = (_VAGUE_NOUNS if not found.start() else _ALWAYS_VAGUE).fullmatch(thing)
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
        while first and at - first < _LONGEST_BEFORE_NOUN and _modifies(words[max(0, first - 2) : first], is_nearest=first == at):
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
