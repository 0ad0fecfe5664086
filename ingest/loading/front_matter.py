"""The title, the day and the place of a document: told by metadata or front matter, its name, its title, its first lines, days in its text.

A day is given as YYYY-MM-DD, YYYY-MM or YYYY, with where it was found. Of numbers that may be read two ways, 05/01/2019, the year is taken.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import takewhile
from typing import Literal

from cckg.core.text import squeeze
from cckg.language import FRONT_MATTER, dates, days_on_end

DateSource = Literal["metadata", "front matter", "file name", "title", "first lines", "text"]


def date_of(name: str, title: str, text: str, metadata: Sequence[tuple[str, str]]) -> tuple[str, DateSource] | None:
    """Return the day, month or year of a document and where it is told, the surest place first; None where it is told nowhere.

    Days that the text tells, few and on end, count where no place tells one, or the first that does tells the same day from outside
    the text, or their month or year alone: the first of them.

    >>> date_of("notes/2023-04-17-outage.md", "The outage", "It was a Monday.", [])
    ('2023-04-17', 'file name')
    """
    places: list[tuple[str, DateSource]] = [
        *((value, "metadata") for field, value in metadata if field.lower() in _DATED),
        *((value, "front matter") for field, value in _front_matter(text) if field in _DATED),
        (name.rpartition("/")[2].replace("_", "-"), "file name"),
        (title, "title"),
        *((line, "first lines") for line in takewhile(lambda line: len(line) <= _SHORT, _first_lines(text))),
        *((line, "first lines") for line in _first_lines(text) if _LABELLED.match(line)),
    ]
    found = next(((day, source) for told, source in places if (day := _one_day(told, as_number=source != "first lines"))), None)
    if found and found[1] not in _OUTSIDE and len(found[0]) == _DAY:
        return found
    days = days_on_end(dates(text)) or ()
    if days and (found is None or any(one.isoformat().startswith(found[0]) for one in days)):
        return days[0].isoformat(), "text"
    return found


def title_of(text: str) -> str:
    """Return the title that front matter gives; an empty text where it gives none."""
    return dict(_front_matter(text)).get("title", "")


def place_of(text: str, metadata: Sequence[tuple[str, str]]) -> str | None:
    """Return the place of a document: a field of its metadata or front matter, a line such as "Location: Cork", or a dateline.

    >>> place_of("CORK, 12 May – The bridge was closed.", []), place_of("Site: Eastgate plant", [])
    ('CORK', 'Eastgate plant')
    """
    told = [value for field, value in (*metadata, *_front_matter(text)) if field.lower() in _PLACED]
    for line in _first_lines(text):
        labelled, dateline = _LABEL.fullmatch(line), _DATELINE.match(line)
        if labelled and labelled[1].lower() in _PLACED:
            told.append(labelled[2])
        elif dateline:
            told.append(dateline[1])
    return next((squeeze(place)[:_SHORT] for place in told if place.strip()), None)


# Private

_SHORT = 100  # characters of a line that is no sentence
_DAY = len("2003-08-14")
_OUTSIDE = frozenset(["metadata", "file name"])  # where what is told does not stand in the text
_FIRST = 8  # lines that may tell of the document rather than the matter
_DATED = frozenset(["date", "datetime", "published", "created", "day", "event_date", "incident_date"])
_PLACED = frozenset(["place", "location", "site", "city", "where"])
_FIELD = re.compile(r"^([A-Za-z_]\w*)[ \t]*:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_LABEL = re.compile(r"[*_]*(\w+)[*_]*[ \t]*:[*_]*[ \t]*(\S.*)")
_LABELLED = re.compile(r"[*_]*(?:date|published|posted|issued|written)(?: on)?[*_]*[ \t]*:", re.IGNORECASE)
_DATELINE = re.compile(r"([A-Z][A-Z'’.-]+(?: [A-Z][A-Z'’.-]+){0,3})(?:, [A-Z][\w .]{2,20})?,? [^–—]{0,20}[–—]")
_NUMBERS = re.compile(r"(?<!\d)(?:((?:19|20)\d\d)([-./]?)(\d\d)\2(\d\d)|(\d\d?)([-./])(\d\d?)\6((?:19|20)\d\d))(?!\d)")
_BEGINNING = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)\d{4,6}(?!\d)")
_MONTH = re.compile(r"(?<!\d)(?<!\d-)((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d-])")


def _front_matter(text: str) -> list[tuple[str, str]]:
    block = FRONT_MATTER.match(text)
    return [(field.lower(), value.strip("\"' \t")) for field, value in _FIELD.findall(block["fields"])] if block else []


def _first_lines(text: str) -> list[str]:
    """Return the first lines that are not empty, without signs of headings; front matter apart."""
    block = FRONT_MATTER.match(text)
    body = text[block.end() :] if block else text
    lines = (line.strip(" \t#") for line in body[: _FIRST * 400].splitlines())
    return [line for line in lines if line][:_FIRST]


def _one_day(told: str, *, as_number: bool) -> str | None:
    """Return the one date that a wording tells, as YYYY-MM-DD, YYYY-MM or YYYY; None for none, or for several.

    `as_number`: whether 20170118 may be one, also where the time of day, or the number of a file, follows it: 201701180915.
    """
    found = {day for day in dates(told) if "-" in day} | set(_in_numbers(told, as_number=as_number))
    found = found or {f"{year}-{month}" for year, month in _MONTH.findall(told)} or set(dates(told))
    return found.pop() if len(found) == 1 else None


def _in_numbers(told: str, *, as_number: bool) -> Iterator[str]:
    for year, between, month, day, first, sign, second, late in _NUMBERS.findall(told):
        if year and not between and not as_number:
            continue
        if year:
            yield from _days(int(year), int(month), int(day))
        elif sign == "." or int(first) > 12:
            yield from _days(int(late), int(second), int(first))
        elif int(second) > 12:
            yield from _days(int(late), int(first), int(second))
        else:
            yield late
    for year, month, day in _BEGINNING.findall(told) if as_number else ():
        yield from _days(int(year), int(month), int(day))


def _days(year: int, month: int, day: int) -> Iterator[str]:
    try:
        yield date(year, month, day).isoformat()
    except ValueError:
        return
