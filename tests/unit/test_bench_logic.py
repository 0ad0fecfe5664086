"""The benchmark of logical queries: its documents are about what it says, and its corpora hold what they should."""

import pytest

from benchmarks.cis.collections import Asked, Collection
from benchmarks.logic.operators import by_negations
from benchmarks.logic.public import FORMS, composed
from benchmarks.logic.synthetic import MATCHES, NEGATIVES, holds, many_terms, three_terms, topics
from benchmarks.logic.writing import shares
from cckg.questions import parse_logical_query, terms_of

SENTENCES = topics(tested=True)


def test_the_halves_of_the_topics_have_nothing_in_common() -> None:
    assert not set(SENTENCES) & set(topics(tested=False))
    assert all(len(of_topic) >= 8 for of_topic in SENTENCES.values())


def test_a_document_says_what_it_is_about_and_nothing_else() -> None:
    made = three_terms(SENTENCES, per_template=1, seed=1)
    for text, about in zip(made.documents, made.about, strict=True):
        told = {name for name, of_topic in SENTENCES.items() if any(sentence in text for sentence in of_topic)}
        assert told == about


@pytest.mark.parametrize("others", [0, 5])
def test_a_corpus_has_matches_hard_negatives_and_what_does_not_match(others: int) -> None:
    made = three_terms(SENTENCES, per_template=2, seed=2, others=others)
    assert len(made.queries) == 64
    for asked in made.queries:
        assert asked.matches == {place for place in asked.corpus if holds(asked.formula, made.about[place])}
        assert 1 <= len(asked.matches) <= MATCHES
        assert 1 <= len(asked.corpus) - len(asked.matches) <= NEGATIVES + others
        matching = [made.about[place] & set(terms_of(asked.formula)) for place in asked.matches]
        near = [made.about[place] & set(terms_of(asked.formula)) for place in asked.corpus if place not in asked.matches]
        assert others or all(len(terms) <= 3 for terms in (*matching, *near))


@pytest.mark.parametrize("join", ["and", "or"])
def test_long_queries_have_matches_and_negatives_that_one_term_parts_from_them(join: str) -> None:
    made = many_terms(SENTENCES, count=6, join=join, queries=3, seed=3)
    for asked in made.queries:
        wanted = set(terms_of(asked.formula))
        counts = {place: len(wanted & made.about[place]) for place in asked.corpus}
        assert all((count == 6 if join == "and" else count > 0) == (place in asked.matches) for place, count in counts.items())


def test_the_same_seed_gives_the_same_benchmark() -> None:
    assert three_terms(SENTENCES, per_template=1, seed=4) == three_terms(SENTENCES, per_template=1, seed=4)
    assert three_terms(SENTENCES, per_template=1, seed=4) != three_terms(SENTENCES, per_template=1, seed=5)


def test_a_perfect_ranking_scores_1_and_its_reverse_less() -> None:
    made = three_terms(SENTENCES, per_template=1, seed=6)
    perfect = by_negations(made.queries, lambda asked: [float(place in asked.matches) for place in asked.corpus])
    worst = by_negations(made.queries, lambda asked: [-float(place in asked.matches) for place in asked.corpus])
    assert perfect["all"][0] == 1.0
    assert worst["all"][0] < 1.0


def test_queries_of_a_collection_are_composed_so_that_set_algebra_tells_the_answer() -> None:
    asked = tuple(
        Asked(name, f"topic {name}", dict.fromkeys(gold, 1)) for name, gold in (("a", "12345678"), ("b", "5678xyz"), ("c", "56xy9"))
    )
    collection = Collection("made", {}, asked)
    for form in FORMS:
        for one in composed(collection, form, seed=1):
            sets = {f"topic {part.id}": frozenset(part.gold) for part in asked}
            every = set().union(*sets.values())
            right = {
                passage for passage in every if holds(parse_logical_query(one.query), frozenset(t for t, s in sets.items() if passage in s))
            }
            assert set(one.asked.gold) == right


def test_what_is_written_as_a_librarian_did_counts_as_exact() -> None:
    import json

    from benchmarks.logic.writing import QUESTIONS

    wanted = {row["question"]: row["query"] for row in map(json.loads, QUESTIONS.read_text(encoding="utf-8").splitlines())}
    means = {name: found[0] for name, found in shares(wanted.__getitem__, half="test").items()}
    assert means == {"exact": 1.0, "in sense": 1.0, "left alone": 1.0}
    means = {name: found[0] for name, found in shares(lambda _: None, half="test").items()}
    assert means == {"exact": 0.0, "in sense": 0.0, "left alone": 1.0}
