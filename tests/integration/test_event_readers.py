"""Which event reader the settings open, what the small one tells, and what is said where the larger base cannot be had."""

from pathlib import Path

import pytest

from cckg.app import open_app
from cckg.core.errors import WeightsError
from cckg.core.graph import EventMention, MentionContext, Polarity
from cckg.identity import PairToRead
from cckg.models.weights import MINILM, cache_folder
from cckg.settings import load_settings


def mention(name: str, left: str, words: str, right: str) -> EventMention:
    context = MentionContext(words, 0, len(words), left, right)
    return EventMention(name, "", name, "", words, Polarity.OCCURRENCE, context)


def test_the_small_reader_tells_a_second_telling_from_another_happening() -> None:
    told = mention("a", "On 3 May the", "pump at Carrow failed", "because its seal was worn.")
    again = mention("b", "The inquiry blames a worn seal for the", "failure of the Carrow pump", "on 3 May.")
    other = mention("c", "In June the", "bridge at Tarrow collapsed", "under a lorry.")
    with open_app(load_settings(store=":memory:", models={"identity": "small"}), create=True) as app:
        reader = app.roles.coreference
        assert reader is not None
        assert reader.name.startswith("coreference-small")
        same, another = reader.same([PairToRead(told, again), PairToRead(told, other)])
    assert same > 0.5 > another


def test_where_the_larger_base_cannot_be_had_nothing_is_read_and_the_small_reader_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = cache_folder() / MINILM.name
    nowhere = "http://127.0.0.1:9"
    unreachable = {"PIP_INDEX_URL": nowhere, "PIP_RETRIES": "0", "HF_ENDPOINT": nowhere, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for name, value in {**unreachable, "PIP_CONFIG_FILE": "/dev/null", "HF_HOME": str(tmp_path / "hub")}.items():
        monkeypatch.setenv(name, value)
    cache_folder().mkdir(parents=True)
    (cache_folder() / MINILM.name).symlink_to(encoder)
    (tmp_path / "report.txt").write_text("The pump failed because the seal was worn.", encoding="utf-8")
    models = {"identity": "strong"}
    with open_app(load_settings(store=str(tmp_path / "graph.db"), models=models), create=True) as app:
        with pytest.raises(WeightsError, match=r'needs the model all-mpnet-base-v2.*Or set models\.identity = "small": a smaller reader'):
            app.ingest([tmp_path / "report.txt"])
        assert app.documents() == []
