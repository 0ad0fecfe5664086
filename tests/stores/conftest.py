"""Every kind of store, as `store`; a further kind is a further line in KINDS, and in `begun`."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from cckg.settings import Neo4jSettings
from cckg.stores import GraphStore, open_store
from tests.builders import DIMENSION, FINGERPRINT
from tests.servers import VERSIONS, emptied, neo4j_server

NewStore = Callable[[], GraphStore]
KINDS = ("sqlite-memory", "sqlite-file", *(f"neo4j-{version}" for version in VERSIONS))


def begun(kind: str, file: Path) -> GraphStore:
    """Begin a store of a kind, bound to nothing; there is one at a time of each kind of Neo4j, for a new one takes its database."""
    if kind == "sqlite-memory":
        return open_store(":memory:")
    if kind == "sqlite-file":
        return open_store(str(file))
    server = neo4j_server(kind.removeprefix("neo4j-"))
    emptied(server, DIMENSION)
    login = Neo4jSettings(username=server.username, password=SecretStr(server.password), database=server.database)
    return open_store(server.url, neo4j=login)


@pytest.fixture(params=KINDS)
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewStore]:
    """Begin a new store of one kind, bound to FINGERPRINT, in place of the one before."""
    opened: list[GraphStore] = []
    numbers = itertools.count()

    def begin() -> GraphStore:
        opened.append(begun(request.param, tmp_path / f"{next(numbers)}.db"))
        opened[-1].bind(FINGERPRINT)
        return opened[-1]

    yield begin
    for store in opened:
        store.close()


@pytest.fixture
def store(new_store: NewStore) -> GraphStore:
    return new_store()
