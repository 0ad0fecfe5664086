"""Finds documents and reads their text. A document that cannot be read becomes an `UnreadableDocumentError`, and the others go on.

Plain text and Markdown are the file itself, decoded: nothing is stripped or translated, so offsets are characters of the file. Only a byte
order mark is left out, and NUL characters and lone surrogates become U+FFFD, one for one. HTML, DOCX and PDF are converted by markitdown.
Logs (`.log`) are not read: they are not prose. Chunking and storing are left to others.
"""

import csv
import io
import json
import logging
import os
import re
import stat
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from cckg.core.claims import Document
from cckg.core.errors import InputError, UnreadableDocumentError
from cckg.core.text import content_hash, squeeze

if TYPE_CHECKING:
    from markitdown import MarkItDown

MEGABYTE = 1_000_000
MAX_TITLE = 120
"""Characters of a first line that is taken as a title, at most."""


def find_documents(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Find the documents among files and in folders, sub-folders included.

    Hidden files and folders are passed over unless given themselves; a folder that links lead to twice is read once.

    Returns:
        The documents, sorted by path, each file once; and what was skipped in folders because it is not supported or cannot be opened.

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
                else:
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
    file = _File(_uri(path), media_type, max_bytes)
    try:
        yield from read(file, _bytes(path, file))
    except UnreadableDocumentError as error:
        yield error


# Private


@dataclass(frozen=True, slots=True)
class _File:
    uri: str
    media_type: str
    max_bytes: int

    def unreadable(self, reason: str) -> UnreadableDocumentError:
        return UnreadableDocumentError(self.uri, reason)


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


def _uri(path: Path) -> str:
    """Return the path relative to the working folder where it lies inside, else absolute; links are not followed."""
    absolute, here = Path(os.path.abspath(path)), Path.cwd()  # noqa: PTH100 - resolve() would follow links
    shown = absolute.relative_to(here) if absolute.is_relative_to(here) else absolute
    return os.fsencode(shown.as_posix()).decode("utf-8", errors="replace")


def _bytes(path: Path, file: _File) -> bytes:
    try:
        size = path.stat().st_size
        if size > file.max_bytes:
            raise file.unreadable(_too_large("is", size, file.max_bytes))
        return path.read_bytes()
    except OSError as error:
        raise file.unreadable(f"cannot be opened: {error.strerror}") from error


def _too_large(what: str, size: int, limit: int) -> str:
    return f"{what} {size / MEGABYTE:.1f} MB, more than the limit of {limit / MEGABYTE:g} MB; raise ingest.max_megabytes to read it"


def _document(file: _File, text: str, *, title: str = "", metadata: Sequence[tuple[str, str]] = ()) -> Document:
    """Make the document; NUL and lone surrogates, which databases and tokenizers refuse, become U+FFFD, so offsets stay."""
    text = _REFUSED.sub("\ufffd", text)
    if not text.strip():
        raise file.unreadable("is empty")
    size = len(text.encode())
    if size > file.max_bytes:
        raise file.unreadable(_too_large("its text takes", size, file.max_bytes))
    damage = [("unreadable_characters", str(text.count("\ufffd")))] if "\ufffd" in text else []
    shown = squeeze(_REFUSED.sub("\ufffd", title)) or _first_line(text) or file.uri.rpartition("/")[2]
    return Document(content_hash(text), file.uri, shown, file.media_type, text, (*metadata, *damage))


_REFUSED = re.compile("[\x00\ud800-\udfff]")
_HEADING = re.compile(r"^#{1,6}[ \t]+(\S[^\n]*)$", re.MULTILINE)


def _first_line(text: str) -> str:
    line = next((line for line in text.splitlines() if any(map(str.isalnum, line))), "")
    return squeeze(line) if len(line.strip()) <= MAX_TITLE else ""


def _first_heading(markdown: str) -> str:
    match = _HEADING.search(markdown)
    return match[1].rstrip(" \t\r#") if match else ""


def _plain(file: _File, raw: bytes) -> Iterator[Document]:
    text, encoding = _decode(file, raw)
    title = _first_heading(text) if file.media_type == "text/markdown" else ""
    yield _document(file, text, title=title, metadata=[] if encoding == "utf-8" else [("encoding", encoding)])


# Decoding

_MARKS = {
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe\0\0": "utf-32-le",
    b"\0\0\xfe\xff": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}
_DECLARED = re.compile(rb"<meta[^>]{1,200}charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_NOT_TEXT = re.compile("[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_NOT_TEXT_SHARE = 0.05  # of the characters: compressed data has about 0.1, a text with some damage far less


def _decode(file: _File, raw: bytes) -> tuple[str, str]:
    """Return the text and the name of its encoding, the byte order mark left out; refuse what is not text."""
    mark = next((mark for mark in _MARKS if raw.startswith(mark)), b"")
    encoding = _MARKS[mark] if mark else _encoding_without_mark(raw)
    text = raw[len(mark) :].decode(encoding, errors="replace")
    if len(_NOT_TEXT.findall(text)) > _NOT_TEXT_SHARE * len(text):
        raise file.unreadable("is not text")
    if not text.strip():
        raise file.unreadable("is empty")
    return text, encoding


def _encoding_without_mark(raw: bytes) -> str:
    """Judge by the places of NUL bytes, then by what decodes; UTF-8 with a few broken bytes is still UTF-8."""
    even, odd = raw[:4096:2].count(0), raw[1:4096:2].count(0)
    if max(even, odd) > 0.2 * len(raw[:4096]) and min(even, odd) < 0.02 * len(raw[:4096]):
        return "utf-16-le" if odd > even else "utf-16-be"
    declared = _DECLARED.search(raw, 0, 4096)
    for encoding in ("utf-8", declared[1].decode("ascii", errors="replace").lower() if declared else "ascii"):
        try:
            raw.decode(encoding)
        except (LookupError, UnicodeError):
            continue
        return encoding
    text = raw.decode("utf-8", errors="replace")
    beyond_ascii = sum(not character.isascii() for character in text)
    return "utf-8" if text.count("\ufffd") <= 0.2 * beyond_ascii else _eight_bit_encoding(raw)


def _eight_bit_encoding(raw: bytes) -> str:
    """Take Windows-1252 where few bytes are beyond ASCII, as in western languages: guessing is unsure there; else guess."""
    if len(raw.translate(None, bytes(range(128)))) < 0.15 * len(raw):
        return "cp1252"
    from charset_normalizer import from_bytes

    guess = from_bytes(raw[:65536].rpartition(b"\n")[0] or raw[:65536]).best()
    return guess.encoding if guess else "cp1252"


# Rows: a row is its number in the file, from 1, and its fields, or the reason why it has none


def _json_rows(file: _File, raw: bytes) -> Iterator[Document | UnreadableDocumentError]:
    lines = enumerate(_decode(file, raw)[0].split("\n"), start=1)
    return _documents_of_rows(file, [(number, _json_row(line)) for number, line in lines if line.strip()])


def _json_row(line: str) -> dict[str, str] | str:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"is not JSON: {error}"
    if not isinstance(row, dict):
        return "is not a JSON object"
    fields = {
        name: item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for name, item in row.items() if item is not None
    }
    return fields if isinstance(row.get("text"), str) else fields | {"text": ""}


def _csv_rows(file: _File, raw: bytes) -> Iterator[Document | UnreadableDocumentError]:
    text = _REFUSED.sub("\ufffd", _decode(file, raw)[0])
    csv.field_size_limit(max(file.max_bytes, csv.field_size_limit()))  # else a text above 131,072 characters stops the reader
    first_line = text.splitlines()[0]
    for delimiter in ",;\t":
        names = [name.strip().lower() for name in next(csv.reader([first_line], delimiter=delimiter), [])]
        if "text" in names:
            reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            return _documents_of_rows(file, list(enumerate(_read_csv(reader, names)))[1:])
    raise file.unreadable(f"has no column 'text'; the columns found are {first_line[:200].strip()}")


def _read_csv(reader: Iterator[list[str]], names: Sequence[str]) -> Iterator[dict[str, str] | str]:
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:  # the reader goes on with the next line
            yield f"cannot be read as CSV: {error}"
            continue
        if len(row) > len(names):
            yield f"has {len(row)} fields for {len(names)} columns; texts with separators in them need quotes"
        elif row:
            yield {name: field for name, field in zip(names, row, strict=False) if field}


def _documents_of_rows(file: _File, rows: Sequence[tuple[int, dict[str, str] | str]]) -> Iterator[Document | UnreadableDocumentError]:
    if not rows:
        raise file.unreadable("has no rows")
    first: dict[str, int] = {}
    for number, row in rows:
        if isinstance(row, dict) and row.get("id", "").strip():
            first.setdefault(row["id"], number)
    for number, row in rows:
        name = str(number) if str(number) not in first else f"row {number}"
        if isinstance(row, dict) and row.get("id") in first:
            name = row["id"]
            if number != first[name]:
                row, name = f"has the id of row {first[name]}; every row needs an id of its own", f"{name} (row {number})"
        try:
            yield _document_of_row(replace(file, uri=f"{file.uri}#{_REFUSED.sub(chr(0xFFFD), name)}"), row)
        except UnreadableDocumentError as error:
            yield error


def _document_of_row(file: _File, row: dict[str, str] | str) -> Document:
    if isinstance(row, str):
        raise file.unreadable(row)
    if not row.get("text", "").strip():
        raise file.unreadable("has no text in its field 'text'")
    rest = [(name, value) for name, value in row.items() if name not in ("id", "title", "text")]
    return _document(file, row["text"], title=row.get("title", ""), metadata=rest)


# Conversion

_PLAIN_TAGS = ["a", "img", "b", "strong", "i", "em"]  # their marks would stand inside quotes
_MAX_UNPACKED = 10  # times the limit: the XML of a text is several times as long as the text
_FURNITURE = re.compile(r"\W*(?:page|p\.)?\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.IGNORECASE)
_HYPHENATED = re.compile(r"\b(\w{1,40})[-\xad‐]\n(\w{1,40})")
_LAYOUT = re.compile(r"\s*(?:\||[-*•‣◦▪●·]\s|\d{1,3}[.)]\s)")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"})


def _html(file: _File, raw: bytes) -> Iterator[Document]:
    text, title = _markdown(file, _decode(file, raw)[0].encode("utf-8", errors="replace"), "HTML")
    yield _document(file, text, title=_first_heading(text) or title)


def _docx(file: _File, raw: bytes) -> Iterator[Document]:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise file.unreadable(f"cannot be read as DOCX: {error}") from error
    if unpacked > _MAX_UNPACKED * file.max_bytes:
        raise file.unreadable(_too_large("unpacks to", unpacked, _MAX_UNPACKED * file.max_bytes))
    text, _ = _markdown(file, raw, "DOCX")
    yield _document(file, text, title=_first_heading(text))


def _pdf(file: _File, raw: bytes) -> Iterator[Document]:
    text, _ = _markdown(file, raw, "PDF")
    if not text.strip():
        raise file.unreadable("holds no text; if it was scanned, run text recognition (OCR) over it first")
    yield _document(file, _readable(text.translate(_LIGATURES)))


def _markdown(file: _File, raw: bytes, kind: str) -> tuple[str, str]:
    from markitdown import FileConversionException, StreamInfo

    stream = StreamInfo(extension=f".{kind.lower()}", mimetype=file.media_type, charset="utf-8")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of pages nested too deeply for Markdown, whose bare text is read instead
            result = _converter(kind).convert_stream(
                io.BytesIO(raw), stream_info=stream, strip=_PLAIN_TAGS, escape_asterisks=False, escape_underscores=False
            )
    except FileConversionException as error:
        cause = next((attempt.exc_info[1] for attempt in error.attempts or [] if attempt.exc_info), error)
        raise file.unreadable(f"cannot be read as {kind}: {squeeze(str(cause))[:200] or type(cause).__name__}") from error
    return result.markdown, result.title or ""


@lru_cache
def _converter(kind: str) -> "MarkItDown":
    """Return a converter for this kind alone: left to itself, markitdown would take a broken PDF for plain text."""
    from markitdown import DocumentConverter, MarkItDown
    from markitdown.converters import DocxConverter, HtmlConverter, PdfConverter

    for name in ("pdfminer", "pdfplumber", "mammoth", "magika"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    only: dict[str, type[DocumentConverter]] = {"PDF": PdfConverter, "HTML": HtmlConverter, "DOCX": DocxConverter}
    converter = MarkItDown(enable_builtins=False, enable_plugins=False)
    converter.register_converter(only[kind]())
    return converter


def _readable(text: str) -> str:
    """Join a PDF's pages and lines to paragraphs: page numbers and running heads go, hyphenated words are joined."""
    pages = [[line.strip() for line in page.strip().split("\n")] for page in text.split("\f") if page.strip()]
    heads = Counter(shape for page in pages for shape in {_shape(page[0]), _shape(page[-1])})
    repeated = {shape for shape, count in heads.items() if count >= max(3, len(pages) / 2)}
    joined = ""
    for page in pages:
        body = _without_furniture(page, repeated)
        runs_on = joined and joined[-1] not in ".!?:" and body[:1].islower()
        joined += ("\n" if runs_on else "\n\n") + body
    joined = _rejoined(joined)
    return "\n\n".join(_unwrapped(paragraph) for paragraph in re.split(r"\n{2,}", joined.strip()))


def _shape(line: str) -> str:
    return re.sub(r"\d+", "0", line)


def _without_furniture(lines: list[str], repeated: set[str]) -> str:
    def is_furniture(line: str) -> bool:
        return not line or _shape(line) in repeated or _FURNITURE.fullmatch(line) is not None

    while lines and is_furniture(lines[0]):
        lines = lines[1:]
    while lines and is_furniture(lines[-1]):
        lines = lines[:-1]
    return "\n".join(lines)


def _rejoined(text: str) -> str:
    """Join words cut at a line end; a hyphen stays where the word has it elsewhere, or where a name or number follows."""
    compounds = {match.lower() for match in re.findall(r"\b\w{1,40}-\w{1,40}", text)}

    def joined(match: re.Match[str]) -> str:
        left, right = match.groups()
        return f"{left}{right}" if right[0].islower() and f"{left}-{right}".lower() not in compounds else f"{left}-{right}"

    return _HYPHENATED.sub(joined, text)


def _unwrapped(paragraph: str) -> str:
    """Join full lines to the next; short ones, list items and table rows stay as they are."""
    lines = paragraph.split("\n")
    full = 0.6 * max(map(len, lines))
    text = lines[0]
    for line, following in pairwise(lines):
        wrapped = len(line) >= full and not _LAYOUT.match(following) and not line.startswith("|")
        text += (" " if wrapped else "\n") + following
    return text


_Reader = Callable[[_File, bytes], Iterator[Document | UnreadableDocumentError]]
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_KINDS: dict[str, tuple[str, _Reader]] = {
    **dict.fromkeys([".txt", ".text"], ("text/plain", _plain)),
    **dict.fromkeys([".md", ".markdown"], ("text/markdown", _plain)),
    **dict.fromkeys([".html", ".htm"], ("text/html", _html)),
    **dict.fromkeys([".jsonl", ".ndjson"], ("application/x-ndjson", _json_rows)),
    ".csv": ("text/csv", _csv_rows),
    ".docx": (_DOCX, _docx),
    ".pdf": ("application/pdf", _pdf),
}
_SUPPORTED = ", ".join(sorted(_KINDS))
