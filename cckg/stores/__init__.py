"""Where the causal graph is kept. `open_store` is the one way in; every store keeps the protocol `cckg.stores.base.GraphStore`."""

import re
from pathlib import Path

from cckg.core.errors import InputError, NotAvailableError
from cckg.stores.base import GraphStore


def open_store(url: str, *, create: bool = True) -> GraphStore:
    """Open the graph that a URL names.

    Args:
        url: the path of a SQLite file, `sqlite:PATH`, or `:memory:` for a graph that ends with the process.
        create: begin a new graph, and its folder, where there is none.

    Raises:
        NotAvailableError: for the URL of a Neo4j server.
        InputError: for an empty URL, or one of another kind.
        StoreError: if there is no graph and `create` is false, or the file cannot be used as a graph of this version.
    """
    scheme, path = _split(url)
    if scheme in _NEO4J:
        raise NotAvailableError(f"{url} names a Neo4j server, which comes with a later version of cckg. Name a SQLite file.")
    if scheme != "sqlite":
        raise InputError(f"{url} names a store of an unknown kind, {scheme!r}. Name the path of a SQLite file, or sqlite:PATH.")
    if not path or "\0" in path:
        raise InputError(f"The store {url!r} has no usable path. Name the path of a SQLite file, such as .cckg/graph.db.")
    from cckg.stores.sqlite import SqliteStore

    return SqliteStore(str(Path(path).expanduser()) if path.startswith("~/") else path, create=create)


# Private

_NEO4J = {f"{protocol}{security}" for protocol in ("neo4j", "bolt") for security in ("", "+s", "+ssc")}
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):(.*)", re.IGNORECASE | re.DOTALL)  # two letters or more: C: is a drive


def _split(url: str) -> tuple[str, str]:
    """Return the scheme, lower-case, and the rest; what has no scheme is a path of SQLite."""
    match = _SCHEME.fullmatch(url)
    return (match.group(1).lower(), match.group(2)) if match else ("sqlite", url)
