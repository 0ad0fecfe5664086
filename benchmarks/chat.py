"""What an ingestion through a chat model costs, against a scripted server of fixed latency: make bench-chat.

python -m benchmarks.chat [--documents 200] [--many 2000] [--latency 0.2] [--concurrency 16] [--only PART]

The server runs in a process of its own and makes no mistakes, so that what is measured is the work around the model. Tokens are the
server's count. CPU without embedding is that of a run whose vectors are known beforehand.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.tokenizer import cl100k
from cckg.app import CausalRAG, open_app
from cckg.core.claims import GraphUpdate
from cckg.core.vectors import Matrix
from cckg.models import Embedder, open_embedder
from cckg.settings import DEFAULT_EMBEDDING, load_settings
from cckg.stores import GraphStore

SEED = 0

_PLACES = ("Halden", "Marne", "Orne", "Tamber", "Velsen", "Arlo", "Quint", "Sarre")
_PEOPLE = ("the night shift", "two fitters", "the dispatcher", "a contractor", "the duty engineer", "the port authority")
_FILLERS = (
    "{who} of {where} wrote the log by hand that week.",
    "The inspection of {where} was held in the presence of {who}.",
    "A copy of the report was sent to {who} and kept for five years.",
    "The weather at {where} was dry, with a light wind from the west.",
    "Spare parts were in store, and {who} had counted them a month before.",
    "The plan of the works at {where} dates from 1994 and was last revised in 2011.",
)
_CUES = ("led to", "caused", "brought about")


@dataclass(slots=True)
class Remembering:
    """An encoder that remembers every vector, so that a second run does not pay for them."""

    embedder: Embedder
    known: dict[str, Matrix] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The encoder's name."""
        return self.embedder.name

    @property
    def dimension(self) -> int:
        """The encoder's dimension."""
        return self.embedder.dimension

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return the vectors, encoding only what is new."""
        new = list(dict.fromkeys(text for text in texts if text not in self.known))
        self.known |= dict(zip(new, self.embedder.encode(new), strict=True))
        return np.stack([self.known[text] for text in texts]) if texts else self.embedder.encode([])

    def encode_tokens(self, texts: Sequence[str]) -> list[tuple[list[str], Matrix]]:
        """Return what the encoder does."""
        return self.embedder.encode_tokens(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return what the encoder does."""
        return self.embedder.count_tokens(texts)


def write_reports(folder: Path, documents: int) -> int:
    """Write reports of some two hundred tokens and return how many tokens they have; each event is told of by a few of them."""
    rng = np.random.default_rng(SEED)
    tokens, count = 0, cl100k()
    folder.mkdir(parents=True)
    for number in range(documents):
        pumps, lines = rng.integers(0, documents, 3), rng.integers(0, documents, 2)
        causal = [
            f"The failure of pump A{pumps[0]} {rng.choice(_CUES)} the closure of line B{lines[0]}.",
            f"The closure of line B{lines[0]} {rng.choice(_CUES)} a delay of train C{number}.",
            f"A leak of valve D{number} may have led to pump A{pumps[1]} failing.",
            f"The strike of week E{lines[1]} did not cause the closure of line B{lines[1]}.",
        ]
        told = [rng.choice(_FILLERS).format(who=rng.choice(_PEOPLE), where=rng.choice(_PLACES)) for _ in range(8)]
        sentences = [*causal, *(text[0].upper() + text[1:] for text in told)]
        text = f"Report {number} on {rng.choice(_PLACES)}\n\n{' '.join(rng.permutation(sentences))}\n"
        (folder / f"{number:05}.txt").write_text(text, encoding="utf-8")
        tokens += count(text)
    return tokens


@contextmanager
def served(latency: float) -> Iterator[str]:
    """Run the scripted server in a process of its own; its address is given."""
    command = [sys.executable, "-m", "benchmarks.scripted_model", "--latency", str(latency), "--count", "cl100k"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1]) as server:
        if server.stdout is None or server.stdin is None:
            raise RuntimeError("the server has no pipes")
        yield server.stdout.readline().strip()
        server.stdin.close()


def reported(url: str) -> dict[str, float]:
    """Return the server's sums."""
    with urllib.request.urlopen(f"{url}/report", timeout=10) as reply:  # noqa: S310 - of this machine
        found: dict[str, float] = json.load(reply)
    return found


def opened(url: str, embedder: Embedder, **chat: object) -> CausalRAG:
    """Open an application whose ingestion the server's model plays."""
    settings = load_settings(roles={"all": "openai:scripted"}, chat={"openai_url": f"{url}/v1", **chat})
    app = open_app(settings, create=True)
    app._embedder = embedder
    return app


@dataclass(frozen=True, slots=True)
class Run:
    """One ingestion: wall and CPU seconds, what the server counted in it, and when each document was written."""

    wall: float
    cpu: float
    counted: dict[str, float]
    claims: int
    times: Sequence[float]


def ingested(url: str, embedder: Embedder, **chat: object) -> Run:
    """Ingest the reports of the current folder and measure it."""
    before = reported(url)
    with opened(url, embedder, **chat) as app:
        times = _times_of_writing(app.store)
        app.roles.extractor  # noqa: B018 - so that the model's client is imported
        wall, cpu = time.perf_counter(), time.process_time()
        report = app.ingest([Path("reports")])
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        if report.failures or report.left:
            raise RuntimeError(f"{report.failures[:1]} {report.stopped}")
    after = reported(url)
    names = ("answered", "input_tokens", "output_tokens", "repeated")
    return Run(wall, cpu, {name: after[name] - before[name] for name in names}, report.claims_kept, times)


def measure_cost(documents: int, embedder: Remembering, *, latency: float, concurrency: int) -> dict[str, float]:
    """Measure what an ingestion costs: time, calls, tokens, CPU, and how well all that was forecast."""
    tokens = write_reports(Path("reports"), documents)
    with served(latency) as url:
        with opened(url, embedder, concurrency=concurrency) as app:
            forecast = app.forecast([Path("reports")])
        embedder.known.clear()
        whole = ingested(url, embedder, concurrency=concurrency)
        _forget(answers=True)
        again = ingested(url, embedder, concurrency=concurrency)
    counted = whole.counted
    return {
        "documents": documents,
        "document_tokens": tokens,
        "claims": whole.claims,
        "seconds": round(whole.wall, 2),
        "seconds_with_known_vectors": round(again.wall, 2),
        "calls": counted["answered"],
        "calls_per_chunk": round(counted["answered"] / documents, 3),
        "prompt_tokens_per_document_token": round(counted["input_tokens"] / tokens, 2),
        "reply_tokens_per_document_token": round(counted["output_tokens"] / tokens, 2),
        "cpu_seconds_per_document_without_embedding": round(again.cpu / documents, 4),
        "forecast_calls_error": round(forecast.usage.calls / counted["answered"] - 1, 4),
        "forecast_prompt_error": round(forecast.usage.input_tokens / counted["input_tokens"] - 1, 4),
        "forecast_reply_error": round(forecast.usage.output_tokens / counted["output_tokens"] - 1, 4),
    }


def measure_growth(documents: int, embedder: Remembering, *, latency: float, concurrency: int) -> dict[str, float]:
    """Measure whether the last fifth of many documents takes longer than the first, and what it takes to do it all over again.

    Done again with the graph in place, nothing is read; without the graph every reply comes out of the file of answers.
    """
    write_reports(Path("reports"), documents)
    with served(latency) as url:
        whole = ingested(url, embedder, concurrency=concurrency)
        unchanged = ingested(url, embedder, concurrency=concurrency)
        _forget(answers=False)
        cached = ingested(url, embedder, concurrency=concurrency)
    fifths = np.diff(np.array(whole.times)[np.linspace(0, documents - 1, 6).astype(int)])
    return {
        "documents": documents,
        "seconds": round(whole.wall, 2),
        "first_fifth_seconds": round(fifths[0], 2),
        "last_fifth_seconds": round(fifths[-1], 2),
        "last_fifth_to_first": round(fifths[-1] / fifths[0], 3),
        "unchanged_seconds": round(unchanged.wall, 2),
        "unchanged_calls": unchanged.counted["answered"],
        "cached_seconds_with_known_vectors": round(cached.wall, 2),
        "cached_calls": cached.counted["answered"],
    }


def measure_replies(chunks: int, embedder: Remembering, *, concurrency: int) -> dict[str, float]:
    """Measure how long it takes to read chunks again whose replies are in the file of answers."""
    write_reports(Path("reports"), chunks)
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path("reports").iterdir())]
    with served(0.0) as url, opened(url, embedder, concurrency=concurrency) as app:
        first = app.roles.extractor.extract(texts)
        begun = time.perf_counter()
        again = app.roles.extractor.extract(texts)
        seconds = time.perf_counter() - begun
        if [reading.claims for reading in first] != [reading.claims for reading in again]:
            raise RuntimeError("the replies differ from those of the first time")
        return {"chunks": chunks, "cached_seconds": round(seconds, 2), "calls": reported(url)["answered"]}


def measure_pace(chunks: int, embedder: Remembering, *, per_minute: int, concurrency: int) -> dict[str, float]:
    """Measure how closely a limit of requests a minute is kept while there is always something to ask."""
    write_reports(Path("reports"), chunks)
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path("reports").iterdir())]
    with served(0.2) as url, opened(url, embedder, concurrency=concurrency, requests_per_minute=per_minute) as app:
        app.roles.extractor.extract(texts)
        found = reported(url)
    rate = (found["requests"] - 1) / found["seconds"] * 60
    return {
        "limit_per_minute": per_minute,
        "requests": found["requests"],
        "requests_per_minute": round(rate, 1),
        "share_of_limit": round(rate / per_minute, 4),
    }


def main() -> None:
    """Measure, print, and keep the figures in benchmarks/results/chat.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--many", type=int, default=2000, help="documents for growth; half as many chunks are read again")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds before each reply")
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--only", choices=("cost", "growth", "replies", "pace"), help="measure this alone, and keep nothing")
    options = parser.parse_args()
    embedder = Remembering(open_embedder(DEFAULT_EMBEDDING, folder=None, offline=False, threads=0))
    width = options.concurrency
    parts: dict[str, Callable[[], dict[str, float]]] = {
        "cost": lambda: measure_cost(options.documents, embedder, latency=options.latency, concurrency=width),
        "growth": lambda: measure_growth(options.many, embedder, latency=options.latency, concurrency=width),
        "replies": lambda: measure_replies(options.many // 2, embedder, concurrency=width),
        "pace": lambda: measure_pace(options.documents * 3, embedder, per_minute=600, concurrency=width),
    }
    figures = {name: _in_empty_folder(part) for name, part in parts.items() if options.only in (None, name)}
    for part, found in figures.items():
        for name, value in found.items():
            print(f"{part:8} {name:45} {value}")
    if options.only is None:
        written = {"command": "python -m benchmarks.chat", **circumstances(), "latency_seconds": options.latency, "concurrency": width}
        (RESULTS / "chat.json").write_text(json.dumps({**written, **figures}, indent=1) + "\n", encoding="utf-8")


# Private


def _times_of_writing(store: GraphStore) -> list[float]:
    """Return a list that grows by the time at which each document is written."""
    times: list[float] = []
    write = store.write_document

    def timed(update: GraphUpdate, **more: Any) -> None:
        write(update, **more)
        times.append(time.perf_counter())

    store.write_document = timed  # type: ignore[method-assign]
    return times


def _forget(*, answers: bool) -> None:
    """Remove the graph, and with it the answers if they are to be asked for again."""
    for file in [*Path(".cckg").glob("graph.db*"), *(Path(".cckg").glob("answers.db*") if answers else [])]:
        file.unlink()


def _in_empty_folder(part: Callable[[], dict[str, float]]) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        return part()


if __name__ == "__main__":
    main()
