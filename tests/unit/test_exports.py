"""The graph in other tools' formats; text from documents stays text in every one."""

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import DocumentStatus, DocumentSummary
from cckg.core.errors import InputError
from cckg.core.evidence import Bridge, Source, Subgraph
from cckg.core.graph import Merge
from cckg.export import FORMATS, export
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
        "degree": "direct",
        "enough": False,
        "counterfactual": False,
        "tentative": False,
        "cause_quote": None,
        "confidence": 0.9,
        "group": None,
        "time": None,
    }


def test_json_lists_the_documents_that_are_read_or_still_hold_claims() -> None:
    documents = [summary("d1", claims=0), summary("d2", status="failed", claims=2), summary("d3", status="failed", claims=0)]
    found = json.loads(written(subgraph("a -> b"), "json", documents=documents))
    assert [document["id"] for document in found["documents"]] == ["d1", "d2"]


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


def test_the_degree_of_a_claim_is_in_every_format_that_has_its_group() -> None:
    graph = subgraph("a +> b; b *> c")
    assert [claim["degree"] for claim in json.loads(written(graph, "json"))["claims"]] == ["contributing", "enabling"]
    assert [row["degree"] for row in csv.DictReader(io.StringIO(written(graph, "csv")))] == ["contributing", "enabling"]
    assert re.findall(r"degree: '(\w+)'", written(graph, "cypher")) == ["contributing", "enabling"]


def test_events_that_may_be_one_are_joined_by_a_dashed_line_without_a_direction() -> None:
    plain = subgraph("a -> b", "c -> d")
    graph = replace(plain, bridges=(Bridge(plain.events["b"], plain.events["c"], 0.6, *plain.sources.values()),))
    assert json.loads(written(graph, "json"))["perhaps_same"] == [{"left": "b", "right": "c", "probability": 0.6}]
    assert nx.parse_graphml(written(graph, "graphml")).edges["b", "c"] == {"perhaps_same": 0.6}
    assert '"b" -> "c" [style=dashed, dir=none, color=gray, constraint=false, label="perhaps the same (0.60)"];' in written(graph, "dot")
    assert '  e1 -.-|"perhaps the same (0.60)"| e2' in written(graph, "mermaid")
    assert "CREATE (a)-[:PERHAPS_SAME {probability: 0.6}]->(b);" in written(graph, "cypher")
    assert '<g class="edge perhaps" data-cause="1" data-effect="2">' in written(graph, "html")


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


@pytest.mark.parametrize("form", ["graphml", "dot", "mermaid", "html"])
def test_drawings_leave_out_edges_to_events_that_the_graph_does_not_hold(form: str) -> None:
    whole = subgraph("a -> b")
    held = Subgraph(whole.events, (), whole.sources)
    beyond = Subgraph(whole.events, subgraph("a !> elsewhere; elsewhere -> b").claims, whole.sources)
    drawn = re.sub("<tbody>.*</tbody>", "", written(beyond, form), flags=re.DOTALL)
    assert "elsewhere" not in drawn
    assert drawn == re.sub("<tbody>.*</tbody>", "", written(held, form), flags=re.DOTALL).replace("0 claims, 0 doc", "2 claims, 1 doc")
