"""Values of counterfactual exploration and parallel arbitration (CF-RAG §4), and protocols of who writes for it.

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
