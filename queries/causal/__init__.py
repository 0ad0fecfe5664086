"""The causal core, pure functions on a sub-graph: worlds, but-for necessity, chains, interventions.

In: a `Subgraph` and events of it. Out: chains, verdicts, simulations. It knows `cckg.core` alone: no text, no store, no model.
"""

from queries.causal.cases import NOTHING, Given, Removal
from queries.causal.findings import common_causes
from queries.causal.interventions import UNBOUNDED, World, absence, contrast, following, simulate_absence
from queries.causal.necessity import judge, necessities
from queries.causal.traversal import chains, denials, paths_between
from queries.causal.worlds import reachable

__all__ = [
    "NOTHING",
    "UNBOUNDED",
    "Given",
    "Removal",
    "World",
    "absence",
    "chains",
    "common_causes",
    "contrast",
    "denials",
    "following",
    "judge",
    "necessities",
    "paths_between",
    "reachable",
    "simulate_absence",
]
