"""Searches a graph in Neo4j by its vector and full-text indexes.

A vector index is approximate, and the more neighbours are taken from it, the more of the nearest are among them: far more are taken than
are wanted. The SEARCH clause of newer servers gives exact scores and filters inside the index. Where only the procedure is there, the index
is quantised (`neo4j_schema`), and the nearest of what it gives are scored anew by their vectors. Where nothing filters inside the index,
or its filter fails, more and more neighbours are taken until enough of them are of the polarity asked for.
"""

import logging
from collections.abc import Sequence
from typing import Literal, LiteralString, NamedTuple

import numpy as np

from cckg.core.errors import StoreError
from cckg.core.graph import Polarity
from cckg.core.text import content_words
from cckg.core.vectors import Matrix
from cckg.stores.base import Hit, Searchable
from cckg.stores.neo4j.database import Database, code_of
from cckg.stores.neo4j.rows import vectors_of

logger = logging.getLogger(__name__)


Sought = Literal["events", "chunks", "founders", "rewordings"]


def nearest(database: Database, sought: Sought, queries: Matrix, *, k: int, polarity: Polarity | None = None) -> list[list[Hit]]:
    """Return for each row of (m, d) unit queries up to k of what is sought by cosine, then by id; raise ValueError if k < 1."""
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    vectors = vectors_of(np.asarray(queries, dtype=np.float32))
    found: list[list[Hit]] = []
    for start in range(0, len(vectors), _QUERIES):
        found += _nearest_few(database, sought, vectors[start : start + _QUERIES], k=k, polarity=polarity)
    return found


def nearest_wordings(database: Database, queries: Matrix, *, k: int, polarity: Polarity | None) -> list[list[Hit]]:
    """Return for each row of (m, d) unit queries up to k ledger lines by cosine, then by id.

    A line whose vector is that of its event has none of its own, so both indexes are searched.
    """
    worded = nearest(database, "founders", queries, k=k, polarity=polarity)
    reworded = nearest(database, "rewordings", queries, k=k, polarity=polarity)
    return [_best([*left, *right], k=k) for left, right in zip(worded, reworded, strict=True)]


def cosines(database: Database, queries: Matrix, *, over: Searchable) -> tuple[list[str], Matrix]:
    """Return the ids of all n chunks or events, in order, and the cosine of each row of (m, d) unit queries with each, (m, n); exact."""
    rows = database.read(_ALL[over], queries=vectors_of(np.asarray(queries, dtype=np.float32)))
    scores = np.array([row[1] for row in rows], dtype=np.float32).reshape(len(rows), len(queries))
    return [row[0] for row in rows], 2 * scores.T - 1


def search_text(database: Database, query: str, *, k: int, over: Searchable) -> list[Hit]:
    """Return up to k chunks or events by bm25 over the query's content words, then by id; raise ValueError if k < 1."""
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    wanted = [f'"{word}"' for word in dict.fromkeys(content_words(query))]  # quoted, so that nothing in it is syntax
    clauses = [" OR ".join(wanted[start : start + _MOST_WORDS]) for start in range(0, len(wanted), _MOST_WORDS)]
    return [Hit(name, score) for name, score in database.read(_TEXT[over], clauses=clauses, k=k)]


# Private


class _Depth(NamedTuple):
    """How many neighbours are taken of an index, at least, and that one in so many of them is looked at, the nearest."""

    least: int
    share: int


_SEARCHED = _Depth(400, 4)  # among a million events 99 of 100 of the ten nearest are found then
_CALLED = _Depth(120, 4)  # the procedure takes longer for each
_IN_INDEX = _Depth(100, 1)  # filtered, for which the index looks at many more by itself
_SPARE = 4  # times as many as wanted are looked at, where that is more
_MOST = 6400  # neighbours taken for the sake of a rare polarity
_QUERIES = 100  # of one statement
_MOST_WORDS = 500  # of one clause: Lucene allows 1,024
_FAULT = "Neo.DatabaseError.Statement.ExecutionFailed"  # of the server itself


def _nearest_few(
    database: Database, sought: Sought, vectors: Sequence[list[float]], *, k: int, polarity: Polarity | None
) -> list[list[Hit]]:
    """Search for a few vectors, filtered inside the index where the server can.

    Neo4j 2026.09 cannot where a part of the index holds entries of deleted nodes and none that passes the filter: it fails then.
    """
    if database.has_search_clause and polarity is not None:
        try:
            return _ranked(database, _FILTERED[sought], vectors, k=k, polarity=polarity, depth=_IN_INDEX)
        except StoreError as error:
            if code_of(error) != _FAULT:
                raise
            logger.info("searching without the filter, which failed: %s", error)
    statements, depth = (_SEARCH, _SEARCHED) if database.has_search_clause else (_CALL, _CALLED)
    return _ranked(database, statements[sought], vectors, k=k, polarity=polarity, depth=depth)


def _ranked(
    database: Database, statement: LiteralString, vectors: Sequence[list[float]], *, k: int, polarity: Polarity | None, depth: _Depth
) -> list[list[Hit]]:
    """Search by a statement; vectors that got too few hits of their polarity are searched again with more neighbours."""
    hits: list[list[Hit]] = [[] for _ in vectors]
    places, taken = list(range(len(vectors))), max(depth.least, depth.share * _SPARE * k)
    while places:
        short = []
        wanted = [vectors[place] for place in places]
        rows = database.read(statement, queries=wanted, taken=taken, kept=taken // depth.share, polarity=polarity)
        for place, (names, scores, neighbours) in zip(places, rows, strict=True):
            hits[place] = _best([Hit(name, 2 * score - 1) for name, score in zip(names, scores, strict=True)], k=k)
            if len(hits[place]) < k and neighbours >= taken:
                short.append(place)
        places, taken = (short, _SPARE * taken) if taken < _MOST else ([], taken)
    return hits


def _best(hits: Sequence[Hit], *, k: int) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:k]


_COSINES: LiteralString = (
    "RETURN node.id AS name, [query IN $queries | vector.similarity.cosine(node.embedding, query)] AS scores ORDER BY name"
)
_ALL: dict[Searchable, LiteralString] = {
    "chunks": "MATCH (node:Chunk) " + _COSINES,
    "events": "MATCH (node:Event) " + _COSINES,
}
_TEXT: dict[Searchable, LiteralString] = {
    "chunks": """
        UNWIND $clauses AS clause CALL db.index.fulltext.queryNodes('chunk_text', clause) YIELD node, score
        WITH node, sum(score) AS score RETURN node.id, score ORDER BY score DESC, node.id LIMIT $k""",
    "events": """
        UNWIND $clauses AS clause CALL db.index.fulltext.queryNodes('event_text', clause) YIELD node, score
        WITH node, sum(score) AS score RETURN node.id, score ORDER BY score DESC, node.id LIMIT $k""",
}
_EACH: LiteralString = "UNWIND range(0, size($queries) - 1) AS row CALL (row) { "
_OF_POLARITY: LiteralString = """
    WITH count(*) AS neighbours, collect(CASE WHEN $polarity IS NULL OR node.polarity = $polarity THEN [node, score] END) AS found
    WITH neighbours, found, found[CASE WHEN size(found) < $kept THEN -1 ELSE $kept - 1 END][1] AS least
    WITH neighbours, [pair IN found WHERE pair[1] >= least] AS found
"""  # what is as near as the last that is kept is kept as well
_ANEW: LiteralString = "WITH neighbours, [pair IN found | [pair[0], vector.similarity.cosine(pair[0].embedding, $queries[row])]] AS found "
_ITSELF: LiteralString = "RETURN [pair IN found | pair[0].id] AS names, [pair IN found | pair[1]] AS scores, neighbours } "
_LINES: LiteralString = """
    UNWIND CASE found WHEN [] THEN [null] ELSE found END AS pair
    WITH neighbours, pair, pair[0] AS node
    OPTIONAL MATCH (node)<-[:INTO]-(m:_Merge) WHERE m.embedding IS NULL
    RETURN collect(m.id) AS names, collect(CASE WHEN m IS NOT NULL THEN pair[1] END) AS scores, max(neighbours) AS neighbours }
"""
_BY_ROW: LiteralString = "WITH row, names, scores, neighbours ORDER BY row RETURN names, scores, neighbours"

_LABELS: dict[Sought, LiteralString] = {"events": "Event", "chunks": "Chunk", "founders": "Event", "rewordings": "_Merge"}
_FOUND: dict[Sought, LiteralString] = {"events": _ITSELF, "chunks": _ITSELF, "founders": _LINES, "rewordings": _ITSELF}


def _called(label: LiteralString) -> LiteralString:
    return f"CALL db.index.vector.queryNodes('{label.lower()}_embedding', $taken, $queries[row]) YIELD node, score "


def _searched(label: LiteralString, where: LiteralString = "") -> LiteralString:
    index = f"VECTOR INDEX {label.lower()}_embedding FOR $queries[row] {where}LIMIT $taken"
    return f"MATCH (node:{label}) SEARCH node IN ({index}) SCORE AS score "


_CALL: dict[Sought, LiteralString] = {
    sought: _EACH + _called(label) + _OF_POLARITY + _ANEW + _FOUND[sought] + _BY_ROW for sought, label in _LABELS.items()
}
_SEARCH: dict[Sought, LiteralString] = {
    sought: "CYPHER 25 " + _EACH + _searched(label) + _OF_POLARITY + _FOUND[sought] + _BY_ROW for sought, label in _LABELS.items()
}
_FILTERED: dict[Sought, LiteralString] = {
    sought: "CYPHER 25 " + _EACH + _searched(label, "WHERE node.polarity = $polarity ") + _OF_POLARITY + _FOUND[sought] + _BY_ROW
    for sought, label in _LABELS.items()
}
