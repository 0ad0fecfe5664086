"""A graph that cckg wrote to Neo4j is read by neo4j-graphrag and langchain-neo4j as they come, and by plain Cypher.

The blocks of docs/how-to/other-programs.md are run as they stand, in one program per server, and must print what stands below. What they
defined is then asked further questions, and must find what cckg's own store finds.
"""

import importlib.util
import io
import logging
import os
import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from cckg.app import CausalRAG
from cckg.core.graph import Event, Polarity
from cckg.terminal.cli.main import run
from tests.servers import SKIPPED, VERSIONS, Reached, driver, emptied, neo4j_server
from tests.test_readme import ROOT, blocks, missing

PAGE = "docs/how-to/other-programs.md"
QUERIES = [
    "the collapse of the Silver Bridge",
    "stress corrosion",
    "bridges have to be inspected",
    "dust storms",
    "Why did the farmers have debts?",
    "tractors replaced tenants",
    "many people left the Plains for California",
    "the drought",
]
WIDE = {"effective_search_ratio": 10}
"""Without it the index of 5.26 misses the nearest now and then."""
Found = list[tuple[str, float]]
"""Texts of events with their scores, best first."""


@dataclass(frozen=True, slots=True)
class Page:
    """The page after its blocks were run on a server."""

    server: Reached
    names: dict[str, Any]
    """What the blocks defined."""
    printed: list[tuple[str, str]]
    """What stands below a block, and what it printed."""
    logged: list[str]
    before: list[object]
    """What the server held before the blocks were run."""

    @property
    def app(self) -> CausalRAG:
        return self.names["app"]

    def nearest(self, query: str, *, k: int, polarity: Polarity | None = None) -> list[tuple[Event, float]]:
        """Return the events that cckg's own store finds nearest, with their cosines."""
        (hits,) = self.app.store.nearest_events(self.app.embedder().encode([query]), k=k, polarity=polarity)
        return list(zip(self.app.store.events([hit.id for hit in hits]), [hit.score for hit in hits], strict=True))


@pytest.fixture(scope="module", params=VERSIONS)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    server = neo4j_server(request.param)
    _require_the_packages()
    emptied(server, 384)
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("CCKG_", "LANGCHAIN_", "LANGSMITH_"))]:
            patch.delenv(name)
        for name, value in server.variables.items():
            patch.setenv(name, value)
        folder = tmp_path_factory.mktemp("clone")
        shutil.copytree(ROOT / "examples" / "corpus", folder / "examples" / "corpus")
        patch.chdir(folder)
        found = blocks(PAGE)
        (command,) = (content for language, content in found if language == "console")
        assert run(shlex.split(command)[2:]) == 0
        page = Page(server, {}, [], [], _held(server))
        steps = [(code, shown if below == "text" else "") for (language, code), (below, shown) in pairwise(found) if language == "python"]
        _run_blocks(page, steps)
    yield page
    exec(found[-1][1], page.names)  # noqa: S102 - the last block closes what the others opened


def test_the_blocks_of_the_page_print_what_stands_below_them(page: Page) -> None:
    assert len(page.printed) == 6
    for shown, printed in page.printed:
        assert missing(shown.splitlines(), printed) == [], printed


def test_the_server_has_no_remark_on_the_statements_of_the_page(page: Page) -> None:
    assert page.logged == []  # there would be one for each label, type or property that does not exist


def test_reading_leaves_the_graph_as_it_was(page: Page) -> None:
    assert _held(page.server) == page.before
    assert page.app.store.check() == []


# Events


def by_vector_retriever(page: Page, query: str, k: int, **filters: str) -> Found:
    found = page.names["events"].get_search_results(query_text=query, top_k=k, filters=filters or None, **WIDE)
    return [(record["node"]["text"], record["score"]) for record in found.records]


def by_langchain(page: Page, query: str, k: int, **filters: str) -> Found:
    found = page.names["event_store"].similarity_search_with_score(query, k=k, filter=filters or None, **WIDE)
    return [(document.page_content, score) for document, score in found]


Search = Callable[..., Found]
SEARCHES = [by_vector_retriever, by_langchain]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("query", QUERIES)
def test_the_event_found_first_is_the_one_that_the_store_finds_first(page: Page, search: Search, query: str) -> None:
    ((event, cosine),) = page.nearest(query, k=1)
    ((text, score), *_) = search(page, query, 5)
    assert text == event.text
    assert score == pytest.approx((1 + cosine) / 2, abs=0.01)  # 5.26 estimates it


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("polarity", Polarity)
def test_a_filter_by_polarity_finds_what_the_store_finds_in_the_same_order(page: Page, search: Search, polarity: Polarity) -> None:
    own = page.nearest("the failed harvest", k=5, polarity=polarity)
    found = search(page, "the failed harvest", 5, polarity=polarity.value)
    assert [text for text, _ in found] == [event.text for event, _ in own]
    assert [score for _, score in found] == pytest.approx([(1 + cosine) / 2 for _, cosine in own], abs=1e-5)


def test_an_event_from_langchain_brings_its_properties_and_no_vector(page: Page) -> None:
    ((event, _),) = page.nearest(QUERIES[0], k=1)
    ((document, _),) = page.names["event_store"].similarity_search_with_score(QUERIES[0], k=1, **WIDE)
    assert document.metadata == {"id": event.id, "polarity": event.polarity.value, "context": event.context}


# Claims and chunks


@pytest.mark.parametrize("query", QUERIES)
def test_the_claims_behind_an_event_are_those_of_the_store_with_their_quotes(page: Page, query: str) -> None:
    ((event, _),) = page.nearest(query, k=1)
    around = page.app.store.neighbourhood([event.id], "causes", depth=1, limit=100)
    own = {
        (claim.id, claim.quote.text, claim.modality.value, around.events[claim.cause_event].text, around.sources[claim.document].uri)
        for claim in around.claims
        if claim.effect_event == event.id
    }
    found = [item.metadata for item in page.names["claims"].search(query_text=query, top_k=1, **WIDE).items]
    assert {(claim["id"], claim["quote"], claim["modality"], claim["cause"], claim["uri"]) for claim in found} == own
    assert len(found) == len(own)


@pytest.mark.parametrize("query", ["Mothman", "Dorothea Lange", "Hugh Hammond Bennett", "aluminium paint"])
def test_a_rare_word_leads_to_its_chunk_by_vector_and_text_together(page: Page, query: str) -> None:
    (hit,) = page.app.store.search_text(query, k=1)
    ((chunk, _),) = page.app.store.chunks([hit.id])
    (document,) = page.names["chunk_store"].similarity_search(query, k=1)
    (record,) = page.names["chunks"].get_search_results(query_text=query, top_k=1).records
    assert document.page_content == record["node"]["text"] == chunk.text
    assert document.metadata == {"id": chunk.id, "index": chunk.index, "start": chunk.start, "end": chunk.end}


# The schema


def test_what_the_page_calls_the_schema_is_on_the_server(page: Page) -> None:
    schema = page.names["graph"].get_structured_schema
    said = {"node": schema["node_props"], "link": schema["rel_props"]}
    listed = [(kind, name, item) for kind, places in said.items() for name, items in places.items() for item in items]
    assert [item for item in listed if _types(page.server, *item[:2], item[2]["property"]) != [[f"{item[2]['type']} NOT NULL"]]] == []
    assert [link for link in schema["relationships"] if _rows(page.server, _LINKED, **link) == [[0]]] == []


def test_a_model_is_told_the_schema_of_the_page_and_the_cypher_that_it_writes_is_run(page: Page) -> None:
    from langchain_core.language_models.fake_chat_models import FakeListChatModel
    from langchain_neo4j import GraphCypherQAChain

    model = FakeListChatModel(responses=[page.names["DENIED"], "It was no sonic boom."])
    chain = GraphCypherQAChain.from_llm(
        model, graph=page.names["graph"], allow_dangerous_requests=True, validate_cypher=True, return_intermediate_steps=True
    )
    told = chain.invoke({"query": "What did not bring the bridge down?"})
    assert chain.graph_schema == page.names["graph"].get_schema
    assert told["intermediate_steps"][1]["context"] == [{"cause.text": "a sonic boom", "effect.text": "the Silver Bridge collapse"}]
    assert told["result"] == "It was no sonic boom."


def test_the_schema_cannot_be_asked_of_a_server_without_apoc(page: Page) -> None:
    if _rows(page.server, "SHOW PROCEDURES YIELD name WHERE name = 'apoc.meta.data' RETURN name"):
        pytest.skip("this server has APOC")
    with pytest.raises(ValueError, match="APOC"):
        page.names["Neo4jGraph"](page.server.url, page.server.username, page.server.password, database=page.server.database)


# Private


def _require_the_packages() -> None:
    absent = [name for name in ("neo4j_graphrag", "langchain_neo4j") if importlib.util.find_spec(name) is None]
    if absent:
        refuse = pytest.fail if os.environ.get("CCKG_TEST_NEO4J") == "required" else pytest.skip
        refuse(f"{SKIPPED}{' and '.join(absent)} are not installed. Run pip install --editable '.[dev,ecosystem]'.")


def _run_blocks(page: Page, steps: list[tuple[str, str]]) -> None:
    """Run blocks one after the other, each with what is shown below it or nothing; note what they print and what is logged."""
    handler = _Listener(page.logged)
    logging.getLogger().addHandler(handler)
    try:
        for code, shown in steps:
            printed = io.StringIO()
            with redirect_stdout(printed):
                exec(compile(code, PAGE, "exec"), page.names)  # noqa: S102 - the page is ours
            if shown:
                page.printed.append((shown, printed.getvalue()))
    finally:
        logging.getLogger().removeHandler(handler)


class _Listener(logging.Handler):
    """Keeps warnings."""

    def __init__(self, messages: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._messages = messages

    def emit(self, record: logging.LogRecord) -> None:
        self._messages.append(record.getMessage())


def _held(server: Reached) -> list[object]:
    """Return how much a server holds: nodes, links, writes, and its indexes and constraints by name."""
    return [_rows(server, statement) for statement in _HELD]


def _types(server: Reached, kind: str, name: str, key: str) -> list[list[Any]]:
    return _rows(server, {"node": _NODE_TYPES, "link": _LINK_TYPES}[kind], name=name, key=key)


def _rows(server: Reached, statement: str, **parameters: object) -> list[list[Any]]:
    with driver(server).session(database=server.database) as session:
        return session.run(statement, parameters).values()


_HELD = [
    "MATCH (n) RETURN count(n)",
    "MATCH ()-[r]->() RETURN count(r)",
    "MATCH (g:_Graph) RETURN g.version",
    "SHOW INDEXES YIELD name RETURN name ORDER BY name",
    "SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name",
]
_NODE_TYPES = "MATCH (n) WHERE $name IN labels(n) AND n[$key] IS NOT NULL RETURN DISTINCT valueType(n[$key])"
_LINK_TYPES = "MATCH ()-[r]->() WHERE type(r) = $name AND r[$key] IS NOT NULL RETURN DISTINCT valueType(r[$key])"
_LINKED = "MATCH (a)-[r]->(b) WHERE $start IN labels(a) AND type(r) = $type AND $end IN labels(b) RETURN count(r)"
