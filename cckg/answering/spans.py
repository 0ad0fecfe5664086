"""Finds the stretches of a sentence that may be answers: names, dates, numbers, listed words, noun phrases; and how well each fits a kind.

By capitals, particles and neighbours: no parser, no list of people. What kind of answer a question wants is told by `cckg.questions`;
which stretch answers it is decided in `cckg.answering.short_answers`. What a date is in ISO 8601 is told by `cckg.language`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from cckg.core.claims import Span
from cckg.core.text import STOP_WORDS, content_words
from cckg.language import MONTH_NAMES, is_past, rows, stem
from cckg.questions import LISTED_KINDS, AnswerKind, WantedAnswer, kind_of_noun, listed_pattern, listed_phrases

Shape = Literal["name", "place pair", "names", "title", "day", "year", "range", "number", "quantity", "listed", "phrase"]


@dataclass(frozen=True, slots=True)
class AnswerSpan:
    """A stretch of a sentence that may be an answer.

    span     its place, in characters of the sentence
    shape    what it looks like
    kinds    what its neighbours or its own words surely say it is; empty where they do not tell
    hints    what they make likely
    """

    span: Span
    shape: Shape
    kinds: frozenset[AnswerKind] = frozenset()
    hints: frozenset[AnswerKind] = frozenset()


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """Return the stems of the content words of a text."""
    return frozenset(map(stem, content_words(text)))


@lru_cache(maxsize=8192)
def relations_of(word: str) -> frozenset[int]:
    """Return the numbers of the relations that a word says, by `data/answer_relations.tsv`; inflection is left out of account."""
    return _relations().get(stem(word), frozenset())


def say_the_same(left: str, right: str) -> bool:
    """Tell whether two words say one relation ("author", "written"), or are one word but for inflection."""
    return root(left) == root(right) or not relations_of(left).isdisjoint(relations_of(right))


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Return the stem of a word without the ending of who does it or that it is done.

    >>> [root(word) for word in ("conductor", "conducted", "editor", "edits", "river")]
    ['conduct', 'conduct', 'edit', 'edit', 'river']
    """
    return _DOER.sub("", stem(word))


def times(sentence: str) -> list[AnswerSpan]:
    """Return the dates of a sentence in order, each with the years in it behind it; such a year hints that it is part of a date."""
    found: list[AnswerSpan] = []
    for match in _TIME.finditer(sentence):
        shape: Shape = match.lastgroup if match.lastgroup in {"year", "range"} else "day"  # type: ignore[assignment]
        found.append(AnswerSpan(Span(match.group(), match.start(), match.end()), shape))
        if shape == "range":
            years = re.compile(_YEAR).finditer(sentence, *match.span())
            found += [AnswerSpan(Span(year.group(), year.start(), year.end()), "year") for year in years]
        for name in ("y1", "y2", "y3"):
            if match[name]:
                found.append(AnswerSpan(Span(match[name], match.start(name), match.end(name)), "year", hints=frozenset(["time"])))
    return found


def numbers(sentence: str) -> list[AnswerSpan]:
    """Return the numbers of a sentence in order, one with a unit before the same without it; years and days are none."""
    dates = [(item.span.start, item.span.end) for item in times(sentence)]
    found: list[AnswerSpan] = []
    for match in _NUMBER.finditer(sentence):
        if any(start <= match.start() < end for start, end in dates) and not match["unit"]:
            continue
        if match["unit"]:
            found.append(AnswerSpan(Span(match.group(), match.start(), match.end()), "quantity"))
        found.append(AnswerSpan(Span(match["value"], match.start("value"), match.end("value")), "number"))
    return found


@lru_cache(maxsize=4096)
def name_spans(sentence: str) -> tuple[AnswerSpan, ...]:
    """Return the names and quoted titles of a sentence, with pairs of names ("Lyon, France", "Ada and Max Lee") beside their parts."""
    dates = [item.span for item in times(sentence) if item.span.text[-1].isdigit()]
    runs = [run for run in _runs(sentence) if not any(run.start < date.end and date.start < run.end for date in dates)]
    titles = (Span(quoted["title"], quoted.start("title"), quoted.end("title")) for quoted in _QUOTED.finditer(sentence))
    return (
        *(AnswerSpan(run, "name", *_told_kinds(sentence, run)) for run in runs),
        *(AnswerSpan(span, "title", frozenset(["work"])) for span in titles),
        *(AnswerSpan(span, "place pair", frozenset(["place"])) for span in _place_pairs(sentence, runs)),
        *(AnswerSpan(span, "names", *_told_kinds(sentence, span)) for span in _joined_names(sentence, runs)),
    )


def kinds_of_description(description: str) -> frozenset[AnswerKind]:
    """Return what a noun phrase such as "Danish film director and writer" says something is; empty where its nouns are not listed."""
    lower = [word.lower() for word in _WORD.findall(description)]
    heads = [word for word, after in zip(lower, [*lower[1:], "and"], strict=False) if after in {"and", "or"} and word not in STOP_WORDS]
    return frozenset(kind for head in heads for kind in _kinds_of_head(head))


def is_firm(name: str) -> bool:
    """Tell whether a name has a word in it by which firms and other bodies are called: "Lund Brothers", "Bank of Lund"."""
    return not _ORGANISATION.isdisjoint(name.split())


@lru_cache(maxsize=8192)
def answer_spans(sentence: str, wanted: WantedAnswer) -> tuple[AnswerSpan, ...]:
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
        found = [*name_spans(sentence), *(_phrases(sentence) if wanted.kind == "thing" else [])]
        if wanted.head in {"country", "nation"}:
            found += [AnswerSpan(span, "listed", frozenset(["nationality"])) for span in _listed(sentence, "nationality")]
    return tuple(sorted(found, key=lambda item: (item.span.start, -item.span.end)))


def fit(found: AnswerSpan, wanted: WantedAnswer, *, kinds: frozenset[AnswerKind]) -> float:
    """Return how well a stretch fits what is wanted, 0..1.

    `kinds` is what the passages say of the thing of that name, beside what stands around it here; empty where they say nothing.
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

_DOER = re.compile(r"(?<=[a-z]{3}[dtsl])(?:or|er|ion|ment)$|(?<=[a-z]{5})at(?:or|ion)$")


@cache
def _relations() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, row in enumerate(rows("answer_relations", room=__package__)):
        for word in row:
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


_MONTH = "|".join(MONTH_NAMES)
_YEAR = r"(?:1\d|20)\d\d"
_TIME = re.compile(
    rf"\b(?P<day>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH}),? (?P<y1>{_YEAR})|(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?,? (?P<y2>{_YEAR})"
    rf"|(?:{_MONTH}),? (?P<y3>{_YEAR})|\d{{4}}-\d\d-\d\d)\b"
    rf"|\b(?P<range>(?:[Ff]rom|[Bb]etween) {_YEAR} (?:to|until|and) {_YEAR}|{_YEAR}[–-](?:{_YEAR}|\d\d)\b)"
    rf"|\b(?P<year>{_YEAR}s?)(?![\w,.]*\d)\b|\b(?P<century>(?:\d{{1,2}}(?:st|nd|rd|th)|[a-z]+th|first|second|third)[ -]century)\b"
    rf"|\b(?P<bare>\d{{1,2}} (?:{_MONTH})|(?:{_MONTH}) \d{{1,2}})\b"
)
_NUMERAL = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|two|three|four|"
    r"five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|a dozen|a hundred"
    r"|a thousand|one)(?: (?:hundred|thousand|million|billion|trillion))?"
)
_UNIT = (
    r"(?:%| ?per ?cent| ?(?:square |cubic )?(?:kilomet|met|centimet|millimet)(?:re|er)s?| ?km2?| ?m\b| ?cm| ?(?:square )?miles?| ?feet"
    r"| ?foot| ?ft| ?inches| ?acres?| ?hectares?| ?tonn?e?s?| ?kilogra?m?s?| ?kg| ?pounds?| ?dollars?| ?euros?| ?kroner| ?kronor| ?francs?"
    r"| ?yen| ?rupees?| ?pesos?| ?seconds?| ?minutes?| ?hours?| ?days?| ?weeks?| ?months?| ?years?| ?km/h| ?mph| ?degrees?)"
)
_NUMBER = re.compile(rf"(?<![\w.,-])(?:[$€£] ?)?(?P<value>{_NUMERAL})(?P<unit>{_UNIT})?(?!\w|[-,.]\d)", re.I)
_WORD = re.compile(r"[^\W_](?:[\w'’&-]*[\w])?(?:\.(?=\w))?")
_TOKEN = re.compile(
    r"[^\W_](?:[.](?=[A-Z][.]?)|[\w'’&/-])*(?:(?<=\b[A-Z])\.|(?<=\b[A-Z]\.[A-Z])\.|(?<=\bSt)\.|(?<=\bDr)\.|(?<=\bMr)\.|(?<=\bJr)\.)?|&"
)
_PARTICLES = frozenset("of the de la le du von van der den da di del dos das ten al el y et ser & for".split())
_BEGINNERS = frozenset(
    "born once today about after although among because besides both despite during early first following founded however in its later "
    "located many most named now one originally raised several since some two three until when while with".split()
)
_FOREIGN_ARTICLES = frozenset("La Le Les Il El Los Las Der Das Un Una".split())  # behind these a title goes on in lower case
_QUOTED = re.compile(r"[“\"](?P<title>[A-ZÀ-Þ\d][^“”\"]{1,70}?)[,.]?[”\"]")
_ORGANISATION = frozenset(
    "University College School Institute Academy Records Press Games Company Corporation Inc Ltd Limited Band Orchestra Foundation Party "
    "Studio Studios F.C FC Club Group Pictures Films Film Productions Entertainment Museum Association Society Union League Bank "
    "Airlines Airways Hospital Rovers United Rangers Council Agency Brothers Sons & Theatre Conservatory "
    "Ministry Trust Media Music Publishing".split()
)
_PLACE = frozenset(
    "River Lake Mount Mountain Mountains Sea Ocean Street County State Island Islands Bridge Tower Park Square Province City Valley Bay "
    "Pass Strait Castle Palace Stadium Gulf Cape District Republic Kingdom Peninsula Alps".split()
)
_THING = frozenset("Prize Award Medal Cup War Trophy Open Championship Oscar BAFTA Grammy Championships".split())
_KIND_WORDS: tuple[tuple[frozenset[str], AnswerKind], ...] = ((_THING, "thing"), (_ORGANISATION, "organisation"), (_PLACE, "place"))
_PEOPLE_TOO = frozenset(["publisher", "maker", "manufacturer", "brewer"])
_FIRMS_TOO = frozenset(["developer"])
_IN = frozenset("in at from near to into through across around".split())
_PERSON_BEFORE = frozenset("mr mrs ms dr sir lady lord king queen prince princess president professor saint captain general pope".split())
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


def _kinds_of_head(head: str) -> frozenset[AnswerKind]:
    kind = kind_of_noun(head)
    other: AnswerKind | None = "organisation" if head in _FIRMS_TOO else "person" if head in _PEOPLE_TOO else None
    return frozenset(one for one in (kind, other) if one)


def _runs(sentence: str) -> Iterator[Span]:
    """Give the runs of capitalised words, joined by particles; a demonym before a name is no part of it."""
    tokens = [(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(sentence)]
    place = 0
    while place < len(tokens):
        if not _opens_a_name(tokens, place, sentence=sentence):
            place += 1
            continue
        last = place
        while (following := _next_of_name(tokens, last, sentence=sentence)) is not None:
            last = following
        yield from _parts(sentence, tokens[place : last + 1])
        place = last + 1


def _opens_a_name(tokens: list[tuple[str, int, int]], place: int, *, sentence: str) -> bool:
    word, start, end = tokens[place]
    if not word[0].isupper():
        return False
    before = sentence[:start].rstrip()[-1:]
    is_followed = place + 1 < len(tokens) and tokens[place + 1][0][0].isupper()
    if word.lower() in {"the", "a"}:
        return start > 0 and before not in ".!?:" and is_followed
    if start == 0 or before in '"“(':
        is_joined = is_followed and sentence[end : tokens[place + 1][1]] == " "
        return word.lower() not in STOP_WORDS | _BEGINNERS and (is_joined or not is_past(word.lower()))
    return word.lower() not in STOP_WORDS or len(word) == 1


def _next_of_name(tokens: list[tuple[str, int, int]], last: int, *, sentence: str) -> int | None:
    """Return the place of the next capitalised word of a name, behind at most two particles; None where the name ends."""
    for step in range(1, 4):
        place = last + step
        if place >= len(tokens) or not _adjoins(sentence, tokens[place - 1], right=tokens[place]):
            return None
        word = tokens[place][0]
        if word[0].isupper() or (step == 1 and tokens[last][0] in _FOREIGN_ARTICLES and word not in STOP_WORDS):
            return place
        if step == 1 and word.isdigit() and len(word) < 4:
            return place
        if word not in _PARTICLES:
            return None
    return None


def _adjoins(sentence: str, left: tuple[str, int, int], *, right: tuple[str, int, int]) -> bool:
    return sentence[left[2] : right[1]] in {" ", "\n"} and not left[0].endswith(("'s", "’s"))


def _parts(sentence: str, tokens: list[tuple[str, int, int]]) -> Iterator[Span]:
    """Give a name; without a demonym or "'s" at its edges; and the parts of one with "of", which may be two names."""
    while len(tokens) > 1 and tokens[0][0].lower() in listed_phrases("nationality") and tokens[1][0][0].isupper():
        tokens = tokens[1:]
    while len(tokens) > 1 and tokens[-1][0].lower() in listed_phrases("nationality") - listed_phrases("country"):
        tokens = tokens[:-1]
    if len(tokens) == 1 and tokens[0][0].lower() in listed_phrases("nationality") and tokens[0][0].lower() not in listed_phrases("country"):
        return
    if all(word.lower() in _PARTICLES for word, *_ in tokens):
        return
    start, end = tokens[0][1], tokens[-1][2]
    text = sentence[start:end]
    for ending in ("'s", "’s"):
        text = text.removesuffix(ending)
    yield Span(text, start, start + len(text))
    first = tokens[0][0]
    tells_kind = first in _ORGANISATION | _PLACE | _THING or kind_of_noun(first.lower()) is not None
    for number, (word, *_) in enumerate(tokens):
        if word in {"of", "for"} and 0 < number < len(tokens) - 1 and not tells_kind:
            yield Span(sentence[start : tokens[number - 1][2]], start, tokens[number - 1][2])
            tail = tokens[number + 1][1]
            yield Span(text[tail - start :], tail, start + len(text))


def _told_kinds(sentence: str, run: Span) -> tuple[frozenset[AnswerKind], frozenset[AnswerKind]]:
    """Tell what a name is by its own words, else by the words beside it: (surely, likely)."""
    own = _kind_of_own_words(run.text)
    if own:
        return frozenset([own]), frozenset()
    before = [word.lower() for word in re.findall(r"[\w'’-]+", sentence[: run.start])[-4:]]
    behind = sentence[run.end : run.end + 80]
    noun = before[-1] if before else ""
    if noun == "of" and len(before) > 1 and kind_of_noun(before[-2]) == "place" and before[-2] not in {"capital", "seat"}:
        return frozenset(["place"]), frozenset()
    touches = sentence[: run.start].endswith(" ") and sentence[: run.start].rstrip()[-1:] not in ',;(“"'
    kinds = _kinds_of_head(noun) if touches and noun not in STOP_WORDS else frozenset[AnswerKind]()
    if sentence[: run.start].endswith(", ") and behind[:1] in {",", ".", ""} and noun not in STOP_WORDS:
        kinds = _kinds_of_head(noun)
    if noun in _PERSON_BEFORE:
        kinds = frozenset(["person"])
    apposition = re.match(r",? (?:\([^)]*\),? )?(?:(?:is|was|are|were) )?(?:an?|the) ((?:[\w’'-]+ ){0,5}[\w’'-]+)", behind)
    if not kinds and apposition:
        described = re.split(r" (?:of|from|in|at|by|that|which|who|whose|with|for|on) ", apposition[1] + " ")[0]
        kinds = kinds_of_description(described)
    if not kinds and re.match(r" \((?:born|\d{4}[–-])|,? who\b", behind):
        kinds = frozenset(["person"])
    return kinds, _hints(run.text, noun)


def _hints(text: str, before: str) -> frozenset[AnswerKind]:
    if before in _IN:
        return frozenset(["place", "organisation"] if before in {"at", "from", "to"} else ["place"])
    if before == "the":
        return frozenset(["organisation", "work"])
    tokens = text.split()
    if 2 <= len(tokens) <= 4 and all((token[0].isupper() and token.isalpha()) or token.endswith(".") for token in tokens):
        return frozenset(["person"])
    return frozenset(["work"]) if tokens[0].lower() in {"the", "a"} else frozenset()


def _kind_of_own_words(text: str) -> AnswerKind | None:
    if text.lower().removeprefix("the ") in listed_phrases("country") | listed_phrases("state"):
        return "place"
    tokens = text.replace(",", "").rstrip(".").split()
    for words, kind in _KIND_WORDS:
        if len(tokens) > 1 and (tokens[-1] in words or tokens[0] in words or (kind == "organisation" and words & set(tokens))):
            return kind
    return "person" if tokens[0].lower() in _PERSON_BEFORE and len(tokens) > 1 else None


def _place_pairs(sentence: str, runs: list[Span]) -> Iterator[Span]:
    """Give "Lyon, France": a name and, behind a comma, a country or state."""
    known = listed_phrases("country") | listed_phrases("state")
    for left in runs:
        for right in runs:
            if sentence[left.end : right.start] == ", " and right.text.lower() in known and left.text.lower() not in known:
                yield Span(sentence[left.start : right.end], left.start, right.end)


def _joined_names(sentence: str, runs: list[Span]) -> Iterator[Span]:
    for left, right in pairwise(runs):
        if sentence[left.end : right.start] == " and ":
            yield Span(sentence[left.start : right.end], left.start, right.end)


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
    if wanted.head in _STRETCHES or found.shape == "range":
        return 1.0 if wanted.head in _STRETCHES and found.shape == "range" else 0.4
    if wanted.head == "year":
        return 1.0 if found.shape == "year" else 0.2
    if wanted.head in {"century", "decade"}:
        return 1.0 if found.span.text.endswith(("century", "0s")) else 0.2
    if found.shape == "day":
        return 1.0
    return 0.3 if found.hints else 0.9  # hints: it is the year of a date


def _fit_of_number(found: AnswerSpan, wanted: WantedAnswer) -> float:
    measured = wanted.head not in {"many", "", "population", "number", "capacity", "attendance"}
    return 1.0 if measured == (found.shape == "quantity") else 0.45


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
