"""The named things that chunks mention, in Neo4j: read, kept, and gone with their chunks. Every function is a part of one transaction.

An `Entity` node is one thing, by its key; each `MENTIONS` relation holds how its chunk words it, and whether its document is called so.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import LiteralString

from cckg.core.graph import Entity
from cckg.stores.base import Mentioning
from cckg.stores.neo4j.database import Transaction


def mentioned(transaction: Transaction, chunks: Sequence[str]) -> dict[str, list[Entity]]:
    """Return the named things that these chunks mention, by chunk, ordered by key; chunks that mention none are left out."""
    return {
        chunk: sorted((Entity(*values) for values in found), key=attrgetter("key"))
        for chunk, found in transaction.rows(_MENTIONED, chunks=list(chunks))
    }


def mentioning(transaction: Transaction, keys: Sequence[str], *, limit: int) -> dict[str, Mentioning]:
    """Return for each of these keys that is mentioned up to `limit` chunks, those whose document is called so first, then by id."""
    found = {}
    for key, total, pairs in transaction.rows(_MENTIONING, keys=list(keys), limit=limit):
        titled = tuple(chunk for chunk, is_title in pairs if is_title)
        found[key] = Mentioning(total, titled, tuple(chunk for chunk, is_title in pairs if not is_title))
    return found


def insert(transaction: Transaction, found: Mapping[str, Sequence[Entity]]) -> None:
    """Create what chunks mention; a thing that a chunk mentions twice is kept as it came first."""
    rows = [[chunk, entity.key, entity.name, entity.is_title] for chunk, entities in found.items() for entity in entities]
    transaction.change_many(_CREATE, rows)


def keys_of(transaction: Transaction, documents: Sequence[str]) -> list[str]:
    """Return the keys of what the chunks of these documents mention."""
    return [key for (key,) in transaction.rows(_KEYS_OF, documents=list(documents))]


def settle(transaction: Transaction, keys: Sequence[str]) -> None:
    """Delete of these things those that no chunk mentions any more, and show the others by a wording that some chunk has."""
    if keys:
        transaction.rows(_DELETE_UNMENTIONED, keys=list(keys))
        transaction.rows(_RENAME, keys=list(keys))


# Private


_MENTIONED: LiteralString = """
MATCH (k:Chunk)-[m:MENTIONS]->(e:Entity) WHERE k.id IN $chunks
RETURN k.id, collect([e.id, m.name, m.is_title])
"""
_MENTIONING: LiteralString = """
MATCH (e:Entity) WHERE e.id IN $keys
CALL (e) {
    MATCH (e)<-[m:MENTIONS]-(k:Chunk)
    WITH k.id AS chunk, m.is_title AS is_title ORDER BY is_title DESC, chunk
    RETURN collect([chunk, is_title]) AS found
}
RETURN e.id, size(found), found[..$limit]
"""
_KEYS_OF: LiteralString = """
MATCH (d:Document) WHERE d.id IN $documents
MATCH (d)<-[:FROM_DOCUMENT]-(:Chunk)-[:MENTIONS]->(e:Entity)
RETURN DISTINCT e.id
"""
_CREATE: LiteralString = """
UNWIND $rows AS row
MATCH (k:Chunk {id: row[0]})
MERGE (e:Entity {id: row[1]}) ON CREATE SET e.name = row[2]
MERGE (k)-[m:MENTIONS]->(e) ON CREATE SET m.name = row[2], m.is_title = row[3]
RETURN count(*)
"""
_DELETE_UNMENTIONED: LiteralString = "MATCH (e:Entity) WHERE e.id IN $keys AND NOT EXISTS { (e)<-[:MENTIONS]-(:Chunk) } DELETE e"
_RENAME: LiteralString = """
MATCH (e:Entity) WHERE e.id IN $keys AND NOT EXISTS { (e)<-[m:MENTIONS]-(:Chunk) WHERE m.name = e.name }
CALL (e) { MATCH (e)<-[m:MENTIONS]-(:Chunk) RETURN min(m.name) AS name }
SET e.name = name
"""
