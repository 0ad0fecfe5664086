"""Question → `ParsedQuestion`, and the logical query that a question means.

In: a question in English. Out: its route, its events and what is asked of them; what kind of answer it wants; whether it compares.
`LocalQuestionParser` (forms, a trained tagger) and `ChatQuestionParser` keep `cckg.core.roles.QuestionParser`, the writers of logical
queries `LogicalQueryWriter`. Formulas of AND, OR and NOT are read and written here; what they are true of is told in `queries.logic`.
"""

from cckg.questions.answer_types import (
    LISTED_KINDS,
    AnswerKind,
    WantedAnswer,
    compares_openly,
    kind_of_noun,
    listed_pattern,
    listed_phrases,
    wanted_answer,
)
from cckg.questions.by_chat import ChatLogicalQueryWriter, ChatQuestionParser
from cckg.questions.comparisons import BOTH, LATER, LESS, MORE, SAME, SOONER, THAN, compared_things, compares, is_named, without_names
from cckg.questions.double_questions import parted_question
from cckg.questions.formulas import (
    And,
    Formula,
    Not,
    Term,
    affirmed_terms,
    as_query,
    is_logical,
    negated_terms,
    parse_logical_query,
    says,
    terms_of,
)
from cckg.questions.logical import LocalLogicalQueryWriter
from cckg.questions.parser import LocalQuestionParser, readable
