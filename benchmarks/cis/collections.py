"""Public question sets with passages and gold passages, in memory; and a store that holds their passages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.passage_store import store_of_passages
from benchmarks.rows import rows
from cckg.core.text import content_hash
from cckg.models import Embedder
from cckg.stores import GraphStore

WORDS = 64
"""Words of a passage that are read: so many fit the machine's time, and the median passage of these sets has 40 to 76."""
TESTED = 100
"""Questions of each set that are tested; the others are there to choose weights on."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the ids of the passages that answer it, each with its grade."""

    id: str
    text: str
    gold: dict[str, int]


@dataclass(frozen=True, slots=True)
class Collection:
    """Questions over passages; `passages` is title and first words, by id."""

    name: str
    passages: dict[str, str]
    questions: tuple[Asked, ...]

    def part(self, *, tested: bool) -> list[Asked]:
        """Return the questions that are tested, or those that weights may be chosen on, in the order of a hash."""
        order = sorted(self.questions, key=lambda asked: content_hash(asked.id))
        return order[:TESTED] if tested else order[TESTED:]


def multi_hop(folder: Path) -> Collection:
    """Read one of hotpotqa, 2wikimultihopqa and musique."""
    given = rows(folder / "questions.jsonl")
    return Collection(
        folder.name, _passages(folder), tuple(Asked(row["id"], row["question"], dict.fromkeys(row["gold"], 1)) for row in given)
    )


def searched(folder: Path) -> Collection:
    """Read one of nfcorpus and cacm, whose relevance is graded."""
    given = rows(folder / "queries.jsonl")
    return Collection(folder.name, _passages(folder), tuple(Asked(str(row["id"]), row["text"], dict(row["rel"])) for row in given))


def asked_of_passages(folder: Path) -> Collection:
    """Read condaqa: questions that hang on a negation, each of one passage as it stood before it was edited."""
    given = [row for row in rows(folder / "questions.jsonl") if row["edit"] == 0]
    passages = {str(row["passage_id"]): " ".join(row["passage"].split()) for row in given}
    return Collection(folder.name, passages, tuple(Asked(row["id"], row["question"], {str(row["passage_id"]): 1}) for row in given))


def filled(collection: Collection, embedder: Embedder) -> GraphStore:
    """Return a store in memory that holds the passages."""
    return store_of_passages(collection.passages, embedder.encode(list(collection.passages.values())))


# Private


def _passages(folder: Path) -> dict[str, str]:
    return dict(_texts(rows(folder / "corpus.jsonl")))


def _texts(given: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for row in given:
        words = row["text"].split()
        told = " ".join(words[:WORDS])
        yield row["id"], f"{row['title']}. {told}" if row.get("title") else told
