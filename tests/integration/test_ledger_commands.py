"""The commands that show the ledger and correct it, over a graph that the event reader decided on."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cckg.terminal.cli.main import run
from tests.commandline import Ended, called, terminal, widest

TEXTS = {
    "board.md": "# Inquiry into the Carrow pumping station\n\n## Cause\n\n"
    "The seal failed because the shaft was worn. The failed seal led to a flood.\n",
    "news.txt": "Carrow pumping station, 3 May 2021\n\n"
    "The flood at Carrow was caused by a seal that failed. The flood led to the closure of the road.\n",
    "letter.txt": "Dear Carrow council, the closure of the road was caused by the flood. The flood led to damage in our cellar.\n",
}
STRONG = {"CCKG_MODELS__IDENTITY": "strong"}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("carrow")
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    ended = called(["ingest", "."], cwd=folder, **STRONG)
    assert ended.status == 0, ended.err
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return shutil.copytree(original, tmp_path / "copy")


def command(folder: Path, *arguments: str) -> Ended:
    return called(arguments, cwd=folder, **STRONG)


def read(folder: Path, *arguments: str) -> Any:
    ended = command(folder, *arguments, "--json")
    assert (ended.status, ended.err) == (0, "")
    return json.loads(ended.out)


def flood(folder: Path) -> dict[str, Any]:
    """Return the event of the flood at Carrow as `merges list` tells it."""
    found: dict[str, Any] = read(folder, "merges", "list", "flood", "--document", "news.txt")["events"][0]
    return found


def together(folder: Path, mention: str) -> set[str]:
    """Return the mentions that are one event with a mention, itself among them."""
    return {one["id"] for one in read(folder, "merges", "show", mention)["event"]["mentions"]}


def ledger_check(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = next(check for check in read_any(folder, "doctor")["checks"] if check["name"] == "ledger")
    return found


def read_any(folder: Path, *arguments: str) -> Any:
    return json.loads(command(folder, *arguments, "--json").out)


def test_the_list_shows_mentions_with_document_wording_and_the_words_around(folder: Path) -> None:
    event = flood(folder)
    mention = next(one for one in event["mentions"] if one["text"] == "The flood")
    assert (mention["title"], mention["words"]) == ("Carrow pumping station, 3 May 2021", "The flood")
    assert mention["left"].endswith("was caused by a seal that failed.")
    assert event["reader"].startswith("coreference-")
    assert event["decisions"] == []
    assert 0.7 <= event["probability"] <= 1
    out = " ".join(command(folder, "merges", "list", "--limit", "1").out.split())
    assert "Inquiry into the Carrow pumping station › Cause" in out
    assert "and 2 more" in out  # the seal, the flood, the closure: each is told more than once


def test_what_was_merged_is_split_undone_and_redone(folder: Path) -> None:
    event = flood(folder)
    mention = next(one["id"] for one in event["mentions"] if one["text"] == "The flood at Carrow")
    others = {one["id"] for one in event["mentions"]} - {mention}
    decision = read(folder, "merges", "undo", mention)["decision"]
    assert (decision["kind"], [one["id"] for one in decision["left"]]) == ("split", [mention])
    assert others.isdisjoint(together(folder, mention))
    assert read(folder, "merges", "list")["decisions"] == [decision]
    assert read(folder, "merges", "redo", mention)["decision"] == {**decision, "undone": True}
    assert flood(folder)["mentions"] == event["mentions"]
    read(folder, "merges", "redo", decision["id"])
    assert others.isdisjoint(together(folder, mention))
    joined = read(folder, "merges", "join", mention, min(others))["decision"]
    assert others | {mention} <= together(folder, mention)
    assert read(folder, "merges", "show", joined["id"])["decision"] == joined
    assert "is one event with" in command(folder, "merges", "list").out
    assert ledger_check(folder)["state"] == "ok"


def test_cause_and_effect_are_not_joined(folder: Path) -> None:
    claim = read(folder, "claims", "show", "worn")["claims"][0]
    refused = command(folder, "merges", "join", claim["cause_mention"], claim["effect_mention"])
    assert refused.status == 1
    assert f"reject it first: `cckg claims reject {claim['id']}`" in " ".join(refused.err.split())


def test_decisions_are_listed_by_document(folder: Path) -> None:
    mention = next(one["id"] for one in flood(folder)["mentions"] if one["text"] == "The flood at Carrow")
    decision = read(folder, "merges", "split", mention)["decision"]
    assert read(folder, "merges", "list", "--document", "news.txt")["decisions"] == [decision]
    (folder / "other.txt").write_text("The brewery burnt because the still leaked.\n", encoding="utf-8")
    read(folder, "ingest", "other.txt")
    assert read(folder, "merges", "list", "--document", "other.txt")["decisions"] == []


def test_an_event_is_found_by_every_id_that_it_had(folder: Path) -> None:
    event = flood(folder)
    for name in (one["id"] for one in event["mentions"]):
        assert read(folder, "merges", "show", name)["event"]["id"] == event["id"]
        assert read(folder, "causes", name)["event"]["id"] == event["id"]
    ids = [one["id"] for one in event["mentions"]]
    assert read(folder, "path", read(folder, "merges", "list", "seal")["events"][0]["id"], ids[-1])["chains"]
    assert read(folder, "whatif", ids[-1])["entry_events"][0]["id"] == event["id"]
    assert read(folder, "effects", "0123456789abcdef")["event"] is None


def test_a_decision_holds_when_the_documents_are_read_again(folder: Path) -> None:
    mention = flood(folder)["mentions"][-1]["id"]
    read(folder, "merges", "split", mention)
    claim = read(folder, "claims", "show", "cellar")["claims"][0]["id"]
    read(folder, "claims", "reject", claim)
    before = read(folder, "merges", "list"), read(folder, "stats")
    for name in TEXTS:
        read(folder, "forget", name)
    assert len(read(folder, "merges", "list")["decisions"]) == 1
    assert read(folder, "ingest", ".")["documents"]["added"] == 3
    again = read(folder, "merges", "list"), read(folder, "stats")
    assert [{**one, "decided_at": ""} for one in again[0]["events"]] == [{**one, "decided_at": ""} for one in before[0]["events"]]
    assert (again[0]["decisions"], again[1]) == (before[0]["decisions"], before[1])
    assert ledger_check(folder)["state"] == "ok"


def test_a_decision_holds_when_a_document_says_the_same_among_other_things(folder: Path) -> None:
    mention = next(one["id"] for one in flood(folder)["mentions"] if one["text"] == "The flood at Carrow")
    read(folder, "merges", "split", mention)
    read(folder, "claims", "reject", read(folder, "claims", "show", "cellar")["claims"][0]["id"])
    for name in ("news.txt", "letter.txt"):
        (folder / name).write_text(f"{TEXTS[name]}\nThe mayor thanked all helpers.\n", encoding="utf-8")
    assert read(folder, "ingest", ".")["documents"]["updated"] == 2
    [decision] = read(folder, "merges", "list")["decisions"]
    [now] = decision["left"]
    assert (now["text"], now["id"] != mention) == ("The flood at Carrow", True)
    assert together(folder, now["id"]) == {now["id"]}
    assert len(together(folder, decision["right"][0]["id"])) > 1
    assert [one["rejected"] for one in read(folder, "claims", "show", "cellar")["claims"]] == [True]
    assert "cellar" not in json.dumps(read(folder, "effects", decision["right"][0]["id"])["chains"])
    assert ledger_check(folder)["state"] == "ok"
    for name in ("news.txt", "letter.txt"):
        (folder / name).write_text(TEXTS[name], encoding="utf-8")
    read(folder, "ingest", ".")
    assert together(folder, mention) == {mention}


def test_a_rejected_claim_is_in_no_answer_and_comes_back(folder: Path) -> None:
    question = ("ask", "Why did the seal fail?")
    assert "worn" in read(folder, *question)["answer"]
    claim = read(folder, "claims", "show", "worn")["claims"][0]
    decision = read(folder, "claims", "reject", claim["id"][:8])["decision"]
    assert decision["claim"]["quote"] == "The seal failed because the shaft was worn."
    assert read(folder, "stats")["claims"] == 5
    assert "worn" not in json.dumps(read(folder, "causes", flood(folder)["id"])["chains"])
    assert read(folder, *question)["chains"] == []
    shown = read(folder, "claims", "show")["claims"]
    assert [(one["id"], one["rejected"], one["decision"]) for one in shown] == [(claim["id"], True, decision["id"])]
    assert "rejected by hand" in command(folder, "claims", "show", claim["id"]).out
    assert read(folder, "claims", "undo", claim["id"])["decision"]["undone"]
    assert "worn" in read(folder, *question)["answer"]


def test_doctor_finds_a_graph_that_is_not_its_ledger_replayed(folder: Path) -> None:
    assert ledger_check(folder)["found"].startswith("graph = ledger replayed (")
    mention = flood(folder)["mentions"][-1]["id"]
    with closing(sqlite3.connect(folder / ".cckg" / "graph.db")) as database, database:
        database.execute("UPDATE merge SET event = (SELECT id FROM event WHERE text LIKE '%worn%') WHERE id = ?", [mention])
    broken = ledger_check(folder)
    assert broken["state"] == "broken"
    assert f"Mention {mention} leads to event" in broken["found"]
    assert command(folder, "doctor").status == 1


def test_review_asks_on_a_terminal_and_keeps_the_answers(folder: Path) -> None:
    pairs = read(folder, "merges", "review")["pairs"]
    assert pairs
    assert [pair["weight"] for pair in pairs] == sorted((pair["weight"] for pair in pairs), reverse=True)
    with terminal(["merges", "review"], cwd=folder, columns=60, **STRONG) as screen:
        screen.read_until("q to quit:")
        screen.type("why\n")
        screen.read_until("q to quit:")
        screen.type("y\n")
        if len(pairs) > 1:
            screen.read_until("q to quit:")
            screen.type("q\n")
        status, output = screen.rest()
    assert (status, "1 pair joined, 0 kept apart, 0 skipped." in output) == (0, True)
    assert widest(output) <= 60
    left, right = (pairs[0][side]["id"] for side in ("left", "right"))
    assert read(folder, "merges", "show", left)["event"]["id"] == read(folder, "merges", "show", right)["event"]["id"]
    ended = command(folder, "merges", "review")
    assert (ended.status, ended.out) == (1, "")
    assert "this is no terminal. Give --json to list the pairs." in ended.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["merges", "undo", "nothing"], "There is no decision or mention 'nothing'. `cckg merges list` shows their ids."),
        (["merges", "show", ""], "There is no event, mention or decision ''."),
        (["merges", "join", "x", "y"], "There is no event or mention 'x'."),
        (["merges", "list", "--document", "x.txt"], "No document is called 'x.txt'."),
        (["claims", "reject", "x"], "There is no claim 'x'."),
        (["claims", "undo", "x"], "There is no rejected claim 'x'."),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(original: Path, arguments: list[str], said: str) -> None:
    ended = command(original, *arguments)
    assert (ended.status, ended.out) == (1, "")
    assert said in " ".join(ended.err.split())


@pytest.mark.parametrize("arguments", [["merges"], ["merges", "nope"], ["merges", "join", "a"], ["claims", "reject"]])
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    assert run(arguments) == 2
