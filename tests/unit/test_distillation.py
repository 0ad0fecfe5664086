"""What a student learns from: which knowledge a question gets, and how agreement with the teacher is told."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks.passage_store import store_of_passages
from cckg.core.errors import InputError, NotAvailableError
from cckg.core.vectors import Vector
from cckg.scoring import Posed, distil, triples
from cckg.scoring.distillation import Triple, is_kept_apart, rank_agreement, training_candidates

TEXTS = {
    f"p{number}": f"{word} number {number}" for number, word in enumerate("dam dam dam mill mill river strike fire flood rain".split())
}
STORE = store_of_passages(TEXTS, np.ones((len(TEXTS), 1), dtype=np.float32))
TOLD = {name: (text, f"{text}, quoted") for name, text in TEXTS.items()}


class Length:
    name = "length"

    def score(self, question: str, knowledge: Sequence[str]) -> Vector:
        return np.array([len(text) for text in knowledge], dtype=np.float32)


def silent(message: str, done: int, total: int | None) -> None:
    del message, done, total


def test_a_question_gets_what_answers_it_then_what_is_found_and_then_anything() -> None:
    found = training_candidates(Posed("Which dam?", ("the answer",)), store=STORE, told=TOLD, size=6)
    assert found[0] == "the answer"
    assert len(found) == len(set(found)) == 6
    assert all(text.startswith("dam") for text in found[1:3])
    assert found == training_candidates(Posed("Which dam?", ("the answer",)), store=STORE, told=TOLD, size=6)


def test_answers_that_are_found_again_take_no_place_of_others() -> None:
    posed = Posed("Which dam?", (TEXTS["p0"], TEXTS["p1"]))
    found = training_candidates(posed, store=STORE, told={name: (text,) for name, text in TEXTS.items()}, size=8)
    assert found[:4] == [TEXTS["p0"], TEXTS["p1"], TEXTS["p2"], found[3]]


def test_a_question_of_which_nothing_is_told_gets_anything() -> None:
    assert len(training_candidates(Posed("Quorum?"), store=STORE, told=TOLD, size=4)) == 4


def test_knowledge_that_is_scarce_is_not_told_twice() -> None:
    only = {"p0": TOLD["p0"]}
    assert sorted(training_candidates(Posed("Which dam?"), store=STORE, told=only, size=8)) == sorted(TOLD["p0"])


def test_each_piece_of_knowledge_is_a_triple_with_the_teachers_score() -> None:
    found = list(triples([Posed("Which mill?")], store=STORE, told=TOLD, teacher=Length(), size=5, progress=silent))
    assert len(found) == 5
    assert all(one.score == len(one.knowledge) and one.question == "Which mill?" for one in found)


def test_a_question_that_the_teacher_cannot_score_is_named() -> None:
    class Short:
        name = "short"

        def score(self, question: str, knowledge: Sequence[str]) -> Vector:
            raise InputError("The prefix is too long.")

    with pytest.raises(InputError, match=r"“Which dam\? Which dam\? .* …” cannot be scored: The prefix is too long"):
        list(triples([Posed("Which dam? " * 20)], store=STORE, told=TOLD, teacher=Short(), size=4, progress=silent))


def test_agreement_is_that_of_ranks_over_all_and_within_questions() -> None:
    wanted = [Triple(question, str(number), float(number)) for question in ("a", "b") for number in range(4)]
    same = rank_agreement(wanted, [10.0 * one.score for one in wanted])
    turned = rank_agreement(wanted, [-one.score for one in wanted])
    assert same == {"spearman": pytest.approx(1), "kendall": pytest.approx(1), "spearman_within": pytest.approx(1)}
    assert turned == {"spearman": pytest.approx(-1), "kendall": pytest.approx(-1), "spearman_within": pytest.approx(-1)}


def test_about_every_eighth_question_is_kept_apart() -> None:
    apart = sum(is_kept_apart(f"question {number}") for number in range(800))
    assert 60 < apart < 140


def test_too_little_to_learn_from_is_refused_and_torch_is_asked_for(tmp_path: Path) -> None:
    given = [Triple("why", "because", 1.0)] * 2
    with pytest.raises((InputError, NotAvailableError), match=r"too few|needs torch"):
        distil(given, teacher="t", base=tmp_path, start=None, into=tmp_path / "out", epochs=1, progress=silent)
    assert not (tmp_path / "out").exists()
