"""What one ingestion did, or one upgrade, in figures."""

from collections import Counter
from dataclasses import dataclass, field

from cckg.core.chat import Usage
from cckg.core.roles import Refused
from cckg.core.trace import Trace


@dataclass(frozen=True, slots=True)
class Failure:
    """A document or chunk that could not be read, and why. `chunk` is None where the whole document failed."""

    document: str
    chunk: int | None
    reason: str


@dataclass(slots=True)
class IngestReport:
    """Counts of one run; documents that stand in the store unchanged cost nothing.

    `stopped` says why the run ended before its time, and `left` are the documents and files that it did not come to. `usage` is what all
    cost; `reading` is the part that the reading of each document cost, where a chat model read. The verifier is asked for many at once.
    `refusals` are the claims that were not kept, each with its document; `silent` are documents in which no claim was read.
    """

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    failed: int = 0
    chunks: int = 0
    claims_kept: int = 0
    refusals: list[tuple[str, Refused]] = field(default_factory=list)
    events_created: int = 0
    events_reused: int = 0
    edges: int = 0
    skipped: tuple[str, ...] = ()
    silent: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    stopped: str | None = None
    left: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    reading: dict[str, Usage] = field(default_factory=dict)
    trace: Trace = field(default_factory=Trace)
    seconds: float = 0.0

    @property
    def refused(self) -> Counter[str]:
        """Count by reason the claims that were not kept."""
        return Counter(refusal.reason for _, refusal in self.refusals)

    @property
    def claims_refused(self) -> int:
        """Return how many claims were not kept."""
        return len(self.refusals)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an ingestion would do, found out without writing anything: `tokens` are those of the documents, `usage` is what models cost.

    `is_measured` tells whether `minutes` follow from how long the models took before; else they are those of a fast, hosted model.
    """

    documents: int
    unchanged: int
    failed: int
    chunks: int
    tokens: int
    usage: Usage
    minutes: float
    failures: tuple[Failure, ...]
    is_measured: bool = True


@dataclass(frozen=True, slots=True)
class UpgradeReport:
    """What deciding identity anew did. `decided_before` is None where mentions were assigned one by one.

    `moved` are the mentions that left the others of their event, `restored` those of an older cckg whose context was put together again,
    `left` those that no claim states, which have none and were not decided on. `failures` are documents whose mentions a chat model could
    not compare.
    """

    decided_before: str | None
    decided_by: str
    events_before: int
    events: int
    mentions: int
    moved: int
    restored: int
    left: int
    pairs_read: int
    perhaps_same: int
    seconds: float
    failures: tuple[Failure, ...] = ()
