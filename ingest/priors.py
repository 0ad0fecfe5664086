"""Computes what a causal language model says of each chunk and quote before any question, log p(K), once (CIS §4.1)."""

from cckg.core.claims import known_texts
from cckg.core.errors import StoreError
from cckg.core.trace import Progress
from cckg.scoring import CausalInferenceScore
from cckg.stores import GraphStore

AT_ONCE = 16
"""Texts after which what was computed is kept."""


def complete_priors(store: GraphStore, scorer: CausalInferenceScore, *, progress: Progress) -> int:
    """Have the priors of all documents computed and kept that are not yet; return how many texts there are in all.

    A run that is stopped goes on where it was.

    Args:
        store: its documents are read.
        scorer: takes the priors that it knows from the store.
        progress: is told of each document, and within it.

    Raises:
        ModelError: if the model gives no number for a text; what was kept before stays.
        StoreError: if the store cannot be written.
    """
    documents = [document for document in store.documents() if document.status != "failed"]
    done = 0
    for number, document in enumerate(documents):
        update = store.read_document(document.id)
        if update is None:  # another process has just taken it out
            continue
        texts = known_texts(update)
        for at in range(0, len(texts), AT_ONCE):
            progress(f"log p of {document.title}, {at} of {len(texts)} texts", number, len(documents))
            try:
                scorer.keep_prior(store, document.id, texts[at : at + AT_ONCE])
            except StoreError:
                if store.has_document(document.id):
                    raise
                break
        done += len(texts)
    return done
