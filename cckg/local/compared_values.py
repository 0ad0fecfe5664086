"""The values that sentences about a named thing say of it: when it opened, how long it is, how many it has, where it lies, what it is.

Strict, for comparisons rest on them: what is denied, hedged, planned, said of another subject, or said differently elsewhere is no value.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from cckg.core.claims import Span
from cckg.core.text import content_words, words
from cckg.local.answer_kinds import listed_pattern
from cckg.local.comparison_sides import number_in
from cckg.local.namings import kind_nouns
from cckg.local.passage_sentences import plain_name
from cckg.local.sentences import read_sentences
from cckg.local.synonyms import stem
from cckg.local.times import normalised


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence whose subject is the thing: its place, what stands before the subject, and what stands behind it.

    Where "it" or "the bridge" is the subject, the place begins with the sentence that names the thing, if only such stand between.
    """

    place: tuple[int, Span]
    before: str
    behind: str


def said_of(name: str, texts: Sequence[str], *, titles: Sequence[str], beside: str) -> list[Said]:
    """Return the sentences of passages whose subject is a named thing, in order.

    The subject is the name, or in a document called so "it", "she", "the bridge", or a surname; sentences that name the other thing too,
    deny something, or say that it is planned or only perhaps so, are left out.

    Args:
        name: of the thing.
        texts: the passages.
        titles: of their documents, one for each.
        beside: the name of the other thing.

    Raises:
        ValueError: if there are not as many titles as texts.
    """
    whole = _subject(rf"(?:the )?{re.escape(name)}")
    found: list[Said] = []
    for number, (text, title) in enumerate(zip(texts, titles, strict=True)):
        is_about = plain_name(title) == plain_name(name)
        nouns: frozenset[str] = frozenset()
        named: tuple[int, int] | None = None  # paragraph and beginning of the last sentence that names it
        for sentence in read_sentences(text):
            told, start = sentence.span.text, sentence.span.start
            by_name = whole.match(told)
            match = by_name or (_standing_for(name, nouns).match(told) if is_about else None)
            if by_name or not match:
                named = (sentence.paragraph, start) if by_name else None
                nouns |= kind_nouns(told) if by_name else frozenset()
            if match and sentence.kind in {"prose", "item"} and not _UNSURE.search(told) and beside.lower() not in told.lower():
                start = named[1] if named and named[0] == sentence.paragraph else start
                place = (number, Span(text[start : sentence.span.end], start, sentence.span.end))
                found.append(Said(place, told[: match.start("subject")], told[match.end("subject") :]))
    return found


def times(side: Sequence[Said], act: str) -> tuple[float, Said] | None:
    """Return when something did, or was done, what a verb says, in years with fractions, and the sentence; None where that is not plain."""
    found = ((_years(moment), one) for one in side for moment in _moments(one, act))
    return _agreed(((value, one) for value, one in found if value is not None), alike=lambda one, other: int(one) == int(other))


def measures(side: Sequence[Said], names: Iterable[str]) -> tuple[float, Said] | None:
    """Return a length, height or the like in metres, or as its unit has it, and the sentence; `names` are the words of the measure."""
    for name in names:
        word = re.escape(name)
        form = re.compile(rf"{_NUMBER} [a-z]+ {word}\b|\b{word} (?:of|is|was) (?:about )?{_NUMBER}(?: [a-z]+)?")
        found = ((number_in(match.group()), one) for one in side for match in form.finditer(one.behind))
        value = _agreed((value, one) for value, one in found if value is not None)
        if value:
            return value
    return None


def counts(side: Sequence[Said], noun: str) -> tuple[float, Said] | None:
    """Return how many of what a noun says something has, and the sentence."""
    found: list[tuple[float, Said]] = []
    for one in side:
        tokens = words(one.behind)
        for at, token in enumerate(tokens):
            value = number_in(token)
            if value is not None and any(stem(word) == stem(noun) for word in tokens[at + 1 : at + 4]):
                found.append((value, one))
    return _agreed(found)


def listed(side: Sequence[Said], name: str) -> tuple[str, Said] | None:
    """Return the country ("country") or the people ("nationality") that something is said to be of, and the sentence."""
    form = _LIES if name == "country" else _IS_A
    pattern = listed_pattern(name)
    found: list[tuple[str, Said]] = []
    for one in side:
        match = form.match(one.behind)
        values = {value.group() for value in pattern.finditer(match.group())} if match else set()
        found += [(value, one) for value in sorted(values)]
    return _agreed(found)


def descriptions(side: Sequence[Said], asked: Collection[str]) -> tuple[str, Said] | None:
    """Return the first sentence that says that something is what all the words say whose stems are asked for."""
    for one in side:
        match = _IS_A.match(one.behind)
        if match and set(asked) <= {stem(word) for word in content_words(match.group())}:
            return "", one
    return None


# Private

_Value = TypeVar("_Value", float, str)
_UNSURE = re.compile(
    r"\b(?:not|never|no|neither|nor|cannot|planned|expected|hoped|supposed|should|would|(?-i:may)|might|could|perhaps|possibly|probably"
    r"|allegedly|reportedly|said to|believed|claims?|claimed|replica|rumou?red)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_FRONTED = r"(?:(?:in|on) [^,]{0,25}?,? ?|(?:[a-z]+ed|built) (?:in|on) [^,]{0,25}, )?"
_WHAT_IT_IS = r"(?:the )?(?:(?!(?:of|in|on|at|near|by|from|with|for|to|beside|behind|than|and|or)\b)(?-i:[a-z])[\w-]* ){0,3}"
_NUMBER = r"(?:\d[\d,.]*(?: (?:hundred|thousand|million|billion))?)"
_YEAR = re.compile(r"(?<![\d.,])(?:1\d{3}|20\d\d)(?![\d]|[.,]\d)")
_LIFE = re.compile(r"\s*\((?:born )?(?P<birth>[^()–—-]*?\d{4})(?:\s*[–—-]\s*(?P<death>[^()]*?\d{4}))?\)")
_LIES = re.compile(
    r"(?:,[^,]*,)? (?:is|was|lies|stands|runs|spans|crosses)\b(?:(?!\b(?:who|which|that|died|and|but|from|for|copied|named)\b)[^.;])"
    r"{0,60}?\b(?:in|of|through)\b(?:(?!\b(?:who|which|that|and|but)\b)[^.;]){0,40}",
    re.IGNORECASE,
)
_IS_A = re.compile(
    r"(?: \([^()]*\))?(?:,[^,]*,)? (?:is|was) (?:an?|the)\b(?:(?!\b(?:who|which|that|but|of|for|from|by)\b)[^.;]){0,80}", re.IGNORECASE
)
_ALIKE = (
    "open opened inaugurated",
    "build built completed constructed erected finished",
    "found founded established",
    "start started began begin",
    "publish published",
    "release released",
    "bear born",
    "die died",
    "close closed shut",
    "launch launched",
    "write written wrote",
)
"""Words that say one act, the first of them its base form."""
_BREAKS = re.compile(
    r"[;:(]|\b(?:which|who|that|where|while|when|whose|but|before|after|until|since|by|between|from|around|about)\b", re.IGNORECASE
)
_DAY_OF_MONTH = re.compile(r"\b[A-Z][a-z]{2,8} \d{1,2},")
_FAR = 40  # characters between a verb and its date, at most
_BACK = 20  # characters before a year in which its day and month stand


def _standing_for(name: str, nouns: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of a sentence whose subject may stand for a name: a pronoun, the name's last word, a noun for what it is."""
    last = re.escape(name.rsplit(maxsplit=1)[-1])
    the = "|".join(map(re.escape, sorted({last.lower(), *nouns})))
    return _subject(rf"(?:it|he|she|they|the (?:{the})|(?-i:{last}))")


def _subject(name: str) -> re.Pattern[str]:
    return re.compile(rf"{_FRONTED}{_WHAT_IT_IS}\b(?P<subject>{name})(?![\w-]|['’]s)", re.IGNORECASE)


def _agreed(
    found: Iterable[tuple[_Value, Said]], *, alike: Callable[[_Value, _Value], bool] = lambda one, other: one == other
) -> tuple[_Value, Said] | None:
    """Return the first value if all others are like it."""
    values = list(found)
    return values[0] if values and all(alike(one[0], other[0]) for one, other in pairwise(values)) else None


def _moments(one: Said, act: str) -> Iterator[str]:
    """Yield the wordings of the dates that a sentence joins to a verb: behind it, in brackets, or in front of the subject."""
    life = _LIFE.match(one.behind)
    role = {"bear": "birth", "die": "death"}.get(_base(act))
    if life and role and life[role]:
        yield life[role]
        return
    for fronted in _verbs(one.before, act):
        yield from _dates_behind(one.before, fronted.end())
    for verb in _verbs(one.behind, act):
        behind = list(_dates_behind(one.behind, verb.end()))
        early = None if _BREAKS.search(one.behind[: verb.start()]) else _YEAR.search(one.before)
        yield from behind or ([_wording(one.before, early)] if early else [])


def _verbs(text: str, act: str) -> list[re.Match[str]]:
    """Return the places where a text says an act."""
    return [found for found in re.finditer(r"[\w'-]+", text) if _base(found.group().lower()) == _base(act)]


def _base(word: str) -> str:
    """Return the stem that stands for all words of one act."""
    return next((stem(group.split(maxsplit=1)[0]) for group in _ALIKE if word in group.split()), stem(word))


def _dates_behind(text: str, start: int) -> Iterator[str]:
    """Yield the date that follows a verb at once."""
    year = _YEAR.search(text, start)
    between = _DAY_OF_MONTH.sub("", text[start : year.start()]) if year else ""
    if year and len(between) <= _FAR and "," not in between and not _BREAKS.search(between):
        yield _wording(text, year)


def _wording(text: str, year: re.Match[str]) -> str:
    return text[max(0, year.start() - _BACK) : year.end()]


def _years(wording: str) -> float | None:
    """Return a date as years with fractions: months and days count from 0."""
    years = _YEAR.findall(wording)
    iso = normalised(wording) or (years[-1] if years else None)
    parts = [float(part) for part in iso.split("-")] if iso else []
    return sum((part - (place > 0)) / (1.0, 12.0, 366.0)[place] for place, part in enumerate(parts)) if parts else None
