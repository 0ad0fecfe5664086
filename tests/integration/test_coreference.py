"""Documents read one after another, events decided for all: in any order, after a kill, with documents that come, change and go."""

import itertools
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from cckg.app import CausalRAG
from cckg.core.chat import Usage
from cckg.core.errors import StoreError
from cckg.core.text import content_words
from cckg.extraction import LocalExtractor
from cckg.identity import PairToRead
from cckg.language import stem
from cckg.roles import RoleRegistry
from cckg.settings import load_settings
from cckg.stores import Fingerprint, GraphStore, open_store
from ingest import IngestContext, ingest_paths
from tests.fakes import FakeReader, HashingEmbedder

TEXTS = {
    "board.md": "# Inquiry into the Carrow pumping station\n\n## Cause\n\n"
    "The seal failed because the shaft was worn. The failed seal led to a flood.\n",
    "news.txt": "Carrow pumping station, 3 May 2021\n\n"
    "The flood at Carrow was caused by a seal that failed. The flood led to the closure of the road.\n",
    "letter.txt": "Dear Carrow council, the closure of the road was caused by the flood. The flood led to damage in our cellar.\n",
    "brewery.txt": "Old Tarrow brewery, 9 June 1998\n\nThe flood was caused by a burst tank. The flood led to the closure of the road.\n",
    "harbour.txt": "The storm led to the closure of the harbour. The closure of the harbour led to a shortage of fish.\n",
}


class SharedWords(FakeReader):
    """Takes two mentions for one event by how many words they share, and counts what it was asked."""

    name = "shared words"

    def __init__(self, *, fails_after: int | None = None) -> None:
        self.asked = 0
        self.fails_after = fails_after

    def same(self, pairs: Sequence[PairToRead]) -> list[float]:
        if self.fails_after is not None and self.asked >= self.fails_after:
            raise KeyboardInterrupt
        self.asked += len(pairs)
        return [self._alike(left.text, right.text) for left, right, _ in pairs]

    def _alike(self, left: str, right: str) -> float:
        one, other = ({stem(word) for word in content_words(text)} for text in (left, right))
        return round(len(one & other) / max(1, min(len(one), len(other))), 4)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def opened(place: str | GraphStore, reader: SharedWords) -> IngestContext:
    embedder = HashingEmbedder()
    store = open_store(place) if isinstance(place, str) else place
    store.bind(Fingerprint(embedder.name, embedder.dimension))
    settings = load_settings()
    return IngestContext(
        store=store,
        embedder=embedder,
        extractor=LocalExtractor(),
        coreference=reader,
        settings=settings,
        meter=Usage,
        progress=lambda message, done, total: None,
    )


def read(context: IngestContext, *names: str) -> None:
    for name in names:
        ingest_paths([Path(name)], context)


def told(context: IngestContext) -> tuple[object, ...]:
    store = context.store
    mentions, _ = store.event_mentions()
    graph = store.graph()
    links = sorted((claim.id, claim.cause_event, claim.effect_event) for claim in graph.claims)
    perhaps = store.perhaps_same(list(graph.events))
    return sorted((one.id, one.event) for one in mentions), links, sorted((one.id, one.text) for one in graph.events.values()), perhaps


def test_any_order_of_documents_gives_the_same_events(here: Path) -> None:
    whole = opened(":memory:", SharedWords())
    ingest_paths([here], whole)
    expected = told(whole)
    events = [one.event for one in whole.store.event_mentions()[0]]
    assert len(set(events)) < len(events)
    assert whole.store.check() == []
    orders = list(itertools.permutations(sorted(TEXTS)))
    for order in random.Random(5).sample(orders, 5):
        context = opened(":memory:", SharedWords())
        read(context, *order)
        assert told(context) == expected


def test_mentions_keep_headings_day_and_what_stands_around_them(here: Path) -> None:
    context = opened(":memory:", SharedWords())
    read(context, "board.md", "news.txt")
    mentions = {one.text: one.context for one in context.store.event_mentions()[0]}
    seal = next(told for text, told in mentions.items() if "shaft was worn" in text)
    assert seal.headings == ("Inquiry into the Carrow pumping station", "Cause")
    assert seal.left.endswith("The seal failed because")
    assert {(told.date, told.date_source) for text, told in mentions.items() if "closure" in text} == {("2021-05-03", "title")}


def test_what_was_begun_and_not_finished_is_finished_by_the_next_run(here: Path) -> None:
    whole = opened(":memory:", SharedWords())
    ingest_paths([here], whole)
    killed = opened("graph.db", SharedWords(fails_after=0))
    with pytest.raises(KeyboardInterrupt):
        ingest_paths([here], killed)
    assert not killed.store.is_settled()
    killed.store.close()
    later = opened("graph.db", SharedWords())
    read(later, "board.md")
    assert later.store.is_settled()
    assert told(later) == told(whole)
    later.store.close()


def test_a_document_that_comes_and_goes_leaves_no_trace(here: Path) -> None:
    context = opened(":memory:", SharedWords())
    read(context, "board.md", "news.txt", "brewery.txt", "harbour.txt")
    before = told(context)
    read(context, "letter.txt")
    document = context.store.find_document("letter.txt")
    assert document
    context.store.forget(document.id)
    read(context, "board.md")
    assert told(context) == before


def test_what_was_read_is_not_read_again(here: Path) -> None:
    reader = SharedWords()
    context = opened(":memory:", reader)
    ingest_paths([here], context)
    asked = reader.asked
    ingest_paths([here], context)
    assert reader.asked == asked > 0


def test_a_graph_that_a_reader_decided_on_is_not_gone_on_with_by_a_chat_model(here: Path) -> None:
    context = opened("graph.db", SharedWords())
    read(context, "board.md")
    context.store.close()
    settings = load_settings(store="graph.db", roles={"verifier": "openai:any"})
    with (
        CausalRAG(settings, open_store("graph.db"), roles=RoleRegistry) as app,
        pytest.raises(StoreError, match=r"decided by shared words; the settings name openai:any for it\. `cckg upgrade` decides"),
    ):
        app.ingest("news.txt")
