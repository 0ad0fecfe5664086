"""Copies a graph from one store to another, of whatever kinds they are, and verifies the copy by counts and a content hash.

A copy that was stopped goes on where it was; what it is not sure of it refuses before it writes. Which stores these are, and who is told
of the report, is left to `cckg.app` and `cckg.terminal.cli`.
"""

import hashlib
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, partial
from shlex import quote
from typing import TYPE_CHECKING

import numpy as np

from cckg.core.claims import Chunk, DocumentSummary, GraphUpdate, known_texts
from cckg.core.decisions import Decision
from cckg.core.errors import StoreConflictError, StoreError
from cckg.core.graph import Event, Merge, PairReading, PerhapsSame, Settlement
from cckg.core.text import as_kept
from cckg.core.trace import Progress
from cckg.core.vectors import Matrix
from cckg.stores.base import Fingerprint, GraphStore, Stats, mentions_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MOST_NAMED = 5
"""Documents that a message names, at most."""


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What a copy did: documents written, and those that were there already. `stats` and `hash` are those of both graphs."""

    copied: int
    unchanged: int
    stats: Stats
    hash: str
    seconds: float


def copy_graph(source: GraphStore, target: GraphStore, *, progress: Progress) -> CopyReport:
    """Bring all that a store holds to another one, document by document, and verify that both hold the same.

    The target is empty, or an earlier copy of the source, whole or in part. Each document is one transaction; those that the target
    holds already are left alone. Failures are brought with their time. What language models said of texts is brought as well, but does
    not make two graphs differ: the target keeps what it has of other texts and models; where both have a value, the source's is taken.

    Raises:
        StoreError: if the target was built with another encoder, or holds a document that the source does not hold, or holds otherwise
            (then nothing was written); if the source is changed meanwhile; or if the copy differs from the source at the end.
        StoreConflictError: if another process writes to the target meanwhile.
    """
    begun = time.perf_counter()
    original = _Original(source, source.version())
    stats, listed = source.stats(), source.documents()
    wanted = [document for document in listed if document.status != "failed"]
    expected = _Contents(source.fingerprint(), {}, _failures(listed), _Identity.of(source))
    _bind(target, expected.fingerprint, named=source.url)
    earlier = _earlier(original, target, {document.id for document in wanted}, progress)
    teachers = source.teachers()
    for place, document in enumerate(wanted):
        progress(f"Copying {document.uri}", place, len(wanted))
        reading = cache(partial(original.read, document.id))
        held, there = earlier.get(document.id) or _bring(original, target, reading())
        if held.entities != there.entities:
            _bring_entities(target, reading())
        if teachers:
            _bring_priors(source, target, reading(), teachers)
        for uri in sorted({*held.uris} - {*there.uris}):
            target.add_source(document.id, uri)
        expected.documents[document.id] = held
    _bring_failures(target, expected.failures)
    _bring_identity(target, expected.identity)
    original.require_unchanged()
    found = _contents(target, progress)
    differences = [*expected.unlike(found), *_unlike_counts(stats, target.stats())]
    if differences:
        raise StoreError(
            f"The copy in {target.url} is not the graph of {source.url}: they differ in {_listed(differences)}. "
            "Run `cckg doctor` on both, then copy into an empty store."
        )
    return CopyReport(len(wanted) - len(earlier), len(earlier), stats, found.hash(), time.perf_counter() - begun)


def graph_hash(store: GraphStore) -> str:
    """Return the sha256, in hexadecimal, of all that a store holds: equal graphs have equal hashes, in whatever stores they are.

    It covers the encoder, every document with its uris, chunks, named things, events, claims, ledger lines and vectors, every failure, what
    readers said of mentions, and decisions by hand; not log p of texts, which any store can compute.
    The order in which a store returns them does not matter; one document is read at a time.
    """
    return _contents(store, lambda message, done, total: None).hash()


# Private


@dataclass(frozen=True, slots=True)
class _Held:
    """What a store holds of one document: the hash of its content, that of the named things found in it, and where it was found."""

    content: str
    entities: str
    uris: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Identity:
    """What a store holds of which mentions are one event: who decided, whether that is done, readings, doubts, decisions by hand."""

    decided_by: str | None
    is_settled: bool
    readings: tuple[PairReading, ...]
    perhaps: tuple[PerhapsSame, ...]
    decisions: tuple[Decision, ...]

    @classmethod
    def of(cls, store: GraphStore) -> "_Identity":
        """Read a store."""
        readings = sorted(store.readings(), key=lambda one: (one.reader, one.left, one.right))
        perhaps = store.perhaps_same(list(store.graph().events))
        return cls(store.decided_by(), store.is_settled(), tuple(readings), tuple(perhaps), tuple(store.decisions()))


@dataclass(frozen=True, slots=True)
class _Contents:
    """What a store holds, as hashes: documents by id, failures by uri; and its identity."""

    fingerprint: Fingerprint | None
    documents: dict[str, _Held]
    failures: dict[str, DocumentSummary]
    identity: _Identity

    def hash(self) -> str:
        """Return the sha256 of everything."""
        digest = hashlib.sha256()
        encoder = self.fingerprint
        digest.update(_line([encoder.embedding, encoder.dimension] if encoder else None))
        for document, held in sorted(self.documents.items()):
            digest.update(_line([document, held.content, held.entities, held.uris]))
        for uri, failure in sorted(self.failures.items()):
            digest.update(_line([uri, failure.title, failure.media_type, failure.reason, failure.ingested_at]))
        digest.update(_line(self.identity))
        return digest.hexdigest()

    def unlike(self, other: "_Contents") -> list[str]:
        """Name the documents and failures that are not the same in both, by a uri where they are found, and whether identity is."""
        held, theirs = self.documents, other.documents
        documents = {name for name in held.keys() | theirs.keys() if held.get(name) != theirs.get(name)}
        uris = [next(iter((held.get(name) or theirs[name]).uris), name) for name in documents]
        failed = {uri for uri in self.failures.keys() | other.failures.keys() if self.failures.get(uri) != other.failures.get(uri)}
        return sorted({*uris, *failed}) + ([] if self.identity == other.identity else ["which mentions are one event"])


@dataclass(frozen=True, slots=True)
class _Original:
    """The source, at the version that it had when the copy began."""

    store: GraphStore
    version: int

    def read(self, document: str) -> GraphUpdate:
        """Read a document as it was when the copy began; raise StoreError if the source has been changed since."""
        update = self.store.read_document(document)
        self.require_unchanged()
        if update is None:
            raise StoreError(f"{self.store.url} lists the document {document} but does not hold it. Run `cckg doctor` on it.")
        return update

    def held(self, update: GraphUpdate) -> _Held:
        """Return what the source holds of a document that was read; raise StoreError if the source has been changed since."""
        uris = _uris(self.store, update.document.id)
        self.require_unchanged()
        return _Held(_content_hash(update), _entities_hash(update), uris)

    def require_unchanged(self) -> None:
        """Raise StoreError if the source has been changed since the copy began."""
        if self.store.version() != self.version:
            raise StoreError(
                f"{self.store.url} was changed while it was copied. When nothing writes to it any more, give the same command again; "
                "what was copied is kept."
            )


def _bind(target: GraphStore, wanted: Fingerprint | None, *, named: str) -> None:
    """Bind the target to the source's encoder, or refuse one that was built with another."""
    found = target.fingerprint()
    if wanted and found and found != wanted:
        raise StoreError(
            f"{target.url} was built with embeddings from {_encoder(found)}, but {named} with those from {_encoder(wanted)}. "
            "Copy into a new store; one that was emptied keeps its encoder."
        )
    if wanted:
        target.bind(wanted)


def _encoder(fingerprint: Fingerprint) -> str:
    return f"{fingerprint.embedding!r} ({fingerprint.dimension} dimensions)"


def _earlier(original: _Original, target: GraphStore, wanted: set[str], progress: Progress) -> dict[str, tuple[_Held, _Held]]:
    """Return each document that the target holds, as both hold it; raise StoreError if it holds anything that the source does not hold so.

    The named things may be others: they can be found anew at any time, and are brought then.
    """
    there = [document for document in target.documents() if document.status != "failed"]
    unlike = [document.uri for document in there if document.id not in wanted]
    only_times = not unlike
    earlier: dict[str, tuple[_Held, _Held]] = {}
    for place, document in enumerate([] if unlike else there):
        progress(f"Comparing {document.uri}", place, len(there))
        here = original.held(original.read(document.id))
        held = _held(target, document.id)
        found_here = {*held.uris} <= {*here.uris}
        if held.content != here.content or not found_here:
            unlike.append(document.uri)
            only_times = only_times and found_here and _timeless(original.store, document.id) == _timeless(target, document.id)
        earlier[document.id] = here, held
    if unlike:
        how = _ONLY_TIMES if only_times else _how(_unlike_counts(original.store.stats(), target.stats()))
        raise StoreError(
            f"{target.url} holds what {original.store.url} does not hold, or not so: {_listed(unlike)}. {how} Nothing was written; "
            f"copy into an empty store, or empty this one with `cckg forget --all --store {quote(target.url)}`."
        )
    return earlier


_ONLY_TIMES = "They differ only in when the documents were read: the same files, read twice, make two graphs."


def _how(counts: Sequence[str]) -> str:
    """Say in what a store differs from the source, whose documents it holds otherwise."""
    found = f"Source against target, they differ in {_listed(counts)}." if counts else "All counts are the same, but not what is counted."
    return f"{found} It is no earlier copy, or one of the two was changed since."


def _timeless(store: GraphStore, document: str) -> str:
    """Return the hash of what a store holds of a document, but for the times at which it was read; empty if it has just gone."""
    update = store.read_document(document)
    if update is None:
        return ""
    merges = tuple(replace(merge, created_at="") for merge in update.merges)
    return _content_hash(replace(update, ingested_at="", merges=merges))


def _bring(original: _Original, target: GraphStore, update: GraphUpdate) -> tuple[_Held, _Held]:
    """Write one document, and return it as the source holds it and as the target does; StoreConflictError if another process writes."""
    held = original.held(update)
    based_on = target.version()
    if target.has_document(update.document.id):  # writing it twice could give its events other wordings
        raise StoreConflictError
    target.write_document(replace(update, based_on=based_on))
    return held, replace(held, uris=(update.document.uri,))


def _bring_entities(target: GraphStore, update: GraphUpdate) -> None:
    """Put the named things that the source found in a document in place of those that the target holds of it."""
    target.keep_entities(update.document.id, mentions_of(update), recogniser=update.recogniser)


def _bring_priors(source: GraphStore, target: GraphStore, update: GraphUpdate, teachers: Sequence[str]) -> None:
    """Bring log p of a document's texts by each language model, unless the target knows it of all of them."""
    texts = as_kept(known_texts(update))
    for teacher in teachers:
        found = source.priors(teacher, texts)
        if found != target.priors(teacher, list(found)):
            target.keep_priors(teacher, update.document.id, found)


def _bring_failures(target: GraphStore, wanted: dict[str, DocumentSummary]) -> None:
    """Write the failures that the target does not hold so; after the documents, for those end the failures of their uris."""
    there = _failures(target.documents())
    for uri, failure in wanted.items():
        if there.get(uri) != failure:
            reason, failed_at = failure.reason or "", failure.ingested_at
            target.mark_failed(uri, title=failure.title, media_type=failure.media_type, reason=reason, failed_at=failed_at)


def _bring_identity(target: GraphStore, wanted: _Identity) -> None:
    """Bring what readers said and what was decided by hand, and let the target say who decided, and whether that is done."""
    there = _Identity.of(target)
    if there == wanted:
        return
    target.keep_readings([one for one in wanted.readings if one not in there.readings])
    for decision in wanted.decisions:
        if decision not in there.decisions:
            target.keep_decision(decision)
    if wanted.decided_by:
        target.settle(Settlement({}, {}, wanted.perhaps, wanted.decided_by, target.version()))
    if not wanted.is_settled:
        target.mark_unsettled()


def _unlike_counts(expected: Stats, found: Stats) -> list[str]:
    """Name the counts that are not the same, with both numbers where they are numbers."""
    there = asdict(found)
    unlike = {name: count for name, count in asdict(expected).items() if count != there[name]}
    return [
        f"{name.replace('_', ' ')} ({count} against {there[name]})" if isinstance(count, int) else name for name, count in unlike.items()
    ]


def _contents(store: GraphStore, progress: Progress) -> _Contents:
    """Read a store through, one document at a time."""
    listed = store.documents()
    documents = [document for document in listed if document.status != "failed"]
    contents = _Contents(store.fingerprint(), {}, _failures(listed), _Identity.of(store))
    for place, document in enumerate(documents):
        progress(f"Verifying {document.uri}", place, len(documents))
        contents.documents[document.id] = _held(store, document.id)
    return contents


def _held(store: GraphStore, document: str) -> _Held:
    """Return what a store holds of a document; one that has just gone has no content."""
    update = store.read_document(document)
    return _Held(_content_hash(update) if update else "", _entities_hash(update) if update else "", _uris(store, document))


def _uris(store: GraphStore, document: str) -> tuple[str, ...]:
    return tuple(sorted(store.uris(document)))  # stores may order rare letters otherwise


def _failures(documents: Iterable[DocumentSummary]) -> dict[str, DocumentSummary]:
    return {document.uri: document for document in documents if document.status == "failed"}


def _content_hash(update: GraphUpdate) -> str:
    """Return the sha256 of a document and all that it brings: lines of JSON, each list in the order of ids, with its float32 vectors."""
    document = update.document
    digest = hashlib.sha256(
        _line([document.id, document.title, document.media_type, document.metadata, update.ingested_at, update.incomplete])
    )
    parts: tuple[tuple[Sequence[Chunk | Event | Merge], Matrix], ...] = (
        (update.chunks, update.chunk_vectors),
        (update.events, update.event_vectors),
        (update.merges, update.merge_vectors),
    )
    for values, vectors in parts:
        order = sorted(range(len(values)), key=lambda place: values[place].id)
        digest.update(_line([values[place] for place in order]))
        digest.update(np.asarray(vectors, dtype="<f4")[order].tobytes())
    digest.update(_line(sorted(update.claims, key=lambda claim: claim.id)))
    return digest.hexdigest()


def _entities_hash(update: GraphUpdate) -> str:
    """Return the sha256 of the named things that a document mentions, and of who found them."""
    found = sorted(
        (chunk, entity.key, entity.name, entity.is_title) for chunk, entities in mentions_of(update).items() for entity in entities
    )
    return hashlib.sha256(_line([update.recogniser, found])).hexdigest()


def _line(value: object) -> bytes:
    """Return a value as one line of JSON; dataclasses are dictionaries of their fields."""
    return json.dumps(value, default=_fields, sort_keys=True, separators=(",", ":")).encode() + b"\n"


_fields_of = cache(fields)


def _fields(value: "DataclassInstance") -> dict[str, object]:
    held = ((field, getattr(value, field.name)) for field in _fields_of(type(value)))
    return {field.name: float(one) if field.type is float else one for field, one in held}  # a store may keep 1.0 as 1


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
