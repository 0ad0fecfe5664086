"""Tells where sentences give different dates or numbers for one act of one thing, so that no one of them is the answer.

Strict: a sentence counts only if all that the question asks about stands beside the value and nothing else does, and where the thing has no
name of its own, only if both sentences are of one document, or of two whose titles share a name. Which answer is shown is left to callers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cckg.answering.compared_subjects import is_uncertain
from cckg.answering.comparison_sides import Extent, apart, quantity_in
from cckg.answering.spans import stems
from cckg.core.claims import Span
from cckg.core.text import STOP_WORDS, content_words
from cckg.language import MONTH_NAMES, WORDED_DATE, read_sentences, stem, years_of
from cckg.questions import wanted_answer


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A date or a number with its unit, as a sentence words it; the sentence, in characters of its passage, and the passage's number."""

    text: str
    sentence: Span
    passage: int


def differing_values(question: str, texts: Sequence[str], *, titles: Sequence[str]) -> list[ToldValue]:
    """Return the values that sentences give where they do not agree, each with the first sentence that tells it, in the order of passages.

    A rounded number agrees with the one that it may be rounded from, a year with its days. Of times only those of acts that are done once,
    as building or being born, are compared.

    Args:
        question: in English.
        texts: the passages.
        titles: of their documents, one for each; passages with the same title are taken for one document.

    Returns:
        Two values or more; empty where all sentences agree, where fewer than two are plain, and for questions that want no time or number.

    Raises:
        ValueError: if there are not as many titles as texts.
    """
    kind = wanted_answer(question).kind
    asked = _asked(question)
    if kind not in ("time", "number") or not asked or (kind == "time" and _ONCE.isdisjoint(asked)):
        return []
    found: list[tuple[Extent, ToldValue]] = []
    for number, (text, _) in enumerate(zip(texts, titles, strict=True)):
        for sentence in read_sentences(text):
            if sentence.kind in {"prose", "item"} and (told := _told(asked, sentence.span.text, kind=kind)):
                found.append((told[0], ToldValue(told[1], sentence.span, number)))
    different: list[tuple[Extent, ToldValue]] = []
    for extent, value in found:
        if not any(_agree((extent, value), other) for other in different):
            different.append((extent, value))
    if not different:
        return []
    first, *others = different
    of_one = [other for other in others if other[0].measured == first[0].measured and _is_one(question, first[1], other[1], texts, titles)]
    return [first[1], *(value for _, value in of_one)] if of_one else []


# Private

_ONCE = frozenset(
    map(
        stem,
        "born died die founded established built build constructed erected completed opened open inaugurated closed close demolished "
        "scrapped dissolved abolished invented discovered published written wrote composed launched sunk sank killed collapsed "
        "destroyed burned burnt exploded".split(),
    )
)
"""Acts that one thing does, or undergoes, once."""
_NUMBER = re.compile(
    r"(?<![\w.,/-])[$€£¥]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
    r"(?: (?:hundred|thousand|million|billion)\b)?(?: (?!(?:in|on|at|of|and|or|to|by|for|a|per|with|after|when|as|more|less)\b)[a-z]+)?"
)
_DATE = re.compile(rf"(?:(?<=\bin )|(?<=\bon )){WORDED_DATE}")
_WORD = re.compile(r"[\w'’-]+|[^\w\s]")
_APPROXIMATE = re.compile(
    r"\b(?:about|approximately|around|roughly|circa|some|nearly|almost|only|another|first|further)\W*$", re.IGNORECASE
)
_AGAIN = re.compile(r"\b(?:again|re-?open\w*|rebuilt|second time|until|re-?found\w*|re-?establish\w*|temporarily)\b", re.IGNORECASE)
_BEHIND = {
    "time": re.compile(
        r"(?:\W*$|[.;]|,(?! (?:\d|again|and (?:again|in|on)\b))| (?:in|at|near|by|according|because|after|when|under|following)\b)"
    ),
    "number": re.compile(r"(?:\W*$|[.;]|,(?! \d)| (?:according|but|because|while|and (?:the|it|was|is|has)\b))"),
}
_BEFORE = re.compile(
    r"(?:^|^(?:according to|in the (?:words|view) of) [^,\d]+, |; |\b(?:because|that|after) "
    r"|\b(?:forced|obliged|led|caused|compelled|allowed|made) (?:(?:the|its|their|his|her) )?(?:[\w-]+ ){1,3}to )"
    r"(?:(?:the|its|his|her|their) )?$",
    re.IGNORECASE,
)
"""What may stand before the thing or the act: nothing that would say that another thing is meant."""
_CAPITALISED = re.compile(r"(?<=[a-z,] )[A-ZÀ-Þ][\w’'-]+")
_DIMENSIONS = frozenset(["long", "tall", "high", "deep", "wide"])
_UNNAMED = frozenset([*MONTH_NAMES, "I"])


def _asked(question: str) -> frozenset[str]:
    """Return the stems of what a question asks about, without the words that say only what is wanted of it."""
    head = wanted_answer(question).head
    unasked = {"year", "date", "day", "much", "many", *([] if head in _DIMENSIONS else [head])}
    return frozenset(stem(word) for word in content_words(question) if word not in unasked)


def _told(asked: frozenset[str], sentence: str, *, kind: str) -> tuple[Extent, str] | None:
    """Return the one value that a sentence gives for what is asked, and its wording; None where that is not plain."""
    if is_uncertain(sentence) or _AGAIN.search(sentence):
        return None
    places = list((_DATE if kind == "time" else _NUMBER).finditer(sentence))
    found = [(extent, place.group()) for place in places if _stands(asked, sentence, place, kind=kind) and (extent := _extent(place, kind))]
    return found[0] if len(found) == 1 else None


def _stands(asked: frozenset[str], sentence: str, place: re.Match[str], *, kind: str) -> bool:
    """Tell whether a value stands beside all that is asked, and beside nothing else."""
    before, told, behind = sentence[: place.start()], place.group(), sentence[place.end() :]
    if _APPROXIMATE.search(before):
        return False
    after = next((word.group() for word in _WORD.finditer(behind)), "")
    if kind == "number" and stem(after.lower()) in asked and behind.startswith(" "):
        told, behind = f"{told} {after}", behind[len(after) + 1 :]
    if not _BEHIND[kind].match(behind):
        return False
    missing = asked - stems(told)
    for word in reversed(list(_WORD.finditer(before))):
        said = word.group().lower()
        missing -= {stem(said)}
        if not missing and (stem(said) in asked):
            return bool(_BEFORE.search(before[: word.start()]))
        if stem(said) not in asked and (said not in STOP_WORDS or not said.isalpha()):
            return False
    return False


def _extent(place: re.Match[str], kind: str) -> Extent | None:
    if kind == "time":
        years = years_of(place.group())
        return Extent(*years) if years else None
    quantity = quantity_in(place.group().lstrip("$€£¥"))
    if not quantity:
        return None
    sign = place.group()[0] if place.group()[0] in "$€£¥" else ""
    return Extent(quantity[0], quantity[0], f"{sign}{quantity[1]}")


def _agree(one: tuple[Extent, ToldValue], other: tuple[Extent, ToldValue]) -> bool:
    """Tell whether two values may be the same, one of them rounded or less exact."""
    if not apart(one[0], other[0]):
        return True
    if one[0].measured != other[0].measured or one[0].least != one[0].most:
        return False
    digits = min(_digits(value.text) for _, value in (one, other))
    left, right = (float(f"{extent.least:.{digits}g}") for extent, _ in (one, other))
    return left == right


def _digits(wording: str) -> int:
    found = re.search(r"\d[\d,.]*", wording)
    return max(1, len(found.group().replace(",", "").replace(".", "").strip("0"))) if found else 2


def _is_one(question: str, one: ToldValue, other: ToldValue, texts: Sequence[str], titles: Sequence[str]) -> bool:
    """Tell whether two sentences are of one thing: it has a name, or they are of one document, or of two on the same named thing."""
    if _CAPITALISED.search(question):
        return True
    left, right = titles[one.passage], titles[other.passage]
    if one.passage == other.passage or (left and left == right):
        return True
    named = {name for text in texts for name in _CAPITALISED.findall(text)} - _UNNAMED
    shared = set(re.findall(r"[A-ZÀ-Þ][\w-]+", left)) & set(re.findall(r"[A-ZÀ-Þ][\w-]+", right)) & named
    return bool(shared) and re.findall(r"\d+", left) == re.findall(r"\d+", right)
