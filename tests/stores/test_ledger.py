"""The ledger on every store: what is corrected by hand, that it lasts, can be undone, and that the graph is what its ledger says."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cckg.core.errors import InputError, StoreConflictError
from cckg.core.graph import PerhapsSame, Settlement
from cckg.core.text import content_words
from cckg.core.trace import Trace
from cckg.identity import PairToRead
from cckg.stores import GraphStore, copy_graph, open_store
from ingest import Ledger, replay, settle_events
from tests.builders import FINGERPRINT, graph_update
from tests.fakes import FakeReader, HashingEmbedder
from tests.stores.conftest import NewStore

DOCUMENTS = {
    "d1": "the Carrow dam broke -> the Carrow valley flood; the Carrow valley flood -> the Carrow mill closed",
    "d2": "the Carrow dam gave way -> the Carrow valley flood; the flood -> the Carrow mill was shut",
    "d3": "the Carrow dam broke at night -> the flood in the Carrow valley; the flood -> the Carrow school closed",
    "d4": "the Tarrow brewery burnt -> the Tarrow street closed; the Tarrow street was shut -> the Tarrow shops lost trade",
}


class SharedWords(FakeReader):
    """Takes two mentions for one event by the share of their words that they have in common."""

    name = "shared words"

    def same(self, pairs: Sequence[PairToRead]) -> list[float]:
        return [self._alike(left.text, right.text) for left, right, _ in pairs]

    def _alike(self, left: str, right: str) -> float:
        one, other = (set(content_words(text)) for text in (left, right))
        return round(len(one & other) / max(1, len(one | other)), 4)


def settle(store: GraphStore) -> None:
    settle_events(store, SharedWords(), trace=Trace(), progress=lambda message, done, total: None)


def written(store: GraphStore) -> GraphStore:
    """Write the documents; ids of their mentions are "d1/0/cause"."""
    for name in DOCUMENTS:
        write(store, name)
    settle(store)
    return store


def write(store: GraphStore, name: str) -> None:
    sides = DOCUMENTS[name].split("; ")
    marked = [f"{name}{2 * at}:{side.replace(' -> ', f' -> {name}{2 * at + 1}:')}" for at, side in enumerate(sides)]
    store.write_document(replace(graph_update("; ".join(marked), document=name), settled=False))


def ledger_of(store: GraphStore) -> Ledger:
    return Ledger(store, settle=lambda: settle(store), may_decide=lambda: None, embedder=HashingEmbedder)


@pytest.fixture
def ledger(store: GraphStore) -> Ledger:
    return ledger_of(written(store))


def told(store: GraphStore) -> tuple[object, ...]:
    """Return which mentions are one event, what claims lead to, how events are shown, and what is doubtful."""
    graph = store.graph()
    mentions = [(one.id, one.event) for one in store.event_mentions()[0]]
    return mentions, graph.claims, graph.events, store.perhaps_same(list(graph.events)), store.stats()


def together(store: GraphStore) -> set[frozenset[str]]:
    """Return the events of several mentions, by these."""
    found: dict[str, set[str]] = {}
    for one in store.event_mentions()[0]:
        found.setdefault(one.event, set()).add(one.id)
    return {frozenset(members) for members in found.values() if len(members) > 1}


def from_scratch(store: GraphStore) -> GraphStore:
    """Write the documents into another store, with the decisions of this one."""
    other = open_store(":memory:")
    other.bind(FINGERPRINT)
    for decision in store.decisions():
        other.keep_decision(decision)
    return written(other)


# Looking


def test_events_of_several_mentions_are_listed_with_what_joins_them(store: GraphStore, ledger: Ledger) -> None:
    listed = ledger.events()
    assert {frozenset(mention.id for mention in one.mentions) for one in listed} == together(store)
    flood = ledger.events("valley flood")[0]
    assert {"d1/0/effect", "d1/1/cause", "d2/0/effect"} <= {mention.id for mention in flood.mentions}
    assert flood.event.id == min(mention.id for mention in flood.mentions)
    assert flood.probability is not None
    assert 0.7 <= flood.probability <= 1
    assert (flood.reader, flood.decisions) == ("shared words", ())
    assert flood.decided_at.startswith("2026-01-01")
    assert ledger.events("brewery flood") == []
    assert {mention.document for one in ledger.events(document="d2.txt") for mention in one.mentions} >= {"d2"}
    with pytest.raises(InputError, match="No document is called 'nowhere'"):
        ledger.events(document="nowhere")


def test_an_event_is_found_by_every_id_it_had_and_by_beginnings(store: GraphStore, ledger: Ledger) -> None:
    event = ledger.show("d1/0/effect").event
    assert event
    for mention in event.mentions:
        entry = ledger.show(mention.id)
        assert entry.event == event
        assert entry.mention == (None if mention.id == event.event.id else mention)
    assert {claim.id for claim in ledger.show("d1/0/eff").claims} >= {"d1/0", "d1/1", "d2/0"}
    assert ledger.show("d1/0/effect").readings
    with pytest.raises(InputError, match="There is no event, mention or decision 'x'"):
        ledger.show("x")
    with pytest.raises(InputError, match="ids of such begin with 'd1/0'; give more of it"):
        ledger.show("d1/0")


def test_doubtful_pairs_come_with_those_first_on_which_most_hangs(store: GraphStore, ledger: Ledger) -> None:
    doubts = ledger.doubts()
    assert {(one.left.event.id, one.right.event.id) for one in doubts} == {
        (one.left, one.right) for one in store.perhaps_same(list(store.graph().events))
    }
    assert doubts
    assert [one.weight for one in doubts] == sorted((one.weight for one in doubts), reverse=True)
    first = ledger.answer(doubts[0], same=True)
    ledger.answer(doubts[-1], same=False)
    ledger.settle()
    assert first.mentions <= {mention.id for one in ledger.events() for mention in one.mentions if first in one.decisions}
    left = {(one.left.event.id, one.right.event.id) for one in ledger.doubts()}
    assert (doubts[-1].left.event.id, doubts[-1].right.event.id) not in left
    assert replay(store).differences == ()


# Correcting


def test_a_mention_is_split_off_and_taken_back(store: GraphStore, ledger: Ledger) -> None:
    before = told(store)
    decision = ledger.split("d1/1/cause")
    assert all("d1/1/cause" not in members for members in together(store))
    assert {claim.id: claim.cause_event for claim in store.graph().claims}["d1/1"] == "d1/1/cause"
    with pytest.raises(InputError, match="has an event of its own already"):
        ledger.undo("d1/1/cause")
    assert ledger.undo(decision.id[:10]).undone
    assert told(store) == before
    ledger.redo(decision.id)
    ledger.redo("d1/1/cause")  # of a mention: that it was split off is undone
    assert told(store) == before
    with pytest.raises(InputError, match="is undone already"):
        ledger.undo(decision.id)


def test_events_are_joined_by_any_of_their_mentions(store: GraphStore, ledger: Ledger) -> None:
    before = told(store)
    decision = ledger.join("d4/0/cause", "d1/1/cause")
    flood = next(members for members in together(store) if "d4/0/cause" in members)
    assert {"d1/0/effect", "d1/1/cause", "d2/0/effect"} < flood
    assert ledger.show(decision.id).decision == decision
    with pytest.raises(InputError, match="are one event already"):
        ledger.join("d1/0/effect", "d4/0/cause")
    ledger.undo(decision.id)
    assert told(store) == before


def test_what_is_carried_over_is_kept_with_its_document_or_not_at_all(store: GraphStore, ledger: Ledger) -> None:
    decision = ledger.split("d1/1/cause")
    carried = replace(decision, left=(replace(decision.left[0], id="d5/0/cause"),))
    update = replace(graph_update("d50:the Carrow flood -> d51:the Carrow kiln cracked", document="d5"), settled=False)
    with pytest.raises(StoreConflictError):
        store.write_document(replace(update, based_on=store.version() - 1), carried=[carried])
    assert (store.decisions(), store.has_document("d5")) == ([decision], False)
    store.write_document(replace(update, based_on=store.version()), carried=[carried])
    assert (store.decisions(), store.has_document("d5")) == ([carried], True)


def test_decisions_outlive_that_a_document_goes_and_comes_back(store: GraphStore, ledger: Ledger) -> None:
    ledger.split("d1/1/cause")
    ledger.join("d4/0/cause", "d2/0/cause")
    before = told(store)
    for name in ("d1", "d2"):
        store.forget(name)
    settle(store)
    assert len(ledger.decisions()) == 2
    for name in ("d2", "d1"):
        write(store, name)
    settle(store)
    assert told(store) == before
    assert replay(store).differences == ()


def test_a_claim_that_was_read_wrongly_is_out_of_the_graph_until_that_is_undone(store: GraphStore, ledger: Ledger) -> None:
    before = told(store)
    decision = ledger.reject("d4/1")
    graph = store.graph()
    assert "d4/1" not in {claim.id for claim in graph.claims}
    assert {"d4/1/cause", "d4/1/effect"}.isdisjoint(one.id for one in store.event_mentions()[0])
    assert store.stats().claims == 7
    assert [(one.claim.id, one.decision) for one in ledger.claims()] == [("d4/1", decision)]
    assert [one.claim.id for one in ledger.claims("shops lost")] == ["d4/1"]
    assert (store.check(), replay(store).differences) == ([], ())
    with pytest.raises(InputError, match="is rejected already"):
        ledger.reject("d4/1")
    store.forget("d4")
    write(store, "d4")
    settle(store)
    assert store.stats().claims == 7
    ledger.restore("d4/1")
    assert told(store) == before
    assert ledger.claims() == []
    assert store.check() == []
    ledger.redo(decision.id)
    assert store.stats().claims == 7


def test_what_is_undone_while_the_document_is_away_holds_when_it_comes_back(store: GraphStore, ledger: Ledger) -> None:
    before = told(store)
    ledger.reject("d4/1")
    store.forget("d4")
    settle(store)
    ledger.restore("d4/1")
    write(store, "d4")
    settle(store)
    assert told(store) == before


def test_where_no_reader_has_decided_events_cannot_be_corrected_but_claims_can(store: GraphStore) -> None:
    store.write_document(graph_update("a:the dam broke -> b:the flood", "b:the flood -> c:the losses"))
    ledger = Ledger(store, settle=lambda: None, may_decide=lambda: None, embedder=HashingEmbedder)
    before = told(store)
    with pytest.raises(InputError, match="No event reader has decided"):
        ledger.events()
    ledger.reject("d1/1")
    assert store.graph().events.keys() == {"a", "b"}
    ledger.restore("d1/1")
    assert told(store) == before


# Whatever is done, the graph is a function of its documents and of the decisions that apply

MENTIONS = [f"{name}/{claim}/{side}" for name in DOCUMENTS for claim in (0, 1) for side in ("cause", "effect")]
MENTION, NUMBER = st.sampled_from(MENTIONS), st.integers(0, 3)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("join"), MENTION, MENTION),
        st.tuples(st.just("split"), MENTION),
        st.tuples(st.just("undo"), NUMBER),
        st.tuples(st.just("redo"), NUMBER),
        st.tuples(st.just("undo"), MENTION),
    ),
    min_size=2,
    max_size=6,
)


def corrected(store: GraphStore, steps: Sequence[tuple[object, ...]]) -> None:
    """Do what can be done of some steps; a number means the decision of that place."""
    ledger = ledger_of(store)
    for verb, *about in steps:
        decisions = store.decisions()
        names = [decisions[name].id if name < len(decisions) else "none" for name in about] if isinstance(about[0], int) else about
        try:
            getattr(ledger, str(verb))(*names)
        except InputError:
            continue


def require_function_of_decisions(new_store: NewStore, steps: Sequence[tuple[object, ...]]) -> None:
    store = written(new_store())
    corrected(store, steps)
    assert told(store) == told(from_scratch(store))
    assert (store.check(), replay(store).differences) == ([], ())
    for decision in store.decisions():
        if not decision.undone:
            ledger_of(store).undo(decision.id)
    untouched = open_store(":memory:")
    untouched.bind(FINGERPRINT)
    assert told(store) == told(written(untouched))


FEW = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(FEW, max_examples=40)


@pytest.mark.parametrize("new_store", ["sqlite-memory"], indirect=True)
@MANY
@given(STEPS)
def test_the_graph_is_what_its_decisions_make_of_it(new_store: NewStore, steps: list[tuple[object, ...]]) -> None:
    require_function_of_decisions(new_store, steps)


@pytest.mark.parametrize("new_store", ["neo4j-5.26", "neo4j-2026"], indirect=True)
@FEW
@given(STEPS)
def test_the_graph_is_what_its_decisions_make_of_it_also_on_a_server(new_store: NewStore, steps: list[tuple[object, ...]]) -> None:
    require_function_of_decisions(new_store, steps)


# The graph is its ledger replayed

CHANGES: dict[str, Callable[[GraphStore], Settlement]] = {
    "leads to event": lambda store: Settlement({"d1/0/cause": "d4/0/cause"}, {}, (), "shared words", store.version()),
    "is not shown as mention": lambda store: Settlement({}, {"d4/0/cause": "d4/0/effect"}, (), "shared words", store.version()),
    "may be one event (0.5) is not what was read": lambda store: Settlement(
        {}, {}, (PerhapsSame("d1/0/cause", "d4/0/cause", 0.5),), "shared words", store.version()
    ),
}


@pytest.mark.parametrize("sentence", CHANGES)
def test_what_was_not_decided_so_is_found(store: GraphStore, sentence: str) -> None:
    written(store)
    found = replay(store)
    assert (found.mentions, found.events, found.differences) == (16, len(store.graph().events), ())
    store.settle(CHANGES[sentence](store))
    assert any(sentence in told for told in replay(store).differences)


def test_a_pair_that_would_have_to_be_read_is_found(store: GraphStore) -> None:
    written(store)
    mentions = store.read_document("d2")
    assert mentions
    store.revise(replace(mentions, claims=mentions.claims[:1], merges=mentions.merges[:2], merge_vectors=mentions.merge_vectors[:2]))
    store.revise(mentions)  # what was read of two mentions went with them
    assert any("were not read." in told for told in replay(store).differences)


def test_a_copy_replays_as_the_original(store: GraphStore, ledger: Ledger) -> None:
    ledger.split("d1/1/cause")
    ledger.join("d4/0/cause", "d2/0/cause")
    ledger.reject("d3/1")
    copy = open_store(":memory:")
    report = copy_graph(store, copy, progress=lambda message, done, total: None)
    assert (told(copy), copy.decisions(), copy.readings()) == (told(store), store.decisions(), store.readings())
    assert (copy.is_settled(), copy.decided_by(), replay(copy).differences) == (True, "shared words", ())
    assert copy_graph(store, copy, progress=lambda message, done, total: None).hash == report.hash
    store.keep_decision(replace(store.decisions()[0], undone=True))
    again = open_store(":memory:")
    copy_graph(store, again, progress=lambda message, done, total: None)
    assert (again.is_settled(), again.decisions()) == (False, store.decisions())
