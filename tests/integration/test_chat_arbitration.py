"""In which order a chat model is asked where answers are arbitrated: what does not wait for something else runs beside it."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Lock

import pytest

from benchmarks.cfrag.latency import replies
from benchmarks.scripted_model import ScriptedModel, serving
from cckg.app import CausalRAG, open_app
from cckg.core.errors import InputError
from cckg.settings import load_settings
from tests.chatting import chat_settings

WHY = "What caused the power cut?"
PARSES, VARIES, WRITES, ANSWERS = "You take a question apart", "You write variations", "You answer a question from evidence", '"rationale"'


def agreeing(system: str, user: str) -> str:
    return replies("agreeing", system, user)


@pytest.fixture
def graph(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The graph of the small corpus, seen from a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return corpus / ".cckg" / "graph.db"


@contextmanager
def asking(graph: Path, script: Callable[[str, str], str] = agreeing, **chat: object) -> Iterator[tuple[CausalRAG, ScriptedModel]]:
    """An application over the graph whose chat model takes questions apart, varies them, and writes."""
    with serving(ScriptedModel(script)) as server:
        settings = load_settings(
            store=str(graph),
            roles={"parser": "openai:m", "writer": "openai:m"},
            chat=chat_settings(server, answers=None, **chat),
            arbitration={"least_relevance": 0.0},
        )
        with open_app(settings) as app:
            yield app, server


@pytest.mark.parametrize(
    "pair",
    [
        pytest.param([(PARSES, 1), (VARIES, 1)], id="taken apart and varied"),
        pytest.param([(WRITES, 1), (ANSWERS, 2)], id="the answer and the first hypothesis after the baseline"),
    ],
)
def test_both_are_under_way_at_once(graph: Path, pair: list[tuple[str, int]]) -> None:
    """Neither the reply to the nth prompt of the one kind about the question nor to that of the other is given before both are wanted."""
    together, lock, asked = Barrier(2, timeout=20), Lock(), Counter[str]()

    def script(system: str, user: str) -> str:
        kind = next((kind for kind, _ in pair if kind in system and f"<question>{WHY}</question>" in user), "")
        with lock:
            asked[kind] += 1
            is_held = (kind, asked[kind]) in pair
        if is_held:
            together.wait()
        return agreeing(system, user)

    with asking(graph, script) as (app, _):
        assert app.ask(WHY, arbitrated=True).arbitration
    assert all(asked[kind] >= count for kind, count in pair)
    assert not together.broken


def test_with_a_budget_nothing_is_asked_before_it_is_known_to_be_needed(graph: Path) -> None:
    with asking(graph, budget="1000 calls") as (app, server):
        app.ask(WHY, arbitrated=True)
        order = [call.system.splitlines()[0] for call in server.calls]
    places = [next(place for place, system in enumerate(order) if system.startswith(kind)) for kind in (PARSES, WRITES, VARIES)]
    assert places == sorted(places)


def test_the_answer_is_the_same_whether_asked_ahead_or_not(graph: Path) -> None:
    found = []
    for budget in (None, "1000 calls"):
        with asking(graph, budget=budget) as (app, _):
            answer = app.ask(WHY, arbitrated=True)
            found.append((answer.text, answer.arbitration, answer.package, answer.notes, answer.trace.usage.calls))
    assert found[0] == found[1]


def test_what_was_spent_beside_other_stages_is_told_once(graph: Path) -> None:
    with asking(graph) as (app, server):
        usage = app.ask(WHY, arbitrated=True).trace.usage
        assert usage.calls == len(server.calls)


def test_a_question_that_cannot_be_read_costs_nothing(graph: Path) -> None:
    with asking(graph) as (app, server):
        with pytest.raises(InputError, match="empty"):
            app.ask(" ? ", arbitrated=True)
        assert server.calls == []


def test_a_route_that_is_none_costs_nothing(graph: Path) -> None:
    with asking(graph) as (app, server):
        with pytest.raises(ValueError, match="guess"):
            app.ask(WHY, route="guess", arbitrated=True)
        assert server.calls == []


def test_where_the_budget_ends_the_answer_is_given_without_arbitration(graph: Path) -> None:
    with asking(graph, budget="3 calls") as (app, _):
        answer = app.ask(WHY, arbitrated=True)
    assert not answer.abstained
    assert answer.arbitration is None
    assert answer.notes[-1].startswith("The answer is not arbitrated: The budget of 3 calls is spent.")
