"""Which counterfactual questions are worth asking, and which evidence of all is kept (CF-RAG §4.1).

Who writes the questions stands in `cckg.counterfactual_queries`; baseline answers, relevance and vectors are handed in. What the evidence
says is weighed in `queries.arbitration.arbitration`.
"""

from collections.abc import Callable, Sequence

import numpy as np

from cckg.core.arbitration import Operator, Variation
from cckg.core.text import STOP_WORDS, content_words, words
from cckg.core.vectors import Matrix, Vector
from cckg.models import Embedder
from cckg.settings_retrieval import ArbitrationPolicy


def worth_asking(
    question: str,
    candidates: Sequence[tuple[Operator, str]],
    *,
    embedder: Embedder,
    answers_of: Callable[[Sequence[str]], Sequence[str]],
    relevance_of: Callable[[Sequence[str]], Sequence[float]],
    policy: ArbitrationPolicy,
) -> tuple[Variation, ...]:
    """Return the N most informative of the candidates that are valid (CF-RAG eq. 2 and 3).

    Valid: sim(q, q′) > θ_sim, and the baseline answers differ in their words, but for function words.
    Info = α·(1 − sim) + β·answer distance + γ·relevance; for the distance see `answer_distance`.

    Args:
        question: q.
        candidates: operator and q′; of equal questions the first counts.
        embedder: gives sim, a cosine.
        answers_of: baseline answers to questions, in order, "" for none; asked once, for q and for all q′ that are near enough.
        relevance_of: how far questions ask about what the documents tell, 0..1 each, in order.
        policy: θ_sim, α, β, γ and N.

    Returns:
        The most informative first, ties by text; none where there are no valid candidates, and then nothing may be asked for.
    """
    texts = {_key(text): (operator, text) for operator, text in reversed(candidates) if _key(text) not in ("", _key(question))}
    fresh = list(texts.values())[::-1]
    if not fresh or not policy.variations:
        return ()
    vectors = embedder.encode([question, *(text for _, text in fresh)])
    near = [
        (*pair, float(cosine)) for pair, cosine in zip(fresh, vectors[1:] @ vectors[0], strict=True) if cosine > policy.least_similarity
    ]
    near = sorted(near, key=lambda item: item[2])[
        : _ANSWERED * policy.variations
    ]  # the farthest of these tell most, and each costs an answer
    if not near:
        return ()
    own, *others = answers_of([question, *(text for _, text, _ in near)])
    told = [(*item, distance) for item, other in zip(near, others, strict=True) if (distance := answer_distance(own, other)) > 0]
    relevances = relevance_of([text for _, text, _, _ in told]) if told else ()
    valid = [
        Variation(text, operator, cosine, distance, relevance, _information(cosine, distance, relevance, policy))
        for (operator, text, cosine, distance), relevance in zip(told, relevances, strict=True)
    ]
    return tuple(sorted(valid, key=lambda variation: (-variation.information, variation.question))[: policy.variations])


def answer_distance(left: str, right: str) -> float:
    """Return 1 − |words of both| / |words of either|, 0..1 (CF-RAG table 6).

    Function words do not count beside others, but for those that change what is said. Of answers that say nothing: 0 if both do, else 1.

    >>> [answer_distance(*pair) for pair in (("the Orne", "Orne"), ("needed", "not needed"), ("", "yes"), ("", ""))]
    [0.0, 0.5, 1.0, 0.0]
    """
    first, second = ({word for word in words(text) if word not in _UNTOLD} or set(words(text)) for text in (left, right))
    return 1 - len(first & second) / len(first | second) if first | second else 0.0


def distinct(vectors: Matrix, *, relevance: Vector, texts: Sequence[str], threshold: float) -> list[int]:
    """Return one row for each group of near-duplicates: the most relevant (CF-RAG eq. 4).

    Rows are taken by relevance, ties by text and then as they stand; one that is nearer than the threshold to a row already taken is a
    duplicate of it. Equation 4, taken literally, would drop every member of such a group, and with it what several documents tell; one is
    kept here.

    Args:
        vectors: (n, d) float32, unit rows.
        relevance: (n,) s(q, e).
        texts: of the rows.
        threshold: θ_dedup, a cosine.

    Returns:
        Row numbers, the most relevant first; no rows give none.
    """
    kept: list[int] = []
    for row in sorted(range(len(texts)), key=lambda row: (-float(relevance[row]), texts[row])):
        if not kept or float(np.max(vectors[kept] @ vectors[row])) <= threshold:
            kept.append(row)
    return kept


def kept_evidence(
    texts: Sequence[str], *, vectors: Matrix, scores: Matrix, quality: Sequence[float], policy: ArbitrationPolicy
) -> list[int]:
    """Return the rows of evidence that are kept: distinct, of enough quality, relevant to q or to some q′ (CF-RAG eq. 4 and 5).

    Args:
        texts: n of them.
        vectors: (n, d) float32, unit rows.
        scores: (1 + variations, n) s, 0..1; the first row is for q.
        quality: of each text, 0..1.
        policy: θ_dedup, θ_quality, θ_rel.

    Returns:
        Row numbers, the most relevant to q first; no texts give none.
    """
    if not texts:
        return []
    best = np.asarray(scores).max(axis=0)
    unlike = distinct(vectors, relevance=scores[0], texts=texts, threshold=policy.duplicate_cosine)
    return [row for row in unlike if quality[row] > policy.least_quality and best[row] > policy.least_relevance]


def text_quality(text: str) -> float:
    """Return how far a text can bear something out, 0..1: the share of letters among its marks, less where it has few different words.

    A stand-in for the paper's Q(e) ("coherence, informativeness, reliability"), for which it gives no formula. An empty text gives 0.

    >>> [round(text_quality(text), 1) for text in ("", "4.1 | 5.2 | 6", "Frost split the pipe, and the yard of the school was flooded.")]
    [0.0, 0.0, 1.0]
    """
    marks = [mark for mark in text if not mark.isspace()]
    told = {word for word in content_words(text) if not word.isdigit()}
    return sum(map(str.isalpha, marks)) / len(marks) * min(1.0, len(told) / _ENOUGH_WORDS) if marks else 0.0


# Private

_UNTOLD = STOP_WORDS - {"no", "not", "without", "before", "after", "all", "some", "more", "most"}
_ENOUGH_WORDS = 6  # different words other than function words; a sentence of a report has about ten
_ANSWERED = 4  # candidates that are answered for each that is kept


def _key(text: str) -> str:
    return " ".join(words(text))


def _information(cosine: float, distance: float, relevance: float, policy: ArbitrationPolicy) -> float:
    return policy.divergence_weight * (1 - cosine) + policy.answer_weight * distance + policy.relevance_weight * relevance
