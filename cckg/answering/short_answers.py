"""Answers questions of fact by a few words of the passages that are given, with the sentence that says so; by rule, word lists and cosines.

What a question only describes, "the director of Saltmarsh", is asked for first, and its name put in its place. One hop is
`cckg.answering.candidates`, comparisons and yes or no are `cckg.answering.comparisons`. Finding passages is left to the callers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cckg.answering.candidates import ShortAnswer, asked_by, candidates
from cckg.answering.comparisons import chosen, judged
from cckg.answering.passage_sentences import ReadPassages, plain_name, read_passages
from cckg.answering.spans import name_spans, relations_of
from cckg.core.text import STOP_WORDS
from cckg.core.vectors import Vector
from cckg.language import is_past
from cckg.models import Embedder
from cckg.questions import LISTED_KINDS, WantedAnswer, compares_openly, kind_of_noun, wanted_answer


@dataclass(frozen=True, slots=True)
class Description:
    """A description within a question.

    before, text, after  the question in three parts; the text is the description, as a question of its own
    wanted               what the description is of
    """

    before: str
    text: str
    after: str
    wanted: WantedAnswer

    def named(self, name: str) -> str:
        """Return the question with a name instead of the description."""
        return " ".join(f"{self.before} {name} {self.after}".split())


def descriptions(question: str) -> list[Description]:
    """Return the descriptions in a question that may be asked for first, the most likely first; those that are all of it are left out.

    >>> [(found.text, found.named("Ann Lee")) for found in descriptions("Where was the director of Saltmarsh born?")]
    [('the director of Saltmarsh', 'Where was Ann Lee born')]
    """
    question = " ".join(question.split()).rstrip(" ?.!")
    masked = _masked(question)
    found: dict[tuple[int, int], Description] = {}
    for start, end, head in (*_stated(masked), *_clauses(masked), *_of_names(masked)):
        wanted = _wanted(head)
        before, after = question[:start].strip(), question[end:].strip()
        if wanted and _asks_more(before, after):
            found.setdefault((start, end), Description(before, question[start:end].strip(), after, wanted))
    return list(found.values())


LEAST = 0.4
"""The score below which nothing is said, 0..1. Of the questions to develop by, 98 of 100 are answered from there; of the same without the
passages that hold the answer 29 of 100, all of them wrongly."""


def find_short_answers(
    question: str, texts: Sequence[str], *, embedder: Embedder, titles: Sequence[str], least: float = LEAST
) -> list[ShortAnswer]:
    """Return short answers to a question of fact, best first; of ties those by two hops, then in the order of the passages.

    Args:
        question: in English.
        texts: the passages.
        embedder: encodes the sentences in one call, and the questions.
        titles: one for each passage; "" where there is none.
        least: the score from which an answer is told, 0..1; comparisons and yes or no are told whenever they can be decided.

    Returns:
        Every answer is a verbatim stretch of its passage, but for "yes" and "no". Empty where nothing fits, where a comparison cannot be
        decided, where one is asked for without two things named, and for an empty question or no passages.

    Raises:
        ValueError: if there are not as many titles as texts.
    """
    return answers_in(read_passages(texts, titles=titles, embedder=embedder), question, embedder=embedder, least=least)


def answers_in(read: ReadPassages, question: str, *, embedder: Embedder, least: float = LEAST) -> list[ShortAnswer]:
    """Return what `find_short_answers` returns, from passages that are read already; of a part of them with `ReadPassages.only`."""
    if not question.strip() or not read.sentences:
        return []
    reader = _Reader(read, embedder)
    wanted = wanted_answer(question)
    if wanted.kind == "choice":
        return chosen(question, wanted, read=read, encode=reader.vector)
    if wanted.kind == "decision":
        return judged(question, wanted, read=read, encode=reader.vector)
    if compares_openly(question):
        return []
    return [found for found in reader.solve(question, wanted) if found.score >= least]


# Private

_NAME = "\x00"  # stands for each character of a name
_HEAD = r"(?P<head>(?:[a-z][\w-]* ){0,3}?[a-z][\w-]*)"
_OF_NAME = re.compile(
    rf"\b(?:the|a|an) {_HEAD} (?:of|for|to|behind|from|by|on|at|in)(?: (?:the|a) (?:[\w-]+ ){{1,3}}(?:of|for|to|in|by|from))?"
    rf" (?:the |both )?(?:(?:\d{{4}}|[a-z-]+) ){{0,3}}?{_NAME}+(?:[’']s)?"
)
_MADE_BY_NAME = re.compile(
    rf"\b(?:the|a|an) {_HEAD} (?P<verb>[a-z]+) (?:by|in|from|for|at|on|as|to|after|with) (?:the )?(?:[a-z-]+ ){{0,2}}?{_NAME}+"
)
_OWNED = re.compile(rf"{_NAME}+[’']s? {_HEAD}")
_BESIDE = re.compile(rf"\b[Tt]he {_NAME}+ (?P<head>[a-z]+)")
_RELATIVE = re.compile(
    rf"\b(?:[Tt]he|a|an|this) {_HEAD} (?:(?:{_NAME}+|[a-z]+ by {_NAME}+) )?"
    r"(?:(?:in|on|at|by|for|to|from|with|of|after|about|under|against) )?(?:who|whom|whose|which|that|where|when)\b(?P<clause>.*)$"
)
_AUXILIARY_BEFORE = re.compile(r"\b(?P<aux>is|are|was|were|did|does|do|has|had|have|can|will)$", re.I)
_LAST_VERB = re.compile(r" (?P<verb>[a-z]+)(?: (?:in|at|for|from|by|with|on|to|into|as|of))?$")
_VERB_LATER = re.compile(r"(?P<name>\x00)? (?P<verb>[a-z]+)\b(?=.* (?:what|which|who|whom|where|when|how)\b)")
_AT_ONCE = frozenset("is was were are has had did does died plays won worked lived studied".split())
_STATEMENT = re.compile(
    rf"^(?P<said>.*\b(?:a|an|the) (?:[A-Z]\w+ )?{_HEAD}) (?P<rest>(?:(?:that|which|who) )?(?:(?:is|was|were) )?(?:[a-z]+ )?(?:[a-z]+ )?"
    r"(?:in|from|by|at|on|for|to|with|of|during) (?:which|what|whom|whose)\b.*)$"
)
_OPENING = 2  # words before a description that opens its question, fewer than
_QUESTION_WORD = re.compile(r"\b(?:who|whom|whose|what|which|where|when|how)\b", re.I)
_NO_HEAD = frozenset("same first last name title part year date day time number end beginning".split())
_QUESTION_WORDS = re.compile(
    r"\b(?:who|whom|whose|what|which|where|when|how|is|are|was|were|the|name|named|of|does|do|did|in|at|on|by|for|to)\b", re.I
)
_WHO_IS = re.compile(r"(?:who|what) (?:is|are|was|were)", re.I)
_NO_VERBS = frozenset("named called known titled".split())
_BRIDGE_LEAST = 0.3  # score below which a description is not taken for found
_HOPS = 2  # descriptions that are asked for before the question, at most one within the other
_READINGS = 3  # descriptions of one question that are tried
_BRIDGES = 2  # names that are tried for a description
_INNER = 0.25  # what the first of two hops counts of their score
_DESCRIBED = 0.75  # what an answer in one hop keeps where a description could be asked for first


def _masked(question: str) -> str:
    """Return the question with every character of a name as the same mark, so that places stay."""
    letters = list(question)
    for found in name_spans(question):
        if found.shape in {"name", "title"}:
            letters[found.span.start : found.span.end] = _NAME * (found.span.end - found.span.start)
    return "".join(letters)


def _of_names(masked: str) -> Iterator[tuple[int, int, str]]:
    """Give descriptions by one name: "the director of NAME", "the library designed by NAME", "NAME's father", "the NAME singer"."""
    for pattern in (_MADE_BY_NAME, _OF_NAME, _OWNED, _BESIDE):
        place = 0
        while found := pattern.search(masked, place):
            is_made = pattern is not _MADE_BY_NAME or is_past(found["verb"]) or found["verb"] in {"written", "made", "built", "born"}
            if is_made and not set(found["head"].split()) & STOP_WORDS:
                yield found.start(), found.end(), found["head"]
            place = found.start() + 1


def _clauses(masked: str) -> Iterator[tuple[int, int, str]]:
    """Give descriptions by a relative clause, the innermost first; the question's own verb, at its end, is no part of them."""
    found: list[tuple[int, int, str]] = []
    place = 0
    while match := _RELATIVE.search(masked, place):
        place = match.start() + 1
        if not set(match["head"].split()) & STOP_WORDS:
            found += [(match.start(), end, match["head"]) for end in _ends(masked, match)]
    yield from sorted(found, key=lambda item: -item[0])


def _ends(masked: str, match: re.Match[str]) -> Iterator[int]:
    before = masked[: match.start()].rstrip()
    later = _main_verb(masked, match.start("clause")) if len(before.split()) < _OPENING else None
    if later is not None:
        yield later
        return
    auxiliary, verb = _AUXILIARY_BEFORE.search(before), _LAST_VERB.search(match["clause"])
    if auxiliary and verb and len(match["clause"].split()) > 1:
        word = verb["verb"]
        is_asked = auxiliary["aux"].lower() in {"did", "does", "do"} or is_past(word) or word in {"born", "from"}
        if is_asked and word not in _NO_VERBS:
            yield match.start("clause") + verb.start()
            if auxiliary["aux"].lower() in {"did", "does", "do"}:
                return
    yield match.end()


def _main_verb(masked: str, start: int) -> int | None:
    """Return where the main verb of a question begins that opens with a description and asks at its end; None where it does not."""
    for found in _VERB_LATER.finditer(masked, start):
        if found["verb"] in _AT_ONCE or (found["name"] and is_past(found["verb"])):
            return found.start("verb") - 1
    return None


def _stated(masked: str) -> Iterator[tuple[int, int, str]]:
    """Yield the description that opens "NAME sang in a band formed in which city?": all up to the noun that is asked about."""
    found = _STATEMENT.match(masked)
    if found and _NAME in found["said"] and not (_QUESTION_WORD.search(found["said"]) or set(found["head"].split()) & STOP_WORDS):
        yield 0, found.end("said"), found["head"]


def _wanted(head: str) -> WantedAnswer | None:
    """Return what a description with this noun is of; None for a noun that names no thing that has a name."""
    last = head.rsplit(maxsplit=1)[-1]
    if last in _NO_HEAD or is_past(last):
        return None
    kind = kind_of_noun(head) or kind_of_noun(last)
    if kind is None:
        return WantedAnswer("thing", head=last) if relations_of(last) else None
    if kind in LISTED_KINDS or kind in {"time", "number"}:
        return None
    return WantedAnswer(kind, head=last)


def _asks_more(before: str, after: str) -> bool:
    """Tell whether a question asks more of what it describes than for its name."""
    if _WHO_IS.fullmatch(before) and not any(is_past(word) or word in STOP_WORDS or word.endswith("ing") for word in after.split()):
        return False  # "the brother of the leader of the Lund | strike"
    rest = _QUESTION_WORDS.sub(" ", f"{before} {after}")
    return any(character.isalpha() for character in rest)


class _Reader:
    """Answers questions in hops; keeps the vectors of those that it encoded."""

    def __init__(self, read: ReadPassages, embedder: Embedder) -> None:
        self.read = read
        self.embedder = embedder
        self.vectors: dict[str, Vector] = {}

    def vector(self, question: str) -> Vector:
        if question not in self.vectors:
            self.vectors[question] = self.embedder.encode([question])[0]
        return self.vectors[question]

    def solve(self, question: str, wanted: WantedAnswer, *, hops: int = 0) -> list[ShortAnswer]:
        """Return the answers in one hop together with those by way of a description, best first."""
        found = candidates(asked_by(question, wanted), self.read, vector=self.vector(question))
        if hops >= _HOPS:
            return found
        bridged = self._bridged(question, wanted, hops=hops)
        if bridged:
            found = [*bridged, *(replace(one, score=one.score * _DESCRIBED) for one in found)]
        return _each_once(found)

    def _bridged(self, question: str, wanted: WantedAnswer, *, hops: int) -> list[ShortAnswer]:
        known = asked_by(question, wanted).known
        found: list[ShortAnswer] = []
        for description in descriptions(question)[: _READINGS - hops]:
            for bridge in self.solve(description.text, description.wanted, hops=hops + 1)[: _BRIDGES - hops]:
                if bridge.score < _BRIDGE_LEAST:
                    continue
                outer = self.solve(description.named(bridge.text), wanted, hops=hops + 1)
                new = [one for one in outer if not asked_by(one.text, wanted).known <= known]
                found += [replace(one, score=(1 - _INNER) * one.score + _INNER * bridge.score) for one in new]
        return found


def _each_once(found: Sequence[ShortAnswer]) -> list[ShortAnswer]:
    best: dict[str, ShortAnswer] = {}
    for one in sorted(found, key=lambda one: -one.score):
        best.setdefault(plain_name(one.text), one)
    return list(best.values())
