"""Finds dates, years, stretches of years and numbers with their units in a sentence, as they may answer a question. English.

What a date is in ISO 8601 is told by `cckg.local.times`.
"""

import re

from cckg.core.claims import Span
from cckg.local.answer_kinds import AnswerSpan, Shape


def times(sentence: str) -> list[AnswerSpan]:
    """Return the dates of a sentence in order, each with the years in it behind it; such a year hints that it is part of a date."""
    found: list[AnswerSpan] = []
    for match in _TIME.finditer(sentence):
        shape: Shape = match.lastgroup if match.lastgroup in {"year", "range"} else "day"  # type: ignore[assignment]
        found.append(AnswerSpan(Span(match.group(), match.start(), match.end()), shape))
        if shape == "range":
            years = [(match.start() + year.start(), year.group()) for year in re.finditer(_YEAR, match.group())]
            found += [AnswerSpan(Span(year, start, start + len(year)), "year") for start, year in years]
        for name in ("y1", "y2", "y3"):
            if match[name]:
                found.append(AnswerSpan(Span(match[name], match.start(name), match.end(name)), "year", hints=frozenset(["time"])))
    return found


def numbers(sentence: str) -> list[AnswerSpan]:
    """Return the numbers of a sentence in order, one with a unit before the same without it; years and days are none."""
    dates = [(item.span.start, item.span.end) for item in times(sentence)]
    found: list[AnswerSpan] = []
    for match in _NUMBER.finditer(sentence):
        if any(start <= match.start() < end for start, end in dates) and not match["unit"]:
            continue
        if match["unit"]:
            found.append(AnswerSpan(Span(match.group(), match.start(), match.end()), "quantity"))
        found.append(AnswerSpan(Span(match["value"], match.start("value"), match.end("value")), "number"))
    return found


# Private

_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = "|".join(_MONTHS)
_YEAR = r"(?:1\d|20)\d\d"
_TIME = re.compile(
    rf"\b(?P<day>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH}),? (?P<y1>{_YEAR})|(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?,? (?P<y2>{_YEAR})"
    rf"|(?:{_MONTH}),? (?P<y3>{_YEAR})|\d{{4}}-\d\d-\d\d)\b"
    rf"|\b(?P<range>(?:[Ff]rom|[Bb]etween) {_YEAR} (?:to|until|and) {_YEAR}|{_YEAR}[–-](?:{_YEAR}|\d\d)\b)"
    rf"|\b(?P<year>{_YEAR}s?)(?![\w,.]*\d)\b|\b(?P<century>(?:\d{{1,2}}(?:st|nd|rd|th)|[a-z]+th|first|second|third)[ -]century)\b"
    rf"|\b(?P<bare>\d{{1,2}} (?:{_MONTH})|(?:{_MONTH}) \d{{1,2}})\b"
)
_NUMERAL = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|two|three|four|"
    r"five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|a dozen|a hundred"
    r"|a thousand|one)(?: (?:hundred|thousand|million|billion|trillion))?"
)
_UNIT = (
    r"(?:%| ?per ?cent| ?(?:square |cubic )?(?:kilomet|met|centimet|millimet)(?:re|er)s?| ?km2?| ?m\b| ?cm| ?(?:square )?miles?| ?feet"
    r"| ?foot| ?ft| ?inches| ?acres?| ?hectares?| ?tonn?e?s?| ?kilogra?m?s?| ?kg| ?pounds?| ?dollars?| ?euros?| ?kroner| ?kronor| ?francs?"
    r"| ?yen| ?rupees?| ?pesos?| ?seconds?| ?minutes?| ?hours?| ?days?| ?weeks?| ?months?| ?years?| ?km/h| ?mph| ?degrees?)"
)
_NUMBER = re.compile(rf"(?<![\w.,-])(?:[$€£] ?)?(?P<value>{_NUMERAL})(?P<unit>{_UNIT})?(?!\w|[-,.]\d)", re.I)
