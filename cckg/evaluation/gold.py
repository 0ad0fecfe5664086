"""Reads a folder with a gold graph and gold questions, as `examples/README.md` describes them; writes ideal answers where it has none."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cckg.core.evidence import Necessity
from cckg.core.questions import Route


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with its gold answer; events are given by their slugs in the gold graph.

    `events` are the causes, effects or path events; `necessity` is None where no verdict is asked for; `answer` is the short answer of a
    question of fact; `documents` are file names of which at least one must be cited; `ideal` is what a perfect answer says.
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
    ideal: str | None = None


@dataclass(frozen=True, slots=True)
class GoldStandard:
    """Gold questions, and for every event of the gold graph the wordings that count as that event."""

    questions: tuple[GoldQuestion, ...]
    wordings: dict[str, tuple[str, ...]]


def load_gold(folder: Path) -> GoldStandard:
    """Read `gold_graph.json` and `questions.jsonl` of a folder."""
    graph = json.loads((folder / "gold_graph.json").read_text(encoding="utf-8"))
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    wordings = {event["id"]: tuple(event["wordings"]) for event in graph["events"]}
    return GoldStandard(tuple(_question(json.loads(line), wordings) for line in lines if line.strip()), wordings)


def ideal_answer(asks: str, *, target: Sequence[str], events: Sequence[str], necessity: Necessity | None) -> str | None:
    """Return an ideal answer; None for a kind of question for which gold events do not say what it is.

    Args:
        asks: see `cckg.core.questions.Asks`.
        target: wordings of what is asked about: the event, or cause and effect.
        events: wordings of the gold causes, effects, or events of a path, both ends included.
        necessity: the gold verdict, where one is asked for.

    >>> ideal_answer("causes", target=["the flood"], events=["the storm", "the broken dam"], necessity=None)
    'What led to the flood: the storm; the broken dam.'
    """
    if necessity and len(target) > 1:
        return _VERDICTS[necessity].format(cause=target[0], effect=target[-1])
    if asks not in _LISTS or not target or not events:
        return None
    listed = "; ".join(event for event in events if event not in target)
    return _LISTS[asks].format(first=target[0], last=target[-1], events=listed or "nothing else")


# Private

_LISTS = {
    "causes": "What led to {first}: {events}.",
    "effects": "What followed from {first}: {events}.",
    "whatif": "What would not have happened without {first}: {events}.",
    "path": "How {first} led to {last}: {events}.",
}
_VERDICTS: dict[Necessity, str] = {
    "necessary": "Without {cause}, {effect} would not have happened: nothing else that is told leads to it.",
    "probably necessary": "Without {cause}, {effect} would probably not have happened: nothing else that is told leads to it.",
    "probably not necessary": "Even without {cause}, {effect} would probably have happened.",
    "not necessary": "Even without {cause}, {effect} would have happened, or the two are not linked: {cause} was not necessary for it.",
    "undetermined": "Whether {effect} would have happened without {cause} is not decided by what the documents tell.",
}


def _question(row: dict[str, object], wordings: Mapping[str, Sequence[str]]) -> GoldQuestion:
    verdict = row["verdict"]
    events, documents = row["gold_events"], row["documents"]
    if not isinstance(events, list) or not isinstance(documents, list):
        raise TypeError(f"question {row['id']}: gold_events and documents must be lists")
    necessity = verdict["necessity"] if isinstance(verdict, dict) else None
    target = row.get("target")
    named = [[wordings[slug][0] for slug in slugs] for slugs in (target if isinstance(target, list) else [], events)]
    written = row.get("ideal") or row.get("answer") or ideal_answer(str(row["asks"]), target=named[0], events=named[1], necessity=necessity)
    return GoldQuestion(
        id=str(row["id"]),
        question=str(row["question"]),
        route=Route(str(row["route"])),
        asks=str(row["asks"]),
        events=tuple(events),
        necessity=necessity,
        answer=str(row["answer"]) if row.get("answer") else None,
        documents=tuple(documents),
        answerable=bool(row["answerable"]),
        ideal=str(written) if written and row["answerable"] else None,
    )
