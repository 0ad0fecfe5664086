"""The graph in one SQLite file: full-text search by FTS5, vectors kept in the file and scanned in memory.

A store is used from the thread that opened it. Several processes may have the file open:
one writes at a time, the others read what is committed.
What SQLite raises is translated in `sqlite_database`; what a write does stands in `sqlite_write`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Literal

from cckg.core.claims import Chunk, Claim, DocumentSummary, GraphUpdate, Modality
from cckg.core.decisions import Decision
from cckg.core.errors import StoreMismatchError
from cckg.core.evidence import Direction, Source, Subgraph
from cckg.core.graph import Entity, Event, EventMention, Merge, PairReading, PerhapsSame, Polarity, RecordedMention, Settlement
from cckg.core.text import content_hash, content_words
from cckg.core.vectors import Matrix
from cckg.stores.base import Fingerprint, Hit, Mentioning, Searchable, Stats, bridge, event_of, near_part, require_shapes, walked
from cckg.stores.sqlite import entities as sqlite_entities
from cckg.stores.sqlite import identity as sqlite_identity
from cckg.stores.sqlite import write as sqlite_write
from cckg.stores.sqlite.database import Database
from cckg.stores.sqlite.read import read_document
from cckg.stores.sqlite.rows import CLAIMS, EVENTS, MERGES, chunk_of, claim_of, context_of, matrix_of, merge_of
from cckg.stores.sqlite.vectors import VectorIndex

_Vectors = Literal["chunks", "events", "wordings"]


class SqliteStore:
    """A `GraphStore` in a SQLite file, or in memory. Every method raises StoreError where the file cannot be read or written."""

    def __init__(self, path: str, *, create: bool = True) -> None:
        """Open or begin the graph at a path, ":memory:" included; see `cckg.stores.open_store`."""
        self.url = f"sqlite:{path}"
        self._database = Database(path, create=create)
        self._indexes: dict[_Vectors, VectorIndex] = {}
        self._version = -1  # of the file, when the indexes were read

    def fingerprint(self) -> Fingerprint | None:
        """Return what the store was built with, or None while it is new."""
        found: dict[str, str] = dict(self._database.rows("SELECT name, value FROM meta"))
        return Fingerprint(found["embedding"], int(found["dimension"])) if "embedding" in found else None

    def bind(self, fingerprint: Fingerprint) -> None:
        """Remember the fingerprint; raise StoreMismatchError where another one is remembered."""
        if self.fingerprint() is None:
            with self._database.writing():
                self._database.change_many(_PUT_META, [("embedding", fingerprint.embedding), ("dimension", str(fingerprint.dimension))])
        found = self.fingerprint()
        if found is not None and found != fingerprint:
            raise StoreMismatchError(built_with=found.embedding, configured=fingerprint.embedding)

    def write_document(self, update: GraphUpdate, *, carried: Sequence[Decision] = ()) -> None:
        """Write one document in place of what its id and its uri led to; events that the graph holds already stay as they are.

        Raises:
            ValueError: if the store is not bound, or a matrix has not one row of its dimension per chunk, event or merge.
        """
        require_shapes(update, self.fingerprint())
        if sqlite_write.write_document(self._database, update, carried):
            self._indexes.clear()
        if "chunks" in self._indexes:
            self._indexes["chunks"].add([(chunk.id, "") for chunk in update.chunks], update.chunk_vectors)
        if "events" in self._indexes:
            self._indexes["events"].add([(event.id, event.polarity) for event in update.events], update.event_vectors)
        if "wordings" in self._indexes:
            polarity = {event.id: event.polarity for event in self.events([merge.event for merge in update.merges])}
            groups = [(merge.id, polarity.get(merge.event, "")) for merge in update.merges]  # "" if another process has just taken it out
            self._indexes["wordings"].add(groups, update.merge_vectors)

    def version(self) -> int:
        """Return how many writes the graph has seen, whichever process they came from."""
        return sqlite_write.version(self._database)

    def revise(self, update: GraphUpdate) -> None:
        """Let a stored document state these claims, with these ledger lines and events, and no others; what else is kept of it stays."""
        self._indexes.clear()
        sqlite_write.revise(self._database, update)

    def read_document(self, document: str) -> GraphUpdate | None:
        """Return what `write_document` would bring this document to another store with, or None if it is not stored."""
        bound = self.fingerprint()
        with self._database.reading():
            return read_document(self._database, document, dimension=bound.dimension) if bound else None

    def uris(self, document: str) -> list[str]:
        """Return where a document was found, in order."""
        return [uri for (uri,) in self._database.rows("SELECT uri FROM source WHERE document = ? ORDER BY uri", document)]

    def mark_failed(self, uri: str, *, title: str, media_type: str, reason: str, failed_at: str) -> None:
        """Remember that the document at this uri could not be read; its id is a hash of the uri, and `forget` takes it."""
        sqlite_write.mark_failed(self._database, uri, title=title, media_type=media_type, reason=reason, failed_at=failed_at)

    def add_source(self, document: str, uri: str) -> None:
        """Let a further uri lead to a stored document; raise StoreError if the document is not there."""
        if sqlite_write.add_source(self._database, document, uri):
            self._indexes.clear()

    def forget(self, document: str) -> bool:
        """Remove a document, or a failed one, with all that only it states. Return whether it was there."""
        self._indexes.clear()
        return sqlite_write.forget(self._database, document)

    def find_document(self, uri: str) -> DocumentSummary | None:
        """Return the document that this uri leads to, or else its last failure, or None; the summary's uri is the document's smallest."""
        with self._database.reading():
            led_to = self._database.rows(_LED_TO, uri)
            return DocumentSummary(*self._database.rows("SELECT * FROM summary WHERE id = ?", *led_to[0])[0]) if led_to else None

    def has_document(self, document: str, *, whole: bool = False) -> bool:
        """Tell whether a document of this id is stored; if `whole`, whether all of it could be read."""
        found = self._database.rows("SELECT incomplete FROM document WHERE id = ?", document)
        return bool(found) and not (whole and found[0][0])

    def documents(self) -> list[DocumentSummary]:
        """Return one summary per stored document and one per failed uri, ordered by uri."""
        return [DocumentSummary(*row) for row in self._database.rows("SELECT * FROM summary ORDER BY uri, status")]

    def events(self, ids: Sequence[str]) -> list[Event]:
        """Return the events of these ids that exist, in the order given."""
        found = {row[0]: event_of(row) for row in self._database.rows(_EVENTS, json.dumps(list(ids)))}
        return [found[name] for name in ids if name in found]

    def chunks(self, ids: Sequence[str]) -> list[tuple[Chunk, Source]]:
        """Return the chunks of these ids that exist, each with its source, in the order given."""
        found = {row[0]: chunk_of(row) for row in self._database.rows(_CHUNKS, json.dumps(list(ids)))}
        return [found[name] for name in ids if name in found]

    def nearest_events(self, queries: Matrix, *, k: int, polarity: Polarity | None = None) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k events by cosine, then by id, optionally of one polarity only."""
        return self._index("events").nearest(queries, k=k, group=polarity)

    def nearest_wordings(self, queries: Matrix, *, k: int, polarity: Polarity | None = None) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k ledger lines by cosine, then by id, optionally of one polarity only."""
        return self._index("wordings").nearest(queries, k=k, group=polarity)

    def wordings(self, ids: Sequence[str]) -> list[RecordedMention]:
        """Return the wordings of these ledger lines that exist, each with its event, in the order given."""
        found = {
            row[0]: RecordedMention(row[0], event_of(row[3:7]), row[1], row[2], context_of(row[7:]) if row[7] is not None else None)
            for row in self._database.rows(_WORDINGS, json.dumps(list(ids)))
        }
        return [found[name] for name in ids if name in found]

    def mentions_in(self, chunks: Sequence[str]) -> list[str]:
        """Return the ids of the mentions that claims of these chunks have as cause or effect, in order."""
        return [name for (name,) in self._database.rows(_MENTIONS_IN, json.dumps(list(chunks)))]

    def nearest_chunks(self, queries: Matrix, *, k: int) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k chunks by cosine, then by id."""
        return self._index("chunks").nearest(queries, k=k)

    def cosines(self, queries: Matrix, *, over: Searchable) -> tuple[list[str], Matrix]:
        """Return the ids of all n chunks or events, in order, and the cosine of each row of (m, d) unit queries with each, (m, n)."""
        return self._index(over).cosines(queries)

    def search_text(self, query: str, *, k: int, over: Searchable = "chunks") -> list[Hit]:
        """Return up to k chunks or events by bm25, then by id; no content words in the query give none.

        Function words are left out: they are in most texts, weigh next to nothing and take most of the time.

        Raises:
            ValueError: if k < 1.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, got {k}")
        wanted = dict.fromkeys(content_words(query))
        if not wanted:
            return []
        expression = " OR ".join(f'"{word}"' for word in wanted)  # quoted, so that nothing in it is syntax
        return [Hit(name, -rank) for name, rank in self._database.rows(_SEARCH[over], expression, k)]

    def neighbourhood(self, ids: Sequence[str], direction: Direction, *, depth: int, limit: int) -> Subgraph:
        """Return what lies up to `depth` followed edges upstream ("causes") or downstream ("effects") of these events that exist.

        Events come nearest first, then by id, claims by id. The other ends of denied claims are added beyond the limit.
        """

        def step(frontier: list[str]) -> list[str]:
            return [name for (name,) in self._database.rows(_STEP[direction], json.dumps(frontier))]

        with self._database.reading():
            starts = sorted({event.id for event in self.events(ids)})
            met = walked(starts, step, self.perhaps_same, depth=depth, limit=limit)
            found = [*met.near, *met.beyond]
            claims = [claim_of(row) for row in self._database.rows(_CLAIMS_AMONG, json.dumps(found), json.dumps(starts))]
            denied = {end for claim in claims for end in (claim.cause_event, claim.effect_event)} - set(found)
            events = self.events([*found, *sorted(denied)])
            whole = self._subgraph(events, claims, met.perhaps, truncated=met.truncated or met.truncated_beyond)
            return near_part(whole, met.near, starts, truncated=met.truncated)

    def mentioned(self, chunks: Sequence[str]) -> dict[str, list[Entity]]:
        """Return the named things that these chunks mention, by chunk, ordered by key; chunks that mention none are left out."""
        return sqlite_entities.mentioned(self._database, chunks)

    def mentioning(self, keys: Sequence[str], *, limit: int) -> dict[str, Mentioning]:
        """Return by key where these named things are mentioned: up to `limit` chunks each, those called so first, then by id."""
        return sqlite_entities.mentioning(self._database, keys, limit=limit)

    def unnamed(self, recogniser: str) -> list[str]:
        """Return the ids of the documents in which this recogniser has not looked for named things, in order."""
        return [name for (name,) in self._database.rows("SELECT id FROM document WHERE recogniser IS NOT ? ORDER BY id", recogniser)]

    def keep_entities(self, document: str, found: Mapping[str, Sequence[Entity]], *, recogniser: str | None) -> None:
        """Keep the named things that a recogniser found in a document, by chunk; raise StoreError if the document is not there."""
        sqlite_write.keep_entities(self._database, document, found, recogniser=recogniser)

    def teachers(self) -> list[str]:
        """Return the names of the language models by which log p of some text is kept, in order."""
        return [name for (name,) in self._database.rows("SELECT DISTINCT teacher FROM prior ORDER BY teacher")]

    def priors(self, teacher: str, texts: Sequence[str]) -> dict[str, float]:
        """Return log p(text) by a language model, in nats, of the texts of which it is kept."""
        text_of = {content_hash(text): text for text in texts}
        return {text_of[key]: nats for key, nats in self._database.rows(_PRIORS, teacher, json.dumps(list(text_of)))}

    def keep_priors(self, teacher: str, document: str, found: Mapping[str, float]) -> None:
        """Keep log p(text) of texts of a document; raise StoreError if the document is not there."""
        with self._database.writing():
            self._database.change_many(_PUT_PRIOR, [(teacher, content_hash(text), document, nats) for text, nats in found.items()])

    def graph(self) -> Subgraph:
        """Return the whole causal graph, events and claims ordered by id."""
        with self._database.reading():
            events = [event_of(row) for row in self._database.rows(_ALL_EVENTS)]
            claims = [claim_of(row) for row in self._database.rows(_ALL_CLAIMS)]
            return self._subgraph(events, claims, self.perhaps_same([event.id for event in events]), truncated=False)

    def merges(self, event: str | None = None) -> list[Merge]:
        """Return the ledger of coreference, oldest first, then by id, of one event or of all."""
        return [merge_of(row) for row in self._database.rows(_MERGES, event)]

    def is_settled(self) -> bool:
        """Tell whether it is decided which mentions are one event."""
        return sqlite_identity.is_settled(self._database)

    def decided_by(self) -> str | None:
        """Return the reader that told which mentions are one event, or None where they were assigned one by one."""
        return sqlite_identity.decided_by(self._database)

    def mark_unsettled(self) -> None:
        """Note that it is to be decided anew which mentions are one event."""
        sqlite_write.mark_unsettled(self._database)

    def restore_mentions(self, lines: Mapping[str, Merge], sides: Mapping[str, tuple[str, str]]) -> None:
        """Give ledger lines of an older cckg, by their ids, the id, polarity and context of these, and claims their mentions."""
        self._indexes.clear()
        sqlite_write.restore_mentions(self._database, lines, sides)

    def event_mentions(self) -> tuple[list[EventMention], Matrix]:
        """Return all mentions that have a context, by id, with their (n, d) vectors."""
        bound = self.fingerprint()
        return sqlite_identity.event_mentions(self._database, dimension=bound.dimension if bound else 0)

    def pair_readings(self, reader: str) -> dict[tuple[str, str], float]:
        """Return the probability that two mentions are one event, by their ids in order, of all pairs that this reader was asked about."""
        return sqlite_identity.pair_readings(self._database, reader)

    def readings(self) -> list[PairReading]:
        """Return what readers said of pairs of mentions, by reader and mentions."""
        return sqlite_identity.readings(self._database)

    def keep_readings(self, readings: Sequence[PairReading]) -> None:
        """Keep what an event reader said of pairs of mentions, for as long as both are there."""
        sqlite_identity.keep_readings(self._database, readings)

    def settle(self, settlement: Settlement) -> None:
        """Let every mention lead to the event that was decided on; raise StoreConflictError if the graph has changed since."""
        self._indexes.clear()
        sqlite_write.settle(self._database, settlement)

    def perhaps_same(self, events: Sequence[str]) -> list[PerhapsSame]:
        """Return the pairs that may be one event of which one is among these, in order."""
        return sqlite_identity.perhaps_same(self._database, events)

    def decisions(self) -> list[Decision]:
        """Return what was decided by hand, oldest first, also on what is not in the graph now."""
        return sqlite_identity.decisions(self._database)

    def keep_decision(self, decision: Decision) -> None:
        """Keep a decision by hand, in place of the one with its id; where a reader has told, identity is to be decided anew."""
        sqlite_write.keep_decision(self._database, decision)

    def stats(self) -> Stats:
        """Count what is stored. `merged_wordings` counts the distinct wordings that events have beyond their first."""
        with self._database.reading():
            counted: dict[str, int] = dict(zip(_COUNTED, self._database.rows(_COUNTS)[0], strict=True))
            modalities: dict[str, int] = dict(
                self._database.rows("SELECT iif(implied, 'implied', modality) AS said, count(*) FROM claim GROUP BY said")
            )
            polarities: dict[str, int] = dict(self._database.rows("SELECT polarity, count(*) FROM event GROUP BY polarity"))
        return Stats(
            **counted,
            modalities={modality.value: modalities.get(modality, 0) for modality in Modality},
            polarities={polarity.value: polarities.get(polarity, 0) for polarity in Polarity},
        )

    def check(self) -> list[str]:
        """Return what is wrong with the stored data, one sentence each; an empty list means that all is well."""
        found = self._database.damages()
        bound = self.fingerprint()
        length = 4 * bound.dimension if bound else 0
        for sentence, statement in _CHECKS:
            found += [sentence.format(name=name) for (name,) in self._database.rows(statement, *[length] * statement.count("?"))]
        return found

    def close(self) -> None:
        """Release the file; further calls are a caller's bug."""
        self._indexes.clear()
        self._database.close()

    # Private

    def _index(self, over: _Vectors) -> VectorIndex:
        """Return the vectors of the file as it is now; they are read anew when another process wrote, or rows went."""
        version = self._database.value("PRAGMA data_version")
        if version != self._version:
            self._indexes.clear()
            self._version = version
        if over not in self._indexes:
            rows = self._database.rows(_VECTORS[over])
            bound = self.fingerprint()
            dimension = bound.dimension if bound else 0
            self._indexes[over] = VectorIndex(dimension)
            self._indexes[over].add([(name, group) for name, group, _ in rows], matrix_of([row[2] for row in rows], dimension=dimension))
        return self._indexes[over]

    def _subgraph(self, events: list[Event], claims: list[Claim], perhaps: list[PerhapsSame], *, truncated: bool) -> Subgraph:
        ends = sorted({end for pair in perhaps for end in (pair.left, pair.right)})
        shown_in = sqlite_identity.shown_in(self._database, ends) if ends else {}
        documents = sorted({claim.document for claim in claims}.union(shown_in.values()))
        sources = {row[0]: Source(*row) for row in self._database.rows(_SOURCES, json.dumps(documents))}
        by_id = {event.id: event for event in events}
        bridges = tuple(bridge(pair, by_id, shown_in, sources) for pair in perhaps)
        return Subgraph(by_id, tuple(claims), sources, truncated, bridges=bridges)


# Private

_PUT_META = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
_LED_TO = "SELECT document FROM source WHERE uri = ?1 UNION ALL SELECT id FROM failure WHERE uri = ?1"
_EVENTS = EVENTS + "WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608 - constants alone
_ALL_EVENTS = EVENTS + "ORDER BY id"
_CHUNKS = """
SELECT chunk.id, chunk.document, position, start, stop, text, uri, title
FROM chunk JOIN place ON place.document = chunk.document
WHERE chunk.id IN (SELECT value FROM json_each(?))
"""
_SOURCES = "SELECT document, uri, title FROM place WHERE document IN (SELECT value FROM json_each(?)) ORDER BY document"
_MERGES = MERGES + "WHERE ?1 IS NULL OR event = ?1 ORDER BY created_at, id"
_VECTORS: dict[_Vectors, str] = {
    "chunks": "SELECT id, '', embedding FROM chunk",
    "events": "SELECT id, polarity, embedding FROM event",
    "wordings": "SELECT merge.id, event.polarity, merge.embedding FROM merge JOIN event ON event.id = merge.event",
}
_WORDINGS = """
SELECT merge.id, merge.wording, document.title, event.id, event.text, event.polarity, event.context,
    words, start, stop, before, behind, headings, date, date_source, place
FROM merge JOIN event ON event.id = merge.event JOIN document ON document.id = merge.document
WHERE merge.id IN (SELECT value FROM json_each(?))
"""
_MENTIONS_IN = """
WITH told AS (SELECT cause_mention, effect_mention FROM claim WHERE chunk IN (SELECT value FROM json_each(?)))
SELECT cause_mention AS name FROM told WHERE name IS NOT NULL
UNION SELECT effect_mention FROM told WHERE effect_mention IS NOT NULL ORDER BY name
"""
_SEARCH: dict[Searchable, str] = {
    "chunks": """
        SELECT id, rank FROM chunk_words JOIN chunk ON chunk.key = chunk_words.rowid
        WHERE chunk_words MATCH ? ORDER BY rank, id LIMIT ?""",
    "events": """
        SELECT id, rank FROM event_words JOIN event ON event.key = event_words.rowid
        WHERE event_words MATCH ? ORDER BY rank, id LIMIT ?""",
}
_STEP: dict[Direction, str] = {
    "causes": """
        SELECT DISTINCT cause_event FROM claim
        WHERE effect_event IN (SELECT value FROM json_each(?)) AND modality <> 'denied' ORDER BY cause_event""",
    "effects": """
        SELECT DISTINCT effect_event FROM claim
        WHERE cause_event IN (SELECT value FROM json_each(?)) AND modality <> 'denied' ORDER BY effect_event""",
}
_PRIORS = "SELECT DISTINCT text, nats FROM prior WHERE teacher = ? AND text IN (SELECT value FROM json_each(?))"
_PUT_PRIOR = "INSERT INTO prior (teacher, text, document, nats) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET nats = excluded.nats"
_ALL_CLAIMS = CLAIMS + "ORDER BY id"
_CLAIMS_AMONG = f"""{CLAIMS}
WHERE id IN (
    WITH found (id) AS (SELECT value FROM json_each(?1)), start (id) AS (SELECT value FROM json_each(?2))
    SELECT id FROM claim WHERE cause_event IN found AND +effect_event IN found
    UNION SELECT id FROM claim WHERE cause_event IN start AND modality = 'denied'
    UNION SELECT id FROM claim WHERE effect_event IN start AND modality = 'denied'
) ORDER BY id"""  # noqa: S608 - constants alone
_COUNTED = ("documents", "failed", "chunks", "claims", "events", "edges", "merged_wordings", "entities", "perhaps_same")
_COUNTS = """
SELECT
    (SELECT count(*) FROM document), (SELECT count(*) FROM failure), (SELECT count(*) FROM chunk), (SELECT count(*) FROM claim),
    (SELECT count(*) FROM event),
    (SELECT count(*) FROM (SELECT DISTINCT cause_event, effect_event FROM claim WHERE modality <> 'denied')),
    (SELECT count(*) FROM (SELECT DISTINCT event, wording FROM merge)) - (SELECT count(DISTINCT event) FROM merge),
    (SELECT count(DISTINCT entity) FROM mention), (SELECT count(*) FROM perhaps_same)
"""
_CHECKS = (
    ("Event {name} has no claim that leads to it.", """
        SELECT id FROM event WHERE id NOT IN (SELECT cause_event FROM claim UNION SELECT effect_event FROM claim) ORDER BY id"""),
    ("The vector of chunk {name} has the wrong length.", "SELECT id FROM chunk WHERE length(embedding) <> ? ORDER BY id"),
    ("The vector of event {name} has the wrong length.", "SELECT id FROM event WHERE length(embedding) <> ? ORDER BY id"),
    ("The vector of ledger line {name} has the wrong length.", "SELECT id FROM merge WHERE length(embedding) <> ? ORDER BY id"),
    ("Document {name} has no source.", "SELECT id FROM document WHERE id NOT IN (SELECT document FROM source) ORDER BY id"),
)  # fmt: skip
