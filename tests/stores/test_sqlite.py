"""What is SQLite's own: opening, schema versions, several processes, and what `check` finds in a file that was tampered with."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from cckg.core.claims import Degree
from cckg.core.errors import InputError, StoreError
from cckg.core.graph import Entity
from cckg.stores import GraphStore, open_store
from cckg.stores.sqlite import database as sqlite_database
from tests.builders import FINGERPRINT, graph_update, unit_vectors

ROOT = Path(__file__).parents[2]


def begin(path: Path, *documents: str) -> GraphStore:
    store = open_store(str(path))
    store.bind(FINGERPRINT)
    for number, text in enumerate(documents, start=1):
        store.write_document(graph_update(text, document=f"d{number}"))
    return store


def tamper(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


# Opening


@pytest.mark.parametrize("prefix", ["", "sqlite:", "SQLite:"])
def test_a_path_is_a_store_whose_folder_is_made(tmp_path: Path, prefix: str) -> None:
    path = tmp_path / "new" / "folder" / "graph.db"
    begin(path, "a -> b").close()
    store = open_store(f"{prefix}{path}", create=False)
    assert (store.url, store.stats().claims, store.fingerprint()) == (f"sqlite:{path}", 1, FINGERPRINT)
    store.close()


def test_a_path_in_the_users_folder_may_begin_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    open_store("~/graph.db").close()
    assert (tmp_path / "graph.db").exists()


@pytest.mark.parametrize("url", ["neo4j://ann:secret@host", "neo4j+s://:secret@host:7687", "BOLT://ann@host/db"])
def test_a_neo4j_url_that_holds_a_login_is_refused_and_not_shown(url: str) -> None:
    with pytest.raises(InputError, match="NEO4J_PASSWORD") as refused:
        open_store(url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["neo4j://", "neo4j:host", "neo4j://:7687", "neo4j://host:port", "neo4j://host/a/b", "bolt+ssc://host/`db`", "neo4j://host#x"]
)
def test_an_impossible_neo4j_url_says_what_is_possible(url: str) -> None:
    with pytest.raises(InputError, match="neo4j://HOST:PORT"):
        open_store(url)


def test_accents_make_no_difference_to_words() -> None:
    store = open_store(":memory:")
    store.bind(FINGERPRINT)
    store.write_document(graph_update("The façade is cracked."))
    assert [hit.id for hit in store.search_text("facade", k=1)] == [hit.id for hit in store.search_text("FAÇADE", k=1)] == ["d1#0"]


@pytest.mark.parametrize("url", ["", "sqlite:", "postgres://host", "file:graph.db", "a\0b"])
def test_an_impossible_url_says_what_is_possible(url: str) -> None:
    with pytest.raises(InputError, match="SQLite file"):
        open_store(url)


def test_a_graph_that_is_missing_is_not_begun_by_reading_it(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for url in (":memory:", str(tmp_path / "none.db"), str(tmp_path / "empty.db"), str(tmp_path / "no folder" / "graph.db")):
        with pytest.raises(StoreError, match=r"There is no graph at .* yet\. Run `cckg ingest PATH…` first\."):
            open_store(url, create=False)
    assert [path.name for path in tmp_path.iterdir()] == ["empty.db"]


@pytest.mark.parametrize("text", ["xy", "This is no database. " * 999])
def test_a_file_that_is_not_sqlite_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(StoreError, match="is not a SQLite database"):
        open_store(str(path))
    assert path.read_text() == text


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    tamper(path, "CREATE TABLE things (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="of another program"):
        open_store(str(path))
    assert path.read_bytes() == before


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        open_store(str(tmp_path))


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(str(tmp_path / "file" / "graph.db"))


def test_a_newer_schema_asks_for_an_upgrade(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    begin(path).close()
    tamper(path, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"schema 99.*Upgrade cckg"):
        open_store(str(path))


def test_an_older_schema_is_brought_up_to_date_and_keeps_its_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, script = tmp_path / "graph.db", tmp_path / "second.sql"
    begin(path, "a -> b").close()
    script.write_text(f"CREATE TABLE addition (name TEXT);\nPRAGMA user_version = {len(sqlite_database.MIGRATIONS) + 1};\n")
    monkeypatch.setattr(sqlite_database, "MIGRATIONS", (*sqlite_database.MIGRATIONS, str(script)))
    store = open_store(str(path))
    assert (store.stats().claims, store.check()) == (1, [])
    store.close()
    tamper(path, "INSERT INTO addition VALUES ('there')")


def test_a_file_of_version_1_keeps_its_documents_which_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "graph.db"
    with monkeypatch.context() as patched:
        patched.setattr(sqlite_database, "MIGRATIONS", ("schema.sql",))
        open_store(str(path)).close()
    tamper(path, "INSERT INTO document (id, title, media_type, ingested_at, metadata) VALUES ('d1', 'T', '', '2026-01-01', '[]')")
    tamper(path, "INSERT INTO source VALUES ('d1.txt', 'd1')")
    store = open_store(str(path))
    assert [(document.id, document.status, document.reason) for document in store.documents()] == [("d1", "done", None)]
    assert store.has_document("d1", whole=True)
    store.close()


def test_a_file_of_version_2_keeps_its_claims_which_are_direct(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    written = begin(path, "a +> b", "b ?> c")
    graph = written.graph()
    written.close()
    tamper(path, *_WITHOUT_VERSION_4, "ALTER TABLE claim DROP COLUMN degree", "PRAGMA user_version = 2")
    store = open_store(str(path))
    assert store.graph() == replace(
        graph, claims=tuple(replace(claim, degree=Degree.DIRECT, cause_mention="", effect_mention="") for claim in graph.claims)
    )
    store.write_document(graph_update("a +> b", document="later", known=["a", "b"]))
    assert [claim.degree for claim in store.graph().claims] == [Degree.DIRECT, Degree.DIRECT, Degree.CONTRIBUTING]
    assert store.check() == []
    store.close()


def test_a_file_of_version_3_gets_a_place_for_priors(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    begin(path, "a -> b").close()
    tamper(path, *_WITHOUT_VERSION_4, "PRAGMA user_version = 3")
    store = open_store(str(path))
    store.keep_priors("small", "d1", {"a -> b": -4.0})
    assert store.priors("small", ["a -> b"]) == {"a -> b": -4.0}
    assert (store.stats().claims, store.check()) == (1, [])
    store.close()


def test_a_file_of_version_4_is_one_in_which_nobody_has_looked_for_named_things(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    begin(path, "a -> b").close()
    tamper(path, *_WITHOUT_VERSION_5, "PRAGMA user_version = 4")
    store = open_store(str(path))
    assert (store.unnamed("r"), store.stats().entities) == (["d1"], 0)
    store.keep_entities("d1", {"d1#0": [Entity("a", "A")]}, recogniser="r")
    assert (store.unnamed("r"), store.mentioned(["d1#0"])) == ([], {"d1#0": [Entity("a", "A")]})
    assert (store.stats().claims, store.check()) == (1, [])
    store.close()


def test_a_file_of_version_5_has_mentions_without_context(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    begin(path, "a -> b").close()
    tamper(path, *_WITHOUT_VERSION_6, "PRAGMA user_version = 5")
    store = open_store(str(path))
    assert [merge.context for merge in store.merges()] == [None, None]
    assert store.event_mentions()[0] == []
    assert store.is_settled()
    assert (store.stats().claims, store.check()) == (1, [])
    store.close()


def test_a_migration_that_fails_leaves_the_graph_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, script = tmp_path / "graph.db", tmp_path / "second.sql"
    begin(path, "a -> b").close()
    script.write_text("DROP TABLE claim;\nPRAGMA user_version = 10;\nINSERT INTO nowhere VALUES (1);\n")
    with monkeypatch.context() as patched:
        patched.setattr(sqlite_database, "MIGRATIONS", (*sqlite_database.MIGRATIONS, str(script)))
        with pytest.raises(StoreError, match="no such table: nowhere"):
            open_store(str(path))
    store = open_store(str(path))
    assert (store.stats().claims, store.check()) == (1, [])
    store.close()


def test_a_store_that_was_closed_says_so(tmp_path: Path) -> None:
    store = begin(tmp_path / "graph.db")
    store.close()
    store.close()
    with pytest.raises(StoreError, match="was closed already"):
        store.stats()


def test_a_store_says_in_another_thread_that_it_is_not_used_there(tmp_path: Path) -> None:
    store = begin(tmp_path / "graph.db")
    with ThreadPoolExecutor(1) as other, pytest.raises(StoreError, match="opened in another thread"):
        other.submit(store.stats).result()
    store.close()


def test_characters_that_are_no_text_are_named(tmp_path: Path) -> None:
    store = begin(tmp_path / "graph.db")
    with pytest.raises(StoreError, match=r"udcff.*no Unicode text"):
        store.find_document("a\udcff.txt")
    store.close()


# Several processes

WRITER = """
import sys
from cckg.stores import open_store
from tests.builders import FINGERPRINT, graph_update
store = open_store(sys.argv[1])
store.bind(FINGERPRINT)
for number in range(int(sys.argv[3])):
    store.write_document(graph_update(f"a -> {sys.argv[2]}{number}", document=f"{sys.argv[2]}{number}"))
    print(number, flush=True)
    sys.stdin.readline()
"""


def start_writer(path: Path, name: str, documents: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(documents)]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_reader_sees_what_another_process_has_just_written(tmp_path: Path) -> None:
    store = begin(tmp_path / "graph.db", "a -> b")
    with start_writer(tmp_path / "graph.db", "w", 3) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        for number in range(3):
            assert int(writer.stdout.readline()) == number
            assert store.nearest_events(unit_vectors([f"w{number}"]), k=1)[0][0].id == f"w{number}"
            assert store.stats().documents == number + 2
            writer.stdin.write("\n")
            writer.stdin.flush()
    store.close()


def test_several_processes_may_begin_one_graph_at_once(tmp_path: Path) -> None:
    writers = [start_writer(tmp_path / "graph.db", name, 5) for name in "pqrs"]
    ended = [(*writer.communicate("\n" * 5), writer.returncode) for writer in writers]
    assert ended == [("0\n1\n2\n3\n4\n", "", 0)] * 4
    store = open_store(str(tmp_path / "graph.db"), create=False)
    assert (store.stats().documents, store.check()) == (20, [])
    store.close()


# What `check` finds


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM event WHERE id = 'b'", "An entry of claim refers to an entry of event that is missing."),
        ("DELETE FROM claim", "Event a has no claim that leads to it."),
        ("UPDATE event SET embedding = x'00' WHERE id = 'a'", "The vector of event a has the wrong length."),
        ("UPDATE chunk SET embedding = x'00'", "The vector of chunk d1#0 has the wrong length."),
        ("UPDATE merge SET embedding = x'00'", "The vector of ledger line d1/0/cause has the wrong length."),
        ("INSERT INTO mention VALUES ('a', 'd9#0', 'A', 0)", "An entry of mention refers to an entry of chunk that is missing."),
        ("DELETE FROM source", "Document d1 has no source."),
        ("UPDATE chunk SET text = 'tampered'", "The full-text index of the chunks does not match their texts."),
        ("DELETE FROM event_words_docsize", "The full-text index of the events does not match their texts."),
    ],
)
def test_check_names_what_was_tampered_with(tmp_path: Path, statement: str, sentence: str) -> None:
    path = tmp_path / "graph.db"
    begin(path, "a -> b").close()
    tamper(path, statement)
    store = open_store(str(path))
    assert sentence in store.check()
    store.close()


_WITHOUT_VERSION_6 = (
    "ALTER TABLE claim DROP COLUMN enough",
    "ALTER TABLE claim DROP COLUMN counterfactual",
    "ALTER TABLE claim DROP COLUMN implied",
    "ALTER TABLE claim DROP COLUMN tentative",
    "ALTER TABLE claim DROP COLUMN cause_quote_words",
    "ALTER TABLE claim DROP COLUMN cause_quote_start",
    "ALTER TABLE claim DROP COLUMN cause_quote_stop",
    "DROP TABLE decision",
    "DROP TABLE reading",
    "DROP TABLE perhaps_same",
    *(f"DROP INDEX claim_{side}_mention" for side in ("cause", "effect")),
    *(f"ALTER TABLE claim DROP COLUMN {side}_mention" for side in ("cause", "effect")),
    *(
        f"ALTER TABLE merge DROP COLUMN {column}"
        for column in ("polarity", "words", "start", "stop", "before", "behind", "headings", "date", "date_source", "place")
    ),
)
_WITHOUT_VERSION_5 = (*_WITHOUT_VERSION_6, "DROP TABLE mention", "ALTER TABLE document DROP COLUMN recogniser")
_WITHOUT_VERSION_4 = (
    *_WITHOUT_VERSION_5,
    "DROP TABLE prior",
    "ALTER TABLE chunk ADD COLUMN log_prior REAL",
    "ALTER TABLE chunk ADD COLUMN teacher TEXT",
)
