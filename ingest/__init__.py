"""Documents → graph: load, chunk, read, decide identity, store; one document is one transaction.

In: paths and a store. Out: an `IngestReport`, or a `Forecast` of what it would do. Killed at any point, the next run goes on.
`Ledger` corrects by hand what was decided, `replay` proves that the graph is what its ledger says.
"""

from ingest.context import IngestContext
from ingest.coreference import settle_events
from ingest.forecast import forecast_paths
from ingest.ledger import Ledger
from ingest.pipeline import ingest_paths
from ingest.priors import complete_priors
from ingest.replaying import Replay, replay
from ingest.report import Failure, Forecast, IngestReport, UpgradeReport
from ingest.upgrading import upgrade_identity
