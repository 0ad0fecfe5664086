"""The single best opposite of an event, in good English."""

import pytest

from cckg.core.graph import Polarity
from cckg.language import polarity_of, rows
from cckg.language.opposites import affirm, with_article
from cckg.roles.opposites import LocalOppositeWriter

WRITER = LocalOppositeWriter()
OPPOSITES = [
    ("gas supply", "there was no gas supply"),
    ("the valve was open", "the valve was closed"),
    ("the cold store warmed up", "the cold store cooled down"),
    ("the reactor is cooling down", "the reactor is warming up"),
    ("trains slowed down", "trains sped up"),
    ("fewer and fewer travellers took the ferry", "more and more travellers took the ferry"),
    ("more and more travellers took the ferry", "fewer and fewer travellers took the ferry"),
    ("mosquitoes became scarcer", "mosquitoes became more plentiful"),
    ("the pickers arrived", "the pickers did not arrive"),
    ("the pump failed", "the pump worked"),
    ("the failure of the pump", "the pump worked"),
    ("pump failure", "the pump worked"),
    ("a delay of the flight", "the flight was on time"),
    ("the O-ring seal failed to close the joint", "the O-ring seal closed the joint"),
    ("the Challenger broke apart", "the Challenger held together"),
    ("the boy broke the window", "the boy did not break the window"),
    ("the ship had radar", "the ship did not have radar"),
    ("the tank was overfilled", "the tank was not overfilled"),
    ("the driver ignored the red signal", "the driver heeded the red signal"),
    ("the crew noticed the leak", "the crew overlooked the leak"),
    ("hydrogen exploded", "hydrogen did not explode"),
    ("the tsunami", "there was no tsunami"),
    ("a strong earthquake", "a weak earthquake"),
    ("faulty wiring", "sound wiring"),
    ("drunk driving", "sober driving"),
    ("heavy rain", "light rain"),
    ("the test was approved", "the test was rejected"),
    ("the company has lost customers", "the company has kept customers"),
    ("inflation has risen", "inflation has fallen"),
    ("rates were cut by 2 percent", "rates were raised by 2 percent"),
    ("interest rates have been cut", "interest rates have been raised"),
    ("the bridge's collapse", "the bridge remained standing"),
    ("The dam collapsed", "The dam remained standing"),
    ("the ship sank in the harbour", "the ship stayed afloat in the harbour"),
    ("the driver fell asleep", "the driver stayed awake"),
    ("Operating the reactor at low power", "Not operating the reactor at low power"),
    ("the plant was closed", "the plant was open"),
    ("high temperatures", "low temperatures"),
    ("costs soared because supply fell", "costs plummeted because supply fell"),
    ("Iceland's glaciers are shrinking", "Iceland's glaciers are growing"),
    ("the alarm is broken", "the alarm is intact"),
    ("higher interest rates", "lower interest rates"),
    ("rising sea temperatures", "falling sea temperatures"),
    ("the pressure rose", "the pressure fell"),
    ("an increase in accidents was recorded", "a decrease in accidents was recorded"),
    ("prices went up", "prices went down"),
    ("more frequent storms", "less frequent storms"),
    ("growing demand for timber", "shrinking demand for timber"),
    ("the fire increased the pressure", "the fire decreased the pressure"),
    ("the company raised prices", "the company lowered prices"),
    ("raising interest rates", "lowering interest rates"),
    ("increased rainfall", "decreased rainfall"),
    ("price increases of 5%", "price decreases of 5%"),
    ("sales doubled", "sales halved"),
    ("there was increased demand", "there was decreased demand"),
    ("water levels began to rise", "water levels began to fall"),
    ("the storm surge grew", "the storm surge shrank"),
    ("prices have been rising", "prices have been falling"),
    ("demand was higher", "demand was lower"),
    ("storms became more frequent", "storms became less frequent"),
    ("a boom in house prices", "a slump in house prices"),
    ("the tax increases prices", "the tax decreases prices"),
    ("In 2008, prices rose", "In 2008, prices fell"),
    ("as supply shrank, prices rose", "as supply shrank, prices fell"),
    ("excess heat", "insufficient heat"),
    ("the company saw a rise in sales", "the company saw a fall in sales"),
    ("gas supply fell sharply", "gas supply rose sharply"),
    ("a sharp reduction in catches", "a sharp increase in catches"),
    ("the fall in cod stocks", "the rise in cod stocks"),
    ("fewer inspections were carried out", "more inspections were carried out"),
    ("less rain", "more rain"),
    ("falling tax revenue", "rising tax revenue"),
    ("a shortage of chips", "a surplus of chips"),
    ("cod stocks declined", "cod stocks rose"),
    ("the bank cut interest rates", "the bank raised interest rates"),
    ("reduced visibility", "increased visibility"),
    ("visibility dropped to 50 metres", "visibility climbed to 50 metres"),
    ("slower growth", "faster growth"),
    ("demand falls", "demand rises"),
    ("the number of flights was reduced", "the number of flights was increased"),
    ("too few lifeboats", "enough lifeboats"),
    ("the river's flow dwindled", "the river's flow grew"),
    ("a drop in cabin pressure occurred", "a rise in cabin pressure occurred"),
    ("the ice is thinning rapidly", "the ice is thickening rapidly"),
    ("weaker demand from China", "stronger demand from China"),
    ("the lack of inspection", "adequate inspection"),
    ("the alarm failed to sound", "the alarm sounded"),
    ("no warning was given", "a warning was given"),
    ("prices did not rise", "prices rose"),
    ("the crew didn't notice the leak", "the crew noticed the leak"),
    ("failure to inspect the bolts", "inspecting the bolts"),
    ("the failure of the crew to close the valve", "the crew closed the valve"),
    ("the absence of a guard rail", "the presence of a guard rail"),
    ("the guard rail was missing", "the guard rail was in place"),
    ("nobody checked the valve", "someone checked the valve"),
    ("there was no fire", "there was a fire"),
    ("the leak went undetected", "the leak was detected"),
    ("the valve prevented gas from escaping", "the valve allowed gas to escape"),
    ("without a permit", "with a permit"),
    ("not wearing a seat belt", "wearing a seat belt"),
    ("the pilots were unable to see the runway", "the pilots were able to see the runway"),
    ("the plant was without power", "the plant had power"),
    ("the captain gave no warning", "the captain gave a warning"),
    ("workers without helmets", "workers with helmets"),
    ("inability to breathe", "the ability to breathe"),
    ("the bolts were never tightened", "the bolts were tightened"),
    ("the ship had no radar", "the ship had radar"),
    ("the pump no longer worked", "the pump still worked"),
    ("the operators could not open the valve", "the operators could open the valve"),
    ("the bridge collapsed", "the bridge remained standing"),
    ("the valve failed", "the valve worked"),
    ("the crew that reduced speed collided with the barge", "the crew that reduced speed did not collide with the barge"),
    ("the tree fell on the power line", "the tree did not fall on the power line"),
    ("a worker fell from the scaffold", "a worker did not fall from the scaffold"),
    ("a power cut", "there was no power cut"),
    ("the alarm did not fail to sound", "the alarm failed to sound"),
    ("failure of the O-ring", "the O-ring worked"),
    ("the crew cut the cable", "the crew did not cut the cable"),
    ("the government fell", "the government did not fall"),
    ("the fall of the Berlin Wall", "there was no fall of the Berlin Wall"),
    ("the dam that had been weakened by rising water collapsed", "the dam that had been weakened by rising water remained standing"),
    ("increased rainfall washed away the bridge", "increased rainfall did not wash away the bridge"),
    ("the pilot lost control", "the pilot kept control"),
    ("the pump stopped", "the pump continued"),
    ("the plant lost power", "the plant kept power"),
    ("fire", "there was no fire"),
    ("the engine caught fire", "the engine did not catch fire"),
    ("the earthquake", "there was no earthquake"),
    ("smoking", "there was no smoking"),
    ("poor maintenance", "good maintenance"),
    ("the captain raised concerns about speed", "the captain did not raise concerns about speed"),
    ("the crash of flight 447", "there was no crash of flight 447"),
    ("ice formed on the wings", "ice did not form on the wings"),
    ("the ship sank", "the ship stayed afloat"),
    ("Germany invaded Poland", "Germany did not invade Poland"),
    ("the collapse of the bridge", "the bridge remained standing"),
    ("soaring energy prices", "plummeting energy prices"),
    ("a surge in demand for semiconductors", "a slump in demand for semiconductors"),
    ("the death toll climbed to 300", "the death toll dropped to 300"),
    ("blood pressure rises", "blood pressure falls"),
    ("heightened tensions between the two countries", "reduced tensions between the two countries"),
    ("a 20 percent increase in tuition fees", "a 20 percent decrease in tuition fees"),
    ("unemployment jumped to 9.8%", "unemployment dropped to 9.8%"),
    ("more people moved to the city", "fewer people moved to the city"),
    ("the widening gap between rich and poor", "the narrowing gap between rich and poor"),
    ("an expansion of the money supply", "a contraction of the money supply"),
    ("the spread of the disease accelerated", "the spread of the disease slowed"),
    ("cholesterol levels were elevated", "cholesterol levels were reduced"),
    ("the central bank raised its key rate", "the central bank lowered its key rate"),
    ("declining birth rates", "rising birth rates"),
    ("the population of sparrows halved", "the population of sparrows doubled"),
    ("a fall in the water table", "a rise in the water table"),
    ("crop yields dropped by a third", "crop yields climbed by a third"),
    ("less frequent maintenance", "more frequent maintenance"),
    ("deforestation reduced rainfall in the region", "deforestation increased rainfall in the region"),
    ("oil output fell to its lowest level since 1990", "oil output rose to its highest level since 1990"),
    ("the weakening of the dollar", "the strengthening of the dollar"),
    ("lower immunity", "higher immunity"),
    ("a steep decline in the number of salmon", "a steep rise in the number of salmon"),
    ("visibility was reduced by smoke", "visibility was increased by smoke"),
    ("consumer confidence weakened", "consumer confidence strengthened"),
    ("the flow of water slowed", "the flow of water accelerated"),
    ("budget cuts", "budget increases"),
    ("scarcity of clean water", "abundance of clean water"),
    ("the airline reduced the number of flights", "the airline increased the number of flights"),
    ("shortened working hours", "lengthened working hours"),
    ("a lack of training", "adequate training"),
    ("no lifeguard was on duty", "a lifeguard was on duty"),
    ("the brakes failed to engage", "the brakes engaged"),
    ("the company did not disclose the risk", "the company disclosed the risk"),
    ("the sensor had not been calibrated", "the sensor had been calibrated"),
    ("there were no survivors", "there were survivors"),
    ("the nurse never checked the chart", "the nurse checked the chart"),
    ("absence of evidence", "presence of evidence"),
    ("engineers were not consulted", "engineers were consulted"),
    ("failure to follow procedures", "following procedures"),
    ("the driver was not wearing a seat belt", "the driver was wearing a seat belt"),
    ("the files were missing", "the files were in place"),
    ("the firm refused to recall the car", "the firm recalled the car"),
    ("inflation did not fall", "inflation fell"),
    ("without adequate supervision", "with adequate supervision"),
    ("rain prevented the team from landing", "rain allowed the team to land"),
    ("the captain neglected to post a lookout", "the captain posted a lookout"),
    ("none of the alarms worked", "all of the alarms worked"),
    ("the law was never enforced", "the law was enforced"),
    ("the town had no hospital", "the town had a hospital"),
    ("the levee broke", "the levee remained intact"),
    ("a software error", "there was no software error"),
    ("the bank collapsed", "the bank did not collapse"),
    ("a wildfire spread to the town", "a wildfire did not spread to the town"),
    ("the minister resigned", "the minister stayed in office"),
    ("a bird strike", "there was no bird strike"),
    ("corrosion of the pipeline", "there was no corrosion of the pipeline"),
    ("the ship ran aground on a reef", "the ship did not run aground on a reef"),
    ("the company announced plans to cut jobs", "the company did not announce plans to cut jobs"),
    ("war broke out between the two countries", "war did not break out between the two countries"),
    ("the shutdown of the reactor", "the reactor kept running"),
    ("the plane crashed into a hill", "the plane did not crash into a hill"),
    ("panic buying", "there was no panic buying"),
    ("the boat capsized in heavy seas", "the boat stayed upright in heavy seas"),
    ("a strike by dock workers", "there was no strike by dock workers"),
    ("failure of the cooling system", "the cooling system worked"),
    ("the man dropped the bottle", "the man did not drop the bottle"),
    ("the virus mutated", "the virus did not mutate"),
    ("the water main burst", "the water main remained intact"),
    ("a drunk driver hit the barrier", "a drunk driver did not hit the barrier"),
]


@pytest.mark.parametrize(("text", "opposite"), OPPOSITES)
def test_the_opposite_is_worded_as_a_reader_would(text: str, opposite: str) -> None:
    assert WRITER.opposite(text, polarity_of(text))[0] == opposite


@pytest.mark.parametrize("polarity", list(Polarity))
@pytest.mark.parametrize("text", ["", "the", "x", "prices", "the pump failed", "no", "not", "42", "…", "rising", "為什麼", "a " * 400])
def test_any_text_has_an_opposite_that_differs_from_it(text: str, polarity: Polarity) -> None:
    written, opposite = WRITER.opposite(text, polarity)
    assert opposite is polarity.opposite
    assert written.casefold() != text.strip().casefold()


@pytest.mark.parametrize(
    "text", ["prices rose", "a fall in demand", "the alarm failed to sound", "higher wages", "more storms", "no rain fell"]
)
def test_the_opposite_has_the_opposite_polarity_when_read_again(text: str) -> None:
    written, opposite = WRITER.opposite(text, polarity_of(text))
    assert polarity_of(written) is opposite


@pytest.mark.parametrize(
    "text", ["prices rose", "rising costs", "the valve was open", "the door was opened", "a surge in demand", "the rate is higher"]
)
def test_the_opposite_of_the_opposite_is_the_event_again_where_antonyms_are_even(text: str) -> None:
    written, opposite = WRITER.opposite(text, polarity_of(text))
    assert WRITER.opposite(written, opposite)[0] in (text, text.replace("opened", "open"), "a rise in demand")


def test_the_polarity_given_wins_over_the_one_that_is_read() -> None:
    assert WRITER.opposite("the pump failed", Polarity.ABSENCE) == ("the pump worked", Polarity.OCCURRENCE)


def test_capitals_at_the_start_and_names_are_kept() -> None:
    assert WRITER.opposite("The Titanic sank", Polarity.OCCURRENCE)[0] == "The Titanic stayed afloat"
    assert WRITER.opposite("NASA ignored the warning", Polarity.OCCURRENCE)[0] == "NASA heeded the warning"


def test_a_noun_that_ends_like_an_adverb_is_still_the_subject() -> None:
    assert WRITER.opposite("the water supply failed", Polarity.OCCURRENCE)[0] == "the water supply worked"


def test_white_space_is_squeezed() -> None:
    assert WRITER.opposite("  the  pump\nfailed ", Polarity.OCCURRENCE)[0] == "the pump worked"


def test_what_cannot_stand_is_not_said_to_remain_standing() -> None:
    assert WRITER.opposite("the talks collapsed", Polarity.OCCURRENCE)[0] == "the talks did not collapse"


@pytest.mark.parametrize(
    ("phrase", "articled"), [("fire", "a fire"), ("open valve", "an open valve"), ("oxygen", "oxygen"), ("bolts", "bolts")]
)
def test_a_countable_singular_gets_its_article(phrase: str, articled: str) -> None:
    assert with_article(phrase) == articled


def test_a_wording_without_negation_cannot_be_affirmed() -> None:
    assert affirm("the pump failed") is None


def test_every_line_of_the_antonyms_is_well_formed() -> None:
    parts = {"verb", "intransitive", "noun", "adjective", "verb of change", "noun of change", "adjective of change"}
    lines = rows("antonyms")
    assert len(lines) > 250
    assert all(line[0] in parts and len(line) in (3, 4, 5) and line[1] != line[2] and line[3:4] in ((), ("one",)) for line in lines)
