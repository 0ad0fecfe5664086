"""The real encoder: a text's vector is its own, whatever its length, script, and company."""

import numpy as np
import pytest

from cckg.models import Embedder
from cckg.models.bert_runtime import batches

BASE = ["the dam broke", "prices rose sharply in 1932", "a", "überhitzte Batterien", "地震", "🔥 fire", "word " * 300]
ODD = {
    "emoji": "🔥🌊 the flood 👩‍🚒",
    "combining marks": "cafe\u0301 nai\u0308ve",
    "right to left": "انهار السد بسبب المطر",
    "no spaces": "ダムが決壊した",
    "control": "a\x00b\x07c",
    "zero width": "da\u200bm bro\u00adke",
    "only marks": "…!?—",
    "blank": " \n\t",
    "empty": "",
    "surrogate": "a\ud800b",
    "one giant word": "x" * 5000,
    "markup": "<s>[SEP] [CLS] [MASK]</s>",
}


def near(left: np.ndarray, right: np.ndarray) -> bool:
    return bool(np.abs(left - right).max() < 2e-6)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 9, 31, 64, 130])
def test_a_vector_is_the_same_in_a_batch_of_any_size(embedder: Embedder, count: int) -> None:
    alone = embedder.encode(BASE[:3])
    found = embedder.encode([*BASE[:3], *(f"another text, number {number}" for number in range(count))])
    assert found.shape == (3 + count, embedder.dimension)
    assert near(found[:3], alone)
    assert near(embedder.encode([*(f"another text, number {number}" for number in range(count)), *BASE[:3]])[count:], alone)


def test_texts_that_are_equal_get_equal_vectors_wherever_they_stand(embedder: Embedder) -> None:
    found = embedder.encode([*BASE, *BASE[::-1]])
    assert near(found[: len(BASE)], found[len(BASE) :][::-1])


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_any_text_has_a_finite_unit_vector_a_count_and_as_many_rows_as_words(embedder: Embedder, text: str) -> None:
    (vector,) = embedder.encode([text])
    ((words, matrix),) = embedder.encode_tokens([text])
    (count,) = embedder.count_tokens([text])
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5)
    assert matrix.shape == (len(words), embedder.dimension)
    assert np.allclose(np.linalg.norm(matrix, axis=1), 1.0, atol=1e-5)
    assert count >= 0
    assert all(word == word.lower() for word in words)


@pytest.mark.parametrize(("shorter", "longer"), [(253, 254), (254, 254)])
def test_a_token_within_the_window_counts_and_one_beyond_it_does_not(embedder: Embedder, shorter: int, longer: int) -> None:
    inside, at_end, beyond = (embedder.encode(["word " * size])[0] for size in (shorter, longer, longer + 60))
    assert near(at_end, beyond)
    assert near(inside, at_end) == (shorter == longer)
    assert embedder.count_tokens(["word " * (longer + 60)]) == [longer + 60]


def test_case_and_white_space_make_no_other_vector(embedder: Embedder) -> None:
    found = embedder.encode(["the dam broke", "THE DAM BROKE", "  the\tdam\nbroke "])
    assert near(found[1:], found[:1])


def test_a_paraphrase_is_nearer_than_another_subject(embedder: Embedder) -> None:
    dam, collapse, bank = embedder.encode(["the dam broke", "the collapse of the dam", "the bank raised interest rates"])
    assert float(dam @ collapse) > 0.6 > 0.3 > float(dam @ bank)


def test_the_words_of_a_text_are_those_of_its_tokens_alone_and_in_company(embedder: Embedder) -> None:
    texts = ["The dam's spillway failed.", "O-rings", "3.5 % of 1,200 houses"]
    together = embedder.encode_tokens(texts)
    for text, (words, matrix) in zip(texts, together, strict=True):
        ((alone, rows),) = embedder.encode_tokens([text])
        assert words == alone
        assert near(matrix, rows)
    assert together[0][0] == ["the", "dam", "s", "spillway", "failed"]


@pytest.mark.parametrize("budget", [1, 16, 100, 10_000])
@pytest.mark.parametrize("lengths", [[], [5], [3] * 40, [1, 200, 2, 199, 3], list(range(1, 60))], ids=len)
def test_batches_keep_to_the_budget_and_lose_nothing(lengths: list[int], budget: int) -> None:
    found = list(batches(lengths, budget=budget))
    assert sorted(number for batch in found for number in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or len(batch) * max(lengths[number] for number in batch) <= budget for batch in found)
