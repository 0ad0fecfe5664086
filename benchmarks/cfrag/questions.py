"""Questions with short answers over passages, of public sets; and how an answer is compared with those that are right."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.rows import rows
from cckg.core.text import content_hash

WORDS = 120
"""Words of a passage that are read."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its right answers."""

    id: str
    text: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """Passages by id, title and first words; and questions in the order of a hash."""

    name: str
    passages: dict[str, str]
    questions: tuple[Asked, ...]


def answered(folder: Path) -> Answered:
    """Read a set with `questions.jsonl` and `corpus.jsonl`, packed or not."""
    passages = {row["id"]: f"{row['title']}. {' '.join(row['text'].split()[:WORDS])}" for row in rows(folder / "corpus.jsonl")}
    asked = [Asked(row["id"], row["question"], tuple(row["answers"])) for row in rows(folder / "questions.jsonl") if row["answers"]]
    return Answered(folder.name, passages, tuple(sorted(asked, key=lambda one: content_hash(one.id))))


def normal(text: str) -> str:
    """Return an answer as it is compared: lower-case, without articles and punctuation."""
    return " ".join(re.sub(r"\b(?:a|an|the)\b|[^\w\s]", " ", text.lower()).split())


def exact(answer: str, right: Iterable[str]) -> float:
    """Return 1 if an answer is one of the right ones to the word, else 0."""
    return float(normal(answer) in {normal(one) for one in right} and bool(normal(answer)))


def contained(answer: str, right: Iterable[str]) -> float:
    """Return 1 if a right answer stands in an answer, else 0: what the authors' code of CF-RAG calls exact match."""
    return float(any(normal(one) and f" {normal(one)} " in f" {normal(answer)} " for one in right))


def overlap(answer: str, right: Sequence[str]) -> float:
    """Return the best F1 of the words of an answer and a right one."""
    return max((_f1(normal(answer).split(), normal(one).split()) for one in right), default=0.0)


# Private


def _f1(given: Sequence[str], wanted: Sequence[str]) -> float:
    common = sum((Counter(given) & Counter(wanted)).values())
    return 2 * common / (len(given) + len(wanted)) if common else 0.0
