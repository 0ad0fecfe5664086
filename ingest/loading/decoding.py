"""From the bytes of a file to a document: which encoding they are in, what is no text, what a document is called.

Nothing is stripped or translated, so offsets are characters of the file. Only a byte order mark is left out, and NUL characters and lone
surrogates become U+FFFD, one for one. Which files there are and what is inside rows and packed formats is left to others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.claims import Document
from cckg.core.errors import UnreadableDocumentError
from cckg.core.text import content_hash, squeeze
from cckg.language import split_sentences

MEGABYTE = 1_000_000
MAX_TITLE = 120
"""Characters of a first line that is taken as a title, at most."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file, or one row of it, while it is read. `max_bytes` bounds the text of one document, as UTF-8."""

    uri: str
    media_type: str
    max_bytes: int

    def unreadable(self, reason: str) -> UnreadableDocumentError:
        """Return the error that says why there is no document here."""
        return UnreadableDocumentError(self.uri, reason)


def decode(file: SourceFile, raw: bytes) -> tuple[str, str]:
    """Return the text and the name of its encoding, the byte order mark left out.

    Raises:
        UnreadableDocumentError: for what is empty or not text.
    """
    mark = next((mark for mark in _MARKS if raw.startswith(mark)), b"")
    encoding = _MARKS[mark] if mark else _encoding_without_mark(raw)
    text = raw[len(mark) :].decode(encoding, errors="replace")
    if len(_NOT_TEXT.findall(text)) > _NOT_TEXT_SHARE * len(text):
        raise file.unreadable("is not text")
    if not text.strip():
        raise file.unreadable("is empty")
    return text, encoding


def make_document(file: SourceFile, text: str, *, title: str = "", metadata: Sequence[tuple[str, str]] = ()) -> Document:
    """Make the document; NUL and lone surrogates, which databases and tokenizers refuse, become U+FFFD, so offsets stay.

    Raises:
        UnreadableDocumentError: for a text that is empty or above the limit.
    """
    text = without_refused(text)
    if not text.strip():
        raise file.unreadable("is empty")
    size = len(text.encode())
    if size > file.max_bytes:
        raise file.unreadable(too_large("its text takes", size, file.max_bytes))
    damage = [("unreadable_characters", str(text.count("\ufffd")))] if "\ufffd" in text else []
    shown = squeeze(without_refused(title)) or _first_line(text) or file.uri.rpartition("/")[2]
    return Document(content_hash(text), file.uri, shown, file.media_type, text, (*metadata, *damage))


def without_refused(text: str) -> str:
    """Put U+FFFD for every NUL and lone surrogate."""
    return _REFUSED.sub("\ufffd", text)


def first_heading(markdown: str) -> str:
    """Return the first heading of a Markdown text, or nothing."""
    match = _HEADING.search(markdown)
    return match[1].rstrip(" \t\r#") if match else ""


def too_large(what: str, size: int, limit: int) -> str:
    """Say that a size in bytes is above a limit, and what to do about it."""
    return f"{what} {size / MEGABYTE:.1f} MB, more than the limit of {limit / MEGABYTE:g} MB; raise ingest.max_megabytes to read it"


# Private

_REFUSED = re.compile("[\x00\ud800-\udfff]")
_HEADING = re.compile(r"^#{1,6}[ \t]+(\S[^\n]*)$", re.MULTILINE)
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


def _first_line(text: str) -> str:
    """Return the first line, if it is short enough for a title, and not the whole text in several sentences."""
    line = next((line for line in text.splitlines() if any(map(str.isalnum, line))), "")
    is_text = line.strip() == text.strip() and len(split_sentences(line)) > 1
    return squeeze(line) if len(line.strip()) <= MAX_TITLE and not is_text else ""


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
