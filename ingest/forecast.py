"""What an ingestion would do, found out without writing anything and without a call.

Where chat models read, stand-ins for them read into a graph that is thrown away: the built-in roles do the work, and every call that would
have been made is counted. A model reads otherwise than the rules do, so the calls of the verifier are an estimate; the prompts that hold
the documents, which are most of the cost, are counted as they would be sent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cckg.core.chat import Usage
from cckg.core.errors import UnreadableDocumentError
from cckg.core.trace import Progress
from cckg.models import Embedder
from cckg.roles import StandIns
from cckg.settings import ChatSettings, Settings
from cckg.stores import GraphStore
from ingest.chunking import chunk_document
from ingest.context import IngestContext
from ingest.loading import find_documents, load
from ingest.pipeline import Item, ingest_items, max_bytes
from ingest.report import Failure, Forecast

SECONDS_PER_CALL = 1.0
"""Before a hosted model begins its reply; a guess."""
TOKENS_PER_SECOND = 60.0
"""Of a hosted model's reply; a guess."""


def forecast_paths(
    paths: Sequence[Path],
    *,
    store: GraphStore,
    embedder: Embedder,
    settings: Settings,
    stand_ins: StandIns | None,
    progress: Progress,
) -> Forecast:
    """Find out what `ingest_paths` would do; nothing is written to the store. Without stand-ins no model is asked, and nothing is spent."""
    files, _ = find_documents(paths)
    survey = _Survey(store, embedder, settings)
    new = survey.new_items(files)
    if stand_ins:
        counting = IngestContext(
            store=stand_ins.store,
            embedder=embedder,
            extractor=stand_ins.extractor,
            coreference=stand_ins.coreference,
            settings=settings,
            meter=Usage,
            progress=progress,
        )
        ingest_items(new, counting, files=len(files))
    else:
        for place, (file, inside) in enumerate(new):
            progress(file, place, len(files))
            for _ in inside:
                pass
    if stand_ins is None:
        return survey.forecast(Usage(), minutes=0.0, is_measured=True)
    expected, seconds = stand_ins.tally.expected, stand_ins.tally.seconds
    return survey.forecast(expected, minutes=_minutes(expected, seconds, settings.chat), is_measured=seconds is not None)


# Private


@dataclass(slots=True)
class _Survey:
    """Counts the documents that pass through it."""

    store: GraphStore
    embedder: Embedder
    settings: Settings
    documents: int = 0
    unchanged: int = 0
    chunks: int = 0
    tokens: int = 0
    failures: list[Failure] = field(default_factory=list)

    def new_items(self, files: Sequence[Path]) -> Iterator[tuple[str, Iterator[Item]]]:
        """Yield of each file the documents that are not stored yet."""
        for file in files:
            yield str(file), self._new_in(file)

    def forecast(self, usage: Usage, *, minutes: float, is_measured: bool) -> Forecast:
        """Return what was counted."""
        return Forecast(
            documents=self.documents,
            unchanged=self.unchanged,
            failed=len(self.failures),
            chunks=self.chunks,
            tokens=self.tokens,
            usage=usage,
            minutes=minutes,
            failures=tuple(self.failures),
            is_measured=is_measured,
        )

    # Private

    def _new_in(self, file: Path) -> Iterator[Item]:
        for item in load(file, max_bytes=max_bytes(self.settings)):
            if isinstance(item, UnreadableDocumentError):
                self.failures.append(Failure(item.uri, None, item.reason))
            elif self.store.has_document(item.id, whole=True):
                self.unchanged += 1
            else:
                cut = chunk_document(
                    item,
                    count_tokens=self.embedder.count_tokens,
                    chunk_tokens=self.settings.ingest.chunk_tokens,
                    overlap_tokens=self.settings.ingest.overlap_tokens,
                )
                self.documents += 1
                self.chunks += len(cut)
                self.tokens += sum(self.embedder.count_tokens([chunk.text for chunk in cut]))
                yield item


def _minutes(usage: Usage, seconds: float | None, limits: ChatSettings) -> float:
    """Return how long so many calls take: as long as the slowest of what bounds them."""
    alone = usage.calls * SECONDS_PER_CALL + usage.output_tokens / TOKENS_PER_SECOND if seconds is None else seconds
    bounds = [alone / limits.concurrency / 60]
    if limits.requests_per_minute:
        bounds.append(usage.calls / limits.requests_per_minute)
    if limits.tokens_per_minute:
        bounds.append(usage.tokens / limits.tokens_per_minute)
    return max(bounds)
