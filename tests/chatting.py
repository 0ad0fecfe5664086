"""Chat models for tests: a scripted server in this process, a corpus that it can read, and applications all of whose roles it plays."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from benchmarks.scripted_model import Faults, ScriptedModel, serving
from benchmarks.scripted_replies import read_and_compare
from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings

PROVIDERS = {"openai:m": "openai_url", "ollama:m": "ollama_url", "google:gemini-2.5-flash": "google_url"}
"""Models by the setting that holds the address of their server."""

KEYS = {"google_key": "canary-google-1234567890", "openai_key": "sk-canary1234567890"}


@contextmanager
def scripted(*, faults: Faults | None = None, latency: float = 0.0) -> Iterator[ScriptedModel]:
    """Serve a model that reads and compares without mistakes, but for the faults."""
    with serving(ScriptedModel(read_and_compare, faults=faults, latency=latency)) as model:
        yield model


def chat_settings(server: ScriptedModel, provider: str = "openai:m", **chat: object) -> dict[str, object]:
    """Return settings of the section chat that lead to the server, with short waits."""
    url = server.url + ("/v1" if provider.startswith("openai") else "")
    return {"backoff_seconds": 0.01, "retries": 3, "timeout_seconds": 10.0, PROVIDERS[provider]: url, **KEYS, **chat}


def opened(server: ScriptedModel, provider: str = "openai:m", **chat: object) -> CausalRAG:
    """Open an application in the current folder, all of whose roles a model of the server plays."""
    return open_app(load_settings(roles={"all": provider}, chat=chat_settings(server, provider, **chat)), create=True)


def write_reports(folder: Path, *, documents: int) -> None:
    """Write short reports; neighbours share events, in other words and under other titles."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(documents):
        pump, line = number % 7, number % 11
        text = (
            f"Report {number}\n\nThe failure of pump A{pump} led to the closure of line B{line}. "
            f"The closure of line B{line} caused a delay of train C{number}. "
            f"A leak of valve D{number} may have led to pump A{pump} failing. "
            f"The strike of week E{number} did not cause the closure of line B{line}.\n"
        )
        (folder / f"{number:04}.txt").write_text(text, encoding="utf-8")


def graph_hash(app: CausalRAG) -> str:
    """Return a hash of what the graph says: its claims, and which of their sides are one event; not who named an event first."""
    graph = json.loads(app.export("json"))
    sides: dict[str, list[str]] = {}
    for claim in graph["claims"]:
        for side in ("cause_event", "effect_event"):
            sides.setdefault(claim[side], []).append(f"{claim['id']} {side}")
    claims = sorted((claim["id"], claim["document"], claim["quote"], claim["modality"], claim["start"]) for claim in graph["claims"])
    polarity = {event["id"]: event["polarity"] for event in graph["events"]}
    events = sorted([polarity[event], *sorted(of_event)] for event, of_event in sides.items())
    return sha256(json.dumps([claims, events]).encode()).hexdigest()
