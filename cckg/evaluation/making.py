"""Makes a data set out of a user's own graph: grounded questions with ideal answers and the documents that support them.

The gold answers are what the graph holds, so that a run measures how well questions find it, not how well it was read; whoever wants that
corrects the lines by hand. The folder has the form of `examples/`. A chat model may word the questions; what is right it does not decide.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice, zip_longest
from pathlib import Path

import networkx as nx
import numpy as np

from cckg.app import CausalRAG
from cckg.core.claims import Chunk
from cckg.core.errors import InputError
from cckg.core.evidence import Necessity, Subgraph, leaning
from cckg.core.graph import Event
from cckg.core.questions import Asks, Route
from cckg.core.text import STOP_WORDS, distinct_by_key
from cckg.core.trace import Progress
from cckg.evaluation.gold import ideal_answer
from cckg.evaluation.question_writing import ChatQuestionWriter
from cckg.language import has_finite_verb
from queries import timely
from queries.causal import Removal, judge, necessities, paths_between

DEPTH = 4
"""Links that gold causes and effects are away, at most, as in `examples/README.md`."""


@dataclass(frozen=True, slots=True)
class Made:
    """A question, what it asks about and what is right, events by id; `documents` state the claims that the answer rests on."""

    question: str
    route: Route
    asks: Asks
    target: tuple[str, ...]
    events: tuple[str, ...]
    necessity: Necessity | None
    alternatives: tuple[str, ...]
    documents: tuple[str, ...]
    quotes: tuple[str, ...]
    ideal: str | None


Reword = Callable[[Made], Made]
"""Words a question, and its ideal answer, as a person would."""


def make_questions(graph: Subgraph, *, count: int, seed: int, reword: Reword | None = None, progress: Progress) -> list[Made]:
    """Ask of a graph up to `count` questions: causes, effects, paths, verdicts, what if, and causes that nobody tells, in turn.

    The same graph, count and seed give the same questions. Only events that are named by a noun phrase are asked about. Claims that
    `queries.chronology` leaves out of answers are left out here.
    """
    asker = _Asker(timely(graph), np.random.default_rng(seed))
    kinds = (asker.causes(), asker.effects(), asker.verdicts(), asker.paths(), asker.suppositions(), asker.untold())
    in_turn = (made for row in zip_longest(*kinds) for made in row if made)
    made: list[Made] = []
    for number, found in enumerate(islice(in_turn, count)):
        progress("making questions", number, count)
        made.append(reword(found) if reword else found)
    return made


def write_dataset(app: CausalRAG, questions: Sequence[Made], folder: Path) -> None:
    """Write `corpus/`, `gold_graph.json` and `questions.jsonl`; claims that `queries.chronology` leaves out of answers are no gold.

    Raises:
        InputError: if the folder holds something already.
    """
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder} is not empty. Name a new folder, so that nothing is overwritten.")
    (folder / "corpus").mkdir(parents=True, exist_ok=True)
    graph = timely(app.graph())
    names = _names(app.graph())
    for document, name in names.items():
        update = app.store.read_document(document)
        if update:
            (folder / "corpus" / name).write_text(_joined(update.chunks), encoding="utf-8", newline="\n")
    wordings = _wordings(graph)
    events = [{"id": event.id, "wordings": wordings[event.id], "polarity": event.polarity} for event in graph.events.values()]
    edges = [
        {
            "cause": claim.cause_event,
            "effect": claim.effect_event,
            "modality": claim.modality,
            "document": names[claim.document],
            "quote": claim.quote.text,
            "group": claim.group,
        }
        for claim in graph.claims
    ]
    gold = json.dumps({"events": events, "edges": edges}, ensure_ascii=False, indent=1)
    (folder / "gold_graph.json").write_text(gold + "\n", encoding="utf-8", newline="\n")
    lines = [json.dumps(_row(made, number, names), ensure_ascii=False) for number, made in enumerate(questions, start=1)]
    (folder / "questions.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def reworded(writer: ChatQuestionWriter) -> Reword:
    """Return a way to word questions by a chat model; those with nothing to cite stay as they are."""

    def reword(made: Made) -> Made:
        if not made.quotes or made.ideal is None:
            return made
        written = writer.write(made.question, made.ideal, made.quotes[:_QUOTED])
        return replace(made, question=written.question, ideal=written.ideal)

    return reword


# Private

_QUOTED = 12  # quotes that a chat model is shown


@dataclass(slots=True)
class _Asker:
    graph: Subgraph
    rng: np.random.Generator
    links: nx.DiGraph = field(default_factory=nx.DiGraph)

    def __post_init__(self) -> None:
        self.links.add_nodes_from(self.graph.events)
        self.links.add_edges_from((edge.cause, edge.effect) for edge in self.graph.edges() if edge.followed)

    def causes(self) -> Iterator[Made]:
        for event, found in self._named(upward=True):
            if found:
                yield self._made(f"What caused {_said(event)}?", Route.CAUSAL, "causes", (event,), found)

    def effects(self) -> Iterator[Made]:
        for event, found in self._named(upward=False):
            if found:
                yield self._made(f"What were the effects of {_said(event)}?", Route.CAUSAL, "effects", (event,), found)

    def paths(self) -> Iterator[Made]:
        for cause, effect in self._pairs():
            events = self._between(cause, effect)
            if len(events) > 2:
                yield self._made(f"How did {_said(cause)} lead to {_said(effect)}?", Route.CAUSAL, "path", (cause, effect), events)

    def verdicts(self) -> Iterator[Made]:
        for number, (cause, effect) in enumerate(self._pairs()):
            verdict = judge(self.graph, cause=[cause], effect=[effect])
            forms = (f"Would {_said(effect)} have happened without {_said(cause)}?", f"Was {_said(cause)} necessary for {_said(effect)}?")
            made = self._made(forms[number % 2], Route.COUNTERFACTUAL, "verdict", (cause, effect), self._between(cause, effect))
            alternatives = tuple(dict.fromkeys(chain.events[0].id for chain in verdict.alternatives))
            ideal = ideal_answer("verdict", target=[cause.text, effect.text], events=[], necessity=verdict.necessity)
            yield replace(made, necessity=verdict.necessity, alternatives=alternatives, ideal=ideal)

    def suppositions(self) -> Iterator[Made]:
        for event, found in self._named(upward=False):
            if found:
                becomes = necessities(Removal(self.graph, (event,)), [self.graph.events[effect] for effect in found])
                lost = [self.graph.events[effect].text for effect in found if leaning(becomes[effect]) == "necessary"]
                question = f"What would have happened without {_said(event)}?"
                made = self._made(question, Route.COUNTERFACTUAL, "whatif", (event,), found)
                yield replace(made, ideal=ideal_answer("whatif", target=[event.text], events=lost, necessity=None))

    def untold(self) -> Iterator[Made]:
        """Ask for causes that nobody tells."""
        for event, found in self._named(upward=True):
            if not found:
                yield self._made(f"What caused {_said(event)}?", Route.CAUSAL, "causes", (event,), ())

    # Private

    def _made(self, question: str, route: Route, asks: Asks, target: Sequence[Event], events: Sequence[str]) -> Made:
        named = {event.id for event in target} | set(events)
        claims = [claim for claim in self.graph.claims if {claim.cause_event, claim.effect_event} <= named] if events else []
        texts = [self.graph.events[event].text for event in events]
        return Made(
            question=" ".join(question.split()),
            route=route,
            asks=asks,
            target=tuple(event.id for event in target),
            events=tuple(events),
            necessity=None,
            alternatives=(),
            documents=tuple(dict.fromkeys(claim.document for claim in claims)),
            quotes=tuple(dict.fromkeys(claim.quote.text for claim in claims)),
            ideal=ideal_answer(asks, target=[event.text for event in target], events=texts, necessity=None),
        )

    def _between(self, cause: Event, effect: Event) -> tuple[str, ...]:
        """Return the events on the chains from one to the other, both included."""
        chains = paths_between(self.graph, cause=[cause.id], effect=[effect.id], depth=2 * DEPTH, limit=20)
        return tuple(dict.fromkeys(event.id for chain in chains for event in chain.events))

    def _named(self, *, upward: bool) -> Iterator[tuple[Event, list[str]]]:
        """Yield nameable events, shuffled, each with those up to `DEPTH` followed links up- or downstream, nearest first."""
        events = list(self.graph.events.values())
        links = self.links.reverse(copy=False) if upward else self.links
        for event in (events[place] for place in self.rng.permutation(len(events)).tolist()):
            if _is_named(event):
                steps = nx.single_source_shortest_path_length(links, event.id, cutoff=DEPTH)
                yield event, sorted(steps.keys() - {event.id}, key=lambda found: (steps[found], found))

    def _pairs(self) -> Iterator[tuple[Event, Event]]:
        """Yield a cause and one of its effects, an effect only once, for each cause in turn."""
        for cause, found in self._named(upward=False):
            effects = [self.graph.events[effect] for effect in found if _is_named(self.graph.events[effect])]
            if effects:
                yield cause, effects[int(self.rng.integers(len(effects)))]


_LONGEST = 12  # words of an event that a question may name


def _is_named(event: Event) -> bool:
    """Tell whether a question can name an event as it is: by a noun phrase of some words."""
    return 2 <= len(event.text.split()) <= _LONGEST and not has_finite_verb(event.text) and "?" not in event.text


def _said(event: Event) -> str:
    """Return an event's words for the middle of a sentence."""
    first, _, rest = event.text.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in STOP_WORDS else event.text


def _wordings(graph: Subgraph) -> dict[str, list[str]]:
    found = [(event.id, event.text) for event in graph.events.values()]
    for claim in graph.claims:
        found += [(claim.cause_event, claim.cause.text), (claim.effect_event, claim.effect.text)]
    return distinct_by_key(found)


def _names(graph: Subgraph) -> dict[str, str]:
    """Return a file name for each document: that of its uri, made plain, numbered where two would be the same."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for document, source in sorted(graph.sources.items()):
        plain = re.sub(r"[^\w.-]+", "_", source.uri.replace("\\", "/").rsplit("/", 1)[-1]).strip("._") or "document"
        stem, suffix = (plain[:-3], ".md") if plain.endswith(".md") else (plain.removesuffix(".txt"), ".txt")
        offered = (f"{stem[:80]}{f'-{number}' if number > 1 else ''}{suffix}" for number in count(1))
        names[document] = next(name for name in offered if name.casefold() not in taken)
        taken.add(names[document].casefold())
    return names


def _joined(chunks: Sequence[Chunk]) -> str:
    """Put chunks back into the text that they were cut from; what lay between them was white space."""
    text = ""
    for chunk in sorted(chunks, key=lambda chunk: chunk.start):
        text = text[: chunk.start] + " " * (chunk.start - len(text)) + chunk.text + text[chunk.end :]
    return text


def _row(made: Made, number: int, names: dict[str, str]) -> dict[str, object]:
    verdict = None
    if made.necessity:
        cause, effect = made.target
        verdict = {"cause": cause, "effect": effect, "necessity": made.necessity, "alternatives": made.alternatives}
    return {
        "id": f"m{number:03}",
        "question": made.question,
        "route": made.route,
        "asks": made.asks,
        "target": made.target,
        "gold_events": made.events,
        "verdict": verdict,
        "documents": [names[document] for document in made.documents],
        "answerable": bool(made.events) or made.necessity is not None,
        "ideal": made.ideal,
    }
