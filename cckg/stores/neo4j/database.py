"""A Neo4j database of cckg: reached, recognised, read and written in managed transactions that are repeated when the server asks for it.

Every error of the driver becomes a StoreError here. What the nodes mean is left to the modules that send the statements.
"""

import contextlib
import logging
import re
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, LiteralString, TypeAlias, TypeVar
from urllib.parse import urlsplit

import neo4j
from neo4j.exceptions import ConfigurationError, DriverError, IncompleteCommit, Neo4jError

import cckg
from cckg.core.errors import InputError, StoreError

logging.getLogger("neo4j").addHandler(logging.NullHandler())  # what it would print is raised as well, and becomes one sentence

Result = TypeVar("Result")
Row: TypeAlias = list[Any]  # the values of a record, as the driver hands them over

OLDEST = (5, 26)
"""The oldest server version that is supported; what 5.26 LTS can do, every later one can."""

SEARCH_CLAUSE = (2026, 1)
"""From this version on a vector index is searched by the SEARCH clause, with a filter inside the index."""

RETRY_SECONDS = 60.0
"""How long a transaction is repeated while the server is starting, electing a leader or resolving a deadlock."""

CONNECT_SECONDS = 10.0
"""How long a server may take to accept a connection, and to say that it is a Neo4j server."""

WRITES: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) RETURN g.version"
HOLD_WRITERS: LiteralString = "MATCH (g:_Graph {id: 'cckg'}) SET g.version = g.version"  # they all set it first, and so wait
BATCH = 1000  # rows of one statement: with an embedding each about 3.5 MB on the wire


class Transaction:
    """One transaction; statements are constants, values go as parameters."""

    def __init__(self, transaction: neo4j.ManagedTransaction) -> None:
        self._transaction = transaction

    def rows(self, statement: LiteralString, **parameters: object) -> list[Row]:
        """Return all records of a statement, each as the list of its values."""
        return self._transaction.run(statement, parameters).values()

    def change(self, statement: LiteralString, **parameters: object) -> int:
        """Run a statement that returns one number, how much it changed, and return that number."""
        return int(self.rows(statement, **parameters)[0][0])

    def change_many(self, statement: LiteralString, rows: Sequence[object], **parameters: object) -> int:
        """Run a statement that returns one number over `$rows`, in batches, and return the sum of the numbers."""
        batches = (rows[start : start + BATCH] for start in range(0, len(rows), BATCH))
        return sum(self.change(statement, rows=batch, **parameters) for batch in batches)


class Database:
    """An open database on a Neo4j server or cluster; used from the thread that opened it."""

    def __init__(self, url: str, *, username: str, password: str | None, database: str | None) -> None:
        """Reach the server and find out its version.

        Args:
            url: neo4j://HOST[:PORT][/DATABASE], or bolt, +s, +ssc; a database in it wins over `database`.
            username: who logs in, if there is a password.
            password: None where the server asks for none.
            database: None for the one that is the user's home.

        Raises:
            InputError: for a URL that holds a password or cannot be understood.
            StoreError: if the server cannot be reached, refuses, is too old, or has no such database.
        """
        address, in_url = _split(url)
        self._database = in_url or database
        self.url = f"{address}/{self._database}" if self._database else address
        self._username = username
        self._is_anonymous = not password
        self._writes: list[Row] | None = None
        if self._database == "system":
            raise StoreError(f"{self.url}: the database 'system' keeps users, and no graph. Name another one with NEO4J_DATABASE.")
        with self._translated():
            self._driver = neo4j.GraphDatabase.driver(
                address,
                auth=(username, password) if password else None,
                user_agent=f"cckg/{cckg.__version__}",
                max_transaction_retry_time=RETRY_SECONDS,
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=2 * CONNECT_SECONDS,
                notifications_min_severity="OFF",
                telemetry_disabled=True,
            )
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()  # on a cluster, a read sees what was written before it
        try:
            with self._translated():
                self._driver.verify_connectivity()  # at once, where a transaction would be tried again for a minute
            self.version = _version(self.read(_COMPONENTS)[0][0])
            if self.version < OLDEST:
                raise StoreError(
                    f"{self.url} is Neo4j {_dotted(self.version)}, which is too old: cckg needs {_dotted(OLDEST)} or newer. "
                    "Upgrade the server, or name another store."
                )
        except StoreError:
            self._driver.close()
            raise

    @property
    def has_search_clause(self) -> bool:
        """Tell whether vector indexes are searched by the SEARCH clause, not by the procedure."""
        return self.version >= SEARCH_CLAUSE

    def read(self, statement: LiteralString, **parameters: object) -> list[Row]:
        """Return all records of one reading statement, each as the list of its values."""
        return self.reading(lambda transaction: transaction.rows(statement, **parameters))

    def reading(self, work: Callable[[Transaction], Result]) -> Result:
        """Return what `work` reads of one state of the graph; it may not write, and may be repeated.

        A transaction of Neo4j sees what others commit while it lasts. So the counter of writes is read in its end, and all is read again
        where it has moved since the last reading; if the graph is written to all the time, the writers have to wait in the end.
        """
        for _ in range(_READINGS):
            try:
                return self._managed(neo4j.READ_ACCESS, partial(self._undisturbed, work))
            except _DisturbedError:
                time.sleep(_PAUSE_S)
        return self.alone(work)

    def alone(self, work: Callable[[Transaction], Result]) -> Result:
        """Return what `work` reads while all writers wait; what one of them was committing is there with all that it brings."""
        try:
            return self._managed(neo4j.WRITE_ACCESS, partial(_holding_writers, work))
        except StoreError as error:
            if code_of(error) not in _MAY_NOT_WRITE:
                raise
        return self._managed(neo4j.READ_ACCESS, work)

    def writing(self, work: Callable[[Transaction], Result]) -> Result:
        """Return what `work` returns once all that it wrote is kept; nothing is if it raises. It may be repeated, even once kept."""
        self._writes = None
        return self._managed(neo4j.WRITE_ACCESS, work)

    def define(self, statement: LiteralString, **parameters: object) -> None:
        """Create a constraint or an index if it is absent; if another process creates it at this moment, that is as good."""
        try:
            self.writing(lambda transaction: transaction.rows(statement, **parameters))
        except StoreError as error:
            if code_of(error) not in _EXISTS:
                raise

    def close(self) -> None:
        """Release the connections."""
        self._driver.close()

    # Private

    def _managed(self, access: str, work: Callable[[Transaction], Result]) -> Result:
        """Do the work in a transaction; where the connection broke in mid-commit, nobody knows whether it is kept, so it is done again."""
        with self._translated(), self._session(access) as session:
            execute = session.execute_read if access == neo4j.READ_ACCESS else session.execute_write
            for _ in range(_COMMITS):
                with contextlib.suppress(IncompleteCommit):
                    return execute(lambda transaction: work(Transaction(transaction)))
            return execute(lambda transaction: work(Transaction(transaction)))

    def _undisturbed(self, work: Callable[[Transaction], Result], transaction: Transaction) -> Result:
        """Return what `work` reads, or raise _DisturbedError if the graph was written to since the last reading."""
        try:
            result = work(transaction)
        except UnicodeEncodeError:  # of what was asked for
            raise
        except (KeyError, TypeError, ValueError) as error:  # of what is deleted in mid-reading there is nothing but nulls
            raise _DisturbedError from error
        before, self._writes = self._writes, transaction.rows(WRITES)
        if before not in (None, self._writes):
            raise _DisturbedError
        return result

    def _session(self, access: str) -> neo4j.Session:
        return self._driver.session(
            database=self._database, default_access_mode=access, bookmark_manager=self._bookmarks, fetch_size=_FETCH
        )

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn what the driver raises into a StoreError that says what to do."""
        try:
            yield
        except Neo4jError as error:
            raise StoreError(self._sentence(error.code or "", error.message or str(error))) from error
        except ConfigurationError as error:
            raise InputError(f"{self.url} is no usable address: {_first_line(error)}. Name the store as neo4j://HOST:PORT.") from error
        except DriverError as error:
            raise StoreError(_unreachable(self.url, _innermost(error))) from error
        except UnicodeEncodeError as error:
            raise StoreError(f"{error.object!r:.80} holds characters that are no Unicode text, so {self.url} cannot keep it.") from error

    def _sentence(self, code: str, message: str) -> str:
        found = next((sentence for beginning, sentence in _SENTENCES.items() if code.startswith(beginning)), _OTHER)
        found = _NO_PASSWORD if found == _LOGIN and self._is_anonymous else found
        return found.format(url=self.url, user=self._username, database=self._database, error=_first_line(message))


def code_of(error: StoreError) -> str | None:
    """Return the server's status code below an error, if it is an answer of the server."""
    return error.__cause__.code if isinstance(error.__cause__, Neo4jError) else None


# Private

_COMPONENTS: LiteralString = "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]"
_FETCH = 5000  # records per round trip
_READINGS = 4  # tries to read one state of the graph
_PAUSE_S = 0.05  # between them: a commit takes some milliseconds, during which parts of it can be seen
_COMMITS = 2  # tries to commit of which nobody may know how they ended
_MAY_NOT_WRITE = (
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
    "Neo.ClientError.Security.Forbidden",
)
_EXISTS = (
    "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
    "Neo.ClientError.Schema.ConstraintAlreadyExists",
    "Neo.ClientError.Schema.IndexAlreadyExists",
)

_UNREACHABLE = (
    "{url} cannot be reached ({error}). What was not finished was not kept. Start the server (`make neo4j`, or docker compose up), "
    "or name another store."
)
_NO_TLS = "{url} did not answer with TLS ({error}). If the server has none, name the store as {other}."
_NO_ANSWER = (
    "{url} cannot be reached ({error}). What was not finished was not kept. Start the server (`make neo4j`, or docker compose up); if it "
    "asks for TLS, name the store as {other}."
)
_UNTRUSTED = (
    "{url} has a certificate that is not trusted here ({error}). If the server signed it itself, and you trust the network, name the store "
    "as {other}."
)
_READ_ONLY = "{url} cannot be written: the database is read-only. Change that on the server, or name another store."
_FORBIDDEN = (
    "{url} does not let the user {user!r} do this ({error}). Grant the rights that docs/how-to/neo4j.md lists, or set NEO4J_USERNAME and "
    "NEO4J_PASSWORD to another user's."
)
_LOGIN = "{url} refused the user {user!r} with this password. Set NEO4J_USERNAME and NEO4J_PASSWORD, in the environment or in .env."
_NOT_SEARCHED = "{url} could not search ({error}). Give the command again: it creates indexes that are absent. `cckg doctor` checks them."
_NO_PASSWORD = "{url} asks for a password. Set NEO4J_USERNAME and NEO4J_PASSWORD, in the environment or in .env."  # noqa: S105
_OTHER = "{url} cannot be used: {error}. Run `cckg doctor` to check it."
_SENTENCES = {  # by the beginning of the server's status code
    "Neo.ClientError.Security.Unauthorized": _LOGIN,
    "Neo.ClientError.Security.CredentialsExpired": "{url}: the password of {user!r} must be changed first. Do that in Neo4j Browser.",
    "Neo.ClientError.Security.AuthenticationRateLimit": "{url} was given wrong passwords too often. Wait a few seconds, then try again.",
    "Neo.ClientError.Security": _FORBIDDEN,
    "Neo.ClientError.Database.DatabaseNotFound": "{url}: there is no database {database!r}. Name another one with NEO4J_DATABASE.",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase": _READ_ONLY,
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase": _READ_ONLY,
    "Neo.ClientError.Statement.AccessMode": _READ_ONLY,
    "Neo.ClientError.Schema.ConstraintValidationFailed": (
        "{url} refused an entry ({error}); perhaps another process changed the graph meanwhile. Try again."
    ),
    "Neo.ClientError.Procedure.ProcedureCallFailed": _NOT_SEARCHED,
    "Neo.ClientError.Schema.IndexNotFound": _NOT_SEARCHED,
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": (
        "{url} has too little memory for this ({error}). Give the server more heap (docs/how-to/neo4j.md), then try again."
    ),
    "Neo.TransientError": "{url} is busy ({error}). What was not finished was not kept; try again.",
}


def _split(url: str) -> tuple[str, str | None]:
    """Return the address that the driver takes, and the database that the URL's path names, if any."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InputError(f"{url!r} is no usable address: {error}. Name the store as neo4j://HOST:PORT.") from error
    if parts.username is not None or parts.password is not None:
        raise InputError(
            "A store's URL must not hold a user or password. Set NEO4J_USERNAME and NEO4J_PASSWORD, in the environment or in .env."
        )
    if not parts.hostname:
        raise InputError(f"{url!r} names no server. Name the store as neo4j://HOST:PORT.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    database = parts.path.strip("/")
    if not re.fullmatch(r"[\w.-]*", database) or parts.fragment:
        raise InputError(f"{url!r} names no database. Name the store as neo4j://HOST:PORT/DATABASE.")
    query = f"?{parts.query}" if parts.query else ""  # a routing context
    return f"{parts.scheme}://{host}:{port or 7687}{query}", database or None


class _DisturbedError(Exception):
    """The graph was written to while it was read."""


def _holding_writers(work: Callable[[Transaction], Result], transaction: Transaction) -> Result:
    transaction.rows(HOLD_WRITERS)
    return work(transaction)


def _version(found: str) -> tuple[int, int]:
    """Read "5.26.16", "2026.09.0" or "5.27-aura"."""
    numbers = re.match(r"(\d+)\.(\d+)", found)
    return (int(numbers.group(1)), int(numbers.group(2))) if numbers else (0, 0)


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))


def _first_line(error: object) -> str:
    lines = str(error).splitlines() or [type(error).__name__]
    return lines[0].rstrip(".")


def _unreachable(url: str, cause: BaseException) -> str:
    """Say why a server could not be spoken to, and what to do about it."""
    scheme, _, place = url.partition("://")
    protocol, _, security = scheme.partition("+")
    sentence, error, other = _UNREACHABLE, cause.strerror or cause if isinstance(cause, OSError) else cause, protocol
    if isinstance(cause, ssl.SSLCertVerificationError):
        sentence, error, other = _UNTRUSTED, cause.verify_message, f"{protocol}+ssc"
    elif isinstance(cause, ssl.SSLError):
        sentence, error = _NO_TLS, cause.reason or error
    elif not security and "handshake" in str(cause):
        sentence, other = _NO_ANSWER, f"{protocol}+s"
    return sentence.format(url=url, error=_first_line(error), other=f"{other}://{place}")


def _innermost(error: BaseException) -> BaseException:
    """Return what the operating system or the driver's lowest layer said, which the driver hides below errors of its own."""
    below = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error.__cause__
    return error if below is None or isinstance(error, OSError) else _innermost(below)
