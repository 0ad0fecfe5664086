"""The verifier with the trained reader of wordings: polarity where the words of one side alone mark it, and opposites in other words."""

import numpy as np
import pytest

from cckg.core.graph import Event, Polarity
from cckg.identity import LocalVerifier
from cckg.language import polarity_of
from cckg.models import Comparer, Embedder, open_reader

ONE_WAY = [
    ("the Ormen Savings Bank lost deposits", "deposits at the Ormen Savings Bank fell"),
    ("the backup of the booking system was left out", "the booking system was not backed up"),
    ("complaints about Warle Ferries became rare", "a drop in complaints about Warle Ferries"),
]
THE_OTHER_WAY = [
    ("the Ormen Savings Bank lost deposits", "deposits at the Ormen Savings Bank rose"),
    ("the dam held", "the dam did not hold"),
    ("the freezer at the Orton clinic stayed cold", "the freezer at the Orton clinic did not stay cold"),
    ("complaints about Warle Ferries became frequent", "a drop in complaints about Warle Ferries"),
]
UNMARKED = [
    ("the jury found the driver guilty", "the jury found the driver innocent"),
    ("the river Arden flooded the cellars", "the river Arden spared the cellars"),
    ("the crew ignored the warning about ice", "the crew obeyed the warning about ice"),
    ("the court upheld the ban on trawling", "the court struck down the ban on trawling"),
]

REWORDED = [
    ("the grounding of the Estrane on Calder Bank", "the stranding of the Estrane on Calder Bank"),
    ("a crack in the axle of wagon 12", "the axle fracture"),
]
ANOTHER = [
    ("a crack in the axle of wagon 12", "the fracture of the axle of wagon 14"),
    ("the grounding of the Estrane on Calder Bank", "the stranding of the Estrane on Norrick Bank"),
    ("slab 14 broke away", "the loss of slab 15"),
]


@pytest.fixture(scope="module")
def comparer() -> Comparer:
    return open_reader("wordings", folder=None, offline=False, threads=0)


@pytest.fixture(scope="module")
def verifier(embedder: Embedder, comparer: Comparer) -> LocalVerifier:
    return LocalVerifier(embedder, comparer)


def event(text: str) -> Event:
    return Event("", text, polarity_of(text))


@pytest.mark.parametrize(("left", "right"), ONE_WAY)
def test_wordings_of_which_one_is_marked_are_one_event_if_they_go_the_same_way(
    verifier: LocalVerifier, embedder: Embedder, left: str, right: str
) -> None:
    pair = (event(left), event(right))
    assert pair[0].polarity is not pair[1].polarity
    assert not LocalVerifier(embedder).verify([pair], "interchangeable")[0].match
    assert all(verdict.match for verdict in verifier.verify([pair, pair[::-1]], "interchangeable"))


@pytest.mark.parametrize(("left", "right"), THE_OTHER_WAY)
def test_wordings_that_go_the_other_way_are_never_merged(verifier: LocalVerifier, left: str, right: str) -> None:
    pair = (event(left), event(right))
    assert not any(verdict.match for verdict in verifier.verify([pair, pair[::-1]], "interchangeable"))


@pytest.mark.parametrize(("left", "right"), UNMARKED)
def test_an_opposite_that_no_word_marks_is_told_by_the_reader(verifier: LocalVerifier, embedder: Embedder, left: str, right: str) -> None:
    pair = (event(left), event(right))
    assert pair[0].polarity is pair[1].polarity
    assert LocalVerifier(embedder).verify([pair], "interchangeable")[0].match
    assert not verifier.verify([pair], "interchangeable")[0].match


def test_a_polarity_that_the_words_do_not_say_is_left_as_it_is(verifier: LocalVerifier) -> None:
    prevented, other = Event("", "the mill fire", Polarity.ABSENCE), event("the fire at the mill")
    assert other.polarity is Polarity.OCCURRENCE
    assert not verifier.verify([(prevented, other)], "interchangeable")[0].match


@pytest.mark.parametrize(("left", "right"), [*ONE_WAY, *THE_OTHER_WAY])
def test_the_verdict_is_the_same_from_both_sides(verifier: LocalVerifier, left: str, right: str) -> None:
    forward, backward = verifier.verify([(event(left), event(right)), (event(right), event(left))], "interchangeable")
    assert (forward.match, forward.score) == (backward.match, pytest.approx(backward.score, abs=1e-4))


def test_a_question_is_compared_without_the_reader(verifier: LocalVerifier, embedder: Embedder) -> None:
    pairs = [(event(left), event(right)) for left, right in (*ONE_WAY, *THE_OTHER_WAY)]
    found, alone = (one.verify(pairs, "same core") for one in (verifier, LocalVerifier(embedder)))
    assert [verdict.match for verdict in found] == [verdict.match for verdict in alone]
    assert [verdict.score for verdict in found] == pytest.approx([verdict.score for verdict in alone], abs=1e-4)


def test_shares_of_a_pair_sum_to_one_and_none_need_no_pair(comparer: Comparer) -> None:
    assert comparer.classes == ("same", "less", "opposite", "different")
    assert comparer.compare([]).shape == (0, 4)
    shares = comparer.compare(list(ONE_WAY))
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)
    alone = np.concatenate([comparer.compare([pair]) for pair in ONE_WAY])
    assert np.allclose(shares, alone, atol=1e-4)


@pytest.mark.parametrize(("left", "right"), REWORDED)
def test_wordings_that_share_few_words_are_one_event_if_the_reader_is_sure(
    verifier: LocalVerifier, embedder: Embedder, left: str, right: str
) -> None:
    pair = (event(left), event(right))
    assert not LocalVerifier(embedder).verify([pair], "interchangeable")[0].match
    assert all(verdict.match for verdict in verifier.verify([pair, pair[::-1]], "interchangeable"))


@pytest.mark.parametrize(("left", "right"), ANOTHER)
def test_another_number_or_name_is_another_event_however_sure_the_reader_is(verifier: LocalVerifier, left: str, right: str) -> None:
    pair = (event(left), event(right))
    assert not any(verdict.match for verdict in verifier.verify([pair, pair[::-1]], "interchangeable"))
