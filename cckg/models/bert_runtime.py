"""Runs the graphs of `cckg.models.bert_onnx` on ONNX Runtime: word pieces in batches of like length, so that little is padded."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cckg.core.vectors import Matrix
from cckg.models.bert_onnx import BertShape
from cckg.models.onnx_graph import IDS, MASK

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer


class BertRuntime:
    """A network and its tokeniser, loaded; a row of what it gives does not depend on the rows beside it."""

    def __init__(self, weights: Path, graph: Callable[[Path, BertShape], bytes], *, threads: int, most_pieces: int | None = None) -> None:
        """Load a network, in about a tenth of a second.

        Args:
            weights: a folder with `model.safetensors`, `config.json` and `tokenizer.json`, trusted.
            graph: writes the network, given the safetensors file and the model's numbers.
            threads: 0 takes one per processor that this process may use.
            most_pieces: at which the tokeniser cuts a text, special tokens included; None cuts none.

        Raises:
            WeightsError: if the files describe something else than a BERT.
        """
        shape = BertShape.read(weights / "config.json")
        self.hidden = shape.hidden
        self.tokenizer = _tokenizer(weights / "tokenizer.json", most_pieces)
        actual = (weights / "model.safetensors").resolve()  # the runtime refuses links that lead out of the folder
        self._session = _session(graph(actual, shape), actual.parent, threads=threads)

    def run(self, sequences: Sequence[Sequence[int]], outputs: Sequence[str]) -> Iterator[tuple[list[int], list[Matrix]]]:
        """Run the network on token ids, special tokens included.

        Yields:
            The indices of a batch, and each output's array (batch, …); what lies behind a sequence's end in it means nothing.
        """
        for batch in batches([len(sequence) for sequence in sequences], budget=_BATCH_TOKENS):
            ids = np.zeros((len(batch), max(len(sequences[number]) for number in batch)), dtype=np.int64)
            mask = np.zeros_like(ids)
            for row, number in enumerate(batch):
                ids[row, : len(sequences[number])] = sequences[number]
                mask[row, : len(sequences[number])] = 1
            yield batch, self._session.run(list(outputs), {IDS: ids, MASK: mask})


def batches(lengths: Sequence[int], *, budget: int) -> Iterator[list[int]]:
    """Part sequences into batches whose padded size stays within a budget; short ones come first, so that padding costs little.

    Args:
        lengths: tokens of each sequence.
        budget: number of sequences times the longest of them, at most; a sequence that is longer stands alone.

    Yields:
        Indices of `lengths`; each once; ties keep their order.
    """
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[number] > budget:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def encodable(text: str) -> str:
    """Replace lone surrogates, which stand for undecodable bytes and which no tokeniser takes, one for one."""
    return text.encode("utf-8", "replace").decode("utf-8")


# Private

_BATCH_TOKENS = 2048  # of a batch, padding included; larger ones are slower, as they no longer fit the processor's cache


@lru_cache(maxsize=4)  # readers of one base share it
def _tokenizer(file: Path, most_pieces: int | None) -> "Tokenizer":
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    if most_pieces is None:
        tokenizer.no_truncation()
    else:
        tokenizer.enable_truncation(most_pieces)
    return tokenizer


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _session(graph: bytes, folder: Path, *, threads: int) -> "InferenceSession":
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only: the terminal belongs to the command line
    options.intra_op_num_threads = threads or _processors()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads leave the processor to others
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
