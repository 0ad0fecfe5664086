"""A chat server that is not there is told of at once; one that goes away in the middle is waited for, and not in silence."""

import json
import logging
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.scripted_model import ScriptedModel, serving
from benchmarks.scripted_replies import read_and_compare
from cckg.app import CausalRAG, open_app
from cckg.core.errors import ModelError, ReplyError, StoppedError
from cckg.models.chat.chat import Ready
from cckg.settings import load_settings
from cckg.terminal.cli.checks import check_models
from prompts import prompt
from tests.chatting import KEYS, PROVIDERS, chat_settings, write_reports

NOWHERE = "http://127.0.0.1:9"
QUESTION = "Why was line B1 closed?"
SOON_S = 20.0  # on a busy machine; a second is measured on a quiet one


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_reports(tmp_path / "docs", documents=6)
    return tmp_path


def opened(provider: str, url: str, **chat: object) -> CausalRAG:
    """Open an application whose roles a model at that address plays, with the waits that everybody has."""
    told = {PROVIDERS[provider]: url, **KEYS, **chat}
    return open_app(load_settings(roles={"all": provider}, chat=told), create=True)


# Not there


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_server_that_is_not_there_is_told_of_soon_with_its_address_and_its_setting(provider: str) -> None:
    with opened(provider, NOWHERE) as app:
        chat = app.roles.chats.connected(provider)
        begun = time.perf_counter()
        with pytest.raises(ModelError) as raised:
            chat.complete(prompt("ready"), Ready)
        assert time.perf_counter() - begun < SOON_S
    mend = f"start its server, or set chat.{PROVIDERS[provider]} to where it runs"
    assert str(raised.value) == f"Nothing answers at {NOWHERE}, where {provider} is looked for: {mend}."


def test_an_ingestion_without_a_server_fails_no_document() -> None:
    with opened("openai:m", NOWHERE) as app:
        with pytest.raises(ModelError, match="Nothing answers at"):
            app.ingest([Path("docs")])
        assert app.documents() == []


def test_a_password_in_an_address_is_not_shown() -> None:
    with (
        opened("openai:m", "http://ann:canary@127.0.0.1:9/v1?key=canary") as app,
        pytest.raises(ModelError, match=r"at http://127\.0\.0\.1:9/v1, ") as raised,
    ):
        app.roles.chats.connected("openai:m").complete(prompt("ready"), Ready)
    assert "canary" not in str(raised.value)


def test_a_name_that_leads_nowhere_is_told_of_as_well() -> None:
    with (
        opened("openai:m", "http://no-such-host.invalid/v1") as app,
        pytest.raises(ModelError, match="Nothing answers at http://no-such-host"),
    ):
        app.roles.chats.connected("openai:m").complete(prompt("ready"), Ready)


def test_doctor_tells_of_it_too() -> None:
    settings = load_settings(roles={"all": "openai:m"}, chat={"openai_url": NOWHERE})
    [_, check] = check_models(settings)
    assert check.state == "broken"
    assert check.found.startswith(f"Nothing answers at {NOWHERE}, where openai:m is looked for: start its server, or set chat.openai_url")


def test_a_server_that_comes_up_within_a_moment_is_asked_again() -> None:
    with serving(ScriptedModel(read_and_compare)) as model:
        port = int(model.url.rpartition(":")[2])
    with opened("openai:m", f"http://127.0.0.1:{port}/v1") as app, ExitStack() as later:
        chat = app.roles.chats.connected("openai:m")
        late = ScriptedModel(lambda system, user: '{"ready": true}')
        starting = threading.Timer(0.3, lambda: later.enter_context(serving(late, port=port)))
        starting.start()
        assert chat.complete(prompt("ready"), Ready).reply.ready
        starting.join()


# Lost in the middle


def test_a_server_that_was_lost_is_waited_for_and_that_is_told(caplog: pytest.LogCaptureFixture) -> None:
    model = ScriptedModel(lambda system, user: '{"ready": true}')
    with ExitStack() as later:
        with serving(model):
            port = int(model.url.rpartition(":")[2])
            app = later.enter_context(opened("openai:m", f"{model.url}/v1", backoff_seconds=2.0, answers=None))
            chat = app.roles.chats.connected("openai:m")
            chat.complete(prompt("ready"), Ready)
        starting = threading.Timer(0.5, lambda: later.enter_context(serving(model, port=port)))
        starting.start()
        with caplog.at_level(logging.WARNING, "cckg"):
            assert chat.complete(prompt("ready"), Ready).reply.ready
        starting.join()
    [told] = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert told.startswith(f"openai:m at http://127.0.0.1:{port}/v1: nothing answers there; trying again in ")
    assert told.endswith(" s (2 of 7)")


def test_a_server_that_stays_away_ends_the_run_with_what_is_kept(here: Path) -> None:
    model = ScriptedModel(read_and_compare, latency=0.2)
    with serving(model):
        port = int(model.url.rpartition(":")[2])
        told = chat_settings(model, concurrency=1, retries=1, backoff_seconds=3.0, give_up_after=1)
        environ = {"CCKG_ROLES__ALL": "openai:m"} | {f"CCKG_CHAT__{key.upper()}": str(value) for key, value in told.items()}
        command = [sys.executable, "-m", "cckg", "ingest", "docs"]
        run = subprocess.Popen(command, cwd=here, env=os.environ | environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while len(model.answered) < 3 and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
    out, err = (" ".join(text.split()) for text in run.communicate(timeout=120))
    assert run.returncode == 3, err
    assert re.search(
        rf"openai:m at http://127\.0\.0\.1:{port}/v1: (Connection error|nothing answers there); trying again in \d s \(2 of 2\)", err
    ), out
    assert "documents read until now are stored, and answers that were paid for are kept: the same command goes on from there" in out
    with serving(model, port=port):
        again = subprocess.run([*command, "--json"], cwd=here, env=os.environ | environ, capture_output=True, text=True, check=False)
    report = json.loads(again.stdout)
    assert (again.returncode, report["failures"], report["left"]) == (0, [], [])
    assert model.repeated() == 0


def test_a_lost_server_stops_a_question_and_nobody_steps_in(corpus_app: CausalRAG) -> None:
    for _ in range(3):
        with pytest.raises(ReplyError, match="nothing answers there, after 2 attempts"):
            corpus_app.ask(QUESTION)
    with pytest.raises(StoppedError, match="does not answer any more at http://127"):
        corpus_app.ask(QUESTION)


@pytest.fixture
def corpus_app(here: Path) -> Iterator[CausalRAG]:
    """An application over a graph, whose writer is lost after the first call."""
    del here
    with open_app(load_settings(), create=True) as app:
        app.ingest([Path("docs")])
    model = ScriptedModel(lambda system, user: '{"ready": true}')
    with ExitStack() as stack:
        with serving(model):
            told = {"openai_url": f"{model.url}/v1", "retries": 1, "backoff_seconds": 0.01, "answers": None}
            app = stack.enter_context(open_app(load_settings(roles={"writer": "openai:m"}, chat=told)))
            app.roles.chats.connected("openai:m").complete(prompt("ready"), Ready)
        yield app
