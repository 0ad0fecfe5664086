"""A store in memory that holds nothing but passages, for who wants to search some."""

from collections.abc import Mapping, Sequence

from cckg.core.claims import Chunk, Document, GraphUpdate
from cckg.core.graph import Entity
from cckg.core.vectors import Matrix
from cckg.stores import open_store
from cckg.stores.base import Fingerprint, GraphStore

_GIVEN = "given"
_NEVER = "1970-01-01T00:00:00Z"


def store_of_passages(
    passages: Mapping[str, str],
    vectors: Matrix,
    *,
    titles: Mapping[str, str] | None = None,
    entities: Mapping[str, Sequence[Entity]] | None = None,
) -> GraphStore:
    """Return a store in which each passage is a document of one chunk, which bears the passage's id.

    Args:
        passages: texts by id.
        vectors: (len(passages), d) float32, unit rows, in the same order.
        titles: of the passages, by id; where there is none, the id is the title.
        entities: the named things that each passage mentions, by id; None where nobody has looked for any.
    """
    store = open_store(":memory:", create=True)
    store.bind(Fingerprint(_GIVEN, vectors.shape[1]))
    nothing = vectors[:0]
    for number, (name, text) in enumerate(passages.items()):
        store.write_document(
            GraphUpdate(
                document=Document(f"document {name}", name, (titles or {}).get(name, name), "text/plain", text),
                chunks=(Chunk(name, f"document {name}", 0, 0, len(text), text),),
                chunk_vectors=vectors[number : number + 1],
                events=(),
                event_vectors=nothing,
                claims=(),
                merges=(),
                merge_vectors=nothing,
                ingested_at=_NEVER,
                entities=() if entities is None else (tuple(entities.get(name, ())),),
                recogniser=None if entities is None else _GIVEN,
            )
        )
    return store
