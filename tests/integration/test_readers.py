"""The readers that are shipped, on the real weights: batches, order, and what they are for."""

import json
from pathlib import Path

import pytest

from cckg.models import Tagger
from cckg.questions import LocalQuestionParser

TEXTS = [
    "Why did the pump fail?",
    "",
    "the pump \ud800",
    "日本語",
    "Would the dam have held, had the gates been open that night?",
]


def test_what_is_told_does_not_depend_on_the_texts_beside_it(tagger: Tagger) -> None:
    together = tagger.tag(TEXTS)
    for text, found in zip(TEXTS, together, strict=True):
        (alone,) = tagger.tag([text])
        assert found.offsets == alone.offsets
        assert found.classes == pytest.approx(alone.classes, abs=1e-4)
        assert found.tags == pytest.approx(alone.tags, abs=1e-4)
        assert found.classes.sum() == pytest.approx(1.0, abs=1e-5)


def test_no_texts_give_nothing(tagger: Tagger) -> None:
    assert tagger.tag([]) == []


def test_every_token_is_tagged_in_its_place(tagger: Tagger) -> None:
    text = "Would the dam have held  if the gates had not been shut?"
    (tagged,) = tagger.tag([text])
    assert tagged.tags.shape == (len(tagged.offsets), len(tagger.tags))
    assert "".join(text[start:end] for start, end in tagged.offsets) == text.replace(" ", "")


def test_a_long_text_is_cut(tagger: Tagger) -> None:
    (tagged,) = tagger.tag(["why did the pump fail " * 500])
    assert 0 < len(tagged.offsets) < 300


@pytest.mark.parametrize(
    ("question", "asks", "main", "interventions"),
    [
        (
            "In a world without the Halden cartel, would cement have become so dear?",
            "verdict",
            "cement became so dear",
            ["the Halden cartel"],
        ),
        ("To what do we owe the delay of the ferry?", "causes", "the delay of the ferry", []),
        ("Take away the cold: does Challenger still break apart?", "verdict", "Challenger breaks apart", ["the cold"]),
        ("Take away the strike: does the mill still close?", "verdict", "the mill closes", ["the strike"]),
        ("What was in the flood's train?", "effects", "the flood", []),
    ],
)
def test_questions_of_forms_that_no_rule_knows_are_read(
    tagger: Tagger, question: str, asks: str, main: str, interventions: list[str]
) -> None:
    parsed = LocalQuestionParser(tagger).parse(question)
    assert (parsed.asks, parsed.main_event) == (asks, main)
    assert [one.event for one in parsed.interventions] == interventions


@pytest.mark.parametrize(
    "question",
    [
        "If the leak had been prevented, would the explosion have happened?",
        "Had the leak been stopped, would the reef have died?",
        "How would prices have moved had the frost been absent?",
        "Could the famine have been prevented by sending grain?",
        "Would the farmers not have protested had prices risen?",
        "Is it false that the strike caused the closure?",
        "Did the new beams prevent the collapse?",
        "Did prices rise despite the subsidy?",
        "What happened before the crash?",
        "What effects did the tsunami have on harbours in California?",
    ],
)
def test_what_the_forms_settle_or_nobody_can_say_stays_as_it_is(tagger: Tagger, question: str) -> None:
    forms, both = LocalQuestionParser().parse(question), LocalQuestionParser(tagger).parse(question)
    assert (both.asks, both.main_event, both.interventions) == (forms.asks, forms.main_event, forms.interventions)


@pytest.mark.parametrize(
    ("question", "event"),
    [
        ("Should the dam not have been opened, would the village have flooded?", "the dam was opened"),
        ("Without there being a leak, would the reef have died?", "a leak"),
        ("With no dam, would the valley have flooded?", "dam"),
    ],
)
def test_a_negation_is_said_by_what_is_set_and_not_by_the_event(tagger: Tagger, question: str, event: str) -> None:
    (intervention,) = LocalQuestionParser(tagger).parse(question).interventions
    assert intervention.to == "absent"
    assert intervention.event.endswith(event)


def test_what_is_stated_beside_a_question_is_evidence_once(tagger: Tagger) -> None:
    assert LocalQuestionParser(tagger).parse("Prices rose. Why?").presupposed == ("Prices rose",)


def test_the_questions_of_the_demo_are_taken_for_what_they_ask(tagger: Tagger) -> None:
    lines = (Path(__file__).parents[2] / "examples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    parser = LocalQuestionParser(tagger)
    right = [parser.parse(asked["question"]).asks == asked["asks"] for asked in map(json.loads, lines)]
    assert right.count(False) <= 4


@pytest.mark.parametrize(
    "question", ["How far did the worker fall?", "How many people were hurt by the blast?", "How much did the flood cost?"]
)
def test_what_asks_for_a_number_asks_for_passages(tagger: Tagger, question: str) -> None:
    assert LocalQuestionParser(tagger).parse(question).asks == "passage"
