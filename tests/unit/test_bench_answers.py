"""How short answers are compared with those that are right."""

import pytest

from benchmarks.cfrag.questions import contained, exact, overlap


@pytest.mark.parametrize(
    ("answer", "right", "found"),
    [
        ("The Orne", ["Orne"], (1.0, 1.0, 1.0)),
        ("the river Orne", ["Orne"], (0.0, 1.0, 2 / 3)),
        ("1911", ["May 1911", "1911."], (1.0, 1.0, 1.0)),
        ("Orleans", ["Orne"], (0.0, 0.0, 0.0)),
        ("", ["Orne"], (0.0, 0.0, 0.0)),
        ("the", [""], (0.0, 0.0, 0.0)),
    ],
)
def test_an_answer_is_compared_to_the_word_by_containment_and_by_overlap(answer: str, right: list[str], found: tuple[float, ...]) -> None:
    assert (exact(answer, right), contained(answer, right), overlap(answer, right)) == pytest.approx(found)
