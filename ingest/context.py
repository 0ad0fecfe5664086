"""What one run of ingestion works with."""

from collections.abc import Callable
from dataclasses import dataclass

from cckg.core.chat import Usage
from cckg.core.roles import Extractor, Verifier
from cckg.core.trace import Progress
from cckg.identity import EventMatcher, PairReader
from cckg.models import Embedder
from cckg.settings import MatchSettings, Settings
from cckg.stores import GraphStore


@dataclass(frozen=True, slots=True)
class IngestContext:
    """The store, the encoder, the roles and the settings of a run, made once.

    `coreference` tells of pairs of mentions whether they are one event; where there is none, each wording is assigned as it comes.
    `matching` is how wordings are matched, `meter` tells what chat models have cost until now, `progress` is told what is being done.
    """

    store: GraphStore
    embedder: Embedder
    extractor: Extractor
    verifier: Verifier
    matching: MatchSettings
    settings: Settings
    meter: Callable[[], Usage]
    progress: Progress
    coreference: PairReader | None = None

    @property
    def width(self) -> int:
        """Return how many documents it is worth reading ahead, at least 1."""
        return max(self.extractor.width, self.verifier.width)

    @property
    def matcher(self) -> EventMatcher:
        """Return who finds the events that wordings mean, over the graph as it stands."""
        return EventMatcher(self.store, embedder=self.embedder, verifier=self.verifier, settings=self.matching)
