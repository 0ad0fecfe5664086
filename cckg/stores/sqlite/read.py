"""Reads one document of a graph in SQLite back as it was written, with all its vectors."""

import json

from cckg.core.claims import Chunk, Document, GraphUpdate
from cckg.stores.base import event_of
from cckg.stores.sqlite import entities as sqlite_entities
from cckg.stores.sqlite.database import Database
from cckg.stores.sqlite.rows import CLAIMS, MERGES, claim_of, matrix_of, merge_of


def read_document(database: Database, name: str, *, dimension: int) -> GraphUpdate | None:
    """Read a document with all that it brought, each kind in its fixed order; the caller holds a transaction."""
    found = database.rows(_DOCUMENT, name)
    if not found:
        return None
    title, media_type, ingested_at, metadata, incomplete, recogniser, uri = found[0]
    chunks, events, merges = (database.rows(statement, name) for statement in (_CHUNKS, _EVENTS, _MERGES))
    named = sqlite_entities.mentioned(database, [row[0] for row in chunks])
    return GraphUpdate(
        document=Document(name, uri, title, media_type, "", tuple((key, value) for key, value in json.loads(metadata))),
        chunks=tuple(Chunk(*row[:6]) for row in chunks),
        chunk_vectors=matrix_of([row[6] for row in chunks], dimension=dimension),
        events=tuple(event_of(row[:4]) for row in events),
        event_vectors=matrix_of([row[4] for row in events], dimension=dimension),
        claims=tuple(claim_of(row) for row in database.rows(_CLAIMS, name)),
        merges=tuple(map(merge_of, merges)),
        merge_vectors=matrix_of([row[17] for row in merges], dimension=dimension),
        ingested_at=ingested_at,
        incomplete=incomplete,
        entities=tuple(tuple(named.get(row[0], ())) for row in chunks) if recogniser else (),
        recogniser=recogniser,
    )


# Private

_DOCUMENT = """
SELECT title, media_type, ingested_at, metadata, incomplete, recogniser, (SELECT min(uri) FROM source WHERE document = id)
FROM document WHERE id = ?
"""
_CHUNKS = "SELECT id, document, position, start, stop, text, embedding FROM chunk WHERE document = ? ORDER BY position"
_EVENTS = """
SELECT id, text, polarity, context, embedding FROM event
WHERE id IN (
    SELECT cause_event FROM claim WHERE document = ?1
    UNION SELECT effect_event FROM claim WHERE document = ?1
    UNION SELECT event FROM merge WHERE document = ?1
) ORDER BY id
"""
_CLAIMS = CLAIMS + "WHERE document = ? ORDER BY id"
_MERGES = MERGES + "WHERE document = ? ORDER BY created_at, id"
