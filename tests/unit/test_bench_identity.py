"""What `benchmarks.identity` counts."""

import pytest

from benchmarks.identity.corpora import Corpus, joined_figures
from benchmarks.identity.ecbplus import scores
from benchmarks.identity.twins import KEPT, OPEN, read_twins
from cckg.app import CausalRAG
from cckg.settings import Settings
from tests.builders import stored


def test_scores_of_clusters_are_those_of_the_definitions() -> None:
    assert scores([[0, 1], [2, 3]], [[0, 1, 2], [3]]) == {"MUC": 50.0, "B3": 70.6, "CEAFe": 73.3, "CoNLL": 64.6}
    assert scores([[0, 1, 2], [3]], [[3], [2, 1, 0]]) == {"MUC": 100.0, "B3": 100.0, "CEAFe": 100.0, "CoNLL": 100.0}


@pytest.mark.parametrize("part", [*OPEN, *KEPT])
def test_what_is_told_of_twins_stands_in_their_documents_once(part: str) -> None:
    twins = read_twins([part])
    assert len(twins) == 15
    assert sum(len(pair.questions) for pair in twins) == 30
    for pair in twins:
        texts = pair.incident | pair.lookalike
        assert all(texts[file].count(words) == 1 for same in pair.same for file, words in same)
        for question in pair.questions:
            assert question.evidence
            assert all(file in question.own and texts[file].count(words) == 1 for file, words in question.evidence)
            assert question.own.isdisjoint(question.other)


def test_joined_reports_are_counted_by_whether_they_tell_one_happening() -> None:
    store = stored("a -> b", "a -> c", "d -> b", "e -> f")
    app = CausalRAG(Settings(), store)
    reports = tuple({"id": f"d{number}.txt", "text": ""} for number in range(1, 5))
    corpus = Corpus("made", reports, {"d1.txt": "x", "d2.txt": "x", "d3.txt": "y", "d4.txt": "x"})
    figures = joined_figures(app, corpus)
    assert figures == {
        "claims": 4,
        "events": 6,
        "events with several documents": 2,
        "of different happenings": 1,
        "claims that touch one": 0.5,
        "incidents told twice and read in both": 1,
        "of them sharing an event": 1.0,
    }
