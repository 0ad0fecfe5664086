"""What changes a graph in Neo4j: documents come, are found elsewhere, fail and go. Each public function is the work of one transaction.

Every one of them first raises the counter of writes, which locks it: writers wait for one another, and so cannot deadlock.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import LiteralString

from cckg.core.claims import GraphUpdate
from cckg.core.decisions import Decision
from cckg.core.errors import StoreConflictError, StoreError
from cckg.core.graph import Entity, Merge, PairReading, Polarity, Settlement
from cckg.core.text import content_hash
from cckg.stores.base import mentions_of
from cckg.stores.neo4j import entities as neo4j_entities
from cckg.stores.neo4j import identity as neo4j_identity
from cckg.stores.neo4j.database import HOLD_WRITERS, Transaction
from cckg.stores.neo4j.rows import chunk_rows, claim_rows, event_rows, merge_rows


def write_document(transaction: Transaction, update: GraphUpdate, carried: Sequence[Decision]) -> None:
    """Write a document in place of what its id and its uri led to."""
    document = update.document
    before = _raise_version(transaction)
    if update.based_on not in (None, before):
        raise StoreConflictError
    transaction.rows(
        _PUT_DOCUMENT,
        id=document.id,
        title=document.title,
        media_type=document.media_type,
        ingested_at=update.ingested_at,
        metadata=json.dumps(document.metadata),
        incomplete=update.incomplete,
        recogniser=update.recogniser,
    )
    released = _lead(transaction, document.uri, document.id)
    named = neo4j_entities.keys_of(transaction, [document.id, *released])
    touched, links = _empty(transaction, [document.id, *released])
    _bring(transaction, update)
    _settle(transaction, touched=touched, added=[event.id for event in update.events])
    neo4j_entities.settle(transaction, named)
    _draw(transaction, links | {(claim.cause_event, claim.effect_event) for claim in update.claims})
    transaction.rows(_DROP_DOCUMENTS, documents=released)
    for decision in carried:
        neo4j_identity.keep_decision(transaction, decision)
    if not update.settled:
        neo4j_identity.mark_unsettled(transaction)


def revise(transaction: Transaction, update: GraphUpdate) -> None:
    """Let a stored document state these claims, with these ledger lines and events, and no others; see `GraphStore.revise`."""
    if update.based_on not in (None, _raise_version(transaction)):
        raise StoreConflictError
    name = update.document.id
    links = {(cause, effect) for cause, effect in transaction.rows(_LINKS_OF, documents=[name])}
    touched = {event for (event,) in transaction.rows(_MERGED_BY, documents=[name])}.union(*links)
    there = {one for (one,) in transaction.rows(_STATED_BY, document=name)}
    kept = {claim.id for claim in update.claims} | {merge.id for merge in update.merges}
    transaction.rows(_DELETE_STATED, ids=sorted(there - kept))
    _bring_stated(transaction, update, there=there)
    _settle(transaction, touched=touched, added=[event.id for event in update.events])
    _draw(transaction, links | {(claim.cause_event, claim.effect_event) for claim in update.claims})


def keep_decision(transaction: Transaction, decision: Decision) -> None:
    """Keep a decision by hand, in place of the one with its id."""
    _raise_version(transaction)
    neo4j_identity.keep_decision(transaction, decision)


def keep_readings(transaction: Transaction, readings: Sequence[PairReading]) -> None:
    """Keep what an event reader said of pairs of mentions; see `GraphStore.keep_readings`."""
    transaction.rows(HOLD_WRITERS)
    neo4j_identity.keep_readings(transaction, readings)


def settle(transaction: Transaction, settlement: Settlement) -> None:
    """Let every mention lead to the event that was decided on; see `GraphStore.settle`."""
    if settlement.based_on != _raise_version(transaction):
        raise StoreConflictError
    _draw(transaction, neo4j_identity.settle(transaction, settlement))


def mark_unsettled(transaction: Transaction) -> None:
    """Note that it is to be decided anew which mentions are one event."""
    _raise_version(transaction)
    neo4j_identity.mark_unsettled(transaction)


def restore_mentions(transaction: Transaction, lines: Mapping[str, Merge], sides: Mapping[str, tuple[str, str]]) -> None:
    """Give ledger lines of an older cckg what lines have now; see `GraphStore.restore_mentions`."""
    _raise_version(transaction)
    neo4j_identity.restore_mentions(transaction, lines, sides)


def add_source(transaction: Transaction, document: str, uri: str) -> None:
    """Let a further uri lead to a stored document; raise StoreError if the document is not there."""
    _raise_version(transaction)
    if not transaction.change(_COUNT_DOCUMENT, id=document):
        raise StoreError(f"There is no document {document!r} to find at {uri!r}; perhaps another process took it out. Try again.")
    _forget(transaction, _lead(transaction, uri, document))


def mark_failed(transaction: Transaction, uri: str, *, title: str, media_type: str, reason: str, failed_at: str) -> None:
    """Remember why the document at a uri could not be read, in place of what was remembered of it before."""
    _raise_version(transaction)
    values = {"uri": uri, "title": title, "media_type": media_type, "reason": reason, "failed_at": failed_at}
    transaction.rows(_PUT_FAILURE, id=failure_id(uri), values=values)


def forget(transaction: Transaction, name: str) -> bool:
    """Remove the document, or the failed one, of this id. Return whether there was one."""
    _raise_version(transaction)
    uris = [uri for (uri,) in transaction.rows(_URIS, document=name)]
    failures = transaction.change(_DELETE_FAILURES, ids=[name, *map(failure_id, uris)])
    return _forget(transaction, [name]) + failures > 0


def keep_priors(transaction: Transaction, teacher: str, document: str, found: Mapping[str, float]) -> None:
    """Keep what a language model says of texts of a document; raise StoreError if the document is not there."""
    transaction.rows(HOLD_WRITERS)
    rows = [[content_hash("prior", teacher, document, text), content_hash(text), nats] for text, nats in found.items()]
    if rows and transaction.change(_PUT_PRIORS, teacher=teacher, document=document, rows=rows) != len(rows):
        raise StoreError(f"There is no document {document!r} to keep priors of; perhaps another process took it out. Try again.")


def keep_entities(transaction: Transaction, document: str, found: Mapping[str, Sequence[Entity]], *, recogniser: str | None) -> None:
    """Keep the named things that a recogniser found in a document; raise StoreError if the document is not there."""
    _raise_version(transaction)
    if not transaction.change(_SIGN, document=document, recogniser=recogniser):
        raise StoreError(f"There is no document {document!r} to keep named things of; perhaps another process took it out. Try again.")
    before = neo4j_entities.keys_of(transaction, [document])
    transaction.rows(_UNMENTION, document=document)
    neo4j_entities.insert(transaction, found)
    neo4j_entities.settle(transaction, before)


def source_id(uri: str) -> str:
    """Return the id of the Source node of a uri; a uri may be too long for an index."""
    return content_hash("source", uri)


def failure_id(uri: str) -> str:
    """Return the id of the Failure node of a uri."""
    return content_hash("failure", uri)


# Private


def _raise_version(transaction: Transaction) -> int:
    """Count one more write, which makes every other writer wait until this one is done. Return the count before."""
    found = transaction.rows(_RAISE_VERSION)
    if not found:
        raise ValueError("bind the store to a fingerprint before it is written")
    return int(found[0][0])


def _lead(transaction: Transaction, uri: str, document: str) -> list[str]:
    """Let a uri lead to a document, forgetting that it failed. Return the document, if any, that no uri leads to any more."""
    transaction.change(_DELETE_FAILURES, ids=[failure_id(uri)])
    source = source_id(uri)
    left = [name for (name,) in transaction.rows(_LEAVE, source=source, document=document)]
    transaction.rows(_LEAD, source=source, uri=uri, document=document)
    transaction.rows(_PUT_URI, documents=[document, *left])
    return [name for (name,) in transaction.rows(_UNFOUND, documents=left)]


def _forget(transaction: Transaction, documents: list[str]) -> int:
    """Remove documents with all that only they state. Return how many there were."""
    named = neo4j_entities.keys_of(transaction, documents)
    touched, links = _empty(transaction, documents)
    _settle(transaction, touched=touched)
    neo4j_entities.settle(transaction, named)
    _draw(transaction, links)
    return transaction.change(_DROP_DOCUMENTS, documents=documents)


def _empty(transaction: Transaction, documents: list[str]) -> tuple[set[str], set[tuple[str, str]]]:
    """Delete what these documents brought, events apart. Return the events that they said something of, and the links they stated."""
    links = {(cause, effect) for cause, effect in transaction.rows(_LINKS_OF, documents=documents)}
    touched = {event for (event,) in transaction.rows(_MERGED_BY, documents=documents)}.union(*links)
    transaction.rows(_DELETE_CONTENT, documents=documents)
    return touched, links


def _bring(transaction: Transaction, update: GraphUpdate) -> None:
    """Create what a document brings; raise StoreError if a claim or a ledger line leads to an event that is not there."""
    document = update.document.id
    transaction.change_many(_CREATE_CHUNKS, chunk_rows(update), document=document)
    following = [[left.id, right.id] for left, right in zip(update.chunks, update.chunks[1:], strict=False)]
    transaction.change_many(_CHAIN_CHUNKS, following)
    neo4j_entities.insert(transaction, mentions_of(update))
    _bring_stated(transaction, update)


def _bring_stated(transaction: Transaction, update: GraphUpdate, *, there: Collection[str] = ()) -> None:
    """Create the events, claims and ledger lines of a document but for those that are there; errors as of `_bring`."""
    document = update.document.id
    for polarity in Polarity:
        transaction.change_many(_MERGE_EVENTS[polarity], event_rows(update, polarity))
    claims = [row for row in claim_rows(update) if row["properties"]["id"] not in there]
    merges = [row for row in merge_rows(update) if row["properties"]["id"] not in there]
    created = [transaction.change_many(*one, document=document) for one in ((_CREATE_CLAIMS, claims), (_CREATE_MERGES, merges))]
    if created != [len(claims), len(merges)]:
        raise StoreError(
            f"{update.document.uri} leads to an event that is not in the graph; perhaps another process took it out. Try again."
        )


def _settle(transaction: Transaction, *, touched: set[str], added: Iterable[str] = ()) -> None:
    """Delete events that no claim leads to, and give the touched ones a wording and title still stated."""
    events = list(touched.union(added))
    if touched:
        neo4j_identity.mark_touched(transaction)
    if events:
        transaction.rows(_DELETE_UNCLAIMED, events=events)
    if touched:
        transaction.rows(_KEEP_VECTORS, events=list(touched))
        transaction.rows(_REWORD, events=list(touched))
        transaction.rows(_RETITLE, events=list(touched))


def _draw(transaction: Transaction, links: set[tuple[str, str]]) -> None:
    """Let CAUSES say what the claims say now, for these pairs of cause and effect."""
    pairs = sorted([cause, effect] for cause, effect in links)
    transaction.change_many(_DRAW, pairs)
    transaction.change_many(_ERASE, pairs)


_RAISE_VERSION: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) SET g.version = g.version + 1 RETURN g.version - 1"
_PUT_DOCUMENT: LiteralString = """
MERGE (d:Document {id: $id})
SET d.title = $title, d.media_type = $media_type, d.ingested_at = $ingested_at, d.metadata = $metadata,
    d.incomplete = $incomplete, d.recogniser = $recogniser
"""
_SIGN: LiteralString = "MATCH (d:Document {id: $document}) SET d.recogniser = $recogniser RETURN count(d)"
_UNMENTION: LiteralString = "MATCH (:Document {id: $document})<-[:FROM_DOCUMENT]-(:Chunk)-[m:MENTIONS]->(:Entity) DELETE m"
_COUNT_DOCUMENT: LiteralString = "MATCH (d:Document {id: $id}) RETURN count(d)"
_PUT_FAILURE: LiteralString = "MERGE (f:_Failure {id: $id}) SET f += $values"
_DELETE_FAILURES: LiteralString = "MATCH (f:_Failure) WHERE f.id IN $ids DELETE f RETURN count(*)"
_URIS: LiteralString = "MATCH (:Document {id: $document})-[:FOUND_AT]->(s:_Source) RETURN s.uri"
_LEAVE: LiteralString = """
MATCH (:_Source {id: $source})<-[r:FOUND_AT]-(d:Document) WHERE d.id <> $document
WITH r, d.id AS name DELETE r RETURN name
"""
_LEAD: LiteralString = """
MERGE (s:_Source {id: $source}) ON CREATE SET s.uri = $uri
WITH s MATCH (d:Document {id: $document}) MERGE (d)-[:FOUND_AT]->(s)
"""
_PUT_URI: LiteralString = """
MATCH (d:Document)-[:FOUND_AT]->(s:_Source) WHERE d.id IN $documents
WITH d, min(s.uri) AS uri SET d.uri = uri
"""
_UNFOUND: LiteralString = """
MATCH (d:Document) WHERE d.id IN $documents AND NOT EXISTS { (d)-[:FOUND_AT]->() } RETURN d.id
"""
_DROP_DOCUMENTS: LiteralString = """
MATCH (d:Document) WHERE d.id IN $documents
OPTIONAL MATCH (d)-[:FOUND_AT]->(s:_Source)
DETACH DELETE s, d RETURN count(DISTINCT d)
"""
_LINKS_OF: LiteralString = """
MATCH (d:Document) WHERE d.id IN $documents
MATCH (d)<-[:FROM_DOCUMENT]-(c:Claim), (cause:Event)<-[:CAUSE]-(c)-[:EFFECT]->(effect:Event)
RETURN DISTINCT cause.id, effect.id
"""
_MERGED_BY: LiteralString = """
MATCH (d:Document) WHERE d.id IN $documents
MATCH (d)<-[:FROM_DOCUMENT]-(:_Merge)-[:INTO]->(e:Event)
RETURN DISTINCT e.id
"""
_STATED_BY: LiteralString = "MATCH (:Document {id: $document})<-[:FROM_DOCUMENT]-(n:Claim|_Merge) RETURN n.id"
_DELETE_STATED: LiteralString = "MATCH (n:Claim|_Merge) WHERE n.id IN $ids DETACH DELETE n"
_DELETE_CONTENT: LiteralString = """
MATCH (d:Document) WHERE d.id IN $documents MATCH (d)<-[:FROM_DOCUMENT]-(n:Claim|_Merge|Chunk|_Prior) DETACH DELETE n
"""
_PUT_PRIORS: LiteralString = """
MATCH (d:Document {id: $document})
UNWIND $rows AS row
MERGE (p:_Prior {id: row[0]}) ON CREATE SET p.teacher = $teacher, p.text = row[1]
SET p.nats = row[2]
MERGE (p)-[:FROM_DOCUMENT]->(d)
RETURN count(*)
"""
_CREATE_CHUNKS: LiteralString = """
MATCH (d:Document {id: $document})
UNWIND $rows AS row
CREATE (k:Chunk)-[:FROM_DOCUMENT]->(d) SET k = row
RETURN count(k)
"""
_CHAIN_CHUNKS: LiteralString = """
UNWIND $rows AS row
MATCH (a:Chunk {id: row[0]}) MATCH (b:Chunk {id: row[1]})
CREATE (a)-[:NEXT_CHUNK]->(b)
RETURN count(*)
"""
_MERGE_EVENTS: dict[Polarity, LiteralString] = {
    polarity: "UNWIND $rows AS row MERGE (e:Event {id: row.id}) ON CREATE SET e = row, e:" + polarity.name.title() + " RETURN count(*)"
    for polarity in Polarity
}
_CREATE_CLAIMS: LiteralString = """
MATCH (d:Document {id: $document})
UNWIND $rows AS row
MATCH (cause:Event {id: row.cause}) MATCH (effect:Event {id: row.effect}) MATCH (k:Chunk {id: row.chunk})
CREATE (c:Claim)-[:FROM_DOCUMENT]->(d) SET c = row.properties
CREATE (c)-[:CAUSE]->(cause) CREATE (c)-[:EFFECT]->(effect) CREATE (c)-[:FROM_CHUNK]->(k)
RETURN count(c)
"""
_CREATE_MERGES: LiteralString = """
MATCH (d:Document {id: $document})
UNWIND $rows AS row
MATCH (e:Event {id: row.event})
CREATE (m:_Merge)-[:FROM_DOCUMENT]->(d) SET m = row.properties, m.polarity = e.polarity
SET m.embedding = CASE WHEN e.embedding = row.embedding THEN null ELSE row.embedding END
CREATE (m)-[:INTO]->(e)
RETURN count(m)
"""
_DELETE_UNCLAIMED: LiteralString = """
MATCH (e:Event) WHERE e.id IN $events AND NOT EXISTS { (e)<-[:CAUSE|EFFECT]-(:Claim) }
OPTIONAL MATCH (m:_Merge)-[:INTO]->(e)
DETACH DELETE m, e
"""
_KEEP_VECTORS: LiteralString = """
MATCH (e:Event) WHERE e.id IN $events AND NOT EXISTS { (e)<-[:INTO]-(m:_Merge) WHERE m.wording = e.text }
MATCH (m:_Merge)-[:INTO]->(e) WHERE m.embedding IS NULL
SET m.embedding = e.embedding
"""
_REWORD: LiteralString = """
MATCH (e:Event) WHERE e.id IN $events AND NOT EXISTS { (e)<-[:INTO]-(m:_Merge) WHERE m.wording = e.text }
CALL (e) {
    MATCH (m:_Merge)-[:INTO]->(e)
    RETURN m.wording AS text, m.embedding AS embedding ORDER BY m.created_at, m.id LIMIT 1
}
SET e.text = text, e.embedding = embedding
"""
_RETITLE: LiteralString = """
MATCH (e:Event) WHERE e.id IN $events
CALL (e) {
    MATCH (e)<-[:INTO]-(m:_Merge)-[:FROM_DOCUMENT]->(d:Document) WHERE m.wording = e.text
    RETURN d.title AS title ORDER BY m.created_at, m.id LIMIT 1
}
SET e.context = title
"""
_COUNTED: LiteralString = """
UNWIND $rows AS row
MATCH (a:Event {id: row[0]}) MATCH (b:Event {id: row[1]})
OPTIONAL MATCH (a)<-[:CAUSE]-(c:Claim)-[:EFFECT]->(b)
WITH a, b,
    count(DISTINCT CASE WHEN c.modality = 'asserted' THEN c.document END) AS asserted,
    count(DISTINCT CASE WHEN c.modality IN ['hedged', 'implied'] THEN c.document END) AS hedged,
    count(DISTINCT CASE WHEN c.modality = 'denied' THEN c.document END) AS denied
"""
_DRAW: LiteralString = f"""{_COUNTED}
WHERE asserted + hedged > 0
MERGE (a)-[r:CAUSES]->(b) SET r.asserted = asserted, r.hedged = hedged, r.denied = denied
RETURN count(*)
"""
_ERASE: LiteralString = f"""{_COUNTED}
WHERE asserted + hedged = 0
MATCH (a)-[r:CAUSES]->(b) DELETE r
RETURN count(*)
"""
