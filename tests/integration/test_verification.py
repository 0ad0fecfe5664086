"""The built-in verifier: the event reader, shown two wordings that stand nowhere."""

from functools import partial

import numpy as np
import pytest

from cckg.core.graph import Event
from cckg.core.roles import Criterion, MatchVerdict
from cckg.identity import EventReader, LocalVerifier
from cckg.language import polarity_of
from cckg.models import COREFERENCE, Comparer, open_mention_encoder, open_reader

SAME = [
    ("the failure of the pump", "the pump failed"),
    ("heavy rainfall", "heavy rain"),
    ("the collapse of the bridge", "the bridge collapsed"),
]
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
    ("the dam broke", "the bank lent money"),
    ("a shortage of grain", "the election of a new mayor"),
    ("the fire in Hall 3", "the fire in Hall 7"),
    ("a crack in the axle of wagon 12", "the fracture of the axle of wagon 14"),
    ("the grounding of the Estrane on Calder Bank", "the stranding of the Estrane on Norrick Bank"),
    ("slab 14 broke away", "the loss of slab 15"),
]


CRITERIA: tuple[Criterion, ...] = ("interchangeable", "same core")


@pytest.fixture(scope="module")
def comparer() -> Comparer:
    return open_reader(COREFERENCE, folder=None, offline=False, threads=0)


@pytest.fixture(scope="module")
def verifier(comparer: Comparer) -> LocalVerifier:
    return LocalVerifier(EventReader(comparer, partial(open_mention_encoder, folder=None, offline=False, threads=0), name=COREFERENCE))


def event(text: str) -> Event:
    return Event("", text, polarity_of(text))


@pytest.mark.parametrize("criterion", CRITERIA)
def test_wordings_of_one_event_match_from_both_sides(verifier: LocalVerifier, criterion: Criterion) -> None:
    pairs = [(event(left), event(right)) for left, right in (*SAME, *ONE_WAY, *REWORDED)]
    found = verifier.verify([*pairs, *(pair[::-1] for pair in pairs)], criterion)
    assert [pair for pair, verdict in zip([*pairs, *pairs], found, strict=True) if not verdict.match] == []


@pytest.mark.parametrize("criterion", CRITERIA)
def test_opposites_do_not_match_and_are_told_as_such(verifier: LocalVerifier, criterion: Criterion) -> None:
    pairs = [(event(left), event(right)) for left, right in (*THE_OTHER_WAY, *UNMARKED)]
    found = verifier.verify([*pairs, *(pair[::-1] for pair in pairs)], criterion)
    matched = {pair[0].text for pair, verdict in zip([*pairs, *pairs], found, strict=True) if verdict.match}
    assert matched <= {"the freezer at the Orton clinic stayed cold"}  # "not" is read over where nothing stands around it
    assert sum(verdict.same_event for verdict in found) >= len(found) * 3 / 4


@pytest.mark.parametrize("criterion", CRITERIA)
def test_other_happenings_do_not_match(verifier: LocalVerifier, criterion: Criterion) -> None:
    found = verifier.verify([(event(left), event(right)) for left, right in ANOTHER], criterion)
    assert [pair for pair, verdict in zip(ANOTHER, found, strict=True) if verdict.match] == []


def test_the_verdict_is_the_same_from_both_sides(verifier: LocalVerifier) -> None:
    pairs = [(event(left), event(right)) for left, right in (*ONE_WAY, *THE_OTHER_WAY)]
    forward, backward = (verifier.verify(some, "interchangeable") for some in (pairs, [pair[::-1] for pair in pairs]))
    assert [one.match for one in forward] == [one.match for one in backward]
    assert [one.score for one in forward] == pytest.approx([one.score for one in backward], abs=1e-3)


def test_the_same_words_are_the_same_event_with_certainty(verifier: LocalVerifier) -> None:
    assert verifier.verify([(event("The DAM broke."), event("the dam broke"))], "interchangeable")[0] == MatchVerdict(True, True, 1.0)
    assert verifier.verify([], "same core") == []


def test_shares_of_a_pair_sum_to_one_and_none_need_no_pair(comparer: Comparer) -> None:
    assert comparer.classes == ("same", "less", "opposite", "different")
    assert comparer.compare([]).shape == (0, 4)
    shares = comparer.compare(list(ONE_WAY))
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)
    alone = np.concatenate([comparer.compare([pair]) for pair in ONE_WAY])
    assert np.allclose(shares, alone, atol=1e-2)
