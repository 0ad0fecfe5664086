"""Tells whether a stretch of a sentence stands where an answer to a question of "who" or of "how many" can stand.

Who did it is the subject of the question's verb, or stands behind "by"; to whom it was done is its object. What stands in another half of
a sentence at ";" is said of something else, and a sister is nobody's brother. By the order of words and marks: no parser. How well a
stretch answers otherwise is left to `cckg.answering.candidates`.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from cckg.answering.spans import name_spans, stems
from cckg.core.claims import Span
from cckg.language import is_past, stem, verb_lemma

Role = Literal["does", "undergoes", "beside"]


def role_asked(question: str) -> tuple[str, Role] | None:
    """Return the verb of a question of "who", as its base form, and which part of it is asked for; None for any other question.

    >>> role_asked("Who wrote off the loan?"), role_asked("Who was dismissed in May?"), role_asked("Who is the mayor?")
    (('write', 'does'), ('dismiss', 'undergoes'), None)
    """
    for pattern, role in _ASKING:
        found = pattern.match(" ".join(question.split()))
        verb = found["verb"].lower() if found else ""
        if verb and verb not in _NO_ACT and is_past(verb):
            return verb_lemma(verb), role
    return None


def plays(sentence: str, offered: Span, *, asked: tuple[str, Role]) -> bool | None:
    """Tell whether a stretch plays the part that `role_asked` gives, by each place of the verb in the sentence.

    None where the sentence does not have the verb in the past or as a participle, and where the order of the words does not tell.

    >>> plays("Lund dismissed Ann.", Span("Lund", 0, 4), asked=("dismiss", "does"))
    True
    >>> plays("Lund dismissed Ann.", Span("Lund", 0, 4), asked=("dismiss", "undergoes"))
    False
    """
    verb, wanted = asked
    roles = [_role(sentence, offered, verb=place) for place in _verbs(sentence, verb)]
    if wanted in roles:
        return True
    return False if roles and None not in roles else None


def is_of_another_half(sentence: str, offered: Span, *, anchors: frozenset[str]) -> bool:
    """Tell whether a stretch stands in a half of a sentence, parted by ";", that is about another thing than a question.

    So it is where another half names all that the question names (`anchors`, stems), while this one names none of it, but something else
    before the stretch, and takes nothing up by a pronoun; or names something that shares only its last word: "the Corve Tunnel" where the
    question is about the Marl Tunnel.
    """
    halves = _halves(sentence)
    if not anchors or len(halves) == 1:
        return False
    own = next((half for half in halves if half.start <= offered.start < half.end), halves[-1])
    shared = anchors & stems(own.text)
    if shared == anchors:
        return False
    before = sentence[own.start : offered.start]
    told = any(anchors <= stems(half.text) for half in halves if half != own)
    others = [found.span.text for found in name_spans(before.strip()) if found.shape == "name"]
    if shared:
        others = [
            name for name in others if " " in name and stem(name.rsplit(maxsplit=1)[-1].lower()) in shared and not stems(name) <= anchors
        ]
    return told and not _TAKES_UP.search(before) and bool(others)


def is_of_other_sex(sentence: str, offered: Span, *, question: str) -> bool:
    """Tell whether the words beside a name call it the sister of somebody where a question asks who the brother is, and the like.

    >>> is_of_other_sex("Ann, the sister of Max, led it.", Span("Ann", 0, 3), question="Who is the brother of Max?")
    True
    """
    asked = _KIN_ASKED.search(" ".join(question.split()).rstrip(" ?.!").lower())
    if asked is None:
        return False
    other = _OTHER_SEX[asked["of"] or asked["whose"]]
    behind = re.match(rf",? (?:(?:is|was|who (?:is|was)) )?(?:an?|the|his|her|their) (?:\w+ ){{0,2}}?{other}\b", sentence[offered.end :])
    before = re.search(rf"\b{other},? (?:the )?(?:(?!of\b)[a-z]+ ){{0,2}}\Z", sentence[: offered.start])
    return bool(behind or before)


# Private

_ADVERBS = r"(?:(?:\w+ly|also|later|first|then|soon|once|never|not|thus|even|since|already|himself|herself|themselves) )*"
_WHO_DID = re.compile(rf"who (?:(?:had|has|have) )?{_ADVERBS}(?P<verb>[a-z]+)\b", re.IGNORECASE)
_TO_WHOM = re.compile(rf"(?:who|whom) (?:was|were|is|are|(?:has|have|had) been) {_ADVERBS}(?P<verb>[a-z]+)\b", re.IGNORECASE)
_ASKING: tuple[tuple[re.Pattern[str], Role], ...] = ((_WHO_DID, "does"), (_TO_WHOM, "undergoes"))
_NO_ACT = frozenset(  # auxiliaries, and what two do to each other
    "was were is are had has have did been be born known married wed divorced engaged related met involved based said told".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_BEEN = re.compile(rf"\b(?:was|were|is|are|be|been|being|got) {_ADVERBS}\Z", re.IGNORECASE)
_BY = re.compile(r"(?: and [a-z]+)?(?: [a-z]+ly)? by\b")
_RELATIVE = re.compile(rf",? (?:who|which|that) (?:(?:had|has|have|was|were|is|are) )?{_ADVERBS}(?:been )?")
_STANDS_BEFORE = re.compile(rf"(?:, [^;:,]+,)? (?:(?:had|has|have|was|were|is|are) )?{_ADVERBS}(?:been )?{_ADVERBS}")
_JOINED = re.compile(rf",? and (?:(?:had|has|have|was|were|is|are) )?{_ADVERBS}(?:been )?")  # a verb whose subject stands further back
_PREPOSITION = re.compile(r"\b(?:of|at|in|from|with|for|to|near|under|against|on|behind)(?: the)? \Z", re.IGNORECASE)
_WITHIN = re.compile(r"\b(?:of|at|in|from|near|under)(?: the)? \Z", re.IGNORECASE)
_AGENT = re.compile(r"\bby (?:(?:the|an?|its|his|her|their) )?(?:[\w’'-]+ ){0,3}?\Z")
_RELATIVE_VERB = re.compile(rf"\b(?:who|which|that|whom) {_ADVERBS}\Z", re.IGNORECASE)
_LOOSE = re.compile(rf"[,)] {_ADVERBS}\Z")
_GOES_ON = re.compile(r" (?:in|at|on|from|for|as|to|with|near|of|after|before|during|under)\b|[,.;]")
_INVERTED = re.compile(r"[,”\"’'] ?\Z")
_LISTS = re.compile(r"^ (?:was|were|is|are|included?)\b")
_TAKES_UP = re.compile(r"\b(?:it|he|she|they|its|his|her|hers|their|there|this|these|that|those|both|each|the latter|the former)\b", re.I)
_PAIRS = "brother:sister husband:wife father:mother son:daughter uncle:aunt nephew:niece grandfather:grandmother grandson:granddaughter"
_OTHER_SEX = {word: other for pair in _PAIRS.split() for word, other in (pair.split(":"), pair.split(":")[::-1])}
_KIN = "|".join(_OTHER_SEX)
_KIN_ASKED = re.compile(
    rf"^(?:(?:who|what) (?:is|was) )?(?:the )?(?:name of the )?(?:\w+ )??(?P<of>{_KIN}) of\b|[’']s? (?:\w+ )??(?P<whose>{_KIN})\Z"
)


def _halves(sentence: str) -> list[Span]:
    bounds = [0, *(match.end() for match in re.finditer(";", sentence)), len(sentence)]
    return [Span(sentence[start:end], start, end) for start, end in pairwise(bounds) if start < end]


def _verbs(sentence: str, lemma: str) -> Iterator[Span]:
    for match in _WORD.finditer(sentence):
        word = match.group().lower()
        if match.group() == word and is_past(word) and verb_lemma(word) == lemma:
            yield Span(match.group(), match.start(), match.end())


def _role(sentence: str, offered: Span, *, verb: Span) -> Role | None:
    """Tell which part a stretch plays beside one place of a verb; None where that is not plain."""
    if offered.end <= verb.start:
        return _role_before(sentence, offered, verb=verb)
    return _role_behind(sentence, offered, verb=verb) if offered.start >= verb.end else None


def _role_before(sentence: str, offered: Span, *, verb: Span) -> Role | None:
    between = sentence[offered.end : verb.start]
    subject = _role_of_subject(sentence, verb)
    if _RELATIVE.fullmatch(between):
        return subject
    if ";" in between or ":" in between:
        return None
    if _JOINED.fullmatch(between) or _PREPOSITION.search(sentence[: offered.start]):
        return "beside"
    return subject if _STANDS_BEFORE.fullmatch(between) else None


def _role_behind(sentence: str, offered: Span, *, verb: Span) -> Role | None:
    between = sentence[verb.end : offered.start]
    if _WITHIN.search(between):
        return "beside"
    if _AGENT.search(between) and not re.search("[;:]", between):
        return "does"
    if _role_of_subject(sentence, verb) != "does" or _RELATIVE_VERB.search(sentence[: verb.start]) or _LISTS.match(between):
        return None
    if not between.strip() and _INVERTED.search(sentence[: verb.start]):
        return None
    return "undergoes"


def _role_of_subject(sentence: str, verb: Span) -> Role | None:
    """Tell whether the subject of a verb does it or undergoes it; None for what may be a participle: "the label, founded in 1961"."""
    if _BEEN.search(sentence[: verb.start]) or _BY.match(sentence[verb.end :]):
        return "undergoes"
    return None if _LOOSE.search(sentence[: verb.start]) and _GOES_ON.match(sentence[verb.end :]) else "does"
