"""Runs with chat models that are killed, short of money, recorded and replayed; and their secrets."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks.scripted_model import Fault, ScriptedModel, serving
from cckg.app import open_app
from cckg.core.errors import ModelError
from cckg.settings import load_settings
from tests.chatting import KEYS, PROVIDERS, chat_settings, graph_hash, scripted, write_reports
from tests.commandline import Ended, called

DOCUMENTS = 40
CONCURRENCY = 4


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_reports(tmp_path / "docs", documents=DOCUMENTS)
    return tmp_path


def variables(server: ScriptedModel, provider: str = "openai:m", **chat: object) -> dict[str, str]:
    """Return the environment of a command all of whose roles a model of the server plays."""
    told = {f"CCKG_CHAT__{key.upper()}": str(value) for key, value in chat_settings(server, provider, **chat).items()}
    return {"CCKG_ROLES__ALL": provider, **told}


# Killed


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_run_pays_for_nothing_twice_that_had_been_answered(here: Path, seed: int) -> None:
    assert_killed_runs_lose_nothing(here, kills=1, seed=seed)


@pytest.mark.slow
def test_a_run_killed_ten_times_pays_for_nothing_twice_that_had_been_answered(here: Path) -> None:
    assert_killed_runs_lose_nothing(here, kills=10, seed=99)


def assert_killed_runs_lose_nothing(folder: Path, *, kills: int, seed: int) -> None:
    """Kill ingestions at random moments: in the end the graph is that of an undisturbed run, and what was asked twice was under way."""
    rng = np.random.default_rng(seed)
    with scripted(latency=0.05) as server:
        environ = os.environ | variables(server, concurrency=CONCURRENCY)
        for _ in range(kills):
            with subprocess.Popen(
                [sys.executable, "-m", "cckg", "ingest", "docs"], cwd=folder, env=environ, stdout=subprocess.DEVNULL
            ) as run:
                target = len(server.calls) + int(rng.integers(1, 12))
                deadline = time.monotonic() + 60
                while len(server.calls) < target and run.poll() is None and time.monotonic() < deadline:
                    time.sleep(0.002)
                time.sleep(float(rng.uniform(0, 0.06)))
                run.send_signal(signal.SIGKILL)
        done = called(["ingest", "docs", "--json"], cwd=folder, **variables(server, concurrency=CONCURRENCY))
        assert done.status == 0, done.err
        assert server.repeated() <= kills * CONCURRENCY
    with open_app(load_settings()) as app, scripted() as server:
        hashed = graph_hash(app)
        Path("again").mkdir()
        with open_app(
            load_settings(store="again/graph.db", roles={"all": "openai:m"}, chat=chat_settings(server, answers="again/answers.db")),
            create=True,
        ) as undisturbed:
            undisturbed.ingest([Path("docs")])
            assert graph_hash(undisturbed) == hashed


# Costs


def test_the_report_tells_what_the_reading_of_each_document_cost(here: Path) -> None:
    with scripted() as server:
        done = called(["ingest", "docs", "--json"], cwd=here, **variables(server))
        report = json.loads(done.out)
        reading = [call for call in server.answered if "<report>" in call.user]
        assert [cost["document"] for cost in report["reading"]] == sorted(str(path) for path in Path("docs").iterdir())
        assert all(cost["calls"] == 1 for cost in report["reading"])
        assert sum(cost["input_tokens"] for cost in report["reading"]) == sum(call.input_tokens for call in reading)
        assert report["model"]["calls"] == len(server.answered) > len(reading) == DOCUMENTS


# Budgets


@pytest.mark.parametrize("budget", ["12 calls", "9k tokens", "0.004 usd"])
def test_a_budget_stops_the_run_in_good_order_and_the_next_goes_on(here: Path, budget: str) -> None:
    provider = "google:gemini-2.5-flash"
    with scripted() as server:
        environ = variables(server, provider, concurrency=CONCURRENCY, expected_output_tokens=300)
        runs = 0
        left, stopped = DOCUMENTS, "not begun"
        while left or stopped:
            done = called(["ingest", "docs", "--budget", budget, "--json"], cwd=here, **environ)
            report = json.loads(done.out)
            stopped = report["stopped"]
            assert (done.status, report["failures"]) == (3 if stopped else 0, [])
            if report["left"]:
                assert "The budget of" in report["stopped"]
                assert report["documents"]["added"] + report["documents"]["unchanged"] + len(report["left"]) == DOCUMENTS
            spent = report["model"]
            assert spent["calls"] <= 12 + CONCURRENCY
            assert spent["input_tokens"] + spent["output_tokens"] <= 9000 + CONCURRENCY * 1500
            assert spent["cost_usd"] <= 0.004 + CONCURRENCY * 0.0025
            assert len(report["left"]) < left or spent["calls"] or not stopped  # each run gets on
            left = len(report["left"])
            runs += 1
            assert runs < 40
        assert runs > 1
        assert server.repeated() == 0


# Roles


def test_the_flag_plays_also_the_roles_that_the_settings_give_to_another(here: Path) -> None:
    with scripted() as server:
        environ = variables(server) | {"CCKG_ROLES__EXTRACTOR": "openai:m", "CCKG_ROLES__VERIFIER": "openai:m"}
        assert called(["--model", "local", "ingest", "docs/0001.txt"], cwd=here, **environ).status == 0
        assert server.calls == []


# Batches


def test_a_question_without_a_usable_reply_does_not_stop_a_batch(here: Path) -> None:
    parsed = {"route": "factual", "asks": "passage", "main_event": "", "query_variable": "", "interventions": [], "evidence": []}
    script = {True: "no", False: json.dumps({**parsed, "yes_no": False, "yes_means": ""})}
    lines = "".join(
        json.dumps({"id": n, "question": question}) + "\n" for n, question in enumerate(("Who is unlucky?", "Who owns pump A1?"))
    )
    assert called(["ingest", "docs/0001.txt"], cwd=here).status == 0
    with serving(ScriptedModel(lambda _, user: script["unlucky" in user])) as server:
        environ = variables(server) | {"CCKG_ROLES__ALL": "local", "CCKG_ROLES__PARSER": "openai:m"}
        done = called(["parse"], cwd=here, stdin=lines.encode(), **environ)
    first, second = map(json.loads, done.out.splitlines())
    assert (done.status, first["id"], second["id"]) == (3, 0, 1)
    assert "no usable reply to the prompt 'parse_question'" in first["error"]
    assert "error" not in second


# Recording


def test_a_recording_is_replayed_without_a_server(here: Path) -> None:
    question = "Why was line B1 closed?"
    with scripted() as server:
        # the scripted model reads and compares; it parses no questions
        roles = {"extractor": "openai:m", "verifier": "openai:m"}
        told = {"roles": roles, "chat": chat_settings(server), "store": "recorded.db"}
        with open_app(load_settings(**told, record=Path("recording")), create=True) as app:
            app.ingest([Path("docs")])
            recorded, answer = graph_hash(app), app.ask(question).text
        calls = len(server.calls)
    files = {file.name: file.read_bytes() for file in Path("recording").iterdir()}
    assert len(files) == calls
    assert not any(secret.encode() in content for secret in KEYS.values() for content in files.values())
    assert not any(b"127.0.0.1" in content for content in files.values())
    told = {"roles": roles, "chat": {"openai_url": "http://127.0.0.1:9"}, "store": "replayed.db"}
    with open_app(load_settings(**told, replay=Path("recording")), create=True) as app:
        report = app.ingest([Path("docs")])
        assert (graph_hash(app), report.usage.calls, app.ask(question).text) == (recorded, 0, answer)
    assert {file.name: file.read_bytes() for file in Path("recording").iterdir()} == files


def test_a_call_without_a_usable_reply_is_recorded_and_replayed_as_one(here: Path) -> None:
    with scripted(faults=lambda number, conversation: Fault(text="no") if conversation[0] in "02468" else None) as server:
        told = {"roles": {"extractor": "openai:m"}, "chat": chat_settings(server), "store": "recorded.db"}
        with open_app(load_settings(**told, record=Path("recording")), create=True) as app:
            failures, recorded = app.ingest([Path("docs")]).failures, graph_hash(app)
    told = {"roles": {"extractor": "openai:m"}, "chat": {"openai_url": "http://127.0.0.1:9"}, "store": "replayed.db"}
    with open_app(load_settings(**told, replay=Path("recording")), create=True) as app:
        assert 0 < len(failures) < DOCUMENTS
        assert (app.ingest([Path("docs")]).failures, graph_hash(app)) == (failures, recorded)


def test_a_call_that_is_not_recorded_names_its_prompt(here: Path) -> None:
    Path("recording").mkdir()
    told = {"roles": {"all": "openai:m"}, "chat": {"openai_url": "http://127.0.0.1:9"}, "replay": Path("recording")}
    with (
        open_app(load_settings(**told), create=True) as app,
        pytest.raises(ModelError, match="no recording of this call of the prompt 'extract_pairs'"),
    ):
        app.ingest([Path("docs")])


def test_a_recording_that_is_not_there_is_said_so(here: Path) -> None:
    done = called(["ingest", "docs"], cwd=here, CCKG_ROLES__ALL="openai:m", CCKG_REPLAY="nowhere")
    assert (done.status, "There is no recording at nowhere" in done.err) == (1, True)


# Secrets


@pytest.mark.parametrize("provider", PROVIDERS)
def test_keys_are_in_nothing_that_is_shown_or_kept(here: Path, provider: str) -> None:
    def echoing(number: int, conversation: str) -> Fault | None:
        del conversation
        said = json.dumps({"error": {"message": f"Incorrect API key provided: {KEYS['openai_key']}, {KEYS['google_key']}"}})
        return [Fault(500, body=said), Fault(text="no"), None, Fault(401, body=said)][number] if number < 4 else None

    with scripted(faults=echoing) as server:
        environ = variables(server, provider, concurrency=1) | {"CCKG_RECORD": "recording"}
        shown: list[Ended] = [
            called(arguments, cwd=here, **environ)
            for arguments in (["ingest", "docs", "--debug"], ["ingest", "docs", "--json"], ["doctor"], ["ask", "Why?", "--debug"])
        ]
    assert any("model" in ended.out for ended in shown)
    texts = [ended.out + ended.err for ended in shown]
    texts += [file.read_bytes().decode("utf-8", errors="replace") for file in here.rglob("*") if file.is_file()]
    for secret in KEYS.values():
        assert not [text for text in texts if secret in text or secret[-12:] in text]
