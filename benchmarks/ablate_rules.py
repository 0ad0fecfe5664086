"""Ablate the rules by which questions are read, one at a time: python -m benchmarks.ablate_rules [--only PREFIX] [--worlds 0-3].

A rule is a row of a table of forms, a pattern, or a list of words. Printed is what each benchmark says without the rule, where that is
another figure; a rule that stands in no line but with "nothing" is one that no benchmark sees. The trained reader reads each question once.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import patch

from benchmarks.circumstances import ROOT
from benchmarks.logic.writing import shares
from benchmarks.reading.questions import question_figures
from benchmarks.routes.__main__ import scores
from benchmarks.routes.questions import Labelled, public, written
from benchmarks.rows import rows
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.worlds import make_world
from cckg.core.questions import Route
from cckg.models import TaggedText, Tagger, open_reader
from cckg.questions import LocalLogicalQueryWriter, LocalQuestionParser, comparisons, forms, logical, parser, past_tense, routes, tags

MODULES: tuple[ModuleType, ...] = (parser, forms, tags, past_tense, routes, comparisons, logical)
CORPORA = ("examples", "benchmarks/dev_corpus", "benchmarks/paraphrase_corpus")
NEVER = re.compile(r"(?!)")

Figures = dict[str, float]


class RememberingTagger:
    """A reader that reads each text once."""

    def __init__(self, tagger: Tagger) -> None:
        self.classes, self.tags = tagger.classes, tagger.tags
        self._tagger = tagger
        self._read: dict[str, TaggedText] = {}

    def tag(self, texts: Sequence[str]) -> list[TaggedText]:
        """Return what the reader makes of texts."""
        new = [text for text in texts if text not in self._read]
        self._read |= zip(new, self._tagger.tag(new), strict=True) if new else ()
        return [self._read[text] for text in texts]


def rules() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield each rule by name, with what switches it off as long as it is entered."""
    table = forms.forms()
    for form in table:
        yield f"form: {form.name}", lambda form=form: patch.object(forms, "forms", lambda: tuple(one for one in table if one is not form))
    of_routes = routes._forms()
    for kind, patterns in of_routes.items():
        for pattern in patterns:
            fewer = {**of_routes, kind: [one for one in patterns if one is not pattern]}
            yield f"route form: {kind} {pattern.pattern[:50]}", lambda fewer=fewer: patch.object(routes, "_forms", lambda: fewer)
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern | frozenset):
                none = NEVER if isinstance(value, re.Pattern) else frozenset()
                yield (
                    f"{module.__name__.rpartition('.')[2]}: {name}",
                    lambda module=module, name=name, none=none: patch.object(module, name, none),
                )


class Benchmarks:
    """What the benchmarks say of the rules that are on."""

    def __init__(self, worlds: range) -> None:
        """Read the questions of all sets; those of made-up worlds of half A, by seed."""
        self.parser = LocalQuestionParser(RememberingTagger(open_reader("questions", folder=None, offline=False, threads=0)))
        self.reading = {"reading": rows(ROOT / "benchmarks/reading/questions.jsonl")}
        self.examples = [*rows(ROOT / "tests/examples/questions/asked.jsonl"), *rows(ROOT / "benchmarks/reading/misread.jsonl")]
        trained = [row for path in sorted((ROOT / "training/data/questions").glob("*.jsonl")) for row in rows(path)]
        self.reading["training questions, every twelfth, kept apart"] = trained[::12]
        self.routes = {
            f"routes, {name} {half}": found(held=half == "held")
            for name, found in (("public sets", public), ("written", written))
            for half in ("dev", "held")
        }
        self.routes["routes, worlds"] = [
            Labelled(one.question, str(seed), one.route) for seed in worlds for one in make_world(seed, WorldSettings()).questions
        ]
        for corpus in CORPORA:
            asked = rows(ROOT / corpus / "questions.jsonl")
            self.routes[f"routes, {corpus}"] = [Labelled(row["question"], corpus, Route(row["route"])) for row in asked]

    def figures(self) -> Figures:
        """Return all figures by name, 0..1."""
        found: Figures = {}
        for of_set, asked in self.reading.items():
            found |= {f"{of_set}: {name}": value for name, value in question_figures(asked, self.parser).items()}
        for name, labelled in self.routes.items():
            found[name] = scores(labelled, lambda question: self.parser.parse(question).route)["macro-F1"]
        for half in ("dev", "test", "fresh"):
            of_half = shares(LocalLogicalQueryWriter().write, half=half)
            found |= {f"logic, {half}: {name}": mean for name, (mean, *_) in of_half.items()}
        right = [is_read(self.parser, row) for row in self.examples]
        found["examples"] = sum(right) / len(right)
        return found


def is_read(parser: LocalQuestionParser, row: dict[str, Any]) -> bool:
    """Tell whether an example of a question is taken apart as it says; those that are not stand in `benchmarks/reading/misread.jsonl`."""
    parsed = parser.parse(row["question"])
    found = {
        "route": parsed.route.value,
        "asks": parsed.asks,
        "main": parsed.main_event,
        "evidence": list(parsed.presupposed),
        "set": [[request.event, request.to] for request in parsed.interventions],
    }
    return all(row[name] == value for name, value in found.items() if name in row)


@contextmanager
def without(switch: Callable[[], Any]) -> Iterator[None]:
    """Switch a rule off for a while."""
    with switch():
        yield


def main(arguments: Sequence[str]) -> None:
    """Measure with all rules, then without each, and print what changes."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.ablate_rules", description=__doc__)
    options.add_argument("--only", default="", help="rules whose names begin so")
    options.add_argument("--worlds", default="0-3", help="first and last seed")
    given = options.parse_args(arguments)
    first, _, last = given.worlds.partition("-")
    benchmarks = Benchmarks(range(int(first), int(last or first) + 1))
    whole = benchmarks.figures()
    print("| rule | without it |\n|---|---|")
    for name, switch in list(rules()):
        if name.startswith(given.only):
            with without(switch):
                found = benchmarks.figures()
            changed = [f"{figure} {whole[figure]:.3f} → {value:.3f}" for figure, value in found.items() if value != whole[figure]]
            print(f"| {name.replace('|', chr(92) + '|')} | {'; '.join(changed) or 'nothing'} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
