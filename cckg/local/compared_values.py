"""What sentences about a named thing say that it measures, how many it has, and what it is.

Strict, for comparisons rest on them: a number counts only where it is said of the thing itself, in a unit that compares, and of today.
Which sentences are of the thing, `cckg.local.compared_subjects` has found.
"""

import re
from collections.abc import Iterator, Sequence

from cckg.core.text import words
from cckg.local.answer_names import is_firm
from cckg.local.compared_subjects import Stated
from cckg.local.comparison_sides import Extent, agreed, quantity_in
from cckg.local.lexicon import is_past
from cckg.local.synonyms import stem


def measures(side: Sequence[Stated], names: Sequence[str]) -> tuple[Extent, Stated] | None:
    """Return a length, height or the like, and the sentence; None where that is not plain, or told differently.

    Args:
        side: sentences of which the thing is the subject.
        names: the words of one measure: "long" and "length".
    """
    found: list[tuple[Extent, Stated]] = []
    for one in side:
        extents = (_extent(told) for said in _said(one.behind) for name in names for told in _measured(said, name))
        found += [(extent, one) for extent in extents if extent]
    return agreed(found)


def counts(side: Sequence[Stated], asked: Sequence[str], *, act: str = "has") -> tuple[Extent, Stated] | None:
    """Return how many of something a thing has, and the sentence; None where that is not plain, or told differently.

    Args:
        side: sentences of which the thing is the subject.
        asked: the words for what is counted, the noun last.
        act: the verb that the question has; for "has", "with" counts too.
    """
    stems = [stem(word) for word in asked]
    found: list[tuple[Extent, Stated]] = []
    for one in side:
        for verb in (verb for said in _said(one.behind) for verb in _COUNTING.finditer(said)):
            is_had = verb["verb"] in _HAVING or (verb["verb"] == "with" and verb["one"])
            is_said = is_had if stem(act) in _HAVE else stem(verb["verb"]) == stem(act) and not verb["one"]
            listed = [stem(word) for word in words(verb["nouns"])]
            if is_said and stems and listed[-1] == stems[-1] and set(stems) <= set(listed):
                extent = _extent(verb["told"])
                found += [(Extent(extent.least, extent.most), one)] if extent else []
    return agreed(found)


def costs(side: Sequence[Stated]) -> tuple[Extent, Stated] | None:
    """Return what a thing is said to have cost, in the currency that is named, and the sentence; None as of `measures`."""
    found: list[tuple[Extent, Stated]] = []
    for one in side:
        told = _COST.match(_present(one.behind))
        extent = _extent(told["told"]) if told else None
        if told and extent:
            found.append((Extent(extent.least, extent.most, (told["sign"] or told["unit"] or "").lower()), one))
    return agreed(found) if all(extent.measured for extent, _ in found) else None


def agent_of(side: Sequence[Stated], act: str) -> tuple[str, Stated] | None:
    """Return the full name of the one person by whom something is said to have been made, and the sentence.

    None where it is no name of two words or more or that of a firm, where others are named beside it, and where sentences differ.

    Args:
        side: sentences of which the thing is the subject.
        act: the participle that the question has: "designed".
    """
    found = [(told["name"], one) for one in side if (told := _BY.match(one.behind)) and told["act"] == act and not is_firm(told["name"])]
    return found[0] if len({name for name, _ in found}) == 1 else None


def descriptions(side: Sequence[Stated], asked: Sequence[str]) -> tuple[str, Stated] | None:
    """Return the first sentence that says that a thing is what the words say, the noun last; nothing where it was so once, or is a copy."""
    stems = [stem(word) for word in asked]
    for one in side:
        for called in _called(one.behind):
            told = [stem(word) for word in words(called)]
            if stems and told[-1:] == stems[-1:] and set(stems) <= set(told):
                return "", one
    return None


# Private

_APPROXIMATE = r"(?:(?:about|approximately|around|roughly|circa|some) )?"
_NUMBER = r"(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d/]|[.,]\d)(?: (?:hundred|thousand|million|billion))?)"
_UNIT = r"(?:(?:square|sq|cubic|nautical) )?[a-zµ]+[²³]?"
_TOLD = rf"{_APPROXIMATE}{_NUMBER}"
_NO_MORE = r"(?! ?(?:to|or|by|and|x|×|–|—|-) ?\d)"
_OPENS = r"(?: \([^()]*\))?(?:,[^,;]*,)?"
_ADJECTIVES = r"(?:(?!(?:of|in|on|at|for|from|by|to|with|that|which|who|and|or)\b)[\w-]+ ){0,4}?"
_ONE = rf"{_OPENS} (?:is|was) (?:an?|the) {_ADJECTIVES}[\w-]+"
_HAVING = frozenset(["has", "had"])
_HAVE = frozenset(map(stem, ["has", "have", "had"]))
_FORMER = re.compile(
    r"\b(?:until|before|former|formerly|originally|initially|once|at first|used to|after|later|no longer)\b", re.IGNORECASE
)
_WORDED = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
)
_PERIOD = "(?:hour|day|night|week|month|season|year|decade)s?"
_COUNTING = re.compile(
    rf"^(?:{_OPENS}|(?P<one>{_ONE})) (?P<verb>[a-z]+) (?:a total of |exactly )?(?P<told>{_APPROXIMATE}(?:{_NUMBER}|(?:{_WORDED})\b))"
    r" (?P<nouns>(?:(?!(?:of|in|on|at|for|from|by|to|with|and|or|per)\b)[a-z][\w-]* ){0,2}?[a-z][\w-]*)"
    r"(?=\s*$|[.,;]| (?:and|in|on|at|of|for|with|which|that|over|across|today|now|but)\b)"
    rf"(?! (?:in|over|on|within) (?:an?|one|its|the|their|every|each) (?:(?:first|single|last|next|average) )?{_PERIOD}\b)"
)
_SECOND = re.compile(
    r" (?:is|was|has|had|lies|stands|opened) (?:(?! and\b)[^,;:(])+? and(?= (?:is|was|has|had|weighs|weighed|covers|covered)\b)"
)
_BREAKS = re.compile(r"\b(?:that|which|who|whom|whose|where|when|while|because|but|between|both)\b", re.IGNORECASE)
_NO_CURRENCY = "lives|jobs|men|people|years|months|weeks|days|hours|votes|points|percent"
_COST = re.compile(
    rf"^{_OPENS} cost (?P<told>(?P<sign>[$€£¥])?{_TOLD})(?: (?P<unit>(?!(?:{_NO_CURRENCY})\b)[a-z]+))?{_NO_MORE}"
    r"(?=\s*$|[.,;]| (?:to build|to construct)\b|$)"
)
_BY = re.compile(
    rf"^{_OPENS} (?:is|was) (?P<act>[a-z]+) by (?:the [a-z]+ )?(?P<name>[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'.-]*)*? [A-ZÀ-Þ][\w’'-]+)"
    r"(?=\s*$|[.;]|, who\b| in \d| and (?:is|was|has|opened|built|completed|finished)\b)"
)
_IS_A = re.compile(
    rf"^{_OPENS} (?:is|was) (?:an?|the) (?P<nouns>(?:(?!\b(?:who|which|that|but|of|for|from|by|in|on|at|to|with)\b)[^.;:()]){{2,80}})"
)
_UNLIKE = frozenset("former formerly ex fake toy model future imaginary fictional mock false miniature type kind sort part".split())


def _present(behind: str) -> str:
    """Return what is said behind a subject; "" where it says how that was once."""
    return "" if _FORMER.search(behind) else behind


def _said(behind: str) -> Iterator[str]:
    """Yield what is said behind a subject, and behind the first "and" what is said of it by a second verb."""
    present = _present(behind)
    yield present
    joined = _SECOND.match(present)
    if joined and not _BREAKS.search(joined.group()):
        yield present[joined.end() :]


def _measured(behind: str, name: str) -> Iterator[str]:
    """Yield the wordings of a number and its unit that stand where a thing's own measure is told."""
    word = re.escape(name)
    own = rf"{_TOLD}[ -]{_UNIT}"
    forms = [
        rf"^{_OPENS} (?:is|was) (?:{own} [a-z]+,? (?:and )?)*?(?P<told>{own}) {word}\b",
        rf"^(?:{_OPENS} (?:has|had|reaches|reached)|{_ONE} with) an? (?:[a-z]+ )?(?:[a-z]+ of {own},? and an? )?{word} of"
        rf" (?P<told>{_TOLD}(?: (?!(?:and|in|with|but|as|on|at|when|making|which)\b){_UNIT})?){_NO_MORE}",
    ]
    if name in _VERBS:
        forms.append(rf"^{_OPENS} (?:{_VERBS[name]}) (?P<told>{own}){_NO_MORE}")
    for form in forms:
        found = re.match(form, behind)
        if found:
            yield found["told"]


_VERBS = {"weight": "weighs|weighed", "area": "covers|covered|covers an area of|covered an area of"}


def _extent(told: str) -> Extent | None:
    quantity = quantity_in(told)
    if not quantity:
        return None
    value, measured = quantity
    slack = _SLACK * value if not (told[0].isdigit() or told.split(maxsplit=1)[0] in _WORDED.split("|")) else 0.0
    return Extent(value - slack, value + slack, measured)


_SLACK = 0.1  # share of a number by which one that is "about" may be off


def _called(behind: str) -> Iterator[str]:
    """Yield what a sentence says that its subject is, each part up to its noun."""
    found = _IS_A.match(behind)
    if not found or re.search(r"['’]s?\b", found["nouns"]):
        return
    for part in re.split(r",| and | or ", found["nouns"]):
        said = words(part)
        while said and is_past(said[-1]):
            said = said[:-1]
        if not _UNLIKE.isdisjoint(said):
            return
        yield " ".join(said)
