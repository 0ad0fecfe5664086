"""A Neo4j server that cannot be used as it is: each is one sentence that says what to do, at once, and nothing is written."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest
from pydantic import SecretStr

from cckg.core.errors import InputError, StoreError
from cckg.settings import Neo4jSettings
from cckg.stores import open_store
from cckg.stores.neo4j import database as neo4j_database
from cckg.stores.neo4j.schema import VERSION
from examples.processes import free_port
from tests.builders import DIMENSION, FINGERPRINT, graph_update
from tests.commandline import called
from tests.processes import assert_one_line
from tests.servers import VERSIONS, Reached, emptied, neo4j_server
from tests.watching import login, use, watching

AT_ONCE_S = 20.0  # on a busy machine; the retry time is a minute
GUEST = "cckg_guest"
FIRST, WRONG = SecretStr("to-be-changed"), SecretStr("a-wrong-one")


@pytest.fixture(params=VERSIONS)
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Reached:
    """A server with an empty database, which every command uses."""
    server = neo4j_server(request.param)
    emptied(server, DIMENSION)
    use(monkeypatch, server)
    return server


@pytest.fixture
def driver(server: Reached) -> Iterator[neo4j.Driver]:
    with watching(server) as driver:
        yield driver


@pytest.fixture
def document(tmp_path: Path) -> Path:
    (tmp_path / "storm.txt").write_text("The storm caused the flood.\n", encoding="utf-8")
    return tmp_path


def contents(driver: neo4j.Driver) -> list[list[object]]:
    return [record.values() for record in driver.execute_query("MATCH (n) RETURN labels(n), properties(n), COUNT { (n)-->() }").records]


# Who may log in, and where


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"NEO4J_PASSWORD": "a-wrong-one"}, "refused the user 'neo4j' with this password. Set NEO4J_USERNAME and NEO4J_PASSWORD"),
        ({"NEO4J_PASSWORD": ""}, "asks for a password. Set NEO4J_USERNAME and NEO4J_PASSWORD"),
        ({"NEO4J_USERNAME": "nobody"}, "refused the user 'nobody' with this password"),
        ({"NEO4J_DATABASE": "nowhere"}, "there is no database 'nowhere'. Name another one with NEO4J_DATABASE."),
        ({"NEO4J_DATABASE": "system"}, "the database 'system' keeps users, and no graph. Name another one with NEO4J_DATABASE."),
    ],
    ids=["wrong password", "no password", "wrong user", "wrong database", "system database"],
)
def test_what_opens_no_database_is_said_at_once(
    server: Reached, driver: neo4j.Driver, document: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], said: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    begun = time.monotonic()
    ended = called(["ingest", "."], cwd=document)
    assert_one_line(ended, said=said)
    assert server.password not in ended.err
    assert time.monotonic() - begun < AT_ONCE_S
    assert contents(driver) == []


@pytest.mark.parametrize("scheme", ["neo4j", "bolt"])
def test_a_password_in_the_url_is_refused_and_not_shown(document: Path, scheme: str) -> None:
    ended = called(["stats", "--store", f"{scheme}://ann:secret-word@localhost"], cwd=document)
    assert_one_line(ended, said="must not hold a user or password. Set NEO4J_USERNAME and NEO4J_PASSWORD")
    assert "secret-word" not in ended.err


def test_passwords_that_are_wrong_too_often_or_must_be_changed_are_said(server: Reached, driver: neo4j.Driver) -> None:
    driver.execute_query("CREATE OR REPLACE USER $name SET PASSWORD $first", name=GUEST, first=FIRST.get_secret_value(), database_="system")
    try:
        with pytest.raises(StoreError, match=r"password of 'cckg_guest' must be changed first\. Do that in Neo4j Browser"):
            open_store(server.url, neo4j=Neo4jSettings(username=GUEST, password=FIRST))
        sentences = []
        for _ in range(5):
            with pytest.raises(StoreError) as error:
                open_store(server.url, neo4j=Neo4jSettings(username=GUEST, password=WRONG))
            sentences.append(str(error.value))
        assert "refused the user 'cckg_guest'" in sentences[0]
        assert "was given wrong passwords too often. Wait a few seconds, then try again." in sentences[-1]
    finally:
        driver.execute_query("DROP USER $name", name=GUEST, database_="system")


# No server


@pytest.mark.parametrize("url", ["neo4j://127.0.0.1:{port}", "bolt://127.0.0.1:{port}", "neo4j://no-such-host.invalid"])
def test_no_server_is_said_at_once(document: Path, url: str) -> None:
    begun = time.monotonic()
    ended = called(["ingest", ".", "--store", url.format(port=free_port())], cwd=document)
    assert_one_line(ended, said="cannot be reached (")
    assert "Start the server (`make neo4j`, or docker compose up), or name another store." in ended.err
    assert time.monotonic() - begun < AT_ONCE_S
    assert not (document / ".cckg").exists()


@pytest.mark.parametrize("url", ["neo4j://127.0.0.1:{port}", "bolt://127.0.0.1:{port}"])
def test_a_server_that_never_answers_is_said_within_seconds(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neo4j_database, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(StoreError, match=r"cannot be reached \(.*timed out"):
        open_store(url.format(port=mute.getsockname()[1]))


def test_a_server_that_is_no_neo4j_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(AT_ONCE_S)

        def answer() -> None:
            for _ in range(2):
                try:
                    caller, _ = other.accept()
                except OSError:
                    return
                caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                caller.close()

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(StoreError, match="cannot be reached"):
            open_store(f"bolt://127.0.0.1:{other.getsockname()[1]}")


def test_a_server_that_is_too_old_is_said(server: Reached, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neo4j_database, "OLDEST", (3000, 1))  # tests/slow has a server that really is
    with pytest.raises(StoreError, match=rf"is Neo4j {server.version}.*, which is too old: cckg needs 3000\.1 or newer\. Upgrade"):
        open_store(server.url, neo4j=login(server))


@pytest.mark.parametrize(("scheme", "remedy"), [("neo4j+s", "neo4j"), ("neo4j+ssc", "neo4j"), ("bolt+s", "bolt"), ("bolt+ssc", "bolt")])
def test_a_server_without_tls_is_said_where_tls_is_asked_for(server: Reached, scheme: str, remedy: str) -> None:
    place = server.url.removeprefix("neo4j://")
    with pytest.raises(StoreError, match=rf"did not answer with TLS .*If the server has none, name the store as {remedy}://{place}\.$"):
        open_store(f"{scheme}://{place}", neo4j=login(server))


def test_a_server_that_closes_on_who_speaks_without_tls_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:

        def close_at_once() -> None:
            caller, _ = other.accept()
            caller.recv(64)
            caller.close()

        threading.Thread(target=close_at_once, daemon=True).start()
        url = f"bolt://127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(
            StoreError, match=rf"cannot be reached .*; if it asks for TLS, name the store as {url.replace('bolt', 'bolt[+]s')}\.$"
        ):
            open_store(url)


@pytest.mark.parametrize(
    "url",
    ["neo4j://", "neo4j://host:port", "neo4j://127.0.0.1:99999", "bolt://127.0.0.1:1?region=x", "neo4j://host/a`b", "neo4j://host/a/b"],
)
def test_an_address_that_cannot_be_one_is_said(url: str) -> None:
    with pytest.raises(InputError, match=r"Name the store as neo4j://HOST:PORT(/DATABASE)?\.$"):
        open_store(url)


# What the database holds


@pytest.mark.parametrize("statement", ["CREATE (:Document {title: 'theirs'})", "CREATE (:Person)-[:SAW]->(:Event {id: 'theirs'})"])
def test_a_database_that_holds_another_programs_nodes_is_left_alone(
    server: Reached, driver: neo4j.Driver, document: Path, statement: str
) -> None:
    driver.execute_query(statement)
    before = contents(driver)
    assert_one_line(called(["ingest", "."], cwd=document), said=f"{server.url} holds nodes of another program (")
    assert contents(driver) == before
    assert_one_line(called(["stats"], cwd=document), said="There is no graph at")


def test_nodes_of_another_program_under_other_labels_are_no_trouble(server: Reached, driver: neo4j.Driver) -> None:
    driver.execute_query("CREATE (:Person {name: 'Ann'})-[:CAUSES]->(:Mood)")
    store = open_store(server.url, neo4j=login(server))
    store.bind(FINGERPRINT)
    store.write_document(graph_update("a -> b"))
    assert (len(store.graph().claims), store.check()) == (1, [])
    assert store.forget("d1")
    store.close()
    assert driver.execute_query("MATCH (:Person)-[r:CAUSES]->(:Mood) RETURN count(r)").records[0][0] == 1


@pytest.mark.parametrize("arguments", [["ingest", "."], ["stats"], ["ask", "Why?"], ["forget", "x"]], ids=lambda arguments: arguments[0])
def test_a_graph_that_a_newer_cckg_wrote_is_refused_and_left_alone(
    server: Reached, driver: neo4j.Driver, document: Path, arguments: list[str]
) -> None:
    driver.execute_query("CREATE (:_Graph {id: 'cckg', encoder: 'x', dimension: 384, schema: 99, version: 5})")
    before = contents(driver)
    ended = called(arguments, cwd=document)
    assert_one_line(ended, said=f"was written by a newer cckg (schema 99; this one knows {VERSION}). Upgrade cckg")
    assert contents(driver) == before


def test_doctor_takes_an_empty_database_for_no_fault(server: Reached, driver: neo4j.Driver, document: Path) -> None:
    ended = called(["doctor", "--json"], cwd=document)
    found = {check["name"]: check for check in json.loads(ended.out)["checks"]}
    assert (ended.status, found["store"]["state"]) == (0, "warning")
    assert found["store"]["found"] == f"no graph at {server.url} yet"
    assert found["store"]["next"] == "Run `cckg ingest PATH…`."
    assert contents(driver) == []


def test_doctor_names_what_is_broken(server: Reached, driver: neo4j.Driver, document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.execute_query("CREATE (:_Graph {id: 'cckg', encoder: 'x', dimension: 384, schema: 99, version: 5})")
    for said in ("was written by a newer cckg", "there is no database 'nowhere'"):
        ended = called(["doctor", "--json"], cwd=document)
        found = {check["name"]: check for check in json.loads(ended.out)["checks"]}
        assert (ended.status, found["store"]["state"]) == (1, "broken")
        assert said in found["store"]["found"]
        monkeypatch.setenv("NEO4J_DATABASE", "nowhere")
