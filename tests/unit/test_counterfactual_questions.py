"""Questions that set an event by hand: what is set, to what, and what a yes would mean."""

import pytest

from cckg.core.graph import Polarity
from cckg.core.questions import ParsedQuestion, Route
from cckg.questions import LocalQuestionParser
from cckg.questions.forms import YES_KEEPS_EFFECT


def parse(question: str) -> ParsedQuestion:
    return LocalQuestionParser().parse(question)


VERDICTS = [  # question, what is set and to what, the effect
    ("Would the plant have lost power without the tsunami?", [("the tsunami", "absent")], "the plant lost power"),
    ("If there had been no tsunami, would the reactor have overheated?", [("the tsunami", "absent")], "the reactor overheated"),
    ("Would the crash have happened if the pilot had not been tired?", [("the pilot was tired", "absent")], "the crash"),
    (
        "Had the crew not switched off the cooling, would the reactor have exploded?",
        [("the crew switched off the cooling", "absent")],
        "the reactor exploded",
    ),
    ("Could the outbreak have been prevented by stopping the sale of raw milk?", [("the sale of raw milk", "absent")], "the outbreak"),
    (
        "If the captain had not ignored the warnings, would the Titanic have sunk?",
        [("the captain ignored the warnings", "absent")],
        "the Titanic sank",
    ),
    ("Without the storm, would the grid have failed?", [("the storm", "absent")], "the grid failed"),
    ("Would Y have happened without X?", [("X", "absent")], "Y"),
    (
        "Would the fish stocks have collapsed even if quotas had been lower?",
        [("quotas were lower", "present")],
        "the fish stocks collapsed",
    ),
    ("Had there been no fog, would the ships have collided?", [("the fog", "absent")], "the ships collided"),
    ("If it had not been for the fog, would the ships have collided?", [("the fog", "absent")], "the ships collided"),
    ("Would the ship have sunk had the crew closed the hatch?", [("the crew closed the hatch", "present")], "the ship sank"),
    ("Would the ship have sunk had the tug come earlier?", [("the tug came earlier", "present")], "the ship sank"),
    ("Would there have been a fire if the alarm had sounded?", [("the alarm sounded", "present")], "a fire"),
    ("Could the crash have been avoided by better training?", [("better training", "present")], "the crash"),
    ("If no one had warned the crew, would they have survived?", [("someone warned the crew", "absent")], "they survived"),
    (
        "If the valve had not failed and the alarm had sounded, would the operators have reacted?",
        [("the valve failed", "absent"), ("the alarm sounded", "present")],
        "the operators reacted",
    ),
    ("Would the reactor have exploded if it had not been for the test?", [("the test", "absent")], "the reactor exploded"),
    ("Would prices still have risen without the tariff?", [("the tariff", "absent")], "prices rose"),
    ("Would fewer people have died if there had been more lifeboats?", [("more lifeboats", "present")], "fewer people died"),
    ("Could the bank have survived without the bailout?", [("the bailout", "absent")], "the bank survived"),
    (
        "Would World War I have started if Archduke Franz Ferdinand had not been assassinated?",
        [("Archduke Franz Ferdinand was assassinated", "absent")],
        "World War I started",
    ),
    (
        "Had it not been for the ice, would the Titanic have arrived in New York?",
        [("the ice", "absent")],
        "the Titanic arrived in New York",
    ),
    ("If the cooling had not failed would the core have melted?", [("the cooling failed", "absent")], "the core melted"),
    ("But for the fog, would the ships have collided?", [("the fog", "absent")], "the ships collided"),
    ("Would anyone have died if the doors had not been locked?", [("the doors were locked", "absent")], "anyone died"),
    (
        "Would the patient have survived if the nurse had checked the chart?",
        [("the nurse checked the chart", "present")],
        "the patient survived",
    ),
    ("If the levees had been higher, would New Orleans have flooded?", [("the levees were higher", "present")], "New Orleans flooded"),
    ("Would bread prices have risen without the harvest failure?", [("the harvest failure", "absent")], "bread prices rose"),
    ("Had the alarm sounded, would the workers have escaped?", [("the alarm sounded", "present")], "the workers escaped"),
    (
        "Could the outbreak have been contained if the well had been closed?",
        [("the well was closed", "present")],
        "the outbreak was contained",
    ),
    ("Without the tariff, would steel prices have fallen?", [("the tariff", "absent")], "steel prices fell"),
    ("Did the blackout happen because of the heat wave?", [("the heat wave", "absent")], "the blackout"),
    ("Did the bank fail because it had lent too much?", [("it had lent too much", "absent")], "the bank failed"),
    ("Did the explosion occur because the valve stuck?", [("the valve stuck", "absent")], "the explosion"),
]
WHAT_IFS = [  # question, what is set and to what, what is asked about
    ("What would have happened if the dam had held?", [("the dam held", "present")], None),
    ("What would happen if interest rates rose?", [("interest rates rose", "present")], None),
    ("What would have happened to the town if the dam had not failed?", [("the dam failed", "absent")], "the town"),
    ("What would have happened without the vaccine?", [("the vaccine", "absent")], None),
    ("What happens to prices if supply falls?", [("supply falls", "present")], "prices"),
    ("How would the river have changed if the dam had not been built?", [("the dam was built", "absent")], "the river changed"),
    ("If the bolts had not been loose, what would have happened?", [("the bolts were loose", "absent")], None),
    ("What would have happened had the O-rings been replaced?", [("the O-rings were replaced", "present")], None),
    ("What would the harvest have been without the drought?", [("the drought", "absent")], "the harvest was"),
    ("How might history have been different if Rome had not fallen?", [("Rome fell", "absent")], "history was different"),
    ("Who would have won the war if the USA had not joined?", [("the USA joined", "absent")], None),
    ("What happens if the pump fails?", [("the pump fails", "present")], None),
    ("What will happen to the coast if the ice melts?", [("the ice melts", "present")], "the coast"),
    ("If the guard had locked the gate, what would have happened?", [("the guard locked the gate", "present")], None),
    ("Without vaccination, what would have happened to the children?", [("vaccination", "absent")], "the children"),
    ("What might have happened if the firefighters had arrived earlier?", [("the firefighters arrived earlier", "present")], None),
]


@pytest.mark.parametrize(("question", "interventions", "effect"), VERDICTS)
def test_a_causal_link_in_question_asks_for_a_verdict(question: str, interventions: list[tuple[str, str]], effect: str) -> None:
    parsed = parse(question)
    assert (parsed.route, parsed.asks) == (Route.COUNTERFACTUAL, "verdict")
    assert [(found.event, found.to) for found in parsed.interventions] == interventions
    assert parsed.query_variable == parsed.main_event == effect


@pytest.mark.parametrize(("question", "interventions", "about"), WHAT_IFS)
def test_an_open_condition_asks_what_if(question: str, interventions: list[tuple[str, str]], about: str | None) -> None:
    parsed = parse(question)
    assert (parsed.route, parsed.asks) == (Route.COUNTERFACTUAL, "whatif")
    assert [(found.event, found.to) for found in parsed.interventions] == interventions
    assert (parsed.query_variable, parsed.main_event) == (about, about or interventions[0][0])


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        ("Would the crash have happened without the fog?", YES_KEEPS_EFFECT),
        ("If there had been no fog, would the crash have happened?", YES_KEEPS_EFFECT),
    ],
)
def test_a_verdict_says_what_a_yes_would_mean(question: str, meaning: str) -> None:
    parsed = parse(question)
    assert parsed.yes_no
    assert parsed.reasons[1] == meaning


def test_interventions_carry_the_polarity_of_their_event() -> None:
    (intervention,) = parse("Would demand have fallen without higher prices?").interventions
    assert intervention.polarity is Polarity.INCREASE


@pytest.mark.parametrize(
    ("question", "events"),
    [
        ("Would the mill have closed without the strike and the fire?", ["the strike", "the fire"]),
        ("Would the mill have closed without the strike, the fire or the flood?", ["the strike", "the fire", "the flood"]),
        ("If both the strike and the fire had not happened, would the mill have closed?", ["the strike", "the fire"]),
        ("Had there been no strike and no fire, would the mill have closed?", ["the strike", "fire"]),
        ("Would the valley have flooded without the dam, the largest of its kind?", ["the dam, the largest of its kind"]),
        ("Would prices have risen without supply and demand?", ["supply and demand"]),
    ],
)
def test_each_of_several_events_is_set_by_itself_where_it_is_plain_which(question: str, events: list[str]) -> None:
    assert [(request.event, request.to) for request in parse(question).interventions] == [(event, "absent") for event in events]
