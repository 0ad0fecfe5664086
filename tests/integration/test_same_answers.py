"""The same documents give the same graph and the same answers, whichever store keeps them."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from cckg.app import CausalRAG, open_app
from cckg.export import ask_payload, search_payload, walk_payload, whatif_payload
from cckg.settings import load_settings
from cckg.stores import copy_graph
from tests.integration.conftest import PART, SMALL_READER, read_and_changed
from tests.servers import NEWER, VERSIONS, emptied, neo4j_server

EXAMPLES = Path(__file__).parents[2] / "examples"
GOLD = [json.loads(line) for line in (EXAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
QUESTIONS = ["What is the connection between the Lehman bankruptcy and the run on money market funds?"]
QUESTIONS += [line["question"] for line in GOLD if line["answerable"] and set(line["documents"]) <= set(PART)]
UNANSWERED = [line["question"] for line in GOLD if not line["answerable"]]
ASKED = [(NEWER, question) for question in QUESTIONS + UNANSWERED[::2]]
ASKED += [(version, question) for version in VERSIONS if version != NEWER for question in QUESTIONS[::3] + UNANSWERED[:1]]
DIMENSION = 384


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory, demo_graph: Path) -> Iterator[CausalRAG]:
    copy = shutil.copy(demo_graph, tmp_path_factory.mktemp("same") / "graph.db")
    with open_app(load_settings(store=str(copy), models=SMALL_READER)) as app:
        yield app


@pytest.fixture(scope="module", params=VERSIONS)
def neo4j(request: pytest.FixtureRequest, sqlite: CausalRAG) -> Iterator[CausalRAG]:
    """A server that has read the corpus itself, or, of the other version, has got the graph as a copy."""
    server = neo4j_server(request.param)
    emptied(server, DIMENSION)
    login = {"username": server.username, "password": server.password, "database": server.database}
    with open_app(load_settings(store=server.url, neo4j=login, models=SMALL_READER), create=True) as app:
        if request.param == NEWER:
            read_and_changed(app)
        else:
            copy_graph(sqlite.store, app.store, progress=lambda *_: None)
        yield app


def assert_same(left: object, right: object) -> None:
    """Assert that two payloads are equal, but for the trace, which tells seconds, and the last digits of a server's arithmetic."""
    if isinstance(left, dict) and isinstance(right, dict):
        assert left.keys() == right.keys()
        for key in left.keys() - {"trace"}:
            assert_same(left[key], right[key])
    elif isinstance(left, list) and isinstance(right, list):
        assert len(left) == len(right)
        for one, other in zip(left, right, strict=True):
            assert_same(one, other)
    else:
        assert left == (pytest.approx(right, abs=1e-5) if isinstance(right, float) else right)


def test_the_same_corpus_gives_the_same_graph(sqlite: CausalRAG, neo4j: CausalRAG) -> None:
    assert neo4j.export("json") == sqlite.export("json")
    assert neo4j.graph() == sqlite.graph()
    assert neo4j.stats() == sqlite.stats()
    assert_same(*(sorted([merge.id, merge.event, merge.wording, merge.cosine] for merge in app.merges()) for app in (neo4j, sqlite)))
    assert neo4j.store.check() == []


@pytest.mark.parametrize(("neo4j", "question"), ASKED, indirect=["neo4j"])
def test_the_same_graph_gives_the_same_answer(sqlite: CausalRAG, neo4j: CausalRAG, question: str) -> None:
    assert_same(ask_payload(neo4j.ask(question)), ask_payload(sqlite.ask(question)))


def test_walks_and_simulations_are_the_same(sqlite: CausalRAG, neo4j: CausalRAG) -> None:
    for event in ("the Silver Bridge collapsed", "the Lehman bankruptcy", "the foam strike"):
        results = [
            [walk_payload(app.walk(event, "causes")), walk_payload(app.walk(event, "effects")), whatif_payload(app.whatif(event))]
            for app in (neo4j, sqlite)
        ]
        assert_same(*results)


@pytest.mark.parametrize("over", ["chunks", "events"])
def test_dense_search_is_the_same(sqlite: CausalRAG, neo4j: CausalRAG, over: Literal["chunks", "events"]) -> None:
    for question in QUESTIONS:
        found = [search_payload(app.search(question, method="dense", over=over)) for app in (neo4j, sqlite)]
        assert_same(*found)
