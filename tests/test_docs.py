"""The generated pages say what the code says."""

from pathlib import Path

import pytest

from cckg.settings import keys
from docs.generate import cli_page, main, settings_page, stale


def test_the_generated_pages_are_fresh() -> None:
    assert stale() == [], "run `make docs`"


def test_a_page_that_was_changed_by_hand_is_stale(tmp_path: Path) -> None:
    (tmp_path / "cli.md").write_text(cli_page(), encoding="utf-8")
    (tmp_path / "settings.md").write_text(settings_page() + "more", encoding="utf-8")
    assert [path.name for path in stale(tmp_path)] == ["settings.md"]


def test_check_exits_with_0_on_fresh_pages() -> None:
    assert main(["--check"]) == 0


@pytest.mark.parametrize(
    "command",
    (
        "init doctor ingest documents forget ask shell extract match parse search whatif causes effects path stats export copy browse "
        "distil"
    ).split(),
)
def test_every_command_has_a_section(command: str) -> None:
    assert f"\n## cckg {command}\n" in cli_page()


@pytest.mark.parametrize("later", ["cckg merges"])
def test_what_this_version_does_not_have_is_not_documented(later: str) -> None:
    assert later not in cli_page()


def test_every_setting_has_a_row() -> None:
    page = settings_page()
    assert [key for key in keys() if f"`CCKG_{key.replace('.', '__').upper()}`" not in page] == []
