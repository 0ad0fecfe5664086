"""Neo4j Browser's address, the saved queries and the style, as far as they need no server."""

import json
import re
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from cckg.core.errors import InputError
from cckg.core.evidence import Subgraph
from cckg.core.graph import Event, Polarity
from cckg.export import AURA, browser_address, export, write_browser_files
from cckg.export.browser import example_words
from cckg.settings import Neo4jSettings, Settings
from cckg.terminal.cli.main import run

FOLDER = files("cckg.export") / "data" / "browser"
QUERIES = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir() if file.name.endswith(".cypher")}
STYLE = (FOLDER / "style.grass").read_text(encoding="utf-8")
SERVER = "neo4j://localhost:7687"


# The address


@pytest.mark.parametrize(
    ("store", "begins"),
    [
        ("neo4j://localhost:7687", "http://localhost:7474/browser/?dbms=neo4j://localhost:7687&preselect"),
        ("bolt://10.0.0.5", "http://10.0.0.5:7474/browser/?dbms=bolt://10.0.0.5:7687&"),
        ("neo4j://localhost:7688", "http://localhost:7475/browser/?dbms=neo4j://localhost:7688&"),
        ("neo4j://localhost:17687/plants", "http://localhost:17474/browser/?dbms=neo4j://localhost:17687&db=plants&"),
        ("NEO4J://[::1]:7687", "http://[::1]:7474/browser/?dbms=neo4j://%5B::1%5D:7687&"),
        ("neo4j+s://graph.example.org", "https://graph.example.org:7473/browser/?dbms=neo4j%2Bs://graph.example.org:7687&"),
        ("neo4j+s://graph.example.org:443", "https://graph.example.org:7473/browser/?dbms=neo4j%2Bs://graph.example.org:443&"),
        ("bolt+ssc://graph.example.org:7688", "https://graph.example.org:7474/browser/?dbms=bolt%2Bs://graph.example.org:7688&"),
        ("neo4j+s://0a1b2c3d.databases.neo4j.io", AURA),
    ],
)
def test_the_browser_is_where_the_servers_ports_usually_are(store: str, begins: str) -> None:
    assert browser_address(Settings(store=store)).startswith(begins)


def test_the_login_is_filled_in_without_the_password() -> None:
    login = Neo4jSettings(username="ann o@x", password="very-secret", database="plants")  # noqa: S106
    address = browser_address(Settings(store="neo4j://ann:very-secret@localhost", neo4j=login))
    asked = parse_qs(urlsplit(address).query)
    assert asked["dbms"] == ["neo4j://ann%20o%40x@localhost:7687"]
    assert asked["db"] == ["plants"]
    assert "preselectAuthMethod" not in asked
    assert "secret" not in address


def test_without_a_password_the_browser_is_told_that_none_is_needed() -> None:
    assert "preselectAuthMethod=NO_AUTH" in browser_address(Settings(store=SERVER))


CONNECTS_WITHOUT = "No password is set, so this address connects without one (NO_AUTH)."


@pytest.mark.parametrize(
    ("store", "password", "said"), [(SERVER, None, 1), (SERVER, "secret", 0), ("neo4j+s://x.databases.neo4j.io", None, 0)]
)
def test_the_command_says_plainly_that_no_password_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], store: str, password: str | None, said: int
) -> None:
    monkeypatch.chdir(tmp_path)
    if password:
        monkeypatch.setenv("NEO4J_PASSWORD", password)
    assert run(["browse", "--no-open", "--store", store]) == 0
    assert capsys.readouterr().out.count(CONNECTS_WITHOUT) == said


def test_the_editor_begins_with_the_words_of_every_parameter() -> None:
    asked = parse_qs(urlsplit(browser_address(Settings(store=SERVER))).query)
    assert asked["cmd"] == ["params"]
    assert dict(re.findall(r"(\w+): '([^']*)'", asked["arg"][0])) == example_words()


@pytest.mark.parametrize("store", [".cckg/graph.db", "sqlite:a.db", ":memory:", "C:/graphs/a.db", "neo4j:", "http://localhost:7474"])
def test_a_store_that_is_no_neo4j_database_is_sent_to_copy_or_to_the_page(store: str) -> None:
    with pytest.raises(InputError, match=r"cckg copy --to neo4j://.*cckg export --format html"):
        browser_address(Settings(store=store))


def test_an_address_that_cannot_be_understood_is_refused() -> None:
    with pytest.raises(InputError, match="no usable address"):
        browser_address(Settings(store="neo4j://localhost:many"))


# The command


def test_the_command_says_where_as_json_and_writes_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["browse", "--json", "--store", SERVER, "--to", str(tmp_path / "a" / "b")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"address": browser_address(Settings(store=SERVER)), "folder": str(tmp_path / "a" / "b"), "files": said["files"]}
    assert said["files"] == sorted([*QUERIES, "style.grass"]) == sorted(path.name for path in (tmp_path / "a" / "b").iterdir())


def test_the_command_refuses_a_sqlite_store_in_one_line_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["browse", "--store", "graph.db", "--to", str(tmp_path / "browser")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "browser").exists()


def test_a_folder_that_is_a_file_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("")
    assert run(["browse", "--json", "--store", SERVER, "--to", str(tmp_path / "taken")]) == 1
    assert "Check the path" in capsys.readouterr().err


def test_files_are_written_anew_and_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "why.cypher").write_text("changed")
    (tmp_path / "mine.cypher").write_text("kept")
    write_browser_files(tmp_path)
    assert (tmp_path / "why.cypher").read_text(encoding="utf-8") == QUERIES["why.cypher"]
    assert (tmp_path / "mine.cypher").read_text() == "kept"


# The queries


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_begins_with_what_it_answers_and_is_one_bounded_statement(name: str) -> None:
    text = QUERIES[name]
    assert re.match(r"// [A-Z].{20,100}\n", text)  # Neo4j Browser names a saved script by it
    assert text.endswith(";\n")
    assert text.count(";") == 1
    assert re.search(r"\bLIMIT \d+", text)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_only_reads(name: str) -> None:
    statement = re.sub(r"//.*|'[^']*'", "", QUERIES[name])
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP|LOAD|FOREACH)\b", statement)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_names_words_for_each_of_its_parameters_and_for_no_other(name: str) -> None:
    assert set(re.findall(r"\$(\w+)", QUERIES[name])) == set(re.findall(r"^// :param (\w+) => '", QUERIES[name], re.MULTILINE))


def test_a_parameter_has_the_same_words_in_every_query() -> None:
    found = defaultdict(set)
    for text in QUERIES.values():
        for name, words in re.findall(r"^// :param (\w+) => (.*)$", text, re.MULTILINE):
            found[name].add(words)
    assert {name: words for name, words in found.items() if len(words) > 1} == {}
    assert {name: f"'{words}'" for name, words in example_words().items()} == {name: words.pop() for name, words in found.items()}


# The style


def rules(sheet: str) -> dict[str, dict[str, str]]:
    """Read a style as Neo4j Browser does: it knows no comments, and a colon or semicolon ends a name or value even within quotes."""
    found = {}
    for selector, body in re.findall(r"([^{}]+)\{((?:'[^']*'|[^{}'])*)\}", sheet):
        pairs = (part.split(":") for part in body.replace("'", "").split(";") if part.strip())
        found[selector.strip()] = {pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2}
    return found


def test_the_style_holds_nothing_that_neo4j_browser_would_misread() -> None:
    assert "/*" not in STYLE
    assert '"' not in STYLE
    assert all(line.count(":") <= 1 and line.count(";") <= 1 for line in STYLE.splitlines())
    assert all(re.fullmatch(r"(node|relationship)(\.\w+)?", selector) for selector in rules(STYLE))


def test_every_label_and_relation_has_a_rule() -> None:
    labels = "Chunk Claim Document Entity Event _Failure _Graph _Merge _Prior _Source Increase Decrease Occurrence Absence".split()
    relations = "CAUSES CAUSE EFFECT FROM_CHUNK FROM_DOCUMENT NEXT_CHUNK FOUND_AT INTO MENTIONS PERHAPS_SAME READ".split()
    wanted = {"node", "relationship", *(f"node.{label}" for label in labels), *(f"relationship.{name}" for name in relations)}
    assert set(rules(STYLE)) == wanted


@pytest.mark.parametrize("polarity", Polarity)
def test_an_event_has_the_colour_of_its_polarity_that_drawings_elsewhere_give_it(polarity: Polarity) -> None:
    drawn = export(Subgraph({"e": Event("e", "rain", polarity)}, (), {}), [], [], format="dot")
    colour = rules(STYLE)[f"node.{polarity.value.title()}"]["color"]
    assert f'fillcolor="{colour}"' in drawn


def test_a_polarity_is_styled_after_the_event_that_it_is_one_of() -> None:
    order = list(rules(STYLE))  # of rules that match, a later one wins
    assert all(order.index(f"node.{polarity.value.title()}") > order.index("node.Event") for polarity in Polarity)
