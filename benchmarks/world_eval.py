"""Make worlds, put them into a graph as gold claims or as documents to be read, ask their questions, and print how many answers are right.

python -m benchmarks.world_eval [--seeds 0-9] [--text] [--known] [--wrong] [--half A] [--paraphrase 2] …

With --known, a verifier that knows the wordings of the world takes the place of the built-in one: what is left wrong is not its fault.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

from benchmarks.worlds.gold_graph import gold_updates
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.world_scores import Count, WorldScore, aligned, claim_count, score_answer, summary
from benchmarks.worlds.worlds import World, WorldEvent, make_world, write_world
from cckg.app import CausalRAG, open_app
from cckg.core.graph import Event
from cckg.core.roles import Criterion, MatchVerdict, PairsAhead
from cckg.core.text import token_f1, words
from cckg.settings import load_settings
from queries import QueryEngine


def main() -> None:
    """Run the evaluation and print its table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.world_eval", description=__doc__)
    parser.add_argument("--seeds", default="0-9", help="first and last seed")
    parser.add_argument("--text", action="store_true", help="read the documents; otherwise gold claims and gold events are stored")
    parser.add_argument("--known", action="store_true", help="match wordings by what the world knows of them")
    parser.add_argument("--wrong", action="store_true", help="a line for each answer that is not right")
    for field in fields(WorldSettings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    chosen = vars(parser.parse_args())
    first, _, last = chosen.pop("seeds").partition("-")
    text, known, wrong = (chosen.pop(name) for name in ("text", "known", "wrong"))
    scores: list[WorldScore] = []
    claims = Count()
    begun = time.perf_counter()
    for seed in range(int(first), int(last or first) + 1):
        found, read = evaluate(make_world(seed, WorldSettings(**chosen)), text=text, known=known)
        scores += found
        claims += read
        if wrong:
            _print_wrong(seed, found)
    _print(summary(scores))
    if text:
        print(f"{'claims read: recall':26} {claims.recall or 0:7.1%}\n{'claims read: precision':26} {claims.precision or 0:7.1%}")
    _print_kinds(scores)
    print(f"{time.perf_counter() - begun:.0f} s")


def evaluate(world: World, *, text: bool, known: bool = False) -> tuple[list[WorldScore], Count]:
    """Ask all questions of a world; return the scores, and how many claims were read rightly."""
    with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        if text:
            write_world(world, Path(place))
            app.ingest([Path(place, "corpus")])
        else:
            store_gold(world, app)
        graph = app.graph()
        identity = aligned(world, graph) if text else {event.id: event.id for event in world.events}
        engine = _knowing(app.engine(), world) if known else app.engine()
        scores = [score_answer(engine.ask(question.question), question, identity.get) for question in world.questions]
        return scores, claim_count(world, graph) if text else Count()


def store_gold(world: World, app: CausalRAG) -> None:
    """Write the gold claims and gold events of a world into the store of an application."""
    for update in gold_updates(world, app.bound_embedder()):
        app.store.write_document(update)


class KnowingVerifier:
    """A verifier that knows the wordings of a world: it takes a text for the event with a wording of nearly the same words."""

    name = "knowing"
    width = 1
    judges_polarity = False

    def __init__(self, world: World) -> None:
        self._worded = [(words(text), event) for event in world.events for text in event.wordings]

    def foresee(self, pairs: PairsAhead, criterion: Criterion) -> None:
        """Need not be told."""

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        """Return one verdict per pair, in order."""
        del criterion
        return [self._verdict(self._event(left.text), self._event(right.text)) for left, right in pairs]

    def _verdict(self, left: WorldEvent | None, right: WorldEvent | None) -> MatchVerdict:
        if left is None or right is None:
            return MatchVerdict(same_event=False, same_polarity=True, score=0.0)
        same = left.id == right.id
        return MatchVerdict(same_event=same or left.opposite == right.id, same_polarity=left.opposite != right.id, score=float(same))

    @cache  # noqa: B019 - lives as long as a world is asked about
    def _event(self, text: str) -> WorldEvent | None:
        tokens = words(text)
        offered = [(worded, event) for worded, event in self._worded if _NEGATIONS.intersection(worded) == _NEGATIONS.intersection(tokens)]
        score, event = max(((token_f1(tokens, worded), event) for worded, event in offered), key=lambda item: item[0], default=(0.0, None))
        return event if score >= _NEARLY_THE_SAME else None


# Private


def _knowing(engine: QueryEngine, world: World) -> QueryEngine:
    return replace(engine, roles=replace(engine.roles, verifier=KnowingVerifier(world)))


_NEARLY_THE_SAME = 0.85  # token F1
_NEGATIONS = {"not", "no", "nobody", "never", "without"}

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
