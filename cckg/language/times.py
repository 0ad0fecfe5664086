"""Dates in a text: where the one of a statement stands, and what it is in ISO 8601. English, by a pattern; times of day are left out."""

import re
from collections.abc import Collection
from datetime import date

from cckg.core.claims import Span

MONTH_NAMES = "January February March April May June July August September October November December".split()
"""The months, in order."""

MONTH_NAME = "|".join(
    rf"{name[:3]}(?:{name[3:]}{'|t' if name == 'September' else ''})?\b\.?" if len(name) > 3 else name for name in MONTH_NAMES
)
"""The pattern of a month's name, whole or shortened."""

YEAR = re.compile(r"(?<![\w.,])(?:1\d{3}|20\d\d)(?![\w]|[.,]\d)")
"""A number that may be a year from 1000 to 2099; where nothing says that it is one, it may as well count something."""

WORDED_DATE = (
    rf"(?:(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? |(?:early|late|mid-) ?)?(?:{MONTH_NAME}),? (?:of )?"
    rf"|(?:{MONTH_NAME}) \d{{1,2}}(?:st|nd|rd|th)?,? |(?:early|late|mid-) ?"
    r"|(?:the )?(?:spring|summer|autumn|fall|winter|year)(?: of)? |the (?:beginning|middle|end) of )?"
    r"(?:(?<![\w.,])(?:1\d{3}|20\d\d)(?!\w|[.,]\d)|\d{4}-\d\d-\d\d(?!\w))"
)
"""The pattern of a date that has a year, as it stands behind "in", "on" or a bracket."""


def find_date(text: str, start: int, end: int) -> Span | None:
    """Return the date between two places of a text; None where there is none, or more than one, for then none is surely of the statement.

    >>> find_date("Owing to frost, the pipe burst on 3 May 1998.", 0, 45).text
    '3 May 1998'
    """
    found = [match for match in _DATE.finditer(text, start, end) if match["day"] or match["day_after"] or _iso(match)]
    if len({match.group().casefold() for match in found}) != 1:
        return None
    return Span(found[0].group(), found[0].start(), found[0].end())


def first_day(text: str, start: int, end: int) -> str | None:
    """Return the wording of the first day between two places of a text that is given with its year; None where there is none.

    >>> first_day("Between 22:40 on 24 Oct 2018 and 00:03 on 25 Oct 2018, mail was lost.", 0, 68)
    '24 Oct 2018'
    """
    return next((match.group() for match in _DATE.finditer(text, start, end) if (iso := _iso(match)) and iso.count("-") == _DAY), None)


def normalised(wording: str) -> str | None:
    """Return a date as YYYY, YYYY-MM or YYYY-MM-DD; None where a wording has no year, or is no single date.

    >>> [normalised(text) for text in ("April 14, 1935", "the autumn of 1986", "3 May", "between 1914 and 1918")]
    ['1935-04-14', '1986', None, None]
    """
    found = {_iso(match) for match in _DATE.finditer(wording)} or {year.group() for year in _YEAR.finditer(wording)}
    return found.pop() if len(found) == 1 else None


def years_of(wording: str) -> tuple[float, float] | None:
    """Return the beginning and the end of a date, in years with fractions; None where a wording has no year from 1000 to 2099.

    A year, or a month, goes from its first day to that of the next. Every month counts 31 days, so that no day is in two months.

    >>> years_of("1890"), years_of("no day")
    ((1890.0, 1891.0), None)
    """
    year = YEAR.search(wording)
    iso = normalised(wording) or (year.group() if year else None)
    if iso is None:
        return None
    parts = [int(part) for part in iso.split("-")]
    days = sum((part - (place > 0)) * length for place, (part, length) in enumerate(zip(parts, _LENGTHS, strict=False)))
    return days / _LENGTHS[0], (days + _LENGTHS[len(parts) - 1]) / _LENGTHS[0]


def dated(wording: str | None) -> dict[str, str | None] | None:
    """Return a date's wording beside what it is in ISO 8601, as JSON has it; None for no date."""
    return {"text": wording, "normalised": normalised(wording)} if wording else None


def dates(text: str) -> frozenset[str]:
    """Return all dates of a text that have a year, as YYYY, YYYY-MM or YYYY-MM-DD.

    >>> sorted(dates("from 23:10 on 3 Mar 2017 until March 4, 2017, as in 2012"))
    ['2012', '2017-03-03', '2017-03-04']
    """
    found = frozenset(iso for match in _DATE.finditer(text) if (iso := _iso(match)))
    return found.union(_YEAR.findall(without_dates(text)))


def days_on_end(told: Collection[str]) -> tuple[date, date] | None:
    """Return the first and the last of the days among dates as `dates` returns them, where nothing but up to three days on end is told.

    Later months and years may be told too, for plans are told with them.

    >>> days_on_end(["2017-03-04", "2017-03-03", "2017", "2017-06"]), days_on_end(["2017-03-04", "2012"])
    ((datetime.date(2017, 3, 3), datetime.date(2017, 3, 4)), None)
    """
    days = sorted(one for one in told if one.count("-") == 2)
    if not days or not all(one > days[-1] or any(day.startswith(one) for day in days) for one in told):
        return None
    first, last = date.fromisoformat(days[0]), date.fromisoformat(days[-1])
    return (first, last) if (last - first).days <= 2 else None


def without_dates(text: str) -> str:
    """Return a text without its dates that have a year, but for single years.

    >>> without_dates("the flood of 3 May 1998 in May 2001, May said")
    'the flood of  in , May said'
    """
    return _DATE.sub(lambda match: "" if _iso(match) and not match["year_alone"] else match.group(), text)


def month(word: str) -> int | None:
    """Return the number of a month, 1 to 12, from its name or what it is shortened to; None for another word.

    >>> [month(word) for word in ("March", "mar", "Sept", "Marcel")]
    [3, 3, 9, None]
    """
    return _MONTHS[word[:3].lower()] if re.fullmatch(MONTH_NAME, word, re.IGNORECASE) else None


# Private

_DAY = 2  # hyphens in YYYY-MM-DD
_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
_LENGTHS = (372, 31, 1)  # days of a year, of a month and of a day, where every month has 31
_YEAR = re.compile(r"(?<![\w.,-])(?:1[5-9]|20)\d\d(?![\w-])(?![.,]\d)")
_DATE = re.compile(
    rf"\b(?:(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>(?i:{MONTH_NAME}))"
    rf"|(?P<month_first>(?i:{MONTH_NAME})) (?P<day_after>\d{{1,2}})(?:st|nd|rd|th)?\b"
    rf"|(?P<month_alone>{MONTH_NAME}))(?:,? (?:of )?(?P<year>{_YEAR.pattern}))?"
    rf"|(?<=\b[Ii]n )(?P<year_alone>{_YEAR.pattern})|(?P<iso>\d{{4}}-\d\d-\d\d)(?:\b|(?=T\d)))"
)


def _iso(found: re.Match[str]) -> str | None:
    """Return what a match says, or None if it has no year or is no day of the calendar; a month's name alone may be a person's."""
    if found["iso"]:
        return _day(*(int(part) for part in found["iso"].split("-")))
    if found["year_alone"]:
        return found["year_alone"]
    if not found["year"]:
        return None
    month = _MONTHS[(found["month"] or found["month_first"] or found["month_alone"])[:3].lower()]
    day = found["day"] or found["day_after"]
    return _day(int(found["year"]), month, int(day)) if day else f"{found['year']}-{month:02}"


def _day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
