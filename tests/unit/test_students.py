"""What a student tells of a question and a piece of knowledge: the score in its teacher's nats, and how far a passage is needed."""

from collections.abc import Sequence

import numpy as np
import pytest

from cckg.core.errors import InputError
from cckg.core.vectors import Matrix
from cckg.models import KnowledgeScorer
from cckg.roles.readers import Readers
from cckg.scoring import Needed, Student
from cckg.settings import load_settings
from tests.builders import stored


class Lengths:
    """Rates a pair by its lengths."""

    notes = {"teacher": "t", "mean": "1.0", "deviation": "2.0"}  # noqa: RUF012
    classes = ("score", "needed")

    def rate(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        return np.array([[len(left), len(right)] for left, right in pairs], dtype=np.float32).reshape(len(pairs), 2)


def test_the_score_is_the_first_number_in_the_nats_of_the_teacher() -> None:
    assert Student(Lengths()).score(" a  b ", ["xyz", " xyzw "]).tolist() == [7.0, 7.0]


def test_how_far_a_passage_is_needed_is_the_number_of_that_name() -> None:
    assert Needed(Lengths()).score(" a  b ", ["xyz", " xyzw "]).tolist() == [3.0, 4.0]
    assert Needed(Lengths()).score("a", []).shape == (0,)


@pytest.mark.parametrize("scorer", [Student(Lengths()), Needed(Lengths())])
def test_a_question_without_a_word_and_empty_knowledge_are_refused(scorer: KnowledgeScorer) -> None:
    with pytest.raises(InputError):
        scorer.score(" ? ", ["text"])
    with pytest.raises(InputError):
        scorer.score("why?", [" "])


ASKED = "In which town was the builder of the steamer Auretta born?"
NEEDED = "Auretta. The steamer Auretta was built in 1904 by Wenzel Drost, and ran on Lake Ombre until 1931."
LOOKS_LIKE_IT = "Auretta. In the opera Auretta, a steamer leaves the town in which the heroine was born, and never comes back."


def test_beside_a_student_passages_are_ranked_by_whether_they_are_needed() -> None:
    store = stored()
    by_need = Readers(load_settings()).passage_scorer(store)
    assert by_need
    assert by_need.name == "needed"
    needed, alike = by_need.score(ASKED, [NEEDED, LOOKS_LIKE_IT])
    assert needed > alike
    assert Readers(load_settings(cis={"scorer": "off"})).passage_scorer(store) is None
