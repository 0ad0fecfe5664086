"""The built-in verifier of "same event, same polarity": a logistic score over how the words of both sides align.

Polarity is told by words that mark it; where only one of two wordings has such a word ("the bank lost deposits", "the fall of deposits at
the bank"), a small trained reader says whether they go the same way. Where they share too few words for the score ("the grounding of the
ferry", "the stranding of the ferry"), they are one event if that reader is sure of it. The weights in `data/verifier.json` were fitted on
hand-written pairs by `python -m training.fit_verifier`, which says on which, and prints what they reach on the part kept apart.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from cckg.core.graph import Event, Polarity
from cckg.core.roles import Criterion, MatchVerdict, PairsAhead
from cckg.core.text import words
from cckg.identity.alignment import Aligner, on_other_days
from cckg.identity.policy import POLICY
from cckg.language import polarity_of, stem
from cckg.models import Comparer, Embedder


class LocalVerifier:
    """Decides by rules and a logistic score over MiniLM vectors; a few thousand pairs a second once the texts are encoded."""

    width = 1

    def __init__(self, embedder: Embedder, comparer: Comparer | None = None) -> None:
        """Take the encoder, and the reader `wordings` of `cckg.models.readers`; without it labels of polarity must be the same."""
        self.name = "local-alignment-1" if comparer is None else "local-alignment-3"
        self.judges_polarity = comparer is not None
        self._embedder = embedder
        self._comparer = comparer
        self._aligner = Aligner(embedder)

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        """Return one verdict per pair, in order; see `cckg.core.roles.Verifier`."""
        rows = self._aligner.features(pairs, bare=criterion == "same core")
        verdicts = [self._judge(pair, row, criterion) for pair, row in zip(pairs, rows, strict=True)]
        if self._comparer and criterion == "interchangeable":
            self._corrected(self._comparer, pairs, rows, verdicts)
        return verdicts

    def foresee(self, pairs: PairsAhead, criterion: Criterion) -> None:
        """Do nothing: no pair takes longer alone."""

    # Private

    def _judge(self, pair: tuple[Event, Event], row: dict[str, float], criterion: Criterion) -> MatchVerdict:
        left, right = pair
        model = _model(criterion)
        score = 1.0 if words(left.text) == words(right.text) else model.score(row)
        strict = criterion == "interchangeable"
        near = score >= model.threshold and not self._differ_in_days(pair, strict=strict)
        same = near and (not strict or self._share_a_topic(left, right))
        return MatchVerdict(same, _same_polarity(left.polarity, right.polarity, strict=strict), score)

    def _corrected(
        self, comparer: Comparer, pairs: Sequence[tuple[Event, Event]], rows: Sequence[dict[str, float]], verdicts: list[MatchVerdict]
    ) -> None:
        """Let the reader tell what words do not: polarity where one side alone marks it, opposites that pass for one event, other words."""
        across = [at for at, pair in enumerate(pairs) if verdicts[at].score >= POLICY.worth_reading_score and _one_is_unmarked(*pair)]
        alike = [at for at, (left, right) in enumerate(pairs) if verdicts[at].match and words(left.text) != words(right.text)]
        reworded = [at for at, verdict in enumerate(verdicts) if _may_be_reworded(verdict, rows[at])]
        asked = (*across, *alike, *reworded)
        texts = [sorted((pairs[at][0].text, pairs[at][1].text)) for at in asked]  # either way round it is one question
        told = comparer.compare([(first, second) for first, second in texts])
        for at, shares in zip(asked, told, strict=True):
            logs = {name: math.log(max(share, 1e-9)) for name, share in zip(comparer.classes, shares.tolist(), strict=True)}
            if verdicts[at].same_polarity and not verdicts[at].same_event:
                if math.exp(logs["same"]) >= POLICY.surely_same and self._can_be_one(pairs[at]):
                    believed = max(verdicts[at].score, _model("interchangeable").threshold)
                    verdicts[at] = replace(verdicts[at], same_event=True, score=believed)
            elif not verdicts[at].match:
                verdicts[at] = self._across(pairs[at], rows[at], logs) or verdicts[at]
            elif logs["opposite"] - logs["same"] > POLICY.opposite_nats:
                verdicts[at] = replace(verdicts[at], same_polarity=False)

    def _across(self, pair: tuple[Event, Event], row: dict[str, float], logs: Mapping[str, float]) -> MatchVerdict | None:
        """Judge two wordings of which one alone is marked for polarity by what the reader tells; None if that is not sure enough."""
        model = _model("across polarity")
        score = model.score({**row, **{f"told {name}": logs[name] for name in ("same", "different")}})
        if score < model.threshold or logs["same"] - logs["opposite"] <= POLICY.not_opposite_nats or not self._can_be_one(pair):
            return None
        return MatchVerdict(same_event=True, same_polarity=True, score=score)

    def _can_be_one(self, pair: tuple[Event, Event]) -> bool:
        """Tell whether nothing in the documents of two wordings speaks against their being one event."""
        return self._share_a_topic(*pair) and not self._differ_in_days(pair, strict=True)

    def _differ_in_days(self, pair: tuple[Event, Event], *, strict: bool) -> bool:
        """Tell whether two happenings bear other days or months: those of their words or, of documents, else those of their titles."""
        first, second = map(self._aligner.wording, pair)
        if not strict:
            return on_other_days(first.days, second.days)
        return on_other_days(first.days or first.context_days, second.days or second.context_days)

    def _share_a_topic(self, left: Event, right: Event) -> bool:
        """Tell whether wordings of two documents can be one event: "the fire" here is not "the fire" there.

        They can if they share a name or three words that count, or if the titles share a word or are near each other. What is called "the
        outage" and no more belongs to its document, and so does who was hurt without a name.
        """
        if not left.context or not right.context or left.context == right.context:
            return True
        first, second = self._aligner.wording(left), self._aligner.wording(right)
        if any((len(side.kept) == 1 and side.kept <= _MISHAPS) or side.kept <= _HARM for side in (first, second)):
            return False
        shared = first.names & second.names or (first.context_stems & second.context_stems) - _HARM
        if shared or len(first.kept & second.kept) >= POLICY.telling_words:
            return True
        titles = self._embedder.encode([left.context, right.context])
        return float(titles[0] @ titles[1]) >= (POLICY.near_topic_cosine if first.kept == second.kept else POLICY.same_topic_cosine)


# Private

_MISHAPS = frozenset(
    map(stem, "outage incident accident event problem issue failure disaster disruption breakdown interruption impact".split())
)
_HARM = frozenset(  # "the employee was killed" here is not the one who was killed there
    map(
        stem,
        "employee worker operator driver man woman person people victim killed died dies death dead injured injury injuries hurt "
        "fall falls fell struck crushed burned burns hospitalized".split(),
    )
)
_DIRECTIONAL = {Polarity.INCREASE, Polarity.DECREASE}


@dataclass(frozen=True, slots=True)
class _Model:
    """The weights of a logistic score, and from where on it is believed."""

    bias: float
    weights: tuple[tuple[str, float], ...]
    threshold: float

    def score(self, row: Mapping[str, float]) -> float:
        return 1 / (1 + math.exp(-(self.bias + sum(weight * row[name] for name, weight in self.weights))))


@cache
def _model(criterion: str) -> _Model:
    stored = json.loads(resources.files("cckg.identity").joinpath("data/verifier.json").read_text(encoding="utf-8"))[criterion]
    return _Model(stored["bias"], tuple(stored["weights"].items()), stored["threshold"])


def _may_be_reworded(verdict: MatchVerdict, row: Mapping[str, float]) -> bool:
    """Tell whether two wordings of one polarity, too unlike for the rules, may still be one event: no number or name contradicts it."""
    near = verdict.same_polarity and not verdict.same_event and verdict.score >= POLICY.worth_reading_score
    return near and not row["number_conflict"] and not row["name_conflict"]


def _one_is_unmarked(left: Event, right: Event) -> bool:
    """Tell whether one wording alone is marked for polarity by its words, so that the labels neither agree nor contradict each other."""
    labels = {left.polarity, right.polarity}
    by_words = polarity_of(left.text) is left.polarity and polarity_of(right.text) is right.polarity
    return len(labels) == 2 and Polarity.OCCURRENCE in labels and by_words


def _same_polarity(left: Polarity, right: Polarity, *, strict: bool) -> bool:
    """Compare polarities. A question's wording says less than a report's, so there only what contradicts counts as different."""
    if left is right or strict:
        return left is right
    if {left, right} == {Polarity.DECREASE, Polarity.ABSENCE}:
        return True
    return Polarity.OCCURRENCE in {left, right} and bool({left, right} & _DIRECTIONAL)
