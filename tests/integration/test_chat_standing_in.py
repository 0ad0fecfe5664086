"""At question time the built-in role steps in for a chat model whose replies cannot be used, and says so; nobody steps in otherwise."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.scripted_model import Fault, ScriptedModel, serving
from cckg.app import CausalRAG, open_app
from cckg.core.errors import ModelError, NoUsableReplyError, StoppedError
from cckg.settings import load_settings
from tests.chatting import chat_settings
from tests.commandline import called

WHY = "What caused the power cut?"
WHATIF = "What if the flood had not happened?"
DONE = {
    "parser": "the question was taken apart by the built-in parser",
    "verifier": "the happenings of the question were found by the built-in verifier",
    "opposites": "an opposite was written by the built-in opposite writer",
    "writer": "the answer was written by the built-in writer",
}


@contextmanager
def asking(graph: Path, *roles: str, says: str = "no", **told: object) -> Iterator[tuple[CausalRAG, ScriptedModel]]:
    """An application over the graph whose chat model plays these roles, and always says the same."""
    with serving(ScriptedModel(lambda system, user: says)) as server:
        chat = chat_settings(server, answers="answers.db", **{"retries": 1, **told.pop("chat", {})})  # type: ignore[dict-item]
        with open_app(load_settings(store=str(graph), roles=dict.fromkeys(roles, "openai:m"), chat=chat, **told)) as app:
            yield app, server


@pytest.fixture
def graph(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The graph of the small corpus, seen from a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return corpus / ".cckg" / "graph.db"


@pytest.mark.parametrize("role", DONE)
def test_an_answer_is_not_lost_with_a_reply_that_cannot_be_used(graph: Path, role: str) -> None:
    with asking(graph, role) as (app, server):
        answer = app.ask(WHY)
        assert len(server.calls) >= 2  # it was sent back once
        assert not answer.abstained
        assert "The flood led to the power cut." in {citation.quote for citation in answer.package.citations}
        who = DONE[role].rpartition("built-in ")[2]
        assert answer.notes[-1:] == (f"The {who} openai:m gave no usable reply: There is no JSON object in the reply; {DONE[role]}.",)
        assert bool(app.ask("Why did the moon fall?").notes) == (role in ("parser", "verifier"))  # the others were not asked


def test_all_roles_may_be_stepped_in_for_and_each_is_told_of_once(graph: Path) -> None:
    with asking(graph, *DONE) as (app, _):
        stepped_in = [note.split()[1] for note in app.ask(WHY).notes if "gave no usable reply" in note]
        assert stepped_in == ["parser", "verifier", "writer"]  # for what led to an event no opposite is written
        meant, *stood_in = app.whatif("the flood").notes
        assert meant.startswith("“the flood” is read as")  # two documents tell of a flood
        assert [note.split()[1] for note in stood_in] == ["verifier", "opposite"]
        assert [note.split()[1] for note in app.walk("the flood", "causes").notes] == ["verifier"]
        assert [note.split()[1] for note in app.path("the storm", "the power cut").notes] == ["verifier"]
    with open_app(load_settings(store=str(graph))) as local, asking(graph, "parser", "opposites", "writer") as (app, _):
        assert app.ask(WHATIF).text == local.ask(WHATIF).text


def test_who_stepped_in_stands_in_text_and_in_json(graph: Path) -> None:
    with serving(ScriptedModel(lambda system, user: "no")) as server:
        environ = {f"CCKG_CHAT__{key.upper()}": str(value) for key, value in chat_settings(server).items()}
        environ |= {"CCKG_ROLES__WRITER": "openai:m", "CCKG_STORE": str(graph)}
        text, told = (called(["ask", WHY, *more], cwd=Path.cwd(), **environ) for more in ([], ["--json"]))
        piped = called(["shell"], cwd=Path.cwd(), stdin=f"{WHY}\nthen what?\n".encode(), **environ)
    note = f"The writer openai:m gave no usable reply: There is no JSON object in the reply; {DONE['writer']}."
    assert (text.status, told.status, json.loads(told.out)["notes"]) == (0, 0, [note])
    assert note in " ".join(text.out.split())
    assert " ".join(piped.out.split()).count(note) == 2


def test_nobody_steps_in_where_the_model_is_not_there(graph: Path) -> None:
    with asking(graph, "writer", chat={"openai_url": "http://127.0.0.1:9"}) as (app, _), pytest.raises(ModelError, match="Nothing answers"):
        app.ask(WHY)


def test_nobody_steps_in_where_the_budget_is_spent(graph: Path) -> None:
    with (
        asking(graph, "writer", chat={"budget": "1 calls"}) as (app, _),
        pytest.raises(StoppedError, match="The budget of 1 calls is spent"),
    ):
        app.ask(WHY)


def test_nobody_steps_in_where_the_server_fails(graph: Path) -> None:
    with asking(graph, "writer") as (app, server):
        server.faults = lambda number, conversation: Fault(500, body="{}")
        with pytest.raises(ModelError, match="status 500"):
            app.ask(WHY)


def test_nobody_steps_in_where_a_replayed_call_is_not_recorded(graph: Path) -> None:
    Path("recording").mkdir()
    with asking(graph, "writer", replay=Path("recording")) as (app, _), pytest.raises(ModelError, match="no recording of this call"):
        app.ask(WHY)


def test_who_stepped_in_is_replayed_as_it_was_recorded(graph: Path) -> None:
    with asking(graph, "parser", "writer", record=Path("recording")) as (app, _):
        recorded = app.ask(WHY)
    with asking(graph, "parser", "writer", replay=Path("recording")) as (app, server):
        answer = app.ask(WHY)
        assert (answer.text, answer.notes, server.calls) == (recorded.text, recorded.notes, [])
        assert len(answer.notes) == 2


@pytest.mark.parametrize("role", ["extractor", "verifier"])
def test_at_ingestion_nobody_steps_in(graph: Path, role: str) -> None:
    del graph
    Path("docs").mkdir()
    for number, text in enumerate(("The storm led to the failure of the pump.", "The pump failing caused a delay.")):
        Path(f"docs/{number}.txt").write_text(text, encoding="utf-8")
    with serving(ScriptedModel(lambda system, user: "no")) as server:
        told = load_settings(roles={role: "openai:m"}, chat=chat_settings(server))
        with open_app(told, create=True) as app:
            report = app.ingest([Path("docs")])
            assert len(report.failures) > 0
            assert report.failed == (len(report.failures) if role == "extractor" else 0)  # what was read stays; each wording is an event
            assert all("openai:m gave no usable reply to the prompt" in failure.reason for failure in report.failures)


STAGES: dict[str, tuple[str, Callable[[CausalRAG], object]]] = {
    "extractor": ("extract_pairs", lambda app: app.extract(["The storm led to the flood."])),
    "verifier": ("same_event", lambda app: app.match([("a fire", "a blaze")])),
    "parser": ("parse_question", lambda app: app.parse(WHY)),
}


@pytest.mark.parametrize("role", STAGES)
def test_a_stage_alone_says_which_role_of_which_model_failed_and_what_to_do(graph: Path, role: str) -> None:
    prompt, stage = STAGES[role]
    with asking(graph, role) as (app, _), pytest.raises(ModelError) as raised:
        stage(app)
    mend = f'Give the role to another model or to "local": `{role} = …` under [roles] in cckg.toml.'
    assert str(raised.value) == f"openai:m gave no usable reply to the prompt {prompt!r}: There is no JSON object in the reply. {mend}"
    assert role == "extractor" or isinstance(raised.value, NoUsableReplyError)
