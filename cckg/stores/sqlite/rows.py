"""Between the rows of the SQLite tables and the values of cckg: which columns, in which order. Sends no statement."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from cckg.core.claims import Chunk, Claim, Degree, GraphUpdate, Mention, Modality, Span
from cckg.core.evidence import Source
from cckg.core.graph import MentionContext, Merge, Polarity
from cckg.core.vectors import Matrix
from cckg.stores.sqlite.database import Row

EVENTS = "SELECT id, text, polarity, context FROM event "
CLAIMS = """
SELECT id, document, chunk, cause_event, effect_event,
    cause_words, cause_start, cause_stop, cause_text, cause_polarity,
    effect_words, effect_start, effect_stop, effect_text, effect_polarity,
    cue_words, cue_start, cue_stop, quote_words, quote_start, quote_stop,
    modality, confidence, extractor, cause_group, stated_time, degree, cause_mention, effect_mention, enough, counterfactual,
    cause_quote_words, cause_quote_start, cause_quote_stop, implied, tentative
FROM claim """
MERGES = """
SELECT id, event, document, wording, cosine, verifier, created_at,
    polarity, words, start, stop, before, behind, headings, date, date_source, place, embedding
FROM merge """


def claim_of(row: Row) -> Claim:
    """Read a row of CLAIMS."""
    name, document, chunk, cause_event, effect_event = row[:5]
    modality, confidence, extractor, group, time, degree, cause_mention, effect_mention, enough, counterfactual = row[21:31]
    return Claim(
        id=name,
        document=document,
        chunk=chunk,
        cause_event=cause_event,
        effect_event=effect_event,
        cause=Mention(Span(*row[5:8]), row[8], Polarity(row[9])),
        effect=Mention(Span(*row[10:13]), row[13], Polarity(row[14])),
        cue=None if row[15] is None else Span(*row[15:18]),
        quote=Span(*row[18:21]),
        modality=Modality.IMPLIED if row[34] else Modality(modality),
        confidence=confidence,
        extractor=extractor,
        group=group,
        time=time,
        degree=Degree(degree),
        cause_mention=cause_mention,
        effect_mention=effect_mention,
        enough=bool(enough),
        counterfactual=bool(counterfactual),
        cause_quote=Span(*row[31:34]) if row[31] is not None else None,
        tentative=bool(row[35]),
    )


def merge_of(row: Row) -> Merge:
    """Read a row of MERGES, but for the vector."""
    name, event, document, wording, cosine, verifier, created_at, polarity, words = row[:9]
    context = context_of(row[8:17]) if words is not None else None
    return Merge(name, event, document, wording, cosine, verifier, created_at, Polarity(polarity) if polarity else None, context)


def context_of(row: Sequence[Any]) -> MentionContext:
    """Read words, start, stop, before, behind, headings, date, date_source and place."""
    words, start, stop, before, behind, headings, *told = row
    return MentionContext(words, start, stop, before, behind, tuple(json.loads(headings)), *told)


def context_row(context: MentionContext) -> Row:
    """Return words, start, stop, before, behind, headings, date, date_source and place."""
    headings = json.dumps(context.headings)
    place = (context.words, context.start, context.end, context.left, context.right)
    return (*place, headings, context.date, context.date_source, context.place)


def chunk_of(row: Row) -> tuple[Chunk, Source]:
    """Read a row of a chunk's id, document, position, start, stop and text, then its document's uri and title."""
    chunk = Chunk(*row[:6])
    return chunk, Source(chunk.document, *row[6:])


def matrix_of(embeddings: list[bytes], *, dimension: int) -> Matrix:
    """Read embeddings into (n, dimension) float32."""
    return np.frombuffer(b"".join(embeddings), dtype="<f4").reshape(len(embeddings), dimension).astype(np.float32)


def chunk_rows(update: GraphUpdate) -> list[Row]:
    """Return (id, document, position, start, stop, text, embedding) for every chunk."""
    return [
        (chunk.id, chunk.document, chunk.index, chunk.start, chunk.end, chunk.text, embedding)
        for chunk, embedding in zip(update.chunks, _embeddings(update.chunk_vectors), strict=True)
    ]


def event_rows(update: GraphUpdate) -> list[Row]:
    """Return (id, text, polarity, context, embedding) for every new event."""
    return [
        (event.id, event.text, event.polarity, event.context, embedding)
        for event, embedding in zip(update.events, _embeddings(update.event_vectors), strict=True)
    ]


def merge_rows(update: GraphUpdate) -> list[Row]:
    """Return the columns of MERGES for every line of the ledger."""
    return [
        (merge.id, merge.event, merge.document, merge.wording, merge.cosine, merge.verifier, merge.created_at, merge.polarity)
        + (context_row(merge.context) if merge.context else (None,) * 9)
        + (embedding,)
        for merge, embedding in zip(update.merges, _embeddings(update.merge_vectors), strict=True)
    ]


def claim_rows(update: GraphUpdate) -> list[Row]:
    """Return the columns of CLAIMS for every claim."""
    return [
        (claim.id, claim.document, claim.chunk, claim.cause_event, claim.effect_event)
        + (*_span(claim.cause.span), claim.cause.text, claim.cause.polarity)
        + (*_span(claim.effect.span), claim.effect.text, claim.effect.polarity)
        + (_span(claim.cue) if claim.cue else (None, None, None))
        + _span(claim.quote)
        + (
            Modality.HEDGED if claim.modality is Modality.IMPLIED else claim.modality,
            claim.confidence,
            claim.extractor,
            claim.group,
            claim.time,
            claim.degree,
        )
        + (claim.cause_mention, claim.effect_mention, int(claim.enough), int(claim.counterfactual))
        + (_span(claim.cause_quote) if claim.cause_quote else (None, None, None))
        + (int(claim.modality is Modality.IMPLIED), int(claim.tentative))
        for claim in update.claims
    ]


# Private


def _span(span: Span) -> Row:
    return span.text, span.start, span.end


def _embeddings(matrix: Matrix) -> list[bytes]:
    return [row.tobytes() for row in np.asarray(matrix, dtype="<f4")]
