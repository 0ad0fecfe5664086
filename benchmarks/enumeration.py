"""Check the engine's verdicts against the brute force of `benchmarks.groupings`: make bench-verdicts.

    python -m benchmarks.enumeration [--five]

All 50,625 groupings of four events, circles of causes among them; the 22,609 acyclic ones in which any group may be said to be enough;
with --five the 348,631 acyclic ones of five events, against the two extreme models. Printed are disagreements and numbers of verdicts.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from benchmarks.groupings import Grouping, acyclic_groupings, all_groupings, verdicts, with_grounds
from cckg.core.claims import Claim, Mention, Modality, Span
from cckg.core.evidence import Subgraph
from cckg.core.graph import Event, Polarity
from queries.causal import Removal, necessities

Disagreement = tuple[Grouping, int, int, str, str]
"""A grouping, cause and effect, the verdict of all models, and the engine's."""


def main(arguments: list[str]) -> None:
    """Check the groupings and print what was found; the exit status is 1 where the two disagree."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.enumeration", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--five", action="store_true", help="check five events as well")
    found = _checked("four events", all_groupings(4))
    found += _checked("four events, acyclic, with grounds", chain.from_iterable(map(with_grounds, acyclic_groupings(4))))
    if parser.parse_args(arguments).five:
        found += _checked("five events, acyclic", acyclic_groupings(5), extremes=True)
    for disagreement in found[:20]:
        print(*disagreement, sep="  ")
    sys.exit(1 if found else 0)


def disagreements(grouping: Grouping, *, counts: Counter[str], extremes: bool = False) -> Iterator[Disagreement]:
    """Yield where the engine disagrees with the models of a grouping, and count its verdicts; what no chain joins is undetermined."""
    gold = verdicts(grouping, extremes=extremes)
    graph = _subgraph(grouping)
    for cause in range(len(grouping)):
        others = [graph.events[_NAMES[effect]] for effect in range(len(grouping)) if effect != cause]
        for effect, told in necessities(Removal(graph, (graph.events[_NAMES[cause]],)), others).items():
            wanted = gold.get((cause, _NAMES.index(effect)), "undetermined")
            counts[told] += 1
            if told != wanted:
                yield grouping, cause, _NAMES.index(effect), wanted, told


# Private

_NAMES = "abcde"


def _checked(name: str, groupings: Iterable[Grouping], *, extremes: bool = False) -> list[Disagreement]:
    counts: Counter[str] = Counter()
    found: list[Disagreement] = []
    checked = 0
    for grouping in groupings:
        found += disagreements(grouping, counts=counts, extremes=extremes)
        checked += 1
    told = ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(counts.items()))
    print(f"{name}: {checked:,} groupings, {len(found)} disagreements; {told}", flush=True)
    return found


def _subgraph(grouping: Grouping) -> Subgraph:
    events = {name: Event(name, name, Polarity.OCCURRENCE) for name in _NAMES[: len(grouping)]}
    claims = tuple(
        _claim(_NAMES[member], _NAMES[effect], group=f"{effect} {way}", enough=enough)
        for effect, ways in enumerate(grouping)
        for way, enough in ways
        for member in range(len(grouping))
        if way >> member & 1
    )
    return Subgraph(events, claims, {})


def _claim(cause: str, effect: str, *, group: str, enough: bool) -> Claim:
    cause_mention, effect_mention = (Mention(Span(name, 0, 1), name, Polarity.OCCURRENCE) for name in (cause, effect))
    return Claim(
        id=f"{group} {cause}",
        document="d",
        chunk="d#0",
        cause_event=cause,
        effect_event=effect,
        cause=cause_mention,
        effect=effect_mention,
        cue=None,
        quote=Span(cause, 0, 1),
        modality=Modality.ASSERTED,
        confidence=1.0,
        extractor="gold",
        group=group,
        enough=enough,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
