"""How many sources a verdict rests on: the fewest that would have to be wrong for it to fall, near copies of a text counted once.

That is the least cut over sources. It is found by judging anew without each of them, then without each two, and so on: whatever rule
decided, and whether a chain or a sentence on what would have been, it falls when what it rests on is gone. Pure functions.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, combinations

from cckg.core.evidence import Source, Subgraph, Verdict
from cckg.core.text import words
from queries.causal.worlds import reachable


def resting_on(subgraph: Subgraph, verdict: Verdict, judged: Callable[[Subgraph], Verdict]) -> tuple[Source, ...]:
    """Return the fewest sources without which a decided verdict would not be what it is.

    Args:
        subgraph: what was judged.
        verdict: what was judged of it; of one that is undetermined nothing is asked.
        judged: judges another sub-graph as that one was.

    Returns:
        One document of each source; none where more than three, or than are tried, would have to be wrong.
    """
    if verdict.leaning is None:
        return ()
    known = {**(subgraph.across.sources if subgraph.across else {}), **subgraph.sources}
    sources = _sources(subgraph, verdict)
    for tried, without in enumerate(chain.from_iterable(combinations(sources, size) for size in range(1, _MOST_SOURCES + 1))):
        if tried == _MOST_TRIES:
            break
        if judged(_left(subgraph, frozenset(chain.from_iterable(without)))).leaning != verdict.leaning:
            return tuple(known[source[0]] for source in without)
    return ()


# Private

_MOST_SOURCES = 3
_MOST_TRIES = 60
_ALIKE = 0.8  # share of the rows of three words of one text that stand in the other, from which both are one source
_ROW = 3


def _sources(subgraph: Subgraph, verdict: Verdict) -> list[tuple[str, ...]]:
    """Return the documents that tell what leads to the effect, near copies together, those that tell most of it first."""
    wider = subgraph.across or subgraph
    upward = [(claim.effect_event, claim.cause_event) for claim in wider.claims]
    ends = frozenset({verdict.effect.id}) | (verdict.bridge.ends if verdict.bridge else frozenset())
    above = reachable(upward, ends) | ends
    told: dict[str, set[tuple[str, ...]]] = {}
    for claim in (*wider.claims, *wider.untimely):
        if claim.effect_event in above:
            told.setdefault(claim.document, set()).update(_rows(claim.quote.text))
    found: list[list[str]] = []
    for document in sorted(told, key=lambda name: (-len(told[name]), name)):
        like = next((source for source in found if _are_copies(told[source[0]], told[document])), None)
        if like is None:
            found.append([document])
        else:
            like.append(document)
    return [tuple(source) for source in found]


def _rows(quote: str) -> Iterator[tuple[str, ...]]:
    said = words(quote)
    yield from (tuple(said[place : place + _ROW]) for place in range(max(1, len(said) - _ROW + 1)))


def _are_copies(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> bool:
    return len(one & other) >= _ALIKE * min(len(one), len(other))


def _left(subgraph: Subgraph, without: frozenset[str]) -> Subgraph:
    claims, untimely = (tuple(claim for claim in told if claim.document not in without) for told in (subgraph.claims, subgraph.untimely))
    return replace(subgraph, claims=claims, untimely=untimely, across=_left(subgraph.across, without) if subgraph.across else None)
