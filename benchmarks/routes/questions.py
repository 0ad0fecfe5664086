"""Questions with the route that they should take: of public sets, by the set, and written for this."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.public_data.__main__ import DATA
from cckg.core.questions import Route
from cckg.core.text import content_hash

WRITTEN = Path(__file__).parents[2] / "training" / "data" / "routes" / "questions.jsonl"
PER_SET = 100
"""Questions of each set and half, at most."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question, its set, and the route it should take."""

    question: str
    source: str
    route: Route


def public(*, held: bool) -> list[Labelled]:
    """Return the questions of the public sets that are there: of the half, by a hash, that is looked at, or of the one held out."""
    found: list[Labelled] = []
    for source, route, questions in _sets():
        of_half = sorted((text for text in questions if _is_held(text) == held), key=content_hash)[:PER_SET]
        found += [Labelled(text, source, route) for text in of_half]
    return found


def written(*, held: bool) -> list[Labelled]:
    """Return the questions written for this, of one half."""
    rows = [json.loads(line) for line in WRITTEN.read_text(encoding="utf-8").splitlines()]
    return [Labelled(row["question"], "written", Route(row["route"])) for row in rows if row["half"] == ("held" if held else "train")]


# Private


def _is_held(text: str) -> bool:
    return int(content_hash("half", text), 16) % 2 == 1


def _sets() -> Iterator[tuple[str, Route, list[str]]]:
    kinds: list[tuple[str, Route, tuple[str, ...]]] = [
        ("odqa/questions", Route.FACTUAL, ()),
        ("popqa/questions", Route.FACTUAL, ()),
        ("2wikimultihopqa/questions", Route.RELATIONAL, ("bridge_comparison", "compositional", "inference")),
        ("wikiwhy/items", Route.CAUSAL, ()),
        ("ester/questions", Route.CAUSAL, ("Causal",)),
        ("ifqa/questions", Route.COUNTERFACTUAL, ()),
        ("crass/questions", Route.COUNTERFACTUAL, ()),
        ("ester/questions", Route.COUNTERFACTUAL, ("Counterfactual Conditional",)),
    ]
    for name, route, wanted in kinds:
        path = DATA / f"{name}.jsonl"
        if not path.exists():
            continue
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        yield name.partition("/")[0], route, [row["question"] for row in rows if not wanted or row["type"] in wanted]
