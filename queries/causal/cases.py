"""What a verdict looks at: a cause that is taken out of a sub-graph, and an effect that is looked for in the worlds with and without it.

Pure functions on a sub-graph. What follows from it is ruled in `queries.causal.necessity` and told in `queries.causal.findings`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from cckg.core.claims import Modality
from cckg.core.evidence import Subgraph
from cckg.core.graph import Event
from queries.causal.worlds import (
    CauseGroups,
    Needs,
    cause_groups,
    cycles,
    links_of,
    possible_events,
    reachable,
    reduced,
    sure_events,
    told_needs,
    told_unneeded,
)

_MOST_IN_A_ROW = 6  # events named in a row


@dataclass(frozen=True, slots=True)
class Given:
    """What a question takes as given, by the ids of events: those fixed present, and those fixed absent (CCRAG §4.2)."""

    present: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()


NOTHING = Given()
"""A question that takes nothing as given."""


@dataclass(frozen=True)
class Worlds:
    """The world as it is, and what is left of it without a cause: on asserted claims, or with hedged ones counted as well.

    Where `several`, the causes are of several happenings that are taken out at once.
    """

    subgraph: Subgraph
    causes: frozenset[str]
    given: Given
    hedged: bool
    several: bool = False

    @cached_property
    def stated(self) -> CauseGroups:
        """Return all cause groups that claims state."""
        return cause_groups(self.subgraph, hedged=self.hedged)

    @cached_property
    def groups(self) -> CauseGroups:
        """Return those of them that are ways of their own."""
        return reduced(self.stated, self.subgraph.events, absent=self.given.absent, present=self.given.present)

    @cached_property
    def links(self) -> list[tuple[str, str]]:
        """Return the (cause, effect) pairs that claims state."""
        return links_of(self.stated)

    @cached_property
    def downstream(self) -> frozenset[str]:
        """Return the events that a chain leads to from the cause."""
        return reachable(self.links, self.causes)

    @cached_property
    def needs(self) -> Needs:
        """Return what events would not have been without, as sentences say."""
        return told_needs(self.subgraph, self.groups, hedged=self.hedged)

    @cached_property
    def unneeded(self) -> Mapping[str, frozenset[str]]:
        """Return what would have been all the same, as sentences say, by what it would have been without: causes, or what hangs on them.

        Such a sentence speaks of a world in which one thing alone is absent. It counts where all that is lost leads there through that.
        """
        told = told_unneeded(self.subgraph, hedged=self.hedged)
        claims = self.subgraph.claims
        needed = {(one.cause_event, one.effect_event) for one in claims if one.counterfactual and one.modality is not Modality.DENIED}
        found: dict[str, frozenset[str]] = {}
        for event in {effect for _, effect in told - needed} - self.causes:
            without = {cause for cause, effect in told if effect == event}
            taken = [self.causes] if without & self.causes and not self.several else []
            for one in [*taken, *(frozenset({cause}) for cause in sorted(without & (self.causes | self.downstream)))]:
                around = reachable([link for link in self.links if link[0] not in one], self.causes - one)
                if event not in around and event not in found:
                    found[event] = one
        return found

    @cached_property
    def factual(self) -> frozenset[str]:
        """Return the present events."""
        return possible_events(self.groups, self.subgraph.events, absent=self.given.absent, present=self.given.present)

    @cached_property
    def possible(self) -> frozenset[str]:
        """Return what may be present without the cause: what is not in it is surely lost."""
        return self._possible(self.given.present)

    @cached_property
    def possible_if_contributed(self) -> frozenset[str]:
        """Return the same if what only contributions brought about needed none of them; a circle cannot have brought itself about."""
        full = {event: [group for group in self.groups.get(event, ()) if group.members <= self.factual] for event in self.factual}
        contributed = {event for event, of_event in full.items() if of_event and all(group.contributes for group in of_event)}
        mixed = {event for event, of_event in full.items() if any(group.contributes for group in of_event)} - contributed
        if mixed:
            mixed &= {event for circle in cycles(self.subgraph, hedged=self.hedged) for event in circle}
            others = {event: tuple(one for one in full[event] if event not in mixed or not one.contributes) for event in full}
            brought = possible_events(others, self.subgraph.events, absent=self.given.absent | contributed, present=self.given.present)
            contributed |= mixed - brought
        return self._possible(self.given.present | (contributed - self.needs.keys()))

    @cached_property
    def sure(self) -> frozenset[str]:
        """Return what is surely present without the cause."""
        present = self.given.present | (self.unneeded.keys() & self.factual)
        return sure_events(self.groups, self.factual, absent=self.causes | self.given.absent, present=present, needs=self.needs)

    def _possible(self, present: frozenset[str]) -> frozenset[str]:
        absent, present = self.causes | self.given.absent, present | (self.unneeded.keys() & self.factual)
        return possible_events(self.groups, self.subgraph.events, absent=absent, present=present, world=self.factual, needs=self.needs)


@dataclass(frozen=True)
class Removal:
    """do(absent) of a cause in a sub-graph: all that does not hang on which effect is looked for, each part computed when it is used.

    One happening may stand in the graph as several events: all events of the cause are fixed absent together. What is given is fixed in
    the world as it is as well as in the one without the cause.
    Several happenings may be taken out at once: `together` are the events that name those after the first, and are in `cause` as well.
    """

    subgraph: Subgraph
    cause: tuple[Event, ...]
    given: Given = NOTHING
    together: tuple[Event, ...] = ()

    @cached_property
    def causes(self) -> frozenset[str]:
        """Return the ids of the events of the cause."""
        return frozenset(event.id for event in self.cause)

    @cached_property
    def asserted(self) -> Worlds:
        """Return the worlds on asserted claims alone."""
        return Worlds(self.subgraph, self.causes, self.given, hedged=False, several=bool(self.together))

    @cached_property
    def followed(self) -> Worlds:
        """Return the worlds on asserted and hedged claims."""
        if not any(claim.modality is Modality.HEDGED or claim.tentative for claim in self.subgraph.claims):
            return self.asserted
        return Worlds(self.subgraph, self.causes, self.given, hedged=True, several=bool(self.together))

    @cached_property
    def spoken_of(self) -> dict[str, dict[str, set[Modality]]]:
        """Return for each event how claims speak of it as a direct effect, by what is the cause: one happening, or one event of several.

        That it would have been all the same without the cause does not deny that this caused it.
        """
        found: dict[str, dict[str, set[Modality]]] = defaultdict(lambda: defaultdict(set))
        for claim in self.subgraph.claims:
            if claim.modality is Modality.IMPLIED or (claim.counterfactual and claim.modality is Modality.DENIED):
                continue
            if claim.cause_event in self.causes:
                found[claim.effect_event][claim.cause_event if self.together else ""].add(claim.modality)
        return found

    def beginnings(self, working: Subgraph) -> set[str]:
        """Return where the chains of a world's sub-graph (`worlds.at_work`) begin: events without a cause there, and given ones."""
        return working.events.keys() - {claim.effect_event for claim in working.claims} | (working.events.keys() & self.given.present)


Fate = Literal["unlinked", "closed circle", "lost", "open", "kept"]
"""What becomes of an effect without the cause: no chain leads there; it is never present; or it is surely lost, surely kept, or neither."""


@dataclass(frozen=True)
class Case:
    """A removal, and the events of the effect that is looked for. It is present if any of them is."""

    removal: Removal
    effect: tuple[Event, ...]

    @cached_property
    def named(self) -> frozenset[str]:
        """Return the ids of the events of the effect."""
        return frozenset(event.id for event in self.effect)

    @cached_property
    def effects(self) -> frozenset[str]:
        """Return those for which some claim gives a cause, or all where none does: others say nothing of where the effect comes from."""
        return self._caused(self.removal.asserted)

    @property
    def name_of_cause(self) -> str:
        """Return the quoted words of the cause, or of all causes that are taken out together."""
        return " and ".join(f'"{event.text}"' for event in (self.removal.cause[0], *self.removal.together))

    @property
    def name_of_effect(self) -> str:
        """Return the quoted words of the effect."""
        return f'"{self.effect[0].text}"'

    @cached_property
    def spoken_of(self) -> tuple[frozenset[Modality], ...]:
        """Return how claims speak of a cause and the effect directly, cause by cause."""
        found: dict[str, set[Modality]] = defaultdict(set)
        for event in self.named & self.removal.spoken_of.keys():
            for cause, modalities in self.removal.spoken_of[event].items():
                found[cause] |= modalities
        return tuple(map(frozenset, found.values()))

    @cached_property
    def fate(self) -> Fate:
        """Return what becomes of the effect on asserted claims."""
        return self.fate_in(self.removal.asserted)

    @cached_property
    def fate_if_hedged(self) -> Fate:
        """Return what becomes of it where hedged claims count as well."""
        return self.fate_in(self.removal.followed)

    @property
    def fates(self) -> set[Fate]:
        """Return both."""
        return {self.fate, self.fate_if_hedged}

    @property
    def perhaps_all_the_same(self) -> bool:
        """Tell whether a sentence says that the effect might have been without the cause as well, which outranks structure."""
        worlds = self.removal.followed
        return not self._caused(worlds).isdisjoint(worlds.unneeded.keys() & worlds.factual)

    @property
    def same(self) -> bool:
        """Tell whether cause and effect are one event."""
        return not self.removal.causes.isdisjoint(self.effects)

    @property
    def implied(self) -> bool:
        """Tell whether a chain of claims leads from the cause to the effect, if those that are only implied count as well."""
        links = ((claim.cause_event, claim.effect_event) for claim in self.removal.subgraph.claims if claim.modality is not Modality.DENIED)
        return not self.named.isdisjoint(reachable(links, self.removal.causes))

    @property
    def is_earlier(self) -> bool:
        """Tell whether a claim that the one cause led to the effect is left out, since its dates put the effect before the cause."""
        left_out = self.removal.subgraph.untimely
        told = any(claim.cause_event in self.removal.causes and claim.effect_event in self.named for claim in left_out)
        return told and not self.removal.together

    @property
    def linked(self) -> bool:
        """Tell whether a chain of asserted claims leads from the cause to the effect."""
        return self.fate != "unlinked"

    @property
    def contradicted(self) -> bool:
        """Tell whether the effect is both said, if only perhaps, and denied to follow directly from the cause, or to have needed it."""
        needed = {
            (claim.cause_event, claim.effect_event)
            for claim in self.removal.subgraph.claims
            if claim.counterfactual and claim.modality is not Modality.DENIED
        }
        if any(cause in self.removal.causes and effect in self.effects for cause, effect in needed & told_unneeded(self.removal.subgraph)):
            return True
        return any(Modality.DENIED in modalities and len(modalities) > 1 for modalities in self.spoken_of)

    @property
    def denied(self) -> bool:
        """Tell whether a document denies that the effect followed directly from the cause."""
        return any(Modality.DENIED in modalities for modalities in self.spoken_of)

    @property
    def settled(self) -> bool:
        """Tell whether a chain of asserted claims leads from the cause to the effect and no document contradicts the two directly."""
        return self.linked and not self.contradicted

    @property
    def only_contributes(self) -> bool:
        """Tell whether the effect is lost only if what contributions alone brought about needed them."""
        return self.fate == "lost" and not self.effects.isdisjoint(self.removal.asserted.possible_if_contributed)

    @cached_property
    def upstream(self) -> frozenset[str]:
        """Return the effect and the events from which a chain of asserted claims leads to it."""
        return reachable(((target, source) for source, target in self.removal.asserted.links), self.effects) | self.effects

    @cached_property
    def between(self) -> frozenset[str]:
        """Return the events downstream of the cause that are, or lead to, the effect."""
        return (self.removal.asserted.downstream & self.upstream) - self.removal.causes

    @cached_property
    def closed_circle(self) -> tuple[str, ...]:
        """Return a cycle that leads to the effect and that nothing present reaches from outside; empty if there is none."""
        worlds = self.removal.asserted if self.fate == "closed circle" else self.removal.followed
        above = reachable([(target, source) for source, target in worlds.links], self.effects) | self.effects
        found = cycles(self.removal.subgraph, hedged=worlds.hedged)
        return next((circle for circle in found if above >= set(circle) and worlds.factual.isdisjoint(circle)), ())

    def names(self, events: Iterable[str], *, joint: str = " and ") -> str:
        """Return the quoted texts of events, sets in order of their ids; what goes beyond six is counted."""
        ordered = sorted(events) if isinstance(events, frozenset) else list(events)
        quoted = [f'"{self.removal.subgraph.events[event].text}"' for event in ordered[:_MOST_IN_A_ROW]]
        more = [f"{len(ordered) - _MOST_IN_A_ROW} more"] if len(ordered) > _MOST_IN_A_ROW else []
        return joint.join(quoted + more)

    def fate_in(self, worlds: Worlds) -> Fate:
        """Return what becomes of the effect in some worlds."""
        effects = self._caused(worlds)
        if not effects.isdisjoint(worlds.unneeded.keys() & worlds.factual):
            return "kept"
        if effects.isdisjoint(worlds.downstream):
            return "unlinked"
        if effects.isdisjoint(worlds.factual):
            return "closed circle"
        if effects.isdisjoint(worlds.possible):
            return "lost"
        return "open" if effects.isdisjoint(worlds.sure) else "kept"

    # Private

    def _caused(self, worlds: Worlds) -> frozenset[str]:
        return frozenset(event for event in self.named if event in worlds.stated) or self.named


def case_of(
    subgraph: Subgraph, *, cause: Sequence[Event], effect: Sequence[Event], given: Given = NOTHING, together: Sequence[Event] = ()
) -> Case:
    """Return the case of a cause and an effect; arguments as of `queries.causal.necessity.judge`.

    Raises:
        ValueError: if either is empty.
    """
    if not cause or not effect:
        raise ValueError("a verdict needs at least one event of the cause and one of the effect")
    return Case(Removal(subgraph, tuple(cause), given, tuple(together)), tuple(effect))
