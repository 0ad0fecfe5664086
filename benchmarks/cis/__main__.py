"""Measure the Causal Inference Score: make bench-cis.

    python -m benchmarks.cis [--parts retrieval,entries,speed] [--sets …] [--teacher NAME or FOLDER]

Retrieval is measured on the first hundred questions, by a hash, of three public sets, looked for in $CCKG_DATA; weights are chosen on the
others. The teacher's scores are kept in results/cis_teacher.txt: without --teacher the questions whose scores stand there are measured.
Speed needs the extra `torch`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.circumstances import RESULTS, ROOT, circumstances
from benchmarks.cis.collections import Collection, filled, multi_hop
from benchmarks.cis.entries import of_corpus, of_worlds, table
from benchmarks.cis.metrics import interval
from benchmarks.cis.retrieval import Candidates, plain, reranked, scored
from benchmarks.cis.speed import by_length, ratios
from benchmarks.public_data.__main__ import DATA
from cckg.cis import CausalInferenceScore, Student
from cckg.models.base import Embedder, KnowledgeScorer
from cckg.models.causal_lm import CausalLanguageModel, open_language_model
from cckg.models.encoders import open_embedder
from cckg.models.kept import KeptLanguageModel
from cckg.models.readers import STUDENT, open_reader
from cckg.models.weights import QWEN, SMOLLM2
from cckg.settings import load_settings
from queries.ranking import Weights

RESULT = RESULTS / "cis.json"
KEPT = RESULTS / "cis_teacher.txt"
SETS = ("hotpotqa", "2wikimultihopqa", "musique")
WEIGHTS = tuple(step / 10 for step in range(11))
HALF_B = range(1300, 1310)
"""Seeds of made-up worlds that nothing was chosen on."""


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cis", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--parts", default="retrieval,entries,speed", help="which, with commas between them")
    parser.add_argument("--sets", default=",".join(SETS), help="of retrieval")
    parser.add_argument("--teacher", help=f"scores what is not kept: {QWEN.name}, which is fetched, or a folder with it")
    options = parser.parse_args(arguments)
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "retrieval": lambda: _retrieval(options.sets.split(","), options.teacher),
        "entries": _entries,
        "speed": _speed,
    }
    kept = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    for part in options.parts.split(","):
        kept[part] = {**circumstances(), **parts[part]()}
        RESULT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(json.dumps({part: kept[part]}, indent=1))


# Private


def _student() -> Student:
    return Student(open_reader(STUDENT, folder=None, offline=False, threads=0))


def _retrieval(names: Sequence[str], teacher: str | None) -> dict[str, Any]:
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    opened = (lambda: open_language_model(teacher, precision="bfloat16")) if teacher else None
    language_model = KeptLanguageModel(QWEN.name, KEPT, opened)
    scorers: dict[str, KnowledgeScorer] = {
        "teacher": CausalInferenceScore(language_model),
        "teacher, no prior": CausalInferenceScore(language_model, subtract_prior=False),
        "teacher, per token": CausalInferenceScore(language_model, per_token=True),
        "student": _student(),
    }
    figures: dict[str, Any] = {"questions": {}}
    parts: dict[str, dict[bool, list[Candidates]]] = {}
    values: dict[str, list[float]] = {}
    for name in names:
        if not (DATA / name).exists():
            print(f"{name}: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
            continue
        collection = multi_hop(DATA / name)
        parts[name] = _scored(collection, embedder, scorers, figures, values)
    if not parts:
        return figures
    chosen = {scorer: _best_weight([some[False] for some in parts.values()], scorer) for scorer in scorers}
    for scorer, weight in chosen.items():
        for kind, share in ((f"{scorer}", 1.0), (f"hybrid + {scorer}", weight)):
            of_all: list[float] = []
            for name, some in parts.items():
                found = reranked(some[True], scorer, weight=share)
                figures[name][kind] = {measure: [round(number, 4) for number in interval(given)] for measure, given in found.items()}
                of_all += found["recall@3"]
            values[kind] = of_all
    hybrid = values["hybrid"]
    gains = {kind: interval([one - other for one, other in zip(given, hybrid, strict=True)]) for kind, given in values.items()}
    figures["gain over hybrid, recall@3, all questions"] = {kind: [round(number, 4) for number in gain] for kind, gain in gains.items()}
    figures["weights chosen on the other questions"] = chosen
    return figures


def _scored(
    collection: Collection, embedder: Embedder, scorers: dict[str, KnowledgeScorer], figures: dict[str, Any], values: dict[str, list[float]]
) -> dict[bool, list[Candidates]]:
    """Measure the methods without a scorer on what is tested; return the scored candidates of both parts."""
    store = filled(collection, embedder)
    parts = {
        part: scored(collection, collection.part(tested=part), store=store, embedder=embedder, scorers=scorers) for part in (True, False)
    }
    tested = [candidates.asked for candidates in parts[True]]
    figures["questions"][collection.name] = {"tested": len(tested), "others": len(parts[False])}
    figures[collection.name] = {}
    for method, found in plain(collection, tested, store=store, embedder=embedder).items():
        figures[collection.name][method] = {measure: [round(number, 4) for number in interval(given)] for measure, given in found.items()}
        values[method] = values.get(method, []) + found["recall@3"]
    return parts


def _best_weight(candidates: Sequence[Sequence[Candidates]], scorer: str) -> float:
    """Return the weight with the best recall@3 on the questions that are not tested, each set counting alike; half where none is scored."""
    if not any(candidates):
        return 0.5

    def recall(weight: float) -> float:
        return sum(interval(reranked(some, scorer, weight=weight)["recall@3"])[0] for some in candidates if some)

    return max(WEIGHTS, key=recall)


def _entries() -> dict[str, Any]:
    chosen = load_settings().cis
    weights = Weights(chosen.entry_weight, chosen.contrast_weight)
    found = {
        "demo": of_corpus(ROOT / "examples"),
        "development corpus": of_corpus(ROOT / "benchmarks" / "dev_corpus"),
        "corpus of paraphrases": of_corpus(ROOT / "benchmarks" / "paraphrase_corpus"),
        "made-up worlds": of_worlds(HALF_B),
    }
    return {name: {key: round(value, 4) for key, value in table(some, weights).items()} for name, some in found.items()}


def _speed() -> dict[str, Any]:
    student = _student()
    small: CausalLanguageModel = open_language_model(SMOLLM2.name)
    return {SMOLLM2.name: ratios(small, student), "by length": by_length(small, student)}


if __name__ == "__main__":
    main(sys.argv[1:])
