"""Make worlds, put them into a graph, ask their questions, and print how many answers are right.

python -m benchmarks.world_eval [--identity small strong] [--given gold claims text] [--seeds 0-9] [--wrong] [--half A] …

What a graph is given: "gold" stores gold claims and gold events; "claims" lets the documents be read as by a perfect reader, so that which
happening is which is left to cckg; "text" lets cckg read them. Each is measured with each setting of models.identity.

With --known, a verifier that knows the wordings of the world takes the place of the built-in one: what is left wrong is not its fault.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal, get_args

from benchmarks.worlds.gold_graph import gold_updates
from benchmarks.worlds.gold_reading import gold_roles
from benchmarks.worlds.identity_scores import IdentityScore, identity_score
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.world_questions import DEPTH
from benchmarks.worlds.world_scores import Count, WorldScore, aligned, claim_count, score_answer, summary
from benchmarks.worlds.worlds import World, WorldEvent, make_world, write_world
from cckg.app import CausalRAG, open_app
from cckg.core.graph import Event
from cckg.core.roles import Criterion, MatchVerdict
from cckg.core.text import token_f1, words
from cckg.roles import RoleRegistry
from cckg.settings import load_settings
from queries import QueryEngine

Given = Literal["gold", "claims", "text"]


def main() -> None:
    """Run the evaluation and print its tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.world_eval", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--identity", nargs="+", default=["small", "strong"], help="settings of models.identity to measure")
    parser.add_argument("--given", nargs="+", choices=get_args(Given), default=["claims", "text"], help="what the graph is given")
    parser.add_argument("--folder", type=Path, help="where the graphs are kept, to look at them; what was read there is not read again")
    parser.add_argument("--seeds", default="0-9", help="first and last seed")
    parser.add_argument("--known", action="store_true", help="match wordings by what the world knows of them")
    parser.add_argument("--wrong", action="store_true", help="a line for each answer that is not right")
    for field in fields(WorldSettings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    chosen = vars(parser.parse_args())
    first, _, last = chosen.pop("seeds").partition("-")
    identities, givens, folder, known, wrong = (chosen.pop(name) for name in ("identity", "given", "folder", "known", "wrong"))
    settings = WorldSettings(**chosen)
    worlds = [make_world(seed, settings) for seed in range(int(first), int(last or first) + 1)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        for given, identity in product(givens, identities):
            begun = time.perf_counter()
            graphs = (folder or Path(temporary)) / f"{given}-{identity}"
            found = [evaluate(world, graphs / str(world.seed), given=given, identity=identity, known=known) for world in worlds]
            print(f"\n{_TITLES[given]}, identity {identity}, {time.perf_counter() - begun:.0f} s")
            _print(found, given)
            for world, of_world in zip(worlds, found, strict=True) if wrong else ():
                _print_wrong(world.seed, of_world.answers)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was measured of a world: its answers, which mentions share an event, and how many claims were read rightly."""

    answers: Sequence[WorldScore]
    identity: IdentityScore
    claims: Count


def evaluate(world: World, place: Path, *, given: Given, identity: str, known: bool = False) -> Evaluation:
    """Put a world into a graph in a folder, and ask all its questions."""
    place.mkdir(parents=True, exist_ok=True)
    settings = load_settings(store=str(place / "graph.db"), models={"identity": identity}, questions={"depth": DEPTH})
    with open_app(settings, create=True, roles=gold_roles(world) if given == "claims" else RoleRegistry) as app:
        if given == "gold":
            store_gold(world, app)
        else:
            write_world(world, place)
            app.ingest([place / "corpus"])
        graph = app.graph()
        event_of = {event.id: event.id for event in world.events} if given == "gold" else aligned(world, graph)
        engine = _knowing(app.engine(), world) if known else app.engine()
        scores = [score_answer(engine.ask(question.question), question, event_of.get) for question in world.questions]
        return Evaluation(scores, identity_score(world, graph), claim_count(world, graph))


def store_gold(world: World, app: CausalRAG) -> None:
    """Write the gold claims and gold events of a world into the store of an application."""
    for update in gold_updates(world, app.bound_embedder()):
        app.store.write_document(update)


class KnowingVerifier:
    """A verifier that knows the wordings of a world: it takes a text for the event with a wording of nearly the same words."""

    name = "knowing"

    def __init__(self, world: World) -> None:
        self._worded = [(words(text), event) for event in world.events for text in event.wordings]

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
    "astray": lambda item: item.astray,
    "trap": lambda item: item.passed,
    "declined": lambda item: item.declined,
    "answered": lambda item: item.answered,
}


_TITLES: dict[Given, str] = {"gold": "gold claims and events stored", "claims": "gold claims given", "text": "documents read"}


def _print(found: Sequence[Evaluation], given: Given) -> None:
    answers = [score for of_world in found for score in of_world.answers]
    shares = summary(answers)
    if given != "gold":
        identity = sum((of_world.identity for of_world in found), IdentityScore())
        shares |= {"events split": identity.split.value, "events joined": identity.joined.value}
        shares |= {"chain links that meet": identity.chain_links.value}
    if given == "text":
        claims = sum((of_world.claims for of_world in found), Count())
        shares |= {"claims read: recall": claims.recall, "claims read: precision": claims.precision}
    for name, value in shares.items():
        print(f"{name:26} {'–' if value is None else format(value, '7d' if name == 'questions' else '7.1%'):>7}")
    _print_kinds(answers)


def _print_kinds(scores: Sequence[WorldScore]) -> None:
    for name in dict.fromkeys(item.question.why or item.question.kind for item in scores):
        of_kind = [item for item in scores if (item.question.why or item.question.kind) == name]
        counts = sum((item.events for item in of_kind if item.events), Count())
        parts = [f"recall {counts.recall:.1%} precision {counts.precision or 0:.1%}"] if counts.recall is not None else []
        for part, value_of in _PARTS.items():
            values = [value for item in of_kind if (value := value_of(item)) is not None]
            parts += [f"{part} {sum(values)}/{len(values)}"] if values else []
        print(f"  {name:16} {len(of_kind):4}  {'  '.join(parts)}")


def _print_wrong(seed: int, scores: Sequence[WorldScore]) -> None:
    for item in scores:
        wrong = [part for part, value_of in _PARTS.items() if value_of(item) is (part == "astray")]
        if item.events and (item.events.found < item.events.wanted or item.events.right < item.events.named):
            wrong.append(f"found {item.events.found}/{item.events.wanted} right {item.events.right}/{item.events.named}")
        if wrong:
            print(f"{seed} {item.question.id} {item.question.kind}: {', '.join(wrong)}: {item.question.question}")


if __name__ == "__main__":
    main()
