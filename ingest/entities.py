"""Finds the named things that chunks mention: of new documents as they are read, and of those that were stored before anybody looked."""

from collections.abc import Sequence

from cckg.core.claims import Chunk
from cckg.core.errors import StoreError
from cckg.core.graph import Entity
from cckg.core.trace import Progress
from cckg.language import RECOGNISER, entities_of
from cckg.stores import GraphStore


def named_in(chunks: Sequence[Chunk], *, title: str) -> tuple[tuple[Entity, ...], ...]:
    """Return the named things that each chunk of a document mentions, ordered by key; the first chunk mentions what the title names."""
    return tuple(entities_of(chunk.text, title="" if chunk.index else title) for chunk in chunks)


def complete_entities(store: GraphStore, *, progress: Progress) -> int:
    """Look for named things in all stored documents in which this recogniser has not looked yet; return how many these were.

    A chunk takes about a millisecond. Each document is one write, and a run that is stopped goes on where it was.

    Args:
        store: its chunks are read; nothing else of it is changed.
        progress: is told of each document.

    Raises:
        StoreError: if the store cannot be written.
    """
    waiting = store.unnamed(RECOGNISER)
    for number, name in enumerate(waiting):
        document = store.read_document(name)
        if document is None:  # another process has just taken it out
            continue
        progress(f"Names in {document.document.title}", number, len(waiting))
        named = named_in(document.chunks, title=document.document.title)
        found = {chunk.id: entities for chunk, entities in zip(document.chunks, named, strict=True)}
        try:
            store.keep_entities(name, found, recogniser=RECOGNISER)
        except StoreError:
            if store.has_document(name):
                raise
    return len(waiting)
