"""Finds passages: dense, bm25, or both joined by reciprocal rank fusion; and the sentences in them that answer a question."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cckg.answering import Sibling, sibling_told_of
from cckg.core.claims import Span
from cckg.core.evidence import Passage
from cckg.core.results import SearchMethod
from cckg.core.vectors import Vector
from cckg.language import names_source, read_sentences, sentence_fit
from cckg.models import Embedder, KnowledgeScorer
from cckg.stores import GraphStore, Hit, Searchable

RANK_CONSTANT = 60
"""k of reciprocal rank fusion, Σ 1/(k + rank); the value of Cormack, Clarke and Büttcher (2009)."""
RERANKED = 10
"""Results of the hybrid method that are ranked anew, at least."""
ENOUGH = 0.56
"""Fit of a sentence below which it does not answer a question of fact, 0..1."""
_POOL = 50  # results of each method that are fused


@dataclass(frozen=True, slots=True)
class Reranker:
    """Ranks anew what hybrid retrieval found, by the Causal Inference Score (CIS §4.1).

    Args:
        scorer: tells how far knowledge helps with a question.
        weight: of that, 0..1; the rest is that of hybrid retrieval.
    """

    scorer: KnowledgeScorer
    weight: float

    def ranked(self, question: str, hits: Sequence[Hit], texts: Sequence[str]) -> list[Hit]:
        """Return the hits, best first, with what they were ranked by as score; `texts` are theirs, in order."""
        scores = blended(self.scorer.score(question, texts), np.array([hit.score for hit in hits], dtype=np.float32), weight=self.weight)
        return [Hit(hits[place].id, float(scores[place])) for place in np.argsort(-scores, kind="stable")]


def retrieve(
    query: str,
    *,
    store: GraphStore,
    embedder: Embedder,
    method: SearchMethod,
    over: Searchable,
    k: int,
    reranker: Reranker | None = None,
) -> list[Hit]:
    """Return up to k chunks or events, best first; ties by id.

    Scores are cosines, −bm25, or fused reciprocal ranks; with "cis", for which a reranker is needed, the first of "hybrid" are ranked anew,
    and scores are those of `blended`.
    """
    if method == "cis" and reranker:
        hits = retrieve(query, store=store, embedder=embedder, method="hybrid", over=over, k=max(k, RERANKED))
        text_of = _texts([hit.id for hit in hits], store, over)
        hits = [hit for hit in hits if hit.id in text_of]  # another process may have taken one out
        return reranker.ranked(query, hits, [text_of[hit.id] for hit in hits])[:k]
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


def blended(scores: Vector, found: Vector, *, weight: float) -> Vector:
    """Weigh the Causal Inference Score of some candidates against what they were found by; (n,) each and in return.

    Both are brought to mean 0 and deviation 1 over the candidates first, for neither has a scale that means the same for two questions:
    weight · CIS + (1 − weight) · found. Where scores are within a nat of each other they decide little.
    """
    blend: Vector = weight * _standard(scores, least=1.0) + (1 - weight) * _standard(found)
    return blend


def find_passages(query: str, *, store: GraphStore, embedder: Embedder, k: int, reranker: Reranker | None = None) -> list[Passage]:
    """Return the k best passages with their sources: of the hybrid method, ranked anew where there is a reranker."""
    method: SearchMethod = "cis" if reranker else "hybrid"
    hits = retrieve(query, store=store, embedder=embedder, method=method, over="chunks", k=k, reranker=reranker)
    return sourced(hits, store)


def sourced(hits: Sequence[Hit], store: GraphStore) -> list[Passage]:
    """Return the chunks that were found as passages with their sources, in order."""
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
    """Rank the sentences of passages by how well they fit a question (`sentence_fit`), best first; ties in the order of the passages."""
    sentences = [
        (passage, sentence.span.shifted(passage.chunk.start))
        for passage in found
        for sentence in read_sentences(passage.chunk.text)
        if sentence.kind in {"prose", "item"} and not _only_names(sentence.span.text, passage.source.title)
    ]
    if not sentences:
        return []
    vectors = embedder.encode([question, *(f"{passage.source.title}: {span.text}" for passage, span in sentences)])
    cosines = vectors[1:] @ vectors[0]
    ranked: dict[tuple[str, int, int], AnswerSentence] = {}
    for (passage, span), cosine in zip(sentences, cosines, strict=True):
        score = sentence_fit(question, span.text, title=passage.source.title, cosine=float(cosine))
        ranked.setdefault((passage.chunk.document, span.start, span.end), AnswerSentence(passage, span, score))
    return sorted(ranked.values(), key=lambda item: -item.score)


def of_the_thing(question: str, ranked: Sequence[AnswerSentence]) -> tuple[list[AnswerSentence], Sibling | None]:
    """Return the sentences without those that tell what is asked of a sibling of the thing asked about, and the best of these.

    The sibling is None where the best sentence is not of one. Sentences that fit too little to be quoted are left as they are.
    """
    other = {item: _sibling(question, item) for item in ranked if item.score >= ENOUGH}
    kept = [item for item in ranked if other.get(item) is None]
    return kept, other.get(ranked[0]) if ranked else None


# Private


def _sibling(question: str, item: AnswerSentence) -> Sibling | None:
    text, start = item.passage.chunk.text, item.passage.chunk.start
    said = [sentence.span for sentence in read_sentences(text) if start + sentence.span.start < item.span.start]
    behind = text.rfind("\n\n", 0, item.span.start - start)
    before = [span.text for span in said if span.start > behind]
    return sibling_told_of(question, item.span.text, before=before, topic=item.passage.source.title)


def _texts(ids: Sequence[str], store: GraphStore, over: Searchable) -> dict[str, str]:
    if over == "events":
        return {event.id: event.text for event in store.events(ids)}
    return {chunk.id: chunk.text for chunk, _ in store.chunks(ids)}


def _only_names(sentence: str, title: str) -> bool:
    return sentence.strip("# ") == title or names_source(sentence)


def _standard(values: Vector, *, least: float = 0.0) -> Vector:
    deviation = max(float(values.std()), least) if len(values) else 0.0
    standard: Vector = (values - values.mean()) / deviation if deviation else np.zeros_like(values)
    return standard
