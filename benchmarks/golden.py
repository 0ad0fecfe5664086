"""Answers with two commits what is to stay as it was, and tells where they differ: `make golden BASE=<commit>`.

python -m benchmarks.golden BASE [--only SET …] [--show N]

BASE is checked out beside the graph, under `.cckg/golden`; the other side is this checkout as it stands, uncommitted changes included. Both
run the command `cckg` over the same folders, in this environment: the demo corpus, the development corpus, two made-up worlds of each half,
30 public reports where `$CCKG_DATA` has them, and 40 questions with `--arbitrate`. What they print as JSON is compared but for seconds,
days and traces, with numbers rounded; of half B only how many answers differ is shown, for it may not be read. What BASE said is kept, and
asked for once. The exit status is 1 where anything differs.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.worlds import make_world, write_world

HERE = Path(__file__).resolve().parent.parent
PLACE = HERE / ".cckg" / "golden"
DATA = Path(os.environ.get("CCKG_DATA", HERE.parent / "shared" / "data"))
PUBLIC = {"cloud_incidents": 8, "postmortems": 8, "osha_accidents": 8, "wikitech_incidents": 6}
"""How many reports of each public set are read."""
WORLDS = {"world-a1": ("A", 7100), "world-a2": ("A", 7101), "world-b1": ("B", 7200), "world-b2": ("B", 7201)}
ARBITRATED = {"demo": 20, "dev": 20}
"""How many questions of a corpus are asked once more with `--arbitrate`."""
NOT_COMPARED = frozenset("seconds trace ms started ended when created ingested_at ingested date_of_run".split())
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two commits: where its code is, and where what it says is kept."""

    name: str
    tree: Path
    out: Path


def main() -> int:
    """Compare, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.golden", description=__doc__)
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument("--only", action="append", help="a set alone: demo, dev, world-a1, …, public")
    parser.add_argument("--show", type=int, default=3, help="how many differences of a part are printed")
    chosen = parser.parse_args()
    sets = [name for name in _sets() if not chosen.only or name in chosen.only]
    base, head = _base(chosen.base), Side("head", HERE, PLACE / "head")
    shutil.rmtree(head.out, ignore_errors=True)
    for name in sets:
        _materials(name)
    with ThreadPoolExecutor(max_workers=2) as pool:  # a process each, one for a core
        list(pool.map(lambda job: _run(*job), [(side, name) for name in sets for side in (base, head)]))
    differing = [_compared(base, head, name, show=chosen.show) for name in sets]
    if "public" not in _sets():
        print(f"No public reports: {DATA} is not there.")
    print("identical" if not sum(differing) else f"{sum(differing)} differ")
    return int(any(differing))


# Private


def _sets() -> list[str]:
    return ["demo", "dev", *WORLDS, *(["public"] if DATA.is_dir() else [])]


def _base(commit: str) -> Side:
    """Check the base out, if it is not yet."""
    found = _said(["git", "rev-parse", "--verify", f"{commit}^{{commit}}"], cwd=HERE).strip()
    place = PLACE / found[:12]
    tree = place / "tree"
    if not tree.is_dir():
        _said(["git", "worktree", "prune"], cwd=HERE)
        _said(["git", "worktree", "add", "--detach", "--force", str(tree), found], cwd=HERE)
    return Side("base", tree, place / "out")


def _materials(name: str) -> Path:
    """Write a set's documents and questions, the same for both sides, and return their folder."""
    place = PLACE / "materials" / name
    if (place / "questions.jsonl").exists():
        return place
    place.mkdir(parents=True, exist_ok=True)
    if name in WORLDS:
        half, seed = WORLDS[name]
        write_world(make_world(seed, WorldSettings(half=half)), place)
    elif name == "public":
        _write_public(place)
    else:
        source = HERE / ("examples" if name == "demo" else "benchmarks/dev_corpus")
        shutil.copytree(source / "corpus", place / "corpus", dirs_exist_ok=True)
        shutil.copy(source / "questions.jsonl", place)
    return place


def _write_public(place: Path) -> None:
    """Write public reports as files, and questions about what their titles name."""
    (place / "corpus").mkdir(exist_ok=True)
    asked = []
    for folder, most in PUBLIC.items():
        with (DATA / folder / "docs.jsonl").open(encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        step = max(1, len(rows) // most)
        for number, row in enumerate(rows[::step][:most]):
            (place / "corpus" / f"{folder}-{number}.txt").write_text(f"{row['title']}\n\n{row['text']}\n", encoding="utf-8")
            asked += [f"Why did {row['title']} happen?", f"What happened because of {row['title']}?"]
    lines_out = [json.dumps({"id": f"p{number}", "question": question}) for number, question in enumerate(asked)]
    (place / "questions.jsonl").write_text("\n".join(lines_out) + "\n", encoding="utf-8")


def _run(side: Side, name: str) -> None:
    """Have one side say all it has to say of a set."""
    place, out = PLACE / "materials" / name, side.out / name
    if (out / "done").exists():
        return
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    begun = time.perf_counter()
    store = out / "graph.db"

    def cckg(*arguments: str, to: str, asked: str | None = None) -> str:
        environment = {**os.environ, "PYTHONPATH": str(side.tree), "COLUMNS": "100", "CCKG_MODELS__THREADS": "1", "OMP_NUM_THREADS": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "cckg", "--store", str(store), *arguments],
            cwd=place, env=environment, input=asked, text=True, capture_output=True, check=False,
        )  # fmt: skip
        (out / to).write_text(done.stdout, encoding="utf-8")
        (out / f"{to}.status").write_text(json.dumps([done.returncode, done.stderr]), encoding="utf-8")
        return done.stdout

    questions = [json.loads(line) for line in (place / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    posed = "".join(json.dumps({"id": row["id"], "question": row["question"]}) + "\n" for row in questions)
    cckg("ingest", "corpus", "--json", to="ingest")
    exported = json.loads(cckg("export", "--format", "json", to="graph"))
    cckg("documents", "--json", to="documents")
    cckg("stats", "--json", to="stats")
    texts_given = [path.read_text(encoding="utf-8") for path in sorted((place / "corpus").iterdir())[:10]]
    cckg("extract", asked="".join(json.dumps({"text": text}) + "\n" for text in texts_given), to="extract")
    cckg("parse", asked=posed, to="parse")
    cckg("ask", asked=posed, to="ask")
    for method in ("hybrid", "logic"):
        searched = "".join(json.dumps({"id": row["id"], "query": row["question"]}) + "\n" for row in questions[:20])
        cckg("search", "--method", method, asked=searched, to=f"search-{method}")
    texts = {event["id"]: event["text"] for event in exported["events"]}
    edges = exported["edges"][:: max(1, len(exported["edges"]) // 8)]
    pairs = [(texts[edge["cause"]], texts[edge["effect"]]) for edge in edges]
    cckg("match", asked="".join(json.dumps({"a": left, "b": right}) + "\n" for left, right in pairs), to="match")
    for number, (cause, effect) in enumerate(pairs[:4]):
        cckg("whatif", cause, "--effect", effect, "--json", to=f"whatif-{number}")
        cckg("path", cause, effect, "--json", to=f"path-{number}")
        cckg("ask", f"Why did it happen that {effect}?", to=f"shown-{number}")
    if name in ARBITRATED:
        first = "".join(f"{line}\n" for line in posed.splitlines()[: ARBITRATED[name]])
        cckg("ask", "--arbitrate", asked=first, to="arbitrate")
    store.unlink()
    (out / "done").write_text(f"{time.perf_counter() - begun:.0f} s\n", encoding="utf-8")


def _compared(base: Side, head: Side, name: str, *, show: int) -> int:
    """Print what differs in a set, and return how many lines."""
    differing = 0
    hidden = name.startswith("world-b")
    for left in sorted((base.out / name).iterdir()):
        right = head.out / name / left.name
        if left.name == "done":
            continue
        ours, theirs = (_values(path) for path in (left, right))
        found = [(old, new) for old, new in zip(ours, theirs, strict=False) if old != new]
        count = len(found) + abs(len(ours) - len(theirs))
        differing += count
        if count and not hidden:
            print(f"{name}/{left.name}: {count} of {len(ours)} differ")
            for old, new in found[:show]:
                print("\n".join(f"    {line}" for line in list(_differences(old, new, ""))[:show]))
    print(f"{name}: {differing} differ")
    return differing


def _values(path: Path) -> list[object]:
    """Return what a command printed as canonical values: one where all of it is JSON, else its lines; what is no JSON stays text."""
    text = path.read_text(encoding="utf-8")
    whole = _read(text)
    return [_canonical(item) for item in (map(_read, text.splitlines()) if whole is text else [whole])]


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _canonical(value: object) -> object:
    if isinstance(value, dict):
        return {key: _canonical(item) for key, item in sorted(value.items()) if key not in NOT_COMPARED}
    if isinstance(value, list):
        return [_canonical(item) for item in value]
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value


def _differences(old: object, new: object, where: str) -> Iterator[str]:
    """Say where two values differ, a line for each place."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            yield from _differences(old.get(key), new.get(key), f"{where}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (left, right) in enumerate(zip(old, new, strict=True)):
            yield from _differences(left, right, f"{where}[{number}]")
    elif old != new:
        yield f"{where or '.'}: {json.dumps(old)[:200]} → {json.dumps(new)[:200]}"


def _said(command: Sequence[str], *, cwd: Path) -> str:
    return subprocess.run(command, cwd=cwd, text=True, capture_output=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
