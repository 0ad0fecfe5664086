"""Keeps an encoder in whole numbers of eight bits: a quarter of its bytes, from which it also runs (`cckg.models.onnx_graph`).

Each output of a linear map and each word's vector has a step of its own (Jacob et al. 2018). Every operation is one of IEEE 754 on single
numbers and the file is written byte for byte here, so that every machine writes the same one, whose sha256 can be pinned.
"""

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

MOST_WEIGHT = 63
"""A weight is rounded to -63..63: no processor's sums of two products in sixteen bits overflow then."""
MOST_WHOLE = 127
"""What is rounded only to be kept is rounded to -127..127."""
LEAST = 1e-9
"""What is all nought is divided by this instead."""
WORDS = "embeddings.word_embeddings.weight"
STEPS = ".steps"
"""Behind the name of a rounded tensor: that of its steps, (out,) of a linear map, (words,) of the words."""

NO_ADAPTERS: Mapping[str, npt.NDArray[np.float32]] = MappingProxyType({})

Whole = npt.NDArray[np.int8]
Steps = npt.NDArray[np.float32]


def rounded(weight: npt.NDArray[np.float32], most: int = MOST_WEIGHT) -> tuple[Whole, Steps]:
    """Return (rows, columns) in whole numbers up to `most`, and the step of each row: `whole * steps[:, None]` is about the weight."""
    steps = np.maximum(np.abs(weight).max(axis=1), np.float32(LEAST)) / np.float32(most)
    return np.rint(weight / steps[:, np.newaxis]).astype(np.int8), steps


def read_adapters(file: Path) -> tuple[dict[str, npt.NDArray[np.float32]], dict[str, str]]:
    """Return the adapters and heads of a file of `training.adapters`, which may hold them in whole numbers, and its notes."""
    from safetensors import safe_open

    with safe_open(file, "numpy") as content:
        notes = dict(content.metadata())
        stored = {name: content.get_tensor(name).astype(np.float32) for name in content.keys()}  # noqa: SIM118
    tensors = {
        name: tensor * stored[name + STEPS][:, np.newaxis] if name + STEPS in stored else tensor
        for name, tensor in stored.items()
        if not name.endswith(STEPS)
    }
    return tensors, notes


def write_rounded(source: Path, target: Path, adapters: Mapping[str, npt.NDArray[np.float32]] = NO_ADAPTERS) -> None:
    """Write the safetensors file of an encoder with its words and the maps of its layers in whole numbers; the rest stays as it is.

    A map of (out, in) is written as (in, out), as the runtime multiplies by it; what its adapter makes of it is added before.
    """
    from safetensors import safe_open

    with safe_open(source, "numpy") as content:
        written: dict[str, npt.NDArray[np.int8] | npt.NDArray[np.float32]] = {}
        for name in sorted(content.keys()):
            tensor = content.get_tensor(name)
            if name == WORDS:
                written[name], written[name + STEPS] = rounded(tensor, MOST_WHOLE)
            elif name.startswith("encoder.layer.") and tensor.ndim == 2:
                whole, written[name + STEPS] = rounded(_adapted(tensor, name.removesuffix(".weight"), adapters))
                written[name] = np.ascontiguousarray(whole.T)
            elif tensor.dtype == np.float32:
                written[name] = tensor
    _write(written, target)


# Private

_KINDS = {"int8": "I8", "float32": "F32"}
_BLOCK = 64  # rows that are adapted at a time: they stay in the processor's cache


def _adapted(weight: npt.NDArray[np.float32], name: str, adapters: Mapping[str, npt.NDArray[np.float32]]) -> npt.NDArray[np.float32]:
    """Return a map with what its adapter makes of it, summed in one order on every machine, as no matrix product is."""
    if f"{name}.lora_a" not in adapters:
        return weight
    inner, outer = adapters[f"{name}.lora_a"], adapters[f"{name}.lora_b"]
    made = weight.copy()
    for start in range(0, len(made), _BLOCK):
        rows = made[start : start + _BLOCK]
        for rank, row in enumerate(inner):
            rows += outer[start : start + _BLOCK, rank, np.newaxis] * row
    return made


def _write(tensors: dict[str, npt.NDArray[np.int8] | npt.NDArray[np.float32]], target: Path) -> None:
    """Write safetensors: 8 bytes of length, a JSON head, the values; those of four bytes first, so that all are aligned."""
    names = sorted(tensors, key=lambda name: (tensors[name].dtype == np.int8, name))
    head: dict[str, dict[str, object]] = {}
    end = 0
    for name in names:
        start, end = end, end + tensors[name].nbytes
        head[name] = {"dtype": _KINDS[tensors[name].dtype.name], "shape": list(tensors[name].shape), "data_offsets": [start, end]}
    text = json.dumps(head, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with target.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name in names:
            file.write(tensors[name].astype(tensors[name].dtype.newbyteorder("<"), copy=False).tobytes())
