"""The causal graph as one HTML file to look at: a layered drawing, and a table of every claim with its quote; no network, no library.

The drawing and the table are written here, so both are there without JavaScript; the script in `data/graph.html` only selects,
searches and zooms. All text is escaped, and the page's policy lets no other script run.
"""

import base64
import hashlib
import math
import re
import textwrap
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from statistics import fmean
from typing import TYPE_CHECKING

from cckg.core.claims import Claim, quotes_of
from cckg.core.evidence import Bridge, Source, Subgraph
from cckg.core.graph import CausalEdge, Event, Polarity
from cckg.core.text import squeeze

if TYPE_CHECKING:
    import networkx as nx

Place = tuple[float, float]

_BOX_WIDTH, _BOX_HEIGHT = 220, 58  # pixels of an event's box
_COLUMN, _ROW = 310, 72  # pixels from one box to the next
_MARGIN = 40
_SWEEPS = 6  # passes that draw events towards their neighbours
_LINE, _LINES = 27, 3  # characters of a line, lines of a box
_SIGNS = {Polarity.INCREASE: "▲", Polarity.DECREASE: "▼", Polarity.OCCURRENCE: "●", Polarity.ABSENCE: "○"}


def html_page(graph: Subgraph, wordings: Mapping[str, Sequence[str]]) -> str:
    """Draw the graph as a self-contained page.

    Args:
        graph: events and claims; claims about events that the graph does not hold stand in the table alone.
        wordings: for each event the distinct wordings that documents use; shown when the pointer rests on the event.
    """
    edges = [edge for edge in graph.edges() if edge.cause in graph.events and edge.effect in graph.events]
    places = layout(graph.events, [(edge.cause, edge.effect) for edge in edges])
    numbers = {event: number for number, event in enumerate(graph.events)}
    template = (files("cckg.export") / "data" / "graph.html").read_text(encoding="utf-8")
    parts = {
        "policy": _policy(template),
        "counts": f"{len(graph.events)} events, {len(graph.claims)} claims, {len({claim.document for claim in graph.claims})} documents",
        "size": _size(places.values()),
        "edges": "\n".join(
            [
                *(_edge(edge, graph.events, places, numbers) for edge in edges),
                *(_perhaps(bridge, places, numbers) for bridge in graph.bridges if bridge.ends <= graph.events.keys()),
            ]
        ),
        "events": "\n".join(
            _event(event, places[event.id], numbers[event.id], wordings.get(event.id, [])) for event in graph.events.values()
        ),
        "claims": "\n".join(_row(claim, graph, numbers) for claim in graph.claims),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found.group(1)], template)  # one pass: what is put in is not looked at again


def layout(events: Iterable[str], edges: Iterable[tuple[str, str]]) -> dict[str, Place]:
    """Place events in columns, causes left of effects, connected parts apart from one another.

    Args:
        events: ids.
        edges: (cause, effect) between these events; cycles are fine.

    Returns:
        The upper left corner of each event's box in pixels; no two boxes overlap.
    """
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(events)
    graph.add_edges_from(edges)
    parts = [_part(graph.subgraph(sorted(members))) for members in nx.weakly_connected_components(graph)]
    return _packed(parts)


# Private


def _part(graph: "nx.DiGraph") -> dict[str, Place]:
    """Place one connected part, its upper left corner at (0, 0)."""
    columns: dict[int, list[str]] = {}
    for event, column in sorted(_columns(graph).items()):
        columns.setdefault(column, []).append(event)
    rows = {event: float(row) for column in columns.values() for row, event in enumerate(column)}
    for sweep in range(_SWEEPS):
        for number in sorted(columns, reverse=bool(sweep % 2)):
            rows |= _settled(columns[number], rows, graph)
    left, top = min(columns), min(rows.values())
    return {event: ((column - left) * _COLUMN, (rows[event] - top) * _ROW) for column, members in columns.items() for event in members}


def _settled(column: list[str], rows: Mapping[str, float], graph: "nx.DiGraph") -> dict[str, float]:
    """Return the rows of a column's events, each as near as may be to the middle of its neighbours, a whole row between any two."""
    wanted = {event: _mean([rows[other] for other in (*graph.pred[event], *graph.succ[event])], rows[event]) for event in column}
    settled: dict[str, float] = {}
    below = -math.inf
    for event in sorted(column, key=lambda event: (wanted[event], event)):
        settled[event] = below = max(wanted[event], below + 1)
    shift = _mean([wanted[event] - row for event, row in settled.items()], 0.0)
    return {event: row + shift for event, row in settled.items()}


def _columns(graph: "nx.DiGraph") -> dict[str, int]:
    """Give every event a column to the right of its causes'; the events of a cycle stand by their distance from its first event."""
    import networkx as nx

    circles = nx.condensation(graph)  # one node per cycle or lone event, acyclic
    begin: dict[int, int] = {}
    after: dict[int, int] = {}
    columns: dict[str, int] = {}
    for circle in nx.topological_sort(circles):
        members = circles.nodes[circle]["members"]
        steps: dict[str, int] = nx.single_source_shortest_path_length(graph.subgraph(members), min(members))
        begin[circle] = max((after[before] for before in circles.pred[circle]), default=0)
        after[circle] = begin[circle] + 1 + max(steps.values())
        columns |= {event: begin[circle] + step for event, step in steps.items()}
    for event in graph:
        if not graph.pred[event] and graph.succ[event]:
            columns[event] = min(columns[effect] for effect in graph.succ[event]) - 1  # root causes stand next to what they cause
    return columns


def _mean(values: Sequence[float], default: float) -> float:
    return fmean(values) if values else default


def _packed(parts: list[dict[str, Place]]) -> dict[str, Place]:
    """Set the parts on shelves, the largest first, so that the whole is about as wide as a screen is to its height."""
    sizes = [(max(x for x, _ in part.values()) + _COLUMN, max(y for _, y in part.values()) + _ROW + _MARGIN / 2) for part in parts]
    widest = max([math.sqrt(1.6 * sum(width * height for width, height in sizes)), *(width for width, _ in sizes)], default=0)
    places: dict[str, Place] = {}
    left, top, shelf = 0.0, 0.0, 0.0
    for number in sorted(range(len(parts)), key=lambda number: (-sizes[number][1], -sizes[number][0], min(parts[number]))):
        width, height = sizes[number]
        if left + width > widest:
            left, top, shelf = 0.0, top + shelf, 0.0
        places |= {event: (_MARGIN + left + x, _MARGIN + top + y) for event, (x, y) in parts[number].items()}
        left, shelf = left + width, max(shelf, height)
    return places


def _size(places: Collection[Place]) -> str:
    """Write the drawing's width and height as attributes."""
    width = max((x for x, _ in places), default=0) + _BOX_WIDTH + _MARGIN
    height = max((y for _, y in places), default=0) + _BOX_HEIGHT + _MARGIN
    return f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'


def _event(event: Event, place: Place, number: int, wordings: Sequence[str]) -> str:
    """Draw an event's box; the pointer shows all its wordings."""
    x, y = place
    wide = any(unicodedata.east_asian_width(char) in "WF" for char in event.text)
    lines = textwrap.wrap(squeeze(event.text), _LINE // 2 if wide else _LINE, max_lines=_LINES, placeholder=" …") or [""]
    middle = y + _BOX_HEIGHT / 2 - 7.5 * (len(lines) - 1)
    text = "".join(f'<tspan x="{x + 28:.0f}" y="{middle + 15 * row:.0f}">{escape(line)}</tspan>' for row, line in enumerate(lines))
    worded = "\n".join(dict.fromkeys([event.text, *wordings]))
    return (
        f'<g class="event {event.polarity.value}" data-event="{number}" tabindex="0" role="button">'
        f"<title>{escape(worded)}\n({event.polarity.value})</title>"
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{_BOX_WIDTH}" height="{_BOX_HEIGHT}" rx="8"/>'
        f'<text class="sign" x="{x + 9:.0f}" y="{y + _BOX_HEIGHT / 2:.0f}">{_SIGNS[event.polarity]}</text><text>{text}</text></g>'
    )


def _edge(edge: CausalEdge, events: Mapping[str, Event], places: Mapping[str, Place], numbers: Mapping[str, int]) -> str:
    """Draw an arrow: thicker the more documents assert it, dashed when hedged only, dotted when denied only, red when denied."""
    curve = _curve(places[edge.cause], places[edge.effect])
    kind = "asserted" if edge.asserted else "hedged" if edge.hedged else "unsaid"
    title = f"{events[edge.cause].text} → {events[edge.effect].text}\n{edge.asserted} asserted, {edge.hedged} hedged, {edge.denied} denied"
    return (
        f'<g class="edge {kind}{" denied" if edge.denied else ""}" data-cause="{numbers[edge.cause]}" data-effect="{numbers[edge.effect]}">'
        f'<title>{escape(title)}</title><path class="hit" d="{curve}"/>'
        f'<path class="line" stroke-width="{1.2 + 0.5 * min(edge.asserted, 6):.1f}" d="{curve}"/></g>'
    )


def _perhaps(bridge: Bridge, places: Mapping[str, Place], numbers: Mapping[str, int]) -> str:
    """Draw a dashed line, without an arrow's head, between two events that may be one."""
    curve = _curve(places[bridge.left.id], places[bridge.right.id])
    title = f"{bridge.left.text} ~ {bridge.right.text}\nperhaps the same ({bridge.probability:.2f})"
    left, right = numbers[bridge.left.id], numbers[bridge.right.id]
    return (
        f'<g class="edge perhaps" data-cause="{left}" data-effect="{right}">'
        f'<title>{escape(title)}</title><path class="hit" d="{curve}"/><path class="line" d="{curve}"/></g>'
    )


def _curve(start: Place, end: Place) -> str:
    """Return the path from the right side of one box to the left side of another, over the boxes that stand in one row between them."""
    (x, y), (x2, y2) = start, end
    if start == end:
        return f"M{x + 150:.0f} {y:.0f}c0 -34 50 -34 50 -2"
    x, y, x2, y2 = x + _BOX_WIDTH, y + _BOX_HEIGHT / 2, x2 - 2, y2 + _BOX_HEIGHT / 2
    columns = round((end[0] - start[0]) / _COLUMN)
    bend = max(50.0, (x2 - x) / 2) if columns > 0 else 90.0
    lift = min(55 + 9 * abs(columns), 90) if columns != 1 and abs(y2 - y) < _BOX_HEIGHT else 0
    return f"M{x:.0f} {y:.0f}C{x + bend:.0f} {y - lift:.0f} {x2 - bend:.0f} {y2 - lift:.0f} {x2:.0f} {y2:.0f}"


def _row(claim: Claim, graph: Subgraph, numbers: Mapping[str, int]) -> str:
    source = graph.sources.get(claim.document, Source(claim.document, "", claim.document))
    cause, effect = numbers.get(claim.cause_event, ""), numbers.get(claim.effect_event, "")
    quotes = " … ".join(f"<q>{escape(quote.text)}</q>" for quote in quotes_of(claim))
    return (
        f'<tr class="{claim.modality.value}" data-cause="{cause}" data-effect="{effect}">'
        f"<td>{escape(claim.cause.text)}</td><td>{escape(claim.effect.text)}</td><td>{claim.modality.value}</td>"
        f'<td>{quotes}</td><td title="{escape(source.uri)}">{escape(source.title)}</td></tr>'
    )


def _policy(template: str) -> str:
    """Return the content security policy that lets the template's own script run and nothing be fetched."""
    script = template.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
