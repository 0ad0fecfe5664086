"""Documents, chunks and the claims that a chunk makes, each with exact character offsets."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from cckg.core.graph import Entity, Event, Merge, Polarity
from cckg.core.vectors import Matrix


class Modality(StrEnum):
    """How sure a text is of a claim: it states it, hedges it, denies it, or only implies it by the order in which it tells a story.

    What is implied is a marked link in explanations; it has no part in verdicts.
    """

    ASSERTED = "asserted"
    HEDGED = "hedged"
    DENIED = "denied"
    IMPLIED = "implied"


class Degree(StrEnum):
    """How strong a text words a cause: as the cause, as one contribution among others, or as what made the effect possible."""

    DIRECT = "direct"
    CONTRIBUTING = "contributing"
    ENABLING = "enabling"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text with its place: `text == source[start:end]`, offsets in characters."""

    text: str
    start: int
    end: int

    def shifted(self, by: int) -> "Span":
        """Return the same text, its offsets moved by so many characters."""
        return Span(self.text, self.start + by, self.end + by)

    def is_verbatim_in(self, source: str) -> bool:
        """Tell whether the source holds exactly this text at these offsets."""
        return 0 <= self.start < self.end <= len(source) and source[self.start : self.end] == self.text


@dataclass(frozen=True, slots=True)
class Mention:
    """One side of a claim: the words that name an event, the event's polarity, and a text that can be read alone.

    `text` equals the span's words, white space squeezed, unless the extractor resolved a reference ("it failed" → "the seal failed").
    """

    span: Span
    text: str
    polarity: Polarity


@dataclass(frozen=True, slots=True)
class ExtractedClaim:
    """What an extractor read in one text; offsets are characters of that text.

    `group` is a name shared by the claims whose causes the text states as jointly required, else None.
    `time` is the wording of a date or time that the text gives for the claim, else None. `confidence` is 0..1. `degree` is how strong the
    text words the cause, whatever its modality. `enough` says that the text tells the cause, or its group, to suffice without others.
    `counterfactual` says that it tells what would have been without the cause: denied, the effect all the same; else, not the effect.
    `tentative` says that such a denial is hedged: the effect might have been all the same.
    `cause_quote` is the sentence of the cause where that stands too far from the effect for one quote; `quote` then holds the effect alone.
    """

    cause: Mention
    effect: Mention
    cue: Span | None
    quote: Span
    modality: Modality
    confidence: float
    group: str | None = None
    time: str | None = None
    degree: Degree = Degree.DIRECT
    enough: bool = False
    counterfactual: bool = False
    cause_quote: Span | None = None
    tentative: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """An extracted claim in the graph: offsets are characters of the document, sides lead to events.

    `cause_mention` and `effect_mention` are the ids of the ledger lines of its sides; "" in claims of an older cckg.
    """

    id: str
    document: str
    chunk: str
    cause_event: str
    effect_event: str
    cause: Mention
    effect: Mention
    cue: Span | None
    quote: Span
    modality: Modality
    confidence: float
    extractor: str
    group: str | None = None
    time: str | None = None
    degree: Degree = Degree.DIRECT
    cause_mention: str = ""
    effect_mention: str = ""
    enough: bool = False
    counterfactual: bool = False
    cause_quote: Span | None = None
    tentative: bool = False


def quotes_of(claim: "Claim | ExtractedClaim") -> tuple[Span, ...]:
    """Return the quotes that bear a claim, that of the cause first where it has one of its own."""
    return (claim.cause_quote, claim.quote) if claim.cause_quote else (claim.quote,)


@dataclass(frozen=True, slots=True)
class Document:
    """A source text as it was read. `id` is the hash of the text; `uri` is where it was found first."""

    id: str
    uri: str
    title: str
    media_type: str
    text: str = field(repr=False)
    metadata: tuple[tuple[str, str], ...] = ()


DocumentStatus = Literal["done", "incomplete", "failed"]


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """What the store knows of a document. `reason` says why it, or a part of it, could not be read; `text` is not kept, its chunks are."""

    id: str
    uri: str
    title: str
    media_type: str
    status: DocumentStatus
    reason: str | None
    ingested_at: str
    chunks: int
    claims: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a document, cut at sentence bounds: `text == document.text[start:end]`."""

    id: str
    document: str
    index: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class GraphUpdate:
    """Everything that one document brings to the graph; a store writes it in one transaction.

    `chunk_vectors` is (len(chunks), d), `event_vectors` (len(events), d); of `events` a store takes those that it does not hold yet.
    `merges` records for every mention which event it went to, with `merge_vectors` (len(merges), d).
    `ingested_at` is ISO 8601, UTC. `incomplete` says which of its chunks could not be read, and why. `based_on` is the store's version
    that the document was made ready for, or None where that does not matter. `entities` are the named things that each chunk
    mentions, one tuple per chunk, each thing once; `recogniser` says who found them. Where nobody has looked for any it is None, and
    `entities` is empty. Where not `settled`, it is still to be decided which of its mentions are one event, also with those of others.
    """

    document: Document
    chunks: tuple[Chunk, ...]
    chunk_vectors: Matrix
    events: tuple[Event, ...]
    event_vectors: Matrix
    claims: tuple[Claim, ...]
    merges: tuple[Merge, ...]
    merge_vectors: Matrix
    ingested_at: str
    based_on: int | None = None
    incomplete: str | None = None
    entities: tuple[tuple[Entity, ...], ...] = ()
    recogniser: str | None = None
    settled: bool = True


def known_texts(update: GraphUpdate) -> list[str]:
    """Return the texts of a document of which a store keeps log p, as they stand there: its chunks and its quotes, each once."""
    return [*dict.fromkeys([chunk.text for chunk in update.chunks] + [quote.text for claim in update.claims for quote in quotes_of(claim)])]
