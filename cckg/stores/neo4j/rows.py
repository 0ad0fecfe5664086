"""Between the nodes of Neo4j and the values of cckg: which properties, of which names. Sends no statement."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from cckg.core.claims import Chunk, Claim, Degree, GraphUpdate, Mention, Modality, Span
from cckg.core.graph import MentionContext, Merge, Polarity
from cckg.core.vectors import Matrix

Properties = dict[str, Any]  # of a node, as the driver hands them over


def chunk_of(properties: Mapping[str, Any], document: str) -> Chunk:
    """Read the properties of a Chunk node."""
    return Chunk(properties["id"], document, properties["index"], properties["start"], properties["end"], properties["text"])


def claim_of(properties: Mapping[str, Any], cause_event: str, effect_event: str) -> Claim:
    """Read the properties of a Claim node, and the events that it leads to; claims that were written without a degree are direct."""
    return Claim(
        id=properties["id"],
        document=properties["document"],
        chunk=properties["chunk"],
        cause_event=cause_event,
        effect_event=effect_event,
        cause=_mention_of(properties, "cause"),
        effect=_mention_of(properties, "effect"),
        cue=_span_of(properties, "cue") if "cue_words" in properties else None,
        quote=Span(properties["quote"], properties["start"], properties["end"]),
        modality=Modality(properties["modality"]),
        confidence=properties["confidence"],
        extractor=properties["extractor"],
        group=properties.get("cause_group"),
        time=properties.get("stated_time"),
        degree=Degree(properties.get("degree", Degree.DIRECT)),
        cause_mention=properties.get("cause_mention", ""),
        effect_mention=properties.get("effect_mention", ""),
        enough=properties.get("enough", False),
        counterfactual=properties.get("counterfactual", False),
        cause_quote=_span_of(properties, "cause_quote") if "cause_quote_words" in properties else None,
        tentative=properties.get("tentative", False),
    )


def merge_of(properties: Mapping[str, Any], event: str) -> Merge:
    """Read the properties of a _Merge node, and the event that it leads to."""
    told = {name: properties[name] for name in ("id", "document", "wording", "cosine", "verifier", "created_at")}
    polarity = properties.get("own_polarity")
    context = context_of(properties) if properties.get("words") is not None else None
    return Merge(event=event, **told, polarity=Polarity(polarity) if polarity else None, context=context)


def context_of(properties: Mapping[str, Any]) -> MentionContext:
    """Read where a _Merge node's wording stands."""
    around = (properties["words"], properties["start"], properties["end"], properties["before"], properties["behind"])
    return MentionContext(*around, tuple(properties["headings"]), properties["date"], properties["date_source"], properties["place"])


def context_properties(context: MentionContext) -> Properties:
    """Return the properties of a _Merge node that tell where its wording stands."""
    return {
        "words": context.words,
        "start": context.start,
        "end": context.end,
        "before": context.left,
        "behind": context.right,
        "headings": list(context.headings),
        "date": context.date,
        "date_source": context.date_source,
        "place": context.place,
    }


def matrix_of(embeddings: list[list[float]], *, dimension: int) -> Matrix:
    """Read embeddings into (n, dimension) float32."""
    return np.array(embeddings, dtype=np.float32).reshape(-1, dimension)


def vectors_of(matrix: Matrix) -> list[list[float]]:
    """Return the rows of a matrix as the driver sends them: float32, widened, so that they come back as they were."""
    rows: list[list[float]] = np.asarray(matrix, dtype=np.float32).tolist()
    return rows


def chunk_rows(update: GraphUpdate) -> list[Properties]:
    """Return the properties of every chunk's node."""
    return [
        {"id": chunk.id, "index": chunk.index, "start": chunk.start, "end": chunk.end, "text": chunk.text, "embedding": embedding}
        for chunk, embedding in zip(update.chunks, vectors_of(update.chunk_vectors), strict=True)
    ]


def event_rows(update: GraphUpdate, polarity: Polarity) -> list[Properties]:
    """Return the properties of every event's node of one polarity."""
    return [
        {"id": event.id, "text": event.text, "polarity": event.polarity.value, "context": event.context, "embedding": embedding}
        for event, embedding in zip(update.events, vectors_of(update.event_vectors), strict=True)
        if event.polarity is polarity
    ]


def merge_rows(update: GraphUpdate) -> Iterator[Properties]:
    """Yield the event, the embedding and the properties of every ledger line's node."""
    for merge, embedding in zip(update.merges, vectors_of(update.merge_vectors), strict=True):
        properties = {
            "id": merge.id,
            "document": merge.document,
            "wording": merge.wording,
            "cosine": float(merge.cosine),
            "verifier": merge.verifier,
            "created_at": merge.created_at,
            **({"own_polarity": merge.polarity.value} if merge.polarity else {}),
            **(context_properties(merge.context) if merge.context else {}),
        }
        yield {"event": merge.event, "embedding": embedding, "properties": properties}


def claim_rows(update: GraphUpdate) -> Iterator[Properties]:
    """Yield the cause event, the effect event, the chunk and the properties of every claim's node; what is None is left out."""
    for claim in update.claims:
        properties = {
            "id": claim.id,
            "document": claim.document,
            "chunk": claim.chunk,
            **_mention(claim.cause, "cause"),
            **_mention(claim.effect, "effect"),
            **(_span(claim.cue, "cue") if claim.cue else {}),
            "quote": claim.quote.text,
            "start": claim.quote.start,
            "end": claim.quote.end,
            "modality": claim.modality.value,
            "confidence": float(claim.confidence),
            "extractor": claim.extractor,
            "cause_group": claim.group,
            "stated_time": claim.time,
            "degree": claim.degree.value,
            **({"cause_mention": claim.cause_mention} if claim.cause_mention else {}),
            **({"effect_mention": claim.effect_mention} if claim.effect_mention else {}),
            "enough": claim.enough,
            "counterfactual": claim.counterfactual,
            **({"tentative": True} if claim.tentative else {}),
            **(_span(claim.cause_quote, "cause_quote") if claim.cause_quote else {}),
        }
        yield {"cause": claim.cause_event, "effect": claim.effect_event, "chunk": claim.chunk, "properties": properties}


# Private


def _span(span: Span, name: str) -> Properties:
    return {f"{name}_words": span.text, f"{name}_start": span.start, f"{name}_end": span.end}


def _mention(mention: Mention, name: str) -> Properties:
    return {f"{name}_text": mention.text, f"{name}_polarity": mention.polarity.value, **_span(mention.span, name)}


def _span_of(properties: Mapping[str, Any], name: str) -> Span:
    return Span(properties[f"{name}_words"], properties[f"{name}_start"], properties[f"{name}_end"])


def _mention_of(properties: Mapping[str, Any], name: str) -> Mention:
    return Mention(_span_of(properties, name), properties[f"{name}_text"], Polarity(properties[f"{name}_polarity"]))
