"""Settings of what finds, ranks and weighs passages; see `cckg.settings`."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Conjunction = Literal["product", "sum", "min"]
Disjunction = Literal["sum", "max", "probabilistic"]
Negation = Literal["complement", "reciprocal"]
Calibration = Literal["denied", "cosine", "logistic", "contrast"]


class Section(BaseModel):
    """Settings of one kind."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class CisSettings(Section):
    """The Causal Inference Score, how far a piece of knowledge helps with a question: who gives it, and what it weighs."""

    scorer: Literal["student", "teacher", "off"] = "student"
    """`student` is a small cross-encoder; `teacher`, a causal language model, is slow without a GPU and needs the extra `torch`."""
    student: Path | None = None
    """A folder that `cckg distil` wrote, which ranks entry events; else the student that comes with cckg."""
    teacher: str = "Qwen2.5-Coder-1.5B-Instruct"
    """The language model: `Qwen2.5-Coder-1.5B-Instruct`, `SmolLM2-135M-Instruct`, or a folder in the form of transformers."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """Of the teacher's numbers; `bfloat16` takes half the memory, and less time where the processor has products of it."""
    entry_weight: Annotated[float, Field(ge=0, le=10)] = 0.2
    """What CIS(question → quotes of an entry event) weighs beside the verifier's score, in deviations over the candidates."""
    contrast_weight: Annotated[float, Field(ge=0, le=10)] = 0.2
    """The same of the contrast with counterfactual questions."""
    passage_weight: Annotated[float, Field(ge=0, le=1)] = 0.6
    """What the teacher's CIS(question → passage), or whether it is needed, weighs beside hybrid retrieval where that is ranked anew."""


class LogicSettings(Section):
    """Logical queries, terms joined by AND, OR and NOT: how truths are read off cosines and composed (ITLR §3.2)."""

    conjunction: Conjunction = "product"
    """What x AND y is: x·y, x + y, or the lesser of the two."""
    disjunction: Disjunction = "probabilistic"
    """What x OR y is: x + y, the greater of the two, or 1 − (1 − x)(1 − y)."""
    negation: Negation = "complement"
    """What NOT x is: 1 − x, or 1/x."""
    calibration: Calibration = "denied"
    """A term's truth: `cosine`; a `logistic` curve over it; one by the corpus's mean (`contrast`); or over what is `denied` alone."""
    slope: Annotated[float, Field(gt=0, le=1000)] | None = None
    """Of the curve, per unit of cosine or per deviation; if not set, what was fitted to the built-in encoder."""
    middle: Annotated[float, Field(ge=-10, le=10)] | None = None
    """Where the curve is at one half; if not set, what was fitted to the built-in encoder."""
    lexical_weight: Annotated[float, Field(ge=0, le=1)] = 0.2
    """Share of a term's truth that its words make up: BM25 as a share of the best text's; 0 reads meaning alone, as the paper does."""
    joint: bool = True
    """Whether the fit to all affirmed terms together is a further factor: passages that speak of both in one breath come first."""


class ArbitrationPolicy(Section):
    """The bounds and weights of exploration and arbitration. Values are those of CF-RAG, table 4, where it has one.

    Raises:
        ValueError: for a value outside its range, and for weights that are too much together.
    """

    variations: Annotated[int, Field(ge=0, le=20)] = 3
    """N: how many counterfactual questions are kept; more cost retrieval and scoring each."""
    least_similarity: Annotated[float, Field(ge=-1, le=1)] = 0.7
    """θ_sim: a variation is nearer to the question than this, by cosine; what is farther is about something else."""
    divergence_weight: Annotated[float, Field(ge=0, le=1)] = 1 / 3
    """α in Info: of 1 − cosine. The paper gives none of α, β and γ: the three weigh the same."""
    answer_weight: Annotated[float, Field(ge=0, le=1)] = 1 / 3
    """β in Info: of the distance of the baseline answers."""
    relevance_weight: Annotated[float, Field(ge=0, le=1)] = 1 / 3
    """γ in Info: of the relevance to what the documents tell."""
    duplicate_cosine: Annotated[float, Field(ge=-1, le=1)] = 0.95
    """θ_dedup: texts nearer to each other than this count as one."""
    least_quality: Annotated[float, Field(ge=0, le=1)] = 0.2
    """θ_quality: below, a text is a heading, a table or a scrap. The paper gives none."""
    least_relevance: Annotated[float, Field(ge=0, le=1)] = 0.025
    """θ_rel: evidence is more relevant than this to the question or a variation. The paper gives none; 0.025 is a cosine of .29."""
    clusters: Annotated[int, Field(ge=1, le=50)] = 4
    """K: into how many themes the evidence is divided; each is heard in every hypothesis."""
    kernel_width: Annotated[float, Field(gt=0, le=100)] | None = None
    """σ in exp(−d²/2σ²), above 0; None: the median distance of distinct texts, which fits any encoder. The paper gives none."""
    hypotheses: Annotated[int, Field(ge=1, le=50)] = 3
    """M: how many shares of the evidence are drawn, and answers written."""
    whole: bool = True
    """Whether the first share is all the evidence, or its 16 most relevant texts, and only the others are drawn; the paper draws all."""
    sampled_share: Annotated[float, Field(ge=0, le=1)] = 0.5
    """ρ: of a cluster's evidence, before the cluster's weight."""
    temperature: Annotated[float, Field(gt=0, le=100)] = 1.0
    """τ: the higher, the more alike the weights of the clusters. The paper gives none; 1 leaves its formula as it is."""
    causal_weight: Annotated[float, Field(ge=0, le=1)] = 0.4
    """λ, what φ_causal weighs in Ψ; φ_coh weighs 1 − λ."""
    similarity_weight: Annotated[float, Field(ge=0, le=1)] = 0.5
    """λ1 in φ_coh: of the cosine of answer and text. The paper gives neither; a sum of 1 keeps φ_coh at 1 at most (appendix A.3)."""
    mention_weight: Annotated[float, Field(ge=0, le=1)] = 0.5
    """λ2 in φ_coh: of the relevance of texts that have the answer in them."""
    confidence_weight: Annotated[float, Field(ge=0, le=1)] = 0.1
    """w3 in the extended Ψ, 0..1. The paper gives no w; little, for log-probabilities have another scale, and are not bounded below."""
    specificity_weight: Annotated[float, Field(ge=0, le=1)] = 0.1
    """w4 in the extended Ψ, 0..1; w1 and w2 share what is left as 1−λ and λ do."""
    agreement_cosine: Annotated[float, Field(ge=-1, le=1)] = 0.8
    """θ_agree: answers nearer to each other than this are alike. The paper gives none."""
    consensus: Annotated[float, Field(ge=0, le=1)] = 0.67
    """The best answer stands if at least this share of those that have one is like it, 0..1; the paper says “high”."""

    @model_validator(mode="after")
    def _weights_leave_something(self) -> Self:
        if self.confidence_weight + self.specificity_weight > 1:
            raise ValueError("confidence_weight and specificity_weight must not exceed 1 together")
        return self


class ArbitrationSettings(ArbitrationPolicy):
    """Counterfactual exploration and arbitration, `ask --arbitrate` (CF-RAG §4); values are of its table 4 where it has one."""

    profile: Literal["paper", "extended", "repo"] = "paper"
    """How Ψ is made: as in algorithm 1; with confidence and specificity (§4.2.2); or as the authors' published code does it."""
    scorer: Literal["cosine", "cis"] = "cosine"
    """Who tells how well a text fits a question, s(q, e): the encoder, or who gives the Causal Inference Score."""
    passages: Annotated[int, Field(ge=1, le=100)] = 8
    """Passages found for the question and for each variation."""
    seed: Annotated[int, Field(ge=0)] = 0
    """Of division and draws; the same seed gives the same answer."""
