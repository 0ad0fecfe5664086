"""The benchmark of arbitration: what is counted as a loss, what falls, what was under way at once, and how a curve is fitted."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.cfrag.cases import PLAIN
from benchmarks.cfrag.changes import shown
from benchmarks.cfrag.latency import replies, together
from benchmarks.cfrag.planted import ARBITRATED, losses, planted_set
from benchmarks.cfrag.ratios import binned
from benchmarks.cfrag.relevance import curve, fitted, quality
from cckg.core.arbitration import Operator, Variation
from cckg.counterfactual_queries.by_chat import VariedQuestions
from cckg.questions.by_chat import Parsed


def right(share: int) -> list[float]:
    return [1.0] * share + [0.0] * (100 - share)


@pytest.mark.parametrize(
    ("plain", "arbitrated", "halved"),
    [(60, 70, True), (60, 69, False), (75, 78, True), (75, 77, False), (76, 76, None), (90, 40, None)],
)
def test_whether_a_loss_is_halved_is_told_where_it_is_of_five_points_or_more(plain: int, arbitrated: int, halved: object) -> None:
    found = losses({PLAIN: {0: right(80), 4: right(plain)}, ARBITRATED: {0: right(80), 4: right(arbitrated)}})
    told = found["loss"]["4 injected"]
    assert told["at most half"] is halved
    assert told["arbitrated - plain"][0] == pytest.approx((arbitrated - plain) / 100)
    assert told["lost, plain"][0] == pytest.approx((80 - plain) / 100)
    assert told["half of plain loss - arbitrated loss"][0] == pytest.approx((80 - plain) / 200 - (80 - arbitrated) / 100)


def test_planted_passages_that_hold_a_right_answer_are_left_out(tmp_path: Path) -> None:
    row = {
        "id": "r",
        "question": "Which river flooded Halden?",
        "answer": [["the Orne", "Orne"]],
        "fake_answer": "the Vire",
        "positive": ["The Orne flooded Halden."],
        "positive_wrong": ["The Vire flooded Halden.", "The Vire, not the Orne, flooded it."],
        "negative": ["Halden lies low.", ""],
    }
    (tmp_path / "questions.jsonl").write_text(json.dumps(row), encoding="utf-8")
    read, planted, wrong = planted_set(tmp_path)
    assert read.questions[0].answers == ("the Orne", "Orne")
    assert list(read.passages.values()) == ["The Orne flooded Halden.", "Halden lies low."]
    assert planted == {"r": {"r planted 0": "The Vire flooded Halden."}}
    assert wrong == {"r": "the Vire"}


@pytest.mark.parametrize(
    ("values", "answers", "falls"),
    [([0.4, 0.6, 0.95], [1, 1, 0], True), ([0.4, 0.95, 0.95], [0, 1, 1], False), ([0.95, 0.99], [1, 0], None), ([0.4, 0.6], [1, 1], False)],
)
def test_accuracy_falls_if_no_bin_has_more_than_the_one_before_and_the_last_less_than_the_first(
    values: list[float], answers: list[float], falls: object
) -> None:
    assert binned(values, answers)["bins"]["falls"] is falls


def test_quartiles_part_ratios_that_lie_in_one_bin_and_nothing_has_none() -> None:
    found = binned([0.91, 0.92, 0.93, 0.94], [1, 1, 0, 0])
    assert [count for count, _ in found["quartiles"]["accuracy"].values()] == [1, 1, 1, 1]
    assert found["quartiles"]["falls"] is True
    assert found["Pearson r"] < 0
    assert binned([], []) | {"bins": 0, "quartiles": 0} == {"questions": 0, "bins": 0, "quartiles": 0, "Pearson r": None}


def test_calls_are_under_way_at_once_if_one_comes_in_before_the_other_is_answered() -> None:
    assert together([0.0, 0.1, 0.2, 0.6], delay=0.3) == 3
    assert together([0.0, 0.3], delay=0.3) == 1
    assert together([], delay=0.3) == 0


def test_hypotheses_agree_or_not_as_wanted_and_variations_have_other_answers() -> None:
    question, other = "Which river flooded Halden?", "Which river flooded Halden in Norway?"
    users = [f"<question>{asked}</question>\n<evidence>\n[1] {text}" for asked in (question, other) for text in "ab"]
    agree, disagree = ([json.loads(replies(way, '"rationale"', user))["answer"] for user in users] for way in ("agreeing", "disagreeing"))
    assert agree[0] == agree[1] != agree[2] == agree[3]
    assert len(set(disagree)) == 3
    asked = f"<question>{question}</question>"
    assert len(VariedQuestions.model_validate_json(replies("agreeing", "You write variations", asked)).variations) == len(Operator)
    assert Parsed.model_validate_json(replies("agreeing", "You take a question apart", asked)).asks == "passage"


def test_a_fitted_curve_tells_the_share_of_gold() -> None:
    rng = np.random.default_rng(1)
    values = rng.uniform(0, 1, 4000)
    gold = (rng.uniform(0, 1, 4000) < curve(values, slope=8.0, middle=0.6)).astype(np.float64)
    slope, middle = fitted(values, gold, np.ones(4000))
    assert (slope, middle) == (pytest.approx(8.0, rel=0.15), pytest.approx(0.6, abs=0.03))
    good, bad = (quality(curve(values, slope=8.0, middle=place), gold) for place in (middle, 0.3))
    assert good["log loss"] < bad["log loss"]
    assert good["calibration error"] < 0.03 < bad["calibration error"]
    assert good["AUC"] == bad["AUC"]


def test_what_weighs_more_draws_the_curve_to_it() -> None:
    values, gold = np.array([0.2, 0.2, 0.8, 0.8]), np.array([0.0, 1.0, 0.0, 1.0])
    slope, middle = fitted(values, gold, np.array([3.0, 1.0, 1.0, 3.0]))
    assert curve(values, slope=slope, middle=middle) == pytest.approx([0.25, 0.25, 0.75, 0.75], abs=0.01)


def test_a_sample_is_the_same_every_time_and_of_a_few_variations_all_are_shown() -> None:
    made = [(f"q{number}", Variation(f"v{number}", Operator.SCOPE, 0.8, 1.0, 0.5, 0.4)) for number in range(80)]
    assert len(shown(made)) == 50
    assert shown(made) == shown(made)
    assert shown(made[:1]) == ["scope: q0 → v0 (distance 0.20, answers 1.00)"]
    assert shown([]) == []


def test_the_same_sweeps_are_drawn_to_the_same_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from benchmarks.cfrag.plots import SWEPT, draw

    sweeps = {"date": "today", "made up": {setting: {"1": {"EM": 0.2}, "2": {"EM": 0.4}} for setting in SWEPT}}
    for name in ("one.svg", "other.svg"):
        draw(sweeps, tmp_path / "images" / name)
    one, other = ((tmp_path / "images" / name).read_text(encoding="utf-8") for name in ("one.svg", "other.svg"))
    assert one == other
    assert all(title in one for title in (*SWEPT.values(), "made up"))
