"""Opens the store that a URL names; Neo4j is imported when it is asked for."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from cckg.core.errors import InputError
from cckg.stores.base import GraphStore
from cckg.stores.sqlite import SqliteStore

if TYPE_CHECKING:
    from cckg.settings import Neo4jSettings


def open_store(url: str, *, create: bool = True, neo4j: "Neo4jSettings | None" = None) -> GraphStore:
    """Open the graph that a URL names.

    Args:
        url: the path of a SQLite file, `sqlite:PATH`, or `:memory:` for a graph that ends with the process;
            or a Neo4j database, `neo4j://HOST[:PORT][/DATABASE]`, with `bolt` for one server without routing, `+s` for TLS.
        create: begin a new graph, and its folder, where there is none.
        neo4j: how to log in there; without it, nobody does.

    Raises:
        InputError: for an empty URL, one of another kind, or one that holds a password.
        StoreError: if there is no graph and `create` is false, or the file or database cannot be used as a graph of this version.
    """
    scheme, path = _split(url)
    if scheme in _NEO4J:
        return _open_neo4j(url, create=create, neo4j=neo4j)
    if scheme != "sqlite":
        raise InputError(f"{url} names a store of an unknown kind, {scheme!r}. Name a SQLite file, or neo4j://HOST:PORT.")
    if not path or "\0" in path:
        raise InputError(f"The store {url!r} has no usable path. Name the path of a SQLite file, such as .cckg/graph.db.")
    return SqliteStore(str(Path(path).expanduser()) if path.startswith("~/") else path, create=create)


# Private


def _open_neo4j(url: str, *, create: bool, neo4j: "Neo4jSettings | None") -> GraphStore:
    from cckg.stores.neo4j import Neo4jStore

    if neo4j is None:
        return Neo4jStore(url, create=create)
    password = neo4j.password.get_secret_value() if neo4j.password else None
    return Neo4jStore(url, username=neo4j.username, password=password, database=neo4j.database, create=create)


_NEO4J = {f"{protocol}{security}" for protocol in ("neo4j", "bolt") for security in ("", "+s", "+ssc")}
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):(.*)", re.IGNORECASE | re.DOTALL)  # two letters or more: C: is a drive


def _split(url: str) -> tuple[str, str]:
    """Return the scheme, lower-case, and the rest; what has no scheme is a path of SQLite."""
    match = _SCHEME.fullmatch(url)
    return (match.group(1).lower(), match.group(2)) if match else ("sqlite", url)
