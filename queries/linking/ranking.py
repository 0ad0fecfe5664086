"""Ranks the events by which a question enters the graph, by how far what is quoted of them helps with the question, and with no other.

Two numbers beside the verifier's: the Causal Inference Score CIS(question → quotes) (CIS §4.1), and the contrast
s(q, e) − max s(q′, e) over counterfactual questions q′ (CF-RAG, eq. 10), with that score as s. The questions q′ are made by
rule: the opposite in the event's place, cause and effect swapped, another event in its place.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cckg.core.claims import Modality
from cckg.core.evidence import Direction, EntryEvent
from cckg.core.text import squeeze, words
from cckg.core.vectors import Matrix, Vector
from cckg.identity import Candidate
from cckg.language import opposite_of, polarity_of
from cckg.models import KnowledgeScorer
from cckg.stores import GraphStore
from queries.linking.policy import POLICY

QUOTES = 2
"""Quotes of an event that are scored, at most; the best counts."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the score and of the contrast, each as deviations from the mean of the candidates, beside the verifier's score."""

    cis: float
    contrast: float


@dataclass(frozen=True, slots=True)
class EntryRanker:
    """Ranks entry events of one question.

    Args:
        question: as it was asked.
        scorer: tells how far knowledge helps with a question.
        store: holds the claims.
        weights: of the two numbers.
    """

    question: str
    scorer: KnowledgeScorer
    store: GraphStore
    weights: Weights

    def ranked(self, wording: str, kept: Sequence[Candidate], others: Sequence[Candidate], *, limit: int) -> list[EntryEvent]:
        """Return up to `limit` entry events for the candidates that were kept, best first; ties in the order given.

        Args:
            wording: what of the question means them.
            kept: verified candidates.
            others: those that are something else: the first may stand in the event's place.
            limit: at least 1.
        """
        if not (self.weights.cis or self.weights.contrast):
            kept = kept[:limit]  # nothing behind can come before them
        if not kept:
            return []
        cis, contrast = self.numbers(wording, kept, others)
        worth = np.array([candidate.verdict.score for candidate in kept])
        worth += self.weights.cis * deviations(cis) + self.weights.contrast * deviations(contrast)
        found = [
            EntryEvent(candidate.event, candidate.cosine, 0, cis=_known(score), contrast=_known(apart))
            for candidate, score, apart in zip(kept, cis, contrast, strict=True)
        ]
        return [found[place] for place in np.argsort(-worth, kind="stable")[:limit]]

    def numbers(self, wording: str, kept: Sequence[Candidate], others: Sequence[Candidate]) -> tuple[Vector, Vector]:
        """Return CIS and contrast of each candidate that was kept, (len(kept),) each, in nats; NaN where nothing is quoted of it."""
        other = others[0].event.text if others else None
        asked = [self.question, *variations(self.question, wording, other=other)]
        scores = self._scores(asked, [candidate.event.id for candidate in kept])
        return scores[0], scores[0] - scores[1:].max(axis=0)

    # Private

    def _scores(self, asked: Sequence[str], events: Sequence[str]) -> Matrix:
        """Return for each question the best score of each event's quotes, (len(asked), len(events)); NaN where nothing is quoted."""
        quotes = self._quotes(events)
        texts = list(dict.fromkeys(text for of_event in quotes.values() for text in of_event))
        best = np.full((len(asked), len(events)), np.nan, dtype=np.float32)
        for row, question in enumerate(asked):
            told = dict(zip(texts, self.scorer.score(question, texts), strict=True))
            for column, event in enumerate(events):
                best[row, column] = max((told[text] for text in quotes[event]), default=np.nan)
        return best

    def _quotes(self, events: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return the surest quotes of each event."""
        found: dict[str, dict[str, float]] = {event: {} for event in events}
        for direction in _DIRECTIONS:
            for claim in self.store.neighbourhood(events, direction, depth=1, limit=_READ).claims:
                for event in {claim.cause_event, claim.effect_event} & found.keys():
                    sure = claim.confidence - (claim.modality is not Modality.ASSERTED)
                    found[event][claim.quote.text] = max(sure, found[event].get(claim.quote.text, sure))
        return {event: sorted(texts, key=lambda text: (-texts[text], text))[:QUOTES] for event, texts in found.items()}


def variations(question: str, wording: str, *, other: str | None) -> list[str]:
    """Return counterfactual questions q′: the opposite in the wording's place, cause and effect swapped, another event in its place.

    Of a wording that is asked about alone nothing is swapped.

    >>> variations("Why did the dam collapse?", "the dam collapsed", other="the bridge fell")
    ['Why is it that the dam remained standing?', 'What followed from this: the dam collapsed?', 'Why is it that the bridge fell?']
    """
    opposite = opposite_of(wording, polarity_of(wording))
    if squeeze(question) == squeeze(wording):
        return [place for place in (opposite, other) if place]
    said = re.compile(rf"(?<!\w){re.escape(wording)}(?!\w)", re.IGNORECASE)
    of_event = set(words(wording))
    asks_effects = bool(_ASKS_EFFECTS.search(" ".join(word for word in words(question) if word not in of_event)))

    def put(place: str) -> str:
        return said.sub(lambda _: place, question, count=1) if said.search(question) else _asked(place, effects=asks_effects)

    return [put(opposite), _asked(wording, effects=not asks_effects), *([put(other)] if other else [])]


def deviations(values: Vector) -> Vector:
    """Return how many deviations, of a nat at least, each value is from the mean; 0 where it is not known."""
    known = ~np.isnan(values)
    if not known.any():
        return np.zeros_like(values)
    spread = max(float(values[known].std()), POLICY.least_spread_nats)
    found: Vector = np.where(known, (values - values[known].mean()) / spread, 0.0)
    return found


# Private

_DIRECTIONS: tuple[Direction, ...] = ("causes", "effects")
_READ = 2000  # events around the candidates that are read for their quotes
_ASKS_EFFECTS = re.compile(
    r"\b(?:follow\w*|lead|leads|led to|effects?|consequences?|result in|happen\w* (?:after|if|without)|aftermath|impact)\b", re.I
)


def _asked(event: str, *, effects: bool) -> str:
    return f"{'What followed from this:' if effects else 'Why is it that'} {event}?"


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
