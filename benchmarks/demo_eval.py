"""Ingest the demo corpus into a fresh graph, answer its 60 questions, and print how many answers are right.

python -m benchmarks.demo_eval [--questions] [FOLDER]
"""

import statistics
import sys
import tempfile
import time
from functools import cache, partial
from pathlib import Path

from benchmarks.gold_scores import Summary, score_all, summarise
from benchmarks.stores.measures import timed
from cckg.app import open_app
from cckg.core.evidence import Answer
from cckg.evaluation.gold import load_gold
from cckg.evaluation.scoring import QuestionScore
from cckg.settings import load_settings

BARS = {"routes": 0.95, "recall": 0.85, "precision": 0.80, "verdicts": 0.85, "declined": 1.0}
NAMES = {
    "routes": "routes",
    "recall": "causes and effects: recall",
    "precision": "causes and effects: precision",
    "macro_recall": "  recall, mean over questions",
    "macro_precision": "  precision, mean over questions",
    "verdicts": "verdicts",
    "facts": "facts",
    "declined": "unanswerable declined",
    "cited": "a gold document is cited",
}


@cache
def read(uri: str) -> str:
    """Return the text of a file as it was read."""
    return Path(uri).read_bytes().decode("utf-8")


def main(folder: Path, *, each: bool) -> None:
    """Run the evaluation and print its table."""
    gold = load_gold(folder)
    with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        begun = time.perf_counter()
        report = app.ingest([folder / "corpus"])
        ingested = time.perf_counter()
        seconds: list[float] = []

        def asked(question: str) -> Answer:
            took, answer = timed(partial(app.ask, question))
            seconds.append(took)
            return answer

        scores = score_all(asked, gold, read=read)
    if each:
        for item in scores:
            print(_line(item))
    print(f"{report.added} documents, {report.claims_kept} claims, {report.events_created} events in {ingested - begun:.1f} s; ", end="")
    print(f"{len(scores)} questions in {sum(seconds):.1f} s, ", end="")
    print(f"half of them within {statistics.median(seconds):.2f} s, the slowest in {max(seconds):.2f} s")
    print("An event counts as a gold event when its words reach a token F1 of 0.6 with one of its gold wordings.")
    _print(summarise(scores))


# Private


def _print(summary: Summary) -> None:
    for key, name in NAMES.items():
        value = getattr(summary, key)
        bar = f"bar {BARS[key]:.0%}" if key in BARS else ""
        print(f"{name:34} {'–' if value is None else format(value, '6.1%'):>7}  {bar}")
    print(f"{'citations not verbatim':34} {summary.fake:>4} of {summary.citations}")


def _line(item: QuestionScore) -> str:
    parts = [item.id, "" if item.route else "ROUTE"]
    if item.wanted:
        parts.append(f"found {item.found}/{item.wanted} right {item.right}/{item.named}")
    for name in ("verdict", "fact", "declined"):
        value = getattr(item, name)
        if value is not None:
            parts.append(f"{name} {'ok' if value else 'WRONG'}")
    return " ".join([*parts, *(f"−{slug}" for slug in item.missed)])


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    main(Path(arguments[0] if arguments else "examples"), each="--questions" in sys.argv)
