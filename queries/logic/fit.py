"""Tells whether what a logical query found fits it at all: ranking always leaves something first, also where nothing is meant.

What is ranked, and how, is left to `queries.logic.truths`.
"""

from collections.abc import Sequence
from typing import Protocol

from cckg.models import Embedder
from cckg.questions import Formula, affirmed_terms, says
from cckg.stores import GraphStore, Searchable
from queries.logic.truths import FITTED


class Found(Protocol):
    """What was found: the id of a chunk or event, and its text."""

    @property
    def id(self) -> str:
        """Return the id of the chunk or event."""

    @property
    def text(self) -> str:
        """Return its whole text."""


def any_fits(
    formula: Formula, found: Sequence[Found], *, store: GraphStore, embedder: Embedder, over: Searchable, least: float | None = None
) -> bool:
    """Tell whether one of the texts found is about one of the formula's affirmed terms, by its words or its meaning.

    Args:
        formula: where none of its terms is affirmed, everything fits.
        found: all chunks, or all events; where there are none, nothing is told: True.
        store: holds their vectors.
        embedder: encodes the terms.
        over: which of both they are.
        least: the cosine, -1..1, above which a text is likelier about a term than not; None for that of chunks, see `FITTED`.
    """
    wanted = affirmed_terms(formula)
    if not wanted or not found or any(says(one.text, term) for one in found for term in wanted):
        return True
    ids, cosines = store.cosines(embedder.encode(wanted), over=over)
    shown = {one.id for one in found}
    places = [place for place, name in enumerate(ids) if name in shown]
    middle = FITTED["logistic"][1] if least is None else least
    return bool((cosines[:, places] > middle).any())
