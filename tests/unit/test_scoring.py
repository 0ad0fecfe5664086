"""Scores of answers against gold answers, and their sums."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.gold_scores import score_all, summarise
from cckg.core.evidence import Answer, Citation, EntryEvent, EvidencePackage, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import Route
from cckg.core.trace import Trace
from cckg.evaluation.gold import GoldQuestion, load_gold
from cckg.evaluation.scoring import QuestionScore, is_same_event, score_question
from queries.causal import chains
from tests.builders import subgraph

TEXT = "The pump failed. The mill stopped."
WORDINGS = {"pump": ("the pump failed",), "mill": ("the mill stopped", "the halt of the mill"), "fire": ("the great fire",)}
GOLD = GoldQuestion(
    id="q1",
    question="Why did the mill stop?",
    route=Route.CAUSAL,
    asks="causes",
    events=("pump",),
    necessity=None,
    answer=None,
    documents=("mill.txt",),
    answerable=True,
)


def event(text: str) -> Event:
    return Event(text, text, Polarity.OCCURRENCE)


def answer(
    *documents: str,
    entries: Sequence[str] = (),
    citations: Sequence[Citation] = (),
    route: str = "causal",
    text: str = "",
    **package: object,
) -> Answer:
    """Make an answer whose chains are all those that lead from the event "a"."""
    graph = subgraph(*documents)
    found = chains(graph, starts=["a"], direction="effects", depth=9, limit=9)
    made = EvidencePackage(chains=tuple(found), citations=tuple(citations), **package)  # type: ignore[arg-type]
    entered = tuple(EntryEvent(graph.events[name], 1.0, rank) for rank, name in enumerate(entries, start=1))
    return Answer("question", route, text, made.abstain_because is not None, made, entered, Trace())


def citation(start: int, end: int, quote: str, *, uri: str = "reports/mill.txt") -> Citation:
    return Citation(1, "d1", uri, "Mill", "c1", start, end, quote)


def scored(found: Answer, gold: GoldQuestion = GOLD) -> QuestionScore:
    return score_question(found, gold, WORDINGS, read=lambda uri: TEXT)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("the pump failed", True),
        ("The Pump Failed!", True),
        ("the old pump failed", True),
        ("the pump", True),  # F1 0.8
        ("the failure of the water pump in the cellar", False),
        ("", False),
    ],
)
def test_an_event_counts_from_a_token_f1_of_six_tenths(text: str, *, same: bool) -> None:
    assert is_same_event(text, WORDINGS["pump"]) is same


def test_every_gold_wording_counts() -> None:
    assert is_same_event("the halt of the mill", WORDINGS["mill"])


def test_gold_events_that_the_chains_name_are_found() -> None:
    found = scored(answer("a:the pump failed -> b:the mill stopped", entries=["b"]))
    assert (found.wanted, found.found, found.named, found.right, found.missed) == (1, 1, 1, 1, ())


def test_events_that_are_not_gold_cost_precision_and_missed_ones_recall() -> None:
    found = scored(answer("a:a cat slept -> b:the mill stopped", entries=["b"]), replace(GOLD, events=("pump", "fire")))
    assert (found.wanted, found.found, found.named, found.right, found.missed) == (2, 0, 1, 0, ("pump", "fire"))


@pytest.mark.parametrize(("asks", "named"), [("causes", 1), ("path", 2)])
def test_the_event_asked_about_counts_only_on_a_path(asks: str, named: int) -> None:
    assert scored(answer("a:the pump failed -> b:the mill stopped", entries=["b"]), replace(GOLD, asks=asks)).named == named


@pytest.mark.parametrize("gold", [replace(GOLD, necessity="necessary"), replace(GOLD, answerable=False), replace(GOLD, events=())])
def test_events_are_not_counted_where_the_question_is_about_something_else(gold: GoldQuestion) -> None:
    found = scored(answer("a:the pump failed -> b"), gold)
    assert (found.wanted, found.found, found.named, found.right, found.missed) == (0, 0, 0, 0, ())


def test_the_route_must_be_the_gold_route() -> None:
    assert [scored(answer(route=route)).route for route in ("causal", "factual")] == [True, False]


@pytest.mark.parametrize(("given", "right"), [("necessary", True), ("undetermined", False), (None, False)])
def test_a_verdict_must_be_the_gold_verdict(given: str | None, *, right: bool) -> None:
    verdict = Verdict(event("a"), event("b"), given, "lost") if given else None  # type: ignore[arg-type]
    assert scored(answer(verdict=verdict), replace(GOLD, necessity="necessary")).verdict is right
    assert scored(answer(verdict=verdict)).verdict is None


@pytest.mark.parametrize(("text", "right"), [("It was built in 1911.", True), ("Long ago.", False)])
def test_a_fact_must_stand_in_the_answer(text: str, *, right: bool) -> None:
    assert scored(answer(text=text), replace(GOLD, answer="1911")).fact is right
    assert scored(answer(text=text)).fact is None


@pytest.mark.parametrize("because", [None, "They do not say."])
def test_what_cannot_be_answered_must_be_declined(because: str | None) -> None:
    found = answer(abstain_because=because)
    assert scored(found, replace(GOLD, answerable=False)).declined is (because is not None)
    assert scored(found).declined is None


def test_one_of_the_gold_documents_must_be_cited() -> None:
    cited = [citation(0, 16, "The pump failed.")]
    assert scored(answer(citations=cited)).cited is True
    assert scored(answer(citations=cited), replace(GOLD, documents=("other.txt",))).cited is False
    assert scored(answer(citations=cited), replace(GOLD, answerable=False)).cited is None


def test_citations_that_are_not_verbatim_are_fake() -> None:
    found = scored(answer(citations=[citation(0, 16, "The pump failed."), citation(1, 17, "The pump failed."), citation(0, 3, "Cat")]))
    assert (found.citations, found.fake) == (3, 2)


# Sums

EMPTY = QuestionScore("q", True, 0, 0, 0, 0, None, None, None, None, 0, 0)


def test_recall_and_precision_are_over_all_events_and_also_over_questions() -> None:
    found = summarise([replace(EMPTY, wanted=3, found=3, named=6, right=3), replace(EMPTY, wanted=1), EMPTY])
    assert (found.recall, found.precision) == (0.75, 0.5)
    assert (found.macro_recall, found.macro_precision) == (0.5, 0.25)
    assert found.questions == 3


def test_shares_are_over_the_questions_that_ask_for_it() -> None:
    yes = replace(EMPTY, verdict=True, fact=True, declined=True, cited=True, citations=2, fake=1)
    no = replace(EMPTY, route=False, verdict=False, fact=False, declined=False, cited=False, citations=1)
    found = summarise([yes, no, EMPTY, EMPTY])
    assert (found.routes, found.verdicts, found.facts, found.declined, found.cited) == (0.75, 0.5, 0.5, 0.5, 0.5)
    assert (found.citations, found.fake) == (3, 1)


def test_nothing_to_sum_up_gives_no_share() -> None:
    found = summarise([])
    assert (found.questions, found.routes, found.recall, found.precision, found.macro_recall, found.verdicts) == (
        0,
        None,
        None,
        None,
        None,
        None,
    )


# Gold


def test_gold_questions_are_read_and_scored_in_their_order(tmp_path: Path) -> None:
    row = {"route": "causal", "asks": "causes", "gold_events": ["pump"], "verdict": None, "documents": ["mill.txt"], "answerable": True}
    rows = [
        row | {"id": "q1", "question": "Why?"},
        row | {"id": "q2", "question": "Was it?", "verdict": {"necessity": "necessary"}, "answer": "1911"},
    ]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n\n", encoding="utf-8")
    events = [{"id": slug, "wordings": list(texts)} for slug, texts in WORDINGS.items()]
    (tmp_path / "gold_graph.json").write_text(json.dumps({"events": events}), encoding="utf-8")
    gold = load_gold(tmp_path)
    assert gold.wordings == WORDINGS
    assert [(item.necessity, item.answer) for item in gold.questions] == [(None, None), ("necessary", "1911")]
    asked: list[str] = []

    def ask(question: str) -> Answer:
        asked.append(question)
        return answer("a:the pump failed -> b")

    assert [item.found for item in score_all(ask, gold, read=lambda uri: TEXT)] == [1, 0]
    assert asked == ["Why?", "Was it?"]


@pytest.mark.parametrize("broken", [{"gold_events": "pump"}, {"documents": None}])
def test_a_gold_question_of_the_wrong_shape_is_refused(tmp_path: Path, broken: dict[str, object]) -> None:
    row = {
        "id": "q1",
        "question": "Why?",
        "route": "causal",
        "asks": "causes",
        "gold_events": [],
        "verdict": None,
        "documents": [],
        "answerable": True,
    }
    (tmp_path / "questions.jsonl").write_text(json.dumps(row | broken), encoding="utf-8")
    (tmp_path / "gold_graph.json").write_text('{"events": []}', encoding="utf-8")
    with pytest.raises(TypeError, match="question q1: gold_events and documents must be lists"):
        load_gold(tmp_path)


def test_the_gold_standard_of_the_demo_corpus_can_be_read() -> None:
    gold = load_gold(Path(__file__).parents[2] / "examples")
    assert gold.questions
    assert {slug for question in gold.questions for slug in question.events} <= set(gold.wordings)
