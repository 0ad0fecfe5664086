"""JSON Lines and CSV: every row is a document with a uri of its own, `file#id`, or `file#number` where it has no id.

A row has the fields `text`, `id` and `title`, all else is metadata. It is read as its number in the file, from 1, and its fields, or the
reason why it has none. A row that cannot be read becomes an error among the documents, and the others go on.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cckg.core.claims import Document
from cckg.core.errors import UnreadableDocumentError
from ingest.loading.decoding import SourceFile, decode, make_document, without_refused


def read_json_rows(file: SourceFile, raw: bytes) -> Iterator[Document | UnreadableDocumentError]:
    """Read the documents of JSON Lines, one object to a line; empty lines are passed over."""
    lines = enumerate(decode(file, raw)[0].split("\n"), start=1)
    return _documents_of_rows(file, [(number, _json_row(line)) for number, line in lines if line.strip()])


def read_csv_rows(file: SourceFile, raw: bytes) -> Iterator[Document | UnreadableDocumentError]:
    """Read the documents of CSV; the first line names the columns, one of which is `text`; separated by commas, semicolons or tabs."""
    text = without_refused(decode(file, raw)[0])
    csv.field_size_limit(max(file.max_bytes, csv.field_size_limit()))  # else a text above 131,072 characters stops the reader
    first_line = text.splitlines()[0]
    for delimiter in ",;\t":
        names = [name.strip().lower() for name in next(csv.reader([first_line], delimiter=delimiter), [])]
        if "text" in names:
            reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            return _documents_of_rows(file, list(enumerate(_read_csv(reader, names)))[1:])
    raise file.unreadable(f"has no column 'text'; the columns found are {first_line[:200].strip()}")


# Private


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


def _documents_of_rows(file: SourceFile, rows: Sequence[tuple[int, dict[str, str] | str]]) -> Iterator[Document | UnreadableDocumentError]:
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
            yield _document_of_row(replace(file, uri=f"{file.uri}#{without_refused(name)}"), row)
        except UnreadableDocumentError as error:
            yield error


def _document_of_row(file: SourceFile, row: dict[str, str] | str) -> Document:
    if isinstance(row, str):
        raise file.unreadable(row)
    if not row.get("text", "").strip():
        raise file.unreadable("has no text in its field 'text'")
    rest = [(name, value) for name, value in row.items() if name not in ("id", "title", "text")]
    return make_document(file, row["text"], title=row.get("title", ""), metadata=rest)
