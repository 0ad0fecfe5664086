"""The graph in one SQLite file, the default: `SqliteStore` keeps the protocol of `cckg.stores`; vectors are searched in memory."""

from cckg.stores.sqlite.files import is_store_file
from cckg.stores.sqlite.store import SqliteStore
