"""Every kind of file × every odd content: encodings, CSV dialects, nested folders, entities, tables; offsets stay those of the text."""

import codecs
import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cckg.core.claims import Document
from cckg.core.errors import UnreadableDocumentError
from cckg.core.text import content_hash
from ingest.loading import find_documents, load
from ingest.loading.decoding import SourceFile, decode, make_document

LIMIT = 1_000_000
FILE = SourceFile("a.txt", "text/plain", LIMIT)
CONTENTS = {
    "German": "Der Überlauf war verstopft. Darum brach der Damm in Köln.",
    "French": "La rupture du barrage a causé l’inondation de la vallée.",
    "typographic": "“The dam” broke – 40 % of the valley’s houses were lost…",
    "plain": "The dam broke because it had rained for days.",
    "lines": "The dam broke.\r\nIt had rained.\r\n\r\nAll fled.\r\n",
}
WIDE = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE, "utf-32-le": codecs.BOM_UTF32_LE}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(name: str, content: bytes | str) -> list[Document | UnreadableDocumentError]:
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(load(Path(name), max_bytes=LIMIT))


def text_of(name: str, content: bytes | str) -> str:
    (document,) = read(name, content)
    assert isinstance(document, Document), document
    return document.text


# Encodings


@pytest.mark.parametrize("text", CONTENTS.values(), ids=CONTENTS)
@pytest.mark.parametrize("encoding", WIDE)
def test_a_byte_order_mark_decides_and_is_no_part_of_the_text(encoding: str, text: str) -> None:
    assert decode(FILE, WIDE[encoding] + text.encode(encoding)) == (text, encoding)


@pytest.mark.parametrize("text", CONTENTS.values(), ids=CONTENTS)
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le", "utf-16-be"])
def test_without_a_mark_the_text_comes_back_too(encoding: str, text: str) -> None:
    assert decode(FILE, text.encode(encoding))[0] == text


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.TEXT", "a.markdown"])
@pytest.mark.parametrize("text", CONTENTS.values(), ids=CONTENTS)
def test_the_same_content_has_the_same_id_whatever_its_encoding_and_name(name: str, text: str) -> None:
    ids = set()
    for raw in (text.encode(), codecs.BOM_UTF8 + text.encode(), codecs.BOM_UTF16_LE + text.encode("utf-16-le")):
        (document,) = read(name, raw)
        assert isinstance(document, Document)
        ids.add(document.id)
    assert ids == {content_hash(text)}


@settings(deadline=None, derandomize=True, max_examples=150)
@given(text=st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).filter(str.strip))
def test_any_text_in_utf_8_is_read_as_it_is_but_for_a_mark_at_its_start(text: str) -> None:
    assert decode(FILE, codecs.BOM_UTF8 + text.encode()) == (text, "utf-8")


@settings(deadline=None, derandomize=True, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=300))
def test_any_bytes_are_a_text_or_refused_with_a_reason(raw: bytes) -> None:
    Path("a.txt").write_bytes(raw)
    (found,) = load(Path("a.txt"), max_bytes=LIMIT)
    if isinstance(found, UnreadableDocumentError):
        assert found.reason in ("is empty", "is not text")
    else:
        assert found.text.strip()
        assert codecs.lookup(dict(found.metadata).get("encoding", "utf-8"))


@settings(deadline=None, derandomize=True, max_examples=100)
@given(text=st.text(min_size=1).filter(lambda text: text.replace("\0", "x").strip()))
def test_a_document_keeps_every_offset_and_holds_nothing_that_a_database_refuses(text: str) -> None:
    document = make_document(FILE, text)
    assert len(document.text) == len(text)
    assert all(new == old or new == "\ufffd" for new, old in zip(document.text, text, strict=True))
    assert "\0" not in document.text
    document.text.encode()


# CSV dialects


def table(rows: Sequence[Sequence[str]], *, delimiter: str, end: str, quoting: int) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_dialect_of_csv_gives_the_same_documents(delimiter: str, end: str, quoting: int, mark: str) -> None:
    texts = ["It broke.", 'He said "stop", and; it\tstopped.', "Line one.\nLine two.", "日本; Köln, – ok"]
    rows = [["id", "title", "text", "year"], *([f"r{number}", f"T{number}", text, "1986"] for number, text in enumerate(texts))]
    documents = read("d.csv", mark + table(rows, delimiter=delimiter, end=end, quoting=quoting))
    assert [document.text for document in documents if isinstance(document, Document)] == texts
    assert [document.uri for document in documents] == [f"d.csv#r{number}" for number in range(4)]
    assert {document.metadata for document in documents if isinstance(document, Document)} == {(("year", "1986"),)}


@pytest.mark.parametrize("header", ["TEXT,ID", " Text , Id ", '"text","id"'])
def test_the_names_of_columns_may_be_spaced_quoted_and_in_capitals(header: str) -> None:
    (document,) = read("d.csv", f"{header}\nIt broke.,x\n")
    assert isinstance(document, Document)
    assert (document.uri, document.text) == ("d.csv#x", "It broke.")


@settings(deadline=None, derandomize=True, max_examples=60)
@given(texts=st.lists(st.text("ab \"',;\n\té", min_size=1).filter(str.strip), min_size=1, max_size=5))
def test_json_lines_and_csv_of_the_same_rows_are_the_same_documents(texts: list[str]) -> None:
    rows = [["id", "text"], *([f"r{number}", text] for number, text in enumerate(texts))]
    from_csv = read("d.csv", table(rows, delimiter=",", end="\n", quoting=csv.QUOTE_ALL))
    lines = "\n".join(json.dumps({"id": f"r{number}", "text": text}) for number, text in enumerate(texts))
    from_json = read("d.jsonl", lines)
    assert [document.id for document in from_csv if isinstance(document, Document)] == [content_hash(text) for text in texts]
    assert [document.id for document in from_json if isinstance(document, Document)] == [content_hash(text) for text in texts]


# Folders


def test_folders_in_folders_are_found_whatever_their_names() -> None:
    names = ["a/b/c/d/e/f.txt", "a/b.md/c.txt", "a/ü/日本.html", "a b/c d.csv", "a/B.TXT", "a/b.txt"]
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("It broke.", encoding="utf-8")
    found, skipped = find_documents([Path("a"), Path("a b")])
    assert sorted(path.as_posix() for path in found) == sorted(names)
    assert skipped == []
    assert find_documents([Path("a b"), Path("a")])[0] == found


@pytest.mark.parametrize("given_path", ["a", "./a", "a/../a", "a/"])
def test_a_folder_is_the_same_however_its_path_is_written(given_path: str) -> None:
    Path("a").mkdir()
    Path("a/x.txt").write_text("It broke.")
    (path,) = find_documents([Path(given_path)])[0]
    (document,) = load(path, max_bytes=LIMIT)
    assert document.uri == "a/x.txt"


# HTML and DOCX


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>Smith &amp; Sons &lt;Ltd&gt; paid &euro;5</p>", "Smith & Sons <Ltd> paid €5"),
        ("<p>caf&eacute; &#8211; &#x65E5;</p>", "café – 日"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("one<br>two", "one  \ntwo"),
        ("<h2>Head</h2><p>Body</p>", "## Head\n\nBody"),
        ("<p>The <i>dam</i> <span>broke</span>.</p>", "The dam broke."),
        ("<p>shown</p><!-- hidden -->", "shown"),
        ("<p>under_score and 2 * 3</p>", "under_score and 2 * 3"),
    ],
)
def test_html_marks_become_the_characters_that_a_reader_sees(body: str, text: str) -> None:
    found = text_of("a.html", f"<html><body>{body}</body></html>")
    assert [line.rstrip() for line in found.splitlines()] == [line.rstrip() for line in text.splitlines()]


@pytest.mark.parametrize("hidden", ["script", "style"])
def test_code_of_a_page_is_no_text(hidden: str) -> None:
    assert text_of("a.html", f"<body><{hidden}>the storm caused the flood</{hidden}><p>It broke.</p></body>") == "It broke."


def test_a_table_of_html_keeps_its_cells_in_rows() -> None:
    rows = "".join(f"<tr><td>cause {number}</td><td>effect {number}</td></tr>" for number in range(3))
    lines = text_of("a.html", f"<table><tr><th>Cause</th><th>Effect</th></tr>{rows}</table>").splitlines()
    assert [line for line in lines if "cause " in line] == [f"| cause {number} | effect {number} |" for number in range(3)]


def word_file(*, cells: Sequence[Sequence[str]] = (), paragraphs: Sequence[str] = ()) -> bytes:
    file = docx.Document()
    for text in paragraphs:
        file.add_paragraph(text)
    if cells:
        made = file.add_table(rows=len(cells), cols=len(cells[0]))
        for row, texts in zip(made.rows, cells, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def test_a_table_of_word_keeps_its_cells_in_rows() -> None:
    cells = [["Cause", "Effect", "Year"], ["rain", "flood", "1953"], ["frost", "crack", "1986"]]
    found = text_of("a.docx", word_file(cells=cells, paragraphs=["Findings"]))
    for row in cells:
        assert f"| {' | '.join(row)} |" in found


@pytest.mark.parametrize("text", ["Ünïcödé – “quoted” 日本", "a < b & c > d", "5 * 3 = 15", "snake_case_name"])
def test_a_paragraph_of_word_is_read_as_it_is_seen(text: str) -> None:
    assert text_of("a.docx", word_file(paragraphs=[text, "End."])) == f"{text}\n\nEnd."


def test_a_word_file_without_text_is_empty() -> None:
    (error,) = read("a.docx", word_file())
    assert isinstance(error, UnreadableDocumentError)
    assert error.reason == "is empty"
