"""The schema of a graph in Neo4j: constraints, full-text and vector indexes, and the one node that says what the graph was built with."""

from functools import partial
from typing import LiteralString

from cckg.core.errors import StoreError
from cckg.stores.base import Fingerprint
from cckg.stores.neo4j.database import Database, Transaction

VERSION = 3
"""Version of this schema, kept in the graph's `_Graph` node.

Since 2 there are named things, which come to older graphs with writing; since 3 the labels of bookkeeping begin with "_".
"""

LABELS: tuple[LiteralString, ...] = ("_Graph", "Chunk", "Claim", "Document", "Entity", "Event", "_Failure", "_Merge", "_Source")
VECTOR_INDEXES = ("chunk_embedding", "event_embedding", "_merge_embedding")
INDEXES = (*(f"{label.lower()}_id" for label in LABELS), "chunk_text", "event_text", *VECTOR_INDEXES)


def read_fingerprint(database: Database) -> Fingerprint | None:
    """Return what the graph was built with, or None while it is new; raise StoreError if a newer cckg wrote it."""
    found = database.read(_READ_GRAPH)
    if not found:
        return None
    embedding, dimension, schema = found[0]
    if schema > VERSION:
        raise StoreError(
            f"{database.url} was written by a newer cckg (schema {schema}; this one knows {VERSION}). Upgrade cckg, or name another store."
        )
    return Fingerprint(embedding, dimension)


def renew(database: Database) -> None:
    """Give the nodes of an older graph the labels of today; what was stopped in the middle, the next opening finishes."""
    if not database.read(_OLD_GRAPH):
        return
    for statement in _DROP_OLD:  # at first, so that nothing is taken out of them one by one
        database.writing(partial(Transaction.rows, statement=statement))
    while database.writing(_relabelled):
        pass


def begin(database: Database, fingerprint: Fingerprint) -> None:
    """Begin a graph in an empty database; raise StoreError if it holds nodes of another program under labels that cckg uses."""
    foreign = database.read(_FOREIGN)
    if foreign:
        raise StoreError(
            f"{database.url} holds nodes of another program ({', '.join(foreign[0][0])}), which cckg would mix with its own. "
            "Name an empty database with NEO4J_DATABASE, or another store."
        )
    database.define(_CONSTRAINTS[0])  # so that two that begin at once make one graph
    put = partial(Transaction.rows, encoder=fingerprint.embedding, dimension=fingerprint.dimension, schema=VERSION)
    database.writing(partial(put, statement=_PUT_GRAPH))


def prepare(database: Database, *, dimension: int) -> None:
    """Create the constraints and indexes that are absent, and wait; raise StoreError if one is of other vectors or cannot be built."""
    wrong = check_schema(database, dimension=dimension)
    if not wrong:
        return
    indexes = _SEARCHABLE if database.has_search_clause else _CALLABLE
    for statement in (*_CONSTRAINTS, *_TEXT_INDEXES, *indexes):
        database.define(statement, dimension=dimension)
    database.read(_AWAIT)
    wrong = check_schema(database, dimension=dimension)
    if wrong:
        raise StoreError(" ".join(wrong).replace(_ABSENT, _IN_PLACE))


def prepare_priors(database: Database) -> None:
    """Create the constraint and the index of priors; only who writes some needs them, and the right to make them."""
    for statement in _OF_PRIORS:
        database.define(statement)


def prepare_decisions(database: Database) -> None:
    """Create the constraint of decisions by hand; only who makes one needs it."""
    database.define(_OF_DECISIONS)


def check_schema(database: Database, *, dimension: int) -> list[str]:
    """Return one sentence for every index that is missing, not ready, or made for other vectors."""
    found = {name: (state, size, properties) for name, state, size, properties in database.read(_INDEXES)}
    sentences = []
    for name in INDEXES:
        state, size, properties = found.get(name, ("MISSING", None, []))
        filtered = not database.has_search_clause or name not in _FILTERED or "polarity" in properties
        if state != "ONLINE":
            sentences.append(f"The index {name} of {database.url} is {state.lower()}. {_ABSENT}")
        elif name in VECTOR_INDEXES and (size != dimension or not filtered):
            sentences.append(
                f"The index {name} of {database.url} was made for other vectors (dimension {size}, on {' and '.join(properties)}). "
                f"Drop it in Neo4j Browser (DROP INDEX {name}), and cckg creates it anew with dimension {dimension}."
            )
    return sentences


# Private


def _relabelled(transaction: Transaction) -> int:
    """Relabel some nodes and return how many; the graph's own node comes when none is left, while no older cckg can write."""
    transaction.rows(_HOLD_OLD_WRITERS)
    moved = sum(transaction.change(statement, many=_MANY) for statement in _RELABEL)
    if not moved:
        transaction.rows(_RELABEL_GRAPH, schema=VERSION)
    return moved


_ABSENT = "`cckg ingest` creates indexes that are absent."
_IN_PLACE = "Another index may be in its place: SHOW INDEXES in Neo4j Browser tells. Drop it, and give the command again."
_FILTERED = ("event_embedding", "_merge_embedding")
_READ_GRAPH: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) RETURN g.encoder, g.dimension, g.schema"
_PUT_GRAPH: LiteralString = """
MERGE (g:_Graph {id: 'cckg'})
ON CREATE SET g.encoder = $encoder, g.dimension = $dimension, g.schema = $schema, g.version = 0
"""
_MANY = 10_000  # nodes of one label that are relabelled in one transaction
_OLD_GRAPH: LiteralString = "MATCH (g:Graph {id: 'cckg'}) RETURN g.schema"
_HOLD_OLD_WRITERS: LiteralString = "MATCH (g:Graph {id: 'cckg'}) SET g.version = g.version"
_RELABEL_GRAPH: LiteralString = "MATCH (g:Graph {id: 'cckg'}) REMOVE g:Graph SET g:_Graph, g.schema = $schema"
_RELABEL: tuple[LiteralString, ...] = tuple(
    f"MATCH (n:{label}) WITH n LIMIT $many REMOVE n:{label} SET n:_{label} RETURN count(*)"
    for label in ("Failure", "Merge", "Prior", "Source")
)
_DROP_OLD: tuple[LiteralString, ...] = (
    *(f"DROP CONSTRAINT {label}_id IF EXISTS" for label in ("failure", "graph", "merge", "prior", "source")),
    *(f"DROP INDEX {name} IF EXISTS" for name in ("merge_embedding", "prior_text")),
)
_FOREIGN: LiteralString = "MATCH (n:_Decision|Chunk|Claim|Document|Entity|Event|_Failure|_Merge|_Prior|_Source) RETURN labels(n) LIMIT 1"
_AWAIT: LiteralString = "CALL db.awaitIndexes(3600)"
_INDEXES: LiteralString = """
SHOW INDEXES YIELD name, state, options, properties
RETURN name, state, options.indexConfig['vector.dimensions'], coalesce(properties, [])
"""
_CONSTRAINTS: tuple[LiteralString, ...] = tuple(
    f"CREATE CONSTRAINT {label.lower()}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE" for label in LABELS
)
_OF_PRIORS: tuple[LiteralString, ...] = (
    "CREATE CONSTRAINT _prior_id IF NOT EXISTS FOR (n:_Prior) REQUIRE n.id IS UNIQUE",
    "CREATE INDEX _prior_text IF NOT EXISTS FOR (n:_Prior) ON (n.text)",
)
_OF_DECISIONS: LiteralString = "CREATE CONSTRAINT _decision_id IF NOT EXISTS FOR (n:_Decision) REQUIRE n.id IS UNIQUE"
_TEXT_INDEXES: tuple[LiteralString, ...] = tuple(
    f"CREATE FULLTEXT INDEX {label.lower()}_text IF NOT EXISTS FOR (n:{label}) ON EACH [n.text] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}"
    for label in ("Chunk", "Event")
)
_VECTORS: LiteralString = "OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', "
_LINKED: LiteralString = "`vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200, "  # some of a million are out of reach with the usual 16
_EXACT: LiteralString = _VECTORS + _LINKED + "`vector.quantization.enabled`: false}}"
_QUANTISED: LiteralString = _VECTORS + "`vector.quantization.enabled`: true}}"  # to bytes; on 5.26 twice as fast
_CALLABLE: tuple[LiteralString, ...] = tuple(
    f"CREATE VECTOR INDEX {label.lower()}_embedding IF NOT EXISTS FOR (n:{label}) ON n.embedding {_QUANTISED}"
    for label in ("Chunk", "Event", "_Merge")
)
_SEARCHABLE: tuple[LiteralString, ...] = (  # from 2026 on, with the property that a search may filter by
    "CYPHER 25 CREATE VECTOR INDEX chunk_embedding IF NOT EXISTS FOR (n:Chunk) ON n.embedding " + _EXACT,
    "CYPHER 25 CREATE VECTOR INDEX event_embedding IF NOT EXISTS FOR (n:Event) ON n.embedding WITH [n.polarity] " + _EXACT,
    "CYPHER 25 CREATE VECTOR INDEX _merge_embedding IF NOT EXISTS FOR (n:_Merge) ON n.embedding WITH [n.polarity] " + _EXACT,
)
