"""Random causal structures: the same for the same seed, with every motif in its place."""

from collections.abc import Callable
from typing import get_args

import numpy as np
import pytest

from benchmarks.worlds import oracle
from benchmarks.worlds.motifs import random_stories
from benchmarks.worlds.structures import Link, MotifKind, Story, random_links
from cckg.core.claims import Modality


def stories(seed: int) -> tuple[Story, ...]:
    return random_stories(np.random.default_rng(seed), stories=3, events=12, distractors=2)


def links(story: Story) -> list[Link]:
    told = [item.links(document=f"d{number}", group="g") for number, item in enumerate(story.statements)]
    return [link for claims in told for link in claims]


def test_the_same_seed_gives_the_same_stories_and_another_gives_others() -> None:
    assert stories(5) == stories(5)
    assert stories(5) != stories(6)


@pytest.mark.parametrize("seed", range(10))
def test_every_motif_occurs_in_a_world_and_opposites_in_every_story(seed: int) -> None:
    told = [story for story in stories(seed) if not story.distractor]
    assert {motif.kind for story in told for motif in story.motifs} == set(get_args(MotifKind))
    assert all(sum(motif.kind == "opposites" for motif in story.motifs) == 1 for story in told)


@pytest.mark.parametrize("seed", range(10))
def test_no_statement_names_an_event_of_another_story(seed: int) -> None:
    for story in stories(seed):
        own = {node.id for node in story.nodes}
        assert {event for item in story.statements for event in (*item.causes, item.effect)} <= own


@pytest.mark.parametrize("seed", range(10))
def test_opposites_belong_to_one_another_and_lead_to_other_events(seed: int) -> None:
    for story in stories(seed):
        nodes = {node.id: node for node in story.nodes}
        for motif in (item for item in story.motifs if item.kind == "opposites"):
            event, opposite, cause, effect = motif.events
            assert (nodes[event].opposite, nodes[opposite].opposite) == (opposite, event)
            assert (nodes[event].tone, nodes[opposite].tone) == ("bad", "good")
            assert oracle.all_causes(links(story), opposite) == (cause,)
            assert effect not in oracle.all_effects(links(story), event)


def stated(story: Story, modality: Modality, cause: str, effect: str) -> bool:
    return any(item.modality is modality and cause in item.causes and effect == item.effect for item in story.statements)


HOLDS: dict[str, Callable[[Story, tuple[str, ...]], bool]] = {
    "chain": lambda story, events: events[-1] in oracle.all_effects(links(story), events[0], hedged=False),
    "fork": lambda story, events: events[0] in oracle.direct_causes(links(story), events[1]),
    "over-determination": lambda story, events: set(events[1:]) <= set(oracle.direct_causes(links(story), events[0], hedged=False)),
    "conjunction": lambda story, events: any(set(item.causes) == set(events[:2]) for item in story.statements),
    "hedge": lambda story, events: stated(story, Modality.HEDGED, *events),
    "doubt": lambda story, events: stated(story, Modality.HEDGED, events[2], events[0]),
    "denial": lambda story, events: stated(story, Modality.DENIED, *events) and not stated(story, Modality.ASSERTED, *events),
    "contradiction": lambda story, events: stated(story, Modality.DENIED, *events) and stated(story, Modality.ASSERTED, *events),
    "fed cycle": lambda story, events: set(events) <= oracle.present([node.id for node in story.nodes], links(story)),
    "closed cycle": lambda story, events: oracle.present([node.id for node in story.nodes], links(story)).isdisjoint(events[:2]),
    "bystander": lambda story, events: all(not {*events} & {link.cause, link.effect} for link in links(story)),
}


@pytest.mark.parametrize("kind", HOLDS)
def test_a_motif_is_what_its_name_says(kind: str) -> None:
    found = [(story, motif.events) for seed in range(10) for story in stories(seed) for motif in story.motifs if motif.kind == kind]
    assert found
    assert [events for story, events in found if not HOLDS[kind](story, events)] == []


def test_random_claims_are_of_every_kind_and_within_bounds() -> None:
    rng = np.random.default_rng(3)
    drawn = [random_links(rng, most_events=12) for _ in range(300)]
    assert {len(events) for events, _ in drawn} == set(range(2, 13))
    assert {link.modality for _, claims in drawn for link in claims} == set(Modality) - {Modality.IMPLIED}
    assert any(link.cause == link.effect for _, claims in drawn for link in claims)
    assert any(link.group for _, claims in drawn for link in claims)
    assert all({link.cause, link.effect} <= set(events) for events, claims in drawn for link in claims)
