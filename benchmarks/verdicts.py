"""Time verdicts in a large graph: make bench-verdicts.

python -m benchmarks.verdicts [--events 1000000] [--folder FOLDER]

A SQLite store is filled with a made-up graph (`benchmarks.stores.made_graph`) and with the gold claims of some made-up worlds of half A.
Two things are timed. Questions: the worlds' questions about necessity and what-ifs through the same call as `cckg ask`, words in, answer
out, each asked once by a process that has answered the questions of another world before. Verdicts: cause and effect are random events
of the large graph, up to three links apart; what is upstream of both is read and judged, as far as `questions.max_events` lets it.
Questions are asked before the large graph is there as well, so that it is seen what it costs and whether it changes an answer.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from benchmarks.circumstances import RESULTS, circumstances
from benchmarks.stores.made_graph import MadeGraph
from benchmarks.stores.measures import Figures, spread, timed
from benchmarks.world_eval import store_gold
from benchmarks.worlds.world_scores import WorldScore, score_answer
from benchmarks.worlds.worlds import make_world
from cckg.app import CausalRAG, open_app
from cckg.core.evidence import Verdict
from cckg.settings import load_settings
from queries import timely
from queries.causal import UNBOUNDED, judge

RESULT = RESULTS / "verdicts.json"
WARMING = (500,)
WORLDS = (501, 502, 503, 504)
PAIRS = 200
APART = 3  # links between cause and effect, at most


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.verdicts", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--events", type=int, default=1_000_000, help="of the made-up graph; a million take ten minutes and 7 GB of disk")
    parser.add_argument("--folder", help="where the store stands meanwhile")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(dir=options.folder, ignore_cleanup_errors=True) as place,
        open_app(load_settings(store=f"{place}/graph.db"), create=True) as app,
    ):
        figures = _measured(app, MadeGraph(options.events))
    figures = {"events": options.events, **circumstances(), **figures}
    RESULT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))


# Private


def _measured(app: CausalRAG, made: MadeGraph) -> Figures:
    for seed in (*WARMING, *WORLDS):
        store_gold(make_world(seed), app)
    before = _questions(app)
    begun = time.monotonic()
    for number in range(made.documents):
        app.store.write_document(made.document(number))
        if number % 300 == 0:
            print(f"{time.monotonic() - begun:6.0f} s  {number} of {made.documents} documents", file=sys.stderr, flush=True)
    after = _questions(app)
    alike = sum(one == other for (_, one), (_, other) in zip(before, after, strict=True))
    return {
        "questions": _of_questions(after),
        "questions_without_the_large_graph": _of_questions(before),
        "scored_alike_in_both": alike,
        "verdicts": _verdicts(app, made),
    }


def _questions(app: CausalRAG) -> list[tuple[float, WorldScore]]:
    """Ask the questions of the worlds; return seconds and score of each."""
    for _ in _asked(app, WARMING):
        pass
    return list(_asked(app, WORLDS))


def _asked(app: CausalRAG, seeds: Sequence[int]) -> Iterator[tuple[float, WorldScore]]:
    for seed in seeds:
        for question in make_world(seed).questions:
            if question.asks in ("verdict", "whatif") and question.answerable:
                seconds, answer = timed(partial(app.engine().ask, question.question))
                yield seconds, score_answer(answer, question, lambda event: event)


def _of_questions(asked: Sequence[tuple[float, WorldScore]]) -> Figures:
    verdicts = [score.verdict for _, score in asked if score.verdict is not None]
    return {"asked": len(asked), **spread([seconds for seconds, _ in asked]), "verdicts_right": sum(verdicts), "verdicts": len(verdicts)}


def _verdicts(app: CausalRAG, made: MadeGraph) -> Figures:
    """Judge random causes of random events; return times, and how many verdicts there were of each kind."""
    rng = np.random.default_rng(0)
    pairs: list[tuple[str, str]] = []
    for effect in made.some_events(4 * PAIRS):
        above = app.store.neighbourhood([effect], "causes", depth=APART, limit=200)
        causes = sorted(set(above.events) - {effect})
        if causes and len(pairs) < PAIRS:
            pairs.append((causes[rng.integers(len(causes))], effect))
    runs = [timed(partial(_judged, app, *pair)) for pair in pairs]
    found = Counter(verdict.necessity for _, verdict in runs)
    return {"judged": len(runs), **spread([seconds for seconds, _ in runs]), **{f"of them {name}": found[name] for name in sorted(found)}}


def _judged(app: CausalRAG, cause: str, effect: str) -> Verdict:
    above = timely(app.store.neighbourhood([effect, cause], "causes", depth=UNBOUNDED, limit=app.settings.questions.max_events))
    return judge(above, cause=[above.events[cause]], effect=[above.events[effect]])


if __name__ == "__main__":
    main(sys.argv[1:])
