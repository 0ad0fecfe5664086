"""The named things that chunks mention, in SQLite: read and kept. Transactions are the caller's."""

import json
from collections.abc import Mapping, Sequence

from cckg.core.graph import Entity
from cckg.stores.base import Mentioning
from cckg.stores.sqlite.database import Database


def mentioned(database: Database, chunks: Sequence[str]) -> dict[str, list[Entity]]:
    """Return the named things that these chunks mention, by chunk, ordered by key; chunks that mention none are left out."""
    found: dict[str, list[Entity]] = {}
    for chunk, key, name, is_title in database.rows(_MENTIONED, json.dumps(list(chunks))):
        found.setdefault(chunk, []).append(Entity(key, name, bool(is_title)))
    return found


def mentioning(database: Database, keys: Sequence[str], *, limit: int) -> dict[str, Mentioning]:
    """Return for each of these keys that is mentioned up to `limit` chunks, those whose document is called so first, then by id."""
    found: dict[str, Mentioning] = {}
    for key, chunk, is_title, total in database.rows(_MENTIONING, json.dumps(list(keys)), limit):
        before = found.get(key, Mentioning(total, (), ()))
        titled, others = ((chunk,), ()) if is_title else ((), (chunk,))
        found[key] = Mentioning(total, before.titled + titled, before.others + others)
    return found


def insert(database: Database, found: Mapping[str, Sequence[Entity]]) -> None:
    """Write the named things that chunks mention; a thing that a chunk mentions twice is kept as it came first."""
    rows = [(entity.key, chunk, entity.name, int(entity.is_title)) for chunk, entities in found.items() for entity in entities]
    database.change_many(_INSERT, rows)


# Private


_MENTIONED = """
SELECT chunk, entity, name, is_title FROM mention WHERE chunk IN (SELECT value FROM json_each(?)) ORDER BY chunk, entity
"""
_MENTIONING = """
SELECT entity, chunk, is_title, total FROM (
    SELECT entity, chunk, is_title, count(*) OVER (PARTITION BY entity) AS total,
        row_number() OVER (PARTITION BY entity ORDER BY is_title DESC, chunk) AS place
    FROM mention WHERE entity IN (SELECT value FROM json_each(?1))
) WHERE place <= ?2 ORDER BY entity, place
"""
_INSERT = "INSERT INTO mention (entity, chunk, name, is_title) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
