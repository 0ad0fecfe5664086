"""What an export says is the graph: each format is read back by an independent reader and compared with what was written."""

import csv
import html
import io
import json
import re
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import Modality
from cckg.core.evidence import Subgraph
from cckg.core.graph import Merge
from cckg.export import export
from tests.builders import graph_update, stored, subgraph

GRAPHS = {
    "empty": subgraph("nothing is claimed here"),
    "one link": subgraph("a -> b"),
    "all modalities": subgraph("a -> b; a ?> c; a !> d"),
    "all polarities": subgraph("+a -> -a; -a -> ~a; ~a -> a"),
    "one edge of every modality": subgraph("a -> b", "a ?> b", "a !> b", "a -> b"),
    "circle and self-cause": subgraph("a -> b -> a; c -> c"),
    "a group": subgraph("a & b & c -> e:the fire; e:the fire ?> +p:the price"),
    "wide": subgraph("; ".join(f"a{number} -> hub -> b{number}" for number in range(20))),
    "odd ids": subgraph("x.y/z -> 日本; 日本 -> 9lives; 9lives ?> end"),
}
EACH = pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
NOTATION = st.lists(
    st.builds(
        lambda a, arrow, b: f"{a} {arrow} {b}", st.sampled_from("abcdef"), st.sampled_from(["->", "?>", "!>"]), st.sampled_from("abcdef")
    ),
    min_size=1,
    max_size=10,
).map("; ".join)


def written(graph: Subgraph, form: str) -> str:
    return export(graph, [], [], format=form)


def counts(graph: Subgraph) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Count the distinct documents of every edge again, without the code under test."""
    found: dict[tuple[str, str], dict[Modality, set[str]]] = {}
    for claim in graph.claims:
        found.setdefault((claim.cause_event, claim.effect_event), {}).setdefault(claim.modality, set()).add(claim.document)
    order = (Modality.ASSERTED, Modality.HEDGED, Modality.DENIED)
    return {edge: (len(by.get(order[0], ())), len(by.get(order[1], ())), len(by.get(order[2], ()))) for edge, by in found.items()}


@EACH
def test_graphml_has_the_same_events_edges_and_counts(graph: Subgraph) -> None:
    read = nx.parse_graphml(written(graph, "graphml"))
    assert {name: (data["label"], data["polarity"]) for name, data in read.nodes(data=True)} == {
        event.id: (event.text, event.polarity.value) for event in graph.events.values()
    }
    edges = {(cause, effect): (data["asserted"], data["hedged"], data["denied"]) for cause, effect, data in read.edges(data=True)}
    assert edges == counts(graph)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(first=NOTATION, second=NOTATION)
def test_graphml_and_json_agree_on_any_graph(first: str, second: str) -> None:
    graph = subgraph(first, second)
    read = nx.parse_graphml(written(graph, "graphml"))
    told = json.loads(written(graph, "json"))
    assert set(read.nodes) == {event["id"] for event in told["events"]} == set(graph.events)
    assert {(edge["cause"], edge["effect"]): (edge["asserted"], edge["hedged"], edge["denied"]) for edge in told["edges"]} == counts(graph)
    assert {(cause, effect): tuple(data.values()) for cause, effect, data in read.edges(data=True)} == counts(graph)


@EACH
def test_json_names_events_and_documents_that_it_holds_and_counts_by_its_own_claims(graph: Subgraph) -> None:
    told = json.loads(written(graph, "json"))
    events = {event["id"] for event in told["events"]}
    assert {side for claim in told["claims"] for side in (claim["cause_event"], claim["effect_event"])} <= events
    assert len({claim["id"] for claim in told["claims"]}) == len(told["claims"]) == len(graph.claims)
    by_edge = Counter((claim["cause_event"], claim["effect_event"], claim["modality"], claim["document"]) for claim in told["claims"])
    for edge in told["edges"]:
        for modality in Modality:
            meant = {modality.value, *(["implied"] if modality is Modality.HEDGED else [])}  # what is implied counts as hedged
            documents = {key[3] for key in by_edge if key[:2] == (edge["cause"], edge["effect"]) and key[2] in meant}
            assert modality is Modality.IMPLIED or edge[modality.value] == len(documents)


@EACH
def test_csv_has_every_claim_with_both_sides_in_the_quote(graph: Subgraph) -> None:
    rows = list(csv.DictReader(io.StringIO(written(graph, "csv"))))
    assert [row["id"] for row in rows] == [claim.id for claim in graph.claims]
    for row, claim in zip(rows, graph.claims, strict=True):
        assert (row["cause_event"].lstrip("'"), row["effect_event"].lstrip("'")) == (claim.cause_event, claim.effect_event)
        assert row["cause"] in row["quote"]
        assert row["effect"] in row["quote"]
        assert int(row["end"]) - int(row["start"]) == len(row["quote"])
        assert (row["uri"], row["title"]) == (f"{claim.document}.txt", f"Title of {claim.document}")


@EACH
def test_csv_keeps_the_members_of_a_group_together(graph: Subgraph) -> None:
    rows = list(csv.DictReader(io.StringIO(written(graph, "csv"))))
    grouped = Counter(row["group"] for row in rows if row["group"])
    assert grouped == Counter(claim.group for claim in graph.claims if claim.group)
    assert all(count > 1 for count in grouped.values())


@EACH
def test_dot_declares_every_node_once_before_its_edges(graph: Subgraph) -> None:
    lines = [line.strip() for line in written(graph, "dot").splitlines()]
    nodes = [match[1] for line in lines if (match := re.match(r'"((?:[^"\\]|\\.)*)" \[label=', line))]
    edges = [(match[1], match[2]) for line in lines if (match := re.match(r'"((?:[^"\\]|\\.)*)" -> "((?:[^"\\]|\\.)*)" \[', line))]
    assert nodes == list(graph.events)
    assert sorted(edges) == sorted(counts(graph))
    assert (lines[0], lines[-1]) == ("digraph cckg {", "}")


@EACH
def test_dot_says_how_many_documents_state_an_edge(graph: Subgraph) -> None:
    told = {
        (match[1], match[2]): {name: int(number) for number, name in re.findall(r"(\d+) (\w+)", match[3])}
        for match in re.finditer(r'"([^"]*)" -> "([^"]*)" \[.*label="([^"]*)"', written(graph, "dot"))
    }
    names = ("asserted", "hedged", "denied")
    assert told == {
        edge: {name: number for name, number in zip(names, found, strict=True) if number} for edge, found in counts(graph).items()
    }


@EACH
def test_mermaid_names_are_unique_plain_and_every_edge_joins_two_of_them(graph: Subgraph) -> None:
    lines = written(graph, "mermaid").splitlines()
    nodes = [match[1] for line in lines if (match := re.match(r'  (\w+)\["', line))]
    edges = [(match[1], match[2]) for line in lines if (match := re.match(r"  (\w+) (?:-->|-\.->|--x)\|[^|]+\| (\w+)$", line))]
    assert len(set(nodes)) == len(nodes) == len(graph.events)
    assert all(re.fullmatch(r"e\d+", node) for node in nodes)
    name = dict(zip(nodes, graph.events, strict=True))
    assert sorted((name[cause], name[effect]) for cause, effect in edges) == sorted(counts(graph))


@EACH
def test_mermaid_colours_red_the_edges_that_a_document_denies_and_no_other(graph: Subgraph) -> None:
    lines = written(graph, "mermaid").splitlines()
    edges = [line for line in lines if re.match(r"  \w+ (-->|-\.->|--x)", line)]
    red = {int(line.split()[1]) for line in lines if "stroke:red" in line}
    assert red == {number for number, line in enumerate(edges) if " denied" in line}


@EACH
def test_cypher_creates_before_it_matches_and_each_id_once(graph: Subgraph) -> None:
    created: set[tuple[str, str]] = set()
    causes: set[tuple[str, str]] = set()
    for line in written(graph, "cypher").splitlines():
        assert line.endswith(";")
        for label, name in re.findall(r"MATCH \(\w:(\w+) \{id: '((?:[^'\\]|\\.)*)'\}\)", line):
            assert (label, name) in created
        if made := re.match(r"CREATE \(:(\w+) \{id: '((?:[^'\\]|\\.)*)'", line):
            assert (made[1], made[2]) not in created
            created.add((made[1], made[2]))
        if "[:CAUSES" in line:
            cause, effect = re.findall(r"\(\w:Event \{id: '((?:[^'\\]|\\.)*)'\}\)", line)
            causes.add((cause, effect))
    assert causes == {edge for edge, (asserted, hedged, _) in counts(graph).items() if asserted + hedged}
    assert {name for label, name in created if label == "Event"} == set(graph.events)
    assert {name for label, name in created if label == "Claim"} == {claim.id for claim in graph.claims}


@EACH
def test_html_quotes_every_claim_and_names_every_event(graph: Subgraph) -> None:
    page = html.unescape(written(graph, "html"))
    assert all(claim.quote.text in page for claim in graph.claims)
    assert all(event.text in page for event in graph.events.values())


@pytest.mark.parametrize("form", ["json", "csv", "graphml", "dot", "mermaid", "cypher", "html"])
def test_a_graph_that_was_stored_is_exported_alike_whatever_the_order_of_its_documents(form: str) -> None:
    texts = {"d1": "a -> b; b ?> +c:the price", "d2": "b !> a", "d3": "+c:the price & a -> d"}
    pages = []
    for order in (["d1", "d2", "d3"], ["d3", "d1", "d2"]):
        store = stored()
        for document in order:
            store.write_document(graph_update(texts[document], document=document))
        graph = store.graph()
        pages.append(written(Subgraph({key: graph.events[key] for key in graph.events}, graph.claims, graph.sources), form))
        store.close()
    contexts = [re.sub(r"Title of d\d", "T", page) for page in pages]
    assert contexts[0] == contexts[1]


def test_the_wordings_of_an_event_are_told_once_each_oldest_first() -> None:
    ledger = [Merge(f"m{number}", "a", "d1", wording, 1.0, "founder", f"2026-01-0{number + 1}") for number, wording in enumerate("xyxz")]
    (event, other) = json.loads(export(subgraph("a -> b"), [], ledger, format="json"))["events"]
    assert (event["wordings"], other["wordings"]) == (["x", "y", "z"], ["b"])
    assert nx.parse_graphml(export(subgraph("a -> b"), [], ledger, format="graphml")).nodes["a"]["wordings"] == "x | y | z"
