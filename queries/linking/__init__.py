"""Question's phrase → events it means (event linking), ranked and verified.

In: phrases of a parsed question. Out: entries: events of the graph with cosine, CIS, contrast, and why they were kept or dropped.
"""

from queries.linking.entry import LinkedEvents, join_linked, link_events
from queries.linking.policy import POLICY
from queries.linking.ranking import EntryRanker, Weights
