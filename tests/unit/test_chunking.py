from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import Chunk, Document
from cckg.core.errors import SettingsError
from cckg.core.text import content_hash
from ingest.chunking import MAX_CHARACTERS_PER_TOKEN, chunk_document

TEXTS = st.lists(
    st.sampled_from(
        ["It rained. ", "The dam broke. ", "\n\n", "\n- ", "# ", "====\n", "\n", " " * 50, "x" * 90, "|---|\n", "a b c d e f g h. "]
    )
    | st.text(max_size=6),
    max_size=40,
).map("".join)


def count_words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def count_pieces(texts: Sequence[str]) -> list[int]:
    return [sum(-(-len(word) // 3) for word in text.split()) for text in texts]


def count_nothing(texts: Sequence[str]) -> list[int]:
    return [0 for _ in texts]


def document(text: str) -> Document:
    return Document(content_hash(text), "a.txt", "a", "text/plain", text)


def chunks(text: str, *, chunk_tokens: int = 6, overlap_tokens: int = 0) -> list[Chunk]:
    return chunk_document(document(text), count_tokens=count_words, chunk_tokens=chunk_tokens, overlap_tokens=overlap_tokens)


def texts(text: str, *, chunk_tokens: int = 6, overlap_tokens: int = 0) -> list[str]:
    return [chunk.text for chunk in chunks(text, chunk_tokens=chunk_tokens, overlap_tokens=overlap_tokens)]


@pytest.mark.parametrize("text", ["", " \n\t ", "\u00a0"])
def test_a_document_without_words_has_no_chunks(text: str) -> None:
    assert chunks(text) == []


def test_whole_sentences_are_packed_up_to_the_limit() -> None:
    assert texts("It rained hard. The dam broke. All fled.") == ["It rained hard. The dam broke.", "All fled."]


def test_a_chunk_begins_with_the_last_sentences_that_fit_the_overlap() -> None:
    text = "It rained hard. It blew. The dam broke. All fled the town."
    assert texts(text, chunk_tokens=8, overlap_tokens=5) == ["It rained hard. It blew. The dam broke.", "The dam broke. All fled the town."]


def test_the_overlap_is_left_out_where_the_next_sentence_needs_the_room() -> None:
    assert texts("It rained. The old dam broke at night.", overlap_tokens=5) == ["It rained.", "The old dam broke at night."]


def test_a_sentence_longer_than_a_chunk_is_cut_at_white_space() -> None:
    assert texts("one two three four five six seven eight. End.") == ["one two three four five six", "seven eight. End."]


def test_a_word_longer_than_a_chunk_is_cut_by_characters() -> None:
    counted = chunk_document(document("x" * 20), count_tokens=lambda texts: [len(text) for text in texts], chunk_tokens=8, overlap_tokens=0)
    assert [chunk.text for chunk in counted] == ["x" * 8, "x" * 8, "x" * 4]


def test_bullets_and_hashes_stay_with_their_words() -> None:
    assert texts("# The dam\n- it rained\n- it broke down today", chunk_tokens=6) == ["# The dam\n- it rained", "- it broke down today"]


def test_words_that_count_as_nothing_do_not_make_a_giant_chunk() -> None:
    found = chunk_document(document("y" * 50_000), count_tokens=count_nothing, chunk_tokens=100, overlap_tokens=0)
    assert max(len(chunk.text) for chunk in found) <= 100 * MAX_CHARACTERS_PER_TOKEN


def test_chunks_are_numbered_and_named_after_document_and_place() -> None:
    source = document("It rained hard. The dam broke. All fled.")
    found = chunk_document(source, count_tokens=count_words, chunk_tokens=6, overlap_tokens=0)
    assert [chunk.index for chunk in found] == [0, 1]
    assert [chunk.id for chunk in found] == [content_hash(source.id, str(chunk.start), str(chunk.end)) for chunk in found]
    assert {chunk.document for chunk in found} == {source.id}


def test_tokens_are_counted_in_one_call() -> None:
    calls: list[int] = []

    def counting(texts: Sequence[str]) -> list[int]:
        calls.append(len(texts))
        return count_words(texts)

    chunk_document(document("It rained. It blew.\n\nAll fled."), count_tokens=counting, chunk_tokens=6, overlap_tokens=2)
    assert calls == [3]


@pytest.mark.parametrize(("chunk_tokens", "overlap_tokens"), [(50, 50), (50, 60), (50, -1)])
def test_an_overlap_that_is_no_smaller_than_a_chunk_is_refused(chunk_tokens: int, overlap_tokens: int) -> None:
    with pytest.raises(SettingsError, match=r"ingest\.overlap_tokens below ingest\.chunk_tokens"):
        chunks("It rained.", chunk_tokens=chunk_tokens, overlap_tokens=overlap_tokens)


@given(
    text=TEXTS,
    chunk_tokens=st.integers(2, 12),
    overlap_tokens=st.integers(0, 11),
    count=st.sampled_from([count_words, count_pieces, count_nothing]),
)
@settings(max_examples=400, deadline=None)
def test_chunks_cover_the_text_verbatim_in_order_and_within_bounds(text, chunk_tokens, overlap_tokens, count) -> None:
    overlap_tokens = min(overlap_tokens, chunk_tokens - 1)
    found = chunk_document(document(text), count_tokens=count, chunk_tokens=chunk_tokens, overlap_tokens=overlap_tokens)
    assert all(chunk.text == text[chunk.start : chunk.end] == chunk.text.strip() != "" for chunk in found)
    assert all(left.start < right.start and left.end < right.end for left, right in pairwise(found))
    assert all(tokens <= chunk_tokens for tokens in count([chunk.text for chunk in found]))
    assert all(count([text[right.start : left.end]])[0] <= overlap_tokens for left, right in pairwise(found))
    covered = {position for chunk in found for position in range(chunk.start, chunk.end)}
    assert [position for position, character in enumerate(text) if not character.isspace() and position not in covered] == []
