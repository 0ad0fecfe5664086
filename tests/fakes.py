"""Stand-ins for roles that are not under test. Each is deterministic and does what its protocol says, only simpler."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from cckg.core.graph import Event
from cckg.core.roles import Criterion, MatchVerdict
from cckg.core.text import words
from cckg.core.vectors import Matrix
from cckg.identity import PairToRead, Unread
from tests.builders import DIMENSION, FINGERPRINT, unit_vectors

SAME = MatchVerdict(same_event=True, same_polarity=True, score=0.9)
OTHER = MatchVerdict(same_event=False, same_polarity=True, score=0.1)
OPPOSITE = MatchVerdict(same_event=True, same_polarity=False, score=0.9)


class HashingEmbedder:
    """Bags of hashed words: texts that share words are near one another. It bears the name of the builders' fingerprint."""

    name = FINGERPRINT.embedding
    dimension = DIMENSION

    def encode(self, texts: Sequence[str]) -> Matrix:
        return unit_vectors(texts)

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        return [(words(text), unit_vectors(words(text))) for text in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(words(text)) for text in texts]


class ScriptedVerifier:
    """Answers by a script of (left wording, right wording) → verdict, and fails when asked about any other pair.

    A pair of equal words need not be scripted: it is the same. `asked` keeps the pairs in the order of the questions.
    """

    name = "scripted"

    def __init__(self, script: dict[tuple[str, str], MatchVerdict] | None = None) -> None:
        self.script = script or {}
        self.asked: list[tuple[str, str]] = []
        self.criteria: list[Criterion] = []

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        self.criteria.append(criterion)
        return [self._verdict(left.text, right.text) for left, right in pairs]

    def _verdict(self, left: str, right: str) -> MatchVerdict:
        self.asked.append((left, right))
        if words(left) == words(right):
            return SAME
        if (left, right) not in self.script:
            raise AssertionError(f"the verifier was asked about a pair that is not scripted: {left!r}, {right!r}")
        return self.script[left, right]


class FakeReader(ABC):
    """A reader of pairs of mentions that its `same` makes."""

    at_once = False
    unread: Sequence[Unread] = ()

    @abstractmethod
    def same(self, pairs: Sequence[PairToRead]) -> list[float]:
        """Return the probability that the two are one event, for each pair."""

    def read(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        return {
            (min(left.id, right.id), max(left.id, right.id)): same for (left, right, _), same in zip(pairs, self.same(pairs), strict=True)
        }
