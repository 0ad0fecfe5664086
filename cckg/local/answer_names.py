"""Finds the names in a sentence, and tells by their own words and their neighbours what they are names of.

By capitals, particles and neighbours: no parser, no list of people. What passages say elsewhere of the same name is left to the callers.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from cckg.core.claims import Span
from cckg.core.text import STOP_WORDS
from cckg.local.answer_kinds import AnswerSpan
from cckg.local.answer_times import times
from cckg.local.answer_types import AnswerKind, kind_of_noun, listed_phrases
from cckg.local.lexicon import is_past


def names(sentence: str) -> list[AnswerSpan]:
    """Return the names and quoted titles of a sentence, with pairs of names ("Lyon, France", "Ada and Max Lee") beside their parts."""
    return list(_names(sentence))


def kinds_of_description(description: str) -> frozenset[AnswerKind]:
    """Return what a noun phrase such as "Danish film director and writer" says something is; empty where its nouns are not listed."""
    lower = [word.lower() for word in _WORD.findall(description)]
    heads = [word for word, after in zip(lower, [*lower[1:], "and"], strict=False) if after in {"and", "or"} and word not in STOP_WORDS]
    return frozenset(kind for head in heads for kind in _kinds_of_head(head))


def is_firm(name: str) -> bool:
    """Tell whether a name has a word in it by which firms and other bodies are called: "Lund Brothers", "Bank of Lund"."""
    return not _ORGANISATION.isdisjoint(name.split())


# Private

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
_PEOPLE_TOO = frozenset(["publisher", "maker", "manufacturer", "brewer"])
_FIRMS_TOO = frozenset(["developer"])
_IN = frozenset("in at from near to into through across around".split())
_PERSON_BEFORE = frozenset("mr mrs ms dr sir lady lord king queen prince princess president professor saint captain general pope".split())


def _kinds_of_head(head: str) -> frozenset[AnswerKind]:
    kind = kind_of_noun(head)
    other: AnswerKind | None = "organisation" if head in _FIRMS_TOO else "person" if head in _PEOPLE_TOO else None
    return frozenset(one for one in (kind, other) if one)


@lru_cache(maxsize=4096)
def _names(sentence: str) -> tuple[AnswerSpan, ...]:
    runs = list(_runs(sentence))
    dates = [(item.span.start, item.span.end) for item in times(sentence)]
    runs = [
        run for run in runs if not any(run.start < end and start < run.end for start, end in dates if sentence[start:end][-1:].isdigit())
    ]
    found = [AnswerSpan(run, "name", *_told_kinds(sentence, run)) for run in runs]
    for quoted in _QUOTED.finditer(sentence):
        span = Span(quoted["title"], quoted.start("title"), quoted.end("title"))
        found.append(AnswerSpan(span, "title", frozenset(["work"])))
    found += [AnswerSpan(span, "place pair", frozenset(["place"])) for span in _place_pairs(sentence, runs)]
    found += [AnswerSpan(span, "names", *_told_kinds(sentence, span)) for span in _joined_names(sentence, runs)]
    return tuple(found)


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
    word, start, _ = tokens[place]
    if not word[0].isupper():
        return False
    if word.lower() in {"the", "a"}:
        inside = start > 0 and sentence[:start].rstrip()[-1:] not in ".!?:"
        return inside and place + 1 < len(tokens) and tokens[place + 1][0][0].isupper()
    if start == 0 or sentence[:start].rstrip()[-1:] in '"“(':
        following = (
            place + 1 < len(tokens) and tokens[place + 1][0][0].isupper() and sentence[tokens[place][2] : tokens[place + 1][1]] == " "
        )
        return word.lower() not in STOP_WORDS | _BEGINNERS and (following or not is_past(word.lower()))
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
    for number, (word, *_) in enumerate(tokens):
        if word in {"of", "for"} and 0 < number < len(tokens) - 1 and not _kind_of_first_word(tokens[0][0]):
            yield Span(sentence[start : tokens[number - 1][2]], start, tokens[number - 1][2])
            tail = tokens[number + 1][1]
            yield Span(text[tail - start :], tail, start + len(text))


def _kind_of_first_word(word: str) -> bool:
    return word in _ORGANISATION | _PLACE | _THING or kind_of_noun(word.lower()) is not None


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
    for words, kind in ((_THING, "thing"), (_ORGANISATION, "organisation"), (_PLACE, "place")):
        if len(tokens) > 1 and (tokens[-1] in words or tokens[0] in words or (kind == "organisation" and words & set(tokens))):
            found: AnswerKind = kind  # type: ignore[assignment]
            return found
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
