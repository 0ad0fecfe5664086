"""Questions with pieces of knowledge, each with its Causal Inference Score by the teacher: what the student learns from.

Three pools: invented entries of an encyclopaedia with questions that need one to three of them (`data/knowledge/encyclopaedia*.jsonl`);
sentences of the invented reports of `data/claims` with questions about them (`data/knowledge/reports*.jsonl`); and, where the public data
is, causes, effects and explanations of `wikiwhy`. The teacher's scores are kept in `data/knowledge/scores.txt`, and it runs for new ones.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from benchmarks.passage_store import store_of_passages
from cckg.core.text import content_hash
from cckg.language import split_sentences
from cckg.models import LanguageModel
from cckg.models.weights import QWEN
from cckg.scoring import CausalInferenceScore, KeptLanguageModel, Posed, triples
from cckg.scoring.distillation import Triple
from cckg.scoring.kept import NotKeptError
from training.passages import PUBLIC, hand_marked

DATA = Path(__file__).with_name("data") / "knowledge"
TEACHER = QWEN.name
SIZE = 8
"""Pieces of knowledge of a question."""
TOLD_OF = 10
"""Questions after which progress is told of."""
CLUSTERS = 40
"""Of the encyclopaedia in a block, and paragraphs of reports; each has three questions."""
BLOCK_OF_WHYS = 90
WHYS = 270
"""Questions of `wikiwhy` that are asked."""


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Pool:
    """Knowledge, and questions about it."""

    name: str
    knowledge: tuple[str, ...]
    posed: tuple[Posed, ...]


def pools() -> Iterator[Pool]:
    """Yield what there is, in blocks that stay as they are when more is written: whoever adds to a set appends whole blocks."""
    for rows in _blocks(sorted(knowledge_rows("encyclopaedia"), key=lambda row: content_hash(row["passages"][0]["title"])), CLUSTERS):
        yield _encyclopaedia(rows)
    rows = knowledge_rows("reports")
    for paragraphs in _blocks(sorted({row["paragraph"] for row in rows}), CLUSTERS):
        yield _reports([row for row in rows if row["paragraph"] in paragraphs])
    whys = PUBLIC / "wikiwhy" / "items.jsonl"
    for items in _blocks(sorted(_rows(whys), key=lambda row: content_hash(row["id"]))[:WHYS], BLOCK_OF_WHYS) if whys.exists() else ():
        yield _whys(items)


def kept_teacher(opened: Callable[[], LanguageModel] | None) -> CausalInferenceScore:
    """Return the teacher; `opened` is called once a score is not kept yet, or there is none then."""
    return CausalInferenceScore(KeptLanguageModel(TEACHER, DATA / "scores.txt", opened))


def scored(pool: Pool, teacher: CausalInferenceScore) -> Iterator[Triple]:
    """Yield the triples of a pool; questions whose scores are not kept are left out where the teacher cannot be opened."""
    passages = {content_hash(text): text for text in pool.knowledge}
    store = store_of_passages(passages, np.ones((len(passages), 1), dtype=np.float32))
    told = {name: (text,) for name, text in passages.items()}
    for number, one in enumerate(pool.posed):
        if number % TOLD_OF == 0:
            print(f"{pool.name}: {number} of {len(pool.posed)} questions", flush=True)
        with contextlib.suppress(NotKeptError):
            yield from list(triples([one], store=store, told=told, teacher=teacher, size=SIZE, progress=_silent))


def knowledge_rows(pool: str) -> list[dict[str, Any]]:
    """Return what is written of a pool: the lines of its files, in the order of their names."""
    return [row for path in sorted(DATA.glob(f"{pool}*.jsonl")) for row in _rows(path)]


# Private


def _blocks(rows: Sequence[Row], size: int) -> Iterator[Sequence[Row]]:
    return (rows[at : at + size] for at in range(0, len(rows), size))


def _encyclopaedia(clusters: Sequence[dict[str, Any]]) -> Pool:
    entries = [[f"{entry['title']}. {entry['text']}" for entry in row["passages"]] for row in clusters]
    posed = (
        Posed(asked["question"], tuple(texts[place] for place in asked["needs"]))
        for row, texts in zip(clusters, entries, strict=True)
        for asked in row["questions"]
    )
    return Pool("encyclopaedia", tuple(text for texts in entries for text in texts), tuple(posed))


def _reports(rows: Sequence[dict[str, Any]]) -> Pool:
    asked_about = {row["paragraph"] for row in rows}
    paragraphs = (passage.text for passage in hand_marked() if content_hash(passage.text) in asked_about)
    told = (" ".join(span.text.split()) for paragraph in paragraphs for span in split_sentences(paragraph))
    posed = (Posed(row["question"], (" ".join(row["answered_by"].split()),)) for row in rows)
    return Pool("reports", tuple(dict.fromkeys(told)), tuple(posed))


def _whys(rows: Sequence[dict[str, Any]]) -> Pool:
    told = (row[name] for row in rows for name in ("cause", "effect", "explanation"))
    return Pool("wikiwhy", tuple(dict.fromkeys(told)), tuple(Posed(row["question"], (row["cause"],)) for row in rows))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _silent(message: str, done: int, total: int | None) -> None:
    del message, done, total
