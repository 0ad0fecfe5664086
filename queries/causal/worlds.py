"""Which events are present in the worlds that a causal graph leaves open, once some are fixed absent or present: the worlds of do().

An event has groups of causes: the members of a group are needed together. What the documents leave open is what the groups of one event are
to each other. Between two readings lie all others: in the one any group that is complete brings the event about, in the other all of them
are needed, but for those that are said to be enough. What is present in neither is surely lost, what is in both is surely kept.

Pure functions on a sub-graph. Whether a cause was necessary is judged in `queries.causal.necessity`.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cckg.core.claims import Claim, Degree, Modality
from cckg.core.evidence import Subgraph


@dataclass(frozen=True, slots=True)
class CauseGroup:
    """Causes of one event that are needed together; a cause stated alone is a group of one.

    `enough` says that the documents tell it to suffice without the others, `contributes` that they word it as no more than a contribution
    or as what made the event possible: such a group never suffices beside one that brings the event about.
    """

    members: frozenset[str]
    enough: bool = False
    contributes: bool = False


CauseGroups = Mapping[str, tuple[CauseGroup, ...]]
"""The groups of each event that has causes; an event of which all groups were left out has none, and still is no root."""

Needs = Mapping[str, frozenset[str]]
"""Events that a sentence says something would not have been without, by that: a condition beside its groups, whatever these are."""


def cause_groups(subgraph: Subgraph, *, hedged: bool = False) -> CauseGroups:
    """Return the cause groups of each event that has causes, in the order of first mention.

    Claims that share document, group name and effect are one group; groups of the same members are one.

    Args:
        subgraph: events and claims; claims about events that it does not hold are left out.
        hedged: count hedged claims as well; otherwise asserted claims alone. Denied claims never count.
    """
    claims: dict[str, dict[frozenset[str], list[Claim]]] = {}
    for effect, by_key in _claims_of_groups(subgraph, hedged=hedged).items():
        for of_group in by_key.values():
            claims.setdefault(effect, {}).setdefault(frozenset(claim.cause_event for claim in of_group), []).extend(of_group)
    return {effect: tuple(_group(members, told) for members, told in by_members.items()) for effect, by_members in claims.items()}


def reduced(
    groups: CauseGroups, events: Collection[str], *, absent: frozenset[str] = frozenset(), present: frozenset[str] = frozenset()
) -> CauseGroups:
    """Return the groups without those that are no way of their own to their effect.

    Left out are, in this order: a group that cannot be complete, where some events are fixed `absent` or `present`, or not unless its
    effect is there already; a part of a larger group, for the text that tells more tells what else was needed; and a shortcut, all of whose
    members lead to another group of the effect, none of which leads back: stages of one chain are one cause. A group that is said to be
    enough is left out for the first reason alone.
    """
    world = possible_events(groups, events, absent=absent, present=present)
    groups = {event: tuple(group for group in of_event if group.members <= world) for event, of_event in groups.items()}
    circles = {event: circle for circle in _circles(links_of(groups)) for event in circle}
    found = dict(groups)
    for event in circles.keys() & groups.keys():
        if any(not group.members.isdisjoint(circles[event]) for group in groups[event]):
            independent = possible_events(groups, events, absent=absent | {event}, present=present)
            found[event] = tuple(group for group in groups[event] if group.members <= independent)
    above = {event: frozenset().union(*(group.members for group in of_event)) for event, of_event in found.items()}
    return {
        event: _own_ways(event, of_event, above, circle=circles.get(event, ())) if len(of_event) > 1 else of_event
        for event, of_event in found.items()
    }


def possible_events(
    groups: CauseGroups,
    events: Collection[str],
    *,
    absent: frozenset[str] = frozenset(),
    present: frozenset[str] = frozenset(),
    world: frozenset[str] | None = None,
    needs: Needs = MappingProxyType({}),
) -> frozenset[str]:
    """Return what is present if any group that is complete brings its event about: the least fixpoint.

    An event without groups is present. A circle that no present cause reaches from outside is not. Time is linear in the groups' members.

    Args:
        groups: the cause groups that count.
        events: all events.
        absent: do(absent): these are not present, whatever their causes.
        present: do(present): these are, save those in `absent`.
        world: the world before anything was taken away, in which a group that only contributes does not make up for one that was complete
            and did more; None where all groups count alike.
        needs: what an event, unless it is fixed present, is absent without.
    """
    counting = groups if world is None else {event: _sufficing(of_event, world) for event, of_event in groups.items()}
    waiting = {(event, place): len(group.members) for event, of_event in counting.items() for place, group in enumerate(of_event)}
    needing: dict[str, list[tuple[str, int]]] = {}
    for event, of_event in counting.items():
        for place, group in enumerate(of_event):
            for member in group.members:
                needing.setdefault(member, []).append((event, place))
    may_be = frozenset(events) - absent
    reached = set((may_be - groups.keys()) | (may_be & present))
    queue = deque(reached)
    brought_about: set[str] = set()
    needed_by = _turned(needs)
    while queue:
        new = queue.popleft()
        may_follow = [event for event in needed_by.get(new, ()) if event in brought_about]
        for event, place in needing.get(new, ()):
            waiting[event, place] -= 1
            if waiting[event, place] == 0:
                brought_about.add(event)
                may_follow.append(event)
        for event in may_follow:
            if event in may_be and event not in reached and needs.get(event, _NOTHING) <= reached:
                reached.add(event)
                queue.append(event)
    return frozenset(reached)


def sure_events(
    groups: CauseGroups,
    world: frozenset[str],
    *,
    absent: frozenset[str],
    present: frozenset[str] = frozenset(),
    needs: Needs = MappingProxyType({}),
) -> frozenset[str]:
    """Return what of a world is surely still there once some events are absent, whatever the groups of an event are to each other.

    Lost may be what a row of links leads to from what is absent, over groups that were complete. It ends at an event that is kept by a
    group which is said to be enough and is surely there itself. In a circle of causes such a row counts only if each of its groups can
    have been complete before what follows on it was there: what followed from an event did not bring it about.

    Args:
        groups: the cause groups that count.
        world: the present events before anything was taken away.
        absent: do(absent).
        present: do(present).
        needs: what an event, unless it is fixed present, is absent without.
    """
    full = {event: [group for group in groups.get(event, ()) if group.members <= world] for event in world}
    links = [*links_of(full), *((one, event) for event, needed in needs.items() for one in needed)]
    circles = {event: frozenset(circle) for circle in _circles(links) for event in circle}
    kept = set(present)
    while True:
        lost = reachable([(cause, effect) for cause, effect in links if effect not in kept], absent) & world | absent
        sure, rows = world - lost, _Rows(groups, full, circles, world, absent, lost)
        saved = {
            event
            for event in lost - absent
            if needs.get(event, _NOTHING) <= sure
            and (any(group.enough and group.members <= sure for group in full[event]) or (event in circles and not rows.lead_to(event)))
        }
        if not saved:
            return sure
        kept |= saved


def told_needs(subgraph: Subgraph, groups: CauseGroups, *, hedged: bool = False) -> Needs:
    """Return what sentences on what would have been say that events need: "had C not been, E would not have been".

    What a sentence also denies ("even without C") is left out, and what cannot be there unless the event is, so that it came of it.

    Args:
        subgraph: events and claims.
        groups: the cause groups that count.
        hedged: count hedged sentences as well.
    """
    told = [(claim.cause_event, claim.effect_event) for claim in _counted(subgraph, hedged=hedged) if claim.counterfactual]
    denied, needs = told_unneeded(subgraph, hedged=hedged), dict[str, frozenset[str]]()
    for cause, effect in sorted(set(told) - denied):
        came_of_it = reachable([(one, event) for event, needed in needs.items() for one in needed], [effect])
        if cause != effect and cause not in came_of_it and cause in possible_events(groups, subgraph.events, absent=frozenset({effect})):
            needs[effect] = needs.get(effect, _NOTHING) | {cause}
    return needs


def told_unneeded(subgraph: Subgraph, *, hedged: bool = True) -> frozenset[tuple[str, str]]:
    """Return the pairs of which a sentence says that the effect would have been all the same: "even without C, E would have been".

    With `hedged` also those of which it says that this might have been.
    """
    of_need = (claim for claim in subgraph.claims if claim.counterfactual and claim.modality is Modality.DENIED)
    denied = (claim for claim in of_need if hedged or not claim.tentative)
    return frozenset((claim.cause_event, claim.effect_event) for claim in denied)


def at_work(subgraph: Subgraph, *, world: frozenset[str], hedged: bool = False) -> Subgraph:
    """Return the sub-graph of a world: its events, and the claims whose whole cause group and effect are present in it."""
    claims = tuple(
        claim
        for effect, by_key in _claims_of_groups(subgraph, hedged=hedged).items()
        for of_group in by_key.values()
        if effect in world and world.issuperset(claim.cause_event for claim in of_group)
        for claim in of_group
    )
    events = {key: event for key, event in subgraph.events.items() if key in world}
    return replace(subgraph, events=events, claims=claims, bridges=(), across=None)


def links_of(groups: Mapping[str, Iterable[CauseGroup]]) -> list[tuple[str, str]]:
    """Return the (cause, effect) pairs of cause groups."""
    return list(dict.fromkeys((member, effect) for effect, of_event in groups.items() for group in of_event for member in group.members))


def reachable(links: Iterable[tuple[str, str]], starts: Iterable[str]) -> frozenset[str]:
    """Return the events that some link or row of links (from, to) leads to from a start, the starts left out unless a cycle returns."""
    following: dict[str, set[str]] = {}
    for source, target in links:
        following.setdefault(source, set()).add(target)
    return _reached(following, starts)


def cycles(subgraph: Subgraph, *, hedged: bool = True) -> list[tuple[str, ...]]:
    """Return the cycles: strongly connected sets of more than one event, and events that are their own cause.

    Args:
        subgraph: events and claims.
        hedged: follow hedged claims as well; otherwise asserted claims alone.

    Returns:
        The ids of each set in order, the sets in order of their first id.
    """
    return _circles([(claim.cause_event, claim.effect_event) for claim in _counted(subgraph, hedged=hedged)])


# Private

_NOTHING = frozenset[str]()
_MOST_TRIES = 200  # events of a circle that are tried on rows backwards; beyond that a row is taken to count


@dataclass
class _Rows:
    """The rows of links within a circle of causes by which one of its events may be lost, searched backwards."""

    groups: CauseGroups
    full: Mapping[str, Sequence[CauseGroup]]
    circles: Mapping[str, frozenset[str]]
    world: frozenset[str]
    absent: frozenset[str]
    lost: frozenset[str]  # what is absent, and all that a row of links leads to from there
    known: dict[tuple[str, frozenset[str]], bool] = field(default_factory=dict)

    def lead_to(self, event: str, later: frozenset[str] = frozenset()) -> bool:
        """Tell whether a row leads to an event over groups that can be complete before it is there, and before what is `later` on it."""
        later |= {event}
        if (event, later) not in self.known:
            self.known[event, later] = True  # beyond the bound
            if len(self.known) <= _MOST_TRIES:
                before = possible_events(self.groups, self.world, absent=later)
                beyond = (self.lost - self.circles[event]) | self.absent
                ways = {member for group in self.full[event] if group.members <= before for member in group.members & self.lost}
                self.known[event, later] = any(member in beyond or self.lead_to(member, later) for member in sorted(ways))
        return self.known[event, later]


def _circles(links: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    import networkx as nx

    graph = nx.DiGraph(links)
    components = [tuple(sorted(component)) for component in nx.strongly_connected_components(graph)]
    return sorted(component for component in components if len(component) > 1 or graph.has_edge(component[0], component[0]))


def _reached(following: Mapping[str, Collection[str]], starts: Iterable[str]) -> frozenset[str]:
    reached: set[str] = set()
    queue = deque(starts)
    while queue:
        new = set(following.get(queue.popleft(), ())) - reached
        reached |= new
        queue.extend(new)
    return frozenset(reached)


def _own_ways(
    event: str, of_event: tuple[CauseGroup, ...], above: Mapping[str, frozenset[str]], *, circle: Collection[str]
) -> tuple[CauseGroup, ...]:
    """Return the groups of an event without parts of larger ones and without shortcuts; `above` are the causes of each event.

    What leads to a group that stands in a circle with the event is no shortcut of that: each may have begun without the other.
    """
    whole = [one for one in of_event if one.enough or not any(one.members < other.members for other in of_event)]
    if len(whole) == 1:
        return tuple(whole)
    upward = {**above, event: frozenset[str]()}
    behind = {one: one.members | _reached(upward, one.members) for one in whole}

    def leads_to(one: CauseGroup, other: CauseGroup) -> bool:
        further = other.members - one.members
        through_circle = not other.members.isdisjoint(circle)
        return bool(further) and not through_circle and one.members <= behind[other] and further.isdisjoint(behind[one])

    return tuple(one for one in whole if one.enough or not any(leads_to(one, other) for other in whole))


def _sufficing(of_event: tuple[CauseGroup, ...], world: frozenset[str]) -> tuple[CauseGroup, ...]:
    """Return the groups that do more than contribute, or all where none of those is complete."""
    full = tuple(group for group in of_event if group.enough or not group.contributes)
    return full if any(group.members <= world for group in full) else of_event


def _turned(needs: Needs) -> dict[str, list[str]]:
    """Return by what is needed the events that need it."""
    needed_by: dict[str, list[str]] = {}
    for event, needed in needs.items():
        for one in needed:
            needed_by.setdefault(one, []).append(event)
    return needed_by


def _group(members: frozenset[str], claims: Collection[Claim]) -> CauseGroup:
    asserted = [claim for claim in claims if claim.modality is Modality.ASSERTED]
    contributes = all(claim.degree is not Degree.DIRECT for claim in asserted or claims)
    return CauseGroup(members, any(claim.enough for claim in claims), contributes)


def _claims_of_groups(subgraph: Subgraph, *, hedged: bool) -> dict[str, dict[tuple[str, ...], list[Claim]]]:
    """Return the claims that count of each group, by effect and by what the claims of one group share."""
    found: dict[str, dict[tuple[str, ...], list[Claim]]] = {}
    for claim in _counted(subgraph, hedged=hedged):
        key = (claim.cause_event,) if claim.group is None else (claim.document, claim.group)
        found.setdefault(claim.effect_event, {}).setdefault(key, []).append(claim)
    return found


def _counted(subgraph: Subgraph, *, hedged: bool) -> Iterator[Claim]:
    """Yield the claims that count as causes, both sides of which the sub-graph holds."""
    modalities = {Modality.ASSERTED, Modality.HEDGED} if hedged else {Modality.ASSERTED}
    for claim in subgraph.claims:
        if claim.modality in modalities and claim.cause_event in subgraph.events and claim.effect_event in subgraph.events:
            yield claim
