"""Made-up worlds as a whole: the same on every machine, gold answers with their documents, and what a store makes of them."""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.worlds import oracle
from benchmarks.worlds.constructions import constructions
from benchmarks.worlds.former_oracle import former_verdict
from benchmarks.worlds.gold_graph import gold_updates
from benchmarks.worlds.happenings import Half, families
from benchmarks.worlds.pages import GoldDocument
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.structures import Link
from benchmarks.worlds.world_scores import aligned, claim_count
from benchmarks.worlds.worlds import World, main, make_world, write_world
from cckg.core.claims import Modality
from cckg.core.evidence import leaning
from cckg.core.text import content_hash
from cckg.evaluation.gold import load_gold
from cckg.stores import GraphStore, open_store
from queries.causal import judge
from tests.builders import FINGERPRINT, subgraph_of
from tests.fakes import HashingEmbedder

SEEDS = range(20)
HALVES: tuple[Half, ...] = ("A", "B")
HASHED = """
from cckg.core.evidence import leaning
from cckg.core.text import content_hash
from benchmarks.worlds.worlds import make_world
print(content_hash(repr(make_world(4))))
"""


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    """Twenty worlds of both halves and of every paraphrase depth."""
    return [make_world(seed, WorldSettings(half=("A", "B", "both")[seed % 3], paraphrase=seed % 4)) for seed in SEEDS]


def documents(worlds: list[World]) -> list[GoldDocument]:
    return [document for world in worlds for document in world.documents]


def stored(world: World) -> GraphStore:
    store = open_store(":memory:")
    store.bind(FINGERPRINT)
    for update in gold_updates(world, HashingEmbedder()):
        store.write_document(update)
    return store


# The same world


def test_the_same_seed_and_dials_give_the_same_world_in_another_process() -> None:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", HASHED], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == content_hash(repr(make_world(4)))


def test_dials_of_language_leave_the_structure_as_it_is() -> None:
    plain, rich = (make_world(3, WorldSettings(paraphrase=depth, noise=noise)) for depth, noise in ((0, 0.0), (3, 0.6)))
    assert plain.stories == rich.stories
    assert [event.id for event in plain.events] == [event.id for event in rich.events]
    assert [event.wordings for event in plain.events] == [event.wordings for event in rich.events]


def test_no_event_of_one_world_is_in_another(worlds: list[World]) -> None:
    seen: dict[str, int] = {}
    for world in worlds:
        for words in {text for event in world.events for text in (event.id, *event.wordings)}:
            assert seen.setdefault(words, world.seed) == world.seed


@pytest.mark.parametrize("wrong", [{"half": "C"}, {"paraphrase": 4}, {"noise": 0.9}, {"stories": 0}])
def test_a_dial_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        WorldSettings(**wrong)  # type: ignore[arg-type]


def test_noise_is_the_share_of_sentences_without_a_claim() -> None:
    def quiet(noise: float) -> int:
        return sum(len(re.findall(r"[.?] ", item.text)) for item in make_world(2, WorldSettings(noise=noise)).documents)

    assert quiet(0.0) < quiet(0.3) < quiet(0.6)


# Documents


def test_every_span_is_verbatim_in_its_document(worlds: list[World]) -> None:
    for document in documents(worlds):
        spans = [mention.span for mention in document.mentions] + [time.span for time in document.times]
        for claim in document.claims:
            spans += [claim.cause.span, claim.effect.span, claim.quote, *([claim.cue] if claim.cue else [])]
            assert claim.quote.start <= min(claim.cause.span.start, claim.effect.span.start)
            assert claim.quote.end >= max(claim.cause.span.end, claim.effect.span.end)
        assert all(span.is_verbatim_in(document.text) for span in spans)


def test_every_statement_is_told_and_nothing_else(worlds: list[World]) -> None:
    for world in worlds:
        told = {(link.cause, link.effect, link.modality) for link in world.links}
        made = [(cause, item.effect, item.modality) for story in world.stories for item in story.statements for cause in item.causes]
        assert len(told) == len(set(made))


def test_what_is_natural_has_no_cause(worlds: list[World]) -> None:
    natural = {family.name for half in HALVES for family in families(half) if family.natural}
    effects = {link.effect.split("-", 1)[1] for world in worlds for link in world.links}
    assert natural
    assert not any(effect.startswith(name) for effect in effects for name in natural)


def test_jointly_required_causes_share_a_group_and_others_have_none(worlds: list[World]) -> None:
    for world in worlds:
        joint = sum(len(item.causes) > 1 for story in world.stories for item in story.statements)
        members: dict[str, set[str]] = defaultdict(set)
        for link in world.links:
            if link.group:
                members[link.group].add(link.cause)
        assert len({frozenset(found) for found in members.values()}) == joint
        assert all(len(found) == 2 for found in members.values())


def test_a_claim_says_enough_where_its_construction_does_and_only_there(worlds: list[World]) -> None:
    marks = {item.template: item.enough for half in HALVES for items in constructions(half).values() for item in items}
    claims = [claim for world in worlds for claim in world.claims]
    assert any(claim.enough for claim in claims)
    assert all(marks[claim.construction] for claim in claims if claim.enough)
    assert all(claim.enough for claim in claims if marks[claim.construction] == {"C", "D"})
    assert [link.enough for world in worlds for link in world.links] == [claim.enough for claim in claims]


def test_two_causes_of_one_event_are_alternatives_only_if_a_document_says_so() -> None:
    told = [Link("c", "e", document="one"), Link("d", "e", document="one")]
    enough = [replace(link, enough=True) for link in told]
    assert oracle.verdict("cde", told, cause="c", effect="e").necessity == "undetermined"
    assert oracle.verdict("cde", enough, cause="c", effect="e").necessity == "not necessary"
    assert former_verdict("cde", told, cause="c", effect="e") == "not necessary"


def test_a_denial_stands_in_another_document_than_what_it_contradicts(worlds: list[World]) -> None:
    for world in worlds:
        denied = {(link.cause, link.effect, link.document) for link in world.links if link.modality is Modality.DENIED}
        assert not denied & {(link.cause, link.effect, link.document) for link in world.links if link.modality is Modality.ASSERTED}


def test_documents_are_english_without_slips_of_the_pen(worlds: list[World]) -> None:
    for document in documents(worlds):
        assert document.text.startswith(f"# {document.title}\n\n")
        for paragraph in document.text.strip().split("\n\n")[1:]:
            assert not paragraph[0].islower(), paragraph
            assert paragraph.endswith((".", '."')), paragraph
            assert not re.search(r"\b(\w+) \1\b(?! \w+ at)", re.sub(r"\b(had had|that that)\b", "", paragraph)), paragraph
            assert not re.search(r"\ba [aeiou]|\ban [^aeiouh]|[\[\]{}<>|]|  |\.\.| [.,;:]", paragraph), paragraph


def test_a_day_is_an_iso_date_or_month_and_an_effect_is_not_before_its_cause(worlds: list[World]) -> None:
    for world in worlds:
        times = {event.id: event.time for event in world.events if event.time}
        assert times
        assert all(re.fullmatch(r"\d{4}-\d\d(-\d\d)?", time) for time in times.values())
        circle = {event for link in world.links for event in (link.cause,) if link.cause in oracle.all_effects(world.links, link.effect)}
        for link in world.links:
            if link.cause in times and link.effect in times and link.cause not in circle:
                length = min(len(times[link.cause]), len(times[link.effect]))
                assert times[link.cause][:length] <= times[link.effect][:length]


# Questions


def test_questions_of_every_kind_are_asked_and_every_reason_to_decline_occurs(worlds: list[World]) -> None:
    kinds = {question.kind for world in worlds for question in world.questions}
    reasons = {question.why for world in worlds for question in world.questions}
    rules = {question.verdict.rule for world in worlds for question in world.questions if question.verdict}
    assert kinds == {"causes", "effects", "path", "cause or not", "necessary", "without", "absent", "opposite"}
    assert reasons == {None, "no cause", "told of only", "no effect", "common cause", "no link", "never told of"}
    assert rules == {
        "contradicted",
        "denied only",
        "closed cycle",
        "lost",
        "lost if hedged",
        "survives",
        "survives if hedged",
        "hedged only",
        "open",
    }


def test_questions_are_worded_well_and_none_twice(worlds: list[World]) -> None:
    for world in worlds:
        texts = [question.question for question in world.questions]
        assert len(set(texts)) == len(texts)
        assert all(re.fullmatch(r"[A-Z][^{}\[\]<>|]*[^ ][?.]", text) for text in texts)


def test_a_trap_names_events_that_the_gold_answer_does_not(worlds: list[World]) -> None:
    traps = [question for world in worlds for question in world.questions if question.trap]
    assert len(traps) >= 3 * len(worlds)
    assert all(set(question.trap).isdisjoint(question.events) and question.events for question in traps)


def test_no_document_names_what_is_never_told_of(worlds: list[World]) -> None:
    for world in worlds:
        text = " ".join(document.text for document in world.documents)
        for question in world.questions:
            if question.why == "never told of":
                names = set(re.findall(r"(?<=\s)[A-Z]\w+", question.question))
                assert names
                assert any(name not in text for name in names)


def test_the_engine_judges_the_pairs_of_all_worlds_as_the_oracle_does(worlds: list[World]) -> None:
    for world in worlds:
        graph = subgraph_of([event.id for event in world.events], world.links)
        for question in world.questions:
            if question.verdict:
                cause, effect = (graph.events[event] for event in question.target)
                assert judge(graph, cause=[cause], effect=[effect]).leaning == leaning(question.verdict.necessity), question


# Files and stores


def test_a_written_world_is_read_like_the_examples(worlds: list[World], tmp_path: Path) -> None:
    write_world(worlds[2], tmp_path)
    gold = load_gold(tmp_path)
    assert [question.question for question in gold.questions] == [question.question for question in worlds[2].questions]
    assert {event: list(words) for event, words in gold.wordings.items()} == {event.id: list(event.wordings) for event in worlds[2].events}
    graph = json.loads((tmp_path / "gold_graph.json").read_text(encoding="utf-8"))
    for edge in graph["edges"]:
        text = (tmp_path / "corpus" / edge["document"]).read_text(encoding="utf-8")
        assert text[edge["start"] : edge["end"]] == edge["quote"]


def test_the_module_writes_a_folder(tmp_path: Path) -> None:
    assert main(["--seed", "7", "--half", "A", "--documents", "2", "--out", str(tmp_path / "made")]) == 0
    assert json.loads((tmp_path / "made" / "world.json").read_text(encoding="utf-8"))["settings"]["documents"] == 2
    assert len(list((tmp_path / "made" / "corpus").iterdir())) == 3 * 2 + 2


def test_a_store_holds_the_gold_claims_and_events(worlds: list[World]) -> None:
    world = worlds[2]
    store = stored(world)
    graph = store.graph()
    assert store.check() == []
    found = sorted((claim.cause_event, claim.effect_event, claim.modality, claim.enough) for claim in graph.claims)
    assert found == sorted((link.cause, link.effect, link.modality, link.enough) for link in world.links)
    polarity = {event.id: event.polarity for event in world.events}
    assert all(event.polarity is polarity[name] for name, event in graph.events.items())
    named = {line.wording for line in store.merges()}
    assert named <= {text for event in world.events for text in event.wordings}


def test_events_of_a_graph_are_known_by_the_mentions_that_they_overlap(worlds: list[World]) -> None:
    world = worlds[2]
    graph = stored(world).graph()
    assert aligned(world, graph) == {name: name for name in graph.events}
    count = claim_count(world, graph)
    assert (count.recall, count.precision) == (1.0, 1.0)
