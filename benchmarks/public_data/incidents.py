"""Root causes of cloud incidents: reports are read without their gold fields, and each symptom is asked about.

Several hundred short reports of one provider, each with the paragraph that a study names as its root cause. The question is made of the
report's own first sentences ("customers … may have experienced …") and of the date there. What a system offers are sentences of the
reports, the best first; a root cause is found if one of the first three means the same as a sentence of the gold paragraph.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cckg.app import CausalRAG
from cckg.core.claims import Claim
from cckg.core.evidence import Answer
from cckg.evaluation.plain_retrieval import plain_retrieval
from cckg.language import find_date, split_sentences
from cckg.models import Embedder
from queries.retrieval import answer_sentences, find_passages

FIRST = 3
SAME = 0.7
"""Cosine from which two sentences pass for the same. Among sentences of two incidents' root causes not one pair in 1,000 comes so near."""


@dataclass(frozen=True, slots=True)
class Incident:
    """A report, a question about its symptom, and the sentences of its gold root cause."""

    id: str
    title: str
    text: str
    question: str
    gold: tuple[str, ...]


def incidents(rows: Sequence[Mapping[str, Any]]) -> list[Incident]:
    """Return the incidents whose symptom can be asked about and whose root cause is known."""
    found = []
    for row in rows:
        opening = row["text"][:_OPENING]
        told, day = _SYMPTOM.search(opening), find_date(opening, 0, opening.find("customers"))
        if told and (row["gold_root_cause"] or "").strip():
            what, who = (" ".join(told[name].split()) for name in ("what", "who"))
            question = f"What caused {what} for {who}{f' on {day.text}' if day else ''}?"
            found.append(Incident(row["id"], row["title"], row["text"], question, _sentences(row["gold_root_cause"])))
    return found


def write_reports(rows: Sequence[Mapping[str, Any]], folder: Path) -> None:
    """Write title and text of each report to a file."""
    for row in rows:
        (folder / f"{row['id']}.md").write_text(f"# {row['title']}\n\n{row['text']}\n", encoding="utf-8")


def systems(app: CausalRAG) -> dict[str, Callable[[str], list[str]]]:
    """Return ways to offer sentences for a question: causes of the graph, claims of passages, and plain passages."""

    def plain(question: str) -> list[str]:
        found = find_passages(question, store=app.store, embedder=app.embedder(), k=app.settings.questions.passages)
        return [item.span.text for item in answer_sentences(question, found, embedder=app.embedder())]

    regular = plain_retrieval("hybrid")(app)
    return {
        "cckg": lambda question: _causes(app.ask(question)),
        "regular RAG, claims of the passages": lambda question: _causes(regular(question)),
        "regular RAG, sentences of the passages": plain,
    }


def found(offered: Sequence[str], incident: Incident, embedder: Embedder) -> bool:
    """Tell whether one of the first sentences offered means the same as a sentence of the root cause."""
    first = list(dict.fromkeys(offered))[:FIRST]
    return bool(first) and float(np.max(embedder.encode(first) @ embedder.encode(list(incident.gold)).T)) >= SAME


# Private

_OPENING = 1_500  # characters in which the symptom is told
_SYMPTOM = re.compile(
    r"(?P<who>(?:customers|users)\b(?:[^.]|\.(?=\w))*?)\s+(?:may |might |could |would )?(?:also )?(?:have )?"
    r"(?:experienced|received|encountered|seen|observed|noticed|faced|experience|encounter|receive|see)\s+(?P<what>(?:[^.\n]|\.(?=\w))+)",
    re.IGNORECASE,
)


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(sentence.strip() for sentence in re.split(r"(?<=[.!?])\s+", text) if sentence.strip())


def _causes(answer: Answer) -> list[str]:
    """Return the sentence that tells each cause, those nearest to the symptom first."""
    steps = [(distance, _telling(links[0])) for chain in answer.package.chains for distance, links in enumerate(reversed(chain.claims))]
    return [quote for _, quote in sorted(steps, key=lambda step: step[0])]


def _telling(claim: Claim) -> str:
    """Return the sentence of a claim's quote that holds the cause."""
    place = claim.cause.span.start - claim.quote.start
    return next(span.text for span in split_sentences(claim.quote.text) if place < span.end)
