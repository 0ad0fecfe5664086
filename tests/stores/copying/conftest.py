"""Two stores at once, of which one is copied into the other."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cckg.stores import GraphStore
from tests.builders import FINGERPRINT
from tests.servers import NEWER, neo4j_server
from tests.stores.conftest import KINDS, begun
from tests.stores.copying.graphs import Pair

Begin = Callable[[str], GraphStore]
PAIRS = [("sqlite-file", kind) for kind in KINDS] + [(kind, "sqlite-file") for kind in KINDS if kind != "sqlite-file"]
OF_ONE_VERSION = [pair for pair in PAIRS if f"neo4j-{NEWER}" in pair or not any(kind.startswith("neo4j") for kind in pair)]
"""Pairs with one version of Neo4j: what copying alone does is tested with these, what a store does, with all."""
LASTING = [pair for pair in OF_ONE_VERSION if "sqlite-memory" not in pair]
of_one_version = pytest.mark.parametrize("pair", OF_ONE_VERSION, ids="->".join, indirect=True)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a new store of a kind, bound to nothing yet."""
    opened: list[GraphStore] = []

    def new(kind: str) -> GraphStore:
        opened.append(begun(kind, tmp_path / f"{len(opened)}.db"))
        return opened[-1]

    yield new
    for store in opened:
        store.close()


@pytest.fixture(params=PAIRS, ids="->".join)
def pair(request: pytest.FixtureRequest, begin: Begin) -> Pair:
    """A source that is bound, and a new target; of two kinds, or two files."""
    source, target = (begin(kind) for kind in request.param)
    source.bind(FINGERPRINT)
    return source, target


@pytest.fixture(params=LASTING, ids="->".join)
def lasting_pair(request: pytest.FixtureRequest, begin: Begin, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """The same, of kinds that other processes can open, by their URLs and the environment."""
    for kind in request.param:
        if kind.startswith("neo4j"):
            for name, value in neo4j_server(kind.removeprefix("neo4j-")).variables.items():
                monkeypatch.setenv(name, value)
    source, target = (begin(kind) for kind in request.param)
    source.bind(FINGERPRINT)
    return source, target


@pytest.fixture
def files(begin: Begin) -> Pair:
    """The same, of two files: for what does not depend on the kind."""
    source, target = begin("sqlite-file"), begin("sqlite-file")
    source.bind(FINGERPRINT)
    return source, target
