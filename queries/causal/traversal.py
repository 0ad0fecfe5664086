"""Chains of the causal graph: walks from entry events up to causes or down to effects, and the paths between two events.

Pure functions on a sub-graph that a store returned. Denied claims are never followed; they are returned by `denials`.
The work is bounded: on a dense graph, where paths are beyond number, the best supported ones are kept and every event is still reached.
"""

import heapq
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from cckg.core.claims import Claim, Modality
from cckg.core.evidence import CausalChain, Direction, Subgraph
from queries.causal.strength import chain_strength, link_strength

_MOST_PATHS = 1_000  # paths that are compared before the best are chosen
_MOST_STEPS = 30_000  # partial paths that are written down, besides one per link; about 0.1 s


def chains(subgraph: Subgraph, *, starts: Sequence[str], direction: Direction, depth: int, limit: int) -> list[CausalChain]:
    """Walk from the entry events as far as the graph goes, upstream ("causes") or downstream ("effects").

    Args:
        subgraph: events and claims; cycles are fine.
        starts: ids of the entry events; those that the sub-graph does not hold are ignored.
        direction: which way to walk; a chain is written cause first whichever way.
        depth: links of a chain at most, at least 1.
        limit: chains at most, at least 1.

    Returns:
        Simple paths that cannot be made longer within `depth`, none of them a part of another. They are chosen so that every event
        reached is on one of them as far as `limit` allows, then by support. Order: weakest link's number of distinct documents that
        assert it, most first; then fewer hedged links, fewer links, event ids.

    Raises:
        ValueError: if depth or limit is below 1.
    """
    _check(depth=depth, limit=limit)
    graph = _Links.of(subgraph, direction)
    first = [start for start in dict.fromkeys(starts) if start in subgraph.events]

    def onward(step: _Step) -> list[str]:
        return [] if step.length == depth else graph.following.get(step.event, [])

    walked = _best_first(first, graph, onward=onward, order=lambda step: (-step.weakest, step.hedged, -step.length))
    found = [step.path() for step in islice(walked, _MOST_PATHS)] + _through_all(first, graph, depth=depth, limit=limit)
    whole = _without_parts({path for path in found if len(path) > 1}, first)
    return graph.chains(_covering(sorted(whole, key=graph.rank), limit=limit))


def paths_between(subgraph: Subgraph, *, cause: Sequence[str], effect: Sequence[str], depth: int, limit: int) -> list[CausalChain]:
    """Find the chains that lead from a cause to an effect.

    Args:
        subgraph: events and claims; cycles are fine.
        cause: ids of the events where a chain may begin; no chain comes back to one of them.
        effect: ids of the events where a chain may end; no chain runs on past one of them.
        depth: links of a chain at most, at least 1.
        limit: chains at most, at least 1.

    Returns:
        Simple paths, the shortest first; among those of one length in the order of `chains`. An event that is both counts as an effect.

    Raises:
        ValueError: if depth or limit is below 1.
    """
    _check(depth=depth, limit=limit)
    graph = _Links.of(subgraph, "effects")
    effects = set(effect)
    causes = dict.fromkeys(event for event in cause if event not in effects)
    ways = {event: [way for way in further if way not in causes] for event, further in graph.following.items() if event not in effects}
    upstream = {event: further for event, further in _Links.of(subgraph, "causes").following.items() if event not in causes}
    left = _distances(effects, upstream)  # links that are still to go

    def onward(step: _Step) -> list[str]:
        return [event for event in ways.get(step.event, []) if step.length + 1 + left.get(event, depth) <= depth]

    walked = _best_first(
        [event for event in causes if event in left],
        graph,
        onward=onward,
        order=lambda step: (step.length + left[step.event], -step.length, -step.weakest, step.hedged),
    )
    found = _shortest(walked, effects, limit=limit)
    ranked = sorted((step.path() for step in found), key=lambda path: (len(path), graph.rank(path)))
    return graph.chains(ranked[:limit])


def denials(subgraph: Subgraph, events: Iterable[str]) -> list[Claim]:
    """Return the denied claims that lead from or to one of these events, ordered by document and place."""
    touched = set(events)
    found = [
        claim
        for claim in subgraph.claims
        if claim.modality is Modality.DENIED and not touched.isdisjoint((claim.cause_event, claim.effect_event))
    ]
    return sorted(found, key=lambda claim: (claim.document, claim.quote.start, claim.id))


# Private

_Path = tuple[str, ...]  # events in the order of the walk


@dataclass(frozen=True, slots=True)
class _Links:
    """The followed edges of a sub-graph, seen in the direction of the walk."""

    subgraph: Subgraph
    direction: Direction
    following: dict[str, list[str]] = field(default_factory=dict)  # best supported first
    asserted: dict[tuple[str, str], int] = field(default_factory=dict)  # (from, to) → distinct documents that assert the link
    strengths: dict[tuple[str, str], float] = field(default_factory=dict)  # by (cause, effect)

    @staticmethod
    def of(subgraph: Subgraph, direction: Direction) -> "_Links":
        """Take the links between events that the sub-graph holds."""
        links = _Links(subgraph, direction)
        for edge in subgraph.edges():
            if edge.followed and edge.cause in subgraph.events and edge.effect in subgraph.events:
                source, target = (edge.cause, edge.effect) if direction == "effects" else (edge.effect, edge.cause)
                links.following.setdefault(source, []).append(target)
                links.asserted[source, target] = edge.asserted
                links.strengths[edge.cause, edge.effect] = link_strength(edge)
        for source, targets in links.following.items():
            targets.sort(key=lambda target: (-links.asserted[source, target], target))
        return links

    def rank(self, path: _Path) -> tuple[int, int, int, _Path]:
        """Return the sort key of a path, best supported first."""
        support = [self.asserted[link] for link in pairwise(path)]
        return -min(support), support.count(0), len(path), self.cause_first(path)

    def cause_first(self, path: _Path) -> _Path:
        """Write a path cause first."""
        return path if self.direction == "effects" else path[::-1]

    def chains(self, paths: Sequence[_Path]) -> list[CausalChain]:
        """Turn paths into chains; the claims of a link stand asserted first, then by document and place."""
        written = [self.cause_first(path) for path in paths]
        claims = self._claims({link for path in written for link in pairwise(path)})
        return [
            CausalChain(
                tuple(self.subgraph.events[event] for event in path),
                tuple(tuple(claims[link]) for link in pairwise(path)),
                strength=chain_strength(path, self.strengths),
            )
            for path in written
        ]

    def _claims(self, links: Collection[tuple[str, str]]) -> dict[tuple[str, str], list[Claim]]:
        """Return the claims that state these (cause, effect) links and do not deny them, in the order that chains give them."""
        found: dict[tuple[str, str], list[Claim]] = {link: [] for link in links}
        for claim in self.subgraph.claims:
            if claim.modality is not Modality.DENIED and (claim.cause_event, claim.effect_event) in found:
                found[claim.cause_event, claim.effect_event].append(claim)
        for claims in found.values():
            claims.sort(key=lambda claim: (claim.modality is not Modality.ASSERTED, claim.document, claim.quote.start, claim.id))
        return found


@dataclass(frozen=True, slots=True)
class _Step:
    """The last event of a partial path, and the step before it; long paths share their beginnings."""

    event: str
    before: "_Step | None" = None
    length: int = 0
    weakest: int = sys.maxsize
    hedged: int = 0

    def to(self, event: str, *, asserted: int) -> "_Step":
        """Go one link further."""
        return _Step(event, self, self.length + 1, min(self.weakest, asserted), self.hedged + (asserted == 0))

    def path(self) -> _Path:
        """Return the events from the start to here."""
        events, step = [self.event], self.before
        while step:
            events.append(step.event)
            step = step.before
        return tuple(reversed(events))


def _best_first(
    starts: Sequence[str], graph: _Links, *, onward: Callable[[_Step], list[str]], order: Callable[[_Step], tuple[int, ...]]
) -> Iterator[_Step]:
    """Yield the ends of simple paths that cannot go onward, least order first; a bound is set on the partial paths written down.

    Where no path gets a lesser order by growing, and the bound is not met, the paths come out in order.
    """
    heap = [(order(step), number, step) for number, step in enumerate(map(_Step, starts))]
    heapq.heapify(heap)
    written, bound = len(heap), len(heap) + _MOST_STEPS + len(graph.asserted)
    while heap:
        _, _, step = heapq.heappop(heap)
        visited = set(step.path())
        grown = [step.to(event, asserted=graph.asserted[step.event, event]) for event in onward(step) if event not in visited]
        if not grown:
            yield step
        elif written < bound:
            for further in grown:
                heapq.heappush(heap, (order(further), written, further))
                written += 1


def _shortest(walked: Iterable[_Step], ends: Collection[str], *, limit: int) -> list[_Step]:
    """Return the first `limit` steps that stand at an end, shortest first, and all others of the last one's length up to a bound."""
    found: list[_Step] = []
    for step in walked:
        enough = len(found) >= limit and step.length > found[-1].length
        if enough or len(found) >= limit + _MOST_PATHS:
            break
        if step.event in ends:
            found.append(step)
    return found


def _distances(targets: Iterable[str], following: dict[str, list[str]]) -> dict[str, int]:
    """Return the number of links from the nearest target, for every event that is reached, nearest first."""
    distances = dict.fromkeys(targets, 0)
    queue = deque(distances)
    while queue:
        event = queue.popleft()
        for further in following.get(event, []):
            if further not in distances:
                distances[further] = distances[event] + 1
                queue.append(further)
    return distances


def _through_all(starts: Sequence[str], graph: _Links, *, depth: int, limit: int) -> list[_Path]:
    """Return up to `limit` maximal paths that together run through every event reached, as far as the limit allows."""
    nearest: dict[str, _Step] = {start: _Step(start) for start in starts}
    queue = deque(nearest.values())
    while queue:
        step = queue.popleft()
        for event in graph.following.get(step.event, []) if step.length < depth else []:
            if event not in nearest:
                nearest[event] = step.to(event, asserted=graph.asserted[step.event, event])
                queue.append(nearest[event])
    missing = set(nearest)
    paths: list[_Path] = []
    for event, step in nearest.items():
        if event in missing and len(paths) < limit:
            paths.append(_lengthened(step.path(), graph, depth=depth, missing=missing))
            missing.difference_update(paths[-1])
    return paths


def _lengthened(path: _Path, graph: _Links, *, depth: int, missing: set[str]) -> _Path:
    """Go on from the end of a path as far as can be, over missing events where there are any."""
    while len(path) <= depth:
        open_ways = [event for event in graph.following.get(path[-1], []) if event not in path]
        if not open_ways:
            break
        path += (next((event for event in open_ways if event in missing), open_ways[0]),)
    return path


def _without_parts(paths: Collection[_Path], starts: Sequence[str]) -> list[_Path]:
    """Leave out paths that are a contiguous part of another; as paths are maximal, such a part begins at a start within the other."""
    first = set(starts)
    parts = {
        path[begin:end]
        for path in paths
        for begin in range(1, len(path))
        if path[begin] in first
        for end in range(begin + 2, len(path) + 1)
    }
    return [path for path in paths if path not in parts]


def _covering(paths: Sequence[_Path], *, limit: int) -> list[_Path]:
    """Choose up to `limit` of the ranked paths: the best, then whichever adds most events, then the best again; in the order given."""
    if len(paths) <= limit:
        return list(paths)
    chosen: set[int] = {0}
    covered = set(paths[0])
    while len(chosen) < limit:
        gain, best = max((len(set(path) - covered), -number) for number, path in enumerate(paths))
        if gain == 0:
            break
        chosen.add(-best)
        covered |= set(paths[-best])
    rest = (number for number in range(len(paths)) if number not in chosen)
    chosen.update(islice(rest, limit - len(chosen)))
    return [paths[number] for number in sorted(chosen)]


def _check(*, depth: int, limit: int) -> None:
    if depth < 1 or limit < 1:
        raise ValueError(f"depth and limit must be at least 1, got {depth} and {limit}")
