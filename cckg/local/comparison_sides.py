"""What the two readers of comparisons share: the words that compare, the two sides with their passages, and the values that these name.

`cckg.local.comparisons` answers as well as it can, `cckg.local.compared` only where a sentence about either side decides.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.claims import Span
from cckg.core.text import content_words
from cckg.local.answer_kinds import listed_pattern
from cckg.local.passage_sentences import ReadPassages, plain_name
from cckg.local.synonyms import stem

SAME = re.compile(r"\b(?:same|a common|share (?:a|an|the)|the same)(?: (?:type|kind) of)? (?P<what>[a-z]+)", re.I)
"""Asks whether something is the same of both."""

THAN = re.compile(r"\b(?:than|before|after)\b", re.I)
"""Sets one against the other."""

SOONER = re.compile(r"\b(?:first|earlier|earliest|older|oldest|before|longer ago)\b", re.I)
"""Asks for the earlier."""

LATER = re.compile(r"\b(?:later|latest|last|younger|youngest|newer|newest|more recent(?:ly)?|most recent(?:ly)?|after)\b", re.I)
"""Asks for the later."""

MORE = re.compile(
    r"\b(?P<how>taller|higher|longer|larger|bigger|deeper|wider|heavier|greater|faster|farther|more|most|tallest|highest|longest|largest"
    r"|biggest|deepest)\b",
    re.I,
)
"""Asks for the greater number."""

LESS = re.compile(r"\b(?P<how>shorter|lower|smaller|fewer|less|shallower|narrower|lighter|fewest|least|smallest|shortest|lowest)\b", re.I)
"""Asks for the lesser number."""

MEASURES = {
    **dict.fromkeys(["taller", "tallest", "higher", "highest", "lower", "lowest"], "tall high height above metres"),
    **dict.fromkeys(["longer", "longest", "shorter", "shortest"], "long length metres kilometres minutes"),
    **dict.fromkeys(["deeper", "deepest", "shallower"], "deep depth"),
    **dict.fromkeys(["wider", "narrower"], "wide width"),
    **dict.fromkeys(["heavier", "lighter"], "heavy weight"),
    **dict.fromkeys(["larger", "bigger", "smaller", "largest", "biggest", "smallest"], "area covers population"),
}
"""Words beside which the number stands that a comparative asks for."""

COUNTED = frozenset(["more", "most", "fewer", "fewest", "less", "least", "greater"])
"""Comparatives of what stands behind them."""

LISTS = {
    "nationalities": "nationality",
    "occupation": "profession",
    "job": "profession",
    "type": "genre",
    "color": "colour",
    "faith": "religion",
}
"""The lists of words that nouns of questions mean, where these are called otherwise."""

ASKING = frozenset("came come out started began begin start happened film magazine band person book one bridge song album company".split())
"""Words of a question for the earlier that say little of what happened."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two things that are compared, and the passages about it, or that name it."""

    name: str
    read: ReadPassages


def side_of(name: str, read: ReadPassages) -> Side:
    """Return the passages about a name; where none is, those that name it."""
    wanted = {stem(word) for word in content_words(name)}
    topics = [{stem(word) for word in content_words(topic)} for topic in read.topics]
    about = [place for place, topic in enumerate(topics) if topic and (wanted <= topic or (topic <= wanted and len(topic) > 1))]
    exact = [place for place in about if plain_name(read.topics[place]) == plain_name(name)]
    naming = [place for place, text in enumerate(read.texts) if name.lower() in text.lower()]
    return Side(name, read.only(exact or about or naming))


def without_names(question: str, alternatives: Sequence[str]) -> str:
    """Return a question without the names of both sides."""
    for name in alternatives:
        question = question.replace(name, " ")
    return " ".join(question.split())


def number_in(text: str) -> float | None:
    """Return the number that a text begins with or holds, in metres or minutes where it says a unit; None where it has none."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text)
    lower = text.lower()
    value = (
        float(found.group().replace(",", ""))
        if found
        else next((_NUMBER_WORDS[word] for word in lower.split() if word in _NUMBER_WORDS), None)
    )
    if value is None:
        return None
    factor = next((factor for word, factor in _MULTIPLIERS.items() if word in lower), 1.0)
    return value * factor * next((scale for unit, scale in _UNITS.items() if re.search(rf"\b(?:{unit})", lower)), 1.0)


def listed_values(side: Side, name: str) -> tuple[frozenset[str], tuple[int, Span] | None]:
    """Return the listed words of the first sentence of a side that has any, and where that is."""
    for sentence in side.read.sentences:
        found = frozenset(match.group().lower() for match in listed_pattern(name).finditer(sentence.span.text))
        if found:
            return found, (sentence.passage, sentence.span)
    return frozenset(), None


# Private

_MULTIPLIERS = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_UNITS = {"kilomet": 1000.0, "km": 1000.0, "mile": 1609.0, "feet": 0.305, "foot": 0.305, "ft": 0.305, "centimet": 0.01, "hour": 60.0}
_NUMBER_WORDS = {
    word: float(number) for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
