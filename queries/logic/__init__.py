"""ITLR: how true a formula of AND, OR and NOT is of each text of the corpus, and whether anything found fits it at all.

In: a formula of `cckg.questions`, a store, an encoder. Out: hits by truth.
"""

from queries.logic.fit import any_fits
from queries.logic.truths import Logic, logical_hits
