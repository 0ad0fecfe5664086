"""One graph, or one answer, for other programs and other eyes.

In: a sub-graph with its documents, an answer, a report. Out: HTML, JSON, GraphML, CSV, DOT, Mermaid, Cypher; the JSON that commands print;
queries and a style for Neo4j Browser.
"""

from cckg.export.answer import answer_page
from cckg.export.browser import AURA, browser_address, browser_answers, write_browser_files
from cckg.export.graph import FORMATS, export
from cckg.export.ledger import claims_payload, decision_payload, doubts_payload, ledger_entry_payload, merges_payload
from cckg.export.payloads import (
    Json,
    Payload,
    ask_payload,
    documents_payload,
    error_payload,
    extract_payload,
    failures_payload,
    forecast_payload,
    forget_payload,
    ingest_payload,
    match_payload,
    parse_payload,
    search_payload,
    stats_payload,
    walk_payload,
    whatif_payload,
)
