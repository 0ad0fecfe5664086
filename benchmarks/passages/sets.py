"""Public question sets with passages, their titles, and short answers where they have them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.cis.collections import TESTED, Asked
from benchmarks.rows import rows
from cckg.core.text import content_hash

SETS = ("hotpotqa", "2wikimultihopqa", "musique", "popqa", "ifqa", "nfcorpus", "cacm")
WORDS = 120
"""Words of a passage that are read."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Questions; by id passages (title and text), texts without title, titles; right answers by question, none where the set has none."""

    asked: Sequence[Asked]
    passages: Mapping[str, str]
    texts: Mapping[str, str]
    titles: Mapping[str, str]
    answers: Mapping[str, Sequence[str]]


def loaded(folder: Path, *, tested: bool) -> Loaded:
    """Read a set: its first hundred questions by a hash, which are tested, or up to as many of the others."""
    corpus = rows(folder / "corpus.jsonl")
    texts = {row["id"]: " ".join(row["text"].split()[:WORDS]) for row in corpus}
    titles = {row["id"]: row.get("title") or "" for row in corpus}
    passages = {name: f"{titles[name]}. {text}" if titles[name] else text for name, text in texts.items()}
    questions = folder / "questions.jsonl"
    given = rows(questions if questions.exists() else folder / "queries.jsonl")
    asked = sorted((_asked(row) for row in given), key=lambda one: content_hash(one.id))
    chosen = [one for one in asked if one.gold]
    chosen = chosen[:TESTED] if tested else chosen[TESTED : 2 * TESTED]
    return Loaded(chosen, passages, texts, titles, {str(row["id"]): row["answers"] for row in given if row.get("answers")})


# Private


def _asked(row: Mapping[str, Any]) -> Asked:
    gold = row["rel"] if "rel" in row else dict.fromkeys(row["gold"], 1)
    return Asked(str(row["id"]), row.get("question") or row["text"], dict(gold))
