"""Measure logical queries: make bench-logic.

    python -m benchmarks.logic [--parts synthetic,length,writing,public] [--per-template 100] [--fit] [--half fresh] [--chat MODEL]

What can be chosen is chosen on every second topic, and on half "dev" of the questions; the figures are those of the other topics, and of
half "fresh". The public sets are looked for in $CCKG_DATA.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.cis.collections import asked_of_passages, searched
from benchmarks.logic.operators import Encoded, by_negations, family, fitted
from benchmarks.logic.public import tables
from benchmarks.logic.synthetic import Benchmark, many_terms, three_terms, topics
from benchmarks.logic.writing import shares
from benchmarks.public_data.__main__ import DATA
from cckg.models import Embedder, open_embedder
from cckg.questions import LocalLogicalQueryWriter
from queries.logic import Logic

RESULT = RESULTS / "logic.json"
PER_TEMPLATE = 100
SEED = 20261123
FITTED_ON = 12  # queries of each template that curves are fitted to
OTHERS = 40
LENGTHS = range(2, 11)


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.logic", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--parts", default="synthetic,length,writing,public", help="which, with commas between them")
    parser.add_argument("--per-template", type=int, default=PER_TEMPLATE, help="made-up queries of each template")
    parser.add_argument("--fit", action="store_true", help="print slope and middle of the curves, and do nothing else")
    parser.add_argument("--half", default="fresh", help="of the questions: dev, test, which was looked at, or fresh")
    parser.add_argument("--chat", help="a chat model that writes queries as well, of examples.chat.server; the part `writing` only")
    parser.add_argument("--questions", type=int, default=30, help="that the chat model is asked, evenly spaced")
    options = parser.parse_args(arguments)
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    if options.fit:
        print(fitted(Encoded(three_terms(topics(tested=False), per_template=FITTED_ON, seed=SEED), embedder)))
        return
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "synthetic": lambda: _synthetic(embedder, options.per_template),
        "length": lambda: _length(embedder),
        "writing": lambda: _writing(embedder, options.half, options.chat, options.questions),
        "public": lambda: _public(embedder),
    }
    kept = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    for part in options.parts.split(","):
        kept[part] = {**circumstances(), **parts[part]()}
        RESULT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(json.dumps({part: kept[part]}, indent=1, ensure_ascii=False))


# Private


def _synthetic(embedder: Embedder, per_template: int) -> dict[str, Any]:
    sentences = topics(tested=True)
    encoded = Encoded(three_terms(sentences, per_template=per_template, seed=SEED), embedder)
    harder = Encoded(three_terms(sentences, per_template=max(1, per_template // 5), seed=SEED + 1, others=OTHERS), embedder)
    return {
        "queries": len(encoded.benchmark.queries),
        "documents": len(encoded.benchmark.documents),
        "as usual and without logic": _beside(encoded),
        "operators": {name: by_negations(encoded.benchmark.queries, encoded.logic(logic)) for name, logic in family()},
        f"with {OTHERS} documents of other queries": _beside(harder),
    }


def _beside(encoded: Encoded) -> dict[str, dict[str, list[float]]]:
    rankers = {"logic": encoded.logic(Logic()), **encoded.plain(seed=SEED)}
    return {name: by_negations(encoded.benchmark.queries, ranker) for name, ranker in rankers.items()}


def _length(embedder: Embedder) -> dict[str, Any]:
    def means(benchmark: Benchmark) -> dict[str, list[float]]:
        return {name: groups["all"] for name, groups in _beside(Encoded(benchmark, embedder)).items()}

    sentences = topics(tested=True)
    return {
        f"{join}, {count} terms": means(many_terms(sentences, count=count, join=join, queries=PER_TEMPLATE, seed=SEED))
        for join in ("and", "or")
        for count in LENGTHS
    }


def _writing(embedder: Embedder, half: str, chat: str | None, questions: int) -> dict[str, Any]:
    local = LocalLogicalQueryWriter().write
    found: dict[str, Any] = {half: shares(local, half=half)}
    if chat:
        from benchmarks.logic.chat import chat_writer

        with chat_writer(chat, embedder) as written:
            beside = {chat: shares(written, half=half, most=questions), "by rule": shares(local, half=half, most=questions)}
        found[f"{half}, {questions} questions"] = beside
    return found


def _public(embedder: Embedder) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, read in (("nfcorpus", searched), ("cacm", searched), ("condaqa", asked_of_passages)):
        if not (DATA / name).exists():
            print(f"{name}: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
            continue
        written = LocalLogicalQueryWriter().write
        found[name] = tables(read(DATA / name), embedder=embedder, logic=Logic(), written=written)
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
