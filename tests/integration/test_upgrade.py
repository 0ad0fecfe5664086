"""Identity decided anew from what is stored: graphs of older schemas, of other readers; in the middle of it a kill; nothing to be done."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from cckg.app import CausalRAG
from cckg.core.errors import StoreError
from cckg.core.graph import Event, Polarity
from cckg.core.text import content_hash
from cckg.roles import RoleRegistry
from cckg.settings import load_settings
from cckg.stores import GraphStore, open_store
from cckg.terminal.cli.ledger.upgrade import upgrade_payload
from ingest import UpgradeReport, ingest_paths, upgrade_identity
from tests.fakes import HashingEmbedder
from tests.integration.test_coreference import TEXTS, SharedWords, opened, told
from tests.servers import VERSIONS, driver, emptied, neo4j_server
from tests.watching import login

Reopen = Callable[[], GraphStore]
KINDS = ("sqlite", *(f"neo4j-{version}" for version in VERSIONS))
LONG = "# Log of the lock\n\n" + "\n\n\n".join(
    f"## Watch {number}\n\nThe water rose by {number} cm.  Nobody was on the bridge.\n"
    f"The gate of chamber {number} jammed because of ice.\tThe delay of ship {number} was due to the jammed gate."
    for number in range(20)
)
"""Of several chunks, with white space of all kinds between them."""
_ADDED = ("polarity", "words", "start", "stop", "before", "behind", "headings", "date", "date_source", "place")
_WITHOUT_VERSION_6 = (
    "DROP TABLE decision",
    "DROP TABLE reading",
    "DROP TABLE perhaps_same",
    *(f"DROP INDEX claim_{side}_mention" for side in ("cause", "effect")),
    "ALTER TABLE claim DROP COLUMN enough",
    "ALTER TABLE claim DROP COLUMN counterfactual",
    "ALTER TABLE claim DROP COLUMN tentative",
    "ALTER TABLE claim DROP COLUMN implied",
    "ALTER TABLE claim DROP COLUMN cause_quote_words",
    "ALTER TABLE claim DROP COLUMN cause_quote_start",
    "ALTER TABLE claim DROP COLUMN cause_quote_stop",
    *(f"ALTER TABLE claim DROP COLUMN {side}_mention" for side in ("cause", "effect")),
    *(f"ALTER TABLE merge DROP COLUMN {column}" for column in _ADDED),
    "PRAGMA user_version = 5",
)
_WITHOUT_CONTEXT = "MATCH (m:_Merge) REMOVE m.own_polarity, m.words, m.start, m.end, m.before, m.behind, m.headings, m.date, m.place"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "2019-11-30-log.md").write_text(LONG, encoding="utf-8")
    return tmp_path


@pytest.fixture
def whole(here: Path) -> tuple[object, ...]:
    """What the reader decides of the same documents where it decided from the beginning."""
    context = opened(":memory:", SharedWords())
    ingest_paths([here], context)
    assert max(document.chunks for document in context.store.documents()) > 2
    return told_of(context.store)


@pytest.fixture(params=KINDS)
def old(request: pytest.FixtureRequest, here: Path) -> Reopen:
    """A graph whose mentions rules assigned one by one, as an older cckg kept it: without contexts, under other ids."""
    reopen: Reopen = partial(open_store, "graph.db")
    server = None if request.param == "sqlite" else neo4j_server(request.param.removeprefix("neo4j-"))
    if server:
        emptied(server, HashingEmbedder().dimension)
        reopen = partial(open_store, server.url, neo4j=login(server))
    context = opened(reopen(), SharedWords())
    fill_undecided(context.store, here)
    ids = [[line.id, content_hash("merge", line.document, line.wording, line.polarity or "")] for line in context.store.merges()]
    context.store.close()
    if server:
        with driver(server).session(database=server.database) as session:
            session.run("UNWIND $ids AS row MATCH (m:_Merge {id: row[0]}) SET m.id = row[1]", ids=ids).consume()
            session.run(_WITHOUT_CONTEXT).consume()
            session.run("MATCH (c:Claim) REMOVE c.cause_mention, c.effect_mention").consume()
    else:
        with closing(sqlite3.connect("graph.db")) as connection:
            connection.executemany("UPDATE merge SET id = ?2 WHERE id = ?1", ids)
            for statement in _WITHOUT_VERSION_6:
                connection.execute(statement)
            connection.commit()
    return reopen


def fill_undecided(store: GraphStore, *paths: Path) -> None:
    """Fill a store as if mentions had been assigned one by one: nobody has decided for all of them together."""
    with closing(opened(":memory:", SharedWords()).store) as whole:
        ingest_paths(paths, opened(whole, SharedWords()))
        for document in whole.documents():
            update = whole.read_document(document.id)
            assert update
            events = tuple(Event(line.id, line.wording, line.polarity or Polarity.OCCURRENCE, document.title) for line in update.merges)
            store.write_document(
                replace(
                    update,
                    events=events,
                    event_vectors=update.merge_vectors,
                    merges=tuple(replace(line, event=line.id) for line in update.merges),
                    claims=tuple(replace(one, cause_event=one.cause_mention, effect_event=one.effect_mention) for one in update.claims),
                    settled=True,
                    based_on=None,
                )
            )


def upgraded(store: GraphStore, reader: SharedWords, *, stop_at: int | None = None) -> UpgradeReport:
    """Upgrade a graph, and stop when the contexts of so many documents are put together."""

    def progress(message: str, done: int, total: int | None) -> None:
        if message == "Putting contexts together" and done == stop_at:
            raise KeyboardInterrupt

    return upgrade_identity(store, reader, progress=progress)


def reopened(old: Reopen) -> GraphStore:
    """Open a graph that was closed, with all its indexes."""
    return opened(old(), SharedWords()).store


def told_of(store: GraphStore) -> tuple[object, ...]:
    """Return all that identity is: mentions in their contexts, their events, links, and what is perhaps the same."""
    return *told(opened(store, SharedWords())), [(one.id, one.text, one.context) for one in store.event_mentions()[0]]


# Graphs of an older cckg


def test_an_older_graph_becomes_what_reading_the_documents_anew_would_give(old: Reopen, whole: tuple[object, ...]) -> None:
    with closing(reopened(old)) as store:
        lines, before, reader = store.merges(), store.stats().events, SharedWords()
        assert {line.context for line in lines} == {None}
        report = upgraded(store, reader)
        assert told_of(store) == whole
        assert (store.decided_by(), store.is_settled(), store.check()) == ("shared words", True, [])
        assert (report.decided_before, report.decided_by) == (None, "shared words")
        assert (report.events_before, report.events) == (before, store.stats().events)
        assert (report.restored, report.left, report.pairs_read) == (len(lines), 0, reader.asked)
        assert 0 < report.moved < report.mentions == len(lines)


def test_an_upgrade_that_was_killed_before_it_decided_has_changed_no_event(old: Reopen, whole: tuple[object, ...]) -> None:
    with closing(reopened(old)) as store:
        graph = store.graph()
        with pytest.raises(KeyboardInterrupt):
            upgraded(store, SharedWords(), stop_at=2)
    with closing(reopened(old)) as store:
        assert (store.graph().events, store.is_settled(), store.decided_by(), store.check()) == (graph.events, True, None, [])
        report = upgraded(store, SharedWords())
        assert 0 < report.restored < report.mentions
        assert told_of(store) == whole


def test_an_upgrade_that_was_killed_while_it_compared_compares_no_pair_again(old: Reopen, whole: tuple[object, ...]) -> None:
    first, second = SharedWords(fails_after=1), SharedWords()
    with closing(reopened(old)) as store, pytest.raises(KeyboardInterrupt):
        upgraded(store, first)
    with closing(reopened(old)) as store:
        assert (store.is_settled(), store.check()) == (False, [])
        report = upgraded(store, second)
        assert (report.restored, report.pairs_read) == (0, second.asked)
        assert told_of(store) == whole
    whole_reader = SharedWords()
    with closing(opened(":memory:", whole_reader).store) as store:
        ingest_paths([Path()], opened(store, whole_reader))
    assert first.asked + second.asked == whole_reader.asked


def test_what_no_claim_states_is_left_where_it_is_and_told(here: Path) -> None:
    context = opened(":memory:", SharedWords())
    fill_undecided(context.store, here / "board.md")
    update = context.store.read_document(context.store.documents()[0].id)
    assert update
    stray = replace(update.merges[0], id="stray", wording="something that is not stated", context=None)
    vectors = np.concatenate([update.merge_vectors, update.merge_vectors[:1]])
    context.store.write_document(replace(update, merges=(*update.merges, stray), merge_vectors=vectors))
    report = upgraded(context.store, SharedWords())
    assert (report.restored, report.left) == (0, 1)
    assert upgrade_payload(report)["mentions"] == {"all": len(update.merges) + 1, "moved": report.moved, "restored": 0, "left": 1}


# Graphs of today


def test_where_nothing_is_to_be_done_nothing_changes(here: Path, whole: tuple[object, ...]) -> None:
    context = opened(":memory:", SharedWords())
    ingest_paths([here], context)
    report = upgraded(context.store, SharedWords())
    assert (report.moved, report.restored, report.left, report.pairs_read) == (0, 0, 0, 0)
    assert (report.decided_before, report.events_before) == ("shared words", report.events)
    assert told_of(context.store) == whole


def test_a_graph_without_documents_is_upgraded_to_nothing(here: Path) -> None:
    report = upgraded(opened(":memory:", SharedWords()).store, SharedWords())
    assert (report.mentions, report.events, report.pairs_read) == (0, 0, 0)


class OtherWords(SharedWords):
    name = "other words"


class Decided(RoleRegistry):
    coreference = OtherWords()  # type: ignore[assignment]


@pytest.mark.parametrize(("before", "said"), [(SharedWords(), "shared words"), (None, "rules or a chat model, one by one")])
def test_documents_are_not_read_into_a_graph_that_another_decided_on_until_it_is_upgraded(
    here: Path, before: SharedWords | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = opened("graph.db", before or SharedWords())
    if before:
        ingest_paths([here / "board.md"], context)
    else:
        fill_undecided(context.store, here / "board.md")
    documents = context.store.documents()
    monkeypatch.setattr(CausalRAG, "embedder", lambda self: context.embedder)
    with CausalRAG(load_settings(store="graph.db"), context.store, roles=Decided) as app:
        with pytest.raises(StoreError, match=f"was decided by {said}; the settings name other words for it. `cckg upgrade` decides"):
            app.ingest("news.txt")
        app.settle()
        assert app.documents() == documents
        report = app.upgrade()
        assert (report.decided_before, report.decided_by) == (before and before.name, "other words")
        assert app.ingest("news.txt").added == 1
