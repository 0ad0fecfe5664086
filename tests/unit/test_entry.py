"""Where a question enters the graph: what is kept, in which order, and what the trace says of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from cckg.core.graph import Event, Polarity
from cckg.core.trace import Step
from cckg.identity import EventMatcher
from cckg.settings import MatchSettings
from cckg.stores import GraphStore, open_store
from queries.linking import LinkedEvents, link_events
from tests.builders import FINGERPRINT, graph_update, stored
from tests.fakes import HashingEmbedder
from tests.roles import ListedVerifier

APART = stored("flood -> mud", "rain -> fire", "storm -> ruin")  # three happenings that nothing links


def entered(
    store: GraphStore,
    wording: str,
    scores: Mapping[str, float],
    *,
    polarity: Polarity = Polarity.OCCURRENCE,
    limit: int = 9,
    step: Step | None = None,
    as_one: bool = False,
    any_polarity: bool = False,
    beside: Sequence[Event] = (),
) -> LinkedEvents:
    verifier = ListedVerifier(scores, threshold=0.05, any_polarity=any_polarity)
    matcher = EventMatcher(store, embedder=HashingEmbedder(), verifier=verifier, settings=MatchSettings(min_cosine=-1))
    return link_events(matcher, wording, polarity, store=store, limit=limit, step=step or Step("enter"), as_one=as_one, beside=beside)


def test_the_best_event_comes_first_and_ranks_count_from_one() -> None:
    entry = entered(APART, "deluge", {"flood": 0.85, "rain": 0.9, "storm": 0.88})
    assert entry.ids == ["rain", "storm", "flood"]
    assert [event.rank for event in entry.events] == [1, 2, 3]
    assert [event.text for event in entry.found] == entry.ids
    assert entry.wording == "deluge"


def test_a_cause_or_effect_of_a_better_event_is_not_the_same_happening() -> None:
    store = stored("flood -> mud -> fire; rain -> ruin")
    assert entered(store, "deluge", {"flood": 0.8, "mud": 0.0, "fire": 0.9, "rain": 0.87}).ids == ["fire", "rain"]


def test_what_the_verifier_finds_out_of_the_question_is_not_entered() -> None:
    assert entered(stored("flood -> fire"), "flood", {"flood": 0.0, "fire": 0.0}).events == ()


def test_an_accepted_event_far_below_the_best_is_left_out() -> None:
    store = stored("flood -> fire", "rain -> storm")
    assert entered(store, "deluge", {"flood": 0.99, "fire": 0.0, "rain": 0.001}).ids == ["flood"]


def test_what_is_accepted_but_left_out_is_told_unless_the_best_leads_to_it() -> None:
    store = stored("flood -> fire", "rain -> storm")
    entry = entered(store, "deluge", {"flood": 0.9, "fire": 0.5, "rain": 0.4})
    assert (entry.ids, [event.id for event in entry.others]) == (["flood"], ["rain"])
    assert "it may also mean “rain”" in (entry.read_as or "")


def test_events_that_are_taken_for_one_happening_are_all_near_the_best() -> None:
    scores = {"the blaze of the mill": 0.9, "the fire of the mill": 0.7, "the strike of the mill": 0.85}
    mill = stored("a:the fire of the mill -> x; b:the blaze of the mill -> y; c:the sale of the mill -> z; d:the strike of the mill -> w")
    assert entered(mill, "the mill was on fire", scores, as_one=True).ids == ["b", "d"]


def test_what_is_taken_for_one_happening_is_never_its_own_absence() -> None:
    store = stored("visit -> b", "~none:no visit -> d")
    scores = {"visit": 0.93, "no visit": 0.95, "b": 0.0, "d": 0.0}
    assert entered(store, "the inspection", scores, any_polarity=True).ids == ["~none", "visit"]
    assert entered(store, "the inspection", scores, any_polarity=True, as_one=True).ids == ["visit"]


def test_no_more_events_are_entered_than_asked_for() -> None:
    assert entered(APART, "deluge", {"flood": 0.85, "rain": 0.9, "storm": 0.88}, limit=2).ids == ["rain", "storm"]


def test_events_of_equal_score_come_nearest_first_then_by_id() -> None:
    entry = entered(APART, "storm of the year", {"flood": 0.9, "rain": 0.9, "storm": 0.9})
    assert entry.ids[0] == "storm"
    assert list(entry.events) == sorted(entry.events, key=lambda event: (-event.cosine, event.event.id))


@pytest.mark.parametrize(
    ("event", "polarity"), [("+price", Polarity.DECREASE), ("-price", Polarity.INCREASE), ("~price", Polarity.OCCURRENCE)]
)
def test_an_event_of_another_polarity_is_not_entered(event: str, polarity: Polarity) -> None:
    assert entered(stored(f"{event} -> b"), "price", {"price": 0.9}, polarity=polarity).events == ()


@pytest.mark.parametrize(
    ("polarity", "scores", "kept"),
    [
        (Polarity.DECREASE, {"price": 0.88, "prices": 0.9}, "-price"),  # "the fall of prices" is not "prices"
        (Polarity.OCCURRENCE, {"price": 0.88, "prices": 0.9}, "prices"),
        (Polarity.OCCURRENCE, {"price": 0.9, "prices": 0.88}, "-price prices"),  # the best is what the wording leaves open
    ],
)
def test_of_events_that_could_be_meant_those_count_that_are_exactly_meant(polarity: Polarity, scores: dict[str, float], kept: str) -> None:
    store = stored("-price -> b", "prices -> c")
    assert entered(store, "price", scores, polarity=polarity, any_polarity=True).ids == kept.split()


def test_what_is_taken_for_one_happening_is_told_in_one_place_and_beside_what_else_is_asked_about() -> None:
    store = stored("flood -> a:the incident", "fire -> b:the incident there", "fire -> c:the incident here")
    scores = {"the incident": 0.85, "the incident there": 0.9, "the incident here": 0.88}
    best = entered(store, "the incident", scores, as_one=True)
    assert (best.ids, [event.id for event in best.others]) == (["b"], ["c", "a"])
    beside = entered(store, "the incident", scores, as_one=True, beside=store.events(["flood"]))
    assert (beside.ids, [event.id for event in beside.others]) == (["a"], ["b", "c"])
    assert entered(store, "the incident", scores).ids == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("wording", "kept", "told"),
    [
        ("the mill burned at Orr", {"the mill burned": 0.9}, None),  # names are borne out, or it would not be kept
        ("the blaze", {"the mill burned": 0.9}, "“the blaze” is read as “the mill burned” (Title of d1)."),
        (
            "the blaze",
            {"the mill burned": 0.9, "the inn burned": 0.2},
            "“the blaze” is read as “the mill burned” (Title of d1); it may also mean “the inn burned” (Title of d2).",
        ),
        ("the fall", {}, None),
    ],
)
def test_it_is_said_as_what_a_phrase_is_read_that_has_other_words(wording: str, kept: dict[str, float], told: str | None) -> None:
    store = stored("fire at Orr -> the mill burned", "spark -> the inn burned")
    assert entered(store, wording, kept).read_as == told


@pytest.mark.parametrize(
    ("document", "names"),
    [
        ("a:the collapse of the bridge at Tacoma -> b", True),  # the event
        ("a:the collapse of the bridge -> b:traffic jams in Tacoma", True),  # the passage
        ("a:the collapse of the bridge -> b", False),
        ("a:the collapse of the bridge at Genoa -> b", False),
    ],
)
def test_a_name_in_the_question_must_be_named_by_what_is_said_of_the_event(document: str, *, names: bool) -> None:
    texts = dict.fromkeys(
        ["the collapse of the bridge at Tacoma", "the collapse of the bridge", "the collapse of the bridge at Genoa"], 0.9
    )
    assert entered(stored(document), "the collapse of the bridge at Tacoma", texts).ids == (["a"] if names else [])


@pytest.mark.parametrize(
    ("wording", "said", "dated"),
    [
        ("the flood of 3 March 2017", "the flood of 3 Mar 2017", True),
        ("the flood of 3 March 2017", "the flood of 4 March 2017", False),
        ("the flood of March 2017", "the flood of 4 March 2017", True),  # within it
        ("the flood of 3 March 2017", "the flood of 2017", True),  # which may be that day
        ("the flood of 3 March 2017", "the flood from 3 to 5 March 2017", True),
        ("the flood of 3 March 2017", "the flood of 2017-03-03T22:15Z", True),
        ("the flood after 3 March 2017", "the flood of May 2018", True),  # a bound, not its date
        ("2000 customers without power", "2,000 customers without power", True),  # no year
        ("the flood in March", "the flood in Mar", True),
        ("the flood in March", "the flood of 2017-03-04", True),
        ("the flood in March", "the flood of 2017-05-04", False),
        ("the flood in May", "the flood of 2017-05-04", True),
        ("the flood of 3 March 2017", "the flood", False),
        ("the flood in 2017", "the flood of 3 March 2017", True),
        ("the flood in 2017", "the flood of May 2018", False),
        ("the flood in 2017", "the flood", True),  # nothing there names a year
    ],
)
def test_a_date_in_the_question_must_be_that_of_the_event(wording: str, said: str, *, dated: bool) -> None:
    assert entered(stored(f"a:{said} -> b"), wording, {wording: 0.9, said: 0.9}).ids == (["a"] if dated else [])


def test_a_title_names_what_its_events_are_about() -> None:
    assert entered(stored("a:the collapse -> b"), "the collapse in D1", {"the collapse": 0.9}).ids == ["a"]  # "Title of d1"


def test_the_trace_tells_of_every_candidate_and_why_it_was_dropped() -> None:
    step = Step("enter")
    store = stored("flood -> -price", "rain -> fire")
    entered(store, "deluge in Texas", {"flood": 0.9, "price": 0.9}, step=step)
    entered(store, "deluge", {"flood": 0.9, "price": 0.9}, step=step)
    notes = "\n".join(step.notes)
    assert step.counts == {"candidates": 8, "kept": 1}
    assert len(step.notes) == 8
    for said in ("kept: 'flood' for 'deluge'", "nothing there names Texas", "other polarity (decrease)", "not the same event (0.00)"):
        assert said in notes


def test_an_empty_graph_knows_no_event() -> None:
    entry = entered(stored(), "flood", {})
    assert (entry.ids, entry.found) == ([], [])


def test_an_id_means_its_event_and_that_of_a_mention_the_event_that_it_is_part_of() -> None:
    event, mention = "0123456789abcdef", "fedcba9876543210"
    store = open_store(":memory:")
    store.bind(FINGERPRINT)
    update = graph_update(f"{event}:the dam broke -> b:the flood")
    store.write_document(replace(update, merges=(replace(update.merges[0], id=mention), update.merges[1])))
    for name in (event, mention, f" {event} "):
        assert entered(store, name, {}).ids == [event]
    assert entered(store, "fedcba9876543211", {}).ids == []
