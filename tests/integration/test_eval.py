"""`cckg eval`: systems over data sets, resumed, told as a table and as JSON; what each ablation leaves out."""

import json
from pathlib import Path

import pytest

from benchmarks.worlds.dataset import worlds_dataset
from benchmarks.worlds.settings import WorldSettings
from cckg.app import open_app
from cckg.evaluation import SYSTEMS, folder_dataset
from cckg.settings import load_settings
from tests.commandline import Cckg

SMALL = WorldSettings(stories=1, events=6, distractors=0, documents=1, asked=1)
TEXT = "The sharp rise in rents led to protests. A fall in rents caused joy. The frost caused the burst of the pipe."


def data(folder: Path) -> Path:
    (folder / "corpus").mkdir(parents=True)
    (folder / "corpus" / "a.txt").write_text(TEXT, encoding="utf-8")
    events = [{"id": "frost", "wordings": ["the frost"]}, {"id": "burst", "wordings": ["the burst of the pipe"]}]
    (folder / "gold_graph.json").write_text(json.dumps({"events": events}), encoding="utf-8")
    asked = {"id": "q1", "question": "What caused the burst of the pipe?", "route": "causal", "asks": "causes", "verdict": None}
    gold = {"gold_events": ["frost"], "documents": ["a.txt"], "answerable": True}
    (folder / "questions.jsonl").write_text(json.dumps(asked | gold) + "\n", encoding="utf-8")
    return folder


def test_a_folder_is_scored_for_each_system_and_the_results_are_kept(cckg: Cckg, tmp_path: Path) -> None:
    given, out = data(tmp_path / "data"), tmp_path / "out"
    run = cckg("eval", str(given), "--systems", "cckg,rag-bm25", "--out", str(out), "--json")
    assert run.status == 0
    lines = json.loads(run.out)["lines"]
    assert [line["system"] for line in lines] == ["cckg", "rag-bm25"]
    assert lines[0]["shares"]["recall"]["value"] == 1.0
    assert json.loads((out / "results.json").read_text(encoding="utf-8"))["lines"] == lines
    assert "| recall | 100.0" in (out / "table.md").read_text(encoding="utf-8")
    assert len((out / "rows.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_what_was_answered_is_not_asked_again(cckg: Cckg, tmp_path: Path) -> None:
    given, out = data(tmp_path / "data"), tmp_path / "out"
    cckg("eval", str(given), "--systems", "cckg", "--out", str(out))
    before = (out / "rows.jsonl").read_text(encoding="utf-8")
    cckg("eval", str(given), "--systems", "cckg,rag-dense", "--out", str(out))
    after = (out / "rows.jsonl").read_text(encoding="utf-8")
    assert after.startswith(before)
    assert [json.loads(line)["system"] for line in after.splitlines()] == ["cckg", "rag-dense"]


def test_a_folder_without_data_is_told_of_in_one_sentence(cckg: Cckg, tmp_path: Path) -> None:
    run = cckg("eval", "nowhere", "--out", str(tmp_path / "out"))
    assert run.status == 1
    assert "nowhere has no corpus and no gold_graph.json and no questions.jsonl" in run.err


def test_without_data_there_is_nothing_to_compare(cckg: Cckg) -> None:
    assert cckg("eval").status == 2


def test_the_systems_are_listed(cckg: Cckg) -> None:
    assert [line.split()[0] for line in cckg("eval", "--list").out.splitlines()] == list(SYSTEMS)


@pytest.mark.parametrize("given", ["gold", "read"])
def test_a_world_is_filled_and_its_questions_are_marked(tmp_path: Path, given: str) -> None:
    dataset = worlds_dataset([3], SMALL, gold=given == "gold")
    with open_app(load_settings(store=str(tmp_path / "graph.db")), create=True) as app:
        items = dataset.fill(app, tmp_path, 3)
        marks = [item.mark(app.ask(item.question)) for item in items]
    assert len(items) > 5
    assert {name for mark in marks for name in mark} >= {"recall", "verdicts", "declined"}
    assert all(0 <= points <= out_of for mark in marks for points, out_of in mark.values())


def test_without_polarity_a_rise_and_a_fall_are_one_event_and_with_it_two(tmp_path: Path) -> None:
    given = data(tmp_path / "data")
    found = {}
    for name in ("cckg", "no-polarity"):
        with open_app(load_settings(store=str(tmp_path / f"{name}.db")), create=True, roles=SYSTEMS[name].roles) as app:
            folder_dataset(given).fill(app, tmp_path, 0)
            found[name] = {
                chain.events[-1].text for chain in SYSTEMS[name].asked(app)("What did the rise in rents lead to?").package.chains
            }
    assert found == {"cckg": {"protests"}, "no-polarity": {"protests", "joy"}}


def test_without_intervention_a_chain_is_taken_for_a_necessary_cause(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "corpus"
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text(
        "The frost caused the burst of the pipe. A digger by itself caused the burst of the pipe.", encoding="utf-8"
    )
    with open_app(load_settings(store=str(tmp_path / "graph.db")), create=True) as app:
        app.ingest([folder])
        question = "Would the pipe have burst without the frost?"
        verdicts = {
            name: SYSTEMS[name].asked(app)(question).package.verdict for name in ("cckg", "no-intervention", "rag-hybrid", "rag-rerank")
        }
    assert {name: verdict and verdict.necessity for name, verdict in verdicts.items()} == {
        "cckg": "not necessary",
        "no-intervention": "necessary",
        "rag-hybrid": "necessary",
        "rag-rerank": "necessary",
    }
