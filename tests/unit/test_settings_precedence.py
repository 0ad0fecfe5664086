"""Every setting, one by one: flag over variable over cckg.toml over default, and its limits."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from cckg.core.errors import SettingsError
from cckg.settings import Settings, keys, load_settings

VALUES: dict[str, tuple[Any, Any, Any]] = {  # for the file, for the variable, for the flag; all valid, none the default
    "store": ("file.db", "variable.db", "flag.db"),
    "record": ("in/file", "in/variable", "in/flag"),
    "replay": ("in/file", "in/variable", "in/flag"),
    "models.embedding": ("local:a", "local:b", "local:c"),
    "models.folder": ("in/file", "in/variable", "in/flag"),
    "models.offline": (True, "true", True),
    "models.threads": (1, 2, 3),
    "models.reader": ("strong", "small", "strong"),
    "models.identity": ("small", "strong", "small"),
    "roles.all": ("a:x", "b:y", "c:z"),
    "roles.extractor": ("a:x", "b:y", "c:z"),
    "roles.verifier": ("a:x", "b:y", "c:z"),
    "roles.parser": ("a:x", "b:y", "c:z"),
    "roles.opposites": ("a:x", "b:y", "c:z"),
    "roles.writer": ("a:x", "b:y", "c:z"),
    "chat.google_key": ("in file", "in variable", "as flag"),
    "chat.google_url": ("http://a", "http://b", "http://c"),
    "chat.openai_key": ("in file", "in variable", "as flag"),
    "chat.openai_url": ("http://a", "http://b", "http://c"),
    "chat.ollama_url": ("http://a", "http://b", "http://c"),
    "chat.ollama_context": (1000, 2000, 3000),
    "chat.temperature": (0.5, 1.0, 1.5),
    "chat.max_output_tokens": (100, 200, 300),
    "chat.timeout_seconds": (1.5, 2.5, 3.5),
    "chat.concurrency": (1, 2, 3),
    "chat.requests_per_minute": (10.0, 20.0, 30.0),
    "chat.tokens_per_minute": (10.0, 20.0, 30.0),
    "chat.retries": (1, 2, 3),
    "chat.backoff_seconds": (0.5, 1.5, 2.5),
    "chat.patience_seconds": (1.5, 2.5, 3.5),
    "chat.give_up_after": (1, 2, 4),
    "chat.repairs": (0, 2, 3),
    "chat.expected_output_tokens": (10, 20, 30),
    "chat.answers": ("in/file", "in/variable", "in/flag"),
    "chat.budget": ("1 usd", "2 usd", "3 usd"),
    "chat.prices": ({"a:x": (1.0, 2.0)}, {"a:x": (3.0, 4.0)}, {"a:x": (5.0, 6.0)}),
    "ingest.shared_tokens": (600, 700, 800),
    "ingest.chat_tokens": (1000, 2000, 3000),
    "ingest.chunk_tokens": (100, 200, 300),
    "ingest.overlap_tokens": (10, 20, 30),
    "ingest.max_megabytes": (1.5, 2.5, 3.5),
    "ingest.min_confidence": (0.1, 0.2, 0.3),
    "matching.candidates": (5, 6, 7),
    "matching.min_cosine": (0.1, 0.2, 0.4),
    "cis.scorer": ("off", "teacher", "student"),
    "cis.student": ("in/file", "in/variable", "in/flag"),
    "cis.teacher": ("a", "b", "c"),
    "cis.precision": ("bfloat16", "float32", "bfloat16"),
    "cis.entry_weight": (0.1, 0.2, 0.3),
    "cis.contrast_weight": (0.1, 0.2, 0.3),
    "cis.passage_weight": (0.2, 0.3, 0.4),
    "logic.conjunction": ("sum", "min", "product"),
    "logic.disjunction": ("sum", "max", "probabilistic"),
    "logic.negation": ("reciprocal", "complement", "reciprocal"),
    "logic.calibration": ("cosine", "logistic", "denied"),
    "logic.slope": (1.5, 2.5, 3.5),
    "logic.middle": (0.1, 0.2, 0.3),
    "logic.lexical_weight": (0.1, 0.3, 0.4),
    "logic.joint": (False, True, False),
    "arbitration.profile": ("extended", "repo", "paper"),
    "arbitration.scorer": ("cis", "cosine", "cis"),
    "arbitration.passages": (1, 2, 5),
    "arbitration.seed": (1, 2, 5),
    "arbitration.variations": (1, 2, 5),
    "arbitration.least_similarity": (0.11, 0.22, 0.33),
    "arbitration.divergence_weight": (0.11, 0.22, 0.33),
    "arbitration.answer_weight": (0.11, 0.22, 0.33),
    "arbitration.relevance_weight": (0.11, 0.22, 0.33),
    "arbitration.duplicate_cosine": (0.11, 0.22, 0.33),
    "arbitration.least_quality": (0.11, 0.22, 0.33),
    "arbitration.least_relevance": (0.11, 0.22, 0.33),
    "arbitration.clusters": (1, 2, 5),
    "arbitration.kernel_width": (0.11, 0.22, 0.33),
    "arbitration.hypotheses": (1, 2, 5),
    "arbitration.whole": (False, True, False),
    "arbitration.sampled_share": (0.11, 0.22, 0.33),
    "arbitration.temperature": (0.11, 0.22, 0.33),
    "arbitration.causal_weight": (0.11, 0.22, 0.33),
    "arbitration.similarity_weight": (0.11, 0.22, 0.33),
    "arbitration.mention_weight": (0.11, 0.22, 0.33),
    "arbitration.confidence_weight": (0.15, 0.2, 0.25),
    "arbitration.specificity_weight": (0.15, 0.2, 0.25),
    "arbitration.agreement_cosine": (0.11, 0.22, 0.33),
    "arbitration.consensus": (0.11, 0.22, 0.33),
    "evaluation.judge": ("a:x", "b:y", "c:z"),
    "evaluation.similarity_weight": (0.1, 0.2, 0.3),
    "questions.profile": ("paper", "cckg", "paper"),
    "questions.max_characters": (500, 600, 700),
    "questions.entry_events": (1, 2, 3),
    "questions.depth": (5, 6, 7),
    "questions.max_events": (100, 200, 300),
    "questions.max_chains": (10, 20, 30),
    "questions.passages": (1, 2, 3),
    "questions.evidence_tokens": (300, 400, 500),
    "neo4j.username": ("ann", "bob", "cleo"),
    "neo4j.password": ("in file", "in variable", "as flag"),
    "neo4j.database": ("a", "b", "c"),
}
LIMITS = [
    ("models.threads", 0, 64, 1),
    ("chat.ollama_context", 512, 1_000_000, 1),
    ("chat.temperature", 0, 2, 0.01),
    ("chat.max_output_tokens", 16, 100_000, 1),
    ("chat.timeout_seconds", 0.1, 3600, 0.2),
    ("chat.concurrency", 1, 256, 1),
    ("chat.retries", 0, 100, 1),
    ("chat.backoff_seconds", 0.1, 60, 0.2),
    ("chat.patience_seconds", 0.1, 86_400, 0.2),
    ("chat.give_up_after", 1, 1000, 1),
    ("chat.repairs", 0, 5, 1),
    ("chat.expected_output_tokens", 1, 100_000, 1),
    ("ingest.shared_tokens", 0, 100_000, 1),
    ("ingest.chat_tokens", 200, 100_000, 1),
    ("ingest.chunk_tokens", 32, 2000, 1),
    ("ingest.overlap_tokens", 0, 500, 1),
    ("ingest.max_megabytes", 0.1, 1000, 0.2),
    ("ingest.min_confidence", 0, 1, 0.01),
    ("matching.candidates", 1, 200, 1),
    ("matching.min_cosine", -1, 1, 0.01),
    ("questions.max_characters", 100, 100_000, 1),
    ("evaluation.similarity_weight", 0.0, 1.0, 0.1),
    ("questions.entry_events", 1, 50, 1),
    ("questions.depth", 1, 20, 1),
    ("questions.max_events", 10, 100_000, 1),
    ("questions.max_chains", 1, 500, 1),
    ("questions.passages", 1, 100, 1),
    ("questions.evidence_tokens", 200, 200_000, 1),
]
EACH = pytest.mark.parametrize("key", VALUES)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def value_of(settings: Settings, key: str) -> str:
    """Return a setting's value as text, so that paths and flags compare with what was written."""
    section, _, name = key.rpartition(".")
    value = getattr(getattr(settings, section) if section else settings, name)
    return str(value.get_secret_value() if isinstance(value, SecretStr) else value).lower()


def toml(key: str, value: object) -> str:
    section, _, name = key.rpartition(".")
    written = str(value).lower() if isinstance(value, bool) else repr(value)
    if isinstance(value, dict):
        written = "{" + ", ".join(f'"{name}" = {list(inner)}' for name, inner in value.items()) + "}"
    return (f"[{section}]\n" if section else "") + f"{name} = {written}\n"


def flag(key: str, value: object) -> dict[str, Any]:
    section, _, name = key.rpartition(".")
    return {section: {name: value}} if section else {name: value}


def test_this_table_has_every_setting() -> None:
    assert sorted(VALUES) == sorted(keys())


@EACH
def test_the_file_wins_over_the_default_the_variable_over_the_file_and_the_flag_over_both(
    key: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_file, in_variable, as_flag = VALUES[key]
    default = value_of(load_settings(), key)
    (folder / "cckg.toml").write_text(toml(key, in_file), encoding="utf-8")
    assert value_of(load_settings(), key) == str(in_file).lower() != default
    monkeypatch.setenv(
        "CCKG_" + key.replace(".", "__").upper(), json.dumps(in_variable) if isinstance(in_variable, dict) else str(in_variable)
    )
    assert value_of(load_settings(), key) == str(in_variable).lower()
    assert value_of(load_settings(**flag(key, as_flag)), key) == str(as_flag).lower()


@EACH
def test_setting_one_leaves_all_others_at_their_defaults(key: str, folder: Path) -> None:
    defaults = load_settings()
    (folder / "cckg.toml").write_text(toml(key, VALUES[key][0]), encoding="utf-8")
    changed = load_settings()
    assert {other for other in keys() if value_of(changed, other) != value_of(defaults, other)} == {key}


def test_a_section_may_be_set_partly_in_the_file_and_partly_by_variable(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "cckg.toml").write_text("[questions]\ndepth = 7\npassages = 3\n", encoding="utf-8")
    monkeypatch.setenv("CCKG_QUESTIONS__PASSAGES", "9")
    monkeypatch.setenv("CCKG_QUESTIONS__MAX_CHAINS", "11")
    found = load_settings().questions
    assert (found.depth, found.passages, found.max_chains) == (7, 9, 11)


@pytest.mark.parametrize(("key", "least", "most", "step"), LIMITS, ids=[limit[0] for limit in LIMITS])
def test_a_number_is_accepted_up_to_its_limits_and_refused_beyond_by_name(key: str, least: float, most: float, step: float) -> None:
    for value in (least, most):
        assert float(value_of(load_settings(**flag(key, value)), key)) == value
    for value in (least - step, most + step):
        with pytest.raises(SettingsError, match=rf"Setting '{key}' cannot be {value}"):
            load_settings(**flag(key, value))


@EACH
def test_a_misspelt_key_of_the_file_is_refused_and_the_right_one_offered(key: str, folder: Path) -> None:
    (folder / "cckg.toml").write_text(toml(key + "x", VALUES[key][0]), encoding="utf-8")
    with pytest.raises(SettingsError, match=rf"Unknown setting '{key}x'\. Did you mean '{key}'\?"):
        load_settings()


@EACH
def test_a_misspelt_variable_is_refused_and_the_right_one_offered(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variable = "CCKG_" + key.replace(".", "__").upper()
    monkeypatch.setenv(variable + "X", "1")
    with pytest.raises(SettingsError, match=rf"{variable}X is no setting of cckg\. Did you mean '{variable}'\?"):
        load_settings()
