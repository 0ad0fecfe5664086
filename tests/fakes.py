"""Stand-ins for the roles that a test is not about: small, real implementations whose answers a test can foresee."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cckg.core.graph import Event, Polarity
from cckg.core.roles import Criterion, MatchVerdict
from cckg.core.text import words
from cckg.core.vectors import Matrix
from tests.builders import DIMENSION, FINGERPRINT, unit_vectors


class HashingEmbedder:
    """Encodes texts as unit rows of bags of hashed words; fits the stores of `tests.builders`."""

    name = FINGERPRINT.embedding
    dimension = DIMENSION

    def encode(self, texts: Sequence[str]) -> Matrix:
        return unit_vectors(texts)

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        return [(words(text), unit_vectors(words(text))) for text in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(words(text)) for text in texts]


@dataclass(frozen=True, slots=True)
class ListedVerifier:
    """Believes in an event of the graph to the degree that is listed under its text, 0 where none is; accepts from a half on."""

    scores: Mapping[str, float]
    name: str = "listed"
    asked: list[tuple[str, str, Criterion]] = field(default_factory=list)

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        self.asked.extend((left.text, right.text, criterion) for left, right in pairs)
        scores = [self.scores.get(right.text, 0.0) for _, right in pairs]
        return [
            MatchVerdict(score >= 0.5, left.polarity is right.polarity, score) for score, (left, right) in zip(scores, pairs, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class ListedOpposites:
    """Writes the opposites that are listed, and "no …" for every other event."""

    opposites: Mapping[str, str]
    name: str = "listed"

    def opposite(self, text: str, polarity: Polarity) -> tuple[str, Polarity]:
        return self.opposites.get(text, f"no {text}"), polarity.opposite
