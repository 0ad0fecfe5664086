"""What decisions by hand come to: which mentions are one event whatever a reader says, and which never are.

A later decision wins over earlier ones that contradict it, also where it does so only through others. Mentions that are not in the graph
count: they may come back, and what was said of two by way of a third stands without it.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from cckg.core.decisions import Decision, DecisionKind


@dataclass(frozen=True, slots=True)
class Standing:
    """What holds by hand: groups of mentions that are one event, and pairs that never are, by their ids, in order."""

    together: tuple[tuple[str, ...], ...] = ()
    apart: tuple[tuple[str, str], ...] = ()


NOTHING = Standing()
"""Nobody has decided anything."""


def standing(decisions: Iterable[Decision]) -> Standing:
    """Return what decisions come to, given oldest first; what is undone does not apply."""
    found = _Constraints()
    for decision in reversed([one for one in decisions if not one.undone]):
        for left, right in decision.pairs():
            if decision.kind is DecisionKind.JOIN:
                found.join(left, right)
            else:
                found.part(left, right)
    groups = {tuple(sorted(group)) for group in found.groups.values()}
    return Standing(tuple(sorted(groups)), tuple(sorted(found.apart)))


# Private


@dataclass(slots=True)
class _Constraints:
    """Constraints that agree: whatever would contradict what is there already is left out."""

    groups: dict[str, set[str]] = field(default_factory=dict)
    apart: set[tuple[str, str]] = field(default_factory=set)
    _others: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def join(self, left: str, right: str) -> None:
        ours, theirs = self._group(left), self._group(right)
        if ours is theirs or any(not self._others[one].isdisjoint(theirs) for one in ours):
            return
        ours |= theirs
        self.groups |= dict.fromkeys(ours, ours)

    def part(self, left: str, right: str) -> None:
        if left != right and right not in self._group(left):
            self.apart.add((left, right))
            self._others[left].add(right)
            self._others[right].add(left)

    def _group(self, name: str) -> set[str]:
        return self.groups.get(name, {name})
