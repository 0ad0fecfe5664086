"""Finds documents and reads their text. A document that cannot be read becomes an `UnreadableDocumentError`, and the others go on.

Plain text and Markdown are the file itself, decoded: nothing is stripped or translated, so offsets are characters of the file. Only a byte
order mark is left out, and NUL characters and lone surrogates become U+FFFD, one for one. HTML, DOCX and PDF are converted by markitdown.
Logs (`.log`) are not read: they are not prose. Chunking and storing are left to others.
"""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cckg.core.claims import Document
from cckg.core.errors import InputError, UnreadableDocumentError
from cckg.stores import is_store_file
from ingest.loading.conversion import read_docx, read_html, read_pdf
from ingest.loading.decoding import SourceFile, decode, first_heading, make_document, too_large
from ingest.loading.front_matter import title_of
from ingest.loading.rows import read_csv_rows, read_json_rows


def find_documents(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Find the documents among files and in folders, sub-folders included.

    Hidden files and folders are passed over unless given themselves; a folder that links lead to twice is read once.

    Returns:
        The documents, sorted by path, each file once; and what was skipped in folders because it is not supported or cannot be opened,
        but for cckg's own stores.

    Raises:
        InputError: if a path does not exist, cannot be opened, or is a file of an unsupported kind; if there is no document at all.
    """
    found: dict[Path, Path] = {}
    skipped: set[Path] = set()
    for path in paths:
        if stat.S_ISDIR(_mode(path)):
            for file in _walk(path):
                if _is_document(file):
                    found.setdefault(file.resolve(), file)
                elif not is_store_file(file):
                    skipped.add(file)
        elif _is_document(path):
            found[path.resolve()] = path
        else:
            raise InputError(f"{path} is not a kind of document that cckg reads; it reads {_SUPPORTED}.")
    if not found:
        searched = ", ".join(str(path) for path in paths) or "no path"
        raise InputError(
            f"No document was found in {searched}: cckg reads {_SUPPORTED}. Files and folders with a leading dot are passed over."
        )
    return sorted(found.values(), key=Path.as_posix), sorted(skipped, key=Path.as_posix)


def load(path: Path, *, max_bytes: int) -> Iterator[Document | UnreadableDocumentError]:
    """Read the documents of one file: one, or one for each row of JSON Lines and CSV.

    A row has the fields `text`, `id` and `title`, all else is metadata; its uri is `file#id`, or `file#number` of the row without an id.

    Args:
        path: A file that `find_documents` returned.
        max_bytes: A larger file is not read at all, and a document with more text (as UTF-8) is refused.

    Yields:
        Documents, and for each one that cannot be read an error with its uri and the reason. Nothing is raised for a bad document.
    """
    media_type, read = _KINDS[path.suffix.lower()]
    file = SourceFile(uri_of(path), media_type, max_bytes)
    try:
        yield from read(file, _bytes(path, file))
    except UnreadableDocumentError as error:
        yield error


def uri_of(path: Path) -> str:
    """Return the path relative to the working folder where it lies inside, else absolute; links are not followed."""
    absolute, here = Path(os.path.abspath(path)), Path.cwd()  # noqa: PTH100 - resolve() would follow links
    shown = absolute.relative_to(here) if absolute.is_relative_to(here) else absolute
    return os.fsencode(shown.as_posix()).decode("utf-8", errors="replace")


# Private


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except FileNotFoundError as error:
        raise InputError(f"{path} does not exist. Give files or folders that do.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}.") from error


def _is_document(path: Path) -> bool:
    try:
        return path.suffix.lower() in _KINDS and stat.S_ISREG(path.stat().st_mode)
    except OSError:  # a broken link, or a folder that may be listed but not entered: reported as skipped
        return False


def _walk(folder: Path) -> Iterator[Path]:
    """Yield every file that is not hidden, and every folder that cannot be listed; linked folders come last, so real paths win."""
    seen: set[Path] = set()
    refused: list[OSError] = []
    roots = [folder]
    for root in roots:
        for parent, folders, files in os.walk(root, onerror=refused.append):
            real = Path(parent).resolve()
            folders[:] = [] if real in seen else [name for name in folders if not name.startswith(".")]
            if real not in seen:
                roots += [path for path in (Path(parent, name) for name in folders) if path.is_symlink()]
                yield from (Path(parent, name) for name in files if not name.startswith("."))
            seen.add(real)
    yield from (Path(error.filename) for error in refused)


def _bytes(path: Path, file: SourceFile) -> bytes:
    try:
        size = path.stat().st_size
        if size > file.max_bytes:
            raise file.unreadable(too_large("is", size, file.max_bytes))
        return path.read_bytes()
    except OSError as error:
        raise file.unreadable(f"cannot be opened: {error.strerror}") from error


def _plain(file: SourceFile, raw: bytes) -> Iterator[Document]:
    text, encoding = decode(file, raw)
    title = title_of(text) or (first_heading(text) if file.media_type == "text/markdown" else "")
    yield make_document(file, text, title=title, metadata=[] if encoding == "utf-8" else [("encoding", encoding)])


_Reader = Callable[[SourceFile, bytes], Iterator[Document | UnreadableDocumentError]]
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_KINDS: dict[str, tuple[str, _Reader]] = {
    **dict.fromkeys([".txt", ".text"], ("text/plain", _plain)),
    **dict.fromkeys([".md", ".markdown"], ("text/markdown", _plain)),
    **dict.fromkeys([".html", ".htm"], ("text/html", read_html)),
    **dict.fromkeys([".jsonl", ".ndjson"], ("application/x-ndjson", read_json_rows)),
    ".csv": ("text/csv", read_csv_rows),
    ".docx": (_DOCX, read_docx),
    ".pdf": ("application/pdf", read_pdf),
}
_SUPPORTED = ", ".join(sorted(_KINDS))
