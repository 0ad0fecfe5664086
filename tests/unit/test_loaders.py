import io
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import docx
import pytest
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer

from cckg.core.claims import Document
from cckg.core.errors import InputError, UnreadableDocumentError
from cckg.core.text import content_hash
from cckg.stores import open_store
from ingest.loading import find_documents, load

LIMIT = 1_000_000


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, content: bytes | str = "It rained.") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read(name: str, content: bytes | str) -> Document:
    (document,) = load(write(name, content), max_bytes=LIMIT)
    assert isinstance(document, Document), document
    return document


def rows(name: str, content: bytes | str) -> list[tuple[str, str]]:
    """Return the uri of each row, and its text or the reason why it cannot be read."""
    found = load(write(name, content), max_bytes=LIMIT)
    return [(item.uri, item.text if isinstance(item, Document) else f"! {item.reason}") for item in found]


def pdf(paragraphs: Sequence[str], *, head: str = "") -> bytes:
    """Set each paragraph with its page's number below; an empty one begins a new page."""

    def furniture(canvas: Canvas, template: SimpleDocTemplate) -> None:
        canvas.drawString(280, 30, f"Page {template.page}")
        canvas.drawString(80, 800, head)

    style = getSampleStyleSheet()["Normal"]
    flow = [part for text in paragraphs for part in ([Paragraph(text, style), Spacer(1, 20)] if text else [PageBreak()])]
    out = io.BytesIO()
    SimpleDocTemplate(out).build(flow, onFirstPage=furniture, onLaterPages=furniture)
    return out.getvalue()


def word(*, heading: str, paragraphs: Sequence[str]) -> bytes:
    file = docx.Document()
    file.add_heading(heading, level=1)
    for text in paragraphs:
        file.add_paragraph(text).add_run(" In bold.").bold = True
    table = file.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "rain", "flood"
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


# Finding


def test_documents_of_folders_are_found_sorted_and_unsupported_files_are_told() -> None:
    for name in ("in/b.md", "in/a.TXT", "in/deep/c.jsonl", "in/photo.png", "in/.hidden.txt", "in/.git/d.txt", "e f – ü.txt"):
        write(name)
    found, skipped = find_documents([Path("in"), Path("e f – ü.txt")])
    assert [path.as_posix() for path in found] == ["e f – ü.txt", "in/a.TXT", "in/b.md", "in/deep/c.jsonl"]
    assert skipped == [Path("in/photo.png")]


def test_stores_of_cckg_are_passed_over_also_while_they_are_written_and_other_databases_are_told() -> None:
    write("in/a.txt")
    with closing(sqlite3.connect("in/other.db")) as other:
        other.execute("CREATE TABLE things (name)")
    open_store("in/old.db", create=True).close()
    with closing(open_store("in/new.db", create=True)):
        assert Path("in/new.db-wal").exists()
        found, skipped = find_documents([Path("in")])
    assert (found, skipped) == ([Path("in/a.txt")], [Path("in/other.db")])


def test_a_file_that_is_given_twice_is_found_once(here: Path) -> None:
    write("in/a.txt")
    assert len(find_documents([Path("in"), Path("in/a.txt"), here / "in" / "a.txt"])[0]) == 1


def test_hidden_files_are_read_when_given_themselves() -> None:
    assert find_documents([write(".notes/.a.txt")])[0] == [Path(".notes/.a.txt")]


def test_linked_folders_are_followed_once_and_real_paths_win() -> None:
    write("other/x.txt")
    write("in/z/a.txt")
    Path("in/a-loop").symlink_to(Path("in").absolute())
    Path("in/b-link").symlink_to(Path("in/z").absolute())
    Path("in/c-other").symlink_to(Path("other").absolute())
    Path("in/d-broken.txt").symlink_to("nowhere.txt")
    found, skipped = find_documents([Path("in")])
    assert [path.as_posix() for path in found] == ["in/c-other/x.txt", "in/z/a.txt"]
    assert skipped == [Path("in/d-broken.txt")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.txt", "missing.txt does not exist"),
        ("photo.png", r"photo.png is not a kind of document that cckg reads; it reads .*\.csv, .*\.txt"),
        ("empty", r"No document was found in empty: cckg reads .*\.csv, .*\.txt"),
        ("only-unsupported", "No document was found in only-unsupported"),
    ],
)
def test_paths_without_documents_are_refused(name: str, message: str) -> None:
    write("photo.png")
    write("only-unsupported/x.png")
    Path("empty").mkdir()
    with pytest.raises(InputError, match=message):
        find_documents([Path(name)])


# One file, one document


def test_a_document_knows_its_hash_place_and_type(here: Path) -> None:
    document = read("in/a b – ü.txt", "It rained.\n")
    assert (document.id, document.uri, document.media_type) == (content_hash("It rained.\n"), "in/a b – ü.txt", "text/plain")
    assert next(iter(load(here / "in" / "a b – ü.txt", max_bytes=LIMIT))) == document


def test_a_document_outside_the_working_folder_has_an_absolute_uri(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.txt")
    write("work/b.txt")
    monkeypatch.chdir(here / "work")
    (document,) = load(Path("../a.txt"), max_bytes=LIMIT)
    assert document.uri == (here / "a.txt").as_posix()


@pytest.mark.parametrize("suffix", [".txt", ".md"])
def test_plain_text_is_the_file_itself(suffix: str) -> None:
    text = "\n  # It rained.\r\n\tThe dam\rbroke.\x0c \u2028 \n\n"
    assert read(f"a{suffix}", text).text == text


@pytest.mark.parametrize(
    ("encoding", "mark", "noted"),
    [
        ("utf-8", b"", None),
        ("utf-8", b"\xef\xbb\xbf", None),
        ("utf-16-le", b"\xff\xfe", "utf-16-le"),
        ("utf-16-be", b"\xfe\xff", "utf-16-be"),
        ("utf-16-le", b"", "utf-16-le"),
        ("utf-16-be", b"", "utf-16-be"),
        ("utf-32-le", b"\xff\xfe\0\0", "utf-32-le"),
        ("latin-1", b"", "cp1252"),
        ("cp1252", b"", "cp1252"),
    ],
)
def test_the_encoding_is_recognised(encoding: str, mark: bytes, noted: str | None) -> None:
    text = "Der Überlauf war verstopft.\r\nDarum brach der Damm.\r\n"
    document = read("a.txt", mark + text.encode(encoding))
    assert document.text == text
    assert dict(document.metadata).get("encoding") == noted


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Дамба прорвалась из-за дождя. Это было ночью.", "cp1251"), ("雨が降ったのでダムが決壊した。そして町が洪水になった。", "shift-jis")],
)
def test_an_encoding_without_latin_letters_is_guessed(text: str, encoding: str) -> None:
    assert read("a.txt", text.encode(encoding)).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"The dam\0 broke since it had rained.", "The dam\ufffd broke since it had rained."),
        ("Die Dämme brächen für Öl und Dünger.".encode() + b"\xff Ja.", "Die Dämme brächen für Öl und Dünger.\ufffd Ja."),
    ],
)
def test_a_few_unreadable_characters_are_replaced_and_noted(raw: bytes, text: str) -> None:
    document = read("a.txt", raw)
    assert document.text == text
    assert document.metadata == (("unreadable_characters", "1"),)


@pytest.mark.parametrize(
    ("name", "content", "title"),
    [
        ("a.txt", "\n---\n The  dam \nIt broke.", "The dam"),
        ("a.txt", "It broke " * 20, "a.txt"),
        ("a.txt", "The dam broke. The town was flooded.\n", "a.txt"),
        ("a.md", "Intro\n\n## The dam ##\nIt broke.", "The dam"),
        ("a.md", "The dam\n=======\nIt broke.", "The dam"),
        ("a.md", '---\ntitle: "The dam"\ndate: 2021-03-04\n---\n# 1. What broke\nIt broke.', "The dam"),
        ("a.txt", "---\ntitle: The dam\n---\nIt broke.", "The dam"),
        ("a.html", "<title>Site</title><body><h1>The <b>dam</b></h1>It broke.", "The dam"),
        ("a.html", "<title> The\n dam </title><body><p>It broke.</p>", "The dam"),
        ("a.docx", word(heading="The dam", paragraphs=["It broke."]), "The dam"),
        ("a.pdf", pdf(["The dam", "It broke."]), "The dam"),
    ],
)
def test_the_title_is_told_by_front_matter_the_first_heading_a_short_first_line_or_the_file_name(
    name: str, content: bytes | str, title: str
) -> None:
    assert read(name, content).title == title


# Converted files


def test_html_gives_the_text_that_a_reader_sees() -> None:
    page = """<html><head><style>p {color: red}</style><title>T</title></head><body><h1>Dam_break</h1><script>alert("no")</script>
    <p>The <a href="https://example.org/x">dam</a> <b>broke</b> &amp; the
    town * flooded.</p><ul><li>rain</li><li>age</li></ul><img src="x.png" alt="picture"></body></html>"""
    assert read("a.html", page).text == "# Dam_break\n\nThe dam broke & the\ntown * flooded.\n\n* rain\n* age"


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_html_in_its_declared_encoding_is_read(encoding: str) -> None:
    assert read("a.htm", f'<html><meta charset="{encoding}"><body>Überlauf'.encode(encoding)).text == "Überlauf"


def test_html_nested_beyond_all_reason_still_gives_its_words() -> None:
    assert read("a.html", "<div>" * 5000 + "It broke." + "</div>" * 5000).text == "It broke."


def test_docx_gives_headings_paragraphs_and_tables_without_marks_in_the_text() -> None:
    text = read("a.docx", word(heading="The dam", paragraphs=["It broke_down.", "It fell."])).text
    assert text.startswith("# The dam\n\nIt broke_down. In bold.\n\nIt fell. In bold.\n\n")
    assert "| rain | flood |" in text


def test_pdf_lines_are_joined_to_paragraphs_and_page_furniture_is_left_out() -> None:
    long = "The spillway was blocked by debris, which caused the reservoir to overtop the crest of the embankment. "
    pages = [long * 2, "It fell.", "", "and so the valley was flooded.", "", long + "The end."]
    text = read("a.pdf", pdf(pages, head="Annual report of the agency")).text
    paragraphs = [(long * 2).strip(), "It fell.", "and so the valley was flooded.", long + "The end."]
    assert text == "\n\n".join(paragraphs)


def test_pdf_words_and_sentences_cut_by_lines_and_pages_are_joined() -> None:
    first = "The spillway had been blocked by debris, which caused the ero-<br/>sion of the well-<br/>known crest, as a well-known"
    text = read("a.pdf", pdf([first, "", "engineer said."])).text
    assert "the erosion of the well-known crest, as a well-known engineer said." in text


# Many documents in one file


def test_each_json_line_is_a_document() -> None:
    lines = [{"id": "a", "title": "Dam", "text": " It broke.\n", "year": 1923, "tags": ["é"], "note": None}, {"id": 7, "text": "It fell."}]
    first, second = load(write("in/d.jsonl", "\n".join(json.dumps(line) for line in lines)), max_bytes=LIMIT)
    expected = ("in/d.jsonl#a", "Dam", " It broke.\n", (("year", "1923"), ("tags", '["é"]')))
    assert isinstance(first, Document)
    assert (first.uri, first.title, first.text, first.metadata) == expected
    assert isinstance(second, Document)
    assert (second.uri, second.title) == ("in/d.jsonl#7", "It fell.")


def test_a_json_line_that_cannot_be_read_fails_alone() -> None:
    lines = ['{"id": 1, "text": "ok"}', "{broken", "", '{"text": "no id"}', "[1]", '{"id": "x"}', '{"id": "y", "text": 5}', "[" * 100_000]
    found = rows("d.ndjson", "\r\n".join([*lines, '{"id": "z", "text": " "}', '{"id": "é\u2028", "text": "\u2028ok"}']))
    assert [(uri.removeprefix("d.ndjson#"), text[:20]) for uri, text in found] == [
        ("1", "ok"),
        ("2", "! is not JSON: Expec"),
        ("4", "no id"),
        ("5", "! is not a JSON obje"),
        ("x", "! has no text in its"),
        ("y", "! has no text in its"),
        ("8", "! is not JSON: maxim"),
        ("z", "! has no text in its"),
        ("é\u2028", "\u2028ok"),
    ]


def test_lone_surrogates_of_json_are_replaced() -> None:
    (document,) = load(write("d.jsonl", '{"id": "\\ud800", "title": "\\ud800", "text": "It \\udfff\\u0000 broke."}'), max_bytes=LIMIT)
    assert isinstance(document, Document)
    assert (document.uri, document.title, document.text) == ("d.jsonl#\ufffd", "\ufffd", "It \ufffd\ufffd broke.")


def test_a_row_without_id_never_takes_the_name_of_another() -> None:
    assert rows("d.jsonl", '{"id": 2, "text": "a"}\n{"text": "b"}\n') == [("d.jsonl#2", "a"), ("d.jsonl#row 2", "b")]


def test_a_repeated_id_fails_and_names_the_first_row() -> None:
    found = rows("d.csv", "id,text\nx,a\nx,b\n")
    assert found == [("d.csv#x", "a"), ("d.csv#x (row 2)", "! has the id of row 1; every row needs an id of its own")]


@pytest.mark.parametrize(("delimiter", "end"), [(",", "\n"), (";", "\r\n"), ("\t", "\n")])
def test_each_csv_row_is_a_document(delimiter: str, end: str) -> None:
    table = [["id", " Text", "year"], ["a", f'"It ""broke""{delimiter}\ntwice."', "1923"], ["", "It fell.", ""]]
    first, second = load(write("d.csv", "\ufeff" + end.join(delimiter.join(row) for row in table)), max_bytes=LIMIT)
    assert isinstance(first, Document)
    assert (first.uri, first.text, first.metadata) == ("d.csv#a", f'It "broke"{delimiter}\ntwice.', (("year", "1923"),))
    assert isinstance(second, Document)
    assert (second.uri, second.text, second.metadata) == ("d.csv#2", "It fell.", ())


def test_a_csv_row_that_cannot_be_read_fails_alone() -> None:
    assert rows("d.csv", 'id,text\n1,It rained, and fell.\n2,"a"b\n3,\n4,ok\n5,"open\n') == [
        ("d.csv#1", "! has 3 fields for 2 columns; texts with separators in them need quotes"),
        ("d.csv#2", "! cannot be read as CSV: ',' expected after '\"'"),
        ("d.csv#3", "! has no text in its field 'text'"),
        ("d.csv#4", "ok"),
        ("d.csv#5", "! cannot be read as CSV: unexpected end of data"),
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [("id,body,year\r1,a,2\r", "has no column 'text'; the columns found are id,body,year"), ("id,text\n", "has no rows"), ("", "is empty")],
)
def test_a_csv_without_texts_fails_with_the_reason(content: str, reason: str) -> None:
    assert rows("d.csv", content) == [("d.csv", f"! {reason}")]


def test_a_csv_text_may_be_as_long_as_a_file() -> None:
    assert rows("d.csv", f"id,text\n1,{'x' * 200_000}\n")[0][1] == "x" * 200_000


def test_an_unreadable_document_is_an_error_with_uri_and_reason() -> None:
    (error,) = load(write("a.txt", " \n"), max_bytes=LIMIT)
    assert isinstance(error, UnreadableDocumentError)
    assert (error.uri, error.reason, str(error)) == ("a.txt", "is empty", "a.txt: is empty")
