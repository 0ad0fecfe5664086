"""Comparisons that sentences about either side decide, and those that none does."""

import pytest

from cckg.answering import decide_comparison
from cckg.questions import compares

OPENED = "Which opened first, the Alder Bridge or the Birch Bridge?"


def decided(question: str, left: str, right: str, *, titles: tuple[str, str] = ("Alder Bridge", "Birch Bridge")) -> str | None:
    found = decide_comparison(question, [left, right], titles=titles)
    return found.answer if found else None


@pytest.mark.parametrize(
    ("question", "is_one"),
    [
        (OPENED, True),
        ("Is the Alder Bridge older than the Birch Bridge?", True),
        ("Are Ana Bell and Ben Cole both painters?", True),
        ("Do Ana Bell and Ben Cole have the same nationality?", True),
        ("Are Ana Bell and Ben Cole connected?", False),
        ("Is there a link between Ana Bell and Ben Cole?", False),
        ("How old is the Alder Bridge?", False),
        ("", False),
    ],
)
def test_a_comparison_is_told_from_other_questions(question: str, *, is_one: bool) -> None:
    assert compares(question) is is_one


@pytest.mark.parametrize(
    ("question", "left", "right", "answer"),
    [
        (OPENED, "The Alder Bridge opened in 1911.", "The Birch Bridge was inaugurated on 3 May 1934.", "The Alder Bridge"),
        (OPENED, "The Alder Bridge opened in May 1911.", "In March 1911, the Birch Bridge was opened.", "The Birch Bridge"),
        (OPENED, "Opened in 1950, the Alder Bridge is long.", "The Birch Bridge opened in 1934.", "The Birch Bridge"),
        ("Was the Alder Bridge built before the Birch Bridge?", "The bridge was built in 1911.", "It was built in 1905.", "No"),
        ("Did the Alder Bridge open after the Birch Bridge?", "It opened in 1911.", "It opened in 1905.", "Yes"),
        ("Is the Alder Bridge older than the Birch Bridge?", "It was built in 1911.", "It was built in 1920.", "Yes"),
        ("Is the Alder Bridge longer than the Birch Bridge?", "It is 2 kilometres long.", "It has a length of 900 metres.", "Yes"),
        ("Which is shorter, the Alder Bridge or the Birch Bridge?", "It is 200 metres long.", "It is 90 metres long.", "The Birch Bridge"),
        (
            "Which has more arches, the Alder Bridge or the Birch Bridge?",
            "It has nine arches.",
            "It has 14 stone arches.",
            "The Birch Bridge",
        ),
        ("Are the Alder Bridge and the Birch Bridge in the same country?", "It lies in Belgium.", "It is a bridge in France.", "No"),
        ("Did the Alder Bridge and the Birch Bridge open in the same year?", "It opened in May 1911.", "It opened in 1911.", "Yes"),
        ("Are the Alder Bridge and the Birch Bridge both rail bridges?", "It is a rail bridge.", "It was a long rail bridge.", "Yes"),
    ],
)
def test_sentences_of_both_sides_decide(question: str, left: str, right: str, answer: str) -> None:
    assert decided(question, left, right) == answer


@pytest.mark.parametrize(
    ("left", "why"),
    [
        ("The Alder Bridge is red.", "it does not say when"),
        ("The Alder Bridge did not open in 1911.", "it is denied"),
        ("The Alder Bridge was planned to open in 1911.", "it is planned"),
        ("The Alder Bridge may have opened in 1911.", "it is hedged"),
        ("The Alder Bridge was painted in 1911.", "another act"),
        ("The mill near the Alder Bridge opened in 1911.", "another subject"),
        ("In 1911 the mill opened.", "another subject in its document"),
        ("The Alder Bridge opened before 1911.", "only a bound"),
        ("The Alder Bridge opened in 1911. It opened in 1920.", "two values"),
        ("The Alder Bridge opened in 1934.", "the same value"),
        ("", "an empty passage"),
    ],
)
def test_where_one_side_is_not_plain_nothing_is_decided(left: str, why: str) -> None:
    assert decided(OPENED, left, "The Birch Bridge opened in 1934.") is None, why


def test_the_sentences_are_of_the_sides_in_the_order_of_the_question() -> None:
    found = decide_comparison(OPENED, ["It opened in 1934.", "It opened in 1911."], titles=["Birch Bridge", "Alder Bridge"])
    assert found is not None
    assert [(passage, span.text) for passage, span in found.sentences] == [(1, "It opened in 1911."), (0, "It opened in 1934.")]


def test_a_person_is_older_who_was_born_earlier() -> None:
    question = "Who is older, Ana Bell or Ben Cole?"
    left, right = "Ana Bell (1890–1961) was a painter.", "Ben Cole was born in 1902."
    assert decided(question, left, right, titles=("Ana Bell", "Ben Cole")) == "Ana Bell"


def test_as_many_titles_as_texts_are_needed() -> None:
    with pytest.raises(ValueError, match="argument"):
        decide_comparison(OPENED, ["one"], titles=[])


@pytest.mark.parametrize(
    "left",
    [
        "The Alder Bridge replaced a ferry that opened in 1890.",
        "The Alder Bridge opened a new wing in 1905.",
        "In 1905 the Alder Bridge opened a new wing.",
        "The Alder Bridge stands in a town that was opened in 1890.",
        "The Alder Bridge stands beside a mill opened in 1890.",
        "The Alder Bridge and the mill burned, and the park opened in 1890.",
        "The Alder Bridge was crossed by a man who opened a shop in 1890.",
        "The Alder Bridge was opened by a man born in 1890.",
    ],
)
def test_a_verb_of_another_subject_or_with_an_object_says_no_time(left: str) -> None:
    assert decided(OPENED, left, "The Birch Bridge opened in 1934.") is None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Ana Bell married a man who was born in 1880.", "Ben Cole was born in 1902."),
        ("Ana Bell married Tom Orr. He was born in 1880.", "Ben Cole was born in 1902."),
        ("Ana Bell was a painter whose father was born in 1880.", "Ben Cole was born in 1902."),
        ("Ana Bell (active 1880–1920) was a painter.", "Ben Cole was born in 1902."),
        ("Ana Bell was born between 1880 and 1890.", "Ben Cole was born in 1902."),
    ],
)
def test_a_birth_of_another_or_an_unsure_one_makes_no_one_older(left: str, right: str) -> None:
    assert decided("Who was born first, Ana Bell or Ben Cole?", left, right, titles=("Ana Bell", "Ben Cole")) is None


@pytest.mark.parametrize(
    ("left", "right", "answer"),
    [
        ("The Alder Bridge was opened by Queen Ida in 1911.", "The Birch Bridge opened in 1934.", "The Alder Bridge"),
        ("The Alder Bridge was opened to the public in 1911.", "The Birch Bridge opened in 1934.", "The Alder Bridge"),
        ("The Alder Bridge is a road bridge that opened in 1911.", "The Birch Bridge opened in 1934.", "The Alder Bridge"),
        ("The Alder Bridge, the work of Nora Vick, opened in 1911.", "The Birch Bridge opened in 1934.", "The Alder Bridge"),
        ("The Alder Bridge was designed by Nora Vick and opened in 1911.", "The Birch Bridge opened in 1934.", "The Alder Bridge"),
        ("The Alder Bridge (opened 1911) is red.", "The Birch Bridge opened in Lund, Sweden, on 3 May 1910.", "The Birch Bridge"),
        ("The Alder Bridge opened on May 3, 1911, and closed in 1950.", "The Birch Bridge opened in early 1934.", "The Alder Bridge"),
    ],
)
def test_a_date_that_its_own_verb_has_decides(left: str, right: str, answer: str) -> None:
    assert decided(OPENED, left, right) == answer


def test_a_town_in_the_question_has_to_be_said_of_both() -> None:
    question, titles = "Who arrived in Paris first, Ana Bell or Ben Cole?", ("Ana Bell", "Ben Cole")
    right = "Ben Cole arrived in Paris in 1902."
    assert decided(question, "Ana Bell arrived in Rome in 1890.", right, titles=titles) is None
    assert decided(question, "Ana Bell arrived in Paris in 1890.", right, titles=titles) == "Ana Bell"


@pytest.mark.parametrize(
    "left",
    [
        "The Alder Bridge opened with 1500 seats.",
        "The Alder Bridge opened in 1200 houses.",
        "The Alder Bridge opened in 1200 BC.",
        "In 1200 houses the Alder Bridge opened.",
        "The Alder Bridge opened in 1890 or 1891.",
        "The Alder Bridge opened in 1890–91.",
        "The Alder Bridge opened in 1890 and again in 1950.",
        "The Alder Bridge opened in 1890 and was opened again in 1950.",
    ],
)
def test_a_number_that_is_no_one_year_is_no_time(left: str) -> None:
    assert decided(OPENED, left, "The Birch Bridge opened in 1934.") is None


LONGER = "Is the Alder Bridge longer than the Birch Bridge?"
HEAVIER = "Which is heavier, the Alder Bridge or the Birch Bridge?"
LARGER = "Which is larger, the Alder Bridge or the Birch Bridge?"
ARCHES = "Which has more arches, the Alder Bridge or the Birch Bridge?"


@pytest.mark.parametrize(
    ("question", "left", "right", "answer"),
    [
        (LONGER, "It is 50 cm long.", "It is 2 metres long.", "No"),
        (LONGER, "It is 100 yards long.", "It is 95 metres long.", "No"),
        (LONGER, "It is 3 blocks long.", "It is 2 metres long.", None),
        (LONGER, "It is 3 blocks long.", "It is 2 blocks long.", "Yes"),
        (LONGER, "It is about 92 metres long.", "It is 90 metres long.", None),
        (LONGER, "It is about 200 metres long.", "It is 90 metres long.", "Yes"),
        (LONGER, "It is less than 90 metres long.", "It is 80 metres long.", None),
        (LONGER, "It is between 10 and 90 metres long.", "It is 80 metres long.", None),
        (LONGER, "It has a length of 10 to 90 metres.", "It is 5 metres long.", None),
        (LONGER, "It has a tower 90 metres long.", "It is 80 metres long.", None),
        (LONGER, "It spans a river with a length of 900 metres.", "It is 80 metres long.", None),
        (LONGER, "It was 90 metres long until 1950.", "It is 80 metres long.", None),
        (LONGER, "It is 2,5 kilometres long.", "It is 3 kilometres long.", None),
        (LONGER, "It is 20 feet 2 inches long.", "It is 1 metre long.", None),
        (HEAVIER, "It weighs 5 tonnes.", "It weighs 900 kilograms.", "The Alder Bridge"),
        (HEAVIER, "It weighs 5 tons.", "It weighs 900 kilograms.", None),
        (LARGER, "It has an area of 50 square kilometres.", "It has a population of 3000.", None),
        (LARGER, "It has an area of 500 hectares.", "It covers 20 square kilometres.", "The Birch Bridge"),
        (LARGER, "It has a population of 2,500.", "It has a population of 3000.", "The Birch Bridge"),
    ],
)
def test_numbers_compare_only_where_they_measure_the_same_of_the_things_themselves(
    question: str, left: str, right: str, answer: str | None
) -> None:
    assert decided(question, left, right) == answer


@pytest.mark.parametrize(
    ("left", "answer"),
    [
        ("It has 1,200 arches.", "The Alder Bridge"),
        ("It is a rail bridge with 30 arches.", "The Alder Bridge"),
        ("It lost 30 arches in the flood.", None),
        ("It has 30 arch stones.", None),
        ("It had 30 arches until 1950.", None),
        ("It has fewer than 30 arches.", None),
        ("It has almost 30 arches.", None),
        ("It has 30 halls with arches.", None),
        ("It stands near a mill with 30 arches.", None),
        ("It will have 30 arches.", None),
    ],
)
def test_only_what_a_thing_has_is_counted(left: str, answer: str | None) -> None:
    assert decided(ARCHES, left, "It has nine arches.") == answer


@pytest.mark.parametrize(
    "left",
    [
        "The Alder Bridge Hotel opened in 1850.",
        "The new Alder Bridge opened in 1850.",
        "The Alder Bridge hotel opened in 1850.",
        "The city bought Alder Bridge and opened a park in 1850.",
        "The city owns Alder Bridge and opened in 1850.",
        "The Alder Bridge crosses the Orne. A ferry ran beside it. It opened in 1850.",
        "The Alder Bridge crosses the Orne. A toll bridge ran beside. The bridge opened in 1850.",
        "The Alder Bridge crosses the Orne.\n\nIt opened in 1850.",
    ],
)
def test_a_longer_name_an_object_or_a_far_pronoun_is_not_the_subject(left: str) -> None:
    assert decided(OPENED, left, "The Birch Bridge opened in 1934.") is None


@pytest.mark.parametrize(
    "what",
    [
        "was scheduled to open in 1890",
        "failed to open in 1890",
        "was due to open in 1890",
        "was almost opened in 1890",
        "was nearly opened in 1890",
        "was proposed in 1880 and opened in 1890, according to the novel",
        "is said to have opened in 1890",
        "opened in 1890 at the latest",
        "was intended to open in 1890",
        "was to be opened in 1890",
    ],
)
def test_what_was_only_to_be_or_nearly_was_decides_nothing(what: str) -> None:
    assert decided(OPENED, f"The Alder Bridge {what}.", "The Birch Bridge opened in 1934.") is None


COUNTRY = "Are the Alder Bridge and the Birch Bridge in the same country?"


@pytest.mark.parametrize(
    ("left", "right", "answer"),
    [
        ("It is the longest bridge outside of China.", "It lies in China.", None),
        ("It was modelled on one in Japan.", "It lies in Japan.", None),
        ("It is a copy of a bridge in France.", "It lies in Spain.", None),
        ("It lies on the border of France and Spain.", "It lies in Spain.", None),
        ("It lies in France and Spain.", "It lies in Italy.", None),
        ("It lies in the United States.", "It lies in the USA.", "Yes"),
        ("It lies in England.", "It lies in the United Kingdom.", None),
        ("It lies in England.", "It lies in Wales.", None),
        ("It lies in Paris, Georgia.", "It lies in the United States.", None),
        ("It lies in New Mexico.", "It lies in Mexico.", None),
        ("It lies in Mexico City.", "It lies in Norway.", None),
        ("It stands in Lund, Sweden.", "It is a rail bridge in northern France.", "No"),
        ("It is one of the oldest bridges in Sweden.", "It is located in the south of Sweden.", "Yes"),
        ("It was a bridge in the Soviet Union.", "It lies in Russia.", None),
    ],
)
def test_countries_are_the_same_or_exclude_each_other_or_decide_nothing(left: str, right: str, answer: str | None) -> None:
    assert decided(COUNTRY, left, right) == answer


@pytest.mark.parametrize(
    ("left", "right", "answer"),
    [
        ("Ana Bell was an English painter.", "Ben Cole was a British painter.", None),
        ("Ana Bell was an Argentine painter.", "Ben Cole was an Argentinian painter.", "Yes"),
        ("Ana Bell was a French teacher.", "Ben Cole was a Danish painter.", None),
        ("Ana Bell was a painter of French towns.", "Ben Cole was a Danish painter.", None),
        ("Ana Bell was a German-American painter.", "Ben Cole was a Danish painter.", None),
        ("Ana Bell was a Norwegian painter.", "Ben Cole was a Danish painter.", "No"),
    ],
)
def test_peoples_are_the_same_or_exclude_each_other_or_decide_nothing(left: str, right: str, answer: str | None) -> None:
    question = "Do Ana Bell and Ben Cole have the same nationality?"
    assert decided(question, left, right, titles=("Ana Bell", "Ben Cole")) == answer


@pytest.mark.parametrize(
    ("question", "left", "right", "answer"),
    [
        (OPENED, "It opened in 1890.", "It opened on 3 March 1890.", None),
        (OPENED, "It opened in March 1890.", "It opened on 3 March 1890.", None),
        (OPENED, "It opened in March 1890.", "It opened on 1 April 1890.", "The Alder Bridge"),
        (OPENED, "It opened in 1889.", "It opened on 3 March 1890.", "The Alder Bridge"),
        ("Is the Alder Bridge older than the Birch Bridge?", "It was built in 1890.", "It was built in May 1890.", None),
    ],
)
def test_a_date_that_lies_within_the_other_is_not_before_it(question: str, left: str, right: str, answer: str | None) -> None:
    assert decided(question, left, right) == answer


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("a museum", "Yes"),
        ("an old museum of art", "Yes"),
        ("a painter's museum", None),
        ("a museum shop", None),
        ("a former museum", None),
        ("a kind of museum", None),
    ],
)
def test_both_are_what_the_last_word_says(what: str, answer: str | None) -> None:
    titles = ("Altra", "Bor")
    assert decided("Are Altra and Bor both museums?", f"Altra is {what}.", "Bor is a museum.", titles=titles) == answer


def test_a_painters_widow_is_no_painter() -> None:
    left, right = "Ana Bell was a painter's widow.", "Ben Cole was a painter and sculptor."
    assert decided("Were Ana Bell and Ben Cole both painters?", left, right, titles=("Ana Bell", "Ben Cole")) is None


@pytest.mark.parametrize(
    "question",
    [
        "Which was not opened first, the Alder Bridge or the Birch Bridge?",
        "Did the Alder Bridge not open before the Birch Bridge?",
        "Didn't the Alder Bridge open before the Birch Bridge?",
        "Was the Alder Bridge never longer than the Birch Bridge?",
    ],
)
def test_a_question_with_a_not_is_no_comparison(question: str) -> None:
    assert not compares(question)
    assert decided(question, "It opened in 1911.", "It opened in 1934.") is None


def test_another_year_that_a_merged_sentence_gives_leaves_a_thing_without_one() -> None:
    left = "The Alder Bridge opened in 1911 at the Oakes Yard. Other reports say that it opened in 1905."
    assert decided(OPENED, left, "The Birch Bridge opened in 1934.") is None


def test_behind_a_sentence_about_a_part_of_a_thing_it_may_be_the_part() -> None:
    titles, right = ("Vega Works", "Bor Works"), "It opened in 1934."
    left = "Vega Works lies in Chile. The shop of Vega Works is red. It opened in 1911."
    assert decided("Which opened first, Vega Works or Bor Works?", left, right, titles=titles) is None
