"""Finds what takes a statement back behind it: "…, but the inquiry ruled this out", "…, which proved false", "Fog was excluded as a cause".

What becomes of the claim is `cckg.local.reservations`' work.
"""

import re
from enum import StrEnum


class Takeback(StrEnum):
    """How a statement is taken back.

    As disproved; as ruled out; by one who only denies it; or, where it is "rejected" or "ruled out" as "it", perhaps not itself but
    a thing that it names: "led to an offer, but the farmers rejected it".
    """

    DISPROVED = "disproved"
    RULED_OUT = "ruled out"
    CONTESTED = "contested"
    REFUSED = "refused"


def takeback(behind: str, following: str = "") -> Takeback | None:
    """Return how the rest of a sentence, or the whole next one, takes back what was stated before; None where neither does.

    Args:
        behind: the sentence from the end of the statement on.
        following: the next sentence, empty for none.
    """
    found = _BEHIND.match(behind) or _SENTENCE.match(following)
    return _kind(found) if found else None


def is_lone_exclusion(sentence: str) -> bool:
    """Tell whether a sentence says that something was excluded as a cause, without saying of what: "Fog was ruled out as a cause."."""
    return bool(_LONE.match(sentence))


# Private

_IT = r"(?:this|that|it|them|these|the (?:idea|theory|claim|suspicion|suggestion|allegation|charge|rumou?r|hypothesis|possibility)s?)"
_WHO = r"(?:[\w'’-]+\s){1,8}?"
_FALSE = r"(?:false|untrue|wrong|incorrect|unfounded|baseless|groundless|mistaken|a mistake|a myth|an error|not (?:true|the case|so))"
_BE = r"(?:is|are|was|were|has been|have been|had been)(?:\s(?:later|since|soon|then|subsequently|quickly|now|also|eventually))?"
_LATER = r"(?:(?:later|since|soon|then|subsequently|also|eventually|has|have|had|quickly|finally)\s)*"
_PROVED = rf"(?:prove[dn]?(?: to be)?|turned out(?: to be)?|{_BE})"
_PLAIN = rf"(?:later|soon|eventually|has|have|since|then|subsequently)?\s?{_PROVED}\s(?:\w+ly\s)?{_FALSE}\b"
_REFUTES = rf"(?P<disproved>disprove[sd]|refuted|debunked|rebutted|(?:showed|found|proved) otherwise|proved {_IT} (?:false|wrong))"
_DENIES = r"(?:denied|denies|deny|disputed|disputes|dispute|contested)"
_REJECTS = rf"(?P<refused>ruled {_IT} out|(?:ruled out|rejected|dismissed|excluded|discounted) {_IT})"
_REFUTED = r"(?P<disproved_of>disproved|disproven|refuted|debunked|discredited)|ruled out|(?P<refused_of>rejected|dismissed|excluded)"
_BODY = (
    rf"(?:{_WHO}{_LATER}(?:{_REFUTES}(?:\s{_IT})?|ruled (?:this out|out this)|{_REJECTS}|(?P<contested>{_DENIES} (?!it\b|them\b){_IT}))"
    rf"|{_IT}\s{_BE}\s(?:\w+ly\s)?(?:{_REFUTED})|{_IT}\s{_PLAIN})"
)
_BEHIND = re.compile(
    r"[\s\"”’]*(?:[,;]\s|\s[—–-]\s|\s?\b(?=but\b))(?:(?:but|yet|although|though|while|and|however,?)\s+)?"
    rf"(?:{_BODY}|(?:which|though)\s(?:{_PLAIN}|{_BE}\s(?:\w+ly\s)?"
    r"(?P<disproved_which>disproved|disproven|refuted|debunked|discredited|ruled out)))\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(rf"\W*(?:(?:but|yet|however),?\s+)?{_BODY}(?:\s(?:by|in|on|after|when)\s[^,;]{{1,60}})?[.!]?\W*\Z", re.IGNORECASE)
_LONE = re.compile(
    rf"[^,;:]{{1,160}}\s{_BE}\s(?:\w+ly\s)?(?:ruled out|excluded|discounted|dismissed|eliminated|rejected)\s(?:as|from being)\s"
    r"(?:(?:a|an|the|one|any|possible|likely|probable|contributory|contributing|main|direct|underlying)\s)*"
    r"(?:causes?|reasons?|factors?|explanations?)(?!\s(?:of|for|in|behind)\b)",
    re.IGNORECASE,
)


def _kind(found: re.Match[str]) -> Takeback:
    if found["contested"]:
        return Takeback.CONTESTED
    if found["refused"] or found["refused_of"]:
        return Takeback.REFUSED
    named = found.groupdict()
    disproved = any(named.get(name) for name in ("disproved", "disproved_of", "disproved_which"))
    return Takeback.DISPROVED if disproved else Takeback.RULED_OUT
