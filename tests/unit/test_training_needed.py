"""What the student learns of which passages a question needs: the files keep their form, and an epoch's pairs are what they say."""

from collections import Counter

import pytest

from cckg.core.text import content_words
from training.needed import FIRST, FURTHER, Needs, recall
from training.triples import knowledge_rows

ASKED = Needs("Who owned the mill?", ("b", "x"), tuple("abcdefgh"), kept_apart=False)


@pytest.mark.parametrize("pool", ["encyclopaedia", "entries"])
def test_every_question_needs_passages_of_its_cluster(pool: str) -> None:
    for cluster in knowledge_rows(pool):
        for asked in cluster["questions"]:
            assert set(asked["needs"]) <= set(range(len(cluster["passages"]))), asked["question"]
            assert len(set(asked["needs"])) == len(asked["needs"]) > 0, asked["question"]


def test_no_question_is_asked_twice_and_no_cluster_has_two_entries_of_one_title() -> None:
    clusters = [*knowledge_rows("encyclopaedia"), *knowledge_rows("entries")]
    assert max(Counter(asked["question"] for cluster in clusters for asked in cluster["questions"]).values()) == 1
    assert all(len({entry["title"] for entry in cluster["passages"]}) == len(cluster["passages"]) for cluster in clusters)


def test_most_questions_need_two_entries_and_say_them_in_their_own_words() -> None:
    asked = [one for cluster in knowledge_rows("entries") for one in cluster["questions"]]
    assert sum(len(one["needs"]) > 1 for one in asked) > 0.8 * len(asked)
    assert all(content_words(one["question"]) for one in asked)


def test_an_epoch_has_what_is_needed_the_nearest_others_and_further_ones_that_change() -> None:
    pairs = [list(ASKED.pairs(epoch)) for epoch in range(8)]
    for given in pairs:
        assert [text for text, needed in given if needed] == ["b", "x"]
        assert [text for text, needed in given if not needed][:FIRST] == ["a", "c", "d", "e"]
        assert len(given) == 2 + FIRST + FURTHER
    assert len({tuple(given) for given in pairs}) > 1
    assert pairs[0] == list(ASKED.pairs(0))


def test_recall_counts_what_is_needed_among_the_first() -> None:
    other = Needs("Who?", ("a",), ("a",), kept_apart=False)
    assert recall([ASKED, other], [["b", "a", "c", "x"], ["a"]]) == 0.75
