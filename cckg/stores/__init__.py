"""Where the causal graph is kept.

In: a URL, and values of `cckg.core`. Out: a `GraphStore`, the one protocol that SQLite and Neo4j both keep.
`open_store` opens one, `copy_graph` brings one graph into another store; `AnswerFile` keeps what chat models answered.
"""

from cckg.stores.answers import AnswerFile
from cckg.stores.base import Fingerprint, GraphStore, Hit, Mentioning, Searchable, Stats
from cckg.stores.copying import CopyReport, copy_graph
from cckg.stores.opening import open_store
from cckg.stores.sqlite import is_store_file
