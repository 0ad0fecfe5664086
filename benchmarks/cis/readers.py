"""Readers that answer a question from passages: the built-in one, which takes words out of them, and a language model that writes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Protocol

from benchmarks.cis.replies import Writer
from cckg.answering import find_short_answers
from cckg.answering.short_answers import LEAST
from cckg.models import Embedder

ANSWER_TOKENS = 24
THOUGHT_TOKENS = 48
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage as readers see it."""

    title: str
    text: str


class Reader(Protocol):
    """Answers questions from passages, and reasons towards answers sentence by sentence."""

    def answer(self, question: str, passages: Sequence[Shown], *, may_abstain: bool) -> str:
        """Return a short answer; "" where there is none, or where it may abstain and is not sure."""

    def thought(self, question: str, passages: Sequence[Shown], thoughts: Sequence[str]) -> str:
        """Return the next sentence of reasoning after some; "" where there is none."""


@dataclass(frozen=True, slots=True)
class ExtractiveReader:
    """The built-in reader; its step of reasoning is the sentence that bears its best answer. Implements `Reader`."""

    embedder: Embedder

    def answer(self, question: str, passages: Sequence[Shown], *, may_abstain: bool) -> str:
        """Return the best answer; where it may abstain, only from the score on from which the product tells it."""
        found = self._found(question, passages, least=LEAST if may_abstain else 0.0)
        return found[0][0] if found else ""

    def thought(self, question: str, passages: Sequence[Shown], thoughts: Sequence[str]) -> str:
        """Return the sentence that bears the best answer; "" where it was told before."""
        found = self._found(question, passages, least=0.0)
        return found[0][1] if found and found[0][1] not in thoughts else ""

    # Private

    def _found(self, question: str, passages: Sequence[Shown], *, least: float) -> list[tuple[str, str]]:
        texts, titles = [shown.text for shown in passages], [shown.title for shown in passages]
        told = find_short_answers(question, texts, embedder=self.embedder, titles=titles, least=least)
        return [(one.text, one.sentence.text) for one in told]


@dataclass(frozen=True, slots=True)
class GenerativeReader:
    """A language model that is told to answer from the passages alone, briefly (CIS, appendix E). Implements `Reader`."""

    writer: Writer

    def answer(self, question: str, passages: Sequence[Shown], *, may_abstain: bool) -> str:
        """Return the reply; "" if it may abstain and says that it does not know."""
        instruction = _texts()["answer-or-unknown" if may_abstain else "answer"].template
        asked = _texts()["asked"].substitute(question=question, document=_document(passages))
        told = re.sub(r"^Answer:\s*", "", self.writer.reply(instruction, asked, tokens=ANSWER_TOKENS))
        return "" if may_abstain and told.lower().startswith(UNKNOWN) else told

    def thought(self, question: str, passages: Sequence[Shown], thoughts: Sequence[str]) -> str:
        """Return the next sentence; "" where it says the answer, or what was told before."""
        asked = _texts()["reasoned"].substitute(question=question, document=_document(passages), thoughts=" ".join(thoughts))
        told = self.writer.reply(_texts()["thought"].template, asked, tokens=THOUGHT_TOKENS)
        return "" if "answer is" in told or told in thoughts else told


# Private


def _document(passages: Sequence[Shown]) -> str:
    return "\n".join(f"{shown.title}. {shown.text}" if shown.title else shown.text for shown in passages)


@cache
def _texts() -> dict[str, Template]:
    text = Path(__file__).with_name("reading.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\S+)\n", text, flags=re.MULTILINE)[1:]
    return {key: Template(body.strip()) for key, body in zip(parts[::2], parts[1::2], strict=True)}
