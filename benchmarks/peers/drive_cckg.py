"""Runs cckg as the drivers of the peers run theirs: python -m benchmarks.peers.drive_cckg (index|ask) JOB, in an empty folder."""

import json
import sys
import time
from pathlib import Path
from typing import Any

from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings


def index(app: CausalRAG, job: dict[str, Any]) -> dict[str, Any]:
    """Read the documents and tell what is in the graph then."""
    began, cpu = time.perf_counter(), time.process_time()
    report = app.ingest([Path(job["documents"])])
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    if report.failures or report.left:
        raise RuntimeError(f"{report.failures[:1]} {report.stopped}")
    held = app.stats()
    return {"seconds": seconds, "cpu": cpu, "documents": held.documents, "events": held.events, "claims": held.claims}


def ask(app: CausalRAG, job: dict[str, Any]) -> dict[str, Any]:
    """Ask the questions, one after the other."""
    cpu = time.process_time()
    answers, seconds = [], []
    for question in job["questions"]:
        began = time.perf_counter()
        answers.append(app.ask(question).text)
        seconds.append(time.perf_counter() - began)
    return {"seconds": seconds, "cpu": time.process_time() - cpu, "answers": answers}


def main() -> None:
    """Do a job; the client of the model and the encoder are loaded before the clock runs."""
    job = json.loads(sys.argv[2])
    settings = load_settings(roles={"all": "openai:scripted"}, chat={"openai_url": job["url"], "openai_key": "none"})
    with open_app(settings, create=True) as app:
        app.roles.extractor  # noqa: B018 - so that the model's client is imported
        app.bound_embedder().encode(["warm"])
        done = {"index": index, "ask": ask}[sys.argv[1]](app, job)
    print("\n" + json.dumps(done))


if __name__ == "__main__":
    main()
