"""Measure counterfactual exploration and arbitration: make bench-cfrag.

    python -m benchmarks.cfrag [--sets hotpotqa,popqa] [--questions 60]

Answers are those of the built-in reader. The public sets are looked for in $CCKG_DATA.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.cfrag.cases import FULL, PLAIN, WAYS, Case, Corpus, local_writer
from benchmarks.cfrag.questions import answered, contained, exact, overlap
from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.cis.metrics import interval
from benchmarks.public_data.__main__ import DATA
from cckg.casting import Cast
from cckg.models.encoders import open_embedder
from cckg.models.remembering import RememberingEmbedder
from cckg.settings import load_settings
from cckg.stores.passages import store_of_passages
from queries.exploration import Explorer
from queries.relevance import CosineScorer

RESULT = RESULTS / "cfrag.json"
SETS = ("hotpotqa", "popqa")
DISTRACTORS = (0, 2, 4, 8, 16)
SEEDS = 5
BINS = (0.5, 0.7, 0.9)
SWEEPS: dict[str, tuple[float, ...]] = {
    "variations": (1, 2, 3, 4, 5),
    "clusters": (2, 3, 4, 5, 6),
    "hypotheses": (1, 2, 3, 4, 5),
    "causal_weight": (0.0, 0.2, 0.4, 0.6, 0.8, 1.0),
}


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cfrag", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--questions", type=int, default=60, help="of each set")
    options = parser.parse_args(arguments)
    embedder = RememberingEmbedder(open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0), most=200_000)
    found: dict[str, Any] = {**circumstances(), "questions of each set": options.questions}
    ratios: list[float] = []
    right: list[float] = []
    for name in options.sets.split(","):
        if not (DATA / name).exists():
            print(f"{name}: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
            continue
        corpus = _corpus(name, embedder)
        cases = _cases(corpus, options.questions)
        found[name] = _measured(corpus, cases)
        for case in cases:
            arbitration = corpus.arbitrated(case, distractors=0, dials=FULL)
            if arbitration.crr is not None:
                ratios.append(arbitration.crr)
                right.append(exact(corpus.plain(case, distractors=0), case.asked.answers))
    found["counterfactual relevance ratio against exact match of the plain answer"] = _binned(ratios, right)
    RESULT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


# Private


def _corpus(name: str, embedder: RememberingEmbedder) -> Corpus:
    loaded = answered(DATA / name)
    store = store_of_passages(loaded.passages, embedder.encode(list(loaded.passages.values())))
    pairs = CosineScorer(embedder)
    cast = Cast(load_settings(), lambda: embedder)
    explorer = Explorer(
        store=store,
        embedder=embedder,
        pairs=pairs,
        varying=lambda near: cast.variations(near, {}),
        hypotheses=local_writer(embedder),
        dials=replace(FULL, variations=max(int(count) for count in SWEEPS["variations"])),
        profile="paper",
        seed=0,
        found=8,
    )
    return Corpus(loaded, explorer, pairs, embedder)


def _cases(corpus: Corpus, questions: int) -> list[Case]:
    cases = []
    for number, asked in enumerate(corpus.answered.questions[:questions], start=1):
        cases.append(corpus.case(asked, distractors=max(DISTRACTORS)))
        print(f"{corpus.answered.name}: {number} of {questions} questions explored", end="\r", file=sys.stderr, flush=True)
    return cases


def _measured(corpus: Corpus, cases: Sequence[Case]) -> dict[str, Any]:
    found: dict[str, Any] = {"variations of a question": round(float(np.mean([len(case.variations) for case in cases])), 2)}
    for distractors in DISTRACTORS:
        table = {PLAIN: _scores(cases, [corpus.plain(case, distractors=distractors) for case in cases])}
        for way, dials in WAYS.items():
            answers = [corpus.arbitrated(case, distractors=distractors, dials=dials).answer for case in cases]
            table[way] = _scores(cases, answers)
        found[f"{distractors} distractors"] = table
    seeds = [
        _mean([exact(corpus.arbitrated(case, distractors=0, dials=FULL, seed=seed).answer, case.asked.answers) for case in cases])
        for seed in range(SEEDS)
    ]
    found[f"exact match over {SEEDS} seeds"] = {"values": seeds, "CV": round(float(np.std(seeds) / max(np.mean(seeds), 1e-9)), 4)}
    found["sweeps"] = {dial: {str(value): _swept(corpus, cases, dial, value) for value in values} for dial, values in SWEEPS.items()}
    return found


def _swept(corpus: Corpus, cases: Sequence[Case], dial: str, value: float) -> dict[str, float]:
    """Return exact match, and exact match per second (EM efficiency, on texts whose vectors are known), with a dial at a value."""
    dials = replace(FULL, **{dial: value if dial == "causal_weight" else int(value)})
    start = time.perf_counter()
    right = _mean([exact(corpus.arbitrated(case, distractors=4, dials=dials).answer, case.asked.answers) for case in cases])
    seconds = (time.perf_counter() - start) / len(cases)
    return {"EM": right, "seconds": round(seconds, 4), "EM per second": round(right / seconds, 2)}


def _scores(cases: Sequence[Case], answers: Sequence[str]) -> dict[str, list[float]]:
    pairs = [(answer, case.asked.answers) for case, answer in zip(cases, answers, strict=True)]
    measures = {"EM": exact, "F1": lambda answer, right: overlap(answer, list(right)), "contained": contained}
    values = {name: [measure(answer, right) for answer, right in pairs] for name, measure in measures.items()}
    return {name: [round(number, 4) for number in interval(given)] for name, given in values.items()}


def _binned(ratios: Sequence[float], right: Sequence[float]) -> dict[str, Any]:
    edges = (-np.inf, *BINS, np.inf)
    bins = {}
    for low, high in pairwise(edges):
        of_bin = [value for ratio, value in zip(ratios, right, strict=True) if low < ratio <= high]
        bins[f"{low:.1f} to {high:.1f}"] = {"questions": len(of_bin), "EM": _mean(of_bin) if of_bin else None}
    spread = len(ratios) > 1 and np.std(ratios) > 0 and np.std(right) > 0
    return {"bins": bins, "Pearson r": round(float(np.corrcoef(ratios, right)[0, 1]), 4) if spread else None}


def _mean(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 4)


if __name__ == "__main__":
    main(sys.argv[1:])
