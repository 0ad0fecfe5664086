"""What `cckg eval`, `eval-make` and `distil` need: data sets, systems to compare, scores, judges.

In: a folder of documents with gold questions, or a graph. Out: scores of each system; questions made from a graph; a trained student.
"""

from cckg.evaluation.answer_scores import require_rankings
from cckg.evaluation.comparing import Line, compare, markdown, run
from cckg.evaluation.datasets import Dataset, folder_dataset
from cckg.evaluation.making import Made, make_questions, reworded, write_dataset
from cckg.evaluation.question_writing import ChatQuestionWriter
from cckg.evaluation.systems import SYSTEMS, System
from cckg.evaluation.tutoring import tutor
