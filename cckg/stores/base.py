"""The protocol that every graph store keeps, and its rules.

Rules (checked by `tests/stores` for every store):
- One document is one transaction: after a crash it is there whole or not at all.
- Writing is idempotent by id; what was made for a graph that has changed since is refused.
- A document's update replaces whatever was held under the same uri.
- CAUSES edges are what the claims say: the store never holds an edge without a claim.
- An event is kept as long as a claim leads to it; when the wording it is shown by is no longer stated, another takes its place.
- A named thing is kept as long as a chunk mentions it.
- A decision by hand stays, whatever it is about.
- Results come in a fixed order: by score, then by id.
- No query language leaves this package.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from cckg.core.claims import Chunk, Claim, DocumentSummary, GraphUpdate, Modality
from cckg.core.decisions import Decision
from cckg.core.evidence import Bridge, Direction, Source, Subgraph
from cckg.core.graph import Entity, Event, EventMention, Merge, PairReading, PerhapsSame, Polarity, RecordedMention, Settlement
from cckg.core.vectors import Matrix

Searchable = Literal["chunks", "events"]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What the vectors of a store were made with."""

    embedding: str
    dimension: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result: the id of a chunk or event and its score, higher is better (cosine, or −bm25)."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class Stats:
    """How much the graph holds. `edges` counts those that traversal follows; `modalities` counts claims by modality.

    `entities` counts the distinct named things that chunks mention, `perhaps_same` the pairs of events that may be one.
    """

    documents: int
    failed: int
    chunks: int
    claims: int
    events: int
    edges: int
    modalities: dict[str, int]
    polarities: dict[str, int]
    merged_wordings: int
    entities: int
    perhaps_same: int = 0


@dataclass(frozen=True, slots=True)
class Mentioning:
    """Where a named thing is mentioned: in how many chunks, and the ids of the first of them.

    `titled` are those that begin a document called so, `others` the rest; each by id.
    """

    total: int
    titled: tuple[str, ...]
    others: tuple[str, ...]


class GraphStore(Protocol):
    """A place that keeps the causal graph. Open one with `cckg.stores.open_store`."""

    url: str

    def fingerprint(self) -> Fingerprint | None:
        """Return what the store was built with, or None while it is new."""

    def bind(self, fingerprint: Fingerprint) -> None:
        """Remember the fingerprint, or raise StoreMismatchError where another one is remembered."""

    def version(self) -> int:
        """Return a number that every write to the graph raises, whichever process it comes from."""

    def write_document(self, update: GraphUpdate, *, carried: Sequence[Decision] = ()) -> None:
        """Write one document with all that it brings, in one transaction; it replaces what its uri held before.

        With it are kept decisions by hand that were `carried` over from what it replaces, each in place of the one with its id.

        Raises:
            StoreConflictError: if the update is based on another version than the graph has now.
        """

    def revise(self, update: GraphUpdate) -> None:
        """Let a stored document state these claims, with these ledger lines and events, and no others; what else is kept of it stays.

        Raises:
            StoreConflictError: if the update is based on another version than the graph has now.
        """

    def read_document(self, document: str) -> GraphUpdate | None:
        """Return what `write_document` would bring this document to another store with, or None if it is not stored.

        `document.text` is empty, for it is not kept; `events` are all that its claims and ledger lines lead to, as they stand now.
        """

    def uris(self, document: str) -> list[str]:
        """Return where a document was found, in order."""

    def mark_failed(self, uri: str, *, title: str, media_type: str, reason: str, failed_at: str) -> None:
        """Remember that the document at this uri could not be read; what was stored of it before stays."""

    def add_source(self, document: str, uri: str) -> None:
        """Note that a document that is already stored was found at a further uri as well; what that uri held before is released."""

    def forget(self, document: str) -> bool:
        """Remove a document, its claims, and the events that no other claim leads to. Return whether it was there."""

    def find_document(self, uri: str) -> DocumentSummary | None:
        """Return the document that was read from this uri, or None."""

    def has_document(self, document: str, *, whole: bool = False) -> bool:
        """Tell whether a document of this id is stored; if `whole`, whether all of it could be read."""

    def documents(self) -> list[DocumentSummary]:
        """Return all documents, failed ones included, ordered by uri."""

    def events(self, ids: Sequence[str]) -> list[Event]:
        """Return the events of these ids that exist, in the order given."""

    def chunks(self, ids: Sequence[str]) -> list[tuple[Chunk, Source]]:
        """Return the chunks of these ids that exist, each with its source, in the order given."""

    def nearest_events(self, queries: Matrix, *, k: int, polarity: Polarity | None = None) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k events by cosine, optionally of one polarity only."""

    def nearest_wordings(self, queries: Matrix, *, k: int, polarity: Polarity | None = None) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k lines of the ledger of coreference by the cosine of their wordings."""

    def wordings(self, ids: Sequence[str]) -> list[RecordedMention]:
        """Return the wordings of these ledger lines that exist, each with its event, in the order given."""

    def mentions_in(self, chunks: Sequence[str]) -> list[str]:
        """Return the ids of the mentions that claims of these chunks have as cause or effect, in order; an older cckg kept none."""

    def nearest_chunks(self, queries: Matrix, *, k: int) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k chunks by cosine."""

    def cosines(self, queries: Matrix, *, over: Searchable) -> tuple[list[str], Matrix]:
        """Return the ids of all n chunks or events, in order, and the cosine of each row of (m, d) unit queries with each, (m, n)."""

    def search_text(self, query: str, *, k: int, over: Searchable = "chunks") -> list[Hit]:
        """Return up to k chunks or events by bm25 over the query's content words; no query syntax is understood, none fails."""

    def neighbourhood(self, ids: Sequence[str], direction: Direction, *, depth: int, limit: int) -> Subgraph:
        """Return what lies up to `depth` followed edges upstream ("causes") or downstream ("effects") of these events.

        The sub-graph holds the start events, every event reached, and every claim between two of them, denied ones included,
        and the denied claims that lead from or to a start event. At most `limit` events are read, nearest first; then `truncated` is set.
        What is reached over one bridge stands in `across`, as far as the limit leaves room; that it cuts is `across.truncated`.
        """

    def mentioned(self, chunks: Sequence[str]) -> dict[str, list[Entity]]:
        """Return the named things that these chunks mention, by chunk, ordered by key; chunks that mention none are left out."""

    def mentioning(self, keys: Sequence[str], *, limit: int) -> dict[str, Mentioning]:
        """Return which chunks mention these named things, by key: up to `limit` ids each, those whose document is called so first.

        Things that no chunk mentions are left out.
        """

    def unnamed(self, recogniser: str) -> list[str]:
        """Return the ids of the documents in which this recogniser has not looked for named things, in order."""

    def keep_entities(self, document: str, found: Mapping[str, Sequence[Entity]], *, recogniser: str | None) -> None:
        """Keep the named things that a recogniser found in a stored document, by chunk, in place of those that were kept before.

        Without a recogniser the document is one in which nobody has looked yet.

        Raises:
            StoreError: if the document is not there.
        """

    def teachers(self) -> list[str]:
        """Return the names of the language models by which log p of some text is kept, in order."""

    def priors(self, teacher: str, texts: Sequence[str]) -> dict[str, float]:
        """Return log p(text) in nats by a language model, by text, of those that `keep_priors` brought."""

    def keep_priors(self, teacher: str, document: str, found: Mapping[str, float]) -> None:
        """Keep log p(text) in nats of texts of a stored document for as long as that stays; the texts themselves are kept as hashes."""

    def graph(self) -> Subgraph:
        """Return the whole causal graph, ordered by id; for export and statistics."""

    def merges(self, event: str | None = None) -> list[Merge]:
        """Return the ledger of coreference, oldest first, of one event or of all."""

    def is_settled(self) -> bool:
        """Tell whether it is decided which mentions are one event; an ingestion that was stopped leaves that to the next command."""

    def decided_by(self) -> str | None:
        """Return the reader that told which mentions are one event, or None where they were assigned one by one."""

    def mark_unsettled(self) -> None:
        """Note that it is to be decided anew which mentions are one event."""

    def restore_mentions(self, lines: Mapping[str, Merge], sides: Mapping[str, tuple[str, str]]) -> None:
        """Give ledger lines of an older cckg the id, polarity and context of these, and claims the mentions that they join.

        Args:
            lines: the lines as they are to be, by the ids that they have; their events are not changed.
            sides: ids of the mentions that are cause and effect, by the claim's id.
        """

    def event_mentions(self) -> tuple[list[EventMention], Matrix]:
        """Return all mentions that have a context, by id, with their (n, d) vectors."""

    def pair_readings(self, reader: str) -> dict[tuple[str, str], float]:
        """Return the probability that two mentions are one event, by their ids in order, of all pairs that this reader was asked about."""

    def readings(self) -> list[PairReading]:
        """Return what readers said of pairs of mentions, by reader and mentions."""

    def keep_readings(self, readings: Sequence[PairReading]) -> None:
        """Keep what an event reader said of pairs of mentions, for as long as both are there."""

    def settle(self, settlement: Settlement) -> None:
        """Let every mention, and the claims it is a side of, lead to the event that was decided on, in one transaction.

        Raises:
            StoreConflictError: if the graph has changed since the decision.
        """

    def perhaps_same(self, events: Sequence[str]) -> list[PerhapsSame]:
        """Return the pairs that may be one event of which one is among these, in order."""

    def decisions(self) -> list[Decision]:
        """Return what was decided by hand, oldest first, also on what is not in the graph now."""

    def keep_decision(self, decision: Decision) -> None:
        """Keep a decision by hand, in place of the one with its id; where a reader has told, identity is to be decided anew."""

    def stats(self) -> Stats:
        """Count what is stored."""

    def check(self) -> list[str]:
        """Return what is wrong with the stored data, one sentence each; an empty list means that all is well."""

    def close(self) -> None:
        """Release the store; further calls are a caller's bug."""


def require_shapes(update: GraphUpdate, bound: Fingerprint | None) -> None:
    """Raise ValueError if a store is not bound, or a part of an update has not one row per chunk, event or merge."""
    if bound is None:
        raise ValueError("bind the store to a fingerprint before a document is written")
    for name, items, matrix in (
        ("chunk_vectors", update.chunks, update.chunk_vectors),
        ("event_vectors", update.events, update.event_vectors),
        ("merge_vectors", update.merges, update.merge_vectors),
    ):
        if matrix.shape != (len(items), bound.dimension):
            raise ValueError(f"{name} must be {(len(items), bound.dimension)}, got {matrix.shape}")
    if len(update.entities) != (len(update.chunks) if update.recogniser else 0):
        raise ValueError(f"entities must be one tuple per chunk, and none without a recogniser, got {len(update.entities)}")


def mentions_of(update: GraphUpdate) -> dict[str, tuple[Entity, ...]]:
    """Return the named things that a document mentions, by chunk; none where nobody has looked for any."""
    return {chunk.id: found for chunk, found in zip(update.chunks, update.entities, strict=False)}


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk over links met: `near` events, those `beyond` a bridge alone, the pairs that may be one of which both were met.

    `truncated` and `truncated_beyond` tell which of the two a limit cut.
    """

    near: list[str]
    beyond: list[str]
    perhaps: list[PerhapsSame]
    truncated: bool
    truncated_beyond: bool


def walked(
    starts: list[str],
    step: Callable[[list[str]], list[str]],
    perhaps: Callable[[list[str]], list[PerhapsSame]],
    *,
    depth: int,
    limit: int,
) -> Walked:
    """Walk from events as far as links lead, then on from those that may be the same as one that was met, within what the limit leaves.

    `step` returns the events next to some, by id; `perhaps` the pairs of which one is among some.
    """
    near, truncated = reach(starts, step, depth=depth, limit=limit)
    known = set(near)
    pairs = perhaps(near) if near else []
    others = list(dict.fromkeys(end for pair in pairs for end in (pair.left, pair.right) if end not in known))

    def onward(frontier: list[str]) -> list[str]:
        return [name for name in step(frontier) if name not in known]

    beyond, cut = reach(others, onward, depth=depth, limit=limit - len(near))
    met = known.union(beyond)
    return Walked(near, beyond, [pair for pair in pairs if {pair.left, pair.right} <= met], truncated, cut)


def bridge(pair: PerhapsSame, events: Mapping[str, Event], shown_in: Mapping[str, str], sources: Mapping[str, Source]) -> Bridge:
    """Return a pair with its events, and the sources in which they are worded as they are shown, by document."""
    left, right = pair.left, pair.right
    return Bridge(events[left], events[right], pair.probability, sources[shown_in[left]], sources[shown_in[right]])


def near_part(whole: Subgraph, found: Sequence[str], starts: Sequence[str], *, truncated: bool) -> Subgraph:
    """Return the part of a neighbourhood that was found without a bridge, with the whole as its `across` where there is a bridge."""
    if not whole.bridges:
        return replace(whole, truncated=truncated)
    near, first = set(found), set(starts)
    claims = tuple(claim for claim in whole.claims if _ends(claim) <= near or (claim.modality is Modality.DENIED and _ends(claim) & first))
    near.update(end for claim in claims for end in _ends(claim))
    documents = {claim.document for claim in claims}
    return Subgraph(
        {name: event for name, event in whole.events.items() if name in near},
        claims,
        {name: source for name, source in whole.sources.items() if name in documents},
        truncated,
        across=whole,
    )


def event_of(row: Sequence[Any]) -> Event:
    """Read an event's id, text, polarity and context."""
    name, text, polarity, context = row
    return Event(name, text, Polarity(polarity), context)


def reach(starts: list[str], step: Callable[[list[str]], list[str]], *, depth: int, limit: int) -> tuple[list[str], bool]:
    """Walk breadth first; return the events met, nearest first, then by id, and whether the limit cut them.

    `step` returns the events next to some, by id.
    """
    found = dict.fromkeys(starts)
    frontier = starts
    for _ in range(depth):
        if not frontier or len(found) > limit:
            break
        frontier = [name for name in step(frontier) if name not in found]
        found.update(dict.fromkeys(frontier))
    return list(found)[:limit], len(found) > limit


# Private


def _ends(claim: Claim) -> set[str]:
    return {claim.cause_event, claim.effect_event}
