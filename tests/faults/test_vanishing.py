"""Questions and ingestions while another process takes documents out: at whatever call of the store that happens, both end well."""

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings
from cckg.stores import open_store
from cckg.stores.sqlite.store import SqliteStore
from tests.rivals import EFFECTS, write_documents

Work = Callable[[CausalRAG], object]

_LATE = "Of the ferry\n\nThe storm caused the breaking of the ferry. The fire led to the storm.\n"
_READS = set("nearest_wordings wordings nearest_events nearest_chunks search_text neighbourhood events chunks".split())
_READS |= set("event_mentions pair_readings graph mentions_in".split())
_WORKS: dict[str, Work] = {
    "why": lambda app: app.ask(f"Why did {EFFECTS[0]} happen?"),
    "what follows": lambda app: app.ask("What did the breaking of the Ferry lead to?"),
    "necessary": lambda app: app.ask(f"Would {EFFECTS[0]} have happened without the breaking of the ferry?"),
    "passages": lambda app: app.ask("Who owns the ferry?"),
    "whatif": lambda app: app.whatif("the storm", effect=EFFECTS[0]),
    "walk": lambda app: app.walk("the storm", "effects"),
    "path": lambda app: app.path("the storm", EFFECTS[0]),
    "search chunks": lambda app: app.search("ferry", method="hybrid", over="chunks", k=5),
    "search events": lambda app: app.search("ferry", method="hybrid", over="events", k=5),
    "ingest": lambda app: app.ingest([Path("late.txt")]),
}


class _DisturbedStore(SqliteStore):
    """A SQLite store; when its reads have been called so many times, another connection takes documents out before the next one."""

    until = -1
    disturb: Callable[[], None]

    def __getattribute__(self, name: str) -> object:
        if name in _READS:
            self.until -= 1
            if self.until == -1:
                self.disturb()
        return super().__getattribute__(name)


@pytest.fixture(scope="module")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph that tests copy."""
    folder = tmp_path_factory.mktemp("read")
    write_documents(folder, effect=EFFECTS[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with open_app(load_settings(store="graph.db"), create=True) as app:
            app.ingest([Path("one"), Path("two")])
    return folder / "graph.db"


@pytest.fixture
def graph(read_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The graph, in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("late.txt").write_text(_LATE, encoding="utf-8")
    yield read_once
    assert open_store("graph.db").check() == []


@pytest.mark.parametrize("going", ["two/ferry.txt", ".txt"], ids=["a document goes", "all documents go"])
@pytest.mark.parametrize("work", _WORKS.values(), ids=_WORKS)
def test_work_ends_well_whatever_goes_meanwhile(graph: Path, work: Work, going: str) -> None:
    for place in count():
        shutil.copy(graph, "graph.db")
        gone: list[str] = []

        def disturb(gone: list[str] = gone) -> None:
            other = open_store("graph.db")
            stored = [document for document in other.documents() if document.uri.endswith(going)]
            gone.extend(document.id for document in stored if other.forget(document.id))
            other.close()

        store = _DisturbedStore("graph.db")
        store.disturb = disturb
        with CausalRAG(load_settings(store="graph.db"), store) as app:
            app.engine()
            store.until = place
            work(app)
        if not gone:
            break
    assert place > 0
