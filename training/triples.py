"""Questions with pieces of knowledge, each with its Causal Inference Score by the teacher: what the student learns from.

Three pools: invented entries of an encyclopaedia with questions that need one to three of them (`data/knowledge/encyclopaedia*.jsonl`);
sentences of the invented reports of `data/claims` with questions about them (`data/knowledge/reports*.jsonl`); and, where the public data
is, causes, effects and explanations of `wikiwhy`. The teacher's scores are kept in `data/knowledge/scores.txt`, and it runs for new ones.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cckg.cis import CausalInferenceScore
from cckg.core.text import content_hash
from cckg.distillation import Posed, Triple, triples
from cckg.local.sentences import sentences
from cckg.models.base import LanguageModel
from cckg.models.kept import KeptLanguageModel
from cckg.models.weights import QWEN
from cckg.stores.passages import store_of_passages
from training.passages import PUBLIC, hand_marked

DATA = Path(__file__).with_name("data") / "knowledge"
TEACHER = QWEN.name
SIZE = 8
"""Pieces of knowledge of a question."""
ASKED = 3
"""Questions of a cluster, and of a paragraph."""
WHYS = 300
"""Questions of `wikiwhy` that are asked."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Knowledge, and questions about it."""

    name: str
    knowledge: tuple[str, ...]
    posed: tuple[Posed, ...]


def pools(most: int | None = None) -> Iterator[Pool]:
    """Yield what there is, of each with about so many questions: whole clusters, paragraphs and rows, in the order of a hash."""
    yield _encyclopaedia(most)
    yield _reports(most)
    whys = PUBLIC / "wikiwhy" / "items.jsonl"
    if whys.exists():
        yield _whys(_rows(whys), most)


def kept_teacher(opened: Callable[[], LanguageModel]) -> CausalInferenceScore:
    """Return the teacher; `opened` is called once a score is not kept yet."""
    return CausalInferenceScore(KeptLanguageModel(TEACHER, DATA / "scores.txt", opened))


def scored(pool: Pool, teacher: CausalInferenceScore) -> Iterator[Triple]:
    """Yield the triples of a pool."""
    passages = {content_hash(text): text for text in pool.knowledge}
    store = store_of_passages(passages, np.ones((len(passages), 1), dtype=np.float32))
    told = {name: (text,) for name, text in passages.items()}
    yield from triples(pool.posed, store=store, told=told, teacher=teacher, size=SIZE, progress=_progress(pool.name))


# Private


def _encyclopaedia(most: int | None) -> Pool:
    clusters = sorted(_of("encyclopaedia"), key=lambda row: content_hash(row["passages"][0]["title"]))[: most and most // ASKED]
    entries = [[f"{entry['title']}. {entry['text']}" for entry in row["passages"]] for row in clusters]
    posed = (
        Posed(asked["question"], tuple(texts[place] for place in asked["needs"]))
        for row, texts in zip(clusters, entries, strict=True)
        for asked in row["questions"]
    )
    return Pool("encyclopaedia", tuple(text for texts in entries for text in texts), tuple(posed))


def _reports(most: int | None) -> Pool:
    rows = _of("reports")
    asked_about = set(sorted({row["paragraph"] for row in rows})[: most and most // ASKED])
    paragraphs = (passage.text for passage in hand_marked() if content_hash(passage.text) in asked_about)
    told = (" ".join(span.text.split()) for paragraph in paragraphs for span in sentences(paragraph))
    posed = (Posed(row["question"], (" ".join(row["answered_by"].split()),)) for row in rows if row["paragraph"] in asked_about)
    return Pool("reports", tuple(dict.fromkeys(told)), tuple(posed))


def _whys(rows: Sequence[dict[str, Any]], most: int | None) -> Pool:
    asked = sorted(rows, key=lambda row: content_hash(row["id"]))[: min(WHYS, most or WHYS)]
    told = (row[name] for row in asked for name in ("cause", "effect", "explanation"))
    return Pool("wikiwhy", tuple(dict.fromkeys(told)), tuple(Posed(row["question"], (row["cause"],)) for row in asked))


def _of(pool: str) -> list[dict[str, Any]]:
    return [row for path in sorted(DATA.glob(f"{pool}*.jsonl")) for row in _rows(path)]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _progress(name: str) -> Callable[[str, int, int | None], None]:
    def told(message: str, done: int, total: int | None) -> None:
        if done % 10 == 0:
            print(f"{name}: {message} {done} of {total} questions", flush=True)

    return told
