"""Stand-ins for the language roles in tests of the stages that use them: their answers follow from the words alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cckg.core.graph import Event, Polarity
from cckg.core.roles import Criterion, MatchVerdict, QuestionRoles, Rejected
from cckg.core.text import words


@dataclass(frozen=True, slots=True)
class ListedVerifier:
    """Believes in an event of the graph to the degree that is listed under its text, 0 where none is; accepts from a threshold on."""

    scores: Mapping[str, float]
    name: str = "listed"
    threshold: float = 0.5
    any_polarity: bool = False

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        scores = [self.scores.get(right.text, 0.0) for _, right in pairs]
        return [
            MatchVerdict(score >= self.threshold, self.any_polarity or left.polarity is right.polarity, score)
            for score, (left, right) in zip(scores, pairs, strict=True)
        ]


class WordingVerifier:
    """Takes two wordings for the same event if they are the same words."""

    name = "same words"

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        same = [words(left.text) == words(right.text) for left, right in pairs]
        return [
            MatchVerdict(found, left.polarity is right.polarity, float(found)) for found, (left, right) in zip(same, pairs, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class ListedOpposites:
    """Writes the opposites that are listed, and "no …" for every other event."""

    opposites: Mapping[str, str]
    name: str = "listed"

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        del rejected
        return self.opposites.get(text, f"no {text}"), polarity.opposite


class _Nobody:
    """Plays no role: being asked anything is an error."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"nobody plays this role, and {name!r} was asked of it")


def question_roles(**played: object) -> QuestionRoles:
    """The roles of a question, of which only those that are given are played."""
    nobody = dict.fromkeys(("verifier", "parser", "opposites", "writer", "logical"), _Nobody())
    return QuestionRoles(**{**nobody, **played})  # type: ignore[arg-type]
