"""Documents that are broken, hostile or out of reach: each fails with a reason, quietly, and stops nothing."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import docx
import pytest
from reportlab.pdfgen.canvas import Canvas

import ingest
from cckg.core.claims import Document
from cckg.core.errors import UnreadableDocumentError
from ingest.loading import find_documents, load
from tests.bounded import bounded

LIMIT = 20_000_000
AS_NOBODY = """
import os, sys
from pathlib import Path
from ingest.loading import find_documents, load
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for item in load(Path("secret.txt"), max_bytes=1000):
    sys.stdout.write(str(item) + "\\n")
found, skipped = find_documents([Path(".")])
sys.stdout.write(f"{[str(path) for path in found]} {[str(path) for path in skipped]}")
"""


def a_pdf() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(100, 700, "The dam broke because it had rained.")
    canvas.save()
    return out.getvalue()


def an_encrypted_pdf() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, encrypt="password")
    canvas.drawString(100, 700, "The dam broke.")
    canvas.save()
    return out.getvalue()


def a_scan() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.rect(100, 100, 50, 50)
    canvas.save()
    return out.getvalue()


def a_docx(text: str = "The dam broke.") -> bytes:
    out = io.BytesIO()
    file = docx.Document()
    file.add_paragraph(text)
    file.save(out)
    return out.getvalue()


def a_zip(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def reason(folder: Path, name: str, content: bytes, *, limit: int = LIMIT) -> str:
    path = folder / name
    path.write_bytes(content)
    (error,) = load(path, max_bytes=limit)
    assert isinstance(error, UnreadableDocumentError), error
    return error.reason


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv", "a.jsonl"])
@pytest.mark.parametrize("content", [b"", b" \r\n\t\n", b"\xef\xbb\xbf"], ids=["nothing", "white space", "byte order mark"])
def test_an_empty_file_is_empty(tmp_path: Path, name: str, content: bytes) -> None:
    assert reason(tmp_path, name, content) == "is empty"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv", "a.jsonl"])
@pytest.mark.parametrize(
    "content", [b"\0" * 500, a_zip({"x": os.urandom(5000)}), b"\x7fELF\1\1\1\0\0\0\3\0>\0" * 9], ids=["NULs", "zip", "ELF"]
)
def test_a_binary_file_with_the_name_of_a_text_is_not_text(tmp_path: Path, name: str, content: bytes) -> None:
    assert reason(tmp_path, name, content) == "is not text"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.pdf", a_pdf()[:700], "cannot be read as PDF: "),
        ("a.pdf", b"It rained. The dam broke.\n" * 9, "cannot be read as PDF: No /Root object! - Is this really a PDF?"),
        ("a.pdf", b"<html><body>It rained.</body></html>", "cannot be read as PDF: "),
        ("a.pdf", b"", "cannot be read as PDF: "),
        ("a.pdf", an_encrypted_pdf(), "cannot be read as PDF: PDFPasswordIncorrect"),
        ("a.pdf", a_scan(), "holds no text; if it was scanned, run text recognition (OCR) over it first"),
        ("a.docx", a_docx()[:3000], "cannot be read as DOCX: File is not a zip file"),
        ("a.docx", b"It rained.", "cannot be read as DOCX: File is not a zip file"),
        ("a.docx", a_zip({"word/other.xml": b"<a/>"}), "cannot be read as DOCX: "),
        ("a.docx", a_docx(""), "is empty"),
    ],
)
def test_a_broken_pdf_or_docx_fails_with_a_reason_and_nothing_on_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, content: bytes, said: str
) -> None:
    found = reason(tmp_path, name, content)
    assert found.startswith(said)
    assert "Traceback" not in found
    assert "\n" not in found
    assert capfd.readouterr() == ("", "")


def test_a_broken_file_does_not_stop_the_others(tmp_path: Path) -> None:
    for name, content in {"a.pdf": b"no", "b.txt": b"It rained.", "c.docx": b"no", "d.md": b"\0", "e.html": b"<p>It fell."}.items():
        (tmp_path / name).write_bytes(content)
    read = [item for path in find_documents([tmp_path])[0] for item in load(path, max_bytes=LIMIT)]
    assert [item.uri.rpartition("/")[2] for item in read if isinstance(item, Document)] == ["b.txt", "e.html"]
    assert len(read) == 5


@pytest.mark.parametrize("name", ["a.txt", "a.pdf", "a.docx", "a.csv"])
def test_a_file_above_the_limit_is_not_read_at_all(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with path.open("wb") as sparse:
        sparse.truncate(50_000_000_000)
    with bounded(5):
        (error,) = load(path, max_bytes=LIMIT)
    assert isinstance(error, UnreadableDocumentError)
    assert error.reason == "is 50000.0 MB, more than the limit of 20 MB; raise ingest.max_megabytes to read it"


def test_fifty_megabytes_of_text_are_read_where_the_limit_allows_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"The dam broke because it rained.\n" * 1_600_000)
    (document,) = load(path, max_bytes=60_000_000)
    assert isinstance(document, Document)
    assert len(document.text) == 33 * 1_600_000


def test_a_docx_that_unpacks_to_far_more_than_the_limit_is_not_unpacked(tmp_path: Path) -> None:
    bomb = a_zip({"word/document.xml": b" " * 30_000_000})
    assert len(bomb) < 50_000
    assert reason(tmp_path, "a.docx", bomb, limit=1_000_000).startswith("unpacks to 30.0 MB, more than the limit of 10 MB")


def test_a_file_with_more_text_than_the_limit_is_refused(tmp_path: Path) -> None:
    small = a_docx("It rained. " * 30_000)
    assert len(small) < 200_000
    assert reason(tmp_path, "a.docx", small, limit=200_000).startswith("its text takes 0.3 MB, more than the limit of 0.2 MB")


def test_a_file_that_vanished_since_it_was_found_fails_alone(tmp_path: Path) -> None:
    (error,) = load(tmp_path / "gone.txt", max_bytes=LIMIT)
    assert isinstance(error, UnreadableDocumentError)
    assert error.reason == "cannot be opened: No such file or directory"


@pytest.mark.skipif(sys.platform == "win32", reason="has no such permissions")
def test_files_and_folders_of_another_user_are_reported_and_not_fatal(tmp_path: Path) -> None:
    for name in ("open.txt", "secret.txt", "closed/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("It rained.")
    (tmp_path / "secret.txt").chmod(0)
    (tmp_path / "closed").chmod(0)
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(0o755)
    root = str(Path(ingest.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY], cwd=tmp_path, env={"PYTHONPATH": root}, capture_output=True, text=True, check=False
    )
    (tmp_path / "closed").chmod(0o755)
    assert done.stderr == ""
    assert done.stdout == "secret.txt: cannot be opened: Permission denied\n['open.txt', 'secret.txt'] ['closed']"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "a.txt").write_text("It rained.")
    assert find_documents([tmp_path]) == ([tmp_path / "a.txt"], [tmp_path / "pipe.txt"])


def test_a_file_name_that_is_no_unicode_gets_a_uri_that_can_be_stored(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    path.write_text("It rained.")
    (document,) = load(path, max_bytes=LIMIT)
    assert document.uri.encode().endswith("/caf\ufffd.txt".encode())
