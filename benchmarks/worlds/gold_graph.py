"""Puts a made-up world straight into a store: its gold claims and gold events, as if every claim had been read and matched rightly."""

from collections.abc import Sequence

from benchmarks.worlds.pages import GoldClaim, GoldDocument, GoldMention
from benchmarks.worlds.worlds import World
from cckg.core.claims import Chunk, Claim, Document, GraphUpdate, Mention, Span
from cckg.core.graph import Event, Merge, Polarity
from cckg.core.text import content_hash
from cckg.language import RECOGNISER
from cckg.models import Embedder
from cckg.settings import IngestSettings
from ingest.chunking import chunk_document
from ingest.entities import named_in

_AT = "2000-01-01T00:00:00+00:00"  # the graph of a world is the same whenever it is made
_NAME = "gold"


def gold_updates(world: World, embedder: Embedder, *, folder: str = "corpus") -> list[GraphUpdate]:
    """Return what each document of a world brings to a graph, in the order in which they must be written.

    Args:
        world: of `benchmarks.worlds.worlds.make_world`.
        embedder: of the store.
        folder: the uri of a document is its file name in it.

    Returns:
        One update per document. The ids of events are those of the world; an event that no claim is about has none. Wordings in the
        ledger can be read alone: "the mill" stands there with its name.
    """
    polarity = {event.id: event.polarity for event in world.events}
    known: set[str] = set()
    updates = []
    for gold in world.documents:
        updates.append(_update(gold, polarity, known, embedder, uri=f"{folder}/{gold.name}"))
        known |= {event.id for event in updates[-1].events}
    return updates


# Private


def _update(gold: GoldDocument, polarity: dict[str, Polarity], known: set[str], embedder: Embedder, *, uri: str) -> GraphUpdate:
    document = Document(content_hash(gold.text), uri, gold.title, "text/markdown", gold.text)
    sizes = IngestSettings()
    chunks = chunk_document(
        document, count_tokens=embedder.count_tokens, chunk_tokens=sizes.chunk_tokens, overlap_tokens=sizes.overlap_tokens
    )
    sides = [mention for claim in gold.claims for mention in (claim.cause, claim.effect)]
    first: dict[str, str] = {}
    for mention in sides:
        first.setdefault(mention.event, mention.text)
    events = [Event(event, text, polarity[event], gold.title) for event, text in first.items() if event not in known]
    merges = _merges(sides, document, founded=known)
    texts = [*(chunk.text for chunk in chunks), *(event.text for event in events), *(merge.wording for merge in merges)]
    vectors = embedder.encode(texts)
    after_chunks, after_events = len(chunks), len(chunks) + len(events)
    return GraphUpdate(
        document=document,
        chunks=tuple(chunks),
        chunk_vectors=vectors[:after_chunks],
        events=tuple(events),
        event_vectors=vectors[after_chunks:after_events],
        claims=tuple(_claim(claim, document, chunks, polarity) for claim in gold.claims),
        merges=tuple(merges),
        merge_vectors=vectors[after_events:],
        ingested_at=_AT,
        entities=named_in(chunks, title=gold.title),
        recogniser=RECOGNISER,
    )


def _claim(claim: GoldClaim, document: Document, chunks: Sequence[Chunk], polarity: dict[str, Polarity]) -> Claim:
    return Claim(
        id=content_hash("claim", document.id, claim.id),
        document=document.id,
        chunk=_chunk_of(claim.quote, chunks).id,
        cause_event=claim.cause.event,
        effect_event=claim.effect.event,
        cause=Mention(claim.cause.span, claim.cause.text, polarity[claim.cause.event]),
        effect=Mention(claim.effect.span, claim.effect.text, polarity[claim.effect.event]),
        cue=claim.cue,
        quote=claim.quote,
        modality=claim.modality,
        confidence=1.0,
        extractor=_NAME,
        group=claim.group,
        time=claim.time.span.text if claim.time else None,
        enough=claim.enough,
    )


def _chunk_of(quote: Span, chunks: Sequence[Chunk]) -> Chunk:
    """Return the chunk that holds most of a quote."""
    return max(chunks, key=lambda chunk: min(chunk.end, quote.end) - max(chunk.start, quote.start))


def _merges(sides: Sequence[GoldMention], document: Document, *, founded: set[str]) -> list[Merge]:
    """Return one line of the ledger for each wording of each event; the first of an event founds it."""
    seen = set(founded)
    lines: dict[tuple[str, str], Merge] = {}
    for mention in sides:
        key = (mention.event, mention.text)
        if key in lines:
            continue
        cosine, verifier = (1.0, "founder") if mention.event not in seen else (0.9, _NAME)
        seen.add(mention.event)
        lines[key] = Merge(content_hash("merge", document.id, *key), mention.event, document.id, mention.text, cosine, verifier, _AT)
    return list(lines.values())
