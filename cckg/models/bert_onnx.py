"""Writes an encoder as an ONNX graph whose weights stay where they are: in the model's own safetensors file.

The graph holds names, shapes and offsets only (about 25 kB, a few hundredths of a second to write), so nothing is converted, copied
or cached, and what runs is the file whose sha256 was checked. Knows the layout of BERT with absolute positions and exact GELU, mean
pooling and unit length, and wherein an MPNet (Song et al. 2020) differs: no segments, and scores that know how far tokens are apart. With
adapters (LoRA, Hu et al. 2022) of low rank and heads, which are small and lie in the graph itself, the same weights read for another
task. Tokenising, batching and running are left to `cckg.models.bert_runtime`.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cckg.core.errors import WeightsError
from cckg.models.onnx_graph import IDS, MASK, Adapters, Graph
from cckg.models.rounding import NO_ADAPTERS

POSITIONS = "embeddings.position_embeddings.weight"
FIRST = 2  # the position of the first token; those before it are for padding


def mpnet_embed(graph: Graph) -> str:
    """Sum the embeddings of word and position: (batch, tokens, hidden)."""
    end = graph.add("Add", graph.add("Shape", IDS, start=1, end=2), graph.integers(FIRST))
    return graph.add("Add", graph.words(), graph.add("Slice", graph.weight(POSITIONS), graph.integers(FIRST), end))


def nearness(graph: Graph) -> str:
    """Return what is added to the score of each pair of tokens, by how far they are apart: (1, heads, tokens, tokens); once for all layers.

    Follows `mpnet_embed`.
    """
    most = graph.tensors[POSITIONS].shape[0] - FIRST
    by_distance = graph.add("Gather", graph.weight("encoder.relative_attention_bias.weight"), graph.constant(buckets(most)))
    length = graph.add("Squeeze", graph.add("Shape", IDS, start=1, end=2))
    places = graph.add("Range", *(graph.constant(np.array(0)), length, graph.constant(np.array(1))))
    distances = graph.add("Sub", places, graph.add("Unsqueeze", places, graph.integers(1)))  # (tokens, tokens): to less from
    rows = graph.add("Add", distances, graph.integers(most - 1))
    table = graph.add("Gather", graph.add("Transpose", by_distance), rows, axis=1)  # (heads, tokens, tokens)
    return graph.add("Unsqueeze", table, graph.integers(0))


def buckets(most: int) -> npt.NDArray[np.int64]:
    """Return the bucket of each distance from 1 - most to most - 1: (2 * most - 1,), 0..31.

    16 for tokens that stand before, 16 for those behind: one for each distance below 8, the others ever wider, the last from about 128 on.
    """
    distances = np.arange(1 - most, most)
    away = np.abs(distances)
    wide = _EACH + (np.log(np.maximum(away, 1) / _EACH) / math.log(_FARTHEST / _EACH) * _EACH).astype(np.int64)
    return np.where(away < _EACH, away, np.minimum(wide, 2 * _EACH - 1)) + np.where(distances > 0, 2 * _EACH, 0)


SENTENCE, TOKENS = "sentence_embedding", "token_embeddings"
CLASSES, TAGS = "classes", "tags"


@dataclass(frozen=True, slots=True)
class BertShape:
    """The numbers of a `config.json` that the graph depends on."""

    layers: int
    heads: int
    hidden: int
    epsilon: float  # of the layer normalisations
    kind: str = "bert"  # or "mpnet"

    @classmethod
    def read(cls, config: Path) -> "BertShape":
        """Read them from a `config.json`.

        Raises:
            WeightsError: if the file describes something else than a BERT with absolute positions and exact GELU, or an MPNet with that.
        """
        values = json.loads(config.read_text(encoding="utf-8"))
        kind = (values.get("model_type"), values.get("hidden_act"), values.get("position_embedding_type", "absolute"))
        if kind not in {("bert", "gelu", "absolute"), ("mpnet", "gelu", "absolute")}:
            raise WeightsError(
                f"{config} describes {kind}, and only a BERT or MPNet with exact GELU and absolute positions can be run as local model."
            )
        return cls(
            layers=int(values["num_hidden_layers"]),
            heads=int(values["num_attention_heads"]),
            hidden=int(values["hidden_size"]),
            epsilon=float(values["layer_norm_eps"]),
            kind=values["model_type"],
        )


def bert_graph(weights: Path, shape: BertShape, adapters: Adapters = NO_ADAPTERS, *, eight_bit: bool = False) -> bytes:
    """Return the serialised graph of the encoder whose tensors lie in a safetensors file.

    Inputs: `input_ids` and `attention_mask` (1 for a token, 0 for padding), both (batch, tokens) int64.
    Outputs: `sentence_embedding` (batch, hidden) float32, the mean over the tokens of the mask, of unit length; and
    `token_embeddings` (batch, tokens, hidden) float32, the last layer as it is.

    Args:
        weights: the safetensors file; the graph names it without its folder, which the runtime must be told.
        shape: the model's numbers.
        adapters: of the linear maps.
        eight_bit: whether the layers' linear maps are computed in whole numbers; see `Graph.linear`.

    Raises:
        WeightsError: if a tensor that the architecture needs is not in the file, or is not float32.
    """
    graph = _encoder(weights, shape, adapters, eight_bit=eight_bit)
    _pool(graph)
    return graph.serialised({SENTENCE: ["batch", shape.hidden], TOKENS: ["batch", "tokens", shape.hidden]})


def reader_graph(weights: Path, shape: BertShape, adapters: Adapters, *, eight_bit: bool = False) -> bytes:
    """Return the serialised graph of the encoder with adapters, and of the heads that read its last layer.

    Inputs: those of `bert_graph`.
    Outputs, as logits: `classes` (batch, n) float32, read from the first token; and if there is a head for them `tags`
    (batch, tokens, n) float32, read from each.

    Args:
        weights: the safetensors file of the encoder.
        shape: its numbers.
        adapters: of the linear maps, and `class_head`, `tag_head`.
        eight_bit: whether the layers' linear maps are computed in whole numbers; see `Graph.linear`. The heads never are.

    Raises:
        WeightsError: as `bert_graph`.
    """
    graph = _encoder(weights, shape, adapters, eight_bit=eight_bit)
    first = graph.add("Gather", TOKENS, graph.constant(np.array(0, dtype=np.int64)), axis=1)
    graph.add("Gemm", first, *graph.head("class_head"), output=CLASSES, transB=1)
    outputs: dict[str, list[str | int]] = {CLASSES: ["batch", len(adapters["class_head.bias"])]}
    if "tag_head.weight" in adapters:
        weight, bias = graph.head("tag_head")
        graph.add("Add", graph.add("MatMul", TOKENS, graph.add("Transpose", weight)), bias, output=TAGS)
        outputs[TAGS] = ["batch", "tokens", len(adapters["tag_head.bias"])]
    return graph.serialised(outputs)


# Private

_EACH = 8  # distances that have a bucket of their own, on one side
_FARTHEST = 128


_PARTS = {
    "bert": ("self.query", "self.key", "self.value", "output.dense", "output.LayerNorm"),
    "mpnet": ("attn.q", "attn.k", "attn.v", "attn.o", "LayerNorm"),
}
"""What the parts of an attention are called in the file."""


def _encoder(weights: Path, shape: BertShape, adapters: Adapters, *, eight_bit: bool = False) -> Graph:
    """Write the layers; what the last one gives is called `TOKENS`."""
    from onnx import TensorProto

    graph = Graph(weights, adapters, eight_bit)
    states = (mpnet_embed if shape.kind == "mpnet" else _embed)(graph)
    states = graph.normalise(states, "embeddings.LayerNorm", epsilon=shape.epsilon)
    near = nearness(graph) if shape.kind == "mpnet" else ""
    extent = graph.add("Shape", states)
    mask = graph.add("Cast", MASK, to=TensorProto.INT32)
    flat = graph.add("Reshape", states, graph.integers(-1, shape.hidden))  # (batch * tokens, hidden) from here on
    for number in range(shape.layers):
        flat = _layer(graph, flat, number=number, shape=shape, extent=extent, given=(mask, near))
    graph.add("Reshape", flat, extent, output=TOKENS)
    return graph


def _embed(graph: Graph) -> str:
    """Sum the embeddings of word, position and segment (always the first): (batch, tokens, hidden)."""
    length = graph.add("Shape", IDS, start=1, end=2)
    positions = graph.add("Slice", graph.weight("embeddings.position_embeddings.weight"), graph.integers(0), length)
    segment = graph.add("Gather", graph.weight("embeddings.token_type_embeddings.weight"), graph.integers(0))
    return graph.add("Add", graph.add("Add", graph.words(), positions), segment)


def _layer(graph: Graph, states: str, *, number: int, shape: BertShape, extent: str, given: tuple[str, str]) -> str:
    """Self-attention and feed-forward, each added to its input and normalised: (batch * tokens, hidden).

    `given` names the mask, and what is added to the scores of attention, or nothing.
    """
    name = f"encoder.layer.{number}"
    *parts, output, normal = (f"{name}.attention.{part}" for part in _PARTS[shape.kind])
    query, key, value = (graph.add("Reshape", graph.linear(states, part), extent) for part in parts)
    mixed = graph.add("MultiHeadAttention", query, key, value, "", *given, domain="com.microsoft", num_heads=shape.heads)
    mixed = graph.linear(graph.add("Reshape", mixed, graph.integers(-1, shape.hidden)), output)
    states = graph.normalise(graph.add("Add", mixed, states), normal, epsilon=shape.epsilon)
    inner = graph.add("Gelu", graph.linear(states, f"{name}.intermediate.dense"))
    return graph.normalise(
        graph.add("Add", graph.linear(inner, f"{name}.output.dense"), states), f"{name}.output.LayerNorm", epsilon=shape.epsilon
    )


def _pool(graph: Graph) -> None:
    """Average the token vectors under the mask; the average's length does not matter, so neither does the number of tokens."""
    from onnx import TensorProto

    mask = graph.add("Unsqueeze", graph.add("Cast", MASK, to=TensorProto.FLOAT), graph.integers(-1))
    total = graph.add("ReduceSum", graph.add("Mul", TOKENS, mask), graph.integers(1), keepdims=0)
    graph.add("LpNormalization", total, output=SENTENCE, axis=-1, p=2)
