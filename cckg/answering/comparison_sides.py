"""What the two readers of comparisons share: the words that compare, the two sides with their passages, and the values that these name.

`cckg.answering.comparisons` answers as well as it can, `cckg.answering.compared` only where a sentence about either side decides.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from cckg.answering.passage_sentences import ReadPassages, plain_name
from cckg.answering.spans import stems
from cckg.core.claims import Span
from cckg.questions import listed_pattern

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

NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty".split()
)
"""The numbers from 0 to 20, in order."""

STARTING = frozenset("started began begin start".split())
"""Words of a question for the earlier that say what happened only where it asks for a beginning."""

ASKING = frozenset("came come out happened film magazine band person book one bridge song album company".split())
"""Words of a question for the earlier that say little of what happened."""


_Where = TypeVar("_Where")


@dataclass(frozen=True, slots=True)
class Extent:
    """Between which bounds a value lies: two days of a year that is named alone, a tenth less and more of a number that is "about".

    `measured` is what it measures, as `quantity_in` has it; values that measure different things do not compare.
    """

    least: float
    most: float
    measured: str = ""

    def below(self, other: "Extent") -> bool:
        """Tell whether this value is surely less than another."""
        return self.measured == other.measured and self.most <= other.least and self.least < other.least


def apart(one: Extent, other: Extent) -> bool:
    """Tell whether two values cannot be the same."""
    return one.measured != other.measured or one.below(other) or other.below(one)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two things that are compared, and the passages about it, or that name it."""

    name: str
    read: ReadPassages


def side_of(name: str, read: ReadPassages) -> Side:
    """Return the passages about a name; where none is, those that name it."""
    wanted = stems(name)
    topics = map(stems, read.topics)
    about = [place for place, topic in enumerate(topics) if topic and (wanted <= topic or (topic <= wanted and len(topic) > 1))]
    exact = [place for place in about if plain_name(read.topics[place]) == plain_name(name)]
    naming = [place for place, text in enumerate(read.texts) if name.lower() in text.lower()]
    return Side(name, read.only(exact or about or naming))


def quantity_in(text: str) -> tuple[float, str] | None:
    """Return the first number of a text with what it measures: in the base unit of a length, an area, a weight or a span of time.

    Of another unit, what it measures is the very word behind the number, and "" where no word stands there: numbers compare only where
    they measure the same. A number with decimals behind a comma, and one that is not between 0 and 20 in words, is none.

    >>> quantity_in("50 cm long"), quantity_in("1,200 seats"), quantity_in("no number")
    ((0.5, 'length'), (1200.0, 'seats'), None)
    """
    found = _QUANTITY.search(text)
    if not found:
        return None
    word = found["number"].lower()
    value = float(NUMBER_WORDS.index(word) if word in NUMBER_WORDS else word.replace(",", ""))
    unit = " ".join((found["unit"] or "").lower().split())
    measured, scale = _UNITS.get(unit) or _UNITS.get(unit.partition(" ")[0]) or (unit.partition(" ")[0], 1.0)
    return value * _MULTIPLIERS.get((found["times"] or "").strip().lower(), 1.0) * scale, measured


def agreed(found: Iterable[tuple["Extent", _Where]]) -> tuple["Extent", _Where] | None:
    """Return the narrowest of some values, with where it was found, if all may be one; None where they differ, and where none is."""
    values = list(found)
    if not values or any(apart(one, other) for (one, _), (other, _) in combinations(values, 2)):
        return None
    return min(values, key=lambda value: value[0].most - value[0].least)


def listed_values(side: Side, name: str) -> tuple[frozenset[str], tuple[int, Span] | None]:
    """Return the listed words of the first sentence of a side that has any, and where that is."""
    for sentence in side.read.sentences:
        found = frozenset(match.group().lower() for match in listed_pattern(name).finditer(sentence.span.text))
        if found:
            return found, (sentence.passage, sentence.span)
    return frozenset(), None


# Private

_MULTIPLIERS = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_QUANTITY = re.compile(
    rf"(?<![\w.,/-])(?P<number>(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?![\d/]|[.,]\d)|(?:{'|'.join(NUMBER_WORDS)})\b)"
    rf"(?P<times> (?:{'|'.join(_MULTIPLIERS)})\b)?(?:[ -](?P<unit>(?:(?:square|sq|cubic|nautical) )?[a-zµ]+[²³]?(?:/h)?))?",
    re.IGNORECASE,
)
_SCALES = {
    "length": (
        "m metre metres meter meters 1; km kilometre kilometres kilometer kilometers 1000; mile miles 1609.344; foot feet ft 0.3048;"
        "cm centimetre centimetres centimeter centimeters 0.01; mm millimetre millimetres millimeter millimeters 0.001;"
        "inch inches 0.0254; yard yards 0.9144"
    ),
    "area": (
        "m² square+metre square+metres square+meter square+meters 1; hectare hectares ha 10000; acre acres 4046.86;"
        "km² square+kilometre square+kilometres square+kilometer square+kilometers square+km sq+km 1000000;"
        "square+mile square+miles sq+mi 2589988; square+foot square+feet 0.0929"
    ),
    "weight": (
        "kg kilogram kilograms kilogramme kilogrammes 1; g gram grams gramme grammes 0.001; tonne tonnes 1000; pound pounds lb lbs 0.453592"
    ),
    "time": "minute minutes 1; hour hours 60; second seconds 0.0166667; day days 1440",
}
_UNITS = {
    unit.replace("+", " "): (measured, float(group.split()[-1]))
    for measured, groups in _SCALES.items()
    for group in groups.split(";")
    for unit in group.split()[:-1]
}
