"""What every store keeps of decisions by hand, and how a document comes to state other claims."""

from dataclasses import replace

import pytest

from cckg.core.decisions import DecidedMention, Decision, DecisionKind, WithheldClaim
from cckg.core.errors import StoreConflictError
from cckg.core.graph import PairReading, Settlement
from cckg.stores import GraphStore
from tests.builders import graph_update, unit_vectors

HOSTILE = '"it\'s" `back` \\u0041 $x {a: 1}\r\n–☃𝒳'


def decision(number: int, *, kind: DecisionKind = DecisionKind.JOIN) -> Decision:
    left, right = (DecidedMention(f"d{one}/0/cause", HOSTILE, f"Title of d{one}") for one in (1, 2))
    return Decision(f"{number}", kind, f"2026-01-01T00:00:00.{number:06}+00:00", (left,), (right,))


def test_decisions_are_kept_oldest_first_and_one_takes_the_place_of_that_with_its_id(store: GraphStore) -> None:
    second, first = decision(2), decision(1, kind=DecisionKind.SPLIT)
    for one in (second, first):
        store.keep_decision(one)
    assert store.decisions() == [first, second]
    store.keep_decision(replace(first, undone=True))
    assert store.decisions() == [replace(first, undone=True), second]


def test_a_rejected_claim_is_kept_whole(store: GraphStore) -> None:
    update = graph_update("+a ?> -b")
    claim = replace(update.claims[0], group="g", time="in 1912", cue=None)
    kept = Decision("1", DecisionKind.REJECT, "2026-01-01T00:00:00+00:00", withheld=WithheldClaim(claim, update.merges))
    store.keep_decision(kept)
    assert store.decisions() == [kept]


def test_a_decision_outlives_the_documents_that_it_is_about(store: GraphStore) -> None:
    store.write_document(graph_update("a -> b"))
    store.keep_decision(decision(1))
    store.forget("d1")
    assert store.decisions() == [decision(1)]
    assert store.check() == []


def test_after_a_decision_it_is_to_be_decided_anew_where_a_reader_has_told(store: GraphStore) -> None:
    store.write_document(graph_update("a -> b"))
    version = store.version()
    store.keep_decision(decision(1))
    assert store.is_settled()
    assert store.version() == version + 1
    store.settle(Settlement({}, {}, (), "reader", store.version()))
    store.keep_decision(decision(2))
    assert not store.is_settled()


def test_what_readers_said_is_told_by_reader_and_mentions(store: GraphStore) -> None:
    store.write_document(graph_update("a -> b; c -> d"))
    readings = [
        PairReading("d1/0/cause", "d1/1/cause", 0.5, "one"),
        PairReading("d1/0/cause", "d1/1/effect", 0.25, "one"),
        PairReading("d1/0/cause", "d1/0/effect", 0.75, "two"),
    ]
    store.keep_readings(readings[::-1])
    assert store.readings() == readings


# A document that states other claims


def test_a_document_may_state_fewer_claims_and_then_again_all(store: GraphStore) -> None:
    whole = graph_update("a:the dam broke -> b:the flood", "b:the flood -> c:the losses; a:the dam broke -> c:the losses")
    store.write_document(whole)
    store.write_document(graph_update("a:the dam broke -> d", document="d2", known=["a"]))
    store.keep_priors("small", "d1", {"a": -4.0})
    store.keep_readings([PairReading("d1/0/cause", "d1/2/cause", 0.5, "one"), PairReading("d1/0/cause", "d1/1/cause", 0.5, "one")])
    before = store.graph(), store.stats(), store.documents(), store.wordings(["d1/1/cause"])
    kept = {"d1/0/cause", "d1/0/effect", "d1/2/cause", "d1/2/effect"}
    lines = [place for place, merge in enumerate(whole.merges) if merge.id in kept]
    fewer = replace(
        whole,
        claims=(whole.claims[0], whole.claims[2]),
        merges=tuple(whole.merges[place] for place in lines),
        merge_vectors=whole.merge_vectors[lines],
    )
    store.revise(replace(fewer, based_on=store.version()))
    assert [claim.id for claim in store.graph().claims] == ["d1/0", "d1/2", "d2/0"]
    assert {(edge.cause, edge.effect) for edge in store.graph().edges()} == {("a", "b"), ("a", "c"), ("a", "d")}
    assert [one.id for one in store.event_mentions()[0] if one.document == "d1"] == sorted(kept)
    assert store.readings() == [PairReading("d1/0/cause", "d1/2/cause", 0.5, "one")]
    assert store.priors("small", ["a"]) == {"a": -4.0}
    assert (store.stats().chunks, store.stats().edges) == (3, 3)
    assert store.neighbourhood(["b"], "effects", depth=1, limit=9).claims == ()
    assert store.check() == []
    store.revise(whole)
    assert (store.graph(), store.stats(), store.documents(), store.wordings(["d1/1/cause"])) == before
    assert store.check() == []


def test_what_only_a_claim_that_goes_spoke_of_goes_with_it(store: GraphStore) -> None:
    whole = graph_update("a -> b", "c -> d")
    store.write_document(whole)
    store.revise(replace(whole, claims=whole.claims[:1], merges=whole.merges[:2], merge_vectors=whole.merge_vectors[:2]))
    assert store.graph().events.keys() == {"a", "b"}
    assert [hit.id for hit in store.nearest_events(unit_vectors(["c"]), k=9)[0] if hit.id in ("c", "d")] == []
    store.revise(whole)
    assert store.graph().events.keys() == {"a", "b", "c", "d"}
    assert [hit.id for hit in store.nearest_events(unit_vectors(["c"]), k=1)[0]] == ["c"]


def test_a_revision_of_a_graph_that_has_changed_is_refused(store: GraphStore) -> None:
    update = graph_update("a -> b")
    store.write_document(update)
    based_on = store.version()
    store.write_document(graph_update("c -> d", document="d2"))
    with pytest.raises(StoreConflictError):
        store.revise(replace(update, claims=(), merges=(), merge_vectors=update.merge_vectors[:0], based_on=based_on))
    assert store.stats().claims == 2
