"""Every way in which a call to a chat model can fail, through each provider's real client, against a server that fails as planned.

Each fault ends in success after a retry or a repair, or in one clear sentence; what was answered is never asked for again.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.scripted_model import Fault, ScriptedModel, serving
from benchmarks.scripted_replies import extract, read_and_compare
from cckg.app import CausalRAG, open_app
from cckg.core.errors import ModelError
from cckg.settings import load_settings

PROVIDERS = {"openai:m": "openai_url", "ollama:m": "ollama_url", "google:gemini-2.5-flash": "google_url"}
TEXT = "The storm led to the failure of pump A1. The failure of pump A1 caused a delay of train C1."
OTHER = "The frost led to the closure of line B2."
QUICK: dict[str, object] = {"backoff_seconds": 0.01, "retries": 3, "timeout_seconds": 1.5, "concurrency": 1}

_FIRST, _SECOND = TEXT.split(" The ", maxsplit=1)
_GOOD = extract(f"[1] {_FIRST}\n[2] The {_SECOND}\n")

PASSING = {
    "429 that says how long": [Fault(429, headers=(("Retry-After", "0.2"),), body='{"error": {"message": "slow down"}}')],
    "429 that does not": [Fault(429, body='{"error": {"message": "slow down"}}')] * 3,
    "429 as a date": [Fault(429, headers=(("Retry-After", "Sun, 22 Nov 2020 00:00:00 GMT"),), body="{}")],
    "500": [Fault(500, body='{"error": {"message": "oops"}}')] * 2,
    "503 in plain text": [Fault(503, body="upstream unavailable")],
    "too slow": [Fault(delay=3.0)],
    "half a body": [Fault(cut=40)],
    "connection closed": [Fault(cut=0)],
    "connection reset": [Fault(cut=10, reset=True)],
    "an empty reply": [Fault(text="")],
    "no JSON": [Fault(text="I would say that the storm did it.")],
    "broken JSON": [Fault(text=_GOOD[:60] + ',, "}')],
    "cut off": [Fault(text=_GOOD[:80], finish="length")],
    "wrong types": [Fault(text='{"events": [], "claims": [{"cause_in": "one", "cause": 3}]}')],
    "an unknown label": [Fault(text=_GOOD.replace("occurrence", "sideways"))],
}
"""What goes wrong first, each ending in success when it is asked again."""

READABLE = {
    "prose around it": f"Sure! Here is what I found:\n```json\n{_GOOD}\n```\nLet me know if you need more {{}}.",
    "a thinking preamble": f'<think>They want {{"events": [], "claims": []}}? No: {{"events": [], "claims": [{{}}]}}…</think>\n{_GOOD}',
    "slow parts": _GOOD,
}
"""Replies that need no second call."""

FINAL = {
    "wrong key": (Fault(401, body='{"error": {"message": "bad key sk-canary12345678"}}'), "refuses the key", True),
    "no right": (Fault(403, body='{"error": {"message": "not yours"}}'), "refuses the key", True),
    "no such model": (Fault(404, body='{"error": {"message": "no such model"}}'), "is not there", True),
    "too long for it": (Fault(413, body='{"error": {"message": "context too long"}}'), "context too long", False),
    "refused": (Fault(text="I cannot help with that", finish="refusal"), "refused|no usable reply", False),
    "down for good": (Fault(503, body='{"error": {"message": "maintenance"}}'), "maintenance", False),
    "a wait of an hour": (
        Fault(429, headers=(("Retry-After", "3600"),), body='{"error": {"message": "quota"}}'),
        "asks to wait 3600 s",
        False,
    ),
    "never usable": (Fault(text="no"), "no usable reply to the prompt 'extract_pairs'", False),
}
"""What never succeeds: what is said, and whether it stops the run, for no call can succeed."""


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with serving(ScriptedModel(read_and_compare)) as model:
        yield model


@pytest.fixture(params=PROVIDERS)
def provider(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "docs" / "b.txt").write_text(OTHER, encoding="utf-8")
    return tmp_path


def opened(server: ScriptedModel, provider: str, **chat: object) -> CausalRAG:
    """Open an application all of whose roles a model of the server plays."""
    url = server.url + ("/v1" if provider.startswith("openai") else "")
    limits = QUICK | {PROVIDERS[provider]: url, "google_key": "canary-google", "openai_key": "sk-canary12345678"} | chat
    return open_app(load_settings(roles={"all": provider}, chat=limits), create=True)


def failing(server: ScriptedModel, faults: list[Fault]) -> None:
    """Let the first requests fail, one after the other."""
    server.faults = lambda number, _: faults[number] if number < len(faults) else None


@pytest.mark.parametrize("name", PASSING)
def test_what_may_pass_is_tried_again(server: ScriptedModel, provider: str, name: str) -> None:
    failing(server, PASSING[name])
    with opened(server, provider) as app:
        report = app.ingest([Path("docs")])
        assert (report.failures, report.left, report.stopped) == ([], [], None)
        assert (report.added, report.claims_kept) == (2, 3)
        assert report.usage.calls >= 2
    served = len(server.calls)
    Path(".cckg/graph.db").unlink()
    with opened(server, provider) as app:  # the same graph again, from what was answered
        again = app.ingest([Path("docs")])
        assert (again.claims_kept, again.usage.calls, len(server.calls)) == (3, 0, served)


@pytest.mark.parametrize("name", READABLE)
def test_what_can_be_read_is_read(server: ScriptedModel, provider: str, name: str) -> None:
    drip = 0.05 if name == "slow parts" else 0.0
    server.faults = lambda number, _: Fault(text=READABLE[name], drip=drip) if number == 0 else None
    with opened(server, provider) as app:
        report = app.ingest([Path("docs")])
        assert (report.claims_kept, report.failures, report.usage.calls) == (3, [], len(server.answered))
    assert server.repeated() == 0


@pytest.mark.parametrize("name", FINAL)
def test_what_cannot_succeed_is_said_in_a_sentence_and_the_next_run_goes_on(server: ScriptedModel, provider: str, name: str) -> None:
    fault, said, stops = FINAL[name]
    bad = {"conversation": ""}

    def faults(number: int, conversation: str) -> Fault | None:
        bad["conversation"] = bad["conversation"] or conversation  # the first document's
        return fault if conversation == bad["conversation"] or fault.text else None

    server.faults = faults
    with opened(server, provider, give_up_after=5) as app:
        if stops:
            with pytest.raises(ModelError, match=said) as raised:
                app.ingest([Path("docs")])
            sentence = str(raised.value)
        else:
            report = app.ingest([Path("docs")])
            assert report.failures
            sentence = report.failures[0].reason
            assert report.failed == len(report.failures) == 2 - report.added
    assert len(sentence.splitlines()) == 1
    assert "canary" not in sentence
    assert len(sentence) < 500
    server.faults = None
    before, answered = len(server.calls), {call.conversation for call in server.answered}
    with opened(server, provider) as app:
        assert [document.status for document in app.documents()].count("failed") == (0 if stops else report.failed)
        report = app.ingest([Path("docs")])
        assert (report.failures, app.stats().claims, app.stats().failed) == ([], 3, 0)
    asked_again = {call.conversation for call in server.calls[before:]} & answered
    assert not asked_again or fault.text  # a reply that cannot be used was paid, and is asked for again


def test_a_server_that_takes_no_schema_is_asked_without(server: ScriptedModel, provider: str) -> None:
    refusal = Fault(400, body=json.dumps({"error": {"message": "response_format json_schema / schema is not supported"}}))
    failing(server, [refusal])
    with opened(server, provider) as app:
        assert app.ingest([Path("docs")]).claims_kept == 3
    assert len(server.calls) == len(server.answered) + 1
