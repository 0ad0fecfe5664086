"""Which pairs of wordings the consolidation of the next documents will ask about, so that a chat model decides on many in one call.

It may foresee a few too many; what it misses is asked about when it is needed. It decides nothing.
"""

from collections.abc import Sequence

import numpy as np

from cckg.core.graph import Event
from cckg.identity import WORDINGS_PER_EVENT, EventMatcher, nearest_before
from cckg.settings import MatchSettings
from ingest.reading import Read


def foreseen_pairs(reads: Sequence[Read], *, matcher: EventMatcher, settings: MatchSettings) -> list[tuple[Event, Event]]:
    """Return the pairs: each wording with its nearest of the graph, and with the nearest of those before it in these documents."""
    wordings = [wording for read in reads for wording in read.wordings.events.values()]
    if not wordings:
        return []
    vectors = np.concatenate([read.wordings.vectors for read in reads])
    among = nearest_before(wordings, vectors, most=settings.candidates * WORDINGS_PER_EVENT, min_cosine=settings.min_cosine)
    return [
        *matcher.pairs(wordings, vectors=vectors, same_polarity_only=True),
        *((wordings[later], wordings[before]) for later, before, _ in among),
    ]
