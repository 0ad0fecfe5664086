"""What every store keeps of which mentions are one event: readings of pairs, decisions, and what may be one."""

from dataclasses import replace

import numpy as np
import pytest

from cckg.core.errors import StoreConflictError
from cckg.core.graph import Event, PairReading, PerhapsSame, Polarity, Settlement
from cckg.stores import GraphStore
from tests.builders import graph_update, unit_vectors


def _settlement(store: GraphStore, event_of: dict[str, str], named_by: dict[str, str], *perhaps: PerhapsSame) -> Settlement:
    return Settlement(event_of, named_by, perhaps, "reader", store.version())


def _two_tellings(store: GraphStore) -> None:
    """Two documents that tell one story, each mention an event of its own."""
    store.write_document(replace(graph_update("a1:a seal failed -> b1:the pump stopped"), settled=False))
    store.write_document(replace(graph_update("a2:the failed seal ?> -b2:less water", document="d2"), settled=False))


def test_a_mention_is_kept_with_its_context(store: GraphStore) -> None:
    _two_tellings(store)
    mentions, vectors = store.event_mentions()
    assert [(one.id, one.event, one.document, one.title, one.text, one.polarity) for one in mentions] == [
        ("d1/0/cause", "a1", "d1", "Title of d1", "a seal failed", Polarity.OCCURRENCE),
        ("d1/0/effect", "b1", "d1", "Title of d1", "the pump stopped", Polarity.OCCURRENCE),
        ("d2/0/cause", "a2", "d2", "Title of d2", "the failed seal", Polarity.OCCURRENCE),
        ("d2/0/effect", "-b2", "d2", "Title of d2", "less water", Polarity.DECREASE),
    ]
    assert mentions[0].context == graph_update("a1:a seal failed -> b1:the pump stopped").merges[0].context
    assert np.array_equal(vectors, unit_vectors([one.text for one in mentions]))


def test_the_mentions_of_a_passage_are_those_of_its_claims(store: GraphStore) -> None:
    store.write_document(graph_update("a -> b; c -> d", "e -> f"))
    found = {chunk: store.mentions_in([chunk]) for chunk in ("d1#0", "d1#1", "none")}
    assert [[one.text for one in store.wordings(of_chunk)] for of_chunk in found.values()] == [["a", "b", "c", "d"], ["e", "f"], []]
    assert store.mentions_in(["d1#1", "d1#0"]) == sorted([*found["d1#0"], *found["d1#1"]])


def test_what_a_reader_said_stays_as_long_as_both_mentions_do(store: GraphStore) -> None:
    _two_tellings(store)
    readings = [PairReading("d1/0/cause", "d2/0/cause", 0.75, "reader"), PairReading("d1/0/cause", "d1/0/effect", 0.25, "reader")]
    store.keep_readings([*readings, PairReading("d1/0/cause", "gone", 0.5, "reader"), replace(readings[0], reader="other", same=0.5)])
    assert store.pair_readings("reader") == {("d1/0/cause", "d2/0/cause"): 0.75, ("d1/0/cause", "d1/0/effect"): 0.25}
    store.keep_readings([replace(readings[0], same=0.5)])
    assert store.pair_readings("reader")["d1/0/cause", "d2/0/cause"] == 0.5
    store.forget("d2")
    assert store.pair_readings("reader") == {("d1/0/cause", "d1/0/effect"): 0.25}


def test_mentions_claims_and_links_go_over_to_the_events_that_were_decided_on(store: GraphStore) -> None:
    _two_tellings(store)
    assert not store.is_settled()
    assert store.decided_by() is None
    one = {"d1/0/cause": "d1/0/cause", "d2/0/cause": "d1/0/cause"}
    store.settle(_settlement(store, one, {"d1/0/cause": "d2/0/cause"}, PerhapsSame("-b2", "b1", 0.5)))
    assert store.is_settled()
    assert store.decided_by() == "reader"
    graph = store.graph()
    assert graph.events["d1/0/cause"] == Event("d1/0/cause", "the failed seal", Polarity.OCCURRENCE, "Title of d2")
    assert {(claim.cause_event, claim.effect_event) for claim in graph.claims} == {("d1/0/cause", "b1"), ("d1/0/cause", "-b2")}
    assert graph.events.keys() == {"d1/0/cause", "b1", "-b2"}
    assert store.perhaps_same(["b1"]) == store.perhaps_same(["-b2"]) == [PerhapsSame("-b2", "b1", 0.5)]
    assert store.perhaps_same(["d1/0/cause"]) == []
    below = store.neighbourhood(["d1/0/cause"], "effects", depth=1, limit=9)
    assert below.events.keys() == {"d1/0/cause", "b1", "-b2"}
    assert [hit.id for hit in store.nearest_events(unit_vectors(["the failed seal"]), k=1)[0]] == ["d1/0/cause"]
    assert store.check() == []


def test_what_was_joined_can_be_parted_again(store: GraphStore) -> None:
    _two_tellings(store)
    store.settle(_settlement(store, {"d1/0/cause": "x", "d2/0/cause": "x"}, {"x": "d1/0/cause"}))
    store.settle(_settlement(store, {"d1/0/cause": "y", "d2/0/cause": "z"}, {"y": "d1/0/cause", "z": "d2/0/cause"}))
    graph = store.graph()
    assert {event.id: event.text for event in graph.events.values()} == {
        "y": "a seal failed",
        "z": "the failed seal",
        "b1": "the pump stopped",
        "-b2": "less water",
    }
    assert {(claim.cause_event, claim.effect_event) for claim in graph.claims} == {("y", "b1"), ("z", "-b2")}
    assert [hit.id for hit in store.nearest_wordings(unit_vectors(["the failed seal"]), k=1)[0]] == ["d2/0/cause"]
    assert store.check() == []


def test_an_event_may_turn_out_to_go_another_way(store: GraphStore) -> None:
    _two_tellings(store)
    store.settle(_settlement(store, {"d1/0/effect": "b", "d2/0/effect": "b"}, {"b": "d2/0/effect"}))
    assert store.events(["b"]) == [Event("b", "less water", Polarity.DECREASE, "Title of d2")]
    nearest = store.nearest_events(unit_vectors(["less water"]), k=1, polarity=Polarity.DECREASE)
    assert [hit.id for hit in nearest[0]] == ["b"]


def test_mentions_of_an_older_cckg_are_given_what_mentions_have_now(store: GraphStore) -> None:
    now = graph_update("a1:a seal failed -> -b1:less water")
    bare = [replace(line, id=f"old {line.id}", polarity=None, context=None) for line in now.merges]
    store.write_document(
        replace(now, merges=tuple(bare), claims=tuple(replace(claim, cause_mention="", effect_mention="") for claim in now.claims))
    )
    assert store.event_mentions()[0] == []
    lines = {f"old {line.id}": line for line in now.merges}
    store.restore_mentions(lines, {claim.id: (claim.cause_mention, claim.effect_mention) for claim in now.claims})
    held = store.read_document("d1")
    assert held
    assert (sorted(held.merges, key=lambda line: line.id), held.claims) == (sorted(now.merges, key=lambda line: line.id), now.claims)
    mentions, vectors = store.event_mentions()
    assert [(one.id, one.event, one.polarity) for one in mentions] == [
        ("d1/0/cause", "a1", Polarity.OCCURRENCE),
        ("d1/0/effect", "-b1", Polarity.DECREASE),
    ]
    assert np.array_equal(vectors, unit_vectors([one.text for one in mentions]))
    assert (store.is_settled(), store.check()) == (True, [])


def test_it_can_be_asked_to_be_decided_anew(store: GraphStore) -> None:
    _two_tellings(store)
    store.settle(_settlement(store, {}, {}))
    store.mark_unsettled()
    assert (store.is_settled(), store.decided_by()) == (False, "reader")


def test_a_decision_on_a_graph_that_has_changed_is_refused(store: GraphStore) -> None:
    _two_tellings(store)
    decided = _settlement(store, {"d1/0/cause": "x"}, {"x": "d1/0/cause"})
    store.write_document(graph_update("c -> d", document="d3"))
    with pytest.raises(StoreConflictError):
        store.settle(decided)
    assert not store.is_settled()
    assert "x" not in store.graph().events


def test_a_document_that_goes_leaves_what_was_decided_to_be_decided_anew(store: GraphStore) -> None:
    _two_tellings(store)
    store.settle(_settlement(store, {"d1/0/cause": "x", "d2/0/cause": "x"}, {"x": "d1/0/cause"}))
    store.forget("d1")
    assert not store.is_settled()
    assert store.events(["x"]) == [Event("x", "the failed seal", Polarity.OCCURRENCE, "Title of d2")]
    assert store.check() == []


def test_documents_whose_mentions_were_assigned_one_by_one_are_settled(store: GraphStore) -> None:
    store.write_document(graph_update("a -> b"))
    store.write_document(graph_update("a -> c", document="d2", known=["a"]))
    store.forget("d1")
    assert store.is_settled()
