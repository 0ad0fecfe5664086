"""All ways in which few events can be grouped as causes of one another, and their verdicts by brute force over all models.

It shares no code with `queries`, which it is there to check (`benchmarks.enumeration`). Events are numbers, sets of them bits of an
integer. A grouping gives each event ways: sets of other events, each needed together; a way may be said to be enough.

What the ways of an event are to each other nobody says. A model gives each event a monotone function of its ways, present if all are
complete, absent if none is, present if one is that is said to be enough. A cause is necessary if the effect is absent without it in every
model that brings about what happened, not necessary if it is present in every one.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import or_

Ways = tuple[tuple[int, bool], ...]
"""The ways of one event: the bits of their members, and whether each is said to be enough."""
Grouping = tuple[Ways, ...]
"""The ways of each event."""


def all_groupings(events: int) -> Iterator[Grouping]:
    """Yield every grouping of so many events, none of their ways said to be enough: 50,625 of four."""
    return product(*(_ways_of(event, events) for event in range(events)))


def acyclic_groupings(events: int) -> Iterator[Grouping]:
    """Yield those in which no event is behind itself: 1,621 of four, 348,631 of five."""
    for causes in _without_circle(events, ()):
        yield from product(*(tuple(_as_ways(ways) for ways in _partitions(_bits(members))) for members in causes))


def with_grounds(grouping: Grouping) -> Iterator[Grouping]:
    """Yield a grouping with each choice of ways that are said to be enough: 22,609 of the acyclic ones of four."""
    choices = [product(*(((way, False), (way, True)) for way, _ in ways)) for ways in grouping]
    return product(*map(tuple, choices))


def verdicts(grouping: Grouping, *, extremes: bool = False) -> dict[tuple[int, int], str]:
    """Return the verdict of each cause and effect that a chain joins, the effect being one that comes about; `extremes` as of `left`."""
    events = len(grouping)
    found = {}
    for cause in range(events):
        happened, always, ever = left(grouping, 1 << cause, extremes=extremes)
        for effect in range(events):
            if cause != effect and _behind(grouping, effect) >> cause & 1 and happened >> effect & 1:
                lost, kept = not ever >> effect & 1, always >> effect & 1
                found[cause, effect] = "necessary" if lost else "not necessary" if kept else "undetermined"
    return found


def left(grouping: Grouping, without: int, *, extremes: bool = False) -> tuple[int, int, int]:
    """Return what comes about, what of it is there without some events in every model, and what is in some model.

    With `extremes` only two models of the events that stand in no circle are tried, in which each of them takes all of its ways, or any:
    what they agree on all models agree on, for more of anything never takes anything away.
    """
    ways = _all_own_ways(grouping)
    roots = _roots(grouping)
    happened = _present(ways, _any_way(ways), roots, without=0)
    always, ever = happened, 0
    for model in _models(grouping, ways, extremes=extremes):
        if _present(ways, model, roots, without=0) == happened:
            world = _present(ways, model, roots, without=without)
            always, ever = always & world, ever | world
    return happened, always, ever


# Private


def _ways_of(event: int, events: int) -> list[Ways]:
    others = [1 << other for other in range(events) if other != event]
    subsets = (subset for size in range(events) for subset in combinations(others, size))
    return [_as_ways(ways) for subset in subsets for ways in _partitions(subset)]


def _without_circle(events: int, begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the causes of each event, after those of the first ones, such that no event is behind itself."""
    event = len(begun)
    if event == events:
        yield begun
        return
    for causes in range(1 << events):
        further = (*begun, causes)
        grouping = tuple(_as_ways((members,)) for members in further) + ((),) * (events - event - 1)
        if not causes >> event & 1 and not _is_behind_itself(grouping, event):
            yield from _without_circle(events, further)


def _bits(members: int) -> list[int]:
    return [1 << place for place in range(members.bit_length()) if members >> place & 1]


def _as_ways(ways: Iterable[int]) -> Ways:
    return tuple((way, False) for way in ways)


def _partitions(members: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not members:
        yield ()
        return
    for parts in _partitions(members[1:]):
        yield (members[0], *parts)
        for place, part in enumerate(parts):
            yield (*parts[:place], part | members[0], *parts[place + 1 :])


def _behind(grouping: Grouping, event: int, *, but: int = 0) -> int:
    """Return the events from which links lead to one, none of them over the events `but`."""
    found, new = 0, 1 << event
    while new:
        above = reduce(or_, (way for place in range(len(grouping)) if new >> place & 1 for way, _ in grouping[place]), 0)
        new = above & ~found & ~but
        found |= new
    return found


def _models(grouping: Grouping, ways: tuple[Ways, ...], *, extremes: bool) -> Iterator[tuple[int, ...]]:
    """Yield models as one truth table an event."""
    tables = [
        _functions(len(of_event), _enough(of_event)) if not extremes or _is_behind_itself(grouping, event) else ()
        for event, of_event in enumerate(ways)
    ]
    if not extremes:
        yield from product(*tables)
        return
    for highest in (False, True):
        chosen = [
            table or (_extreme(len(of_event), _enough(of_event), highest=highest),) for table, of_event in zip(tables, ways, strict=True)
        ]
        yield from product(*chosen)


def _is_behind_itself(grouping: Grouping, event: int) -> bool:
    return bool(_behind(grouping, event) >> event & 1)


def _extreme(ways: int, enough: int, *, highest: bool) -> int:
    """Return the function that takes any way, or the one that takes all of them or one that is enough."""
    cells = range(1, 1 << ways)
    return sum(1 << complete for complete in cells if highest or complete & enough or complete == (1 << ways) - 1)


def _roots(grouping: Grouping) -> int:
    return reduce(or_, (1 << event for event, ways in enumerate(grouping) if not ways), 0)


def _any_way(ways: Sequence[Ways]) -> list[int]:
    return [_extreme(len(of_event), 0, highest=True) for of_event in ways]


@lru_cache(maxsize=64)
def _all_own_ways(grouping: Grouping) -> tuple[Ways, ...]:
    return tuple(_own_ways(grouping, event) for event in range(len(grouping)))


def _own_ways(grouping: Grouping, event: int) -> Ways:
    """Return the ways of an event but for those that need the event itself, parts of larger ones, and the shortcuts of other ways."""
    bit, events, sound, possible = 1 << event, len(grouping), _sound(grouping), _possible(grouping)
    ways = [
        (way, enough) for way, enough in sound[event] if enough or not any(way & ~other == 0 and way != other for other, _ in sound[event])
    ]

    def leads_to(way: int, other: int) -> bool:
        def behind(members: int) -> int:
            return reduce(or_, (_behind(sound, place, but=bit) for place in range(events) if members >> place & 1), members)

        in_circle = any(_behind(possible, place) >> event & 1 for place in range(events) if other >> place & 1)
        further = other & ~way
        return not in_circle and bool(further) and way & ~behind(other) == 0 and further & behind(way) == 0

    return tuple((way, enough) for way, enough in ways if enough or not any(leads_to(way, other) for other, _ in ways if other != way))


@lru_cache(maxsize=64)
def _possible(grouping: Grouping) -> Grouping:
    """Return the ways of each event that can be complete: what never comes about stands in no circle."""
    happened = _present(grouping, _any_way(grouping), _roots(grouping), without=0)
    return tuple(tuple((way, enough) for way, enough in ways if way & ~happened == 0) for ways in grouping)


@lru_cache(maxsize=64)
def _sound(grouping: Grouping) -> tuple[Ways, ...]:
    """Return the ways of each event that can be complete and do not need the event itself."""
    roots, grouping = _roots(grouping), _possible(grouping)
    any_way = _any_way(grouping)
    found = []
    for event, ways in enumerate(grouping):
        independent = _present(grouping, any_way, roots, without=1 << event) if _is_behind_itself(grouping, event) else -1
        found.append(tuple((way, enough) for way, enough in ways if way & ~independent == 0))
    return tuple(found)


def _present(ways: Sequence[Ways], functions: Sequence[int], roots: int, *, without: int) -> int:
    """Return the least fixpoint of a model: which events are present once some are fixed absent."""
    world = roots & ~without
    while True:
        new = 0
        for event, of_event in enumerate(ways):
            complete = reduce(or_, (1 << place for place, (way, _) in enumerate(of_event) if way & ~world == 0), 0)
            if complete and functions[event] >> complete & 1:
                new |= 1 << event
        if new & ~without & ~world == 0:
            return world
        world |= new & ~without


def _enough(ways: Ways) -> int:
    return reduce(or_, (1 << place for place, (_, enough) in enumerate(ways) if enough), 0)


@lru_cache
def _functions(ways: int, enough: int) -> tuple[int, ...]:
    """Return the monotone functions of so many ways as truth tables: bit `complete` is the value where those ways are complete."""
    if not ways:
        return (0,)
    last, alone = (1 << ways) - 1, [1 << way for way in range(ways) if enough >> way & 1]
    return tuple(
        table for table in _monotone(ways) if not table & 1 and table >> last & 1 and all(table >> complete & 1 for complete in alone)
    )


@lru_cache
def _monotone(ways: int) -> tuple[int, ...]:
    """Return all monotone functions: each joins one for where the last way is not complete with one that is true wherever that is."""
    if not ways:
        return (0, 1)
    fewer, half = _monotone(ways - 1), 1 << ways - 1
    return tuple(sorted(without | complete << half for without in fewer for complete in fewer if without & ~complete == 0))
