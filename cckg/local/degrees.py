"""How strong a text words a cause: as the cause, as one contribution among others, or as what made the effect possible."""

import re

from cckg.core.claims import Degree, Span


def degree_of(words: str) -> Degree:
    """Judge the words that join a cause to an effect: the cue with its auxiliaries and adverbs (`words_of_cue`).

    What both contributes and enables ("helped to make it possible") contributes; words that say neither are direct, "largely because of"
    and "the main factor in" among them.

    >>> degree_of("may have contributed to"), degree_of("was made possible by"), degree_of("led to")
    (<Degree.CONTRIBUTING: 'contributing'>, <Degree.ENABLING: 'enabling'>, <Degree.DIRECT: 'direct'>)
    """
    if _CONTRIBUTING.search(words):
        return Degree.CONTRIBUTING
    return Degree.ENABLING if _ENABLING.search(words) else Degree.DIRECT


def words_of_cue(text: str, cue: Span, *, within: Span) -> str:
    """Return a cue with what belongs to it on either side: "one of" or "in part," before it, the complement of "left" or "made" behind it.

    Args:
        text: that holds the cue.
        cue: with its auxiliaries and adverbs, offsets in the text.
        within: the sentences that the cue stands in; what lies beyond them is not looked at.
    """
    before = _BEFORE.search(text, max(within.start, cue.start - _REACH), cue.start)
    after = _COMPLEMENT.match(text, cue.end, min(within.end, cue.end + _REACH)) if _NEEDS_COMPLEMENT.search(cue.text) else None
    return f"{before.group() if before else ''}{cue.text}{after.group() if after else ''}"


# Private

_REACH = 60  # characters on either side of a cue
_CONTRIBUTING = re.compile(
    r"\bcontribut\w+"
    r"|\b(?:a|an|another|one|two|three|several|many|some|contributory)\s(?:[\w’'-]+\s){0,3}?factors?\b|\bfactors\b"
    r"|\b(?:one|some|among|part)\s(?:of\s)?(?:the|its|their|several|many|two|three)\s(?:[\w’'-]+\s){0,3}?"
    r"(?:causes?|reasons?|triggers?|culprits?|explanations?)\b"
    r"|\b(?:one|another)\s(?:[\w’'-]+\s){0,2}?(?:cause|reason|trigger|explanation)\b"
    r"|\ban?\s(?:partial|contributory|secondary|minor|additional|further)\s(?:cause|reason|trigger|explanation)\b"
    r"|\b(?:partly|partially|in\spart|to\s(?:some|a\s(?:certain|lesser))\s(?:extent|degree))\b"
    r"|\b(?:aggravat|exacerbat|compound|worsen)(?:e[sd]?|s|ed|ing)?\b"
    r"|\b(?:mak(?:es?|ing)|made)\s(?:[\w’'-]+\s){0,6}?worse\b"
    r"|\badd(?:s|ed|ing)?\s(?:[a-z]+ly\s)?to\b"
    r"|\bplay(?:s|ed|ing)?\s(?!no\b)(?:[\w’'-]+\s){1,3}?(?:part|role)\b"
    r"|\bhelp(?:s|ed|ing)?\b",
    re.IGNORECASE,
)
_ENABLING = re.compile(
    r"\b(?:allow|enabl|permit)(?:e[sd]?|s|ed|ing|ting|ted)?\b"
    r"|\blet(?:s|ting)?\b"
    r"|\b(?:mak(?:es?|ing)|made)\s(?:[\w’'-]+\s){0,6}?(?:(?<!as\s)possible|easier|(?:more|much\smore)\slikely|likelier)\b"
    r"|\bpav(?:e|es|ed|ing)\sthe\sway\b"
    r"|\b(?:left|leav(?:e|es|ing))\s(?:[\w’'-]+\s){0,8}?(?:open|vulnerable|exposed|unprotected|susceptible)\b"
    r"|\bfail(?:s|ed|ing|ure)?\sto\s(?:[a-z]+ly\s)?(?:prevent|stop|catch|detect|halt|avert|block)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:(?:one|some|part)\sof|among|partly|partially|in\spart|(?:help|fail)(?:s|ed|ing|ure)?(?:\sto)?)[\s,]+\Z", re.IGNORECASE
)
_NEEDS_COMPLEMENT = re.compile(r"\b(?:left|leav(?:e|es|ing)|mak(?:es?|ing)|made)\Z", re.IGNORECASE)
_COMPLEMENT = re.compile(r"(?:\s[\w’'-]+)+")
