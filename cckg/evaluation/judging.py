"""Judges of answers for CCIS and CRS (CCRAG §5.2): correctness, and faithfulness and reasoning, each from 1 to 5.

The paper's judge is a language model. The built-in one is none: it says how much of the ideal answer the answer covers, and how much of
the answer its quotes cover, by aligned words; tables name who judged.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np
from pydantic import Field

from cckg.core.errors import NoUsableReplyError
from cckg.core.evidence import Answer
from cckg.evaluation.coverage import covered
from cckg.language import split_sentences
from cckg.models import Embedder
from cckg.models.chat import Chat, Reply
from prompts import prompt


@dataclass(frozen=True, slots=True)
class Grades:
    """A judgement; both from 1 to 5."""

    correctness: float
    faithfulness: float

    @property
    def share(self) -> float:
        """Return LJ, the sum of both over 10: 0.2..1."""
        return (self.correctness + self.faithfulness) / 10


class Judge(Protocol):
    """Grades an answer against an ideal one."""

    def judge(self, answer: Answer, ideal: str) -> Grades | None:
        """Return the grades; None where there is no usable judgement, which counts as missing."""


class CoverageJudge:
    """The built-in judge: an entailment by covered words, without a language model."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def judge(self, answer: Answer, ideal: str) -> Grades | None:
        """Return the grades: 1 + 4 × what is covered. An answer without a sentence that cites anything is as faithful as it is correct."""
        said = _MARKS.sub("", answer.text)
        correct = self._covered(ideal, said)
        quotes = {citation.n: citation.quote for citation in answer.package.citations}
        cited = [
            self._covered(_MARKS.sub("", sentence.text), " ".join(quotes.get(int(number), "") for number in numbers))
            for sentence in split_sentences(answer.text)
            if (numbers := _MARKS.findall(sentence.text))
        ]
        faithful = float(np.mean(cited)) if cited else correct
        return Grades(1 + 4 * correct, 1 + 4 * faithful)

    # Private

    def _covered(self, statement: str, premise: str) -> float:
        """Return how much of the words of a statement finds a partner in a premise, 0..1."""
        return covered([(statement, premise)], embedder=self._embedder)[0] if premise.strip() else 0.0


class ChatJudge:
    """A chat model that judges; it is a setting of its own, apart from whoever answers."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def judge(self, answer: Answer, ideal: str) -> Grades | None:
        """Return the model's grades; None where it gave no usable reply."""
        evidence = "\n".join(f"[{citation.n}] {citation.quote}" for citation in answer.package.citations) or "none"
        asked = prompt("judge", question=answer.question, ideal=ideal, evidence=evidence, answer=answer.text)
        try:
            reply = self._chat.complete(asked, Judgement).reply
        except NoUsableReplyError:
            return None
        return Grades(reply.correctness, reply.faithfulness)


class Judgement(Reply):
    """A judge's reply."""

    correctness: Annotated[int, Field(ge=1, le=5)]
    faithfulness: Annotated[int, Field(ge=1, le=5)]


# Private

_MARKS = re.compile(r"\[(\d+)\]")
