"""Which named things each sentence of a passage names."""

import pytest

from cckg.answering import find_namings
from cckg.answering.namings import is_without_subject, kind_nouns
from cckg.core.graph import Entity

ANA, ORLO, MILL = Entity("ana bell", "Ana Bell"), Entity("orlo institute", "Orlo Institute"), Entity("alder mill", "Alder Mill")


def named(text: str, *things: Entity, title: str = "") -> list[tuple[str, ...]]:
    return [naming.keys for naming in find_namings(text, things, title=title)]


def test_a_sentence_names_what_stands_in_it_in_order() -> None:
    assert named("At the Orlo Institute taught Ana Bell. It rained.", ANA, ORLO)[0] == ("orlo institute", "ana bell")


def test_an_empty_passage_names_nothing() -> None:
    assert named("", ANA, title="Ana Bell") == []


def test_a_name_inside_a_longer_one_is_not_named() -> None:
    assert named("She came to the Orlo Institute.", ORLO, Entity("orlo", "Orlo")) == [("orlo institute",)]


def test_a_surname_stands_for_the_name_before_it_and_for_none_that_comes_later() -> None:
    assert named("Bell came first. Then Ana Bell came. Later Bell left.", ANA) == [(), ("ana bell",), ("ana bell",)]


def test_a_surname_of_two_people_stands_for_neither() -> None:
    assert named("Ana Bell met Tom Bell. Bell left early.", ANA, Entity("tom bell", "Tom Bell"))[1] == ()


@pytest.mark.parametrize("opening", ["The mill", "The factory"])
def test_the_noun_for_a_thing_stands_for_it_in_a_document_called_so(opening: str) -> None:
    text = f"Alder Mill was an old factory. {opening} burned down."
    assert named(text, MILL, title="Alder Mill")[1] == ("alder mill",)


def test_a_noun_elsewhere_in_a_sentence_stands_for_nothing() -> None:
    assert named("Alder Mill was an old factory. Ivo liked the factory.", MILL, title="Alder Mill")[1] == ()


def test_a_pronoun_takes_up_the_subject_and_the_sentence_before_is_shown_with_it() -> None:
    text = "Ana Bell was a painter. In 1910 she studied at the Orlo Institute."
    (_, naming) = find_namings(text, [ANA, ORLO])
    assert naming.keys == ("ana bell", "orlo institute")
    assert naming.span.text == text


def test_a_pronoun_in_another_paragraph_takes_up_nothing() -> None:
    assert named("Ana Bell was a painter.\n\nShe studied at the Orlo Institute.", ANA, ORLO)[1] == ("orlo institute",)


def test_a_pronoun_behind_a_sentence_without_a_named_subject_takes_up_nothing() -> None:
    assert named("The old teacher of the town met Ana Bell. He left.", ANA)[1] == ()


def test_a_denial_is_marked() -> None:
    assert [naming.denies for naming in find_namings("Ana Bell never taught. She painted.", [ANA])] == [True, False]


def test_headings_and_the_names_of_sources_are_left_out() -> None:
    assert named("# Ana Bell\n\nSource: Ana Bell, Letters, 1910\n\nAna Bell was a painter.", ANA) == [("ana bell",)]


@pytest.mark.parametrize(
    ("sentence", "nouns"),
    [
        ("The Heron was a Danish steamship of the navy.", {"steamship", "ship"}),
        ("Zelo is a maker of pumps.", {"maker"}),
        ("It rained.", set()),
    ],
)
def test_the_nouns_for_what_something_is_are_read_off_a_sentence(sentence: str, nouns: set[str]) -> None:
    assert kind_nouns(sentence) == nouns


@pytest.mark.parametrize(
    "opening",
    [
        "It was raining when",
        "It snowed when",
        "It is said that",
        "It was not until 1910 that",
        "It was in 1910 that",
        "It was winter when",
        "It took ten years before",
        "In 1910 it seems that",
        "It was widely known that",
    ],
)
def test_an_it_that_stands_for_nothing_takes_up_no_subject(opening: str) -> None:
    text = f"In 1902 the Alder Mill burned down. {opening} Ana Bell came to Halden."
    assert named(text, MILL, ANA)[1] == ("ana bell",)


@pytest.mark.parametrize(
    "sentence",
    [
        "It was a winter palace.",
        "It was said to be haunted.",
        "It is known as the Grey Mill.",
        "It was not rebuilt.",
        "It was built in 1910.",
        "It took the prize.",
        "It appears in a film.",
    ],
)
def test_an_it_that_stands_for_a_thing_is_a_subject(sentence: str) -> None:
    assert not is_without_subject(sentence)
    assert named(f"In 1902 the Alder Mill burned down. {sentence}", MILL)[1] == ("alder mill",)
