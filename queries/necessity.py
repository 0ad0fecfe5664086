"""Was a cause necessary for an effect, as far as the documents tell? The rules of the verdict, and what else the graph shows.

Pure functions on a sub-graph; which events are present in a world is computed in `queries.worlds`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cckg.core.claims import Modality
from cckg.core.evidence import CausalChain, Necessity, Subgraph, Verdict
from cckg.core.graph import Event
from queries.traversal import paths_between
from queries.worlds import CauseGroups, at_work, cause_groups, cycles, present_events, reachable

_MOST_CHAINS = 10  # surviving chains that a verdict names
_LONGEST = 1_000  # links of a surviving chain
_MOST_NAMED = 3  # sentences of one kind that a verdict gives
_MOST_IN_A_ROW = 6  # events named in a row


def judge(subgraph: Subgraph, *, cause: Sequence[Event], effect: Sequence[Event]) -> Verdict:
    """Judge whether the effect would have been without the cause, never more surely than the evidence allows.

    The first rule of `_RULES` that applies decides. One happening may stand in the graph as several events: all events of the cause
    are fixed absent together, and the effect is present if any of its events is. An event of the effect that no claim gives a cause for
    says nothing of where the effect comes from: it counts only if none of them has a cause.

    Args:
        subgraph: everything upstream of the effect. Where it is `truncated`, an event may seem to have no cause because its causes were
            not read, so that the verdict is "undetermined". That cause and effect share a cause is seen only if the causes of the
            cause are held as well.
        cause: the events of the cause, at least one, the best match first; it stands in the verdict.
        effect: the events of the effect, likewise.

    Returns:
        The verdict; `alternatives` holds up to 10 chains from present root causes that are left once the cause is absent, the shortest
        first; the first of `reasons` is the rule that decided, further findings follow.

    Raises:
        ValueError: if cause or effect is empty.
    """
    if not cause or not effect:
        raise ValueError("a verdict needs at least one event of the cause and one of the effect")
    case = _case(subgraph, cause=cause, effect=effect)
    rule = next(rule for rule in _RULES if rule.applies(case))
    circle = _names(case, case.closed_circle, joint=", ")
    reasons = [rule.because.format(cause=case.name_of_cause, effect=case.name_of_effect, cycle=circle)]
    necessity = rule.necessity
    if subgraph.truncated:
        held_back = "" if necessity == "undetermined" else f'; on what was read it would be "{necessity}"'
        reasons.insert(0, f"Not everything that leads to {case.name_of_effect} was read, so no verdict is given{held_back}.")
        necessity = "undetermined"
    if case.causes.isdisjoint(case.effects):
        reasons += [sentence for finding in _FINDINGS for sentence in finding(case)]
    alternatives = tuple(_surviving_chains(case)) if rule.names_alternatives else ()
    return Verdict(cause[0], effect[0], necessity, alternatives, tuple(reasons))


# Private


@dataclass(frozen=True, slots=True)
class _Case:
    """What the rules look at; "if hedged" means that hedged claims count as well as asserted ones."""

    subgraph: Subgraph
    name_of_cause: str
    name_of_effect: str
    causes: frozenset[str]
    effects: frozenset[str]
    stated: frozenset[Modality]  # how claims speak of the cause and the effect directly
    linked: bool  # a chain leads from the cause to the effect
    linked_if_hedged: bool
    between: frozenset[str]  # events downstream of the cause that are, or lead to, the effect
    groups: CauseGroups  # of asserted claims
    factual: frozenset[str]  # present events
    without: frozenset[str]  # present events under do(cause absent)
    without_if_hedged: frozenset[str]
    closed_circle: tuple[str, ...]  # a cycle that nothing present reaches from outside

    @property
    def contradicted(self) -> bool:
        """Tell whether the effect is both asserted and denied to follow directly from the cause."""
        return {Modality.ASSERTED, Modality.DENIED} <= self.stated

    @property
    def settled(self) -> bool:
        """Tell whether a chain of asserted claims leads from the cause to the effect and no document contradicts the two directly."""
        return self.linked and not self.contradicted

    @property
    def survives(self) -> bool:
        """Tell whether the effect is present without the cause on asserted claims alone."""
        return not self.effects.isdisjoint(self.without)

    @property
    def survives_if_hedged(self) -> bool:
        """Tell whether the effect is present without the cause once hedged claims count."""
        return not self.effects.isdisjoint(self.without_if_hedged)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A verdict, when it applies, and the sentence that says why."""

    applies: Callable[[_Case], bool]
    necessity: Necessity
    because: str
    names_alternatives: bool = False


# The conventions of the verdict, the first that applies decides: contradiction and mere possibility decide nothing; a denial that
# nothing contradicts decides; what no document links, or what is never present, cannot be judged; then the effect is looked for in the
# world without the cause, first on what is asserted, then on what may be; only if it is in neither was the cause necessary.
_RULES = (
    _Rule(lambda case: not case.causes.isdisjoint(case.effects), "undetermined", "{cause} and {effect} are one and the same event."),
    _Rule(
        lambda case: case.contradicted,
        "undetermined",
        "The documents contradict one another: {cause} is both said and denied to have caused {effect}.",
    ),
    _Rule(
        lambda case: case.linked_if_hedged and not case.linked,
        "undetermined",
        "Only hedged claims link {cause} to {effect}: the documents say no more than that it may have caused it.",
    ),
    _Rule(
        lambda case: Modality.DENIED in case.stated and not case.linked,
        "not necessary",
        "The documents deny that {cause} caused {effect}, and none says that it did.",
        names_alternatives=True,
    ),
    _Rule(lambda case: not case.linked, "undetermined", "No document links {cause} to {effect} as cause and effect."),
    _Rule(
        lambda case: case.effects.isdisjoint(case.factual),
        "undetermined",
        "{effect} hangs on a circle of causes that no cause from outside reaches: {cycle}.",
    ),
    _Rule(lambda case: case.survives, "not necessary", "Without {cause}, other causes still lead to {effect}.", names_alternatives=True),
    _Rule(
        lambda case: case.survives_if_hedged,
        "undetermined",
        "Without {cause}, {effect} is left only if hedged claims hold.",
        names_alternatives=True,
    ),
    _Rule(lambda case: True, "necessary", "Without {cause}, nothing in the documents leads to {effect}."),
)


def _case(subgraph: Subgraph, *, cause: Sequence[Event], effect: Sequence[Event]) -> _Case:
    causes, named = frozenset(event.id for event in cause), frozenset(event.id for event in effect)
    asserted, followed = _links(subgraph, hedged=False), _links(subgraph, hedged=True)
    effects = named & {target for _, target in asserted} or named
    downstream = reachable(asserted, causes)
    upstream = reachable(((target, source) for source, target in asserted), effects) | effects
    factual = present_events(subgraph)
    return _Case(
        subgraph=subgraph,
        name_of_cause=f'"{cause[0].text}"',
        name_of_effect=f'"{effect[0].text}"',
        causes=causes,
        effects=effects,
        stated=frozenset(claim.modality for claim in subgraph.claims if claim.cause_event in causes and claim.effect_event in named),
        linked=not effects.isdisjoint(downstream),
        linked_if_hedged=not effects.isdisjoint(reachable(followed, causes)),
        between=(downstream & upstream) - causes,
        groups=cause_groups(subgraph),
        factual=factual,
        without=present_events(subgraph, absent=causes),
        without_if_hedged=present_events(subgraph, absent=causes, hedged=True),
        closed_circle=next(
            (circle for circle in cycles(subgraph, hedged=False) if upstream >= set(circle) and factual.isdisjoint(circle)), ()
        ),
    )


def _surviving_chains(case: _Case) -> list[CausalChain]:
    """Return the chains from present root causes to the effect in the world without the cause, the shortest first."""
    world = case.without if case.survives else case.without_if_hedged
    working = at_work(case.subgraph, world=world, hedged=not case.survives)
    caused = {claim.effect_event for claim in working.claims}
    roots = [event for event in working.events if event not in caused]
    ends = [event for event in working.events if event in case.effects]
    return paths_between(working, cause=roots, effect=ends, depth=_LONGEST, limit=_MOST_CHAINS)


def _contested(case: _Case) -> list[str]:
    """Name the denials that stand against a link between cause and effect, unless the rule itself rests on them."""
    if not case.settled:
        return []
    sides = (case.causes | case.between) & case.subgraph.events.keys()
    denied = [claim for claim in case.subgraph.claims if claim.modality is Modality.DENIED]
    pairs = dict.fromkeys((c.cause_event, c.effect_event) for c in denied if c.cause_event in sides and c.effect_event in case.between)
    return [f"A document denies that {_names(case, [cause])} caused {_names(case, [effect])}." for cause, effect in pairs][:_MOST_NAMED]


def _sufficient(case: _Case) -> list[str]:
    """Tell whether the cause, alone or with the causes that it is stated to need, brings the effect when every other root is absent."""
    if not case.settled:
        return []
    roots = frozenset(case.subgraph.events) - case.groups.keys()
    partners = frozenset().union(*(members - case.causes for members, _ in _joint_groups(case)))
    for given, words in ((case.causes, "alone is enough"), (case.causes | partners, f"together with {_names(case, partners)} is enough")):
        if not case.effects.isdisjoint(present_events(case.subgraph, present=given, absent=roots - given)):
            return [f"{case.name_of_cause} {words} for {case.name_of_effect}, were every other root cause absent."]
    return []


def _jointly_required(case: _Case) -> list[str]:
    """Name the causes that the documents state as required together with this one."""
    return [
        f"{case.name_of_cause} is stated to cause {_names(case, [effect])} jointly with {_names(case, members - case.causes)}."
        for members, effect in _joint_groups(case)
    ][:_MOST_NAMED]


def _over_determined(case: _Case) -> list[str]:
    """Name the events on the way that have a cause group which needs this cause and another which does not, each enough."""
    candidates = [
        event
        for event in sorted(case.between & case.without, key=lambda event: (event not in case.effects, event))
        if any(members <= case.factual and not members <= case.without for members in case.groups[event].values())
    ]
    sentences = []
    for event in candidates[:_MOST_NAMED]:
        enough = _enough_alone(case, event)
        if {members <= case.without for members in enough} == {True, False}:
            listed = "; ".join(list(dict.fromkeys(_names(case, members) for members in enough))[:_MOST_IN_A_ROW])
            sentences.append(f"{_names(case, [event])} is over-determined; each of these is enough: {listed}.")
    return sentences


def _enough_alone(case: _Case, event: str) -> list[frozenset[str]]:
    """Return the cause groups of an event that are present without hanging on the event itself."""
    independent = present_events(case.subgraph, absent=frozenset({event}))
    return [members for members in case.groups[event].values() if members <= independent]


def _common_cause(case: _Case) -> list[str]:
    """Warn where two events that nothing links hang on one cause: they go together without one causing the other."""
    if case.linked_if_hedged:
        return []
    followed = _links(case.subgraph, hedged=True)
    upward = [(target, source) for source, target in followed]
    shared = (reachable(upward, case.causes) & reachable(upward, case.effects)) - case.causes - case.effects
    nearest = shared - {source for source, target in followed if target in shared}
    return [
        f"{case.name_of_cause} and {case.name_of_effect} share the cause {_names(case, [event])}, which may be why they go together."
        for event in sorted(nearest or shared)
    ][:_MOST_NAMED]


def _bottleneck(case: _Case) -> list[str]:
    """Name the events that every chain to the effect runs through from the cause on: dominators of the effect under a virtual root."""
    import networkx as nx

    if not case.settled or case.survives_if_hedged or case.effects.isdisjoint(case.factual):
        return []
    working = at_work(case.subgraph, world=case.factual)
    cause, effect, root = min(case.causes & case.subgraph.events.keys()), min(case.effects & case.subgraph.events.keys()), ""
    as_one = dict.fromkeys(case.causes, cause) | dict.fromkeys(case.effects, effect)  # the events of one happening are one node
    links = _links(working, hedged=False)
    graph = nx.DiGraph((as_one.get(source, source), as_one.get(target, target)) for source, target in links)
    graph.add_edges_from((root, as_one.get(event, event)) for event in working.events.keys() - {effect for _, effect in links})
    above = nx.immediate_dominators(graph, root)
    passed = [above[effect]]
    while passed[-1] not in (cause, root):
        passed.append(above[passed[-1]])
    if passed[-1] == root:
        return []
    return [f"Every chain to {case.name_of_effect} runs through {_names(case, passed[::-1], joint=', ')}."]


def _circles(case: _Case) -> list[str]:
    """Name the cycles upstream of the effect."""
    named = cycles(case.subgraph)[:_MOST_NAMED]
    return [f"These events are said to cause one another in a circle: {_names(case, circle, joint=', ')}." for circle in named]


_FINDINGS = (_contested, _sufficient, _jointly_required, _over_determined, _bottleneck, _common_cause, _circles)


def _links(subgraph: Subgraph, *, hedged: bool) -> list[tuple[str, str]]:
    """Return the (cause, effect) pairs that claims state."""
    groups = cause_groups(subgraph, hedged=hedged)
    return [(member, effect) for effect, by_key in groups.items() for members in by_key.values() for member in members]


def _joint_groups(case: _Case) -> list[tuple[frozenset[str], str]]:
    """Return (members, effect) of the groups on the way to the effect that need the cause and some other event together."""
    found = [(members, effect) for effect in sorted(case.between) for members in case.groups[effect].values()]
    return [(members, effect) for members, effect in found if members & case.causes and members - case.causes]


def _names(case: _Case, events: Iterable[str], *, joint: str = " and ") -> str:
    """Return the quoted texts of events, sets in order of their ids; what goes beyond six is counted."""
    ordered = sorted(events) if isinstance(events, frozenset) else list(events)
    quoted = [f'"{case.subgraph.events[event].text}"' for event in ordered[:_MOST_IN_A_ROW]]
    more = [f"{len(ordered) - _MOST_IN_A_ROW} more"] if len(ordered) > _MOST_IN_A_ROW else []
    return joint.join(quoted + more)
