"""The stages of a question with all that they need, each noted in the trace: enter, traverse, judge, intervene, gather evidence.

Which stages a kind of question goes through is left to `queries.plans`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cckg.core.claims import Modality
from cckg.core.evidence import CausalChain, Direction, EntryEvent, Passage, Simulation, Subgraph, Verdict
from cckg.core.graph import Event
from cckg.core.questions import ParsedQuestion, Part
from cckg.core.roles import QuestionRoles
from cckg.core.trace import Note, Step, Trace
from cckg.identity import EventMatcher
from cckg.language import polarity_of
from cckg.models import Embedder
from cckg.questions import Formula
from cckg.settings import QuestionSettings
from cckg.stores import GraphStore
from queries.abstaining import SpeakingSentence, speaking_sentence, stating_sentence
from queries.causal import (
    NOTHING,
    Given,
    World,
    absence_of,
    chains_and_bridged,
    judge,
    judge_and_bridged,
    resting_on,
    simulate_absence,
)
from queries.chronology import left_out, timely
from queries.evidence import PackageBuilder
from queries.intervening import simulate_opposite, simulate_opposites, world_after, written_opposites
from queries.linking import POLICY as LINKING
from queries.linking import EntryRanker, LinkedEvents, link_events
from queries.logic import Logic, logical_hits
from queries.policy import POLICY
from queries.retrieval import Reranker, find_passages, retrieve, sourced, walk_relations


@dataclass(frozen=True, slots=True)
class Held:
    """What a question takes as given, and the events that it enters by for that."""

    given: Given
    events: tuple[EntryEvent, ...]


@dataclass(frozen=True, slots=True)
class QueryContext:
    """One question's stages with all that they need, made once, so that a plan reads as a list of steps.

    store, embedder, roles   where the graph is, what encodes, who does what takes language
    matcher       matches wordings to events
    limits, logic how far is looked, and how truths are composed, as the settings say
    question      as it was asked, the context of its phrases
    trace         told by each stage what it did, and what is to be told beside the answer
    ranker, reranker   rank entry events and passages by the Causal Inference Score, where that is wanted
    formula       the logical query that the question means, if it means one
    """

    store: GraphStore
    embedder: Embedder
    matcher: EventMatcher
    roles: QuestionRoles
    limits: QuestionSettings
    trace: Trace
    question: str = ""
    ranker: EntryRanker | None = None
    reranker: Reranker | None = None
    formula: Formula | None = None
    logic: Logic = field(default_factory=Logic)

    def enter(
        self,
        wording: str | None,
        role: Part = "main event",
        *,
        contrary: bool = False,
        as_one: bool = False,
        beside: Sequence[Event] = (),
    ) -> LinkedEvents:
        """Match a wording to the events by which the question enters the graph, or to those that are the contrary of what it says."""
        if not wording:
            return LinkedEvents("", ())
        with self.trace.step("enter") as step:
            entry = link_events(
                self.matcher,
                wording,
                polarity_of(wording),
                store=self.store,
                limit=self.limits.entry_events,
                step=step,
                role=role,
                contrary=contrary,
                as_one=as_one,
                ranker=self.ranker,
                question=self.question,
                beside=beside,
            )
        if entry.read_as and not contrary:
            self.trace.note(Note(f"read as {wording}", entry.read_as))
        return entry

    def foresee(self, parsed: ParsedQuestion) -> None:
        """Ask what all phrases of a question mean in one call, where that takes a call."""
        if self.matcher.is_final:
            interventions = [one.event for one in parsed.interventions]
            phrases = [parsed.main_event, parsed.cause, parsed.effect, parsed.query_variable, *interventions, *parsed.given]
            hits = retrieve(self.question, store=self.store, embedder=self.embedder, method="dense", over="chunks", k=LINKING.passages)
            told = self.store.mentions_in([hit.id for hit in hits])
            self.matcher.foresee([(one, polarity_of(one)) for one in dict.fromkeys(filter(None, phrases))], self.question, told=told)

    def hold(self, wordings: Sequence[str], *, free: Sequence[str]) -> Held:
        """Enter by what the question takes as given: it stays present in both worlds, what is contrary to it absent; a note says so.

        The events that are `free` are not held: what a question asks about it cannot take as given.
        """
        entries = [self.enter(wording, "evidence", as_one=True) for wording in wordings]
        against = [self.enter(wording, "evidence", contrary=True, as_one=True) for wording in wordings]
        present = frozenset(event for entry in entries for event in entry.ids).difference(free)
        absent = frozenset(event for entry in against for event in entry.ids).difference(free) - present
        for one, other in zip(entries, against, strict=True):
            states = (("present", present.intersection(one.ids)), ("absent", absent.intersection(other.ids)))
            known = [f'"{event.text}" is held {state}' for state, held in states for event in self.store.events(sorted(held))[:1]]
            if known or not one.ids + other.ids:
                what = f"in both worlds {' and '.join(known)}" if known else self._unknown(one.wording)
                self.trace.note(Note(f"given {one.wording}", f'Taken as given, "{one.wording}": {what}.'))
        found = (event for entry in (*entries, *against) for event in entry.events)
        return Held(Given(present, absent), tuple(entered for entered in found if entered.event.id in present | absent))

    def passages(self, question: str) -> list[Passage]:
        """Find the passages that fit a question best, or of which the logical query that it means is truest."""
        k = self.limits.passages
        if self.formula:
            hits = logical_hits(self.formula, store=self.store, embedder=self.embedder, over="chunks", k=k, logic=self.logic)
            return sourced(hits, self.store)
        return find_passages(question, store=self.store, embedder=self.embedder, k=k, reranker=self.reranker)

    def stating(self, wording: str) -> SpeakingSentence | None:
        """Find the sentence of the passages that fit the question best that states what a phrase of it says, if it is not in the graph."""
        found = find_passages(self.question or wording, store=self.store, embedder=self.embedder, k=POLICY.stating_passages)
        return stating_sentence(wording, self.question, matcher=self.matcher, passages=found, polarity=polarity_of(wording))

    def related(self, question: str, step: Step) -> list[Passage]:
        """Find the passages that a question's names lead to over named things, and note the ways; of a logical query as `find_passages`."""
        if self.formula:
            return self.passages(question)
        found = walk_relations(question, store=self.store, embedder=self.embedder, k=self.limits.passages, hops=1)
        for path in found.paths.values():
            step.note(" → ".join([f"by way of {link.thing.name}" for link in path]))
        return sourced(found.hits, self.store)

    def around(self, events: Sequence[str], direction: Direction, *, depth: int) -> Subgraph:
        """Read the neighbourhood of events, up or down."""
        with self.trace.step("traverse") as step:
            found = timely(self.store.neighbourhood(events, direction, depth=depth, limit=self.limits.max_events))
            step.count("events", len(found.events))
            step.count("claims", len(found.claims))
            self._tell(found, step)
            if found.truncated:
                step.note(f"cut off at {self.limits.max_events} events")
            return found

    def downstream(self, events: Sequence[str]) -> tuple[Subgraph, list[CausalChain]]:
        """Read what followed from events, and the chains that lead there."""
        below = self.around(events, "effects", depth=self.limits.depth)
        limits = self.limits
        return below, chains_and_bridged(below, starts=events, direction="effects", depth=limits.depth, limit=limits.max_chains)

    def judge(self, cause: LinkedEvents, effect: LinkedEvents, above: Subgraph, *, given: Given = NOTHING) -> Verdict:
        """Judge necessity over everything upstream of the effect."""
        with self.trace.step("verdict") as step:

            def judged(subgraph: Subgraph) -> Verdict:
                return judge_and_bridged(subgraph, cause=cause.found, effect=effect.found, given=given, together=cause.together)

            verdict = judged(above)
            if sources := resting_on(above, verdict, judged):
                titles = " and ".join(f"“{source.title or source.uri}”" for source in sources)
                fall = f"It rests on {titles}: with {'these' if len(sources) > 1 else 'this'} wrong, it would fall."
                verdict = replace(verdict, sources=sources, reasons=(*verdict.reasons, fall))
            step.note(f"{verdict.necessity}: {'; '.join(verdict.reasons)}")
            return verdict

    def world(self, entry: LinkedEvents) -> World:
        """Read what may depend on the entry events."""
        with self.trace.step("traverse") as step:
            world = world_after(self.store, entry.ids, limit=self.limits.max_events)
            step.count("events", len(world.subgraph.events))
            self._tell(world.subgraph, step)
            return world

    def oppose(
        self, events: Sequence[Event], *, supposed: LinkedEvents | None = None, stated: Sequence[Event] = (), is_needed: bool = False
    ) -> tuple[Simulation, ...]:
        """Put each event's opposite into the world, as far as the documents know it; in place of the first, what is supposed.

        Those that are `stated` stand for themselves. Where writing one takes calls, none is written besides, nor unless it is needed.
        """
        known = [(events[0], supposed.wording, supposed.found[0])] if supposed and supposed.events else []
        if self.matcher.is_final:
            known = known or [(event, one.text, one) for event, one in zip(events, stated, strict=False)]
            is_needed = is_needed and not known
        with self.trace.step("intervene") as step:
            depth, limit = self.limits.depth, self.limits.max_events
            found = [simulate_opposite(event, told, one, store=self.store, depth=depth, limit=limit) for event, told, one in known]
            left = events[len(known) :] if is_needed or not self.matcher.is_final else ()
            written = written_opposites(left, opposites=self.roles.opposites, matcher=self.matcher, step=step)
            pairs = list(zip(left, written, strict=True))
            found += [] if not pairs else simulate_opposites(pairs, store=self.store, matcher=self.matcher, depth=depth, limit=limit)
            step.count("simulated", len(found))
            step.count("gained", sum(len(opposite.gained) for opposite in found))
            return tuple(found)

    def contrary_to(self, entry: LinkedEvents) -> LinkedEvents:
        """Enter by the opposite of the best of some events, written in words of its own, where the documents know it."""
        with self.trace.step("enter") as step:
            [written] = written_opposites(entry.found[:1], opposites=self.roles.opposites, matcher=self.matcher, step=step)
            [found] = self.matcher.opposites([(entry.found[0], written)], limit=1)
        events = [candidate for candidate in found if candidate.event.id not in entry.ids]
        return LinkedEvents(
            written.text, tuple(EntryEvent(one.event, one.cosine, rank, role="intervention") for rank, one in enumerate(events, start=1))
        )

    def contraries(self, effect: LinkedEvents, opposites: Sequence[Simulation]) -> list[Event]:
        """Enter by the events that are the opposite of the effect, where anything followed from the opposites of its cause."""
        if not any(opposite.gained for opposite in opposites):
            return []
        if self.matcher.is_final:
            return list(effect.contraries)
        event = effect.found[0]
        with self.trace.step("intervene") as step:
            [written] = written_opposites([event], opposites=self.roles.opposites, matcher=self.matcher, step=step)
            [contrary] = self.matcher.opposites([(event, written)], limit=self.limits.entry_events)
        return [candidate.event for candidate in contrary]

    def without(self, entry: LinkedEvents, world: World, *, given: Given = NOTHING) -> Simulation:
        """Take the entry events out of the world."""
        with self.trace.step("intervene") as step:
            absent = simulate_absence(world, entry.found[0], same=entry.found, given=given, together=entry.together)
            step.count("lost", len(absent.lost + absent.probably_lost))
            step.count("kept", len(absent.kept + absent.probably_kept))
            step.count("unsettled", len(absent.unsettled))
            if absent.perhaps_lost:
                step.count("perhaps lost", len(absent.perhaps_lost))
            return absent

    def simulate_causes(self, causes: Sequence[Event], effect: LinkedEvents, above: Subgraph) -> tuple[Simulation, ...]:
        """Simulate each potential cause of the effect: absent, and as its opposite."""
        chosen, absent = causes[: POLICY.simulated_causes], []
        with self.trace.step("verdict") as step:
            for cause in chosen:
                verdict = judge(above, cause=[cause], effect=effect.found)
                step.note(f"without {cause.text!r}: {verdict.necessity}")
                absent.append(absence_of(cause, [(effect.found[0], verdict.necessity)], alternatives=verdict.alternatives))
        opposites = {opposite.event.id: opposite for opposite in self.oppose(chosen)}
        return tuple(
            simulation for one in absent for simulation in (one, *([opposites[one.event.id]] if one.event.id in opposites else []))
        )

    def tell_of_more(self, found: Sequence[CausalChain], direction: Direction) -> None:
        """Say beside the answer that chains go on where they are no longer followed; not of those that go over a bridge."""
        depth, found = self.limits.depth, [chain for chain in found if not chain.bridges]
        ends = {chain.events[0 if direction == "causes" else -1].id for chain in found if len(chain.claims) == depth}
        told_of = {event.id for chain in found for event in chain.events}
        beyond = self.around(sorted(ends), direction, depth=1).claims if ends else ()
        if any({claim.cause_event, claim.effect_event} - told_of and claim.modality is not Modality.DENIED for claim in beyond):
            back = "further back" if direction == "causes" else "after that"
            links = "link" if depth == 1 else "links"
            self.trace.note(
                Note("depth", f"Chains are followed over {depth} {links}; the documents tell more of what lies {back} (questions.depth).")
            )

    def builder(self, *subgraphs: Subgraph) -> PackageBuilder:
        """Begin an evidence package over these sub-graphs."""
        with self.trace.step("evidence") as step:
            parts = [part for subgraph in subgraphs for part in (subgraph, subgraph.across) if part]
            sources = {document: source for part in parts for document, source in part.sources.items()}
            return PackageBuilder(sources, self.limits.evidence_tokens, step)

    # Private

    def _unknown(self, wording: str) -> str:
        is_told = speaking_sentence(wording, store=self.store) is not None
        return "no cause or effect of it was found" if is_told else "the documents do not speak of it"

    def _tell(self, subgraph: Subgraph, step: Step) -> None:
        """Say beside the answer which claims were left out for their dates."""
        if subgraph.untimely:
            step.count("untimely", len(subgraph.untimely))
            self.trace.note(*left_out(subgraph))
