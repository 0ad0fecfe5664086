"""What one run of ingestion works with."""

from collections.abc import Callable
from dataclasses import dataclass

from cckg.core.chat import Usage
from cckg.core.roles import Extractor
from cckg.core.trace import Progress
from cckg.identity import PairReader
from cckg.models import Embedder
from cckg.settings import Settings
from cckg.stores import GraphStore


@dataclass(frozen=True, slots=True)
class IngestContext:
    """The store, the encoder, the roles and the settings of a run, made once.

    `coreference` tells of pairs of mentions whether they are one event. `meter` tells what chat models have cost until now, `progress` is
    told what is being done.
    """

    store: GraphStore
    embedder: Embedder
    extractor: Extractor
    coreference: PairReader
    settings: Settings
    meter: Callable[[], Usage]
    progress: Progress

    @property
    def width(self) -> int:
        """Return how many documents it is worth reading ahead, at least 1."""
        return self.extractor.width
