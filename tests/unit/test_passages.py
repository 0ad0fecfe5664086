"""Passages: three methods, their fusion, and the sentences that answer."""

import pytest

from cckg.core.evidence import Passage
from cckg.core.results import SearchMethod
from cckg.stores import GraphStore, Hit
from queries.retrieval import answer_sentences, find_passages, retrieve
from queries.retrieval.passages import RANK_CONSTANT, fuse
from tests.builders import stored
from tests.fakes import HashingEmbedder

TOWN = "The mill burned down in May. The mayor rebuilt the old mill in stone."
DOCUMENTS = (TOWN, "Apples grow on trees in the valley.", "The river froze over. Boats lay still.")


@pytest.fixture
def store() -> GraphStore:
    return stored(*DOCUMENTS)


def found(store: GraphStore, query: str, *, k: int = 3) -> list[Passage]:
    return find_passages(query, store=store, embedder=HashingEmbedder(), k=k)


@pytest.mark.parametrize("method", ["dense", "bm25", "hybrid"])
def test_the_passage_with_the_words_of_the_query_comes_first(store: GraphStore, method: SearchMethod) -> None:
    hits = retrieve("the river froze", store=store, embedder=HashingEmbedder(), method=method, over="chunks", k=2)
    assert hits[0].id == "d3#0"
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize("method", ["dense", "bm25", "hybrid"])
def test_events_are_found_as_well(method: SearchMethod) -> None:
    store = stored("a:the frost -> b:the famine", "c:the hail -> d:the ruin")
    hits = retrieve("famine", store=store, embedder=HashingEmbedder(), method=method, over="events", k=1)
    assert [hit.id for hit in hits] == ["b"]


@pytest.mark.parametrize("method", ["dense", "bm25", "hybrid"])
def test_an_empty_store_has_no_passage(method: SearchMethod) -> None:
    assert retrieve("river", store=stored(), embedder=HashingEmbedder(), method=method, over="chunks", k=5) == []


def test_fusion_adds_the_reciprocal_ranks() -> None:
    fused = fuse([[Hit("a", 9.0), Hit("b", 8.0)], [Hit("b", 0.2), Hit("c", 0.1)]])
    k = RANK_CONSTANT
    assert [hit.id for hit in fused] == ["b", "a", "c"]
    assert [hit.score for hit in fused] == pytest.approx([1 / (k + 2) + 1 / (k + 1), 1 / (k + 1), 1 / (k + 2)])


def test_ties_of_fusion_are_broken_by_id() -> None:
    assert [hit.id for hit in fuse([[Hit("b", 1.0)], [Hit("a", 1.0)]])] == ["a", "b"]
    assert fuse([]) == []


def test_passages_come_ranked_with_their_source(store: GraphStore) -> None:
    best, *_ = found(store, "the river froze")
    assert (best.chunk.text, best.source.uri, best.rank) == (DOCUMENTS[2], "d3.txt", 1)
    assert [item.rank for item in found(store, "the mill")] == [1, 2, 3]


def test_no_more_passages_are_found_than_asked_for(store: GraphStore) -> None:
    assert len(found(store, "the mill", k=2)) == 2


def test_the_sentence_that_answers_comes_first_with_its_place(store: GraphStore) -> None:
    best, *rest = answer_sentences("the mayor rebuilt the old mill in stone", found(store, "mill"), embedder=HashingEmbedder())
    assert best.span.text == "The mayor rebuilt the old mill in stone."
    assert TOWN[best.span.start : best.span.end] == best.span.text
    assert all(item.score <= best.score <= 1 for item in rest)


def test_a_sentence_of_two_passages_is_ranked_once(store: GraphStore) -> None:
    texts = found(store, "mill")
    sentences = answer_sentences("the mill", [*texts, *texts], embedder=HashingEmbedder())
    assert len(sentences) == len({(item.passage.chunk.document, item.span.start) for item in sentences}) == 5


def test_without_passages_no_sentence_answers() -> None:
    assert answer_sentences("Why?", [], embedder=HashingEmbedder()) == []
