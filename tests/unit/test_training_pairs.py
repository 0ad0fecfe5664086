"""The data that the small readers are trained on: the files keep their form, and what is made of them by rule is what it is called."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from cckg.core.text import words
from training.pairs import Group, Pair, causes_and_effects, groups, pairs_of, renamed, report_groups

DATA = Path(__file__).parents[2] / "training" / "data"
MEASURED = Path(__file__).parents[2] / "benchmarks" / "reading"
GROUP = Group(
    same=("the boiler at Denholm burst", "the bursting of the Denholm boiler", "Denholm's boiler blew up"),
    opposite=("the boiler at Denholm held",),
    near=("the boiler at Denholm was inspected", "the boiler at Larkin burst"),
    vague=("the boiler trouble",),
)


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_no_wording_of_a_group_stands_twice_in_it() -> None:
    for group in groups():
        worded = [" ".join(words(text)) for text in (*group.same, *group.opposite, *group.near, *group.vague)]
        assert len(worded) == len(set(worded)), group.same[0]


def test_the_happenings_of_a_report_differ_in_every_wording() -> None:
    for report in report_groups():
        worded = [" ".join(words(text)) for group in report for text in (*group.same, *group.opposite)]
        assert len(worded) == len(set(worded)), report[0].same[0]
        assert all(len(group.same) == 5 for group in report)
        assert all(set(group.near).isdisjoint((*group.same, *group.opposite)) for group in report)


def test_the_sides_of_a_claim_are_two_happenings() -> None:
    found = causes_and_effects()
    assert {pair.label for pair in found} == {"different"}
    assert all(words(pair.left) != words(pair.right) for pair in found)


def test_pairs_come_from_where_their_label_says() -> None:
    found = list(pairs_of(GROUP, ["the train was late"], ["kettle"], random.Random(0)))
    for pair in found:
        if pair.label == "opposite":
            assert pair.left in GROUP.same
            assert pair.right in GROUP.opposite
        if pair.label == "less":
            assert pair.left in GROUP.vague
    assert set(Counter(pair.label for pair in found)) == {"same", "less", "opposite", "different"}


@pytest.mark.parametrize("seed", range(5))
def test_a_name_that_is_replaced_on_one_side_makes_another_happening(seed: int) -> None:
    other, same = renamed("the fire in Selby mill 12", "mill 12 at Selby burnt", ["kettle"], random.Random(seed))
    assert other.label == "different"
    assert other.left == "the fire in Selby mill 12"
    assert other.right != "mill 12 at Selby burnt"
    assert same == Pair(same.left, other.right, "same")
    assert same.left != other.left


def test_what_is_measured_on_is_not_trained_on() -> None:
    found = [*groups(), *(group for report in report_groups() for group in report)]
    trained = {" ".join(words(text)) for group in found for text in (*group.same, *group.opposite, *group.near, *group.vague)}
    measured = {" ".join(words(str(row[side]))) for row in lines(MEASURED / "pairs.jsonl") for side in ("a", "b")}
    asked = {str(row["question"]).lower() for path in (DATA / "questions").glob("*.jsonl") for row in lines(path)}
    assert measured & trained == set()
    assert {str(row["question"]).lower() for row in lines(MEASURED / "questions.jsonl")} & asked == set()


@pytest.mark.parametrize("path", sorted((DATA / "questions").glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_parts_of_a_question_are_its_own_words(path: Path) -> None:
    for row in lines(path):
        interventions = row["interventions"]
        assert isinstance(interventions, list)
        evidence = row["evidence"]
        assert isinstance(evidence, list)
        for span in (row["main"], row["query"], *evidence, *(one["span"] for one in interventions)):
            assert span is None or str(span) in str(row["question"])
