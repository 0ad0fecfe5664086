"""Named things of a text, and the key under which all wordings of one are the same."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.core.graph import Entity
from cckg.language import entities_of, key_of, named_things, possible_names, title_keys
from tests.tables import examples

# What is a name


@examples("language/names")
def test_the_names_of_a_text_are_found_and_nothing_else(text: str, names: list[str]) -> None:
    assert [named.span.text for named in named_things(text)] == names


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
    assert len(key_of("Aa " * 400)) <= 100


@given(st.text(max_size=60))
def test_a_key_is_words_with_one_space_between_them_whatever_the_name(name: str) -> None:
    key = key_of(name)
    assert re.fullmatch(r"(?:[^\W_]+(?: [^\W_]+)*)?", key)
    assert key_of(name.upper()) == key_of(name.upper().title())


@examples("language/title_keys")
def test_a_title_names_what_its_document_is_about(title: str, keys: list[str]) -> None:
    assert title_keys(title) == keys


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
    assert len(entities_of(", ".join(f"it was Aa{number}" for number in range(500)))) == 80
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
