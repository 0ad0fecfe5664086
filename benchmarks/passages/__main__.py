"""Measure which passages are found, and the short answers in them: make bench-passages.

    python -m benchmarks.passages [--sets …] [--part tested|others] [--speed 1000,10000,100000]

On each set at most a hundred questions, by a hash. The public sets are looked for in $CCKG_DATA; nothing was chosen on the tested ones.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks.cfrag.questions import contained, exact, overlap
from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.cis.metrics import interval, measured
from benchmarks.passage_store import store_of_passages
from benchmarks.passages.sets import SETS, Loaded, loaded
from benchmarks.public_data.__main__ import DATA
from cckg.answering import find_short_answers
from cckg.core.results import SearchMethod
from cckg.language import entities_of
from cckg.models import Embedder, RememberingEmbedder, open_embedder
from cckg.stores import GraphStore
from queries.retrieval import retrieve, walk_relations

RESULT = RESULTS / "passages.json"
MEASURES = ("recall@3", "recall@5", "ndcg@10")
_K = 10
_READ = 5  # passages that a short answer is looked for in
_TIMED = 50  # queries

Found = Callable[[str], list[str]]


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.passages", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--part", choices=("tested", "others"), default="tested")
    parser.add_argument("--speed", default="1000,10000,100000", help="passages; empty for none")
    options = parser.parse_args(arguments)
    embedder = RememberingEmbedder(open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0), most=1_000_000)
    found: dict[str, Any] = circumstances()
    for name in options.sets.split(","):
        if not (DATA / name).exists():
            print(f"{name}: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
            continue
        found[name] = _of_set(loaded(DATA / name, tested=options.part == "tested"), embedder)
        print(json.dumps({name: found[name]}, indent=1))
    found["seconds of a query"] = {size: _timed(int(size), embedder) for size in options.speed.split(",") if size}
    if options.part == "tested":
        RESULT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found["seconds of a query"], indent=1))


# Private


def _of_set(given: Loaded, embedder: Embedder) -> dict[str, Any]:
    entities = {name: entities_of(text, title=given.titles[name]) for name, text in given.passages.items()}
    vectors = embedder.encode(list(given.passages.values()))
    store = store_of_passages(given.passages, vectors, titles=given.titles, entities=entities)
    methods = _methods(store, embedder)
    rankings = {name: [found(one.text) for one in given.asked] for name, found in methods.items()}
    values = {name: measured(given.asked, ranked, MEASURES) for name, ranked in rankings.items()}
    table: dict[str, Any] = {name: {measure: _interval(of_one) for measure, of_one in found.items()} for name, found in values.items()}
    best = max(("bm25", "dense", "hybrid"), key=lambda name: sum(values[name]["recall@5"]))
    gains = [one - other for one, other in zip(values["walk, two hops"]["recall@5"], values[best]["recall@5"], strict=True)]
    table[f"walk, two hops − {best}, recall@5"] = _interval(gains)
    if given.answers:
        table["short answers"] = {name: _answered(given, rankings[name], embedder) for name in ("hybrid", "walk, two hops")}
    return {"questions": len(given.asked), "passages": len(given.passages), **table}


def _methods(store: GraphStore, embedder: Embedder) -> dict[str, Found]:
    def plain(method: SearchMethod) -> Found:
        return lambda text: [hit.id for hit in retrieve(text, store=store, embedder=embedder, method=method, over="chunks", k=_K)]

    def walk(hops: int) -> Found:
        return lambda text: [hit.id for hit in walk_relations(text, store=store, embedder=embedder, k=_K, hops=hops).hits]

    return {
        "bm25": plain("bm25"),
        "dense": plain("dense"),
        "hybrid": plain("hybrid"),
        "names, no hop": walk(0),
        "walk, one hop": walk(1),
        "walk, two hops": walk(2),
    }


def _answered(given: Loaded, rankings: Sequence[Sequence[str]], embedder: Embedder) -> dict[str, list[float]]:
    """Return exact match, F1 and containment of the reader's best answer in the first passages, and the share that it answers."""
    told = []
    for one, ranked in zip(given.asked, rankings, strict=True):
        names = ranked[:_READ]
        found = find_short_answers(
            one.text, [given.texts[name] for name in names], embedder=embedder, titles=[given.titles[name] for name in names]
        )
        told.append((found[0].text if found else "", given.answers[one.id]))
    measures = {
        "EM": [exact(answer, right) for answer, right in told],
        "F1": [overlap(answer, right) for answer, right in told],
        "contained": [contained(answer, right) for answer, right in told],
        "answered": [float(bool(answer)) for answer, _ in told],
    }
    return {name: _interval(values) for name, values in measures.items()}


def _timed(size: int, embedder: Embedder) -> dict[str, list[float]]:
    """Return median and 95th percentile of the time of a query over made-up passages, the encoding of the query not counted."""
    rng = np.random.default_rng(size)
    names = [f"{first}{last}" for first in "BDFGKLMNPRSTVZ" for last in ("aron", "elin", "idor", "ona", "uvik", "ythe")]
    words = [f"word{number}" for number in range(5000)]
    passages = {str(number): " ".join([*rng.choice(words, 40), *rng.choice(names, 3)]) for number in range(size)}
    vectors = rng.standard_normal((size, embedder.dimension)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    entities = {name: entities_of(text) for name, text in passages.items()}
    methods = _methods(store_of_passages(passages, vectors, titles=dict.fromkeys(passages, ""), entities=entities), embedder)
    queries = [" ".join([*rng.choice(words, 5), *rng.choice(names, 1)]) for _ in range(_TIMED)]
    embedder.encode(queries)
    found: dict[str, list[float]] = {}
    for name in ("bm25", "dense", "hybrid", "walk, two hops"):
        seconds = []
        for query in queries:
            start = time.perf_counter()
            methods[name](query)
            seconds.append(time.perf_counter() - start)
        found[name] = [round(float(value), 5) for value in np.quantile(seconds, [0.5, 0.95])]
    return found


def _interval(values: Sequence[float]) -> list[float]:
    return [round(number, 4) for number in interval(values)]


if __name__ == "__main__":
    main(sys.argv[1:])
