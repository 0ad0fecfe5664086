"""`cckg eval make`: a data set out of a user's own graph, which `cckg eval` takes."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import Cckg

STORY = """# The winter in Orton

The long frost caused the bursting of the main pipe. The bursting of the main pipe led to the flooding of the town hall. The flooding of the
town hall resulted in the loss of the parish records. Heavy rain also caused the flooding of the town hall.
"""


@pytest.fixture
def graph(cckg: Cckg, tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "winter.md").write_text(STORY, encoding="utf-8")
    store = tmp_path / "graph.db"
    assert cckg("ingest", str(tmp_path / "in"), "--store", str(store)).status == 0
    return store


def made(cckg: Cckg, store: Path, out: Path, *options: str) -> list[dict[str, Any]]:
    run = cckg("eval", "make", "--store", str(store), "--out", str(out), *options)
    assert run.status == 0, run.err
    return [json.loads(line) for line in (out / "questions.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_kind_is_asked_with_what_the_graph_holds(cckg: Cckg, graph: Path, tmp_path: Path) -> None:
    rows = made(cckg, graph, tmp_path / "set")
    assert {row["asks"] for row in rows} == {"causes", "effects", "path", "verdict", "whatif"}
    assert {row["answerable"] for row in rows} == {True, False}
    slugs = {event["id"]: event["wordings"][0] for event in json.loads((tmp_path / "set" / "gold_graph.json").read_text("utf-8"))["events"]}
    loss = next(row for row in rows if row["asks"] == "causes" and "parish records" in row["question"])
    named = {slugs[event].lower().removeprefix("the ") for event in loss["gold_events"]}
    assert named == {"heavy rain", "bursting of the main pipe", "flooding of the town hall", "long frost"}
    assert loss["documents"] == ["winter.md"]
    necessity = {(slugs[row["target"][0]], slugs[row["target"][1]]): row["verdict"]["necessity"] for row in rows if row["verdict"]}
    assert set(necessity.values()) == {"necessary", "undetermined"}
    assert (tmp_path / "set" / "corpus" / "winter.md").read_text(encoding="utf-8") == STORY.rstrip("\n")


def test_a_claim_whose_dates_contradict_it_is_neither_asked_about_nor_gold(cckg: Cckg, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    text = "The strike in 1998 caused the closure in 1995. The long frost caused the bursting of the main pipe.\n"
    (tmp_path / "in" / "mill.txt").write_text(text, encoding="utf-8")
    store, out = tmp_path / "graph.db", tmp_path / "set"
    assert cckg("ingest", str(tmp_path / "in"), "--store", str(store)).status == 0
    rows = made(cckg, store, out)
    assert not any("strike" in row["question"] or "closure" in row["question"] for row in rows if row["answerable"])
    assert [edge["quote"] for edge in json.loads((out / "gold_graph.json").read_text("utf-8"))["edges"]] == [
        "The long frost caused the bursting of the main pipe."
    ]


def test_the_set_can_be_compared_on(cckg: Cckg, graph: Path, tmp_path: Path) -> None:
    made(cckg, graph, tmp_path / "set")
    run = cckg("eval", str(tmp_path / "set"), "--systems", "cckg", "--out", str(tmp_path / "out"), "--json")
    assert run.status == 0, run.err
    shares = json.loads(run.out)["lines"][0]["shares"]
    assert shares["recall"]["value"] == 1.0
    assert shares["verbatim"]["value"] == 1.0
    assert {"CCIS", "CRS", "nDCG@10", "documents: recall"} <= shares.keys()


def test_the_same_seed_gives_the_same_questions_and_no_more_than_asked_for(cckg: Cckg, graph: Path, tmp_path: Path) -> None:
    first, second = (made(cckg, graph, tmp_path / name, "--questions", "5", "--seed", "3") for name in ("a", "b"))
    assert first == second
    assert len(first) == 5
    assert made(cckg, graph, tmp_path / "c", "--questions", "5", "--seed", "4") != first


def test_documents_of_one_name_are_kept_apart(cckg: Cckg, tmp_path: Path) -> None:
    for place, name in (("a", "winter.md"), ("b", "winter.md"), ("a", "winter-2.md")):
        (tmp_path / "in" / place).mkdir(parents=True, exist_ok=True)
        text = f"{STORY}\nIt happened in {place} of {name}.\n"
        (tmp_path / "in" / place / name).write_text(text, encoding="utf-8")
    store = tmp_path / "graph.db"
    cckg("ingest", str(tmp_path / "in"), "--store", str(store))
    made(cckg, store, tmp_path / "set")
    texts = {path.read_text(encoding="utf-8") for path in (tmp_path / "set" / "corpus").iterdir()}
    assert len(texts) == 3


def test_a_folder_that_holds_something_is_left_alone(cckg: Cckg, graph: Path, tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "mine.txt").write_text("mine", encoding="utf-8")
    run = cckg("eval", "make", "--store", str(graph), "--out", str(tmp_path / "set"))
    assert run.status == 1
    assert "is not empty" in run.err
    assert [path.name for path in (tmp_path / "set").iterdir()] == ["mine.txt"]


def test_a_graph_without_claims_is_told(cckg: Cckg, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("The sun shone on Orton.", encoding="utf-8")
    store = str(tmp_path / "graph.db")
    cckg("ingest", str(tmp_path / "in"), "--store", store)
    run = cckg("eval", "make", "--store", store, "--out", str(tmp_path / "set"))
    assert run.status == 1
    assert "no claims" in run.err
