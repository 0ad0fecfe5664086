"""The chat server that tests and people start: its command, its ends, and what it says where it cannot be had."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cckg.models import CHAT_MODELS
from examples.chat.command import main
from examples.chat.server import Server, last_started, start
from examples.processes import ServerError, free_port
from tests import servers
from tests.commandline import spawned
from tests.real_chat import MODEL, SKIPPED, chat_server

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.chat
def test_the_command_starts_shows_and_ends_a_server_that_outlives_it(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    chat_server()  # skips where there is none
    command = [sys.executable, "-m", "examples.chat.server", "start", "--home", "home", "--port", str(free_port())]
    command += ["--slots", "1", "--context", "1024"]
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    try:
        assert done.returncode == 0, done.stderr
        exported = dict(line.removeprefix("export ").split("=", 1) for line in done.stdout.splitlines())
        assert list(exported) == ["CCKG_ROLES__ALL", "CCKG_CHAT__OPENAI_URL"]
        assert "answered; 1 model call" in " ".join(spawned(["doctor"], cwd=folder, **exported).out.split())
        assert main(["status", "--home", "home"]) == 0
        assert capfd.readouterr().out == done.stdout
    finally:
        ended = main(["stop", "--home", "home"])
    assert ended == 0
    server = last_started(Path("home"))
    assert server is not None
    assert not server.is_running()
    assert main(["status", "--home", "home"]) == 1


@pytest.mark.chat
def test_a_server_ends_with_the_program_that_started_it(tmp_path: Path) -> None:
    chat_server()
    script = "import sys, time; from pathlib import Path; from examples.chat.server import start\n"
    script += "start(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), slots=1, context=512); print('started', flush=True); time.sleep(600)"
    command = [sys.executable, "-c", script, MODEL, str(tmp_path), str(free_port())]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        process.kill()
    server, deadline = last_started(tmp_path), time.monotonic() + 60
    assert server is not None
    while server.is_running():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.chat
def test_a_port_that_is_taken_is_an_error_that_names_it(tmp_path: Path) -> None:
    port = chat_server().port
    with pytest.raises(ServerError, match=rf"Something else listens on port {port} already"):
        start(MODEL, tmp_path, port)


@pytest.mark.chat
def test_a_file_that_is_no_model_ends_the_start_with_the_log(tmp_path: Path) -> None:
    chat_server()
    (tmp_path / "wrong.gguf").write_bytes(b"GGUF, or not")
    with pytest.raises(ServerError, match=r"The server of wrong ended while it started\. .*Its log is .*server\.log"):
        start(str(tmp_path / "wrong.gguf"), tmp_path / "home", free_port())


@pytest.mark.parametrize("model", ["llama", "all-MiniLM-L6-v2", "nowhere/model.gguf"])
def test_a_model_that_is_not_there_is_named_beside_those_that_are(model: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xllamacpp")
    assert main(["start", "--model", model]) == 1
    assert capsys.readouterr().err.endswith(f"Name a GGUF file, or one of: {', '.join(CHAT_MODELS)}.\n")
    assert list(folder.iterdir()) == []


def test_a_missing_package_is_named_with_its_remedy(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    assert main(["start"]) == 1
    assert capsys.readouterr().err.endswith("Install it where cckg is: `pip install 'cckg[local-chat]'`.\n")
    assert list(folder.iterdir()) == []


def test_stopping_what_does_not_run_is_no_error(folder: Path) -> None:
    assert main(["stop"]) == 0
    assert main(["status"]) == 1
    assert list(folder.iterdir()) == []


def test_a_process_that_is_no_server_is_not_taken_for_one(tmp_path: Path) -> None:
    assert not Server(MODEL, tmp_path, 1, pid=os.getpid()).is_running()


# Rules of the tests


def run_one_test(tmp_path: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    """Run a test against the model on a machine without its weights, and without a registry to have them from."""
    test = "tests/integration/test_real_chat_model.py::test_a_reply_is_held_to_its_schema"
    nowhere = {"XDG_CACHE_HOME": str(tmp_path), "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "COLUMNS": "300"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **nowhere, **environ}, capture_output=True, text=True, check=False)


def test_without_a_model_tests_are_skipped_loudly(tmp_path: Path) -> None:
    ended = run_one_test(tmp_path, CCKG_TEST_CHAT="")
    assert ended.returncode == 0, ended.stdout
    assert re.search(r"^1 tests against a real chat model were SKIPPED: ", ended.stdout, re.MULTILINE), ended.stdout
    assert "1 skipped" in ended.stdout


def test_where_a_model_is_required_tests_fail_without_one(tmp_path: Path) -> None:
    ended = run_one_test(tmp_path, CCKG_TEST_CHAT="required")
    assert ended.returncode == 1
    assert re.search("1 (failed|error)", ended.stdout), ended.stdout


def test_the_summary_counts_only_what_was_skipped_for_want_of_a_model() -> None:
    reasons = [f"Skipped: {SKIPPED}a", f"Skipped: {servers.SKIPPED}b"]
    assert servers.summary(reasons, skipped=SKIPPED, of="a real chat model") == ["1 tests against a real chat model were SKIPPED: a"]


def test_ci_never_skips_tests_against_the_model() -> None:
    assert "\nexport CCKG_TEST_CHAT=required\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
