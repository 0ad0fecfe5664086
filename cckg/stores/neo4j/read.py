"""Reads one document of a graph in Neo4j back as it was written, with all its vectors."""

import json
from typing import LiteralString

from cckg.core.claims import Document, GraphUpdate
from cckg.stores.base import event_of
from cckg.stores.neo4j import entities as neo4j_entities
from cckg.stores.neo4j.database import Transaction
from cckg.stores.neo4j.rows import chunk_of, claim_of, matrix_of, merge_of


def read_document(transaction: Transaction, *, name: str, dimension: int) -> GraphUpdate | None:
    """Read a document with its chunks, named things, events, claims and ledger lines, in their fixed orders; None if it is not there."""
    found = transaction.rows(_DOCUMENT, id=name)
    if not found:
        return None
    uri, title, media_type, ingested_at, metadata, incomplete, recogniser = found[0]
    chunks, events, merges = (transaction.rows(statement, id=name) for statement in (_CHUNKS, _EVENTS, _MERGES))
    chunk_ids = [properties["id"] for (properties,) in chunks]
    named = neo4j_entities.mentioned(transaction, chunk_ids)
    return GraphUpdate(
        document=Document(name, uri, title, media_type, "", tuple((key, value) for key, value in json.loads(metadata))),
        chunks=tuple(chunk_of(properties, name) for (properties,) in chunks),
        chunk_vectors=matrix_of([properties["embedding"] for (properties,) in chunks], dimension=dimension),
        events=tuple(event_of(row[:4]) for row in events),
        event_vectors=matrix_of([row[4] for row in events], dimension=dimension),
        claims=tuple(claim_of(*row) for row in transaction.rows(_CLAIMS, id=name)),
        merges=tuple(merge_of(*row[:2]) for row in merges),
        merge_vectors=matrix_of([row[2] for row in merges], dimension=dimension),
        ingested_at=ingested_at,
        incomplete=incomplete,
        entities=tuple(tuple(named.get(chunk, ())) for chunk in chunk_ids) if recogniser else (),
        recogniser=recogniser,
    )


# Private

_DOCUMENT: LiteralString = """
MATCH (d:Document {id: $id})
RETURN d.uri, d.title, d.media_type, d.ingested_at, d.metadata, d.incomplete, d.recogniser
"""
_CHUNKS: LiteralString = "MATCH (:Document {id: $id})<-[:FROM_DOCUMENT]-(k:Chunk) RETURN properties(k) ORDER BY k.index"
_EVENTS: LiteralString = """
MATCH (:Document {id: $id})<-[:FROM_DOCUMENT]-()-[:CAUSE|EFFECT|INTO]->(e:Event)
WITH DISTINCT e RETURN e.id, e.text, e.polarity, e.context, e.embedding ORDER BY e.id
"""
_CLAIMS: LiteralString = """
MATCH (:Document {id: $id})<-[:FROM_DOCUMENT]-(c:Claim), (cause:Event)<-[:CAUSE]-(c)-[:EFFECT]->(effect:Event)
RETURN properties(c), cause.id, effect.id ORDER BY c.id
"""
_MERGES: LiteralString = """
MATCH (:Document {id: $id})<-[:FROM_DOCUMENT]-(m:_Merge)-[:INTO]->(e:Event)
RETURN properties(m), e.id, coalesce(m.embedding, e.embedding)
ORDER BY m.created_at, m.id
"""
