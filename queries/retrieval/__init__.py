"""Question → passages: hybrid search, re-ranking, the walk over named things, sentences that answer or join.

In: a question and a store. Out: passages and sentences with scores, and connections between named things.
"""

from queries.retrieval.connections import connection, lists_several
from queries.retrieval.passages import ENOUGH, AnswerSentence, Reranker, answer_sentences, find_passages, of_the_thing, retrieve, sourced
from queries.retrieval.quoting import (
    contested_by_sentences,
    joined_by_sentences,
    named_sides,
    of_sides,
    weighed_by_sentences,
    why_not_joined,
    with_both,
)
from queries.retrieval.relations import walk_relations
