"""What changes a graph in SQLite: documents come, are found elsewhere, fail and go. Each public function is one transaction."""

import json
from collections.abc import Iterable, Mapping, Sequence

from cckg.core.claims import GraphUpdate
from cckg.core.decisions import Decision
from cckg.core.errors import StoreConflictError, StoreError
from cckg.core.graph import Entity, Merge, Settlement
from cckg.core.text import content_hash
from cckg.stores.base import mentions_of
from cckg.stores.sqlite import entities as sqlite_entities
from cckg.stores.sqlite import identity as sqlite_identity
from cckg.stores.sqlite.database import Database
from cckg.stores.sqlite.rows import chunk_rows, claim_rows, event_rows, merge_rows


def write_document(database: Database, update: GraphUpdate, carried: Sequence[Decision]) -> bool:
    """Write a document in place of what its id and its uri led to. Return whether chunks or events that were there went or changed."""
    document = update.document
    with database.writing():
        if update.based_on not in (None, version(database)):
            raise StoreConflictError
        stored = database.value("SELECT count(*) FROM document WHERE id = ?", document.id) > 0
        database.change(
            _PUT_DOCUMENT,
            document.id,
            document.title,
            document.media_type,
            update.ingested_at,
            json.dumps(document.metadata),
            update.incomplete,
            update.recogniser,
        )
        released = _lead(database, document.uri, document.id)
        touched = _empty(database, [document.id, *released])
        database.change_many(_INSERT_CHUNK, chunk_rows(update))
        sqlite_entities.insert(database, mentions_of(update))
        database.change_many(_INSERT_EVENT, event_rows(update))
        database.change_many(_INSERT_CLAIM, claim_rows(update))
        database.change_many(_INSERT_MERGE, merge_rows(update))
        changed = _settle(database, touched=touched, added=[event.id for event in update.events])
        _drop(database, released)
        for decision in carried:
            sqlite_identity.keep_decision(database, decision)
        if not update.settled:
            sqlite_identity.mark_unsettled(database)
        database.change(_RAISE_VERSION)
    return stored or bool(released) or changed


def revise(database: Database, update: GraphUpdate) -> None:
    """Let a stored document state these claims, with these ledger lines and events, and no others."""
    name = update.document.id
    with database.writing():
        if update.based_on not in (None, version(database)):
            raise StoreConflictError
        touched = {event for (event,) in database.rows(_EVENTS_OF, json.dumps([name]))}
        database.change_many(_INSERT_EVENT, event_rows(update))
        claims, merges = [claim.id for claim in update.claims], [merge.id for merge in update.merges]
        database.change(_DELETE_OTHER_CLAIMS, name, json.dumps(claims))
        database.change(_DELETE_OTHER_MERGES, name, json.dumps(merges))
        database.change_many(_INSERT_MERGE + _UNLESS_THERE, merge_rows(update))
        database.change_many(_INSERT_CLAIM + _UNLESS_THERE, claim_rows(update))
        _settle(database, touched=touched, added=[event.id for event in update.events])
        database.change(_RAISE_VERSION)


def add_source(database: Database, document: str, uri: str) -> bool:
    """Let a further uri lead to a stored document. Return whether the document that it led to went."""
    with database.writing():
        released = _lead(database, uri, document)
        _settle(database, touched=_empty(database, released))
        _drop(database, released)
        database.change(_RAISE_VERSION)
    return bool(released)


def mark_failed(database: Database, uri: str, *, title: str, media_type: str, reason: str, failed_at: str) -> None:
    """Remember why the document at a uri could not be read, in place of what was remembered of it before."""
    with database.writing():
        database.change(_PUT_FAILURE, uri, content_hash("failure", uri), title, media_type, reason, failed_at)
        database.change(_RAISE_VERSION)


def forget(database: Database, name: str) -> bool:
    """Remove the document, or the failed one, of this id. Return whether there was one."""
    with database.writing():
        failures = database.change(_DELETE_FAILURES, name)
        _settle(database, touched=_empty(database, [name]))
        database.change(_RAISE_VERSION)
        return _drop(database, [name]) + failures > 0


def settle(database: Database, settlement: Settlement) -> None:
    """Let every mention lead to the event that was decided on; raise StoreConflictError if the graph has changed since."""
    with database.writing():
        sqlite_identity.settle(database, settlement, version=version(database))
        database.change(_RAISE_VERSION)


def mark_unsettled(database: Database) -> None:
    """Note that it is to be decided anew which mentions are one event."""
    with database.writing():
        sqlite_identity.mark_unsettled(database)
        database.change(_RAISE_VERSION)


def restore_mentions(database: Database, lines: Mapping[str, Merge], sides: Mapping[str, tuple[str, str]]) -> None:
    """Give ledger lines of an older cckg what lines have now; see `GraphStore.restore_mentions`."""
    with database.writing():
        sqlite_identity.restore_mentions(database, lines, sides)
        database.change(_RAISE_VERSION)


def keep_decision(database: Database, decision: Decision) -> None:
    """Keep a decision by hand, in place of the one with its id."""
    with database.writing():
        sqlite_identity.keep_decision(database, decision)
        database.change(_RAISE_VERSION)


def keep_entities(database: Database, document: str, found: Mapping[str, Sequence[Entity]], *, recogniser: str | None) -> None:
    """Keep the named things that a recogniser found in a document; raise StoreError if the document is not there."""
    with database.writing():
        if not database.change("UPDATE document SET recogniser = ? WHERE id = ?", recogniser, document):
            raise StoreError(f"There is no document {document!r} to keep named things of; perhaps another process took it out. Try again.")
        database.change(_DELETE_MENTIONS, json.dumps([document]))
        sqlite_entities.insert(database, found)
        database.change(_RAISE_VERSION)


def version(database: Database) -> int:
    """Return how many writes the graph has seen."""
    return database.value(_VERSION)


# Private


def _lead(database: Database, uri: str, document: str) -> list[str]:
    """Let a uri lead to a document, forgetting that it failed. Return the document, if any, that no uri leads to any more."""
    before = database.rows("SELECT document FROM source WHERE uri = ? AND document <> ?", uri, document)
    database.change("DELETE FROM failure WHERE uri = ?", uri)
    database.change(_PUT_SOURCE, uri, document)
    return [old for (old,) in before if not database.rows("SELECT uri FROM source WHERE document = ? LIMIT 1", old)]


def _empty(database: Database, documents: list[str]) -> set[str]:
    """Delete what these documents brought, events apart. Return the events that they said something of."""
    names = json.dumps(documents)
    touched = {event for (event,) in database.rows(_EVENTS_OF, names)}
    for statement in _DELETE_CONTENT:
        database.change(statement, names)
    return touched


def _settle(database: Database, *, touched: Iterable[str], added: Iterable[str] = ()) -> bool:
    """Delete events that no claim leads to, and give the touched ones a wording and title still stated; tell whether any changed."""
    touched = list(touched)
    if touched and sqlite_identity.decided_by(database):
        sqlite_identity.mark_unsettled(database)
    deleted = database.change(_DELETE_UNCLAIMED, json.dumps([*touched, *added]))
    reworded = database.change(_REWORD, json.dumps(touched))
    database.change(_RETITLE, json.dumps(touched))
    return reworded + deleted > 0


def _drop(database: Database, documents: list[str]) -> int:
    """Delete emptied documents and their sources. Return how many there were."""
    names = json.dumps(documents)
    database.change("DELETE FROM source WHERE document IN (SELECT value FROM json_each(?))", names)
    return database.change("DELETE FROM document WHERE id IN (SELECT value FROM json_each(?))", names)


_VERSION = "SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM meta WHERE name = 'version'"
_RAISE_VERSION = """
INSERT INTO meta (name, value) VALUES ('version', '1')
ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)
"""
_PUT_DOCUMENT = """
INSERT INTO document (id, title, media_type, ingested_at, metadata, incomplete, recogniser) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET title = excluded.title, media_type = excluded.media_type,
    ingested_at = excluded.ingested_at, metadata = excluded.metadata, incomplete = excluded.incomplete, recogniser = excluded.recogniser
"""
_PUT_SOURCE = "INSERT INTO source (uri, document) VALUES (?, ?) ON CONFLICT (uri) DO UPDATE SET document = excluded.document"
_PUT_FAILURE = """
INSERT INTO failure (uri, id, title, media_type, reason, failed_at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (uri) DO UPDATE SET title = excluded.title, media_type = excluded.media_type,
    reason = excluded.reason, failed_at = excluded.failed_at
"""
_INSERT_CHUNK = "INSERT INTO chunk (id, document, position, start, stop, text, embedding) VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_EVENT = "INSERT INTO event (id, text, polarity, context, embedding) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
_INSERT_MERGE = """
INSERT INTO merge (
    id, event, document, wording, cosine, verifier, created_at,
    polarity, words, start, stop, before, behind, headings, date, date_source, place, embedding
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_CLAIM = """
INSERT INTO claim (
    id, document, chunk, cause_event, effect_event,
    cause_words, cause_start, cause_stop, cause_text, cause_polarity,
    effect_words, effect_start, effect_stop, effect_text, effect_polarity,
    cue_words, cue_start, cue_stop, quote_words, quote_start, quote_stop,
    modality, confidence, extractor, cause_group, stated_time, degree, cause_mention, effect_mention, enough, counterfactual,
    cause_quote_words, cause_quote_start, cause_quote_stop, implied, tentative
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_UNLESS_THERE = "ON CONFLICT (id) DO NOTHING"
_DELETE_OTHER_CLAIMS = "DELETE FROM claim WHERE document = ? AND id NOT IN (SELECT value FROM json_each(?))"
_DELETE_OTHER_MERGES = "DELETE FROM merge WHERE document = ? AND id NOT IN (SELECT value FROM json_each(?))"
_EVENTS_OF = """
WITH gone (document) AS (SELECT value FROM json_each(?))
SELECT cause_event FROM claim WHERE document IN gone
UNION SELECT effect_event FROM claim WHERE document IN gone
UNION SELECT event FROM merge WHERE document IN gone
"""
_DELETE_MENTIONS = "DELETE FROM mention WHERE chunk IN (SELECT id FROM chunk WHERE document IN (SELECT value FROM json_each(?)))"
_DELETE_CONTENT = (
    _DELETE_MENTIONS,
    "DELETE FROM claim WHERE document IN (SELECT value FROM json_each(?))",
    "DELETE FROM merge WHERE document IN (SELECT value FROM json_each(?))",
    "DELETE FROM prior WHERE document IN (SELECT value FROM json_each(?))",
    "DELETE FROM chunk WHERE document IN (SELECT value FROM json_each(?))",
)
_DELETE_UNCLAIMED = """
DELETE FROM event
WHERE id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM claim WHERE cause_event = event.id)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE effect_event = event.id)
"""
_REWORD = """
UPDATE event
SET (text, embedding) = (SELECT wording, merge.embedding FROM merge WHERE merge.event = event.id ORDER BY created_at, merge.id LIMIT 1)
WHERE id IN (SELECT value FROM json_each(?))
    AND EXISTS (SELECT 1 FROM merge WHERE merge.event = event.id)
    AND NOT EXISTS (SELECT 1 FROM merge WHERE merge.event = event.id AND wording = event.text)
"""
_RETITLE = """
UPDATE event
SET context = (
    SELECT title FROM merge JOIN document ON document.id = merge.document
    WHERE merge.event = event.id AND wording = event.text ORDER BY merge.created_at, merge.id LIMIT 1
)
WHERE id IN (SELECT value FROM json_each(?)) AND EXISTS (SELECT 1 FROM merge WHERE merge.event = event.id AND wording = event.text)
"""
_DELETE_FAILURES = "DELETE FROM failure WHERE id = ?1 OR uri IN (SELECT uri FROM source WHERE document = ?1)"
