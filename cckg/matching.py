"""The one matcher of wordings to events, used by consolidation, by entry and by interventions: nearest by vector, then verified.

CCRAG (seed 002) §4.1, §4.3, §4.4. What is done with a match is left to the stages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.graph import Event
from cckg.core.roles import Criterion, MatchVerdict, Verifier
from cckg.core.vectors import Matrix
from cckg.models.base import Embedder
from cckg.settings import MatchSettings
from cckg.stores.base import GraphStore


@dataclass(frozen=True, slots=True)
class Candidate:
    """An event of the graph that a wording may mean, with its cosine and what the verifier says."""

    event: Event
    cosine: float
    verdict: MatchVerdict


class EventMatcher:
    """Finds the events that wordings mean; all wordings of a call share one verifier call."""

    def __init__(self, store: GraphStore, *, embedder: Embedder, verifier: Verifier, settings: MatchSettings) -> None:
        self._store = store
        self._embedder = embedder
        self._verifier = verifier
        self._settings = settings

    def candidates(
        self, wordings: Sequence[Event], criterion: Criterion, *, vectors: Matrix | None = None, same_polarity_only: bool = False
    ) -> list[list[Candidate]]:
        """Return for each wording its nearest events with the verifier's verdicts, best score first; ties by cosine, then id.

        Args:
            wordings: events with an empty id: text, polarity and, where known, the title of their document as context.
            criterion: what "the same" means here, see `cckg.core.roles.Verifier`.
            vectors: (len(wordings), d), if they are known already.
            same_polarity_only: look only among events of the wording's polarity.
        """
        if not wordings:
            return []
        vectors = self._embedder.encode([wording.text for wording in wordings]) if vectors is None else vectors
        nearest = self._nearest(wordings, vectors, same_polarity_only=same_polarity_only)
        wanted = dict.fromkeys(event for found in nearest for event, _ in found)
        events = {event.id: event for event in self._store.events(list(wanted))}
        pairs = [(place, events[event], cosine) for place, found in enumerate(nearest) for event, cosine in found if event in events]
        verdicts = self._verifier.verify([(wordings[place], event) for place, event, _ in pairs], criterion)
        result: list[list[Candidate]] = [[] for _ in wordings]
        for (place, event, cosine), verdict in zip(pairs, verdicts, strict=True):
            result[place].append(Candidate(event, cosine, verdict))
        for found in result:
            found.sort(key=lambda candidate: (-candidate.verdict.score, -candidate.cosine, candidate.event.id))
        return result

    def matches(self, wording: Event, criterion: Criterion, *, limit: int) -> list[Candidate]:
        """Return up to `limit` events that the verifier accepts for one wording, best first."""
        return [candidate for candidate in self.candidates([wording], criterion)[0] if candidate.verdict.match][:limit]

    # Private

    def _nearest(self, wordings: Sequence[Event], vectors: Matrix, *, same_polarity_only: bool) -> list[list[tuple[str, float]]]:
        k, floor = self._settings.candidates, self._settings.min_cosine
        if not same_polarity_only:
            hits = self._store.nearest_events(vectors, k=k)
            return [[(hit.id, hit.score) for hit in found if hit.score >= floor] for found in hits]
        result: list[list[tuple[str, float]]] = [[] for _ in wordings]
        for polarity in sorted({wording.polarity for wording in wordings}):
            rows = [row for row, wording in enumerate(wordings) if wording.polarity is polarity]
            for row, found in zip(rows, self._store.nearest_events(vectors[rows], k=k, polarity=polarity), strict=True):
                result[row] = [(hit.id, hit.score) for hit in found if hit.score >= floor]
        return result
