"""Forms of sentences by which a thing is their subject: a name set beside a noun, a place behind it, two things in one sentence.

Whose sentences they are is left to `cckg.local.compared_subjects`.
"""

import re
from collections.abc import Sequence

from cckg.local.times import WORDED_DATE


def set_beside(name: str) -> re.Pattern[str]:
    """Return a pattern of a sentence whose subject is a noun with the name behind it: "Her sister ship, the Karen Marie, was built".

    Not of a list ("the mill, the Alder Bridge, and the church"), nor where the noun has a noun of its own ("the wife of the painter, Ana").
    """
    return re.compile(
        rf"(?P<fronted>)(?P<what>)(?:(?:The|An?|Her|His|Its|Their)|[A-ZÀ-Þ][\w-]+['’]s)"
        rf" (?:{_PLAIN}[a-z][\w-]* ){{0,3}}?{_PLAIN}[a-z][\w-]*,"
        rf" (?:the )?(?P<subject>{re.escape(name)})(?P<closed>,)(?= (?!(?:and|or|as|but|not|who|which|the|an?|in|on|at)\b)[a-z])"
    )


def parts_of(sentence: str) -> list[str]:
    """Return the further parts of a sentence that may have a subject of their own: behind "while" or "whereas", or with a bare date.

    >>> parts_of("The mill was built in 1901, the dam in 1911.")
    ['the dam was built in 1911.']
    """
    gapped = _GAPPED.fullmatch(sentence)
    further = [f"{gapped['other']} {gapped['verb']} in {gapped['date']}."] if gapped else []
    return [*_CONTRASTED.split(sentence)[1:], *further]


def behind_subject(match: re.Match[str], *, beside: str, places: Sequence[str]) -> str:
    """Return what a sentence says behind its subject; "" where the other thing of a comparison stands in the same part of it.

    Args:
        match: of the subject, as group "subject".
        beside: the other thing.
        places: where the thing is said to be, of all that is read; where it is one place alone, that is left out behind the subject.
    """
    named = re.compile(rf"(?<!\w){re.escape(beside)}(?!\w)", re.IGNORECASE)
    end = match.end("closed" if "closed" in match.re.groupindex else "subject")
    behind = match.string[end:]
    if named.search(match.string):
        behind = _ENDS_PART.split(behind)[0]
        if named.search(match.string[:end] + behind):
            return ""
    return _PLACE.sub("", behind) if len(set(places)) == 1 else behind


def places_of(name: str, texts: Sequence[str]) -> list[str]:
    """Return the places that stand behind a name, "Tolm" of "the Iron Bridge in Tolm", each as often as it does."""
    behind = re.compile(rf"(?<!\w){re.escape(name)}(?P<place> (?:in|at|near) {_CAPITALS})")
    return [found["place"].split(maxsplit=1)[1] for text in texts for found in behind.finditer(text)]


def is_ambiguous(noun: str, texts: Sequence[str]) -> bool:
    """Tell whether texts speak of more than one thing that a noun may mean: "a rival clinic", "two clinics", clinics of two names."""
    word = re.escape(noun)
    if any(re.search(rf"\b(?:{_MODIFIERS}) (?:[\w-]+ )?{word}\b|\b{word}e?s\b", text, re.IGNORECASE) for text in texts):
        return True
    return len({found for text in texts for found in re.findall(rf"\b([A-ZÀ-Þ][\w’'-]+) {word}\b", text)} - {"The", "A", "An"}) > 1


# Private

_PLAIN = r"(?!(?:of|in|on|at|for|from|by|to|with|near|and|or|but|who|which|that|is|was|are|were|has|had)\b)"
_CAPITALS = r"[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'-]+)*"
_PLACE = re.compile(rf"^ (?:in|at|near) {_CAPITALS}(?= [a-z])")
_CONTRASTED = re.compile(r", (?:while|whereas) ")
_GAPPED = re.compile(
    rf"[^,;]+? (?P<verb>(?:was|were) [a-z]+|[a-z]+ed) in {WORDED_DATE}, (?:and )?(?P<other>[^,;\d]+?\d*) in (?P<date>{WORDED_DATE})\.?"
)
_ENDS_PART = re.compile(rf"; |, (?:while|whereas) |, (?:and )?(?=[^,;]+ in {WORDED_DATE}\.?$)")
_MODIFIERS = (
    "another|other|second|third|first|rival|former|old|new|older|newer|neighbouring|neighboring|nearby|each|every|both|two|three|four|several"
    "|many|some|north|south|east|west|northern|southern|eastern|western|upper|lower|left|right|main|big|small|private|public"
)
