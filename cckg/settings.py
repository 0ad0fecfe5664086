"""Every dial with its default, range and reason. Flags > CCKG_* variables > cckg.toml > defaults; an unknown key is an error.

Nothing else in cckg reads the environment or the settings file.
"""

import difflib
import os
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from cckg.core.errors import SettingsError

SETTINGS_FILE = "cckg.toml"
DEFAULT_STORE = ".cckg/graph.db"
DEFAULT_EMBEDDING = "local:all-MiniLM-L6-v2"

_NOT_SETTINGS = {"CCKG_DATA"}  # where the benchmarks find public data; no setting of the product


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


class Settings(BaseSettings):
    """All settings of cckg."""

    model_config = SettingsConfigDict(
        env_prefix="CCKG_",
        env_nested_delimiter="__",
        toml_file=SETTINGS_FILE,
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
    )

    store: str = DEFAULT_STORE
    """Where the graph is kept: the path of a SQLite file, or its URL `sqlite:PATH`."""
    models: ModelSettings = ModelSettings()
    ingest: IngestSettings = IngestSettings()
    matching: MatchSettings = MatchSettings()
    questions: QuestionSettings = QuestionSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: flags, environment, cckg.toml."""
        del dotenv_settings, file_secret_settings
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load_settings(**overrides: Any) -> Settings:
    """Read the settings of the current folder; overrides of None are left out.

    Raises:
        SettingsError: for an unknown or impossible key, naming it and the nearest valid one, or for a broken cckg.toml.
    """
    _refuse_unknown_variables()
    try:
        return Settings(**{key: value for key, value in overrides.items() if value is not None})
    except ValidationError as error:
        raise SettingsError(_explain(error)) from error
    except (OSError, ValueError) as error:  # tomllib.TOMLDecodeError is a ValueError
        raise SettingsError(f"{SETTINGS_FILE} cannot be read: {error}. Mend it, or write a new one with `cckg init --force`.") from error


# Private


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
            sentences.append(f"Setting {key!r} cannot be {problem['input']!r}: {problem['msg']}.")
    return " ".join(sentences)


def _nearest(name: str, valid: list[str]) -> str:
    close = difflib.get_close_matches(name, valid, n=1)
    return f" Did you mean {close[0]!r}?" if close else f" Valid ones are: {', '.join(valid)}."
