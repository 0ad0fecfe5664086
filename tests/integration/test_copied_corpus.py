"""The demo corpus, or a part of it, is moved to every kind of store that lasts, and back: the same graph each time."""

from pathlib import Path

import pytest

from cckg.app import open_app
from cckg.core.errors import InputError
from cckg.settings import Settings, load_settings
from cckg.stores.copying import graph_hash
from tests.servers import NEWER, emptied, neo4j_server

DIMENSION = 384


@pytest.fixture(params=["sqlite", NEWER])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The settings of an empty store elsewhere."""
    if request.param == "sqlite":
        return load_settings(store=str(tmp_path / "there.db"))
    server = neo4j_server(request.param)
    emptied(server, DIMENSION)
    return load_settings(store=server.url, neo4j={"username": server.username, "password": server.password, "database": server.database})


@pytest.mark.parametrize("demo_graph", ["part", pytest.param("whole", marks=pytest.mark.slow)], indirect=True)
def test_the_demo_corpus_goes_there_and_back(demo_graph: Path, there: Settings, tmp_path: Path) -> None:
    back = tmp_path / "back.db"
    with open_app(there.model_copy(update={"store": str(demo_graph)})) as app:
        sent, graph, written = app.copy(there.store), graph_hash(app.store), app.export("json")
        documents = app.stats().documents
    with open_app(there) as app:
        returned, read = app.copy(str(back)), app.export("json")
        assert app.store.check() == []
    assert sent.copied == returned.copied == documents
    assert sent.hash == returned.hash == graph
    with open_app(load_settings(store=str(back))) as app:
        assert app.export("json") == read == written
        assert app.store.check() == []


def test_a_store_is_not_copied_onto_itself(there: Settings) -> None:
    with open_app(there, create=True) as app, pytest.raises(InputError, match="is the store that is copied"):
        app.copy(there.store)
