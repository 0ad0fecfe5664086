"""How well documents support a link of cause and effect, a chain, and a cause: shares from 0 to 1.

The strength of a link is how right a link that the built-in roles read has proved to be, by how many documents assert, hedge and deny it:
a logistic function, calibrated on made-up worlds, where a link that a world leaves open counts as half right (`benchmarks.fit_strength`).
That of a chain is the product of its links', as if they were read rightly or wrongly independently; that of a cause for an effect is that
of the strongest chain between them. It says nothing of how much of the effect is due to the cause. CIS and contrast have no part in it
until a scorer has run.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from cckg.core.evidence import Subgraph
from cckg.core.graph import CausalEdge

FEATURES = ("asserted", "hedged only", "denied")
"""What a link's strength is computed from; see `features`."""

Strengths = Mapping[tuple[str, str], float]
"""The strength of each followed link, by (cause, effect)."""


def features(edge: CausalEdge) -> tuple[float, float, float]:
    """Return the doublings of the documents that assert a link, 1 if it is only hedged, and the doublings of 1 + those that deny it."""
    return math.log2(max(1, edge.asserted)), float(edge.asserted == 0), math.log2(1 + edge.denied)


def link_strength(edge: CausalEdge) -> float:
    """Return the strength of a link, 0..1; 0 for one that is only denied."""
    if not edge.followed:
        return 0.0
    total = _BIAS + sum(weight * value for weight, value in zip(_WEIGHTS, features(edge), strict=True))
    return 1 / (1 + math.exp(-total))


def strengths(subgraph: Subgraph) -> Strengths:
    """Return the strengths of all followed links of a sub-graph."""
    return {(edge.cause, edge.effect): link_strength(edge) for edge in subgraph.edges() if edge.followed}


def chain_strength(path: Sequence[str], links: Strengths) -> float:
    """Return the strength of a chain from the ids of its events, cause first."""
    return math.prod(links[link] for link in pairwise(path))


# Private

_BIAS = 1.410
_WEIGHTS = (1.146, -1.637, -1.502)  # in the order of FEATURES
