"""Writes a BERT encoder as an ONNX graph whose weights stay where they are: in the model's own safetensors file.

The graph holds names, shapes and offsets only (about 25 kB, a few hundredths of a second to write), so nothing is converted, copied
or cached, and what runs is the file whose sha256 was checked. Knows the layout of BERT with absolute positions and exact GELU, mean
pooling and unit length. With adapters (LoRA, Hu et al. 2022) of low rank and heads, which are small and lie in the graph itself, the
same weights read for another task. Tokenising, batching and running are left to `cckg.models.bert_runtime`.
"""

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from cckg.core.errors import WeightsError

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto

IDS, MASK = "input_ids", "attention_mask"
SENTENCE, TOKENS = "sentence_embedding", "token_embeddings"
CLASSES, TAGS = "classes", "tags"
Adapters = Mapping[str, "npt.NDArray[np.float32]"]
"""By name: `NAME.lora_a` (rank, in) and `NAME.lora_b` (out, rank) of a linear map NAME, and the heads' `weight` (n, hidden) and `bias`."""


@dataclass(frozen=True, slots=True)
class BertShape:
    """The numbers of a `config.json` that the graph depends on."""

    layers: int
    heads: int
    hidden: int
    epsilon: float  # of the layer normalisations

    @classmethod
    def read(cls, config: Path) -> "BertShape":
        """Read them from a `config.json`.

        Raises:
            WeightsError: if the file describes something else than a BERT with absolute positions and exact GELU.
        """
        values = json.loads(config.read_text(encoding="utf-8"))
        kind = (values.get("model_type"), values.get("hidden_act"), values.get("position_embedding_type", "absolute"))
        if kind != ("bert", "gelu", "absolute"):
            raise WeightsError(
                f"{config} describes {kind}, and only a BERT with exact GELU and absolute positions can be run as local model."
            )
        return cls(
            layers=int(values["num_hidden_layers"]),
            heads=int(values["num_attention_heads"]),
            hidden=int(values["hidden_size"]),
            epsilon=float(values["layer_norm_eps"]),
        )


def bert_graph(weights: Path, shape: BertShape) -> bytes:
    """Return the serialised graph of the encoder whose tensors lie in a safetensors file.

    Inputs: `input_ids` and `attention_mask` (1 for a token, 0 for padding), both (batch, tokens) int64.
    Outputs: `sentence_embedding` (batch, hidden) float32, the mean over the tokens of the mask, of unit length; and
    `token_embeddings` (batch, tokens, hidden) float32, the last layer as it is.

    Args:
        weights: the safetensors file; the graph names it without its folder, which the runtime must be told.
        shape: the model's numbers.

    Raises:
        WeightsError: if a tensor that the architecture needs is not in the file, or is not float32.
    """
    graph = _encoder(weights, shape, {})
    _pool(graph)
    return _serialised(graph, {SENTENCE: ["batch", shape.hidden], TOKENS: ["batch", "tokens", shape.hidden]})


def reader_graph(weights: Path, shape: BertShape, adapters: Adapters) -> bytes:
    """Return the serialised graph of the encoder with adapters, and of the heads that read its last layer.

    Inputs: those of `bert_graph`.
    Outputs, as logits: `classes` (batch, n) float32, read from the first token; and if there is a head for them `tags`
    (batch, tokens, n) float32, read from each.

    Args:
        weights: the safetensors file of the encoder.
        shape: its numbers.
        adapters: of the linear maps, and `class_head`, `tag_head`.

    Raises:
        WeightsError: as `bert_graph`.
    """
    graph = _encoder(weights, shape, adapters)
    first = graph.add("Gather", TOKENS, graph.constant(np.array(0, dtype=np.int64)), axis=1)
    graph.add("Gemm", first, *graph.head("class_head"), output=CLASSES, transB=1)
    outputs: dict[str, list[str | int]] = {CLASSES: ["batch", len(adapters["class_head.bias"])]}
    if "tag_head.weight" in adapters:
        weight, bias = graph.head("tag_head")
        graph.add("Add", graph.add("MatMul", TOKENS, graph.add("Transpose", weight)), bias, output=TAGS)
        outputs[TAGS] = ["batch", "tokens", len(adapters["tag_head.bias"])]
    return _serialised(graph, outputs)


# Private


def _encoder(weights: Path, shape: BertShape, adapters: Adapters) -> "_Graph":
    """Write the layers; what the last one gives is called `TOKENS`."""
    from onnx import TensorProto

    graph = _Graph(weights.name, _tensors(weights), adapters)
    states = _embed(graph, shape)
    extent = graph.add("Shape", states)
    mask = graph.add("Cast", MASK, to=TensorProto.INT32)
    flat = graph.add("Reshape", states, graph.integers(-1, shape.hidden))  # (batch * tokens, hidden) from here on
    for number in range(shape.layers):
        flat = _layer(graph, flat, number=number, shape=shape, extent=extent, mask=mask)
    graph.add("Reshape", flat, extent, output=TOKENS)
    return graph


def _serialised(graph: "_Graph", outputs: Mapping[str, Sequence[str | int]]) -> bytes:
    """Return a finished graph with these float32 outputs, by name and shape."""
    from onnx import TensorProto, helper

    grid = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in (IDS, MASK)]
    told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()]
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    body = helper.make_graph(graph.nodes, "bert", grid, told, graph.initializers)
    return cast("bytes", helper.make_model(body, opset_imports=opsets, ir_version=10).SerializeToString())


@dataclass(frozen=True, slots=True)
class _Tensor:
    shape: tuple[int, ...]
    offset: int  # bytes from the start of the file
    length: int  # bytes


@dataclass(slots=True)
class _Graph:
    """A graph in the making."""

    file: str
    tensors: dict[str, _Tensor]
    adapters: Adapters
    nodes: "list[NodeProto]" = field(default_factory=list)
    initializers: "list[TensorProto]" = field(default_factory=list)

    def add(self, kind: str, *inputs: str, output: str = "", domain: str = "", **attributes: float) -> str:
        """Append a node and return the name of its output."""
        from onnx import helper

        output = output or f"{kind}.{len(self.nodes)}"
        node = helper.make_node(kind, list(inputs), [output], domain=domain)
        node.attribute.extend(helper.make_attribute(key, value) for key, value in attributes.items())
        self.nodes.append(node)
        return output

    def weight(self, name: str) -> str:
        """Declare a tensor of the file."""
        from onnx import TensorProto

        if name not in self.tensors:
            raise WeightsError(f"{self.file} holds no float32 tensor {name}, so it is no BERT that can be run as local model.")
        tensor = self.tensors[name]
        declared = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=tensor.shape, data_location=TensorProto.EXTERNAL)
        for key, value in (("location", self.file), ("offset", tensor.offset), ("length", tensor.length)):
            declared.external_data.add(key=key, value=str(value))
        self.initializers.append(declared)
        return name

    def constant(self, value: "npt.NDArray[np.int64] | npt.NDArray[np.float32]") -> str:
        """Declare a small constant, which lies in the graph."""
        from onnx import numpy_helper

        name = f"constant.{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(value, name))
        return name

    def integers(self, *values: int) -> str:
        """Declare a constant vector of integers."""
        return self.constant(np.array(values, dtype=np.int64))

    def linear(self, states: str, name: str) -> str:
        """Multiply (rows, in) by a weight of (out, in), as torch stores it, and add the bias; and what its adapter makes of it."""
        full = self.add("Gemm", states, self.weight(f"{name}.weight"), self.weight(f"{name}.bias"), transB=1)
        if f"{name}.lora_a" not in self.adapters:
            return full
        low = self.add("Gemm", states, self.constant(self.adapters[f"{name}.lora_a"]), transB=1)
        return self.add("Gemm", low, self.constant(self.adapters[f"{name}.lora_b"]), full, transB=1)

    def head(self, name: str) -> tuple[str, str]:
        """Declare the weight and the bias of a head."""
        return self.constant(self.adapters[f"{name}.weight"]), self.constant(self.adapters[f"{name}.bias"])

    def normalise(self, states: str, name: str, *, epsilon: float) -> str:
        """Normalise the last axis, with scale and shift."""
        return self.add("LayerNormalization", states, self.weight(f"{name}.weight"), self.weight(f"{name}.bias"), axis=-1, epsilon=epsilon)


def _tensors(weights: Path) -> dict[str, _Tensor]:
    """Read where each float32 tensor lies: a length of 8 bytes, a JSON head of that length, then the values."""
    with weights.open("rb") as content:
        (size,) = struct.unpack("<Q", content.read(8))
        head = json.loads(content.read(size))
    start = 8 + size
    return {
        name: _Tensor(tuple(entry["shape"]), offset=start + entry["data_offsets"][0], length=4 * math.prod(entry["shape"]))
        for name, entry in head.items()
        if entry.get("dtype") == "F32"
    }


def _embed(graph: _Graph, shape: BertShape) -> str:
    """Sum the embeddings of word, position and segment (always the first): (batch, tokens, hidden)."""
    words = graph.add("Gather", graph.weight("embeddings.word_embeddings.weight"), IDS)
    length = graph.add("Shape", IDS, start=1, end=2)
    positions = graph.add("Slice", graph.weight("embeddings.position_embeddings.weight"), graph.integers(0), length)
    segment = graph.add("Gather", graph.weight("embeddings.token_type_embeddings.weight"), graph.integers(0))
    total = graph.add("Add", graph.add("Add", words, positions), segment)
    return graph.normalise(total, "embeddings.LayerNorm", epsilon=shape.epsilon)


def _layer(graph: _Graph, states: str, *, number: int, shape: BertShape, extent: str, mask: str) -> str:
    """Self-attention and feed-forward, each added to its input and normalised: (batch * tokens, hidden)."""
    name = f"encoder.layer.{number}"
    projected = (graph.linear(states, f"{name}.attention.self.{part}") for part in ("query", "key", "value"))
    query, key, value = (graph.add("Reshape", part, extent) for part in projected)
    mixed = graph.add("MultiHeadAttention", query, key, value, "", mask, domain="com.microsoft", num_heads=shape.heads)
    mixed = graph.linear(graph.add("Reshape", mixed, graph.integers(-1, shape.hidden)), f"{name}.attention.output.dense")
    states = graph.normalise(graph.add("Add", mixed, states), f"{name}.attention.output.LayerNorm", epsilon=shape.epsilon)
    inner = graph.add("Gelu", graph.linear(states, f"{name}.intermediate.dense"))
    return graph.normalise(
        graph.add("Add", graph.linear(inner, f"{name}.output.dense"), states), f"{name}.output.LayerNorm", epsilon=shape.epsilon
    )


def _pool(graph: _Graph) -> None:
    """Average the token vectors under the mask; the average's length does not matter, so neither does the number of tokens."""
    from onnx import TensorProto

    mask = graph.add("Unsqueeze", graph.add("Cast", MASK, to=TensorProto.FLOAT), graph.integers(-1))
    total = graph.add("ReduceSum", graph.add("Mul", TOKENS, mask), graph.integers(1), keepdims=0)
    graph.add("LpNormalization", total, output=SENTENCE, axis=-1, p=2)
