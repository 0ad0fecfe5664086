"""Which texts speak of another thing of the kind that a wording names."""

import pytest

from cckg.identity import names_another


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Pier Street Bridge was closed", "Mill Lane Bridge was closed in 1999"),
        ("the Grey Heron capsized", "The Blue Heron capsized"),
        ("Paul Vane resigned", "Doctor Mira Vane resigned"),
        ("reactor 3 was shut down", "Reactor 2 was shut down"),
        ("the western tunnel was closed", "The eastern tunnel was closed"),
        ("the Royal Theatre closed", "the closure of the Union Theatre"),
    ],
)
def test_an_event_of_another_thing_of_the_kind_is_told_apart(asked: str, told: str) -> None:
    assert names_another(asked, told)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("the Iron Bridge was closed", "the bridge was closed"),  # which bridge is not said
        ("the Iron Bridge fell after the Stone Bridge", "the Stone Bridge fell"),  # the wording names it, too
        ("pier 4 broke", "the piers 3 and 4 broke"),
        ("the US Congress voted", "the United States Congress voted"),
        ("the old harbour was closed", "the harbour was closed"),
        ("George Bush resigned", "George W. Bush resigned"),
        ("the strike of May 12", "the strike of May 14"),  # days are compared elsewhere
    ],
)
def test_what_may_be_the_thing_that_is_named_is_not_another(asked: str, told: str) -> None:
    assert not names_another(asked, told)


def test_an_event_without_a_name_is_that_of_the_thing_named_before_it() -> None:
    before = "The wreck of the trawler Little Auk. The trawler sank"
    assert names_another("the Great Auk sank", "the trawler sank", [before])
    assert not names_another("the Little Auk sank", "the trawler sank", [before])


def test_one_place_that_names_the_thing_before_the_event_is_enough() -> None:
    places = ["The Little Auk was lost. The trawler sank", "The Great Auk was lost. The trawler sank"]
    assert not names_another("the Great Auk sank", "the trawler sank", places)
