"""Where the Neo4j server and the login come from, which wins, and that the password is never shown."""

import logging
from pathlib import Path

import pytest

from cckg.core.errors import SettingsError
from cckg.settings import DEFAULT_STORE, Settings, load_settings, variables

PASSWORD = "s3cret-word"  # noqa: S105
NAMES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def login(settings: Settings) -> tuple[str, str, str | None, str | None]:
    found = settings.neo4j
    return settings.store, found.username, found.password.get_secret_value() if found.password else None, found.database


def test_without_anything_the_store_is_a_file_and_there_is_no_password() -> None:
    assert login(load_settings()) == (DEFAULT_STORE, "neo4j", None, None)


def test_the_four_variables_of_neo4j_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in zip(NAMES, ("neo4j://host:1", "ann", PASSWORD, "graphs"), strict=True):
        monkeypatch.setenv(name, value)
    assert login(load_settings()) == ("neo4j://host:1", "ann", PASSWORD, "graphs")


def test_the_four_lines_of_the_variables_file_are_enough(folder: Path) -> None:
    write(
        folder,
        ".env",
        f"NEO4J_URI=neo4j://host:1\nexport NEO4J_USERNAME = 'ann'\nNEO4J_PASSWORD=\"{PASSWORD}\"\nNEO4J_DATABASE=graphs  # ours\n",
    )
    assert login(load_settings()) == ("neo4j://host:1", "ann", PASSWORD, "graphs")


def test_a_real_variable_wins_over_the_variables_file_one_by_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, ".env", "NEO4J_URI=neo4j://file:1\nNEO4J_PASSWORD=in the file\n")
    monkeypatch.setenv("NEO4J_URI", "neo4j://variable:1")
    assert login(load_settings()) == ("neo4j://variable:1", "neo4j", "in the file", None)


def test_an_address_without_a_scheme_is_no_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "127.0.0.1:7687")
    with pytest.raises(SettingsError, match="begin it with neo4j://"):
        load_settings()
    assert load_settings(store="graph.db").store == "graph.db"


def test_a_variable_that_is_set_to_nothing_hides_the_variables_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, ".env", "NEO4J_URI=neo4j://file:1\nNEO4J_PASSWORD=in the file\n")
    monkeypatch.setenv("NEO4J_URI", "")
    assert login(load_settings()) == (DEFAULT_STORE, "neo4j", "in the file", None)


@pytest.mark.parametrize("place", ["variable", "variables file"])
def test_each_place_wins_over_the_next_for_the_store(place: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if place == "variable":
        monkeypatch.setenv("NEO4J_URI", "neo4j://host:1")
    else:
        write(folder, ".env", "NEO4J_URI=neo4j://host:1\n")
    assert load_settings().store == "neo4j://host:1"
    write(folder, "cckg.toml", 'store = "toml.db"\n')
    assert load_settings().store == "toml.db"
    monkeypatch.setenv("CCKG_STORE", "variable.db")
    assert load_settings().store == "variable.db"
    assert load_settings(store="flag.db").store == "flag.db"


@pytest.mark.parametrize("key", ["username", "password", "database"])
def test_each_place_wins_over_the_next_for_the_login(key: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> str:
        value = getattr(load_settings().neo4j, key)
        return value.get_secret_value() if key == "password" else value

    write(folder, ".env", f"NEO4J_{key.upper()}=dotenv\n")
    assert found() == "dotenv"
    monkeypatch.setenv(f"NEO4J_{key.upper()}", "variable")
    assert found() == "variable"
    write(folder, "cckg.toml", f'[neo4j]\n{key} = "toml"\n')
    assert found() == "toml"
    monkeypatch.setenv(f"CCKG_NEO4J__{key.upper()}", "own variable")
    assert found() == "own variable"
    assert str(getattr(load_settings(neo4j={key: "flag"}).neo4j, key)).strip("*") in ("flag", "")


def test_one_part_may_come_from_each_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, ".env", f"NEO4J_PASSWORD={PASSWORD}\n")
    write(folder, "cckg.toml", '[neo4j]\nusername = "ann"\n')
    monkeypatch.setenv("NEO4J_URI", "neo4j+s://host")
    monkeypatch.setenv("CCKG_NEO4J__DATABASE", "graphs")
    assert login(load_settings()) == ("neo4j+s://host", "ann", PASSWORD, "graphs")


def test_a_flag_for_the_store_keeps_the_login_of_the_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "neo4j://host:1")
    monkeypatch.setenv("NEO4J_PASSWORD", PASSWORD)
    assert login(load_settings(store="neo4j://other:1")) == ("neo4j://other:1", "neo4j", PASSWORD, None)


def test_only_the_four_are_taken_from_the_variables_file(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(folder, ".env", "CCKG_STORE=x.db\nCCKG_NONSENSE=1\nNEO4J_AUTH=a/b\nOTHER='never closed\nthis is no line\nNEO4J_USERNAME=ann\n")
    with caplog.at_level(logging.DEBUG):
        assert login(load_settings()) == (DEFAULT_STORE, "ann", None, None)
    assert caplog.records == []
    assert variables() == {"NEO4J_USERNAME": "ann"}


def test_a_dollar_sign_in_the_variables_file_is_a_dollar_sign(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "elsewhere")
    write(folder, ".env", "NEO4J_PASSWORD='a${HOME}$b'\n")
    assert login(load_settings())[2] == "a${HOME}$b"


def test_a_variables_file_with_windows_line_ends_and_a_byte_order_mark_is_read(folder: Path) -> None:
    (folder / ".env").write_bytes(b"\xef\xbb\xbfNEO4J_USERNAME=ann\r\nNEO4J_PASSWORD=word\r\n")
    assert login(load_settings())[1:3] == ("ann", "word")


def test_a_variables_file_that_is_no_text_is_an_error_that_names_it(folder: Path) -> None:
    (folder / ".env").write_bytes(b"NEO4J_PASSWORD=\xff\xfe")
    with pytest.raises(SettingsError, match=r"^The file \.env of this folder cannot be read"):
        load_settings()


def test_a_folder_of_that_name_is_no_variables_file(folder: Path) -> None:
    (folder / ".env").mkdir()
    assert load_settings().store == DEFAULT_STORE


def test_the_password_is_not_in_what_settings_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", PASSWORD)
    settings = load_settings()
    assert PASSWORD not in f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    "toml",
    [
        f'[neo4j]\npassword = ["{PASSWORD}"]\n',
        f'[neo4j]\npasswort = "{PASSWORD}"\n',
        f'[neo4j]\npassword = {{inner = "{PASSWORD}"}}\n',
        f'[neo4j]\npassword = "{PASSWORD}\n',
        f'neo4j = "{PASSWORD}"\n',
    ],
)
def test_the_password_is_not_in_errors(toml: str, folder: Path) -> None:
    write(folder, "cckg.toml", toml)
    with pytest.raises(SettingsError) as raised:
        load_settings()
    assert PASSWORD not in f"{raised.value} {raised.value.__cause__}"


def test_the_password_of_a_variable_is_not_in_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_NEO4J", f'{{"password": ["{PASSWORD}"]}}')
    with pytest.raises(SettingsError) as raised:
        load_settings()
    assert PASSWORD not in f"{raised.value} {raised.value.__cause__}"


@pytest.mark.parametrize("name", ["CCKG_TEST_NEO4J", "CCKG_TEST_NEO4J_WIPE"])
def test_the_variables_of_the_tests_are_no_settings_and_no_errors(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "required")
    assert load_settings().store == DEFAULT_STORE
