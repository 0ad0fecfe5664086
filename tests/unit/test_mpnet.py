"""The graph of an MPNet against the network written out in numpy, on a tiny one; the real one is compared in tests/integration."""

from functools import partial
from math import erf, log
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from cckg.models.bert_onnx import CLASSES, TAGS, TOKENS, bert_graph, buckets, reader_graph
from cckg.models.bert_runtime import BertRuntime
from cckg.models.rounding import write_rounded
from tests import tiny_mpnet
from tests.tiny_mpnet import LAYERS, MOST, Tensors

TEXTS = [[0, 4, 2], [0, 5, 6, 7, 2], [0, *[4, 8, 6, 3] * 40, 2], [0, 2]]  # 40: farther apart than the last bucket begins


def _bucket(before: int) -> int:
    """Return the bucket of a token that stands so many places before another, as the paper's code has it."""
    away = abs(before)
    own = away if away < 8 else min(15, 8 + int(log(away / 8) / log(16) * 8))
    return own + (16 if before < 0 else 0)


def _mpnet(ids: list[int], adapters: Tensors) -> np.ndarray:
    """The encoder written out after its paper, one text at a time, in float64: (tokens, HIDDEN)."""
    weights = {name: tensor.astype(np.float64) for name, tensor in tiny_mpnet.tensors().items()}

    def linear(states: np.ndarray, name: str) -> np.ndarray:
        matrix = weights[f"{name}.weight"]
        if f"{name}.lora_a" in adapters:
            matrix = matrix + adapters[f"{name}.lora_b"].astype(np.float64) @ adapters[f"{name}.lora_a"]
        return states @ matrix.T + weights[f"{name}.bias"]

    def normal(states: np.ndarray, name: str) -> np.ndarray:
        centred = states - states.mean(axis=1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5) * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    words, positions = (weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position"))
    states = normal(words[ids] + positions[2 : 2 + len(ids)], "embeddings.LayerNorm")
    near = weights["encoder.relative_attention_bias.weight"]
    for layer in LAYERS:
        query, key, value = (linear(states, f"{layer}.attention.attn.{part}") for part in "qkv")
        heads = []
        for head, columns in enumerate((slice(0, 8), slice(8, 16))):
            bias = np.array([[near[_bucket(one - other), head] for other in range(len(ids))] for one in range(len(ids))])
            scores = np.exp(query[:, columns] @ key[:, columns].T / np.sqrt(8) + bias)
            heads.append(scores / scores.sum(axis=1, keepdims=True) @ value[:, columns])
        attended = linear(np.concatenate(heads, axis=1), f"{layer}.attention.attn.o")
        states = normal(attended + states, f"{layer}.attention.LayerNorm")
        inner = linear(states, f"{layer}.intermediate.dense")
        inner = inner * (1 + np.vectorize(erf)(inner / np.sqrt(2))) / 2
        states = normal(linear(inner, f"{layer}.output.dense") + states, f"{layer}.output.LayerNorm")
    return states


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny_mpnet.write(tmp_path)


def test_the_graph_computes_mpnet_beside_shorter_texts_and_longer_ones(folder: Path) -> None:
    for batch, (states,) in BertRuntime(folder, bert_graph, threads=1).run(TEXTS, [TOKENS]):
        for at, number in enumerate(batch):
            assert states[at, : len(TEXTS[number])] == pytest.approx(_mpnet(TEXTS[number], {}), abs=1e-4)


def test_adapters_and_heads_read_the_same_weights_for_another_task(folder: Path) -> None:
    adapters = tiny_mpnet.adapters(tags=5)
    runtime = BertRuntime(folder, partial(reader_graph, adapters=adapters), threads=1)
    for batch, (classes, tags) in runtime.run(TEXTS, [CLASSES, TAGS]):
        for at, number in enumerate(batch):
            states = _mpnet(TEXTS[number], adapters)
            expected = [states @ adapters[f"{head}.weight"].T + adapters[f"{head}.bias"] for head in ("class_head", "tag_head")]
            assert classes[at] == pytest.approx(expected[0][0], abs=1e-4)
            assert tags[at, : len(states)] == pytest.approx(expected[1], abs=1e-4)


def _nearly_the_same(runtime: BertRuntime, adapters: Tensors) -> None:
    """Assert that a network in whole numbers tells nearly what the exact one does, whatever stands beside a text."""
    for batch, (_, tags) in runtime.run(TEXTS, [CLASSES, TAGS]):
        for at, number in enumerate(batch):
            exact = _mpnet(TEXTS[number], adapters) @ adapters["tag_head.weight"].T + adapters["tag_head.bias"]
            told = tags[at, : len(exact)]
            assert np.sqrt(np.mean((told - exact) ** 2)) < 0.05 * exact.std()
            ((_, (_, alone)),) = runtime.run([TEXTS[number]], [CLASSES, TAGS])
            assert told == pytest.approx(alone[0], abs=1e-4)


def test_whole_numbers_of_eight_bits_give_nearly_the_same_whatever_stands_beside(folder: Path) -> None:
    adapters = tiny_mpnet.adapters(tags=5)
    runtime = BertRuntime(folder, partial(reader_graph, adapters=adapters, eight_bit=True), threads=1)
    _nearly_the_same(runtime, adapters)


def test_a_file_in_whole_numbers_gives_nearly_the_same_with_adapters_as_they_are(folder: Path) -> None:
    adapters = tiny_mpnet.adapters(tags=5)
    write_rounded(folder / "model.safetensors", folder / "rounded")
    (folder / "rounded").replace(folder / "model.safetensors")
    runtime = BertRuntime(folder, partial(reader_graph, adapters=adapters), threads=1)
    _nearly_the_same(runtime, adapters)


def test_weights_and_states_that_are_all_nought_stay_so_in_eight_bits(tmp_path: Path) -> None:
    nought = {name: np.zeros_like(tensor) for name, tensor in tiny_mpnet.tensors().items()}
    adapters = {name: np.zeros_like(tensor) for name, tensor in tiny_mpnet.adapters(tags=5).items()}
    folder = tiny_mpnet.write(tmp_path)
    save_file(nought, folder / "model.safetensors")
    runtime = BertRuntime(folder, partial(reader_graph, adapters=adapters, eight_bit=True), threads=1)
    for _, (classes, tags) in runtime.run(TEXTS, [CLASSES, TAGS]):
        assert not classes.any()
        assert not tags.any()


def test_near_tokens_have_buckets_of_their_own_and_far_ones_share_them() -> None:
    assert buckets(MOST).tolist() == [_bucket(-distance) for distance in range(1 - MOST, MOST)]
