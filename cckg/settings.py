"""Every dial with its default, range and reason: flags > CCKG_* > cckg.toml > NEO4J_* > .env > defaults; an unknown key is an error.

The four NEO4J_* variables are those of other Neo4j tools; of `.env`, which Docker Compose reads too, nothing else is read.
Nothing else in cckg reads the environment or these files.
"""

import difflib
import io
import os
import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from cckg.core.errors import SettingsError

SETTINGS_FILE = "cckg.toml"
VARIABLES_FILE = ".env"
DEFAULT_STORE = ".cckg/graph.db"
DEFAULT_EMBEDDING = "local:all-MiniLM-L6-v2"

_NOT_SETTINGS = {"CCKG_DATA", "CCKG_TEST_NEO4J", "CCKG_TEST_NEO4J_WIPE"}  # of the benchmarks and tests, not of the product


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class ModelSettings(_Section):
    """Which models are used, and where their weights are."""

    embedding: str = DEFAULT_EMBEDDING
    """Encoder: `local:all-MiniLM-L6-v2`, or `sentence-transformers:NAME` with the extra `torch`. Fixed once a store holds data."""
    roles: str = "local"
    """Who extracts, verifies, parses and writes: `local` are the built-in roles."""
    folder: Path | None = None
    """A folder that is searched for weights first; else the user's cache folder is used."""
    offline: bool = False
    """Never download weights; use only what is already on this machine."""
    threads: Annotated[int, Field(ge=0, le=64)] = 0
    """Threads of the encoder; 0 takes one per processor."""


class IngestSettings(_Section):
    """How documents are read."""

    chunk_tokens: Annotated[int, Field(ge=32, le=2000)] = 250
    """Tokens of a chunk; CF-RAG (seed 003) uses about 250, which also fits the encoder's window of 256."""
    overlap_tokens: Annotated[int, Field(ge=0, le=500)] = 50
    """Tokens that neighbouring chunks share; CF-RAG's value."""
    max_megabytes: Annotated[float, Field(gt=0, le=1000)] = 20.0
    """Larger files are refused: at this size one document already takes about half an hour on two cores."""
    min_confidence: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Claims below this confidence of the extractor are refused, and counted."""


class MatchSettings(_Section):
    """How wordings are matched to events."""

    candidates: Annotated[int, Field(ge=1, le=200)] = 12
    """Nearest events that the verifier is asked about."""
    min_cosine: Annotated[float, Field(ge=-1, le=1)] = 0.35
    """Candidates below this cosine are not worth a verifier's call."""


class QuestionSettings(_Section):
    """How questions are answered."""

    max_characters: Annotated[int, Field(ge=100, le=100_000)] = 2000
    """Longer questions are refused."""
    entry_events: Annotated[int, Field(ge=1, le=50)] = 6
    """Verified events where traversal starts, at most."""
    depth: Annotated[int, Field(ge=1, le=20)] = 4
    """Links of a chain, at most; a verdict is computed over everything reachable, whatever this says."""
    max_events: Annotated[int, Field(ge=10, le=100_000)] = 2000
    """Events read around the entry events, at most; where it is met the answer says so."""
    max_chains: Annotated[int, Field(ge=1, le=500)] = 40
    """Chains kept as evidence, best supported first."""
    passages: Annotated[int, Field(ge=1, le=100)] = 5
    """Passages kept as evidence of a factual or relational question."""
    evidence_tokens: Annotated[int, Field(ge=200, le=200_000)] = 4000
    """Token budget of an evidence package; the least supported evidence is left out first, and the trace says so."""


class Neo4jSettings(_Section):
    """How to log in where `store` is the URL of a Neo4j server.

    Where neither a flag nor `CCKG_…` nor `cckg.toml` says it, the variables `NEO4J_USERNAME`, `NEO4J_PASSWORD` and `NEO4J_DATABASE` do,
    and `NEO4J_URI` is the `store`; what they leave open is read under the same four names from the file `.env` of the current folder.
    """

    username: str = "neo4j"
    """Who logs in."""
    password: SecretStr | None = None
    """The password. Keep it out of `cckg.toml`: set the variable `NEO4J_PASSWORD`, or write it into `.env`."""
    database: str | None = None
    """The database on the server; if not set, the home database of who logs in."""


class Settings(BaseSettings):
    """All settings of cckg."""

    model_config = SettingsConfigDict(
        env_prefix="CCKG_",
        env_nested_delimiter="__",
        toml_file=SETTINGS_FILE,
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,  # it may be a password, and --debug prints them
    )

    store: str = DEFAULT_STORE
    """The path of a SQLite file, its URL `sqlite:PATH`, or a Neo4j server, `neo4j://HOST:PORT`; if nothing names one, `NEO4J_URI` does."""
    models: ModelSettings = ModelSettings()
    ingest: IngestSettings = IngestSettings()
    matching: MatchSettings = MatchSettings()
    questions: QuestionSettings = QuestionSettings()
    neo4j: Neo4jSettings = Neo4jSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: flags, environment, cckg.toml, the variables of Neo4j."""
        del dotenv_settings, file_secret_settings
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls), _Neo4jSource(settings_cls)


def load_settings(**overrides: Any) -> Settings:
    """Read the settings of the current folder; overrides of None are left out.

    Raises:
        SettingsError: for an unknown or impossible key, naming it and the nearest valid one, or for a broken cckg.toml or .env.
    """
    _refuse_unknown_variables()
    try:
        return Settings(**{key: value for key, value in overrides.items() if value is not None})
    except ValidationError as error:
        raise SettingsError(_explain(error)) from error
    except (OSError, ValueError) as error:  # tomllib.TOMLDecodeError is a ValueError
        raise SettingsError(f"{SETTINGS_FILE} cannot be read: {error}. Mend it, or write a new one with `cckg init --force`.") from error


def neo4j_variables() -> dict[str, str]:
    """Return those of NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE that are set in the environment, else in `.env`.

    A variable that is set to nothing counts as not set, and hides the one in `.env`.

    Raises:
        SettingsError: if there is a `.env` that cannot be read.
    """
    found = _variables_file() | {name: os.environ[name] for name in _NEO4J_VARIABLES if name in os.environ}
    return {name: value for name, value in found.items() if value}


def keys() -> list[str]:
    """Return every valid key, dotted, in the order of definition."""
    found: list[str] = []
    for name, field in Settings.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, BaseModel):
            found += [f"{name}.{inner}" for inner in section.model_fields]
        else:
            found.append(name)
    return found


# Private

_NEO4J_VARIABLES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")
_SECRET = {"neo4j", "neo4j.password"}  # never shown
_NEO4J_LINE = re.compile(rf"\s*(export\s+)?({'|'.join(_NEO4J_VARIABLES)})\s*=")


class _Neo4jSource(PydanticBaseSettingsSource):
    """The variables that other Neo4j tools read as well, as settings."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Find nothing: all is given at once."""
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        """Return what they say, under the names of the settings."""
        found = neo4j_variables()
        login = {name.removeprefix("NEO4J_").lower(): value for name, value in found.items() if name != "NEO4J_URI"}
        return ({"store": found["NEO4J_URI"]} if "NEO4J_URI" in found else {}) | ({"neo4j": login} if login else {})


def _variables_file() -> dict[str, str]:
    file = Path(VARIABLES_FILE)
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines(keepends=True) if file.is_file() else []
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The file {VARIABLES_FILE} of this folder cannot be read: {error}. Mend it, or move it away.") from error
    ours = "".join(line for line in lines if _NEO4J_LINE.match(line))
    if not ours:
        return {}
    from dotenv import dotenv_values

    return {name: value or "" for name, value in dotenv_values(stream=io.StringIO(ours), interpolate=False).items()}


def _refuse_unknown_variables() -> None:
    valid = {"CCKG_" + key.replace(".", "__").upper() for key in keys()}
    for variable in os.environ:
        if variable.startswith("CCKG_") and variable not in valid | _NOT_SETTINGS:
            raise SettingsError(f"The variable {variable} is no setting of cckg.{_nearest(variable, sorted(valid))}")


def _explain(error: ValidationError) -> str:
    sentences = []
    for problem in error.errors():
        key = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            sentences.append(f"Unknown setting {key!r}.{_nearest(key, keys())}")
        else:
            value = "what was given" if key in _SECRET else repr(problem["input"])
            sentences.append(f"Setting {key!r} cannot be {value}: {problem['msg']}.")
    return " ".join(sentences)


def _nearest(name: str, valid: list[str]) -> str:
    close = difflib.get_close_matches(name, valid, n=1)
    return f" Did you mean {close[0]!r}?" if close else f" Valid ones are: {', '.join(valid)}."
