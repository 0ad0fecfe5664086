"""Sixty invented incidents, each told by two to four documents, beside sixty look-alikes: which are joined, and which answers are right.

The texts, the pairs of spans that are one event and the questions were written without sight of the code (`twins/*.jsonl`, 15 pairs a
file); parts c and d are not to be read while anything is chosen. All documents of the parts that are measured make one graph.

An answer is right if it cites a place that states the link asked about, no document of the twin, and has the verdict asked for; it is from
the wrong twin if it cites the twin and nothing of its own. What the graph holds no claim of was not read, and counts apart.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cckg.app import CausalRAG
from cckg.core.claims import Modality
from cckg.core.evidence import Answer

TWINS = Path(__file__).with_name("twins")
OPEN, KEPT = ("a", "b"), ("c", "d")

Words = tuple[str, str]
"""A file, and words that stand in it once."""


@dataclass(frozen=True, slots=True)
class TwinQuestion:
    """A question about one of two twins: where its answer is stated, the verdict if it asks for one, and the files of both."""

    ask: str
    verdict: str | None
    evidence: tuple[Words, ...]
    own: frozenset[str]
    other: frozenset[str]


@dataclass(frozen=True, slots=True)
class Twins:
    """An incident and its look-alike: files with their texts, pairs of spans that are one event, questions."""

    id: str
    incident: dict[str, str]
    lookalike: dict[str, str]
    same: tuple[tuple[Words, Words], ...]
    questions: tuple[TwinQuestion, ...]


def read_twins(parts: Iterable[str]) -> list[Twins]:
    """Read the twins of some parts, in order."""
    rows = [json.loads(line) for part in parts for line in (TWINS / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [_twins(row) for row in rows]


def write_documents(twins: Iterable[Twins], folder: Path) -> None:
    """Write the documents of twins into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for pair in twins:
        for name, text in (pair.incident | pair.lookalike).items():
            (folder / name).write_text(text, encoding="utf-8")


def twin_figures(app: CausalRAG, twins: Sequence[Twins]) -> dict[str, Any]:
    """Measure a graph of these twins: joined mentions, events of both twins, and answers by what became of them."""
    told = _Told(app)
    fates = Counter(told.fate(question) for pair in twins for question in pair.questions)
    read = max(1, fates.total() - fates["not read"])
    shares = {name: round(fates[name] / read, 3) for name in ("right", "declined", "wrong twin")}
    return {
        "pairs of mentions that are one": told.joined(twins),
        "events with several documents": told.events_across(twins),
        "questions": dict(sorted(fates.items())),
        "of those read": shares,
    }


# Private


def _twins(row: Mapping[str, Any]) -> Twins:
    sides = {side: {one["file"]: one["text"] for one in row[side]["documents"]} for side in ("incident", "lookalike")}
    questions = []
    for one in row["questions"]:
        other = "lookalike" if one["of"] == "incident" else "incident"
        evidence = tuple((file, words) for file, words in one["evidence"])
        questions.append(TwinQuestion(one["ask"], one["verdict"], evidence, frozenset(sides[one["of"]]), frozenset(sides[other])))
    same = tuple(((left[0], left[1]), (right[0], right[1])) for left, right in row["same"])
    return Twins(row["id"], sides["incident"], sides["lookalike"], same, tuple(questions))


class _Told:
    """What a graph holds of the twins. Places are looked for in the text as the graph has it: pages are converted when they are read."""

    def __init__(self, app: CausalRAG) -> None:
        self._app = app
        self._file = {document.id: document.uri.rpartition("/")[2] for document in app.documents()}
        self._document = {file: document for document, file in self._file.items()}
        self._claims = [claim for claim in app.store.graph().claims if claim.modality is not Modality.DENIED]
        updates = {document: app.store.read_document(document) for document in self._file}
        self._chunks = {document: update.chunks for document, update in updates.items() if update}

    def fate(self, question: TwinQuestion) -> str:
        """Say what became of a question."""
        places = [place for words in question.evidence for place in self._places(words)]
        if not any(_overlap(place, (claim.document, claim.quote.start, claim.quote.end)) for claim in self._claims for place in places):
            return "not read"
        answer = self._app.ask(question.ask)
        if answer.abstained:
            return "declined"
        cited = [(one.document, one.start, one.end) for one in answer.package.citations]
        files = {self._file[document] for document, _, _ in cited}
        if not any(_overlap(place, one) for one in cited for place in places):
            return "wrong twin" if files & question.other and not files & question.own else "wrong"
        if files & question.other:
            return "both twins"
        return "right" if _verdict_fits(answer, question) else "wrong verdict"

    def joined(self, twins: Sequence[Twins]) -> dict[str, int]:
        """Count the pairs of spans that are one event: those of which both were read, and those that share an event."""
        found: Counter[str] = Counter()
        for left, right in (same for pair in twins for same in pair.same):
            here, there = self._events_at(left), self._events_at(right)
            found.update({"all": 1, "read": bool(here and there), "joined": bool(here & there)})
        return dict(found)

    def events_across(self, twins: Sequence[Twins]) -> dict[str, int]:
        """Count the events that several documents tell, and those of them that join different happenings."""
        story = {file: f"{pair.id} {side}" for pair in twins for side in ("incident", "lookalike") for file in getattr(pair, side)}
        documents: dict[str, set[str]] = {}
        for claim in self._claims:
            for event in (claim.cause_event, claim.effect_event):
                documents.setdefault(event, set()).add(claim.document)
        several = [of_event for of_event in documents.values() if len(of_event) > 1]
        unlike = sum(len({story[self._file[document]] for document in of_event}) > 1 for of_event in several)
        return {"all": len(several), "of different happenings": unlike}

    # Private

    def _places(self, words: Words) -> Iterator[tuple[str, int, int]]:
        """Yield where words stand in the text of their document, white space apart."""
        document = self._document[words[0]]
        pattern = re.compile(r"\s+".join(map(re.escape, words[1].split())))
        for chunk in self._chunks[document]:
            for found in pattern.finditer(chunk.text):
                yield document, chunk.start + found.start(), chunk.start + found.end()

    def _events_at(self, words: Words) -> set[str]:
        places = list(self._places(words))
        sides = (
            (event, (claim.document, mention.span.start, mention.span.end))
            for claim in self._claims
            for event, mention in ((claim.cause_event, claim.cause), (claim.effect_event, claim.effect))
        )
        return {event for event, side in sides if any(_mostly(place, side) for place in places)}


def _overlap(one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def _mostly(one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    """Tell whether two stretches share more than half of the shorter one."""
    shared = min(one[2], other[2]) - max(one[1], other[1])
    return one[0] == other[0] and 2 * shared > min(one[2] - one[1], other[2] - other[1])


def _verdict_fits(answer: Answer, question: TwinQuestion) -> bool:
    if question.verdict is None:
        return True
    said = answer.text.split(maxsplit=1)[0].strip(".,:").lower()
    return said == question.verdict or (said == "probably" and question.verdict in answer.text.lower().split()[:2])
