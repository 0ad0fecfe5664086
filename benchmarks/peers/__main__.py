"""What LightRAG and GraphRAG ask of a chat model, beside what cckg asks, over the same six reports: make bench-peers.

python -m benchmarks.peers [--questions 10] [--latency 0.2] [--told 10 8] [--only SYSTEM]

Each system runs in a process of its own, the peers in environments that are made in .peers, against a scripted server that makes no
mistakes. So what is measured is how often and with how many tokens a model is asked, and the work around that; not how good a graph or
an answer is. Vectors are those of cckg's own encoder, and are made in a first run that does not count.
"""

import argparse
import json
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from benchmarks.chat import Remembering
from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.peers.script import NOTHING_FOUND, CountingModel, Spent
from benchmarks.peers.systems import SYSTEMS, System
from benchmarks.peers.texts import Told
from benchmarks.scripted_model import serving
from benchmarks.tokenizer import cl100k
from cckg.models import open_embedder
from cckg.settings import DEFAULT_EMBEDDING
from tests.recorded.player import FOLDER, REPORTS, lines_of


@dataclass(frozen=True, slots=True)
class Done:
    """A job that was done: what its process told, what was asked of the model by kind of prompt, and of the encoder."""

    told: dict[str, Any]
    by_kind: dict[str, Spent]
    embedded: Sequence[int]

    @property
    def spent(self) -> Spent:
        """Return the sum over all kinds of prompts."""
        total = Spent()
        for spent in self.by_kind.values():
            total.add(spent)
        return total


def measured(system: System, model: CountingModel, questions: Sequence[str]) -> tuple[Done, dict[str, Done]]:
    """Let a system read the reports and answer the questions in each of its ways.

    Raises:
        RuntimeError: if it does not hold what it was told, or leaves a question without an answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        job = {
            "url": f"{model.url}/v1",
            "folder": folder,
            "documents": str(FOLDER / "reports"),
            "questions": list(questions),
            "dimension": len(model.embed("")) if model.embed else 0,
        }
        model.take()
        read = Done(system.run("index", job), *model.take())
        _check(system, read, model)
        answered = {mode: Done(system.run("ask", job | {"mode": mode}), *model.take()) for mode in system.modes}
    for mode, done in answered.items():
        if not all(done.told["answers"]):
            raise RuntimeError(f"{system.title} {mode} left a question without an answer")
    return read, answered


def main() -> None:
    """Measure, print, and keep the figures in benchmarks/results/peers.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=10, help="of the forty, evenly spread")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds before each reply of the model")
    parser.add_argument(
        "--told", type=int, nargs=2, default=Told(), metavar="N", help="entities and relations that peers are told of a chunk"
    )
    parser.add_argument("--only", choices=[system.name for system in SYSTEMS], help="measure this alone, and keep nothing")
    options = parser.parse_args()
    asked = lines_of("questions.jsonl")
    questions = [question["question"] for question in asked[:: max(1, len(asked) // options.questions)]][: options.questions]
    tokens = sum(map(cl100k(), (path.read_text(encoding="utf-8") for path in REPORTS)))
    figures: dict[str, dict[str, dict[str, Any]]] = {"reading": {}, "a question": {}, "prompts of reading": {}}
    for system in SYSTEMS:
        if options.only in (None, system.name):
            system.install()
            for part, rows in _figures(system, questions, Told(*options.told), latency=options.latency, tokens=tokens).items():
                figures[part] |= rows
    for part, rows in figures.items():
        for name, row in rows.items():
            print(f"{part}: {name}", *(f"  {column:35} {value}" for column, value in row.items()), sep="\n")
    if options.only is None:
        told = "{} entities and {} relations".format(*options.told)
        head = {"command": "python -m benchmarks.peers", **circumstances(), "latency_seconds": options.latency, "told_of_a_chunk": told}
        sizes = {"documents": len(REPORTS), "document_tokens": tokens, "questions": len(questions)}
        (RESULTS / "peers.json").write_text(json.dumps({**head, **sizes, **figures}, indent=1) + "\n", encoding="utf-8")


# Private


def _figures(system: System, questions: Sequence[str], told: Told, *, latency: float, tokens: int) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the rows of a system for each part of the figures."""
    with _server(system, told) as model:
        measured(system, model, questions)
        model.latency = latency
        read, answered = measured(system, model, questions)
    spent, held = read.spent, read.told
    row = {
        "calls_at_once": system.concurrency,
        **asdict(spent),
        "prompt_tokens_per_document_token": round(spent.prompt_tokens / tokens, 2),
        "reply_tokens_per_document_token": round(spent.reply_tokens / tokens, 2),
        "texts_embedded": sum(read.embedded),
        "seconds": round(held["seconds"], 1),
        "cpu_seconds": round(held["cpu"], 1),
        **{name: value for name, value in held.items() if name not in ("seconds", "cpu", "documents")},
    }
    kinds = {f"{system.name}: {kind}": asdict(of_kind) for kind, of_kind in read.by_kind.items()}
    return {
        "reading": {system.title: row},
        "a question": {f"{system.title} {mode}".strip(): _of_a_question(done, len(questions)) for mode, done in answered.items()},
        "prompts of reading": kinds,
    }


def _of_a_question(done: Done, questions: int) -> dict[str, Any]:
    """Return means over the questions, counting apart those that were put to the model with nothing that was found."""
    nothing = done.by_kind.pop(NOTHING_FOUND, Spent())
    found = questions - nothing.calls
    return {
        **{name: round(value / max(1, found), 1) for name, value in asdict(done.spent).items()},
        "nothing_found": nothing.calls,
        "seconds": round(median(done.told["seconds"]), 2),
        "cpu_seconds": round(done.told["cpu"] / questions, 2),
    }


@contextmanager
def _server(system: System, told: Told) -> Iterator[CountingModel]:
    """Serve a model that replies to a system as is written down for it, and the vectors of cckg's encoder, each made once."""
    embedder, lock = Remembering(open_embedder(DEFAULT_EMBEDDING, folder=None, offline=False, threads=1)), threading.Lock()

    def embed(text: str) -> list[float]:
        with lock:
            return [round(float(value), 6) for value in embedder.encode([text])[0]]

    model = CountingModel(script=lambda system, user: "", count=cl100k(), embed=embed, replies=lambda said: system.replies(said, told))
    with serving(model):
        yield model


def _check(system: System, read: Done, model: CountingModel) -> None:
    """Make sure that a system has read every document, and that what the model told it was taken: its entities, its reports."""
    held = read.told
    if held["documents"] != len(REPORTS):
        raise RuntimeError(f"{system.title} read {held['documents']} of {len(REPORTS)} documents")
    if "entities" in held and held["entities"] != len(model.names):
        raise RuntimeError(f"{system.title} holds {held['entities']} of the {len(model.names)} entities that it was told")
    if (asked := read.by_kind.get("community report")) and held["community_reports"] != asked.calls:
        raise RuntimeError(f"{system.title} holds {held['community_reports']} of {asked.calls} reports of communities")


if __name__ == "__main__":
    main()
