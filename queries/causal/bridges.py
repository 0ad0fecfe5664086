"""Chains, verdicts and simulations over a bridge, which leads from an event to one that may be the same.

What is told without a bridge stays as it is. Beside it stands what holds only if two events are one: chains that go over the bridge, and
what is judged in the world in which the two are `joined`. One bridge is crossed at a time: whoever takes both of two for granted, each
less sure than what is joined outright, is more often wrong than right. Pure functions on a sub-graph and its `across`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from cckg.core.claims import Claim
from cckg.core.evidence import Bridge, CausalChain, Direction, Subgraph, Verdict, leaning, lowered
from cckg.core.graph import Event
from queries.causal.cases import NOTHING, Given, Removal
from queries.causal.necessity import judge, necessities
from queries.causal.strength import strengths
from queries.causal.traversal import chains, paths_between
from queries.causal.worlds import reachable


def chains_and_bridged(subgraph: Subgraph, *, starts: Sequence[str], direction: Direction, depth: int, limit: int) -> list[CausalChain]:
    """Walk as `chains` does; from a start, and where the documents tell no further link, over what is rather one event than two.

    What is found so comes last, the likeliest first. A bridge is no link, so none of the `depth`; it counts in the strength of a chain.
    """
    found = chains(subgraph, starts=starts, direction=direction, depth=depth, limit=limit)
    whole = subgraph.across
    if whole is None or len(found) == limit:
        return found
    near = _reached(whole, starts, direction)
    ends = near - {edge.effect if direction == "causes" else edge.cause for edge in whole.edges() if edge.followed} | set(starts)
    over = [one for one in _both_ways(whole.bridges) if one.probability >= _LIKELY]
    for bridge in _likeliest(one for one in over if one.left.id in ends and one.right.id not in near):
        for back in _to(whole, bridge.left, starts, direction, depth=depth):
            left = depth - len(back.claims)
            onward = chains(whole, starts=[bridge.right.id], direction=direction, depth=left, limit=limit) if left else []
            for further in onward:
                first, last = (further, back) if direction == "causes" else (back, further)
                found += _over(bridge.turned() if direction == "causes" else bridge, first, last)
    return found[:limit]


def paths_and_bridged(subgraph: Subgraph, *, cause: Sequence[str], effect: Sequence[str], depth: int, limit: int) -> list[CausalChain]:
    """Find chains as `paths_between` does; where there is none, those over a bridge, the likeliest first."""
    found = paths_between(subgraph, cause=cause, effect=effect, depth=depth, limit=limit)
    whole = subgraph.across
    if whole is None or found:
        return found
    for bridge in _likeliest(_between(whole, cause, effect)):
        firsts = _to(whole, bridge.left, cause, "effects", depth=depth)
        lasts = _to(whole, bridge.right, effect, "causes", depth=depth)
        over = [chain for first, last in product(firsts, lasts) for chain in _over(bridge, first, last)]
        found += [chain for chain in over if len(chain.claims) <= depth + 1]
    return found[:limit]


def judge_and_bridged(
    subgraph: Subgraph, *, cause: Sequence[Event], effect: Sequence[Event], given: Given = NOTHING, together: Sequence[Event] = ()
) -> Verdict:
    """Judge as `judge` does; what the documents leave open is judged anew in the worlds in which one bridge holds, the likeliest first.

    Where a chain joins the two already, only what is rather one event than two may decide.

    Returns:
        The verdict without a bridge where that decides, with the bridge that would make it another as `unless`. Else the first that
        decides with its `bridge`; or, where nothing links the two without one, the first in which something does.
    """
    plain = judge(subgraph, cause=cause, effect=effect, given=given, together=together)
    whole = subgraph.across
    if whole is None or plain.rule == "same":
        return plain
    linking = _likeliest(_between(whole, [event.id for event in cause], [event.id for event in effect]))
    others = _likeliest(bridge for bridge in whole.bridges if bridge.ends not in [one.ends for one in linking])
    is_open, worlds = plain.necessity == "undetermined", []
    for bridge in (*linking, *others)[:_MOST_BRIDGES]:
        if plain.rule == "no chain" or (bridge.probability >= _LIKELY and (is_open or not whole.truncated)):
            told = _judged(whole, bridge, cause=cause, effect=effect, given=given, together=together)
            worlds += [told] if told.rule != "same" else []
    if not is_open:
        other = next((told for told in worlds if told.leaning != plain.leaning), None)
        return replace(plain, unless=other.bridge) if other else plain
    decided = [told for told in worlds if told.necessity != "undetermined"]
    linked = [told for told in worlds if told.rule != "no chain"] if plain.rule == "no chain" else []
    return next(iter([*decided, *linked]), plain)


def perhaps_lost(
    subgraph: Subgraph, cause: Sequence[Event], downstream: Sequence[Event], *, given: Given = NOTHING, together: Sequence[Event] = ()
) -> tuple[tuple[Event, Bridge], ...]:
    """Return what follows from a cause only over a bridge and, if that holds, would not have been without it; each with the bridge.

    Args:
        subgraph: its `across` holds all that may follow over a bridge, and everything upstream of that.
        cause: the events that are taken out.
        downstream: what follows from them without a bridge.
        given: as of `queries.causal.necessity.judge`.
        together: likewise.
    """
    whole = subgraph.across
    if whole is None:
        return ()
    known = {event.id for event in (*cause, *downstream)}
    lost: dict[str, tuple[Event, Bridge]] = {}
    for bridge in _likeliest(one for one in _both_ways(whole.bridges) if one.left.id in known and one.right.id not in known):
        removal = Removal(joined(whole, bridge), _moved(cause, bridge), _moved_given(given, bridge), _moved(together, bridge))
        further = sorted(removal.asserted.downstream - known)
        becomes = necessities(removal, [whole.events[event] for event in further])
        for event in further:
            if leaning(becomes[event]) == "necessary":
                lost.setdefault(event, (whole.events[event], bridge))
    return tuple(lost.values())


def joined(subgraph: Subgraph, bridge: Bridge) -> Subgraph:
    """Return the world in which a bridge holds: both of its events are the left one; what is claimed of the two of them goes."""
    one, other = bridge.left.id, bridge.right.id
    events = {name: event for name, event in subgraph.events.items() if name != other}
    claims, untimely = (tuple(_renamed(told, other, one)) for told in (subgraph.claims, subgraph.untimely))
    return replace(subgraph, events=events, claims=claims, untimely=untimely, bridges=(), across=None)


# Private

_MOST_BRIDGES = 8  # bridges that are crossed for one question, each alone
_LIKELY = 0.5  # probability of a bridge from which chains go on over it unasked, and a verdict that it would change is told with that
_MOST_WAYS = 2  # chains from a start to a bridge that are told


def _renamed(claims: Iterable[Claim], old: str, new: str) -> Iterator[Claim]:
    """Yield claims with one event in the place of another, but for those of the two of them."""
    for claim in claims:
        sides = {claim.cause_event, claim.effect_event}
        if old in sides and new not in sides:
            cause, effect = (new if event == old else event for event in (claim.cause_event, claim.effect_event))
            yield replace(claim, cause_event=cause, effect_event=effect)
        elif old not in sides:
            yield claim


def _both_ways(bridges: Iterable[Bridge]) -> list[Bridge]:
    return [way for bridge in bridges for way in (bridge, bridge.turned())]


def _likeliest(bridges: Iterable[Bridge]) -> list[Bridge]:
    return sorted(bridges, key=lambda bridge: (-bridge.probability, bridge.left.id, bridge.right.id))[:_MOST_BRIDGES]


def _reached(subgraph: Subgraph, starts: Iterable[str], direction: Direction) -> frozenset[str]:
    """Return the starts and all that followed links lead to from them."""
    followed = [(edge.cause, edge.effect) for edge in subgraph.edges() if edge.followed]
    first = frozenset(starts) & subgraph.events.keys()
    return first | reachable(followed if direction == "effects" else [(effect, cause) for cause, effect in followed], first)


def _between(subgraph: Subgraph, cause: Sequence[str], effect: Sequence[str]) -> list[Bridge]:
    """Return the bridges from what the cause is or leads to, to what the effect is or follows from; none within either."""
    down, up = _reached(subgraph, cause, "effects"), _reached(subgraph, effect, "causes")
    sides = (set(cause), set(effect))
    return [
        bridge
        for bridge in _both_ways(subgraph.bridges)
        if bridge.left.id in down and bridge.right.id in up and not any(bridge.ends <= side for side in sides)
    ]


def _to(subgraph: Subgraph, event: Event, starts: Sequence[str], direction: Direction, *, depth: int) -> list[CausalChain]:
    """Return chains by which an event is reached from the starts in a direction; one without a link where it is one of them."""
    if event.id in starts:
        return [CausalChain((event,), (), strength=1.0)]
    cause, effect = ([event.id], starts) if direction == "causes" else (starts, [event.id])
    return paths_between(subgraph, cause=cause, effect=effect, depth=depth, limit=_MOST_WAYS)


def _over(bridge: Bridge, first: CausalChain, last: CausalChain) -> list[CausalChain]:
    """Return the chain that leads over a bridge from one to another, if both together have a link, and no event twice."""
    events, claims = (*first.events, *last.events), (*first.claims, (), *last.claims)
    if len({event.id for event in events}) < len(events) or len(events) == 2:
        return []
    strength = (first.strength or 0.0) * bridge.probability * (last.strength or 0.0)
    return [CausalChain(events, claims, strength=strength, bridges=(bridge,))]


def _judged(
    whole: Subgraph, bridge: Bridge, *, cause: Sequence[Event], effect: Sequence[Event], given: Given, together: Sequence[Event]
) -> Verdict:
    """Judge in the world in which a bridge holds."""
    world = joined(whole, bridge)
    sides = [_moved(events, bridge) for events in (cause, effect, together)]
    told = judge(world, cause=sides[0], effect=sides[1], given=_moved_given(given, bridge), together=sides[2])
    left = tuple(_parted(chain, whole, bridge, ends={event.id for event in effect}) for chain in told.alternatives)
    necessity = lowered(told.necessity)
    return replace(told, cause=cause[0], effect=effect[0], necessity=necessity, together=tuple(together), alternatives=left, bridge=bridge)


def _moved(events: Sequence[Event], bridge: Bridge) -> tuple[Event, ...]:
    """Return events as they stand in the world in which a bridge holds, in their own words."""
    moved: dict[str, Event] = {}
    for event in events:
        name = bridge.left.id if event.id == bridge.right.id else event.id
        moved.setdefault(name, replace(event, id=name))
    return tuple(moved.values())


def _moved_given(given: Given, bridge: Bridge) -> Given:
    moved = {bridge.right.id: bridge.left.id}
    return Given(*(frozenset(moved.get(event, event) for event in events) for events in (given.present, given.absent)))


def _parted(chain: CausalChain, whole: Subgraph, bridge: Bridge, *, ends: set[str]) -> CausalChain:
    """Return a chain of the world in which a bridge holds as the documents tell it: over the bridge where it needs that."""
    place = next((number for number, event in enumerate(chain.events) if event.id == bridge.left.id), None)
    if place is None:
        return chain
    claim_of = {claim.id: claim for claim in whole.claims}
    told = [tuple(claim_of[claim.id] for claim in link) for link in chain.claims]
    before = {claim.effect_event for claim in told[place - 1]} if place else bridge.ends
    behind = {claim.cause_event for claim in told[place]} if place < len(told) else (ends & bridge.ends) or bridge.ends
    shared = sorted(before & behind, key=lambda event: event != bridge.left.id)
    way = bridge if bridge.left.id in before else bridge.turned()
    into, out = (shared[0], shared[0]) if shared else (way.left.id, way.right.id)
    if place:
        told[place - 1] = tuple(claim for claim in told[place - 1] if claim.effect_event == into)
    if place < len(told):
        told[place] = tuple(claim for claim in told[place] if claim.cause_event == out)
    middle = (whole.events[into],) if shared else (way.left, way.right)
    events = (*chain.events[:place], *middle, *chain.events[place + 1 :])
    claims = tuple(told) if shared else (*told[:place], (), *told[place:])
    links = strengths(whole)
    strength = 1.0 if shared else bridge.probability
    for cause, effect, link in zip(events, events[1:], claims, strict=False):
        strength *= links[cause.id, effect.id] if link else 1.0
    return CausalChain(events, claims, strength=strength, bridges=() if shared else (way,))
