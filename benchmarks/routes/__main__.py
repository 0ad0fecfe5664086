"""Measure how often questions take the right route: python -m benchmarks.routes [--half held|dev]."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.routes.questions import Labelled, public, written
from cckg.core.questions import Route
from cckg.models import open_embedder
from cckg.roles import RoleRegistry
from cckg.settings import load_settings

RESULT = RESULTS / "routes.json"


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.routes", description=__doc__)
    parser.add_argument("--half", choices=("held", "dev"), default="held")
    held = parser.parse_args(arguments).half == "held"
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    understood = RoleRegistry(load_settings(), lambda: embedder).parser

    def route(question: str) -> Route:
        return understood.parse(question).route

    found = {**circumstances(), "public sets": scores(public(held=held), route), "written": scores(written(held=held), route)}
    if held:
        RESULT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


def scores(rows: Sequence[Labelled], route: Callable[[str], Route]) -> dict[str, Any]:
    """Return F1 of each route, their mean, and what became of the questions of each set."""
    taken = [route(row.question) for row in rows]
    f1 = {}
    for wanted in Route:
        right = sum(row.route is wanted is one for row, one in zip(rows, taken, strict=True))
        named = sum(row.route is wanted for row in rows) + sum(one is wanted for one in taken)
        f1[str(wanted)] = round(2 * right / named, 4) if named else 0.0
    sets: dict[str, Counter[str]] = {}
    for row, one in zip(rows, taken, strict=True):
        sets.setdefault(f"{row.source}, {row.route}", Counter())[str(one)] += 1
    mean = round(sum(f1.values()) / len(f1), 4)
    return {"questions": len(rows), "macro-F1": mean, "F1": f1, "taken": {name: dict(counts) for name, counts in sets.items()}}


if __name__ == "__main__":
    main(sys.argv[1:])
