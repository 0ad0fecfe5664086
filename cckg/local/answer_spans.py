"""Finds the stretches of a sentence that may be answers: names, dates, numbers, listed words, noun phrases; and how well each fits a kind.

By capitals, particles and neighbours: no parser, no list of people. Which of them answers a question is decided in
`cckg.local.short_answers`.
"""

import re
from itertools import pairwise

from cckg.core.claims import Span
from cckg.core.text import STOP_WORDS
from cckg.local.answer_kinds import AnswerSpan
from cckg.local.answer_names import names
from cckg.local.answer_times import numbers, times
from cckg.local.answer_types import LISTED_KINDS, AnswerKind, WantedAnswer, listed_pattern, listed_phrases
from cckg.local.lexicon import is_past


def answer_spans(sentence: str, wanted: WantedAnswer) -> list[AnswerSpan]:
    """Return the stretches that may answer what is wanted, in the order of the sentence, longer ones first; they may overlap."""
    if wanted.kind == "time":
        found = times(sentence)
    elif wanted.kind == "number":
        found = numbers(sentence)
    elif wanted.kind in LISTED_KINDS:
        listed = _listed(sentence, wanted.kind)
        listed += _series(sentence, listed) if wanted.head.endswith("s") else []
        found = [AnswerSpan(span, "listed", frozenset([wanted.kind])) for span in listed]
    else:
        found = [*names(sentence), *(_phrases(sentence) if wanted.kind == "thing" else [])]
        if wanted.head in {"country", "nation"}:
            found += [AnswerSpan(span, "listed", frozenset(["nationality"])) for span in _listed(sentence, "nationality")]
    return sorted(found, key=lambda item: (item.span.start, -item.span.end))


def fit(found: AnswerSpan, wanted: WantedAnswer, *, kinds: frozenset[AnswerKind]) -> float:
    """Return how well a stretch fits what is wanted, 0..1.

    Args:
        found: the stretch.
        wanted: what the question wants.
        kinds: what the passages say of the thing of that name, beside what stands around it here; empty where they say nothing.
    """
    if found.shape in {"day", "year", "range"}:
        return _fit_of_time(found, wanted)
    if found.shape in {"number", "quantity"}:
        return _fit_of_number(found, wanted)
    if found.shape == "listed":
        alone = wanted.head.endswith("s") and " and " not in found.span.text
        return (0.8 if alone else 1.0) if wanted.kind in found.kinds else 0.4
    if found.shape == "phrase":
        return _fit_of_phrase(found, wanted)
    return _fit_of_name(found, wanted, kinds=kinds or found.kinds)


# Private

_WORD = re.compile(r"[^\W_](?:[\w'’&-]*[\w])?(?:\.(?=\w))?")
_OF_HEAD = {  # words of names that tell of what more than their kind they are
    "label": frozenset("Records Recordings Music".split()),
    "network": frozenset("NBC ABC CBS BBC ITV Fox HBO CNN PBS MTV Channel Netflix TV Television Network".split()),
    "university": frozenset(["University"]),
    "school": frozenset("School Academy College Conservatory École University Institute".split()),
    "club": frozenset("F.C FC Club Rovers United City Town Rangers".split()),
    "publisher": frozenset("Press Books Publishing House Games".split()),
    "award": frozenset("Award Prize Medal Oscar BAFTA Grammy".split()),
    "prize": frozenset(["Prize", "Award"]),
}
_STRETCHES = frozenset("timeframe timespan years period era".split())
_VERBS = frozenset(
    "is are was were has have had do does did makes make plays play speaks speak teaches writes lies flows holds won wrote made led began "
    "built said became becomes includes covers known works lives stands takes plays sells employs produces".split()
)
_ADVERBS = frozenset("also later then now still mainly mostly often best originally first usually currently about around".split())
_WORKED_AS = re.compile(
    r"\b(?:work(?:s|ed|ing)?|employed|became|trained) (?:as )?an? (?P<what>(?:[a-z-]+ ){0,2}?[a-z]+(?:er|or|ist|ian|man|woman))\b"
)
_LIKELY = 0.94  # fit of a name whose neighbours make its kind likely


def _listed(sentence: str, name: str) -> list[Span]:
    """Give the listed words of a class; of professions also what somebody works "as", listed or not."""
    found = [Span(match.group(), match.start(), match.end()) for match in listed_pattern(name).finditer(sentence)]
    worked = _WORKED_AS.search(sentence) if name == "profession" else None
    if worked and all(span.end <= worked.start("what") or worked.end("what") <= span.start for span in found):
        found.append(Span(worked["what"], worked.start("what"), worked.end("what")))
    return found


def _series(sentence: str, listed: list[Span]) -> list[Span]:
    """Give "Irish, English and Latin" for its parts: each run of two or more, ending with an "and"."""
    found: list[Span] = []
    start: Span | None = None
    for left, right in pairwise(sorted(listed, key=lambda span: span.start)):
        between = sentence[left.end : right.start]
        start = (start or left) if between in {", ", " and ", ", and "} else None
        if start and "and" in between:
            found.append(Span(sentence[start.start : right.end], start.start, right.end))
    return found


def _phrases(sentence: str) -> list[AnswerSpan]:
    """Give noun phrases, roughly: runs of words between function words and verbs; with "of" and "and", longer ones beside them."""
    found: list[Span] = []
    run: list[tuple[int, int]] = []
    for match in _WORD.finditer(sentence):
        word = match.group().lower()
        broken = run and sentence[run[-1][1] : match.start()] not in {" ", "\n"}
        stops = word in STOP_WORDS or word in _VERBS or word in _ADVERBS or (is_past(word) and not match.group()[0].isupper())
        if run and (broken or stops):
            found.append(_between(sentence, run))
            run = []
        if not stops:
            run.append(match.span())
    if run:
        found.append(_between(sentence, run))
    longer = [
        Span(sentence[left.start : right.end], left.start, right.end)
        for left, right in pairwise(found)
        if sentence[left.end : right.start] in {" of ", " and ", " of the "}
    ]
    return [AnswerSpan(span, "phrase") for span in (*found, *longer) if len(span.text.split()) <= 6]


def _between(sentence: str, run: list[tuple[int, int]]) -> Span:
    return Span(sentence[run[0][0] : run[-1][1]], run[0][0], run[-1][1])


def _fit_of_time(found: AnswerSpan, wanted: WantedAnswer) -> float:
    inside = bool(found.hints)
    if wanted.head in _STRETCHES or found.shape == "range":
        return 1.0 if wanted.head in _STRETCHES and found.shape == "range" else 0.4
    if wanted.head == "year":
        return 1.0 if found.shape == "year" else 0.2
    if wanted.head in {"century", "decade"}:
        return 1.0 if found.span.text.endswith(("century", "0s")) else 0.2
    if found.shape == "day":
        return 1.0
    return 0.3 if inside else 0.9


def _fit_of_number(found: AnswerSpan, wanted: WantedAnswer) -> float:
    measured = wanted.head not in {"many", "", "population", "number", "capacity", "attendance"}
    if found.shape == "quantity":
        return 1.0 if measured else 0.45
    return 0.45 if measured else 1.0


def _fit_of_phrase(found: AnswerSpan, wanted: WantedAnswer) -> float:
    tokens = found.span.text.split()
    if wanted.head and len(tokens) > 1 and tokens[-1].lower().rstrip("s") == wanted.head.rstrip("s"):
        return 1.0
    if tokens[0].lower() == wanted.head:
        return 0.5
    if any(character.isdigit() for character in found.span.text):
        return 0.1
    named = all(token[0].isupper() for token in tokens)
    return 0.3 if named else 0.6


def _fit_of_name(found: AnswerSpan, wanted: WantedAnswer, *, kinds: frozenset[AnswerKind]) -> float:
    if _OF_HEAD.get(wanted.head, frozenset()) & set(found.span.text.split()):
        return 1.0
    if wanted.kind == "thing":
        return (0.9 if "thing" in kinds else 0.25 if kinds else 0.7) if wanted.head else (0.3 if kinds else 0.5)
    if wanted.kind in kinds:
        return _fit_of_head(found, wanted)
    if kinds:
        return 0.6 if wanted.kind == "person" and not wanted.head and "organisation" in kinds else 0.05
    if wanted.kind in found.hints:
        return _LIKELY * _fit_of_head(found, wanted)
    if wanted.kind in {"organisation", "work"}:
        return _LIKELY if wanted.kind == "organisation" and found.span.text.isupper() else 0.55
    return 0.3


def _fit_of_head(found: AnswerSpan, wanted: WantedAnswer) -> float:
    """Return how well a name fits a kind of place: a country where a country is wanted, no state where a city is."""
    lower = found.span.text.lower().removeprefix("the ")
    country, state = lower in listed_phrases("country"), lower in listed_phrases("state")
    if wanted.head in {"country", "nation"}:
        return 1.0 if country else 0.25
    if wanted.head in {"state", "province", "region"}:
        return 1.0 if state or "State" in found.span.text or "Province" in found.span.text else 0.2 if country else 0.6
    if wanted.kind == "place" and wanted.head:
        return 0.2 if country or state else 0.8 if found.shape == "place pair" else 1.0
    if wanted.kind == "place":
        return 0.7 if country or state else 1.0
    return 1.0
