"""The Causal Inference Score: how far a piece of knowledge helps with a question, by a causal language model (CIS §4.1).

CIS(Q→K) = log p(K|Q) − log p(K): above 0 the question makes the knowledge likelier, at 0 the two are independent, below 0 it makes it less
likely. It is asymmetric. What follows is in nats, a model's own: rank by it, do not compare it between models.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from cckg.core.text import as_kept, squeeze, worded
from cckg.core.vectors import Matrix, Vector
from cckg.models import NEEDED, KnowledgeScorer, LanguageModel, Rater
from cckg.stores import GraphStore

Form = Literal["qa", "bare"]
"""What stands before the knowledge: "Q: {question} A:", which the paper found a little better, or the question alone."""


@dataclass(frozen=True, slots=True)
class Triple:
    """A question, a piece of knowledge, and the score of it, in nats."""

    question: str
    knowledge: str
    score: float


@dataclass(slots=True)
class Priors:
    """Keeps what log p(K) was computed to be: what a store has of its documents' texts, other texts while the process lives."""

    store: GraphStore | None = None
    found: dict[tuple[str, str], float] = field(default_factory=dict)

    def known(self, model: str, texts: Sequence[str]) -> dict[str, float]:
        """Return those that are known, in nats, by text."""
        stored = self.store.priors(model, texts) if self.store else {}
        return stored | {text: self.found[model, text] for text in texts if (model, text) in self.found}

    def keep(self, model: str, found: Mapping[str, float]) -> None:
        """Remember some, by text."""
        self.found |= {(model, text): value for text, value in found.items()}


@dataclass(frozen=True)
class Deferred:
    """A scorer that is opened when it is first asked, for most commands never ask; implements `cckg.models.base.KnowledgeScorer`."""

    opened: Callable[[], KnowledgeScorer]

    @cached_property
    def scorer(self) -> KnowledgeScorer:
        """Return the scorer, opened."""
        return self.opened()

    @property
    def name(self) -> str:
        """Return what it is called, which opens it."""
        return self.scorer.name

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        """Return one score per piece of knowledge; errors are those of opening and of scoring."""
        return self.scorer.score(question, knowledge)


@dataclass(frozen=True, slots=True)
class CausalInferenceScore:
    """Scores knowledge by a causal language model; implements `cckg.models.base.KnowledgeScorer`.

    Args:
        model: tells how likely texts are.
        form: what stands before the knowledge; "bare" is the paper's ablation without a prompt.
        subtract_prior: False is its ablation without − log p(K).
        per_token: divide by the number of tokens of K.
        priors: where log p(K) is kept.

    Raises:
        ValueError: if there is no such form.
    """

    model: LanguageModel
    form: Form = "qa"
    subtract_prior: bool = True
    per_token: bool = False
    priors: Priors = field(default_factory=Priors)

    def __post_init__(self) -> None:
        if self.form not in get_args(Form):
            raise ValueError(f"There is no form {self.form!r}; it is {' or '.join(get_args(Form))}.")

    @property
    def name(self) -> str:
        """Return the model's name with what is not as usual."""
        unusual = [self.form] * (self.form != "qa") + ["no prior"] * (not self.subtract_prior) + ["per token"] * self.per_token
        return ", ".join([self.model.name, *unusual])

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        """Return the score of each piece of knowledge, (len(knowledge),) float32, in nats, or in nats per token.

        Raises:
            InputError: if the question has no word in it, a piece of knowledge is empty, or the question is too long for the model.
        """
        texts = as_kept(knowledge)
        told = self.model.log_probabilities(texts, prefix=_prefix(worded(question, name="question"), self.form))
        scores = np.array([each.sum(dtype=np.float64) for each in told])
        if self.subtract_prior:
            scores -= self.prior(knowledge)
        if self.per_token:
            scores /= np.array([max(1, len(each)) for each in told])
        return scores.astype(np.float32)

    def keep_prior(self, store: GraphStore, document: str, knowledge: Sequence[str]) -> None:
        """Have the store keep log p(K) of knowledge that a document brought; errors as of `prior` and `GraphStore.keep_priors`."""
        store.keep_priors(self.model.name, document, dict(zip(as_kept(knowledge), self.prior(knowledge).tolist(), strict=True)))

    def prior(self, knowledge: Sequence[str]) -> Vector:
        """Return log p(K) of each piece of knowledge, (len(knowledge),) float32, in nats; what is not known is computed and kept."""
        texts = as_kept(knowledge)
        known = self.priors.known(self.model.name, texts)
        new = [text for text in dict.fromkeys(texts) if text not in known]
        found = {text: float(each.sum(dtype=np.float64)) for text, each in zip(new, self.model.log_probabilities(new), strict=True)}
        if found:
            self.priors.keep(self.model.name, found)
        known |= found
        return np.array([known[text] for text in texts], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Student:
    """Scores knowledge as a cross-encoder learned it from a language model (§4.2); implements `cckg.models.base.KnowledgeScorer`.

    Args:
        rater: gives one number per pair [CLS] question [SEP] knowledge [SEP]; its notes `mean` and `deviation` bring it to the teacher's
            nats, `teacher` is the teacher's name.
    """

    rater: Rater

    @property
    def name(self) -> str:
        """Return whose student it is."""
        return f"student of {self.rater.notes['teacher']}"

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        """Return the score of each piece of knowledge, (len(knowledge),) float32, in the teacher's nats.

        Raises:
            InputError: if the question has no word in it, or a piece of knowledge is empty.
        """
        given = _rated(self.rater, question, knowledge)[:, 0]
        scores: Vector = given * float(self.rater.notes["deviation"]) + float(self.rater.notes["mean"])
        return scores


@dataclass(frozen=True, slots=True)
class Needed:
    """Tells how far a passage is needed to answer a question, as a reader learned it; implements `cckg.models.base.KnowledgeScorer`.

    For passages this ranks better than the score: what a language model finds likely after a question is often about the same, not needed.

    Args:
        rater: with a class `needed`, a logit.
    """

    rater: Rater
    name: str = NEEDED

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        """Return the logit of each passage, (len(knowledge),) float32; errors as of `Student.score`."""
        return _rated(self.rater, question, knowledge)[:, self.rater.classes.index(NEEDED)]


def cis(question: str, knowledge: str, *, model: LanguageModel) -> float:
    """Return CIS(question → knowledge), in nats.

    Open a model by `cckg.scoring.teacher.open_language_model`; errors as of `CausalInferenceScore.score`.
    """
    return float(CausalInferenceScore(model).score(question, [knowledge])[0])


# Private


def _rated(rater: Rater, question: str, knowledge: Sequence[str]) -> Matrix:
    asked = squeeze(worded(question, name="question"))
    return rater.rate([(asked, text.strip()) for text in as_kept(knowledge)])


def _prefix(question: str, form: Form) -> str:
    asked = squeeze(question)
    return f"Q: {asked} A:" if form == "qa" else asked
