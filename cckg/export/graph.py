"""The causal graph in other tools' formats: JSON, CSV, GraphML, DOT, Mermaid, Cypher; the page that people look at is `cckg.export.html`.

Text from documents is data in every format: it is escaped, never read as markup, formula or statement.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from cckg.core.claims import Claim, DocumentSummary, Modality
from cckg.core.errors import InputError
from cckg.core.evidence import Bridge, Source, Subgraph
from cckg.core.graph import CausalEdge, Merge, Polarity
from cckg.core.text import distinct_by_key, squeeze
from cckg.export.html import html_page
from cckg.language import dated, normalised


def export(graph: Subgraph, documents: Sequence[DocumentSummary], merges: Sequence[Merge], *, format: str) -> str:  # noqa: A002
    """Write the graph in a format.

    Args:
        graph: events, claims and sources; events are written in the order given. An empty graph gives an empty file of the format.
        documents: what the store knows of the documents; only JSON lists them. Those that failed and hold no claim are left out.
        merges: the ledger of coreference, oldest first, for the wordings of each event.
        format: one of `FORMATS`.

    Returns:
        The whole file as text that UTF-8 can encode; code points that it cannot (lone surrogates) become "?".

    Raises:
        InputError: for an unknown format, listing the valid ones.
    """
    if format not in _WRITERS:
        raise InputError(f"The format {format!r} is unknown. Valid ones are: {', '.join(FORMATS)}.")
    content = _Content(graph, documents, distinct_by_key((merge.event, merge.wording) for merge in merges))
    return _WRITERS[format](content).encode(errors="replace").decode()


# Private


@dataclass(frozen=True, slots=True)
class _Content:
    """What the writers write; `wordings` are the distinct wordings of each event, oldest first."""

    graph: Subgraph
    documents: Sequence[DocumentSummary]
    wordings: dict[str, list[str]]

    def edges(self) -> list[CausalEdge]:
        """Return the edges both ends of which the graph holds."""
        return [edge for edge in self.graph.edges() if edge.cause in self.graph.events and edge.effect in self.graph.events]

    def bridges(self) -> list[Bridge]:
        """Return the pairs of events that may be one, both of which the graph holds."""
        return [bridge for bridge in self.graph.bridges if bridge.ends <= self.graph.events.keys()]

    def source(self, document: str) -> Source:
        """Return where a document was found, as far as it is known."""
        return self.graph.sources.get(document, Source(document, "", document))


def _json(content: _Content) -> str:
    written = {
        "documents": [
            {"id": document.id, "uri": document.uri, "title": document.title}
            for document in content.documents
            if document.status != "failed" or document.claims
        ],
        "events": [
            {"id": event.id, "text": event.text, "polarity": event.polarity.value, "wordings": content.wordings.get(event.id, [event.text])}
            for event in content.graph.events.values()
        ],
        "edges": [asdict(edge) for edge in content.graph.edges()],
        "perhaps_same": [
            {"left": bridge.left.id, "right": bridge.right.id, "probability": bridge.probability} for bridge in content.bridges()
        ],
        "claims": [
            {
                "id": claim.id,
                "cause_event": claim.cause_event,
                "effect_event": claim.effect_event,
                "document": claim.document,
                "quote": claim.quote.text,
                "start": claim.quote.start,
                "end": claim.quote.end,
                "cause_quote": claim.cause_quote.text if claim.cause_quote else None,
                "modality": claim.modality.value,
                "degree": claim.degree.value,
                "enough": claim.enough,
                "counterfactual": claim.counterfactual,
                "tentative": claim.tentative,
                "confidence": claim.confidence,
                "group": claim.group,
                "time": dated(claim.time),
            }
            for claim in content.graph.claims
        ],
    }
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


_COLUMNS = (
    "id cause effect modality degree enough counterfactual tentative confidence group time time_normalised quote start end title uri"
    " document cause_event effect_event cause_polarity effect_polarity extractor"
).split()


def _csv(content: _Content) -> str:
    """Write one row per claim."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for claim in content.graph.claims:
        source = content.source(claim.document)
        row: list[str | float] = [claim.id, claim.cause.text, claim.effect.text, claim.modality.value, claim.degree.value, claim.enough]
        row += [
            claim.counterfactual,
            claim.tentative,
            claim.confidence,
            claim.group or "",
            claim.time or "",
            (normalised(claim.time) if claim.time else None) or "",
            claim.quote.text,
        ]
        row += [claim.quote.start, claim.quote.end, source.title, source.uri, claim.document, claim.cause_event, claim.effect_event]
        row += [claim.cause.polarity.value, claim.effect.polarity.value, claim.extractor]
        writer.writerow([_no_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()


def _no_formula(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would run as a formula."""
    return "'" + cell if cell.lstrip().startswith(("=", "+", "-", "@")) else cell


def _graphml(content: _Content) -> str:
    import networkx as nx

    directed = nx.DiGraph()
    for event in content.graph.events.values():
        worded = " | ".join(content.wordings.get(event.id, [event.text]))
        directed.add_node(event.id, label=_xml_text(event.text), polarity=event.polarity.value, wordings=_xml_text(worded))
    for edge in content.edges():
        directed.add_edge(edge.cause, edge.effect, asserted=edge.asserted, hedged=edge.hedged, denied=edge.denied)
    for bridge in content.bridges():
        directed.add_edge(bridge.left.id, bridge.right.id, perhaps_same=bridge.probability)
    return "\n".join(nx.generate_graphml(directed)) + "\n"


def _xml_text(text: str) -> str:
    """Replace the characters that XML 1.0 cannot hold even when escaped."""
    return re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


_COLOURS = {Polarity.INCREASE: "#fde0c5", Polarity.DECREASE: "#cfe3f7", Polarity.OCCURRENCE: "#ececec", Polarity.ABSENCE: "#ffffff"}


def _dot(content: _Content) -> str:
    lines = ["digraph cckg {", "  rankdir=LR;", '  node [shape=box, style="rounded,filled", fontname="sans-serif"];']
    for event in content.graph.events.values():
        lines.append(f'  {_dot_string(event.id)} [label={_dot_string(event.text)}, fillcolor="{_COLOURS[event.polarity]}"];')
    for edge in content.edges():
        style = "solid" if edge.asserted else "dashed" if edge.hedged else "dotted"
        colour = "red" if edge.denied else "black"
        lines.append(f'  {_dot_string(edge.cause)} -> {_dot_string(edge.effect)} [style={style}, color={colour}, label="{_counts(edge)}"];')
    for bridge in content.bridges():
        ends = f"{_dot_string(bridge.left.id)} -> {_dot_string(bridge.right.id)}"
        lines.append(f'  {ends} [style=dashed, dir=none, color=gray, constraint=false, label="{_perhaps(bridge)}"];')
    return "\n".join([*lines, "}"]) + "\n"


def _dot_string(text: str) -> str:
    escaped = squeeze(text).replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"').replace("\0", "\ufffd")
    return f'"{escaped}"'


def _counts(edge: CausalEdge) -> str:
    """Return the number of documents by modality, as in "2 asserted, 1 denied"."""
    counted = [(edge.asserted, Modality.ASSERTED), (edge.hedged, Modality.HEDGED), (edge.denied, Modality.DENIED)]
    return ", ".join(f"{count} {modality.value}" for count, modality in counted if count)


def _perhaps(bridge: Bridge) -> str:
    return f"perhaps the same ({bridge.probability:.2f})"


def _mermaid(content: _Content) -> str:
    names = {event: f"e{number}" for number, event in enumerate(content.graph.events)}
    lines = ["flowchart LR"]
    lines += [f'  {names[event.id]}["{_mermaid_text(event.text)}"]:::{event.polarity.value}' for event in content.graph.events.values()]
    edges = content.edges()
    for edge in edges:
        arrow = "-->" if edge.asserted else "-.->" if edge.hedged else "--x"
        lines.append(f"  {names[edge.cause]} {arrow}|{_counts(edge)}| {names[edge.effect]}")
    lines += [f'  {names[one.left.id]} -.-|"{_perhaps(one)}"| {names[one.right.id]}' for one in content.bridges()]
    lines += [f"  linkStyle {number} stroke:red" for number, edge in enumerate(edges) if edge.denied]
    lines += [f"  classDef {polarity.value} fill:{colour},stroke:#555,color:#000" for polarity, colour in _COLOURS.items()]
    return "\n".join(lines) + "\n"


def _mermaid_text(text: str) -> str:
    """Write everything but letters, digits and plain punctuation as Mermaid's numbered entities."""
    plain = "".join(char if char.isprintable() else "\ufffd" for char in squeeze(text))
    return "".join(char if char.isalnum() or char in " .,-'%()/\ufffd" else f"#{ord(char)};" for char in plain)


def _cypher(content: _Content) -> str:
    """Write a script for an empty Neo4j database; denied claims make no CAUSES relation, as traversal must not follow them."""
    lines = [
        f"CREATE CONSTRAINT {label.lower()}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE;"
        for label in ("Document", "Event", "Claim")
    ]
    for document in dict.fromkeys(claim.document for claim in content.graph.claims):
        source = content.source(document)
        lines.append(f"CREATE (:Document {_cypher_map({'id': document, 'uri': source.uri, 'title': source.title})});")
    for event in content.graph.events.values():
        lines.append(f"CREATE (:Event {_cypher_map({'id': event.id, 'text': event.text, 'polarity': event.polarity.value})});")
    for edge in content.edges():
        if edge.followed:
            counts = _cypher_map({"asserted": edge.asserted, "hedged": edge.hedged, "denied": edge.denied})
            lines.append(_cypher_relation(("Event", edge.cause), f"CAUSES {counts}", ("Event", edge.effect)))
    for bridge in content.bridges():
        probability = _cypher_map({"probability": bridge.probability})
        lines.append(_cypher_relation(("Event", bridge.left.id), f"PERHAPS_SAME {probability}", ("Event", bridge.right.id)))
    for claim in content.graph.claims:
        lines += _cypher_claim(claim)
    return "\n".join(lines) + "\n"


def _cypher_claim(claim: Claim) -> list[str]:
    values: dict[str, str | int | float | None] = {
        "id": claim.id,
        "cause_text": claim.cause.text,
        "effect_text": claim.effect.text,
        "quote": claim.quote.text,
        "start": claim.quote.start,
        "end": claim.quote.end,
        "modality": claim.modality.value,
        "degree": claim.degree.value,
        "enough": claim.enough,
        "counterfactual": claim.counterfactual,
        "tentative": claim.tentative,
        "cause_group": claim.group,
        "stated_time": claim.time,
        "confidence": claim.confidence,
        "extractor": claim.extractor,
    }
    node = ("Claim", claim.id)
    return [
        f"CREATE (:Claim {_cypher_map(values)});",
        _cypher_relation(node, "CAUSE", ("Event", claim.cause_event)),
        _cypher_relation(node, "EFFECT", ("Event", claim.effect_event)),
        _cypher_relation(node, "FROM_DOCUMENT", ("Document", claim.document)),
    ]


def _cypher_relation(start: tuple[str, str], relation: str, end: tuple[str, str]) -> str:
    """Return a statement that joins two nodes, each given as (label, id)."""
    (start_label, start_id), (end_label, end_id) = start, end
    found = f"MATCH (a:{start_label} {_cypher_map({'id': start_id})}) MATCH (b:{end_label} {_cypher_map({'id': end_id})})"
    return f"{found} CREATE (a)-[:{relation}]->(b);"


def _cypher_map(values: Mapping[str, str | int | float | None]) -> str:
    return "{" + ", ".join(f"{key}: {_cypher_value(value)}" for key, value in values.items() if value is not None) + "}"


def _cypher_value(value: str | int | float) -> str:
    """Write a literal; a script has no parameters, so quotes, backslashes and line ends in text are escaped."""
    if not isinstance(value, str):
        return repr(value)
    escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r")
    return f"'{escaped}'"


_WRITERS: dict[str, Callable[[_Content], str]] = {
    "html": lambda content: html_page(content.graph, content.wordings),
    "graphml": _graphml,
    "json": _json,
    "csv": _csv,
    "dot": _dot,
    "mermaid": _mermaid,
    "cypher": _cypher,
}
FORMATS = tuple(_WRITERS)
