"""The command line over a real graph: every command, its JSON, its exit status, what it does to pipes and terminals."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cckg import __version__
from cckg.settings import Settings
from tests.commandline import Cckg, spawned, terminal, widest

WHY = "What caused the loss of the vaccines?"


# One value of JSON and nothing else


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (["stats"], {*"documents failed chunks claims events edges modalities polarities merged_wordings entities perhaps_same".split()}),
        (["documents"], {"documents"}),
        (["ask", WHY], {"question", "route", "answer", "abstained", "verdict", "chains", "citations", "trace"}),
        (["parse", WHY], {"id", "route", "evidence", "interventions", "query_variable", "main_event"}),
        (["match", "the flood", "a flood"], {"id", "same_event", "same_polarity", "match", "cosine"}),
        (["search", "power cut"], {"id", "logical_query", "results"}),
        (["search", "flood", "--over", "events", "--method", "dense", "-k", "1"], {"id", "logical_query", "results"}),
        (["extract", "storm.txt"], {"id", "claims"}),
        (["whatif", "the flood", "--effect", "the power cut"], {"event", "entry_events", "chains", "simulations", "verdict"}),
        (["causes", "the power cut"], {"event", "entry_events", "chains", "truncated"}),
        (["effects", "the storm"], {"event", "entry_events", "chains", "truncated"}),
        (["path", "the storm", "the power cut"], {"event", "entry_events", "chains", "truncated"}),
        (["doctor"], {"checks"}),
        (["ingest", ".", "--dry-run"], {"documents", "unchanged", "failed", "chunks", "tokens", "model_calls", "failures"}),
        (["ingest", "."], {"documents", "chunks", "claims", "events", "edges", "failures", "skipped", "model", "seconds"}),
    ],
)
def test_json_is_one_value_on_one_line_and_nothing_else(cckg: Cckg, arguments: list[str], keys: set[str]) -> None:
    ended = cckg(*arguments, "--json")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.count("\n") == 1
    assert keys <= set(json.loads(ended.out))


def test_every_citation_and_claim_quotes_the_file_itself(cckg: Cckg, corpus: Path) -> None:
    answer = json.loads(cckg("ask", WHY, "--json").out)
    assert answer["citations"]
    for citation in answer["citations"]:
        text = (corpus / citation["uri"]).read_text(encoding="utf-8")
        assert text[citation["start"] : citation["end"]] == citation["quote"]


def test_extract_tells_offsets_of_the_given_text(cckg: Cckg) -> None:
    text = "It rained. The pump failed because the fuse blew."
    claim = json.loads(cckg("extract", "--json", stdin=text).out)["claims"][0]
    for side in ("cause", "effect", "cue", "quote"):
        assert text[claim[side]["start"] : claim[side]["end"]] == claim[side]["text"]


def test_export_writes_json_to_stdout_or_to_a_file(cckg: Cckg, tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    printed = json.loads(cckg("export", "--format", "json").out)
    assert cckg("export", "--format", "json", "--output", str(file)).out == ""
    assert set(printed) == {"documents", "events", "edges", "claims", "perhaps_same"}
    assert json.loads(file.read_text(encoding="utf-8")) == printed


# For people


def test_an_answer_shows_its_chain_what_contradicts_and_the_quote(cckg: Cckg) -> None:
    out = " ".join(cckg("ask", WHY).out.split())
    assert "→" in out
    assert "Contradicted" in out
    assert "“The power cut caused the loss of the vaccines.”" in out
    assert "storm.txt" in out


def test_an_abstention_is_said_and_is_no_failure(cckg: Cckg) -> None:
    ended = cckg("ask", "Why did the parliament resign?")
    assert ended.status == 0
    assert "ingest more documents" in " ".join(ended.out.split())


def test_the_trace_of_an_answer_is_shown_when_asked_for(cckg: Cckg) -> None:
    assert "\nTrace\n" in cckg("ask", WHY, "--trace").out
    assert "\nTrace\n" not in cckg("ask", WHY).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["stats"], "documents 4"),
        (["documents"], "Row one"),
        (["causes", "the power cut"], "the flood → the power cut [1]"),
        (["path", "the storm", "the loss of the vaccines"], "→ the power cut"),
        (["path", "the storm", "the moon"], "no chain there"),
        (["causes", "an eclipse of the sun"], "The graph has no event like"),
        (["whatif", "the flood", "--effect", "the power cut"], "Verdict"),
        (["whatif", "the flood", "--effect", "an eclipse"], "no event like “an eclipse”"),
        (["match", "prices rise", "prices fall"], "They do not match"),
        (["parse", WHY], "route causal"),
        (["extract", "night.md"], "(hedged)"),
        (["search", "vaccines", "-k", "1"], "The storm at the harbour"),
        (["ingest", "."], "skipped.xyz"),
        (["ingest", ".", "--dry-run"], "Nothing was written."),
        (["--version"], f"cckg {__version__}"),
        (["--help"], "causal questions with quotes"),
    ],
)
def test_what_people_see(cckg: Cckg, arguments: list[str], said: str) -> None:
    ended = cckg(*arguments)
    assert ended.status == 0
    assert said.lower() in " ".join(ended.out.split()).lower()


def test_document_text_neither_steers_the_terminal_nor_is_markup(cckg: Cckg) -> None:
    out = cckg("documents").out + cckg("search", "alarm panic").out + cckg("causes", "the panic").out
    assert "Hostile [bold red]markup[/]" in out
    assert "\x1b" not in out


# Documents come and go


def test_a_document_is_forgotten_by_the_beginning_of_its_id(cckg: Cckg, corpus: Path, tmp_path: Path) -> None:
    store = tmp_path / "copy.db"
    assert cckg("ingest", "storm.txt", "night.md", "--store", str(store)).status == 0
    document = json.loads(cckg("documents", "--json", "--store", str(store)).out)["documents"][0]
    gone = json.loads(cckg("forget", document["id"][:6], "--json", "--store", str(store)).out)
    assert gone["forgotten"][0]["uri"] == document["uri"]
    assert len(json.loads(cckg("documents", "--json", "--store", str(store)).out)["documents"]) == 1


def test_the_same_documents_again_change_nothing(cckg: Cckg) -> None:
    report = json.loads(cckg("ingest", ".", "--json").out)
    assert report["documents"] == {"added": 0, "updated": 0, "unchanged": 4, "failed": 0}


def test_a_dry_run_makes_no_store(cckg: Cckg, tmp_path: Path) -> None:
    store = tmp_path / "none" / "graph.db"
    forecast = json.loads(cckg("ingest", ".", "--dry-run", "--json", "--store", str(store)).out)
    assert forecast["documents"] == 4
    assert not store.parent.exists()


def test_a_changed_file_replaces_what_it_brought(cckg: Cckg, tmp_path: Path) -> None:
    file, store = tmp_path / "a.txt", str(tmp_path / "graph.db")
    file.write_text("The storm caused the flood.\n", encoding="utf-8")
    assert json.loads(cckg("ingest", str(file), "--store", store, "--json").out)["documents"]["added"] == 1
    file.write_text("The frost caused the famine.\n", encoding="utf-8")
    assert json.loads(cckg("ingest", str(file), "--store", store, "--json").out)["documents"]["updated"] == 1
    assert json.loads(cckg("causes", "the flood", "--store", store, "--json").out)["event"] is None
    assert json.loads(cckg("causes", "the famine", "--store", store, "--json").out)["event"]["text"].lower() == "the famine"


def test_a_document_that_is_not_there_cannot_be_forgotten(cckg: Cckg) -> None:
    ended = cckg("forget", "nothing.txt")
    assert ended.status == 1
    assert "No document is called 'nothing.txt'." in ended.err


# Texts without a graph


def test_extract_names_every_document_of_a_file(cckg: Cckg) -> None:
    assert [json.loads(line)["id"] for line in cckg("extract", "rows.jsonl", "night.md", "--json").out.splitlines()] == [
        "night.md",
        "rows.jsonl#r1",
    ]


def test_extract_takes_what_does_not_begin_with_a_brace_for_text(cckg: Cckg) -> None:
    ended = cckg("extract", "--json", stdin=b"\n[1] The storm caused the flood.\n{broken\n")
    assert ended.status == 0
    assert json.loads(ended.out)["claims"][0]["effect"]["text"] == "the flood"


def test_extract_refuses_a_text_that_is_no_utf8(cckg: Cckg) -> None:
    ended = cckg("extract", stdin=b"caf\xe9 closed because of rain")
    assert (ended.status, ended.out) == (1, "")
    assert "no UTF-8 text: byte 3" in ended.err


# Batches


@pytest.mark.parametrize(
    ("command", "row", "key"),
    [
        ("ask", {"question": WHY}, "answer"),
        ("parse", {"question": WHY}, "route"),
        ("match", {"a": "the flood", "b": "a flood"}, "match"),
        ("search", {"query": "flood"}, "results"),
        ("extract", {"text": "The flood caused the fire."}, "claims"),
    ],
)
def test_a_batch_answers_every_line_and_names_the_bad_ones(cckg: Cckg, command: str, row: dict[str, str], key: str) -> None:
    lines = [
        json.dumps({"id": 1, **row}),
        "",
        "{broken",
        json.dumps({"id": "b"}),
        "[]",
        json.dumps({"id": 4, next(iter(row)): 5}),
        json.dumps(row),
    ]
    ended = cckg(command, stdin="\n".join(lines))
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert ended.status == 3
    assert [answer.get("id") for answer in answers] == [1, None, "b", None, 4, None]
    assert [key in answer for answer in answers] == [True, False, False, False, False, True]
    assert ["error" in answer for answer in answers] == [False, True, True, True, True, False]
    assert answers[1]["error"].startswith("Line 3 is no JSON: ")


@pytest.mark.parametrize(
    "line",
    [
        b'\xef\xbb\xbf{"question": "Why did the power fail?"}\r\n',
        b'{"question": "Why did the \\u0000 power fail?"}',
        b'{"question": "' + b"why " * 400 + b'"}',
    ],
)
def test_an_odd_line_is_answered(cckg: Cckg, line: bytes) -> None:
    ended = cckg("ask", stdin=line)
    assert (ended.status, ended.err) == (0, "")
    assert "answer" in json.loads(ended.out)


@pytest.mark.parametrize(
    "line", [b"\xff\xfe", b'{"question": "\\ud800"}', b"[" * 100_000, b'{"question": ""}', b'{"question": "' + b"a" * 3000 + b'"}']
)
def test_a_line_that_cannot_be_answered_is_an_error_of_that_line(cckg: Cckg, line: bytes) -> None:
    ended = cckg("ask", stdin=line + b'\n{"question": "Why?"}\n')
    assert ended.status == 3
    assert ["error" in json.loads(answer) for answer in ended.out.splitlines()] == [True, False]


@pytest.mark.parametrize("command", ["ask", "match", "parse", "search"])
@pytest.mark.parametrize("stdin", ["", "\n \n"])
def test_nothing_on_stdin_is_wrong_usage(cckg: Cckg, command: str, stdin: str) -> None:
    ended = cckg(command, stdin=stdin)
    assert (ended.status, ended.out) == (2, "")
    assert "or JSON lines on standard input; nothing came from there." in ended.err


def test_each_line_is_answered_before_the_next_is_read(corpus: Path) -> None:
    with subprocess.Popen([sys.executable, "-m", "cckg", "parse"], cwd=corpus, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "question": WHY}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()


# Where options stand, and what is in force


@pytest.mark.parametrize(
    "arguments", [["--store", "other.db", "stats"], ["stats", "--store", "other.db"], ["stats", "--store=other.db", "--json"]]
)
def test_global_options_stand_before_or_after_the_command(cckg: Cckg, arguments: list[str]) -> None:
    ended = cckg(*arguments)
    assert ended.status == 1
    assert "There is no graph at other.db yet" in ended.err


def test_what_follows_two_dashes_is_no_option(cckg: Cckg) -> None:
    assert json.loads(cckg("parse", "--json", "--", "--debug").out)["route"] == "factual"


def test_a_route_can_be_given(cckg: Cckg) -> None:
    assert json.loads(cckg("ask", WHY, "--route", "factual", "--json").out)["route"] == "factual"


@pytest.mark.parametrize(
    "arguments",
    [
        "nope",
        "ingest",
        "forget",
        "whatif",
        "path a",
        "match a",
        "ask q --route x",
        "search q --method x",
        "search q --over x",
        "stats --x",
        "export",
    ],
)
def test_wrong_usage_is_status_2(cckg: Cckg, arguments: str) -> None:
    ended = cckg(*arguments.split())
    assert ended.status == 2
    assert "Usage: cckg" in ended.err


def test_commands_of_later_versions_do_not_exist(cckg: Cckg) -> None:
    assert "No such command" in cckg("serve").err


# init and doctor


EXAMPLES = ('"PATH"', '"NAME"', '"NUMBER"')  # of settings without a default


def test_init_writes_every_setting_commented_out_and_valid(cckg: Cckg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cckg("init").status == 0
    written = (tmp_path / "cckg.toml").read_text(encoding="utf-8")
    live = "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") and not line.endswith(EXAMPLES) else line
        for line in written.splitlines()
    )
    (tmp_path / "cckg.toml").write_text(live, encoding="utf-8")
    assert Settings() == Settings.model_construct()


def test_init_overwrites_only_when_forced(cckg: Cckg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cckg.toml").write_text("store = 'mine.db'\n")
    assert cckg("init").status == 1
    assert (tmp_path / "cckg.toml").read_text() == "store = 'mine.db'\n"
    assert cckg("init", "--force").status == 0
    assert "[questions]" in (tmp_path / "cckg.toml").read_text()


def test_doctor_finds_all_well(cckg: Cckg) -> None:
    checks = {check["name"]: check["state"] for check in json.loads(cckg("doctor", "--json").out)["checks"]}
    assert set(checks) == {
        "python", "package ingest", "package queries", "package prompts", "settings", "disk", "weights", "store", "fingerprint",
        "identity", "ledger", "roles",
    }  # fmt: skip
    assert {state for name, state in checks.items() if name != "disk"} == {"ok"}


def test_doctor_takes_a_missing_graph_for_no_fault(cckg: Cckg) -> None:
    ended = cckg("doctor", "--store", "other.db")
    assert ended.status == 0
    assert "Run `cckg ingest PATH…`" in ended.out


# Pipes and terminals


def test_a_reader_that_leaves_early_ends_it_quietly(corpus: Path) -> None:
    with subprocess.Popen([sys.executable, "-m", "cckg", "stats"], cwd=corpus, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == -signal.SIGPIPE


@pytest.mark.parametrize(
    ("arguments", "environ", "said"),
    [
        (["ask", WHY], {"PYTHONIOENCODING": "ascii"}, "power cut"),
        (["documents"], {"NO_COLOR": "1"}, "Row one"),
        (["documents"], {"TERM": "dumb"}, "Row one"),
    ],
)
def test_a_pipe_gets_text_without_steering(corpus: Path, arguments: list[str], environ: dict[str, str], said: str) -> None:
    ended = spawned(arguments, cwd=corpus, **environ)
    assert (ended.status, ended.err) == (0, "")
    assert "\x1b" not in ended.out
    assert said in ended.out


@pytest.mark.parametrize("columns", [40, 80])
def test_an_answer_fits_the_terminal(corpus: Path, columns: int) -> None:
    with terminal(["ask", WHY, "--trace"], cwd=corpus, columns=columns) as screen:
        status, output = screen.rest()
    assert status == 0
    assert "Sources" in output
    assert widest(output) <= columns


def test_progress_is_shown_on_a_terminal_of_40_columns_and_taken_away(corpus: Path, tmp_path: Path) -> None:
    shutil.copytree(corpus, tmp_path / "copy", ignore=shutil.ignore_patterns(".cckg"))
    with terminal(["ingest", "copy"], cwd=tmp_path, columns=40) as screen:
        screen.read_until("/4")
        status, output = screen.rest()
    assert status == 0
    assert widest(output) <= 40
    assert "4 added" in output


def test_a_missing_argument_on_a_terminal_is_asked_for(corpus: Path) -> None:
    with terminal(["ask"], cwd=corpus, columns=80) as screen:
        status, output = screen.rest()
    assert status == 2
    assert "Give question, or JSON lines" in output


def test_help_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-X", "importtime", "-m", "cckg", "--help"], capture_output=True, text=True, check=True)
    loaded = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert loaded & {"numpy", "pydantic", "onnxruntime", "networkx", "prompt_toolkit", "rich.console", "sqlite3"} == set()
