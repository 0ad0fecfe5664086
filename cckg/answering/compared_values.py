"""What sentences about a named thing say that it measures, how many it has, what it is, of which country and which people.

Strict, for comparisons rest on them: a number counts only where it is said of the thing itself, in a unit that compares, and of today;
two countries may exclude each other. Which sentences are of the thing, a `side`, `cckg.answering.compared_subjects` has found.
"""

import re
from collections.abc import Iterator, Sequence

from cckg.answering.compared_subjects import Stated
from cckg.answering.comparison_sides import NUMBER_WORDS, Extent, agreed, quantity_in
from cckg.answering.spans import is_firm
from cckg.core.text import words
from cckg.language import is_past, stem
from cckg.questions import listed_pattern


def measures(side: Sequence[Stated], names: Sequence[str]) -> tuple[Extent, Stated] | None:
    """Return a length, height or the like, by its words ("long", "length"), and the sentence; None where not plain, or told differently."""
    found: list[tuple[Extent, Stated]] = []
    for one in side:
        extents = (_extent(told) for said in _said(one.behind) for name in names for told in _measured(said, name))
        found += [(extent, one) for extent in extents if extent]
    return agreed(found)


def counts(side: Sequence[Stated], asked: Sequence[str], *, act: str = "has") -> tuple[Extent, Stated] | None:
    """Return how many of something a thing has, and the sentence; None as of `measures`.

    `asked` are the words for what is counted, the noun last; `act` is the verb that the question has: for "has", "with" counts too.
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
        if (told := _COST.match(_present(one.behind))) and (extent := _extent(told["told"])):
            found.append((Extent(extent.least, extent.most, (told["sign"] or told["unit"] or "").lower()), one))
    return agreed(found) if all(extent.measured for extent, _ in found) else None


def agent_of(side: Sequence[Stated], act: str) -> tuple[str, Stated] | None:
    """Return the full name of the one person by whom something is said to have been made, by a participle ("designed"), and the sentence.

    None where it is no name of two words or more or that of a firm, where others are named beside it, and where sentences differ.
    """
    found = [(told["name"], one) for one in side if (told := _BY.match(one.behind)) and told["act"] == act and not is_firm(told["name"])]
    return _same(found)


def descriptions(side: Sequence[Stated], asked: Sequence[str]) -> tuple[str, Stated] | None:
    """Return the first sentence that says that a thing is what the words say, the noun last; nothing where it was so once, or is a copy."""
    stems = [stem(word) for word in asked]
    for one in side:
        for called in _called(one.behind):
            told = [stem(word) for word in words(called)]
            if stems and told[-1:] == stems[-1:] and set(stems) <= set(told):
                return "", one
    return None


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
        described = _IS_A_COUNTRY.match(one.behind)
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
_WORDED = "|".join(NUMBER_WORDS[1:])
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
_VERBS = {"weight": "weighs|weighed", "area": "covers|covered|covers an area of|covered an area of"}
_SLACK = 0.1  # share of a number by which one that is "about" may be off
_UNLIKE = frozenset("former formerly ex fake toy model future imaginary fictional mock false miniature type kind sort part".split())
_WHERE = r"(?:the )?(?:(?:north|south|east|west|centre|center|middle) of |(?:[a-z]+ern|central|(?:north|south)-[a-z]+ern) )?(?:the )?"
_TOWN = (
    r"(?:the (?:(?!in\b)[a-z]+ ){1,3}(?:of )?)?[A-ZÀ-Þ][\w’'-]*(?: (?:[a-z]{2,3} )?[A-ZÀ-Þ][\w’'-]*){0,3}"
    r"(?:, [A-ZÀ-Þ][\w’'-]*(?: [A-ZÀ-Þ][\w’'-]*){0,2})?, (?:the )?"
)
_NOUNS = r"(?:(?!(?:of|in|on|at|for|from|by|to|with|that|which|who|and|or)\b)[\w'’-]+ ){1,5}"
_LIES = re.compile(
    rf"{_OPENS} (?:(?:lies|lay|stands|stood|is|is located|is situated|was located|was situated) "
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
_IS_A_COUNTRY = re.compile(
    rf"{_OPENS} (?:is|was) an? "
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
        if found := re.match(form, behind):
            yield found["told"]


def _extent(told: str) -> Extent | None:
    quantity = quantity_in(told)
    if not quantity:
        return None
    value, measured = quantity
    slack = _SLACK * value if not (told[0].isdigit() or told.split(maxsplit=1)[0] in NUMBER_WORDS) else 0.0
    return Extent(value - slack, value + slack, measured)


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


def _one_name(name: str) -> str:
    lower = name.lower()
    return next((names.partition("|")[0] for names in _NAMES if lower in names.split("|")), lower)


def _same(found: Sequence[tuple[str, Stated]]) -> tuple[str, Stated] | None:
    return found[0] if len({value for value, _ in found}) == 1 else None
