"""The graph in a Neo4j database: full-text and vector search by the server's indexes, every document one transaction.

A store is used from the thread that opened it; any number of processes may read and write the same database.
What the driver raises is translated in `neo4j_database`; what a write does stands in `neo4j_write`, how it is searched in
`neo4j_search`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import LiteralString

from cckg.core.claims import Chunk, Claim, DocumentSummary, GraphUpdate, Modality
from cckg.core.decisions import Decision
from cckg.core.errors import NoGraphError, StoreError, StoreMismatchError
from cckg.core.evidence import Direction, Source, Subgraph
from cckg.core.graph import Entity, Event, EventMention, Merge, PairReading, PerhapsSame, Polarity, RecordedMention, Settlement
from cckg.core.text import content_hash
from cckg.core.vectors import Matrix
from cckg.stores.base import Fingerprint, Hit, Mentioning, Searchable, Stats, bridge, event_of, near_part, require_shapes, walked
from cckg.stores.neo4j import entities as neo4j_entities
from cckg.stores.neo4j import identity as neo4j_identity
from cckg.stores.neo4j import schema as neo4j_schema
from cckg.stores.neo4j import search as neo4j_search
from cckg.stores.neo4j import write as neo4j_write
from cckg.stores.neo4j.database import WRITES, Database, Transaction
from cckg.stores.neo4j.read import read_document
from cckg.stores.neo4j.rows import chunk_of, claim_of, context_of, merge_of


class Neo4jStore:
    """A `GraphStore` in Neo4j. Every method raises StoreError where the server cannot be reached, refuses, or is read-only."""

    def __init__(
        self, url: str, *, username: str = "neo4j", password: str | None = None, database: str | None = None, create: bool = True
    ) -> None:
        """Open or begin the graph in a database; see `cckg.stores.open_store`."""
        self._database = Database(url, username=username, password=password, database=database)
        self.url = self._database.url
        self._has_priors = False  # whether their index is known to be there
        self._has_decisions = False  # the same of their constraint
        try:
            neo4j_schema.renew(self._database)
            if self.fingerprint() is None and not create:
                raise NoGraphError(self.url)
        except StoreError:
            self._database.close()
            raise

    def fingerprint(self) -> Fingerprint | None:
        """Return what the store was built with, or None while it is new."""
        return neo4j_schema.read_fingerprint(self._database)

    def bind(self, fingerprint: Fingerprint) -> None:
        """Remember the fingerprint and see to it that every index is there; raise StoreMismatchError where another one is remembered."""
        found = self.fingerprint()
        if found is None:
            neo4j_schema.begin(self._database, fingerprint)
            found = self.fingerprint()
        if found is not None and found != fingerprint:
            raise StoreMismatchError(built_with=found.embedding, configured=fingerprint.embedding)
        neo4j_schema.prepare(self._database, dimension=fingerprint.dimension)

    def version(self) -> int:
        """Return how many writes the graph has seen, whichever process they came from, once the one that is under way is done."""
        found = self._database.alone(lambda transaction: transaction.rows(WRITES))
        return int(found[0][0]) if found else 0

    def write_document(self, update: GraphUpdate, *, carried: Sequence[Decision] = ()) -> None:
        """Write one document in place of what its id and its uri led to; events that the graph holds already stay as they are.

        Raises:
            StoreConflictError: if the update is based on another version than the graph has now.
            ValueError: if the store is not bound, or a matrix has not one row of its dimension per chunk, event or merge.
        """
        require_shapes(update, self.fingerprint())
        self._database.writing(partial(neo4j_write.write_document, update=update, carried=carried))

    def revise(self, update: GraphUpdate) -> None:
        """Let a stored document state these claims, with these ledger lines and events, and no others; what else is kept of it stays."""
        self._database.writing(partial(neo4j_write.revise, update=update))

    def read_document(self, document: str) -> GraphUpdate | None:
        """Return what `write_document` would bring this document to another store with, or None if it is not stored."""
        bound = self.fingerprint()
        return self._database.reading(partial(read_document, name=document, dimension=bound.dimension)) if bound else None

    def uris(self, document: str) -> list[str]:
        """Return where a document was found, in order."""
        return [uri for (uri,) in self._database.read(_URIS, document=document)]

    def mark_failed(self, uri: str, *, title: str, media_type: str, reason: str, failed_at: str) -> None:
        """Remember that the document at this uri could not be read; its id is a hash of the uri, and `forget` takes it."""
        mark = partial(neo4j_write.mark_failed, uri=uri, title=title, media_type=media_type, reason=reason, failed_at=failed_at)
        self._database.writing(mark)

    def add_source(self, document: str, uri: str) -> None:
        """Let a further uri lead to a stored document; raise StoreError if the document is not there."""
        self._database.writing(partial(neo4j_write.add_source, document=document, uri=uri))

    def forget(self, document: str) -> bool:
        """Remove a document, or a failed one, with all that only it states. Return whether it was there."""
        return self._database.writing(partial(neo4j_write.forget, name=document))

    def find_document(self, uri: str) -> DocumentSummary | None:
        """Return the document that this uri leads to, or else its last failure, or None; the summary's uri is the document's smallest."""
        source, failure = neo4j_write.source_id(uri), neo4j_write.failure_id(uri)
        found = self._database.read(_DOCUMENT_AT, source=source) or self._database.read(_FAILURES, ids=[failure])
        return DocumentSummary(*found[0]) if found else None

    def has_document(self, document: str, *, whole: bool = False) -> bool:
        """Tell whether a document of this id is stored; if `whole`, whether all of it could be read."""
        return bool(self._database.read(_COUNT_DOCUMENT, id=document, whole=whole)[0][0])

    def documents(self) -> list[DocumentSummary]:
        """Return one summary per stored document and one per failed uri, ordered by uri."""
        found = [*self._database.read(_DOCUMENTS), *self._database.read(_FAILURES, ids=None)]
        return sorted((DocumentSummary(*row) for row in found), key=lambda summary: (summary.uri, summary.status))

    def events(self, ids: Sequence[str]) -> list[Event]:
        """Return the events of these ids that exist, in the order given."""
        return self._database.reading(partial(_events, ids=ids))

    def chunks(self, ids: Sequence[str]) -> list[tuple[Chunk, Source]]:
        """Return the chunks of these ids that exist, each with its source, in the order given."""
        found = {
            properties["id"]: (chunk_of(properties, document), Source(document, uri, title))
            for properties, document, uri, title in self._database.read(_CHUNKS, ids=list(ids))
        }
        return [found[name] for name in ids if name in found]

    def nearest_events(self, queries: Matrix, *, k: int, polarity: Polarity | None = None) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k events by cosine, then by id, optionally of one polarity only."""
        return neo4j_search.nearest(self._database, "events", queries, k=k, polarity=polarity)

    def nearest_wordings(self, queries: Matrix, *, k: int, polarity: Polarity | None = None) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k ledger lines by cosine, then by id, optionally of one polarity only."""
        return neo4j_search.nearest_wordings(self._database, queries, k=k, polarity=polarity)

    def wordings(self, ids: Sequence[str]) -> list[RecordedMention]:
        """Return the wordings of these ledger lines that exist, each with its event, in the order given."""
        found = {
            name: RecordedMention(name, event_of(event), text, context, context_of(told) if told["words"] is not None else None)
            for name, text, context, told, *event in self._database.read(_WORDINGS, ids=list(ids))
        }
        return [found[name] for name in ids if name in found]

    def mentions_in(self, chunks: Sequence[str]) -> list[str]:
        """Return the ids of the mentions that claims of these chunks have as cause or effect, in order."""
        return [name for (name,) in self._database.read(_MENTIONS_IN, chunks=list(chunks))]

    def nearest_chunks(self, queries: Matrix, *, k: int) -> list[list[Hit]]:
        """Return for each row of (m, d) unit queries up to k chunks by cosine, then by id."""
        return neo4j_search.nearest(self._database, "chunks", queries, k=k)

    def cosines(self, queries: Matrix, *, over: Searchable) -> tuple[list[str], Matrix]:
        """Return the ids of all n chunks or events, in order, and the cosine of each row of (m, d) unit queries with each, (m, n)."""
        return neo4j_search.cosines(self._database, queries, over=over)

    def search_text(self, query: str, *, k: int, over: Searchable = "chunks") -> list[Hit]:
        """Return up to k chunks or events by bm25, then by id; no content words in the query give none.

        Raises:
            ValueError: if k < 1.
        """
        return neo4j_search.search_text(self._database, query, k=k, over=over)

    def neighbourhood(self, ids: Sequence[str], direction: Direction, *, depth: int, limit: int) -> Subgraph:
        """Return what lies up to `depth` followed edges upstream ("causes") or downstream ("effects") of these events that exist.

        Events come nearest first, then by id, claims by id. The other ends of denied claims are added beyond the limit.
        """

        def around(transaction: Transaction) -> Subgraph:
            def step(frontier: list[str]) -> list[str]:
                return [name for (name,) in transaction.rows(_STEP[direction], frontier=frontier)]

            starts = sorted({event.id for event in _events(transaction, ids=ids)})
            met = walked(starts, step, partial(neo4j_identity.perhaps_same, transaction), depth=depth, limit=limit)
            found = [*met.near, *met.beyond]
            claims = [claim_of(*row) for row in transaction.rows(_CLAIMS_AMONG, found=found, starts=starts)]
            denied = {end for claim in claims for end in (claim.cause_event, claim.effect_event)} - set(found)
            events = _events(transaction, ids=[*found, *sorted(denied)])
            whole = _subgraph(transaction, events, claims, met.perhaps, truncated=met.truncated or met.truncated_beyond)
            return near_part(whole, met.near, starts, truncated=met.truncated)

        return self._database.reading(around)

    def mentioned(self, chunks: Sequence[str]) -> dict[str, list[Entity]]:
        """Return the named things that these chunks mention, by chunk, ordered by key; chunks that mention none are left out."""
        return self._database.reading(partial(neo4j_entities.mentioned, chunks=chunks))

    def mentioning(self, keys: Sequence[str], *, limit: int) -> dict[str, Mentioning]:
        """Return by key where these named things are mentioned: up to `limit` chunks each, those called so first, then by id."""
        return self._database.reading(partial(neo4j_entities.mentioning, keys=keys, limit=limit))

    def unnamed(self, recogniser: str) -> list[str]:
        """Return the ids of the documents in which this recogniser has not looked for named things, in order."""
        return [name for (name,) in self._database.read(_UNNAMED, recogniser=recogniser)]

    def keep_entities(self, document: str, found: Mapping[str, Sequence[Entity]], *, recogniser: str | None) -> None:
        """Keep the named things that a recogniser found in a document, by chunk; raise StoreError if the document is not there."""
        self._database.writing(partial(neo4j_write.keep_entities, document=document, found=found, recogniser=recogniser))

    def teachers(self) -> list[str]:
        """Return the names of the language models by which log p of some text is kept, in order."""
        return [str(name) for (name,) in self._database.read(_TEACHERS)]

    def priors(self, teacher: str, texts: Sequence[str]) -> dict[str, float]:
        """Return log p(text) by a language model, in nats, of the texts of which it is kept."""
        text_of = {content_hash(text): text for text in texts}
        return {text_of[key]: nats for key, nats in self._database.read(_PRIORS, teacher=teacher, texts=list(text_of))}

    def keep_priors(self, teacher: str, document: str, found: Mapping[str, float]) -> None:
        """Keep log p(text) of texts of a document; raise StoreError if the document is not there."""
        if not self._has_priors:
            neo4j_schema.prepare_priors(self._database)
            self._has_priors = True
        self._database.writing(partial(neo4j_write.keep_priors, teacher=teacher, document=document, found=found))

    def graph(self) -> Subgraph:
        """Return the whole causal graph, events and claims ordered by id."""

        def whole(transaction: Transaction) -> Subgraph:
            events = [event_of(row) for row in transaction.rows(_ALL_EVENTS)]
            claims = [claim_of(*row) for row in transaction.rows(_ALL_CLAIMS)]
            perhaps = neo4j_identity.perhaps_same(transaction, [event.id for event in events])
            return _subgraph(transaction, events, claims, perhaps, truncated=False)

        return self._database.reading(whole)

    def merges(self, event: str | None = None) -> list[Merge]:
        """Return the ledger of coreference, oldest first, then by id, of one event or of all."""
        found = self._database.read(_MERGES) if event is None else self._database.read(_MERGES_OF, event=event)
        return [merge_of(*row) for row in found]

    def is_settled(self) -> bool:
        """Tell whether it is decided which mentions are one event."""
        return neo4j_identity.is_settled(self._database)

    def decided_by(self) -> str | None:
        """Return the reader that told which mentions are one event, or None where they were assigned one by one."""
        return neo4j_identity.decided_by(self._database)

    def mark_unsettled(self) -> None:
        """Note that it is to be decided anew which mentions are one event."""
        self._database.writing(neo4j_write.mark_unsettled)

    def restore_mentions(self, lines: Mapping[str, Merge], sides: Mapping[str, tuple[str, str]]) -> None:
        """Give ledger lines of an older cckg, by their ids, the id, polarity and context of these, and claims their mentions."""
        self._database.writing(partial(neo4j_write.restore_mentions, lines=lines, sides=sides))

    def event_mentions(self) -> tuple[list[EventMention], Matrix]:
        """Return all mentions that have a context, by id, with their (n, d) vectors."""
        bound = self.fingerprint()
        return neo4j_identity.event_mentions(self._database, dimension=bound.dimension if bound else 0)

    def pair_readings(self, reader: str) -> dict[tuple[str, str], float]:
        """Return the probability that two mentions are one event, by their ids in order, of all pairs that this reader was asked about."""
        return neo4j_identity.pair_readings(self._database, reader)

    def readings(self) -> list[PairReading]:
        """Return what readers said of pairs of mentions, by reader and mentions."""
        return neo4j_identity.readings(self._database)

    def keep_readings(self, readings: Sequence[PairReading]) -> None:
        """Keep what an event reader said of pairs of mentions, for as long as both are there."""
        self._database.writing(partial(neo4j_write.keep_readings, readings=readings))

    def settle(self, settlement: Settlement) -> None:
        """Let every mention lead to the event that was decided on; raise StoreConflictError if the graph has changed since."""
        self._database.writing(partial(neo4j_write.settle, settlement=settlement))

    def perhaps_same(self, events: Sequence[str]) -> list[PerhapsSame]:
        """Return the pairs that may be one event of which one is among these, in order."""
        return self._database.reading(partial(neo4j_identity.perhaps_same, events=events))

    def decisions(self) -> list[Decision]:
        """Return what was decided by hand, oldest first, also on what is not in the graph now."""
        return neo4j_identity.decisions(self._database)

    def keep_decision(self, decision: Decision) -> None:
        """Keep a decision by hand, in place of the one with its id; where a reader has told, identity is to be decided anew."""
        if not self._has_decisions:
            neo4j_schema.prepare_decisions(self._database)
            self._has_decisions = True
        self._database.writing(partial(neo4j_write.keep_decision, decision=decision))

    def stats(self) -> Stats:
        """Count what is stored. `merged_wordings` counts the distinct wordings that events have beyond their first."""
        counted: dict[str, int] = dict(zip(_COUNTED, self._database.read(_COUNTS)[0], strict=True))
        modalities: dict[str, int] = {str(name): int(count) for name, count in self._database.read(_MODALITIES)}
        polarities: dict[str, int] = {str(name): int(count) for name, count in self._database.read(_POLARITIES)}
        return Stats(
            **counted,
            modalities={modality.value: modalities.get(modality, 0) for modality in Modality},
            polarities={polarity.value: polarities.get(polarity, 0) for polarity in Polarity},
            merged_wordings=self._database.read(_MERGED_WORDINGS)[0][0],
        )

    def check(self) -> list[str]:
        """Return what is wrong with the stored data, one sentence each; an empty list means that all is well."""
        bound = self.fingerprint()
        if bound is None:
            return []
        found = neo4j_schema.check_schema(self._database, dimension=bound.dimension)
        for sentence, statement in _CHECKS:
            found += [sentence.format(name=name) for (name,) in self._database.read(statement, dimension=bound.dimension)]
        return found

    def close(self) -> None:
        """Release the connections; further calls are a caller's bug."""
        self._database.close()


# Private


def _events(transaction: Transaction, *, ids: Sequence[str]) -> list[Event]:
    found = {row[0]: event_of(row) for row in transaction.rows(_EVENTS, ids=list(ids))}
    return [found[name] for name in ids if name in found]


def _subgraph(
    transaction: Transaction, events: list[Event], claims: list[Claim], perhaps: list[PerhapsSame], *, truncated: bool
) -> Subgraph:
    ends = sorted({end for pair in perhaps for end in (pair.left, pair.right)})
    shown_in = neo4j_identity.shown_in(transaction, ends) if ends else {}
    documents = sorted({claim.document for claim in claims}.union(shown_in.values()))
    sources = {row[0]: Source(*row) for row in transaction.rows(_SOURCES, documents=documents)}
    by_id = {event.id: event for event in events}
    bridges = tuple(bridge(pair, by_id, shown_in, sources) for pair in perhaps)
    return Subgraph(by_id, tuple(claims), sources, truncated, bridges=bridges)


_UNNAMED: LiteralString = """
MATCH (d:Document) WHERE d.recogniser IS NULL OR d.recogniser <> $recogniser
RETURN d.id ORDER BY d.id
"""
_TEACHERS: LiteralString = "MATCH (p:_Prior) RETURN DISTINCT p.teacher AS teacher ORDER BY teacher"
_PRIORS: LiteralString = "MATCH (p:_Prior {teacher: $teacher}) WHERE p.text IN $texts RETURN DISTINCT p.text, p.nats"
_URIS: LiteralString = "MATCH (:Document {id: $document})-[:FOUND_AT]->(s:_Source) RETURN s.uri ORDER BY s.uri"
_SUMMARY: LiteralString = """
RETURN d.id, d.uri, d.title, d.media_type, CASE WHEN d.incomplete IS NULL THEN 'done' ELSE 'incomplete' END, d.incomplete, d.ingested_at,
    COUNT { (d)<-[:FROM_DOCUMENT]-(:Chunk) }, COUNT { (d)<-[:FROM_DOCUMENT]-(:Claim) }
"""
_DOCUMENT_AT: LiteralString = "MATCH (:_Source {id: $source})<-[:FOUND_AT]-(d:Document)" + _SUMMARY
_DOCUMENTS: LiteralString = "MATCH (d:Document)" + _SUMMARY
_FAILURES: LiteralString = """
MATCH (f:_Failure) WHERE $ids IS NULL OR f.id IN $ids
RETURN f.id, f.uri, f.title, f.media_type, 'failed', f.reason, f.failed_at, 0 AS chunks, 0 AS claims
"""
_COUNT_DOCUMENT: LiteralString = "MATCH (d:Document {id: $id}) WHERE NOT $whole OR d.incomplete IS NULL RETURN count(d)"
_EVENTS: LiteralString = "MATCH (e:Event) WHERE e.id IN $ids RETURN e.id, e.text, e.polarity, e.context"
_ALL_EVENTS: LiteralString = "MATCH (e:Event) RETURN e.id, e.text, e.polarity, e.context ORDER BY e.id"
_CHUNKS: LiteralString = """
MATCH (k:Chunk)-[:FROM_DOCUMENT]->(d:Document) WHERE k.id IN $ids
RETURN k {.id, .index, .start, .end, .text}, d.id, d.uri, d.title
"""
_SOURCES: LiteralString = "MATCH (d:Document) WHERE d.id IN $documents RETURN d.id, d.uri, d.title ORDER BY d.id"
_WORDINGS: LiteralString = """
MATCH (d:Document)<-[:FROM_DOCUMENT]-(m:_Merge)-[:INTO]->(e:Event) WHERE m.id IN $ids
RETURN m.id, m.wording, d.title, m {.words, .start, .end, .before, .behind, .headings, .date, .date_source, .place},
    e.id, e.text, e.polarity, e.context
"""
_MENTIONS_IN: LiteralString = """
MATCH (k:Chunk)<-[:FROM_CHUNK]-(c:Claim) WHERE k.id IN $chunks
UNWIND [c.cause_mention, c.effect_mention] AS name
WITH DISTINCT name WHERE name IS NOT NULL RETURN name ORDER BY name
"""
_STEP: dict[Direction, LiteralString] = {
    "causes": """
        MATCH (e:Event)<-[:CAUSES]-(next:Event) WHERE e.id IN $frontier
        WITH DISTINCT next.id AS name RETURN name ORDER BY name""",
    "effects": """
        MATCH (e:Event)-[:CAUSES]->(next:Event) WHERE e.id IN $frontier
        WITH DISTINCT next.id AS name RETURN name ORDER BY name""",
}
_CLAIM: LiteralString = "RETURN properties(c), cause.id, effect.id ORDER BY c.id"
_ALL_CLAIMS: LiteralString = "MATCH (cause:Event)<-[:CAUSE]-(c:Claim)-[:EFFECT]->(effect:Event)" + _CLAIM
_CLAIMS_AMONG: LiteralString = (
    """
CALL () {
    MATCH (cause:Event)<-[:CAUSE]-(c:Claim)-[:EFFECT]->(effect:Event)
    WHERE cause.id IN $found AND effect.id IN $found
    RETURN c, cause, effect
  UNION
    MATCH (cause:Event)<-[:CAUSE]-(c:Claim)-[:EFFECT]->(effect:Event)
    WHERE cause.id IN $starts AND c.modality = 'denied'
    RETURN c, cause, effect
  UNION
    MATCH (cause:Event)<-[:CAUSE]-(c:Claim)-[:EFFECT]->(effect:Event)
    WHERE effect.id IN $starts AND c.modality = 'denied'
    RETURN c, cause, effect
}
"""
    + _CLAIM
)
_MERGE: LiteralString = " RETURN m {.*, embedding: null}, e.id "
_MERGES: LiteralString = "MATCH (m:_Merge)-[:INTO]->(e:Event)" + _MERGE + "ORDER BY m.created_at, m.id"
_MERGES_OF: LiteralString = "MATCH (m:_Merge)-[:INTO]->(e:Event {id: $event})" + _MERGE + "ORDER BY m.created_at, m.id"
_COUNTED = ("documents", "failed", "chunks", "claims", "events", "edges", "entities", "perhaps_same")
_COUNTS: LiteralString = """
RETURN COUNT { (:Document) }, COUNT { (:_Failure) }, COUNT { (:Chunk) }, COUNT { (:Claim) }, COUNT { (:Event) }, COUNT { ()-[:CAUSES]->() },
    COUNT { (:Entity) }, COUNT { ()-[:PERHAPS_SAME]->() }
"""
_MODALITIES: LiteralString = "MATCH (c:Claim) RETURN c.modality, count(*)"
_POLARITIES: LiteralString = "MATCH (e:Event) RETURN e.polarity, count(*)"
_MERGED_WORDINGS: LiteralString = """
MATCH (m:_Merge)-[:INTO]->(e:Event) WITH e, count(DISTINCT m.wording) - 1 AS further RETURN sum(further)
"""
_CHECKS: tuple[tuple[str, LiteralString], ...] = (
    ("Event {name} has no claim that leads to it.", """
        MATCH (e:Event) WHERE NOT EXISTS { (e)<-[:CAUSE|EFFECT]-(:Claim) } RETURN e.id ORDER BY e.id"""),
    ("Claim {name} has no cause, effect, chunk or document.", """
        MATCH (c:Claim)
        WHERE NOT EXISTS { (c)-[:CAUSE]->(:Event) } OR NOT EXISTS { (c)-[:EFFECT]->(:Event) }
            OR NOT EXISTS { (c)-[:FROM_CHUNK]->(:Chunk) } OR NOT EXISTS { (c)-[:FROM_DOCUMENT]->(:Document) }
        RETURN c.id ORDER BY c.id"""),
    ("The CAUSES relation {name} does not match the claims.", """
        MATCH (a:Event)<-[:CAUSE]-(c:Claim)-[:EFFECT]->(b:Event)
        WITH a, b,
            count(DISTINCT CASE WHEN c.modality = 'asserted' THEN c.document END) AS asserted,
            count(DISTINCT CASE WHEN c.modality IN ['hedged', 'implied'] THEN c.document END) AS hedged,
            count(DISTINCT CASE WHEN c.modality = 'denied' THEN c.document END) AS denied
        OPTIONAL MATCH (a)-[r:CAUSES]->(b)
        WITH a, b, asserted, hedged, denied, collect(CASE WHEN r IS NOT NULL THEN [r.asserted, r.hedged, r.denied] END) AS drawn
        WHERE drawn <> CASE WHEN asserted + hedged > 0 THEN [[asserted, hedged, denied]] ELSE [] END
        RETURN a.id + ' → ' + b.id AS name ORDER BY name
      UNION
        MATCH (a:Event)-[:CAUSES]->(b:Event) WHERE NOT EXISTS { (a)<-[:CAUSE]-(:Claim)-[:EFFECT]->(b) }
        RETURN a.id + ' → ' + b.id AS name ORDER BY name"""),
    ("The vector of chunk {name} has the wrong length.", """
        MATCH (k:Chunk) WHERE k.embedding IS NULL OR size(k.embedding) <> $dimension RETURN k.id ORDER BY k.id"""),
    ("The vector of event {name} has the wrong length.", """
        MATCH (e:Event) WHERE e.embedding IS NULL OR size(e.embedding) <> $dimension RETURN e.id ORDER BY e.id"""),
    ("The vector of ledger line {name} has the wrong length.", """
        MATCH (m:_Merge) WHERE size(m.embedding) <> $dimension RETURN m.id ORDER BY m.id"""),
    ("No chunk mentions the named thing {name}.", """
        MATCH (e:Entity) WHERE NOT EXISTS { (e)<-[:MENTIONS]-(:Chunk) } RETURN e.id ORDER BY e.id"""),
    ("The prior {name} belongs to no document.", """
        MATCH (p:_Prior) WHERE NOT EXISTS { (p)-[:FROM_DOCUMENT]->(:Document) } RETURN p.id ORDER BY p.id"""),
    ("Document {name} has no source.", """
        MATCH (d:Document) WHERE NOT EXISTS { (d)-[:FOUND_AT]->(:_Source) } RETURN d.id ORDER BY d.id"""),
)  # fmt: skip
