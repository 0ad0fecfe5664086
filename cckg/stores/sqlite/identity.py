"""Which mentions are one event, in SQLite: what readers said of pairs, what was decided, and which events may be one."""

import json
from collections.abc import Mapping, Sequence

from cckg.core.decisions import Decision
from cckg.core.errors import StoreConflictError
from cckg.core.graph import EventMention, Merge, PairReading, PerhapsSame, Polarity, Settlement
from cckg.core.vectors import Matrix
from cckg.stores.decisions import decision_of, decision_text
from cckg.stores.sqlite.database import Database
from cckg.stores.sqlite.rows import context_of, context_row, matrix_of


def is_settled(database: Database) -> bool:
    """Tell whether it is decided which mentions are one event."""
    return not database.rows("SELECT 1 FROM meta WHERE name = 'unsettled' AND value = '1'")


def mark_unsettled(database: Database) -> None:
    """Note, inside a transaction, that it is to be decided anew."""
    database.change(_PUT_META, "unsettled", "1")


def decided_by(database: Database) -> str | None:
    """Return the reader that told, or None where mentions were assigned one by one."""
    found = database.rows("SELECT value FROM meta WHERE name = 'identity'")
    return str(found[0][0]) if found else None


def event_mentions(database: Database, *, dimension: int) -> tuple[list[EventMention], Matrix]:
    """Return all mentions that have a context, by id, with their (n, dimension) vectors."""
    rows = database.rows(_MENTIONS)
    mentions = [
        EventMention(name, event, document, title, text, Polarity(polarity), context_of(told))
        for name, event, document, title, text, polarity, *told, _ in rows
    ]
    return mentions, matrix_of([row[-1] for row in rows], dimension=dimension)


def pair_readings(database: Database, reader: str) -> dict[tuple[str, str], float]:
    """Return what a reader said of pairs of mentions, by their ids in order."""
    return {(left, right): same for left, right, same in database.rows(_READINGS, reader)}


def readings(database: Database) -> list[PairReading]:
    """Return what readers said of pairs of mentions, by reader and mentions."""
    return [PairReading(*row) for row in database.rows(_ALL_READINGS)]


def keep_readings(database: Database, readings: Sequence[PairReading]) -> None:
    """Keep what an event reader said of pairs of mentions; those of mentions that have gone are left out."""
    with database.writing():
        database.change_many(_PUT_READING, [(one.left, one.right, one.reader, one.same) for one in readings])


def decisions(database: Database) -> list[Decision]:
    """Return what was decided by hand, oldest first."""
    return [decision_of(text) for (text,) in database.rows("SELECT content FROM decision ORDER BY decided_at, id")]


def keep_decision(database: Database, decision: Decision) -> None:
    """Inside a transaction keep a decision in place of the one with its id; what a reader told is to be decided anew."""
    database.change(_PUT_DECISION, decision.id, decision.decided_at, decision_text(decision))
    if decided_by(database):
        mark_unsettled(database)


def settle(database: Database, settlement: Settlement, *, version: int) -> None:
    """Inside a transaction let every mention, and the claims it is a side of, lead to the event that was decided on."""
    if settlement.based_on != version:
        raise StoreConflictError
    moved = json.dumps(list(settlement.event_of))
    database.change_many(_NAME_EVENT, list(settlement.named_by.items()))
    database.change_many("UPDATE merge SET event = ?2 WHERE id = ?1", list(settlement.event_of.items()))
    for statement in _REPOINT:
        database.change(statement, moved)
    database.change(_DELETE_EMPTY)
    database.change("DELETE FROM perhaps_same")
    database.change_many(_PUT_PERHAPS, [(one.left, one.right, one.probability) for one in settlement.perhaps])
    database.change(_PUT_META, "unsettled", "0")
    database.change(_PUT_META, "identity", settlement.decided_by)


def restore_mentions(database: Database, lines: Mapping[str, Merge], sides: Mapping[str, tuple[str, str]]) -> None:
    """Inside a transaction give ledger lines what lines have now, and claims the mentions that they join."""
    told = [
        (line.id, line.polarity, *context_row(line.context), before) for before, line in lines.items() if line.polarity and line.context
    ]
    database.change_many(_RESTORE, told)
    database.change_many(
        "UPDATE claim SET cause_mention = ?2, effect_mention = ?3 WHERE id = ?1", [(name, *of) for name, of in sides.items()]
    )


def perhaps_same(database: Database, events: Sequence[str]) -> list[PerhapsSame]:
    """Return the pairs that may be one event of which one is among these, in order."""
    return [PerhapsSame(*row) for row in database.rows(_PERHAPS, json.dumps(list(events)))]


def shown_in(database: Database, events: Sequence[str]) -> dict[str, str]:
    """Return for each of these events a document that words it as it is shown."""
    return dict(database.rows(_SHOWN_IN, json.dumps(list(events))))


# Private

_PUT_META = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
_MENTIONS = """
SELECT merge.id, event, document, title, wording, polarity,
    words, start, stop, before, behind, headings, date, date_source, place, embedding
FROM merge JOIN document ON document.id = merge.document WHERE words IS NOT NULL ORDER BY merge.id
"""
_READINGS = 'SELECT "left", "right", same FROM reading WHERE reader = ?'
_ALL_READINGS = 'SELECT "left", "right", same, reader FROM reading ORDER BY reader, "left", "right"'
_PUT_DECISION = """
INSERT INTO decision (id, decided_at, content) VALUES (?, ?, ?)
ON CONFLICT (id) DO UPDATE SET decided_at = excluded.decided_at, content = excluded.content
"""
_PUT_READING = """
INSERT INTO reading ("left", "right", reader, same)
SELECT ?1, ?2, ?3, ?4 WHERE (SELECT count(*) FROM merge WHERE id IN (?1, ?2)) = 2
ON CONFLICT DO UPDATE SET same = excluded.same
"""
_NAME_EVENT = """
INSERT INTO event (id, text, polarity, context, embedding)
SELECT ?1, wording, merge.polarity, title, embedding FROM merge JOIN document ON document.id = merge.document WHERE merge.id = ?2
ON CONFLICT (id) DO UPDATE SET
    text = excluded.text, polarity = excluded.polarity, context = excluded.context, embedding = excluded.embedding
"""
_RESTORE = """
UPDATE merge
SET id = ?, polarity = ?, words = ?, start = ?, stop = ?, before = ?, behind = ?, headings = ?, date = ?, date_source = ?, place = ?
WHERE id = ?
"""
_REPOINT = (
    """
    UPDATE claim SET cause_event = (SELECT event FROM merge WHERE merge.id = cause_mention)
    WHERE cause_mention IN (SELECT value FROM json_each(?))""",
    """
    UPDATE claim SET effect_event = (SELECT event FROM merge WHERE merge.id = effect_mention)
    WHERE effect_mention IN (SELECT value FROM json_each(?))""",
)
_DELETE_EMPTY = "DELETE FROM event WHERE id NOT IN (SELECT cause_event FROM claim UNION SELECT effect_event FROM claim)"
_PUT_PERHAPS = 'INSERT INTO perhaps_same ("left", "right", probability) VALUES (?, ?, ?)'
_PERHAPS = """
WITH asked (event) AS (SELECT value FROM json_each(?))
SELECT "left", "right", probability FROM perhaps_same WHERE "left" IN asked OR "right" IN asked ORDER BY "left", "right"
"""
_SHOWN_IN = """
SELECT name, document FROM (
    SELECT
        shown.id AS name, document,
        row_number() OVER (PARTITION BY shown.id ORDER BY wording <> shown.text, created_at, merge.id) AS place
    FROM merge JOIN event AS shown ON shown.id = merge.event WHERE shown.id IN (SELECT value FROM json_each(?))
) WHERE place = 1
"""
