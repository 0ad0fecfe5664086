"""Clusters of mentions: what is joined, what is never, what may be one, whatever order the pairs come in."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.identity.clusters import Clustering, Link, Pair, cluster


def clustered(count: int, told: dict[Pair, float], **more: object) -> Clustering:
    return cluster(count, told, surely=0.7, perhaps=0.3, **more)  # type: ignore[arg-type]


def test_without_pairs_each_mention_stands_alone() -> None:
    assert clustered(3, {}) == Clustering(((0,), (1,), (2,)), ())
    assert clustered(0, {}) == Clustering((), ())


def test_the_mean_of_what_was_read_decides_and_of_one_pair_more_where_not_all_were() -> None:
    told = {(0, 1): 0.9, (1, 2): 0.8}
    assert clustered(3, told).clusters == ((0, 1), (2,))  # (0.8 + 0) / 2
    assert clustered(3, told, unread=0.6).clusters == ((0, 1, 2),)  # (0.8 + 0.6) / 2
    assert clustered(4, told | {(1, 3): 0.9}, unread=0.6).clusters == ((0, 1, 2, 3),)  # never more than one of those not read


def test_two_clusters_between_the_bars_may_be_one() -> None:
    made = clustered(4, {(0, 1): 0.9, (1, 2): 0.5, (0, 2): 0.4, (2, 3): 0.2})
    assert made.clusters == ((0, 1), (2,), (3,))
    assert made.doubtful == (Link(0, 1, pytest.approx(0.45)),)


def test_what_is_apart_is_neither_joined_nor_doubtful_however_it_is_reached() -> None:
    made = clustered(3, {(0, 1): 0.95, (1, 2): 0.95}, unread=0.9, apart=[(2, 0)])
    assert made.clusters == ((0, 1), (2,))
    assert made.doubtful == ()


def test_what_leads_to_another_in_one_document_through_what_is_one_event_is_another_event() -> None:
    told = {(1, 2): 0.9, (0, 3): 0.8}  # 0 leads to 1, 2 to 3
    assert clustered(4, told).clusters == ((0, 3), (1, 2))
    made = clustered(4, told, chains={"d": [(0, 1), (2, 3)]})
    assert (made.clusters, made.doubtful) == (((0,), (1, 2), (3,)), ())
    assert clustered(4, told, chains={"d": [(0, 1)], "e": [(2, 3)]}).clusters == ((0, 3), (1, 2))  # two documents may tell a circle
    assert clustered(4, told, together=[(0, 3)], chains={"d": [(0, 1), (2, 3)]}).clusters == ((0, 3), (1,), (2,))


def test_a_hand_joins_what_is_apart_and_what_nobody_read() -> None:
    made = clustered(4, {(0, 1): 0.1}, together=[(1, 0), (3, 2)], apart=[(0, 1)])
    assert made.clusters == ((0, 1), (2, 3))
    assert clustered(3, {}, together=[(0, 1), (1, 2)]).clusters == ((0, 1, 2),)


def test_what_is_apart_from_one_is_apart_from_those_joined_with_it() -> None:
    made = clustered(4, {(0, 1): 0.95, (2, 3): 0.95, (1, 2): 0.9, (0, 2): 0.9, (1, 3): 0.9}, apart=[(0, 3)])
    assert made.clusters == ((0, 1), (2, 3))


_PAIRS = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1]),
    st.sampled_from([0.1, 0.4, 0.75, 0.9]),
    max_size=20,
)
_FEW = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] != pair[1]), max_size=3)


@given(_PAIRS, _FEW, _FEW, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_changes_nothing(
    told: dict[Pair, float], apart: list[Pair], together: list[Pair], chance: random.Random
) -> None:
    expected = clustered(8, told, apart=apart, together=together)
    turned = [((right, left) if chance.random() < 0.5 else (left, right), same) for (left, right), same in told.items()]
    chance.shuffle(turned)
    chance.shuffle(apart)
    chance.shuffle(together)
    assert clustered(8, dict(turned), apart=apart, together=together) == expected
    assert sorted(member for members in expected.clusters for member in members) == list(range(8))


@given(_PAIRS, _FEW)
def test_what_is_apart_stays_apart_and_no_two_clusters_are_left_to_join(told: dict[Pair, float], apart: list[Pair]) -> None:
    made = clustered(8, told, apart=apart)
    place = {member: number for number, members in enumerate(made.clusters) for member in members}
    assert all(place[left] != place[right] for left, right in apart)
    kept_apart = {frozenset((place[left], place[right])) for left, right in apart}
    read: dict[frozenset[int], list[float]] = {}
    for (left, right), same in told.items():
        if place[left] != place[right]:
            read.setdefault(frozenset((place[left], place[right])), []).append(same)
    for key, found in read.items():
        one, other = (made.clusters[number] for number in key)
        further = min(1, len(one) * len(other) - len(found))
        assert key in kept_apart or sum(found) / (len(found) + further) < 0.7
