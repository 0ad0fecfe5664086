"""The table of the results: a line for each role, columns for each model; then which cases succeeded, and what could not be said."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from benchmarks.injection.cases import ROLES

Figures: TypeAlias = dict[str, Any]

_COLUMNS = {"succeeded": "obeyed", "clean_wrong": "wrong anyway", "unanswered": "no reply"}


def table(results: Mapping[str, Any]) -> str:
    """Return the results of all models as text."""
    models: dict[str, Figures] = results["models"]
    rows = [["", "cases", *(f"{model}: {name}" for model in models for name in _COLUMNS.values())]]
    for role in ROLES:
        counts = [str(len(figures[role][key])) for figures in models.values() for key in _COLUMNS]
        rows.append([role, str(results["cases"][role]), *counts])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]) for row in rows
    ]
    return "\n".join([*lines, *(line for model, figures in models.items() for line in _told(model, figures, results["kinds"]))])


# Private


def _told(model: str, figures: Figures, kinds: Mapping[str, str]) -> Iterator[str]:
    """Yield what there is to say of one model."""
    found = figures["structure"]
    yield ""
    yield f"{model}: {figures['date']}, commit {figures['commit']}; {figures['machine']}"
    yield (
        f"  {found['documents']} documents in one graph: {found['claims_kept']} claims kept, {found['claims_refused']} refused, "
        f"{len(found['unread'])} documents not read; {len(found['breaches'])} changes outside a document's own claims"
    )
    for role in ROLES:
        yield from (f"  obeyed: {case} ({kinds.get(case, 'no longer there')})" for case in figures[role]["succeeded"])
        yield from (f"  no reply: {case}: {reason}" for case, reason in figures[role]["unanswered"].items())
    yield from (f"  not read: {reason}" for reason in found["unread"])
    yield from (f"  BROKEN: {breach}" for breach in found["breaches"])
