"""The benchmark of chat models: which questions are asked, how a run that was stopped goes on, and what its table shows."""

from pathlib import Path

import pytest

from benchmarks import chat_models
from cckg.evaluation.gold import load_gold

GOLD = load_gold(chat_models.EXAMPLES)


@pytest.mark.parametrize(("count", "places"), [(15, range(0, 60, 4)), (60, range(60)), (100, range(60)), (2, (0, 30))])
def test_questions_are_evenly_spaced(count: int, places: range) -> None:
    assert chat_models._spread(GOLD.questions, count) == [GOLD.questions[place] for place in places]


def row(identifier: str, *, right: bool) -> chat_models.Figures:
    score = {
        "id": identifier,
        "route": right,
        "wanted": 2,
        "found": 2 * right,
        "named": 2,
        "right": 2 * right,
        "verdict": None,
        "fact": None,
        "declined": None,
        "cited": right,
        "citations": 3,
        "fake": 0,
        "missed": [],
    }
    return {"score": score, "error": None if right else "no", "calls": 1, "prompt_tokens": 100, "reply_tokens": 10, "seconds": 0.5}


def test_the_table_has_a_column_for_the_local_roles_on_the_same_questions() -> None:
    ingestion = {"chunks": 3, "chunks_failed": 2, "claims_kept": 1200, "calls": 0, "seconds": None}
    local = {"ingestion": ingestion, "questions": [row("a", right=True), row("b", right=False)]}
    summed = chat_models._summed(local)
    fewer = chat_models._summed({**local, "questions": local["questions"][:1]})
    table = chat_models._table({"local": summed, "m": {**fewer, "local_on_the_same_questions": fewer["questions"]}})
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    assert lines[0] == ["", "local", "local, 1 questions", "m"]
    rows = [(name, cells) for name, *cells in lines]
    assert ("chunks failed", ["2", "", "2"]) in rows
    assert ("claims kept", ["1,200", "", "1,200"]) in rows
    assert ("seconds", ["–", "", "–"]) in rows
    assert ("without a usable reply", ["1", "0", "0"]) in rows
    assert ("routes", ["50.0%", "100.0%", "100.0%"]) in rows
    assert ("verdicts", ["–", "–", "–"]) in rows


def test_what_was_answered_is_not_asked_again(tmp_path: Path) -> None:
    place = tmp_path / "local"
    place.mkdir()
    (place / "ingestion.json").write_text('{"chunks": 3}', encoding="utf-8")
    for question in GOLD.questions[:2]:
        chat_models._append(place / "questions.jsonl", row(question.id, right=True))
    kept = chat_models._measured("local", GOLD, GOLD.questions[:2], tmp_path)
    assert kept == {"ingestion": {"chunks": 3}, "questions": [row(question.id, right=True) for question in GOLD.questions[:2]]}
    assert not (place / "graph.db").exists()
