"""Answers questions of fact by a few words of the passages that are given, with the sentence that says so; by rule, word lists and cosines.

One hop is `cckg.local.answer_candidates`, descriptions within questions are `cckg.local.nested_questions`, comparisons and yes or no
`cckg.local.comparisons`. Finding passages is left to the callers.
"""

from collections.abc import Sequence
from dataclasses import replace

from cckg.core.vectors import Vector
from cckg.local.answer_candidates import ShortAnswer, asked_by, candidates
from cckg.local.answer_types import WantedAnswer, compares_openly, wanted_answer
from cckg.local.comparisons import chosen, judged
from cckg.local.nested_questions import descriptions
from cckg.local.passage_sentences import ReadPassages, plain_name, read_passages
from cckg.models.base import Embedder

__all__ = ["LEAST", "ShortAnswer", "answers_in", "short_answers"]


LEAST = 0.4
"""The score below which nothing is said, 0..1. Of the questions to develop by, 98 of 100 are answered from there; of the same without the
passages that hold the answer 29 of 100, all of them wrongly."""


def short_answers(
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
    """Return what `short_answers` returns, from passages that are read already; of a part of them with `ReadPassages.only`."""
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

_BRIDGE_LEAST = 0.3  # score below which a description is not taken for found
_HOPS = 2  # descriptions that are asked for before the question, at most one within the other
_READINGS = 3  # descriptions of one question that are tried
_BRIDGES = 2  # names that are tried for a description
_INNER = 0.25  # what the first of two hops counts of their score
_DESCRIBED = 0.75  # what an answer in one hop keeps where a description could be asked for first


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
