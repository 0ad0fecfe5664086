"""What chat models have answered, kept in a SQLite file under a hash of all that they were told: the same call is never paid twice.

Only replies that were validated are kept. Several processes may share the file.
"""

import json
import sqlite3
import threading
from contextlib import closing
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

    def get(self, key: str) -> Kept | None:
        """Return what was kept under a key."""
        found = self._rows("SELECT reply, usage FROM answer WHERE key = ?", key)
        return Kept(found[0][0], Usage(**json.loads(found[0][1]))) if found else None

    def put(self, key: str, prompt: str, kept: Kept) -> None:
        """Keep a validated reply; `prompt` is the prompt's name."""
        self._rows("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)", key, prompt, kept.reply, json.dumps(asdict(kept.usage)))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    # Private

    def _rows(self, statement: str, *values: str) -> list[tuple[str, str]]:
        try:
            with self._lock, closing(self._connection.execute(statement, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from error

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
