"""What chat models have answered, kept in a SQLite file under a hash of all that they were told: the same call is never paid twice.

Only replies that were validated are kept. Several processes may share the file.
"""

import json
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from cckg.core.chat import Kept, Usage
from cckg.core.errors import StoreError


class AnswerFile:
    """Replies by key; an `Answers`. Threads may share it."""

    def __init__(self, path: Path) -> None:
        """Open the file, making it and its folder where they are not there.

        Raises:
            StoreError: if it cannot be used.
        """
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

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    # Private

    def _run(self, statement: str, rows: Sequence[Sequence[str]]) -> list[tuple[str, str, str]]:
        """Run a statement with each of the rows of values, in one transaction; return what the last found."""
        found: list[tuple[str, str, str]] = []
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
)
