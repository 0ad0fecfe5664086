"""The distinct wordings of a document's claims: what consolidation decides on, each once however often it is said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from cckg.core.claims import Document, ExtractedClaim, Mention
from cckg.core.graph import Event, MentionContext, Polarity
from cckg.core.text import content_hash, words
from cckg.core.vectors import Matrix
from cckg.models import Embedder

WordingKey: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Wordings:
    """Wordings in the order of the document, as events that have no id yet, their (len(events), d) vectors, and where each stands first."""

    events: dict[WordingKey, Event]
    vectors: Matrix
    contexts: dict[WordingKey, MentionContext]


ContextOf: TypeAlias = Callable[[ExtractedClaim, Mention], MentionContext]
"""Returns the context of a side of a claim."""


def wording_key(mention: Mention) -> WordingKey:
    """Return what makes two mentions of one document the same wording: their words, case apart, and their polarity."""
    return key_of(mention.text, mention.polarity)


def key_of(text: str, polarity: Polarity) -> WordingKey:
    """Return the key of a wording of this polarity."""
    return " ".join(words(text)) or text, polarity.value


def wordings_of(
    claims: Sequence[ExtractedClaim], document: Document, *, embedder: Embedder, context_of: ContextOf | None = None
) -> Wordings:
    """Return the wordings of a document's claims; its title tells what "the fire" means."""
    events: dict[WordingKey, Event] = {}
    contexts: dict[WordingKey, MentionContext] = {}
    for claim in claims:
        for mention in (claim.cause, claim.effect):
            key = wording_key(mention)
            if key not in events:
                events[key] = Event("", mention.text, mention.polarity, document.title)
                if context_of:
                    contexts[key] = context_of(claim, mention)
    return Wordings(events, embedder.encode([event.text for event in events.values()]), contexts)


def mention_id(document: str, key: WordingKey) -> str:
    """Return the id of a wording of a document, which is that of its line in the ledger."""
    return content_hash("merge", document, *key)


def nearest_before(
    wordings: Sequence[Event], vectors: Matrix, *, most: int, min_cosine: float, any_polarity: bool = False
) -> list[tuple[int, int, float]]:
    """Pair each wording with the nearest of those before it that have its polarity, or any.

    Args:
        wordings: in their order.
        vectors: (len(wordings), d) unit rows.
        most: partners of one wording, at most.
        min_cosine: what is less near is left out.
        any_polarity: pair wordings whose labels of polarity differ as well.

    Returns:
        (place, place of the one before, cosine), in the order of the wordings, the nearest first; ties keep the order of the wordings.
    """
    polarities = np.array([wording.polarity.value for wording in wordings])
    pairs: list[tuple[int, int, float]] = []
    for start in range(0, len(wordings), _BLOCK):
        end = min(start + _BLOCK, len(wordings))
        cosines = vectors[start:end] @ vectors[:end].T  # (block, end)
        earlier = np.arange(end) < np.arange(start, end)[:, None]
        akin = any_polarity | (polarities[:end] == polarities[start:end, None])
        rows, places = np.nonzero(earlier & akin & (cosines >= min_cosine))
        near = cosines[rows, places]
        order = np.lexsort((places, -near, rows))
        rows, places, near = rows[order], places[order], near[order]
        kept = np.arange(len(rows)) - np.searchsorted(rows, rows) < most
        pairs += zip((rows[kept] + start).tolist(), places[kept].tolist(), near[kept].tolist(), strict=True)
    return pairs


# Private

_BLOCK = 1024  # wordings that are compared with all before them at a time
