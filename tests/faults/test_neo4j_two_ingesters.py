"""Two ingestions at once, of overlapping documents, into one graph: both end well, and it holds what one of them alone would have read."""

from pathlib import Path

import pytest

from tests.rivals import EFFECTS, assert_same_but_for_order, ingest_twice_at_once, read_alone, write_documents
from tests.servers import NEWER, emptied, neo4j_server
from tests.watching import bared, use, whole_graph


@pytest.fixture(params=["sqlite", NEWER])
def folder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder whose graph is a file in it, or an empty database; that has no constraint or index, so both ingestions create them."""
    monkeypatch.chdir(tmp_path)
    if request.param == NEWER:
        server = neo4j_server(request.param)
        emptied(server, 384)
        bared(server)
        use(monkeypatch, server)
    return tmp_path


def test_two_ingestions_at_once_make_the_graph_of_one(folder: Path) -> None:
    for effect in EFFECTS[:2]:  # the second time every document has changed
        write_documents(folder, effect=effect)
        ingest_twice_at_once(folder)
    assert_same_but_for_order(whole_graph(), read_alone(folder))
