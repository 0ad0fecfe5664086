"""Which mentions are one event, in Neo4j: what readers said of pairs, what was decided, and which events may be one."""

from collections.abc import Mapping, Sequence
from typing import LiteralString

from cckg.core.decisions import Decision
from cckg.core.graph import EventMention, Merge, PairReading, PerhapsSame, Polarity, Settlement
from cckg.core.vectors import Matrix
from cckg.stores.decisions import decision_of, decision_text
from cckg.stores.neo4j.database import Database, Transaction
from cckg.stores.neo4j.rows import context_of, context_properties, matrix_of


def is_settled(database: Database) -> bool:
    """Tell whether it is decided which mentions are one event."""
    return not database.read(_UNSETTLED)


def mark_unsettled(transaction: Transaction) -> None:
    """Note that it is to be decided anew."""
    transaction.rows(_MARK)


def mark_touched(transaction: Transaction) -> None:
    """Note that it is to be decided anew, where a reader has told before."""
    transaction.rows(_MARK_TOUCHED)


def decided_by(database: Database) -> str | None:
    """Return the reader that told, or None where mentions were assigned one by one."""
    found = database.read(_DECIDED_BY)
    return found[0][0] if found else None


def event_mentions(database: Database, *, dimension: int) -> tuple[list[EventMention], Matrix]:
    """Return all mentions that have a context, by id, with their (n, dimension) vectors."""
    rows = database.read(_MENTIONS)
    mentions = [
        EventMention(name, event, document, title, text, Polarity(polarity), context_of(told))
        for name, event, document, title, text, polarity, told, _ in rows
    ]
    return mentions, matrix_of([row[-1] for row in rows], dimension=dimension)


def pair_readings(database: Database, reader: str) -> dict[tuple[str, str], float]:
    """Return what a reader said of pairs of mentions, by their ids in order."""
    return {(left, right): same for left, right, same in database.read(_READINGS, reader=reader)}


def readings(database: Database) -> list[PairReading]:
    """Return what readers said of pairs of mentions, by reader and mentions."""
    return [PairReading(*row) for row in database.read(_ALL_READINGS)]


def keep_readings(transaction: Transaction, readings: Sequence[PairReading]) -> None:
    """Keep what an event reader said of pairs of mentions; those of mentions that have gone are left out."""
    transaction.change_many(_PUT_READINGS, [[one.left, one.right, one.reader, float(one.same)] for one in readings])


def decisions(database: Database) -> list[Decision]:
    """Return what was decided by hand, oldest first."""
    return [decision_of(text) for (text,) in database.read(_DECISIONS)]


def keep_decision(transaction: Transaction, decision: Decision) -> None:
    """Keep a decision in place of the one with its id; what a reader told is to be decided anew."""
    transaction.rows(_PUT_DECISION, id=decision.id, decided_at=decision.decided_at, content=decision_text(decision))
    mark_touched(transaction)


def settle(transaction: Transaction, settlement: Settlement) -> set[tuple[str, str]]:
    """Let every mention, and the claims it is a side of, lead to the event that was decided on. Return the links that may have changed."""
    moved = list(settlement.event_of)
    links = _links(transaction, moved)
    transaction.rows(_OWN_VECTORS, moved=moved, named=list(settlement.named_by))
    named = sorted([event, mention] for event, mention in settlement.named_by.items())
    for polarity in Polarity:
        transaction.change_many(_NAME_EVENTS[polarity], named, polarity=polarity.value)
    transaction.change_many(_MOVE, sorted([name, event] for name, event in settlement.event_of.items()))
    for statement in _REPOINT:
        transaction.rows(statement, moved=moved)
    links |= _links(transaction, moved)
    transaction.rows(_DELETE_EMPTY)
    transaction.rows(_DELETE_PERHAPS)
    transaction.change_many(_PUT_PERHAPS, [[one.left, one.right, float(one.probability)] for one in settlement.perhaps])
    transaction.rows(_SIGN, reader=settlement.decided_by)
    return links


def restore_mentions(transaction: Transaction, lines: Mapping[str, Merge], sides: Mapping[str, tuple[str, str]]) -> None:
    """Give ledger lines what lines have now, and claims the mentions that they join."""
    rows = [
        [before, {"id": line.id, "own_polarity": line.polarity.value, **context_properties(line.context)}]
        for before, line in lines.items()
        if line.polarity and line.context
    ]
    transaction.change_many(_RESTORE, rows)
    transaction.change_many(_JOIN, [[name, *mentions] for name, mentions in sides.items()])


def perhaps_same(transaction: Transaction, events: Sequence[str]) -> list[PerhapsSame]:
    """Return the pairs that may be one event of which one is among these, in order."""
    return [PerhapsSame(*row) for row in transaction.rows(_PERHAPS, events=list(events))]


def shown_in(transaction: Transaction, events: Sequence[str]) -> dict[str, str]:
    """Return for each of these events a document that words it as it is shown."""
    return {str(event): str(document) for event, document in transaction.rows(_SHOWN_IN, events=list(events))}


# Private


def _links(transaction: Transaction, mentions: list[str]) -> set[tuple[str, str]]:
    return {(cause, effect) for cause, effect in transaction.rows(_LINKS, mentions=mentions)}


_UNSETTLED: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) WHERE g.unsettled RETURN g.id"
_MARK: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) SET g.unsettled = true"
_MARK_TOUCHED: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) WHERE g.identity IS NOT NULL SET g.unsettled = true"
_SIGN: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) SET g.unsettled = false, g.identity = $reader"
_DECIDED_BY: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) RETURN g.identity"
_MENTIONS: LiteralString = """
MATCH (d:Document)<-[:FROM_DOCUMENT]-(m:_Merge)-[:INTO]->(e:Event) WHERE m.words IS NOT NULL
RETURN m.id, e.id, d.id, d.title, m.wording, m.own_polarity,
    m {.words, .start, .end, .before, .behind, .headings, .date, .date_source, .place}, coalesce(m.embedding, e.embedding)
ORDER BY m.id
"""
_READINGS: LiteralString = "MATCH (a:_Merge)-[r:READ {reader: $reader}]->(b:_Merge) RETURN a.id, b.id, r.same"
_ALL_READINGS: LiteralString = """
MATCH (a:_Merge)-[r:READ]->(b:_Merge) RETURN a.id, b.id, r.same, r.reader ORDER BY r.reader, a.id, b.id
"""
_DECISIONS: LiteralString = "MATCH (d:_Decision) RETURN d.content ORDER BY d.decided_at, d.id"
_PUT_DECISION: LiteralString = "MERGE (d:_Decision {id: $id}) SET d.decided_at = $decided_at, d.content = $content"
_PUT_READINGS: LiteralString = """
UNWIND $rows AS row
MATCH (a:_Merge {id: row[0]}) MATCH (b:_Merge {id: row[1]})
MERGE (a)-[r:READ {reader: row[2]}]->(b) SET r.same = row[3]
RETURN count(*)
"""
_RESTORE: LiteralString = "UNWIND $rows AS row MATCH (m:_Merge {id: row[0]}) SET m += row[1] RETURN count(*)"
_JOIN: LiteralString = """
UNWIND $rows AS row MATCH (c:Claim {id: row[0]})
SET c.cause_mention = row[1], c.effect_mention = row[2]
RETURN count(*)
"""
_LINKS: LiteralString = """
MATCH (cause:Event)<-[:CAUSE]-(c:Claim)-[:EFFECT]->(effect:Event)
WHERE c.cause_mention IN $mentions OR c.effect_mention IN $mentions
RETURN DISTINCT cause.id, effect.id
"""
_OWN_VECTORS: LiteralString = """
MATCH (m:_Merge)-[:INTO]->(e:Event) WHERE m.embedding IS NULL AND (m.id IN $moved OR e.id IN $named)
SET m.embedding = e.embedding
"""
_NAME_EVENTS: dict[Polarity, LiteralString] = {
    polarity: """
UNWIND $rows AS row
MATCH (d:Document)<-[:FROM_DOCUMENT]-(m:_Merge {id: row[1]}) WHERE m.own_polarity = $polarity
MATCH (m)-[:INTO]->(before:Event)
MERGE (e:Event {id: row[0]})
REMOVE e:Increase, e:Decrease, e:Occurrence, e:Absence
SET e.text = m.wording, e.polarity = $polarity, e.context = d.title, e.embedding = coalesce(m.embedding, before.embedding), e:"""
    + polarity.name.title()
    + " RETURN count(*)"
    for polarity in Polarity
}
_MOVE: LiteralString = """
UNWIND $rows AS row
MATCH (m:_Merge {id: row[0]})-[r:INTO]->(:Event) MATCH (e:Event {id: row[1]})
DELETE r CREATE (m)-[:INTO]->(e) SET m.polarity = e.polarity
RETURN count(*)
"""
_REPOINT: tuple[LiteralString, ...] = (
    """
MATCH (c:Claim)-[r:CAUSE]->(:Event) WHERE c.cause_mention IN $moved
MATCH (:_Merge {id: c.cause_mention})-[:INTO]->(e:Event)
DELETE r CREATE (c)-[:CAUSE]->(e)""",
    """
MATCH (c:Claim)-[r:EFFECT]->(:Event) WHERE c.effect_mention IN $moved
MATCH (:_Merge {id: c.effect_mention})-[:INTO]->(e:Event)
DELETE r CREATE (c)-[:EFFECT]->(e)""",
)
_DELETE_EMPTY: LiteralString = "MATCH (e:Event) WHERE NOT EXISTS { (e)<-[:CAUSE|EFFECT]-(:Claim) } DETACH DELETE e"
_DELETE_PERHAPS: LiteralString = "MATCH (:Event)-[r:PERHAPS_SAME]->(:Event) DELETE r"
_PUT_PERHAPS: LiteralString = """
UNWIND $rows AS row
MATCH (a:Event {id: row[0]}) MATCH (b:Event {id: row[1]})
CREATE (a)-[:PERHAPS_SAME {probability: row[2]}]->(b)
RETURN count(*)
"""
_PERHAPS: LiteralString = """
MATCH (a:Event)-[r:PERHAPS_SAME]->(b:Event) WHERE a.id IN $events OR b.id IN $events
RETURN a.id, b.id, r.probability ORDER BY a.id, b.id
"""
_SHOWN_IN: LiteralString = """
MATCH (e:Event) WHERE e.id IN $events
CALL (e) {
    MATCH (d:Document)<-[:FROM_DOCUMENT]-(m)-[:INTO]->(e)
    RETURN d.id AS document ORDER BY m.wording <> e.text, m.created_at, m.id LIMIT 1
}
RETURN e.id, document
"""
