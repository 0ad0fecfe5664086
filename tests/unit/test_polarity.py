"""Which way a wording goes, and what is left of it without the words that say so."""

import pytest

from cckg.core.graph import Polarity
from cckg.language import neutral, polarity_of, reading_of
from cckg.language.polarity import direction_words
from tests.bounded import bounded

INCREASE = [
    "higher interest rates",
    "rising sea temperatures",
    "the pressure rose",
    "an increase in accidents was recorded",
    "prices went up",
    "more frequent storms",
    "growing demand for timber",
    "the fire increased the pressure",
    "the company raised prices",
    "raising interest rates",
    "increased rainfall",
    "price increases of 5%",
    "sales doubled",
    "there was increased demand",
    "temperatures rising above 40 degrees",
    "water levels began to rise",
    "the cold store to warm up",
    "tickets became dearer",
    "complaints piled up",
    "the cold store warmed up",
    "the cabin began to warm",
    "the price to go up",
    "the storm surge grew",
    "prices have been rising",
    "demand was higher",
    "storms became more frequent",
    "a boom in house prices",
    "the tax increases prices",
    "In 2008, prices rose",
    "as supply shrank, prices rose",
    "temperatures recorded in 2010 rose",
    "excess heat",
    "costs soared because supply fell",
    "the company saw a rise in sales",
    "soaring energy prices",
    "a surge in demand for semiconductors",
    "the death toll climbed to 300",
    "blood pressure rises",
    "heightened tensions between the two countries",
    "a 20 percent increase in tuition fees",
    "unemployment jumped to 9.8%",
    "more people moved to the city",
    "wages have grown faster than productivity",
    "greater use of pesticides",
    "worsening air pollution",
    "the widening gap between rich and poor",
    "an expansion of the money supply",
    "the spread of the disease accelerated",
    "excessive speed",
    "accumulation of silt in the harbour",
    "cholesterol levels were elevated",
    "the central bank raised its key rate",
]

DECREASE = [
    "the river to slow in its lower course",
    "gas supply fell sharply",
    "a sharp reduction in catches",
    "the fall in cod stocks",
    "fewer inspections were carried out",
    "less rain",
    "falling tax revenue",
    "a shortage of chips",
    "cod stocks declined",
    "the bank cut interest rates",
    "reduced visibility",
    "visibility dropped to 50 metres",
    "slower growth",
    "demand falls",
    "job cuts",
    "the number of flights was reduced",
    "too few lifeboats",
    "the river's flow dwindled",
    "a drop in cabin pressure occurred",
    "the ice is thinning rapidly",
    "the reduction of speed",
    "weaker demand from China",
    "declining birth rates",
    "the population of sparrows halved",
    "a fall in the water table",
    "crop yields dropped by a third",
    "less frequent maintenance",
    "funding was slashed",
    "deforestation reduced rainfall in the region",
    "oil output fell to its lowest level since 1990",
    "the weakening of the dollar",
    "lower immunity",
    "a steep decline in the number of salmon",
    "visibility was reduced by smoke",
    "consumer confidence weakened",
    "the flow of water slowed",
    "budget cuts",
    "the reservoir shrank to a tenth of its size",
    "scarcity of clean water",
    "cutting staff numbers",
    "the airline reduced the number of flights",
    "shortened working hours",
    "attendance at church has been dropping",
]

ABSENCE = [
    "the village remained without electricity",
    "the men went without food",
    "the audit was skipped",
    "the lack of inspection",
    "the alarm failed to sound",
    "no warning was given",
    "prices did not rise",
    "the crew didn't notice the leak",
    "failure to inspect the bolts",
    "the failure of the crew to close the valve",
    "the absence of a guard rail",
    "missing bolts",
    "the guard rail was missing",
    "nobody checked the valve",
    "there was no fire",
    "the leak went undetected",
    "the valve prevented gas from escaping",
    "without a permit",
    "not wearing a seat belt",
    "the rupture disc not opening at its set pressure",
    "the pilots were unable to see the runway",
    "the plant was without power",
    "the captain gave no warning",
    "workers without helmets",
    "inability to breathe",
    "the bolts were never tightened",
    "the ship had no radar",
    "the pump no longer worked",
    "a lack of oxygen was reported",
    "the collision was avoided",
    "the operators could not open the valve",
    "a lack of training",
    "no lifeguard was on duty",
    "the brakes failed to engage",
    "the company did not disclose the risk",
    "the sensor had not been calibrated",
    "there were no survivors",
    "the nurse never checked the chart",
    "absence of evidence",
    "engineers were not consulted",
    "failure to follow procedures",
    "the driver was not wearing a seat belt",
    "the files were missing",
    "the firm refused to recall the car",
    "inflation did not fall",
    "without adequate supervision",
    "rain prevented the team from landing",
    "the captain neglected to post a lookout",
    "none of the alarms worked",
    "the law was never enforced",
    "the town had no hospital",
]

OCCURRENCE = [
    "the firm raised fresh capital",
    "the boats sailed without lights",
    "delays due to warm weather",
    "a switch to slow trains",
    "the loss of habitat",
    "generation was lost",
    "the bridge collapsed",
    "the valve failed",
    "the crew that reduced speed collided with the barge",
    "heat that increased the pressure",
    "the tree fell on the power line",
    "a worker fell from the scaffold",
    "storm surge",
    "a power cut",
    "the decision to raise rates",
    "an attempt to reduce costs",
    "the alarm did not fail to sound",
    "failure of the O-ring",
    "the crew cut the cable",
    "the government fell",
    "the fall of the Berlin Wall",
    "the dam that had been weakened by rising water collapsed",
    "increased rainfall washed away the bridge",
    "more than 50 people died",
    "the officer believed the valve was not open",
    "the pilot lost control",
    "the pump stopped",
    "the plant lost power",
    "growth hormone treatment",
    "fire",
    "the raising of the alarm",
    "the engine caught fire",
    "the earthquake",
    "smoking",
    "poor maintenance",
    "the investigation of falling prices",
    "falling concrete",
    "the falling slab",
    "the captain raised concerns about speed",
    "the crash of flight 447",
    "a dropped wrench",
    "ice formed on the wings",
    "the ship sank",
    "Germany invaded Poland",
    "the collapse of the bridge",
    "the levee broke",
    "a software error",
    "the bank collapsed",
    "the driver fell asleep",
    "a wildfire spread to the town",
    "the minister resigned",
    "a bird strike",
    "corrosion of the pipeline",
    "the ship ran aground on a reef",
    "the patient who stopped taking insulin collapsed",
    "an inspection of reduced scope found a crack",
    "the company announced plans to cut jobs",
    "war broke out between the two countries",
    "a decision not to evacuate",
    "the shutdown of the reactor",
    "the rocket exploded shortly after it rose from the pad",
    "the plane crashed into a hill",
    "panic buying",
    "a contaminated batch of the drug",
    "the boat capsized in heavy seas",
    "a strike by dock workers",
    "failure of the cooling system",
    "the man dropped the bottle",
    "smoke filled the cabin",
    "the virus mutated",
    "the water main burst",
    "a drunk driver hit the barrier",
]


@pytest.mark.parametrize("text", INCREASE)
def test_a_quantity_that_goes_up_is_an_increase(text: str) -> None:
    assert polarity_of(text) is Polarity.INCREASE


@pytest.mark.parametrize("text", DECREASE)
def test_a_quantity_that_goes_down_is_a_decrease(text: str) -> None:
    assert polarity_of(text) is Polarity.DECREASE


@pytest.mark.parametrize("text", ABSENCE)
def test_what_did_not_happen_or_is_missing_is_an_absence(text: str) -> None:
    assert polarity_of(text) is Polarity.ABSENCE


@pytest.mark.parametrize("text", OCCURRENCE)
def test_everything_else_is_an_occurrence(text: str) -> None:
    assert polarity_of(text) is Polarity.OCCURRENCE


@pytest.mark.parametrize("text", ["", "  ", "?!", "42", "…", "為什麼", "of the", "the", "not", "that which", "more than", "rise" * 500])
def test_any_text_has_a_polarity(text: str) -> None:
    assert polarity_of(text) in Polarity
    assert isinstance(neutral(text), str)


@pytest.mark.parametrize("text", ["PRICES ROSE", "Prices rose", "prices  rose.", "“prices rose”"])
def test_case_spaces_and_punctuation_do_not_change_the_polarity(text: str) -> None:
    assert polarity_of(text) is Polarity.INCREASE


def test_a_curly_apostrophe_negates_like_a_straight_one() -> None:
    assert polarity_of("the alarm didn’t sound") is polarity_of("the alarm didn't sound") is Polarity.ABSENCE


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("rising interest rates", "interest rates"),
        ("higher interest rates", "interest rates"),
        ("gas supply fell sharply", "gas supply"),
        ("a sharp reduction in catches", "catches"),
        ("the lack of inspection", "inspection"),
        ("there was no fire", "fire"),
        ("there was increased demand", "demand"),
        ("water levels began to rise", "water levels"),
        ("prices have been rising", "prices"),
        ("the alarm failed to sound", "the alarm sound"),
        ("the leak went undetected", "the leak"),
        ("the number of flights was reduced", "the number of flights"),
        ("the bridge collapsed", "the bridge collapsed"),
        ("the crew that reduced speed collided", "the crew that reduced speed collided"),
    ],
)
def test_neutral_leaves_out_only_the_words_that_decided(text: str, left: str) -> None:
    assert neutral(text) == left


@pytest.mark.parametrize(("up", "down"), [("rising sea levels", "falling sea levels"), ("oil prices soared", "oil prices plummeted")])
def test_wordings_that_differ_in_direction_only_are_the_same_when_neutral(up: str, down: str) -> None:
    assert neutral(up) == neutral(down)
    assert polarity_of(up) is polarity_of(down).opposite


def test_neutral_never_leaves_nothing() -> None:
    assert neutral("growth") == "growth"


def test_the_places_of_the_deciding_words_are_places_in_the_whole_text() -> None:
    assert reading_of("In 2008, as feared, there was no growth").deciders == (8,)


@pytest.mark.parametrize(("word", "direction"), [("rose", Polarity.INCREASE), ("shrunk", Polarity.DECREASE), ("cuts", Polarity.DECREASE)])
def test_direction_words_hold_every_inflected_form(word: str, direction: Polarity) -> None:
    assert direction_words()[word] is direction


def test_a_thousand_texts_take_less_than_half_a_second() -> None:
    polarity_of("warm up")
    texts = [f"{text} in case {number}" for number in range(20) for text in INCREASE]
    with bounded(5):
        for text in texts:
            polarity_of(text)
