"""When a named thing did, or was done, what a verb says: the date that its sentence joins to that verb, and to nothing else.

A sentence says it only if the thing is the subject of the verb and the verb has no object; which sentences are of the thing,
`cckg.answering.compared_subjects` has found.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from cckg.answering.compared_subjects import Stated
from cckg.answering.comparison_sides import Extent, agreed
from cckg.core.text import words
from cckg.language import WORDED_DATE, YEAR, is_past, stem, years_of


def times(side: Sequence[Stated], act: str, *, beside: Collection[str] = ()) -> tuple[Extent, Stated] | None:
    """Return when something did, or was done, what a verb says, and the sentence; None where that is not plain, or told differently.

    The verb, `act`, may have any form; `beside` are stems that a sentence must say too: of what, or where.
    """
    found: list[tuple[Extent, Stated]] = []
    for one in side:
        told = {stem(word) for word in words(one.behind)}
        wordings = list(dict.fromkeys(_moments(one, act))) if set(beside) <= told else []
        extents = [Extent(*years) for wording in wordings if (years := years_of(wording))]
        if not _says_more(one, act, extents):
            found += [(extent, one) for extent in extents]
    return agreed(found)


# Private

_ALIKE = (
    "open opened inaugurated",
    "build built completed constructed erected finished",
    "found founded established",
    "start started began begin begun",
    "publish published",
    "release released",
    "bear born",
    "die died",
    "close closed shut",
    "launch launched",
    "write written wrote",
)
"""Words that say one act, the first of them its base form."""
_PARTIAL = frozenset(map(stem, ("publish", "release")))
"""Acts that are done again elsewhere, so that a place limits them."""
_BREAKS = re.compile(r"[;:(]|\b(?:which|who|that|where|while|when|whose|but|before|after|until|since|between|from|around|about)\b", re.I)
_AFTER = (
    r"(?=\s*$|[.;)](?![\w])|,(?! (?:\d|again|or\b|once|and (?:again|\d)))"
    r"| (?:in|at|by|on|as|with|for|after|before|when|to|under|near|during|while|over|across|following|but"
    r"|and(?! (?:again|once|in|on|\d)))\b(?! again))"
)
_ENDS = r"(?=\s*$|[.;,]| (?:in|at|by|with|to the public|to traffic|near)\b)"
_PLACE = r"(?:, [A-ZÀ-Þ][\w’'-]*(?: [A-ZÀ-Þ][\w’'-]*)*,?){0,2}"
_FILLER = rf"(?: (?:in|at|on|near|by|of|to) [\w’'-]+(?: (?!(?:in|at|on|near|by|to)\b)[\w’'-]+){{0,4}}?{_PLACE}){{0,2}}?"
_ADVERB = r"(?:(?:officially|finally|first|formally|publicly|originally) )?"
_JOINED = re.compile(
    rf" (?P<aux>was |were |had been |has been )?(?:had )?{_ADVERB}(?P<verb>[a-z]+)(?P<filler>{_FILLER})"
    rf" (?:in|on) (?P<date>{WORDED_DATE}){_AFTER}"
)
_ALONE = re.compile(rf" (?P<aux>was |were |had been )?{_ADVERB}(?P<verb>[a-z]+){_ENDS}")
_APPOSITION = re.compile(r"(?: \([^()]*\))?(?:,[^,;]*,)?")
_LIFE = re.compile(rf" \((?:born |b\. )?(?:in |on )?(?P<birth>{WORDED_DATE})\s*[–—-]\s*(?P<death>{WORDED_DATE})\)")
_BIRTH = re.compile(rf" \((?:born|b\.) (?:in |on )?(?P<birth>{WORDED_DATE})\)")
_BRACKET = re.compile(rf" \((?P<verb>[a-z]+) (?:in |on )?(?P<date>{WORDED_DATE})\)")
_NOUNS = r"(?:(?!(?:of|in|on|at|for|from|by|to|with|near|that|which|who|and|or)\b)[\w-]+ ){1,5}?"
_IS_ONE = re.compile(rf" (?:is|was) (?:an?|the) (?P<nouns>{_NOUNS})(?:(?:that|which|who)(?= )|(?=[a-z]+(?:ed|ilt|en) ))")
_AND = re.compile(r" (?P<verb>[a-z]+)\b(?:(?! and\b)[^,;:(])*? and(?= )")
_EARLY = re.compile(rf"(?:in|on) (?P<date>{WORDED_DATE})(?:,? (?:the (?:[a-z][\w-]* ){{0,3}})?$|, )", re.IGNORECASE)
_PARTICIPLE = re.compile(rf"(?P<verb>[a-z]+) (?:in|on) (?P<date>{WORDED_DATE}), ", re.IGNORECASE)
_TRAFFIC = re.compile(r" to (?!(?:the )?(?:public|traffic|visitors)\b)")
_AUXILIARIES = frozenset("is was were has had are crosses lies stands spans".split())
_FOLLOWS = 60  # characters behind a verb in which another date of it may stand


def _moments(one: Stated, act: str) -> Iterator[str]:
    """Yield the wordings of the dates that a sentence joins to a verb: behind it, in brackets, or in front of the subject."""
    if _base(act) in {"bear", "die"}:
        life = _LIFE.match(one.behind) or (_BIRTH.match(one.behind) if _base(act) == "bear" else None)
        if life:
            yield life["birth" if _base(act) == "bear" else "death"]
    for form, text in ((_BRACKET, one.behind), (_PARTICIPLE, one.before)):
        found = form.match(text)
        if found and _base(found["verb"].lower()) == _base(act):
            yield found["date"]
    for place in _predicates(one.behind):
        joined = _JOINED.match(one.behind, place)
        if joined and _is_said(joined, act) and _is_plain(joined, act):
            yield joined["date"]
    early, alone = _EARLY.match(one.before), _ALONE.match(one.behind, _apposition(one.behind))
    if early and alone and _is_said(alone, act) and not YEAR.search(one.behind):
        yield early["date"]


def _apposition(behind: str) -> int:
    found = _APPOSITION.match(behind)
    return found.end() if found else 0


def _predicates(behind: str) -> Iterator[int]:
    """Yield where what is said of a subject begins: behind it, behind "is a bridge that", and behind an "and"."""
    start = _apposition(behind)
    yield start
    described = _IS_ONE.match(behind, start)
    if described and not _BREAKS.search(described["nouns"]) and not any(map(is_past, words(described["nouns"]))):
        is_open = behind[described.end() - 1] == " "
        yield described.end() - is_open
    joined = _AND.match(behind, start)
    if joined and not _BREAKS.search(joined.group()) and (is_past(joined["verb"]) or joined["verb"] in _AUXILIARIES):
        yield joined.end()


def _is_said(found: re.Match[str], act: str) -> bool:
    verb = found["verb"]
    return _base(verb) == _base(act) and (is_past(verb) or (verb == "born" and bool(found["aux"])))


def _is_plain(found: re.Match[str], act: str) -> bool:
    """Tell whether what stands between a verb and its date says only where, or by whom, it was done."""
    filler = found["filler"]
    said = words(filler)
    if _TRAFFIC.search(filler) or (" by " in filler and not found["aux"]) or (filler and _base(act) in _PARTIAL and " by " not in filler):
        return False
    is_other = any(is_past(word) or word == "born" for word in filler.split() if word.islower())
    return not is_other and "and" not in said and not _BREAKS.search(filler) and not YEAR.search(filler)


def _says_more(one: Stated, act: str, extents: Sequence[Extent]) -> bool:
    """Tell whether a sentence gives the verb another year too."""
    verbs = (verb for verb in re.finditer(r"[a-z]+", one.behind) if _base(verb.group()) == _base(act))
    years = (YEAR.search(one.behind, verb.end(), verb.end() + _FOLLOWS) for verb in verbs)
    known = {int(extent.least) for extent in extents}
    return any(int(year.group()) not in known for year in years if year)


def _base(word: str) -> str:
    """Return the stem that stands for all words of one act."""
    return next((stem(group.split(maxsplit=1)[0]) for group in _ALIKE if word in group.split()), stem(word))
