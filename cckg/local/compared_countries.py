"""Of which country a named thing is said to be, or of which people, and whether two such names exclude each other.

Which sentences are of the thing, `cckg.local.compared_subjects` has found.
"""

import re
from collections.abc import Sequence

from cckg.local.answer_types import listed_pattern
from cckg.local.compared_subjects import Stated


def country_of(side: Sequence[Stated]) -> tuple[str, Stated] | None:
    """Return the country in which a thing is said to lie or stand, lower-case, one name for all of it, and the sentence.

    None where no sentence says so plainly, where one names two countries, and where sentences differ.
    """
    countries = listed_pattern("country")
    found: list[tuple[str, Stated]] = []
    for one in side:
        named = {_one_name(value.group()) for value in countries.finditer(one.behind)}
        place = _LIES.match(one.behind)
        value = countries.match(one.behind, place.end()) if place else None
        if value and len(named) == 1 and not _BESIDE.search(one.before + one.behind) and not _GOES_ON.match(one.behind, value.end()):
            found.append((_one_name(value.group()), one))
    return _same(found)


def place_of(side: Sequence[Stated]) -> tuple[str, Stated] | None:
    """Return the one place in which a thing is said to lie or stand, as a name that no list has, and the sentence; None as of `country_of`.

    Of two things in one place it can be said that they are in one country; not of what has an article, as mountains and seas do, nor of
    parts of the world and lands that borders cross.
    """
    found = [(told["place"], one) for one in side if (told := _IN.match(one.behind)) and not _BESIDE.search(one.before + one.behind)]
    return _same(found) if not any(_CROSSED.search(place) for place, _ in found) else None


def people_of(side: Sequence[Stated]) -> tuple[str, Stated] | None:
    """Return the people to which a thing or a person is said to belong ("danish"), and the sentence; None as of `country_of`."""
    peoples = listed_pattern("nationality")
    found: list[tuple[str, Stated]] = []
    for one in side:
        described = _IS_A.match(one.behind)
        values = list(peoples.finditer(described["nouns"])) if described else []
        named = {_one_name(value.group()) for value in values}
        if described and len(named) == 1 and not _TAUGHT.match(described["nouns"], values[0].end()):
            found += [(value, one) for value in named]
    return _same(found)


def exclude(one: str, other: str) -> bool:
    """Tell whether nothing can be of both countries, or peoples: not England and the United Kingdom, nor one that is no more."""
    together = (names for names in _TOGETHER if one in names)
    return one != other and not {one, other} & _VAGUE and not any(other in names for names in together)


# Private

_WHERE = r"(?:the )?(?:(?:north|south|east|west|centre|center|middle) of |(?:[a-z]+ern|central|(?:north|south)-[a-z]+ern) )?(?:the )?"
_TOWN = (
    r"(?:the (?:(?!in\b)[a-z]+ ){1,3}(?:of )?)?[A-ZÀ-Þ][\w’'-]*(?: (?:[a-z]{2,3} )?[A-ZÀ-Þ][\w’'-]*){0,3}"
    r"(?:, [A-ZÀ-Þ][\w’'-]*(?: [A-ZÀ-Þ][\w’'-]*){0,2})?, (?:the )?"
)
_NOUNS = r"(?:(?!(?:of|in|on|at|for|from|by|to|with|that|which|who|and|or)\b)[\w'’-]+ ){1,5}"
_LIES = re.compile(
    rf"(?: \([^()]*\))?(?:,[^,;]*,)? (?:(?:lies|lay|stands|stood|is|is located|is situated|was located|was situated) "
    rf"|(?:is|was) (?:an?|the|one of the) {_NOUNS})(?:located |situated )?in (?:{_TOWN}|{_WHERE})"
)
_IN = re.compile(r" (?:lies|lay|stands|stood|is|is located|is situated) in (?P<place>[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'-]+)?)(?=\s*$|[.;])")
_CROSSED = re.compile(
    r"\b(?:Europe|Asia|Africa|America|Oceania|Australasia|Eurasia|Antarctica|Scandinavia|Lapland|Arabia|Mesopotamia|Patagonia|Amazonia"
    r"|Kurdistan|Kashmir|Punjab|Bengal|Borneo|Timor|Guinea|Hispaniola|Micronesia|Polynesia|Melanesia|Macedonia|Thrace|Silesia|Pomerania"
    r"|Galicia|Transylvania|Bukovina|Moldavia|Karelia|Tyrol|Istria|Savoy|Flanders|Brabant|Limburg|Catalonia|Navarre|Frisia|Friesland"
    r"|Jutland|Prussia|Livonia|Ruthenia|Dobruja|Bessarabia|Baluchistan|Turkestan|Manchuria|Mongolia|Indochina|Ulster|Ireland|Gaul|Iberia"
    r"|Georgia|Jordan|Valley|Basin|Sea|Ocean|Gulf|Bay|River|Lake|Mountains|Hills|Desert|Coast|Peninsula|Antarctic|Arctic|Christendom)\b"
)
_IS_A = re.compile(
    r"(?: \([^()]*\))?(?:,[^,;]*,)? (?:is|was) an? "
    r"(?P<nouns>(?:(?!\b(?:who|which|that|but|of|for|from|by|in|on|at|to|with|based|living|married)\b|['’]s)[^.;:()]){2,80})"
)
_TAUGHT = re.compile(
    r" (?:language |literature )?(?:teacher|professor|scholar|translator|tutor|lecturer|interpreter|restaurant|specialist|class)\b"
)
_BESIDE = re.compile(
    r"\b(?:border|borders|frontier|boundary|copy|copies|modelled|modeled|outside|between|formerly|once|until|imaginary)\b", re.I
)
_GOES_ON = re.compile(r", [A-ZÀ-Þ]| (?:[A-ZÀ-Þ])|['’]s|-| (?:and|or) (?:the )?[A-ZÀ-Þ]")
_NAMES = (
    "united states|united states of america|usa",
    "united kingdom|uk|great britain",
    "argentine|argentinian",
    "slovenian|slovene",
    "iranian|persian",
)
_TOGETHER = tuple(
    frozenset(names.split("|"))
    for names in (
        "united kingdom|england|scotland|wales|northern ireland|ireland",
        "british|english|scottish|welsh|northern irish|irish",
        "germany|east germany",
        "serbia|kosovo|montenegro",
        "serbian|kosovan|montenegrin|albanian",
        "kosovo|albania",
        "china|taiwan",
        "chinese|taiwanese|hong kong|tibetan",
        "israel|palestine",
        "israeli|palestinian|jewish",
        "korean|south korean|north korean",
        "spanish|catalan|basque",
        "french|basque",
        "belgian|flemish",
        "american|african-american|hawaiian|puerto rican",
        "united states|georgia",
        "dominican republic|haiti",
        "russian|soviet",
    )
)
"""Names that do not exclude each other: one is a part of the other, or it is disputed."""
_VAGUE = frozenset("prussia|soviet union|yugoslavia|czechoslovakia|soviet|jewish|kurdish|european|asian|african|georgia|jordan".split("|"))
"""Names of many, of what is no more, and of what is something else too: with them nothing is excluded."""


def _one_name(name: str) -> str:
    lower = name.lower()
    return next((names.partition("|")[0] for names in _NAMES if lower in names.split("|")), lower)


def _same(found: Sequence[tuple[str, Stated]]) -> tuple[str, Stated] | None:
    return found[0] if found and len({value for value, _ in found}) == 1 else None
