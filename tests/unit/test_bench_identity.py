"""What `benchmarks.identity` counts."""

import pytest

from benchmarks.identity.corpora import Corpus, joined_figures
from benchmarks.identity.ecbplus import scores
from benchmarks.identity.reliability import Told, fitted, reliability
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


def test_a_reliability_table_counts_what_is_one_event_by_how_sure_it_was_read() -> None:
    read = [Told(0.05, False), Told(0.05, False), Told(0.64, True), Told(0.66, False), Told(1.0, True)]
    assert reliability(read) == {
        "bins": [
            {"from": 0.0, "count": 2, "mean": 0.05, "one": 0.0},
            {"from": 0.6, "count": 2, "mean": 0.65, "one": 0.5},
            {"from": 0.9, "count": 1, "mean": 1.0, "one": 1.0},
        ],
        "ECE": 0.08,
    }
    assert reliability([]) == {"bins": [], "ECE": 0.0}


def test_a_fitted_map_takes_back_what_is_too_sure() -> None:
    sure = [Told(0.9, number < 70) for number in range(100)] + [Told(0.1, number < 30) for number in range(100)]
    slope, shift = fitted(sure)
    assert slope == pytest.approx(0.39, abs=0.02)
    assert shift == pytest.approx(0, abs=0.01)
    assert fitted([Told(0.9, True)]) == pytest.approx((1, 0), abs=0.3)
