"""Documents → graph: load, read, store, then decide which mentions are one event. One document is one transaction of the store.

Idempotent (a document that is stored under its hash is left alone) and resumable (a killed run goes on where it stopped). A document
that fails, or a chunk of it, is counted, named and remembered with its reason, and tried again by the next run.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from cckg.core.chat import Usage
from cckg.core.claims import Chunk, Claim, Document, ExtractedClaim, GraphUpdate
from cckg.core.errors import ReplyError, StoppedError, StoreConflictError, StoreError, UnreadableDocumentError
from cckg.core.text import content_hash
from cckg.core.trace import Trace
from cckg.identity import WordingKey, each_apart, mention_id, wording_key
from cckg.language import RECOGNISER
from cckg.settings import Settings
from ingest.context import IngestContext
from ingest.coreference import settle_events, uncompared
from ingest.decisions import carried_over
from ingest.entities import complete_entities
from ingest.loading import find_documents, load
from ingest.reading import DocumentReader, Read
from ingest.report import Failure, IngestReport

Item: TypeAlias = Document | UnreadableDocumentError
"""What a file holds: a document, or why there is none."""


def ingest_paths(paths: Sequence[Path], context: IngestContext) -> IngestReport:
    """Read files and folders into the store.

    Where chat models may not be called any more, the run ends; the report says why, and which documents are left for the next one.

    Raises:
        InputError: if a path does not exist, or nothing readable is found.
        StoreError: if the store cannot be written; documents that were finished before stay.
        ModelError: if a chat model cannot be used at all; documents that were finished before stay.
    """
    files, skipped = find_documents(paths)
    most = max_bytes(context.settings)
    report = ingest_items(((str(file), load(file, max_bytes=most)) for file in files), context, files=len(files))
    report.skipped = tuple(str(path) for path in skipped)
    return report


def ingest_items(items: Iterable[tuple[str, Iterable[Item]]], context: IngestContext, *, files: int) -> IngestReport:
    """Do what `ingest_paths` does with files that are loaded already: each a name and the documents in it, in order.

    First, named things are looked for in documents of an older cckg, which looked for none.
    """
    begun = time.perf_counter()
    store = context.store
    report = IngestReport(trace=Trace(meter=context.meter))
    pipeline = _Pipeline(context, DocumentReader(context, report.trace), report)
    complete_entities(store, progress=context.progress)
    before, spent = store.stats(), context.meter()
    pipeline.run(items, files=files)
    unread = settle_events(store, context.coreference, trace=report.trace, progress=context.progress)
    report.failures += uncompared(store, [one for one in unread if not one.stopped])
    report.stopped = report.stopped or next((one.reason for one in unread if one.stopped), None)
    after = store.stats()
    report.events_reused = report.events_created - max(0, after.events - before.events)
    report.events_created -= report.events_reused
    report.edges = after.edges - before.edges
    report.usage = context.meter() - spent
    report.seconds = time.perf_counter() - begun
    return report


def max_bytes(settings: Settings) -> int:
    """Return the size above which a file is refused."""
    return int(settings.ingest.max_megabytes * 1_000_000)


# Private

_AHEAD = 2  # windows that are read while one is stored: while one of them makes vectors, the other keeps the model busy


@dataclass(frozen=True, slots=True)
class _Window:
    """Documents that are taken together, and a function that returns what was read in them, waiting for it if need be."""

    items: list[Item]
    reading: Callable[[], list[Read]]


def _begin(background: ThreadPoolExecutor | None, reader: DocumentReader, documents: list[Document]) -> Callable[[], list[Read]]:
    """Begin reading in the background, or put it off until it is asked for."""
    if not documents:
        return list
    return background.submit(reader.read, documents).result if background else lambda: reader.read(documents)


@dataclass(slots=True)
class _Pipeline:
    context: IngestContext
    reader: DocumentReader
    report: IngestReport
    begun: set[str] = field(default_factory=set)

    def run(self, items: Iterable[tuple[str, Iterable[Item]]], *, files: int) -> None:
        """Bring what files hold into the graph, some documents at a time, in order.

        Where calls to models take the time, the next documents are read in the background while these are stored.
        """
        background = ThreadPoolExecutor(_AHEAD) if self.context.width > 1 else None
        waiting: deque[_Window] = deque()
        try:
            for window in self._windows(items, files=files):
                waiting.append(_Window(window, _begin(background, self.reader, self._new(window))))
                if len(waiting) > (_AHEAD if background else 0):
                    self._take_all(waiting.popleft())
            while waiting:
                self._take_all(waiting.popleft())
        finally:
            if background:
                background.shutdown(wait=False, cancel_futures=True)
        self.context.progress("", files, files)

    def take(self, item: Item, reads: dict[str, Read]) -> None:
        """Bring one document into the graph, or remember why it cannot be read."""
        if isinstance(item, UnreadableDocumentError):
            self._fail(item.uri, item.reason)
            return
        before = self.context.store.find_document(item.uri)
        is_known = before is not None and before.id == item.id and before.status == "done"
        if is_known or self._is_found_again(item):
            self.report.unchanged += 1
            return
        read = reads.get(item.id) or self.reader.read([item])[0]
        if read.usage != Usage():
            self.report.reading[item.uri] = read.usage
        try:
            outcome = self._write(read, before.id if before else None)
        except StoppedError as error:
            self._stop(item.uri, str(error))
        except ReplyError as error:
            self._fail(item.uri, str(error))
        else:
            self._count(read, outcome, was_there=before is not None and before.chunks > 0)

    # Private

    def _windows(self, items: Iterable[tuple[str, Iterable[Item]]], *, files: int) -> Iterator[list[Item]]:
        """Yield documents, so many at a time as it is worth reading ahead; once the run is stopped, name the files that are left."""
        window: list[Item] = []
        for place, (file, inside) in enumerate(items):
            self.context.progress(file, place, files)
            if self.report.stopped:
                self.report.left.append(file)
                continue
            for item in inside:
                window.append(item)
                if len(window) >= self.context.width:
                    yield window
                    window = []
        if window:
            yield window

    def _new(self, items: Iterable[Item]) -> list[Document]:
        """Return those documents that are not stored yet and whose reading has not begun, each once."""
        documents = {item.id: item for item in items if isinstance(item, Document) and item.id not in self.begun}
        self.begun |= documents.keys()
        return [document for document in documents.values() if not self.context.store.has_document(document.id, whole=True)]

    def _take_all(self, window: "_Window") -> None:
        """Bring documents that were read into the graph; if they are rows of a file, its failure as a whole is over."""
        reads = {read.document.id: read for read in window.reading()}
        for item in window.items:
            read = reads.get(item.id) if isinstance(item, Document) else None
            if self.report.stopped and not (read and read.failed):  # what was read ahead in vain is a failure, and told as one
                self.report.left.append(item.uri)
                continue
            self.take(item, reads)
            file, row, _ = item.uri.rpartition("#")
            whole = self.context.store.find_document(file) if row else None
            if whole and whole.status == "failed":
                self.context.store.forget(whole.id)

    def _stop(self, uri: str, reason: str) -> None:
        self.report.stopped = reason
        self.report.left.append(uri)

    def _fail(self, uri: str, reason: str) -> None:
        self.context.store.mark_failed(uri, title=Path(uri).name, media_type="", reason=reason, failed_at=_now())
        self.report.failed += 1
        self.report.failures.append(Failure(uri, None, reason))

    def _count(self, read: Read, outcome: str, *, was_there: bool) -> None:
        if outcome == "unchanged":
            self.report.unchanged += 1
        elif was_there:
            self.report.updated += 1
        else:
            self.report.added += 1
        self.report.failures += read.failures

    def _is_found_again(self, document: Document) -> bool:
        """Tell whether the document is stored whole; if it is, its uri leads to it from now on."""
        if not self.context.store.has_document(document.id, whole=True):
            return False
        try:
            self.context.store.add_source(document.id, document.uri)
        except StoreError:
            if self.context.store.has_document(document.id):
                raise
            return False  # another process has just taken it out
        return True

    def _write(self, read: Read, replaced: str | None) -> str:
        """Write a document, which may replace another; where a process wrote meanwhile, do so against what is there now.

        Return "written", or "unchanged" if another process wrote this very document.

        Raises:
            StoppedError: if the document was not read because no call may be made any more.
            ReplyError: if nothing of it could be read.
        """
        if read.stopped:
            raise StoppedError(read.stopped)
        if read.failed:
            raise ReplyError(read.unread)
        while True:  # ends: each further turn means that another process has finished a document
            based_on = self.context.store.version()
            if self._is_found_again(read.document):
                return "unchanged"
            update = self._update(read, based_on=based_on)
            carried = carried_over(self.context.store, replaced, update) if replaced and replaced != read.document.id else ()
            try:
                with self.report.trace.step("store"):
                    self.context.store.write_document(update, carried=carried)
            except StoreConflictError:
                continue
            break
        self.report.chunks += len(update.chunks)
        self.report.claims_kept += len(update.claims)
        self.report.refusals += [(update.document.uri, refused) for refused in read.refused]
        self.report.silent += [] if update.claims or read.refused else [update.document.uri]
        self.report.events_created += len(update.events)
        return "written"

    def _update(self, read: Read, *, based_on: int) -> GraphUpdate:
        """Return what a document brings to the graph: each wording founds an event; which are one is decided later, for all together."""
        result = each_apart(read.document, read.wordings)
        return GraphUpdate(
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
            incomplete=read.unread,
            entities=read.entities,
            recogniser=RECOGNISER,
            settled=False,
        )

    def _stored(self, document: Document, chunk: Chunk, claim: ExtractedClaim, event_of: dict[WordingKey, str]) -> Claim:
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
            extractor=self.context.extractor.name,
            group=claim.group,
            time=claim.time,
            degree=claim.degree,
            cause_mention=mention_id(document.id, wording_key(claim.cause)),
            effect_mention=mention_id(document.id, wording_key(claim.effect)),
            enough=claim.enough,
            counterfactual=claim.counterfactual,
            tentative=claim.tentative,
            cause_quote=claim.cause_quote,
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
