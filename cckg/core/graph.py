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
    """CAUSES: a cause event → an effect event, with its support in distinct documents by modality; `hedged` counts implied ones as well.

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
class MentionContext:
    """Where a document speaks of an event: the span, what stands around it, and when and where that was.

    words      the span as it stands, with start and end in characters of the document
    left, right   what stands before and behind it, up to `CONTEXT` characters each
    headings   the titles of the sections it stands in, the outermost first
    date       day, month or year in ISO 8601 that it is told of, or its document is, and where that is told; "" where neither is known
    place      of the document; "" where that is not known
    """

    words: str
    start: int
    end: int
    left: str = ""
    right: str = ""
    headings: tuple[str, ...] = ()
    date: str = ""
    date_source: str = ""
    place: str = ""


CONTEXT = 130
"""Characters on each side of a mention that are kept with it, and read."""


@dataclass(frozen=True, slots=True)
class Merge:
    """One line of the ledger of coreference: this wording went into that event, because the verifier said so.

    `cosine` is 1.0 and `verifier` is "founder" where the wording founded the event. `created_at` is ISO 8601, UTC. `polarity` is that of
    the wording, and `context` where it stands first; None in lines of an older cckg.
    """

    id: str
    event: str
    document: str
    wording: str
    cosine: float
    verifier: str
    created_at: str
    polarity: Polarity | None = None
    context: MentionContext | None = None


@dataclass(frozen=True, slots=True)
class EventMention:
    """A wording by which a document speaks of an event, in its context. `text` can be read alone; `title` is the document's.

    A question's phrase has no id, event or document.
    """

    id: str
    event: str
    document: str
    title: str
    text: str
    polarity: Polarity
    context: MentionContext


@dataclass(frozen=True, slots=True)
class PairReading:
    """What an event reader said of two mentions, `left` before `right`: the probability, 0..1, that they are one event, and by whom."""

    left: str
    right: str
    same: float
    reader: str


@dataclass(frozen=True, slots=True)
class PerhapsSame:
    """PERHAPS_SAME: two events that may be one, `left` before `right`, with the probability of it, 0..1."""

    left: str
    right: str
    probability: float


@dataclass(frozen=True, slots=True)
class Settlement:
    """Which event each mention belongs to, decided for all of them anew; a store writes it in one transaction.

    event_of   the event of every mention whose event changes, by the mention's id
    named_by   the mention whose wording an event is shown by, by the event's id, of every event that is to be shown so
    perhaps    all pairs of events that may be one, in place of those before
    decided_by   the reader that told
    based_on   the store's version that this was decided on
    """

    event_of: dict[str, str]
    named_by: dict[str, str]
    perhaps: tuple[PerhapsSame, ...]
    decided_by: str
    based_on: int


@dataclass(frozen=True, slots=True)
class RecordedMention:
    """One way in which a document words an event; `id` is that of its ledger line, `context` the document's title.

    `told` is where it stands; None in lines of an older cckg.
    """

    id: str
    event: Event
    text: str
    context: str
    told: MentionContext | None = None
