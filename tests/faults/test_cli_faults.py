"""What goes wrong is one clear line on stderr and the right exit status; what was finished is kept."""

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commandline import Ended, called, spawned, terminal

BROKEN_COMMAND = """
from cckg.terminal import main
from cckg.terminal.cli.main import app

@app.command("fail")
def fail() -> None:
    raise {error}

main()
"""


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ingested")
    (folder / "storm.txt").write_text("The storm caused the flood.\n", encoding="utf-8")
    assert called(["ingest", "storm.txt"], cwd=folder).status == 0
    return folder


@pytest.fixture
def folder(ingested: Path, tmp_path: Path) -> Path:
    """A folder of the test's own with one document and its graph."""
    return shutil.copytree(ingested, tmp_path / "folder")


def assert_one_line(ended: Ended, *, said: str, status: int = 1) -> None:
    assert (ended.status, ended.out) == (status, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["stats"], "There is no graph at .cckg/graph.db yet. Run `cckg ingest PATH…` first."),
        (["ask", "Why?"], "Run `cckg ingest PATH…` first."),
        (["ingest", "missing.txt"], "missing.txt"),
        (["ingest", "."], "No document was found"),
        (["stats", "--store", "neo4j://127.0.0.1:1"], "cannot be reached"),
        (["ingest", ".", "--budget", "much"], "'much' is no budget"),
        (["ingest", ".", "--concurrency", "0"], "chat.concurrency"),
        (["parse", ""], "question is empty"),
        (["extract", "missing.txt"], "missing.txt"),
        (["parse", b"why \xff"], "no Unicode text at character 4"),
    ],
)
def test_what_a_user_can_mend_is_one_line_and_status_1(tmp_path: Path, arguments: list[str | bytes], said: str) -> None:
    assert_one_line(called([os.fsdecode(argument) for argument in arguments], cwd=tmp_path), said=said)


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"CCKG_ROLES__ALL": "nonsense"}, "'nonsense' names no chat model"),
        ({"CCKG_QUESTION__DEPTH": "3"}, "Did you mean 'CCKG_QUESTIONS__DEPTH'?"),
        ({"CCKG_QUESTIONS__DEPTH": "999"}, "questions.depth"),
        ({"CCKG_MODELS__EMBEDDING": "local:nothing"}, "all-MiniLM-L6-v2"),
    ],
)
def test_an_impossible_setting_is_named(folder: Path, environ: dict[str, str], said: str) -> None:
    assert_one_line(called(["effects", "the storm"], cwd=folder, **environ), said=said)


def test_a_broken_settings_file_says_how_to_mend_it(folder: Path) -> None:
    (folder / "cckg.toml").write_text("[questions\n")
    assert_one_line(called(["stats"], cwd=folder), said="cckg init --force")


@pytest.mark.parametrize("content", [b"not a database at all", b""])
def test_a_file_that_is_no_graph_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(content)
    assert_one_line(called(["stats", "--store", "x.db"], cwd=tmp_path), said="x.db")
    assert file.read_bytes() == content


def test_a_failed_document_gives_status_3_and_its_reason_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("The storm caused the flood.\n", encoding="utf-8")
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 broken")
    ended = called(["ingest", ".", "--json"], cwd=tmp_path)
    report = json.loads(ended.out)
    assert ended.status == 3
    assert report["documents"] == {"added": 1, "updated": 0, "unchanged": 0, "failed": 1}
    assert report["failures"][0]["document"] == "bad.pdf"
    assert "bad.pdf" in called(["ingest", "."], cwd=tmp_path).out


def test_extract_goes_on_after_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("The storm caused the flood.\n", encoding="utf-8")
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 broken")
    ended = called(["extract", "bad.pdf", "good.txt", "--json"], cwd=tmp_path)
    lines = [json.loads(line) for line in ended.out.splitlines()]
    assert ended.status == 3
    assert [(line["id"], "error" in line) for line in lines] == [("bad.pdf", True), ("good.txt", False)]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("RuntimeError('a bug')", "cckg failed: RuntimeError: a bug. Please report it with what --debug prints."),
        ("ValueError('a [bold]bug[/]\\n\\x1b[31m')", "a [bold]bug[/]"),
        ("MemoryError", "There is not enough memory"),
        (f"OSError({errno.ENOSPC}, 'No space left on device')", "The disk is full."),
        ("PermissionError(13, 'Permission denied', 'secret.txt')", "secret.txt: Permission denied."),
    ],
)
def test_what_nobody_foresaw_is_one_line_too(error: str, said: str, tmp_path: Path) -> None:
    script = BROKEN_COMMAND.format(error=error)
    done = subprocess.run([sys.executable, "-c", script, "fail"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert_one_line(Ended(done.returncode, done.stdout, done.stderr), said=said)
    assert "\x1b" not in done.stderr


def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    ended = spawned(["stats", "--debug"], cwd=tmp_path)
    assert ended.status == 1
    assert "Traceback (most recent call last)" in ended.err
    assert ended.err.rstrip().endswith("Run `cckg ingest PATH…` first.")


def test_a_full_disk_under_an_export_is_said(folder: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    assert_one_line(called(["export", "--format", "json", "--output", "/dev/full"], cwd=folder), said="The disk is full.")


@pytest.mark.parametrize(
    ("check", "said", "broken"),
    [
        ("settings", "cckg init --force", "[questions\n"),
        ("store", "is not a SQLite database", "not a database"),
        ("fingerprint", "other-model", "other-model"),
    ],
)
def test_doctor_names_what_is_broken_with_status_1(folder: Path, check: str, said: str, broken: str) -> None:
    match check:
        case "settings":
            (folder / "cckg.toml").write_text(broken)
        case "store":
            (folder / ".cckg" / "graph.db").write_text(broken)
        case "fingerprint":
            with sqlite3.connect(folder / ".cckg" / "graph.db") as database:
                database.execute("UPDATE meta SET value = ? WHERE name = 'embedding'", (broken,))
    ended = called(["doctor", "--json"], cwd=folder)
    found = {entry["name"]: entry for entry in json.loads(ended.out)["checks"]}
    assert ended.status == 1
    assert found[check]["state"] == "broken"
    assert said in found[check]["found"]


def test_doctor_finds_a_package_that_stands_before_ours(folder: Path) -> None:
    (folder / "prompts").mkdir()
    (folder / "prompts" / "__init__.py").write_text("")
    ended = spawned(["doctor", "--json"], cwd=folder)
    found = {entry["name"]: entry["state"] for entry in json.loads(ended.out)["checks"]}
    assert (ended.status, found["package prompts"], found["package queries"]) == (1, "broken", "ok")


def test_doctor_says_how_to_get_missing_weights_and_fetches_nothing(folder: Path) -> None:
    ended = called(["doctor", "--json"], cwd=folder, XDG_CACHE_HOME=str(folder / "empty"))
    weights = next(entry for entry in json.loads(ended.out)["checks"] if entry["name"] == "weights")
    assert weights["state"] == "warning"
    assert "cckg doctor --download" in weights["next"]
    assert not (folder / "empty").exists()


def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number:02}.txt").write_text(f"The storm number {number} caused the flood of town {number}.\n", encoding="utf-8")
    with terminal(["ingest", "."], cwd=tmp_path, columns=80) as screen:
        screen.read_until("/60")
        screen.type("\x03")
        status, output = screen.rest()
    assert status == 130
    assert "Stopped. Finished documents are kept; the same command goes on from there." in output
    report = json.loads(called(["ingest", ".", "--json"], cwd=tmp_path).out)
    assert report["documents"]["unchanged"] + report["documents"]["added"] == 60
    assert json.loads(called(["stats", "--json"], cwd=tmp_path).out)["documents"] == 60


def test_ctrl_c_on_another_command_is_status_130(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "cckg", "parse"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"question": "Why did it rain?"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(2)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err.decode()) == (130, "Stopped.\n")
