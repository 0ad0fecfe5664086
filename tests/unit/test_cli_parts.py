"""The parts of the command line that need no graph: options, checks, the settings file, progress, lines of a batch."""

import io
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
import typer

from cckg.core.errors import InputError, SettingsError
from cckg.settings import Settings, keys
from cckg.terminal.cli import checks
from cckg.terminal.cli.batch import checked, input_lines
from cckg.terminal.cli.main import app, hoisted, run
from cckg.terminal.cli.session import ProgressBar, write
from cckg.terminal.cli.template import all_settings, settings_template


@pytest.mark.parametrize(
    ("given", "ordered"),
    [
        ("stats --store a.db --json", "--store a.db stats --json"),
        ("stats --store=a.db", "--store=a.db stats"),
        ("ask why --debug", "--debug ask why"),
        ("--debug stats", "--debug stats"),
        ("parse -- --debug --store x", "parse -- --debug --store x"),
        ("stats --store", "--store stats"),
        ("", ""),
    ],
)
def test_global_options_are_moved_to_the_front(given: str, ordered: str) -> None:
    assert hoisted(given.split()) == ordered.split()


def test_a_store_without_a_name_is_wrong_usage() -> None:
    assert run(["stats", "--store"]) == 2


def test_every_command_has_a_sentence_of_help() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert [name for name, command in commands.items() if not (command.help or "").split("\n")[0].endswith((".", ";", ":"))] == []


# Settings

_SECTIONS = ("models", "roles", "chat", "ingest", "matching", "questions", "cis", "logic", "arbitration", "evaluation", "neo4j")
_SECRETS = ["google_key", "openai_key", "password"]


def test_the_template_is_toml_without_a_value() -> None:
    assert tomllib.loads(settings_template()) == {key: {} for key in _SECTIONS}


def test_the_template_has_every_key_with_its_default_but_the_secrets() -> None:
    template = settings_template()
    settings = [setting for _, _, of_section in all_settings() for setting in of_section]
    assert [f"{setting.section}.{setting.name}".lstrip(".") for setting in settings] == keys()
    assert [setting.name for setting in settings if f"# {setting.name} = {setting.default}\n" not in template] == _SECRETS


def test_the_limits_of_a_setting_are_the_words_that_are_accepted_or_bounds_even_where_none_need_be_given() -> None:
    limits = {f"{setting.section}.{setting.name}": setting.limits for _, _, settings in all_settings() for setting in settings}
    assert limits["logic.negation"] == '"complement" or "reciprocal"'
    assert limits["arbitration.profile"] == '"paper", "extended" or "repo"'
    assert limits["arbitration.kernel_width"] == "more than 0, at most 100"
    assert limits["roles.parser"] == ""


def test_a_setting_knows_its_variable_and_its_limits() -> None:
    depth = next(setting for _, _, of_section in all_settings() for setting in of_section if setting.name == "depth")
    assert (depth.variable, depth.limits, depth.default) == ("CCKG_QUESTIONS__DEPTH", "at least 1, at most 20", "20")


# Checks


@pytest.mark.parametrize(
    ("url", "file"),
    [
        (".cckg/graph.db", ".cckg/graph.db"),
        ("sqlite:a/b.db", "a/b.db"),
        ("C:/graphs/a.db", "C:/graphs/a.db"),
        (":memory:", None),
        ("neo4j://localhost:7687", None),
    ],
)
def test_the_file_of_a_store(url: str, file: str | None) -> None:
    assert checks.store_path(url) == (Path(file) if file else None)


@pytest.mark.parametrize(("version", "state"), [((3, 10, 9), "broken"), ((3, 11, 0), "ok"), ((3, 13, 9), "ok"), ((3, 14, 0), "broken")])
def test_only_some_pythons_will_do(version: tuple[int, int, int], state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    assert checks.check_python().state == state


def test_the_disk_is_looked_at_where_the_store_will_be(tmp_path: Path) -> None:
    check = checks.check_space(tmp_path / "not" / "yet" / "graph.db")
    assert str(tmp_path) in check.found
    assert check.state == ("ok" if shutil.disk_usage(tmp_path).free >= checks.SPACE_MB * 1_000_000 else "warning")


def test_a_package_that_is_nowhere_is_broken() -> None:
    check = checks.check_package("no_such_package")
    assert (check.state, check.found) == ("broken", "not found")
    assert "an environment of its own" in check.next


def test_weights_that_are_not_where_the_settings_say_are_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    settings = Settings(models={"folder": tmp_path})  # type: ignore[arg-type]
    check, embedder = checks.check_weights(settings, download=False, progress=ProgressBar())
    assert (check.state, embedder) == ("broken", None)
    assert str(tmp_path) in check.found


def test_settings_that_cannot_be_read_leave_out_what_needs_them() -> None:
    def unreadable() -> Settings:
        raise SettingsError("Unknown setting 'x'.")

    found = checks.all_checks(unreadable, download=False, progress=ProgressBar())
    assert [check.name for check in found][-1] == "settings"
    assert found[-1].state == "broken"


def test_a_server_that_cannot_be_reached_is_broken_and_says_so() -> None:
    found = checks.check_store("bolt://127.0.0.1:1", None)
    assert [(check.state, "cannot be reached" in check.found) for check in found] == [("broken", True)]


# Output and input


def test_json_is_ascii_so_that_every_pipe_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    write({"text": "é \u202e \x1b[31m"})
    assert capsys.readouterr().out == '{"text": "\\u00e9 \\u202e \\u001b[31m"}\n'


def test_progress_is_not_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    bar = ProgressBar()
    bar("reading", 1, 3)
    bar.stop()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("done", "total", "shown"), [(3, 28, "3/28"), (41_200_000, 90_868_376, "41/91 MB"), (0, 1_000_000, "0/1 MB")])
def test_progress_counts_documents_or_megabytes(done: int, total: int, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    bar = ProgressBar()
    bar("[red]name[/]\x1b[31m", done, total)
    bar.stop()
    assert shown in screen.getvalue()
    assert "[red]name[/]\ufffd[31m" in screen.getvalue()


def test_text_from_bytes_that_are_no_utf8_is_refused() -> None:
    assert checked("ünïcödé", name="question") == "ünïcödé"
    with pytest.raises(InputError, match="The question holds something that is no Unicode text at character 2"):
        checked("a \udcff", name="question")


def test_a_terminal_is_not_waited_for() -> None:
    stdin, sys.stdin = sys.stdin, _Screen()
    try:
        with pytest.raises(typer.BadParameter, match="Give a and b, or JSON lines"):
            input_lines(("a", "b"))
    finally:
        sys.stdin = stdin


class _Screen(io.StringIO):
    """What says that it is a terminal."""

    def isatty(self) -> bool:
        return True
