"""The matcher: nearest wordings, one question to the verifier, the best candidates first."""

import pytest

from cckg.core.graph import Event, Polarity
from cckg.core.roles import MatchVerdict
from cckg.identity import EventMatcher
from cckg.settings import MatchSettings
from cckg.stores import GraphStore
from tests.builders import graph_update, stored
from tests.fakes import OPPOSITE, OTHER, SAME, HashingEmbedder, ScriptedVerifier


def matcher(store: GraphStore, verifier: ScriptedVerifier, *, candidates: int = 12, min_cosine: float = 0.2) -> EventMatcher:
    limits = MatchSettings(candidates=candidates, min_cosine=min_cosine)
    return EventMatcher(store, embedder=HashingEmbedder(), verifier=verifier, settings=limits)


def wording(text: str, polarity: Polarity = Polarity.OCCURRENCE) -> Event:
    return Event("", text, polarity)


def test_an_empty_store_has_no_candidates_and_asks_no_one() -> None:
    verifier = ScriptedVerifier()
    assert matcher(stored(), verifier).candidates([wording("the dam broke")], "interchangeable") == [[]]
    assert verifier.asked == []


def test_no_wordings_give_no_candidates() -> None:
    assert matcher(stored("a -> b"), ScriptedVerifier()).candidates([], "same core") == []


def test_candidates_come_per_wording_in_the_order_given_with_one_call_of_the_verifier() -> None:
    verifier = ScriptedVerifier()
    found = matcher(stored("the old dam -> the great flood"), verifier, min_cosine=0.9).candidates(
        [wording("the great flood"), wording("the old dam")], "same core"
    )
    assert [[candidate.event.id for candidate in row] for row in found] == [["the great flood"], ["the old dam"]]
    assert verifier.criteria == ["same core"]


def test_what_the_verifier_accepts_comes_before_what_is_merely_near() -> None:
    near, far = ("dam broke today", "dam broke now"), ("dam broke today", "the dam had burst")
    verifier = ScriptedVerifier({near: OTHER, far: SAME})
    (found,) = matcher(stored("dam broke now -> the dam had burst"), verifier).candidates([wording("dam broke today")], "same core")
    assert [(candidate.event.id, candidate.verdict.match) for candidate in found] == [("the dam had burst", True), ("dam broke now", False)]
    assert found[0].cosine < found[1].cosine


def test_the_opposites_of_an_event_are_what_the_verifier_accepts_of_the_written_one_within_the_limit() -> None:
    texts = ["dam held now", "dam held then", "dam held later"]
    script = {("dam held", text): verdict for text, verdict in zip(texts, (SAME, OPPOSITE, SAME), strict=True)}
    store = stored(" -> ".join(texts))
    found = matcher(store, ScriptedVerifier(script)).opposites([(wording("dam broke"), wording("dam held"))], limit=5)[0]
    assert {candidate.event.id for candidate in found} == {"dam held now", "dam held later"}
    assert len(matcher(store, ScriptedVerifier(script)).opposites([(wording("dam broke"), wording("dam held"))], limit=1)[0]) == 1


def test_where_nothing_is_like_the_written_opposite_it_is_the_same_core_event_of_the_opposite_polarity() -> None:
    store = stored("~no dam:the dam -> x; the bridge -> y")
    script = {("dam", "the dam"): OPPOSITE, ("dam", "the bridge"): OTHER}
    found = matcher(store, ScriptedVerifier(script)).opposites([(wording("dam"), wording("ruins"))], limit=5)[0]
    assert [candidate.event.id for candidate in found] == ["~no dam"]


def test_of_several_wordings_of_one_event_the_best_verdict_counts() -> None:
    store = stored("a:the dam broke -> x")
    store.write_document(graph_update("a:the dam burst -> x", document="d2", known={"a", "x"}))
    verifier = ScriptedVerifier({("the dam bust", "the dam broke"): OTHER, ("the dam bust", "the dam burst"): SAME})
    (found,) = matcher(store, verifier).candidates([wording("the dam bust")], "interchangeable")
    assert [(candidate.event.id, candidate.verdict) for candidate in found] == [("a", SAME)]
    assert len(verifier.asked) == 2


def test_wordings_below_the_least_cosine_are_not_shown_to_the_verifier() -> None:
    verifier = ScriptedVerifier()
    assert matcher(stored("a quiet river -> b"), verifier, min_cosine=0.9).candidates([wording("the dam broke")], "same core") == [[]]
    assert verifier.asked == []


@pytest.mark.parametrize("limit", [1, 2])
def test_no_more_events_are_looked_at_than_the_settings_allow(limit: int) -> None:
    texts = [f"dam broke {number}" for number in range(4)]
    verifier = ScriptedVerifier({("dam broke", text): OTHER for text in texts})
    matcher(stored("; ".join(f"{text} -> x" for text in texts)), verifier, candidates=limit).candidates([wording("dam broke")], "same core")
    assert len(verifier.asked) == limit


def test_equal_candidates_are_ordered_by_id() -> None:
    verdict = MatchVerdict(same_event=True, same_polarity=True, score=0.5)
    verifier = ScriptedVerifier({("dam broke", "broke dam"): verdict})
    (found,) = matcher(stored("b:broke dam -> x; a:broke dam -> x"), verifier).candidates([wording("dam broke")], "same core")
    assert [candidate.event.id for candidate in found if candidate.event.id in "ab"] == ["a", "b"]


def test_links_around_an_event_lead_up_and_down_and_leave_out_the_denied() -> None:
    links = matcher(stored("a -> b -> c; c !> d; e ?> b"), ScriptedVerifier()).links_around(["b"])
    assert set(links) == {("a", "b"), ("b", "c"), ("e", "b")}
