"""Values of counterfactual exploration and parallel arbitration (CF-RAG §4), its policy, and protocols of who writes for it.

How counterfactual queries are chosen, evidence is divided and hypotheses are weighed stands in `queries.arbitration`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, TypeAlias

Profile: TypeAlias = Literal["paper", "extended", "repo"]
"""How Ψ is made: eq. 11 and algorithm 1; the same with confidence and specificity (§4.2.2); as the authors' published code does it."""


class Operator(StrEnum):
    """Which dimension τ of a question is changed (CF-RAG §4.1.1 and appendix F)."""

    ROLE = "role"
    TEMPORAL = "temporal"
    ENTITY = "entity"
    CATEGORICAL = "categorical"
    SCOPE = "scope"


@dataclass(frozen=True, slots=True)
class Variation:
    """A counterfactual question q′ = τ(q) that was found valid (CF-RAG eq. 2 and 3).

    question         the whole question q′
    operator         what was changed
    similarity       cosine of q and q′, above θ_sim
    answer_distance  1 − share of words that the baseline answers to q and q′ have in common, above 0, at most 1
    relevance        how far q′ asks about what the documents tell, 0..1
    information      α·(1 − similarity) + β·answer_distance + γ·relevance
    """

    question: str
    operator: Operator
    similarity: float
    answer_distance: float
    relevance: float
    information: float


@dataclass(frozen=True, slots=True)
class Draft:
    """What a writer says from a share of the evidence.

    answer is "" where the evidence does not say it. confidence is the mean log-probability of the rationale's tokens, 0 at most; None where
    the writer does not tell it.
    """

    answer: str
    rationale: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An answer from a share of the evidence, and how it was weighed (CF-RAG eq. 8 to 11 and §4.2.2, §4.2.3).

    evidence      ids of what it was written from, the most relevant to the question first
    coherence     φ_coh; 0 for no answer
    contrast      φ_causal; None where there was no variation to compare with
    score         Ψ
    agreement     share of all hypotheses that answer alike, itself among them; 0 for no answer
    confidence, specificity, completeness   None where the profile does not use them, or the writer does not tell them
    """

    answer: str
    rationale: str
    evidence: tuple[str, ...]
    coherence: float
    contrast: float | None
    score: float
    agreement: float
    confidence: float | None = None
    specificity: float | None = None
    completeness: float | None = None


@dataclass(frozen=True, slots=True)
class Arbitration:
    """What came of a question's arbitration.

    clusters    ids of the distinct evidence, divided
    hypotheses  best first: those with an answer before those without, then by Ψ, then in the order drawn
    answer, rationale   what was chosen; "" where no hypothesis has an answer
    merged      the hypotheses did not agree, and the answer was made of the best three
    crr         counterfactual relevance ratio (eq. 47): the nearer to 1 and above, the less the evidence tells q from some q′; None where
                there is no variation, or nothing is relevant to q
    notes       sentences on what was left out or taken otherwise, and why
    closest     the variation that the evidence fits best, of which crr tells; None where crr is None
    undecided   two things are compared or joined, which no sentence decides: no hypothesis is the answer, and `answer` is ""
    """

    question: str
    variations: tuple[Variation, ...]
    clusters: tuple[tuple[str, ...], ...]
    hypotheses: tuple[Hypothesis, ...]
    answer: str
    rationale: str
    merged: bool
    crr: float | None
    notes: tuple[str, ...] = ()
    closest: Variation | None = None
    undecided: bool = False


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What of the documents may stand in another's place in a question: texts with names and years in them, and wordings of events."""

    texts: tuple[str, ...]
    events: tuple[str, ...]


class VariationWriter(Protocol):
    """Changes a question in one dimension at a time."""

    @property
    def name(self) -> str:
        """Return what it is called in traces."""

    def vary(self, question: str) -> list[tuple[Operator, str]]:
        """Return whole questions, each with what was changed; none of them need be valid, and there may be none."""


class HypothesisWriter(Protocol):
    """Answers a question from texts and from nothing else."""

    @property
    def name(self) -> str:
        """Return what it is called in traces."""

    @property
    def width(self) -> int:
        """Return how many answers are worth being written at once, at least 1.

        Above 1 `write` is called from several threads, else from the caller's own.
        """

    def write(self, question: str, evidence: Sequence[str]) -> Draft:
        """Return an answer with its rationale; the texts are distinct, the most relevant to the question first, at least one."""


Merge: TypeAlias = Callable[[str, Sequence[Hypothesis]], Draft]
"""Makes one answer of a question's best hypotheses that do not agree (CF-RAG eq. 12): at least one, at most three, best first."""


@dataclass(frozen=True, slots=True)
class ArbitrationPolicy:
    """The policy of exploration and arbitration. Values are those of CF-RAG, table 4, where it has one; it says so where it has none.

    Raises:
        ValueError: for a count below 1 (variations below 0), a temperature or width not above 0, or another value outside its range.
    """

    variations: int = 3
    """N, 0 or more: how many counterfactual questions are kept; more cost retrieval and scoring each."""
    least_similarity: float = 0.7
    """θ_sim, −1..1: a variation is nearer to the question than this, by cosine; what is farther is about something else."""
    divergence_weight: float = 1 / 3
    """α in Info, 0..1: of 1 − cosine. The paper gives none of α, β and γ: the three weigh the same."""
    answer_weight: float = 1 / 3
    """β in Info, 0..1: of the distance of the baseline answers."""
    relevance_weight: float = 1 / 3
    """γ in Info, 0..1: of the relevance to what the documents tell."""
    duplicate_cosine: float = 0.95
    """θ_dedup, −1..1: texts nearer to each other than this count as one."""
    least_quality: float = 0.2
    """θ_quality, 0..1: below, a text is a heading, a table or a scrap. The paper gives none."""
    least_relevance: float = 0.025
    """θ_rel, 0..1: evidence is more relevant than this to the question or a variation. The paper gives none; 0.025 is a cosine of .29."""
    clusters: int = 4
    """K, at least 1: into how many themes the evidence is divided; each is heard in every hypothesis."""
    kernel_width: float | None = None
    """σ in exp(−d²/2σ²), above 0; None: the median distance of distinct texts, which fits any encoder. The paper gives none."""
    hypotheses: int = 3
    """M, at least 1: how many shares of the evidence are drawn, and answers written."""
    whole: bool = True
    """Whether the first share is all the evidence, or its most relevant texts, and only the others are drawn; the paper draws all. What
    needs two texts may stand in no share that is drawn: without the whole more answers were lost than won (docs/research/retrieval.md)."""
    sampled_share: float = 0.5
    """ρ, 0..1: of a cluster's evidence, before the cluster's weight."""
    temperature: float = 1.0
    """τ, above 0: the higher, the more alike the weights of the clusters. The paper gives none; 1 leaves its formula as it is."""
    causal_weight: float = 0.4
    """λ in Ψ = (1−λ)·φ_coh + λ·φ_causal, 0..1."""
    similarity_weight: float = 0.5
    """λ1 in φ_coh, 0..1: of the cosine of answer and text. The paper gives neither; a sum of 1 keeps φ_coh at 1 at most (appendix A.3)."""
    mention_weight: float = 0.5
    """λ2 in φ_coh, 0..1: of the relevance of texts that have the answer in them."""
    confidence_weight: float = 0.1
    """w3 in the extended Ψ, 0..1. The paper gives no w; little, for log-probabilities have another scale, and are not bounded below."""
    specificity_weight: float = 0.1
    """w4 in the extended Ψ, 0..1; w1 and w2 share what is left as 1−λ and λ do."""
    agreement_cosine: float = 0.8
    """θ_agree, −1..1: answers nearer to each other than this are alike. The paper gives none."""
    consensus: float = 0.67
    """0..1: the best answer stands if at least this share of those that have one is like it. The paper says "high"; two of three are merged
    in its appendix J.2."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.variations < 0 or min(self.clusters, self.hypotheses) < 1:
            raise ValueError("variations must be 0 or more, clusters and hypotheses at least 1")
        if self.temperature <= 0 or (self.kernel_width is not None and self.kernel_width <= 0):
            raise ValueError("temperature and kernel_width must be above 0")
        for name in _SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be 0..1, got {getattr(self, name)}")
        for name in _COSINES:
            if not -1 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be -1..1, got {getattr(self, name)}")
        if self.confidence_weight + self.specificity_weight > 1:
            raise ValueError("confidence_weight and specificity_weight must not exceed 1 together")


# Private

_COSINES = ("least_similarity", "duplicate_cosine", "agreement_cosine")
_SHARES = (
    "divergence_weight",
    "answer_weight",
    "relevance_weight",
    "least_quality",
    "least_relevance",
    "sampled_share",
    "causal_weight",
    "similarity_weight",
    "mention_weight",
    "confidence_weight",
    "specificity_weight",
    "consensus",
)
