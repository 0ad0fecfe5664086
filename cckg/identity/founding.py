"""What the mentions of a document bring to the ledger before it is decided which of them are one event: each founds an event of its own."""

from dataclasses import dataclass
from datetime import UTC, datetime

from cckg.core.claims import Document
from cckg.core.graph import Event, Merge
from cckg.core.vectors import Matrix
from cckg.identity.wordings import WordingKey, Wordings, mention_id

FOUNDER = "founder"


@dataclass(frozen=True, slots=True)
class Founded:
    """Where each wording went: events with (len(events), d) vectors, and one line of the ledger for each, with the same vectors."""

    event_of: dict[WordingKey, str]
    events: tuple[Event, ...]
    event_vectors: Matrix
    merges: tuple[Merge, ...]

    @property
    def merge_vectors(self) -> Matrix:
        """Return the vectors of the lines."""
        return self.event_vectors


def each_apart(document: Document, named: Wordings) -> Founded:
    """Let every wording of a document found an event of its own, which has its id: which of them are one is decided later, for all."""
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    event_of = {key: mention_id(document.id, key) for key in named.events}
    events = tuple(Event(event_of[key], one.text, one.polarity, document.title) for key, one in named.events.items())
    merges = tuple(
        Merge(event.id, event.id, document.id, event.text, 1.0, FOUNDER, now, event.polarity, named.contexts.get(key))
        for key, event in zip(named.events, events, strict=True)
    )
    return Founded(event_of, events, named.vectors, merges)
