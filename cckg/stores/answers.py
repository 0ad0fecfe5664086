"""What chat models have answered, kept in a SQLite file under a hash of all that they were told: the same call is never paid twice.

Only replies that were validated are kept. Several processes may share the file.
"""

import json
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cckg.core.chat import Kept, Usage
from cckg.core.errors import StoreError


class AnswerFile:
    """Replies by key; an `Answers`. Threads may share it."""

    def __init__(self, path: Path) -> None:
        """Open the file, making it and its folder where they are not there; raise StoreError if it cannot be used."""
        self._path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
            for statement in _BEGIN:
                self._connection.execute(statement)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def get(self, keys: Sequence[str]) -> dict[str, Kept]:
        """Return what was kept under these keys; a key under which nothing was kept is left out."""
        found = self._run("SELECT key, reply, usage FROM answer WHERE key IN (SELECT value FROM json_each(?))", [(json.dumps(keys),)])
        return {key: Kept(reply, Usage(**json.loads(usage))) for key, reply, usage in found}

    def put(self, prompt: str, kept: Mapping[str, Kept]) -> None:
        """Keep validated replies by their keys, all or none; `prompt` is the prompt's name."""
        rows = [(key, prompt, one.reply, json.dumps(asdict(one.usage))) for key, one in kept.items()]
        self._run("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)", rows)

    def timed(self, model: str, prompt: str, seconds: float) -> None:
        """Remember how long a model took for a reply to a prompt of this name; the last hundred or so count."""
        self._run(_TIMED, [(model, prompt, seconds)])

    def seconds(self, model: str, prompt: str) -> float | None:
        """Return how long a model takes for such a reply, or else for any, on average; None if it was never asked."""
        [(alike, of_any)] = self._run(_SECONDS, [(model, prompt, model)])
        found: float | None = of_any if alike is None else alike
        return found

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    # Private

    def _run(self, statement: str, rows: Sequence[Sequence[str | float]]) -> list[tuple[Any, ...]]:
        """Run a statement with each of the rows of values, in one transaction; return what the last found."""
        found: list[tuple[Any, ...]] = []
        try:
            with self._lock, self._connection:
                self._connection.execute("BEGIN")
                for values in rows:
                    found = self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return found

    def _unusable(self, error: Exception) -> StoreError:
        return StoreError(
            f"The answers of chat models cannot be kept in {self._path}: {error}. "
            "Name another file with chat.answers, or take this one away: it only saves repeating calls."
        )


# Private

_BEGIN = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "CREATE TABLE IF NOT EXISTS answer "
    "(key TEXT PRIMARY KEY, prompt TEXT NOT NULL, reply TEXT NOT NULL, usage TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS pace "
    "(model TEXT NOT NULL, prompt TEXT NOT NULL, calls INTEGER NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (model, prompt)) "
    "STRICT, WITHOUT ROWID",
)
_TIMED = (
    "INSERT INTO pace VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE "
    "SET calls = calls + 1, seconds = seconds + (excluded.seconds - seconds) / min(calls + 1, 100)"
)
_SECONDS = (
    "SELECT (SELECT seconds FROM pace WHERE model = ? AND prompt = ?), (SELECT sum(calls * seconds) / sum(calls) FROM pace WHERE model = ?)"
)
