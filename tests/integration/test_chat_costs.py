"""What a run through a chat model is said to cost before and after, what it needs, and what is said where that is missing."""

import json
import logging
import sys
from pathlib import Path

import pytest

from benchmarks.scripted_model import ScriptedModel
from cckg.app import open_app
from cckg.core.errors import InputError, ModelError
from cckg.settings import load_settings
from cckg.terminal.cli.checks import check_models
from tests.chatting import KEYS, chat_settings, opened, scripted, write_reports
from tests.commandline import called
from tests.obeying import claim

DOCUMENTS = 8


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CCKG_INGEST__SHARED_TOKENS", "0")  # a call for each document, so that it is known how many there are
    write_reports(tmp_path / "docs", documents=DOCUMENTS)
    return tmp_path


def variables(server: ScriptedModel, provider: str = "openai:m", **chat: object) -> dict[str, str]:
    told = chat_settings(server, provider, **chat)
    return {"CCKG_ROLES__ALL": provider, **{f"CCKG_CHAT__{key.upper()}": str(value) for key, value in told.items()}}


# Money


def test_a_cost_that_is_not_known_is_said_to_be_unknown_and_never_nothing(here: Path) -> None:
    with scripted() as server:
        environ = variables(server)
        before, forecast = (called(["ingest", "--dry-run", "docs", *more], cwd=here, **environ).out for more in ([], ["--json"]))
        after = json.loads(called(["ingest", "docs", "--json"], cwd=here, **environ).out)
        doctor = called(["doctor"], cwd=here, **environ).out
        shown = called(["ingest", "docs", "--store", "again.db"], cwd=here, **environ | {"CCKG_CHAT__ANSWERS": "again"}).out
    assert "cost unknown" in " ".join(before.split())
    assert (json.loads(forecast)["model"]["cost_usd"], after["model"]["cost_usd"]) == (None, None)
    assert {cost["cost_usd"] for cost in after["reading"]} == {None}
    assert "cost unknown" in " ".join(doctor.split())
    assert "cost unknown" in " ".join(shown.split())


def test_a_run_that_makes_no_call_costs_nothing_whatever_the_model() -> None:
    with scripted() as server:
        with opened(server) as app:
            app.ingest([Path("docs")])
        with opened(server) as app:
            assert app.ingest([Path("docs")]).usage.money == 0.0


@pytest.mark.parametrize("shared_tokens", [0, 1200])
def test_a_price_in_the_settings_is_reckoned_with(shared_tokens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_INGEST__SHARED_TOKENS", str(shared_tokens))
    with scripted() as server, opened(server, prices={"openai:*": (1.0, 2.0)}) as app:
        forecast = app.forecast([Path("docs")])
        report = app.ingest([Path("docs")])
    assert report.usage.money == pytest.approx((report.usage.input_tokens + 2 * report.usage.output_tokens) / 1e6)
    assert forecast.usage.money == pytest.approx(report.usage.money, rel=0.3)


@pytest.mark.parametrize("arguments", [[], ["--dry-run"]])
def test_a_budget_in_money_is_refused_where_the_price_is_not_known(here: Path, arguments: list[str]) -> None:
    with scripted() as server:
        done = called(["ingest", "docs", "--budget", "2USD", *arguments], cwd=here, **variables(server))
        assert server.calls == []
    assert (done.status, done.out) == (1, "")
    assert "A budget of $2 cannot be held with openai:m, whose price is not known" in done.err
    assert "[chat.prices]" in done.err


def test_a_budget_in_money_holds_where_the_settings_give_the_price() -> None:
    with scripted() as server:
        with opened(server, budget="0.002 usd", prices={"openai:m": (1.0, 2.0)}, concurrency=1) as app:
            report = app.ingest([Path("docs")])
            assert report.stopped is not None
            assert 0 < app.roles.chats.spent().cost_usd <= 0.002
        with opened(server, budget="2 usd") as app, pytest.raises(InputError, match="whose price is not known"):
            app.ask("Why was line B1 closed?")


# Minutes


def test_the_minutes_of_a_model_that_was_never_asked_are_not_known(here: Path) -> None:
    with scripted() as server:
        text, told = (called(["ingest", "--dry-run", "docs", *more], cwd=here, **variables(server)).out for more in ([], ["--json"]))
        assert server.calls == []
    assert json.loads(told)["minutes"] is None
    assert "which is what the limits and a fast, hosted model allow; a slow server takes longer" in " ".join(text.split())


def test_the_minutes_of_a_slow_server_follow_from_how_long_it_took_before(here: Path) -> None:
    with scripted(latency=0.5) as server:
        with opened(server, concurrency=2) as app:
            app.ingest([Path("docs/0000.txt"), Path("docs/0001.txt")])
        with opened(server, concurrency=2) as app:
            forecast = app.forecast([Path("docs")])
            assert forecast.is_measured
            assert forecast.minutes == pytest.approx(forecast.usage.calls * 0.5 / 2 / 60, rel=0.3)
            begun = app.ingest([Path("docs")])
            assert forecast.minutes * 60 == pytest.approx(begun.seconds, rel=0.6)
        shown = called(["ingest", "--dry-run", "docs", "--store", "new.db"], cwd=here, **variables(server)).out
    assert "as fast as replies came before" in " ".join(shown.split()) or "0 (the built-in" in shown


# Keys and packages


@pytest.mark.parametrize("provider", ["google:gemini-2.5-flash", "openai:gpt-4o-mini", "anthropic:claude", "mistralai:m"])
def test_a_forecast_needs_no_key_and_no_package(here: Path, provider: str) -> None:
    done = called(["--model", provider, "ingest", "--dry-run", "docs", "--json"], cwd=here)
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["model"]["calls"] >= DOCUMENTS


@pytest.mark.parametrize(("provider", "key"), [("google:gemini-2.5-flash", "GOOGLE_API_KEY"), ("openai:gpt-4o-mini", "OPENAI_API_KEY")])
def test_a_missing_key_is_told_in_a_sentence_that_names_its_variable(here: Path, provider: str, key: str) -> None:
    done = called(["--model", provider, "ingest", "docs"], cwd=here)
    assert done.status == 1
    assert done.err.strip() == f"{provider} needs a key: set {key} in the environment or in .env."
    [_, check] = check_models(load_settings(roles={"all": provider}))
    assert (check.state, check.found) == ("broken", done.err.strip())


@pytest.mark.parametrize(
    ("provider", "package", "command"),
    [
        ("google:gemini-2.5-flash", "langchain_google_genai", "`pip install 'cckg[google]'`"),
        ("ollama:m", "langchain_ollama", "`pip install 'cckg[ollama]'`"),
        ("openai:m", "langchain_openai", "`pip install 'cckg[openai]'`"),
        ("groq:m", "langchain_groq", "`pip install langchain-groq`"),
    ],
)
def test_a_missing_package_is_told_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, provider: str, package: str, command: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with open_app(load_settings(roles={"all": provider}, chat=KEYS), create=True) as app, pytest.raises(ModelError) as raised:
        app.ingest([Path("docs")])
    assert command in str(raised.value)


# Names


def test_a_name_that_the_server_does_not_know_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    doubt = "has no model called 'm', and may answer with another one; it has: 'llama', 'qwen'."
    with scripted() as server:
        server.models = ("llama", "qwen")
        with caplog.at_level(logging.WARNING, "cckg"), opened(server) as app:
            app.ingest([Path("docs")])
            app.ask("Why was line B1 closed?")
        assert [message for message in caplog.messages if "no model called" in message] == [f"The server at {server.url}/v1 {doubt}"]
        [_, check] = check_models(load_settings(roles={"all": "openai:m"}, chat=chat_settings(server)))
    assert check.state == "warning"
    assert doubt in check.found
    assert check.next


@pytest.mark.parametrize("named", [("m", "other"), ()])
def test_a_name_that_the_server_knows_or_a_server_that_names_none_is_not_warned_of(
    caplog: pytest.LogCaptureFixture, named: tuple[str, ...]
) -> None:
    with scripted() as server:
        server.models = named
        with caplog.at_level(logging.WARNING, "cckg"), opened(server) as app:
            app.ingest([Path("docs")])
        [_, check] = check_models(load_settings(roles={"all": "openai:m"}, chat=chat_settings(server)))
    assert (caplog.messages, check.state) == ([], "ok")


# Claims that are refused


def test_the_report_says_why_claims_were_refused(here: Path) -> None:
    wrong = claim(cause="the cat", effect="the flood")
    with scripted() as server:
        server.script = lambda system, user: json.dumps({"events": [], "claims": [wrong, wrong]})
        told, shown = (
            called(["ingest", "docs/0000.txt", "--store", f"{len(more)}.db", *more], cwd=here, **variables(server)).out
            for more in (["--json"], [])
        )
    reason = "its sides are not in the text word for word"
    assert json.loads(told)["claims"] == {"kept": 0, "refused": 2, "reasons": {reason: 2}}
    refusal = {"document": "docs/0000.txt", "cause": "the cat", "effect": "the flood", "reason": reason}
    assert json.loads(told)["refusals"] == [refusal, refusal]
    assert f"0 kept, 2 refused (2 {reason})" in " ".join(shown.split())
