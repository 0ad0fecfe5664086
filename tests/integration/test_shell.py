"""The shell over a real graph: follow-ups, commands, errors that end nothing; piped, and on a terminal."""

import json
from pathlib import Path

import pytest

from cckg.core.evidence import Direction
from cckg.terminal.following import question_of
from cckg.terminal.shell import asked_as_well, follow_up, history_file
from tests.commandline import Cckg, terminal, widest

WHY = "What caused the power cut?"


@pytest.mark.parametrize(
    ("line", "direction"),
    [
        ("why?", "causes"),
        ("And why did that happen?", "causes"),
        ("how come", "causes"),
        ("and what followed?", "effects"),
        ("What happened next?", "effects"),
        ("so what did it lead to?", "effects"),
        ("what followed from that?", "effects"),
        ("What were the consequences?", "effects"),
        ("what caused it?", "causes"),
        ("and without it?", "without"),
        ("Would that have happened without it?", "without"),
        ("Why did the dam break?", None),
        ("What followed from the storm?", None),
        ("", None),
    ],
)
def test_a_follow_up_goes_to_causes_or_to_effects(line: str, direction: str | None) -> None:
    assert follow_up(line) == direction


@pytest.mark.parametrize(
    ("event", "direction", "question"),
    [
        ("the flood", "causes", 'What caused "the flood"?'),
        ("the pumps failed", "effects", 'What followed from "the pumps failed"?'),
    ],
)
def test_the_question_of_a_follow_up_is_whole(event: str, direction: Direction, question: str) -> None:
    assert question_of(event, direction) == question


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("and the outbreak?", "the outbreak"),
        ("What about the loss of power", "the loss of power"),
        ("and the causes?", None),
        ("and the sources?", None),
        ("and the dam broke", None),
        ("and the " + "x" * 5000 + "!,", None),  # at once
    ],
)
def test_a_line_may_ask_the_same_of_another_event(line: str, event: str | None) -> None:
    assert asked_as_well(line) == event


def test_behind_an_answer_without_chains_nothing_can_be_left_out(cckg: Cckg) -> None:
    assert "Nothing was told that could be left out." in cckg("shell", stdin="Why did the moon fall?\nand without it?\n").out


def test_before_the_first_answer_there_is_nothing_to_follow_up(cckg: Cckg) -> None:
    assert "Understood as" not in cckg("shell", stdin="why?\n").out


@pytest.mark.parametrize(
    ("first", "follow", "said"),
    [
        ("What followed from the storm?", "then what?", "Nothing further was read that followed from “the loss of the vaccines”."),
        (WHY, "and why?", "Nothing further was read that led to “The storm”."),
    ],
)
def test_a_follow_up_of_an_answer_that_told_all_says_so(cckg: Cckg, first: str, follow: str, said: str) -> None:
    assert said in " ".join(cckg("shell", stdin=f"{first}\n{follow}\n").out.split())


def test_a_follow_up_goes_on_from_where_the_answer_ended(cckg: Cckg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_QUESTIONS__DEPTH", "1")
    out = cckg("shell", stdin="What followed from the storm?\nthen what?\n").out
    assert 'Understood as: What followed from "the flood"?' in out


def test_piped_questions_are_answered_without_a_prompt(cckg: Cckg) -> None:
    ended = cckg("shell", stdin=f"{WHY}\nWhat did the drought lead to?\n")
    assert (ended.status, ended.err) == (0, "")
    assert "cckg>" not in ended.out
    assert "“The flood led to the power cut.”" in ended.out
    assert "crop failure" in ended.out


def test_a_follow_up_says_how_it_was_understood(cckg: Cckg) -> None:
    out = cckg("shell", stdin=f"{WHY}\nand what followed?\n").out
    assert 'Understood as: What followed from "the power cut"?' in out
    assert "the loss of the vaccines" in out


@pytest.mark.parametrize(
    ("first", "follow", "question"),
    [
        ("What followed from the storm?", "and without it?", 'Was "The storm" necessary for "the flood"?'),
        (WHY, "Would that have happened without it?", 'Was "The flood" necessary for "the power cut"?'),
        (WHY, "and the crop failure?", 'What caused "the crop failure"?'),
        ("What followed from the storm?", "what about the drought", 'What followed from "the drought"?'),
    ],
)
def test_a_follow_up_takes_up_what_was_told_or_asked(cckg: Cckg, first: str, follow: str, question: str) -> None:
    assert f"Understood as: {question}" in " ".join(cckg("shell", stdin=f"{first}\n{follow}\n").out.split())


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/chain", "The storm → the flood [2] → the power cut [3]"),
        ("/evidence", "perhaps the power cut"),
        ("/sources", "“A broken generator may have caused the power cut.”"),
        ("/trace", "no model calls"),
        ("/whatif the drought", "Without “The drought” lost the crop failure"),
    ],
)
def test_a_command_looks_again_at_the_last_answer(cckg: Cckg, command: str, said: str) -> None:
    out = cckg("shell", stdin=f"{WHY}\n{command}\n").out
    assert said in " ".join(out.split())


def test_the_last_answer_is_exported_as_json(cckg: Cckg, tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    assert f"Wrote{file}" in "".join(cckg("shell", stdin=f"{WHY}\n/export {file}\n").out.split())  # wherever the line is broken
    assert json.loads(file.read_text(encoding="utf-8"))["question"] == WHY


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/nope", "There is no command /nope."),
        ("/chain", "there is none yet"),
        ("/whatif", "Say of which event"),
        ("a" * 3000, "more than the 2000"),
        (f"{WHY}\n/export", "Name a file"),
        (f"{WHY}\n/export /nonexistent/x", "/nonexistent/x cannot be written: No such file or directory. Name another file."),
        ("\udcff", "is no"),
    ],
)
def test_an_error_is_said_and_the_next_line_is_answered(cckg: Cckg, line: str, said: str) -> None:
    ended = cckg("shell", stdin=f"{line}\n/help\n".encode(errors="surrogateescape"))
    assert ended.status == 0
    assert said in " ".join(ended.out.split()) or line == "\udcff"
    assert "/whatif EVENT" in ended.out


def test_quit_leaves_the_rest_unread(cckg: Cckg) -> None:
    assert cckg("shell", stdin=f"/quit\n{WHY}\n").out == ""


def test_the_history_is_kept_in_the_state_folder(tmp_path: Path) -> None:
    assert history_file({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "cckg" / "history"


def test_a_state_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "cckg").write_text("a file in the way")
    assert history_file({"XDG_STATE_HOME": str(tmp_path)}) is None


def test_on_a_terminal_ctrl_c_clears_the_line_and_ctrl_d_leaves(corpus: Path, tmp_path: Path) -> None:
    with terminal(["shell"], cwd=corpus, columns=40, XDG_STATE_HOME=str(tmp_path), PROMPT_TOOLKIT_NO_CPR="1") as screen:
        screen.read_until("cckg>")
        screen.type("nonsense that is never asked\x03")
        screen.read_until("cckg>")
        screen.type("/help\r")
        screen.read_until("/whatif EVENT")
        screen.read_until("cckg>")
        screen.type("\x04")
        status, output = screen.rest()
    assert status == 0
    assert widest(output) <= 40
    assert "/help" in (tmp_path / "cckg" / "history").read_text(encoding="utf-8")
    assert "nonsense" not in (tmp_path / "cckg" / "history").read_text(encoding="utf-8")
