"""Questions over invented encyclopaedias with the passages that are needed to answer them: what a cross-encoder learns from.

A language model's score tells how well a passage and a question go together; it takes half a minute a question. Whether a passage is
needed is known of what was written by hand (`data/knowledge/encyclopaedia*.jsonl`, `data/knowledge/entries*.jsonl`), and costs nothing.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.passage_store import store_of_passages
from cckg.core.text import content_hash
from cckg.models import Embedder
from queries.retrieval import retrieve
from training.triples import knowledge_rows

NEAR = 30
"""Of hybrid retrieval's results, those that what is not needed is taken from."""
FIRST = 4
"""Of these, the first, that are always taken."""
FURTHER = 1
"""Of the others, so many, another one in each epoch."""
_KEPT_APART = 8  # of as many clusters, one


@dataclass(frozen=True, slots=True)
class Needs:
    """A question with the passages that it needs, and with those that hybrid retrieval finds for it, best first."""

    question: str
    needed: tuple[str, ...]
    found: tuple[str, ...]
    kept_apart: bool

    def pairs(self, epoch: int) -> Iterator[tuple[str, bool]]:
        """Yield passages, and whether they are needed: all that are, the first of the others, and some further ones."""
        yield from ((text, True) for text in self.needed)
        others = [text for text in self.found if text not in self.needed]
        further = others[FIRST:]
        chance = random.Random(f"{epoch} {content_hash(self.question)}")
        yield from ((text, False) for text in (*others[:FIRST], *chance.sample(further, min(FURTHER, len(further)))))


def needs(embedder: Embedder) -> list[Needs]:
    """Return all that is written; every eighth cluster is kept apart."""
    clusters = [*knowledge_rows("encyclopaedia"), *knowledge_rows("entries")]
    texts = dict.fromkeys(text for cluster in clusters for text in _told(cluster))
    passages = {content_hash(text): text for text in texts}
    store = store_of_passages(passages, embedder.encode(list(passages.values())))
    find = partial(retrieve, store=store, embedder=embedder, method="hybrid", over="chunks", k=NEAR)
    found = []
    for cluster in clusters:
        told = _told(cluster)
        apart = int(content_hash(told[0]), 16) % _KEPT_APART == 0
        for asked in cluster["questions"]:
            needed = tuple(told[place] for place in asked["needs"])
            hits = find(asked["question"])
            found.append(Needs(asked["question"], needed, tuple(passages[hit.id] for hit in hits), apart))
    return found


def recall(given: Sequence[Needs], ranked: Sequence[Sequence[str]], *, first: int = 3) -> float:
    """Return the mean share of what questions need that is among the first of what was ranked for them."""
    shares = [len(set(one.needed) & set(order[:first])) / len(one.needed) for one, order in zip(given, ranked, strict=True)]
    return sum(shares) / len(shares)


# Private


def _told(cluster: dict[str, Any]) -> Sequence[str]:
    return [f"{entry['title']}. {entry['text']}" for entry in cluster["passages"]]
