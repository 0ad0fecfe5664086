"""Measure counterfactual exploration and arbitration: make bench-cfrag.

    python -m benchmarks.cfrag [--parts ways,sweeps,crr,counterfactual,latency,variations] [--sets hotpotqa,popqa] [--questions 60]

Answers are those of the built-in reader, but for latency, which is measured against a scripted chat server. The public sets are looked for
in $CCKG_DATA. Sampled variations are printed, and not kept. A part's figures take the place of those that are kept of it.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from benchmarks.cfrag.cases import Case, Corpus, open_corpus
from benchmarks.cfrag.changes import shown, variations
from benchmarks.cfrag.latency import latency
from benchmarks.cfrag.planted import counterfactual, planted_set, with_planted
from benchmarks.cfrag.questions import answered
from benchmarks.cfrag.ratios import ratios
from benchmarks.cfrag.ways import DISTRACTORS, SWEEPS, sweeps, ways
from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.public_data.__main__ import DATA
from cckg.models import RememberingEmbedder, open_embedder

RESULT = RESULTS / "cfrag.json"
SETS = ("hotpotqa", "popqa")
PLANTED = "rgb_counterfactual"
FOREIGN = "hotpotqa"
PARTS = ("ways", "sweeps", "crr", "counterfactual", "latency", "variations")
Part: TypeAlias = Callable[[], dict[str, Any]]


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cfrag", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS), help="which, with commas between them")
    parser.add_argument("--sets", default=",".join(SETS), help="of ways, sweeps, crr and variations")
    parser.add_argument("--questions", type=int, default=60, help="of each set")
    parser.add_argument("--delay", type=float, default=0.3, help="seconds that the scripted server takes for a reply")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.parts.split(",")) - set(PARTS)):
        parser.error(f"there is no part {unknown[0]}: the parts are {', '.join(PARTS)}")
    sets = Sets(options.questions)
    names = [name for name in options.sets.split(",") if is_there(name)]
    parts: dict[str, Part] = {
        "ways": lambda: {name: ways(*sets.explored(name)) for name in names},
        "sweeps": lambda: {name: sweeps(*sets.explored(name)) for name in names},
        "crr": lambda: {name: ratios(*sets.explored(name)) for name in names},
        "counterfactual": lambda: _counterfactual(sets),
        "latency": lambda: latency(delay=options.delay),
        "variations": lambda: _variations(sets, names),
    }
    before = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    kept = {part: figures for part, figures in before.items() if part in PARTS}
    for part in options.parts.split(","):
        kept[part] = {**circumstances(), **({} if part == "latency" else {"questions of each set": options.questions}), **parts[part]()}
        RESULT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(json.dumps({part: kept[part]}, indent=1, ensure_ascii=False))


class Sets:
    """Question sets with their first questions explored, each once."""

    def __init__(self, questions: int) -> None:
        """Take how many questions of each set are measured, at most."""
        self.questions = questions
        self.embedder = RememberingEmbedder(open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0), most=200_000)
        self._explored: dict[str, tuple[Corpus, list[Case]]] = {}

    def explored(self, name: str) -> tuple[Corpus, list[Case]]:
        """Return a set's passages, and its questions explored."""
        if name not in self._explored:
            corpus = self.opened(name)
            self._explored[name] = corpus, self.cases(corpus)
        return self._explored[name]

    def opened(self, name: str) -> Corpus:
        """Return a set's passages."""
        if name in self._explored:
            return self._explored[name][0]
        return open_corpus(answered(DATA / name), self.embedder, variations=_MOST_VARIATIONS)

    def cases(self, corpus: Corpus) -> list[Case]:
        """Explore a set's first questions."""
        found = []
        for number, asked in enumerate(corpus.answered.questions[: self.questions], start=1):
            found.append(corpus.case(asked, distractors=max(DISTRACTORS)))
            print(f"{corpus.answered.name}: {number} questions explored", end="\r", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return found


def is_there(name: str) -> bool:
    """Tell whether a public set is there, and say so where it is not."""
    found = (DATA / name).exists()
    if not found:
        print(f"{name}: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
    return found


# Private

_MOST_VARIATIONS = max(int(count) for count in SWEEPS["variations"])


def _counterfactual(sets: Sets) -> dict[str, Any]:
    """Measure planted passages on one set, and foreign ones on another."""
    found: dict[str, Any] = {}
    if is_there(PLANTED):
        read, planted, wrong = planted_set(DATA / PLANTED)
        texts = {name: text for of_question in planted.values() for name, text in of_question.items()}
        corpus = open_corpus(read, sets.embedder, variations=_MOST_VARIATIONS, planted=texts)
        cases = [with_planted(case, list(planted[case.asked.id])) for case in sets.cases(corpus)]
        found[f"{PLANTED}, planted, then foreign passages"] = counterfactual(corpus, cases, wrong=wrong)
    if is_there(FOREIGN):
        found[f"{FOREIGN}, foreign passages"] = counterfactual(*sets.explored(FOREIGN))
    return found


def _variations(sets: Sets, names: Sequence[str]) -> dict[str, Any]:
    """Return the figures, and print some variations to be read."""
    found: dict[str, Any] = {}
    valid = []
    for name in names:
        corpus = sets.opened(name)
        found[name], of_set = variations(corpus, corpus.answered.questions[: sets.questions])
        valid += of_set
    print("\n".join(shown(valid)))
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
