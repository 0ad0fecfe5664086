"""Writes the reference of the Python API: signatures and docstrings of `cckg.app`, and the values that it returns."""

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

from cckg import app
from cckg.core import arbitration, claims, decisions, errors, evidence, graph, questions, results
from cckg.settings import load_settings
from ingest import Failure, IngestReport, Ledger

_HEAD = """# Python API

`cckg.app` is what other programs import: `open_app` and `CausalRAG`. What its methods return are frozen dataclasses of `cckg.core`. The
[tutorial](../tutorials/python.md) shows them at work; all else in the packages is private and may change.
"""

_VALUES = (
    evidence.Answer,
    evidence.EvidencePackage,
    evidence.Citation,
    evidence.CausalChain,
    evidence.Verdict,
    evidence.Simulation,
    evidence.EntryEvent,
    evidence.Passage,
    evidence.Source,
    evidence.Subgraph,
    graph.Event,
    graph.CausalEdge,
    graph.Merge,
    decisions.Decision,
    decisions.LedgerEvent,
    decisions.LedgerEntry,
    decisions.LedgerClaim,
    decisions.Doubt,
    claims.Claim,
    claims.ExtractedClaim,
    claims.Mention,
    claims.Span,
    claims.DocumentSummary,
    questions.ParsedQuestion,
    questions.InterventionRequest,
    results.Walk,
    results.WhatIf,
    results.SearchResult,
    results.MatchResult,
    arbitration.Arbitration,
    arbitration.Hypothesis,
    arbitration.Variation,
    IngestReport,
    Failure,
)


def python_page() -> str:
    """Return the Markdown page of the Python API."""
    parts = [_HEAD, "## Opening", _function(load_settings), _function(app.open_app), f"## CausalRAG\n\n{_first(app.CausalRAG)}"]
    parts += [*map(_function, _methods(app.CausalRAG)), f"## Ledger\n\n{_first(Ledger)}", *map(_function, _methods(Ledger))]
    parts += ["## Values", *map(_value, _VALUES), "## Errors", "```text\n" + _tree() + "\n```"]
    return "\n\n".join(part.strip() for part in parts) + "\n"


# Private

_SECTION = re.compile(r"^(Args|Returns|Raises|Yields):\n((?:[ ]{4}.*\n?|\n)+)", re.MULTILINE)


def _methods(kind: type) -> list[Callable[..., Any]]:
    return [method for name, method in vars(kind).items() if not name.startswith("_") and inspect.isfunction(method)]


def _function(function: Callable[..., Any]) -> str:
    """Return a heading with the signature, and the docstring as Markdown."""
    signature = re.sub(r"'([A-Z]\w*)'", r"\1", str(inspect.signature(function)))  # a name that is imported for types alone
    signature = re.sub(r"\(self(?:, )?", "(", signature)
    signature = re.sub(r"(?:\w+\.)+(\w+)", r"\1", signature)  # `cckg.core.evidence.Answer` is `Answer`
    signature = re.sub(r"<class '?(\w+)'?>", r"\1", signature)
    return f"### {function.__name__}\n\n```python\n{function.__name__}{signature}\n```\n\n{_markdown(inspect.getdoc(function) or '')}"


def _markdown(docstring: str) -> str:
    """Return a docstring in Google's form as Markdown: its sections become lists."""
    text = _SECTION.sub(lambda match: f"**{match[1]}**\n\n{''.join(_items(match[2]))}\n", docstring.split("\n>>>", maxsplit=1)[0] + "\n")
    return text.strip()


def _items(block: str) -> Iterator[str]:
    for line in inspect.cleandoc(block).splitlines():
        name, colon, meaning = line.partition(":")
        if line.startswith(" "):
            yield f"  {line.strip()}\n"
        elif colon and re.fullmatch(r"[\w, ]{1,60}", name) and meaning:
            yield f"- `{name}`:{meaning}\n"
        elif line:
            yield f"- {line}\n"


def _value(kind: type) -> str:
    """Return a heading, the docstring and the fields of a dataclass."""
    rows = [f"| `{field.name}` | `{_typed(field)}` |" for field in dataclasses.fields(kind) if not field.name.startswith("_")]
    return f"### {kind.__name__}\n\n{_markdown(inspect.getdoc(kind) or '')}\n\n" + "\n".join(["| field | type |", "|---|---|", *rows])


def _typed(field: "dataclasses.Field[Any]") -> str:
    name = field.type if isinstance(field.type, str) else inspect.formatannotation(field.type)
    return re.sub(r"(?:\w+\.)+(\w+)", r"\1", name).replace("|", "\\|")


def _first(kind: type) -> str:
    return (inspect.getdoc(kind) or "").split("\n\n")[0]


def _tree() -> str:
    """Return the tree of errors as their module draws it."""
    return (errors.__doc__ or "").split("\n\n", 1)[1].strip()
