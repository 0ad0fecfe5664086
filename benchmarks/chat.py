"""What an ingestion through a chat model costs, against a scripted server of fixed latency: make bench-chat.

python -m benchmarks.chat [--documents 200] [--latency 0.2] [--concurrency 16]

The server runs in a process of its own and makes no mistakes, so that what is measured is the work around the model. Tokens are the
server's count. CPU without embedding is that of a run whose vectors are known beforehand.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.tokenizer import cl100k
from cckg.app import CausalRAG, open_app
from cckg.core.vectors import Matrix
from cckg.models.base import Embedder
from cckg.models.encoders import open_embedder
from cckg.settings import DEFAULT_EMBEDDING, load_settings

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
    """One ingestion: wall and CPU seconds, and what the server counted in it."""

    wall: float
    cpu: float
    counted: dict[str, float]
    claims: int


def ingested(url: str, embedder: Embedder, **chat: object) -> Run:
    """Ingest the reports of the current folder and measure it."""
    before = reported(url)
    with opened(url, embedder, **chat) as app:
        wall, cpu = time.perf_counter(), time.process_time()
        report = app.ingest([Path("reports")])
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        if report.failures or report.left:
            raise RuntimeError(f"{report.failures[:1]} {report.stopped}")
    after = reported(url)
    names = ("answered", "input_tokens", "output_tokens", "repeated")
    return Run(wall, cpu, {name: after[name] - before[name] for name in names}, report.claims_kept)


def measure(documents: int, latency: float, concurrency: int) -> dict[str, float]:
    """Measure everything that is asked of ingestion through a chat model."""
    embedder = Remembering(open_embedder(DEFAULT_EMBEDDING, folder=None, offline=False, threads=0))
    tokens = write_reports(Path("reports"), documents)
    with served(latency) as url:
        with opened(url, embedder, concurrency=concurrency) as app:
            forecast = app.forecast([Path("reports")])
        embedder.known.clear()
        whole = ingested(url, embedder, concurrency=concurrency)
        _forget_graph()
        cached = ingested(url, embedder, concurrency=concurrency)
        _forget_graph()
        Path(".cckg/answers.db").unlink()
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
        "cached_seconds_with_known_vectors": round(cached.wall, 2),
        "cached_calls": cached.counted["answered"],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds before each reply")
    parser.add_argument("--concurrency", type=int, default=16)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    try:
        with chdir(folder):
            figures = measure(options.documents, options.latency, options.concurrency)
    finally:
        shutil.rmtree(folder)
    for name, value in figures.items():
        print(f"{name:45} {value}")


# Private


def _forget_graph() -> None:
    for file in Path(".cckg").glob("graph.db*"):
        file.unlink()


if __name__ == "__main__":
    main()
