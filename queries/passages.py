"""Finds passages: dense, bm25, or both joined by reciprocal rank fusion; and the sentences in them that answer a question."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.claims import Span
from cckg.core.evidence import Passage
from cckg.core.results import SearchMethod
from cckg.core.text import content_words, words
from cckg.local.sentences import read_sentences
from cckg.local.synonyms import stem
from cckg.models.base import Embedder
from cckg.stores.base import GraphStore, Hit, Searchable

RANK_CONSTANT = 60
"""k of reciprocal rank fusion, Σ 1/(k + rank); the value of Cormack, Clarke and Büttcher (2009)."""
_POOL = 50  # results of each method that are fused


def retrieve(query: str, *, store: GraphStore, embedder: Embedder, method: SearchMethod, over: Searchable, k: int) -> list[Hit]:
    """Return up to k chunks or events, best first; ties by id. Scores are cosines, −bm25, or fused reciprocal ranks."""
    if method == "bm25":
        return store.search_text(query, k=k, over=over)
    vectors = embedder.encode([query])
    size = k if method == "dense" else max(k, _POOL)
    dense = (store.nearest_chunks(vectors, k=size) if over == "chunks" else store.nearest_events(vectors, k=size))[0]
    if method == "dense":
        return dense
    return fuse([dense, store.search_text(query, k=size, over=over)])[:k]


def fuse(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Join rankings by reciprocal rank fusion; ties by id."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, start=1):
            scores[hit.id] = scores.get(hit.id, 0.0) + 1 / (RANK_CONSTANT + rank)
    return [Hit(found, score) for found, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))]


def passages(query: str, *, store: GraphStore, embedder: Embedder, k: int) -> list[Passage]:
    """Return the k best passages of the hybrid method with their sources."""
    hits = retrieve(query, store=store, embedder=embedder, method="hybrid", over="chunks", k=k)
    score = {hit.id: hit.score for hit in hits}
    return [
        Passage(chunk, source, score[chunk.id], rank)
        for rank, (chunk, source) in enumerate(store.chunks([hit.id for hit in hits]), start=1)
    ]


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of a passage that may answer a question: its place in the document, and how well it fits, 0..1."""

    passage: Passage
    span: Span
    score: float


def answer_sentences(question: str, found: Sequence[Passage], *, embedder: Embedder) -> list[AnswerSentence]:
    """Rank the sentences of passages by how well they fit a question, best first; ties in the order of the passages.

    The score is the mean of two parts, less 0.2 where the sentence has no number for a "when" or "how many", or no new name for a "who":
    the cosine of question and sentence, the title standing before it; and the share of the question's content words that the sentence
    holds, a word that only the title holds counting half.
    """
    sentences = [
        (passage, sentence.span.shifted(passage.chunk.start))
        for passage in found
        for sentence in read_sentences(passage.chunk.text)
        if sentence.kind in {"prose", "item"}
    ]
    if not sentences:
        return []
    vectors = embedder.encode([question, *(f"{passage.source.title}: {span.text}" for passage, span in sentences)])
    cosines = vectors[1:] @ vectors[0]
    ranked: dict[tuple[str, int, int], AnswerSentence] = {}
    for (passage, span), cosine in zip(sentences, cosines, strict=True):
        said = _share_said(question, span.text, title=passage.source.title)
        score = (float(cosine) + said) / 2 - (0.0 if _has_kind_of_answer(question, span.text) else _WRONG_KIND)
        ranked.setdefault((passage.chunk.document, span.start, span.end), AnswerSentence(passage, span, score))
    return sorted(ranked.values(), key=lambda item: -item.score)


# Private

_WRONG_KIND = 0.2
_ASKS_NUMBER = re.compile(
    r"^\W*(?:when|(?:in |on )?(?:which|what) (?:date|day|year)|"
    r"how (?:many|much|long|deep|high|far|old|fast|big|large|often))\b",
    re.I,
)
_ASKS_NAME = re.compile(r"^\W*(?:who|whose)\b", re.I)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|half|twice|once)\b", re.I
)
_NAME = re.compile(r"(?<=\w )[A-Z]\w+|^[A-Z]\w+ [A-Z]\w+")


def _share_said(question: str, sentence: str, *, title: str) -> float:
    asked = {stem(word) for word in content_words(question)}
    said, titled = {stem(word) for word in content_words(sentence)}, {stem(word) for word in content_words(title)}
    return (len(asked & said) + len(asked & titled - said) / 2) / max(1, len(asked))


def _has_kind_of_answer(question: str, sentence: str) -> bool:
    """Tell whether a sentence holds what the question asks for: a number it does not give itself, or a name that it does not name."""
    given = {stem(word) for word in words(question)}
    if _ASKS_NUMBER.search(question):
        return any(stem(found.group()) not in given for found in re.finditer(r"\w+", sentence) if _NUMBER.search(found.group()))
    if _ASKS_NAME.search(question):
        return any(stem(word) not in given for found in _NAME.finditer(sentence) for word in found.group().lower().split())
    return True
