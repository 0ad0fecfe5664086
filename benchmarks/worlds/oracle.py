"""Gold answers of a causal structure by brute force, straight from the conventions of a verdict, on plain events and links.

It shares no code with `queries` and the stores, which it is there to check: verdicts are those of all models (`benchmarks.groupings`).
Claims of one cause group share document, group and effect; a claim without a group is a group of one. "If hedged" means that hedged claims
count as well.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from benchmarks.groupings import Grouping, left
from benchmarks.worlds.structures import Link
from cckg.core.claims import Modality
from cckg.core.evidence import Necessity

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A gold verdict: which convention decided, and the chains from events without a cause that are left once the cause is absent."""

    necessity: Necessity
    rule: str
    alternatives: tuple[Path, ...] = ()
    probably: bool = False


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What becomes of the events downstream of a cause under do(absent): lost, kept, or open as the verdict is undetermined."""

    lost: tuple[str, ...]
    kept: tuple[str, ...]
    open: tuple[str, ...]


def present(events: Collection[str], links: Sequence[Link], *, absent: Collection[str] = (), hedged: bool = False) -> frozenset[str]:
    """Return the present events by adding what follows until nothing more does; `absent` are fixed absent whatever their causes."""
    groups = cause_groups(events, links, hedged=hedged)
    caused = {effect for effect, _ in groups}
    world = {event for event in events if event not in caused and event not in absent}
    while True:
        new = {effect for effect, members in groups if members <= world and effect not in absent} - world
        if not new:
            return frozenset(world)
        world |= new


def cause_groups(events: Collection[str], links: Sequence[Link], *, hedged: bool = False) -> list[tuple[str, frozenset[str]]]:
    """Return (effect, members) of each cause group; links to or from other events are left out."""
    found: dict[tuple[str, ...], set[str]] = {}
    for link in counted(events, links, hedged=hedged):
        key = (link.effect, link.cause) if link.group is None else (link.effect, link.document, link.group)
        found.setdefault(key, set()).add(link.cause)
    return [(key[0], frozenset(members)) for key, members in found.items()]


def counted(events: Collection[str], links: Sequence[Link], *, hedged: bool) -> list[Link]:
    """Return the links between these events that count as causes."""
    modalities = (Modality.ASSERTED, Modality.HEDGED) if hedged else (Modality.ASSERTED,)
    return [link for link in links if link.modality in modalities and link.cause in events and link.effect in events]


def direct_causes(links: Sequence[Link], effect: str, *, hedged: bool = True) -> tuple[str, ...]:
    """Return the causes one link away, in the order of first mention."""
    return _reached(links, effect, depth=1, hedged=hedged, turned=False)


def all_causes(links: Sequence[Link], effect: str, *, depth: int | None = None, hedged: bool = True) -> tuple[str, ...]:
    """Return the events from which at most `depth` links lead to the effect, nearest first; the effect itself is left out."""
    return _reached(links, effect, depth=depth, hedged=hedged, turned=False)


def all_effects(links: Sequence[Link], cause: str, *, depth: int | None = None, hedged: bool = True) -> tuple[str, ...]:
    """Return the events to which at most `depth` links lead from the cause, nearest first; the cause itself is left out."""
    return _reached(links, cause, depth=depth, hedged=hedged, turned=True)


def paths(links: Sequence[Link], cause: str, effect: str, *, hedged: bool = True) -> list[Path]:
    """Return all simple paths from the cause to the effect, the shortest first; none if the two are the same."""
    following = _following(links, hedged=hedged, turned=True)
    found = [] if cause == effect else list(_walk((cause,), effect, following))
    return sorted(found, key=lambda path: (len(path), path))


def verdict(events: Collection[str], links: Sequence[Link], *, cause: str, effect: str) -> Judgement:
    """Judge necessity by the conventions, in their order."""
    stated = {link.modality for link in links if (link.cause, link.effect) == (cause, effect)}
    surely, if_hedged = (_fate(events, links, cause, effect, hedged=hedged) for hedged in (False, True))
    fates = {surely.name, if_hedged.name}
    decided: tuple[tuple[bool, Necessity, str], ...] = (
        (cause == effect, "undetermined", "same"),
        (Modality.DENIED in stated and len(stated) > 1, "undetermined", "contradicted"),
        (Modality.DENIED in stated and if_hedged.name == "unlinked", "not necessary", "denied only"),
        (if_hedged.name == "unlinked", "undetermined", "no chain"),
        ("closed" in (surely.name, if_hedged.name if surely.name == "unlinked" else ""), "undetermined", "closed cycle"),
        (fates == {"lost"}, "necessary", "lost"),
        ("lost" in fates and "kept" not in fates, "necessary", "lost if hedged"),
        (fates == {"kept"}, "not necessary", "survives"),
        ("kept" in fates and "lost" not in fates, "not necessary", "survives if hedged"),
        (surely.name == "unlinked", "undetermined", "hedged only"),
        (True, "undetermined", "open"),
    )
    necessity, rule = next((necessity, rule) for applies, necessity, rule in decided if applies)
    if rule not in ("denied only", "survives", "survives if hedged", "hedged only", "open"):
        return Judgement(necessity, rule, probably=rule == "lost if hedged")
    hedged = surely.name not in ("kept", "open") and if_hedged.name != "unlinked"
    chains = _left(events, links, effect, world=(if_hedged if hedged else surely).world, hedged=hedged)
    return Judgement(necessity, rule, chains, probably=rule == "survives if hedged")


def outcomes(events: Collection[str], links: Sequence[Link], cause: str) -> Outcomes:
    """Return what becomes of everything downstream of the cause under do(absent), each list nearest first."""
    judged = {event: verdict(events, links, cause=cause, effect=event).necessity for event in all_effects(links, cause)}
    sorted_out = {wanted: tuple(event for event, found in judged.items() if found == wanted) for wanted in judged.values()}
    return Outcomes(sorted_out.get("necessary", ()), sorted_out.get("not necessary", ()), sorted_out.get("undetermined", ()))


def common_causes(links: Sequence[Link], first: str, second: str) -> tuple[str, ...]:
    """Return what both events follow from, if neither leads to the other; else nothing."""
    if second in all_effects(links, first) or first in all_effects(links, second):
        return ()
    others = set(all_causes(links, second))
    return tuple(event for event in all_causes(links, first) if event in others and event not in (first, second))


def unlinked_pairs(events: Sequence[str], links: Sequence[Link]) -> Iterator[tuple[str, str]]:
    """Yield the pairs (cause, effect) that no chain joins, hedged claims counted, and that no denial speaks of."""
    denied = {(link.cause, link.effect) for link in links if link.modality is Modality.DENIED}
    below = {event: set(all_effects(links, event)) for event in events}
    for pair in chain.from_iterable((pair, pair[::-1]) for pair in combinations(events, 2)):
        if pair[1] not in below[pair[0]] and pair not in denied:
            yield pair


# Private


@dataclass(frozen=True, slots=True)
class _Fate:
    """What becomes of an effect: unlinked, closed, lost, kept or open; and the world that is left of it."""

    name: str
    world: frozenset[str]


def _fate(events: Collection[str], links: Sequence[Link], cause: str, effect: str, *, hedged: bool) -> _Fate:
    order = tuple(events)
    happened, always, ever = (
        frozenset(event for place, event in enumerate(order) if mask >> place & 1)
        for mask in left(_grouping(order, tuple(links), hedged=hedged), 1 << order.index(cause), extremes=True)
    )
    if effect not in all_effects(links, cause, hedged=hedged):
        return _Fate("unlinked", ever)
    if effect not in happened:
        return _Fate("closed", ever)
    if effect not in ever:
        return _Fate("lost", ever)
    return _Fate("kept", always) if effect in always else _Fate("open", ever)


@lru_cache(maxsize=64)
def _grouping(events: tuple[str, ...], links: tuple[Link, ...], *, hedged: bool) -> Grouping:
    ways: dict[str, dict[int, bool]] = {event: {} for event in events}
    of_group: dict[tuple[str, ...], list[Link]] = {}
    for link in counted(events, links, hedged=hedged):
        key = (link.effect, link.cause) if link.group is None else (link.effect, link.document, link.group)
        of_group.setdefault(key, []).append(link)
    for (effect, *_), of_one in of_group.items():
        members = sum(1 << events.index(cause) for cause in {link.cause for link in of_one})
        ways[effect][members] = ways[effect].get(members, False) or any(link.enough for link in of_one)
    return tuple(tuple(of_event.items()) for of_event in ways.values())


def _following(links: Sequence[Link], *, hedged: bool, turned: bool) -> dict[str, list[str]]:
    """Return the effects of each cause (`turned`) or the causes of each effect."""
    events = {event for link in links for event in (link.cause, link.effect)}
    found: dict[str, list[str]] = {}
    for link in counted(events, links, hedged=hedged):
        source, target = (link.cause, link.effect) if turned else (link.effect, link.cause)
        if target not in found.setdefault(source, []):
            found[source].append(target)
    return found


def _reached(links: Sequence[Link], start: str, *, depth: int | None, hedged: bool, turned: bool) -> tuple[str, ...]:
    following = _following(links, hedged=hedged, turned=turned)
    found, edge, steps = [start], [start], 0
    while edge and steps != depth:
        edge = list(dict.fromkeys(target for source in edge for target in following.get(source, []) if target not in found))
        found += edge
        steps += 1
    return tuple(found[1:])


def _walk(path: Path, end: str, following: dict[str, list[str]]) -> Iterator[Path]:
    for target in following.get(path[-1], []):
        if target == end:
            yield (*path, target)
        elif target not in path:
            yield from _walk((*path, target), end, following)


def _left(events: Collection[str], links: Sequence[Link], effect: str, *, world: Collection[str], hedged: bool) -> tuple[Path, ...]:
    """Return the chains from events without a cause to the effect, over the claims whose whole group is in a world; none if it is not."""
    if effect not in world:
        return ()
    groups = cause_groups(events, links, hedged=hedged)
    at_work = {(member, target) for target, members in groups for member in members if target in world and members <= set(world)}
    working = [Link(member, target) for member, target in sorted(at_work)]
    caused = {target for _, target in at_work}
    found = [path for root in events if root in world and root not in caused for path in paths(working, root, effect)]
    return tuple(sorted(found, key=lambda path: (len(path), path)))
