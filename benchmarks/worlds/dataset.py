"""Made-up worlds as a data set of `cckg eval`: their documents are read, or their gold claims and events are stored as they are."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.worlds.gold_graph import gold_updates
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.world_questions import WorldQuestion
from benchmarks.worlds.world_scores import WorldScore, aligned, score_answer
from benchmarks.worlds.worlds import make_world, write_world
from cckg.app import CausalRAG
from cckg.core.evidence import Answer
from cckg.evaluation.datasets import Dataset, Item, Marks, document_marks, event_marks, flag_marks, grader_of, whole_marks
from cckg.evaluation.gold import ideal_answer


def worlds_dataset(seeds: Sequence[int], settings: WorldSettings, *, gold: bool) -> Dataset:
    """Return made-up worlds: their documents are read, or with `gold` their claims and events are stored as they are."""

    def fill(app: CausalRAG, place: Path, seed: int) -> Sequence[Item]:
        world = make_world(seed, settings)
        if gold:
            for update in gold_updates(world, app.bound_embedder()):
                app.store.write_document(update)
            event_of = {event.id: event.id for event in world.events}
        else:
            write_world(world, place)
            app.ingest([place / "corpus"])
            event_of = aligned(world, app.graph())
        grader, words = grader_of(app), {event.id: event.text for event in world.events}

        def marker(question: WorldQuestion) -> Callable[[Answer], Marks]:
            return lambda answer: {
                **_world_marks(score_answer(answer, question, event_of.get)),
                **document_marks(answer, question.documents),
                **whole_marks(answer, _ideal(question, words), question.route, grader),
            }

        return [Item(question.id, question.question, marker(question)) for question in world.questions]

    return Dataset(f"worlds of half {settings.half}, {'gold claims' if gold else 'read'}", tuple(seeds), fill)


# Private


def _world_marks(found: WorldScore) -> Marks:
    count = found.events
    events = event_marks(wanted=count.wanted, found=count.found, named=count.named, right=count.right) if count else {}
    flags = {
        "verdicts": found.verdict,
        "outcomes": found.outcome,
        "traps": found.passed,
        "declined": found.declined,
        "answered": found.answered,
    }
    return {**events, **flag_marks(flags)}


def _ideal(question: WorldQuestion, words: Mapping[str, str]) -> str | None:
    """Return what a perfect answer to a question about a world says."""
    if not question.answerable:
        return None
    events = question.outcomes.lost if question.asks == "whatif" and question.outcomes else question.events
    named = [[words[event] for event in part if event in words] for part in (question.target, events)]
    return ideal_answer(question.asks, target=named[0], events=named[1], necessity=question.verdict.necessity if question.verdict else None)
