"""Reads "neither A nor B" and "not A but B": what is denied of each, where the words of a claim deny it so, and where they leave it open.

A clause, as in "neither the pump nor the valve was checked", denies no claim that is made of it and is left whole.
"""

import re
from itertools import pairwise

from cckg.core.claims import Span
from cckg.extraction.arguments import parted, trimmed
from cckg.language import has_finite_verb, is_past, parts_of_speech, word_class


def denied_members(span: Span) -> list[Span]:
    """Return A and B of "neither A nor B", and of the "A nor B" that "neither" before the cue leaves; the span alone where it is neither.

    What "but" sets against them is left out: of "neither a storm nor a quake, but a leak" come "a storm" and "a quake", and of the
    "frost but by a leak" that "not by" before it leaves "frost".
    """
    found = _NEITHER.match(span.text)
    begin = found.end() if found else 0
    last = max((cut.end() for cut in _NOR.finditer(span.text)), default=begin)
    contrast = _CONTRAST.search(span.text, last)
    end = contrast.start() if contrast else len(span.text)
    cuts = list(_NOR.finditer(span.text, begin, end))
    if not (found or cuts):
        return [_up_to(span, re.search(_OTHER_MEMBER, span.text, re.IGNORECASE))]
    return [span] if has_verb(span.text[begin:end]) else parted(span, cuts, begin=begin, end=end) or [span]


def is_enough(text: str, cause: Span, cue: Span | None, *, within: Span) -> bool:
    """Tell whether a text says that a cause would have done without others: "alone", "by itself", "either of which would have sufficed".

    The sentence behind `within` counts if it begins so: "Either would have been enough."
    """
    if _BY_ITSELF.match(text, cause.end) or _ENDS_ALONE.search(cause.text) or (cue and _INDEPENDENTLY.search(cue.text)):
        return True
    return bool(_EITHER.search(text, within.start, within.end) or _NEXT_EITHER.match(text, within.end))


def denies_each(text: str) -> bool:
    """Tell whether a side of a claim is itself a denial: "neither arson nor lightning", "neither of the storms"."""
    found = _NEITHER.match(text)
    return found is not None and not _IT_IS.match(text) and not has_verb(text[found.end() :])


def denies_what_follows(before: str) -> bool:
    """Tell whether what stands before a verb denies it: "the storm neither", "… nor", "… nor was it"."""
    return bool(_ENDS_DENYING.search(before))


def denies_it_was(before: str) -> bool:
    """Tell whether the words before a verb are those of "it was not the storm that"; not of "it was not raining, which"."""
    found = _IT_WAS_NOT.search(before)
    if not found or _JOINS_CLAUSES.search(found["what"].removeprefix("that ")):
        return False
    first = found["what"].split(maxsplit=1)[0].lower()
    return not (is_past(first) or (first.endswith("ing") and "NOUN" not in parts_of_speech(first)))  # "it was not raining, which"


def leaves_open(before: str, *sides: str) -> bool:
    """Tell whether a denial does not say what is denied of what.

    So it is of "the storm alone", which leaves open what several did together; of "none of this"; of "no one but Max", who did it; and
    where a clause denies something else: "no one complained after the merger". `before` is the sentence up to the words that join the
    sides, which are the wordings of cause and effect.
    """
    if _EXCEPT.search(before) or any(_ALONE.search(side) for side in sides):
        return True
    return any(_is_unread(side) for side in sides)


def affirmed_part(span: Span) -> Span:
    """Return a side of what is asserted without what "but not" or ", not" takes out of it; a clause stays whole.

    >>> affirmed_part(Span("a fall in prices but not a shortage", 0, 35)).text
    'a fall in prices'
    """
    cut = _BUT_NOT.search(span.text)
    return span if cut and has_verb(span.text[cut.end() :]) else _up_to(span, cut)


def mixes(text: str) -> bool:
    """Tell whether a side of what is asserted holds a denial of a part of it: "a storm nor a quake", "not a fall but a rise"."""
    nor = re.search(r"\bnor\b", text, re.IGNORECASE)
    return bool((nor and not _NEGATIVE.search(text, 0, nor.start())) or _MIXED.search(text))


def has_verb(text: str) -> bool:
    """Tell whether a text may be a clause, by irregular pasts too, which the shallow grammar does not all know: "the captain slept"."""
    words = text.lower().split()
    pasts = (word for before, word in pairwise(words) if before not in word_class("determiner") and is_past(word))
    return has_finite_verb(text) or any(not word.endswith("ed") for word in pasts)


# Private

_ONE_BY_ONE = (
    r"(?:either|each|any\sone)(?:\sone)?(?:\sof\s(?:which|them|these|those|the\s(?:two|three|four)))?\s(?:alone\s|by\sitself\s)?would"
    r"\s(?:alone\s|by\sitself\s)?have\s(?:been\s(?:enough|sufficient)|sufficed)\b"
)
_EITHER = re.compile(rf"\b{_ONE_BY_ONE}", re.IGNORECASE)
_NEXT_EITHER = re.compile(rf"\W*{_ONE_BY_ONE}", re.IGNORECASE)
_BY_ITSELF = re.compile(r"\W{0,3}\b(?:alone|by\sitself|by\sthemselves|on\s(?:its|their)\sown|independently)\b", re.IGNORECASE)
_ENDS_ALONE = re.compile(r"(?<!ing\s)\b(?:alone|by\sitself|by\sthemselves|on\s(?:its|their)\sown)\W*$", re.IGNORECASE)
_INDEPENDENTLY = re.compile(r"\b(?:by\sitself|on\s(?:its|their)\sown|independently)\b", re.IGNORECASE)

_NEITHER = re.compile(
    r"\W*(?:(?:it (?:was|is)\s)?(?:neither|none)\s(?:of\s)?|it (?:was|is)(?: not|n['’]t)\s|not (?:one of|a single)\s)", re.IGNORECASE
)
_NOR = re.compile(r",?\s+nor\s+(?:(?:by|to|from|in|on|of|for|due to|because of)\s+)?", re.IGNORECASE)
_IT_IS = re.compile(r"\W*it (?:was|is)(?: not|n['’]t)\s", re.IGNORECASE)  # denies a side only before "that"
_OTHER_MEMBER = r"\s+but\s(?=(?:rather\s|instead\s)?(?:by|to|from|in|on|of|for|due|because|a|an|the|its|their)\s)"
_CONTRAST = re.compile(rf",\s+but\s|{_OTHER_MEMBER}", re.IGNORECASE)  # not "a small but deadly storm"
_ENDS_DENYING = re.compile(r"\b(?:neither|nor(?:\s(?:was|were|is|are|did|does|has|have|had)\s(?:it|they))?)\s*\Z", re.IGNORECASE)
_ALONE = re.compile(r"\b(?:alone|(?:by|in) (?:itself|themselves)|on (?:its|their) own)\b", re.IGNORECASE)
_IT_WAS_NOT = re.compile(
    r"\bit (?:is|was)(?: not|n['’]t| neither) (?!(?:only|just|merely|solely|simply|until)\s)"
    r"(?P<what>(?:[^,;]|, (?:n?or)\s|,(?= that\s)){1,200}?),? (?:that|which|who)\s*\Z",
    re.IGNORECASE,
)
_JOINS_CLAUSES = re.compile(r"\b(?:but|because|due|after|before|when|while|since|as|until|if|that|which|who)\b", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:no|nothing|nobody|none)\s(?:[\w'’-]+\s){0,3}?(?:but|except|other than|apart from|besides|save)\s(?:[\w'’-]+\s){1,8}\Z",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"(?:this|that|these|those|them|it|which|whom)\b\W*\Z", re.IGNORECASE)
_NO_SUBJECT = re.compile(r"\W*(?:no|nothing)\s", re.IGNORECASE)
_BESIDE = re.compile(r"\s(?:after|before|when|until|while|because|as|since|once)\s", re.IGNORECASE)
_NEGATIVE = re.compile(r"\b(?:neither|not|no|never|without|nor|cannot|lacking)\b|n['’]t\b", re.IGNORECASE)
_BUT_NOT = re.compile(r",?\sbut (?:neither|not)\s|,\s(?:and )?not\s(?!(?:only|just|merely|to mention)\b)", re.IGNORECASE)
_MIXED = re.compile(
    r"\A\W*not\s[^,;]*\sbut\s|\b(?:in|to|of|for|on|at|among|from|with) neither\s",
    re.IGNORECASE,
)


def _up_to(span: Span, cut: re.Match[str] | None) -> Span:
    kept = trimmed(span.text, 0, cut.start()) if cut else None
    return kept.shifted(span.start) if kept else span


def _is_unread(side: str) -> bool:
    """Tell whether a side opens with "neither", "none" or "no", which is said of another clause or of what was told before."""
    found = _NEITHER.match(side)
    if found:
        rest = side[found.end() :]
        return has_verb(rest) or not trimmed(rest, 0, len(rest)) or bool(_POINTS_BACK.match(rest))
    opening = _BESIDE.split(side, maxsplit=1) if _NO_SUBJECT.match(side) else [side]
    return len(opening) > 1 and (has_verb(opening[0]) or opening[0].lower().endswith("ed"))
