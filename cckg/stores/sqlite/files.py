"""Recognises the files of a SQLite store of cckg without opening it as a database, and what SQLite lays beside them."""

from pathlib import Path

APPLICATION_ID = int.from_bytes(b"cckg", "big")
"""What SQLite keeps in the header of a store of cckg."""


def is_store_file(path: Path) -> bool:
    """Tell whether a file belongs to a SQLite store of cckg: the database, or its log, index or journal; False if it cannot be read.

    A store that was just begun says what it is in its log alone, until SQLite copies that over.
    """
    beside = next((ending for ending in _BESIDE if path.name.endswith(ending)), "")
    database = path.with_name(path.name.removesuffix(beside)) if beside else path
    try:
        return _says_so(database, at=0) or _says_so(database.with_name(f"{database.name}-wal"), at=_LOGGED)
    except (OSError, ValueError):
        return False


# Private

_BESIDE = ("-wal", "-shm", "-journal")
_DATABASE = b"SQLite format 3\0"
_LOGGED = 32 + 24  # of a log: its header, and that of the page that comes first, which of a new store is the database's first
_PLACE = 68  # of the application id in a database's first page


def _says_so(path: Path, *, at: int) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(at + _PLACE + 4)
    page = head[at:]
    return page.startswith(_DATABASE) and page[_PLACE:] == APPLICATION_ID.to_bytes(4, "big")
