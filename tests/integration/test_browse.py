"""Every saved query, unchanged, on both servers: what it finds, that the server has nothing to remark, and that it stays bounded."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from neo4j import Driver, EagerResult, GraphDatabase, Transaction

from cckg.app import CausalRAG, open_app
from cckg.core.graph import PerhapsSame, Settlement
from cckg.export.browser import example_words
from cckg.settings import Neo4jSettings, Settings
from tests.integration.conftest import read_once
from tests.servers import VERSIONS, Reached, emptied, neo4j_server

FOLDER = files("cckg.export") / "data" / "browser"
QUERIES = {
    file.name.removesuffix(".cypher"): file.read_text(encoding="utf-8") for file in FOLDER.iterdir() if file.name.endswith(".cypher")
}
REPORTS = ("silver_bridge.md", "subprime_mortgages.txt")
CYCLE = (
    "The drought led to the crop failure. The crop failure caused the exodus of the farmers. "
    "The exodus of the farmers led to the drought.\n"
)
BRIDGE = "the Silver Bridge collapse"
Row = dict[str, Any]  # a record, as the driver hands it over
Ask = Callable[..., list[Row]]


@pytest.fixture(scope="module", params=VERSIONS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reached:
    """A server with the graph of two demo reports and of a circle of three events."""
    server = neo4j_server(request.param)
    emptied(server, 384)
    login = Neo4jSettings.model_validate({"username": server.username, "password": server.password, "database": server.database})
    reports = read_once(tmp_path_factory, "reports", partial(read_reports, folder=tmp_path_factory.mktemp("reports")))
    with open_app(Settings(store=str(reports), neo4j=login)) as app:
        app.copy(server.url)
    with open_app(Settings(store=server.url, neo4j=login)) as app:
        first, second = sorted(app.graph().events)[:2]
        app.store.settle(Settlement({}, {}, (PerhapsSame(first, second, 0.5),), "reader", app.store.version()))
    return server


def read_reports(app: CausalRAG, *, folder: Path) -> None:
    for name in REPORTS:
        (folder / name).write_bytes((Path(__file__).parents[2] / "examples" / "corpus" / name).read_bytes())
    (folder / "drought.txt").write_text(CYCLE)
    assert not app.ingest([folder]).failures


@pytest.fixture(scope="module")
def talkative(server: Reached) -> Iterator[Driver]:
    """A driver that hands on everything that the server remarks."""
    with GraphDatabase.driver(server.url, auth=(server.username, server.password), warn_notification_severity="OFF") as driver:
        yield driver


@pytest.fixture
def result(server: Reached, talkative: Driver) -> Callable[..., EagerResult]:
    """Run a query by its name, with the example words or others."""

    def run(name: str, **words: str) -> EagerResult:
        return talkative.execute_query(QUERIES[name], {**example_words(), **words}, database_=server.database)

    return run


@pytest.fixture
def ask(result: Callable[..., EagerResult]) -> Ask:
    return lambda name, **words: [dict(record) for record in result(name, **words).records]


def links(rows: list[Row]) -> set[tuple[str, str]]:
    """Return the texts of the events that are joined."""
    return {(row["cause"]["text"], row["effect"]["text"]) for row in rows if row["link"]}


# All of them


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_finds_something_as_it_stands_and_the_server_remarks_nothing(result: Callable[..., EagerResult], name: str) -> None:
    found = result(name)
    assert found.records
    assert [status.gql_status for status in found.summary.gql_status_objects] == ["00000"]
    assert found.summary.query_type == "r"


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "the",
        "—",
        'C++ (crash) AND OR NOT: 50%? the "power~2" a/b [x TO y] {z} ^2 *foo && || !no \\ tail\\',
        '"',
        "\\",
        '\\"',
        "+-&&||!(){}[]^~*?:/",
        "text:x _exists_:text /re.*/",
        "'; MATCH (n) DETACH DELETE n //",
        "a\nb\tc\0d",
        "洪水 🌊 é",
        "word " * 3000,
        "x" * 40_000,
        "a/" * 40_000,
    ],
)
def test_any_words_are_words_and_no_query_language(ask: Ask, words: str) -> None:
    for name in ("why", "effects", "merges"):
        ask(name, text=words)
    for name, (first, second) in {"chain": ("from", "to"), "claims": ("cause", "effect")}.items():
        ask(name, **{first: words, second: words})
    ask("document", title=words)
    ask("mentions", named=words)


def test_words_are_found_in_any_form(ask: Ask) -> None:
    assert BRIDGE in {effect for _, effect in links(ask("why", text="the collapse of (the) Silver-Bridge"))}


def test_words_that_no_event_has_find_nothing(ask: Ask) -> None:
    assert ask("why", text="Morandi") == []
    assert ask("chain", **{"from": "Morandi", "to": "Morandi"}) == []
    assert ask("document", title="Morandi") == []


# Each of them


def test_why_draws_what_leads_to_the_event(ask: Ask) -> None:
    crack = "A small crack in eyebar 330 of the Silver Bridge"
    fracture = "the fracture of eyebar 330 on a cold afternoon"
    path = "the two-bar chain lacked a second load path"
    assert links(ask("why")) == {
        ("stress corrosion in the eyebar joint", crack),
        ("Heavier cars and trucks on the Silver Bridge", crack),
        (crack, fracture),
        (fracture, BRIDGE),
        (path, BRIDGE),
        ("the choice of strong heat-treated eyebars", path),
    }


def test_why_draws_an_event_without_causes_alone(ask: Ask) -> None:
    assert [(row["cause"], row["effect"]["text"]) for row in ask("why", text="heat-treated")] == [
        (None, "the choice of strong heat-treated eyebars")
    ]


def test_why_goes_four_links_up_and_no_further(ask: Ask) -> None:
    found = links(ask("why", text="inspection every two years"))
    assert {effect for _, effect in found} >= {BRIDGE, "the fracture of eyebar 330 on a cold afternoon"}
    assert not any("stress corrosion" in cause for cause, _ in found)


def test_effects_draws_what_the_event_leads_to(ask: Ask) -> None:
    standards = "national bridge inspection standards in the United States"
    assert links(ask("effects")) == {
        (BRIDGE, "Forty-six people died at Point Pleasant"),
        (BRIDGE, "The closure of the bridge at St. Marys"),
        (BRIDGE, standards),
        (standards, "an inspection of American highway bridges every two years"),
    }


def test_chain_draws_the_shortest_one(ask: Ask) -> None:
    (row,) = ask("chain")
    assert [event["text"] for event in row["chain"].nodes] == [
        "stress corrosion in the eyebar joint",
        "A small crack in eyebar 330 of the Silver Bridge",
        "the fracture of eyebar 330 on a cold afternoon",
        BRIDGE,
        "national bridge inspection standards in the United States",
    ]


def test_claims_lists_what_is_said_of_a_pair_with_its_quotes(ask: Ask) -> None:
    rows = ask("claims")
    assert [row["modality"] for row in rows] == ["asserted", "denied"]
    assert rows[1]["quote"] == "Its majority concluded that federal housing policy did not cause the subprime mortgage boom."
    assert {row["title"] for row in rows} == {"Subprime mortgages and the American house market"}


def test_claims_lists_a_denial_that_makes_no_edge(ask: Ask) -> None:
    assert [row["modality"] for row in ask("claims", cause="sonic boom", effect="Silver Bridge collapsed")] == ["denied"]


def test_contradictions_draws_pairs_that_are_said_and_denied(ask: Ask) -> None:
    rows = ask("contradictions")
    assert links(rows) == {("the housing policy of the federal government", "In his account the boom of subprime mortgages")}
    assert [row["claim"]["modality"] for row in rows] == ["asserted", "denied"]


def test_merges_lists_the_mentions_of_an_event_with_the_words_around_them(ask: Ask) -> None:
    rows = ask("merges")
    assert {row["event"] for row in rows} == {BRIDGE}
    assert {row["title"] for row in rows} == {"The Silver Bridge, 15 December 1967"}
    assert {row["words"] for row in rows} >= {"The Silver Bridge collapsed", "the collapse of the Silver Bridge"}
    assert all(row["before"] or row["behind"] for row in rows)


def test_perhaps_same_draws_pairs_with_their_probability(ask: Ask) -> None:
    (row,) = ask("perhaps_same")
    assert (row["first"]["id"] < row["second"]["id"], row["perhaps"]["probability"]) == (True, 0.5)


def test_document_draws_its_claims_those_too_that_make_no_edge(ask: Ask) -> None:
    rows = ask("document", title="silver bridge, 15")
    assert len(rows) == len({row["claim"]["id"] for row in rows}) == 12
    assert [row["cause"]["text"] for row in rows if not row["link"]] == ["a sonic boom"]
    assert ask("document", title="DROUGHT.TXT")


def test_mentions_draws_the_passages_of_a_named_thing_and_what_else_joins_them(ask: Ask) -> None:
    rows = ask("mentions", named=" united states")
    assert {row["thing"]["name"] for row in rows} == {"United States"}
    assert "The Silver Bridge, 15 December 1967" in {row["document"]["title"] for row in rows}
    assert ask("mentions", named="Morandi") == []


def test_cycles_draws_each_circle_once(ask: Ask) -> None:
    (row,) = ask("cycles")
    assert {event["text"].lower() for event in row["cycle"].nodes} == {"the crop failure", "the drought", "the exodus of the farmers"}
    assert len(row["cycle"].relationships) == 3


def test_events_by_degree_lists_the_best_joined_first(ask: Ask) -> None:
    rows = ask("events_by_degree")
    assert rows[0] == {"text": BRIDGE, "polarity": "occurrence", "causes": 2, "effects": 3}
    totals = [row["causes"] + row["effects"] for row in rows]
    assert totals == sorted(totals, reverse=True)
    assert len(rows) <= 25


# The style


def test_every_caption_of_the_style_is_a_property_that_is_there(server: Reached, talkative: Driver) -> None:
    style = (FOLDER / "style.grass").read_text(encoding="utf-8")
    captions = dict(re.findall(r"^node\.(\w+) \{[^}]*caption: '\{(\w+)\}'", style, re.MULTILINE))
    assert {"Event", "Claim", "Document", "_Merge"} <= set(captions)
    for label, property_ in captions.items():
        statement = f"MATCH (n:{label}) WHERE n[$property] IS NULL RETURN count(n)"
        assert talkative.execute_query(statement, property=property_, database_=server.database).records[0][0] == 0


# The plan


def plans(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an operator of a plan, and all below it."""
    yield plan
    for child in plan.get("children", ()):
        yield from plans(child)


def profiled(transaction: Transaction, name: str, **words: str) -> list[dict[str, Any]]:
    profile = transaction.run(f"PROFILE {QUERIES[name]}", {**example_words(), **words}).consume().profile
    assert profile is not None
    return list(plans(profile))


@pytest.mark.parametrize("name", QUERIES)
def test_no_query_multiplies_what_is_not_joined(server: Reached, talkative: Driver, name: str) -> None:
    with talkative.session(database=server.database) as session, session.begin_transaction() as transaction:
        names = [str(operator["operatorType"]) for operator in profiled(transaction, name)]
        assert [found for found in names if found.startswith("CartesianProduct")] == []


_LAYERS = """
UNWIND range(0, 5) AS layer UNWIND range(0, 29) AS place
CREATE (:Event:Occurrence {id: 'layer-' + layer + '-' + place, text: 'layer' + layer, layer: layer, polarity: 'occurrence'})
"""
_JOINS = "MATCH (a:Event), (b:Event) WHERE b.layer = a.layer + 1 CREATE (a)-[:CAUSES {asserted: 1, hedged: 0, denied: 0}]->(b)"


@pytest.mark.parametrize(
    ("name", "words"), [("why", {"text": "layer5"}), ("effects", {"text": "layer0"}), ("chain", {"from": "layer0", "to": "layer5"})]
)
def test_where_chains_are_millions_a_query_still_walks_events_not_chains(
    server: Reached, talkative: Driver, name: str, words: dict[str, str]
) -> None:
    with talkative.session(database=server.database) as session, session.begin_transaction() as transaction:
        transaction.run(_LAYERS).consume()
        transaction.run(_JOINS).consume()
        hits = sum(operator["args"].get("DbHits", 0) for operator in profiled(transaction, name, **words))
        transaction.rollback()
    assert 0 < hits < 100_000
