"""What `cckg doctor` says of a store: a graph too large for SQLite is warned of, with the way on."""

from contextlib import closing
from pathlib import Path

import pytest

from cckg.core.graph import Settlement
from cckg.stores import open_store
from cckg.terminal.cli import checks
from tests.builders import FINGERPRINT, graph_update


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = str(tmp_path / "graph.db")
    store = open_store(url)
    store.bind(FINGERPRINT)
    store.write_document(graph_update("a -> b -> c"))
    store.close()
    return url


@pytest.mark.parametrize(("limit", "states"), [(3, ["ok", "ok"]), (2, ["ok", "warning", "ok"])])
def test_a_sqlite_file_of_too_many_events_is_warned_of(url: str, limit: int, states: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "SEARCHED_EVENTS", limit)
    found = checks.check_store(url, None)
    assert [check.state for check in found] == states
    assert states == ["ok", "ok"] or "cckg copy --to neo4j://" in found[1].next


def test_who_decided_which_mentions_are_one_event_is_told_and_whether_that_is_done(url: str) -> None:
    def identity(decider: str | None) -> tuple[str, str]:
        check = checks.check_store(url, None, decider=decider)[-1]
        return check.state, check.found

    assert identity(None) == ("ok", "decided by rules or a chat model, one by one")
    assert identity("reader") == ("warning", "decided by rules or a chat model, one by one; configured is reader")
    with closing(open_store(url)) as store:
        store.settle(Settlement({}, {}, (), "reader", store.version()))
        assert identity("reader") == ("ok", "decided by reader")
        assert identity("another") == ("warning", "decided by reader; configured is another")
        store.mark_unsettled()
    assert identity("reader") == ("warning", "decided by reader; to be decided anew")


def test_a_file_that_is_empty_is_warned_of_and_left_so(tmp_path: Path) -> None:
    file = tmp_path / "empty.db"
    file.touch()
    assert [check.state for check in checks.check_store(str(file), None)] == ["warning"]
    assert file.stat().st_size == 0


def test_the_limit_is_the_one_that_the_docs_tell() -> None:
    page = Path(checks.__file__).parents[3] / "docs" / "explanation" / "stores.md"
    assert f"{checks.SEARCHED_EVENTS:,} events" in page.read_text(encoding="utf-8")
