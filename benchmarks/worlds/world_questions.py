"""Questions about a made-up world, with gold answers from the oracle: causes, effects, paths, verdicts, what-if, traps, what nobody tells.

A trap asks about an event whose opposite stands in the documents as well, with causes and effects of its own that must not come.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from benchmarks.worlds import oracle
from benchmarks.worlds.constructions import Construction, say
from benchmarks.worlds.former_oracle import former_verdict, formerly_lost
from benchmarks.worlds.happenings import Happening, Shape, Wording
from benchmarks.worlds.language import Item, chance, pick, shuffled
from benchmarks.worlds.narration import sections
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.structures import Link
from cckg.core.claims import Modality
from cckg.core.evidence import Necessity
from cckg.core.questions import Asks, Route

Kind = Literal["causes", "effects", "path", "cause or not", "necessary", "without", "absent", "opposite"]
YesNo = Literal["yes", "no", "probably", "probably not"]

DEPTH = 4
"""Links that an answer about causes or effects follows, as in `examples/README.md`."""


@dataclass(frozen=True, slots=True)
class WorldQuestion:
    """A question with its gold answer; events are given by id.

    target      what is asked about: the event, or cause and effect; empty where no document tells of it
    events      causes, effects, or the events on the chains from cause to effect, both included
    verdict     of target[0] for target[1]; None where no verdict is asked for or none can be given
    yes_no      how the answer begins; None if the question is none of yes or no, or the evidence does not decide
    outcomes    what becomes of what follows from target[0] under do(absent), for what-if questions
    gained      what follows from the opposite that is supposed, within `DEPTH` links
    trap        events that would come if the opposite of the target were taken for it
    why         why an unanswerable question cannot be answered
    documents   names of documents of which at least one must be cited
    contrary    all that follows from the opposite of the target, however far, for what-if questions
    formerly    the verdict by the conventions of before (`benchmarks.worlds.former_oracle`), and `formerly_lost` what is lost by them
    """

    id: str
    question: str
    kind: Kind
    route: Route
    asks: Asks
    target: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    verdict: oracle.Judgement | None = None
    yes_no: YesNo | None = None
    outcomes: oracle.Outcomes | None = None
    gained: tuple[str, ...] = ()
    trap: tuple[str, ...] = ()
    why: str | None = None
    documents: tuple[str, ...] = ()
    contrary: tuple[str, ...] = ()
    formerly: Necessity | None = None
    formerly_lost: tuple[str, ...] = ()

    @property
    def answerable(self) -> bool:
        """Tell whether the documents answer it."""
        return self.why is None


def world_questions(
    rng: np.random.Generator,
    *,
    told: Sequence[Happening],
    untold: Sequence[Happening],
    links: Sequence[Link],
    worded: Mapping[str, Counter[Wording]],
    settings: WorldSettings,
) -> list[WorldQuestion]:
    """Ask about a world.

    Args:
        rng: the same state gives the same questions on every machine.
        told: the events that questions may be about.
        untold: events that no document tells of, in pairs of a cause and an effect.
        links: all claims of the documents.
        worded: how often each event was told in which wording.
        settings: of the world.
    """
    asker = _Asker(rng, told, links, worded, settings, sections(settings))
    asker.causes_and_effects()
    asker.paths()
    asker.verdicts()
    asker.suppositions()
    asker.traps()
    asker.unanswerable(untold)
    return [replace(question, id=f"q{number:03d}") for number, question in enumerate(asker.asked, start=1)]


# Private

_ROUTES: dict[Kind, tuple[Route, Asks]] = {
    "causes": (Route.CAUSAL, "causes"),
    "effects": (Route.CAUSAL, "effects"),
    "path": (Route.CAUSAL, "path"),
    "cause or not": (Route.COUNTERFACTUAL, "verdict"),
    "necessary": (Route.COUNTERFACTUAL, "verdict"),
    "without": (Route.COUNTERFACTUAL, "verdict"),
    "absent": (Route.COUNTERFACTUAL, "whatif"),
    "opposite": (Route.COUNTERFACTUAL, "whatif"),
}


@dataclass(slots=True)
class _Asker:
    rng: np.random.Generator
    told: Sequence[Happening]
    links: Sequence[Link]
    worded: Mapping[str, Counter[Wording]]
    settings: WorldSettings
    sections: Mapping[str, Sequence[Construction]]
    asked: list[WorldQuestion] = field(default_factory=list)

    def causes_and_effects(self) -> None:
        """Ask what caused an event, and what followed from one."""
        for event in self._some([item for item in self.told if self._causes(item)]):
            self._ask("causes", {"E": event}, target=(event.id,), events=self._causes(event))
        for event in self._some([item for item in self.told if self._effects(item)]):
            self._ask("effects", {"C": event}, target=(event.id,), events=self._effects(event))

    def paths(self) -> None:
        """Ask how one event led to another, over at least one between them."""
        far = [pair for pair in self._pairs() if min(map(len, self._paths(*pair)), default=0) > 2]
        for cause, effect in self._some(far):
            self._ask("path", {"C": cause, "E": effect}, target=(cause.id, effect.id), events=self._between(cause, effect))

    def verdicts(self) -> None:
        """Ask about pairs of each rule of the conventions in turn: was it the cause, was it necessary, would it have been without."""
        by_rule: dict[str, list[tuple[Happening, Happening]]] = defaultdict(list)
        for pair in shuffled(self.rng, self._pairs()):
            rule = self._judged(*pair).rule
            if rule != "no chain":
                by_rule[rule].append(pair)
        for kind in _VERDICTS:
            for cause, effect in self._in_turn(by_rule):
                self._ask_verdict(kind, cause, effect)

    def suppositions(self) -> None:
        """Ask what would be without an event, and what if its opposite had been in its place."""
        for event in self._some([item for item in self.told if self._effects(item)]):
            self._ask("absent", {"C": event}, target=(event.id,), events=self._effects(event), outcomes=self._outcomes(event))
        for event, opposite in self._some([pair for pair in self._opposites() if self._effects(pair[1])]):
            gained = self._effects(opposite)
            said = {"C": event, "O": opposite}
            self._ask("opposite", said, target=(event.id,), events=self._effects(event), outcomes=self._outcomes(event), gained=gained)

    def traps(self) -> None:
        """Ask about an event whose opposite is told of as well."""
        for event, opposite in self._some(self._opposites()):
            causes, effects = self._causes(event), self._effects(event)
            if causes and (trap := self._beyond(self._causes(opposite), causes)):
                self._ask("causes", {"E": event}, target=(event.id,), events=causes, trap=trap)
            if effects and (trap := self._beyond(self._effects(opposite), effects)):
                self._ask("effects", {"C": event}, target=(event.id,), events=effects, trap=trap)

    def unanswerable(self, untold: Sequence[Happening]) -> None:
        """Ask about what no document tells of, what is told without cause or effect, and pairs that nothing links."""
        spoken_of = {event for link in self.links for event in (link.cause, link.effect)}
        denied = {event for link in self.links if link.modality is Modality.DENIED for event in (link.cause, link.effect)}
        plain = [item for item in self.told if item.id not in denied]
        for event in self._some([item for item in plain if item.id not in spoken_of]):
            self._ask("causes", {"E": event}, target=(event.id,), why="told of only")
        for event in self._some([item for item in plain if item.id in spoken_of and not self._causes(item)]):
            self._ask("causes", {"E": event}, target=(event.id,), why="no cause")
        for event in self._some([item for item in plain if not self._effects(item)])[: self.settings.asked // 2]:
            self._ask("effects", {"C": event}, target=(event.id,), why="no effect")
        by_id = {item.id: item for item in self.told}
        unlinked = list(oracle.unlinked_pairs([*by_id], self.links))
        akin = [pair for pair in unlinked if by_id[pair[0]].story == by_id[pair[1]].story]
        together = [pair for pair in akin if oracle.common_causes(self.links, *pair)]
        for pair in [*self._some(together)[: self.settings.asked // 2], *self._some(unlinked)]:
            cause, effect = (by_id[name] for name in pair)
            why = "common cause" if oracle.common_causes(self.links, *pair) else "no link"
            kind = pick(self.rng, _UNLINKED)
            self._ask(kind, {"C": cause, "E": effect}, target=pair, why=why)
        for cause, effect in self._some(list(zip(untold[::2], untold[1::2], strict=False))):
            kind = pick(self.rng, _UNTOLD)
            self._ask(kind, {"C": cause, "E": effect, "O": effect}, why="never told of")

    # Private

    def _ask_verdict(self, kind: Kind, cause: Happening, effect: Happening) -> None:
        judged = self._judged(cause, effect)
        answer = self._was_cause(judged, cause, effect) if kind == "cause or not" else _decided(judged, kind)
        chain = self._between(cause, effect) or (cause.id, effect.id)
        said = {"C": cause, "E": effect}
        self._ask(kind, said, target=(cause.id, effect.id), events=chain, verdict=judged, yes_no=answer)

    def _was_cause(self, judged: oracle.Judgement, cause: Happening, effect: Happening) -> YesNo | None:
        if judged.rule in ("denied only", "contradicted"):
            return "no" if judged.rule == "denied only" else None
        return "yes" if effect.id in oracle.all_effects(self.links, cause.id, hedged=False) else None

    def _ask(
        self,
        kind: Kind,
        said: Mapping[str, Happening],
        *,
        target: tuple[str, ...] = (),
        events: tuple[str, ...] = (),
        verdict: oracle.Judgement | None = None,
        yes_no: YesNo | None = None,
        outcomes: oracle.Outcomes | None = None,
        gained: tuple[str, ...] = (),
        trap: tuple[str, ...] = (),
        why: str | None = None,
    ) -> None:
        """Put a question into words; where no form suits the events, it is not asked."""
        route, asks = _ROUTES[kind]
        brief = self.settings.paraphrase == 3 and all(self._is_the_only_one(event) for event in said.values())
        for construction in shuffled(self.rng, [item for item in self.sections[f"ask {kind}"] if item.suits(said)]):
            put = say(construction, said, choose=self._choose, entities=next(iter(said.values())).entities, brief=brief)
            if put and put.text not in {question.question for question in self.asked}:
                sources = self._documents({*target, *events, *gained}) if why is None else ()
                gold = (target, events, verdict, yes_no, outcomes, gained, trap, why, sources)
                self.asked.append(self._beside(WorldQuestion("", put.text, kind, route, asks, *gold)))
                return

    def _beside(self, question: WorldQuestion) -> WorldQuestion:
        """Add what a verdict was by the conventions of before, and to what-if questions what follows from the other side."""
        if question.verdict:
            cause, effect = question.target
            return replace(question, formerly=former_verdict(self._events(), self.links, cause=cause, effect=effect))
        if not question.outcomes:
            return question
        [target] = question.target
        opposite = next((item.opposite for item in self.told if item.id == target), None)
        contrary = oracle.all_effects(self.links, opposite) if opposite else ()
        return replace(question, contrary=contrary, formerly_lost=formerly_lost(self._events(), self.links, target))

    def _choose(self, event: Happening, shape: Shape) -> Wording | None:
        """Return a wording as some document has it, or as none has it."""
        offered = event.wordings(shape, depth=self.settings.paraphrase)
        told = [wording for wording in offered if self.worded.get(event.id, Counter())[wording]]
        new = [wording for wording in offered if wording not in told]
        chosen = new if new and (not told or chance(self.rng, self.settings.reworded)) else told
        return pick(self.rng, chosen) if chosen else None

    def _is_the_only_one(self, event: Happening) -> bool:
        """Tell whether no other event that a question may mean is called the same without its names."""
        return sum(item.family == event.family and item.polarity == event.polarity for item in self.told) <= 1

    def _some(self, items: Sequence[Item]) -> list[Item]:
        return shuffled(self.rng, items)[: self.settings.asked]

    def _in_turn(self, by_rule: Mapping[str, list[tuple[Happening, Happening]]]) -> list[tuple[Happening, Happening]]:
        """Take pairs from each rule in turn, up to twice as many as questions of a kind, for verdicts are of many kinds."""
        taken: list[tuple[Happening, Happening]] = []
        rules = shuffled(self.rng, sorted(by_rule))
        while len(taken) < 2 * self.settings.asked and any(by_rule[rule] for rule in rules):
            taken += [by_rule[rule].pop() for rule in rules if by_rule[rule]]
        return taken[: 2 * self.settings.asked]

    def _pairs(self) -> list[tuple[Happening, Happening]]:
        """Return the pairs of cause and effect that a chain or a denial joins."""
        by_id = {item.id: item for item in self.told}
        denied = [(link.cause, link.effect) for link in self.links if link.modality is Modality.DENIED]
        linked = [(item.id, effect) for item in self.told for effect in oracle.all_effects(self.links, item.id)]
        return [(by_id[cause], by_id[effect]) for cause, effect in dict.fromkeys([*linked, *denied]) if cause in by_id and effect in by_id]

    def _opposites(self) -> list[tuple[Happening, Happening]]:
        by_id = {item.id: item for item in self.told}
        return [(item, by_id[item.opposite]) for item in self.told if item.opposite]

    def _causes(self, event: Happening) -> tuple[str, ...]:
        return oracle.all_causes(self.links, event.id, depth=DEPTH)

    def _effects(self, event: Happening) -> tuple[str, ...]:
        return oracle.all_effects(self.links, event.id, depth=DEPTH)

    def _paths(self, cause: Happening, effect: Happening) -> list[oracle.Path]:
        return oracle.paths(self.links, cause.id, effect.id)

    def _between(self, cause: Happening, effect: Happening) -> tuple[str, ...]:
        return tuple(dict.fromkeys(event for path in self._paths(cause, effect) for event in path))

    def _judged(self, cause: Happening, effect: Happening) -> oracle.Judgement:
        return oracle.verdict(self._events(), self.links, cause=cause.id, effect=effect.id)

    def _outcomes(self, event: Happening) -> oracle.Outcomes:
        return oracle.outcomes(self._events(), self.links, event.id)

    def _events(self) -> list[str]:
        return [item.id for item in self.told]

    def _beyond(self, events: Sequence[str], without: Sequence[str]) -> tuple[str, ...]:
        return tuple(event for event in events if event not in without)

    def _documents(self, events: set[str]) -> tuple[str, ...]:
        """Return the documents with a claim between two of these events."""
        return tuple(dict.fromkeys(link.document for link in self.links if link.cause in events and link.effect in events))


def _decided(judged: oracle.Judgement, kind: Kind) -> YesNo | None:
    """Return the first word of the answer to whether a cause was necessary, or the effect would have been without it."""
    if judged.necessity == "undetermined":
        return None
    if judged.necessity == ("necessary" if kind == "necessary" else "not necessary"):
        return "probably" if judged.probably else "yes"
    return "probably not" if judged.probably else "no"


_VERDICTS: tuple[Kind, ...] = ("cause or not", "necessary", "without")
_UNLINKED: tuple[Kind, ...] = ("cause or not", "without", "path")
_UNTOLD: tuple[Kind, ...] = ("causes", "effects", "cause or not", "without", "absent")
