"""An ONNX graph in the making, whose weights stay where they are: in a safetensors file, as external data.

Knows how nodes, weights, linear maps with adapters and normalisations are written down; what is computed with them is left to
`cckg.models.bert_onnx` and `cckg.models.mpnet_onnx`.
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
Adapters = Mapping[str, "npt.NDArray[np.float32]"]
"""By name: `NAME.lora_a` (rank, in) and `NAME.lora_b` (out, rank) of a linear map NAME, and the heads' `weight` (n, hidden) and `bias`."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where a float32 tensor lies in its file."""

    shape: tuple[int, ...]
    offset: int  # bytes from the start of the file
    length: int  # bytes


@dataclass(slots=True)
class Graph:
    """A graph in the making."""

    file: str
    tensors: dict[str, Tensor]
    adapters: Adapters
    nodes: "list[NodeProto]" = field(default_factory=list)
    initializers: "list[TensorProto]" = field(default_factory=list)

    @classmethod
    def of(cls, weights: Path, adapters: Adapters) -> "Graph":
        """Begin a graph over the tensors of a safetensors file, which it names without its folder."""
        return cls(weights.name, _tensors(weights), adapters)

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
            raise WeightsError(f"{self.file} holds no float32 tensor {name}, so it is no encoder that can be run as local model.")
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

    def serialised(self, outputs: Mapping[str, Sequence[str | int]]) -> bytes:
        """Return the finished graph with these float32 outputs, by name and shape."""
        from onnx import TensorProto, helper

        grid = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in (IDS, MASK)]
        told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()]
        opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
        body = helper.make_graph(self.nodes, "encoder", grid, told, self.initializers)
        return cast("bytes", helper.make_model(body, opset_imports=opsets, ir_version=10).SerializeToString())


# Private


def _tensors(weights: Path) -> dict[str, Tensor]:
    """Read where each float32 tensor lies: a length of 8 bytes, a JSON head of that length, then the values."""
    with weights.open("rb") as content:
        (size,) = struct.unpack("<Q", content.read(8))
        head = json.loads(content.read(size))
    start = 8 + size
    return {
        name: Tensor(tuple(entry["shape"]), offset=start + entry["data_offsets"][0], length=4 * math.prod(entry["shape"]))
        for name, entry in head.items()
        if entry.get("dtype") == "F32"
    }
