"""What of the encoders needs no model: names, batches, words, and the shape of a graph. The vectors are tested in tests/integration."""

import json
import struct
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cckg.core.errors import NotAvailableError, SettingsError, WeightsError
from cckg.models import open_embedder
from cckg.models.bert_onnx import BertShape, bert_graph
from cckg.models.bert_runtime import batches
from cckg.models.encoders import OnnxEmbedder, pool_words

CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "hidden_size": 8,
    "layer_norm_eps": 1e-12,
}
SHAPE = BertShape(layers=2, heads=2, hidden=8, epsilon=1e-12)
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "rain", "flood", "##ed"]


def _tensors() -> dict[str, np.ndarray]:
    """Weights of a tiny BERT, drawn from a fixed seed."""
    rng = np.random.default_rng(7)
    shapes = {"word_embeddings": (len(WORDS), 8), "position_embeddings": (16, 8), "token_type_embeddings": (2, 8)}
    found = {f"embeddings.{name}.weight": shape for name, shape in shapes.items()}
    norms = ["embeddings.LayerNorm"]
    for layer in ("encoder.layer.0", "encoder.layer.1"):
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
        square = [f"{layer}.attention.{part}" for part in ("self.query", "self.key", "self.value", "output.dense")]
        for name, shape in [
            *((name, (8, 8)) for name in square),
            (f"{layer}.intermediate.dense", (12, 8)),
            (f"{layer}.output.dense", (8, 12)),
        ]:
            found |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    found |= {f"{name}.{part}": (8,) for name in norms for part in ("weight", "bias")}
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in found.items()}


def _save(path: Path, tensors: dict[str, np.ndarray]) -> Path:
    """Write a safetensors file by its published layout."""
    head, offset = {}, 0
    for name, tensor in tensors.items():
        kind = {"float32": "F32", "float16": "F16"}[str(tensor.dtype)]
        head[name] = {"dtype": kind, "shape": tensor.shape, "data_offsets": [offset, offset + tensor.nbytes]}
        offset += tensor.nbytes
    packed = json.dumps({"__metadata__": {"format": "pt"}} | head).encode()
    packed += b" " * (-len(packed) % 8)
    path.write_bytes(struct.pack("<Q", len(packed)) + packed + b"".join(tensor.tobytes() for tensor in tensors.values()))
    return path


@pytest.fixture
def tiny(tmp_path: Path) -> OnnxEmbedder:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordPiece({word: number for number, word in enumerate(WORDS)}, unk_token=WORDS[1]))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    _save(tmp_path / "model.safetensors", _tensors())
    return OnnxEmbedder(tmp_path, name="tiny", max_tokens=8, threads=1)


def _bert(ids: list[int]) -> np.ndarray:
    """The encoder written out after its paper, one text at a time, in float64: (tokens, 8)."""
    from math import erf, sqrt

    weights = {name: tensor.astype(np.float64) for name, tensor in _tensors().items()}

    def linear(states: np.ndarray, name: str) -> np.ndarray:
        return states @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def normal(states: np.ndarray, name: str) -> np.ndarray:
        centred = states - states.mean(axis=1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-12) * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    embeddings = [weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")]
    states = normal(embeddings[0][ids] + embeddings[1][: len(ids)] + embeddings[2][0], "embeddings.LayerNorm")
    for layer in ("encoder.layer.0", "encoder.layer.1"):
        query, key, value = (linear(states, f"{layer}.attention.self.{part}") for part in ("query", "key", "value"))
        heads = []
        for columns in (slice(0, 4), slice(4, 8)):
            scores = np.exp(query[:, columns] @ key[:, columns].T / 2)
            heads.append(scores / scores.sum(axis=1, keepdims=True) @ value[:, columns])
        attended = linear(np.concatenate(heads, axis=1), f"{layer}.attention.output.dense")
        states = normal(attended + states, f"{layer}.attention.output.LayerNorm")
        inner = linear(states, f"{layer}.intermediate.dense")
        inner = inner * (1 + np.vectorize(erf)(inner / sqrt(2))) / 2
        states = normal(linear(inner, f"{layer}.output.dense") + states, f"{layer}.output.LayerNorm")
    return states


@pytest.mark.parametrize(("text", "ids"), [("", []), ("rain", [4]), ("rain flooded", [4, 5, 6]), ("rain " * 9, [4] * 6)])
def test_the_graph_computes_bert_with_mean_pooling(tiny: OnnxEmbedder, text: str, ids: list[int]) -> None:
    mean = _bert([2, *ids, 3]).mean(axis=0)
    beside = "rain flooded rain"  # so that the shorter ones are padded
    assert tiny.encode([text, beside])[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-5)


def test_a_word_is_the_mean_of_its_pieces(tiny: OnnxEmbedder) -> None:
    words, vectors = tiny.encode_tokens(["rain . flooded"])[0]
    states = _bert([2, 4, 1, 5, 6, 3])
    expected = [states[1], states[3:5].mean(axis=0)]
    assert words == ["rain", "flooded"]
    assert vectors == pytest.approx(np.array([mean / np.linalg.norm(mean) for mean in expected]), abs=1e-5)


def test_tokens_are_counted_beyond_the_window(tiny: OnnxEmbedder) -> None:
    assert tiny.count_tokens(["", "rain flooded", "rain " * 20]) == [0, 3, 20]


@pytest.mark.parametrize("change", [{"model_type": "roberta"}, {"hidden_act": "gelu_new"}, {"position_embedding_type": "relative_key"}])
def test_another_architecture_is_refused(change: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIG | change))
    with pytest.raises(WeightsError, match="only a BERT"):
        BertShape.read(tmp_path / "config.json")


def test_a_missing_or_half_precision_tensor_is_refused_by_name(tmp_path: Path) -> None:
    name = "encoder.layer.1.output.dense.bias"
    tensors = _tensors()
    half = _save(tmp_path / "half.safetensors", tensors | {name: tensors[name].astype(np.float16)})
    del tensors[name]
    for weights in (half, _save(tmp_path / "missing.safetensors", tensors)):
        with pytest.raises(WeightsError, match=f"{weights.name} holds no float32 tensor {name}"):
            bert_graph(weights, SHAPE)


@given(lengths=st.lists(st.integers(2, 60), max_size=40), budget=st.integers(1, 200))
def test_batches_hold_each_sequence_once_within_the_budget(lengths: list[int], budget: int) -> None:
    found = list(batches(lengths, budget=budget))
    assert sorted(number for batch in found for number in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or len(batch) * max(lengths[number] for number in batch) <= budget for batch in found)
    assert [lengths[number] for batch in found for number in batch] == sorted(lengths)


def test_words_are_pooled_by_their_numbers() -> None:
    text = "Flooded – OK"
    vectors = np.array([[9, 9], [1, 0], [3, 0], [5, 5], [0, 2], [9, 9]], dtype=np.float32)
    words, rows = pool_words(text, [None, 0, 0, 1, 2, None], [(0, 0), (0, 5), (5, 7), (8, 9), (10, 12), (0, 0)], vectors)
    assert words == ["flooded", "ok"]
    assert rows.tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    "name", ["local:bert", "local:", "all-MiniLM-L6-v2", "openai:text", "sentence-transformers:", "local:SmolLM2-135M-Instruct", ""]
)
def test_an_unknown_encoder_is_refused_with_the_valid_ones(name: str) -> None:
    with pytest.raises(SettingsError, match=r"local:all-MiniLM-L6-v2, sentence-transformers:NAME"):
        open_embedder(name, folder=None, offline=True, threads=1)


def test_a_missing_extra_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(NotAvailableError, match=r"pip install 'cckg\[torch\]'"):
        open_embedder("sentence-transformers:all-mpnet-base-v2", folder=None, offline=True, threads=1)


def test_missing_weights_are_told_when_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(WeightsError, match=r"No weights of all-MiniLM-L6-v2: .*models\.offline"):
        open_embedder("local:all-MiniLM-L6-v2", folder=tmp_path, offline=True, threads=1)
