"""Named things of a text, and the key under which all wordings of one are the same."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.core.graph import Entity
from cckg.language import entities_of, key_of, named_things, possible_names, title_keys
from cckg.language.names import LONGEST_KEY, MOST


def names(text: str) -> list[str]:
    return [named.span.text for named in named_things(text)]


# What is a name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He met Xawery Żuławski in Łódź.", ["Xawery Żuławski", "Łódź"]),
        ("It was the Gulf of Mexico, not the Bank of the West.", ["Gulf of Mexico", "Bank of the West"]),
        ("She knew Ludwig van Beethoven and Charles de Gaulle.", ["Ludwig van Beethoven", "Charles de Gaulle"]),
        ("The Department of Health and Human Services wrote.", ["Department of Health and Human Services"]),
        ("Trains ran between Texas and Ohio.", ["Texas", "Ohio"]),
        ("It hurt Johnson & Johnson of old.", ["Johnson & Johnson"]),
        ("He read J. R. R. Tolkien, then J.K. Rowling.", ["J. R. R. Tolkien", "J.K. Rowling"]),
        ("It flew for the U.S. Army then.", ["U.S. Army"]),
        ("They met Angela Merkel of the Green Union.", ["Angela Merkel", "Green Union"]),
        ("He was a duke, the Duke of York.", ["Duke of York"]),
        ("Later Elizabeth I reigned; World War II was far.", ["Elizabeth I", "World War II"]),
        ("It was shot by the\nSilver Bridge in fog.", ["Silver Bridge"]),
    ],
)
def test_a_name_goes_on_over_what_belongs_to_it_and_no_further(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Boeing 747 met Apollo 13 there.", ["Boeing 747", "Apollo 13"]),
        ("The 1996 Summer Olympics came; in 1996 Boeing grew.", ["1996 Summer Olympics", "Boeing"]),
        ("As Table 2 and Employee 1 show, Ohio 3.5 is none.", ["Ohio"]),
        ("In NASA and UNICEF and S3 they knew.", ["NASA", "UNICEF", "S3"]),
        ("The iPhone sold well.", ["iPhone"]),
    ],
)
def test_numbers_and_acronyms_are_of_names_where_they_tell_things_apart(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Traffic stopped. Rumours spread. Forty-six people died. Residents of Flint drank it.", ["Flint"]),
        ("Facebook failed. Lehman fell.", ["Facebook", "Lehman"]),
        ("Silver Bridge fell. However Boeing stood. Because of the Ohio it flooded.", ["Silver Bridge", "Boeing", "Ohio"]),
        ("Challenger broke up. They mourned Challenger.", ["Challenger", "Challenger"]),
        ("- Pumps failed\n- Valves stuck (Film)", []),
        ("He stayed. I think he did. It's so.", []),
    ],
)
def test_a_capital_that_only_opens_a_sentence_makes_no_name(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On Friday, 3 March 1977, the American said so in May.", []),
        ("Then Theresa May spoke on May 3.", ["Theresa May"]),
        ("Yesterday President Barack Obama met Mrs. Smith and Dr. Jo Marsh.", ["Barack Obama", "Smith", "Jo Marsh"]),
        ("The President of France met the Minister of Finance.", ["France"]),
        ("The German bank and British Airways flew.", ["British Airways"]),
        ("a WARNING was given", []),
    ],
)
def test_dates_peoples_offices_and_shouts_are_no_names(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He wrote "Gone with the Wind" then.', ["Gone with the Wind"]),
        ("She filmed “Lost in Translation,” and *The Third Man*.", ["Lost in Translation", "The Third Man"]),
        ('He said "We will never stop," and "Stop it now."', []),
        ("He saw Schindler's List and heard Facebook's Mark Zuckerberg.", ["Schindler's List", "Facebook", "Mark Zuckerberg"]),
    ],
)
def test_titles_in_quotes_and_what_a_name_owns_are_told_from_speech(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@given(st.text(alphabet=st.sampled_from("AaBb .,'\"“”’-&()\n#*1Éß"), max_size=200) | st.text(max_size=80))
def test_what_is_found_stands_in_the_text_in_order_and_has_a_key(text: str) -> None:
    found = named_things(text)
    assert all(named.span.is_verbatim_in(text) and named.key for named in found)
    assert all(left.span.end <= right.span.start for left, right in pairwise(found))
    entities = entities_of(text, title=text)
    keys = [entity.key for entity in entities]
    assert keys == sorted(set(keys))
    assert all(entity.name for entity in entities)


@pytest.mark.parametrize("piece", ["A", "Aa ", "A.", "A b ", "'s ", '"', "(", " \n", "Aa of ", "Aa's Bb ", "a-A"])
def test_a_long_text_of_one_kind_takes_no_more_than_its_length(piece: str) -> None:
    begun = time.perf_counter()
    entities_of(piece * 4000, title=piece * 4000)
    assert time.perf_counter() - begun < 5


# Keys


@pytest.mark.parametrize(
    "wordings",
    [
        ("The Beatles", "beatles", "the Beatles'", "“Beatles”"),
        ("Xawery Żuławski", "XAWERY ZULAWSKI", "Xawery Żuławski's"),
        ("J. R. R. Tolkien", "J.R.R. Tolkien", "JRR Tolkien"),
        ("U.S. Army", "US Army", "the U. S. Army"),
        ("Johnson & Johnson", "Johnson and Johnson"),
        ("Polish-Russian War", "Polish–Russian War", "Polish Russian War"),
        ("Groß-Øre", "gross ore"),
    ],
)
def test_wordings_of_one_thing_have_one_key(wordings: tuple[str, ...]) -> None:
    assert len(set(map(key_of, wordings))) == 1


def test_a_key_is_short_and_what_is_no_word_has_none() -> None:
    assert key_of("…'") == ""
    assert key_of("The") == "the"
    assert len(key_of("Aa " * 400)) <= LONGEST_KEY


@given(st.text(max_size=60))
def test_a_key_is_words_with_one_space_between_them_whatever_the_name(name: str) -> None:
    key = key_of(name)
    assert re.fullmatch(r"(?:[^\W_]+(?: [^\W_]+)*)?", key)
    assert key_of(name.upper()) == key_of(name.upper().title())


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Heat (film)", ["heat film", "heat"]),
        ("The Silver Bridge, 15 December 1967", ["silver bridge 15 december 1967", "silver bridge"]),
        ("Springfield, Illinois", ["springfield illinois", "springfield"]),
        ("Trees, lines and the cascade", ["trees lines and the cascade"]),
        ("report_2.pdf", []),
        ("a title that has far too many words in it to name one thing", []),
        ("", []),
    ],
)
def test_a_title_names_what_its_document_is_about(title: str, expected: list[str]) -> None:
    assert title_keys(title) == expected


# Passages


def test_a_passage_mentions_each_thing_once_as_it_is_worded_first() -> None:
    assert entities_of("It was Ohio. In OHIO, or Ohio's hills, Kanauga lies.") == (Entity("kanauga", "Kanauga"), Entity("ohio", "Ohio"))


def test_the_title_names_a_thing_of_the_passage_that_begins_the_document() -> None:
    assert entities_of("It runs on.", title="Heat (film)") == (
        Entity("heat", "Heat (film)", True),
        Entity("heat film", "Heat (film)", True),
    )


def test_a_surname_behind_a_full_name_is_that_name_and_a_land_is_not() -> None:
    found = entities_of("It was Rosa Hall. Then Hall left West Virginia for Virginia.")
    assert [entity.key for entity in found] == ["rosa hall", "virginia", "west virginia"]


def test_headings_name_nothing() -> None:
    text = "INTERNAL REPORT\n\n# Root Cause\n\nLessons Learned\n\nThe crew of NASA left.\n"
    assert [entity.name for entity in entities_of(text)] == ["NASA"]


def test_a_passage_mentions_a_bounded_number_of_things() -> None:
    assert len(entities_of(", ".join(f"it was Aa{number}" for number in range(500)))) == MOST
    assert entities_of("") == ()


# Questions


def test_whatever_may_be_a_name_in_a_question_is_there_to_be_looked_up() -> None:
    keys = [name.key for name in possible_names("Who is the mother of the director of film Polish-Russian War (Film)?")]
    assert {"polish russian war film", "polish russian war"} <= set(keys)
    assert "mother of the director" not in keys
    lengths = [len(name.span.text) for name in possible_names("Did Ana Bell or Gone with the Wind come first?")]
    assert lengths == sorted(lengths, reverse=True)


def test_names_in_a_question_without_capitals_may_be_names_too() -> None:
    assert "lost in translation" in [name.key for name in possible_names("who made lost in translation")]
    assert possible_names("") == possible_names("who was it?") == []
