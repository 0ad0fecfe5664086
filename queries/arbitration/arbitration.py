"""Weighs hypotheses drawn from divided evidence, and chooses an answer or has the best ones merged (CF-RAG §4.2).

Every mean is over distinct evidence: near-duplicates (cosine above θ_dedup) are one text, the most relevant of them. So φ_coh, φ_causal
and Ψ do not change when all evidence is copied, for which a mean alone is enough (lemma 2 as it is proved), nor when a part of it is, for
which it is not: a mean over copies of one part moves toward that part (lemma 2 as it is stated needs the distinct ones).

Where evidence, variations and scores come from is left to the caller; s is expected in (0, 1).
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import log
from typing import assert_never

import numpy as np
import numpy.typing as npt

from cckg.core.arbitration import Arbitration, Draft, Hypothesis, HypothesisWriter, Merge, Profile, Variation
from cckg.core.arbitration_words import UNWEIGHED
from cckg.core.text import content_words, words
from cckg.core.vectors import Matrix, Vector
from cckg.models import Embedder
from cckg.settings_retrieval import ArbitrationPolicy
from queries.arbitration.division import divide, draw
from queries.arbitration.variations import distinct

MERGED = 3
"""Hypotheses that are merged, at most (CF-RAG eq. 12)."""
WHOLE = 16
"""Texts of the share that is not drawn, the most relevant ones, at most: what a small chat model still reads at once."""


def arbitrate(
    question: str,
    *,
    evidence: Mapping[str, str],
    variations: Sequence[Variation],
    scores: Matrix,
    vectors: Matrix,
    writer: HypothesisWriter,
    embedder: Embedder,
    policy: ArbitrationPolicy,
    seed: int,
    profile: Profile = "paper",
    merge: Merge | None = None,
) -> Arbitration:
    """Divide evidence, draw M shares of it, have each answered, weigh the answers by Ψ, and choose (CF-RAG algorithm 1, phase 2).

    With `policy.whole` only M − 1 are drawn; the first is the `WHOLE` most relevant texts.

    The order of the evidence does not matter, nor do copies. Where several draws are the same, they are answered once. An empty answer is
    an abstention: it agrees with none, and is chosen only where there is no other. The best answer stands if, of the hypotheses that have
    one, at least the share `consensus` answers like it; else the best three are merged (the paper says "high", and counts all).

    Args:
        question: q.
        evidence: n texts by id.
        variations: q′, as many as rows of scores behind the first; none: Ψ is φ_coh alone, CRR is None, and a note says so.
        scores: (1 + variations, n) s, calibrated into (0, 1): the first row for q, columns as the evidence stands.
        vectors: (n, d) float32, unit rows, as the evidence stands.
        writer: answers; in as many threads as its width says, M at most, and in this one where its width is 1.
        embedder: compares answers with each other and with the evidence; of the dimension of the vectors.
        policy: K, σ, M, ρ, τ, λ, λ1, λ2, θ_dedup, θ_agree and the rest.
        seed: of division and draws. The same input with the same seed gives the same result.
        profile: how Ψ is made, see `psi`.
        merge: makes one answer of hypotheses that disagree; None for `majority`.

    Returns:
        The arbitration; without evidence its answer is "" and nothing is written.

    Raises:
        ValueError: if scores, vectors, variations and evidence do not fit each other.
        CckgError: what the writer or merge raises.
    """
    if np.shape(scores) != (1 + len(variations), len(evidence)) or len(vectors) != len(evidence):
        raise ValueError(f"scores {np.shape(scores)}, {len(vectors)} vectors: {len(variations)} variations, {len(evidence)} texts")
    if not evidence:
        return Arbitration(question, tuple(variations), (), (), "", "", False, None, (UNWEIGHED,))
    weighing = _Weighing(
        question, _distinct(evidence, scores=scores, vectors=vectors, threshold=policy.duplicate_cosine), embedder, policy, profile
    )
    themes, drawn = weighing.drawn(seed)
    drafts = written([(question, weighing.texts_of(share)) for share in drawn], writer=writer)
    hypotheses, notes = weighing.weighed(drawn, drafts)
    chosen, merged = weighing.chosen(hypotheses, merge)
    ratio, row = counterfactual_ratio(weighing.body.scores) or (None, None)
    return Arbitration(
        question=question,
        variations=tuple(variations),
        clusters=tuple(themes),
        hypotheses=tuple(hypotheses),
        answer=chosen.answer,
        rationale=chosen.rationale,
        merged=merged,
        crr=ratio,
        notes=(*_left_out(len(evidence), len(weighing.body.ids)), *notes),
        closest=None if row is None else variations[row],
    )


def written(asked: Sequence[tuple[str, Sequence[str]]], *, writer: HypothesisWriter) -> list[Draft]:
    """Return a draft for each question and its evidence, in order; what is asked twice is answered once, what has no evidence not at all.

    Raises:
        CckgError: what the writer raises; calls that are not under way then are not made.
    """
    different = list(dict.fromkeys((question, tuple(evidence)) for question, evidence in asked if evidence))
    if writer.width == 1:
        drafts = [writer.write(question, evidence) for question, evidence in different]
    else:
        with ThreadPoolExecutor(max_workers=max(1, min(writer.width, len(different)))) as threads:
            futures = [threads.submit(writer.write, question, evidence) for question, evidence in different]
            try:
                drafts = [future.result() for future in futures]
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)
                raise
    drafted = {one: replace(draft, answer=draft.answer.strip()) for one, draft in zip(different, drafts, strict=True)}
    return [drafted.get((question, tuple(evidence)), Draft("", "")) for question, evidence in asked]


def coherence(similarity: Vector, relevance: Vector, mentioned: npt.NDArray[np.bool_], *, weights: tuple[float, float]) -> float:
    """Return φ_coh = mean over e of λ1·cos(a, e) + λ2·s(q, e)·[a mentioned in e] (CF-RAG eq. 9 and 10).

    Args:
        similarity: (n,) cosines of the answer with each text, −1..1.
        relevance: (n,) s(q, e), 0..1.
        mentioned: (n,) whether the text has the answer in it.
        weights: λ1 and λ2.

    Raises:
        ValueError: if there is no evidence.
    """
    if not len(similarity):
        raise ValueError("coherence needs evidence")
    return float(np.mean(weights[0] * similarity + weights[1] * relevance * mentioned, dtype=np.float64))


def causal_contrast(scores: Matrix, *, profile: Profile = "paper") -> float | None:
    """Return φ_causal: how much better the evidence fits q than counterfactual questions q′; None without any q′.

    "paper" and "extended": mean over e of s(q, e) − max over q′ of s(q′, e) (CF-RAG eq. 11), −1..1. The proofs (eq. 14, 24) subtract the
    maximum of means instead, which gives never less; theorem 1 holds for both. "repo", as the authors' code has it:
    0.7·mean s(q, e) − 0.3·mean over q′ and e of s(q′, e), −0.3..0.7, which a q′ that fits equally well lowers little.

    Args:
        scores: (1 + variations, n) s; the first row is for q.
        profile: see above.

    Raises:
        ValueError: if there is no evidence.
    """
    if scores.shape[1] == 0:
        raise ValueError("contrast needs evidence")
    exact = np.asarray(scores, dtype=np.float64)
    if len(exact) == 1:
        return None
    if profile == "repo":
        return float(_REPO_RELEVANCE * exact[0].mean() - (1 - _REPO_RELEVANCE) * exact[1:].mean())
    return float(np.mean(exact[0] - exact[1:].max(axis=0)))


def psi(hypothesis: Hypothesis, *, policy: ArbitrationPolicy, profile: Profile = "paper") -> float:
    """Return Ψ of a hypothesis; criteria that are None are left out, and the others' weights made up to 1.

    "paper": (1−λ)·φ_coh + λ·φ_causal (CF-RAG, algorithm 1). "extended": Σ w·φ over coherence, contrast, confidence and specificity
    (§4.2.2); coherence and contrast share what w3 and w4 leave, as 1−λ and λ do. "repo": 0.4·consistency + 0.4·causal + 0.2·completeness,
    as the authors' code has it. Its consistency is a grade that a model gives in a word; φ_coh stands for it here. Its completeness goes by
    an answer's length and by words such as "because", and takes marks off for saying that nothing was found; `completeness` stands for it.
    """
    told = [(weight, value) for weight, value in _criteria(hypothesis, policy, profile) if value is not None]
    total = sum(weight for weight, _ in told)
    return sum(weight * value for weight, value in told) / total if total else 0.0


def specificity(answer: str) -> float:
    """Return 1 − H(keywords) / log|vocabulary| of an answer, 0..1 (CF-RAG §4.2.2); 1 for one keyword, however often, 0 for none.

    Keywords are its content words, and the vocabulary is those that differ. So an answer that says nothing twice has 0 as soon as it has
    two of them: as the paper defines it, it tells answers of one word from all others.

    >>> [round(specificity(answer), 2) for answer in ("Bale", "Christian Bale", "frost, frost, frost and ice", "")]
    [1.0, 0.0, 0.19, 0.0]
    """
    keywords = content_words(answer)
    counts = [keywords.count(word) for word in dict.fromkeys(keywords)]
    if len(counts) < 2:
        return float(len(counts))
    entropy = -sum(count / len(keywords) * log(count / len(keywords)) for count in counts)
    return max(0.0, 1 - entropy / log(len(counts)))


def completeness(question: str, draft: Draft) -> float:
    """Return the share of the question's content words that answer and rationale take up, 0..1; 0 for no answer, 1 where there are none.

    >>> completeness("Which river flooded Halden?", Draft("the Orne", "The Orne flooded Halden [1]."))
    0.6666666666666666
    """
    asked, told = set(content_words(question)), set(content_words(f"{draft.answer} {draft.rationale}"))
    if not draft.answer.strip():
        return 0.0
    return len(asked & told) / len(asked) if asked else 1.0


def counterfactual_ratio(scores: Matrix) -> tuple[float, int] | None:
    """Return CRR = max over q′ of s(q′, E) ÷ s(q, E), 0 or more, and the number of that q′; s(q, E) is a mean (CF-RAG eq. 47).

    Of several q′ that fit alike the first counts. None without evidence or without any q′, and where s(q, E) is below a thousandth.

    Args:
        scores: (1 + variations, n) s of distinct evidence; the first row is for q, the next for the q′ with number 0.
    """
    if scores.shape[0] < 2 or scores.shape[1] == 0:
        return None
    means = np.asarray(scores, dtype=np.float64).mean(axis=1)
    row = int(means[1:].argmax())
    return (float(means[1 + row] / means[0]), row) if means[0] >= _NO_RELEVANCE else None


def mentions(text: str, answer: str) -> bool:
    """Tell whether the words of an answer stand in a row in a text, but for an article in front; an answer without words does not.

    >>> [mentions("In May, Lake Orne rose.", answer) for answer in ("the lake Orne", "Lake", "Orne Lake", "")]
    [True, True, False, False]
    """
    wanted = words(answer)
    if len(wanted) > 1 and wanted[0] in _ARTICLES:
        wanted = wanted[1:]
    return bool(wanted) and f" {' '.join(wanted)} " in f" {' '.join(words(text))} "


def majority(hypotheses: Sequence[Hypothesis], alike: Callable[[str, str], bool]) -> Draft:
    """Return the answer with the greatest sum of Ψ over the hypotheses that answer alike, in the words of the best of these.

    A Ψ below 0 counts as 0. Ties go to the one that comes first.

    Args:
        hypotheses: at least one, the best first.
        alike: whether two answers are alike; each is to itself.
    """
    votes = [sum(max(other.score, 0.0) for other in hypotheses if alike(one.answer, other.answer)) for one in hypotheses]
    won = hypotheses[votes.index(max(votes))]
    best = next(other for other in hypotheses if alike(won.answer, other.answer))
    return Draft(best.answer, best.rationale, best.confidence)


# Private

_REPO_RELEVANCE = 0.7
_REPO_WEIGHTS = (0.4, 0.4, 0.2)
_NO_RELEVANCE = 1e-3
_ARTICLES = frozenset(["a", "an", "the"])


@dataclass(frozen=True, slots=True)
class _Body:
    """Distinct evidence, the most relevant first: (n,) ids and texts, (1 + variations, n) scores, (n, d) vectors."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    scores: Matrix
    vectors: Matrix


@dataclass(frozen=True, slots=True)
class _Weighing:
    """Draws shares of the evidence and weighs what was made of them, for one question."""

    question: str
    body: _Body
    embedder: Embedder
    policy: ArbitrationPolicy
    profile: Profile

    def drawn(self, seed: int) -> tuple[list[tuple[str, ...]], list[tuple[int, ...]]]:
        """Return the themes, and for each hypothesis its columns, ascending."""
        policy, body = self.policy, self.body
        # Themes are keyed by rank, not id: which of several copies stands for them must not change what is drawn.
        rank = [f"{place:09}" for place in range(len(body.ids))]
        relevance = {key: float(value) for key, value in zip(rank, body.scores[0], strict=True)}
        themes = divide(rank, body.vectors, clusters=policy.clusters, width=policy.kernel_width, seed=seed)
        rng = np.random.default_rng(seed)
        drawn = [
            draw(themes, relevance=relevance, ratio=policy.sampled_share, temperature=policy.temperature, rng=rng)
            for _ in range(policy.hypotheses - policy.whole)
        ]
        whole = [rank[:WHOLE]] if policy.whole else []
        named = [tuple(sorted(body.ids[int(key)] for key in theme)) for theme in themes]
        return named, [tuple(sorted(map(int, share))) for share in (*whole, *drawn)]

    def texts_of(self, share: Sequence[int]) -> tuple[str, ...]:
        """Return the texts of some columns."""
        return tuple(self.body.texts[column] for column in share)

    def weighed(self, drawn: Sequence[tuple[int, ...]], drafts: Sequence[Draft]) -> tuple[list[Hypothesis], list[str]]:
        """Return the hypotheses, best first, and notes."""
        vectors = self.embedder.encode([draft.answer for draft in drafts])
        agreements = self._agreements([draft.answer for draft in drafts], vectors)
        notes = _noted(drawn, drafts)
        if self.body.scores.shape[0] == 1:
            notes.append("There was no variation to compare with: the score is coherence, and contrast is not known.")
        all_sure = all(draft.confidence is not None for draft in drafts)
        if self.profile == "extended" and not all_sure:
            notes.append("The writer does not tell how sure it is: confidence is left out, and the other weights are made up to 1.")
        found = []
        for share, draft, vector, agreement in zip(drawn, drafts, vectors, agreements, strict=True):
            hypothesis = replace(self._criteria(share, draft, vector, all_sure=all_sure), agreement=agreement)
            found.append(replace(hypothesis, score=psi(hypothesis, policy=self.policy, profile=self.profile)))
        return sorted(found, key=lambda hypothesis: (not hypothesis.answer, -hypothesis.score)), notes

    def chosen(self, hypotheses: Sequence[Hypothesis], merge: Merge | None) -> tuple[Draft, bool]:
        """Return what is answered, and whether it was merged of several."""
        best = hypotheses[0]
        answered = [hypothesis for hypothesis in hypotheses if hypothesis.answer]
        if best.agreement * len(hypotheses) >= self.policy.consensus * len(answered):
            return Draft(best.answer, best.rationale, best.confidence), False
        top = answered[:MERGED]
        return merge(self.question, top) if merge else self._majority(top), True

    def _criteria(self, share: tuple[int, ...], draft: Draft, vector: Vector, *, all_sure: bool) -> Hypothesis:
        """Return a hypothesis with all but its agreement and score."""
        scores, texts = self.body.scores[:, share], self.texts_of(share)
        mentioned = np.array([mentions(text, draft.answer) for text in texts])
        weights = (self.policy.similarity_weight, self.policy.mention_weight)
        coherent = coherence(self.body.vectors[list(share)] @ vector, scores[0], mentioned, weights=weights) if draft.answer else 0.0
        return Hypothesis(
            answer=draft.answer,
            rationale=draft.rationale,
            evidence=tuple(self.body.ids[column] for column in share),
            coherence=coherent,
            contrast=causal_contrast(scores, profile=self.profile),
            score=0.0,
            agreement=0.0,
            confidence=draft.confidence if self.profile == "extended" and all_sure else None,
            specificity=specificity(draft.answer) if self.profile == "extended" else None,
            completeness=completeness(self.question, draft) if self.profile == "repo" else None,
        )

    def _agreements(self, answers: Sequence[str], vectors: Matrix) -> list[float]:
        """Return Agreement(a) of each answer: the share of hypotheses whose answer is alike (CF-RAG §4.2.3)."""
        near = vectors @ vectors.T > self.policy.agreement_cosine
        return [
            sum(bool(a and b) and (bool(near[i, j]) or words(a) == words(b)) for j, b in enumerate(answers)) / len(answers)
            for i, a in enumerate(answers)
        ]

    def _majority(self, hypotheses: Sequence[Hypothesis]) -> Draft:
        answers = list(dict.fromkeys(hypothesis.answer for hypothesis in hypotheses))
        vectors = dict(zip(answers, self.embedder.encode(answers), strict=True))

        def alike(left: str, right: str) -> bool:
            return words(left) == words(right) or float(vectors[left] @ vectors[right]) > self.policy.agreement_cosine

        return majority(hypotheses, alike)


def _distinct(evidence: Mapping[str, str], *, scores: Matrix, vectors: Matrix, threshold: float) -> _Body:
    """Return the distinct evidence; of equal texts the lowest id stands for all."""
    ids = list(evidence)
    order = sorted(range(len(ids)), key=lambda column: ids[column])
    texts = [evidence[ids[column]] for column in order]
    kept = distinct(vectors[order], relevance=scores[0, order], texts=texts, threshold=threshold)
    columns = [order[place] for place in kept]
    return _Body(tuple(ids[column] for column in columns), tuple(texts[place] for place in kept), scores[:, columns], vectors[columns])


def _criteria(hypothesis: Hypothesis, policy: ArbitrationPolicy, profile: Profile) -> list[tuple[float, float | None]]:
    """Return the weights and values that Ψ is made of."""
    causal = policy.causal_weight
    if profile == "paper":
        return [(1 - causal, hypothesis.coherence), (causal, hypothesis.contrast)]
    if profile == "extended":
        left = 1 - policy.confidence_weight - policy.specificity_weight
        return [
            (left * (1 - causal), hypothesis.coherence),
            (left * causal, hypothesis.contrast),
            (policy.confidence_weight, hypothesis.confidence),
            (policy.specificity_weight, hypothesis.specificity),
        ]
    if profile == "repo":
        return list(zip(_REPO_WEIGHTS, (hypothesis.coherence, hypothesis.contrast, hypothesis.completeness), strict=True))
    assert_never(profile)


def _left_out(before: int, after: int) -> list[str]:
    return [f"{before - after} of {before} texts are near-duplicates of others and were left out."] if before > after else []


def _noted(drawn: Sequence[tuple[int, ...]], drafts: Sequence[Draft]) -> list[str]:
    """Say where hypotheses are not what they seem to be: drawn alike, or without an answer."""
    notes = []
    silent = sum(not draft.answer for draft in drafts)
    if len(set(drawn)) == 1 < len(drawn):
        notes.append(f"All {len(drawn)} hypotheses rest on the same evidence: there was too little to draw from.")
    if silent:
        notes.append(f"{silent} of {len(drafts)} hypotheses found no answer in their evidence.")
    return notes
