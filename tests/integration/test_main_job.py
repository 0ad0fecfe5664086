"""The main job, as a person does it: the command line reads documents of the demo corpus, and answers with quotes that stand there."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import spawned

EXAMPLES = Path(__file__).parents[2] / "examples"
GOLD = {line["id"]: line for line in map(json.loads, (EXAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines())}
VERDICTS = {
    "Was the Lehman bankruptcy necessary for the run on money market funds?": "necessary",
    "Would the Fukushima reactors have melted down even if the emergency diesel generators had not failed?": "undetermined",
}
DECLINED = "q51"
READ = (
    "columbia_foam.md",
    "fukushima_cooling.txt",
    "lehman_aig.md",
    "money_market_run.txt",
    "shuttle_grounding.txt",
    "shuttle_retirement.md",
    "tohoku_tsunami.md",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few documents and their graph."""
    folder = tmp_path_factory.mktemp("job")
    for name in READ:
        shutil.copy(EXAMPLES / "corpus" / name, folder)
    ended = spawned(["ingest", ".", "--json"], cwd=folder)
    assert ended.status == 0, ended.err
    report = json.loads(ended.out)
    assert (report["documents"]["added"], report["failures"]) == (len(READ), [])
    assert report["claims"]["kept"] > 5 * len(READ)
    return folder


def answered(folder: Path, question: str) -> dict[str, Any]:
    """Ask in a process of its own; every citation must be verbatim in its document, and every number in the answer that of one."""
    ended = spawned(["ask", question, "--json"], cwd=folder)
    assert ended.status == 0, ended.err
    answer: dict[str, Any] = json.loads(ended.out)
    for citation in answer["citations"]:
        text = Path(folder, citation["uri"]).read_text(encoding="utf-8")
        assert text[citation["start"] : citation["end"]] == citation["quote"]
    assert {int(number) for number in re.findall(r"\[(\d+)\]", answer["answer"])} <= set(range(1, len(answer["citations"]) + 1))
    return answer


@pytest.mark.parametrize("name", ["q08", "q09"])
def test_a_question_why_is_answered_from_several_documents(folder: Path, name: str) -> None:
    gold = GOLD[name]
    answer = answered(folder, gold["question"])
    assert not answer["abstained"]
    assert answer["route"] == gold["route"]
    assert len({Path(citation["uri"]).name for citation in answer["citations"]} & set(gold["documents"])) > 1


@pytest.mark.parametrize("question", VERDICTS)
def test_a_question_of_necessity_is_judged_by_simulation(folder: Path, question: str) -> None:
    answer = answered(folder, question)
    assert answer["verdict"]["necessity"] == VERDICTS[question]
    assert answer["citations"]


def test_what_the_documents_do_not_tell_is_declined(folder: Path) -> None:
    answer = answered(folder, GOLD[DECLINED]["question"])
    assert answer["abstained"]
    assert answer["verdict"] is None
