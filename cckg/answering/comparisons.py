"""Questions that compare: which of two comes first, is longer, fits a description; and questions of yes or no.

What cannot be decided by what the passages say of both sides is left unanswered.
"""

import re
from collections.abc import Callable, Sequence

from cckg.answering.candidates import ShortAnswer, anchored, asked_by, candidates, related_share
from cckg.answering.comparison_sides import ASKING, COUNTED, LISTS, MEASURES, STARTING, Extent, Side, listed_values, quantity_in, side_of
from cckg.answering.passage_sentences import PassageSentence, ReadPassages
from cckg.answering.spans import name_spans, stems
from cckg.core.claims import Span
from cckg.core.text import content_words
from cckg.core.vectors import Vector
from cckg.language import denies, stem, years_of
from cckg.questions import LATER, LESS, LISTED_KINDS, MORE, SAME, SOONER, THAN, AnswerKind, WantedAnswer, listed_phrases, without_names

Encodes = Callable[[str], Vector]


def chosen(question: str, wanted: WantedAnswer, *, read: ReadPassages, encode: Encodes) -> list[ShortAnswer]:
    """Return which of two named alternatives a question means, first where a passage names it; empty where that is open.

    A question with a "not" in it is left open. `encode` gives the unit vector of a question.
    """
    if denies(without_names(question, wanted.alternatives)):
        return []
    sides = [side_of(name, read) for name in wanted.alternatives]
    found = _measured(question, wanted.alternatives, sides=sides, encode=encode) or _fits(question, wanted.alternatives, sides=sides)
    if found is None:
        return []
    place, sentence, score = found
    return _where_named(wanted.alternatives[place], sides[place], sentence=sentence, score=score)


def judged(question: str, wanted: WantedAnswer, *, read: ReadPassages, encode: Encodes) -> list[ShortAnswer]:
    """Return "yes" or "no" with the sentence that decides; empty where the passages do not decide. Arguments as of `chosen`."""
    if len(wanted.alternatives) == _TWO:
        if denies(without_names(question, wanted.alternatives)):
            return []
        sides = [side_of(name, read) for name in wanted.alternatives]
        measured = _measured(question, wanted.alternatives, sides=sides, encode=encode)
        if measured:
            place, sentence, score = measured
            return _yes_or_no(place == 0, sentence, score=score)
        if THAN.search(question):
            return []
        shared = SAME.search(question)
        return _same(shared["what"].lower(), sides) if shared else _both(question, wanted.alternatives, sides=sides)
    return _single(question, read, encode=encode)


# Private

_TWO = 2
_ALL = 0.85  # share of words from which something is said
_SURE = 0.7  # score of an answer by listed words
_APART = 0.15  # by how much one alternative must fit better than the other
_LONGER_LIFE = re.compile(r"\b(?:lived?|life) longer\b|\blonger (?:life|lived)\b", re.I)
_LIFE = re.compile(r"(?P<birth>1\d{3}|20\d\d)[^()]*?(?P<death>1\d{3}|20\d\d)")
_IN_SOMETHING = re.compile(r"\b(?:in|at|from|on)\s+(?:the\s+)?(?P<what>[A-ZÀ-Þ\d][\w’'-]*(?:\s+[A-ZÀ-Þ\d][\w’'-]*)*)$")
_Measured = tuple[Extent, tuple[int, Span], float]
_BOTH_WORDS = frozenset("both same also located people person known".split())


def _measured(
    question: str, alternatives: Sequence[str], *, sides: Sequence[Side], encode: Encodes
) -> tuple[int, tuple[int, Span], float] | None:
    """Return which side has more, or is earlier, and by which sentence; None where that is not said of both."""
    rest = without_names(question, alternatives)
    if _LONGER_LIFE.search(rest):
        found, most = [_life_length(side) for side in sides], True
    elif SOONER.search(rest) or LATER.search(rest):
        found, most = [_time_of(side, rest, encode=encode) for side in sides], not SOONER.search(rest)
    elif how := MORE.search(rest) or LESS.search(rest):
        found, most = [_number_of(side, rest, how=how["how"].lower(), encode=encode) for side in sides], MORE.search(rest) is not None
    else:
        return None
    left, right = found
    if left is None or right is None or not (left[0].below(right[0]) or right[0].below(left[0])):
        return None
    place = int(left[0].below(right[0]) == most)
    return place, (left, right)[place][1], (left[2] + right[2]) / 2


def _life_length(side: Side) -> _Measured | None:
    for sentence in side.read.sentences[:2]:
        if life := _LIFE.search(sentence.span.text):
            years = float(life["death"]) - float(life["birth"])
            return Extent(years, years), (sentence.passage, sentence.span), _SURE
    return None


def _time_of(side: Side, rest: str, *, encode: Encodes) -> _Measured | None:
    words = [
        word for word in content_words(rest) if not (SOONER.fullmatch(word) or LATER.fullmatch(word)) and word not in ASKING | STARTING
    ]
    is_person = "person" in side.read.kinds(side.name)
    if not words or re.search(r"\b(?:old|young)", rest, re.I):
        words = ["born"] if is_person else ["founded", "opened", "established", "released", "published"]
    text = f"When was {side.name} {' '.join(words)}"
    best = next(iter(candidates(asked_by(text, WantedAnswer("time")), side.read, vector=encode(text))), None)
    years = years_of(best.text) if best else None
    return (Extent(*years), (best.passage, best.sentence), best.score) if best and years else None


def _number_of(side: Side, rest: str, *, how: str, encode: Encodes) -> _Measured | None:
    counted = how in COUNTED
    noun = " ".join(content_words(rest.lower().partition(how)[2])[:2]) if counted else MEASURES.get(how, "")
    text = f"How {'many' if counted else how} {noun} {side.name}"
    wanted = WantedAnswer("number", head="many" if counted else "tall")
    best = next(iter(candidates(asked_by(text, wanted), side.read, vector=encode(text))), None)
    value = quantity_in(best.text) if best else None
    if value is None or best is None:
        return None
    return Extent(value[0], value[0], "" if counted else value[1]), (best.passage, best.sentence), best.score


def _fits(question: str, alternatives: Sequence[str], *, sides: Sequence[Side]) -> tuple[int, tuple[int, Span], float] | None:
    """Return the side of which the passages say more of what the question says; None where neither is clearly ahead."""
    asked = asked_by(without_names(question, alternatives), WantedAnswer("thing"))
    left, right = (_best_said(asked.relations + tuple(sorted(asked.anchors)), side.read.sentences) for side in sides)
    if left is None or right is None or not (asked.relations or asked.anchors) or abs(left[0] - right[0]) < _APART:
        return None
    return (0, left[1], left[0]) if left[0] > right[0] else (1, right[1], right[0])


def _best_said(words: Sequence[str], sentences: Sequence[PassageSentence]) -> tuple[float, tuple[int, Span]] | None:
    asked = asked_by(" ".join(words), WantedAnswer("thing"))
    found = [(related_share(asked, sentence), (sentence.passage, sentence.span)) for sentence in sentences]
    return max(found, key=lambda item: item[0], default=None)


def _where_named(name: str, side: Side, *, sentence: tuple[int, Span], score: float) -> list[ShortAnswer]:
    passage, span = sentence
    text = side.read.texts[passage]
    place = re.search(re.escape(name), text, re.IGNORECASE)
    if place is None:
        return []
    return [ShortAnswer(place.group(), place.start(), place.end(), span, passage, min(1.0, score))]


def _yes_or_no(holds: bool, sentence: tuple[int, Span], *, score: float) -> list[ShortAnswer]:  # noqa: FBT001
    passage, span = sentence
    return [ShortAnswer("yes" if holds else "no", span.start, span.end, span, passage, min(1.0, score))]


def _same(what: str, sides: Sequence[Side]) -> list[ShortAnswer]:
    """Compare what the passages say of both sides: nationalities, professions, genres, countries."""
    kinds = ("country", "nationality") if what in {"country", "nation"} else (LISTS.get(what, what.removesuffix("s")),)
    for name in kinds:
        if name not in LISTED_KINDS | {"country", "state"}:
            return []
        left, right = (listed_values(side, name) for side in sides)
        if left[0] and right[0]:
            return _yes_or_no(not left[0].isdisjoint(right[0]), left[1] or right[1] or (0, Span("", 0, 0)), score=_SURE)
    return []


def _both(question: str, alternatives: Sequence[str], *, sides: Sequence[Side]) -> list[ShortAnswer]:
    """Judge "Are A and B both X?": yes if X is said of both, no if something else of its kind is said of one."""
    words = [word for word in content_words(without_names(question, alternatives)) if word not in _BOTH_WORDS]
    if not words:
        return []
    verdicts = [_is_said(words, side) for side in sides]
    for holds, where in verdicts:
        if holds is False and where:
            return _yes_or_no(False, where, score=_SURE)
    first = verdicts[0][1]
    return _yes_or_no(True, first, score=_SURE) if all(holds for holds, _ in verdicts) and first else []


def _is_said(words: Sequence[str], side: Side) -> tuple[bool | None, tuple[int, Span] | None]:
    best = _best_said(words, side.read.sentences)
    if best is None:
        return None, None
    if best[0] >= _ALL:
        return True, best[1]
    lower = " ".join(words)
    for name in ("nationality", "profession", "genre", "religion", "sport"):
        asked = [phrase for phrase in listed_phrases(name) if re.search(rf"\b{re.escape(phrase)}s?\b", lower)]
        values, where = listed_values(side, name)
        if asked and values and not any(phrase in value or value in phrase for phrase in asked for value in values):
            return False, where
    described = side.read.describes(side.name)
    if described and len(words) <= _TWO and stems(described).isdisjoint(map(stem, words)):
        return False, (side.read.sentences[0].passage, side.read.sentences[0].span)
    return None, None


def _single(question: str, read: ReadPassages, *, encode: Encodes) -> list[ShortAnswer]:
    """Judge a question about one thing: yes if a sentence says all of it, no if it says the same of another place or time."""
    asked = asked_by(question, WantedAnswer("decision"))
    for sentence in read.sentences:
        if anchored(asked, sentence, read=read) >= 1 and related_share(asked, sentence) >= 1 and asked.relations:
            return _yes_or_no(not denies(sentence.span.text), (sentence.passage, sentence.span), score=_SURE)
    found = _IN_SOMETHING.search(question.rstrip(" ?"))
    if not found:
        return _described_otherwise(question, read)
    kind: AnswerKind = "time" if found["what"][-1].isdigit() else "place"
    text = question[: found.start()].strip()
    best = next(iter(candidates(asked_by(text, WantedAnswer(kind)), read, vector=encode(text))), None)
    if best is None or best.score < _SURE:
        return []
    return _yes_or_no(found["what"].lower() in best.text.lower(), (best.passage, best.sentence), score=best.score)


def _described_otherwise(question: str, read: ReadPassages) -> list[ShortAnswer]:
    """Judge "Was A English?": no, where the passages say something else of the same kind of A."""
    called = [found.span.text for found in name_spans(question) if found.shape == "name" and found.span.text in read.topics]
    if len(called) != 1:
        return []
    words = content_words(without_names(question, called))
    holds, where = _is_said(words, side_of(called[0], read)) if words else (None, None)
    return _yes_or_no(holds, where, score=_SURE) if holds is not None and where else []
