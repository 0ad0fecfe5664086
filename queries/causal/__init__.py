"""The causal core, pure functions on a sub-graph: worlds, but-for necessity, chains, interventions.

In: a `Subgraph` and events of it. Out: chains, verdicts, simulations. It knows `cckg.core` alone: no text, no store, no model.
"""

from queries.causal.bridges import chains_and_bridged, judge_and_bridged, paths_and_bridged
from queries.causal.cases import NOTHING, Given, Removal
from queries.causal.findings import common_causes
from queries.causal.interventions import UNBOUNDED, World, absence_of, following, opposite_contrast, simulate_absence
from queries.causal.necessity import judge, necessities
from queries.causal.support import resting_on
from queries.causal.traversal import chains, denials, paths_between
from queries.causal.worlds import reachable
