"""Where the stores under measurement stand: a SQLite file, or a Neo4j server that is started for the purpose and ends with it."""

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from cckg.settings import Neo4jSettings
from cckg.stores import GraphStore, open_store
from examples.neo4j.server import start
from examples.processes import free_port

NEO4J = "neo4j-"
"""What the names of Neo4j stores begin with; the rest is a version that `examples.neo4j.server` knows."""

STORES = ("sqlite", "neo4j-5.26", "neo4j-2026")

_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Memory:
    """What a Neo4j server is given, as its settings spell it, such as 4g."""

    heap: str
    page_cache: str


@dataclass(frozen=True, slots=True)
class Place:
    """An empty store that can be opened again and again, and what it is made of.

    `disk_mb` tells the megabytes of the data and of the write-ahead or transaction logs; `server` is a process id.
    """

    made_of: str
    open: Callable[[], GraphStore]
    disk_mb: Callable[[], dict[str, float]]
    server: int | None = None


@contextmanager
def placed(store: str, folder: Path, memory: Memory) -> Iterator[Place]:
    """Have an empty store of one of the kinds of STORES in a folder, until the end of the context."""
    if store.startswith(NEO4J):
        server = start(
            store.removeprefix(NEO4J),
            folder,
            free_port(),
            secrets.token_hex(),
            heap=memory.heap,
            settings={"server.memory.pagecache.size": memory.page_cache},
        )
        login = Neo4jSettings(password=SecretStr(server.password))
        made_of = f"Neo4j {server.version}, heap {memory.heap}, page cache {memory.page_cache}"
        try:
            yield Place(
                made_of,
                lambda: open_store(server.url, neo4j=login),
                lambda: {"data": _size_mb(folder / "data" / "databases"), "log": _size_mb(folder / "data" / "transactions")},
                server.pid,
            )
        finally:
            server.kill()
    else:
        path = folder / "graph.db"
        yield Place(
            f"SQLite {sqlite3.sqlite_version}",
            lambda: open_store(str(path)),
            lambda: {"data": _size_mb(path), "log": _size_mb(path.with_name("graph.db-wal"))},
        )


def memory_mb(process: int | None = None) -> int | None:
    """Return the resident memory of a process, or of this one, where the system tells it."""
    status = Path(f"/proc/{process or 'self'}/status")
    if not status.exists():
        return None
    kilobytes = next(line.split()[1] for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmRSS:"))
    return round(int(kilobytes) * 1024 / _MB)


# Private


def _size_mb(path: Path) -> float:
    """Return the size of a file, or of all files in a folder; 0 if it is not there."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return round(sum(file.stat().st_size for file in files) / _MB, 1)
