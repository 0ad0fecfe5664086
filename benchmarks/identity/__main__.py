"""Measure which happenings are told apart and which together: make bench-identity.

    python -m benchmarks.identity [--identity small strong] [--only cloud mixed together twins kept-twins ecbplus]

Public data is looked for in $CCKG_DATA; a set that is not there is named and left out. `kept-twins` are the half of the invented twins that
nothing is chosen on. Events that join different happenings are printed, for a person to judge.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.identity.corpora import corpora, joined_figures, shown, write_reports
from benchmarks.identity.ecbplus import ecb_figures
from benchmarks.identity.twins import KEPT, OPEN, read_twins, twin_figures, write_documents
from benchmarks.public_data.__main__ import DATA
from cckg.app import CausalRAG, open_app
from cckg.identity import EventReader
from cckg.settings import load_settings

RESULT = RESULTS / "identity.json"


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.identity", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--identity", nargs="+", default=["small", "strong"], help="settings of models.identity to measure")
    parser.add_argument("--only", nargs="+", default=[], help="what is measured")
    parser.add_argument("--folder", type=Path, help="where the graphs are kept, to look at them")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        folder = options.folder or Path(temporary)
        figures = {identity: _measured(identity, options.only, folder / identity) for identity in options.identity}
    print(json.dumps(figures, indent=1))
    if not options.only:
        RESULT.write_text(json.dumps({**circumstances(), **figures}, indent=1) + "\n", encoding="utf-8")


# Private


def _measured(identity: str, only: Sequence[str], folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for corpus in corpora(DATA):
        if not only or corpus.name in only:
            write_reports(corpus, folder / corpus.name)
            with _graph(folder / corpus.name, identity) as (app, seconds):
                found[corpus.name] = {**joined_figures(app, corpus), **seconds}
                print(identity, corpus.name, *shown(app, corpus), sep="\n  ", file=sys.stderr)
    for name, parts in (("twins", OPEN), ("kept-twins", KEPT)):
        if not only or name in only:
            twins = read_twins(parts)
            write_documents(twins, folder / name)
            with _graph(folder / name, identity) as (app, seconds):
                found[name] = {**twin_figures(app, twins), **seconds}
    if identity != "rules" and (not only or "ecbplus" in only):
        if (DATA / "ecbplus").is_dir():
            with open_app(load_settings(store=":memory:", models={"identity": identity}), create=True) as app:
                if isinstance(reader := app.roles.coreference, EventReader):
                    found["ecbplus"] = ecb_figures(DATA, reader, app.embedder())
        else:
            print(f"{DATA}/ecbplus is not there: left out", file=sys.stderr)
    return found


@contextmanager
def _graph(folder: Path, identity: str) -> Iterator[tuple[CausalRAG, dict[str, float]]]:
    """Read the documents of a folder, and return the application with what that took."""
    with open_app(load_settings(store=str(folder / "graph.db"), models={"identity": identity}), create=True) as app:
        begun = time.perf_counter()
        report = app.ingest([folder])
        steps = {step.stage: step for step in report.trace.steps}
        read = steps["coreference"].counts if "coreference" in steps else {}
        mentions = max(1, len(app.store.event_mentions()[0]))
        yield (
            app,
            {"seconds": round(time.perf_counter() - begun, 1), "pairs read a mention": round(read.get("pairs read", 0) / mentions, 2)},
        )


if __name__ == "__main__":
    main(sys.argv[1:])
