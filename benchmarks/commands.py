"""Time what people wait for: commands from a cold start, a question in the shell, the ingestion of the demo corpus; medians of 5 runs.

python -m benchmarks.commands

The table is printed and kept in benchmarks/results/commands.json, with date, commit, Python and the number of cores.
"""

import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import machine
from benchmarks.machine import ROOT
from cckg.evaluation.gold import load_gold

EXAMPLES = ROOT / "examples"
RESULTS = machine.RESULTS / "commands.json"
RUNS = 5

_NO_COMMAND = "/finished"  # the shell says that it has no such command, and so that all before is answered


def main() -> None:
    """Print the table and write the result file."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        seconds = {"cckg ingest examples/corpus": _timed(lambda: _ingest(folder))}
        question = next(item.question for item in load_gold(EXAMPLES).questions if item.answerable and item.asks == "causes")
        cause, effect = _linked_events(folder)
        for arguments in (["--help"], ["stats"], ["documents"], ["path", cause, effect], ["ask", question]):
            seconds[f"cckg {arguments[0]}"] = _timed(lambda given=arguments: _cckg(given, folder))  # type: ignore[misc]
        seconds["a question in the shell"] = _in_shell(question, folder)
    for name, runs in seconds.items():
        print(f"{name:32} {statistics.median(runs):7.3f} s   ({min(runs):.3f} to {max(runs):.3f})")
    _write(seconds)


# Private


def _timed(run: Callable[[], object]) -> list[float]:
    """Return the wall seconds of each run; one run before them fills the system's file cache."""
    run()
    seconds = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - begun)
    return seconds


def _cckg(arguments: list[str], folder: Path) -> str:
    """Run a command in a process of its own and return what it prints."""
    return subprocess.run([sys.executable, "-m", "cckg", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def _ingest(folder: Path) -> None:
    shutil.rmtree(folder / ".cckg", ignore_errors=True)
    _cckg(["ingest", str(EXAMPLES / "corpus")], folder)


def _linked_events(folder: Path) -> tuple[str, str]:
    """Return the texts of a cause and its effect."""
    graph = json.loads(_cckg(["export", "--format", "json"], folder))
    text = {event["id"]: event["text"] for event in graph["events"]}
    edge = next(edge for edge in graph["edges"] if edge["asserted"])
    return text[edge["cause"]], text[edge["effect"]]


def _in_shell(question: str, folder: Path) -> list[float]:
    """Ask the same question again and again in one shell; the first time loads the model and is not counted."""
    command = [sys.executable, "-m", "cckg", "shell"]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as shell:
        if shell.stdin is None or shell.stdout is None:
            raise RuntimeError("the shell has no pipes")
        seconds = []
        for _ in range(RUNS + 1):
            begun = time.perf_counter()
            shell.stdin.write(f"{question}\n{_NO_COMMAND}\n")
            shell.stdin.flush()
            while _NO_COMMAND not in (line := shell.stdout.readline()):
                if not line:
                    raise RuntimeError("the shell ended before it had answered")
            seconds.append(time.perf_counter() - begun)
        shell.stdin.close()
    return seconds[1:]


def _write(seconds: dict[str, list[float]]) -> None:
    written = {
        "command": "python -m benchmarks.commands",
        "date": machine.today(),
        "commit": machine.commit(),
        "python": platform.python_version(),
        "cores": machine.cores(),
        "runs": RUNS,
        "median_seconds": {name: round(statistics.median(runs), 3) for name, runs in seconds.items()},
        "seconds": {name: [round(run, 3) for run in runs] for name, runs in seconds.items()},
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    print(f"Wrote {RESULTS.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
