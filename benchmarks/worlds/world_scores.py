"""Scores answers about a made-up world by identity: which event of a graph is which of the world is known, not guessed from words.

In a graph of gold claims the ids are those of the world. In a graph that was read, an event is that whose mentions its claims overlap.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from benchmarks.worlds.pages import GoldMention
from benchmarks.worlds.world_questions import WorldQuestion, YesNo
from benchmarks.worlds.worlds import World
from cckg.core.claims import Claim, Span
from cckg.core.evidence import Answer, Simulation, Subgraph, Verdict, leaning

EventOf = Callable[[str], str | None]
"""Returns the event of the world that an event of the graph is, both by id, or None."""


@dataclass(frozen=True, slots=True)
class Count:
    """Of `wanted` gold events `found` were named; of `named` events `right` are gold."""

    wanted: int = 0
    found: int = 0
    named: int = 0
    right: int = 0

    def __add__(self, other: "Count") -> "Count":
        """Add up two counts."""
        return Count(self.wanted + other.wanted, self.found + other.found, self.named + other.named, self.right + other.right)

    @property
    def recall(self) -> float | None:
        """Return found / wanted; None if nothing is wanted."""
        return self.found / self.wanted if self.wanted else None

    @property
    def precision(self) -> float | None:
        """Return right / named; None if nothing is named."""
        return self.right / self.named if self.named else None


@dataclass(frozen=True, slots=True)
class WorldScore:
    """What one answer got right; None where the question asks for nothing of the kind.

    events    causes, effects or path, against the gold ones
    lost      events lost under do(absent), against those that are lost for certain
    gained    what follows from the opposite
    outcome   all that is lost and gained was told, and no other; where only absence was supposed, what follows from the opposite may be
              told beside it
    astray    an effect of the side that was not supposed was told: as gained one of the event itself, else one of its opposite
    passed    a trap: no event of the opposite was named
    declined  an unanswerable question was declined
    answered  an answerable question was answered
    formerly  the verdict, or all that is lost and gained, is right by the conventions of before
    """

    question: WorldQuestion
    events: Count | None
    verdict: bool | None
    yes_no: bool | None
    lost: Count | None
    gained: Count | None
    outcome: bool | None
    astray: bool | None
    passed: bool | None
    declined: bool | None
    answered: bool | None
    formerly: bool | None


def score_answer(answer: Answer, question: WorldQuestion, event_of: EventOf) -> WorldScore:
    """Score one answer against its gold answer."""
    named = _named(answer, question, event_of)
    asks_for_events = question.answerable and question.kind in ("causes", "effects", "path")
    simulated = question.answerable and question.outcomes is not None
    told_lost, told_gained = (_simulated(answer, kind, event_of) for kind in ("absent", "opposite"))
    lost = _count(told_lost, question.outcomes.lost) if simulated and question.outcomes else None
    gained = _count(told_gained, question.gained) if question.kind == "opposite" and simulated else None
    all_gained = _exact(gained) if gained else set(told_gained) <= set(question.contrary)
    given = answer.package.verdict
    return WorldScore(
        question=question,
        events=_count(named, question.events) if asks_for_events else None,
        verdict=(given is not None and given.leaning == leaning(question.verdict.necessity)) if question.verdict else None,
        yes_no=_begins(answer.text) == question.yes_no if question.verdict else None,
        lost=lost,
        gained=gained,
        outcome=_exact(lost) and all_gained if lost else None,
        astray=_astray(answer, question, told_gained, event_of) if simulated else None,
        passed=set(named).isdisjoint(question.trap) if question.trap else None,
        declined=None if question.answerable else answer.abstained,
        answered=not answer.abstained if question.answerable else None,
        formerly=_formerly(given, question, told_lost, all_gained=all_gained) if simulated or question.formerly else None,
    )


def summary(scores: Sequence[WorldScore]) -> dict[str, float | int | None]:
    """Return shares over all questions, 0..1, None where no question asks for it; recall and precision are over events.

    "causes and effects" are the events that questions about causes, effects and paths ask for, found: the share of them that answers
    name, and right: the share of what answers name that is asked for. "false declines" are answerable questions that are declined.
    """
    events = _total(item.events for item in scores)
    lost, gained = _total(item.lost for item in scores), _total(item.gained for item in scores)
    return {
        "questions": len(scores),
        "causes and effects found": events.recall,
        "causes and effects right": events.precision,
        "verdicts right": _share(item.verdict for item in scores),
        "yes or no right": _share(item.yes_no for item in scores),
        "outcomes right": _share(item.outcome for item in scores),
        "what-ifs told astray": _share(item.astray for item in scores),
        "verdicts, old oracle": _share(item.formerly for item in scores if item.verdict is not None),
        "outcomes, old oracle": _share(item.formerly for item in scores if item.outcome is not None),
        "lost: recall": lost.recall,
        "lost: precision": lost.precision,
        "gained: recall": gained.recall,
        "gained: precision": gained.precision,
        "traps passed": _share(item.passed for item in scores),
        "unanswerable declined": _share(item.declined for item in scores),
        "false declines": _share(not item.answered if item.answered is not None else None for item in scores),
    }


def aligned(world: World, graph: Subgraph) -> dict[str, str]:
    """Return for the events of a graph that was read from a world's documents which event of the world each is.

    Every claim's sides vote for the mention that they share most characters with; an event that overlaps none has no entry.
    """
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for claim, cause, effect in told(world, graph):
        for event, happening in ((claim.cause_event, cause), (claim.effect_event, effect)):
            if happening:
                votes[event][happening] += 1
    return {event: found.most_common(1)[0][0] for event, found in votes.items()}


def told(world: World, graph: Subgraph) -> Iterator[tuple[Claim, str | None, str | None]]:
    """Yield the claims of such a graph with the events of the world that their cause and effect tell, None where they tell none."""
    mentions = {document.name: document.mentions for document in world.documents}
    for claim in graph.claims:
        there = mentions.get(graph.sources[claim.document].uri.rsplit("/", 1)[-1], ())
        yield claim, _nearest(claim.cause.span, there), _nearest(claim.effect.span, there)


def claim_count(world: World, graph: Subgraph) -> Count:
    """Count the claims of a graph against the gold ones: document, cause, effect and modality must be the same."""
    event_of = aligned(world, graph)
    names = {document: source.uri.rsplit("/", 1)[-1] for document, source in graph.sources.items()}
    read = {_read_as(claim, names, event_of) for claim in graph.claims}
    gold = {(claim.document, claim.cause.event, claim.effect.event, claim.modality) for claim in world.claims}
    return Count(len(gold), len(gold & read), len(read), len(gold & read))


# Private


def _read_as(claim: Claim, names: Mapping[str, str], event_of: Mapping[str, str]) -> tuple[str, ...]:
    return names[claim.document], event_of.get(claim.cause_event, ""), event_of.get(claim.effect_event, ""), claim.modality


def _named(answer: Answer, question: WorldQuestion, event_of: EventOf) -> list[str]:
    """Return what the answer's chains name, one name for each event of the graph; what was asked about does not count, save for a path."""
    asked = set() if question.kind == "path" else {entry.event.id for entry in answer.entry_events}
    events = dict.fromkeys(event.id for chain in answer.package.chains for event in chain.events if event.id not in asked)
    return [event_of(event) or event for event in events]


def _simulated(answer: Answer, kind: str, event_of: EventOf) -> list[str]:
    def outcome(simulation: Simulation) -> Iterable[str]:
        lost = simulation.lost + simulation.probably_lost
        return (event.id for event in (lost if kind == "absent" else simulation.gained))

    events = dict.fromkeys(event for item in answer.package.simulations if item.kind == kind for event in outcome(item))
    return [event_of(event) or event for event in events]


def _formerly(given: Verdict | None, question: WorldQuestion, lost: Sequence[str], *, all_gained: bool) -> bool:
    if question.formerly:
        return given is not None and given.leaning == leaning(question.formerly)
    return all_gained and _exact(_count(lost, question.formerly_lost))


def _astray(answer: Answer, question: WorldQuestion, gained: Sequence[str], event_of: EventOf) -> bool:
    """Tell whether a what-if tells as gained what follows from the event alone, or speaks of its opposite's effects as of its own."""
    outcomes = question.outcomes
    own = {*outcomes.lost, *outcomes.kept, *outcomes.open} if outcomes else set()
    absent = [item for item in answer.package.simulations if item.kind == "absent"]
    becomes = {
        event_of(event.id)
        for item in absent
        for event in (*item.lost, *item.probably_lost, *item.kept, *item.probably_kept, *item.unsettled)
    }
    contrary = set(question.contrary)
    return bool(set(gained) & own - contrary or becomes & contrary - own)


def _count(named: Sequence[str], gold: Sequence[str]) -> Count:
    return Count(len(gold), len(set(gold) & set(named)), len(named), sum(event in gold for event in named))


def _exact(count: Count) -> bool:
    return count.found == count.wanted and count.right == count.named


def _begins(text: str) -> str | None:
    return next((word for word in get_args(YesNo)[::-1] if text.lower().startswith(f"{word}.")), None)


def _nearest(span: Span, mentions: Sequence[GoldMention]) -> str | None:
    """Return the event of the mention that shares most characters with a span."""
    best = max(mentions, key=lambda mention: _overlap(span, mention), default=None)
    return best.event if best and _overlap(span, best) > 0 else None


def _overlap(span: Span, mention: GoldMention) -> float:
    """Return how much of two spans is shared, 0..1."""
    shared = min(span.end, mention.span.end) - max(span.start, mention.span.start)
    return max(0, shared) / (max(span.end, mention.span.end) - min(span.start, mention.span.start))


def _total(counts: Iterable[Count | None]) -> Count:
    return sum((count for count in counts if count), Count())


def _share(values: Iterable[bool | None]) -> float | None:
    present = [value for value in values if value is not None]
    return sum(present) / len(present) if present else None
