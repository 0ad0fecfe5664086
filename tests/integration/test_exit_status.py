"""The exit status and the streams of every command: 0 done, 1 mendable, 2 wrong usage, 3 done with failures."""

import json
from pathlib import Path

import pytest

from tests.commandline import Cckg

DONE = [
    "stats",
    "documents",
    "ask|What caused the power cut?",
    "ask|Who is the mayor?",
    "parse|Why did the dam fail?",
    "match|the dam broke|prices rose",
    "search|nothing that is there",
    "whatif|the storm",
    "whatif|a thing that no document names",
    "causes|the power cut",
    "effects|a thing that no document names",
    "path|the storm|the drought",
    "export|--format|json",
    "--version",
    "--help",
    "ask|--help",
]
MENDABLE = [
    ("ask|", "question is empty"),
    ("parse|?!", "question is empty"),
    ("causes|", "event is empty"),
    ("effects| ", "event is empty"),
    ("path||the flood", "event is empty"),
    ("whatif|", "event is empty"),
    ("whatif|the storm|--effect|", "effect is empty"),
    ("search|", "query is empty"),
    ("match||the flood", "wording is empty"),
    ("forget|no-such-document", "no-such-document"),
    ("extract|no-such-file.txt", "no-such-file.txt"),
    ("ingest|no-such-file.txt", "does not exist"),
    ("ingest|skipped.xyz", "is not a kind of document"),
    ("stats|--store|neo4j://127.0.0.1:1", "cannot be reached"),
    ("stats|--store|no-such.db", "no-such.db"),
]
USAGE = [
    "nonsense",
    "ask|a|b",
    "match|only one",
    "path|only one",
    "search|a|b",
    "stats|--nonsense",
    "search|x|-k|many",
    "stats|--store",
    "export|--format|pdf",
    "eval|worlds|--systems|magic",
    "eval|worlds|--half|C",
    "eval|worlds|--seeds|4-1",
]


@pytest.mark.parametrize("command", DONE)
def test_what_is_done_is_status_0_with_something_on_stdout_and_nothing_on_stderr(cckg: Cckg, command: str) -> None:
    ended = cckg(*command.split("|"))
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.strip()


@pytest.mark.parametrize(
    "command", [*DONE, "doctor", "documents", "ingest|.", "ingest|.|--dry-run", "copy|--to|again.db", "extract|storm.txt"]
)
def test_no_line_ends_in_blanks_where_there_is_no_terminal(cckg: Cckg, command: str) -> None:
    ended = cckg(*command.split("|"))
    assert [line for line in ended.out.splitlines() if line != line.rstrip()] == []
    assert "\n" in ended.out


@pytest.mark.parametrize(("command", "said"), MENDABLE)
def test_what_a_user_can_mend_is_status_1_with_one_line_on_stderr(cckg: Cckg, command: str, said: str) -> None:
    ended = cckg(*command.split("|"))
    assert (ended.status, ended.out) == (1, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("command", USAGE)
def test_wrong_usage_is_status_2_and_says_how_to_get_help(cckg: Cckg, command: str) -> None:
    ended = cckg(*command.split("|"))
    assert (ended.status, ended.out) == (2, "")
    assert "--help" in ended.err


def test_some_failures_are_status_3_and_the_rest_is_done(cckg: Cckg, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("The frost caused the crack.", encoding="utf-8")
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    ended = cckg("ingest", str(tmp_path), "--store", str(tmp_path / "graph.db"), "--json")
    told = json.loads(ended.out)
    assert ended.status == 3
    assert (told["documents"]["added"], told["documents"]["failed"], told["claims"]["kept"]) == (1, 1, 1)
    assert [failure["reason"] for failure in told["failures"]] == ["is empty"]


@pytest.mark.parametrize("command", [command for command in DONE if not command.startswith("-") and "--" not in command])
def test_with_json_stdout_is_one_value_also_where_nothing_was_found(cckg: Cckg, command: str) -> None:
    ended = cckg(*command.split("|"), "--json")
    assert (ended.status, ended.err) == (0, "")
    assert isinstance(json.loads(ended.out), dict)
