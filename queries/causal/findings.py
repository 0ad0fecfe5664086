"""What else the graph shows of a cause and an effect, in sentences beside a verdict: sufficiency, joint causes, bottlenecks, circles.

The verdict itself is ruled in `queries.causal.necessity`.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cckg.core.claims import Claim, Modality
from queries.causal.cases import Case, Worlds
from queries.causal.worlds import at_work, cause_groups, cycles, links_of, possible_events, reachable, sure_events

_MOST_IN_A_ROW = 6  # causes named in a row
_MOST_NAMED = 3  # sentences of one kind


def common_causes(
    links: Sequence[tuple[str, str]], first: frozenset[str], last: frozenset[str], *, but: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Return the nearest events, `but` for some, from which links, cause first, lead both to one of the first and to one of the last."""
    upward = [(target, source) for source, target in links]
    shared = (reachable(upward, first) & reachable(upward, last)) - first - last - but
    return frozenset(shared - {source for source, target in links if target in shared}) or shared


def findings(case: Case) -> list[str]:
    """Return all that the graph shows of a case whose cause and effect are two events, one sentence each."""
    return [sentence for finding in (_OF_SEVERAL if case.removal.together else _FINDINGS) for sentence in finding(case)]


def sufficiency(case: Case) -> tuple[bool | None, frozenset[str]]:
    """Tell whether the cause alone brings the effect when every other root is absent, and else with which others it does.

    None where the documents leave that open, or do not settle how they hang together, or the cause only contributes. The others are those
    that it, or what follows from it on the way, is stated to need; there are none where it does not bring the effect with them either.
    """
    if not case.settled or case.only_contributes:
        return None, frozenset()
    worlds, causes = case.removal.asserted, case.removal.causes
    events = frozenset(case.removal.subgraph.events)
    roots = events - worlds.groups.keys()
    reached = causes | worlds.downstream
    groups = [group.members for effect in case.between for group in worlds.groups.get(effect, ()) if group.members & reached]
    partners = frozenset[str]().union(*(members - reached for members in groups))

    def may_bring(given: frozenset[str]) -> bool:
        brought = possible_events(worlds.groups, events, present=given, absent=roots - given, world=worlds.factual, needs=worlds.needs)
        return not case.effects.isdisjoint(brought)

    if may_bring(causes):
        surely = sure_events(worlds.groups, worlds.factual | causes, absent=roots - causes, present=causes, needs=worlds.needs)
        is_joint = bool(_joint_groups(case))  # and what is stated as joint is not said to be enough alone
        return (None if is_joint or case.effects.isdisjoint(surely) else True), frozenset()
    return False, partners if may_bring(causes | partners) else frozenset()


def others(case: Case) -> str:
    """Name, as the end of a sentence, the causes besides this one that may have been enough for the effect; "" where there are none."""
    worlds = _open_worlds(case)
    if worlds is None:
        return ""
    ways = [
        (group.members, event)
        for event in case.effects | case.between
        if any(not group.members <= worlds.sure for group in worlds.groups.get(event, ()))
        for group in worlds.groups[event]
        if group.members <= worlds.possible
    ]
    if not ways:
        return ""
    ways.sort(key=lambda way: (not way[0] <= worlds.sure, way[1] not in case.effects, way[1], sorted(way[0])))
    nearest = ways[0][1]
    named = "; ".join(dict.fromkeys(case.names(members) for members, event in ways if event == nearest))
    return f": they do not say whether {named} would have been enough for {case.names([nearest])}"


def told(case: Case) -> str:
    """Tell, as the end of a sentence, what documents say that decides: what would have been, or which causes are enough; "" if nothing."""
    ground = _ground(case)
    if ground is None:
        return ""
    members, event, kind = ground
    if kind == "enough":
        return f": {case.names(members)} is said to be enough for {case.names([event])}"
    if kind == "unneeded":
        would = "might" if all(claim.tentative for claim in grounds(case)) else "would"
        return f": {case.names([event])} is said to be what {would} have been all the same without {case.names(members)}"
    return f": {case.names([event])} is said to be what would not have been without {case.names(members)}"


def grounds(case: Case) -> tuple[Claim, ...]:
    """Return the claims whose sentences say what `told` tells."""
    ground = _ground(case)
    if ground is None:
        return ()
    members, event, kind = ground
    wanted = {"enough": lambda claim: claim.enough, "needed": _says_needed, "unneeded": _says_unneeded}[kind]
    return tuple(
        claim for claim in case.removal.subgraph.claims if claim.effect_event == event and claim.cause_event in members and wanted(claim)
    )


# Private

_Ground: TypeAlias = tuple[frozenset[str], str, Literal["enough", "needed", "unneeded"]]


def _ground(case: Case) -> _Ground | None:
    """Return what a document says that decides: causes, the effect or what is on the way to it, and what is said of the two."""
    decides = case.fate if case.fate in ("lost", "kept") and not case.perhaps_all_the_same else case.fate_if_hedged
    worlds = case.removal.asserted if case.fate == decides else case.removal.followed
    nearest = sorted(case.effects | case.between, key=lambda event: (event not in case.effects, event))
    if decides == "lost":
        lost = case.removal.causes | (worlds.downstream - worlds.possible)
        told = [(worlds.needs[event] & lost, event) for event in nearest if not worlds.needs.get(event, frozenset()).isdisjoint(lost)]
        return next(((members, event, "needed") for members, event in told), None)
    if decides != "kept":
        return None
    if event := next((event for event in nearest if event in worlds.unneeded), None):
        return worlds.unneeded[event], event, "unneeded"
    saved = (
        (group.members, event)
        for event in nearest
        if event in worlds.sure & worlds.downstream
        for group in worlds.groups.get(event, ())
        if group.enough and group.members <= worlds.sure
    )
    return next(((members, event, "enough") for members, event in saved), None)


def _says_needed(claim: Claim) -> bool:
    return claim.counterfactual and claim.modality is not Modality.DENIED


def _says_unneeded(claim: Claim) -> bool:
    return claim.counterfactual and claim.modality is Modality.DENIED


def _contested(case: Case) -> list[str]:
    """Name the denials that stand against a link between cause and effect, unless the rule itself rests on them."""
    if not case.settled:
        return []
    subgraph = case.removal.subgraph
    sides = (case.removal.causes | case.between) & subgraph.events.keys()
    denied = [claim for claim in subgraph.claims if claim.modality is Modality.DENIED and not claim.counterfactual]
    pairs = dict.fromkeys((c.cause_event, c.effect_event) for c in denied if c.cause_event in sides and c.effect_event in case.between)
    return [f"A document denies that {case.names([cause])} caused {case.names([effect])}." for cause, effect in pairs][:_MOST_NAMED]


def _sufficient(case: Case) -> list[str]:
    """Tell whether the cause, alone or with the causes that it is stated to need, brings the effect when every other root is absent."""
    alone, partners = sufficiency(case)
    if not alone and not partners:
        return []
    words = "alone is enough" if alone else f"together with {case.names(partners)} is enough"
    return [f"{case.name_of_cause} {words} for {case.name_of_effect}, were every other root cause absent."]


def _jointly_required(case: Case) -> list[str]:
    """Name the causes that the documents state as required together with this one."""
    return [
        f"{case.name_of_cause} is stated to cause {case.names([effect])} jointly with {case.names(members - case.removal.causes)}."
        for members, effect in _joint_groups(case)
    ][:_MOST_NAMED]


def _over_determined(case: Case) -> list[str]:
    """Name the events on the way of which several groups are each said to be enough, one of them with this cause and one without."""
    worlds = case.removal.asserted
    told = [
        (event, [group.members for group in worlds.groups.get(event, ()) if group.enough and group.members <= worlds.factual])
        for event in sorted(case.between, key=lambda event: (event not in case.effects, event))
    ]
    return [
        f"{case.names([event])} is over-determined; each of these is enough: {'; '.join(map(case.names, enough[:_MOST_IN_A_ROW]))}."
        for event, enough in told
        if {members <= worlds.sure for members in enough} == {True, False}
    ][:_MOST_NAMED]


def _bottleneck(case: Case) -> list[str]:
    """Name the events that every chain to the effect runs through from the cause on: dominators of the effect under a virtual root."""
    import networkx as nx

    if not case.settled or case.fates != {"lost"}:
        return []
    subgraph, causes = case.removal.subgraph, case.removal.causes
    working = at_work(subgraph, world=case.removal.asserted.factual)
    cause, effect, root = min(causes & subgraph.events.keys()), min(case.effects & subgraph.events.keys()), ""
    as_one = dict.fromkeys(causes, cause) | dict.fromkeys(case.effects, effect)  # the events of one happening are one node
    links = links_of(cause_groups(working))
    graph = nx.DiGraph((as_one.get(source, source), as_one.get(target, target)) for source, target in links)
    graph.add_edges_from((root, as_one.get(event, event)) for event in case.removal.beginnings(working))
    above = nx.immediate_dominators(graph, root)
    passed = [above[effect]]
    while passed[-1] not in (cause, root):
        passed.append(above[passed[-1]])
    if passed[-1] == root:
        return []
    return [f"Every chain to {case.name_of_effect} runs through {case.names(passed[::-1], joint=', ')}."]


def _common_cause(case: Case) -> list[str]:
    """Warn where two events that nothing links hang on one cause: they go together without one causing the other."""
    if case.fate_if_hedged != "unlinked":
        return []
    followed, causes = case.removal.followed.links, case.removal.causes
    shared = common_causes(followed, causes, case.effects)
    held = _separating(followed, causes, case.effects, best=shared, among=frozenset(case.removal.subgraph.events)) if shared else None
    apart = f"; with {case.names(held)} held fixed, nothing that the documents state joins the two" if held else ""
    return [
        f"{case.name_of_cause} and {case.name_of_effect} share the cause {case.names([event])}, which may be why they go together{apart}."
        for event in sorted(shared)
    ][:_MOST_NAMED]


def _confounded(case: Case) -> list[str]:
    """Name what has to be held fixed where cause and effect are linked and share a cause besides: a back-door adjustment set.

    What follows from the cause is none, also where it leads back to it in a circle: to hold it fixed would hide part of the effect.
    """
    if not case.settled:
        return []
    causes = case.removal.causes
    otherwise = [(source, target) for source, target in case.removal.followed.links if source not in causes]
    caused = case.removal.followed.downstream
    shared = common_causes(otherwise, causes, case.effects, but=caused)
    allowed = frozenset(case.removal.subgraph.events) - caused
    held = _separating(otherwise, causes, case.effects, best=shared, among=allowed) if shared else None
    if not held:
        return []
    return [
        f"{case.name_of_cause} and {case.name_of_effect} also share the cause {case.names(shared)}: "
        f"whoever compares cases has to hold {case.names(held)} fixed."
    ]


def _separating(
    links: list[tuple[str, str]], causes: frozenset[str], effects: frozenset[str], *, best: frozenset[str], among: frozenset[str]
) -> frozenset[str] | None:
    """Return events that d-separate cause and effect, the best set if it does; None if there are none, or if links form a circle."""
    import networkx as nx

    graph = nx.DiGraph(links)
    first, last = causes & graph.nodes, effects & graph.nodes
    if not first or not last or not nx.is_directed_acyclic_graph(graph):
        return None
    if nx.is_d_separator(graph, first, last, set(best)):
        return best
    found = nx.find_minimal_d_separator(graph, first, last, restricted=(among & graph.nodes) - first - last)
    return None if found is None else frozenset(found)


def _circles(case: Case) -> list[str]:
    """Name the cycles upstream of the effect."""
    above = reachable([(target, source) for source, target in case.removal.followed.links], case.effects) | case.effects
    named = [circle for circle in cycles(case.removal.subgraph) if not above.isdisjoint(circle)][:_MOST_NAMED]
    return [f"These events are said to cause one another in a circle: {case.names(circle, joint=', ')}." for circle in named]


_OF_SEVERAL = (_contested, _over_determined, _circles)
"""What is told of several causes that are taken out together: the others speak of one."""

_FINDINGS = (_contested, _sufficient, _jointly_required, _over_determined, _bottleneck, _common_cause, _confounded, _circles)


def _joint_groups(case: Case) -> list[tuple[frozenset[str], str]]:
    """Return (members, effect) of the groups on the way to the effect that need the cause and some other event together."""
    causes = case.removal.causes
    found = [(group.members, effect) for effect in sorted(case.between) for group in case.removal.asserted.stated.get(effect, ())]
    return [(members, effect) for members, effect in found if members & causes and members - causes]


def _open_worlds(case: Case) -> Worlds | None:
    """Return the worlds in which the effect is neither surely lost nor surely kept."""
    return next((one for one in (case.removal.asserted, case.removal.followed) if case.fate_in(one) == "open"), None)
