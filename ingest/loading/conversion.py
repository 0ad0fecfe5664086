"""HTML, DOCX and PDF to text, by markitdown: tags that would stand inside quotes are dropped, a PDF's lines are joined to paragraphs.

What was converted is the document's text, so offsets are characters of that, not of the file.
"""

import io
import logging
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from cckg.core.claims import Document
from cckg.core.text import squeeze
from ingest.loading.decoding import SourceFile, decode, first_heading, make_document, too_large

if TYPE_CHECKING:
    from markitdown import MarkItDown


def read_html(file: SourceFile, raw: bytes) -> Iterator[Document]:
    """Read the document of a web page."""
    text, title = _markdown(file, decode(file, raw)[0].encode("utf-8", errors="replace"), "HTML")
    yield make_document(file, text, title=first_heading(text) or title)


def read_docx(file: SourceFile, raw: bytes) -> Iterator[Document]:
    """Read the document of a Word file."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise file.unreadable(f"cannot be read as DOCX: {error}") from error
    if unpacked > _MAX_UNPACKED * file.max_bytes:
        raise file.unreadable(too_large("unpacks to", unpacked, _MAX_UNPACKED * file.max_bytes))
    text, _ = _markdown(file, raw, "DOCX")
    yield make_document(file, text, title=first_heading(text))


def read_pdf(file: SourceFile, raw: bytes) -> Iterator[Document]:
    """Read the document of a PDF that holds text."""
    text, _ = _markdown(file, raw, "PDF")
    if not text.strip():
        raise file.unreadable("holds no text; if it was scanned, run text recognition (OCR) over it first")
    yield make_document(file, _readable(text.translate(_LIGATURES)))


# Private

_PLAIN_TAGS = ["a", "img", "b", "strong", "i", "em"]  # their marks would stand inside quotes
_MAX_UNPACKED = 10  # times the limit: the XML of a text is several times as long as the text
_FURNITURE = re.compile(r"\W*(?:page|p\.)?\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.IGNORECASE)
_HYPHENATED = re.compile(r"\b(\w{1,40})[-\xad‐]\n(\w{1,40})")
_LAYOUT = re.compile(r"\s*(?:\||[-*•‣◦▪●·]\s|\d{1,3}[.)]\s)")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"})


def _markdown(file: SourceFile, raw: bytes, kind: str) -> tuple[str, str]:
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
