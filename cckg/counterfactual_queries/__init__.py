"""What CF-RAG has written for it: counterfactual queries q′ beside a question, and hypotheses from a share of the evidence.

In: a question and what stands near it; a question and texts. Out: whole questions with what was changed; drafts of answers.
Both writers come built in and by chat model; which queries are kept, and how hypotheses are weighed, is decided in `queries.arbitration`.
"""

from cckg.counterfactual_queries.by_chat import ChatHypothesisWriter, ChatVariationWriter
from cckg.counterfactual_queries.hypotheses import LocalHypothesisWriter
from cckg.counterfactual_queries.writer import LocalVariationWriter
