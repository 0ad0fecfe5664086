"""An ONNX graph in the making, whose weights stay where they are: in a safetensors file, as external data.

Knows how nodes, weights, linear maps with adapters and normalisations are written down; what is computed with them is left to
`cckg.models.bert_onnx`. The linear maps can be written in whole numbers of eight bits (Jacob et al. 2018), which lie in the graph itself
then, about twice as fast.
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
from cckg.models.rounding import LEAST, STEPS, WORDS, rounded

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto

IDS, MASK = "input_ids", "attention_mask"
Adapters = Mapping[str, "npt.NDArray[np.float32]"]
"""By name: `NAME.lora_a` (rank, in) and `NAME.lora_b` (out, rank) of a linear map NAME, and the heads' `weight` (n, hidden) and `bias`."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where a tensor lies in its file: float32, or whole numbers of eight bits."""

    shape: tuple[int, ...]
    offset: int  # bytes from the start of the file
    length: int  # bytes
    is_whole: bool = False


@dataclass(slots=True)
class Graph:
    """A graph in the making, over the tensors of a safetensors file, which it names without its folder; see `linear` for `eight_bit`."""

    weights: Path
    adapters: Adapters
    eight_bit: bool
    tensors: dict[str, Tensor] = field(init=False)
    nodes: "list[NodeProto]" = field(default_factory=list)
    initializers: "list[TensorProto]" = field(default_factory=list)
    rounded: dict[str, tuple[str, str]] = field(default_factory=dict)  # of states: their whole numbers, and the step of each row

    def __post_init__(self) -> None:
        self.tensors = _tensors(self.weights)

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

        tensor = self._tensor(name)
        kind = TensorProto.INT8 if tensor.is_whole else TensorProto.FLOAT
        declared = TensorProto(name=name, data_type=kind, dims=tensor.shape, data_location=TensorProto.EXTERNAL)
        for key, value in (("location", self.weights.name), ("offset", tensor.offset), ("length", tensor.length)):
            declared.external_data.add(key=key, value=str(value))
        self.initializers.append(declared)
        return name

    def constant(self, value: "npt.NDArray[np.int64] | npt.NDArray[np.float32] | npt.NDArray[np.int8] | npt.NDArray[np.uint8]") -> str:
        """Declare a constant, which lies in the graph."""
        from onnx import numpy_helper

        name = f"constant.{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(value, name))
        return name

    def integers(self, *values: int) -> str:
        """Declare a constant vector of integers."""
        return self.constant(np.array(values, dtype=np.int64))

    def linear(self, states: str, name: str) -> str:
        """Multiply (rows, in) by a weight of (out, in), as torch stores it, and add the bias; and what its adapter makes of it.

        In eight bits the adapter is added to the weight, unless the file holds that in whole numbers. Each output's weights are rounded to
        -63..63 and each row of states to -127..127 of its own largest value, so that a row does not depend on those beside it.
        """
        if self._tensor(f"{name}.weight").is_whole:
            made = self._whole_linear(states, name, self.weight(f"{name}.weight"), self.weight(f"{name}.weight{STEPS}"))
        elif self.eight_bit:
            whole, steps = rounded(self._values(f"{name}.weight"))
            return self._whole_linear(states, name, self.constant(np.ascontiguousarray(whole.T)), self.constant(steps))
        else:
            made = self.add("Gemm", states, self.weight(f"{name}.weight"), self.weight(f"{name}.bias"), transB=1)
        return self._adapted(made, states, name)

    def words(self) -> str:
        """Return the vector of each word piece of the input, (batch, tokens, hidden)."""
        found = self.add("Gather", self.weight(WORDS), IDS)
        if not self._tensor(WORDS).is_whole:
            return found
        steps = self.add("Gather", self.weight(WORDS + STEPS), IDS)
        return self.add("Mul", self.add("Cast", found, to=_FLOAT), self.add("Unsqueeze", steps, self.integers(-1)))

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

    def _tensor(self, name: str) -> Tensor:
        if name not in self.tensors:
            raise WeightsError(f"{self.weights.name} holds no float32 tensor {name}, so it is no encoder that can be run as local model.")
        return self.tensors[name]

    def _values(self, name: str) -> "npt.NDArray[np.float32]":
        """Return a map's weight with its adapter."""
        tensor, (map_name, _, _) = self._tensor(name), name.rpartition(".")
        weight = np.fromfile(self.weights, dtype="<f4", count=tensor.length // 4, offset=tensor.offset).reshape(tensor.shape)
        if f"{map_name}.lora_a" in self.adapters:
            weight += self.adapters[f"{map_name}.lora_b"] @ self.adapters[f"{map_name}.lora_a"]
        return weight

    def _adapted(self, full: str, states: str, name: str) -> str:
        """Add what the adapter of a map makes of the states to what the map does."""
        if f"{name}.lora_a" not in self.adapters:
            return full
        low = self.add("Gemm", states, self.constant(self.adapters[f"{name}.lora_a"]), transB=1)
        return self.add("Gemm", low, self.constant(self.adapters[f"{name}.lora_b"]), full, transB=1)

    def _whole_linear(self, states: str, name: str, whole: str, steps: str) -> str:
        """Multiply whole numbers by whole numbers, (in, out), and give what that makes back its size."""
        numbers, row_steps = self._rounded(states)
        one, middle = self._number(1), self.constant(np.array(_MIDDLE))
        scaled = self.add("MatMulIntegerToFloat", numbers, whole, one, steps, middle, domain="com.microsoft")
        return self.add("Add", self.add("Mul", scaled, row_steps), self.weight(f"{name}.bias"))

    def _rounded(self, states: str) -> tuple[str, str]:
        """Round each row of some states, once for all the maps that take it; see `rounded`."""
        if states not in self.rounded:
            largest = self.add("Max", self.add("ReduceMax", self.add("Abs", states), self.integers(1), keepdims=1), self._number(LEAST))
            scaled = self.add("Mul", states, self.add("Div", self._number(_MOST_STATE), largest))
            steps = self.add("Mul", largest, self._number(1 / _MOST_STATE))
            self.rounded[states] = self.add("QuantizeLinear", scaled, self._number(1), self.constant(np.array(_MIDDLE))), steps
        return self.rounded[states]

    def _number(self, value: float) -> str:
        return self.constant(np.array(value, dtype=np.float32))


# Private

_MOST_STATE, _MIDDLE = 127, np.uint8(128)
_FLOAT = 1  # `TensorProto.FLOAT`
_SIZES = {"F32": 4, "I8": 1}  # bytes


def _tensors(weights: Path) -> dict[str, Tensor]:
    """Read where each tensor lies: a length of 8 bytes, a JSON head of that length, then the values."""
    with weights.open("rb") as content:
        (size,) = struct.unpack("<Q", content.read(8))
        head = json.loads(content.read(size))
    start = 8 + size
    return {
        name: Tensor(
            tuple(entry["shape"]),
            offset=start + entry["data_offsets"][0],
            length=_SIZES[entry["dtype"]] * math.prod(entry["shape"]),
            is_whole=entry["dtype"] == "I8",
        )
        for name, entry in head.items()
        if entry.get("dtype") in _SIZES
    }
