"""Events, the causal edges between them, the ledger of how wordings became events, and the named things that passages mention."""

from dataclasses import dataclass
from enum import StrEnum

MOST_LINKS = 20
"""A chain is followed no further, whoever asks."""


class Polarity(StrEnum):
    """Which way an event goes. Events of different polarity are never merged."""

    INCREASE = "increase"
    DECREASE = "decrease"
    OCCURRENCE = "occurrence"
    ABSENCE = "absence"

    @property
    def opposite(self) -> "Polarity":
        """Return increase ↔ decrease, occurrence ↔ absence."""
        return _OPPOSITES[self]


_OPPOSITES = {
    Polarity.INCREASE: Polarity.DECREASE,
    Polarity.DECREASE: Polarity.INCREASE,
    Polarity.OCCURRENCE: Polarity.ABSENCE,
    Polarity.ABSENCE: Polarity.OCCURRENCE,
}


@dataclass(frozen=True, slots=True)
class Event:
    """A node of the causal graph: one thing that happens, however many ways it was worded.

    `context` is the title of the document that named it first: what "the fire" means is known only there.
    """

    id: str
    text: str
    polarity: Polarity
    context: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """A named thing that a passage mentions.

    `key` is what all wordings of it have in common, at most 100 characters; `name` is how this passage words it. `is_title` says that the
    passage begins a document that is called so.
    """

    key: str
    name: str
    is_title: bool = False


@dataclass(frozen=True, slots=True)
class CausalEdge:
    """CAUSES: a cause event → an effect event, with its support in distinct documents by modality.

    An edge with `asserted + hedged == 0` is denied only: it is shown as counter-evidence and never followed.
    """

    cause: str
    effect: str
    asserted: int
    hedged: int
    denied: int

    @property
    def followed(self) -> bool:
        """Tell whether traversal may follow this edge."""
        return self.asserted + self.hedged > 0


@dataclass(frozen=True, slots=True)
class Merge:
    """One line of the consolidation ledger: this wording went into that event, because the verifier said so.

    `cosine` is 1.0 and `verifier` is "founder" where the wording founded the event. `created_at` is ISO 8601, UTC.
    """

    id: str
    event: str
    document: str
    wording: str
    cosine: float
    verifier: str
    created_at: str


@dataclass(frozen=True, slots=True)
class RecordedMention:
    """One way in which a document words an event; `id` is that of its ledger line, `context` the document's title."""

    id: str
    event: Event
    text: str
    context: str
