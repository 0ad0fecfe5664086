"""Measure the stores: loading, searching, walking, adding and forgetting, on a made-up graph.

python -m benchmarks.stores [--scale 10k|100k|1m] [--stores sqlite,neo4j-5.26,neo4j-2026] [--again]

Each store is measured in a process of its own, in an empty folder that goes when it is done with. What was measured is kept in
benchmarks/results/stores-SCALE.json at once, and a store that stands there is not measured again unless --again is given.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.machine import ROOT, commit, machine_line
from benchmarks.stores.made_graph import MadeGraph
from benchmarks.stores.measures import Figures, measure, measure_change
from benchmarks.stores.places import STORES, Memory, placed
from benchmarks.stores.table import figure_at, table

RESULTS = Path(__file__).parents[1] / "results"
SCALES = {"10k": 10_000, "100k": 100_000, "1m": 1_000_000}
MEMORY = {"10k": Memory("1g", "1g"), "100k": Memory("2g", "1g"), "1m": Memory("4g", "4g")}
BASE = "10k"
"""The scale at which the costs of adding and forgetting are measured in every run, to compare them with."""

SEED = 0


def main(arguments: list[str]) -> int:
    """Measure what has not been measured, print the table, and return the exit status: 1 if a store could not be measured."""
    options = _options(arguments)
    results = Path(options.results)
    if options.one:
        _write(results, options.scale, options.one, _measured(options))
        return 0
    failed = []
    for store in options.stores.split(","):
        if store in _read(results, options.scale) and not options.again:
            print(f"{store} at {options.scale} is in {_path(results, options.scale).name}; --again measures it anew.", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory(dir=options.folder, ignore_cleanup_errors=True) as folder:  # goes also if the run is stopped
            again = [*arguments, "--one", store, "--folder", folder]
            if subprocess.run([sys.executable, "-m", "benchmarks.stores", *again], cwd=ROOT, check=False).returncode:
                failed.append(store)
    written = _read(results, options.scale)
    if written:
        print(table(options.scale, {store: written[store] for store in STORES if store in written}))
    if failed:
        print(f"Could not be measured: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0


# Private


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stores", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scale", choices=SCALES, default="10k", help="events of the graph")
    parser.add_argument("--stores", default=",".join(STORES), help="which stores, with commas between them")
    parser.add_argument("--again", action="store_true", help="measure also what has been measured before")
    parser.add_argument("--heap", help="heap of a Neo4j server, such as 4g")
    parser.add_argument("--page-cache", help="page cache of a Neo4j server, such as 4g")
    parser.add_argument("--folder", help="where the stores stand meanwhile; 1m takes some 20 GB")
    parser.add_argument("--results", default=str(RESULTS), help="folder of the result files")
    parser.add_argument("--one", choices=STORES, help=argparse.SUPPRESS)  # measure this store in this process
    return parser.parse_args(arguments)


def _measured(options: argparse.Namespace) -> Figures:
    """Measure one store at the base scale and at the scale that is asked for."""
    begun = time.monotonic()
    usual = MEMORY[options.scale]
    memory = Memory(options.heap or usual.heap, options.page_cache or usual.page_cache)
    figures: Figures = {}
    for scale in dict.fromkeys((BASE, options.scale)):

        def say(text: str, scale: str = scale) -> None:
            print(f"{time.monotonic() - begun:6.0f} s  {options.one} at {scale}: {text}", file=sys.stderr, flush=True)

        made = MadeGraph(SCALES[scale], seed=SEED)
        with tempfile.TemporaryDirectory(dir=options.folder) as folder, placed(options.one, Path(folder), memory) as place:
            say("loading")
            if scale != options.scale:
                figures["base"] = measure_change(place, made, say=say)
            else:
                figures |= {"made_of": place.made_of, **measure(place, made, say=say)}
    factors = {f"{what}_factor": _factor(figures, what) for what in ("add", "forget")}
    return {**figures, **factors, "minutes": round((time.monotonic() - begun) / 60, 1)}


def _factor(figures: Figures, what: str) -> float | None:
    """Return how many times as long something takes as at the base scale; None if that was not measured."""
    now, then = (figure_at(figures, f"{place}{what} median_seconds") for place in ("", "base "))
    return round(now / then, 2) if isinstance(now, float) and isinstance(then, float) else None


def _path(results: Path, scale: str) -> Path:
    return results / f"stores-{scale}.json"


def _read(results: Path, scale: str) -> dict[str, Figures]:
    """Return what has been measured at a scale, by store."""
    path = _path(results, scale)
    stores: dict[str, Figures] = json.loads(path.read_text(encoding="utf-8"))["stores"] if path.exists() else {}
    return stores


def _write(results: Path, scale: str, store: str, figures: Figures) -> None:
    """Put the figures of one store beside those of the others."""
    measured: Figures = {"date": datetime.now(UTC).date().isoformat(), "commit": commit(), "machine": machine_line(), **figures}
    written = {"command": f"python -m benchmarks.stores --scale {scale}", "seed": SEED}
    stores = {**_read(results, scale), store: measured}
    results.mkdir(exist_ok=True)
    _path(results, scale).write_text(json.dumps({**written, "stores": stores}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
