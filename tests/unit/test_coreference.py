"""Event coreference over all mentions: which pairs are read, what is decided, and that order changes nothing."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from cckg.core.graph import EventMention, MentionContext, PerhapsSame, Polarity, Settlement
from cckg.core.vectors import Matrix
from cckg.identity import EventReader, PairToRead, log_odds, resolve, written
from cckg.identity.contradictions import of_other_numbers
from cckg.identity.policy import POLICY
from tests.builders import unit_vectors
from tests.fakes import HashingEmbedder


def mention(
    name: str,
    text: str,
    *,
    document: str = "d1",
    around: str = "",
    date: str = "",
    source: str = "sentence",
    place: str = "",
    title: str = "",
    start: int = 0,
) -> EventMention:
    way = Polarity.ABSENCE if text.startswith("no ") else Polarity.OCCURRENCE
    context = MentionContext(text, start, start + len(text), around, "", date=date, date_source=source, place=place)
    return EventMention(name, name, document, title, text, way, context)


STORY = "at the Ulverness pumping station near Carrow bridge"


class Asked:
    """Answers by a table, where it says nothing by `other`, and keeps what it was asked."""

    at_once = False

    def __init__(self, told: dict[tuple[str, str], float] | None = None, other: float = 0.0) -> None:
        self.told, self.other = told or {}, other
        self.pairs: list[tuple[str, str]] = []

    def __call__(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        keys = [(left.id, right.id) for left, right, _ in pairs]
        self.pairs += keys
        return {key: self.told.get(key, self.other) for key in keys}


def decided(mentions: Sequence[EventMention], asked: Asked, stated: Sequence[tuple[str, str]] = ()) -> Settlement:
    return resolve(mentions, unit_vectors([one.text for one in mentions]), stated, asked, decided_by="r", based_on=3)


def read(*mentions: EventMention, stated: Sequence[tuple[str, str]] = ()) -> list[tuple[str, str]]:
    asked = Asked()
    decided(mentions, asked, stated)
    return asked.pairs


# Which pairs are read


def test_mentions_of_one_document_are_read_with_the_nearest() -> None:
    assert read(mention("a", "the pump failed"), mention("b", "the pump failure"), mention("c", "rain in Tarrow all night"))[0] == (
        "a",
        "b",
    )


def test_a_wording_of_few_words_is_read_with_the_one_before_it() -> None:
    told = [
        mention("a", "the seal of pump 3 gave way", start=10),
        mention("b", "it", start=90),
        mention("c", "a brewery in Tarrow burnt", start=50),
    ]
    assert read(*told) == [("b", "c")]


def test_mentions_of_two_documents_are_read_only_where_rare_words_around_them_agree() -> None:
    here, there = mention("a", "the pump failed", around=STORY), mention("b", "the pump failed", document="d2", around=f"again {STORY}")
    elsewhere = mention("c", "the pump failed", document="d3", around=" ".join(f"other{number}" for number in range(60)))
    assert read(here, there, elsewhere) == [("a", "b")]


def test_of_two_clusters_few_pairs_are_read_and_none_where_one_tells_that_they_are_two() -> None:
    pumps, gates = [[mention(f"{name}{number}", f"the {name} failed {'so ' * number}") for number in range(4)] for name in ("gate", "pump")]
    mentions = sorted([*pumps, *gates], key=lambda one: one.id)
    asked = Asked({(one.id, other.id): 1.0 for same in (pumps, gates) for one in same for other in same})
    decided(mentions, asked)
    across = [pair for pair in asked.pairs if pair[0][:4] != pair[1][:4]]
    assert len(asked.pairs) == len(set(asked.pairs)) < len(mentions) * 2
    assert len(across) <= 2


def test_a_mention_that_was_another_event_each_time_is_read_no_more() -> None:
    mentions = [mention(f"{number}", f"the pump failed {'so ' * number}") for number in range(7)]
    asked = Asked()
    decided(mentions, asked)
    assert max(Counter(name for pair in asked.pairs for name in pair).values()) <= 6  # the last round began before it was known of all
    assert len(asked.pairs) < 12


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (mention("a", "the pump failed", date="2020-05-01"), mention("b", "the pump failure", date="2020-05-02")),
        (mention("a", "water flowed"), mention("b", "no water flowed")),
        (mention("a", "the flood of 3 May 2018"), mention("b", "the flood of 9 June 2018")),
        (
            mention("a", "the pump failed", around=STORY, date="2019-01-02", source="file name"),
            mention("b", "the pump failed", document="d2", around=STORY, date="2021", source="title"),
        ),
        (
            mention("a", "the pump failed", around=f"On 3 May 2018 {STORY}"),
            mention("b", "the pump failed", document="d2", around=f"On 19 May 2018 {STORY}"),
        ),
        (
            mention("a", "the pump failed", around="once more at the brine works", place="Kelby"),
            mention("b", "the pump failed", document="d2", around="once more at the brine works", place="Thornby, by the sea"),
        ),
        (  # a report that is older than what the other tells
            mention("a", "the pump failed", around=STORY, date="2018-05-02", source="title"),
            mention("b", "the pump failed", document="d2", around=f"On 19 May 2018 {STORY}"),
        ),
    ],
)
def test_what_contradicts_is_not_read_and_never_one(left: EventMention, right: EventMention) -> None:
    assert read(left, right) == []
    assert decided([left, right], Asked(other=1.0)).event_of == {}


def test_what_contradicts_does_not_come_together_through_a_third() -> None:
    mentions = [mention("a", "the flood of 3 May 2018"), mention("b", "the flood"), mention("c", "the flood of 9 June 2018")]
    made = decided(mentions, Asked({("a", "b"): 0.9, ("b", "c"): 0.8}))
    assert made.event_of == {"b": "a"}
    assert made.perhaps == ()


def test_a_report_may_come_some_weeks_after_the_news() -> None:
    news = mention("a", "the pump failed", around=STORY, date="2019-01-02", source="title")
    report = mention("b", "the pump failed", document="d2", around=STORY, date="2019-03-01", source="file name")
    assert read(news, report) == [("a", "b")]


@pytest.mark.parametrize(("day", "may_be_one"), [("2019-01-02", True), ("2023-05", False)])
def test_a_cause_was_no_later_than_the_day_of_its_effect(day: str, *, may_be_one: bool) -> None:
    told = mention("a", "the loss of the ferry", around=STORY, date=day)
    cause = mention("b", "the loss of the ferry", document="d2", around=STORY, date="2021-07", source="claim")
    effect = mention("c", "an inquiry", document="d2", around=STORY, date="2021-07")
    assert (("a", "b") in read(told, cause, effect, stated=[("b", "c")])) == may_be_one


@pytest.mark.parametrize(("day", "may_be_one"), [("2019-01-02", False), ("2023-05", True)])
def test_an_effect_was_no_earlier_than_the_day_of_its_cause(day: str, *, may_be_one: bool) -> None:
    told = mention("a", "the loss of the ferry", around=STORY, date=day)
    cause = mention("b", "a storm", document="d2", around=STORY, date="2021-07")
    effect = mention("c", "the loss of the ferry", document="d2", around=STORY, date="2021-07", source="claim")
    assert (("a", "c") in read(told, cause, effect, stated=[("b", "c")])) == may_be_one


@pytest.mark.parametrize(
    ("left", "right", "are_other"),
    [
        ("pump 1 failed", "the failure of pump 3", True),
        ("the first explosion", "the third explosion", True),
        ("the explosion above silo 4", "the second explosion", True),
        ("a wave that came within half an hour", "the wave that came first", False),
        ("the second failure of pump 3", "the first failure of pump 3", False),
        ("the collision with the north pier", "the south pier was hit", True),
        ("the north pier was hit", "the collision with the pier", False),
        ("the deaths on the upper beds", "the oysters on the lower beds died", True),
    ],
)
def test_numbers_and_sides_part_wordings_that_share_none(left: str, right: str, *, are_other: bool) -> None:
    assert of_other_numbers(left, right) == are_other


def test_news_may_be_written_elsewhere() -> None:
    news = mention("a", "the pump failed", around="once more at the brine works in Kelby", place="LONDON")
    report = mention("b", "the pump failed", document="d2", around="once more at the brine works", place="Kelby")
    assert read(news, report) == [("a", "b")]


@pytest.mark.parametrize("days", ["5 May 2018", "3 May 2018 and 9 August 2018"])
def test_a_happening_may_take_some_days_and_a_document_may_tell_of_several(days: str) -> None:
    left = mention("a", "the pump failed", around=f"On 3 May 2018 {STORY}")
    right = mention("b", "the pump failed", document="d2", around=f"On {days} {STORY}")
    assert read(left, right) == [("a", "b")]


def test_cause_and_effect_are_never_one_also_through_others() -> None:
    mentions = [mention("a", "the pump failed"), mention("b", "the pump failure"), mention("c", "the pump failing")]
    stated = [("a", "b"), ("b", "c")]
    assert read(*mentions, stated=stated) == [("a", "c")]
    assert decided(mentions, Asked(other=1.0), stated).event_of == {}


# What is decided


def test_an_event_has_the_id_of_its_smallest_mention_and_the_wording_that_says_most() -> None:
    mentions = [mention("a", "the failure"), mention("b", "the failure of the pump"), mention("c", "rain")]
    found = decided(mentions, Asked({("a", "b"): 0.9}))
    assert (found.event_of, found.named_by, found.perhaps) == ({"b": "a"}, {"a": "b", "c": "c"}, ())
    assert (found.decided_by, found.based_on) == ("r", 3)


def test_what_stands_as_decided_is_not_written_again() -> None:
    mentions = [mention("a", "the failure"), replace(mention("b", "the failure of the pump"), event="a")]
    assert decided(mentions, Asked({("a", "b"): 0.9})).event_of == {}
    parted = decided(mentions, Asked({("a", "b"): 0.1}))
    assert (parted.event_of, parted.named_by) == ({"b": "b"}, {"a": "a", "b": "b"})


def test_between_surely_and_surely_not_events_are_perhaps_the_same() -> None:
    mentions = [mention("a", "the failure"), mention("b", "the failure of the pump")]
    assert decided(mentions, Asked({("a", "b"): 0.4})).perhaps == (PerhapsSame("a", "b", 0.4),)


def test_the_doubt_between_two_documents_is_told_calibrated() -> None:
    mentions = [mention("a", "the pump failed again", around=STORY), mention("b", "the pump failed again", document="d2", around=STORY)]
    [link] = decided(mentions, Asked({("a", "b"): 0.3})).perhaps
    expected = POLICY.across_slope * log_odds(0.3) + POLICY.across_shift
    assert log_odds(link.probability) == pytest.approx(expected, abs=1e-2)


def test_the_order_in_which_documents_came_changes_nothing() -> None:
    mentions = [
        mention(f"{number:02}", f"the {what} failed {how}", document=f"d{number % 5}", around=STORY)
        for number, (what, how) in enumerate(
            (what, how) for what in ("pump", "valve", "gate", "motor") for how in ("again", "at night", "twice")
        )
    ]

    class Drawn(Asked):
        def __call__(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
            return {(left.id, right.id): (len(left.text) * 7 + len(right.text) * 3 + int(left.id)) % 10 / 10 for left, right, _ in pairs}

    whole = decided(mentions, Drawn())
    events = {one.id: whole.event_of.get(one.id, one.event) for one in mentions}
    assert 1 < len(set(events.values())) < len(events)
    chance = random.Random(1)
    for _ in range(5):
        there: list[EventMention] = []
        coming = chance.sample(mentions, len(mentions))
        while coming:
            there = sorted([*there, *coming[:3]], key=lambda one: one.id)
            coming = coming[3:]
            step = decided(there, Drawn())
            there = [replace(one, event=step.event_of.get(one.id, one.event)) for one in there]
        assert {one.id: one.event for one in there} == events
        assert step.perhaps == whole.perhaps


# The event reader


class _Asked:
    """Stands for the network: says of every pair the same."""

    classes = ("same", "less", "opposite", "different")

    def __init__(self, same: float) -> None:
        self.same = same
        self.pairs: list[tuple[str, str]] = []

    def compare(self, pairs: list[tuple[str, str]]) -> Matrix:
        self.pairs += pairs
        return np.array([[self.same, 0, 0, 0] for _ in pairs], dtype=np.float32).reshape(-1, 4)


@pytest.mark.parametrize(("same", "both_ways"), [(0.9, True), (0.55, False)])
def test_a_pair_is_read_in_its_context_and_the_other_way_round_if_it_may_reach_its_bar(same: float, *, both_ways: bool) -> None:
    asked = _Asked(same)
    reader = EventReader(asked, HashingEmbedder, name="r")
    left, right = mention("a", "the pump failed", around="That day", title="Log"), mention("b", "the failure", document="d2")
    [told] = reader.same([PairToRead(left, right, 0.7)])
    assert reader.same([PairToRead(right, left, 0.7)]) == [told]
    weights, (one, other) = POLICY.across, HashingEmbedder().encode([written(left), written(right)])
    expected = weights.reading * log_odds(same) + weights.nearness * float(one @ other) + weights.wordings * 0.7 + weights.shift
    assert log_odds(told) == pytest.approx(expected, abs=1e-2)
    ways = [
        ("other document | the pump failed | Log | That day [ the pump failed ]", "the failure | [ the failure ]"),
        ("other document | the failure | [ the failure ]", "the pump failed | Log | That day [ the pump failed ]"),
    ]
    assert asked.pairs == (ways if both_ways else ways[:1]) * 2
    assert reader.same([]) == []


def test_of_one_document_what_lies_far_apart_is_not_read_and_nearness_counts_beside_the_reading() -> None:
    asked = _Asked(0.6)
    reader = EventReader(asked, HashingEmbedder, name="r")
    one, near = mention("a", "the pump failed", around="At night"), mention("b", "the pump failed", around="At noon")
    same, far = mention("c", "the pump failed", around="At night"), mention("d", "rain fell", around="Outside")
    found = reader.same([PairToRead(one, far), PairToRead(one, near), PairToRead(one, same)])
    assert far.text not in {side.rpartition("document | ")[2].partition(" | ")[0] for pair in asked.pairs for side in pair}
    assert found[0] < 0.05 < found[1] < found[2]
