"""Cuts a document into overlapping chunks at sentence bounds. What counts as a token is the caller's to say."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from cckg.core.claims import Chunk, Document
from cckg.core.errors import SettingsError
from cckg.core.text import content_hash
from cckg.language import split_sentences

MAX_CHARACTERS_PER_TOKEN = 20
"""English has about 4.5; a chunk is bounded in characters too, because tokenizers count white space and giant words as next to nothing."""

CountTokens = Callable[[Sequence[str]], list[int]]


def chunk_document(document: Document, *, count_tokens: CountTokens, chunk_tokens: int, overlap_tokens: int) -> list[Chunk]:
    """Cut a document into chunks of whole sentences.

    Args:
        document: The document; its text may be empty.
        count_tokens: Returns the number of tokens of each text, as `Embedder.count_tokens` does; it is called once for all sentences,
            and once more for the words of those that are longer than a chunk.
        chunk_tokens: Tokens of a chunk, at most, counted sentence by sentence. A longer sentence is cut at white space.
        overlap_tokens: A chunk begins with the last sentences of the one before that fit into so many tokens; below chunk_tokens.

    Returns:
        The chunks in order, index from 0, each with `text == document.text[start:end]` and no white space around it. Together they cover
        every character that is not white space. A document without any gives an empty list.

    Raises:
        SettingsError: if overlap_tokens is not below chunk_tokens.
    """
    if not 0 <= overlap_tokens < chunk_tokens:
        raise SettingsError(
            f"Chunks of {chunk_tokens} tokens cannot share {overlap_tokens} with their neighbours: "
            "set ingest.overlap_tokens below ingest.chunk_tokens."
        )
    pieces = _pieces(document.text, count_tokens=count_tokens, chunk_tokens=chunk_tokens)
    windows = _windows(pieces, chunk_tokens=chunk_tokens, overlap_tokens=overlap_tokens)
    return [
        _chunk(document, index=index, start=pieces[first].start, end=pieces[last - 1].end) for index, (first, last) in enumerate(windows)
    ]


# Private

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence with its bullet, or a part of one too long for a chunk; no white space around it."""

    start: int
    end: int
    tokens: int


def _chunk(document: Document, *, index: int, start: int, end: int) -> Chunk:
    identity = content_hash(document.id, str(start), str(end))
    return Chunk(identity, document.id, index, start, end, document.text[start:end])


def _windows(pieces: Sequence[_Piece], *, chunk_tokens: int, overlap_tokens: int) -> Iterator[tuple[int, int]]:
    """Yield the first piece of each chunk and the one after its last. Every chunk has at least one piece that no chunk before it has."""
    before = [0, *accumulate(piece.tokens for piece in pieces)]  # before[i]: tokens of the pieces before i

    def fits(first: int, last: int) -> bool:
        characters = pieces[last - 1].end - pieces[first].start
        return before[last] - before[first] <= chunk_tokens and characters <= chunk_tokens * MAX_CHARACTERS_PER_TOKEN

    first = done = 0
    while done < len(pieces):
        while first < done and not fits(first, done + 1):
            first += 1
        last = done + 1
        while last < len(pieces) and fits(first, last + 1):
            last += 1
        yield first, last
        first = done = last
        while first > 0 and before[done] - before[first - 1] <= overlap_tokens:
            first -= 1


def _pieces(text: str, *, count_tokens: CountTokens, chunk_tokens: int) -> list[_Piece]:
    """Divide the whole text into pieces, none above chunk_tokens."""
    bounds = list(_sentence_bounds(text))
    counts = count_tokens([text[start:end] for start, end in bounds]) if bounds else []
    long = [bound for bound, count in zip(bounds, counts, strict=True) if count > chunk_tokens]
    parts = iter(_cut(text, long, count_tokens=count_tokens, chunk_tokens=chunk_tokens))
    pieces: list[_Piece] = []
    for (start, end), count in zip(bounds, counts, strict=True):
        pieces += next(parts) if count > chunk_tokens else [_Piece(start, end, count)]
    return pieces


def _sentence_bounds(text: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences, extended so that bullets, hashes and drawn lines belong to one of them too."""
    spans = split_sentences(text)
    cuts = [0]
    for left, right in pairwise(spans):
        line_end = text.rfind("\n", left.end, right.start)
        cuts.append(right.start if line_end < 0 else line_end + 1)
    for start, end in pairwise([*cuts, len(text)]):
        words = text[start:end]
        if stripped := words.strip():
            start += len(words) - len(words.lstrip())
            yield start, start + len(stripped)


def _cut(text: str, bounds: Sequence[tuple[int, int]], *, count_tokens: CountTokens, chunk_tokens: int) -> list[list[_Piece]]:
    """Cut each long sentence at white space into pieces as long as may be; a word longer than a chunk is cut by characters."""
    words = [[part for word in _WORD.finditer(text, *bound) for part in _parts(*word.span(), size=chunk_tokens)] for bound in bounds]
    counts = iter(count_tokens([text[start:end] for parts in words for start, end in parts]) if words else [])
    return [_packed([_Piece(start, end, next(counts)) for start, end in parts], chunk_tokens) for parts in words]


def _parts(start: int, end: int, *, size: int) -> list[tuple[int, int]]:
    return [(left, min(left + size, end)) for left in range(start, end, size)]


def _packed(words: Sequence[_Piece], chunk_tokens: int) -> list[_Piece]:
    packed = [words[0]]
    for word in words[1:]:
        tokens = packed[-1].tokens + word.tokens
        if tokens <= chunk_tokens:
            packed[-1] = _Piece(packed[-1].start, word.end, tokens)
        else:
            packed.append(word)
    return packed
