"""The Neo4j servers that tests and `make neo4j` start, the tests' own rules about them, and what docs/how-to/neo4j.md says of them."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, Neo4jError

from examples.neo4j.artifacts import VERSIONS as PINNED
from examples.neo4j.command import PORTS, main
from examples.neo4j.server import Server, last_started, start
from examples.processes import ServerError, free_port
from tests import servers
from tests.servers import VARIABLES, VERSIONS, driver, emptied, neo4j_server, own_server

ROOT = Path(__file__).parents[2]
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "how-to" / "neo4j.md").read_text(encoding="utf-8")
EACH = pytest.mark.parametrize("version", VERSIONS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, where no .env says anything."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Servers that all tests share


@EACH
def test_a_server_of_each_version_answers(version: str) -> None:
    server = neo4j_server(version)
    agent = driver(server).get_server_info().agent
    assert agent == f"Neo4j/{PINNED[version]}" if server.pid else agent.startswith("Neo4j/")


@EACH
def test_a_wrong_password_is_refused(version: str) -> None:
    server = neo4j_server(version)
    with GraphDatabase.driver(server.url, auth=(server.username, "not the password")) as other, pytest.raises(AuthError):
        other.verify_connectivity()


@EACH
def test_emptying_takes_every_node_and_the_vector_indexes_of_another_dimension(version: str) -> None:
    server = neo4j_server(version)
    emptied(server, 8)
    for name, dimension in (("event_embedding", 8), ("chunk_embedding", 16)):
        driver(server).execute_query(
            f"CREATE VECTOR INDEX {name} FOR (n:{name}) ON n.embedding OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension}}}}}"
        )
    driver(server).execute_query("UNWIND range(1, 12000) AS i CREATE (:Event {id: i})-[:CAUSES]->(:Event {id: -i})")
    emptied(server, 8)
    assert driver(server).execute_query("MATCH (n) RETURN count(n)").records[0][0] == 0
    assert [row["name"] for row in driver(server).execute_query("SHOW VECTOR INDEXES").records] == ["event_embedding"]
    driver(server).execute_query("DROP INDEX event_embedding")


@EACH
def test_the_roles_of_the_page_are_statements_that_the_server_understands(version: str) -> None:
    block = re.findall(r"```cypher\n(.*?)```", PAGE, re.DOTALL)[0]
    statements = [statement.strip() for statement in block.split(";") if statement.strip()]
    assert len(statements) > 10
    for statement in statements:  # Community parses them, and then says that it has no roles
        with pytest.raises(Neo4jError) as raised:
            driver(neo4j_server(version)).execute_query(statement, database_="system")
        assert "SyntaxError" not in str(raised.value.code), statement
        assert re.search("unsupported administration command|community edition", str(raised.value.message), re.IGNORECASE), statement


# A server of one's own


@pytest.mark.slow  # tests/faults/test_neo4j_kills.py relies on all of it
def test_a_killed_server_comes_back_with_its_data_and_with_other_settings() -> None:
    with own_server("5.26") as server:
        with GraphDatabase.driver(server.url, auth=(server.username, server.password)) as connected:
            connected.execute_query("CREATE (:Event {id: 1})")
        server.kill()
        assert not server.is_running()
        server.restart({"server.databases.default_to_read_only": "true"})
        with GraphDatabase.driver(server.url, auth=(server.username, server.password)) as connected:
            assert connected.execute_query("MATCH (n:Event) RETURN n.id").records[0][0] == 1
            with pytest.raises(Neo4jError, match="read-only"):
                connected.execute_query("CREATE (:Event {id: 2})")


def test_the_command_starts_shows_and_ends_a_server_that_outlives_it(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    neo4j_server("5.26")  # skips where there is none
    home = folder / "home"
    command = [sys.executable, "-m", "examples.neo4j.server", "start", "--home", str(home), "--port", str(free_port())]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    try:
        assert done.returncode == 0, done.stderr
        assert "Maven" not in done.stderr  # the jars are there
        exported = dict(line.removeprefix("export ").split("=", 1) for line in done.stdout.splitlines())
        assert list(exported) == ["NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD"]
        assert (home / "password").stat().st_mode & 0o777 == 0o600
        with GraphDatabase.driver(exported["NEO4J_URI"], auth=(exported["NEO4J_USERNAME"], exported["NEO4J_PASSWORD"])) as connected:
            connected.verify_connectivity()
        assert main(["status", "--home", str(home)]) == 0
        assert capfd.readouterr().out == done.stdout
    finally:
        ended = main(["stop", "--home", str(home)])
    assert ended == 0
    server = last_started(home)
    assert server is not None
    assert not server.is_running()
    assert main(["status", "--home", str(home)]) == 1


@pytest.mark.slow
def test_a_server_ends_with_the_program_that_started_it(tmp_path: Path) -> None:
    neo4j_server("5.26")
    script = "import sys, time; from pathlib import Path; from examples.neo4j.server import start\n"
    script += "start('5.26', Path(sys.argv[1]), int(sys.argv[2]), 'a-password'); print('started', flush=True); time.sleep(600)"
    command = [sys.executable, "-c", script, str(tmp_path), str(free_port())]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        process.kill()
    server, deadline = last_started(tmp_path), time.monotonic() + 60
    assert server is not None
    while server.is_running():
        assert time.monotonic() < deadline
        time.sleep(0.1)


# What cannot be started


def test_a_port_that_is_taken_is_an_error_that_names_it(tmp_path: Path) -> None:
    server = neo4j_server("5.26")
    port = int(server.url.rpartition(":")[2])
    with pytest.raises(ServerError, match=rf"Something else listens on port {port} already"):
        start("5.26", tmp_path, port, "long-enough")


def test_a_short_password_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="at least 8 characters"):
        start("5.26", tmp_path, free_port(), "short")


def test_a_home_of_another_generation_is_refused(tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text('{"version": "2026.09.0", "port": 1, "pid": 0}', encoding="utf-8")
    with pytest.raises(ServerError, match=r"holds the data of Neo4j 2026\.09\.0\. Start that version"):
        start("5.26", tmp_path, free_port(), "long-enough")


def test_a_process_that_is_no_server_is_not_taken_for_one(tmp_path: Path) -> None:
    assert not Server("5.26.16", tmp_path, 1, "", pid=os.getpid()).is_running()


def test_stopping_what_does_not_run_is_no_error(folder: Path) -> None:
    assert main(["stop"]) == 0
    assert main(["status"]) == 1
    assert list(folder.iterdir()) == []


def test_a_home_whose_password_is_not_known_asks_for_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    neo4j_server("5.26")  # skips where there is none
    (folder / ".cckg" / "neo4j" / "5.26" / "data").mkdir(parents=True)
    assert main(["start", "--port", str(free_port())]) == 1
    assert "was given its password by NEO4J_PASSWORD. Set it again." in capsys.readouterr().err


# Rules of the tests


def run_one_test(tmp_path: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    """Run a test against Neo4j on a machine without the jars and without Maven."""
    test = f"{Path(__file__).relative_to(ROOT)}::test_a_server_of_each_version_answers"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    environment = {**os.environ, "PATH": "/nowhere", "XDG_CACHE_HOME": str(tmp_path), "COLUMNS": "300", **environ}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_without_a_server_tests_are_skipped_loudly(tmp_path: Path) -> None:
    ended = run_one_test(tmp_path, CCKG_TEST_NEO4J="")
    assert ended.returncode == 0, ended.stdout
    assert re.search(r"^1 tests against Neo4j were SKIPPED: .*5\.26\.16.* Install", ended.stdout, re.MULTILINE), ended.stdout
    assert "2 skipped" in ended.stdout


def test_where_servers_are_required_tests_fail_without_one(tmp_path: Path) -> None:
    ended = run_one_test(tmp_path, CCKG_TEST_NEO4J="required")
    assert ended.returncode == 1
    assert "2 failed" in ended.stdout


def test_data_that_is_not_ours_is_not_wiped() -> None:
    server = neo4j_server("5.26")
    if not server.pid:
        pytest.skip("the server of NEO4J_URI is marked as one of tests already")
    emptied(server, 8)
    driver(server).execute_query("CREATE (:Precious)")
    test = f"{Path(__file__).relative_to(ROOT)}::test_emptying_takes_every_node_and_the_vector_indexes_of_another_dimension[5.26]"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    ended = subprocess.run(command, cwd=ROOT, env={**os.environ, **server.variables}, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "holds data, and the tests would delete it" in ended.stdout + ended.stderr
    assert driver(server).execute_query("MATCH (n:Precious) RETURN count(n)").records[0][0] == 1
    wiping = {**os.environ, **server.variables, "CCKG_TEST_NEO4J_WIPE": "yes"}
    assert subprocess.run(command, cwd=ROOT, env=wiping, capture_output=True, check=False).returncode == 0
    driver(server).execute_query("CREATE (:Precious)")  # the database is marked now
    assert subprocess.run(command, cwd=ROOT, env={**os.environ, **server.variables}, capture_output=True, check=False).returncode == 0
    driver(server).execute_query("DROP CONSTRAINT cckg_tests_may_wipe_this")


def test_no_test_meets_the_servers_of_the_developer() -> None:
    assert [name for name in VARIABLES if name in os.environ] == []


def test_the_summary_counts_by_reason() -> None:
    reasons = ["Skipped: No Neo4j: a", "Skipped: No Neo4j: b", "Skipped: No Neo4j: a", "Skipped: other"]
    assert servers.summary(reasons) == ["2 tests against Neo4j were SKIPPED: a", "1 tests against Neo4j were SKIPPED: b"]


# What the page, the Makefile and docker-compose.yml say


def test_docker_compose_has_the_pinned_versions_on_this_machine_only() -> None:
    assert re.findall(r"image: neo4j:(\S+)-community", COMPOSE) == list(PINNED.values())
    published = re.findall(r'^ +- "(.*):(\d+):(\d+)"$', COMPOSE, re.MULTILINE)
    assert {address for address, _, _ in published} == {"127.0.0.1"}
    assert [int(outer) for _, outer, inner in published if inner == "7687"] == list(PORTS.values())
    assert COMPOSE.count("volumes:\n      - neo4j") == len(PINNED)


def test_the_page_names_the_pinned_versions() -> None:
    assert [version for version in PINNED.values() if version not in PAGE] == []


def test_every_make_target_of_the_page_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [target for target in re.findall(r"\bmake ([a-z0-9-]+)", PAGE) if f"\n{target}: " not in makefile] == []


def test_the_example_of_the_variables_file_has_the_four_variables() -> None:
    text = (ROOT / "examples" / "neo4j" / "env.example").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^#? ?(NEO4J_\w+)=", text, re.MULTILINE)) == VARIABLES
    assert re.search(r"^NEO4J_PASSWORD=$", text, re.MULTILINE)


def test_ci_never_skips_tests_against_neo4j() -> None:
    assert "\nexport CCKG_TEST_NEO4J=required\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
