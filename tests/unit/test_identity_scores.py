"""Which mentions share an event, against the happenings of a small world; and a perfect reader of a world."""

from dataclasses import replace

import pytest

from benchmarks.worlds.gold_reading import GoldExtractor
from benchmarks.worlds.identity_scores import IdentityScore, Share, identity_score
from benchmarks.worlds.pages import GoldDocument, GoldMention
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.worlds import World, make_world
from tests.builders import links_of, subgraph


def world(*documents: str) -> World:
    """Make a world out of documents in the notation of `tests.builders`, each event a happening."""
    graph = subgraph(*documents)
    pages = []
    for source in graph.sources.values():
        claims = [claim for claim in graph.claims if claim.document == source.document]
        sides = [(claim.cause_event, claim.cause) for claim in claims] + [(claim.effect_event, claim.effect) for claim in claims]
        mentions = tuple(GoldMention(event, side.span, side.text, "full") for event, side in sides)
        pages.append(GoldDocument(source.uri, source.title, "", (), mentions, ()))
    return replace(make_world(0, WorldSettings(stories=1, events=6)), documents=tuple(pages), links=links_of(*documents))


def score(gold: list[str], read: list[str]) -> IdentityScore:
    return identity_score(world(*gold), subgraph(*read))


@pytest.mark.parametrize(
    ("read", "split", "joined"),
    [
        (["a -> b", "b -> c"], Share(0, 1), Share(0, 1)),
        (["a -> b", "x:b -> c"], Share(1, 1), Share(0, 0)),  # one happening in two events
        (["a -> b", "b -> a:c"], Share(0, 1), Share(1, 2)),  # two happenings in one event
        (["a -> b", "x:b -> a:c"], Share(1, 1), Share(1, 1)),
        (["a -> b"], Share(0, 0), Share(0, 0)),  # what was not read is neither
    ],
)
def test_happenings_are_split_and_events_joined_by_whose_mentions_they_hold(read: list[str], split: Share, joined: Share) -> None:
    found = score(["a -> b", "b -> c"], read)
    assert (found.split, found.joined) == (split, joined)


@pytest.mark.parametrize(
    ("read", "meeting"),
    [
        (["a -> b", "b -> c; b -> d"], Share(2, 2)),
        (["a -> b", "b -> c; x:b -> d"], Share(1, 2)),
        (["a -> b", "x:b -> c; x:b -> d"], Share(0, 2)),
        (["a -> b", "b -> c"], Share(1, 1)),  # of links that were read
        (["a !> b", "b -> c; b -> d"], Share(0, 0)),  # a denial is no link
    ],
)
def test_chain_links_meet_in_one_event(read: list[str], meeting: Share) -> None:
    assert score(["a -> b", "b -> c; b -> d"], read).chain_links == meeting


def test_a_link_that_leads_back_is_no_chain() -> None:
    assert score(["a -> b -> a"], ["a -> b -> a"]).chain_links == Share(0, 0)


def test_shares_of_worlds_are_added_up() -> None:
    assert (Share(1, 2) + Share(2, 2)).value == 0.75
    assert Share().value is None
    one = score(["a -> b", "b -> c"], ["a -> b", "x:b -> c"])
    assert (one + one).split == Share(2, 2)


def test_a_perfect_reader_reads_every_gold_claim_where_it_stands() -> None:
    made = make_world(3, WorldSettings(paraphrase=3))
    readings = GoldExtractor(made).extract([document.text for document in made.documents])
    for document, reading in zip(made.documents, readings, strict=True):
        assert [(one.cause.span, one.effect.span, one.modality) for one in reading.claims] == [
            (gold.cause.span, gold.effect.span, gold.modality) for gold in document.claims
        ]
        assert [one.cause.text for one in reading.claims] == [gold.cause.text for gold in document.claims]


def test_in_a_part_of_a_document_offsets_are_those_of_the_part() -> None:
    made = make_world(3)
    document = next(document for document in made.documents if len(document.claims) > 1)
    start = document.claims[-1].quote.start
    part = document.text[start:]
    (reading,) = GoldExtractor(made).extract([part])
    assert [one.quote.text for one in reading.claims][-1] == document.claims[-1].quote.text
    assert all(one.quote.is_verbatim_in(part) and one.effect.span.is_verbatim_in(part) for one in reading.claims)
    assert GoldExtractor(made).extract(["Nobody wrote this."])[0].claims == ()
