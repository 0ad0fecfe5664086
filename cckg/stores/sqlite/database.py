"""A SQLite file of cckg: opened, recognised, brought to the current schema, read and written in transactions.

Every error of SQLite becomes a StoreError here. What the tables mean is left to the modules that send the statements.
"""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from cckg.core.errors import NoGraphError, StoreError
from cckg.stores.sqlite.files import APPLICATION_ID

Row: TypeAlias = tuple[Any, ...]  # as sqlite3 hands it over

MEMORY = ":memory:"
BUSY_SECONDS = 30.0  # how long another process's writing is waited for
# The script at index n leads from version n to n + 1 and ends by setting PRAGMA user_version.
MIGRATIONS = ("schema.sql", *(f"schema_{version}.sql" for version in range(2, 12)))


class Database:
    """An open SQLite database that holds a graph of cckg, at the newest schema; used from the thread that opened it."""

    def __init__(self, path: str, *, create: bool) -> None:
        """Open the file, or a new database in memory for ":memory:".

        Args:
            path: where the file is; with `create` its folder is made if need be.
            create: whether a graph that is not there yet is begun.

        Raises:
            StoreError: if it cannot be opened, is no graph of cckg, was written by a newer cckg, or is missing and not to be created.
        """
        self.path = path
        self._thread, self._closed = threading.get_ident(), False
        self._find(create=create)
        with self._translated():
            self._connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            with self._translated():
                self._recognise(create=create)
                self._prepare()
        except StoreError:
            self._connection.close()
            raise

    def rows(self, statement: str, *parameters: object) -> list[Row]:
        """Return all rows of a statement."""
        with self._translated():
            return self._connection.execute(statement, parameters).fetchall()

    def value(self, statement: str, *parameters: object) -> int:
        """Return the one number that a statement gives."""
        return int(self.rows(statement, *parameters)[0][0])

    def change(self, statement: str, *parameters: object) -> int:
        """Run a statement that writes, and return how many rows it changed."""
        with self._translated():
            return self._connection.execute(statement, parameters).rowcount

    def change_many(self, statement: str, parameters: Iterable[Row]) -> None:
        """Run a statement that writes, once for every row of parameters."""
        with self._translated():
            self._connection.executemany(statement, parameters)

    def writing(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which everything is written, or nothing if it raises; other processes' writing is waited for."""
        return self._transaction("BEGIN IMMEDIATE")

    def reading(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which all statements see the same state of the store."""
        return self._transaction("BEGIN")

    def damages(self) -> list[str]:
        """Return what SQLite's own checks find wrong: pages, references, full-text indexes; one sentence each."""
        found = [f"The file is damaged: {text}." for (text,) in self.rows("PRAGMA integrity_check") if text != "ok"]
        for table, _, parent, _ in self.rows("PRAGMA foreign_key_check"):
            found.append(f"An entry of {table} refers to an entry of {parent} that is missing.")
        with self._translated():
            unlike = [kind for kind in ("chunk", "event") if not self._passes(_INDEX_CHECK.format(kind=kind))]
        return found + [f"The full-text index of the {kind}s does not match their texts." for kind in unlike]

    def close(self) -> None:
        """Release the file; once it is released, nothing happens."""
        with self._translated():
            self._connection.close()
        self._closed = True

    # Private

    def _find(self, *, create: bool) -> None:
        """Make the folder, or refuse a path that is missing or is a folder."""
        if self.path == MEMORY:
            return
        path = Path(self.path)
        try:
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            exists, is_folder = path.exists(), path.is_dir()
        except OSError as error:
            raise StoreError(f"The folder of {self.path} cannot be used: {error.strerror}. Name another store.") from error
        if is_folder:
            raise StoreError(f"{self.path} is a folder. Name a file in it, such as {path / 'graph.db'}, with --store.")
        if not exists and not create:
            raise NoGraphError(self.path)

    def _recognise(self, *, create: bool) -> None:
        """Refuse a database of something else, of a newer cckg, or an empty one that is not to be begun."""
        ours = self.value("PRAGMA application_id") == APPLICATION_ID
        empty = self.value("SELECT count(*) FROM sqlite_schema") == 0
        version = self.value("PRAGMA user_version")
        if empty and not create:
            raise NoGraphError(self.path)
        if not ours and not empty:
            raise StoreError(f"{self.path} is a SQLite database of another program. Name another store.")
        if version > len(MIGRATIONS):
            raise StoreError(
                f"{self.path} was written by a newer cckg (schema {version}; this one knows {len(MIGRATIONS)}). "
                "Upgrade cckg, or name another store."
            )

    def _prepare(self) -> None:
        """Set how the connection works, and apply the migrations that are missing, each in one transaction."""
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._log_ahead()
        while self.value("PRAGMA user_version") < len(MIGRATIONS):
            with self.writing():
                version = self.value("PRAGMA user_version")  # another process may have been quicker
                for statement in _statements(version):
                    self._connection.execute(statement)

    def _log_ahead(self) -> None:
        """Switch a new file to write-ahead logging; while another process looks at the file SQLite refuses that without waiting."""
        deadline = time.monotonic() + BUSY_SECONDS
        while self.rows("PRAGMA journal_mode")[0][0] == "delete":
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return  # also where the file system cannot do it and the mode stays as it was

    def _passes(self, check: str) -> bool:
        """Run the check of a full-text index, which SQLite answers by raising."""
        try:
            self._connection.execute(check)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            return False
        return True

    @contextlib.contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with self._translated():
            self._connection.execute(begin)
            try:
                yield
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn what sqlite3 raises into a StoreError that says what to do; of a caller's bugs (ProgrammingError) two, the others pass."""
        try:
            yield
        except sqlite3.ProgrammingError as error:
            misused = _CLOSED if self._closed else _OF_ANOTHER_THREAD if threading.get_ident() != self._thread else None
            if misused is None:
                raise
            raise StoreError(misused.format(path=self.path)) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            raise StoreError(_SENTENCES.get(code, _OTHER).format(path=self.path, error=error)) from error
        except UnicodeEncodeError as error:
            raise StoreError(f"{error.object!r:.80} holds characters that are no Unicode text, so {self.path} cannot keep it.") from error


# Private

_INDEX_CHECK = "INSERT INTO {kind}_words ({kind}_words, rank) VALUES ('integrity-check', 1)"
_CLOSED = "{path} was closed already. Open it anew."
_OF_ANOTHER_THREAD = "{path} was opened in another thread, and can be used only there. Open one for each thread, or stay in that one."
_OTHER = "{path} cannot be used: {error}. Run `cckg doctor` to check it."
_UNREACHABLE = "{path} cannot be opened ({error}). Check that you may read and write in its folder, or name another store."
_SENTENCES = {
    sqlite3.SQLITE_PERM: _UNREACHABLE,
    sqlite3.SQLITE_CANTOPEN: _UNREACHABLE,
    sqlite3.SQLITE_BUSY: "{path} was kept locked by another process that writes to it. Wait until that has ended, then try again.",
    sqlite3.SQLITE_LOCKED: "{path} is locked by another process. Wait until that has ended, then try again.",
    sqlite3.SQLITE_READONLY: "{path} cannot be written: it or its folder is read-only. Change that, or name another store.",
    sqlite3.SQLITE_IOERR: "The disk of {path} failed ({error}). What was not finished was not kept; mend the disk, then try again.",
    sqlite3.SQLITE_FULL: "The disk of {path} is full. What was not finished was not kept; free some space, then try again.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged ({error}). Put a copy of it back, or ingest the documents into a new store with --store.",
    sqlite3.SQLITE_NOTADB: "{path} is not a SQLite database. Name another store.",
    sqlite3.SQLITE_CONSTRAINT: "{path} refused an entry ({error}); perhaps another process changed the graph meanwhile. Try again.",
}


def _statements(version: int) -> Iterator[str]:
    """Yield the statements of the script that leads from this version to the next; none from the newest."""
    for script in MIGRATIONS[version : version + 1]:
        statement = ""
        for line in files("cckg.stores.sqlite").joinpath(script).read_text(encoding="utf-8").splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""
