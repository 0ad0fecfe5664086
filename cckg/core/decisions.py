"""What was decided by hand: which mentions are one event, which never are, and which claims were read wrongly.

Decisions are keyed by ids of mentions and claims, which are hashes of what a document says: they outlive that it goes and is read again,
and every reader. What follows from several of them is left to `cckg.identity.decisions`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from cckg.core.claims import Claim
from cckg.core.graph import Event, EventMention, Merge, PairReading, PerhapsSame


class DecisionKind(StrEnum):
    """What a decision says: mentions are one event, they never are, or a claim was read wrongly."""

    JOIN = "join"
    SPLIT = "split"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class DecidedMention:
    """A mention that a decision is about: its id, wording and document's title, which tell of it also when its document has gone."""

    id: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class WithheldClaim:
    """A claim that was read wrongly, and the ledger lines of its sides, with which it can be brought back."""

    claim: Claim
    merges: tuple[Merge, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision by hand. Each of `left` is one event with each of `right`, or never is; or a claim is `withheld`.

    `decided_at` is ISO 8601, UTC, later than that of every decision before it. One that is `undone` does not apply until it is redone.
    """

    id: str
    kind: DecisionKind
    decided_at: str
    left: tuple[DecidedMention, ...] = ()
    right: tuple[DecidedMention, ...] = ()
    withheld: WithheldClaim | None = None
    undone: bool = False

    @property
    def mentions(self) -> frozenset[str]:
        """Return the ids of the mentions that it is about."""
        return frozenset(mention.id for mention in (*self.left, *self.right))

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of mentions that it is about, the smaller id first."""
        for left, right in product(self.left, self.right):
            yield min(left.id, right.id), max(left.id, right.id)


@dataclass(frozen=True, slots=True)
class LedgerEvent:
    """An event with the mentions that are one in it, and why they are.

    probability   the mean of what `reader` said of pairs of its mentions, 0..1; None where it was asked about none
    decided_at    when the last of its mentions was read, ISO 8601, UTC
    decisions     those by hand on its mentions, oldest first
    """

    event: Event
    mentions: tuple[EventMention, ...]
    probability: float | None
    reader: str
    decided_at: str
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """All that is known of what an id names: an event, one of its mentions, or a decision by hand.

    readings   what the reader said of mentions of the event, and of these with others
    perhaps    the events that it may be
    claims     those that lead to it or from it
    """

    event: LedgerEvent | None
    mention: EventMention | None = None
    decision: Decision | None = None
    readings: tuple[PairReading, ...] = ()
    perhaps: tuple[PerhapsSame, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two events that may be one, the probability of it, 0..1, and how many claims a decision on them touches.

    `weight` is those claims, each counted the less the surer the reader is: claims · (1 − |2p − 1|).
    """

    left: LedgerEvent
    right: LedgerEvent
    probability: float
    claims: int

    @property
    def weight(self) -> float:
        """Return how much hangs on it."""
        return self.claims * (1 - abs(2 * self.probability - 1))


@dataclass(frozen=True, slots=True)
class LedgerClaim:
    """A claim of the graph, or one that was rejected by hand; then with the decision."""

    claim: Claim
    decision: Decision | None = None
