"""What a verdict looks at: a cause that is taken out of a sub-graph, and an effect that is looked for in the worlds with and without it.

Pure functions on a sub-graph. What follows from it is ruled in `queries.causal.necessity` and told in `queries.causal.findings`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cckg.core.claims import Claim, Modality
from cckg.core.evidence import Subgraph, only_contributes
from cckg.core.graph import Event
from queries.causal.worlds import CauseGroups, cause_groups, cycles, present_events, reachable, sufficient_groups

_MOST_IN_A_ROW = 6  # events named in a row


@dataclass(frozen=True, slots=True)
class Given:
    """What a question takes as given, by the ids of events: those fixed present, and those fixed absent (CCRAG §4.2)."""

    present: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()


NOTHING = Given()
"""A question that takes nothing as given."""


@dataclass(frozen=True)
class Removal:
    """do(absent) of a cause in a sub-graph: all that does not hang on which effect is looked for, each part computed when it is used.

    One happening may stand in the graph as several events: all events of the cause are fixed absent together. What is given is fixed in
    the world as it is as well as in the one without the cause. "If hedged" means that hedged claims count as well as asserted ones.
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
    def groups(self) -> CauseGroups:
        """Return the cause groups of asserted claims."""
        return cause_groups(self.subgraph)

    @cached_property
    def asserted(self) -> list[tuple[str, str]]:
        """Return the (cause, effect) pairs that documents assert."""
        return links_of(self.groups)

    @cached_property
    def followed(self) -> list[tuple[str, str]]:
        """Return the (cause, effect) pairs that documents assert or hedge."""
        return links_of(cause_groups(self.subgraph, hedged=True))

    @cached_property
    def weighty(self) -> list[tuple[str, str]]:
        """Return those of the asserted pairs whose cause is worded as more than one contribution among others."""
        claims: dict[tuple[str, str], list[Claim]] = defaultdict(list)
        for claim in self.subgraph.claims:
            claims[claim.cause_event, claim.effect_event].append(claim)
        return [link for link in dict.fromkeys(self.asserted) if not only_contributes(claims[link])]

    @cached_property
    def stated(self) -> dict[str, dict[str, set[Modality]]]:
        """Return for each event how claims speak of it as a direct effect, by what is the cause: one happening, or one event of several."""
        found: dict[str, dict[str, set[Modality]]] = defaultdict(lambda: defaultdict(set))
        for claim in self.subgraph.claims:
            if claim.cause_event in self.causes:
                found[claim.effect_event][claim.cause_event if self.together else ""].add(claim.modality)
        return found

    @cached_property
    def downstream(self) -> frozenset[str]:
        """Return the events that a chain of asserted claims leads to from the cause."""
        return reachable(self.asserted, self.causes)

    @cached_property
    def downstream_if_hedged(self) -> frozenset[str]:
        """Return the same with hedged claims."""
        return reachable(self.followed, self.causes)

    @cached_property
    def downstream_if_weighty(self) -> frozenset[str]:
        """Return the same without the links whose cause only contributes."""
        return reachable(self.weighty, self.causes)

    @cached_property
    def factual(self) -> frozenset[str]:
        """Return the present events."""
        return self._present()

    @cached_property
    def sufficient(self) -> CauseGroups:
        """Return the cause groups of asserted claims that are more than a contribution; see `queries.causal.worlds.sufficient_groups`."""

        def without(event: str) -> frozenset[str]:
            return self._present(absent=frozenset({event}))

        return sufficient_groups(self.subgraph, self.groups, world=self.factual, without=without)

    @cached_property
    def without(self) -> frozenset[str]:
        """Return the present events once the cause is absent, where what only contributes does not make up for it."""
        return self._present(absent=self.causes, groups=self.sufficient)

    @cached_property
    def without_if_enough(self) -> frozenset[str]:
        """Return the same where a contribution is enough."""
        return self.without if self.sufficient is self.groups else self._present(absent=self.causes)

    @cached_property
    def without_if_hedged(self) -> frozenset[str]:
        """Return the same with hedged claims."""
        return self._present(absent=self.causes, hedged=True)

    def beginnings(self, working: Subgraph) -> set[str]:
        """Return where the chains of a world's sub-graph (`worlds.at_work`) begin: events without a cause there, and given ones."""
        return working.events.keys() - {claim.effect_event for claim in working.claims} | (working.events.keys() & self.given.present)

    def _present(self, *, absent: frozenset[str] = frozenset(), hedged: bool = False, groups: CauseGroups | None = None) -> frozenset[str]:
        fixed = absent | self.given.absent
        return present_events(self.subgraph, absent=fixed, present=self.given.present, hedged=hedged, groups=groups)


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
        return frozenset(event for event in self.named if event in self.removal.groups) or self.named

    @property
    def name_of_cause(self) -> str:
        """Return the quoted words of the cause, or of all causes that are taken out together."""
        return " and ".join(f'"{event.text}"' for event in (self.removal.cause[0], *self.removal.together))

    @property
    def name_of_effect(self) -> str:
        """Return the quoted words of the effect."""
        return f'"{self.effect[0].text}"'

    @cached_property
    def stated(self) -> tuple[frozenset[Modality], ...]:
        """Return how claims speak of a cause and the effect directly, cause by cause."""
        found: dict[str, set[Modality]] = defaultdict(set)
        for event in self.named & self.removal.stated.keys():
            for cause, modalities in self.removal.stated[event].items():
                found[cause] |= modalities
        return tuple(map(frozenset, found.values()))

    @property
    def same(self) -> bool:
        """Tell whether cause and effect are one event."""
        return not self.removal.causes.isdisjoint(self.effects)

    @property
    def linked(self) -> bool:
        """Tell whether a chain of asserted claims leads from the cause to the effect."""
        return not self.effects.isdisjoint(self.removal.downstream)

    @property
    def linked_if_hedged(self) -> bool:
        """Tell whether a chain of asserted or hedged claims leads to any event of the effect, also to one whose causes are only hedged."""
        return not self.named.isdisjoint(self.removal.downstream_if_hedged)

    @property
    def only_contributes(self) -> bool:
        """Tell whether every chain of asserted claims from the cause to the effect leads over a link whose cause only contributes."""
        return self.linked and self.effects.isdisjoint(self.removal.downstream_if_weighty)

    @property
    def contradicted(self) -> bool:
        """Tell whether the effect is both asserted and denied to follow directly from the cause."""
        return any({Modality.ASSERTED, Modality.DENIED} <= modalities for modalities in self.stated)

    @property
    def denied(self) -> bool:
        """Tell whether a document denies that the effect followed directly from the cause."""
        return any(Modality.DENIED in modalities for modalities in self.stated)

    @property
    def settled(self) -> bool:
        """Tell whether a chain of asserted claims leads from the cause to the effect and no document contradicts the two directly."""
        return self.linked and not self.contradicted

    @property
    def present(self) -> bool:
        """Tell whether the effect is present in the world as it is."""
        return not self.effects.isdisjoint(self.removal.factual)

    @property
    def survives(self) -> bool:
        """Tell whether the effect is present without the cause on asserted claims alone."""
        return not self.effects.isdisjoint(self.removal.without)

    @property
    def survives_if_enough(self) -> bool:
        """Tell whether the effect is present without the cause once a contribution is taken for enough."""
        return not self.effects.isdisjoint(self.removal.without_if_enough)

    @property
    def survives_if_hedged(self) -> bool:
        """Tell whether the effect is present without the cause once hedged claims count."""
        return not self.effects.isdisjoint(self.removal.without_if_hedged)

    @cached_property
    def upstream(self) -> frozenset[str]:
        """Return the effect and the events from which a chain of asserted claims leads to it."""
        return reachable(((target, source) for source, target in self.removal.asserted), self.effects) | self.effects

    @cached_property
    def between(self) -> frozenset[str]:
        """Return the events downstream of the cause that are, or lead to, the effect."""
        return (self.removal.downstream & self.upstream) - self.removal.causes

    @cached_property
    def closed_circle(self) -> tuple[str, ...]:
        """Return a cycle that leads to the effect and that nothing present reaches from outside; empty if there is none."""
        found = cycles(self.removal.subgraph, hedged=False)
        return next((circle for circle in found if self.upstream >= set(circle) and self.removal.factual.isdisjoint(circle)), ())

    def names(self, events: Iterable[str], *, joint: str = " and ") -> str:
        """Return the quoted texts of events, sets in order of their ids; what goes beyond six is counted."""
        ordered = sorted(events) if isinstance(events, frozenset) else list(events)
        quoted = [f'"{self.removal.subgraph.events[event].text}"' for event in ordered[:_MOST_IN_A_ROW]]
        more = [f"{len(ordered) - _MOST_IN_A_ROW} more"] if len(ordered) > _MOST_IN_A_ROW else []
        return joint.join(quoted + more)


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


def links_of(groups: CauseGroups) -> list[tuple[str, str]]:
    """Return the (cause, effect) pairs of cause groups."""
    return [(member, effect) for effect, by_key in groups.items() for members in by_key.values() for member in members]
