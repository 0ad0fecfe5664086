"""Make worlds, put them into a graph as gold claims or as documents to be read, ask their questions, and print how many answers are right.

python -m benchmarks.world_eval [--seeds 0-9] [--text] [--wrong] [--half A] [--paraphrase 2] …
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from cckg.app import CausalRAG, open_app
from cckg.evaluation.dials import Dials
from cckg.evaluation.gold_graph import gold_updates
from cckg.evaluation.world_scores import Count, WorldScore, aligned, claim_count, score_answer, summary
from cckg.evaluation.worlds import World, make_world, write_world
from cckg.settings import load_settings


def main() -> None:
    """Run the evaluation and print its table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.world_eval", description=__doc__)
    parser.add_argument("--seeds", default="0-9", help="first and last seed")
    parser.add_argument("--text", action="store_true", help="read the documents; otherwise gold claims and gold events are stored")
    parser.add_argument("--wrong", action="store_true", help="a line for each answer that is not right")
    for field in fields(Dials):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    chosen = vars(parser.parse_args())
    first, _, last = chosen.pop("seeds").partition("-")
    text, wrong = chosen.pop("text"), chosen.pop("wrong")
    scores: list[WorldScore] = []
    claims = Count()
    begun = time.perf_counter()
    for seed in range(int(first), int(last or first) + 1):
        found, read = evaluate(make_world(seed, Dials(**chosen)), text=text)
        scores += found
        claims += read
        if wrong:
            _print_wrong(seed, found)
    _print(summary(scores))
    if text:
        print(f"{'claims read: recall':26} {claims.recall or 0:7.1%}\n{'claims read: precision':26} {claims.precision or 0:7.1%}")
    _print_kinds(scores)
    print(f"{time.perf_counter() - begun:.0f} s")


def evaluate(world: World, *, text: bool) -> tuple[list[WorldScore], Count]:
    """Ask all questions of a world; return the scores, and how many claims were read rightly."""
    with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        if text:
            write_world(world, Path(place))
            app.ingest([Path(place, "corpus")])
        else:
            store_gold(world, app)
        graph = app.graph()
        known = aligned(world, graph) if text else {event.id: event.id for event in world.events}
        scores = [score_answer(app.ask(question.question), question, known.get) for question in world.questions]
        return scores, claim_count(world, graph) if text else Count()


def store_gold(world: World, app: CausalRAG) -> None:
    """Write the gold claims and gold events of a world into the store of an application."""
    for update in gold_updates(world, app.bound_embedder()):
        app.store.write_document(update)


# Private

_PARTS: dict[str, Callable[[WorldScore], float | None]] = {
    "verdict": lambda item: item.verdict,
    "yes or no": lambda item: item.yes_no,
    "outcome": lambda item: item.outcome,
    "trap": lambda item: item.passed,
    "declined": lambda item: item.declined,
    "answered": lambda item: item.answered,
}


def _print(shares: dict[str, float | int | None]) -> None:
    for name, value in shares.items():
        print(f"{name:26} {'–' if value is None else format(value, '7d' if name == 'questions' else '7.1%'):>7}")


def _print_kinds(scores: list[WorldScore]) -> None:
    for name in dict.fromkeys(item.question.why or item.question.kind for item in scores):
        of_kind = [item for item in scores if (item.question.why or item.question.kind) == name]
        counts = sum((item.events for item in of_kind if item.events), Count())
        parts = [f"recall {counts.recall:.1%} precision {counts.precision or 0:.1%}"] if counts.recall is not None else []
        for part, value_of in _PARTS.items():
            values = [value for item in of_kind if (value := value_of(item)) is not None]
            parts += [f"{part} {sum(values)}/{len(values)}"] if values else []
        print(f"  {name:16} {len(of_kind):4}  {'  '.join(parts)}")


def _print_wrong(seed: int, scores: list[WorldScore]) -> None:
    for item in scores:
        wrong = [part for part, value_of in _PARTS.items() if value_of(item) is False]
        if item.events and (item.events.found < item.events.wanted or item.events.right < item.events.named):
            wrong.append(f"found {item.events.found}/{item.events.wanted} right {item.events.right}/{item.events.named}")
        if wrong:
            print(f"{seed} {item.question.id} {item.question.kind}: {', '.join(wrong)}: {item.question.question}")


if __name__ == "__main__":
    main()
