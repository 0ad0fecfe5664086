"""How sure a sentence is of a claim: asserted, hedged or denied, or not claimed at all (a condition, a wish, an unreal past)."""

import re

from cckg.core.claims import Modality
from cckg.extraction.connectives import VERB_FRAMES, Connective
from cckg.language import is_past


def modality_of(sentence: str, cue: Connective, *, begin: int, copula: str = "") -> Modality | None:
    """Judge the claim that the cue makes in this sentence; None where it makes none: a condition, an unreal past, a purpose, a question.

    `sentence` may be the part of the text that holds it; the offsets of the cue are in it. The left argument begins at `begin`; what stands
    before it may say who claims or denies it. `copula` is the verb of a nominal cue ("the cause of E *was not* C"), else empty.
    """
    own = f"{cue.auxiliaries} {sentence[cue.start : cue.end]} {copula}"
    prefix = _CLAUSE_END.split(sentence[:begin])[-1]
    if _UNREAL.search(own) or _is_purpose(cue, sentence) or _is_open(sentence, sentence[: cue.start]):
        return None
    subject = sentence[begin : cue.start] if cue.frame in VERB_FRAMES else ""
    if _denied(own, prefix, subject, _CLAUSE_END.split(sentence[cue.end :])[0]):
        return Modality.DENIED
    if _HEDGE.search(own) or _HEDGING_PREFIX.search(prefix) or _HEDGING_SUBJECT.match(sentence[begin : cue.start].lstrip()):
        return Modality.HEDGED
    return Modality.ASSERTED


def is_norm(text: str) -> bool:
    """Tell whether a text says what ought to be: "the valve must be inspected" names no event."""
    return bool(_NORM.search(_SUBORDINATE.split(_NUMBERED.sub("", text), maxsplit=1)[0]))


def is_hedged(sentence: str) -> bool:
    """Tell whether a sentence is anywhere unsure of what it says: "a disk may have failed", "engineers suspect that …"."""
    return bool(_HEDGE.search(sentence) or _HEDGING_PREFIX.search(sentence))


def is_possible(text: str) -> bool:
    """Tell whether the words of an event say that it may be: "there may be a delay", "such a query can overwhelm the server"."""
    main = _SUBORDINATE.split(text, maxsplit=1)[0]
    can = _CAN.search(main)
    return bool(_POSSIBLE.search(main)) or (can is not None and not is_past(can["verb"]))


def is_suspected(before: str) -> bool:
    """Tell whether what stands in front of an event says that somebody takes it to be so: "engineers suspected that"."""
    return bool(_SUSPECTED.search(before))


def is_aim(before: str) -> bool:
    """Tell whether what stands in front of an event makes it one that is to be kept away: "the relay is there to prevent"."""
    found = _AIM.search(before)
    return found is not None and (found["verb"] or "").lower() not in _SUCCEEDS


def is_denied(words: str) -> bool:
    """Tell whether the words of a cue deny what they join: "was not caused by" does, "not only because of" does not."""
    return bool(_NEGATION.search(words))


def is_unreal(sentence: str, effect: str) -> bool:
    """Tell whether an effect is of another world than the one that is told of: an unreal past, or one that a question asks about."""
    return bool(_UNREAL.search(effect)) or sentence.rstrip(_CLOSING_MARKS).endswith("?")


# Private

_CLOSING_MARKS = " \"'”’)"
_UNREAL = re.compile(
    r"\bwould(?:n['’]t)?(?:['’]ve| (?:not |never |also |probably |likely )?have)\b|\b\w+['’]d(?:['’]ve| have)\b|\bshould\b", re.IGNORECASE
)
_POSSIBLE = re.compile(r"\b(?:may|might)\b|\b(?:probably|possibly|presumably|apparently|likely)\b(?= [a-z]+ed\b)")
_CAN = re.compile(r"\bcan(?: \w+ly)? (?!not\b)(?P<verb>[a-z]+)")
_SUSPECTED = re.compile(
    r"\b(?:suspect(?:ed|s)?|believed?|believes|thought|thinks?|assumed?|theory|hypothesis)(?: is| was)?(?: that)?\s*\Z", re.IGNORECASE
)
_SUCCEEDS = frozenset(
    "help helps helped helping manage manages managed able unable fail fails failed failing failure enough served serves".split()
)
_AIM = re.compile(r"(?:(?P<verb>[\w'’]+)\s)?\bto (?:prevent|avoid|minimi[sz]e|mitigate|guard against|protect against)\s*\Z", re.IGNORECASE)
_NORM = re.compile(
    r"\b(?:should(?:n['’]t)?|must(?! have)|shall|ought to|(?<!the )(?<!\ba )(?<!no )needs? to (?:be|have|\w+ (?:up|the|a|our|all)\b)|"
    r"(?:is|are) (?:recommended|essential|advisable|imperative))\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\A\W*\w{1,3}\)\s")  # "(4) Inspections shall be made"
_SUBORDINATE = re.compile(r"[,;(]|\b(?:that|which|who|if|whether)\b")
_ASSURED = re.compile(r"\b(?:ensur(?:e|es|ed|ing)|assurance|confidence|reliability|make sure) that\s", re.IGNORECASE)
_CONDITION = re.compile(
    r"^\W*(?:if|whether|had|unless|were)\s|[,;]\s(?:if|unless)\s|\b(?:asked|ask|whether|wondered|see|question|determine) (?:if|whether)\s",
    re.IGNORECASE,
)
_TOOK = re.compile(r"\W*it (?:took|takes)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r";\s|,\s(?:but|and|so|yet)\s", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|cannot|no longer|unlikely)\b(?! (?:only|just|merely|solely|simply)\b)|n['’]t\b"
    r"|\bnothing(?: \w+)? to do with\b|\bno (?:\w+ )?(?:part|role) in\b|\bno (?:\w+ )?(?:effect|impact|influence|bearing) on\b",
    re.IGNORECASE,
)
_DENYING_PREFIX = re.compile(
    r"\b(?:no (?:evidence|indication|proof|sign|reason to believe)|ruled out|rule out|excluded|rejected?|dismissed|denie[sd]|deny|"
    r"disputed?|refuted|disproved|debunked|myth|contrary to|doubt(?:ed)?|unlikely|wrongly|mistaken(?:ly)?|false(?:ly)?|not the case|"
    r"incorrect|did not (?:find|believe|accept))\b",
    re.IGNORECASE,
)
_DENYING_SUBJECT = re.compile(r"^\W*(?:no|neither|none of|nothing|not one of|not a single)\b", re.IGNORECASE)
_TOLD = re.compile(r"\bno longer\b|,\s+which(?:\s(?:in turn|then|also))?\s*\Z", re.IGNORECASE)  # "no pump worked, which caused …"
_DENYING_TAIL = re.compile(
    r"\b(?:(?:was|were|has been|have been|is|are) (?:later |since )?(?:ruled out|rejected|dismissed|disproved|refuted))\b", re.IGNORECASE
)
_HEDGE = re.compile(
    r"\b(?:(?-i:may)|might|could|can|would|will|must|probably|possibly|potentially|likely|perhaps|apparently|presumably|allegedly|"
    r"reportedly|thought|believed|suspected|"
    r"assumed|considered|alleged|presumed|seems?|seemed|appears?|appeared|expected|estimated|said|blamed)\b",
    re.IGNORECASE,
)
_HEDGING_PREFIX = re.compile(
    r"\b(?:evidence points to|(?-i:may)|might|possible|possibly|perhaps|probable|probably|likely|suspect(?:ed|s)?|"
    r"suggest(?:ed|s|ing|ions?)?|believed?|believes|thinks?|thought|theory|hypothes[ie]s|hypothesi[sz]ed?|speculat\w+|theori[sz]ed|"
    r"postulated|surmised|appears?|appeared|seems?|seemed|risk|chance|likelihood|argued?|argues|claimed?|claims|rumou?rs?|estimated?|"
    r"some \w+ (?:say|said)|apparently|presumably|allegedly|not (?:\S+ )?(?:sure|certain|clear))\b",
    re.IGNORECASE,
)
_HEDGING_SUBJECT = re.compile(
    r"(?:perhaps|probably|possibly|apparently|presumably|allegedly|maybe|one (?:theory|possibility|explanation))\b", re.IGNORECASE
)
_PURPOSE = re.compile(r"(?:^|\s)to\s*$", re.IGNORECASE)
_KNOWN = re.compile(
    r"\b(?:known|found|shown|thought|believed|said|reported|suspected|appear|appears|appeared|seem|seems|seemed|helped|considered|"
    r"have|has|had)\b",
    re.IGNORECASE,
)


def _denied(own: str, prefix: str, subject: str, rest: str) -> bool:
    if _NEGATION.search(own) or _DENYING_PREFIX.search(prefix) or _DENYING_TAIL.search(rest):
        return True
    return bool(_DENYING_SUBJECT.match(subject)) and not _TOLD.search(subject)


def _is_open(sentence: str, before: str) -> bool:
    """Tell whether a question, a condition or an assurance leaves open what the cue says."""
    return sentence.rstrip().endswith("?") or bool(_CONDITION.search(before) or _ASSURED.search(before))


def _is_purpose(cue: Connective, sentence: str) -> bool:
    """An aim is no claim: "to prevent flooding" is an aim, "is known to cause fever" and "it took a storm to cause it" are claims."""
    is_to_do = _PURPOSE.search(cue.auxiliaries) and not _KNOWN.search(cue.auxiliaries)
    return cue.frame == "active" and bool(is_to_do) and not _TOOK.match(sentence)
