"""Which mentions are one event, from what a reader says of pairs: average-link clustering with must-links and cannot-links.

A function of the pairs alone: the same pairs give the same clusters, in whatever order they come. Of two clusters a few pairs are read; the
mean is over these, and over one more that counts as `unread`, so that one sure pair does not join two large clusters by itself.
Knows mentions as numbers; what they are, and where a pair's probability is from, is left to `cckg.identity.coreference`.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Link:
    """Two clusters that may be one: their places among the clusters, and the mean probability of their pairs, 0..1."""

    left: int
    right: int
    probability: float


@dataclass(frozen=True, slots=True)
class Clustering:
    """Clusters, each its mentions in order, ordered by their first; and those pairs of clusters that may be one, in order."""

    clusters: tuple[tuple[int, ...], ...]
    doubtful: tuple[Link, ...]


def cluster(
    count: int,
    probabilities: Mapping[Pair, float],
    *,
    surely: float,
    perhaps: float,
    unread: float = 0.0,
    together: Iterable[Pair] = (),
    apart: Iterable[Pair] = (),
    chains: Mapping[str, Sequence[Pair]] = MappingProxyType({}),
    contradict: Callable[[int, int], bool] = lambda _left, _right: False,
) -> Clustering:
    """Join mentions until no two clusters that may be joined have a mean probability of `surely` or more.

    Args:
        count: how many mentions there are; they are 0..count - 1.
        probabilities: that two mentions are one event, 0..1, of the pairs that were read, either way round.
        surely: mean probability from which two clusters are joined, 0..1.
        perhaps: mean probability of the pairs that were read from which two clusters are linked instead, 0..1.
        unread: what stands for the pairs of two clusters that were not read, 0..1, in the mean that decides about joining.
        together: pairs that are one event, whatever else is said: decided by hand.
        apart: pairs that never are, unless they are of `together`.
        chains: by document, causes with their effects: what so leads to another, also through others, is never joined with it.
        contradict: whether two mentions cannot be one event; clusters that hold such two are never joined.
    """
    state = _Agglomeration(probabilities, unread=unread, apart=apart, chains=chains, contradict=contradict)
    for left, right in sorted(map(_ordered, together)):
        state.join_by_hand(left, right)
    state.join_all(surely)
    clusters = sorted(tuple(sorted(members)) for members in state.members_of(count))
    place = {member: number for number, members in enumerate(clusters) for member in members}
    doubtful = sorted(
        (Link(*_ordered((place[left], place[right])), probability) for left, right, probability in state.linked(perhaps)),
        key=lambda link: (link.left, link.right),
    )
    return Clustering(tuple(clusters), tuple(doubtful))


# Private


def _ordered(pair: Pair) -> Pair:
    return (pair[0], pair[1]) if pair[0] <= pair[1] else (pair[1], pair[0])


@dataclass(slots=True)
class _Between:
    """The pairs between two clusters that were read: the sum of their probabilities, and how many they are."""

    total: float = 0.0
    read: int = 0

    def mean(self, pairs: int, unread: float) -> float:
        """Return the mean; where not all pairs were read, one that counts as unread is among them."""
        further = min(1, pairs - self.read)
        return (self.total + unread * further) / (self.read + further)


@dataclass(slots=True)
class _Agglomeration:
    """Clusters in the making. A cluster is known by its smallest mention, so that equal input gives equal names."""

    probabilities: Mapping[Pair, float]
    unread: float
    apart: Iterable[Pair]
    chains: Mapping[str, Sequence[Pair]]
    contradict: Callable[[int, int], bool]
    _cluster_of: dict[int, int] = field(default_factory=dict)
    _told_in: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    _members: dict[int, list[int]] = field(default_factory=dict)
    _between: defaultdict[int, dict[int, _Between]] = field(default_factory=lambda: defaultdict(dict))
    _apart: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for left, right in sorted(map(_ordered, self.probabilities)):
            told = self.probabilities.get((left, right))
            between = _Between(self.probabilities[right, left] if told is None else told, 1)
            self._between[left][right] = self._between[right][left] = between
        for left, right in self.apart:
            self._apart[left].add(right)
            self._apart[right].add(left)
        for document, links in self.chains.items():
            for place in {place for link in links for place in link}:
                self._told_in[place].add(document)

    def join_by_hand(self, left: int, right: int) -> None:
        """Join the clusters of two mentions, also those that are apart for another reason."""
        first, second = self._name_of(left), self._name_of(right)
        if first != second:
            self._apart[first].discard(second)
            self._apart[second].discard(first)
            self._join(first, second)

    def join_all(self, surely: float) -> None:
        """Join the nearest two clusters again and again, as long as they are near enough; ties go to the smallest mentions."""
        heap = [(-self._mean(left, right), left, right) for left, others in self._between.items() for right in others if left < right]
        heap = [entry for entry in heap if -entry[0] >= surely]
        heapq.heapify(heap)
        while heap:
            near, left, right = heapq.heappop(heap)
            if right not in self._between.get(left, {}) or right in self._apart[left] or -near != self._mean(left, right):
                continue  # one of them has gone or grown since
            if self._lead(left, right) or self._contradict(left, right):
                continue
            self._join(left, right)
            for other in self._between[left]:
                if (mean := self._mean(left, other)) >= surely:
                    heapq.heappush(heap, (-mean, *_ordered((left, other))))

    def linked(self, perhaps: float) -> list[tuple[int, int, float]]:
        """Return the pairs of clusters that may be one, each by a mention, with the mean of what was read of them."""
        return [
            (left, right, between.total / between.read)
            for left, others in self._between.items()
            for right, between in others.items()
            if left < right and right not in self._apart[left] and between.total / between.read >= perhaps
            if not self._lead(left, right) and not self._contradict(left, right)
        ]

    def members_of(self, count: int) -> list[list[int]]:
        """Return the mentions of each cluster, those of one mention included."""
        gone = {member for members in self._members.values() for member in members}
        return [*self._members.values(), *([number] for number in range(count) if number not in gone)]

    # Private

    def _name_of(self, mention: int) -> int:
        return self._cluster_of.get(mention, mention)

    def _lead(self, left: int, right: int) -> bool:
        """Tell whether one of two clusters leads to the other by what one document states."""
        for document in self._told_in[left] & self._told_in[right]:
            after: defaultdict[int, set[int]] = defaultdict(set)
            for cause, effect in self.chains[document]:
                after[self._name_of(cause)].add(self._name_of(effect))
            if right in _reached(after, left) or left in _reached(after, right):
                return True
        return False

    def _contradict(self, left: int, right: int) -> bool:
        """Tell whether a mention of one cluster contradicts one of the other."""
        return any(self.contradict(one, other) for one in self._members.get(left, [left]) for other in self._members.get(right, [right]))

    def _size(self, name: int) -> int:
        return len(self._members.get(name, (name,)))

    def _mean(self, left: int, right: int) -> float:
        return self._between[left][right].mean(self._size(left) * self._size(right), self.unread)

    def _join(self, left: int, right: int) -> None:
        """Let the cluster with the smaller name take in the other."""
        left, right = _ordered((left, right))
        self._members[left] = sorted([*self._members.pop(left, [left]), *self._members.pop(right, [right])])
        self._cluster_of |= dict.fromkeys(self._members[left], left)
        self._told_in[left] |= self._told_in.pop(right, set())
        for other, between in sorted(self._between.pop(right, {}).items()):
            self._between[other].pop(right)
            if other != left:
                known = self._between[left].get(other, _Between())
                both = _Between(known.total + between.total, known.read + between.read)
                self._between[left][other] = self._between[other][left] = both
        for other in self._apart.pop(right, set()):
            self._apart[other].discard(right)
            if other != left:
                self._apart[left].add(other)
                self._apart[other].add(left)


def _reached(after: Mapping[int, Iterable[int]], start: int) -> set[int]:
    """Return all that a cluster leads to."""
    reached: set[int] = set()
    waiting = [start]
    while waiting:
        new = set(after.get(waiting.pop(), ())) - reached
        reached |= new
        waiting.extend(new)
    return reached
