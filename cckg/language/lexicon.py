"""Word lists (`data/`, tab-separated lines under a comment head), and a shallow grammar that needs no more than they say.

Where a clause begins, whether it holds a finite verb, which words of a subject decide its number: "most of the blossom", "many of the
fish". No parser and no model is needed; what the lists are used for is decided elsewhere.
"""

import re
from functools import cache
from importlib.resources import files


@cache
def rows(name: str, *, room: str = "cckg.language") -> tuple[tuple[str, ...], ...]:
    """Return the lines of `data/<name>.tsv` of a room as tuples of cells, comments and blank lines left out."""
    text = (files(room) / "data" / f"{name}.tsv").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return tuple(tuple(cell.strip() for cell in line.split("\t")) for line in lines)


@cache
def word_set(name: str) -> frozenset[str]:
    """Return every word of `data/<name>.tsv`, lower-case, whatever separates them."""
    return frozenset(word for row in rows(name) for cell in row for word in cell.lower().split())


@cache
def word_class(name: str) -> frozenset[str]:
    """Return the words of one class of `data/word_classes.tsv`; KeyError for a name that is not there."""
    return {row[0]: frozenset(row[1].split()) for row in rows("word_classes")}[name]


def is_listed(word: str, name: str) -> bool:
    """Tell whether a lower-case noun, singular or plural, stands in `data/<name>.tsv`."""
    listed = word_set(name)
    if word in listed:
        return True
    if word.endswith("ies"):
        return word[:-3] + "y" in listed
    return word.endswith("s") and (word[:-1] in listed or word.removesuffix("es") in listed)


@cache
def is_past(word: str) -> bool:
    """Tell whether a lower-case word looks like a past form or a past participle ("fell", "collapsed")."""
    if word in word_set("irregular_pasts"):
        return True
    return len(word) > 3 and word.endswith("ed") and not word.endswith("eed") and word not in _NOT_PAST


def has_finite_verb(text: str) -> bool:
    """Tell whether a text seems to hold a finite verb: "the pumps stopped" does, "a stopped pump" and "the failure of the pumps" do not."""
    tokens = [token.lower().replace("’", "'") for token in _TOKEN.findall(text)]
    return any(_is_finite(token, before, after) for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False))


def begins_clause(text: str) -> bool:
    """Tell whether a text opens with a subject and soon a finite verb, as a clause does."""
    return has_finite_verb(" ".join(text.split()[:9]))


def reports_the_past(text: str) -> bool:
    """Tell whether the first finite verb of a text that is known for one is past or perfect: "the disk failed", "mail may have been lost".

    A description is not: "a disk has two sides", "disks that failed are replaced".
    """
    tokens = [token.lower().replace("’", "'") for token in _TOKEN.findall(_THE_MONTH.sub("", text))]
    for place, token in enumerate(tokens):
        before, after = tokens[place - 1] if place else "", tokens[place + 1] if place + 1 < len(tokens) else ""
        is_told = is_past(token) and before not in _PRENOMINAL and after not in _PARTICIPLE_BEFORE
        if is_told or token in _MODALS or _is_finite(token, before, after):
            return _is_past_tense(token, tokens[place + 1 : place + 5])
    return False


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

_NOT_PAST = frozenset(
    ["hundred", "sacred", "naked", "kindred", "hatred", "wicked", "rugged", "ragged", "watershed", "bloodshed", "shed", "sled", "infrared"]
)
_PRESENT = frozenset(
    "is are am do does becomes begins falls fails rises remains needs causes leads makes takes stops runs keeps "
    "contains holds goes comes gets isn't aren't don't doesn't".split()
)
_FINITE_WORDS = _PRESENT | frozenset(
    "was were had has have did could would will may might must can cannot should "
    "became began broke brought built came chose cost cut drew drove ended fell felt flew forgot froze gave got grew held hit kept knew "
    "laid lay led left let lost made meant met paid put ran rang rose said sank sat saw sent set shook shot shrank shut slid sold spent "
    "split spread sprang stood stole struck stuck swept swung told took tore threw went wore won wrote "
    "wasn't weren't hadn't hasn't haven't didn't couldn't wouldn't won't".split()
)
_MODALS = frozenset("may must might can could will would shall should can't couldn't won't wouldn't cannot".split())
_NOT_VERBS = frozenset(
    "need speed seed feed weed deed breed greed creed indeed hundred sacred naked wicked united red bed shed embed exceed proceed succeed "
    "limited advanced so-called aged".split()
)
_DETERMINERS = frozenset(
    "a an the this that these those its their his her our your my some any no each every another several many most".split()
)
_PRENOMINAL = _DETERMINERS | frozenset(["", *"of in on at with from for between into during through despite".split()])
_PARTICIPLE_BEFORE = frozenset("by under near".split())
_THE_MONTH = re.compile(r"(?<=\d )may\b|\bmay(?= \d)", re.IGNORECASE)
_TOKEN = re.compile(r"[\w'’-]+|[^\w\s]")
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


def _is_finite(token: str, before: str, after: str) -> bool:
    """Judge a word by its neighbours: a noun after "the", an infinitive after "to", a participle before "by" or opening the text."""
    if token in _FINITE_WORDS:
        return before not in _DETERMINERS and before != "to"
    return _is_past(token) and before not in _PRENOMINAL and after not in _PARTICIPLE_BEFORE


def _is_past_tense(finite: str, following: list[str]) -> bool:
    """Judge a finite verb by the four words after it: "have" and "may have" want a participle, as in "may also have lost"."""
    if finite not in _MODALS | {"has", "have"}:
        return finite not in _PRESENT
    perfect = following if finite in {"has", "have"} else following[following.index("have") + 1 :] if "have" in following else []
    return any(is_past(word) or word == "been" for word in perfect[:2])


def _is_past(token: str) -> bool:
    return len(token) > 3 and token.endswith("ed") and "-" not in token and token not in _NOT_VERBS
