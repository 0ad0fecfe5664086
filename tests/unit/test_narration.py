"""The language of made-up worlds: forms of clauses, the two halves of the lists, and sentences with offsets."""

import re
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from benchmarks.worlds.constructions import Construction, Said, constructions, say
from benchmarks.worlds.happenings import Half, Happening, Shape, Wording, domains, families, names_in
from benchmarks.worlds.language import NAMES_PER_WORLD, Clause, Form, invented_name
from benchmarks.worlds.naming import cast
from benchmarks.worlds.narration import Wordsmith, narrate
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.structures import Node, Statement, Story
from cckg.core.graph import Polarity

HALVES: tuple[Half, ...] = ("A", "B")
TELLS = ("asserted", "joint", "either", "fork", "chain", "taken up", "hedged", "denied", "headline")
PUMP = Clause("the pump", "seize", "up")
CELLARS = Clause("the cellars", "be", "flooded", plural=True)
COAL = Clause("the coal", "reach", "the mill", negated=True)
NOBODY = Clause("no inspector", "come", "", void=True)


@pytest.mark.parametrize(
    ("clause", "form", "expected"),
    [
        (PUMP, "past", "the pump seized up"),
        (PUMP, "had", "the pump had seized up"),
        (PUMP, "did", "did the pump seize up"),
        (PUMP, "would", "would the pump have seized up"),
        (PUMP, "undone", "the pump had not seized up"),
        (PUMP, "inverted", "had the pump not seized up"),
        (PUMP, "to", "the pump to seize up"),
        (PUMP, "bare", "the pump seize up"),
        (PUMP, "ing", "the pump seizing up"),
        (CELLARS, "past", "the cellars were flooded"),
        (CELLARS, "did", "were the cellars flooded"),
        (CELLARS, "undone", "the cellars had not been flooded"),
        (COAL, "past", "the coal did not reach the mill"),
        (COAL, "did", "did the coal not reach the mill"),
        (COAL, "undone", "the coal had reached the mill"),
        (COAL, "to", None),
        (NOBODY, "past", "no inspector came"),
        (NOBODY, "undone", None),
    ],
)
def test_a_clause_has_the_forms_of_english(clause: Clause, form: Form, expected: str | None) -> None:
    assert clause.form(form) == expected


def test_all_names_are_different_and_no_two_worlds_near_one_another_share_one() -> None:
    names = [invented_name(seed, number) for seed in range(468) for number in range(NAMES_PER_WORLD)]
    assert len(set(names)) == len(names)
    with pytest.raises(ValueError, match="names 0 to 63"):
        invented_name(0, NAMES_PER_WORLD)


def full(wordings: tuple[Wording, ...]) -> list[Wording]:
    return [wording for wording in wordings if wording.kind != "short"]


@pytest.mark.parametrize("half", HALVES)
def test_every_happening_is_worded_in_six_ways_that_name_what_it_happened_to(half: Half) -> None:
    sides = [side for family in families(half) for side in family.sides]
    assert len(sides) >= 60
    assert len(domains(half)) >= 6
    assert [side.wordings[0].words for side in sides if len(set(full(side.wordings))) < 6] == []
    assert [wording for side in sides for wording in full(side.wordings) if "{" not in wording.words.subject + wording.words.rest] == []
    assert all(any(wording.kind == "short" for wording in side.wordings) for side in sides)


@pytest.mark.parametrize(("half", "shape"), product(HALVES, ("past", "had", "did", "would", "undone", "np")))
def test_the_plainest_wordings_have_every_shape_that_sentences_ask_for(half: Half, shape: Shape) -> None:
    sides = [side for family in families(half) for side in family.sides]
    without = [side for side in sides if not any(wording.depth == 0 and wording.has(shape) for wording in side.wordings)]
    assert [side.wordings[0].words for side in without] == []


@pytest.mark.parametrize("half", HALVES)
def test_the_sides_of_a_family_are_opposites(half: Half) -> None:
    for family in families(half):
        polarities = [side.polarity for side in family.sides]
        assert len(polarities) == 1 or (polarities[0].opposite == polarities[1] and {side.tone for side in family.sides} == {"bad", "good"})


def test_the_halves_share_no_happening_no_wording_and_no_construction() -> None:
    names = [{family.name for family in families(half)} for half in HALVES]
    wordings = [{w.words for family in families(half) for side in family.sides for w in side.wordings} for half in HALVES]
    templates = [{item.template for items in constructions(half).values() for item in items} for half in HALVES]
    for first, second in (names, wordings, templates):
        assert first & second == set()


def test_the_halves_are_equally_large_and_use_the_same_depths() -> None:
    depths = [Counter((section, item.depth) for section, items in constructions(half).items() for item in items) for half in HALVES]
    assert depths[0] == depths[1]
    assert sum(count for (section, _), count in depths[0].items() if section in TELLS) >= 40
    assert len(families("A")) == len(families("B"))


def people(half: Half, tone: str = "bad") -> dict[str, Happening]:
    nodes = tuple(Node(name, level, "good" if tone == "good" else "bad") for level, name in enumerate("CDEFX"))
    story = Story(nodes, (), ())
    return cast(np.random.default_rng(1), story, number=0, domain=domains(half)[0], half=half, seed=1)


def plainest(event: Happening, shape: Shape) -> Wording | None:
    return next(iter(event.wordings(shape, depth=2)), None)


def said(construction: Construction, events: dict[str, Happening]) -> Said | None:
    every = {**events, "O": events["D"], "Y": events["E"]}
    return say(construction, every, choose=plainest, entities=events["C"].entities, when="on 3 May 2001")


ALL = [(half, item) for half in HALVES for items in constructions(half).values() for item in items]


@pytest.mark.parametrize(("half", "construction"), ALL, ids=[f"{half}: {item.template}" for half, item in ALL])
def test_every_construction_makes_a_sentence_with_verbatim_spans(half: Half, construction: Construction) -> None:
    found = said(construction, people(half))
    assert found
    spans = [*(item.span for mentions in found.mentions.values() for item in mentions), *found.cues.values()]
    assert all(span.is_verbatim_in(found.text) for span in (*spans, *([found.date] if found.date else [])))
    assert not found.text[0].islower()
    assert not re.search(r"[\[\]{}<>]|\s\s|\s[.,;:?]", found.text)
    assert bool(found.cues) == (construction.section in TELLS)


@pytest.mark.parametrize("half", HALVES)
def test_what_is_named_already_is_taken_up_or_left_out(half: Half) -> None:
    for event in people(half).values():
        named = {entity.name for entity in event.entities.values()}
        for wording in event.wordings("np", depth=2):
            brief = event.worded(wording, "np", named=named)
            names = names_in(wording.words.subject.replace("!}", "}"), event.entities)
            kept = [name for name in names if name in brief]
            assert "{place!}" in wording.words.subject or kept == []


def test_a_construction_is_kept_from_events_that_it_does_not_suit() -> None:
    thanks = next(item for item in constructions("A")["asserted"] if "Thanks to" in item.template)
    bad, good = people("A"), people("A", "good")
    assert not thanks.suits({"C": bad["C"], "E": bad["E"]})
    assert thanks.suits({"C": good["C"], "E": good["E"]})
    without = next(item for item in constructions("A")["ask without"] if item.depth == 0 and item.needs)
    missing = replace(bad["C"], side=replace(bad["C"].side, polarity=Polarity.ABSENCE))
    assert without.suits(bad)
    assert not without.suits({**bad, "C": missing})


@pytest.mark.parametrize("half", HALVES)
def test_only_marked_constructions_tell_that_a_cause_is_enough(half: Half) -> None:
    items = [item for items in constructions(half).values() for item in items]
    marked = [item for item in items if item.enough]
    assert {item.section for item in marked} == {"either"}
    assert all(not mark.startswith("enough") for item in items for mark in item.needs)
    told = [found for item in constructions(half)["either"] if (found := said(item, people(half)))]
    assert [found.enough for found in told] == [item.enough for item in constructions(half)["either"]]
    assert {"".join(sorted(found.enough)) for found in told} == ({"", "CD"} if half == "A" else {"", "CD", "D"})


def test_a_wordsmith_takes_the_wording_that_was_used_least() -> None:
    event = people("A")["C"]
    wordsmith = Wordsmith(np.random.default_rng(0), 2)
    offered = event.wordings("past", depth=2)
    assert {wordsmith(event, "past") for _ in offered} == set(offered)
    assert sum(wordsmith.told[event.id].values()) == len(offered)


@pytest.mark.parametrize("half", HALVES)
def test_a_story_is_told_whole_and_a_joint_cause_is_one_group(half: Half) -> None:
    nodes = tuple(Node(name, level) for level, name in enumerate("abcd"))
    story = Story(nodes, (Statement(("a", "b"), "c"), Statement(("c",), "d")), ())
    cast_as = cast(np.random.default_rng(1), story, number=0, domain=domains(half)[1], half=half, seed=1)
    settings = WorldSettings(half=half, documents=1, retold=0)
    (document,), _ = narrate(np.random.default_rng(1), story, cast_as, half=half, domain=domains(half)[1], settings=settings)
    ids = {name: event.id for name, event in cast_as.items()}
    found = [(claim.cause.event, claim.effect.event) for claim in document.claims if claim.group]
    assert found == [(ids["a"], ids["c"]), (ids["b"], ids["c"])]
    assert len({claim.group for claim in document.claims if claim.group}) == 1
    assert (ids["c"], ids["d"]) in [(claim.cause.event, claim.effect.event) for claim in document.claims]
