"""Which events are present in a causal graph, and which are left once some are fixed absent or present: the worlds of do().

Pure functions on a sub-graph. Whether a cause was necessary is judged in `queries.causal.necessity`.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from cckg.core.claims import Claim, Modality
from cckg.core.evidence import Subgraph, only_contributes

CauseGroups = dict[str, dict[tuple[str, ...], frozenset[str]]]


def present_events(
    subgraph: Subgraph,
    *,
    absent: frozenset[str] = frozenset(),
    present: frozenset[str] = frozenset(),
    hedged: bool = False,
    groups: CauseGroups | None = None,
) -> frozenset[str]:
    """Return the present events: the least fixpoint of "an event is present once all members of one of its cause groups are".

    An event without a cause is present. A cycle that no present cause reaches from outside is not. Denied claims never count.
    Time and memory are linear in the number of claims.

    Args:
        subgraph: events and claims; cycles are fine.
        absent: do(absent): these events are not present, whatever their causes; ids that the sub-graph does not hold are ignored.
        present: do(present): these events are present, whatever their causes, save those in `absent`.
        hedged: count hedged claims as causes as well; otherwise asserted claims alone.
        groups: the cause groups that count, if not those of these claims.

    Returns:
        The ids of the present events, a subset of `subgraph.events`.
    """
    groups = cause_groups(subgraph, hedged=hedged) if groups is None else groups
    waiting = {(effect, key): len(members) for effect, by_key in groups.items() for key, members in by_key.items()}
    memberships = _memberships(groups)
    possible = subgraph.events.keys() - absent
    reached = (possible - groups.keys()) | (possible & present)
    queue = deque(reached)
    while queue:
        for effect, key in memberships.get(queue.popleft(), ()):
            waiting[effect, key] -= 1
            if waiting[effect, key] == 0 and effect in possible and effect not in reached:
                reached.add(effect)
                queue.append(effect)
    return frozenset(reached)


def cause_groups(subgraph: Subgraph, *, hedged: bool = False) -> CauseGroups:
    """Return for each event that has causes its cause groups, each group's members by the group's key.

    A cause stated alone is a group of one; claims that share document, group name and effect are one group.

    Args:
        subgraph: events and claims; claims about events that it does not hold are left out.
        hedged: count hedged claims as well; otherwise asserted claims alone. Denied claims never count.

    Returns:
        {effect: {key: members}}, in the order of first mention; an event without causes has no entry.
    """
    found: dict[str, dict[tuple[str, ...], set[str]]] = {}
    for claim in _counted(subgraph, hedged=hedged):
        found.setdefault(claim.effect_event, {}).setdefault(_key(claim), set()).add(claim.cause_event)
    return {effect: {key: frozenset(members) for key, members in by_key.items()} for effect, by_key in found.items()}


def sufficient_groups(
    subgraph: Subgraph, groups: CauseGroups, *, world: frozenset[str], without: Callable[[str], frozenset[str]]
) -> CauseGroups:
    """Return the cause groups of asserted claims that bring an event about even where others of a world are taken away.

    A group of one cause that another group joins to further ones is none of them: "the snow brought the roof down" is told of the roof
    that both the snow and the bad welds brought down. Causes that are only ever told in one breath are one group, see `taken_together`.
    Nor is a group one of them that is worded as no more than a contribution. An event that has no other group complete in the world was
    brought about by its contributions together, which make one group: it stays as it is as long as none of them is taken away.

    Args:
        subgraph: events and claims.
        groups: its cause groups; they themselves are returned where they are all of that kind.
        world: the present events before anything is taken away.
        without: returns the events that are present without one; a group that hangs on its own effect, in a circle, brings nothing about.
    """
    contributions = {place for place, of_group in _claims_of_groups(subgraph).items() if only_contributes(of_group)}
    groups = taken_together(subgraph, _without_parts(groups), but=contributions)
    if not contributions:
        return groups
    found: CauseGroups = {}
    for effect, by_key in groups.items():
        found[effect] = {key: members for key, members in by_key.items() if (effect, key) not in contributions}
        together = [members for key, members in by_key.items() if (effect, key) in contributions and members <= world]
        others = [members for members in found[effect].values() if members <= world]
        independent = without(effect) if together and others else world
        if together and not any(members <= independent for members in others):
            found[effect][_TOGETHER] = frozenset().union(*together)
    return found


def taken_together(subgraph: Subgraph, groups: CauseGroups, *, but: Collection[tuple[str, tuple[str, ...]]] = ()) -> CauseGroups:
    """Return the cause groups with causes as one that are only ever told in one breath: "because the gate was shut and the guard away".

    The text leaves open whether one of them would have done alone. A cause that another claim tells by itself stays a group of its own.

    Args:
        subgraph: events and claims.
        groups: its cause groups; they themselves are returned where no causes are told so.
        but: effect and key of groups that stay as they are.
    """
    breaths: dict[tuple[str, int, str], dict[str, tuple[str, ...]]] = {}
    alone: set[tuple[str, tuple[str, ...]]] = set()
    for place, claims in _claims_of_groups(subgraph).items():
        for claim in claims:
            if claim.cue and claim.group is None:
                breaths.setdefault((claim.document, claim.cue.start, claim.effect_event), {})[claim.cause_event] = place[1]
            else:
                alone.add(place)
    joint = {breath: keys for breath, keys in breaths.items() if len(keys) > 1}
    alone |= {(effect, key) for (_, _, effect), keys in breaths.items() if len(keys) == 1 for key in keys.values()}
    if not joint:
        return groups
    found = {effect: dict(by_key) for effect, by_key in groups.items()}
    for (document, start, effect), keys in joint.items():
        beside = [key for key in keys.values() if (effect, key) not in alone and (effect, key) not in but]
        for key in beside:
            found[effect].pop(key, None)
        if beside:
            found[effect][(document, str(start), _BREATH)] = frozenset(keys)
    return found


def at_work(subgraph: Subgraph, *, world: frozenset[str], hedged: bool = False) -> Subgraph:
    """Return the sub-graph of a world: its events, and the claims whose whole cause group and effect are present in it.

    Every event of a world that `present_events` returned is a root here or is reached from one, save events fixed present.
    """
    groups = cause_groups(subgraph, hedged=hedged)
    claims = tuple(
        claim
        for claim in _counted(subgraph, hedged=hedged)
        if claim.effect_event in world and groups[claim.effect_event][_key(claim)] <= world
    )
    events = {key: event for key, event in subgraph.events.items() if key in world}
    return replace(subgraph, events=events, claims=claims, bridges=(), across=None)


def reachable(links: Iterable[tuple[str, str]], starts: Iterable[str]) -> frozenset[str]:
    """Return the events that some link or row of links (from, to) leads to from a start, the starts left out unless a cycle returns."""
    following: dict[str, set[str]] = {}
    for source, target in links:
        following.setdefault(source, set()).add(target)
    reached: set[str] = set()
    queue = deque(starts)
    while queue:
        new = following.get(queue.popleft(), set()) - reached
        reached |= new
        queue.extend(new)
    return frozenset(reached)


def cycles(subgraph: Subgraph, *, hedged: bool = True) -> list[tuple[str, ...]]:
    """Return the cycles: strongly connected sets of more than one event, and events that are their own cause.

    Args:
        subgraph: events and claims.
        hedged: follow hedged claims as well; otherwise asserted claims alone.

    Returns:
        The ids of each set in order, the sets in order of their first id.
    """
    import networkx as nx

    graph = nx.DiGraph([(claim.cause_event, claim.effect_event) for claim in _counted(subgraph, hedged=hedged)])
    components = [tuple(sorted(component)) for component in nx.strongly_connected_components(graph)]
    return sorted(component for component in components if len(component) > 1 or graph.has_edge(component[0], component[0]))


# Private

_BREATH = "in one breath"  # in the key of causes that one cue joins
_TOGETHER = ("",)  # the key of contributions that brought an event about together


def _claims_of_groups(subgraph: Subgraph) -> dict[tuple[str, tuple[str, ...]], list[Claim]]:
    """Return the asserted claims of each cause group, by effect and key."""
    claims: dict[tuple[str, tuple[str, ...]], list[Claim]] = {}
    for claim in _counted(subgraph, hedged=False):
        claims.setdefault((claim.effect_event, _key(claim)), []).append(claim)
    return claims


def _without_parts(groups: CauseGroups) -> CauseGroups:
    """Return the groups without those of one cause which is a member of a larger group of the same effect."""
    parts = {
        (effect, key)
        for effect, by_key in groups.items()
        if len(by_key) > 1
        for joint in by_key.values()
        if len(joint) > 1
        for key, members in by_key.items()
        if len(members) == 1 and members < joint
    }
    if not parts:
        return groups
    return {effect: {key: members for key, members in by_key.items() if (effect, key) not in parts} for effect, by_key in groups.items()}


def _memberships(groups: CauseGroups) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Return for each cause the (effect, key) of the groups that it is a member of."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for effect, by_key in groups.items():
        for key, members in by_key.items():
            for member in members:
                found.setdefault(member, []).append((effect, key))
    return found


def _counted(subgraph: Subgraph, *, hedged: bool) -> Iterator[Claim]:
    """Yield the claims that count as causes, both sides of which the sub-graph holds."""
    modalities = {Modality.ASSERTED, Modality.HEDGED} if hedged else {Modality.ASSERTED}
    for claim in subgraph.claims:
        if claim.modality in modalities and claim.cause_event in subgraph.events and claim.effect_event in subgraph.events:
            yield claim


def _key(claim: Claim) -> tuple[str, ...]:
    """Return what the claims of one cause group share, within one effect."""
    return (claim.cause_event,) if claim.group is None else (claim.document, claim.group)
