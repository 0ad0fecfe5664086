"""Reads documents as far as that can be done whatever the graph holds: chunks, their vectors, and the claims that stand in them."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from cckg.core.chat import Usage
from cckg.core.claims import Chunk, Document, ExtractedClaim, quotes_of
from cckg.core.graph import Entity
from cckg.core.roles import Reading, Refused
from cckg.core.trace import Trace
from cckg.core.vectors import Matrix
from cckg.identity import Wordings, wordings_of
from ingest.chunking import chunk_document
from ingest.context import IngestContext
from ingest.entities import named_in
from ingest.mentions import MentionContexts
from ingest.report import Failure

_BATCH = 64  # chunks between two words of progress


@dataclass(frozen=True, slots=True)
class Read:
    """What a document holds: its chunks with (len(chunks), d) vectors, the claims of each, and the wordings of all claims.

    `entities` are the named things that each chunk mentions, one tuple per chunk. `refused` are the claims that are not kept.
    `failures` are chunks that could not be read. `stopped` says why no further document of the run can be; the document is to be left
    alone then. `usage` is what the reading cost.
    """

    document: Document
    chunks: Sequence[Chunk]
    chunk_vectors: Matrix
    entities: tuple[tuple[Entity, ...], ...]
    claims: Sequence[tuple[Chunk, ExtractedClaim]]
    wordings: Wordings
    refused: tuple[Refused, ...]
    failures: tuple[Failure, ...]
    stopped: str | None
    usage: Usage

    @property
    def unread(self) -> str | None:
        """Say which chunks could not be read, and why the first of them; None if all were."""
        if not self.failures:
            return None
        if self.failed:
            return f"nothing of it could be read: {self.failures[0].reason}"
        name = "number" if len(self.failures) == 1 else "numbers"
        places = ", ".join(str(failure.chunk) for failure in self.failures[:_NAMED])
        more = ", …" if len(self.failures) > _NAMED else ""
        return f"{len(self.failures)} of {len(self.chunks)} chunks could not be read ({name} {places}{more}): {self.failures[0].reason}"

    @property
    def failed(self) -> bool:
        """Tell whether nothing of the document could be read."""
        return bool(self.chunks) and len(self.failures) == len(self.chunks)


@dataclass(frozen=True, slots=True)
class DocumentReader:
    """Reads documents, as many at a time as the extractor is given."""

    context: IngestContext
    trace: Trace

    def read(self, documents: Sequence[Document]) -> list[Read]:
        """Read documents, in order. The chunks' vectors are made while their claims are looked for."""
        with self.trace.step("chunk") as step:
            chunks = [self.chunks(document) for document in documents]
            step.count("chunks", sum(map(len, chunks)))
        texts = [chunk.text for of_document in chunks for chunk in of_document]
        stretches = [self._stretches(document, of_document) for document, of_document in zip(documents, chunks, strict=True)]
        with ThreadPoolExecutor(1) as meanwhile:
            encoding = meanwhile.submit(self.context.embedder.encode, texts)
            with self.trace.step("extract") as step:
                readings = iter(list(self._extract(documents, [stretch for of_document in stretches for stretch in of_document])))
                step.count("chunks", len(texts))
            with self.trace.step("embed"):
                vectors = encoding.result()
                ends = np.cumsum([len(of_document) for of_document in chunks])
                return [
                    self._gathered(document, of_document, vectors[end - len(of_document) : end], list(zip(found, readings, strict=False)))
                    for document, of_document, end, found in zip(documents, chunks, ends, stretches, strict=True)
                ]

    def chunks(self, document: Document) -> list[Chunk]:
        """Cut a document into chunks."""
        limits = self.context.settings.ingest
        return chunk_document(
            document,
            count_tokens=self.context.embedder.count_tokens,
            chunk_tokens=limits.chunk_tokens,
            overlap_tokens=limits.overlap_tokens,
        )

    # Private

    def _stretches(self, document: Document, chunks: Sequence[Chunk]) -> list["_Stretch"]:
        """Return what of a document is read at once: its chunks, or as much as the extractor reads, told where it stands."""
        most = self.context.extractor.most_tokens
        if most is None:
            return [_Stretch(chunk.index, chunk.start, chunk.text) for chunk in chunks]
        cut = chunk_document(document, count_tokens=self.context.embedder.count_tokens, chunk_tokens=most, overlap_tokens=0)
        contexts = MentionContexts.of(document)
        return [_Stretch(part.index, part.start, part.text, contexts.head(part.start)) for part in cut]

    def _extract(self, documents: Sequence[Document], stretches: Sequence["_Stretch"]) -> Iterator[Reading]:
        size = max(_BATCH, self.context.extractor.width)
        for first in range(0, len(stretches), size):
            if len(stretches) > size:
                self.context.progress(f"{documents[0].uri}: chunks", first, len(stretches))
            some = stretches[first : first + size]
            yield from self.context.extractor.extract([one.text for one in some], [one.head or "" for one in some])

    def _gathered(
        self, document: Document, chunks: Sequence[Chunk], vectors: Matrix, readings: Sequence[tuple["_Stretch", Reading]]
    ) -> Read:
        """Bring all claims into document offsets; refuse what is not verbatim or not sure enough; keep repeats once."""
        kept: dict[tuple[int, int, int, int], tuple[Chunk, ExtractedClaim]] = {}
        refused = [one for _, reading in readings for one in reading.refused]
        for stretch, reading in readings:
            for claim in (_in_document(claim, stretch) for claim in reading.claims):
                if reason := self._flaw(claim, document.text):
                    refused.append(Refused(claim.cause.text, claim.effect.text, reason))
                    continue
                place = (claim.cause.span.start, claim.cause.span.end, claim.effect.span.start, claim.effect.span.end)
                kept.setdefault(place, (_chunk_of(claim, chunks, stretch), claim))
        return Read(
            document=document,
            chunks=chunks,
            chunk_vectors=vectors,
            entities=named_in(chunks, title=document.title),
            claims=list(kept.values()),
            wordings=wordings_of(
                [claim for _, claim in kept.values()],
                document,
                embedder=self.context.embedder,
                context_of=MentionContexts.of(document).around,
            ),
            refused=tuple(refused),
            failures=tuple(
                Failure(document.uri, chunk.index, reading.unread)
                for stretch, reading in readings
                if reading.unread and not reading.stopped
                for chunk in chunks
                if stretch.start <= chunk.start < stretch.start + len(stretch.text) and stretch.holds(chunk)
            ),
            stopped=next((reading.unread for _, reading in readings if reading.stopped), None),
            usage=sum((reading.usage for _, reading in readings), Usage()),
        )

    def _flaw(self, claim: ExtractedClaim, text: str) -> str | None:
        """Return why a claim is not to be kept."""
        if not _is_verbatim(claim, text):
            return "not in the text word for word"
        return "below ingest.min_confidence" if claim.confidence < self.context.settings.ingest.min_confidence else None


# Private

_NAMED = 5  # chunks named one by one


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What of a document is read at once: a chunk, or more than one with what is told of where it stands."""

    index: int
    start: int
    text: str
    head: str | None = None

    def holds(self, chunk: Chunk) -> bool:
        """Tell whether a chunk that begins in the stretch was read with it; a chunk that was read alone holds no other."""
        return self.head is not None or chunk.index == self.index


def _chunk_of(claim: ExtractedClaim, chunks: Sequence[Chunk], stretch: _Stretch) -> Chunk:
    """Return the chunk that a claim was read in, or of those that a longer stretch spans the one that holds most of its quote."""
    if stretch.head is None:
        return chunks[stretch.index]
    return max(chunks, key=lambda chunk: min(chunk.end, claim.quote.end) - max(chunk.start, claim.quote.start))


def _in_document(claim: ExtractedClaim, stretch: _Stretch) -> ExtractedClaim:
    """Move a claim's offsets from what was read to the document."""
    return replace(
        claim,
        cause=replace(claim.cause, span=claim.cause.span.shifted(stretch.start)),
        effect=replace(claim.effect, span=claim.effect.span.shifted(stretch.start)),
        cue=claim.cue.shifted(stretch.start) if claim.cue else None,
        quote=claim.quote.shifted(stretch.start),
        cause_quote=claim.cause_quote.shifted(stretch.start) if claim.cause_quote else None,
        group=f"{stretch.index}:{claim.group}" if claim.group else None,
    )


def _is_verbatim(claim: ExtractedClaim, text: str) -> bool:
    spans = [claim.cause.span, claim.effect.span, *quotes_of(claim), *([claim.cue] if claim.cue else [])]
    return all(span.is_verbatim_in(text) for span in spans)
