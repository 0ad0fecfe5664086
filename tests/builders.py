"""Small causal graphs in one line of text; every test builds its graph with these.

The notation, with an event's name standing for its id:

    a -> b          one claim: a causes b, asserted
    a ?> b          hedged: a may cause b
    a !> b          denied: a does not cause b
    a +> b          asserted, but only as one contribution among others
    a *> b          asserted as what made b possible
    a => b          asserted, and said to be enough for b
    a ~> b          asserted: without a, b would not have been; a ?~> b is the same hedged
    a !~> b         even without a, b would have been; a ?!~> b is the same hedged
    a -> b ?> c     two claims, (a, b) and (b, c)
    a -> b; c -> d  two claims, each a sentence of its own
    a & b -> c      two claims of one group: a and b jointly cause c
    a , b -> c      two claims of one cue, of no group: a and b are told in one breath
    +a  -a  ~a      another event than a: its increase, its decrease, its absence; "+a" is the id, "a" the wording
    a:the axle      the event a, worded "the axle"; without a colon the name is the wording

Names are any words without these marks. In `graph_update` each argument is one chunk of the document; in `subgraph` and
`stored` each is a document (d1, d2, …). Vectors are unit rows of bags of hashed words: texts that share words are near one
another, on every machine and in every run.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from benchmarks.worlds.structures import Link
from cckg.core.claims import Chunk, Claim, Degree, Document, GraphUpdate, Mention, Modality, Span
from cckg.core.evidence import Source, Subgraph
from cckg.core.graph import Event, MentionContext, Merge, Polarity
from cckg.core.text import content_hash, words
from cckg.core.vectors import Matrix
from cckg.stores import Fingerprint, GraphStore

DIMENSION = 32
FINGERPRINT = Fingerprint("test:hashed-words", DIMENSION)

_ARROWS = {
    "->": (Modality.ASSERTED, Degree.DIRECT, "causes"),
    "?>": (Modality.HEDGED, Degree.DIRECT, "may cause"),
    "!>": (Modality.DENIED, Degree.DIRECT, "does not cause"),
    "+>": (Modality.ASSERTED, Degree.CONTRIBUTING, "contributes to"),
    "*>": (Modality.ASSERTED, Degree.ENABLING, "makes possible"),
    "=>": (Modality.ASSERTED, Degree.DIRECT, "alone causes"),
    "~>": (Modality.ASSERTED, Degree.DIRECT, "is what would have kept away"),
    "?~>": (Modality.HEDGED, Degree.DIRECT, "is what may have kept away"),
    "!~>": (Modality.DENIED, Degree.DIRECT, "is without what there would have been"),
    "?!~>": (Modality.DENIED, Degree.DIRECT, "is without what there might have been"),
}
_SIGNS = {"+": Polarity.INCREASE, "-": Polarity.DECREASE, "~": Polarity.ABSENCE}


def graph_update(
    *chunks: str, document: str = "d1", uri: str | None = None, known: Collection[str] = (), at: str = "2026-01-01"
) -> GraphUpdate:
    """Build what one document brings to the graph.

    Args:
        chunks: one or more chunks in the notation; a chunk without an arrow is plain text that states no claim.
        document: the document's id; the title is "Title of d1". Claims are named d1/0, d1/1, …, chunks d1#0, d1#1, …
        uri: where it was found; d1.txt unless told.
        known: ids of events that the graph holds already, which are left out of `events`.
        at: when it was consolidated, the day of its ledger lines.
    """
    title = f"Title of {document}"
    pieces: list[Chunk] = []
    claims: list[Claim] = []
    start = 0
    for index, notation in enumerate(chunks):
        chunk_id = f"{document}#{index}"
        text, found = _read(notation, document=document, chunk=chunk_id, offset=start, first=len(claims))
        pieces.append(Chunk(chunk_id, document, index, start, start + len(text), text))
        claims += found
        start += len(text) + 1
    events = _events(claims, context=title)
    merges = _merges(claims, at=f"{at}T00:00:00+00:00")
    new = [event for event in events.values() if event.id not in known]
    return GraphUpdate(
        document=Document(document, uri or f"{document}.txt", title, "text/plain", "\n".join(piece.text for piece in pieces)),
        chunks=tuple(pieces),
        chunk_vectors=unit_vectors([piece.text for piece in pieces]),
        events=tuple(new),
        event_vectors=unit_vectors([event.text for event in new]),
        claims=tuple(claims),
        merges=tuple(merges),
        merge_vectors=unit_vectors([merge.wording for merge in merges]),
        ingested_at=f"{at}T00:00:00+00:00",
    )


def subgraph(*documents: str, truncated: bool = False) -> Subgraph:
    """Build a sub-graph in memory, one document per argument; events and claims stand in the order of first mention."""
    updates = [graph_update(text, document=f"d{number}") for number, text in enumerate(documents, start=1)]
    events: dict[str, Event] = {}
    for update in updates:
        for event in update.events:
            events.setdefault(event.id, event)
    claims = tuple(claim for update in updates for claim in update.claims)
    sources = {update.document.id: Source(update.document.id, update.document.uri, update.document.title) for update in updates}
    return Subgraph(events, claims, sources, truncated)


def links_of(*documents: str) -> tuple[Link, ...]:
    """Return the claims of the notation as plain links, one document per argument."""
    claims = subgraph(*documents).claims
    return tuple(Link(claim.cause_event, claim.effect_event, claim.modality, claim.document, claim.group, claim.enough) for claim in claims)


def subgraph_of(events: Collection[str], links: Sequence[Link]) -> Subgraph:
    """Build a sub-graph of events that are called by their ids, with one claim per link."""
    named = {event: Event(event, event, Polarity.OCCURRENCE) for event in events}
    claims = tuple(
        Claim(
            id=f"c{number}",
            document=link.document,
            chunk=f"{link.document}#0",
            cause_event=link.cause,
            effect_event=link.effect,
            cause=_mention(_Node(link.cause, link.cause, Polarity.OCCURRENCE), 0),
            effect=_mention(_Node(link.effect, link.effect, Polarity.OCCURRENCE), 0),
            cue=None,
            quote=_span(f"{link.cause} and {link.effect}", 0),
            modality=link.modality,
            confidence=0.9,
            extractor="test",
            group=link.group,
            enough=link.enough,
        )
        for number, link in enumerate(links)
    )
    return Subgraph(named, claims, {})


def stored(*documents: str) -> GraphStore:
    """Write one document per argument into a new SQLite store in memory, bound to FINGERPRINT."""
    from cckg.stores import open_store

    store = open_store(":memory:")
    store.bind(FINGERPRINT)
    for number, text in enumerate(documents, start=1):
        store.write_document(graph_update(text, document=f"d{number}"))
    return store


def unit_vectors(texts: Sequence[str], *, dimension: int = DIMENSION) -> Matrix:
    """Return one unit row per text, (len(texts), dimension) float32: the sum of its words' hashed vectors."""
    if not texts:
        return np.zeros((0, dimension), dtype=np.float32)
    rows = [sum((_word_vector(word, dimension) for word in words(text) or [text]), np.zeros(dimension)) for text in texts]
    matrix: Matrix = np.stack([row / np.linalg.norm(row) for row in rows]).astype(np.float32)
    return matrix


# Private


@dataclass(frozen=True, slots=True)
class _Node:
    """One event of the notation."""

    id: str
    wording: str
    polarity: Polarity


def _node(text: str) -> _Node:
    name, _, wording = text.strip().partition(":")
    name = name.strip()
    polarity = _SIGNS.get(name[0], Polarity.OCCURRENCE)
    return _Node(name, wording.strip() or name.lstrip("+-~"), polarity)


def _read(notation: str, *, document: str, chunk: str, offset: int, first: int) -> tuple[str, list[Claim]]:
    """Return a chunk's text and its claims, offsets counted from the document's start."""
    sentences: list[str] = []
    claims: list[Claim] = []
    start = offset
    for part in notation.split(";"):
        pieces = re.split(r"\s+(->|=>|(?:\?!|[?!])?~>|\?>|!>|\+>|\*>)\s+", part.strip())
        if len(pieces) == 1:
            sentences.append(pieces[0])
            start += len(pieces[0]) + 1
        for left, arrow, right in zip(pieces[0::2], pieces[1::2], pieces[2::2], strict=False):
            number = first + len(claims)
            sentence, found = _sentence(left, arrow, right, place=(document, chunk, number), start=start)
            sentences.append(sentence)
            claims += found
            start += len(sentence) + 1
    return " ".join(sentences), claims


def _sentence(left: str, arrow: str, right: str, *, place: tuple[str, str, int], start: int) -> tuple[str, list[Claim]]:
    """Return the sentence "a and b cause c." and its claims; `place` is document, chunk, and the number of the first claim."""
    document, chunk, number = place
    causes, effect = [_node(name) for name in re.split(r" [&,] ", left)], _node(right)
    modality, degree, words_between = _ARROWS[arrow]
    joined = " and ".join(cause.wording for cause in causes)
    sentence = f"{joined} {words_between} {effect.wording}."
    cue = _span(words_between, start + len(joined) + 1)
    claims: list[Claim] = []
    cause_at = start
    for cause in causes:
        claims.append(
            Claim(
                id=f"{document}/{number + len(claims)}",
                document=document,
                chunk=chunk,
                cause_event=cause.id,
                effect_event=effect.id,
                cause=_mention(cause, cause_at),
                effect=_mention(effect, cue.end + 1),
                cue=cue,
                quote=_span(sentence, start),
                modality=modality,
                confidence=0.9,
                extractor="test",
                group=f"{document}/{number}&" if " & " in left else None,
                degree=degree,
                cause_mention=f"{document}/{number + len(claims)}/cause",
                effect_mention=f"{document}/{number + len(claims)}/effect",
                enough=arrow == "=>",
                counterfactual=arrow.endswith("~>"),
                tentative=arrow == "?!~>",
            )
        )
        cause_at += len(cause.wording) + len(" and ")
    return sentence, claims


def _span(text: str, start: int) -> Span:
    return Span(text, start, start + len(text))


def _mention(node: _Node, start: int) -> Mention:
    return Mention(_span(node.wording, start), node.wording, node.polarity)


def _sides(claims: Sequence[Claim]) -> list[tuple[str, str, Mention]]:
    """Return (name of the mention, event, mention) for both sides of every claim, in order."""
    return [
        (f"{claim.id}/{side}", event, mention)
        for claim in claims
        for side, event, mention in (("cause", claim.cause_event, claim.cause), ("effect", claim.effect_event, claim.effect))
    ]


def _events(claims: Sequence[Claim], *, context: str) -> dict[str, Event]:
    """Return the claims' events by id, each shown by its first wording."""
    events: dict[str, Event] = {}
    for _, event, mention in _sides(claims):
        events.setdefault(event, Event(event, mention.text, mention.polarity, context))
    return events


def _merges(claims: Sequence[Claim], *, at: str) -> list[Merge]:
    """Return one line of the ledger per mention; the first of each event is its founder."""
    founded: set[str] = set()
    merges = []
    for name, event, mention in _sides(claims):
        cosine, verifier = (0.8, "test") if event in founded else (1.0, "founder")
        founded.add(event)
        context = MentionContext(
            mention.span.text, mention.span.start, mention.span.end, "before", "behind", ("Report",), "2026", "title", "Ayr"
        )
        merges.append(Merge(name, event, claims[0].document, mention.text, cosine, verifier, at, mention.polarity, context))
    return merges


@cache
def _word_vector(word: str, dimension: int) -> npt.NDArray[np.float64]:
    return np.random.default_rng(int(content_hash(word), 16)).standard_normal(dimension)
