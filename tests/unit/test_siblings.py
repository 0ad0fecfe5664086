"""Which sentences tell of a sibling what a question asks of a thing."""

import pytest

from cckg.answering import find_short_answers, sibling_told_of
from cckg.core.claims import Span
from tests.fakes import HashingEmbedder

OF_A_SIBLING = [
    ("When was the Astrid Marie scrapped?", "The Karen Marie was scrapped in 2015."),
    (
        "When was line 7 extended to the airport?",
        "Line 9 was extended to the airport in 1972, after which the number of passengers doubled.",
    ),
    ("When was filling line 2 installed?", "Filling line 3 was installed in 2004 and is 48 metres long."),
    ("When was filling line 2 installed?", "Filling line 1, installed in 1991, is 61 metres long."),
    ("When was the Iron Bridge demolished?", "The Stone Bridge was demolished in 1961."),
    ("When was bus 14 extended to the hospital?", "Bus 12 was extended to the hospital in 1983."),
    ("When was Emil Rohn born?", "The painter Ada Rohn was born in Velm in 1901."),
    ("When was the old harbour closed?", "The new harbour was closed in 2003 after a landslide."),
    ("When did the factory in Velm burn down?", "Emil's factory in Sorn burned down in 1944."),
    ("When was the director of the south mill dismissed?", "The director of the north mill, Ulf Brand, was dismissed in 1961."),
    ("When did the new theatre burn down?", "The old theatre, the Odeon, was opened in 1921 and burned down in 1988."),
    ("When was the Astrid Marie built?", "Her sister ship, the Karen Marie, was built in 1990 at the same yard and was 79 metres long."),
    ("When was reactor 3 restarted?", "Engineers restarted reactor 4 in May 2012."),
    ("Who designed the Iron Bridge?", "Ann Lee designed the Stone Bridge in 1774."),
    ("When did the mayor of Halden resign?", "The mayor of Moss resigned in 1999."),
    ("When did Flight 17 land?", "Flight 19 landed at noon on 3 May 1990."),
    ("When did the red tram derail?", "The blue tram derailed in 1980."),
    ("How tall is the west tower?", "The east tower is 90 metres tall."),
    ("When was Lake Orta drained?", "Lake Brenn was drained in 1870."),
    ("When did King George VI die?", "King George V died in 1936."),
    ("When did Apollo 11 launch?", "Apollo 13 launched on 11 April 1970."),
    ("When was the Halden hospital opened?", "The Moss hospital was opened in 1970."),
    ("What was the length of the Iron Bridge?", "The Stone Bridge is 95 metres long."),
    ("When was the second kiln fired?", "The first kiln was fired in 1920, and it cooled for a week."),
    ("Who was the captain of the Karen Marie?", "Jonas Tveit was the captain of the Astrid Marie."),
    ("When did vitamin C become known?", "Vitamin D became known in 1922."),
    ("When was the upper lock repaired?", "In 1950 the lower lock was repaired."),
    ("When was Maria Lund elected?", "Voters elected Peter Lund in 1990."),
    ("How many beds does Lund Hospital have?", "Halden Hospital has 120 beds."),
    ("When did the Lund strike end?", "The Halden strike ended in 1980."),
    ("When was gate B opened?", "Gates C and D were opened in 1999."),
]
OF_THE_THING = [
    ("In what city was Jiri Novak born?", "Jiří Novák was born in Orl in 1901."),
    ("Where was Bartholomeus Vink born?", "Bartholomaeus Vink was born in Orl."),
    ("When was the Karen Marie scrapped?", "The ship was scrapped in 2015."),
    ("When was the Karen Marie scrapped?", "She was scrapped in 2015."),
    ("When was the Silver Bridge replaced?", "It was replaced by the Golden Bridge in 1969."),
    ("When was the Silver Bridge replaced?", "It was replaced by the Silver Memorial Bridge in 1969."),
    ("When was the Halvorsen Brewery founded?", "Anders Halvorsen founded it in 1887."),
    ("When did Ada Rohn die?", "Rohn died in 1977."),
    ("When did John F. Kennedy die?", "President Kennedy died in 1963."),
    ("When was the Iron Bridge opened?", "Mayor Bridge opened the Iron Bridge in 1890."),
    ("Who is the brother of Ada Rohn?", "Her brother Emil Rohn was a chemist."),
    ("Who married Ada Rohn?", "Emil Rohn married her in 1920."),
    ("Where was the brother of Ada Rohn born?", "Emil Rohn was born in Sorn."),
    ("When did line 9 open?", "Lines 7 and 9 opened in 1970."),
    ("When was the old harbour closed?", "After the new harbour opened, the old harbour was closed in 1971."),
    ("When did the factory in Norway burn down?", "The factory in Bergen burned down in 1944."),
    ("When was the harbour closed?", "The new harbour was closed in 2003."),
    ("When did bus 14 crash?", "The driver of the bus died in the crash of 7 May 1983."),
    ("When did the old stadium close?", "The stadium closed in 2001."),
    ("How did Lena Holt travel?", "Holt travelled by train in 1990."),
    ("When was the University of Oslo founded?", "Oslo University was founded in 1811."),
    ("When was the south mill sold?", "Its owner, Ulf Brand, sold it in 1950."),
    ("When did the Iron Bridge collapse?", "The Stone Bridge and the Iron Bridge collapsed in 1950."),
    ("Who succeeded Peter Hale?", "Martin Hale succeeded him in 1999."),
    ("When did reactor 4 explode?", "Reactor No. 4 exploded on 26 April 1986."),
    ("When was King George VI crowned?", "The king was crowned in 1937."),
]


@pytest.mark.parametrize(("question", "sentence"), OF_A_SIBLING)
def test_what_is_told_of_a_sibling_is_seen(question: str, sentence: str) -> None:
    assert sibling_told_of(question, sentence) is not None


@pytest.mark.parametrize(("question", "sentence"), OF_THE_THING)
def test_what_may_be_told_of_the_thing_itself_is_left(question: str, sentence: str) -> None:
    assert sibling_told_of(question, sentence) is None


def test_a_pronoun_is_about_what_the_sentence_before_it_is_about() -> None:
    question, told = "When was the new theatre sold?", "It was sold in 1990."
    assert sibling_told_of(question, told, before=["The old theatre burned down in 1988."]) is not None
    assert sibling_told_of(question, told, before=["The old theatre burned down.", "The new theatre was dear."]) is None


def test_a_sentence_that_opens_with_her_sister_ship_and_names_the_thing_is_about_it() -> None:
    told, before = "Her sister ship, the Karen Marie, was built in 1990.", ["The Astrid Marie was built in 1988."]
    assert sibling_told_of("When was the Karen Marie built?", told, before=before) is None


def test_a_sibling_is_told_up_to_the_noun_that_is_shared() -> None:
    found = sibling_told_of("When did the new theatre burn down?", "The old theatre burned down in 1988.")
    assert found is not None
    assert (found.asked, found.told) == ("new theatre", "old theatre")


def test_the_sibling_itself_may_be_the_answer() -> None:
    told = "Emil Rohn married Greta Holt in 1920."
    assert sibling_told_of("Who married Ada Rohn?", told, answer=Span("Emil Rohn", 0, 9)) is None
    assert sibling_told_of("Who married Ada Rohn?", told, answer=Span("Greta Holt", 18, 28)) is not None


def _told(question: str, text: str, *, title: str = "") -> list[str]:
    return [found.text for found in find_short_answers(question, [text], embedder=HashingEmbedder(), titles=[title])]


def test_the_date_of_a_sibling_is_no_short_answer() -> None:
    text = "Line 9 was extended to the airport in 1972. Line 7 runs to the harbour."
    assert _told("When was line 7 extended to the airport?", text) == []
    assert "1972" in _told("When was line 9 extended to the airport?", text)


def test_a_heading_is_no_short_answer_but_what_the_sentence_calls_so() -> None:
    title = "Orle Dairy: the spring recall"
    text = f"# {title}\n\nThe dairy is in Orle. As a result of the recall, the supermarket chain Nordby stopped selling Fonna."
    assert _told("Which supermarket stopped selling Fonna?", text, title=title)[0] == "Nordby"
    assert title not in _told("Which supermarket stopped selling Fonna?", text, title=title)


def test_it_is_the_thing_that_the_sentence_before_calls_by_the_noun_asked_for() -> None:
    text = "The rinks of Velm\n\nThe old rink, the Ice Garden, was opened in 1954. It was demolished in 2013."
    assert _told("Which rink was demolished?", text, title="The rinks of Velm")[0] == "Ice Garden"


def test_the_owner_in_a_possessive_does_not_do_what_is_asked() -> None:
    assert "Elena Popa" not in _told("Who designed the arena?", "The arena was designed by Elena Popa's nephew, Mihai Popa.")[:1]
