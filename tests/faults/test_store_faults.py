"""The store when things go wrong: killed, full, locked, damaged, forbidden. What was acknowledged stays, nothing half-written does."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cckg.core.errors import StoreError
from cckg.stores import open_store
from cckg.stores.sqlite import database as sqlite_database
from cckg.stores.sqlite.store import SqliteStore
from tests.builders import FINGERPRINT, graph_update

ROOT = Path(__file__).parents[2]
CLAIMS = 120  # of each document that is written while the process is killed


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    store = SqliteStore(str(tmp_path / "graph.db"))
    store.bind(FINGERPRINT)
    store.write_document(graph_update("a -> b; b -> c", document="d1"))
    return store


WRITER = f"""
import sys
from cckg.stores import open_store
from tests.builders import FINGERPRINT, graph_update
store = open_store(sys.argv[1])
store.bind(FINGERPRINT)
for number in range(10_000):
    text = "; ".join(f"a{{number}} -> {{sys.argv[2]}}x{{number}}x{{claim}}" for claim in range({CLAIMS}))
    update = graph_update(text, document=f"{{sys.argv[2]}}{{number}}", uri=f"{{number % 4}}.txt")
    print("writing", flush=True)
    store.write_document(update)
    print("done", update.document.id, flush=True)
"""


def test_a_killed_process_leaves_whole_documents_only(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    for round_number in range(5):
        command = [sys.executable, "-c", WRITER, str(path), f"r{round_number}d"]
        with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            lines = [writer.stdout.readline() for _ in range(9 + 2 * round_number)]  # ends with "writing"
            writer.kill()
            lines += writer.stdout.readlines()
        acknowledged = [line.split()[1] for line in lines if line.startswith("done")]
        store = open_store(str(path), create=False)
        assert store.check() == []
        held = store.documents()
        assert {document.claims for document in held} == {CLAIMS}
        assert store.stats().claims == CLAIMS * len(held) == CLAIMS * 4
        assert set(acknowledged[-3:]) <= {document.id for document in held}
        store.close()


@pytest.mark.parametrize(
    "trigger",
    [
        "BEFORE INSERT ON merge WHEN new.document = 'd2' AND new.event = 'y'",
        "BEFORE INSERT ON chunk",
        "BEFORE DELETE ON document",
        "BEFORE DELETE ON event",
    ],
)
def test_an_error_in_mid_write_leaves_the_graph_as_it_was(store: SqliteStore, tmp_path: Path, trigger: str) -> None:
    before = store.graph(), store.documents(), store.merges(), store.search_text("b", k=9)
    other = sqlite3.connect(tmp_path / "graph.db")
    other.execute(f"CREATE TRIGGER fault {trigger} BEGIN SELECT raise(FAIL, 'on purpose'); END")
    other.close()
    with pytest.raises(StoreError, match="on purpose"):
        store.write_document(graph_update("x -> y; b -> y", document="d2", uri="d1.txt"))
    assert (store.graph(), store.documents(), store.merges(), store.search_text("b", k=9)) == before
    assert store.check() == []
    store.close()


def test_an_interrupt_in_mid_write_leaves_the_graph_as_it_was(store: SqliteStore) -> None:
    before = store.graph()

    def interrupted() -> None:
        with store._database.writing():
            store._database.change("DELETE FROM merge")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (store.graph(), len(store.merges())) == (before, 4)
    store.close()


def test_a_full_disk_is_named_and_loses_nothing(store: SqliteStore) -> None:
    before = store.graph()
    store._database.rows(f"PRAGMA max_page_count = {store._database.value('PRAGMA page_count')}")
    big = graph_update("; ".join(f"x{number} -> y{number}" for number in range(300)), document="d2", uri="d1.txt")
    with pytest.raises(StoreError, match=r"is full.*free some space"):
        store.write_document(big)
    assert (store.graph(), store.check()) == (before, [])
    store._database.rows("PRAGMA max_page_count = 1000000")
    store.write_document(big)
    assert store.stats().claims == 300
    store.close()


def test_a_locked_store_is_named_after_waiting_and_can_still_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_database, "BUSY_SECONDS", 0.05)
    store = SqliteStore(str(tmp_path / "graph.db"))
    store.bind(FINGERPRINT)
    other = sqlite3.connect(tmp_path / "graph.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"kept locked by another process.*try again"):
        store.write_document(graph_update("a -> b"))
    assert store.documents() == []
    other.execute("ROLLBACK")
    other.close()
    store.write_document(graph_update("a -> b"))
    assert store.stats().claims == 1
    store.close()


def test_damaged_pages_are_named(store: SqliteStore, tmp_path: Path) -> None:
    store.close()
    path = tmp_path / "graph.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreError, match=r"is damaged.*Put a copy of it back"):
        SqliteStore(str(path)).check()


def test_a_file_that_was_cut_short_is_named(store: SqliteStore, tmp_path: Path) -> None:
    store.close()
    path = tmp_path / "graph.db"
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(StoreError, match="is damaged"):
        SqliteStore(str(path)).graph()


WITHOUT_RIGHTS = """
import os, sys
from cckg.core.errors import StoreError
from cckg.stores.sqlite.store import SqliteStore
from tests.builders import FINGERPRINT, graph_update
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    store = SqliteStore(sys.argv[1])
    store.write_document(graph_update("x -> y", document="d2"))
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "name", "sentence"),
    [
        (0o555, 0o644, "new.db", "cannot be opened"),
        (0o555, 0o444, "graph.db", "is read-only"),
        (0o555, 0o444, "new/graph.db", "The folder of"),
        (0o000, 0o644, "graph.db", "cannot be used: Permission denied"),
        (0o777, 0o000, "graph.db", "cannot be opened"),
    ],
)
def test_missing_rights_are_named(folder_mode: int, file_mode: int, name: str, sentence: str) -> None:
    import tempfile  # not tmp_path: its parents are closed to other users

    with tempfile.TemporaryDirectory() as temporary:
        outer, folder = Path(temporary), Path(temporary) / "folder"
        folder.mkdir()
        store = SqliteStore(str(folder / "graph.db"))
        store.bind(FINGERPRINT)
        store.close()
        outer.chmod(0o755)
        (folder / "graph.db").chmod(file_mode)
        folder.chmod(folder_mode)
        command = [sys.executable, "-c", WITHOUT_RIGHTS, str(folder / name)]
        ended = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False, env={**os.environ, "HOME": temporary})
        folder.chmod(0o755)
    assert ended.stderr == ""
    assert sentence in ended.stdout
