"""The relational walk: from what the question names over things that it does not name to passages that hybrid retrieval leaves behind."""

from collections.abc import Mapping

import pytest

from benchmarks.passage_store import store_of_passages
from cckg.core.graph import Entity
from cckg.language import entities_of
from cckg.stores import GraphStore
from queries.retrieval import retrieve, walk_relations
from queries.retrieval.relations import EntityLink, WalkPolicy
from tests.builders import stored, unit_vectors
from tests.fakes import HashingEmbedder

FILM = "Who is the mother of the director of the film Grey Harbour?"
WORLD = {
    "film": ("Grey Harbour", "Grey Harbour is a film that Tomasz Zelnik directed in Gdansk."),
    "director": ("Tomasz Zelnik", "Tomasz Zelnik is a director whose mother was the painter Wanda Korbut."),
    "mother": ("Wanda Korbut", "Wanda Korbut painted the sea for fifty years."),
    **{
        f"noise{number}": (f"Film {number}", f"The mother of the director of the film number {number} is not known.")
        for number in range(12)
    },
}


def store_of(world: Mapping[str, tuple[str, str]], *, recognised: bool = True) -> GraphStore:
    texts = {name: f"{title}. {text}" for name, (title, text) in world.items()}
    titles = {name: title for name, (title, _) in world.items()}
    entities = {name: entities_of(texts[name], title=title) for name, (title, _) in world.items()} if recognised else None
    return store_of_passages(texts, unit_vectors(list(texts.values())), titles=titles, entities=entities)


def found(store: GraphStore, question: str = FILM, *, k: int = 5, hops: int = 2) -> list[str]:
    return [hit.id for hit in walk_relations(question, store=store, embedder=HashingEmbedder(), k=k, hops=hops).hits]


def hybrid(store: GraphStore, question: str = FILM, *, k: int = 5) -> list[str]:
    hits = retrieve(question, store=store, embedder=HashingEmbedder(), method="hybrid", over="chunks", k=k)
    return [hit.id for hit in hits]


def test_a_passage_two_links_away_is_found_that_hybrid_retrieval_leaves_behind() -> None:
    store = store_of(WORLD)
    assert "mother" not in hybrid(store)
    assert {"film", "director", "mother"} <= set(found(store))


def test_the_way_to_a_passage_says_which_thing_joined_which_two() -> None:
    related = walk_relations(FILM, store=store_of(WORLD), embedder=HashingEmbedder(), k=5)
    assert related.paths["mother"] == (
        EntityLink("film", Entity("tomasz zelnik", "Tomasz Zelnik"), "director"),
        EntityLink("director", Entity("wanda korbut", "Wanda Korbut"), "mother"),
    )
    assert [named.span.text for named in related.named] == ["Grey Harbour"]


def test_no_more_links_are_walked_than_asked_for() -> None:
    store = store_of(WORLD)
    related = walk_relations(FILM, store=store, embedder=HashingEmbedder(), k=15, hops=1)
    assert "director" in related.paths
    assert max(len(way) for way in related.paths.values()) == 1
    assert walk_relations(FILM, store=store, embedder=HashingEmbedder(), k=15, hops=0).paths == {}


def test_what_joins_both_names_of_a_question_is_found() -> None:
    world = {
        "a": ("Ana Bell", "Ana Bell taught at the Orlo Institute."),
        "b": ("Ben Cole", "Ben Cole studied at the Orlo Institute."),
        "c": ("Orlo Institute", "It was a school by the lake."),
        **{f"noise{number}": (f"Note {number}", f"Connected things of kind {number} are many.") for number in range(9)},
    }
    store = store_of(world)
    assert set(found(store, "How are Ana Bell and Ben Cole connected?", k=3)) == {"a", "b", "c"}


def test_what_many_passages_mention_leads_less_far_than_what_few_do() -> None:
    hub = {f"hub{number}": (f"Note {number}", f"Far off in Ohio lies field {number}.") for number in range(60)}
    world = {
        "start": ("Mill of Orlo", "The mill of Orlo in Ohio was built by Ivo Brandt."),
        "rare": ("Letter", "A letter of Ivo Brandt was kept, far off from any field."),
        **hub,
    }
    question = "What is known of the Mill of Orlo?"
    walked = walk_relations(question, store=store_of(world), embedder=HashingEmbedder(), k=62, hops=1)
    plain = walk_relations(question, store=store_of(world), embedder=HashingEmbedder(), k=62, hops=0)
    before = {hit.id: hit.score for hit in plain.hits}
    gained = {hit.id: hit.score - before.get(hit.id, 0.0) for hit in walked.hits}
    assert walked.paths["rare"][0].thing.key == "ivo brandt"
    assert gained["rare"] > max(gain for name, gain in gained.items() if name.startswith("hub"))


def test_a_document_that_is_called_as_the_question_says_comes_first_however_its_words_differ() -> None:
    noise = {f"noise{number}": (f"Note {number}", "Who wrote heat, and when was heat written?") for number in range(60)}
    store = store_of({**noise, "book": ("Heat (novel)", "It tells of a summer in a town by the sea, of its harvest and its people.")})
    assert "book" not in hybrid(store, "Who wrote Heat?", k=50)
    assert found(store, "Who wrote Heat?", k=2, hops=0)[0] == "book"


def test_without_named_things_the_ranking_is_that_of_hybrid_retrieval() -> None:
    store = store_of(WORLD, recognised=False)
    assert found(store, k=9) == hybrid(store, k=9)
    related = walk_relations(FILM, store=store, embedder=HashingEmbedder(), k=9)
    assert (related.paths, related.named) == ({}, ())


@pytest.mark.parametrize("question", ["what did the mother of a director paint", "the sea", "film number 3"])
def test_the_first_of_hybrid_retrieval_stays_among_the_first_whatever_is_walked(question: str) -> None:
    store = store_of(WORLD)
    assert hybrid(store, question, k=1)[0] in found(store, question, k=2)


def test_an_empty_store_has_nothing_to_walk_and_no_passage_is_a_callers_bug() -> None:
    assert found(stored()) == []
    with pytest.raises(ValueError, match="at least 1"):
        found(stored(), k=0)


def test_passages_that_lead_round_in_a_circle_end_the_walk() -> None:
    world = {"a": ("Ana Bell", "Ana Bell knew Ben Cole."), "b": ("Ben Cole", "Ben Cole knew Ana Bell.")}
    related = walk_relations("Who knew whom?", store=store_of(world), embedder=HashingEmbedder(), k=5, hops=9)
    assert {hit.id for hit in related.hits} == {"a", "b"}
    assert all(len({link.target for link in way} | {way[0].source}) == len(way) + 1 for way in related.paths.values())


class CountingStore:
    """A store that counts what it is asked; it hands everything on."""

    def __init__(self, store: GraphStore) -> None:
        self.store, self.asked = store, 0

    def __getattr__(self, name: str) -> object:
        self.asked += 1
        return getattr(self.store, name)


def test_a_hop_asks_the_store_four_times_however_many_passages_there_are() -> None:
    asked = []
    for hops in (0, 1, 2):
        counting = CountingStore(store_of(WORLD))
        walk_relations(FILM, store=counting, embedder=HashingEmbedder(), k=5, hops=hops)  # type: ignore[arg-type]
        asked.append(counting.asked)
    assert asked == [3, 7, 11]


def test_the_dials_bound_the_walk() -> None:
    few = WalkPolicy(bridges=1, starts=1)
    related = walk_relations(FILM, store=store_of(WORLD), embedder=HashingEmbedder(), k=15, hops=1, policy=few)
    assert {way[0].thing.key for way in related.paths.values()} == {"tomasz zelnik"}
