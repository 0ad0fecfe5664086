"""Question → answer: the stages in their order (`engine`), what each kind of question needs (`plans`).

In: a question and a store. Out: an `Answer` with chains, simulations, citations, verdict and trace, or an abstention.
"""

from queries.chronology import timely
from queries.engine import QueryEngine
