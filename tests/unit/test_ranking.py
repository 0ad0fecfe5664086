"""Which entry event comes first: the verifier's score, the Causal Inference Score of the quotes, and the contrast with other questions."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from cckg.core.evidence import EntryEvent
from cckg.core.roles import MatchVerdict
from cckg.core.vectors import Vector
from cckg.identity import Candidate
from cckg.stores import GraphStore
from queries.linking import EntryRanker, Weights
from queries.linking.ranking import deviations, variations
from tests.builders import stored


@dataclass
class SharedWords:
    """A scorer: how many words of the question the knowledge has."""

    name: str = "shared words"
    asked: list[str] = field(default_factory=list)

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        self.asked.append(question)
        words = set(question.lower().strip("?").split())
        return np.array([len(words & set(text.lower().split())) for text in knowledge], dtype=np.float32)


def candidates(store: GraphStore, scores: dict[str, float]) -> list[Candidate]:
    return [Candidate(event, 0.5, MatchVerdict(True, True, scores[event.id])) for event in store.events(list(scores))]


def ranked(store: GraphStore, question: str, scores: dict[str, float], weights: Weights, *, limit: int = 9) -> list[EntryEvent]:
    ranker = EntryRanker(question, SharedWords(), store, weights)
    return ranker.ranked("the mill burned down", candidates(store, scores), [], limit=limit)


STORE = stored("a:fire -> b:the mill burned down", "c:sparks -> d:a mill in town burned", "e:rain -> f:flood")


def test_without_weights_the_verifier_orders_and_both_numbers_are_told() -> None:
    found = ranked(STORE, "Why did the mill burn down?", {"d": 0.9, "b": 0.8}, Weights(0, 0))
    assert [entry.event.id for entry in found] == ["d", "b"]
    assert all(entry.cis is not None and entry.contrast is not None for entry in found)


def test_the_quotes_that_help_with_the_question_come_first_as_far_as_they_weigh() -> None:
    scores = {"d": 0.9, "b": 0.8}
    assert [entry.event.id for entry in ranked(STORE, "Why: the mill burned down?", scores, Weights(1, 0))] == ["b", "d"]
    assert [entry.event.id for entry in ranked(STORE, "Why: the mill burned down?", scores, Weights(0.01, 0))] == ["d", "b"]


def test_what_fits_other_questions_as_well_has_no_contrast() -> None:
    found = {entry.event.id: entry for entry in ranked(STORE, "Why: the mill burned down?", {"b": 0.8, "f": 0.8}, Weights(0, 1))}
    assert found["f"].contrast == 0.0
    assert list(found) == ["b", "f"] or found["b"].contrast <= 0


def test_no_more_events_are_entered_than_asked_for() -> None:
    scores = {"d": 0.9, "b": 0.8, "f": 0.7}
    assert [entry.event.id for entry in ranked(STORE, "Why?", scores, Weights(0, 0), limit=2)] == ["d", "b"]
    assert len(ranked(STORE, "Why?", scores, Weights(1, 0), limit=2)) == 2


def test_candidates_that_are_within_a_nat_of_each_other_stay_as_they_are() -> None:
    assert deviations(np.array([1.0, 1.02, np.nan], dtype=np.float32)) == pytest.approx([-0.01, 0.01, 0.0])
    assert deviations(np.array([0.0, 10.0], dtype=np.float32)) == pytest.approx([-1, 1])
    assert list(deviations(np.array([np.nan], dtype=np.float32))) == [0.0]


def test_no_candidate_gives_no_event() -> None:
    assert ranked(STORE, "Why?", {}, Weights(1, 1)) == []


@pytest.mark.parametrize(
    ("question", "wording", "other", "swapped", "beside"),
    [
        ("Why did prices rise?", "prices rose", "wages fell", "What followed from this: prices rose?", "Why is it that wages fell?"),
        ("What followed from the war?", "the war", "the peace talks", "Why is it that the war?", "What followed from the peace talks?"),
        (
            "Why did the greenhouse effect grow?",
            "the greenhouse effect grew",
            None,
            "What followed from this: the greenhouse effect grew?",
            None,
        ),
        (
            "Did the warehouse burn because of war?",
            "war",
            "a storm",
            "What followed from this: war?",
            "Did the warehouse burn because of a storm?",
        ),
    ],
)
def test_the_other_questions_are_made_by_rule(question: str, wording: str, other: str | None, swapped: str, beside: str | None) -> None:
    opposite, *rest = variations(question, wording, other=other)
    assert rest == [swapped, *([beside] if beside else [])]
    assert opposite not in (question, swapped)
    assert opposite.endswith("?")


def test_of_a_wording_that_is_asked_about_alone_nothing_is_swapped() -> None:
    assert variations("the dam collapsed", "the dam collapsed", other="the bridge fell") == ["the dam remained standing", "the bridge fell"]
