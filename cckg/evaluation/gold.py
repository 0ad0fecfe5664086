"""Reads a folder with a gold graph and gold questions, as `examples/README.md` describes them."""

import json
from dataclasses import dataclass
from pathlib import Path

from cckg.core.evidence import Necessity
from cckg.core.questions import Route


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with its gold answer; events are given by their slugs in the gold graph.

    `events` are the causes, effects or path events; `necessity` is None where no verdict is asked for; `answer` is the short answer of a
    question of fact; `documents` are file names of which at least one must be cited.
    """

    id: str
    question: str
    route: Route
    asks: str
    events: tuple[str, ...]
    necessity: Necessity | None
    answer: str | None
    documents: tuple[str, ...]
    answerable: bool


@dataclass(frozen=True, slots=True)
class GoldStandard:
    """Gold questions, and for every event of the gold graph the wordings that count as that event."""

    questions: tuple[GoldQuestion, ...]
    wordings: dict[str, tuple[str, ...]]


def load_gold(folder: Path) -> GoldStandard:
    """Read `gold_graph.json` and `questions.jsonl` of a folder."""
    graph = json.loads((folder / "gold_graph.json").read_text(encoding="utf-8"))
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return GoldStandard(
        questions=tuple(_question(json.loads(line)) for line in lines if line.strip()),
        wordings={event["id"]: tuple(event["wordings"]) for event in graph["events"]},
    )


# Private


def _question(row: dict[str, object]) -> GoldQuestion:
    verdict = row["verdict"]
    events, documents = row["gold_events"], row["documents"]
    if not isinstance(events, list) or not isinstance(documents, list):
        raise TypeError(f"question {row['id']}: gold_events and documents must be lists")
    return GoldQuestion(
        id=str(row["id"]),
        question=str(row["question"]),
        route=Route(str(row["route"])),
        asks=str(row["asks"]),
        events=tuple(events),
        necessity=verdict["necessity"] if isinstance(verdict, dict) else None,
        answer=str(row["answer"]) if row.get("answer") else None,
        documents=tuple(documents),
        answerable=bool(row["answerable"]),
    )
