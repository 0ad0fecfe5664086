"""Says what a pronoun at the head of an event stands for, so that the event can be read alone: "he fell" → "the roofer fell".

Only where a plain subject before it fits in number and kind; else the pronoun stays. What "this" and "which" take up is read with the cue
(`cckg.local.links`), or marked by the trained reader.
"""

import re
from collections.abc import Iterator, Sequence

from cckg.core.text import content_words, squeeze
from cckg.local.lexicon import word_class
from cckg.local.wording import TOKEN, deciding_part, looks_plural, main_verb


def resolved(words: str, before: Sequence[str]) -> str:
    """Return an event's words with the pronoun at their head replaced.

    Args:
        words: of the event, white space squeezed.
        before: what is told before it in its paragraph, in order: whole sentences, and what stands in front of it in its own.
    """
    found = _PRONOUN.match(words)
    if not found or _EMPTY.match(words):
        return words
    pronoun = found["pronoun"].lower()
    near = before if pronoun in _PERSONS else before[-_NEAR:]
    fitting = [subject for subject in _subjects(near) if fits(subject, pronoun)]
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


def fits(subject: str, pronoun: str) -> bool:
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
    if (
        _NAME.fullmatch(opening)
        and len(rest) < _LONGEST
        and not any(word in _ARTICLES or word.endswith(("'s", "’s")) for word in (opening, *rest))
    ):
        return subject
    if (
        opening.lower() not in _DETERMINERS
        or len(subject.split()) > _LONGEST
        or _ARTICLES.intersection(_HEAD_ENDS.split(subject)[0].lower().split()[1:])
    ):
        return None
    return " ".join([opening.lower(), *rest])


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


def _subjects(before: Sequence[str]) -> Iterator[str]:
    """Yield the subjects of what was told before, the last one first."""
    for sentence in reversed(before):
        subject = subject_of(squeeze(sentence))
        if subject:
            yield subject


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
