"""Chunks at the ends of what the settings allow, over texts that no one would write."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from cckg.core.claims import Chunk, Document
from cckg.core.text import content_hash
from ingest.chunking import MAX_CHARACTERS_PER_TOKEN, chunk_document

TEXTS = {
    "prose": "The dam broke. It had rained for days, and nobody had looked at the gate. " * 60,
    "one sentence without an end": "and so the water rose " * 300,
    "one word": "x" * 9000,
    "lines without marks": "\n".join(f"line {number} of a list" for number in range(300)),
    "blank lines": "\n\n\n".join(["A.", "B.", "C."] * 40),
    "table": "| cause | effect |\n|---|---|\n" + "| rain | flood |\n" * 200,
    "no spaces": "ダムが決壊した。" * 200,
    "white space": "It rained." + " " * 5000 + "It blew." + "\n" * 5000 + "All fled.",
    "marks": "...!?! " * 500,
    "surrogates": "\ud800 broke. " * 100,
}
SIZES = [(32, 0), (32, 31), (250, 50), (2000, 500), (1, 0)]
CASES = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
SETTINGS = pytest.mark.parametrize(("tokens", "overlap"), SIZES)


def count_words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def chunked(text: str, *, tokens: int, overlap: int) -> list[Chunk]:
    document = Document(content_hash(text), "a.txt", "a", "text/plain", text)
    return chunk_document(document, count_tokens=count_words, chunk_tokens=tokens, overlap_tokens=overlap)


@CASES
@SETTINGS
def test_every_chunk_is_verbatim_and_within_its_bounds(text: str, tokens: int, overlap: int) -> None:
    found = chunked(text, tokens=tokens, overlap=overlap)
    assert [chunk.index for chunk in found] == list(range(len(found)))
    for chunk in found:
        assert chunk.text == text[chunk.start : chunk.end] == chunk.text.strip() != ""
        assert count_words([chunk.text])[0] <= tokens
    for left, right in pairwise(found):
        assert left.start < right.start
        assert left.end < right.end
        assert count_words([text[right.start : left.end]])[0] <= overlap


@CASES
@SETTINGS
def test_no_letter_is_lost_between_chunks(text: str, tokens: int, overlap: int) -> None:
    found = chunked(text, tokens=tokens, overlap=overlap)
    between = [text[left.end : right.start] for left, right in pairwise(found)]
    assert "".join([text[: found[0].start], *between, text[found[-1].end :]]).strip() == ""


@CASES
def test_without_overlap_the_chunks_together_are_the_text(text: str) -> None:
    found = chunked(text, tokens=32, overlap=0)
    assert "".join("".join(chunk.text.split()) for chunk in found) == "".join(text.split())


@CASES
def test_no_chunk_is_a_giant_even_where_the_whole_text_fits(text: str) -> None:
    assert all(len(chunk.text) <= 250 * MAX_CHARACTERS_PER_TOKEN for chunk in chunked(text, tokens=250, overlap=50))


def test_a_larger_chunk_means_fewer_of_them() -> None:
    counts = [len(chunked(TEXTS["prose"], tokens=tokens, overlap=0)) for tokens in (16, 32, 64, 128, 2000)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1


def test_a_change_at_the_end_leaves_the_bounds_of_earlier_chunks() -> None:
    before = chunked(TEXTS["prose"], tokens=64, overlap=16)
    after = chunked(TEXTS["prose"] + "The end came.", tokens=64, overlap=16)
    assert [(chunk.start, chunk.end) for chunk in after[: len(before) - 1]] == [(chunk.start, chunk.end) for chunk in before[:-1]]
