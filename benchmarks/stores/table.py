"""The table of a run: one line per figure, one column per store."""

from collections.abc import Mapping

from benchmarks.stores.measures import ADDITIONS, DEPTH, LIMITS, QUESTIONS, Figures, K


def table(scale: str, stores: Mapping[str, Figures]) -> str:
    """Return the figures of all stores as text, under a line on each machine that they were measured on."""
    machines = dict.fromkeys(str(figures["machine"]) for figures in stores.values())
    lines = [f"{scale} events, 3 claims each; medians of {ADDITIONS} additions; {QUESTIONS} questions and walks.", *machines, ""]
    columns = [["", *(name for name, _ in _LINES)]]
    columns += [[store, *(_cell(figures, path) for _, path in _LINES)] for store, figures in stores.items()]
    widths = [max(map(len, column)) for column in columns]
    for name, *cells in zip(*columns, strict=True):
        lines.append(
            "  ".join([name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))]).rstrip()
        )
    lines += ["", *(f"{store}: {figures['made_of']}; commit {figures['commit']}, {figures['date']}" for store, figures in stores.items())]
    return "\n".join(lines)


def figure_at(figures: Figures, path: str) -> object:
    """Return the figure that the words of a path lead to, or None."""
    found: object = figures
    for word in path.split():
        found = found.get(word) if isinstance(found, dict) else None
    return found


# Private

_LINES = (
    ("load: events/s", "load events_per_second"),
    ("load: claims/s", "load claims_per_second"),
    ("stats s", "load stats_seconds"),
    ("first search of a process s", "first_search_seconds"),
    ("nearest events: p50 ms", "nearest p50_ms"),
    ("nearest events: p95 ms", "nearest p95_ms"),
    (f"nearest events: recall@{K}", "nearest recall_at_10"),
    ("of one polarity: p50 ms", "nearest_of_polarity p50_ms"),
    ("of one polarity: p95 ms", "nearest_of_polarity p95_ms"),
    (f"of one polarity: recall@{K}", "nearest_of_polarity recall_at_10"),
    ("look up a document's 333 wordings s", "look_up_document_seconds"),
    *(
        (f"{DEPTH} hops, limit {limit}: {what}", f"neighbourhood_{limit} {key}")
        for limit in LIMITS
        for what, key in (("p50 ms", "p50_ms"), ("p95 ms", "p95_ms"), ("median of events", "events_median"))
    ),
    ("add 1,000 claims s", "add median_seconds"),
    ("add 1,000 claims s, at 10k", "base add median_seconds"),
    ("add 1,000 claims: times that at 10k", "add_factor"),
    ("forget a document s", "forget median_seconds"),
    ("forget a document s, at 10k", "base forget median_seconds"),
    ("forget a document: times that at 10k", "forget_factor"),
    ("first search after forgetting s", "search_after_forget_seconds"),
    ("memory of this process MB", "memory_mb client"),
    ("memory of the server MB", "memory_mb server"),
    ("disk: data MB", "disk_mb data"),
    ("disk: logs MB", "disk_mb log"),
)


def _cell(figures: Figures, path: str) -> str:
    found = figure_at(figures, path)
    return "–" if found is None else f"{found:,}" if isinstance(found, int) else str(found)
