"""The five language roles. Each has a local implementation (`cckg.language`); chat models implement the same protocols."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from cckg.core.chat import Usage
from cckg.core.claims import ExtractedClaim
from cckg.core.evidence import EvidencePackage
from cckg.core.graph import Event, Polarity
from cckg.core.questions import ParsedQuestion

Criterion = Literal["interchangeable", "same core"]
Rejected = tuple[str, str]
"""The text of an opposite that was written before, and why it will not do."""


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """What a verifier says of two wordings.

    `score` is its degree of belief that the event is the same, 0..1; `against` that one says the opposite of the other, where it tells.
    """

    same_event: bool
    same_polarity: bool
    score: float
    against: float = 0.0

    @property
    def match(self) -> bool:
        """Tell whether the two may stand for one another."""
        return self.same_event and self.same_polarity


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that was offered and is not kept: its sides, as they were given, why, and whether it might be kept in other words."""

    cause: str
    effect: str
    reason: str
    mendable: bool = True


@dataclass(frozen=True, slots=True)
class Reading:
    """What an extractor read in one text: claims in the order of the text, offsets in characters of that text.

    `refused` are the claims that it was offered and could not use. `unread` says why the text could not be
    read; `stopped` that this goes for all texts of the run from here on. `usage` is what the reading cost.
    """

    claims: tuple[ExtractedClaim, ...] = ()
    refused: tuple[Refused, ...] = ()
    unread: str | None = None
    stopped: bool = False
    usage: Usage = field(default_factory=Usage)


class Extractor(Protocol):
    """Reads claims of cause and effect out of texts. `width` is how many texts it is worth giving it at once.

    `most_tokens` is how much of a document it reads at once, None where it reads chunk by chunk; to one that reads more is told with each
    text, in `heads`, where it stands.
    """

    name: str
    width: int
    most_tokens: int | None

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text, in order."""


class Verifier(Protocol):
    """Decides whether two wordings name the same event with the same polarity (CCRAG §4.1 and §4.3)."""

    name: str

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        """Return one verdict per pair, in order.

        "interchangeable": either may replace the other in a report.
        "same core": the first may say less than the second, as a question does of the event that it asks about.
        An event with an empty id is a wording that is not in the graph.
        """


class QuestionParser(Protocol):
    """Takes a question apart."""

    name: str

    def parse(self, question: str) -> ParsedQuestion:
        """Return the question's route and parts. Raises InputError for a question that is empty or too long."""


class LogicalQueryWriter(Protocol):
    """Writes the logical query that a question means (ITLR §3.1): quoted terms, AND, OR, NOT and parentheses."""

    name: str

    def write(self, question: str) -> str | None:
        """Return a query that `cckg.questions.parse_logical_query` reads; None for a question that has no operator in its meaning."""


class OppositeWriter(Protocol):
    """Writes the single best logical opposite of an event, not a mere negation where the language has better."""

    name: str

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        """Return the opposite's text and its polarity; not one of those that were rejected, if there is another."""


class AnswerWriter(Protocol):
    """Writes the answer from an evidence package and nothing else; one that `reads_passages` is given the best of these as well."""

    name: str
    reads_passages: bool

    def write(self, parsed: ParsedQuestion, package: EvidencePackage) -> str:
        """Return the answer; every sentence that states something of the world carries citations [n] of the package. "" declines."""


def _no_reports() -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class QuestionRoles:
    """Who answers questions. `take_reports` returns, and forgets, what is to be told beside an answer of replies that could not be used."""

    verifier: Verifier
    parser: QuestionParser
    opposites: OppositeWriter
    writer: AnswerWriter
    logical: LogicalQueryWriter
    take_reports: Callable[[], tuple[str, ...]] = _no_reports
