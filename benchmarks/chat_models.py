"""The demo corpus read and asked about through real chat models on this machine, beside the local roles: make bench-chat-models.

python -m benchmarks.chat_models [--models NAME,NAME] [--questions N] [--folder FOLDER]

Each model plays all five roles, on a server that is started for it (`examples.chat.server`); but while documents are read the larger
one leaves the comparison of wordings to the built-in verifier, for it would take minutes for each of 60 calls of 2,000 tokens. What was
answered is kept in the folder, question by question: a run that was stopped goes on there, and one that had ended only prints its
table. The figures of each model are put into benchmarks/results/chat_models.json.
"""

import argparse
import json
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.circumstances import RESULTS, ROOT, circumstances
from benchmarks.demo_eval import NAMES, read
from benchmarks.gold_scores import summarise
from cckg.app import CausalRAG, open_app
from cckg.core.chat import Usage
from cckg.core.errors import ReplyError, StoppedError
from cckg.core.evidence import Answer, EvidencePackage
from cckg.core.trace import Trace
from cckg.evaluation.gold import GoldQuestion, GoldStandard, load_gold
from cckg.evaluation.scoring import QuestionScore, score_question
from cckg.models.weights import QWEN, SMOLLM2
from cckg.settings import load_settings
from examples.chat.server import SLOTS, Server, start
from examples.processes import free_port

EXAMPLES = ROOT / "examples"
RESULT = RESULTS / "chat_models.json"
LOCAL = "local"
QUESTIONS = {SMOLLM2.name: 60, QWEN.name: 15}
"""How many of the 60 questions each model is asked: all, or evenly spaced ones."""
VERIFIERS = {QWEN.name: LOCAL}
"""Who compares wordings while documents are read, where it is not the model itself."""

Figures: TypeAlias = dict[str, Any]


def main(arguments: Sequence[str]) -> None:
    """Measure what has not been measured, print the table, and write the result file."""
    options = _options(arguments)
    gold = load_gold(EXAMPLES)
    kept: dict[str, Figures] = json.loads(RESULT.read_text(encoding="utf-8"))["models"] if RESULT.exists() else {}
    names = [name for name in options.models.split(",") if name != LOCAL]
    local = _measured(LOCAL, gold, gold.questions, options.folder)
    kept[LOCAL] = _summed(local)
    for name in names:
        asked = _spread(gold.questions, options.questions or QUESTIONS.get(name, len(gold.questions)))
        mine = _measured(name, gold, asked, options.folder)
        alike = {question.id for question in asked}
        same = {**local, "questions": [row for row in local["questions"] if row["score"]["id"] in alike]}
        kept[name] = {**_summed(mine), "local_on_the_same_questions": _summed(same)["questions"]}
        _write(kept)
    _write(kept)
    print(_table({name: kept[name] for name in (LOCAL, *names)}))


# Private

_INGESTION = {
    "documents_read": "documents read",
    "documents_in_part": "documents read in part",
    "documents_failed": "documents failed",
    "not_reported": "of these not reported",
    "chunks": "chunks read",
    "chunks_failed": "chunks failed",
    "claims_kept": "claims kept",
    "claims_refused": "claims refused",
    "not_verbatim": "claims not verbatim",
}
_COSTS = {"calls": "calls", "prompt_tokens": "prompt tokens", "reply_tokens": "reply tokens", "seconds": "seconds"}
_SHARES = set(NAMES)
_STEPPED_IN = "gave no usable reply"  # in the note that says which built-in role did
_ANSWERS = "answers.db"
_PASSAGE = {"chunk_tokens": 80, "overlap_tokens": 0}  # three or four sentences: small models lose themselves in longer ones
_MOST_TOKENS = 768  # of a reply: a small model that has begun to repeat itself goes on until it is stopped


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.chat_models", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--models", default=",".join(QUESTIONS), help="which models, with commas between them; local is measured always")
    parser.add_argument("--questions", type=int, help="how many questions, evenly spaced")
    parser.add_argument("--folder", type=Path, default=Path(".cckg/chat-models"), help="where what was answered is kept")
    return parser.parse_args(arguments)


def _spread(questions: Sequence[GoldQuestion], count: int) -> list[GoldQuestion]:
    """Return so many questions, evenly spaced."""
    count = min(count, len(questions))
    return [questions[place * len(questions) // count] for place in range(count)]


def _measured(name: str, gold: GoldStandard, questions: Sequence[GoldQuestion], folder: Path) -> Figures:
    """Return what an ingestion and some questions did, from what was kept of them where there is something."""
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    ingestion, answered = place / "ingestion.json", place / "questions.jsonl"
    rows = {row["score"]["id"]: row for row in _rows(answered)}
    left = [question for question in questions if question.id not in rows]
    if left or not ingestion.exists():
        with _served(name, place) as served:
            if not ingestion.exists():
                for old in place.glob("graph.db*"):  # of a run that was stopped: its answers are kept, and it is made anew from them
                    old.unlink()
                with _opened(place, served, VERIFIERS.get(name)) as app:
                    ingestion.write_text(json.dumps(_ingested(app, place / _ANSWERS), indent=1) + "\n", encoding="utf-8")
            with _opened(place, served) as app:
                for question in left:
                    rows[question.id] = _asked(app, question, gold)
                    _append(answered, rows[question.id])
                    print(f"{name}: {question.id} in {rows[question.id]['seconds']} s", file=sys.stderr, flush=True)
    return {"ingestion": json.loads(ingestion.read_text(encoding="utf-8")), "questions": [rows[question.id] for question in questions]}


@contextmanager
def _served(name: str, place: Path) -> Iterator[Server | None]:
    """Run the server of a model meanwhile; the local roles have none."""
    server = None if name == LOCAL else start(name, place / "server", free_port())
    try:
        yield server
    finally:
        if server:
            server.kill()


def _opened(place: Path, server: Server | None, verifier: str | None = None) -> CausalRAG:
    """Open an application whose roles the served model plays, but for the verifier where another one is named."""
    store = str(place / "graph.db")
    if not server:
        return open_app(load_settings(store=store), create=True)
    roles = {"all": f"openai:{server.model}", **({"verifier": verifier} if verifier else {})}
    chat = {
        "openai_url": server.url,
        "concurrency": SLOTS,
        "answers": place / _ANSWERS,
        "timeout_seconds": 3600,
        "max_output_tokens": _MOST_TOKENS,
    }
    return open_app(load_settings(store=store, roles=roles, chat=chat, ingest=_PASSAGE), create=True)


def _ingested(app: CausalRAG, answers: Path) -> Figures:
    before = _answered(answers)
    report = app.ingest([EXAMPLES / "corpus"])
    if report.stopped:
        raise StoppedError(report.stopped)
    documents = app.documents()
    reported = {failure.document for failure in report.failures}
    chunks_failed = sum(failure.chunk is not None for failure in report.failures)
    return {
        "documents_read": sum(document.status == "done" for document in documents),
        "documents_in_part": sum(document.status == "incomplete" for document in documents),
        "documents_failed": sum(document.status == "failed" for document in documents),
        "not_reported": sum(document.status != "done" and document.uri not in reported for document in documents),
        "chunks": report.chunks - chunks_failed,
        "chunks_failed": chunks_failed,
        "claims_kept": app.stats().claims,
        "claims_refused": report.claims_refused,
        "not_verbatim": _not_verbatim(app),
        "reasons": [f"{failure.document.rsplit('/', 1)[-1]}: {failure.reason}" for failure in report.failures],
        **circumstances(),
        **_costs(before + report.usage),
        "seconds": None if before.calls else round(report.seconds, 1),  # of a run that was stopped they are not known
    }


def _asked(app: CausalRAG, question: GoldQuestion, gold: GoldStandard) -> Figures:
    before, begun = app.roles.chats.spent(), time.perf_counter()
    error = None
    try:
        answer = app.ask(question.question)
        error = " ".join(note for note in answer.notes if _STEPPED_IN in note) or None  # then the answer is not the model's
    except ReplyError as failed:
        error = str(failed)
    if error:
        answer = Answer(question.question, "", "", False, EvidencePackage(), (), Trace())
    seconds = round(time.perf_counter() - begun, 2)
    found = score_question(answer, question, gold.wordings, read=read)
    return {"score": asdict(found), "error": error, **_costs(app.roles.chats.spent() - before), "seconds": seconds}


def _answered(answers: Path) -> Usage:
    """Return what the calls cost whose answers are kept."""
    if not answers.exists():
        return Usage()
    with closing(sqlite3.connect(answers)) as connection:
        return sum((Usage(**json.loads(usage)) for (usage,) in connection.execute("SELECT usage FROM answer")), Usage())


def _not_verbatim(app: CausalRAG) -> int:
    """Count the claims whose quote, cause or effect is not what stands in the file."""
    graph = app.store.graph()
    spans = [(read(graph.sources[claim.document].uri), (claim.quote, claim.cause.span, claim.effect.span)) for claim in graph.claims]
    return sum(any(text[span.start : span.end] != span.text for span in of_claim) for text, of_claim in spans)


def _costs(usage: Usage) -> Figures:
    return {"calls": usage.calls, "prompt_tokens": usage.input_tokens, "reply_tokens": usage.output_tokens}


def _summed(measured: Figures) -> Figures:
    """Return the figures of an ingestion and the sums of its questions."""
    rows = measured["questions"]
    scores = [QuestionScore(**{**row["score"], "missed": tuple(row["score"]["missed"])}) for row in rows]
    sums = {name: round(sum(row[name] for row in rows), 1) for name in _COSTS}
    return {
        "ingestion": measured["ingestion"],
        "questions": {"without_reply": sum(row["error"] is not None for row in rows), **sums, **asdict(summarise(scores))},
    }


def _rows(file: Path) -> list[Figures]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def _append(file: Path, row: Figures) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def _write(models: Mapping[str, Figures]) -> None:
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps({"command": "python -m benchmarks.chat_models", "models": models}, indent=1) + "\n", encoding="utf-8")


def _table(models: Mapping[str, Figures]) -> str:
    """Return the table as Markdown: a column for each model, beside one of fewer questions what the local roles make of the same."""
    columns: dict[str, tuple[Figures, Figures]] = {}
    for name, figures in models.items():
        asked = figures["questions"]["questions"]
        if name != LOCAL and asked != models[LOCAL]["questions"]["questions"]:
            columns[f"{LOCAL}, {asked} questions"] = ({}, figures["local_on_the_same_questions"])
        columns[name] = (figures["ingestion"], figures["questions"])
    lines = [["", *columns], ["---"] * (len(columns) + 1)]
    lines += [[label, *(_cell(found, key) for found, _ in columns.values())] for key, label in (_INGESTION | _COSTS).items()]
    asked_rows = {"questions": "**questions**", "without_reply": "without a usable reply", **_COSTS, **NAMES}
    asked_rows |= {"citations": "citations", "fake": "citations not verbatim"}
    lines += [[label.strip(), *(_cell(found, key) for _, found in columns.values())] for key, label in asked_rows.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(figures: Figures, key: str) -> str:
    found = figures.get(key)
    return "" if key not in figures else "–" if found is None else f"{found:.1%}" if key in _SHARES else f"{found:,}"


if __name__ == "__main__":
    main(sys.argv[1:])
