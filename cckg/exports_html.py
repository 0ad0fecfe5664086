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
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from statistics import fmean
from typing import TYPE_CHECKING

from cckg.core.claims import Claim
from cckg.core.evidence import Subgraph
from cckg.core.graph import CausalEdge, Event, Polarity
from cckg.core.text import squeeze

if TYPE_CHECKING:
    import networkx as nx

Place = tuple[float, float]

_BOX_WIDTH, _BOX_HEIGHT = 210, 58  # pixels of an event's box
_COLUMN, _ROW = 300, 72  # pixels from one box to the next
_MARGIN = 40
_SWEEPS = 6  # passes that draw events towards their neighbours
_LINE, _LINES = 30, 3  # characters of a line, lines of a box
_SIGNS = {Polarity.INCREASE: "▲", Polarity.DECREASE: "▼", Polarity.OCCURRENCE: "●", Polarity.ABSENCE: "○"}


def html_page(graph: Subgraph, wordings: Mapping[str, Sequence[str]]) -> str:
    """Draw the graph as a self-contained page.

    Args:
        graph: events and claims; claims about events that the graph does not hold stand in the table alone.
        wordings: for each event the distinct wordings that documents use; shown when the pointer rests on the event.

    Returns:
        The page's HTML.
    """
    edges = [edge for edge in graph.edges() if edge.cause in graph.events and edge.effect in graph.events]
    places = layout(graph.events, [(edge.cause, edge.effect) for edge in edges])
    numbers = {event: number for number, event in enumerate(graph.events)}
    width = max((x for x, _ in places.values()), default=0) + _BOX_WIDTH + _MARGIN
    height = max((y for _, y in places.values()), default=0) + _BOX_HEIGHT + _MARGIN
    template = (files("cckg") / "data" / "graph.html").read_text(encoding="utf-8")
    parts = {
        "policy": _policy(template),
        "counts": f"{len(graph.events)} events, {len(graph.claims)} claims, {len({claim.document for claim in graph.claims})} documents",
        "size": f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"',
        "edges": "\n".join(_edge(edge, graph.events, places, numbers) for edge in edges),
        "events": "\n".join(_event(event, places[event.id], numbers[event.id], wordings.get(event.id, [])) for event in graph.events.values()),
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
            wanted = {event: _mean([rows[other] for other in (*graph.pred[event], *graph.succ[event])], rows[event]) for event in columns[number]}
            columns[number].sort(key=lambda event: (wanted[event], event))
            below = -math.inf
            for event in columns[number]:
                rows[event] = below = max(wanted[event], below + 1)
            shift = _mean([wanted[event] - rows[event] for event in columns[number]], 0.0)
            for event in columns[number]:
                rows[event] += shift
    left, top = min(columns), min(rows.values())
    return {event: ((column - left) * _COLUMN, (rows[event] - top) * _ROW) for column, members in columns.items() for event in members}
