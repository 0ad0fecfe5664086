"""Ingestion and questions through a real chat model behind a real server, the smallest that there is.

What is tested is the way there and back, not what the model makes of a text: nothing is invented, lost, miscounted or asked twice.
"""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.request import Request, urlopen

import pytest

from cckg.app import CausalRAG, open_app
from cckg.core.errors import ReplyError
from cckg.models.chat import Reply
from cckg.settings import load_settings
from examples.chat.server import Server
from prompts import prompt
from tests.chatting import graph_hash
from tests.commandline import Ended, spawned
from tests.real_chat import MODEL, chat_server

pytestmark = pytest.mark.chat

DOCUMENTS = {
    "pipe.txt": "Owing to frost, the pipe burst on 3 May. Nobody noticed.\n",
    "sales.txt": "The leak may have helped to cut sales but did not delay the opening.\n",
}
"""As the prompt's own example has it: what so small a model can read."""
QUESTIONS = ("Why did the pipe burst?", "Was the frost necessary for the pipe burst?")
CHAT: Mapping[str, Any] = {"max_output_tokens": 300, "concurrency": 4, "timeout_seconds": 300, "repairs": 1}
WRITTEN = "llamacpp:tokens_predicted_total"
"""What the server calls its count of the tokens of all replies."""


@dataclass(frozen=True, slots=True)
class Ingested:
    """A folder with documents and their graph, how their ingestion ended, and how many tokens the server wrote for it."""

    folder: Path
    ended: Ended
    written: float

    @property
    def report(self) -> dict[str, Any]:
        """What the command reported."""
        found: dict[str, Any] = json.loads(self.ended.out)
        return found

    def said(self, name: str) -> list[dict[str, Any]]:
        """Return the replies to a prompt that could be used."""
        with closing(sqlite3.connect(self.folder / ".cckg" / "answers.db")) as connection:
            rows = connection.execute("SELECT reply FROM answer WHERE prompt = ?", (name,)).fetchall()
        return [json.loads(reply) for (reply,) in rows]


@pytest.fixture(scope="module")
def server() -> Server:
    return chat_server()


@pytest.fixture(scope="module")
def ingested(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Ingested:
    folder = tmp_path_factory.mktemp("ingested")
    write_documents(folder)
    before = server.metrics()[WRITTEN]
    ended = spawned(["ingest", "docs", "--json"], cwd=folder, **variables(server))
    return Ingested(folder, ended, server.metrics()[WRITTEN] - before)


def write_documents(folder: Path) -> None:
    (folder / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")


def variables(server: Server) -> dict[str, str]:
    """Return the environment of a command all of whose roles the model plays."""
    return server.variables | {f"CCKG_CHAT__{key.upper()}": str(value) for key, value in CHAT.items()}


def opened(server: Server, **settings: Any) -> CausalRAG:
    """Open an application all of whose roles the model plays."""
    chat = {"openai_url": server.url, **CHAT}
    return open_app(load_settings(**{"roles": {"all": f"openai:{MODEL}"}, "chat": chat, **settings}), create=True)


def posted(server: Server, path: str, body: object) -> dict[str, Any]:
    request = Request(f"http://127.0.0.1:{server.port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as reply:  # noqa: S310 - of this machine
        found: dict[str, Any] = json.load(reply)
    return found


# The server


def test_prompts_take_the_form_that_the_model_was_trained_on(server: Server) -> None:
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}]
    form = "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nWhy?<|im_end|>\n<|im_start|>assistant\n"
    assert posted(server, "/apply-template", {"messages": messages})["prompt"] == form


class Puce(Reply):
    """What no model would say of its own accord when it is asked for something else."""

    colour: Literal["puce"]


def test_a_reply_is_held_to_its_schema(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with opened(server) as app:
        done = app.roles.chats.connected(f"openai:{MODEL}").complete(prompt("ready"), Puce)
    assert done.reply == Puce(colour="puce")
    assert done.usage.calls == 1


# Ingestion


def test_what_could_not_be_read_is_reported_and_nothing_else_is_missing(ingested: Ingested) -> None:
    report = ingested.report
    failed = {failure["document"] for failure in report["failures"]}
    assert ingested.ended.status == (3 if failed else 0), ingested.ended.err
    assert all(failure["reason"] for failure in report["failures"])
    assert (report["stopped"], report["left"]) == (None, [])
    assert report["documents"]["added"] + report["documents"]["failed"] == len(DOCUMENTS)
    listed = json.loads(spawned(["documents", "--json"], cwd=ingested.folder).out)["documents"]
    assert {document["uri"]: document["status"] for document in listed if document["status"] != "done"}.keys() == failed
    said = [claim for reply in ingested.said("extract_pairs") for claim in reply["claims"]]
    places = {(claim["cause"], claim["effect"]) for claim in said}
    assert report["claims"]["kept"] > 0
    if not failed:  # each is kept or refused; what was said twice is kept once
        assert len(places) <= report["claims"]["kept"] + report["claims"]["refused"] <= len(said)


def test_every_quote_stands_in_its_document(ingested: Ingested) -> None:
    graph = json.loads(spawned(["export", "--format", "json"], cwd=ingested.folder).out)
    texts = {document["id"]: (ingested.folder / document["uri"]).read_text(encoding="utf-8") for document in graph["documents"]}
    for claim in graph["claims"]:
        text = texts[claim["document"]]
        assert text[claim["start"] : claim["end"]] == claim["quote"]


def test_tokens_are_counted_as_the_server_counts_them(ingested: Ingested) -> None:
    spent = ingested.report["model"]
    assert spent["calls"] > 0
    assert spent["input_tokens"] > 100 * spent["calls"]
    assert spent["output_tokens"] == ingested.written > 0


def test_a_second_run_asks_for_nothing_that_was_answered(server: Server, ingested: Ingested) -> None:
    before = server.metrics()[WRITTEN]
    again = spawned(["ingest", "docs", "--json"], cwd=ingested.folder, **variables(server))
    report = json.loads(again.out)
    assert report["documents"]["unchanged"] == ingested.report["documents"]["added"]
    if not ingested.report["failures"]:
        assert (again.status, report["model"]["calls"], server.metrics()[WRITTEN]) == (0, 0, before)


# Questions


def test_questions_are_answered_with_quotes_or_it_is_said_why_not(server: Server, ingested: Ingested) -> None:
    lines = "".join(json.dumps({"id": place, "question": question}) + "\n" for place, question in enumerate(QUESTIONS))
    ended = spawned(["ask"], cwd=ingested.folder, stdin=lines.encode(), **variables(server))
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(len(QUESTIONS))), ended.err
    assert ended.status == (3 if any("error" in answer for answer in answers) else 0)
    for answer in answers:
        if "error" in answer:
            assert "gave no usable reply to the prompt" in answer["error"]
            continue
        assert answer["trace"]["model"]["output_tokens"] > 0
        for citation in answer["citations"]:
            text = (ingested.folder / citation["uri"]).read_text(encoding="utf-8")
            assert text[citation["start"] : citation["end"]] == citation["quote"]


def test_doctor_tries_the_model_and_says_what_it_cost(server: Server, tmp_path: Path) -> None:
    ended = spawned(["doctor", "--json"], cwd=tmp_path, **variables(server))
    check = next(check for check in json.loads(ended.out)["checks"] if check["name"] == f"model openai:{MODEL}")
    assert check["state"] == "ok", check
    assert check["found"].startswith("answered; 1 model call, ")


# Recording


def answered(app: CausalRAG, question: str) -> str:
    """Return the answer, or why there is none."""
    try:
        return app.ask(question).text
    except ReplyError as error:
        return str(error)


def test_what_was_recorded_is_replayed_without_the_server(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs/pipe.txt").write_text(DOCUMENTS["pipe.txt"], encoding="utf-8")
    with opened(server, record=Path("recording"), store="recorded.db") as app:
        report = app.ingest([Path("docs")])
        recorded, exported = graph_hash(app), app.export("json")
        answer = answered(app, QUESTIONS[0])
    files = {file.name: file.read_bytes() for file in Path("recording").iterdir()}
    chat = {"openai_url": "http://127.0.0.1:9", **CHAT}
    with opened(server, replay=Path("recording"), store="replayed.db", chat=chat) as app:
        again = app.ingest([Path("docs")])
        assert (graph_hash(app), app.export("json")) == (recorded, exported)
        assert answered(app, QUESTIONS[0]) == answer
    assert (again.failures, again.usage.calls) == (report.failures, 0)
    assert {file.name: file.read_bytes() for file in Path("recording").iterdir()} == files
