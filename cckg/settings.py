"""Every setting with its default, range and reason: flags > CCKG_* > cckg.toml > NEO4J_*, … > .env > defaults; an unknown key is an error.

NEO4J_*, OPENAI_* and the like are variables of other tools; of `.env`, which Docker Compose reads too, nothing else is read.
Nothing else in cckg reads the environment or these files.
"""

import difflib
import io
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from cckg.core.errors import SettingsError
from cckg.core.graph import MOST_LINKS
from cckg.settings_retrieval import ArbitrationSettings, CisSettings, LogicSettings, Section

SETTINGS_FILE = "cckg.toml"
VARIABLES_FILE = ".env"
DEFAULT_STORE = ".cckg/graph.db"
DEFAULT_EMBEDDING = "local:all-MiniLM-L6-v2"

_NOT_SETTINGS = {"CCKG_DATA", "CCKG_TEST_CHAT", "CCKG_TEST_NEO4J", "CCKG_TEST_NEO4J_WIPE"}  # of benchmarks and tests, not of the product


class ModelSettings(Section):
    """Which models are used, and where their weights are."""

    embedding: str = DEFAULT_EMBEDDING
    """Encoder: `local:all-MiniLM-L6-v2`, or `sentence-transformers:NAME` with the extra `torch`. Fixed once a store holds data."""
    folder: Path | None = None
    """A folder that is searched for weights first; else the user's cache folder is used."""
    offline: bool = False
    """Never download weights; use only what is already on this machine."""
    threads: Annotated[int, Field(ge=0, le=64)] = 0
    """Threads of the encoder; 0 takes one per processor."""
    reader: Literal["small", "strong"] = "small"
    """Who reads claims beside the rules; `strong` is much slower, and runs on all-mpnet-base-v2, 440 MB that are fetched once."""
    identity: Literal["small", "strong"] = "strong"
    """Who decides which mentions are one event, and reads what phrases of questions mean: the event reader on all-mpnet-base-v2 (440 MB
    that are fetched once, and kept as 113 MB); `small` is what it taught a reader on the built-in encoder."""


class RoleSettings(Section):
    """Who does what takes language: `local`, the built-in roles, or a chat model as `PROVIDER:MODEL`; roles can be mixed."""

    all: str = "local"
    """Who does what none of the settings below gives to another, such as `google:gemini-2.5-flash`, `ollama:llama3.1`, `openai:NAME`."""
    extractor: str | None = None
    """Reads claims of cause and effect."""
    verifier: str | None = None
    """Decides whether two wordings mean the same event with the same polarity."""
    parser: str | None = None
    """Takes questions apart."""
    opposites: str | None = None
    """Writes the opposite of an event."""
    writer: str | None = None
    """Writes answers."""


_Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class ChatSettings(Section):
    """How chat models are called. Keys belong into the environment or into `.env`, not into `cckg.toml`.

    Where no other setting says it, these variables do, from the environment or from `.env`: `GOOGLE_API_KEY` (or `GEMINI_API_KEY`),
    `OPENAI_API_KEY`, `OPENAI_BASE_URL`, `OLLAMA_HOST`.
    """

    google_key: SecretStr | None = None
    """The key for `google:…`."""
    google_url: str | None = None
    """Another address for `google:…`, such as a proxy of one's own."""
    openai_key: SecretStr | None = None
    """The key for `openai:…`; servers of one's own need none."""
    openai_url: str | None = None
    """The address of any server that speaks OpenAI's protocol, such as `http://localhost:8080/v1`."""
    ollama_url: str | None = None
    """The address of an Ollama server that is not this machine's own."""
    ollama_context: Annotated[int, Field(ge=512, le=1_000_000)] = 4096
    """Tokens of prompt and reply together that Ollama makes room for; what is longer it would silently cut off."""
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    """0 answers the same question in the same way, as far as the model can."""
    max_output_tokens: Annotated[int, Field(ge=16, le=100_000)] = 16_384
    """The longest reply; a reply that is cut off here is asked for again, shorter."""
    timeout_seconds: Annotated[float, Field(gt=0, le=3600)] = 120.0
    """How long one call may take."""
    concurrency: Annotated[int, Field(ge=1, le=256)] = 8
    """Calls under way at once."""
    requests_per_minute: Annotated[float, Field(ge=0)] = 0.0
    """The most calls a minute to one provider, evenly spaced; 0 is no limit."""
    tokens_per_minute: Annotated[float, Field(ge=0)] = 0.0
    """The most tokens of prompts and replies a minute to one provider; 0 is no limit."""
    retries: Annotated[int, Field(ge=0, le=100)] = 6
    """How often a call is made again after it failed for a reason that may pass."""
    backoff_seconds: Annotated[float, Field(gt=0, le=60)] = 1.0
    """The wait before the first of them, doubled each time, where the provider does not say how long."""
    patience_seconds: Annotated[float, Field(gt=0, le=86_400)] = 300.0
    """The longest wait that a provider may ask for."""
    give_up_after: Annotated[int, Field(ge=1, le=1000)] = 3
    """After so many calls in a row that were given up, the provider counts as down, and the run stops."""
    repairs: Annotated[int, Field(ge=0, le=5)] = 1
    """How often an unusable reply is sent back with what is wrong with it."""
    expected_output_tokens: Annotated[int, Field(ge=1, le=100_000)] = 200
    """What a reply is taken for, by budget and limits, until the provider has counted it."""
    answers: Path | None = Path(".cckg/answers.db")
    """Where answers are kept, so that the same call is never paid twice."""
    budget: str | None = None
    """The most that one run may spend, as `2.50 usd`, `200k tokens` or `500 calls`; the next run goes on."""
    prices: dict[str, tuple[_Dollars, _Dollars]] = Field(default={})
    """US dollars for a million tokens of prompt and of reply, as `[0.10, 0.40]` under `"openai:NAME"`; they win over cckg's own."""


class IngestSettings(Section):
    """How documents are read."""

    chat_tokens: Annotated[int, Field(ge=200, le=100_000)] = 3000
    """Tokens of a document that a chat model reads at once; its claims may take several times as many in the reply."""
    shared_tokens: Annotated[int, Field(ge=0, le=100_000)] = 1200
    """Tokens of short documents that share a call to a chat model; 0 gives each a call of its own."""
    chunk_tokens: Annotated[int, Field(ge=32, le=2000)] = 250
    """Tokens of a chunk; CF-RAG uses about 250, which also fits the encoder's window of 256."""
    overlap_tokens: Annotated[int, Field(ge=0, le=500)] = 50
    """Tokens that neighbouring chunks share; CF-RAG's value."""
    max_megabytes: Annotated[float, Field(gt=0, le=1000)] = 20.0
    """Larger files are refused: at this size one document already takes about half an hour on two cores."""
    min_confidence: Annotated[float, Field(ge=0, le=1)] = 0.45
    """Claims below this confidence of the extractor are refused, and counted. The built-in one's is the share of such that were right."""


class MatchSettings(Section):
    """How wordings are matched to events."""

    candidates: Annotated[int, Field(ge=1, le=200)] = 12
    """Nearest events that the verifier is asked about."""
    min_cosine: Annotated[float, Field(ge=-1, le=1)] = 0.35
    """Candidates below this cosine are not worth a verifier's call."""


class QuestionSettings(Section):
    """How questions are answered."""

    profile: Literal["cckg", "paper"] = "cckg"
    """`cckg` computes verdicts by its conventions; `paper` leaves them to whoever writes the answer, a chat model, as CCRAG does."""

    max_characters: Annotated[int, Field(ge=100, le=100_000)] = 2000
    """Longer questions are refused."""
    entry_events: Annotated[int, Field(ge=1, le=50)] = 6
    """Verified events where traversal starts, at most."""
    depth: Annotated[int, Field(ge=1, le=MOST_LINKS)] = MOST_LINKS
    """Links of a chain, at most; what bounds an answer before are the events read, the chains kept and the tokens of its evidence.
    A verdict is computed over everything reachable, whatever this says."""
    max_events: Annotated[int, Field(ge=10, le=100_000)] = 2000
    """Events read around the entry events, at most; where it is met the answer says so."""
    max_chains: Annotated[int, Field(ge=1, le=500)] = 40
    """Chains kept as evidence, best supported first."""
    passages: Annotated[int, Field(ge=1, le=100)] = 5
    """Passages kept as evidence of a factual or relational question."""
    evidence_tokens: Annotated[int, Field(ge=200, le=200_000)] = 4000
    """Token budget of an evidence package; the least supported evidence is left out first, and the trace says so."""


class EvaluationSettings(Section):
    """How `cckg eval` scores whole answers: CCIS, and CRS on counterfactual questions, are w1 × similarity + w2 × judgement."""

    judge: str = "local"
    """Who judges answers, apart from who writes them: `local`, by covered words, or a chat model as `PROVIDER:MODEL`."""
    similarity_weight: Annotated[float, Field(ge=0, le=1)] = 0.5
    """w1, the weight of the cosine of answer and ideal answer; w2, that of the judgement, is what is left to 1."""

    @property
    def judge_weight(self) -> float:
        """Return w2."""
        return 1 - self.similarity_weight


class Neo4jSettings(Section):
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
    record: Path | None = None
    """A folder to which all traffic with chat models is recorded."""
    replay: Path | None = None
    """A folder from which it is replayed, without a network; a call that is not recorded there is an error."""
    models: ModelSettings = ModelSettings()
    roles: RoleSettings = RoleSettings()
    chat: ChatSettings = ChatSettings()
    ingest: IngestSettings = IngestSettings()
    matching: MatchSettings = MatchSettings()
    questions: QuestionSettings = QuestionSettings()
    cis: CisSettings = CisSettings()
    logic: LogicSettings = LogicSettings()
    arbitration: ArbitrationSettings = ArbitrationSettings()
    evaluation: EvaluationSettings = EvaluationSettings()
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
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls), _VariablesSource(settings_cls)


def load_settings(**overrides: Any) -> Settings:
    """Read the settings of the current folder; overrides of None are left out.

    Raises:
        SettingsError: for an unknown or impossible key, naming it and the nearest valid one, or for a broken cckg.toml or .env.
    """
    _refuse_unknown_variables()
    try:
        settings = Settings(**{key: value for key, value in overrides.items() if value is not None})
    except ValidationError as error:
        raise SettingsError(_explain(error)) from error
    except (OSError, ValueError) as error:  # tomllib.TOMLDecodeError is a ValueError
        raise SettingsError(f"{SETTINGS_FILE} cannot be read: {error}. Mend it, or write a new one with `cckg init --force`.") from error
    if "://" not in settings.store and settings.store == variables().get("NEO4J_URI"):
        raise SettingsError(f"NEO4J_URI is {settings.store!r}, which names no server: begin it with neo4j:// or bolt://.")
    return settings


def variables() -> dict[str, str]:
    """Return those variables of other tools that are settings here too and are set, in the environment or else in `.env`.

    A variable that is set to nothing counts as not set, and hides the one in `.env`.

    Raises:
        SettingsError: if there is a `.env` that cannot be read.
    """
    found = _variables_file() | {name: os.environ[name] for name in _VARIABLES if name in os.environ}
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

_VARIABLES = {
    "NEO4J_URI": "store",
    "NEO4J_USERNAME": "neo4j.username",
    "NEO4J_PASSWORD": "neo4j.password",
    "NEO4J_DATABASE": "neo4j.database",
    "GEMINI_API_KEY": "chat.google_key",
    "GOOGLE_API_KEY": "chat.google_key",
    "OPENAI_API_KEY": "chat.openai_key",
    "OPENAI_BASE_URL": "chat.openai_url",
    "OLLAMA_HOST": "chat.ollama_url",
}
"""What sets which; of two for one setting the last one wins."""
_LIKE, _ALMOST_THE_SAME = 0.6, 0.85  # shares of letters that two names have in common, in order
_SECRET = {"neo4j", "neo4j.password", "chat", "chat.google_key", "chat.openai_key"}  # never shown
_LINE = re.compile(rf"\s*(export\s+)?({'|'.join(_VARIABLES)})\s*=")


class _VariablesSource(PydanticBaseSettingsSource):
    """The variables that other tools read as well, as settings."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Find nothing: all is given at once."""
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        """Return what they say, under the names of the settings."""
        found = variables()
        settings: dict[str, Any] = {}
        for variable, key in _VARIABLES.items():
            section, _, name = key.rpartition(".")
            if variable in found:
                (settings.setdefault(section, {}) if section else settings)[name] = found[variable]
        return settings


def _variables_file() -> dict[str, str]:
    file = Path(VARIABLES_FILE)
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines(keepends=True) if file.is_file() else []
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The file {VARIABLES_FILE} of this folder cannot be read: {error}. Mend it, or move it away.") from error
    ours = "".join(line for line in lines if _LINE.match(line))
    if not ours:
        return {}
    from dotenv import dotenv_values

    return {name: value or "" for name, value in dotenv_values(stream=io.StringIO(ours), interpolate=False).items()}


def _refuse_unknown_variables() -> None:
    valid = set(map(_variable, keys()))
    for variable in os.environ:
        if variable.startswith("CCKG_") and variable not in valid | _NOT_SETTINGS:
            raise SettingsError(f"The variable {variable} is no setting of cckg.{_nearest(_key(variable), written=_variable)}")


def _explain(error: ValidationError) -> str:
    sentences = []
    for problem in error.errors():
        key = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            sentences.append(f"Unknown setting {key!r}.{_nearest(key)}")
        else:
            value = "what was given" if key in _SECRET else repr(problem["input"])
            sentences.append(f"Setting {key!r} cannot be {value}: {problem['msg']}.")
    return " ".join(sentences)


def _variable(key: str) -> str:
    return "CCKG_" + key.replace(".", "__").upper()


def _key(variable: str) -> str:
    """Return the key that a variable would set; one underscore behind the name of a section stands for two."""
    told = variable.removeprefix("CCKG_").lower().replace("__", ".")
    section = next((name for name in _sections() if told.startswith(f"{name}_")), "")
    return f"{section}.{told.removeprefix(f'{section}_')}" if section else told


def _sections() -> list[str]:
    return list(dict.fromkeys(key.partition(".")[0] for key in keys() if "." in key))


def _nearest(key: str, *, written: Callable[[str], str] = str) -> str:
    """Say which setting is near to an unknown key, in its section or else in another; where none is, which there are in its section."""
    section, _, name = key.rpartition(".")
    siblings = {valid.rpartition(".")[2]: valid for valid in keys() if valid.rpartition(".")[0] == section}
    siblings |= {} if section else {valid: valid for valid in _sections()}
    others = {valid.rpartition(".")[2]: valid for valid in keys()}
    for near, cutoff in ((siblings, _LIKE), (others, _ALMOST_THE_SAME)):
        if close := difflib.get_close_matches(name, near, n=1, cutoff=cutoff):
            return f" Did you mean {written(near[close[0]])!r}?"
    return f" Valid ones are: {', '.join(map(written, siblings.values() or keys()))}."
