"""Measure how claims are read, wordings and sentences compared and questions taken apart, beside rules alone: make bench-reading.

    python -m benchmarks.reading [--chat [SENTENCES]]

The hand-written sets come in two halves, by a hash of the text: the first was looked at while thresholds were chosen, the second is what is
reported. Public data is looked for in $CCKG_DATA; a set that is not there is named and left out. So is the strong reader of claims where
its weights are not: `CCKG_MODELS__READER=strong cckg doctor --download` fetches them. With --chat only the chat model is measured, which
takes many seconds a sentence; the figures that are kept of all else stay.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.public_data.__main__ import DATA
from benchmarks.reading.claims import chat_sample, claim_figures
from benchmarks.reading.entailment import entailment_figures, meaning_figures
from benchmarks.reading.questions import ordinary_figures, question_figures
from benchmarks.reading.wordings import pair_figures
from benchmarks.rows import rows
from cckg.core.errors import WeightsError
from cckg.identity import EventReader, LocalVerifier
from cckg.models import COREFERENCE, TokenReader, open_embedder, open_mention_encoder, open_reader
from cckg.questions import LocalQuestionParser

RESULT = RESULTS / "reading.json"
CHAT = "chat model, a sample of cnc"
HERE = Path(__file__).parent


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reading", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--chat", type=int, nargs="?", const=60, help="measure a chat model alone, on so many sentences (60)")
    options = parser.parse_args(arguments)
    kept = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    if options.chat:
        figures = kept | {CHAT: _rounded({**circumstances(), **chat_sample(_claim_readers(), sentences=options.chat)})}
    else:
        figures = _rounded(_built_in()) | {name: kept[name] for name in (CHAT,) if name in kept}
    RESULT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))


# Private


def _built_in() -> dict[str, Any]:
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    tagger = open_reader("questions", folder=None, offline=False, threads=0)
    entailment = open_reader("entailment", folder=None, offline=False, threads=0)
    opened = {"folder": None, "offline": False, "threads": 0}
    event_reader = EventReader(open_reader(COREFERENCE, **opened), partial(open_mention_encoder, **opened), name=COREFERENCE)
    verifiers = {"verifier": LocalVerifier(event_reader)}
    parsers = {"rules and reader": LocalQuestionParser(tagger), "rules": LocalQuestionParser()}
    figures: dict[str, Any] = circumstances()
    for half, number in (("looked at", 0), ("unused", 1)):
        pairs = _half(rows(HERE / "pairs.jsonl"), number)
        questions = _half(rows(HERE / "questions.jsonl"), number)
        sentences = _half(rows(HERE / "entailment.jsonl"), number)
        figures[f"sentences, {half}"] = {"rows": len(sentences), **entailment_figures(sentences, embedder=embedder, comparer=entailment)}
        figures[f"pairs, {half}"] = {"pairs": len(pairs), **pair_figures(pairs, embedder=embedder, verifiers=verifiers)}
        figures[f"questions, {half}"] = {
            "questions": len(questions),
            **{name: question_figures(questions, parser) for name, parser in parsers.items()},
        }
    ordinary = rows(HERE / "ordinary.jsonl")
    figures["ordinary questions"] = {
        "questions": len(ordinary),
        **{name: ordinary_figures(ordinary, parser) for name, parser in parsers.items()},
    }
    negated = DATA / "condaqa" / "polarity_pairs.jsonl"
    if negated.exists():
        figures["condaqa"] = meaning_figures(rows(negated), verifiers=verifiers, entailment=entailment)
    else:
        print("condaqa: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
    figures["claims"] = claim_figures(_claim_readers())
    return figures


def _claim_readers() -> dict[str, TokenReader]:
    """Return the small reader, and the strong one where its weights are at hand."""
    found: dict[str, TokenReader] = {"reader": open_reader("claims", folder=None, offline=False, threads=0)}
    try:
        found["strong reader"] = open_reader("claims-strong", folder=None, offline=True, threads=0)
    except WeightsError as error:
        print(f"the strong reader is left out: {error}", file=sys.stderr)
    return found


def _half(rows: Sequence[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    return [row for row in rows if _number(_text(row)) % 2 == number]


def _text(row: dict[str, Any]) -> str:
    """Return what a row's half is told by."""
    return str(row.get("question") or "".join(row.get("quotes", ())) or row["a"] + row["b"])


def _number(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def _rounded(figures: Any) -> Any:
    if isinstance(figures, dict):
        return {name: _rounded(value) for name, value in figures.items()}
    return round(figures, 3) if isinstance(figures, float) else figures


if __name__ == "__main__":
    main(sys.argv[1:])
