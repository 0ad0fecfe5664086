"""The graph in other tools' formats; text from documents stays text in every one."""

import base64
import csv
import hashlib
import io
import json
import re
import time
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import DocumentStatus, DocumentSummary
from cckg.core.errors import InputError
from cckg.core.evidence import Source, Subgraph
from cckg.core.graph import Merge
from cckg.exports import FORMATS, export
from cckg.exports_html import layout
from tests.builders import subgraph

HOSTILE = "</script><script>alert('1')</script>\\u0027\\' \"q\" `m` #quot; ]--> {{claims}} %%\nend; & \\"


def written(graph: Subgraph, form: str, *, documents: list[DocumentSummary] | None = None, merges: list[Merge] | None = None) -> str:
    return export(graph, documents or [], merges or [], format=form)


def with_text(graph: Subgraph, text: str) -> Subgraph:
    """Put a text into every place that a document can fill."""
    events = {key: replace(event, text=text) for key, event in graph.events.items()}
    claims = tuple(
        replace(
            claim,
            quote=replace(claim.quote, text=text),
            cause=replace(claim.cause, text=text),
            effect=replace(claim.effect, text=text),
            group=text,
        )
        for claim in graph.claims
    )
    return Subgraph(events, claims, {key: Source(key, text, text) for key in graph.sources})


def summary(document: str, *, status: DocumentStatus = "done", claims: int = 1) -> DocumentSummary:
    return DocumentSummary(
        document, f"{document}.txt", f"Title of {document}", "text/plain", status, None, "2026-01-01T00:00:00+00:00", 1, claims
    )


def test_json_has_the_promised_shape() -> None:
    merges = [Merge(str(n), "+a", "d1", wording, 1.0, "founder", "2026-01-01") for n, wording in enumerate(["a", "the a", "a"])]
    documents = [summary("d1"), summary("d2", status="failed", claims=0)]
    found = json.loads(written(subgraph("+a -> b", "+a ?> b; +a !> b"), "json", documents=documents, merges=merges))
    assert found["documents"] == [{"id": "d1", "uri": "d1.txt", "title": "Title of d1"}]
    assert found["events"] == [
        {"id": "+a", "text": "a", "polarity": "increase", "wordings": ["a", "the a"]},
        {"id": "b", "text": "b", "polarity": "occurrence", "wordings": ["b"]},
    ]
    assert found["edges"] == [{"cause": "+a", "effect": "b", "asserted": 1, "hedged": 1, "denied": 1}]
    assert found["claims"][0] == {
        "id": "d1/0",
        "cause_event": "+a",
        "effect_event": "b",
        "document": "d1",
        "quote": "a causes b.",
        "start": 0,
        "end": 11,
        "modality": "asserted",
        "confidence": 0.9,
    }


def test_an_unknown_format_lists_the_valid_ones() -> None:
    with pytest.raises(InputError, match=r"'pdf' is unknown.*html, graphml, json, csv, dot, mermaid, cypher"):
        written(subgraph("a -> b"), "pdf")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_writes_an_empty_graph_and_the_same_bytes_twice(form: str) -> None:
    assert written(Subgraph({}, (), {}), form).endswith("\n")
    graph = subgraph("a -> b -> a; c ?> b", "a !> d")
    assert written(graph, form) == written(graph, form)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_be_written_as_utf8_whatever_the_text(form: str) -> None:
    assert "日本" in unescape(written(with_text(subgraph("a -> b"), "日本\ud800\x00\x07"), form).encode().decode())


def test_csv_has_one_row_per_claim_with_its_source() -> None:
    rows = list(csv.DictReader(io.StringIO(written(subgraph("a -> b", "-b ?> c"), "csv"))))
    assert [(row["cause"], row["effect"], row["modality"], row["title"]) for row in rows] == [
        ("a", "b", "asserted", "Title of d1"),
        ("b", "c", "hedged", "Title of d2"),
    ]
    assert (rows[1]["quote"], rows[1]["start"], rows[1]["end"], rows[1]["cause_polarity"]) == ("b may cause c.", "0", "14", "decrease")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_csv_runs_no_formula(text: str) -> None:
    (row,) = csv.DictReader(io.StringIO(written(with_text(subgraph("a -> b"), text), "csv")))
    assert {row["cause"], row["effect"], row["quote"], row["title"], row["uri"], row["group"]} == {"'" + text}


def test_graphml_is_read_back_with_its_texts_and_counts() -> None:
    graph = with_text(subgraph("a -> b; a ?> b; b !> c"), HOSTILE + "\x07")
    found = nx.parse_graphml(written(graph, "graphml"))
    assert found.nodes["a"]["label"] == HOSTILE + "\ufffd"
    assert found.edges["a", "b"] == {"asserted": 1, "hedged": 1, "denied": 0}
    assert found.edges["b", "c"]["denied"] == 1


def test_dot_quotes_its_strings_and_tells_the_modalities_apart() -> None:
    found = written(with_text(subgraph("a -> b; a ?> c; a !> d"), 'say "x" \\N & y\nz'), "dot")
    assert '"a" [label="say \\"x\\" \\\\N &amp; y z", fillcolor="#ececec"];' in found
    assert re.findall(r"style=(\w+), color=(\w+)", found) == [("solid", "black"), ("dashed", "black"), ("dotted", "red")]


def test_mermaid_leaves_nothing_of_a_text_that_it_could_read_as_syntax() -> None:
    found = written(with_text(subgraph("a -> b; a ?> c; a !> d"), HOSTILE), "mermaid").splitlines()
    label = re.fullmatch(r'  e0\["(.*)"\]:::occurrence', found[1])
    assert label
    assert re.fullmatch(r"(?:[\w .,'%()/-]|#\d+;)*", label[1])
    assert re.sub(r"#(\d+);", lambda code: chr(int(code[1])), label[1]) == " ".join(HOSTILE.split())
    assert found[5:9] == ["  e0 -->|1 asserted| e1", "  e0 -.->|1 hedged| e2", "  e0 --x|1 denied| e3", "  linkStyle 2 stroke:red"]


def test_cypher_makes_the_nodes_and_relations_of_the_data_model_and_no_relation_of_a_denial() -> None:
    found = written(subgraph("a -> b; a !> c"), "cypher")
    assert re.findall(r"CREATE \(:(\w+)", found) == ["Document", "Event", "Event", "Event", "Claim", "Claim"]
    assert re.findall(r"\[:(\w+)", found) == ["CAUSES"] + ["CAUSE", "EFFECT", "FROM_DOCUMENT"] * 2
    assert "MATCH (a:Event {id: 'a'}) MATCH (b:Event {id: 'b'}) CREATE (a)-[:CAUSES {asserted: 1, hedged: 0, denied: 0}]->(b);" in found


@settings(deadline=None)
@given(text=st.one_of(st.just(HOSTILE), st.text("ab'\\\n\ru0027\"`{}; ", max_size=12)))
def test_cypher_strings_are_read_back_as_they_were(text: str) -> None:
    found = written(with_text(subgraph("a -> b"), text), "cypher")
    (line,) = [line for line in found.split("\n") if line.startswith("CREATE (:Event {id: 'a'")]
    literal = re.fullmatch(r"CREATE \(:Event \{id: 'a', text: '((?:[^'\\]|\\.)*)', polarity: 'occurrence'\}\);", line)
    assert literal
    assert re.sub(r"\\(.)", lambda escape: {"n": "\n", "r": "\r"}.get(escape[1], escape[1]), literal[1]) == text


class Page(HTMLParser):
    """What a browser would see: tags with their attributes, texts, and the content of scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.inside, []).append(data)

    def classes(self, tag: str) -> list[str | None]:
        return [attributes["class"] for name, attributes in self.tags if name == tag and "class" in attributes]


def test_html_shows_every_claim_with_its_quote_and_title_without_a_script() -> None:
    page = Page(written(subgraph("a -> b; a ?> b", "b !> c"), "html"))
    assert page.classes("tr") == ["asserted", "hedged", "denied"]
    assert page.texts["q"] == ["a causes b.", "a may cause b.", "b does not cause c."]
    assert {"Title of d1", "Title of d2"} <= set(page.texts["td"])


def test_html_draws_polarity_and_modality() -> None:
    merges = [Merge("1", "+a", "d1", "the a", 1.0, "founder", "2026-01-01")]
    page = Page(written(subgraph("+a -> -b ?> c !> ~d; +a !> -b; c -> c"), "html", merges=merges))
    groups = [name for name in page.classes("g") if name]
    assert groups[:4] == ["edge asserted denied", "edge hedged", "edge unsaid denied", "edge asserted"]
    assert groups[4:] == ["event increase", "event decrease", "event occurrence", "event absence"]
    assert "a\nthe a\n(increase)" in page.texts["title"]


def test_html_holds_one_script_which_its_policy_names_and_fetches_nothing() -> None:
    html = written(with_text(subgraph("a -> b"), HOSTILE), "html")
    page = Page(html)
    (script,) = page.texts["script"]
    (policy,) = [attributes["content"] for tag, attributes in page.tags if attributes.get("http-equiv") == "Content-Security-Policy"]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert not any({"src", "href", "onclick"} & attributes.keys() for _, attributes in page.tags)
    assert not re.search("https?://|@import|url\\((?!#)", html)
    assert page.texts["q"] == [HOSTILE]


def test_html_lists_a_claim_about_an_event_that_the_graph_does_not_hold() -> None:
    whole = subgraph("a -> b; a !> x")
    events = {key: event for key, event in whole.events.items() if key != "x"}
    page = Page(written(Subgraph(events, whole.claims, {}), "html"))
    assert page.classes("tr") == ["asserted", "denied"]
    assert page.classes("g") == ["edge asserted", "event occurrence", "event occurrence"]


def test_causes_stand_left_of_their_effects_and_root_causes_next_to_them() -> None:
    places = layout("abcdr", [("a", "b"), ("b", "c"), ("c", "d"), ("r", "d")])
    assert places["a"][0] < places["b"][0] < places["c"][0] == places["r"][0] < places["d"][0]


@settings(deadline=None)
@given(edges=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=24))
def test_no_two_boxes_overlap(edges: list[tuple[int, int]]) -> None:
    places = list(layout([f"{n:02}" for n in range(12)], [(f"{one:02}", f"{other:02}") for one, other in edges]).values())
    assert len(places) == 12
    assert all(abs(x - x2) >= 220 or abs(y - y2) >= 58 - 1e-6 for number, (x, y) in enumerate(places) for x2, y2 in places[:number])


def test_a_graph_of_five_hundred_events_is_drawn_in_a_moment() -> None:
    graph = subgraph(*("; ".join(f"n{n} -> n{(n * 7 + step) % 500}" for n in range(500)) for step in (1, 2)))
    begun = time.perf_counter()
    page = Page(written(graph, "html"))
    assert time.perf_counter() - begun < 3.0
    assert page.classes("g").count("event occurrence") == 500
