"""CF-RAG: counterfactual queries beside the question, evidence divided, hypotheses weighed (coherence, contrast, Ψ, CRR).

In: a question and the writers of `cckg.counterfactual_queries`. Out: an `Arbitration`: what the evidence tells apart, and the best answer.
"""

from queries.arbitration.exploration import Explored, Explorer, arbitrated_answer
from queries.arbitration.relevance import CosineScorer, KnowledgePairs
