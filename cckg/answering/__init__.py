"""Short answers of fact by rules: the words of a passage that answer a question, comparisons of two things, disagreements.

In: a question of fact and passages. Out: an answer with its sentence, or nothing. Fenced off: a trained head is to take its place, so
nothing reaches past this door, and nothing new is built on it.
"""

from cckg.answering.compared import decide_comparison
from cckg.answering.disagreements import differing_values
from cckg.answering.namings import Naming, find_namings
from cckg.answering.short_answers import find_short_answers
from cckg.answering.siblings import Sibling, sibling_told_of
from cckg.answering.spans import name_spans
