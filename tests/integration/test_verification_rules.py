"""The verifier with the real encoder on tables of pairs: what is one event in two documents, and what never is."""

import pytest

from cckg.core.graph import Event, Polarity
from cckg.core.roles import Criterion, MatchVerdict
from cckg.identity import Aligner, LocalVerifier
from cckg.language import polarity_of
from cckg.models import Embedder

CRITERIA: tuple[Criterion, ...] = ("interchangeable", "same core")
WORDINGS = [
    "the dam broke",
    "The collapse of the Tacoma Narrows Bridge",
    "a sharp fall in the price of oil",
    "no warning was given",
    "rising unemployment in 1932",
    "the fire in Hall 3",
    "überhitzte Batterien",
    "x",
]
NUMBERS = [
    ("the fire in Hall 3", "the fire in Hall 7"),
    ("the crash of 1929", "the crash of 2008"),
    ("the failure of pump 1", "the failure of pump 2"),
    ("the first explosion", "the second explosion"),
]
NAMES = [
    ("the flood in Leeds", "the flood in Hull"),
    ("the collapse of Lehman", "the collapse of Barings"),
    ("the strike at Ford", "the strike at Renault"),
]
CONTRASTS = [
    ("the upper deck flooded", "the lower deck flooded"),
    ("the left engine failed", "the right engine failed"),
    ("the north tower collapsed", "the south tower collapsed"),
    ("the front brakes failed", "the rear brakes failed"),
]
OPPOSED = [
    ("prices rose", "prices fell"),
    ("a rise in demand", "a fall in demand"),
    ("the alarm sounded", "the alarm did not sound"),
    ("inspection of the bolts", "lack of inspection of the bolts"),
    ("higher wages", "lower wages"),
]
PARAPHRASES = [
    ("the bridge collapsed", "the collapse of the bridge"),
    ("the pump failed", "the failure of the pump"),
    ("heavy rain", "heavy rainfall"),
    ("the reactor exploded", "the explosion of the reactor"),
    ("prices rose", "a rise in prices"),
    ("the alarm did not sound", "the alarm failed to sound"),
]


@pytest.fixture(scope="module")
def aligner(embedder: Embedder) -> Aligner:
    return Aligner(embedder)


@pytest.fixture(scope="module")
def verifier(embedder: Embedder) -> LocalVerifier:
    return LocalVerifier(embedder)


def event(text: str, *, context: str = "") -> Event:
    return Event("", text, polarity_of(text), context)


def verdict(verifier: LocalVerifier, left: str | Event, right: str | Event, criterion: Criterion = "interchangeable") -> MatchVerdict:
    pair = tuple(event(side) if isinstance(side, str) else side for side in (left, right))
    return verifier.verify([(pair[0], pair[1])], criterion)[0]


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("text", WORDINGS)
def test_a_wording_is_itself_with_certainty(verifier: LocalVerifier, text: str, criterion: Criterion) -> None:
    found = verdict(verifier, text, text, criterion)
    assert (found.match, found.score) == (True, 1.0)


@pytest.mark.parametrize("text", WORDINGS[:4])
def test_case_spaces_and_marks_make_no_other_event(verifier: LocalVerifier, text: str) -> None:
    for other in (text.upper(), f"  {text}. ", text.replace(" ", "\n"), f"“{text}”"):
        assert verdict(verifier, event(text), Event("", other, polarity_of(text))).score == 1.0


@pytest.mark.parametrize(("left", "right"), [*NUMBERS, *NAMES, *CONTRASTS, *OPPOSED, *PARAPHRASES])
def test_interchangeable_is_the_same_from_both_sides(verifier: LocalVerifier, left: str, right: str) -> None:
    forward, backward = verdict(verifier, left, right), verdict(verifier, right, left)
    assert (forward.same_event, forward.same_polarity) == (backward.same_event, backward.same_polarity)
    assert forward.score == pytest.approx(backward.score, abs=1e-4)


@pytest.mark.parametrize(("left", "right"), NUMBERS)
def test_other_numbers_are_other_events(verifier: LocalVerifier, aligner: Aligner, left: str, right: str) -> None:
    assert aligner.features([(event(left), event(right))])[0]["number_conflict"] == 1.0
    assert not verdict(verifier, left, right).same_event


@pytest.mark.parametrize(("left", "right"), NAMES)
def test_other_names_are_other_events(verifier: LocalVerifier, aligner: Aligner, left: str, right: str) -> None:
    assert aligner.features([(event(left), event(right))])[0]["name_conflict"] == 1.0
    assert not verdict(verifier, left, right).same_event


@pytest.mark.parametrize(("left", "right"), CONTRASTS)
def test_words_that_contrast_are_other_events(verifier: LocalVerifier, aligner: Aligner, left: str, right: str) -> None:
    assert aligner.features([(event(left), event(right))])[0]["contrast"] == 1.0
    assert not verdict(verifier, left, right).same_event


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(("left", "right"), OPPOSED)
def test_opposed_wordings_never_match_under_either_criterion(verifier: LocalVerifier, left: str, right: str, criterion: Criterion) -> None:
    for first, second in ((left, right), (right, left)):
        assert not verdict(verifier, first, second, criterion).match


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(("left", "right"), PARAPHRASES)
def test_a_clause_and_its_noun_are_one_event(verifier: LocalVerifier, left: str, right: str, criterion: Criterion) -> None:
    assert verdict(verifier, left, right, criterion).match


@pytest.mark.parametrize(("left", "right"), NUMBERS + NAMES + CONTRASTS)
def test_a_conflict_lowers_the_score_below_that_of_the_wording_itself(verifier: LocalVerifier, left: str, right: str) -> None:
    assert verdict(verifier, left, right).score < verdict(verifier, left, left).score


# Titles


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("The Oroville dam", "The Oroville dam", True),
        ("The Oroville dam", "Failure at the Oroville spillway", True),
        ("The Oroville dam", "", True),
        ("Rockets and their seals", "Annual report of the bank", False),
    ],
)
def test_the_fire_here_is_the_fire_there_only_where_the_titles_speak_of_one_thing(
    verifier: LocalVerifier, first: str, second: str, *, same: bool
) -> None:
    for left, right in ((first, second), (second, first)):
        assert verdict(verifier, event("the fire", context=left), event("the fire", context=right)).same_event is same


def test_a_shared_name_or_three_shared_words_bridge_titles_that_differ(verifier: LocalVerifier) -> None:
    titles = ("Rockets and their seals", "Annual report of the bank")
    for text in ("the flood in Leeds", "cracked turbine blade casing"):
        assert verdict(verifier, event(text, context=titles[0]), event(text, context=titles[1])).same_event


@pytest.mark.parametrize("text", ["the fire", "prices rose", "the pump failed"])
def test_a_question_is_not_held_to_any_title(verifier: LocalVerifier, text: str) -> None:
    assert verdict(verifier, event(text), event(text, context="Rockets and their seals"), "same core").match


# Batches


def test_a_pair_is_judged_alike_alone_and_among_others_and_in_any_order(embedder: Embedder) -> None:
    pairs = [(event(left), event(right)) for left, right in NUMBERS + NAMES + CONTRASTS + OPPOSED + PARAPHRASES]
    together = LocalVerifier(embedder).verify(pairs, "interchangeable")
    reverse = LocalVerifier(embedder).verify(pairs[::-1], "interchangeable")[::-1]
    alone = [LocalVerifier(embedder).verify([pair], "interchangeable")[0] for pair in pairs[::5]]
    assert [found.match for found in together] == [found.match for found in reverse]
    assert [found.score for found in together] == pytest.approx([found.score for found in reverse], abs=1e-4)
    assert [found.score for found in together[::5]] == pytest.approx([found.score for found in alone], abs=1e-4)


@pytest.mark.parametrize("polarity", list(Polarity))
def test_the_polarity_of_the_graph_counts_and_not_the_one_that_is_read(verifier: LocalVerifier, polarity: Polarity) -> None:
    left, right = Event("", "gas supply", polarity), Event("", "the gas supply", polarity.opposite)
    assert not verdict(verifier, left, right).same_polarity
    assert verdict(verifier, left, Event("", "the gas supply", polarity)).same_polarity


@pytest.mark.parametrize("criterion", CRITERIA)
def test_happenings_of_other_days_of_one_year_are_two(verifier: LocalVerifier, criterion: Criterion) -> None:
    assert not verdict(verifier, "the checkout outage of 4 March 2024", "the checkout outage of 18 June 2024", criterion).match
    assert verdict(verifier, "the checkout outage of 4 March 2024", "the checkout outage of 4 Mar 2024", criterion).match


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("Checkout outage, 4 March 2024", "Checkout outage, 18 June 2024", False),
        ("Checkout outage, 4 March 2024", "Checkout outage in March 2024", True),
        ("Checkout outage", "Checkout outage, 18 June 2024", True),
    ],
)
def test_happenings_of_reports_of_other_days_are_two(verifier: LocalVerifier, left: str, right: str, *, same: bool) -> None:
    pair = (event("the checkout service failed", context=left), event("the checkout service failed", context=right))
    assert verdict(verifier, *pair).match == same


def test_the_outage_and_no_more_belongs_to_its_document(verifier: LocalVerifier) -> None:
    titles = ("Report on the checkout", "Notes on the checkout")
    pair = (event("the outage", context=titles[0]), event("the outage", context=titles[1]))
    assert not verdict(verifier, *pair).match
    assert verdict(verifier, pair[0], event("an outage", context=titles[0])).match
