"""Settings: flags over variables over cckg.toml over defaults, and errors that say what to do."""

from pathlib import Path

import pytest

from cckg.core.errors import SettingsError
from cckg.settings import DEFAULT_EMBEDDING, DEFAULT_STORE, keys, load_settings


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_anything_the_defaults_hold() -> None:
    settings = load_settings()
    assert (settings.store, settings.models.embedding, settings.ingest.chunk_tokens) == (DEFAULT_STORE, DEFAULT_EMBEDDING, 250)


def test_a_flag_wins_over_a_variable_and_that_over_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "cckg.toml").write_text('store = "file.db"\n[questions]\ndepth = 7\n', encoding="utf-8")
    assert (load_settings().store, load_settings().questions.depth) == ("file.db", 7)
    monkeypatch.setenv("CCKG_STORE", "variable.db")
    monkeypatch.setenv("CCKG_QUESTIONS__DEPTH", "9")
    assert (load_settings().store, load_settings().questions.depth) == ("variable.db", 9)
    assert load_settings(store="flag.db").store == "flag.db"


def test_a_flag_that_was_not_given_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_STORE", "variable.db")
    assert load_settings(store=None).store == "variable.db"


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('stroe = "x"', r"Unknown setting 'stroe'\. Did you mean 'store'\?"),
        ("[questions]\ndeepness = 3", r"Unknown setting 'questions\.deepness'"),
        ("[questions]\ndepth = 0", r"Setting 'questions\.depth' cannot be 0: "),
        ('[ingest]\nchunk_tokens = "many"', r"Setting 'ingest\.chunk_tokens' cannot be 'many'"),
        ("store = ", r"cckg\.toml cannot be read: .* `cckg init --force`"),
    ],
)
def test_a_bad_file_is_an_error_that_names_the_key(folder: Path, toml: str, message: str) -> None:
    (folder / "cckg.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(SettingsError, match=message):
        load_settings()


@pytest.mark.parametrize(
    ("toml", "meant"),
    [
        ("[arbitration]\nhypothesis = 3", "arbitration.hypotheses"),
        ("[questions]\nchunk_tokens = 100", "ingest.chunk_tokens"),
        ("chunk_tokens = 100", "ingest.chunk_tokens"),
        ("[arbitraton]\nwhole = true", "arbitration"),
    ],
)
def test_a_name_that_is_near_enough_is_suggested_from_its_section_or_else_from_another(folder: Path, toml: str, meant: str) -> None:
    (folder / "cckg.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(SettingsError, match=rf"Did you mean '{meant}'\?"):
        load_settings()


def test_where_no_name_is_near_the_valid_ones_of_the_section_are_listed(folder: Path) -> None:
    (folder / "cckg.toml").write_text("[evaluation]\nfoo = 1", encoding="utf-8")
    with pytest.raises(SettingsError) as raised:
        load_settings()
    assert str(raised.value).endswith("Valid ones are: evaluation.judge, evaluation.similarity_weight.")


def test_a_file_that_is_not_utf_8_is_an_error(folder: Path) -> None:
    (folder / "cckg.toml").write_bytes(b'store = "\xff"')
    with pytest.raises(SettingsError, match=r"cckg\.toml cannot be read"):
        load_settings()


def test_an_unknown_variable_is_an_error_that_names_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_STOR", "x")
    with pytest.raises(SettingsError, match=r"CCKG_STOR is no setting of cckg\. Did you mean 'CCKG_STORE'\?"):
        load_settings()


@pytest.mark.parametrize("variable", ["CCKG_LOGIC_NEGATION", "CCKG_LOGIC__NEGATON"])
def test_a_variable_with_one_underscore_or_a_letter_missing_is_mended(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "x")
    with pytest.raises(SettingsError, match=r"Did you mean 'CCKG_LOGIC__NEGATION'\?"):
        load_settings()


def test_the_variable_of_the_benchmarks_is_no_setting_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_DATA", "somewhere")
    assert load_settings().store == DEFAULT_STORE


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_settings().store = "other.db"


def test_every_key_is_dotted_and_has_a_value() -> None:
    settings = load_settings()
    assert keys()[0] == "store"
    for key in keys():
        section, _, name = key.rpartition(".")
        assert hasattr(getattr(settings, section) if section else settings, name)
