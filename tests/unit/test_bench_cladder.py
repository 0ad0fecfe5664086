"""Worlds that are stated without chance: how their sentences are read, and what the engine says would have been; all are made up."""

from collections.abc import Mapping

import numpy as np
import pytest

from benchmarks.public_data.closed_worlds import asked_of, graph_of, would_be
from benchmarks.public_data.stated_worlds import Mechanism, StatedWorld, UnreadError, read_world
from benchmarks.public_data.states import State, is_turned, state_of, thing_of
from cckg.core.claims import Modality

CLOSED = "Imagine a self-contained world without any unmentioned factors or causal relationships: Frost has a direct effect on the pump."
EACH = "We know that hard frost or old pipe causes burst pipe. burst pipe causes flooded cellar. We observed the pipe is {pipe}."
BOTH = "We know that hard frost and old pipe causes burst pipe. burst pipe causes no heating. We observed the pipe is {pipe}."


def answered(given: str, question: str) -> str | None:
    return asked_of(CLOSED, given, question).yes_or_no


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("a high bill", "the bill is low", False),
        ("sprinkler on", "sprinkler off", False),
        ("competitive race", "non-competitive race", False),
        ("the ferry runs", "the ferry doesn't run", False),
        ("absence of mould", "no mould", True),
        ("the fox's death", "the fox is dead", True),
        ("large stone", "the stone is large", True),
    ],
)
def test_two_phrases_on_one_thing_name_the_same_state_or_the_two(left: str, right: str, *, same: bool) -> None:
    assert (is_turned(left) == is_turned(right)) is same


def test_an_outcome_names_its_thing_and_a_degree_does_not() -> None:
    assert thing_of("fever survival") == "fever survival" == thing_of("fever death")
    assert thing_of("severe fever") == "fever" == thing_of("having mild fever")


def test_causes_observations_and_intervention_are_read() -> None:
    world = read_world(CLOSED, EACH.format(pipe="young"), "Would the cellar is flooded if no frost instead of hard frost?")
    assert world.mechanisms == (
        Mechanism((State("hard frost"), state_of("old pipe")), state_of("burst pipe"), together=False),
        Mechanism((state_of("burst pipe"),), state_of("flooded cellar"), together=True),
    )
    assert world.observed == (state_of("old pipe").contrary,)
    assert (world.was, world.instead, world.asked) == (State("hard frost"), State("hard frost").contrary, State("flooded cellar"))
    assert world.closed
    assert not world.open_things


def test_causes_of_two_effects_and_claims_in_one_sentence_are_told_apart() -> None:
    told = "We know that storm causes high tide and closed harbour, and we know that high tide and closed harbour causes quiet market."
    world = read_world(CLOSED, told, "Would the market is quiet if calm sea instead of storm?")
    assert [(len(one.causes), one.effect.thing, one.effect.holds) for one in world.mechanisms] == [
        (1, "tide", True),
        (1, "harbour", False),
        (2, "quiet market", True),
    ]
    assert world.instead == world.was.contrary


def test_the_or_of_a_degree_parts_no_causes() -> None:
    told = "We know that diploma or higher or long service causes promotion. We observed the service is short."
    [mechanism] = read_world(CLOSED, told, "Would the clerk gets promotion if no diploma instead of diploma or higher?").mechanisms
    assert [cause.thing for cause in mechanism.causes] == ["diploma or higher", "service"]


@pytest.mark.parametrize(
    ("given", "question"),
    [
        ("The overall probability of frost is 41%.", "Is frost more likely than thaw?"),
        ("We know that frost and rain or snow causes ice.", "Would there is ice if thaw instead of frost?"),
        ("We know that frost causes ice.", "Would there is ice if dry air instead of damp air?"),
        ("We know that frost causes ice. rain causes ice.", "Would there is ice if thaw instead of frost?"),
        ("We know that frost causes ice. frost causes dark sky.", "Would there is ice if thaw instead of frost?"),
        ("We know that frost or rain causes ice. We observed the shop sells bread.", "Would there is ice if thaw instead of frost?"),
    ],
)
def test_what_has_another_form_is_refused(given: str, question: str) -> None:
    with pytest.raises(UnreadError):
        read_world(CLOSED, given, question)
    assert asked_of(CLOSED, given, question).yes_or_no is None


@pytest.mark.parametrize(
    ("given", "pipe", "instead", "flooded"),
    [
        (EACH, "old", "no frost instead of hard frost", "yes"),
        (EACH, "young", "no frost instead of hard frost", "no"),
        (EACH, "young", "hard frost instead of no frost", "yes"),
        (EACH, "old", "hard frost instead of no frost", "yes"),
    ],
)
def test_one_of_two_causes_each_enough_makes_up_for_the_other(given: str, pipe: str, instead: str, flooded: str) -> None:
    assert answered(given.format(pipe=pipe), f"Would the cellar is flooded if {instead}?") == flooded
    assert answered(given.format(pipe=pipe), f"Would the cellar is not flooded if {instead}?") == {"yes": "no", "no": "yes"}[flooded]


@pytest.mark.parametrize(
    ("pipe", "instead", "heating"),
    [
        ("old", "no frost instead of hard frost", "yes"),
        ("old", "hard frost instead of no frost", "no"),
        ("young", "hard frost instead of no frost", "yes"),
    ],
)
def test_causes_needed_together_and_an_effect_that_is_an_absence(pipe: str, instead: str, heating: str) -> None:
    assert answered(BOTH.format(pipe=pipe), f"Would there is heating if {instead}?") == heating


def test_what_is_put_in_place_of_a_cause_counts_where_it_leads_to_the_same() -> None:
    told = "We know that regular checks causes sound brakes. irregular checks or sound brakes causes arrival."
    assert (
        answered(told.replace("irregular", "no regular"), "Would there is arrival if no regular checks instead of regular checks?") == "yes"
    )


def test_a_thing_of_which_nothing_is_told_leaves_it_open() -> None:
    told = "We know that hard frost or old pipe causes burst pipe."
    found = asked_of(CLOSED, told, "Would the pipe has burst if no frost instead of hard frost?")
    assert found.yes_or_no is None
    assert "pipe" in found.because


def test_only_a_closed_world_denies_what_it_does_not_state() -> None:
    question = "Would the cellar is flooded if no frost instead of hard frost?"
    closed, opened = (graph_of(read_world(background, EACH.format(pipe="old"), question)) for background in (CLOSED, "Imagine a world."))
    assert any(claim.modality is Modality.DENIED for claim in closed.claims)
    assert len(opened.claims) == 3
    assert asked_of("Imagine a world.", EACH.format(pipe="old"), question).yes_or_no is None


def test_the_engine_answers_random_worlds_as_they_are_worked_out_state_by_state() -> None:
    rng = np.random.default_rng(5)
    for _ in range(400):
        world, was = random_world(rng)
        truth = worked_out(world, {**was, world.instead.thing: world.instead.holds})
        assert would_be(world).would_be is (truth[world.asked.thing] == world.asked.holds), world


def random_world(rng: np.random.Generator) -> tuple[StatedWorld, Mapping[str, bool]]:
    """Return a world of up to five things, each caused by some of those before it or observed, and what was observed."""
    things = [f"thing {number}" for number in range(int(rng.integers(3, 6)))]
    mechanisms, beginnings = [], []
    for place, thing in enumerate(things):
        causes = [one for one in things[:place] if rng.random() < 0.6]
        if place == len(things) - 1:
            causes = causes or things[:1]
        states = tuple(State(one, bool(rng.integers(2))) for one in causes)
        if states:
            mechanisms.append(Mechanism(states, State(thing, bool(rng.integers(2))), together=bool(rng.integers(2))))
        else:
            beginnings.append(thing)
    changed = things[int(rng.integers(len(things) - 1))]
    observed = tuple(State(thing, bool(rng.integers(2))) for thing in beginnings if thing != changed)
    was = State(changed, bool(rng.integers(2)))
    asked = State(things[-1], bool(rng.integers(2)))
    world = StatedWorld(tuple(mechanisms), observed, was, was.contrary, asked, closed=True)
    return world, {state.thing: state.holds for state in observed}


def worked_out(world: StatedWorld, fixed: Mapping[str, bool]) -> Mapping[str, bool]:
    """Return the state of each thing, by going through the mechanisms in order."""
    found = dict(fixed)
    for mechanism in world.mechanisms:
        met = [found[cause.thing] == cause.holds for cause in mechanism.causes]
        if mechanism.effect.thing not in fixed:
            found[mechanism.effect.thing] = (all(met) if mechanism.together else any(met)) == mechanism.effect.holds
    return found
