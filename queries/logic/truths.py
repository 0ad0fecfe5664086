"""Logical queries: terms joined by AND, OR and NOT, whose truth is computed over the whole corpus at once (ITLR §3).

A term's truth in a text is read off the cosine of the two, and as far as is asked for off its words; the operators compose truths as array
operations. Which formula a question means is left to a `cckg.core.roles.LogicalQueryWriter`. What is measured of the operators stands in
docs/explanation/retrieval.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cckg.core.vectors import Matrix
from cckg.models import Embedder
from cckg.questions import And, Formula, Not, Term, affirmed_terms, terms_of
from cckg.settings_retrieval import Calibration, Conjunction, Disjunction, LogicSettings, Negation
from cckg.stores import GraphStore, Hit, Searchable

Truth: TypeAlias = npt.NDArray[np.float64]
"""How true something is of each text, (n,): 0..1, but for what sums and reciprocals of the paper's operators make of it."""

FITTED: dict[Calibration, tuple[float, float]] = {
    "denied": (20.3, 0.177),
    "cosine": (1.0, 0.0),
    "logistic": (20.3, 0.177),
    "contrast": (2.34, 0.851),
}
"""Slope and middle of each calibration for the built-in encoder; see docs/research/retrieval.md."""


@dataclass(frozen=True, slots=True)
class Logic:
    """How truths are read off cosines and composed, as the settings say (ITLR §3.2).

    The curve is 1 / (1 + exp(−slope · (cosine − middle))); what 1/x divides by is 0.01 at least. "contrast" puts on it how many
    deviations the cosine is above the mean of the corpus; "denied" takes the cosine, and puts what is negated on the curve: what a text is
    about has degrees, what it must not be about has few.
    """

    settings: LogicSettings = field(default_factory=LogicSettings)

    @property
    def curve(self) -> tuple[float, float]:
        """Return slope and middle."""
        fitted = FITTED[self.settings.calibration]
        slope, middle = self.settings.slope, self.settings.middle
        return fitted[0] if slope is None else slope, fitted[1] if middle is None else middle

    def terms(self, formula: Formula) -> list[str]:
        """Return the texts whose truths `scores` needs: the formula's terms, and the affirmed ones joined if they are to fit together."""
        return [*terms_of(formula), *filter(None, [self._together(formula)])]

    def scores(self, formula: Formula, truths: Mapping[str, Truth]) -> Truth:
        """Return what texts are ranked by, given the truths of `terms` by their text: how true the formula is of each, (n,) each."""
        found = self.composed(formula, truths)
        together = self._together(formula)
        return found * truths[together] if together else found

    def truths(self, cosines: Matrix, lexical: npt.NDArray[np.float64] | None = None) -> npt.NDArray[np.float64]:
        """Return how true each term is of each text, (terms, n) all; where all texts are alike, "contrast" knows nothing: 0.5.

        `lexical` says how well the terms' words fit, 0..1, and may be left out where the logic gives it no share.
        """
        meant = self._meant(cosines.astype(np.float64))
        return meant if lexical is None else (1.0 - self.settings.lexical_weight) * meant + self.settings.lexical_weight * lexical

    def composed(self, formula: Formula, truths: Mapping[str, Truth]) -> Truth:
        """Return how true a formula is of each text, given the truths of its terms by their text, (n,) each."""
        if isinstance(formula, Term):
            return truths[formula.text]
        if isinstance(formula, Not):
            inner = self.composed(formula.operand, truths)
            return _NEGATIONS[self.settings.negation](self._on_curve(inner) if self.settings.calibration == "denied" else inner)
        parts = np.stack([self.composed(operand, truths) for operand in formula.operands])
        join = _CONJUNCTIONS[self.settings.conjunction] if isinstance(formula, And) else _DISJUNCTIONS[self.settings.disjunction]
        return join(parts)

    def _together(self, formula: Formula) -> str | None:
        wanted = affirmed_terms(formula) if self.settings.joint else []
        return " ".join(wanted) if len(wanted) > 1 else None

    def _meant(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        if self.settings.calibration in ("cosine", "denied"):
            return np.clip(values, 0.0, 1.0)
        if self.settings.calibration == "contrast":
            spread = values.std(axis=1, keepdims=True)
            apart = np.divide(values - values.mean(axis=1, keepdims=True), spread, out=np.zeros_like(values), where=spread > _NO_SPREAD)
            values = np.where(spread > _NO_SPREAD, apart, self.curve[1])
        return self._on_curve(values)

    def _on_curve(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        slope, middle = self.curve
        found: npt.NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(slope * (values - middle), -_STEEPEST, _STEEPEST)))
        return found


def logical_hits(formula: Formula, *, store: GraphStore, embedder: Embedder, over: Searchable, k: int, logic: Logic) -> list[Hit]:
    """Return up to k chunks or events, those first of which the formula is truest; ties by id. Scores are `Logic.scores`."""
    terms = logic.terms(formula)
    ids, cosines = store.cosines(embedder.encode(terms), over=over)
    if not ids:
        return []
    lexical = _lexical(terms, ids, store=store, over=over) if logic.settings.lexical_weight else None
    scores = logic.scores(formula, dict(zip(terms, logic.truths(cosines, lexical), strict=True)))
    order = np.argsort(-scores, kind="stable")[:k]  # ids come in order, so ties do
    return [Hit(ids[place], float(scores[place])) for place in order]


# Private


_POOL = 300  # texts that a term's words are looked for in
_LEAST = 0.01  # of what is divided by
_NO_SPREAD = 1e-6  # deviation of cosines below which all texts are alike
_STEEPEST = 60.0  # exponent beyond which a truth is 0 or 1 to the last digit
_CONJUNCTIONS: dict[Conjunction, Callable[[npt.NDArray[np.float64]], Truth]] = {
    "product": lambda parts: np.prod(parts, axis=0),
    "sum": lambda parts: np.sum(parts, axis=0),
    "min": lambda parts: np.min(parts, axis=0),
}
_DISJUNCTIONS: dict[Disjunction, Callable[[npt.NDArray[np.float64]], Truth]] = {
    "sum": lambda parts: np.sum(parts, axis=0),
    "max": lambda parts: np.max(parts, axis=0),
    "probabilistic": lambda parts: 1.0 - np.prod(1.0 - parts, axis=0),
}
_NEGATIONS: dict[Negation, Callable[[Truth], Truth]] = {
    "complement": lambda part: 1.0 - part,
    "reciprocal": lambda part: 1.0 / np.maximum(part, _LEAST),
}


def _lexical(terms: Sequence[str], ids: Sequence[str], *, store: GraphStore, over: Searchable) -> npt.NDArray[np.float64]:
    """Return how well each term's words fit each text, (terms, n): BM25 as a share of the best text's, 0 beyond the first `_POOL`."""
    place = {name: number for number, name in enumerate(ids)}
    found = np.zeros((len(terms), len(ids)))
    for row, term in enumerate(terms):
        hits = [hit for hit in store.search_text(term, k=_POOL, over=over) if hit.id in place]  # one may have come since
        best = max((hit.score for hit in hits), default=0.0)
        for hit in hits:
            found[row, place[hit.id]] = hit.score / best if best > 0 else 0.0
    return found
