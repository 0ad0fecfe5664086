"""Computes what a causal language model says of each chunk and quote before any question, log p(K), once (CIS, seed 000, §4.1)."""

from dataclasses import replace

from cckg.cis import CausalInferenceScore, StoredPriors
from cckg.core.trace import Progress
from cckg.stores.base import GraphStore


def complete_priors(store: GraphStore, scorer: CausalInferenceScore, *, progress: Progress) -> int:
    """Have the priors of all documents computed and kept that are not yet, document by document; return how many texts there are in all.

    A run that is stopped goes on where it was.

    Raises:
        ModelError: if the model gives no number for a text; what was kept before stays.
    """
    documents = [document for document in store.documents() if document.status != "failed"]
    texts = 0
    for number, document in enumerate(documents):
        progress(f"log p of {document.title} by {scorer.model.name}", number, len(documents))
        update = store.read_document(document.id)
        if update is None:  # another process has just taken it out
            continue
        told = list(dict.fromkeys([chunk.text for chunk in update.chunks] + [claim.quote.text for claim in update.claims]))
        replace(scorer, priors=StoredPriors(store, document.id)).prior(told)
        texts += len(told)
    return texts
