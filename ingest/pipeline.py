"""Documents → graph: load, chunk, extract, check the spans, consolidate, store. One document is one transaction of the store.

Idempotent (a document that is stored under its hash is left alone) and resumable (a killed run goes on where it stopped). A document
that fails is counted, named and remembered with its reason, and tried again by the next run.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from cckg.core.claims import Chunk, Claim, Document, ExtractedClaim, GraphUpdate
from cckg.core.errors import StoreConflictError, StoreError, UnreadableDocumentError
from cckg.core.roles import Extractor, Verifier
from cckg.core.text import content_hash
from cckg.core.trace import Progress, Trace
from cckg.core.vectors import Matrix
from cckg.matching import EventMatcher
from cckg.models.base import Embedder
from cckg.settings import Settings
from cckg.stores.base import GraphStore
from ingest.chunking import chunk_document
from ingest.consolidation import consolidate, wording_key
from ingest.loaders import find_documents, load
from ingest.report import Failure, Forecast, IngestReport

_EXTRACTION_BATCH = 64


def ingest_paths(
    paths: Sequence[Path],
    *,
    store: GraphStore,
    embedder: Embedder,
    extractor: Extractor,
    verifier: Verifier,
    settings: Settings,
    progress: Progress,
) -> IngestReport:
    """Read files and folders into the store.

    Raises:
        InputError: if a path does not exist, or nothing readable is found.
        StoreError: if the store cannot be written; documents that were finished before stay.
    """
    begun = time.perf_counter()
    pipeline = _Pipeline(store, embedder, extractor, verifier, settings, progress, IngestReport(trace=Trace()))
    files, skipped = find_documents(paths)
    pipeline.report.skipped = tuple(str(path) for path in skipped)
    edges = store.stats().edges
    for place, file in enumerate(files):
        progress(str(file), place, len(files))
        pipeline.take_file(load(file, max_bytes=pipeline.max_bytes))
    progress("", len(files), len(files))
    report = pipeline.report
    report.edges = store.stats().edges - edges
    report.seconds = time.perf_counter() - begun
    return report


def forecast_paths(paths: Sequence[Path], *, store: GraphStore, embedder: Embedder, settings: Settings) -> Forecast:
    """Find out what `ingest_paths` would do; nothing is written. The built-in roles make no model calls, so `model_calls` is 0."""
    files, _ = find_documents(paths)
    documents = unchanged = chunks = tokens = 0
    failures: list[Failure] = []
    for item in _load_all(files, max_bytes=_max_bytes(settings)):
        if isinstance(item, UnreadableDocumentError):
            failures.append(Failure(item.uri, None, item.reason))
        elif store.has_document(item.id):
            unchanged += 1
        else:
            documents += 1
            cut = _chunks(item, embedder=embedder, settings=settings)
            chunks += len(cut)
            tokens += sum(embedder.count_tokens([chunk.text for chunk in cut]))
    return Forecast(documents, unchanged, len(failures), chunks, tokens, 0, tuple(failures))


# Private


@dataclass(frozen=True, slots=True)
class _Read:
    """What a document holds, whatever the graph holds: its chunks with (len(chunks), d) vectors, and the claims of each."""

    document: Document
    chunks: Sequence[Chunk]
    chunk_vectors: Matrix
    claims: Sequence[tuple[Chunk, ExtractedClaim]]


@dataclass(frozen=True, slots=True)
class _Pipeline:
    store: GraphStore
    embedder: Embedder
    extractor: Extractor
    verifier: Verifier
    settings: Settings
    progress: Progress
    report: IngestReport

    @property
    def max_bytes(self) -> int:
        return _max_bytes(self.settings)

    def take_file(self, items: Iterable[Document | UnreadableDocumentError]) -> None:
        """Bring what a file holds into the graph; if it holds rows, its failure as a whole is over."""
        for item in items:
            self.take(item)
            file, row, _ = item.uri.rpartition("#")
            whole = self.store.find_document(file) if row else None
            if whole and whole.status == "failed":
                self.store.forget(whole.id)

    def take(self, item: Document | UnreadableDocumentError) -> None:
        """Bring one document into the graph, or remember why it cannot be read."""
        if isinstance(item, UnreadableDocumentError):
            self._fail(item)
            return
        before = self.store.find_document(item.uri)
        is_known = before is not None and before.id == item.id and before.status == "done"
        if is_known or self._is_found_again(item) or not self._write(item):
            self.report.unchanged += 1
        else:
            self._count("updated" if before and before.chunks else "added")

    def _fail(self, error: UnreadableDocumentError) -> None:
        self.store.mark_failed(error.uri, title=Path(error.uri).name, media_type="", reason=error.reason, failed_at=_now())
        self.report.failed += 1
        self.report.failures.append(Failure(error.uri, None, error.reason))

    def _count(self, outcome: str) -> None:
        if outcome == "added":
            self.report.added += 1
        else:
            self.report.updated += 1

    def _is_found_again(self, document: Document) -> bool:
        """Tell whether the document is stored; if it is, its uri leads to it from now on."""
        if not self.store.has_document(document.id):
            return False
        try:
            self.store.add_source(document.id, document.uri)
        except StoreError:
            if self.store.has_document(document.id):
                raise
            return False  # another process has just taken it out
        return True

    def _write(self, document: Document) -> bool:
        """Read a document and write it; where another process wrote meanwhile, consolidate it anew against what is there now.

        Return whether it was written; it is not if another process wrote this very document.
        """
        read = self._read(document)
        while True:  # ends: each further turn means that another process has finished a document
            based_on = self.store.version()
            if self._is_found_again(document):
                return False
            update, reused = self._consolidated(read, based_on=based_on)
            try:
                with self.report.trace.step("store"):
                    self.store.write_document(update)
            except StoreConflictError:
                continue
            break
        self.report.chunks += len(update.chunks)
        self.report.claims_kept += len(update.claims)
        self.report.events_created += len(update.events)
        self.report.events_reused += reused
        return True

    def _read(self, document: Document) -> _Read:
        trace = self.report.trace
        with trace.step("chunk") as step:
            chunks = _chunks(document, embedder=self.embedder, settings=self.settings)
            step.count("chunks", len(chunks))
        with trace.step("extract") as step:
            claims = self._claims(document, chunks)
            step.count("claims", len(claims))
        with trace.step("embed"):
            return _Read(document, chunks, self.embedder.encode([chunk.text for chunk in chunks]), claims)

    def _consolidated(self, read: _Read, *, based_on: int) -> tuple[GraphUpdate, int]:
        """Return what a document brings to the graph as it stands now, and how many of its wordings name events that were there."""
        with self.report.trace.step("consolidate") as step:
            matcher = EventMatcher(self.store, embedder=self.embedder, verifier=self.verifier, settings=self.settings.matching)
            result = consolidate(
                [claim for _, claim in read.claims],
                read.document,
                matcher=matcher,
                embedder=self.embedder,
                verifier=self.verifier,
                min_cosine=self.settings.matching.min_cosine,
            )
            step.count("created", len(result.events))
            step.count("reused", result.reused)
        update = GraphUpdate(
            document=read.document,
            chunks=tuple(read.chunks),
            chunk_vectors=read.chunk_vectors,
            events=result.events,
            event_vectors=result.event_vectors,
            claims=tuple(self._stored(read.document, chunk, claim, result.event_of) for chunk, claim in read.claims),
            merges=result.merges,
            merge_vectors=result.merge_vectors,
            ingested_at=_now(),
            based_on=based_on,
        )
        return update, result.reused

    def _claims(self, document: Document, chunks: Sequence[Chunk]) -> list[tuple[Chunk, ExtractedClaim]]:
        """Extract the claims of all chunks, in document offsets; refuse what is not verbatim or not sure enough; keep repeats once."""
        kept: dict[tuple[int, int, int, int], tuple[Chunk, ExtractedClaim]] = {}
        for first in range(0, len(chunks), _EXTRACTION_BATCH):
            batch = chunks[first : first + _EXTRACTION_BATCH]
            if len(chunks) > _EXTRACTION_BATCH:
                self.progress(f"{document.uri}: chunks", first, len(chunks))
            for chunk, found in zip(batch, self.extractor.extract([chunk.text for chunk in batch]), strict=True):
                for claim in (_in_document(claim, chunk) for claim in found):
                    if not _is_verbatim(claim, document.text) or claim.confidence < self.settings.ingest.min_confidence:
                        self.report.claims_refused += 1
                        continue
                    place = (claim.cause.span.start, claim.cause.span.end, claim.effect.span.start, claim.effect.span.end)
                    kept.setdefault(place, (chunk, claim))
        return list(kept.values())

    def _stored(self, document: Document, chunk: Chunk, claim: ExtractedClaim, event_of: dict[tuple[str, str], str]) -> Claim:
        places = (claim.cause.span.start, claim.cause.span.end, claim.effect.span.start, claim.effect.span.end)
        return Claim(
            id=content_hash("claim", document.id, *(str(place) for place in places)),
            document=document.id,
            chunk=chunk.id,
            cause_event=event_of[wording_key(claim.cause)],
            effect_event=event_of[wording_key(claim.effect)],
            cause=claim.cause,
            effect=claim.effect,
            cue=claim.cue,
            quote=claim.quote,
            modality=claim.modality,
            confidence=claim.confidence,
            extractor=self.extractor.name,
            group=claim.group,
            time=claim.time,
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _max_bytes(settings: Settings) -> int:
    return int(settings.ingest.max_megabytes * 1_000_000)


def _load_all(files: Sequence[Path], *, max_bytes: int) -> Iterator[Document | UnreadableDocumentError]:
    for file in files:
        yield from load(file, max_bytes=max_bytes)


def _chunks(document: Document, *, embedder: Embedder, settings: Settings) -> list[Chunk]:
    return chunk_document(
        document,
        count_tokens=embedder.count_tokens,
        chunk_tokens=settings.ingest.chunk_tokens,
        overlap_tokens=settings.ingest.overlap_tokens,
    )


def _in_document(claim: ExtractedClaim, chunk: Chunk) -> ExtractedClaim:
    """Move a claim's offsets from its chunk to the document."""
    return replace(
        claim,
        cause=replace(claim.cause, span=claim.cause.span.shifted(chunk.start)),
        effect=replace(claim.effect, span=claim.effect.span.shifted(chunk.start)),
        cue=claim.cue.shifted(chunk.start) if claim.cue else None,
        quote=claim.quote.shifted(chunk.start),
        group=f"{chunk.index}:{claim.group}" if claim.group else None,
    )


def _is_verbatim(claim: ExtractedClaim, text: str) -> bool:
    spans = [claim.cause.span, claim.effect.span, claim.quote, *([claim.cue] if claim.cue else [])]
    return all(span.is_verbatim_in(text) for span in spans)
