"""The distinct wordings of a document's claims: what consolidation decides on, each once however often it is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cckg.core.claims import Document, ExtractedClaim, Mention
from cckg.core.graph import Event
from cckg.core.text import words
from cckg.core.vectors import Matrix
from cckg.models.base import Embedder

WordingKey: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Wordings:
    """Wordings in the order of the document, as events that have no id yet, and their (len(events), d) vectors."""

    events: dict[WordingKey, Event]
    vectors: Matrix


def wording_key(mention: Mention) -> WordingKey:
    """Return what makes two mentions of one document the same wording: their words, case apart, and their polarity."""
    return " ".join(words(mention.text)) or mention.text, mention.polarity.value


def wordings_of(claims: Sequence[ExtractedClaim], document: Document, *, embedder: Embedder) -> Wordings:
    """Return the wordings of a document's claims; its title tells what "the fire" means."""
    events: dict[WordingKey, Event] = {}
    for claim in claims:
        for mention in (claim.cause, claim.effect):
            events.setdefault(wording_key(mention), Event("", mention.text, mention.polarity, document.title))
    return Wordings(events, embedder.encode([event.text for event in events.values()]))
