"""Every kind of store, as `store`; a further kind is a further line in KINDS."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cckg.stores import open_store
from cckg.stores.base import GraphStore
from tests.builders import FINGERPRINT

NewStore = Callable[[], GraphStore]
KINDS = ("sqlite-memory", "sqlite-file")


@pytest.fixture(params=KINDS)
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewStore]:
    """Open as many new stores of one kind as are asked for, bound to FINGERPRINT."""
    opened: list[GraphStore] = []
    numbers = itertools.count()

    def begin() -> GraphStore:
        url = ":memory:" if request.param == "sqlite-memory" else str(tmp_path / f"{next(numbers)}.db")
        opened.append(open_store(url))
        opened[-1].bind(FINGERPRINT)
        return opened[-1]

    yield begin
    for store in opened:
        store.close()


@pytest.fixture
def store(new_store: NewStore) -> GraphStore:
    return new_store()
