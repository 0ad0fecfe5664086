"""Event coreference over all mentions: which pairs are read, what is decided, and that order changes nothing."""

import random
from dataclasses import replace

import numpy as np
import pytest

from cckg.core.graph import EventMention, MentionContext, PerhapsSame, Polarity, Settlement
from cckg.core.vectors import Matrix
from cckg.identity import EventReader, settled, unread_pairs
from tests.builders import unit_vectors


def mention(
    name: str, text: str, *, document: str = "d1", around: str = "", date: str = "", source: str = "sentence", title: str = ""
) -> EventMention:
    way = Polarity.ABSENCE if text.startswith("no ") else Polarity.OCCURRENCE
    return EventMention(
        name, name, document, title, text, way, MentionContext(text, 0, len(text), around, "", date=date, date_source=source)
    )


STORY = "at the Ulverness pumping station near Carrow bridge"


def read(*mentions: EventMention, stated: list[tuple[str, str]] | None = None) -> list[tuple[str, str]]:
    return [(left.id, right.id) for left, right in unread_pairs(mentions, unit_vectors([one.text for one in mentions]), stated or [], {})]


def decided(
    mentions: list[EventMention],
    told: dict[tuple[str, str], float],
    stated: list[tuple[str, str]] | None = None,
    vectors: Matrix | None = None,
) -> Settlement:
    vectors = unit_vectors([one.text for one in mentions]) if vectors is None else vectors
    return settled(mentions, vectors, stated or [], told, decided_by="r", based_on=3)


# Which pairs are read


def test_mentions_of_one_document_are_read_with_the_nearest() -> None:
    assert read(mention("a", "the pump failed"), mention("b", "the pump failure"), mention("c", "rain")) == [("a", "b")]


def test_mentions_of_two_documents_are_read_only_where_rare_words_around_them_agree() -> None:
    here, there = mention("a", "the pump failed", around=STORY), mention("b", "the pump failed", document="d2", around=f"again {STORY}")
    elsewhere = mention("c", "the pump failed", document="d3", around="in the old brewery of Tarrow after midnight")
    assert read(here, there, elsewhere) == [("a", "b")]


def test_what_is_known_is_not_read_again() -> None:
    mentions = [mention("a", "the pump failed"), mention("b", "the pump failure")]
    assert unread_pairs(mentions, unit_vectors([one.text for one in mentions]), [], {("a", "b"): 0.1}) == []


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (mention("a", "the pump failed", date="2020-05-01"), mention("b", "the pump failure", date="2020-05-02")),
        (mention("a", "water flowed"), mention("b", "no water flowed")),
        (
            mention("a", "the pump failed", around=STORY, date="2019-01-02", source="file name"),
            mention("b", "the pump failed", document="d2", around=STORY, date="2021", source="title"),
        ),
    ],
)
def test_what_contradicts_is_not_read_and_never_one(left: EventMention, right: EventMention) -> None:
    assert read(left, right) == []
    assert decided([left, right], {("a", "b"): 1.0}).event_of == {}


def test_a_report_may_come_some_weeks_after_the_news() -> None:
    news = mention("a", "the pump failed", around=STORY, date="2019-01-02", source="title")
    report = mention("b", "the pump failed", document="d2", around=STORY, date="2019-03-01", source="file name")
    assert read(news, report) == [("a", "b")]


def test_cause_and_effect_are_never_one_also_through_others() -> None:
    mentions = [mention("a", "the pump failed"), mention("b", "the pump failure"), mention("c", "the pump failing")]
    stated = [("a", "b"), ("b", "c")]
    assert read(*mentions, stated=stated) == []
    assert decided(mentions, dict.fromkeys([("a", "b"), ("b", "c"), ("a", "c")], 1.0), stated).event_of == {}


# What is decided


def test_an_event_has_the_id_of_its_smallest_mention_and_the_wording_that_says_most() -> None:
    mentions = [mention("a", "the failure"), mention("b", "the failure of the pump"), mention("c", "rain")]
    found = decided(mentions, {("a", "b"): 0.9})
    assert (found.event_of, found.named_by, found.perhaps) == ({"b": "a"}, {"a": "b"}, ())
    assert (found.decided_by, found.based_on) == ("r", 3)


def test_what_stands_as_decided_is_not_written_again() -> None:
    mentions = [mention("a", "the failure"), replace(mention("b", "the failure of the pump"), event="a")]
    assert decided(mentions, {("a", "b"): 0.9}).event_of == decided(mentions, {("a", "b"): 0.9}).named_by == {}
    parted = decided(mentions, {("a", "b"): 0.1})
    assert (parted.event_of, parted.named_by) == ({"b": "b"}, {"a": "a", "b": "b"})


def test_between_surely_and_surely_not_events_are_perhaps_the_same() -> None:
    mentions = [mention("a", "the failure"), mention("b", "the failure of the pump")]
    assert decided(mentions, {("a", "b"): 0.5}).perhaps == (PerhapsSame("a", "b", 0.5),)


def test_what_was_read_once_and_is_no_candidate_any_more_does_not_count() -> None:
    assert decided([mention("a", "the pump failed"), mention("b", "rain", document="d2")], {("a", "b"): 1.0}).event_of == {}


def test_the_order_in_which_documents_came_changes_nothing() -> None:
    mentions = [
        mention(f"{number:02}", f"the {what} failed {how}", document=f"d{number % 5}", around=STORY)
        for number, (what, how) in enumerate(
            (what, how) for what in ("pump", "valve", "gate", "motor") for how in ("again", "at night", "twice")
        )
    ]
    vectors = unit_vectors([one.text for one in mentions])
    chance = random.Random(1)
    told = {
        (left.id, right.id): (len(left.text) * 7 + len(right.text) * 3 + int(left.id)) % 10 / 10
        for left, right in unread_pairs(mentions, vectors, [], {})
    }
    whole = decided(mentions, told)
    events = {one.id: whole.event_of.get(one.id, one.event) for one in mentions}
    for _ in range(5):
        there: list[EventMention] = []
        coming = chance.sample(mentions, len(mentions))
        while coming:
            there = sorted([*there, *coming[:3]], key=lambda one: one.id)
            coming = coming[3:]
            step = settled(there, unit_vectors([one.text for one in there]), [], told, decided_by="r", based_on=0)
            there = [replace(one, event=step.event_of.get(one.id, one.event)) for one in there]
        assert {one.id: one.event for one in there} == events
        assert step.perhaps == whole.perhaps


# The event reader


class _Asked:
    """Stands for the network: says of each pair how long its two sides are."""

    classes = ("same", "less", "opposite", "different")

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []

    def compare(self, pairs: list[tuple[str, str]]) -> Matrix:
        self.pairs += pairs
        return np.array([[0.5 if left.startswith("other") else 0.25, 0, 0, 0] for left, _ in pairs], dtype=np.float32).reshape(-1, 4)


def test_a_pair_is_read_in_its_context_both_ways_whichever_way_it_is_given() -> None:
    asked = _Asked()
    reader = EventReader(asked, name="r")
    left, right = mention("a", "the pump failed", around="That day", title="Log"), mention("b", "the failure", document="d2")
    assert reader.same([(left, right)]) == reader.same([(right, left)]) == [0.5]
    ways = [
        ("other document | the pump failed | Log | That day [ the pump failed ]", "the failure | [ the failure ]"),
        ("other document | the failure | [ the failure ]", "the pump failed | Log | That day [ the pump failed ]"),
    ]
    assert asked.pairs == ways * 2
    assert reader.same([]) == []
