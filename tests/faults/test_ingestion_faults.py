"""Bad input, too little room and Ctrl-C, through the command: one clear sentence, the right status, and nothing stored before is lost."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.commandline import called
from tests.processes import (
    STORE,
    assert_one_line,
    assert_store_is_whole,
    exported,
    spawned_with_less,
    stopped,
    stored_documents,
    write_corpus,
)

BAD_FILES = {
    "empty.txt": (b"", "is empty"),
    "blank.md": (b"\n \t\n", "is empty"),
    "binary.txt": (bytes(range(256)) * 40, "is not text"),
    "nuls.txt": (b"\0" * 1000, "is not text"),
    "broken.pdf": (b"%PDF-1.7\n1 0 obj\n<<", "cannot be read as PDF"),
    "broken.docx": (b"PK\3\4 and no more", "cannot be read as DOCX"),
    "columns.csv": (b"a,b\n1,2\n", "has no column 'text'"),
    "rows.jsonl#1": (b'{"id": 1', "is not JSON"),
}
GOOD_FILES = {
    "damaged.txt": b"Damaged\n\nThe gale\0 caused the shipwreck.\n",
    "wide.txt": "Wide\n\nThe café fire 🔥 caused the evacuation.\n".encode("utf-16"),
}


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three documents and their graph, which no test changes."""
    place = tmp_path_factory.mktemp("ingested")
    write_corpus(place, documents=3)
    assert called(["ingest", "."], cwd=place).status == 0
    return place


@pytest.fixture
def folder(ingested: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return shutil.copytree(ingested, tmp_path / "folder")


# Documents


def test_bad_files_fail_with_a_reason_each_and_the_good_ones_are_read(folder: Path) -> None:
    for name, content in {name: content for name, (content, _) in BAD_FILES.items()}.items():
        (folder / name.partition("#")[0]).write_bytes(content)
    for name, content in GOOD_FILES.items():
        (folder / name).write_bytes(content)
    for added in (len(GOOD_FILES), 0):
        ended = called(["ingest", ".", "--json"], cwd=folder)
        report = json.loads(ended.out)
        assert (ended.status, ended.err) == (3, "")
        assert report["documents"] == {"added": added, "updated": 0, "unchanged": 5 - added, "failed": len(BAD_FILES)}
        reasons = {failure["document"]: failure["reason"] for failure in report["failures"]}
        assert {name: said for name, (_, said) in BAD_FILES.items() if said not in reasons.get(name, "")} == {}
    assert_store_is_whole(folder, documents=5)


def test_a_text_of_fifty_megabytes_is_refused_by_its_size_and_says_what_to_do(folder: Path) -> None:
    (folder / "huge.txt").write_bytes(b"The gale caused the shipwreck.\n" * 1_700_000)
    ended = called(["ingest", ".", "--json"], cwd=folder)
    (failure,) = json.loads(ended.out)["failures"]
    assert ended.status == 3
    assert failure["reason"] == "is 52.7 MB, more than the limit of 20 MB; raise ingest.max_megabytes to read it"
    assert_store_is_whole(folder, documents=3)


def test_a_file_that_may_not_be_read_fails_and_the_others_are_read(folder: Path) -> None:
    (folder / "secret.txt").write_text("Secret\n\nThe gale caused the shipwreck.\n")
    (folder / "secret.txt").chmod(0)
    (folder / "open.txt").write_text("Open\n\nThe gale caused the shipwreck.\n")
    ended = spawned_with_less(["ingest", ".", "--json"], cwd=folder)
    if "cannot be given up" in ended.err:
        pytest.skip("this system does not let root give up its rights")
    report = json.loads(ended.out)
    assert (ended.status, ended.err) == (3, "")
    assert report["failures"] == [{"document": "secret.txt", "chunk": None, "reason": "cannot be opened: Permission denied"}]
    assert report["documents"]["added"] == 1


def test_a_folder_that_may_not_be_written_is_said(folder: Path) -> None:
    (folder / "store").mkdir(mode=0o555)
    ended = spawned_with_less(["ingest", ".", "--store", "store/graph.db"], cwd=folder)
    if "cannot be given up" in ended.err:
        pytest.skip("this system does not let root give up its rights")
    assert_one_line(ended, said="store/graph.db")


def test_an_empty_folder_is_said(folder: Path) -> None:
    (folder / "nothing").mkdir()
    assert_one_line(called(["ingest", "nothing"], cwd=folder), said="No document was found in nothing")
    assert_store_is_whole(folder, documents=3)


# Questions


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("", "The question is empty."),
        (" \n\t ", "The question is empty."),
        ("?!", "The question is empty."),
        ("why " * 2500, "The question has 9999 characters, more than the 2000"),
    ],
    ids=["empty", "white space", "no word", "10,000 characters"],
)
def test_a_question_that_cannot_be_answered_is_said(ingested: Path, question: str, said: str) -> None:
    assert_one_line(called(["ask", question], cwd=ingested), said=said)


def test_odd_questions_get_an_answer_or_an_abstention(ingested: Path) -> None:
    odd = ["why", "why 🔥" * 100, "DROP TABLE claim; --", '"* NEAR(port', "\x1b[31mwhy\x1b[0m", "warum fiel der Hafen aus?", "port " * 300]
    ended = called(["ask"], cwd=ingested, stdin="\n".join(json.dumps({"question": question}) for question in odd).encode())
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert (ended.status, ended.err) == (0, "")
    assert [bool(answer["answer"]) for answer in answers] == [True] * len(odd)


# Stores


@pytest.mark.parametrize(
    "arguments", [["ingest", "."], ["ask", "Why did the port close?"], ["search", "port"], ["effects", "the closure of the port"]]
)
def test_a_store_of_another_embedding_model_is_refused_and_left_alone(folder: Path, arguments: list[str]) -> None:
    with closing(sqlite3.connect(folder / STORE)) as database, database:
        database.execute("UPDATE meta SET value = 'other-model' WHERE name = 'embedding'")
    before = exported(folder)
    (folder / "new.txt").write_text("New\n\nThe gale caused the shipwreck.\n")
    assert_one_line(called(arguments, cwd=folder), said="This graph was built with embeddings from 'other-model'")
    assert exported(folder) == before


@pytest.mark.parametrize("arguments", [["ingest", "."], ["ask", "Why?"], ["forget", "00.txt"]])
def test_a_store_that_is_no_database_is_refused_and_left_alone(folder: Path, arguments: list[str]) -> None:
    (folder / "letter.db").write_text("Dear reader")
    assert_one_line(called([*arguments, "--store", "letter.db"], cwd=folder), said="letter.db is not a SQLite database")
    assert (folder / "letter.db").read_text() == "Dear reader"


# Too little room


def write_long_document(folder: Path) -> None:
    sentences = [f"The failure of pump {number} caused the stop of mill {number}." for number in range(150)]
    (folder / "long.txt").write_text("Pumps\n\n" + " ".join(sentences) + "\n", encoding="utf-8")


def test_a_file_that_may_not_grow_is_said_and_loses_nothing(folder: Path) -> None:
    before = exported(folder)
    write_long_document(folder)
    limit = (folder / STORE).stat().st_size
    assert_one_line(spawned_with_less(["ingest", "."], cwd=folder, bytes_at_most=limit), said="graph.db")
    assert exported(folder) == before
    assert_store_is_whole(folder, documents=3)
    assert called(["ingest", "."], cwd=folder).status == 0
    assert_store_is_whole(folder, documents=4)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of four megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if not sys.platform.startswith("linux") or os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_full_disk_is_said_and_loses_nothing(small_disk: Path) -> None:
    write_corpus(small_disk, documents=3)
    assert called(["ingest", "."], cwd=small_disk).status == 0
    before = exported(small_disk)
    write_long_document(small_disk)
    with (small_disk / "filler").open("wb") as filler:
        free = os.statvfs(small_disk)
        filler.write(b"\0" * (free.f_bavail * free.f_frsize - 100_000))
    assert_one_line(called(["ingest", "."], cwd=small_disk), said="full")
    assert exported(small_disk) == before
    (small_disk / "filler").unlink()
    assert called(["ingest", "."], cwd=small_disk).status == 0
    assert_store_is_whole(small_disk, documents=4)


# Ctrl-C


@pytest.mark.parametrize("at", [1, 5, 20])
def test_ctrl_c_in_mid_ingestion_is_said_and_loses_nothing(tmp_path: Path, at: int) -> None:
    write_corpus(tmp_path, documents=60)
    store = tmp_path / STORE
    ended = stopped(["ingest", "."], cwd=tmp_path, store=store, at=at, after_s=0.01, how=signal.SIGINT)
    assert_one_line(ended, said="Stopped. Finished documents are kept; the same command goes on from there.", status=130)
    kept = stored_documents(store)
    assert at <= kept < 60
    report = json.loads(called(["ingest", ".", "--json"], cwd=tmp_path).out)
    assert report["documents"] == {"added": 60 - kept, "updated": 0, "unchanged": kept, "failed": 0}
    assert_store_is_whole(tmp_path, documents=60)
