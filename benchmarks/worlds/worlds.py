"""Made-up worlds: causal structures told as documents in varied English over invented happenings, with every gold answer computed.

`make_world` makes one from a seed, `write_world` writes it as a folder like `examples/`; `benchmarks.worlds.gold_graph` puts it into
a store. Run as a module, it writes a folder:

    python -m benchmarks.worlds.worlds --seed 7 --half A --out FOLDER
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from benchmarks.worlds.happenings import Half, Happening, Wording, domains
from benchmarks.worlds.language import pick, shuffled
from benchmarks.worlds.motifs import random_stories
from benchmarks.worlds.naming import cast
from benchmarks.worlds.narration import halves, narrate
from benchmarks.worlds.pages import GoldClaim, GoldDocument, GoldMention
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.structures import Link, Node, Statement, Story
from benchmarks.worlds.world_questions import WorldQuestion, world_questions
from cckg.core.claims import Span
from cckg.core.graph import Polarity


@dataclass(frozen=True, slots=True)
class WorldEvent:
    """An event of a world. `wordings` are all that mean it, whether some document uses them or not, each readable alone.

    `time` is an ISO date or month if some document tells it, else None; `distractor`: no question is about it.
    """

    id: str
    text: str
    polarity: Polarity
    wordings: tuple[str, ...]
    time: str | None
    opposite: str | None
    story: int
    distractor: bool


@dataclass(frozen=True, slots=True)
class World:
    """A made-up world. `stories` are its structures; in `links` each claim of the documents stands with event ids for its sides."""

    seed: int
    settings: WorldSettings
    stories: tuple[Story, ...]
    events: tuple[WorldEvent, ...]
    documents: tuple[GoldDocument, ...]
    links: tuple[Link, ...]
    questions: tuple[WorldQuestion, ...]

    @property
    def claims(self) -> tuple[GoldClaim, ...]:
        """Return the claims of all documents."""
        return tuple(claim for document in self.documents for claim in document.claims)


def make_world(seed: int, settings: WorldSettings | None = None) -> World:
    """Make the world of a seed: the same seed and settings give the same world on every machine.

    The settings of language leave the structure as it is. No two of 468 seeds in a row share a name.

    Raises:
        ValueError: if seed is negative.
    """
    settings = settings or WorldSettings()
    structure, language, asking = (np.random.default_rng([seed, stream]) for stream in range(3))
    stories = random_stories(structure, stories=settings.stories, events=settings.events, distractors=settings.distractors)
    happenings: list[Happening] = []
    documents: list[GoldDocument] = []
    worded: dict[str, Counter[Wording]] = {}
    places = _places(structure, stories, settings)
    for number, (story, (half, domain)) in enumerate(zip(stories, places, strict=True)):
        like = {item.family for item in happenings if item.story == number - settings.stories}
        people = cast(structure, story, number=number, domain=domain, half=half, seed=seed, like=like)
        written, told = narrate(language, story, people, half=half, domain=domain, settings=settings)
        happenings += people.values()
        documents += written
        worded |= told
    links = tuple(_link(claim) for document in documents for claim in document.claims)
    asked_about = [item for item in happenings if not stories[item.story].distractor]
    untold = _untold(asking, places[: settings.stories], seed=seed, first=len(stories), count=settings.asked)
    questions = world_questions(asking, told=asked_about, untold=untold, links=links, worded=worded, settings=settings)
    times = {time.event: time.iso for document in documents for time in document.times}
    events = tuple(_event(item, time=times.get(item.id), distractor=stories[item.story].distractor) for item in happenings)
    return World(seed, settings, stories, events, tuple(documents), links, tuple(questions))


def write_world(world: World, folder: Path) -> None:
    """Write a world like `examples/`: `corpus/`, `gold_graph.json`, `questions.jsonl`; and `world.json` with seed and settings."""
    (folder / "corpus").mkdir(parents=True, exist_ok=True)
    for document in world.documents:
        (folder / "corpus" / document.name).write_text(document.text, encoding="utf-8", newline="\n")
    settings = {field.name: getattr(world.settings, field.name) for field in fields(world.settings)}
    _write_json(folder / "world.json", {"seed": world.seed, "settings": settings})
    graph = {
        "events": [_event_row(event) for event in world.events],
        "edges": [_edge_row(claim) for claim in world.claims],
        "mentions": [{"document": item.name, **_side_row(mention)} for item in world.documents for mention in item.mentions],
    }
    _write_json(folder / "gold_graph.json", graph)
    lines = [json.dumps(_question_row(question), ensure_ascii=False) for question in world.questions]
    (folder / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the world of a seed into a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worlds.worlds", description=main.__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    for field in fields(WorldSettings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    chosen = vars(parser.parse_args(arguments))
    seed, folder = chosen.pop("seed"), chosen.pop("out")
    write_world(make_world(seed, WorldSettings(**chosen)), folder)
    return 0


# Private


def _places(rng: np.random.Generator, stories: Sequence[Story], settings: WorldSettings) -> list[tuple[Half, str]]:
    """Return half and domain of each story; a distractor has those of one of the others, so that it is told in like words."""
    offered = {half: shuffled(rng, domains(half)) for half in halves(settings)}
    chosen: list[tuple[Half, str]] = []
    for number, _ in enumerate(stories):
        half = pick(rng, halves(settings))
        chosen.append(chosen[number % settings.stories] if number >= settings.stories else (half, offered[half][number]))
    return chosen


def _untold(rng: np.random.Generator, places: Sequence[tuple[Half, str]], *, seed: int, first: int, count: int) -> list[Happening]:
    """Return events that no document tells of, in pairs of a cause and an effect."""
    pair = Story((Node("cause", 0), Node("effect", 1)), (Statement(("cause",), "effect"),), ())
    found: list[Happening] = []
    for place in range(min(count, _MOST_STORIES - first)):
        half, domain = places[place % len(places)]
        found += cast(rng, pair, number=first + place, domain=domain, half=half, seed=seed).values()
    return found


_MOST_STORIES = 16  # told or not; each takes four of the 64 names of a world


def _link(claim: GoldClaim) -> Link:
    return Link(claim.cause.event, claim.effect.event, claim.modality, claim.document, claim.group, claim.enough)


def _event(item: Happening, *, time: str | None, distractor: bool) -> WorldEvent:
    clauses = [item.worded(wording, "past") for wording in item.wordings("past", depth=3)]
    nouns = [item.worded(wording, "np") for wording in item.wordings("np", depth=3)]
    wordings = tuple(dict.fromkeys([*clauses, *nouns]))
    return WorldEvent(item.id, item.text(), item.polarity, wordings, time, item.opposite, item.story, distractor)


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")


def _event_row(event: WorldEvent) -> dict[str, object]:
    return {
        "id": event.id,
        "wordings": list(event.wordings),
        "polarity": event.polarity.value,
        "time": event.time,
        "opposite": event.opposite,
        "story": event.story,
        "distractor": event.distractor,
    }


def _span_row(span: Span) -> dict[str, object]:
    return {"text": span.text, "start": span.start, "end": span.end}


def _side_row(mention: GoldMention) -> dict[str, object]:
    return {"event": mention.event, **_span_row(mention.span), "alone": mention.text, "kind": mention.kind}


def _edge_row(claim: GoldClaim) -> dict[str, object]:
    time = {"event": claim.time.event, "iso": claim.time.iso, **_span_row(claim.time.span)} if claim.time else None
    return {
        "cause": claim.cause.event,
        "effect": claim.effect.event,
        "modality": claim.modality.value,
        "document": claim.document,
        "quote": claim.quote.text,
        "group": claim.group,
        "enough": claim.enough,
        "start": claim.quote.start,
        "end": claim.quote.end,
        "cause_mention": _side_row(claim.cause),
        "effect_mention": _side_row(claim.effect),
        "cue": _span_row(claim.cue) if claim.cue else None,
        "time": time,
        "construction": claim.construction,
    }


def _question_row(question: WorldQuestion) -> dict[str, object]:
    verdict = question.verdict
    outcomes = question.outcomes
    return {
        "id": question.id,
        "question": question.question,
        "route": question.route.value,
        "asks": question.asks,
        "target": list(question.target),
        "gold_events": list(question.events),
        "verdict": {
            "cause": question.target[0],
            "effect": question.target[1],
            "necessity": verdict.necessity,
            "alternatives": list(dict.fromkeys(path[-2] for path in verdict.alternatives)),
            "rule": verdict.rule,
            "chains": [list(path) for path in verdict.alternatives],
        }
        if verdict
        else None,
        "documents": list(question.documents),
        "answerable": question.answerable,
        "kind": question.kind,
        "yes_no": question.yes_no,
        "outcomes": {"lost": list(outcomes.lost), "kept": list(outcomes.kept), "open": list(outcomes.open)} if outcomes else None,
        "gained": list(question.gained),
        "trap": list(question.trap),
        "why": question.why,
    }


if __name__ == "__main__":
    raise SystemExit(main())
