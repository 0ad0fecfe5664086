"""Finds the words of a subject that decide its number: "most of the blossom" agrees with the blossom, "many of the fish" is several."""

import re


def part_of(subject: str) -> str | None:
    """Return the words that decide the number of a part, "these" where it is several; None where a subject tells of no part.

    >>> [part_of(text) for text in ("most of the apricot blossom", "All the bolts", "some of the fish", "many of us", "the number")]
    ['the apricot blossom', 'the bolts', 'these', 'these', None]
    """
    if _MANY.match(subject):
        return "these"
    found = _PART.match(subject)
    if not found:
        return None
    return "these" if _ALIKE.search(head_of(found["whole"])) else found["whole"]


def head_of(subject: str) -> str:
    """Return what stands before the first preposition or relative of a subject: "the losses at the bank" → "the losses"."""
    return _BEHIND.split(subject, maxsplit=1)[0]


# Private

_MANY = re.compile(
    r"(?:many|several|few|a few|both|two|three|four|five|six|seven|eight|nine|ten|dozens|hundreds|thousands|a (?:\w+ )?number) of\s",
    re.IGNORECASE,
)
_PART = re.compile(
    r"(?:(?:almost |nearly )?all(?: of)?|(?:most|some|half|much|more|part|parts|the rest|a third|two thirds|a quarter|the majority|"
    r"(?:\d+|\w+) (?:per cent|percent)|\d+%) of)"
    r" (?P<whole>(?:the|its|their|his|her|our|these|those|this|that)\s.+)$",
    re.IGNORECASE | re.DOTALL,
)
_BEHIND = re.compile(r"\s(?:of|in|on|at|for|from|to|with|by|that|which|who)\s", re.IGNORECASE)
_ALIKE = re.compile(  # in the singular and the plural
    r"\b(?:fish|people|police|men|women|children|sheep|cattle|deer|aircraft|trout|salmon|staff|crew|poultry|livestock)$", re.IGNORECASE
)
