"""Sentences that give different values for one act of one thing, and those that only seem to."""

import pytest

from cckg.answering import differing_values

RECALL = "How much did the recall cost the brewery?"
CLOSED = "When was the surgical ward closed?"


def values(question: str, *texts: str, titles: tuple[str, ...] | None = None) -> list[str]:
    return [told.text for told in differing_values(question, texts, titles=titles or ("Report",) * len(texts))]


@pytest.mark.parametrize(
    ("question", "texts", "told"),
    [
        (
            RECALL,
            ("The recall cost the brewery 3.4 million kroner.", "The recall cost the brewery 2.9 million kroner, according to Orl."),
            ["3.4 million kroner", "2.9 million kroner"],
        ),
        (
            CLOSED,
            ("The surgical ward was closed in 2023.", "The debt forced the clinic to close its surgical ward in 2022."),
            ["2023", "2022"],
        ),
        ("When was Ada Rohn born?", ("Ada Rohn was born in 1901.", "Ada Rohn was born on 3 May 1903."), ["1901", "3 May 1903"]),
        ("How many people did the fire kill?", ("The fire killed 14 people.", "The fire killed 17 people."), ["14 people", "17 people"]),
        ("How tall is the mast?", ("The mast is 90 metres tall.", "The mast is 84 metres tall."), ["90 metres", "84 metres"]),
        ("In what year did the museum open?", ("The museum opened in 1998.", "The museum opened in May 1999."), ["1998", "May 1999"]),
    ],
)
def test_different_values_for_the_same_are_told(question: str, texts: tuple[str, ...], told: list[str]) -> None:
    assert values(question, *texts) == told


@pytest.mark.parametrize(
    ("question", "one", "other", "why"),
    [
        ("When was Ada Rohn born?", "Ada Rohn was born in 1901.", "Ada Rohn was born on 3 May 1901.", "a day of that year"),
        ("How much did the dam cost?", "The dam cost 3 million euros.", "The dam cost 3.4 million euros.", "rounded"),
        ("How long is the mole?", "The mole is 1,200 metres long.", "The mole is 1.2 kilometres long.", "the same length"),
        ("How much did the dam cost?", "The dam cost 3.1 million euros.", "The dam cost 3.4 million dollars.", "another currency"),
        ("When was the mill built?", "The north mill was built in 1962.", "The south mill was built in 1964.", "two mills"),
        ("When was Ada Rohn born?", "Ada Rohn was born in 1901.", "The daughter of Ada Rohn was born in 1930.", "another person"),
        ("When did the volcano erupt?", "The volcano erupted in 1902.", "The volcano erupted in 1929.", "an act that recurs"),
        ("When did the harbour close?", "The harbour closed in 1990.", "The harbour reopened and closed in 2003.", "closed again"),
        (
            "How many people did the mine employ?",
            "The mine employed 300 people in 1990.",
            "The mine employed 120 people in 2010.",
            "in other years",
        ),
        ("When was the ward closed?", "The ward was closed in 2023.", "The ward was not closed in 2022.", "denied"),
        ("When was the ward closed?", "The ward was closed in 2023.", "The ward was to be closed in 2022, as planned.", "planned"),
        ("Who closed the ward?", "The ward was closed in 2023.", "The ward was closed in 2022.", "not what is asked"),
    ],
)
def test_what_may_be_the_same_or_of_another_thing_is_no_disagreement(question: str, one: str, other: str, why: str) -> None:
    assert values(question, one, other) == [], why


def test_a_thing_without_a_name_is_the_same_only_in_documents_on_one_named_thing() -> None:
    told = (
        "At the Orlo Brewery glass was found. The recall cost the brewery 3.4 million kroner.",
        "The recall cost the brewery 2.9 million kroner.",
    )
    assert values(RECALL, *told, titles=("Recall at Orlo", "Orlo Brewery, an inspection")) == ["3.4 million kroner", "2.9 million kroner"]
    assert values(RECALL, *told, titles=("Recall at Orlo", "Recall at Vell")) == []


def test_without_passages_there_is_no_disagreement() -> None:
    assert values(RECALL) == []
